//! Stopping, storing, cloning, replaying: everything gives the same game.

use super::kit::{ANN, ANNS_PIECE, BEN, BENS_PIECE, Kit};
use crate::agents::{Agent, RandomAgent};
use crate::answer::Answer;
use crate::content::Content;
use crate::game::{Game, Status};
use crate::replay::{Drift, Recorder};
use crate::saved::Saved;
use crate::undo::History;
use crate::viewer::Viewer;
use std::sync::Arc;

/// A game in which both players may gain tokens in each of 20 runs.
fn content() -> Arc<Content> {
    let mut kit = Kit::new();
    for (name, player, piece) in [("anns", ANN, ANNS_PIECE), ("bens", BEN, BENS_PIECE)] {
        let (gate, body) = (kit.optional_gate(&[], player), kit.gives(&[], piece, 1));
        kit.trigger(name, gate, body, None);
    }
    kit.main_opening(20);
    kit.content()
}

/// Plays a game with random answers, and hands each state at a decision to `look`.
fn play(mut game: Game, seed: u64, mut look: impl FnMut(&Game)) -> Game {
    let mut agent = RandomAgent::new(seed);
    while game.advance() == Status::Decision {
        look(&game);
        let decision = game.decision().expect("asked").clone();
        let answer = agent.decide(&game, &decision);
        game.decide(&answer).expect("a legal answer");
    }
    game
}

#[test]
fn a_stored_game_goes_on_as_if_nothing_had_been() {
    let content = content();
    let end = play(Game::new(&content, 3), 3, |game| {
        let bytes = postcard::to_allocvec(&game.save()).expect("plain data");
        let saved: Saved = postcard::from_bytes(&bytes).expect("what was just written");
        let restored = Game::restore(&content, saved).expect("the same content");
        assert_eq!(
            (restored.hash(), restored.decision()),
            (game.hash(), game.decision())
        );
        let goes_on = |game: Game| play(game, 9, |_| {}).hash();
        assert_eq!(goes_on(restored), goes_on(game.clone()));
    });
    assert!(end.outcome().is_some_and(|outcome| !outcome.is_fault()));
}

#[test]
fn recording_changes_nothing_but_the_record() {
    let content = content();
    let mut silent = Game::new(&content, 3);
    silent.record(false);
    let [silent, told] = [silent, Game::new(&content, 3)].map(|game| play(game, 3, |_| {}));
    assert_eq!(silent.hash(), told.hash());
    assert!(silent.events().is_empty() && !told.events().is_empty());
}

#[test]
fn every_event_has_a_sentence() {
    let game = play(Game::new(&content(), 3), 3, |_| {});
    assert!(
        game.events()
            .iter()
            .all(|event| !game.render(event, Viewer::Public).is_empty())
    );
}

#[test]
fn a_replay_gives_the_same_end_and_a_changed_one_is_noticed() {
    let content = content();
    let mut recorder = Recorder::new(&content, 5);
    let mut agent = RandomAgent::new(5);
    while recorder.advance() == Status::Decision {
        let decision = recorder.game().decision().expect("asked").clone();
        let answer = agent.decide(recorder.game(), &decision);
        recorder.decide(&answer).expect("a legal answer");
    }
    let replay = recorder.replay();
    assert_eq!(replay.run(&content).map(|game| game.hash()), Ok(replay.last));
    let mut changed = replay.clone();
    let first = changed.decisions[0].options()[0];
    changed.decisions[0] = Answer::one(1 - first);
    assert!(changed.run(&content).is_err());
    let mut foreign = replay;
    foreign.content = [0; 32];
    assert_eq!(foreign.run(&content).map(|_| ()), Err(Drift::OtherContent));
}

#[test]
fn going_back_and_forth_is_exact_however_often() {
    let mut game = Game::new(&content(), 11);
    game.advance();
    let (mut history, mut clones) = (History::new(), Vec::<Game>::new());
    let mut agent = RandomAgent::new(5);
    for turn in 0_u32..400 {
        // An irregular walk: mostly on, often back, sometimes back to a mark that stays.
        match (turn * 7 + turn / 3) % 5 {
            0 if history.undo(&mut game) => {
                let clone = clones.pop().expect("as many clones as marks");
                assert_same(&game, &clone);
            }
            1 if history.rewind(&mut game) => {
                assert_same(&game, clones.last().expect("a clone"));
            }
            _ => {}
        }
        let Some(decision) = game.decision().cloned() else {
            assert!(history.undo(&mut game), "the game began with a decision");
            clones.pop();
            continue;
        };
        assert_eq!(history.len(), clones.len());
        history.mark(&game);
        clones.push(game.clone());
        let answer = agent.decide(&game, &decision);
        game.decide(&answer).expect("a legal answer");
        game.advance();
    }
}

fn assert_same(game: &Game, clone: &Game) {
    assert_eq!(game.hash(), clone.hash());
    assert_eq!(game.decision(), clone.decision());
    assert_eq!(game.events(), clone.events());
}
