//! A series: many games of one scenario, each with its own seed.
//!
//! | file | what lives there |
//! |---|---|
//! | here | [`Series`]: which games are played, by whom; [`play`] |
//! | `seats` | [`Lineup`]: an agent for each seat |
//! | `game` | [`Played`]: one game, and what it came to |
//! | `queue` | games side by side, handed over in their order |
//! | `tally` | [`Tally`]: what all games come to together |
//! | `rates` | [`Interval`]: what that tells of all games, with 95 % certainty |
//! | `until` | [`Looks`]: whether that is exact enough |
//! | `lengths`, `cards` | how long games are; what becomes of cards and options in them |
//! | `versions` | [`Versions`]: the same games on several versions of the content |
//! | `report` | [`Report`], for people and programs |
//! | `lines` | a series as lines: a [`Header`], then a line a game |
//! | `merge` | the lines of all shards, joined |
//!
//! A series is cut into shards, stretches of its games. Whatever plays them, on how many threads, and in how many calls: a game depends on
//! its number alone, and games are counted in the order of their numbers. So the joined report is that of one run.
//!
//! ```
//! use cardwright::series::{Header, Series, Shard, Tally, play};
//! use std::ops::ControlFlow;
//! # let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
//! # let content = cardwright::Workshop::open(sample.as_ref()).content("duel")?;
//! let series = Series::new(20, 1, &["random".parse()?]);
//! let header = Header::new(&content, series, Shard::WHOLE);
//! let mut tally = Tally::new(&header);
//! let done = play(&content, &header.series, header.games(), 2, |game| {
//!     game.into_iter().for_each(|game| tally.count(game));
//!     ControlFlow::<()>::Continue(())
//! });
//! assert!(done.is_continue());
//! println!("{}", tally.report().lines().join("\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cards;
mod game;
mod lengths;
mod lines;
mod merge;
mod queue;
mod rates;
mod report;
mod seats;
mod tally;
mod until;
mod versions;

pub use cards::{CardUse, Item, MOST_ITEMS};
pub use game::Played;
pub use lengths::{Bins, MOST_PACE, Minutes, Spread, pace};
pub use lines::{Begun, Header, Lines};
pub use merge::merged;
pub use rates::Interval;
pub use report::{
    AS_PRINTED, Agent, DEFAULT_PACE, Difference, Ends, Fault, First, Player, Report, Until, Version,
};
pub use seats::{AgentKind, DEFAULT_THOUGHT, Lineup, MOST_DECISIONS, Seats, Thought};
pub use tally::Tally;
pub use until::{Exactness, Looks, USUAL_UNTIL};
pub use versions::{Versions, play_versions};

use cardwright_core::Content;
use game::Table;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::str::FromStr;
use std::sync::Arc;

/// The id and title of the outcome of a game that was stopped.
pub const UNFINISHED: (&str, &str) = ("unfinished", "the game was stopped");

/// Why lines are not those of a series, or not of this one: for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable(pub String);

impl Unusable {
    fn of(name: &str, why: &dyn fmt::Display) -> Self {
        Self(format!("{name}: {why}"))
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Unusable {}

/// Plays games of a series on so many threads, and hands them over in order, until one is not taken. While none comes,
/// nothing is handed over now and then, so that whoever waits can end it all.
pub fn play<E>(
    content: &Arc<Content>,
    series: &Series,
    games: Range<u64>,
    threads: usize,
    take: impl FnMut(Option<Played>) -> ControlFlow<E>,
) -> ControlFlow<E> {
    let table = Table::of(content, series);
    let game = |number, is_over: &_| Played::of(&table, series, number, is_over);
    queue::in_order(games, threads, game, take)
}

/// Which games are played, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// How many games, all shards together.
    pub games: u64,
    /// The seed of the first game.
    pub seed: u64,
    /// The players.
    pub lineup: Lineup,
    /// Whether each game is played twice, to compare.
    pub twice: bool,
    /// Whether it is counted what becomes of cards and options.
    pub cards: bool,
}

impl Series {
    /// A series of so many games, by these agents in seat order, which stay where they sit.
    #[must_use]
    pub fn new(games: u64, seed: u64, agents: &[AgentKind]) -> Self {
        let lineup = Lineup {
            kinds: agents.to_vec(),
            think: Thought::default(),
            swap: false,
        };
        Self {
            games,
            seed,
            lineup,
            twice: false,
            cards: false,
        }
    }

    /// The seed of a game.
    #[must_use]
    pub fn seed_of(&self, game: u64) -> u64 {
        self.seed.wrapping_add(game / self.lineup.games_a_seed())
    }

    /// The games of a shard.
    #[must_use]
    pub fn part(&self, shard: Shard) -> Range<u64> {
        let until = |shards: u64| {
            let games = u128::from(self.games) * u128::from(shards) / u128::from(shard.of.max(1));
            u64::try_from(games).unwrap_or(self.games)
        };
        until(shard.number.saturating_sub(1))..until(shard.number)
    }
}

/// A shard: one of so many equal parts of a series, as calls write it: `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl Shard {
    /// The whole series.
    pub const WHOLE: Self = Self { number: 1, of: 1 };
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
            .ok_or_else(|| {
                "write the number of the shard and the number of all shards, such as `2/8`; the \
             first is `1/8`"
                    .to_owned()
            })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}
