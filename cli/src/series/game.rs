//! One game of a series, and what it came to.

use super::Series;
use crate::account;
use crate::commands::build::hex;
use crate::seats::{MOST_DECISIONS, Seats};
use cardwright_core::{Content, Game, Status};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What one game came to: a line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Played {
    /// Its number in the series, from 0.
    pub(crate) game: u64,
    pub(crate) seed: u64,
    /// The outcome's id.
    pub(crate) outcome: String,
    pub(crate) winners: Vec<String>,
    pub(crate) rounds: i64,
    pub(crate) decisions: u64,
    pub(crate) hash: String,
    /// What went wrong, if anything did.
    pub(crate) fault: Option<String>,
}

impl Played {
    /// Plays a game of a series; if the series says so once more, with the same seed.
    pub(crate) fn of(content: &Arc<Content>, series: &Series, game: u64) -> Self {
        let mut first = Self::once(content, series, game);
        if series.twice && first.fault.is_none() {
            let second = Self::once(content, series, game);
            if second.hash != first.hash {
                first.fault = Some(format!("played again it ends as {}", second.hash));
            }
        }
        first
    }

    fn once(content: &Arc<Content>, series: &Series, number: u64) -> Self {
        let seed = series.seed_of(number);
        let mut game = Game::new(content, seed);
        game.record(false);
        let mut seats = Seats::of(content, &series.lineup, number, seed);
        let mut decisions = 0;
        let fault = loop {
            if matches!(game.advance(), Status::Over(_)) {
                break game.fault();
            }
            let Some(decision) = game.decision().cloned() else {
                break Some("nobody can decide".to_owned());
            };
            if decisions == MOST_DECISIONS {
                break Some(format!("not over after {MOST_DECISIONS} decisions"));
            }
            let answer = seats.answer(&game, &decision);
            if let Err(error) = game.decide(&answer) {
                break Some(format!("an answer to `{}` was refused: {error}", decision.prompt));
            }
            decisions += 1;
        };
        let ((outcome, _), winners) = account::ended(&game);
        Self {
            game: number,
            seed,
            outcome,
            winners,
            rounds: game.rounds(),
            decisions: decisions as u64,
            hash: hex(&game.hash()),
            fault,
        }
    }
}
