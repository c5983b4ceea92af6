//! The meaning of names, their declarations, and renaming.

use super::trial::{marked, sample, shipped};
use crate::rename::edited;
use crate::{Place, Workspace, all_names, definition, hover, names_of, references, rename};
use cardwright_compiler::{Project, compile_case};
use cardwright_dsl::ast::{Site, each_name};
use std::collections::BTreeSet;
use std::fmt::Write;

const SET: &str = "cards/sample/basic.yaml";
const PLAY: &str = "systems/sample/play.cw";
const WORDS: &str = "systems/sample/words.cw";
const CASE: &str = "tests/conformance/sample/tricks.yaml";

/// The byte of the last letters of a part of a file.
fn at(workspace: &Workspace, file: &str, part: &str) -> usize {
    let text = workspace.text(file).expect("the file is there");
    text.find(part)
        .unwrap_or_else(|| panic!("{file} has no `{part}`"))
        + part.len()
}

#[test]
fn names_lead_to_their_declarations() {
    let workspace = sample("good");
    let mut told = String::new();
    for (file, part) in [
        (SET, "modify push-of"),
        (SET, "when g"),
        (SET, "bruise"),
        (SET, "hits > weight"),
        (SET, "weight of here"),
        (SET, "mood: sleepy"),
        (SET, "routes: [lane, ledge"),
        (SET, "at push.modify"),
        (SET, "add-face(dice"),
        (SET, "set dizzy"),
        (PLAY, "rival-of"),
        (PLAY, "take hits"),
        (PLAY, "rest(actor"),
        (PLAY, "owner of pushed"),
        (WORDS, "forbid rest when who"),
        (WORDS, "modify push-of + 1 when g is victim"),
        (CASE, "apple on one"),
        (CASE, "run push"),
        (CASE, "template: billy"),
        (CASE, "owner: south"),
        (CASE, "sets: [basic"),
    ] {
        let found = definition(&workspace, file, at(&workspace, file, part) - 1);
        let _ = match found {
            Some(found) => writeln!(told, "{part} -> {}", marked(&workspace, &found.declared)),
            None => writeln!(told, "{part} -> every system has it\n"),
        };
    }
    insta::assert_snapshot!(told);
}

#[test]
fn all_names_that_mean_one_thing_are_found() {
    let workspace = sample("good");
    let mut told = String::new();
    for (file, part) in [
        (WORDS, "value push-of"),
        (SET, "id: billy"),
        (WORDS, "token bruise"),
        (PLAY, "var hits"),
    ] {
        let _ = writeln!(told, "== {part}");
        for place in references(&workspace, file, at(&workspace, file, part) - 1) {
            let _ = write!(told, "{}", marked(&workspace, &place));
        }
    }
    insta::assert_snapshot!(told);
}

#[test]
fn names_rules_and_cards_are_told() {
    let workspace = sample("good");
    let mut told = String::new();
    for (file, part) in [
        (SET, "modify push-of"),
        (SET, "bruise"),
        (SET, "id: brass-bell"),
        (SET, "      at"),
        (CASE, "template: nanny"),
        (PLAY, "rival-of"),
        (PLAY, "var hits"),
    ] {
        let hover = hover(&workspace, file, at(&workspace, file, part) - 1);
        let _ = writeln!(
            told,
            "== {part}\n{}\n",
            hover.map_or("nothing".to_owned(), |hover| hover.text)
        );
    }
    insta::assert_snapshot!(told);
    let end = workspace.text(SET).map_or(0, str::len);
    assert_eq!(hover(&workspace, SET, end + 1000), None);
    assert_eq!(hover(&workspace, "nowhere.yaml", 0), None);
}

#[test]
fn a_name_that_is_given_another_name_and_its_own_again_leaves_every_byte() {
    for (file, part, new) in [
        (WORDS, "value push-of", "shove-of"),
        (WORDS, "token bruise", "bump"),
        (WORDS, "define rival-of", "foe-of"),
        (WORDS, "  strength", "might"),
        (WORDS, "sleepy", "drowsy"),
        (PLAY, "var hits", "knocks"),
        (PLAY, "step suffer", "bear"),
        (PLAY, "procedure push", "shove"),
        (SET, "id: billy", "william"),
    ] {
        let mut workspace = sample("good");
        let before = workspace.project().sources.clone();
        let old = part.rsplit([' ', ':']).next().unwrap_or_default();
        let place = at(&workspace, file, part) - old.len();
        rename_and_back(&mut workspace, (file, place), (old, new));
        for (_, known) in before.iter() {
            assert_eq!(
                workspace.text(&known.name),
                Some(known.text.as_str()),
                "{part}: {}",
                known.name
            );
        }
    }
}

fn rename_and_back(workspace: &mut Workspace, (file, mut place): (&str, usize), (old, new): (&str, &str)) {
    for name in [new, old] {
        let edits =
            rename(workspace, file, place, name).unwrap_or_else(|not| panic!("{old} -> {new}: {}", not.why));
        assert!(!edits.is_empty());
        let before = edits
            .iter()
            .filter(|one| one.place.file == file && one.place.start < place);
        let (came, gone) = before.fold((0, 0), |(came, gone), one| {
            (came + one.put.len(), gone + one.place.bytes().len())
        });
        place = place + came - gone;
        for (file, text) in edited(workspace, &edits) {
            assert!(workspace.edit(&file, text));
        }
        let wrong = failing(workspace.project());
        assert!(wrong.is_empty(), "{old} -> {new}: {wrong:?}");
        let found = definition(workspace, file, place).map(|one| one.declared);
        assert!(found.is_some(), "{old} -> {new}");
    }
}

/// The cases that do not compile.
fn failing(project: &Project) -> Vec<String> {
    let cases = project.cases.iter();
    let wrong = cases.filter(|case| !compile_case(project, case).diagnostics.is_empty());
    wrong
        .map(|case| project.sources.get(case.file).name.clone())
        .collect()
}

// Limit: MOST_NEW_NAME in service/src/rename.rs
#[test]
fn what_cannot_be_a_name_or_would_harm_is_refused() {
    let workspace = sample("good");
    let place = at(&workspace, WORDS, "value push-of") - 1;
    let why = |new: &str| {
        rename(&workspace, WORDS, place, new)
            .expect_err("it is refused")
            .why
    };
    assert!(why("when").contains("is not a name"));
    assert!(why("Push Of").contains("is not a name"));
    assert!(why("").contains("is not a name"));
    assert!(why(&"a".repeat(101)).contains("is not a name"));
    assert!(rename(&workspace, WORDS, place, &"a".repeat(100)).is_ok());
    assert!(why("rival-of").contains("error"), "{}", why("rival-of"));
    let keyword = at(&workspace, SET, "modify") - 1;
    assert!(rename(&workspace, SET, keyword, "x").is_err());
}

/// How many of the names in the rules of a system lead somewhere: all but those that are no uses.
fn share_of_known(workspace: &Workspace, system: &str) -> (usize, Vec<String>) {
    let project = workspace.project();
    let names = all_names(project, system, "");
    let (mut all, mut missed) = (0, Vec::new());
    for (_, file) in project.sources.iter() {
        let is_of = file.name.starts_with(&format!("systems/{system}/"))
            || file.name.starts_with(&format!("cards/{system}/"));
        if !is_of || file.name.ends_with("phrasebook.yaml") || file.name.ends_with("rulebook.yaml") {
            continue;
        }
        for block in crate::blocks::blocks(&file.name, &file.text) {
            let mut items = cardwright_dsl::parse_items(&block.text).0;
            let mut spans = BTreeSet::new();
            each_name(&mut items, &mut |text, span, site| {
                if site == Site::Uses && text != "it" && span.start < span.end {
                    spans.insert((span.start, text.clone()));
                }
            });
            for (start, text) in spans {
                all += 1;
                if names.at(&file.name, block.place(start)).is_none() {
                    let line = file.text[..block.place(start)].matches('\n').count() + 1;
                    missed.push(format!("{}:{line} {text}", file.name));
                }
            }
        }
    }
    (all, missed)
}

#[test]
fn nearly_every_name_of_a_system_is_known() {
    let workspace = sample("good");
    let (all, missed) = share_of_known(&workspace, "sample");
    assert!(all > 100, "{all}");
    assert!(
        missed.len() * 100 <= all,
        "{} of {all}: {missed:#?}",
        missed.len()
    );
}

#[test]
#[ignore = "reads all shipped content"]
fn nearly_every_name_of_the_shipped_systems_is_known() {
    let workspace = shipped();
    let systems: Vec<String> = workspace.project().systems.keys().cloned().collect();
    for system in systems {
        let (all, missed) = share_of_known(&workspace, &system);
        println!("{system}: {} of {all} names are not known", missed.len());
        missed.iter().take(30).for_each(|one| println!("  {one}"));
    }
}

#[test]
fn names_of_a_file_are_in_order_and_inside_of_it() {
    let workspace = sample("good");
    for file in [SET, PLAY, WORDS, CASE] {
        let names = names_of(&workspace, file);
        let length = workspace.text(file).map_or(0, str::len);
        assert!(names.of_file(file).is_sorted());
        assert!(names.of_file(file).iter().all(|one| one.place.end <= length));
        assert!(names.of_file(file).len() > 5, "{file}");
    }
    assert_eq!(names_of(&workspace, "nowhere.yaml").of_file("nowhere.yaml"), []);
    assert_eq!(references(&workspace, SET, usize::MAX), [] as [Place; 0]);
}
