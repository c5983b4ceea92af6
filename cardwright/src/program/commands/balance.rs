//! `sim --wins`: whether players win as often as they may, as far as the games that were played can tell.
//!
//! A share of games is known only up to an interval, that of the report. A call fails only if the whole interval lies outside of
//! the allowed range, so that chance alone does not fail it.

use crate::program::Ending;
use crate::series::{Interval, Report};
use serde::Serialize;
use std::str::FromStr;
use std::time::Duration;

/// The longest time that a call may give, a week in seconds.
const MOST_SECONDS: u64 = 7 * 24 * 60 * 60;

/// The range in which a player's share of wins may lie, in percent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Allowed {
    player: String,
    low: f64,
    high: f64,
}

impl FromStr for Allowed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').and_then(|(player, range)| {
            let (low, high) = range.split_once("..")?;
            let allowed = Self {
                player: player.to_owned(),
                low: low.parse().ok()?,
                high: high.parse().ok()?,
            };
            (!player.is_empty() && 0.0 <= allowed.low && allowed.low <= allowed.high && allowed.high <= 100.0)
                .then_some(allowed)
        });
        parts.ok_or_else(|| {
            format!("`{text}` is not a range: write the player and two percentages, such as `red=40..60`")
        })
    }
}

/// How long something may take: `60s`, `5m`, `1h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget(pub(crate) Duration);

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let units = [("s", 1), ("m", 60), ("h", 3_600)];
        let seconds = units.iter().find_map(|(unit, seconds)| {
            let count: u64 = text.strip_suffix(unit)?.parse().ok()?;
            count.checked_mul(*seconds)
        });
        let seconds = seconds.filter(|seconds| (1..=MOST_SECONDS).contains(seconds));
        let wrong = || format!("`{text}` is not a time: write `60s`, `5m` or `1h`, up to a week");
        seconds
            .map(|seconds| Self(Duration::from_secs(seconds)))
            .ok_or_else(wrong)
    }
}

/// The verdict of the games on an allowed range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Balance {
    /// The whole interval lies within.
    Within,
    /// A part of the interval lies within.
    Open,
    /// The whole interval lies outside.
    Outside,
}

/// A player's share of wins, held against the allowed range.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Share {
    player: String,
    wins: u64,
    games: u64,
    percent: f64,
    /// The interval, in percent.
    low: f64,
    high: f64,
    /// The allowed range, in percent.
    from: f64,
    to: f64,
    pub(crate) balance: Balance,
}

impl Share {
    fn of(allowed: &Allowed, wins: u64, games: u64, share: Interval) -> Self {
        let Interval { percent, low, high } = share;
        let balance = match () {
            () if high < allowed.low || low > allowed.high => Balance::Outside,
            () if low >= allowed.low && high <= allowed.high => Balance::Within,
            () => Balance::Open,
        };
        Self {
            player: allowed.player.clone(),
            wins,
            games,
            percent: rounded(percent),
            low: rounded(low),
            high: rounded(high),
            from: allowed.low,
            to: allowed.high,
            balance,
        }
    }

    /// A line for people.
    pub(crate) fn line(&self) -> String {
        let told = match self.balance {
            Balance::Within => "within",
            Balance::Open => "more games are needed to be certain",
            Balance::Outside => "OUTSIDE",
        };
        format!(
            "  {} wins {} % (with 95 % certainty {} to {} %); allowed are {} to {} %: {told}",
            self.player, self.percent, self.low, self.high, self.from, self.to
        )
    }
}

/// The shares of the players for whom the call allows a range.
pub(crate) fn shares(report: &Report, allowed: &[Allowed]) -> Result<Vec<Share>, Ending> {
    let share = |allowed: &Allowed| {
        let player = report
            .players
            .iter()
            .find(|player| player.player == allowed.player);
        let unknown = || {
            let players: Vec<String> = report
                .players
                .iter()
                .map(|player| format!("`{}`", player.player))
                .collect();
            Ending::WrongCall(format!(
                "{} has no player `{}`; its players are {}",
                report.scenario,
                allowed.player,
                players.join(", ")
            ))
        };
        player
            .map(|player| Share::of(allowed, player.wins, report.games, player.share))
            .ok_or_else(unknown)
    };
    allowed.iter().map(share).collect()
}

fn rounded(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_interval_that_lies_wholly_outside_is_outside() {
        let allowed: Allowed = "red=40..60".parse().expect("a range");
        let balance = |percent, low, high| Share::of(&allowed, 1, 2, Interval { percent, low, high }).balance;
        assert_eq!(balance(50.0, 46.9, 53.1), Balance::Within);
        assert_eq!(balance(70.0, 39.7, 89.2), Balance::Open);
        assert_eq!(balance(63.0, 60.0, 65.9), Balance::Open);
        assert_eq!(balance(64.0, 61.0, 66.9), Balance::Outside);
        assert_eq!(balance(36.0, 33.1, 39.0), Balance::Outside);
    }

    // Limit: MOST_SECONDS in cardwright/src/program/commands/balance.rs
    #[test]
    fn ranges_and_times_are_read_whole() {
        for wrong in [
            "red",
            "red=40",
            "=40..60",
            "red=60..40",
            "red=-1..4",
            "red=4..101",
            "red=a..b",
            "red=NaN..NaN",
        ] {
            assert!(wrong.parse::<Allowed>().is_err(), "{wrong}");
        }
        assert_eq!("90s".parse(), Ok(Budget(Duration::from_secs(90))));
        assert_eq!("2m".parse(), Ok(Budget(Duration::from_secs(120))));
        assert_eq!("168h".parse(), Ok(Budget(Duration::from_secs(MOST_SECONDS))));
        for wrong in [
            "169h",
            "60",
            "s",
            "0s",
            "-1s",
            "1.5m",
            "999999999h",
            "99999999999999999999h",
        ] {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
    }
}
