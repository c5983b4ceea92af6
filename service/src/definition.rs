//! From a name to its declaration, and to all names that mean it.

use crate::names::{all_names, names_of, systems_of};
use crate::place::Place;
use crate::workspace::Workspace;

/// A name, and its declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name.
    pub name: Place,
    /// The place of the declaration.
    pub declared: Place,
    /// The name as it is written there.
    pub word: String,
}

/// The declaration of the name at a byte; nothing if there is no name, or every system has what it means.
#[must_use]
pub fn definition(workspace: &Workspace, file: &str, at: usize) -> Option<Definition> {
    let names = names_of(workspace, file);
    let found = names.at(file, at)?;
    Some(Definition {
        name: found.place.clone(),
        declared: found.declared.clone()?,
        word: found.name.clone(),
    })
}

/// All names that mean the same as the one at a byte, in the order of files, its declaration among them.
#[must_use]
pub fn references(workspace: &Workspace, file: &str, at: usize) -> Vec<Place> {
    let Some(found) = definition(workspace, file, at) else {
        return Vec::new();
    };
    let project = workspace.project();
    let mut all = Vec::new();
    for system in systems_of(project, &found.declared.file) {
        let names = all_names(project, &system, &found.word);
        all.extend(names.meaning(&found.declared).map(|one| one.place.clone()));
    }
    all.push(found.declared);
    all.sort();
    all.dedup();
    all
}
