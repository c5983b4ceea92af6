//! The packages that a project provides: whether `[packages]` in its settings lists only what the folder has.
//!
//! Whoever needs such a package would get less than its author meant, and would be told of it too late.

use cardwright_documents::codes;
use cardwright_documents::diagnostic::{Diagnostic, listed, nearest};
use cardwright_documents::document::DocumentKind;
use cardwright_documents::project::Documents;
use cardwright_documents::settings::SETTINGS_FILE;
use cardwright_documents::source::{FileId, Location};
use std::ops::Range;

/// The systems, libraries and parts in `[packages]` that do not exist, each as an error at its place. None, if not everything was
/// read, or a package that the project needs cannot be used.
pub(crate) fn unknown_in_parts(project: &Documents) -> Vec<Diagnostic> {
    let is_read = project.is_whole() && project.diagnostics.iter().all(|one| one.code != codes::PACKAGE);
    let Some(file) = project.sources.named(SETTINGS_FILE).filter(|_| is_read) else {
        return Vec::new();
    };
    let own = |id: &String, file: FileId| project.is_own(file).then(|| id.clone());
    let systems = project.systems.iter();
    let systems: Vec<String> = systems.filter_map(|(id, one)| own(id, one.file)).collect();
    let libraries = project.libraries.iter();
    let libraries: Vec<String> = libraries.filter_map(|(id, one)| own(id, one.file)).collect();
    let parts: Vec<String> = project.settings.packages.keys().cloned().collect();
    let lists = project.settings.packages.values().flat_map(|part| {
        [
            ("system", Some(DocumentKind::System), &part.systems, &systems),
            (
                "library",
                Some(DocumentKind::Library),
                &part.libraries,
                &libraries,
            ),
            ("part", None, &part.needs, &parts),
        ]
    });
    let unknown = lists.flat_map(|(what, kind, names, known)| {
        let is_there = move |name: &String| {
            known.contains(name) || kind.is_some_and(|kind| project.is_unread(kind, name))
        };
        let names = names.iter().filter(move |one| !is_there(one.get_ref()));
        names.map(move |one| not_there(file, what, one.get_ref(), one.span(), known))
    });
    unknown.collect()
}

fn not_there(file: FileId, what: &str, name: &str, span: Range<usize>, known: &[String]) -> Diagnostic {
    let place = Location {
        file,
        start: span.start,
        end: span.end,
    };
    let help = match nearest(name, known) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() => None,
        None => Some(format!("there is {}", listed(known))),
    };
    Diagnostic::new(
        codes::SETTINGS,
        place,
        format!("there is no {what} `{name}` here"),
    )
    .maybe_help(help)
}
