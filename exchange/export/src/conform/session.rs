//! A game that is told step by step: what chance gave, what happened, what changed, what is asked.

use crate::model::Pose;
use crate::model::play::Answer;
use crate::model::vector::{Changed, Comes};
use crate::names::Names;
use crate::state::{Rest, Seen, Teller};
use cardwright_core::board::plane;
use cardwright_core::{self as core, Content, Game};
use std::sync::Arc;

/// See the module.
pub(crate) struct Session {
    pub(crate) game: Game,
    pub(crate) names: Names,
    seen: Seen,
}

impl Session {
    /// A game before anything happened, with chance that is forced; perhaps somebody has looked at it already.
    pub(crate) fn new(
        content: &Arc<Content>,
        names: Names,
        mut seen: Seen,
        seed: u64,
        dice: &[String],
        numbers: &[u32],
    ) -> Self {
        let mut game = Game::new(content, seed);
        game.note_chance();
        let faces = content.pack().words.first().map_or(&[][..], |faces| &faces.words);
        let face = |name: &String| faces.iter().position(|face| face == name);
        let dice = dice.iter().filter_map(face);
        game.force_dice(dice.filter_map(|face| u16::try_from(face).ok()));
        game.force_numbers(numbers.iter().copied());
        seen.look(&game, &names);
        Self { game, names, seen }
    }

    /// Plays on until somebody has to decide or the game is over.
    pub(crate) fn advance(&mut self) -> Comes {
        self.game.advance();
        let (chance, events) = (self.game.take_chance(), self.game.take_events());
        let news = self.seen.look(&self.game, &self.names);
        let teller = Teller::of(&self.game, &self.names);
        let Rest {
            round,
            states,
            effects,
            ..
        } = &self.seen.rest;
        let before = news.before.as_ref();
        Comes {
            chance: chance.iter().map(|chance| teller.chance(chance)).collect(),
            events: events.iter().filter_map(|event| teller.event(event)).collect(),
            changed: Changed {
                entities: news.entities,
                gone: news.gone,
                states: before.and_then(|before| (*states != before.states).then(|| states.clone())),
                effects: before.and_then(|before| (*effects != before.effects).then(|| effects.clone())),
                round: before.and_then(|before| (*round != before.round).then_some(*round)),
            },
            hash: self.seen.hash(),
            decision: teller.decision(),
        }
    }

    /// Answers what is asked.
    ///
    /// # Errors
    /// Why the answer is refused.
    pub(crate) fn decide(&mut self, answer: &core::Answer) -> Result<(), String> {
        self.game.decide(answer).map_err(|error| error.to_string())
    }
}

/// An answer as the core takes it.
pub(crate) fn read_answer(answer: &Answer) -> Result<core::Answer, String> {
    match answer {
        Answer::Options { options } => Ok(core::Answer::Options(options.clone())),
        Answer::Place { at: Pose::Plane(at) } => {
            let small = |n: i64| i32::try_from(n).map_err(|_| format!("{n} is out of range"));
            let pose = plane::Pose::new(small(at.x)?, small(at.y)?, small(at.heading)?);
            Ok(core::Answer::At(pose))
        }
        Answer::Place { .. } => Err("a place can be chosen only on a flat table".to_owned()),
    }
}
