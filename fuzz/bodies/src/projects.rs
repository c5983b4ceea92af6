//! Documents, whole projects, and language that is played.

use crate::packs::play;
use crate::sample::{DOCUMENTS, SAMPLE, text};
use crate::script::Script;
use cardwright_compiler::{
    Diagnostic, Project, Sources, compile_case, compile_scenario, compile_system, for_people,
};

/// The name that a text gets in the small game; the kind of a document is told by its first key.
const DOCUMENT: &str = "cards/sample/hostile.yaml";
/// Paths for made-up texts at which the small game has no document.
const OTHER_NAMES: [&str; 6] = [
    "cards/sample/other.yaml",
    "scenarios/sample/other.yaml",
    "maps/sample/other.yaml",
    "libraries/other/library.yaml",
    "tests/conformance/sample/other.yaml",
    "cardwright.toml",
];

/// A document of any kind, beside the small game. Whether nothing is wrong with it.
pub(crate) fn document(data: &[u8]) -> bool {
    let mut project = SAMPLE.clone();
    project.update(DOCUMENT, Some(String::from_utf8_lossy(data).into_owned()));
    judged(&project)
}

/// The small game with some of its documents changed, moved or taken away. Whether nothing is wrong with it.
pub(crate) fn project(data: &[u8]) -> bool {
    const MOST_DOCUMENTS: usize = 4;
    let mut script = Script::new(data);
    let mut project = SAMPLE.clone();
    for _ in 0..MOST_DOCUMENTS {
        if script.is_over() {
            break;
        }
        let [from, other] = [(); 2].map(|()| script.below(DOCUMENTS.len()));
        let name = match script.byte() {
            place @ 0..32 => OTHER_NAMES[usize::from(place) % OTHER_NAMES.len()],
            place @ 32..48 => DOCUMENTS[usize::from(place) % DOCUMENTS.len()],
            _ => DOCUMENTS[from],
        };
        let length = usize::from(script.byte() % 32);
        let changed = script.part(length).changed_text(text(from), text(other));
        project.update(name, Some(changed));
    }
    judged(&project)
}

/// The language file of a system: if it compiles, the scenario is played. Whether it was.
pub(crate) fn compiled(data: &[u8]) -> bool {
    let mut project = SAMPLE.clone();
    let changed = Script::new(data).changed_text(text(0), text(1));
    project.update(DOCUMENTS[0], Some(changed));
    let compiled = compile_scenario(&project, &project.scenarios[0]);
    hold(&project.sources, &project.diagnostics);
    hold(&project.sources, &compiled.diagnostics);
    let played = compiled.pack.is_some();
    if let Some(pack) = compiled.pack {
        assert!(project.diagnostics.is_empty() && compiled.diagnostics.is_empty());
        play(pack);
    }
    played
}

/// Compiles all of a project. Whether nothing is wrong with it.
fn judged(project: &Project) -> bool {
    let mut found = project.diagnostics.clone();
    for system in project.systems.values() {
        found.extend(compile_system(project, system).diagnostics.iter().cloned());
    }
    for scenario in &project.scenarios {
        found.extend(compile_scenario(project, scenario).diagnostics);
    }
    for case in &project.cases {
        found.extend(compile_case(project, case).diagnostics);
    }
    hold(&project.sources, &found);
    found.is_empty()
}

/// A law: every diagnostic points into the text it is about, and the first one can be shown.
fn hold(sources: &Sources, found: &[Diagnostic]) {
    for diagnostic in found {
        let places = diagnostic.related.iter().map(|(place, _)| *place);
        for place in places.chain([diagnostic.place]) {
            let text = &sources.get(place.file).text;
            assert!(
                text.get(place.start..place.end).is_some(),
                "{diagnostic:?} in {text:?}"
            );
        }
    }
    let first = &found[..found.len().min(1)];
    assert!(first.is_empty() || !for_people(sources, first, false).is_empty());
}
