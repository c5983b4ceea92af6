//! Whole games of shipped scenarios with the random agent, one after the other with seeds from 1 on, from the first decision to
//! the end. The goals stand in docs/performance.md. The content plays some games before, so that its functions have their
//! quick forms, as they have after the first games of `sim`.

use cardwright_benches::content::{pack_of, repository_root};
use cardwright_compiler::project::{Links, Question};
use cardwright_compiler::{Project, compile_scenario};
use cardwright_core::agents::{Agent, Level, RandomAgent};
use cardwright_core::{Content, Game, Status};
use divan::Bencher;
use std::sync::Arc;

fn main() {
    divan::main();
}

/// The scenarios that have goals.
const SCENARIOS: [&str; 7] = [
    "dnd-attack-wing/in-for-a-penny",
    "x-wing/skirmish",
    "heroscape/the-gorge",
    "heroscape/basic-clash",
    "dnd-miniatures/quick-start",
    "dnd-miniatures/assault",
    "dnd-miniatures/team-battle",
];

/// More than any of these games has.
const MOST_DECISIONS: usize = 200_000;
/// Games before anything is measured.
const GAMES_BEFORE: u64 = 3;

fn content(scenario: &str) -> Arc<Content> {
    let root = repository_root().canonicalize().expect("it is this repository");
    let file = root.join("scenarios").join(format!("{scenario}.yaml"));
    let project = Project::load_for(&root, Links::Inside, Question::Game(&file));
    let compiled = compile_scenario(&project, &project.scenarios[0]);
    Content::new(pack_of(&project, compiled))
}

/// How many decisions a game of random agents had.
fn played(content: &Arc<Content>, seed: u64) -> usize {
    played_by(content, seed, MOST_DECISIONS, RandomAgent::new)
}

/// How many decisions a game had that these agents played, so many of them at most.
fn played_by<A: Agent>(content: &Arc<Content>, seed: u64, most: usize, agent: fn(u64) -> A) -> usize {
    let mut game = Game::new(content, seed);
    game.record(false);
    let mut agents: Vec<A> = (0..content.players().len() as u64)
        .map(|seat| agent(seed.wrapping_mul(31).wrapping_add(seat)))
        .collect();
    for decisions in 0..most {
        if let Status::Over(_) = game.advance() {
            return decisions;
        }
        let decision = game.decision().expect("somebody decides");
        let seat = content.players().iter().position(|&player| player == decision.by);
        let answer = agents[seat.unwrap_or(0)].decide(&game, decision);
        game.decide(&answer).expect("the answer is legal");
    }
    assert!(most < MOST_DECISIONS, "the game does not end");
    most
}

/// One game after the other.
#[divan::bench(args = SCENARIOS, sample_count = 40, sample_size = 1)]
fn random_game(bencher: Bencher, scenario: &str) {
    let content = content(scenario);
    (1..=GAMES_BEFORE).for_each(|seed| assert!(played(&content, seed) > 0));
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        played(&content, seed)
    });
}

/// The scenarios in which `club` plays.
const CLUB: [&str; 4] = [
    "dnd-attack-wing/in-for-a-penny",
    "x-wing/skirmish",
    "heroscape/the-gorge",
    "dnd-miniatures/assault",
];

/// The first decisions of a game of `club`; a whole one takes some seconds.
const CLUB_DECISIONS: usize = 20;

/// The beginning of one game after the other: twenty decisions of `club`.
#[divan::bench(args = CLUB, sample_count = 5, sample_size = 1)]
fn club_decisions(bencher: Bencher, scenario: &str) {
    let content = content(scenario);
    (1..=GAMES_BEFORE).for_each(|seed| assert!(played(&content, seed) > 0));
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        played_by(&content, seed, CLUB_DECISIONS, |seed| Level::Club.agent(seed))
    });
}
