//! Searches in a small game: a fault that two cards have only together is found, and made small.

use super::play::{Law, Start, Table, played};
use super::{Request, State, tried};
use cardwright_compiler::Project;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Each of these cards is fine. Where the first two lie on one goat, the second counts to what the first has written.
const FEUD: &str = "\
set: feud
system: sample
title: Bells that quarrel
rules: |
  state hoard (keeper: goat): number
cards:
  - id: dragon-bell
    kind: bell
    name: Dragon Bell
    facts: { weight: 1, mood: calm }
    rules: |
      before push always { set hoard(you) to 900000000 }
  - id: miser-bell
    kind: bell
    name: Miser Bell
    facts: { weight: 1, mood: calm }
    rules: |
      after push when pusher is you { repeat hoard(you) times { give 1 apple to you } }
  - id: plain-bell
    kind: bell
    name: Plain Bell
    facts: { weight: 1, mood: calm }
    rules: |
      modify push-of + 1 when g is you
      after push when pusher is you { give 1 apple to you }
  - id: quiet-bell
    kind: bell
    name: Quiet Bell
    facts: { weight: 1, mood: calm }
    rules: |
      trick \"Shake it off\" when actor is you and bruise on you > 0 { take 1 bruise from you }
  - id: mere-bell
    kind: bell
    name: Mere Bell
    facts: { weight: 1, mood: calm }
";

fn project() -> Project {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples/good");
    let overlay = BTreeMap::from([("cards/sample/feud.yaml".to_owned(), FEUD.to_owned())]);
    let project = Project::load_with(&root, overlay);
    assert!(project.diagnostics.is_empty(), "{:?}", project.diagnostics);
    project
}

fn request<'a>(cards: &'a [String]) -> Request<'a> {
    Request {
        system: "sample",
        set: "feud",
        others: false,
        cards,
        seed: 1,
        time: Duration::from_secs(600),
    }
}

fn named(pair: &[String; 2]) -> [&str; 2] {
    [pair[0].as_str(), pair[1].as_str()]
}

#[test]
fn a_fault_that_two_cards_have_together_is_shrunk_to_a_case_that_fails() {
    let report = tried(&project(), &request(&[]), &|_, _| {}).expect("the set can be played");
    let [found] = report.failures.as_slice() else {
        panic!("{:?}", report.failures);
    };
    assert_eq!(found.cards, ["dragon-bell", "miser-bell"]);
    assert_eq!(found.law, Law::Runs);
    assert!(found.fails, "{:?}", found.case);
    let case = found.case.as_ref().expect("it can be written");
    assert!(
        !case.contains("plain-bell") && !case.contains("quiet-bell"),
        "{case}"
    );
}

#[test]
fn cards_meet_over_what_both_touch_and_the_share_that_acts_together_is_told() {
    let report = tried(&project(), &request(&[]), &|_, _| {}).expect("the set can be played");
    assert_eq!((report.cards, report.plain), (4, 1));
    let pairs: BTreeMap<[&str; 2], (&str, State)> = report
        .pairs
        .iter()
        .map(|pair| (named(&pair.cards), (pair.over.as_str(), pair.state)))
        .collect();
    let over = |one, other| pairs.get(&[one, other]).map(|pair| pair.0);
    assert_eq!(over("dragon-bell", "miser-bell"), Some("the state `hoard`"));
    assert_eq!(over("miser-bell", "plain-bell"), Some("the window `after push`"));
    assert_eq!(over("dragon-bell", "quiet-bell"), None);
    assert_eq!(pairs[&["miser-bell", "plain-bell"]].1, State::Exercised);
    assert!(report.is_complete);
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let told = || format!("{:?}", tried(&project(), &request(&[]), &|_, _| {}));
    assert_eq!(told(), told());
}

#[test]
fn named_cards_are_tried_alone_with_one_another() {
    let cards = ["miser-bell".to_owned(), "plain-bell".to_owned()];
    let report = tried(&project(), &request(&cards), &|_, _| {}).expect("the set can be played");
    assert_eq!(report.pairs.len(), 1);
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    let unknown = ["mere-bell".to_owned()];
    assert!(tried(&project(), &request(&unknown), &|_, _| {}).is_err());
}

#[test]
fn without_time_all_pairs_are_left_out_and_that_is_told() {
    let late = Request {
        time: Duration::ZERO,
        ..request(&[])
    };
    let report = tried(&project(), &late, &|_, _| {}).expect("the set can be read");
    assert!(!report.is_complete);
    assert_eq!(report.count(State::LeftOut), report.pairs.len());
    assert_eq!(report.games, 0);
}

const START: Start = Start {
    seed: 3,
    follows: false,
};

/// A table of the sample game as it is.
fn table() -> Table {
    use super::catalog::Catalog;
    use super::stage::Stage;
    let project = project();
    let sets = ["basic".to_owned()];
    let system = &project.systems["sample"];
    let (pack, program) = cardwright_compiler::compile_common(&project, system, &sets).expect("it compiles");
    let catalog = Catalog::of(&project, "sample", &sets, (&pack, &program));
    let stage = Stage::of_scenario(&project.scenarios[0], &sets);
    Table::of(&project, &catalog, &stage, &[]).expect("it compiles")
}

#[test]
fn a_game_that_comes_out_otherwise_breaks_the_law_of_its_half() {
    let table = table();
    let game = played(&table, START, 20);
    assert_eq!(game.breach, None);
    let hashes = super::play::hashes(&table, START, &game.answers);
    assert_eq!(
        super::play::repeats(&table, START, &game.answers, &hashes),
        Ok(())
    );
    let last = hashes.len() - 1;
    for (at, law) in [(0, Law::Replayed), (last, Law::Restored)] {
        let mut wrong = hashes.clone();
        wrong[at][0] ^= 1;
        let broken = super::play::repeats(&table, START, &game.answers, &wrong);
        assert_eq!(broken.expect_err("it differs").law, law);
    }
}
