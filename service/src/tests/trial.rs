//! The shared parts of the tests: a sample, cursors in texts, and places as people see them.

use crate::place::Place;
use crate::workspace::Workspace;
use cardwright_compiler::project::Links;
use std::fs::{copy, create_dir_all, read_dir, remove_dir_all};
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

/// The workspace of the shipped content.
pub(crate) fn shipped() -> Workspace {
    Workspace::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), Links::Inside)
}

/// The systems of the shipped content with their card sets, without games and cases: an edit takes less time there.
pub(crate) fn shipped_sets() -> Workspace {
    let root = std::env::temp_dir().join(format!("cardwright-sets-{}", std::process::id()));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in ["systems", "libraries", "cards"] {
        copy_folder(&shipped.join(folder), &root.join(folder));
    }
    let workspace = Workspace::open(&root, Links::Inside);
    remove_dir_all(&root).expect("it is a folder of this test");
    workspace
}

fn copy_folder(from: &Path, to: &Path) {
    create_dir_all(to).expect("the folder can be made");
    for entry in read_dir(from).expect("the folder is there") {
        let (from, to) = entry
            .map(|one| (one.path(), to.join(one.file_name())))
            .expect("it is read");
        if from.is_dir() {
            copy_folder(&from, &to);
        } else {
            copy(&from, &to).expect("the file can be read");
        }
    }
}
