//! A game in play: copying, hashing, storing, deciding.

use cardwright_benches::content::scenario_pack;
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Content, Game, History, Status};
use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use std::sync::{Arc, OnceLock};

const SCENARIO: &str = "in-for-a-penny";
/// Says for each row how often it allocates.
#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

/// Enough decisions to be in the middle of the adventure.
const DECISIONS: usize = 120;

fn main() {
    let game = middle(false);
    println!("round {}, hash {:02x?}", game.rounds(), &game.hash()[..4]);
    let bytes = serde_json::to_vec(&game.save()).expect("a game can be stored");
    println!(
        "{} bytes as JSON, {} events when recorded",
        bytes.len(),
        middle(true).events().len()
    );
    divan::main();
}

fn content() -> &'static Arc<Content> {
    static CONTENT: OnceLock<Arc<Content>> = OnceLock::new();
    CONTENT.get_or_init(|| Content::new(scenario_pack(SCENARIO)))
}

/// The game after some decisions of the random agent.
fn middle(record: bool) -> Game {
    let mut game = Game::new(content(), 7);
    game.record(record);
    let mut agent = RandomAgent::new(3);
    assert_eq!(
        play(&mut game, &mut agent, DECISIONS),
        DECISIONS,
        "the game was over too soon"
    );
    game.advance();
    game
}

/// Plays some decisions; how many were made before the game was over.
fn play(game: &mut Game, agent: &mut RandomAgent, decisions: usize) -> usize {
    for made in 0..decisions {
        if matches!(game.advance(), Status::Over(_)) {
            return made;
        }
        let decision = game.decision().expect("a decision is pending").clone();
        let answer = agent.decide(game, &decision);
        game.decide(&answer).expect("the agent's answer is legal");
    }
    decisions
}

#[divan::bench]
fn clone(bencher: Bencher) {
    let game = middle(false);
    bencher.bench_local(|| game.clone());
}

#[divan::bench]
fn clone_with_events(bencher: Bencher) {
    let game = middle(true);
    bencher.bench_local(|| game.clone());
}

/// One step of undo: a position is marked, and gone back to. Beside it: the same with a clone.
#[divan::bench]
fn mark_and_undo(bencher: Bencher) {
    let mut game = middle(false);
    let mut history = History::new();
    bencher.bench_local(|| {
        history.mark(&game);
        history.undo(&mut game)
    });
}

/// Going back to a mark that stays, as a search does after each line it tries.
#[divan::bench]
fn rewind(bencher: Bencher) {
    let mut game = middle(false);
    let mut history = History::new();
    history.mark(&game);
    bencher.bench_local(|| history.rewind(&mut game));
}

/// Going back through 120 marks, one after the other.
#[divan::bench]
fn undo_a_game(bencher: Bencher) {
    bencher
        .counter(ItemsCount::new(DECISIONS))
        .with_inputs(|| {
            let (mut game, mut history) = (Game::new(content(), 7), History::new());
            game.record(false);
            let mut agent = RandomAgent::new(3);
            for _ in 0..DECISIONS {
                game.advance();
                history.mark(&game);
                play(&mut game, &mut agent, 1);
            }
            (game, history)
        })
        .bench_local_values(|(mut game, mut history)| while history.undo(&mut game) {});
}

#[divan::bench]
fn hash(bencher: Bencher) {
    let game = middle(false);
    bencher.bench_local(|| game.hash());
}

#[divan::bench]
fn save(bencher: Bencher) {
    let game = middle(false);
    bencher.bench_local(|| game.save());
}

#[divan::bench]
fn restore(bencher: Bencher) {
    let game = middle(false);
    bencher
        .with_inputs(|| game.save())
        .bench_local_values(|saved| Game::restore(content(), saved));
}

#[divan::bench]
fn save_as_json(bencher: Bencher) {
    let game = middle(false);
    bencher.bench_local(|| serde_json::to_vec(&game.save()).expect("a game can be stored"));
}

#[divan::bench]
fn restore_from_json(bencher: Bencher) {
    let bytes = serde_json::to_vec(&middle(false).save()).expect("a game can be stored");
    bencher.bench_local(|| {
        let saved = serde_json::from_slice(&bytes).expect("it was just stored");
        Game::restore(content(), saved)
    });
}

/// The cost of playing and asking for each decision of the random agent, from the start to the middle.
#[divan::bench(args = [false, true])]
fn decision(bencher: Bencher, record: bool) {
    bencher
        .counter(ItemsCount::new(DECISIONS))
        .with_inputs(|| {
            let mut game = Game::new(content(), 7);
            game.record(record);
            (game, RandomAgent::new(3))
        })
        .bench_local_values(|(mut game, mut agent)| play(&mut game, &mut agent, DECISIONS));
}

/// The legal options of a position with their texts.
#[divan::bench]
fn legal_options(bencher: Bencher) {
    let mut game = middle(true);
    bencher.bench_local(|| {
        // Asking for texts describes the pending decision anew.
        game.record(true);
        game.decision().map(|decision| decision.options.len())
    });
}

#[divan::bench]
fn imagine(bencher: Bencher) {
    let game = middle(false);
    let player = game.decision().expect("a decision is pending").by;
    bencher.bench_local(|| game.imagine(player, 5));
}
