//! What the tests of this crate share: a sample, cursors in texts, and places as people see them.

use crate::place::Place;
use crate::workspace::Workspace;
use cardwright_compiler::project::Links;
use std::path::{Path, PathBuf};

/// Stands for the cursor.
const CURSOR: &str = "$0";

pub(crate) fn root(sample: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
    tests.join("samples").join(sample)
}

/// A small project.
pub(crate) fn sample(name: &str) -> Workspace {
    Workspace::open(&root(name), Links::Inside)
}

/// A text without its cursor, and where that was.
pub(crate) fn cursor(text: &str) -> (String, usize) {
    let at = text.find(CURSOR).expect("the text has a cursor");
    (text.replacen(CURSOR, "", 1), at)
}

/// The line of a place, with marks below it.
pub(crate) fn marked(workspace: &Workspace, place: &Place) -> String {
    let text = workspace.text(&place.file).expect("the file is there");
    let start = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let end = place.end.min(start + line.len()).max(place.start);
    let (lead, length) = (
        text[start..place.start].chars().count(),
        text[place.start..end].chars().count(),
    );
    let number = text[..start].lines().count() + 1;
    format!(
        "{}:{number}\n  {line}\n  {}{}\n",
        place.file,
        " ".repeat(lead),
        "^".repeat(length.max(1))
    )
}

/// All shipped content.
pub(crate) fn shipped() -> Workspace {
    Workspace::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), Links::Inside)
}
