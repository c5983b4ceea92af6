//! `sim --wins`: whether players win as often as they may, as far as the games that were played can tell.
//!
//! A share of games is known only up to an interval: the score interval of Wilson, at 95 %. A call fails only if the whole
//! interval lies outside of the allowed range, so that chance alone does not fail it.

use crate::program::Ending;
use crate::series::Report;
use serde::Serialize;
use std::str::FromStr;
use std::time::Duration;

/// How many standard deviations 95 % of a normal distribution lie within.
const SCORE: f64 = 1.96;
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
    fn of(allowed: &Allowed, wins: u64, games: u64) -> Self {
        let (low, high) = interval(wins, games);
        let balance = match () {
            () if high < allowed.low || low > allowed.high => Balance::Outside,
            () if low >= allowed.low && high <= allowed.high => Balance::Within,
            () => Balance::Open,
        };
        Self {
            player: allowed.player.clone(),
            wins,
            games,
            percent: rounded(percent(wins, games)),
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
        let wins = report.wins().get(&allowed.player);
        let unknown = || {
            let players: Vec<String> = report.wins().keys().map(|player| format!("`{player}`")).collect();
            Ending::WrongCall(format!(
                "{} has no player `{}`; its players are {}",
                report.scenario(),
                allowed.player,
                players.join(", ")
            ))
        };
        wins.map(|&wins| Share::of(allowed, wins, report.games()))
            .ok_or_else(unknown)
    };
    allowed.iter().map(share).collect()
}

/// The score interval of a share, in percent.
fn interval(wins: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 100.0);
    }
    // A series has at most 10^12 games.
    #[allow(clippy::cast_precision_loss)]
    let (wins, games) = (wins as f64, games as f64);
    let (share, square) = (wins / games, SCORE * SCORE);
    let middle = share + square / (2.0 * games);
    let width = SCORE * (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
    let of = 1.0 + square / games;
    let percent = |value: f64| (100.0 * value / of).clamp(0.0, 100.0);
    (percent(middle - width), percent(middle + width))
}

fn percent(wins: u64, games: u64) -> f64 {
    #[allow(clippy::cast_precision_loss)]
    match games {
        0 => 0.0,
        _ => 100.0 * wins as f64 / games as f64,
    }
}

fn rounded(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_wilson() {
        for (wins, games, low, high) in [
            (0, 10, 0.0, 27.8),
            (5, 10, 23.7, 76.3),
            (50, 100, 40.4, 59.6),
            (500, 1000, 46.9, 53.1),
            (10, 10, 72.2, 100.0),
            (0, 0, 0.0, 100.0),
        ] {
            let found = interval(wins, games);
            assert_eq!(
                (rounded(found.0), rounded(found.1)),
                (low, high),
                "{wins} of {games}"
            );
        }
    }

    #[test]
    fn only_an_interval_that_lies_wholly_outside_is_outside() {
        let allowed: Allowed = "red=40..60".parse().expect("a range");
        let balance = |wins, games| Share::of(&allowed, wins, games).balance;
        assert_eq!(balance(500, 1_000), Balance::Within);
        assert_eq!(balance(7, 10), Balance::Open);
        assert_eq!(balance(630, 1_000), Balance::Open);
        assert_eq!(balance(640, 1_000), Balance::Outside);
        assert_eq!(balance(360, 1_000), Balance::Outside);
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
