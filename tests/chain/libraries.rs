//! A library is content as if it stood in each system that uses it; what is wrong is told once, where it stands.

use crate::workshop::{Copy, account, check, compiled, played, project, root};
use cardwright_compiler::source::SourceFile;
use cardwright_compiler::{Diagnostic, Project, check_library, compile_system};
use cardwright_dsl::ast::{ItemKind, each_name};
use cardwright_dsl::parse_items;
use std::path::PathBuf;

const WALKS: &str = "libraries/walks/walks.cw";
const NEEDS: &str = "libraries/walks/needs.cw";
const GOATS: &str = "systems/goats/goats.cw";
const SYSTEM: &str = "systems/goats/system.yaml";

/// The sample of a library: two games of herds that share how they walk.
fn herds() -> PathBuf {
    root().join("tests/samples/herds")
}

/// The errors of the sample after a change: code, file, the text at the place, and message.
fn told(file: &str, from: &str, to: &str) -> Vec<(String, String, String, String)> {
    let project = Copy::of(&herds()).with(file, from, to).project();
    let found = check(&project);
    let errors = found.iter().filter(|one| one.code.id < "cw05");
    errors.map(|one| parts(&project, one)).collect()
}

fn parts(project: &Project, one: &Diagnostic) -> (String, String, String, String) {
    let SourceFile { name, text, .. } = project.sources.get(one.place.file);
    let at = text.get(one.place.start..one.place.end).unwrap_or_default();
    (
        one.code.id.to_owned(),
        name.clone(),
        at.to_owned(),
        one.message.clone(),
    )
}

/// The only thing that is said.
fn only(file: &str, from: &str, to: &str) -> (String, String, String, String) {
    let mut told = told(file, from, to);
    assert_eq!(told.len(), 1, "{told:#?}");
    told.remove(0)
}

#[test]
fn the_sample_is_fine_and_its_cases_run_in_each_system() {
    let project = Project::load(&herds());
    assert_eq!(check(&project), Vec::new());
    let systems = project.cases.iter().map(|case| case.doc.system.value.as_str());
    assert_eq!(systems.collect::<Vec<_>>(), ["goats", "goats", "sheep", "sheep"]);
}

#[test]
fn a_system_with_a_library_plays_as_if_the_library_were_written_in_it() {
    let shared = Project::load(&herds());
    let copy = Copy::of(&herds());
    // The library's text with the names of the goats, in the goats' own file.
    let library: String = [WALKS, "libraries/walks/defaults.cw"]
        .map(|file| copy.text(file))
        .concat();
    let library = library
        .replace("walker", "goat")
        .replace("tired", "dizzy")
        .replace("herd-of", "goats-of")
        .replace("steps", "walked");
    copy.write(GOATS, &format!("{}\n{library}", copy.text(GOATS)));
    let uses = copy.text(SYSTEM);
    let (before, _) = uses.split_once("uses:").expect("it uses a library");
    let tables = "tables:\n  pace: { trot: { length: 2 }, amble: { length: 1 } }\n";
    copy.write(SYSTEM, &format!("{before}{tables}"));
    let inlined = copy.project();
    let games = [&shared, &inlined].map(|project| account(&played(&compiled(project, "meadow"), 1)));
    assert!(!games[0].is_empty());
    assert_eq!(games[0], games[1]);
}

#[test]
fn places_of_what_a_library_gives_are_in_its_own_files() {
    let project = Project::load(&herds());
    let compiled = compile_system(&project, &project.systems["goats"]);
    let mut functions = compiled.program.functions.iter();
    let walk = functions
        .find(|function| function.name == "walk")
        .expect("the procedure is there");
    assert_eq!(project.sources.get(walk.place.file).name, WALKS);
}

#[test]
fn an_error_in_a_library_is_told_once_in_its_own_words() {
    let (code, file, at, message) = only(WALKS, "all walker w where owner", "all walker w where ownr");
    assert_eq!((file.as_str(), at.as_str()), (WALKS, "ownr"), "{code} {message}");
    let (_, file, at, message) = only(WALKS, "give 1 tired", "give 1 tried");
    assert_eq!((file.as_str(), at.as_str()), (WALKS, "tried"), "{message}");
    let (code, file, ..) = only(WALKS, "step go {", "step go");
    assert_eq!(file, WALKS, "{code}");
}

#[test]
fn a_library_is_checked_on_its_own() {
    let copy = Copy::of(&herds());
    let project = copy
        .with(NEEDS, "piece walker { steps", "piece walker { paces")
        .project();
    let found = check_library(&project, &project.libraries["walks"]);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(parts(&project, &found[0]).1, WALKS);
}

#[test]
fn what_a_system_lacks_is_told_in_its_document() {
    let (code, file, at, message) = only(SYSTEM, "tired: dizzy", "tired: dizy");
    assert_eq!(
        (code.as_str(), file.as_str(), at.as_str()),
        ("cw0232", SYSTEM, "dizy")
    );
    assert!(message.contains("`walks` needs a token `dizy`"), "{message}");
    let (code, file, at, _) = only(
        "systems/sheep/sheep.cw",
        "define strength-of (who",
        "define power-of (who",
    );
    let expected = ("cw0232", "systems/sheep/system.yaml", "walks");
    assert_eq!((code.as_str(), file.as_str(), at.as_str()), expected);
}

#[test]
fn what_a_system_declares_otherwise_is_told_where_it_does() {
    let cases = [
        (
            "walked: number state",
            "walked: number",
            "goat",
            "should be `state`",
        ),
        (
            "walked: number state",
            "walked: length state",
            "goat",
            "`length`, not `number`",
        ),
        (
            "(who: goat) = horns of who",
            "(g: goat) = horns of g",
            "strength-of",
            "`(g: goat)`, not `(who: goat)`",
        ),
        (
            "token dizzy on goat",
            "piece dog { size: number }\ntoken dizzy on dog",
            "dizzy",
            "cannot be on a `goat`",
        ),
        (
            "value strength-of (who: goat) =",
            "value strength-of (who: goat): length = 1 inches *",
            "strength-of",
            "`length`, not `number`",
        ),
    ];
    for (from, to, at, why) in cases {
        let project = Copy::of(&herds()).with(GOATS, from, to).project();
        let found = check(&project);
        let found = found.iter().find(|one| one.code.id == "cw0233");
        let found = parts(&project, found.unwrap_or_else(|| panic!("{to}: nothing is said")));
        assert_eq!((found.1.as_str(), found.2.as_str()), (GOATS, at), "{to}");
        assert!(found.3.contains(why), "{to}: {}", found.3);
    }
}

#[test]
fn a_name_that_both_declare_shows_both() {
    let project = Copy::of(&herds())
        .with(GOATS, "token dizzy", "record pace { size: number }\ntoken dizzy")
        .project();
    let found = check(&project);
    let doubled = found
        .iter()
        .find(|one| one.code.id == "cw0103")
        .expect("it is told");
    let places = doubled.related.iter().map(|one| one.0).chain([doubled.place]);
    let mut files: Vec<_> = places
        .map(|place| project.sources.get(place.file).name.as_str())
        .collect();
    files.sort_unstable();
    assert_eq!(files, [WALKS, GOATS]);
}

#[test]
fn names_are_replaced_only_where_they_mean_one_thing() {
    let (code, _, at, _) = only(SYSTEM, "herd-of: goats-of", "herd-of: goats-of, hrd-of: goats");
    assert_eq!((code.as_str(), at.as_str()), ("cw0234", "hrd-of"));
    // `how` is a parameter of the library: what stands for something else cannot be called so.
    let told = told(SYSTEM, "herd-of: goats-of", "herd-of: how");
    assert_eq!(
        (told[0].0.as_str(), told[0].2.as_str()),
        ("cw0234", "how"),
        "{told:#?}"
    );
    let (code, _, at, message) = only(SYSTEM, "herd-of: goats-of", "herd-of: goats-of, who: goat-who");
    assert_eq!((code.as_str(), at.as_str()), ("cw0234", "who"));
    assert!(message.contains("several things"), "{message}");
    let (code, _, at, _) = only(SYSTEM, "herd-of: goats-of", "herd-of: goats-of, go: gallop");
    assert_eq!((code.as_str(), at.as_str()), ("cw0234", "go"));
}

#[test]
fn a_default_gives_way_to_what_a_system_declares() {
    let project = Project::load(&herds());
    let names = |id: &str| {
        let compiled = compile_system(&project, &project.systems[id]);
        let functions = compiled.program.functions.iter();
        let all = functions.filter(|function| function.name == "longest-walk");
        let files = all.map(|function| project.sources.get(function.place.file).name.clone());
        files.collect::<Vec<_>>()
    };
    assert_eq!(names("goats"), ["libraries/walks/defaults.cw"]);
    assert_eq!(names("sheep"), ["systems/sheep/sheep.cw"]);
    let (code, file, at, _) = only(
        "systems/sheep/sheep.cw",
        "define longest-walk: number = 1",
        "define longest-walk: length = 1 inches",
    );
    let expected = ("cw0233", "systems/sheep/sheep.cw", "longest-walk");
    assert_eq!((code.as_str(), file.as_str(), at.as_str()), expected);
}

#[test]
fn a_case_that_a_system_cannot_run_is_an_error() {
    let (code, file, at, _) = only(SYSTEM, "    stage: meadow\n", "");
    assert_eq!(
        (code.as_str(), file.as_str(), at.as_str()),
        ("cw0235", SYSTEM, "walks")
    );
    let (code, file, at, _) = only(SYSTEM, "stage: meadow", "stage: maedow");
    assert_eq!(
        (code.as_str(), file.as_str(), at.as_str()),
        ("cw0214", SYSTEM, "maedow")
    );
    let case = "libraries/walks/cases/a-walk-tires.yaml";
    let (code, file, at, _) = only(case, "proves: []", "proves: [GTS-1, SHP-1, COW-1]");
    assert_eq!(
        (code.as_str(), file.as_str(), at.as_str()),
        ("cw0209", case, "COW-1")
    );
    let (code, file, ..) = only(case, "proves: []", "proves: []\nplayers: [{ id: a, name: A }]");
    assert_eq!((code.as_str(), file.as_str()), ("cw0235", case));
    let (code, file, at, _) = only(case, "run walk(one, amble)", "run walk(two, amble)");
    assert_eq!((file.as_str(), at.as_str()), (case, "two"), "{code}");
}

#[test]
fn a_library_is_used_once_and_has_the_name_of_its_folder() {
    let twice = "  - library: walks\n    with: { walker: goat, tired: dizzy, herd-of: goats-of, steps: walked }\n    stage: meadow\n";
    let (code, file, ..) = only(SYSTEM, "uses:\n", &format!("uses:\n{twice}"));
    assert_eq!((code.as_str(), file.as_str()), ("cw0103", SYSTEM));
    let copy = Copy::of(&herds());
    copy.write(
        "libraries/odd/library.yaml",
        "library: even\ntitle: Odd\nfiles: []\n",
    );
    let found = check(&copy.project());
    assert!(found.iter().any(|one| one.code.id == "cw0012"), "{found:#?}");
}

#[test]
fn what_lies_in_a_library_and_is_not_read_is_told() {
    let copy = Copy::of(&herds());
    copy.write("libraries/walks/spare.cw", "deck hay\n");
    copy.write("libraries/lost/lost.cw", "deck hay\n");
    let project = copy.project();
    let found: Vec<_> = check(&project).iter().map(|one| parts(&project, one)).collect();
    let files: Vec<&str> = found.iter().map(|one| one.1.as_str()).collect();
    assert_eq!(
        files,
        ["libraries/walks/spare.cw", "libraries/lost"],
        "{found:#?}"
    );
}

#[test]
fn a_change_of_a_library_reaches_every_system() {
    let mut project = Project::load(&herds());
    let text = std::fs::read_to_string(herds().join(WALKS)).expect("it is there");
    project.update(
        WALKS,
        Some(text.replace("give 1 tired to who", "give 2 tired to who")),
    );
    let fresh = Copy::of(&herds())
        .with(WALKS, "give 1 tired to who", "give 2 tired to who")
        .project();
    let hashes = [&project, &fresh].map(|project| compiled(project, "meadow").hash());
    assert_eq!(hashes[0], hashes[1]);
    assert_ne!(hashes[0], compiled(&Project::load(&herds()), "meadow").hash());
}

#[test]
fn cases_of_a_library_that_nobody_uses_are_an_error() {
    let copy = Copy::of(&herds());
    for file in [SYSTEM, "systems/sheep/system.yaml"] {
        let text = copy.text(file);
        let (before, _) = text.split_once("uses:").expect("it uses a library");
        copy.write(file, before);
    }
    let project = copy.project();
    let found: Vec<_> = check(&project).iter().map(|one| parts(&project, one)).collect();
    let told = found.iter().find(|one| one.0 == "cw0235").expect("it is told");
    assert_eq!(told.1, "libraries/walks/library.yaml");
}

#[test]
fn every_name_of_a_tree_can_be_replaced() {
    let files = project().sources.iter().map(|(_, file)| file);
    let files = files.filter(|file| file.name.ends_with(".cw"));
    let mut seen = 0;
    for file in files {
        let (mut items, faults) = parse_items(&file.text);
        assert!(faults.is_empty(), "{}", file.name);
        // The shape of a board is a word of the language.
        items.retain(|item| !matches!(item.kind, ItemKind::Board { .. }));
        each_name(&mut items, &mut |name, _, _| name.push('!'));
        let tree = format!("{items:?}");
        // Labels and questions are texts for people, and begin with a capital letter.
        let names = tree
            .split("text: \"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        let is_name = |name: &&str| {
            // What is told has blanks, or values in braces.
            name.starts_with(|letter: char| letter.is_ascii_lowercase()) && !name.contains([' ', '{'])
        };
        for name in names.filter(is_name) {
            assert!(name.ends_with('!'), "{}: `{name}` was not visited", file.name);
            seen += 1;
        }
    }
    assert!(seen > 5_000, "only {seen} names");
}
