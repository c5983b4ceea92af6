//! A series: many games of one scenario, each with its own seed.
//!
//! | file | what lives there |
//! |---|---|
//! | here | [`Series`]: which games are played, by whom |
//! | `game` | [`Played`]: one game, and what it came to |
//! | `queue` | games side by side, handed over in their order |
//! | `tally` | [`Tally`]: what all games come to together, and its report |
//! | `lines` | a file of a series: a header, then a line a game |
//! | `merge` | the files of all shards, joined |
//!
//! A series is cut into shards, stretches of its games. Whatever plays them, on how many threads, and in how many calls: a game depends on
//! its number alone, and games are counted in the order of their numbers. So the joined report is that of one run.

mod game;
mod lines;
mod merge;
mod queue;
mod tally;

pub(crate) use game::Played;
use lines::Lines;
pub(crate) use lines::{Header, Keeper};
pub(crate) use merge::merged;
pub(crate) use queue::in_order;
pub(crate) use tally::{Report, Tally};

use crate::seats::Lineup;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Which games are played, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Series {
    pub(crate) games: u64,
    /// The seed of the first game.
    pub(crate) seed: u64,
    pub(crate) lineup: Lineup,
    /// Whether each game is played twice, to compare.
    pub(crate) twice: bool,
}

impl Series {
    /// The seed of a game.
    pub(crate) fn seed_of(&self, game: u64) -> u64 {
        self.seed.wrapping_add(game / self.lineup.games_a_seed())
    }

    /// The games of a shard.
    pub(crate) fn part(&self, shard: Shard) -> Range<u64> {
        let until = |shards: u64| {
            let games = u128::from(self.games) * u128::from(shards) / u128::from(shard.of.max(1));
            u64::try_from(games).unwrap_or(self.games)
        };
        until(shard.number.saturating_sub(1))..until(shard.number)
    }
}

/// One of so many equal parts of a series, as calls write it: `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1.
    pub(crate) number: u64,
    pub(crate) of: u64,
}

impl Shard {
    /// All of it.
    pub(crate) const WHOLE: Self = Self { number: 1, of: 1 };
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let shard = parts.and_then(|(number, of)| {
            Some(Self {
                number: number.parse().ok()?,
                of: of.parse().ok()?,
            })
        });
        shard
            .filter(|shard| (1..=shard.of).contains(&shard.number))
            .ok_or_else(|| "write which shard of how many, such as `2/8`; the first is `1/8`".to_owned())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}
