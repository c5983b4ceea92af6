//! The same games on several versions of the content, such as a card with other facts: how much more often each player wins with
//! them.
//!
//! Each game is played on all versions, with the same seed and the same seats: common random numbers. So what chance does to
//! all of them alike is no part of the difference, which is known more exactly than the share of either.

use super::game::Table;
use super::rates::Sums;
use super::report::{Report, Version};
use super::{Header, Played, Series, Tally, queue};
use cardwright_core::Content;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// The games on the printed content, and on each version.
#[derive(Debug)]
pub struct Versions<'a> {
    printed: Tally<'a>,
    others: Vec<Other<'a>>,
}

/// The games on a version.
#[derive(Debug)]
struct Other<'a> {
    tally: Tally<'a>,
    /// For each player: won on this version, less won on the printed content.
    differences: Vec<Sums>,
}

impl<'a> Versions<'a> {
    /// No games yet, on so many versions besides the printed content.
    #[must_use]
    pub fn new(header: &'a Header, others: usize) -> Self {
        let other = |_| Other {
            tally: Tally::new(header),
            differences: vec![Sums::default(); header.players.len()],
        };
        Self {
            printed: Tally::new(header),
            others: (0..others).map(other).collect(),
        }
    }

    /// Counts a game: how it went on the printed content, and on each version.
    pub fn count(&mut self, games: Vec<Played>) {
        let mut games = games.into_iter();
        let Some(printed) = games.next() else { return };
        for (other, game) in self.others.iter_mut().zip(games) {
            let won = self.printed.won(&printed).into_iter().zip(other.tally.won(&game));
            for (sums, (before, now)) in other.differences.iter_mut().zip(won) {
                sums.count(printed.seed, i64::from(now) - i64::from(before));
            }
            other.tally.count(game);
        }
        self.printed.count(printed);
    }

    /// Half of the widest interval of a player's share, of any version.
    #[must_use]
    pub fn widest(&self) -> f64 {
        let all = self.others.iter().map(|other| other.tally.widest());
        all.fold(self.printed.widest(), f64::max)
    }

    /// The report of the printed content, with that of each version; `names` says what the versions are called, and which of them
    /// is as printed.
    #[must_use]
    pub fn report(self, names: &[(String, bool)]) -> Report {
        let mut report = self.printed.report();
        let mut others = self.others.into_iter();
        let mut versions = Vec::new();
        for (name, is_printed) in names {
            let version = match is_printed {
                true => Some(report.as_version(name.clone())),
                false => others.next().map(|other| other.report(name.clone())),
            };
            versions.extend(version);
        }
        report.versions = versions;
        report
    }
}

impl Other<'_> {
    fn report(self, name: String) -> Version {
        let mut version = self.tally.report().as_version(name);
        version.is_printed = false;
        let differences = self.differences.iter().map(|sums| sums.difference(1));
        for (player, difference) in version.players.iter_mut().zip(differences) {
            player.difference = difference;
        }
        version
    }
}

/// Like [`play`](super::play), each game on all of these contents.
pub fn play_versions<E>(
    contents: &[Arc<Content>],
    series: &Series,
    games: Range<u64>,
    threads: usize,
    take: impl FnMut(Option<Vec<Played>>) -> ControlFlow<E>,
) -> ControlFlow<E> {
    let tables: Vec<Table> = contents
        .iter()
        .map(|content| Table::of(content, series))
        .collect();
    let game = |number, is_over: &_| {
        let played = tables
            .iter()
            .map(|table| Played::of(table, series, number, is_over));
        played.collect::<Vec<_>>()
    };
    queue::in_order(games, threads, game, take)
}
