//! A system as far as it can be explained while some card sets of the project have errors.
//!
//! Whoever looks a name up is often in the middle of a card that is not right yet. So faulty sets of the project itself stand
//! aside. Errors anywhere else leave nothing that could be trusted.

use cardwright_compiler::{Compiled, Diagnostic, Project, Severity, aside, compile_system};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A system that compiles, perhaps without some card sets.
pub(super) struct Intact {
    /// The project without these sets.
    pub(super) project: Project,
    /// The system.
    pub(super) compiled: Arc<Compiled>,
    /// The names of the documents that stand aside.
    pub(super) aside: BTreeSet<String>,
}

impl Intact {
    /// The system of this id; nothing if it has errors elsewhere than in card sets of the project itself.
    pub(super) fn of(project: &Project, id: &str) -> Option<Self> {
        let mut project = project.clone();
        let mut set_aside = BTreeSet::new();
        loop {
            let compiled = compile_system(&project, project.systems.get(id)?);
            if compiled.pack.is_some() {
                // What cannot be read of a set is left out already.
                set_aside.extend(faulty_sets(&project, &[]));
                return Some(Self {
                    project,
                    compiled,
                    aside: set_aside,
                });
            }
            let mut faulty = faulty_sets(&project, &compiled.diagnostics);
            faulty.retain(|name| !set_aside.contains(name));
            if faulty.is_empty() {
                return None;
            }
            for name in faulty {
                let empty = aside(&project, &name).empty;
                project.update(&name, Some(empty));
                set_aside.insert(name);
            }
        }
    }
}

/// The names of the project's own card sets that have errors.
fn faulty_sets(project: &Project, found: &[Diagnostic]) -> BTreeSet<String> {
    let errors = project.diagnostics.iter().chain(found);
    let errors = errors.filter(|one| one.code.severity == Severity::Error);
    let names = errors.map(|one| project.sources.get(one.place.file).name.clone());
    names.filter(|name| name.starts_with("cards/")).collect()
}
