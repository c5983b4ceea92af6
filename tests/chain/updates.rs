//! A project that changes file by file is the project that is read anew.

use crate::workshop::{Copy, check, sample};
use cardwright_compiler::{Project, for_people};
use std::collections::BTreeMap;

const PLAY: &str = "systems/sample/play.cw";
const CARDS: &str = "cards/sample/basic.yaml";
const DUEL: &str = "scenarios/sample/duel.yaml";
const NEW: &str = "cards/sample/unsaved.yaml";

/// All that a project says of itself: its documents by name, and what is wrong with it.
fn account(project: &Project) -> String {
    let name = |file| project.sources.get(file).name.clone();
    let sets = project
        .sets
        .iter()
        .map(|(key, set)| format!("{key:?} {} {:?}", name(set.file), set.doc));
    let scenarios = project
        .scenarios
        .iter()
        .map(|one| format!("{} {:?}", name(one.file), one.doc));
    let cases = project
        .cases
        .iter()
        .map(|one| format!("{} {:?}", name(one.file), one.doc));
    let systems = project
        .systems
        .values()
        .map(|one| format!("{} {:?} {:?}", name(one.file), one.doc, one.ledger));
    let texts = project
        .sources
        .iter()
        .map(|(_, file)| format!("{}:\n{}", file.name, file.text));
    let documents: Vec<String> = sets
        .chain(scenarios)
        .chain(cases)
        .chain(systems)
        .chain(texts)
        .collect();
    let found = check(project);
    format!(
        "{}\n{}",
        documents.join("\n"),
        for_people(&project.sources, &found, false)
    )
}

/// Texts for one file, one after the other; nothing is the text on the disk.
fn steps() -> Vec<(&'static str, Option<String>)> {
    let copy = Copy::of(&sample());
    let with = |file: &str, find: &str, put: &str| {
        let text = copy.text(file);
        assert!(text.contains(find), "{file}: {find}");
        Some(text.replacen(find, put, 1))
    };
    let extra = "set: unsaved\nsystem: sample\ntitle: New\ncards: []\n";
    vec![
        (PLAY, with(PLAY, "give 3 apple to g", "give 3 aple to g")),
        (
            CARDS,
            with(CARDS, "add-face(dice, butt, 1)", "add-face(dice, but, 1)"),
        ),
        (PLAY, None),
        (CARDS, with(CARDS, "cards:", "crads:")),
        (DUEL, with(DUEL, "template: billy", "template: bily")),
        (CARDS, None),
        (NEW, Some(extra.to_owned())),
        (NEW, Some(extra.replace("set: unsaved", "set: basic"))),
        (DUEL, Some("scenario duel".to_owned())),
        (NEW, None),
        (DUEL, None),
    ]
}

#[test]
fn each_update_gives_the_project_that_is_read_anew() {
    let mut project = Project::load(&sample());
    let first = account(&project);
    let mut overlay = BTreeMap::new();
    for (name, text) in steps() {
        match text.clone() {
            Some(text) => drop(overlay.insert(name.to_owned(), text)),
            None => drop(overlay.remove(name)),
        }
        project.update(name, text);
        let anew = Project::load_with(&sample(), overlay.clone());
        assert_eq!(account(&project), account(&anew), "after {name}");
    }
    assert_eq!(account(&project), first);
}

#[test]
fn a_new_document_need_not_be_on_the_disk() {
    let text = "set: unsaved\nsystem: sample\ntitle: New\ncards: []\n";
    let project = Project::load_with(&sample(), BTreeMap::from([(NEW.to_owned(), text.to_owned())]));
    assert!(
        project
            .sets
            .contains_key(&("sample".to_owned(), "unsaved".to_owned()))
    );
    assert!(project.diagnostics.is_empty());
}

#[test]
fn a_system_reads_no_files_outside_its_folder() {
    for name in ["../../cards/sample/basic.yaml", "/dev/zero", "play.cw/.."] {
        let copy = Copy::of(&sample()).with("systems/sample/system.yaml", "play.cw", name);
        let project = copy.project();
        let told = for_people(&project.sources, &project.diagnostics, false);
        assert!(
            told.contains("must be a file in the folder of the system"),
            "{told}"
        );
    }
}
