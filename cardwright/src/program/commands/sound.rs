//! Whether documents that are about to be written check clean: `new` writes nothing that `check` refuses.

use crate::program::output::{self, Format};
use crate::program::{Ending, names};
use cardwright_compiler::{
    Diagnostic, Project, Severity, check_library, compile_case, compile_scenario, compile_system,
};
use std::collections::HashSet;

/// Refuses documents, by their names in a project and their texts, if there are errors with them that there are not without.
pub(super) fn sound(project: Project, files: &[(String, String)]) -> Result<(), Ending> {
    let why = "nothing was written, because the result would have errors; choose another name";
    sound_or(project, files, || why.to_owned())
}

/// Refuses documents with errors as `sound` does, and gives the reason in the words of the caller.
pub(super) fn sound_or(
    project: Project,
    files: &[(String, String)],
    why: impl FnOnce() -> String,
) -> Result<(), Ending> {
    let (with, found) = new_errors(project, files);
    if found.is_empty() {
        return Ok(());
    }
    output::diagnostics(&names::told(&with), &found, Format::Text);
    Err(Ending::WrongCall(why()))
}

/// Whether there are no errors with these documents that there are not without.
pub(super) fn is_sound(project: Project, files: &[(String, String)]) -> bool {
    new_errors(project, files).1.is_empty()
}

/// A project with these documents, and the errors that they bring.
fn new_errors(project: Project, files: &[(String, String)]) -> (Project, Vec<Diagnostic>) {
    let mut with = project.clone();
    for (name, text) in files {
        with.update(name, Some(text.clone()));
    }
    let mut found = errors(&with, files);
    if !found.is_empty() {
        let before: HashSet<String> = errors(&project, files)
            .into_iter()
            .map(|one| one.message)
            .collect();
        found.retain(|one| !before.contains(&one.message));
    }
    (with, found)
}

/// The errors of the systems of these files, and of the files themselves.
fn errors(project: &Project, files: &[(String, String)]) -> Vec<Diagnostic> {
    let is_meant = |file| {
        let name = &project.sources.get(file).name;
        files.iter().any(|(one, _)| one == name)
    };
    let is_concerned = |id: &str| {
        files
            .iter()
            .any(|(name, _)| name.split('/').any(|part| part == id))
    };
    let mut found = project.diagnostics.clone();
    for (id, system) in project.systems.iter().filter(|(id, _)| is_concerned(id)) {
        found.extend(compile_system(project, system).diagnostics.iter().cloned());
        let libraries = project.libraries.iter();
        let used = libraries.filter(|(library, _)| is_concerned(library) && *library != id);
        found.extend(used.flat_map(|(_, library)| check_library(project, library)));
    }
    for scenario in project.scenarios.iter().filter(|one| is_meant(one.file)) {
        found.extend(compile_scenario(project, scenario).diagnostics);
    }
    for case in project.cases.iter().filter(|one| is_meant(one.file)) {
        found.extend(compile_case(project, case).diagnostics);
    }
    found.retain(|one| one.code.severity == Severity::Error);
    found
}
