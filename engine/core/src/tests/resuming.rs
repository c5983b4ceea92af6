//! Stopping, storing, cloning, replaying: everything gives the same game.

use super::kit::{ANN, ANNS_PIECE, BEN, BENS_PIECE, Kit};
use crate::agents::{Agent, RandomAgent};
use crate::answer::Answer;
use crate::content::Content;
use crate::game::{Game, Status};
use crate::replay::{Drift, Recorder, Replay};
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

/// A game that was played to its end with one content, as a replay.
fn recorded(content: &Arc<Content>) -> Replay {
    let mut recorder = Recorder::new(content, 5);
    let mut agent = RandomAgent::new(5);
    while recorder.advance() == Status::Decision {
        let decision = recorder.game().decision().expect("asked").clone();
        let answer = agent.decide(recorder.game(), &decision);
        recorder.decide(&answer).expect("a legal answer");
    }
    recorder.replay()
}

/// The content with something changed in its pack.
fn changed(content: &Content, change: impl FnOnce(&mut cardwright_bytecode::Pack)) -> Arc<Content> {
    let mut pack = (**content.pack()).clone();
    change(&mut pack);
    Content::new(cardwright_bytecode::verify(pack).expect("it is still sound"))
}

#[test]
fn a_replay_goes_on_with_content_that_plays_the_same_and_parts_where_something_else_is_asked() {
    let content = content();
    let replay = recorded(&content);
    let renamed = changed(&content, |pack| pack.title.name = "Another title".to_owned());
    assert_ne!(renamed.hash(), content.hash());
    assert_eq!(replay.run(&renamed).map(|_| ()), Err(Drift::OtherContent));
    assert!(replay.run_on(&renamed).is_ok() && replay.begins_like(&renamed));
    let text = serde_json::to_string(&replay).expect("plain data");
    let read: Replay = serde_json::from_str(&text).expect("what was written");
    assert!(read == replay && read.run_on(&renamed).is_ok());

    let foreign = changed(&content, |pack| pack.title.scenario = "another".to_owned());
    assert_eq!(replay.run_on(&foreign).map(|_| ()), Err(Drift::OtherContent));
    let mut silent = replay.clone();
    silent.trace = None;
    assert_eq!(silent.run_on(&renamed).map(|_| ()), Err(Drift::OtherContent));
    assert!(silent.run_on(&content).is_ok());

    let mut other = replay;
    let first = other.decisions[0].options()[0];
    other.decisions[0] = Answer::one(1 - first);
    // By names the numbers of options say nothing.
    assert!(other.run_on(&renamed).is_ok() && other.run_on(&content).is_err());
}

#[test]
fn who_is_asked_something_else_is_told_with_both_questions() {
    let content = content();
    let replay = recorded(&content);
    let text = serde_json::to_string(&replay).expect("plain data");
    let mut value: serde_json::Value = serde_json::from_str(&text).expect("what was written");
    value["trace"]["questions"][0]["by"] = "nobody-here".into();
    let other: Replay = serde_json::from_value(value).expect("a replay");
    let renamed = changed(&content, |pack| pack.title.name = "Another title".to_owned());
    let drift = other.run_on(&renamed).map(|_| ()).expect_err("another question");
    let told = drift.to_string();
    assert!(
        told.starts_with("the content has changed: at decision 0 `nobody-here` is asked \""),
        "{told}"
    );
    assert!(told.contains("but now `"), "{told}");
}

#[test]
fn a_game_that_records_nothing_has_no_names() {
    let content = content();
    let mut recorder = Recorder::new(&content, 5);
    recorder.game_mut().record(false);
    recorder.advance();
    let default = recorder.game().decision().expect("asked").default.clone();
    assert!(recorder.replay().trace.is_some());
    recorder.decide(&default).expect("the default is legal");
    assert!(recorder.replay().trace.is_none());
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
