//! The canonical layout of a file, as `cardwright fmt` writes it.

use crate::place::Place;
use crate::workspace::Workspace;
use cardwright_compiler::layout;

/// The answer of the formatter for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formatting {
    /// The file is laid out already.
    Same,
    /// The file should have this text.
    Text(String),
    /// The file cannot be read: where, and why.
    Unread(Place, String),
}

/// The layout of a file; nothing if the project has no such file.
#[must_use]
pub fn formatting(workspace: &Workspace, name: &str) -> Option<Formatting> {
    let project = workspace.project();
    let id = project.sources.named(name)?;
    let file = project.sources.get(id);
    let unread = layout::unread(project).find(|one| one.place.file == id);
    if let Some(unread) = unread {
        let place = Place::of(&project.sources, unread.place);
        return Some(Formatting::Unread(place, unread.message.clone()));
    }
    let blocks = layout::blocks(project);
    let blocks = blocks.get(&id).map_or(&[][..], Vec::as_slice);
    Some(match layout::formatted(file, blocks) {
        Ok(text) if text == file.text => Formatting::Same,
        Ok(text) => Formatting::Text(text),
        Err(why) => Formatting::Unread(Place::new(name, why.at..why.at), why.why),
    })
}
