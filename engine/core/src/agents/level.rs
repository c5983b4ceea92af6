//! How well a search agent plays, as a level with a name.

use super::{Budget, SearchAgent};

/// A level of play. Each one thinks several times as much as the one before; `docs/performance.md` has how often it wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Sees what lies near, and overlooks some of it.
    Novice,
    /// Plays sensibly, and fast enough for thousands of games.
    Club,
    /// Takes its time.
    Expert,
}

impl Level {
    /// How many decisions it imagines for one decision at most.
    #[must_use]
    pub const fn decisions(self) -> u64 {
        match self {
            Self::Novice => 30,
            Self::Club => 100,
            Self::Expert => 1_000,
        }
    }

    /// An agent of this level, whose play comes from a seed.
    #[must_use]
    pub fn agent(self, seed: u64) -> SearchAgent {
        SearchAgent::new(seed, Budget::Decisions(self.decisions()))
    }
}
