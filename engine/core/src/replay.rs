//! Games as their decisions: a replay pins the content and the seed, and carries fingerprints, so that a
//! difference is found at the first stretch in which it shows.

use crate::answer::Answer;
use crate::content::Content;
use crate::decision::DecisionError;
use crate::game::{Game, Status};
use crate::outcome::Outcome;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many decisions lie between two fingerprints.
pub const FINGERPRINT_EVERY: usize = 16;

/// A game as its decisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The content's hash.
    pub content: [u8; 32],
    /// The seed.
    pub seed: u64,
    /// All answers, in order.
    pub decisions: Vec<Answer>,
    /// The beginnings of the game's hash before decision 0, 16, 32, ...
    pub fingerprints: Vec<u64>,
    /// The hash at the end.
    pub last: [u8; 32],
}

/// The difference between a replay and the game that is played now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drift {
    /// The replay was made with other content.
    OtherContent,
    /// The game differs by this decision; it was the same [`FINGERPRINT_EVERY`] decisions before.
    Fingerprint {
        /// The number of decisions before.
        decision: usize,
    },
    /// A decision is not legal now.
    Refused {
        /// The number of decisions before it.
        decision: usize,
        /// Why.
        error: DecisionError,
    },
    /// Only the end differs.
    End,
}

impl std::fmt::Display for Drift {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OtherContent => write!(out, "the replay was made with other content"),
            Self::Fingerprint { decision } => write!(out, "the game differs before decision {decision}"),
            Self::Refused { decision, error } => write!(out, "decision {decision} is not legal: {error}"),
            Self::End => write!(out, "the end of the game differs"),
        }
    }
}

impl std::error::Error for Drift {}

impl Replay {
    /// Plays the game again, and checks it on the way.
    ///
    /// # Errors
    /// The first difference from the game that was recorded.
    pub fn run(&self, content: &Arc<Content>) -> Result<Game, Drift> {
        if self.content != content.hash() {
            return Err(Drift::OtherContent);
        }
        let mut game = Game::new(content, self.seed);
        for (decision, answer) in self.decisions.iter().enumerate() {
            game.advance();
            if decision.is_multiple_of(FINGERPRINT_EVERY) {
                let expected = self.fingerprints.get(decision / FINGERPRINT_EVERY);
                if expected.is_some_and(|&expected| expected != fingerprint(&game)) {
                    return Err(Drift::Fingerprint { decision });
                }
            }
            game.decide(answer)
                .map_err(|error| Drift::Refused { decision, error })?;
        }
        game.advance();
        if game.hash() == self.last {
            Ok(game)
        } else {
            Err(Drift::End)
        }
    }
}

/// A game that is written down while it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    game: Game,
    seed: u64,
    decisions: Vec<Answer>,
    fingerprints: Vec<u64>,
}

impl Recorder {
    /// A new game.
    #[must_use]
    pub fn new(content: &Arc<Content>, seed: u64) -> Self {
        Self {
            game: Game::new(content, seed),
            seed,
            decisions: Vec::new(),
            fingerprints: Vec::new(),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, for what does not change it: recording on or off, taking events.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// [`Game::advance`].
    pub fn advance(&mut self) -> Status {
        self.game.advance()
    }

    /// The outcome of the game, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// [`Game::decide`].
    ///
    /// # Errors
    /// If the answer is not legal; nothing has changed then.
    pub fn decide(&mut self, answer: &Answer) -> Result<(), DecisionError> {
        let due = self.decisions.len().is_multiple_of(FINGERPRINT_EVERY);
        let fingerprint = due.then(|| fingerprint(&self.game));
        self.game.decide(answer)?;
        self.fingerprints.extend(fingerprint);
        self.decisions.push(answer.clone());
        Ok(())
    }

    /// The replay of the game so far.
    #[must_use]
    pub fn replay(&self) -> Replay {
        Replay {
            content: self.game.content().hash(),
            seed: self.seed,
            decisions: self.decisions.clone(),
            fingerprints: self.fingerprints.clone(),
            last: self.game.hash(),
        }
    }
}

fn fingerprint(game: &Game) -> u64 {
    game.hash()
        .iter()
        .take(8)
        .fold(0, |sum, &byte| (sum << 8) | u64::from(byte))
}
