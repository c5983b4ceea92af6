//! A project that changes file by file is the project that is read anew.

use crate::workshop::{Copy, check, root, sample};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::{Code, Depth, Project, codes, compile_system, for_people, review_to};
use std::collections::BTreeMap;

const PLAY: &str = "systems/sample/play.cw";
const CARDS: &str = "cards/sample/basic.yaml";
const DUEL: &str = "scenarios/sample/duel.yaml";
const NEW: &str = "cards/sample/unsaved.yaml";

/// The account of a project: its documents by name, and its diagnostics.
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
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
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

/// The codes that are told only once the rules of all are known.
const LATE: [&Code; 3] = [codes::RECURSION, codes::TELLS_A_SECRET, codes::TOO_LARGE];

/// How many changes are made to the cards of each system.
const CHANGES: usize = 8;

/// A change of a card set as a hand makes it, in the rules of some card: another number, a word less, or a word of
/// elsewhere. Many of these are errors.
fn changed(text: &str, random: &mut impl FnMut(usize) -> usize) -> Option<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut in_rules = false;
    let mut rules = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        in_rules =
            line.ends_with("rules: |") || (in_rules && (line.is_empty() || line.starts_with("      ")));
        if in_rules && !line.ends_with("rules: |") && !line.trim().is_empty() {
            rules.push(at);
        }
    }
    let at = *rules.get(random(rules.len().max(1)))?;
    let indent = lines[at].len() - lines[at].trim_start().len();
    let mut words: Vec<String> = lines[at].split_whitespace().map(str::to_owned).collect();
    let word = random(words.len());
    match random(3) {
        0 => match words.iter().position(|word| word.parse::<u32>().is_ok()) {
            Some(number) => words[number] = random(9).to_string(),
            None => drop(words.remove(word)),
        },
        1 => drop(words.remove(word)),
        _ => {
            let other: Vec<&str> = lines[rules[random(rules.len())]].split_whitespace().collect();
            words[word] = other[random(other.len())].to_owned();
        }
    }
    let line = format!("{:indent$}{}", "", words.join(" "));
    let mut lines = lines;
    lines[at] = &line;
    Some(lines.join("\n"))
}

#[test]
fn errors_that_are_found_again_are_those_of_a_whole_check() {
    let mut project = Project::load(&root());
    let mut state: u64 = 7;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(state >> 33).expect("31 bits fit") % below.max(1)
    };
    let (mut wrong, mut quick) = (0, 0);
    let systems: Vec<String> = project.systems.keys().cloned().collect();
    for system in systems {
        let sets = project.sets.iter().filter(|(key, _)| key.0 == system);
        let files = sets.map(|(_, set)| project.sources.get(set.file));
        let files: Vec<(String, String)> = files.map(|file| (file.name.clone(), file.text.clone())).collect();
        for change in 0..CHANGES {
            let (name, text) = &files[random(files.len())];
            let Some(text) = changed(text, &mut random) else {
                continue;
            };
            // Most changes are taken back; the others stay for a while, so that errors meet.
            let back = change % 4 > 0;
            for text in [Some(text), None].into_iter().take(1 + usize::from(back)) {
                project.update(name, text);
                let again = compile_system(&project, &project.systems[&system]);
                let anew = project.clone();
                let anew = compile_system(&anew, &anew.systems[&system]);
                wrong += usize::from(!anew.diagnostics.is_empty());
                assert_eq!(again.diagnostics, anew.diagnostics, "{name}");
                assert_eq!(again.pack, anew.pack, "{name}");
                let of_file = anew
                    .diagnostics
                    .iter()
                    .filter(|one| project.sources.get(one.place.file).name == *name);
                let soon = of_file.filter(|one| !LATE.contains(&one.code)).cloned();
                let at_once = project.errors_in(name);
                assert_eq!(at_once, soon.collect::<Vec<_>>(), "{name}");
                quick += at_once.len();
            }
            if change % 8 == 7 {
                files.iter().for_each(|(name, _)| project.update(name, None));
            }
        }
        for (name, _) in &files {
            project.update(name, None);
        }
    }
    assert!(
        wrong >= CHANGES && quick >= CHANGES,
        "{wrong} with errors, {quick} at once"
    );
}

/// Compares the diagnostics of a project that has changed, after one step, with those of a new look.
fn compare(project: &Project, step: &str) -> usize {
    let nothing = |_: &_, _: &_, _: &_| Vec::new();
    let parts = [Depth::Errors, Depth::Games].map(|depth| review_to(project, depth, &nothing));
    let found = check(project);
    assert_eq!(found, check(&project.clone()), "{step}");
    // The first parts say nothing that the last one takes back.
    for one in parts.iter().flatten() {
        assert!(found.contains(one), "{step}: {one:?}");
    }
    found.len()
}

#[test]
fn what_is_remembered_says_what_a_new_look_says() {
    let mut project = Project::load(&sample());
    compare(&project, "at first");
    for (name, text) in steps() {
        project.update(name, text);
        compare(&project, name);
    }
}

#[test]
fn a_change_of_one_game_is_found_among_several() {
    let mut project = Project::load(&root());
    assert_eq!(compare(&project, "at first"), 0);
    let slips = [
        ("cards/x-wing/salvage.yaml", "- id: mine-sower", "- id: no-sower"),
        ("libraries/flight/round.cw", "not placed of c", "not plaecd of c"),
    ];
    for (name, find, put) in slips {
        let text = std::fs::read_to_string(root().join(name)).expect("it is shipped");
        assert!(text.contains(find), "{name}");
        project.update(name, Some(text.replacen(find, put, 1)));
        assert!(compare(&project, name) > 0);
        project.update(name, Some(text));
        assert_eq!(compare(&project, name), 0);
    }
}

/// A review plays no case, and says all the same what of it could not be played.
#[test]
fn what_a_case_has_too_much_of_is_told_by_a_review() {
    let case = "tests/conformance/sample/two-windows-one-limit.yaml";
    let lets: String = (0..300).map(|at| format!("let n{at} = apple on one ")).collect();
    let uses: String = (0..300).map(|at| format!("give n{at} apple to one ")).collect();
    let large = format!("run push(one, two)\n  {lets}{uses}\nrules: |");
    let copy = Copy::of(&sample()).with(case, "run push(one, two)\nrules: |", &large);
    let found = check(&copy.project());
    assert_eq!(
        found.iter().map(|one| one.code).collect::<Vec<_>>(),
        [codes::TOO_LARGE]
    );
    assert_eq!(check(&Project::load(&sample())).len(), 0);
}

#[test]
fn one_changed_card_asks_few_questions_again() {
    let mut project = Project::load(&root());
    let name = "cards/x-wing/salvage.yaml";
    let text = std::fs::read_to_string(root().join(name)).expect("it is shipped");
    assert_eq!(check(&project).len(), 0);
    let first = project.take_asked();
    assert_eq!(first["tried"], project.cases.len());
    // Nothing has changed.
    assert_eq!(check(&project).len(), 0);
    assert!(project.take_asked().is_empty());
    // A comment behind the last card.
    project.update(name, Some(format!("{text}# a note\n")));
    assert_eq!(check(&project).len(), 0);
    let again = project.take_asked();
    // Of what it begins with, only that which has the set is made again.
    assert!(again["base"] * 10 < first["base"], "{again:?}");
    let plays_with = |sets: &[String]| sets.iter().any(|set| set == "salvage");
    let own = project
        .cases
        .iter()
        .filter(|case| case.doc.system.value == "x-wing");
    let own: Vec<_> = own.collect();
    let of_set = |names: &[String]| usize::from(plays_with(names));
    let sets = |case: &cardwright_compiler::project::Loaded<CaseDoc>| -> Vec<String> {
        case.doc.sets.iter().map(|set| set.value.clone()).collect()
    };
    let named: usize = own.iter().map(|case| of_set(&sets(case))).sum();
    assert!(again["tried"] < own.len() && again["tried"] >= named, "{again:?}");
    let of_one = ["system", "lints", "phrases", "part_of_rules"];
    for question in of_one {
        assert_eq!(again[question], 1, "{question}: {again:?}");
    }
    assert!(
        !again.contains_key("declared") && !again.contains_key("library"),
        "{again:?}"
    );
}
