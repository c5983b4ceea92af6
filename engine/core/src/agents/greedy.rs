//! The agent that looks a little ahead.
//!
//! For each answer it considers it plays some imagined games on for a number of decisions, all of them decided
//! by a quick biased policy, and rates where they stand at once and in the end: the content's score for the player,
//! and a bonus or malus if a game is over. After each game the worse half of the answers is given up. It plays the
//! answer with the best sum; of equals the first.
//! All answers are tried with the same dice and guesses, so that luck does not decide between them.

use super::Agent;
use super::policy::{considered, quick_answer};
use crate::answer::Answer;
use crate::decision::Decision;
use crate::game::{Game, Status};
use crate::undo::History;
use cardwright_bytecode::pack::EntityId;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::cmp::Reverse;

/// The worth of a victory, far more than any score; a defeat costs as much.
const VICTORY: i64 = 1_000_000_000;

/// The effort of the agent in looking ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of answers that it considers at most.
    pub answers: usize,
    /// How many games it imagines for the best ones; the others are given up, the worse half after each game.
    pub games: usize,
    /// For how many decisions it plays each on.
    pub horizon: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            answers: 16,
            games: 3,
            horizon: 14,
        }
    }
}

/// Plays what leads to the best score a little later.
#[derive(Clone, Debug)]
pub struct GreedyAgent {
    rng: ChaCha8Rng,
    effort: Effort,
    /// The positions at which imagined games began; its buffers are used again and again.
    history: History,
    /// The game that was imagined last: what it remembers serves the next one.
    last: Option<Box<Game>>,
}

impl GreedyAgent {
    /// An agent whose play comes from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with_effort(seed, Effort::default())
    }

    /// An agent that looks ahead this much.
    #[must_use]
    pub fn with_effort(seed: u64, effort: Effort) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            effort,
            history: History::new(),
            last: None,
        }
    }

    /// How well an answer does in an imagined game, which goes on a little.
    fn rate(&self, game: &mut Game, answer: &Answer, seed: u64, player: EntityId) -> i64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        if game.decide(answer).is_err() {
            return i64::MIN;
        }
        game.advance();
        // What is had at once counts too: what can be had later as well need not be put off.
        let at_once = standing(game, player);
        for _ in 0..self.effort.horizon {
            if matches!(game.advance(), Status::Over(_)) {
                break;
            }
            let Some(decision) = game.decision() else { break };
            let next = quick_answer(&mut rng, game, decision);
            if game.decide(&next).is_err() {
                break;
            }
        }
        game.advance();
        standing(game, player).saturating_add(at_once)
    }
}

impl Agent for GreedyAgent {
    fn decide(&mut self, game: &Game, decision: &Decision) -> Answer {
        let answers = considered(&mut self.rng, game, decision, self.effort.answers);
        if let [only] = &answers[..] {
            return only.clone();
        }
        let player = decision.by;
        let seeds: Vec<u64> = (0..self.effort.games).map(|_| self.rng.next_u64()).collect();
        let mut sums = vec![0_i64; answers.len()];
        let mut left: Vec<usize> = (0..answers.len()).collect();
        for seed in seeds {
            let mut imagined = Box::new(game.imagine(player, seed));
            if let Some(last) = self.last.take() {
                imagined.remember_like(*last);
            }
            // All answers are tried in one game, which goes back each time: what it remembers serves them all.
            self.history.mark(&imagined);
            for &at in &left {
                let rating = self.rate(&mut imagined, &answers[at], seed, player);
                sums[at] = sums[at].saturating_add(rating);
                self.history.rewind(&mut imagined);
            }
            self.history.keep();
            self.last = Some(imagined);
            // The best first, and of equals the first.
            left.sort_by_key(|&at| (Reverse(sums[at]), at));
            left.truncate(left.len().div_ceil(2).max(2));
        }
        let best = left.first().and_then(|&best| answers.get(best));
        best.unwrap_or(&decision.default).clone()
    }
}

/// How well a player stands in a game that is thrown away afterwards. What his opponents' standing means for him is
/// for the content's score to say.
fn standing(game: &mut Game, player: EntityId) -> i64 {
    let bonus = match game.winners() {
        [] => 0,
        winners if winners.contains(&player) => VICTORY,
        _ => -VICTORY,
    };
    game.score_here(player).saturating_add(bonus)
}
