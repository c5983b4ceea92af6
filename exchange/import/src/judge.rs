//! The compiler's verdict on the set that was made: each error with the row of the data that it comes from.

use crate::report::Problem;
use crate::text::Written;
use cardwright_compiler::source::Location;
use cardwright_compiler::{Code, Diagnostic, Project, Severity, codes, compile_system};

/// The change of the mapping that mends an error: the compiler speaks of the set, which nobody wrote by hand.
fn remedy(error: &Diagnostic) -> Option<String> {
    let is = |code: &'static Code| error.code.id == code.id;
    let near = error
        .help
        .as_ref()
        .filter(|help| help.starts_with("did you mean"));
    match near {
        _ if is(codes::MISSING_FACT) => Some("take it from a field, in `facts` of the mapping".to_owned()),
        Some(near) if is(codes::UNKNOWN_CHOICE) => Some(format!(
            "{near} if the data uses another word, add it to `table` in the mapping"
        )),
        None if is(codes::UNKNOWN_CHOICE) => Some(
            "add the words of the data to `table` in the mapping, with the words of the \
             project"
                .to_owned(),
        ),
        _ => error.help.clone(),
    }
}

/// All errors that the project has with the set in it.
pub(crate) fn problems(project: &Project, file: &str, written: &Written) -> Vec<Problem> {
    let mut project = project.clone();
    project.update(file, Some(written.text.clone()));
    let system = project.systems.values();
    let compiled = system.flat_map(|system| {
        // The sets of other systems are as they were.
        let own = system.doc.system.value.as_str();
        let is_own = project
            .sets
            .iter()
            .any(|((of, _), set)| of == own && project.sources.get(set.file).name == file);
        let diagnostics = is_own.then(|| compile_system(&project, system).diagnostics.clone());
        diagnostics.unwrap_or_default()
    });
    let found: Vec<Diagnostic> = project.diagnostics.iter().cloned().chain(compiled).collect();
    let errors = found.iter().filter(|one| one.code.severity == Severity::Error);
    let in_set = |place: Location| project.sources.get(place.file).name == file;
    let problem = |one: &Diagnostic| {
        let places = std::iter::once(one.place).chain(one.related.iter().map(|(place, _)| *place));
        let place = places.into_iter().find(|place| in_set(*place));
        let part = place.and_then(|place| {
            let mut parts = written.parts.iter().rev();
            parts.find(|(bytes, ..)| bytes.contains(&place.start))
        });
        let help = match part {
            Some(_) => remedy(one),
            None => one.help.clone(),
        };
        let help = help.map(|help| format!("; {help}")).unwrap_or_default();
        Problem {
            row: part.map(|(_, origin, _)| origin.clone()),
            field: part.map_or_else(|| "the set".to_owned(), |(.., field)| field.clone()),
            why: format!("{}{help}", one.message),
        }
    };
    let mut problems: Vec<Problem> = errors.map(problem).collect();
    // Errors of one row are told together.
    problems.sort_by(|a, b| a.row.cmp(&b.row));
    problems
}
