//! A stored game that was damaged is refused, or is gone on with without a panic.

use super::damaged;
use crate::agents::{Agent, RandomAgent};
use crate::content::Content;
use crate::game::{Game, Open, Status};
use crate::saved::{RestoreError, Saved};
use crate::state::{Deed, ProcedureRun, Source};
use cardwright_bytecode::pack::Id;
use cardwright_bytecode::verify::verify;
use std::sync::Arc;

/// A game in which an effect runs and somebody is asked to take an option.
fn asked() -> Game {
    let pack = verify(damaged::pack()).expect("the pack is sound");
    let mut game = Game::new(&Content::new(pack), 1);
    assert_eq!(game.advance(), Status::Decision);
    assert!(!game.open.is_empty() && !game.state.effects.is_empty());
    game
}

/// The result of restoring a game that is stored after a change.
fn stored_after(change: impl FnOnce(&mut Game)) -> Result<Game, RestoreError> {
    let mut game = asked();
    change(&mut game);
    Game::restore(game.content(), game.save())
}

/// Goes on a little, and asks what can be asked.
fn goes_on(mut game: Game) {
    let mut agent = RandomAgent::new(1);
    for _ in 0..4 {
        let _ = (
            game.hash(),
            game.snapshot(crate::viewer::Viewer::Judge),
            game.breaches().len(),
        );
        let Some(decision) = game.decision().cloned() else {
            break;
        };
        let answer = agent.decide(&game, &decision);
        // What is asked may not be what the rest of the game says.
        if game.decide(&answer).is_err() || game.advance() != Status::Decision {
            break;
        }
    }
}

#[test]
fn a_game_that_names_what_is_not_there_is_refused() {
    assert!(stored_after(|_| {}).is_ok());
    let (number, depth, source) = (1, 1, Source::default());
    let damages: [fn(&mut Game); 8] = [
        |game| game.state.effects[0].effect = Id::new(9),
        |game| game.state.effects[0].start = Id::new(9),
        |game| game.state.clocks = Default::default(),
        |game| game.state.over = Some(crate::Outcome::Named(Id::new(9))),
        |game| match &mut game.open[0] {
            Open::Offer(open) => open.offer = Id::new(9),
            Open::Window(open) => open.window = Id::new(9),
        },
        |game| match game.pending.as_mut().map(|pending| &mut pending.ask) {
            Some(crate::decision::Ask::Offer { offer, .. }) => *offer = Id::new(9),
            other => panic!("{other:?}"),
        },
        |game| match game.pending.as_mut().map(|pending| &mut pending.ask) {
            Some(crate::decision::Ask::Offer { candidates, .. }) => candidates[0].0 = Id::new(9),
            other => panic!("{other:?}"),
        },
        // A rule, but none that adds an option.
        |game| match game.pending.as_mut().map(|pending| &mut pending.ask) {
            Some(crate::decision::Ask::Offer { candidates, .. }) => candidates[0].0 = Id::new(1),
            other => panic!("{other:?}"),
        },
    ];
    for (place, damage) in damages.into_iter().enumerate() {
        assert_eq!(
            stored_after(damage).err(),
            Some(RestoreError::Damaged),
            "damage {place}"
        );
    }
    let run = ProcedureRun {
        procedure: Id::new(9),
        number,
        depth,
        closing: false,
    };
    assert!(stored_after(|game| game.state.runs.push(run)).is_err());
    let deed = |rule, function| Deed {
        rule: Id::new(rule),
        source,
        function: Id::new(function),
        depth,
    };
    assert!(stored_after(|game| game.state.deeds.push(deed(0, 0))).is_ok());
    assert!(stored_after(|game| game.state.deeds.push(deed(9, 0))).is_err());
    assert!(stored_after(|game| game.state.deeds.push(deed(0, 99))).is_err());
}

/// The result of restoring a stored game after a change of one number of its topmost frame.
fn framed(name: &str, number: u64) -> Result<Game, RestoreError> {
    let game = asked();
    let mut saved = serde_json::to_value(game.save()).expect("plain data");
    let frames = saved["machine"]["frames"].as_array_mut().expect("frames");
    let frame = frames.last_mut().expect("a frame");
    assert!(frame.get(name).is_some(), "{frame}");
    frame[name] = number.into();
    let saved = serde_json::from_value(saved).expect("it can be read");
    Game::restore(game.content(), saved)
}

#[test]
fn a_frame_outside_of_the_registers_is_refused() {
    // Room was made for the registers that such a frame would have: 34 GB.
    assert_eq!(framed("base", 0xff00_0000).err(), Some(RestoreError::Damaged));
    assert_eq!(framed("pc", 0xff00_0000).err(), Some(RestoreError::Damaged));
    assert_eq!(framed("context", 0xff00_0000).err(), Some(RestoreError::Damaged));
}

#[test]
fn flipping_any_bit_of_a_stored_game_never_panics() {
    let game = asked();
    let content = Arc::clone(game.content());
    let bytes = postcard::to_allocvec(&game.save()).expect("plain data");
    let (mut sound, mut refused) = (0, 0);
    // The first bytes are the hash of the content.
    for at in 32..bytes.len() {
        for bit in [0, 1, 3, 6] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            let Ok(saved) = postcard::from_bytes::<Saved>(&damaged) else {
                continue;
            };
            match Game::restore(&content, saved) {
                Ok(game) => {
                    goes_on(game);
                    sound += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(
        sound > 100 && refused > 10,
        "{sound} went on, {refused} were refused"
    );
}
