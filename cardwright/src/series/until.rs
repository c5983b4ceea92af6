//! As many games as it takes to know who wins exactly enough: `sim --until`.
//!
//! Whoever looks at an interval after every game, and stops when he likes it, stops too often where chance has made it look exact. So
//! it is looked only a few times, each time after twice as many games as before, and only at how wide the intervals are: never at
//! where they lie. The stretches are fixed, so the same call plays the same games on any number of threads.

use super::Until;
use std::str::FromStr;

/// After how many games it is looked first.
const FIRST_LOOK: u64 = 250;
/// The most games, if the call does not say.
pub const USUAL_UNTIL: u64 = 100_000;

/// Half of the width that an interval may have, in percent: `2%`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exactness(f64);

impl FromStr for Exactness {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let percent = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
        let percent = percent.filter(|percent| (0.01..=50.0).contains(percent));
        percent.map(Self).ok_or_else(|| {
            format!("`{text}` is not an exactness: write the points that may be missing on either side, such as `2%`")
        })
    }
}

/// The looks of a series.
#[derive(Debug)]
pub struct Looks {
    exactness: Option<Exactness>,
    /// The numbers of games after which it is looked; the last is the end of the series.
    due: Vec<u64>,
    seen: Vec<u64>,
}

impl Looks {
    /// After 250, 500, 1,000 ... games, and at the end; each stretch holds whole groups of games with one seed. Without an exactness only at the
    /// end.
    #[must_use]
    pub fn of(exactness: Option<Exactness>, games: u64, group: u64) -> Self {
        let mut due = Vec::new();
        let mut next = FIRST_LOOK;
        while exactness.is_some() && next < games {
            due.push(next.next_multiple_of(group.max(1)).min(games));
            next = next.saturating_mul(2);
        }
        due.push(games);
        due.dedup();
        Self {
            exactness,
            due,
            seen: Vec::new(),
        }
    }

    /// Whether a look is due after so many games, and whether nothing more needs to be played.
    pub fn is_enough(&mut self, games: u64, widest: impl FnOnce() -> f64) -> bool {
        let Some(Exactness(percent)) = self.exactness.filter(|_| self.due.contains(&games)) else {
            return false;
        };
        self.seen.push(games);
        widest() <= percent
    }

    /// How exact it is in the end.
    #[must_use]
    pub fn until(self, half: f64) -> Option<Until> {
        let Exactness(percent) = self.exactness?;
        Some(Until {
            percent,
            half: (half * 100.0).round() / 100.0,
            reached: half <= percent,
            looks: self.seen,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_few_and_hold_whole_groups() {
        let looks = |percent: Option<&str>, games, group| {
            let exactness = percent.map(|text| text.parse().expect("an exactness"));
            Looks::of(exactness, games, group).due
        };
        assert_eq!(looks(Some("2%"), 3_000, 1), [250, 500, 1_000, 2_000, 3_000]);
        assert_eq!(looks(Some("2%"), 250, 1), [250]);
        assert_eq!(looks(Some("2%"), 1_000, 3), [252, 501, 1_000]);
        assert_eq!(looks(None, 3_000, 1), [3_000]);
        assert!(looks(Some("0.01"), 1_000_000_000_000, 1).len() < 40);
    }

    #[test]
    fn an_exactness_is_read_whole() {
        for (text, percent) in [("2%", 2.0), ("0.5 %", 0.5), ("3", 3.0)] {
            assert_eq!(text.parse(), Ok(Exactness(percent)), "{text}");
        }
        for wrong in ["", "%", "0%", "-1%", "51%", "NaN%", "two", "2%%"] {
            assert!(wrong.parse::<Exactness>().is_err(), "{wrong}");
        }
    }
}
