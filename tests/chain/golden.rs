//! Golden playthroughs: how every scenario goes, move by move, is written down in one file of the repository. Whoever plays
//! it, on whatever machine, in a debug or a release build, on one thread or many, must come to the same.
//!
//! A line is one decision: scenario, number of the decision, and hashes of the state, of what is asked with all its options, and of
//! what each player and a spectator may see. `CARDWRIGHT_UPDATE=1` writes the file anew.

use crate::workshop::{project, root};
use cardwright_compiler::compile_scenario;
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Content, Game, Status, Viewer};
use rayon::prelude::*;
use serde_json::Value;
use std::fmt::Write;

const FILE: &str = "tests/golden/playthroughs.txt";
const SEED: u64 = 1;
/// How many decisions of each scenario are played, and how many lie between two that are written down: coprime to most rounds.
const DECISIONS: usize = 75;
const EVERY: usize = 7;
/// How many digits of a hash are written: enough that no two are alike by chance.
const DIGITS: usize = 12;

fn short(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..DIGITS].to_owned()
}

/// The state alone: the numbers of functions and instructions are the compiler's business.
fn state(game: &Game) -> String {
    let saved = serde_json::to_value(game.save()).expect("a stored game is plain data");
    let state = saved.get("state").expect("a stored game has a state");
    short(state.to_string().as_bytes())
}

/// The open question: its text, its player, and all options.
fn asked(game: &Game) -> String {
    short(format!("{:?}", game.decision()).as_bytes())
}

/// The views of all players, and that of the public.
fn observed(game: &Game) -> Vec<String> {
    let players = game.players().iter().map(|&player| Viewer::Player(player));
    let all = players.chain([Viewer::Public]);
    let told = all.map(|viewer| serde_json::to_value(game.snapshot(viewer)).unwrap_or(Value::Null));
    told.map(|snapshot| short(snapshot.to_string().as_bytes()))
        .collect()
}

/// How one scenario goes.
fn playthrough(scenario: &str, content: &std::sync::Arc<Content>) -> String {
    let mut game = Game::new(content, SEED);
    let mut agent = RandomAgent::new(SEED);
    let mut lines = String::new();
    for number in 0..DECISIONS {
        let status = game.advance();
        let is_over = matches!(status, Status::Over(_));
        if is_over || number % EVERY == 0 {
            let (state, asked, observed) = (state(&game), asked(&game), observed(&game));
            let _ = writeln!(
                lines,
                "{scenario} {number} {state} {asked} {}",
                observed.join(" ")
            );
        }
        let Some(decision) = game.decision().cloned().filter(|_| !is_over) else {
            break;
        };
        let answer = agent.decide(&game, &decision);
        game.decide(&answer).expect("the agent's answer is legal");
    }
    lines
}

/// How all go, in the order of their names.
fn playthroughs() -> String {
    let project = project();
    let mut all: Vec<(String, String)> = project
        .scenarios
        .par_iter()
        .map(|scenario| {
            let name = format!("{}/{}", scenario.doc.system.value, scenario.doc.scenario.value);
            let pack = compile_scenario(project, scenario).pack.expect("it compiles");
            let lines = playthrough(&name, &Content::new(pack));
            (name, lines)
        })
        .collect();
    all.sort();
    all.into_iter().map(|(_, lines)| lines).collect()
}

#[test]
fn every_scenario_goes_as_it_is_written_down() {
    let played = playthroughs();
    let file = root().join(FILE);
    if std::env::var_os("CARDWRIGHT_UPDATE").is_some() {
        std::fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("the folder can be made");
        std::fs::write(&file, &played).expect("the file can be written");
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    let parted: Vec<String> = written
        .lines()
        .zip(played.lines())
        .filter(|(written, played)| written != played)
        .map(|(written, played)| format!("written {written}\nplayed  {played}"))
        .take(5)
        .collect();
    assert!(
        parted.is_empty() && written.lines().count() == played.lines().count(),
        "{FILE} tells of other games. If content or rules of the core were to change, write it anew with CARDWRIGHT_UPDATE=1; \
         if not, something depends on the machine:\n{}",
        parted.join("\n")
    );
    assert!(
        played.lines().count() > 300,
        "there is hardly anything to compare"
    );
}

#[test]
fn one_thread_plays_as_many_do() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let alone = pool.expect("a thread can be made").install(playthroughs);
    assert_eq!(alone, playthroughs());
}
