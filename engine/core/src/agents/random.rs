//! The agent that plays any legal answer.

use super::Agent;
use crate::answer::Answer;
use crate::decision::Decision;
use crate::game::Game;
use crate::state::{draw, shuffle};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Of so many places that need not be chosen, one is not.
const ONE_IN: u64 = 8;

/// Plays any legal answer, each as likely; where many options can be chosen, each is taken half of the time.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    rng: ChaCha8Rng,
}

impl RandomAgent {
    /// An agent whose answers come from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl Agent for RandomAgent {
    fn decide(&mut self, game: &Game, decision: &Decision) -> Answer {
        any_answer(&mut self.rng, game, decision)
    }
}

/// Any legal answer.
pub(super) fn any_answer(rng: &mut ChaCha8Rng, game: &Game, decision: &Decision) -> Answer {
    if decision.place.is_some() {
        return any_place(rng, game, decision);
    }
    let count = decision.options.len();
    if decision.most <= 1 {
        let extra = usize::from(decision.least == 0);
        let place = draw(rng, (count + extra) as u64) as usize;
        return if place < count {
            Answer::one(place)
        } else {
            Answer::nothing()
        };
    }
    let mut places: Vec<usize> = (0..count).collect();
    shuffle(rng, &mut places);
    let wanted = places.iter().filter(|_| draw(rng, 2) == 1).count();
    places.truncate(wanted.clamp(decision.least, decision.most));
    if !decision.ordered {
        places.sort_unstable();
    }
    Answer::Options(places)
}

/// Any legal place; where none has to be chosen, sometimes none.
fn any_place(rng: &mut ChaCha8Rng, game: &Game, decision: &Decision) -> Answer {
    if decision.least == 0 && draw(rng, ONE_IN) == 0 {
        return Answer::nothing();
    }
    game.drawn_place(rng).unwrap_or_else(|| decision.default.clone())
}
