//! Work for which a person waits, with the shipped content: the beginning of a game, a check of everything
//! with its cases and without, a check of one card set, and the answer to a change while `check --watch`
//! runs.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benches read what they measure"
)]

use cardwright_benches::cards::card_sets_of;
use cardwright_benches::content::{pack_of, project_with, repository_root, sample_root};
use cardwright_compiler::project::{Links, Question};
use cardwright_compiler::{Depth, Diagnostic, Project, compile_scenario, review, review_to};
use cardwright_core::{Content, Game};
use divan::Bencher;
use std::path::PathBuf;

fn main() {
    divan::main();
}

fn root() -> PathBuf {
    repository_root().canonicalize().expect("it is this repository")
}

/// One scenario of each game.
const SCENARIOS: [&str; 4] = [
    "dnd-attack-wing/in-for-a-penny",
    "dnd-miniatures/quick-start",
    "heroscape/the-gorge",
    "x-wing/skirmish",
];

/// From the name of a file to the first decision of its game.
#[divan::bench(args = SCENARIOS, sample_count = 20, sample_size = 1)]
fn first_decision(scenario: &str) {
    let root = root();
    let file = root.join("scenarios").join(format!("{scenario}.yaml"));
    let project = Project::load_for(&root, Links::Inside, Question::Game(&file));
    assert!(!project.is_whole());
    let compiled = compile_scenario(&project, &project.scenarios[0]);
    let mut game = Game::new(&Content::new(pack_of(&project, compiled)), 1);
    game.advance();
    assert!(game.decision().is_some());
}

/// The whole work of `check`.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn check_everything() {
    let project = Project::load(&root());
    assert!(project.cases.len() > 1000 && review(&project).is_empty());
}

/// A check of everything without cases: the difference from the one above is the time of the cases.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn check_without_cases() {
    let project = Project::load(&root());
    assert!(review_to(&project, Depth::Games, &nothing_more).is_empty());
}

/// Sets on which few, some and most cases of their game depend.
const SETS: [&str; 3] = ["x-wing/salvage", "heroscape/ashfall", "x-wing/pilots"];

/// `check` of one card set: with what it needs, and what needs it.
#[divan::bench(args = SETS, sample_count = 20, sample_size = 1)]
fn check_one_set(set: &str) {
    let root = root();
    let file = [root.join("cards").join(format!("{set}.yaml"))];
    let project = Project::load_for(&root, Links::Inside, Question::Dependents(&file));
    assert!(!project.is_whole() && review(&project).is_empty());
}

/// A project, and two texts of one of its card sets that differ in the rules of one card.
struct Changing {
    project: Project,
    name: String,
    texts: [String; 2],
    turn: usize,
}

const SHIPPED: &str = "cards/x-wing/upgrades.yaml";

impl Changing {
    fn of(content: &str) -> Self {
        let (project, name, text, find, put) = match content {
            "shipped" => {
                let text = std::fs::read_to_string(root().join(SHIPPED)).expect("it is shipped");
                (Project::load(&root()), SHIPPED.to_owned(), text, " + 1", " + 2")
            }
            _ => {
                let sets = card_sets_of(10_000, 50);
                let (name, text) = sets.first_key_value().expect("there are cards");
                let (name, text) = (name.clone(), text.clone());
                (project_with(&sample_root(), sets), name, text, "eye, hit, 1", "eye, hit, 2")
            }
        };
        let changed = text.replacen(find, put, 1);
        assert_ne!(changed, text);
        all(&project);
        Self {
            project,
            name,
            texts: [changed, text],
            turn: 0,
        }
    }

    fn change(&mut self) {
        let text = self.texts[self.turn % 2].clone();
        self.turn += 1;
        self.project.update(&self.name, Some(text));
    }
}

fn nothing_more(_: &cardwright_compiler::project::Documents, _: &cardwright_compiler::project::Loaded<cardwright_compiler::document::ScenarioDoc>, _: &cardwright_bytecode::verify::VerifiedPack) -> Vec<Diagnostic> {
    Vec::new()
}

fn all(project: &Project) -> usize {
    review_to(project, Depth::Everything, &nothing_more).len()
}

const CONTENT: [&str; 2] = ["shipped", "10,000 cards"];

/// One changed card: its errors.
#[divan::bench(args = CONTENT, sample_count = 50, sample_size = 1)]
fn watch_errors(bencher: Bencher, content: &str) {
    let mut changing = Changing::of(content);
    bencher.bench_local(|| {
        changing.change();
        assert!(changing.project.errors_in(&changing.name).is_empty());
    });
}

/// One changed card: its errors, and the warnings of its game.
#[divan::bench(args = CONTENT, sample_count = 20, sample_size = 1)]
fn watch_warnings(bencher: Bencher, content: &str) {
    let mut changing = Changing::of(content);
    bencher.bench_local(|| {
        changing.change();
        review_to(&changing.project, Depth::Games, &nothing_more).len()
    });
}

/// One changed card: all that there is to say, with cases.
#[divan::bench(args = CONTENT, sample_count = 10, sample_size = 1)]
fn watch_everything(bencher: Bencher, content: &str) {
    let mut changing = Changing::of(content);
    bencher.bench_local(|| {
        changing.change();
        all(&changing.project)
    });
}
