//! Games as their decisions: a replay pins the content and the seed, and carries fingerprints, so that a
//! difference is found at the first stretch in which it shows.
//!
//! On the very same content a game has to come to the same hashes. On content that has changed since, it goes by the names of its
//! [`Trace`]: it comes to the same game, or parts at a decision that is told.

use crate::answer::Answer;
use crate::content::Content;
use crate::decision::DecisionError;
use crate::game::{Game, Status};
use crate::outcome::Outcome;
use crate::trace::{Parting, Trace, Tracer};
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
    /// The game by names, for content that has changed since. A game that recorded nothing has none, and fits its content alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}

/// The difference between a replay and the game that is played now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drift {
    /// The replay was made with other content, and says nothing that could be tried on this one.
    OtherContent,
    /// With this content something else is asked.
    Asked {
        /// How many decisions were made before it.
        decision: usize,
        /// What was asked then.
        then: String,
        /// What is asked now.
        now: String,
    },
    /// With this content nobody can choose what was chosen.
    Gone {
        /// How many decisions were made before it.
        decision: usize,
        /// What is asked.
        asked: String,
        /// What was chosen.
        option: String,
    },
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
            Self::OtherContent => write!(out, "the replay was recorded with different content"),
            Self::Asked { decision, then, now } => {
                write!(
                    out,
                    "the content has changed: at decision {decision} {then} in the replay, but now {now}"
                )
            }
            Self::Gone {
                decision,
                asked,
                option,
            } => write!(
                out,
                "the content has changed: at decision {decision} {asked}, and `{option}`, which was chosen \
                 in the replay, is not a legal answer now"
            ),
            Self::Fingerprint { decision } => write!(out, "the game differs before decision {decision}"),
            Self::Refused { decision, error } => write!(
                out,
                "the answer to decision {decision} is not \
             legal: {error}"
            ),
            Self::End => write!(out, "the game ends differently"),
        }
    }
}

impl std::error::Error for Drift {}

impl Replay {
    /// Plays the game again on the content that it was made with, and checks it on the way.
    ///
    /// # Errors
    /// The first difference from the game that was recorded.
    pub fn run(&self, content: &Arc<Content>) -> Result<Game, Drift> {
        match self.content == content.hash() {
            true => self.run_on(content),
            false => Err(Drift::OtherContent),
        }
    }

    /// Plays the game again on any content, and checks it on the way: on other content than it was made with, by names.
    ///
    /// # Errors
    /// Where it differs from the game that was recorded.
    pub fn run_on(&self, content: &Arc<Content>) -> Result<Game, Drift> {
        let mut game = Game::new(content, self.seed);
        for decision in 0..self.decisions.len() {
            game.advance();
            let answer = self.answer(&game, decision)?;
            game.decide(&answer)
                .map_err(|error| Drift::Refused { decision, error })?;
        }
        game.advance();
        match self.ends_like(&game) {
            true => Ok(game),
            false => Err(Drift::End),
        }
    }

    /// The answer that was given after so many decisions, for a game that has come so far. The game is checked, too.
    ///
    /// # Errors
    /// If the game differs from the one that was recorded, as far as that is known at this decision.
    pub fn answer(&self, game: &Game, decision: usize) -> Result<Answer, Drift> {
        let given = self.decisions.get(decision).ok_or(Drift::End)?;
        if self.content != game.content().hash() {
            let trace = self.trace.as_ref().ok_or(Drift::OtherContent)?;
            let answer = trace.answer(game, decision, given);
            return answer.map_err(|parting| drift(decision, parting));
        }
        if decision.is_multiple_of(FINGERPRINT_EVERY) {
            let expected = self.fingerprints.get(decision / FINGERPRINT_EVERY);
            if expected.is_some_and(|&expected| expected != fingerprint(game)) {
                return Err(Drift::Fingerprint { decision });
            }
        }
        Ok(given.clone())
    }

    /// Whether a game with a content begins as the one that was recorded.
    #[must_use]
    pub fn begins_like(&self, content: &Arc<Content>) -> bool {
        let mut game = Game::new(content, self.seed);
        game.advance();
        match self.decisions.is_empty() {
            true => self.ends_like(&game),
            false => self.answer(&game, 0).is_ok(),
        }
    }

    /// Whether a game that has made all the decisions stands as the one that was recorded.
    #[must_use]
    pub fn ends_like(&self, game: &Game) -> bool {
        match self.content == game.content().hash() {
            true => game.hash() == self.last,
            false => self.trace.as_ref().is_some_and(|trace| trace.ends_like(game)),
        }
    }
}

fn drift(decision: usize, parting: Parting) -> Drift {
    match parting {
        Parting::Foreign => Drift::OtherContent,
        Parting::Mark => Drift::Fingerprint { decision },
        Parting::Question { then, now } => Drift::Asked { decision, then, now },
        Parting::Option { asked, id } => Drift::Gone {
            decision,
            asked,
            option: id,
        },
    }
}

/// A game that is written down while it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    game: Game,
    seed: u64,
    decisions: Vec<Answer>,
    fingerprints: Vec<u64>,
    /// The game by names, as long as it records what happens.
    tracer: Option<Tracer>,
}

impl Recorder {
    /// A new game.
    #[must_use]
    pub fn new(content: &Arc<Content>, seed: u64) -> Self {
        let game = Game::new(content, seed);
        Self {
            tracer: Some(Tracer::of(&game)),
            game,
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
        let heard = self
            .tracer
            .as_ref()
            .and_then(|tracer| tracer.hear(&self.game, answer));
        self.game.decide(answer)?;
        self.tracer
            .take_if(|tracer| heard.is_none_or(|heard| !tracer.note(heard)));
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
            trace: self.tracer.as_ref().map(|tracer| tracer.trace(&self.game)),
        }
    }
}

fn fingerprint(game: &Game) -> u64 {
    game.hash()
        .iter()
        .take(8)
        .fold(0, |sum, &byte| (sum << 8) | u64::from(byte))
}
