//! Guesses at the meaning of an unknown name, by its words: `gets-hit` is no name, but the phrasebook has a
//! row for "when you are hit".

use super::subject::Library;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::project::Documents;
use cardwright_documents::source::FileId;
use std::collections::BTreeMap;

/// The most unknown names that a row of the phrasebook is suggested for; each takes a look through the whole book.
const MOST_OFFERED: usize = 50;

/// Adds to errors about unknown names in sets, scenarios and cases what the phrasebook of their system has for the words of the
/// name. A name that is nearly another one has that as its help, and needs no more.
pub fn offer(project: &Documents, found: &mut [Diagnostic]) {
    let mut libraries: BTreeMap<&str, Library> = BTreeMap::new();
    let mut unknown: Vec<&mut Diagnostic> = found.iter_mut().filter(|one| is_unknown(one)).collect();
    unknown.sort_by_key(|one| one.place);
    // What stands at one place is found by every compilation that reads it, and is one error to whoever reads.
    let of_place = unknown.chunk_by_mut(|one, next| one.place == next.place);
    for one in of_place.take(MOST_OFFERED).flatten() {
        let Some(system) = system_of(project, one.place.file) else {
            continue;
        };
        let library = libraries
            .entry(system)
            .or_insert_with(|| Library::of_rows(project, system));
        let text = &project.sources.get(one.place.file).text;
        let Some(name) = text.get(one.place.start..one.place.end) else {
            continue;
        };
        let words = name.replace(['-', '.', '/'], " ");
        if let Some(row) = library.find(&words).first() {
            let says = row.row.as_ref().and_then(|row| row.says.first());
            let offered = format!(
                "the phrasebook has \"{}\": run `cardwright explain {system} \"{words}\"`",
                says.unwrap_or(&row.says)
            );
            one.help = Some(match one.help.take() {
                Some(help) => format!("{help}; {offered}"),
                None => offered,
            });
        }
    }
}

/// Whether a name is meant that nothing is nearly called.
fn is_unknown(one: &Diagnostic) -> bool {
    let is_name = [codes::UNKNOWN_NAME, codes::UNKNOWN_WINDOW, codes::UNKNOWN_FIELD].contains(&one.code);
    let is_near = one
        .help
        .as_ref()
        .is_some_and(|help| !help.starts_with("there is "));
    is_name && !is_near && one.fix.is_none()
}

/// The system to which a document with rules of cards belongs.
fn system_of(project: &Documents, file: FileId) -> Option<&str> {
    let mut sets = project.sets.iter();
    let mut scenarios = project.scenarios.iter();
    let mut cases = project.cases.iter();
    let of_set = sets
        .find(|(_, set)| set.file == file)
        .map(|((system, _), _)| system.as_str());
    let of_scenario = || Some(scenarios.find(|one| one.file == file)?.doc.system.value.as_str());
    let of_case = || Some(cases.find(|one| one.file == file)?.doc.system.value.as_str());
    of_set.or_else(of_scenario).or_else(of_case)
}
