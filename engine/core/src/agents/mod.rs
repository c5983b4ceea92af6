//! Players that are programs. All of them play the same game again from the same seed.
//!
//! | agent | plays |
//! |---|---|
//! | [`DefaultAgent`] | the default of every decision |
//! | [`RandomAgent`] | any legal answer |
//! | [`SearchAgent`] | what leads to the best score a little later, in games it imagines; how well depends on how much it may think |
//!
//! [`Level`]s are search agents with budgets of their own.

mod budget;
mod level;
mod policy;
mod random;
mod search;

pub use budget::Budget;
pub use level::Level;
pub use random::RandomAgent;
pub use search::SearchAgent;

use crate::answer::Answer;
use crate::decision::Decision;
use crate::game::{Game, Status};
use crate::outcome::Outcome;

/// An agent, which decides for a player.
pub trait Agent {
    /// A legal answer to a decision of a game. The game may be looked at as far as the player sees it
    /// ([`Game::view`]); who looks ahead does it in an imagined one ([`Game::imagine`]).
    fn decide(&mut self, game: &Game, decision: &Decision) -> Answer;
}

/// Plays the default of every decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct DefaultAgent;

impl Agent for DefaultAgent {
    fn decide(&mut self, _: &Game, decision: &Decision) -> Answer {
        decision.default.clone()
    }
}

/// Plays a game to its end, or for so many decisions. An agent stands at its player's seat; a seat without an
/// agent, and an answer that is not legal, get the default.
pub fn play(game: &mut Game, agents: &mut [Box<dyn Agent>], decisions: usize) -> Option<Outcome> {
    for _ in 0..decisions {
        if let Status::Over(outcome) = game.advance() {
            return Some(outcome);
        }
        let decision = game.decision()?;
        let seat = game.players().iter().position(|&player| player == decision.by);
        let answer = match seat.and_then(|seat| agents.get_mut(seat)) {
            Some(agent) => agent.decide(game, decision),
            None => decision.default.clone(),
        };
        let default = decision.default.clone();
        if game.decide(&answer).is_err() {
            game.decide(&default).ok()?;
        }
    }
    match game.advance() {
        Status::Over(outcome) => Some(outcome),
        Status::Decision => None,
    }
}
