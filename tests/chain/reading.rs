//! A part of a project that is read for a question answers it as the whole does.

use crate::workshop::{Copy, changes, check, hexes, pitch, root, sample, squares};
use cardwright_bytecode::container;
use cardwright_compiler::project::{Links, Question};
use cardwright_compiler::{Diagnostic, Project, compile_scenario, compile_system};
use std::path::{Path, PathBuf};

/// The diagnostics as lines, with the names of files instead of their numbers.
fn named<'a>(project: &Project, found: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<String> {
    let name = |one: &Diagnostic| project.sources.get(one.place.file).name.clone();
    let line = |one: &Diagnostic| {
        format!(
            "{}:{} {} {}",
            name(one),
            one.place.start,
            one.message,
            one.code.id
        )
    };
    let mut lines: Vec<String> = found.into_iter().map(line).collect();
    lines.sort();
    lines
}

fn part(root: &Path, question: Question<'_>) -> Project {
    Project::load_for(root, Links::Inside, question)
}

#[test]
fn every_scenario_that_is_read_alone_is_the_same_pack() {
    for root in [root(), sample(), changes(), hexes(), squares(), pitch()] {
        let whole = Project::load(&root);
        assert!(!whole.scenarios.is_empty());
        for scenario in &whole.scenarios {
            let name = &whole.sources.get(scenario.file).name;
            let part = part(&root, Question::Game(&root.join(name)));
            assert!(!part.is_whole() && part.diagnostics.is_empty(), "{name}");
            assert_eq!((part.scenarios.len(), part.cases.len()), (1, 0), "{name}");
            assert_eq!(part.systems.len(), 1, "{name}");
            let packs = [(&whole, scenario), (&part, &part.scenarios[0])];
            let [whole, part] = packs.map(|(project, scenario)| {
                let pack = compile_scenario(project, scenario)
                    .pack
                    .expect("shipped content compiles");
                container::encode(&pack, true)
            });
            assert!(whole == part, "{name}");
        }
    }
}

#[test]
fn all_games_are_read_without_cases() {
    let (whole, part) = (Project::load(&root()), part(&root(), Question::Games));
    assert!(!part.is_whole() && part.cases.is_empty() && part.diagnostics.is_empty());
    let ids = |project: &Project| {
        let scenarios = project.scenarios.iter();
        let mut ids: Vec<String> = scenarios.map(|one| one.doc.scenario.value.clone()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&whole), ids(&part));
    assert!(whole.sets.keys().eq(part.sets.keys()));
    assert!(whole.systems.keys().eq(part.systems.keys()));
}

#[test]
fn a_system_that_is_read_alone_is_the_same_pack() {
    let whole = Project::load(&root());
    for (id, system) in &whole.systems {
        let part = part(&root(), Question::System(id));
        assert!(!part.is_whole() && part.cases.is_empty() && part.scenarios.is_empty());
        let packs = [(&whole, system), (&part, &part.systems[id])];
        let [whole, part] = packs.map(|(project, system)| compile_system(project, system).pack.clone());
        assert!(whole.is_some() && whole == part, "{id}");
    }
    let card = whole
        .sets
        .values()
        .next_back()
        .and_then(|set| set.doc.cards.last());
    let card = &card.expect("there are cards").id.value;
    let part = part(&root(), Question::Card(card));
    assert_eq!(part.systems.len(), 1);
    assert!(
        part.sets
            .values()
            .any(|set| set.doc.cards.iter().any(|one| one.id.value == *card))
    );
}

/// Files of the shipped content in which a mistake is made, each with what is written and what instead.
const SLIPS: &[(&str, &str, &str)] = &[
    ("cards/x-wing/salvage.yaml", "- id: mine-sower", "- id: no-sower"),
    (
        "scenarios/dnd-attack-wing/flight-stage.yaml",
        "template: ",
        "template: no-",
    ),
    ("libraries/flight/round.cw", "not placed of c", "not plaecd of c"),
];

#[test]
fn what_is_told_of_a_part_is_told_of_the_whole() {
    for (file, find, put) in SLIPS {
        let copy = Copy::of(&root());
        let text = copy.text(file);
        assert!(text.contains(find), "{file}: {find}");
        copy.write(file, &text.replacen(find, put, 1));
        let whole = copy.project();
        let path = [copy.path(file)];
        let part = part(copy.folder(), Question::Dependents(&path));
        let of_whole = check(&whole);
        let is_asked = |name: &str| name == *file;
        let dependents = whole.dependents(&is_asked);
        assert!(!part.is_whole(), "{file}");
        assert_eq!(dependents, part.dependents(&is_asked), "{file}");
        let of_part = check(&part);
        let own = |project: &Project, one: &&Diagnostic| {
            let name = &project.sources.get(one.place.file).name;
            is_asked(name) || dependents.contains(name)
        };
        let told = [(&whole, &of_whole), (&part, &of_part)]
            .map(|(project, found)| named(project, found.iter().filter(|one| own(project, one))));
        assert_eq!(told[0], told[1], "{file}");
        // Whatever an error is in depends on the file that has the slip.
        assert_eq!(named(&whole, &of_whole), told[0], "{file}");
        assert!(!told[0].is_empty(), "{file}");
    }
}

#[test]
fn what_does_not_lie_in_its_place_is_looked_for_everywhere() {
    let copy = Copy::of(&sample());
    let set = "set: extra\nsystem: elsewhere\ntitle: More\ncards: []\n";
    copy.write("cards/sample/extra.yaml", set);
    let paths: Vec<PathBuf> = vec![copy.path("cards/sample/extra.yaml")];
    assert!(part(copy.folder(), Question::Dependents(&paths)).is_whole());
    let paths: Vec<PathBuf> = vec![copy.path("cards")];
    assert!(part(copy.folder(), Question::Dependents(&paths)).is_whole());
    let nobody = part(copy.folder(), Question::Card("nobody"));
    assert!(nobody.is_whole());
}

#[test]
fn a_case_is_read_without_the_others() {
    let case = root().join("tests/conformance/x-wing");
    let whole = Project::load(&root());
    let name = whole.cases.iter().map(|case| &whole.sources.get(case.file).name);
    let mut name = name.filter(|name| name.starts_with("tests/conformance/x-wing/"));
    let paths = [root().join(name.next().expect("there are cases"))];
    assert!(paths[0].starts_with(case));
    let part = part(&root(), Question::Needed(&paths));
    assert_eq!((part.is_whole(), part.cases.len()), (false, 1));
    assert!(check(&part).is_empty());
}
