//! A number of each game, such as its rounds: least, mean, most, and how many games have how many.

use super::rates::{Interval, Sums, hundredths};
use serde::Serialize;

/// The most columns of a histogram; where games need more, each column is made twice as wide.
const MOST_BINS: usize = 64;
/// The most seconds that a decision may take.
pub const MOST_PACE: f64 = 3_600.0;

/// The sums of a number of each game. The same games give the same, in whatever parts they are counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Lengths {
    ends: Option<(i64, i64)>,
    sums: Sums,
    bins: Bins,
}

/// How many games have how many, in columns of one width, from 0 on. Numbers below 0 are not counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bins {
    /// The width of a column, a power of two.
    pub width: u64,
    /// The games in each column; the first column begins with 0.
    pub games: Vec<u64>,
}

impl Default for Bins {
    fn default() -> Self {
        Self {
            width: 1,
            games: Vec::new(),
        }
    }
}

impl Bins {
    fn count(&mut self, number: i64) {
        let Ok(number) = u64::try_from(number) else {
            return;
        };
        let column = |width: u64| usize::try_from(number / width).unwrap_or(usize::MAX);
        while column(self.width) >= MOST_BINS {
            self.widen();
        }
        let column = column(self.width);
        if self.games.len() <= column {
            self.games.resize(column + 1, 0);
        }
        self.games[column] += 1;
    }

    fn widen(&mut self) {
        self.width *= 2;
        self.games = self.games.chunks(2).map(|pair| pair.iter().sum()).collect();
    }
}

impl Lengths {
    pub(super) fn count(&mut self, seed: u64, number: i64) {
        let (least, most) = self.ends.unwrap_or((number, number));
        self.ends = Some((least.min(number), most.max(number)));
        self.sums.count(seed, number);
        self.bins.count(number);
    }

    pub(super) fn spread(&self) -> Spread {
        let (games, sum) = self.sums.whole();
        let (least, most) = self.ends.unwrap_or_default();
        #[allow(clippy::cast_precision_loss, reason = "a mean is a fraction")]
        let mean = sum as f64 / games.max(1) as f64;
        Spread {
            least,
            mean,
            most,
            interval: self
                .sums
                .mean()
                .map(|Interval { low, high, .. }| [low, high].map(hundredths)),
            bins: self.bins.clone(),
        }
    }

    pub(super) fn games(&self) -> u64 {
        self.sums.whole().0
    }
}

/// A number of each game.
#[derive(Clone, Debug, Serialize)]
pub struct Spread {
    /// The least.
    pub least: i64,
    /// The mean.
    pub mean: f64,
    /// The most.
    pub most: i64,
    /// The interval of the mean, if there were games enough for one.
    pub interval: Option<[f64; 2]>,
    /// How many games have how many.
    pub bins: Bins,
}

impl Spread {
    /// For people.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{:.1} on average, {} to {}", self.mean, self.least, self.most)
    }
}

/// The time that games take at a table, in minutes, if each decision takes so many seconds.
#[derive(Clone, Debug, Serialize)]
pub struct Minutes {
    /// The seconds that a decision takes: an assumption.
    pub seconds: f64,
    /// The shortest game.
    pub least: f64,
    /// The mean.
    pub mean: f64,
    /// The longest.
    pub most: f64,
}

/// The seconds that a decision takes at a table, as calls write them.
///
/// # Errors
/// If it is no number, or one that no decision takes.
pub fn pace(text: &str) -> Result<f64, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.1..=MOST_PACE).contains(seconds));
    seconds.ok_or_else(|| format!("`{text}` is not a number of seconds from 0.1 to {MOST_PACE}"))
}

impl Minutes {
    pub(super) fn of(decisions: &Spread, seconds: f64) -> Self {
        #[allow(clippy::cast_precision_loss, reason = "a game has few decisions")]
        let minutes = |count: i64| hundredths(count as f64 * seconds / 60.0);
        Self {
            seconds,
            least: minutes(decisions.least),
            mean: hundredths(decisions.mean * seconds / 60.0),
            most: minutes(decisions.most),
        }
    }

    pub(super) fn text(&self) -> String {
        format!(
            "{:.1} on average, {:.1} to {:.1}, if a decision takes {} s",
            self.mean, self.least, self.most, self.seconds
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Limit: MOST_BINS in cardwright/src/series/lengths.rs
    #[test]
    fn columns_widen_with_the_longest_game_and_no_game_is_lost() {
        let columns = |numbers: &[i64]| {
            let mut bins = Bins::default();
            numbers.iter().for_each(|&number| bins.count(number));
            bins
        };
        let all: Vec<i64> = (0..MOST_BINS as i64).collect();
        let narrow = columns(&all);
        assert_eq!((narrow.width, narrow.games.len()), (1, MOST_BINS));
        let more = [&all[..], &[MOST_BINS as i64]].concat();
        let wide = columns(&more);
        assert_eq!((wide.width, wide.games.len()), (2, MOST_BINS / 2 + 1));
        assert_eq!(wide.games.iter().sum::<u64>(), MOST_BINS as u64 + 1);
        // The order of games changes nothing.
        let mut turned = more;
        turned.reverse();
        assert_eq!(columns(&turned), wide);
        assert_eq!(columns(&[-1, i64::MAX]).games.iter().sum::<u64>(), 1);
    }

    #[test]
    fn minutes_are_decisions_times_seconds() {
        let mut lengths = Lengths::default();
        [30, 60, 90]
            .into_iter()
            .zip(0..)
            .for_each(|(number, seed)| lengths.count(seed, number));
        let minutes = Minutes::of(&lengths.spread(), 10.0);
        assert_eq!((minutes.least, minutes.mean, minutes.most), (5.0, 10.0, 15.0));
    }

    // Limit: MOST_PACE in cardwright/src/series/lengths.rs
    #[test]
    fn a_decision_takes_some_seconds_and_at_most_an_hour() {
        assert_eq!(pace("3600"), Ok(MOST_PACE));
        assert_eq!(pace("0.5"), Ok(0.5));
        for wrong in ["3600.1", "0", "-5", "NaN", "inf", "5s", ""] {
            assert!(pace(wrong).is_err(), "{wrong}");
        }
    }
}
