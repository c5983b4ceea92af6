//! What the games that were played tell of all games: shares, differences and means, each with the interval in which the true
//! figure lies with 95 % certainty.
//!
//! | figure | its interval |
//! |---|---|
//! | a share of games | the score interval of Wilson |
//! | a difference in the same games | a mean of differences, with two more games in which one of the two is ahead (Agresti and Min) |
//! | a mean | a mean of groups, by Student's t |
//!
//! Games with one seed are one *group*: agents that change seats play each seed several times, and such games resemble one another. The
//! spread is always that between groups, so a game that is as good as played twice does not count twice. Games without changed seats
//! are groups of one.
//!
//! Only sums are kept, all of them whole numbers: the figures are the same in whatever parts games are counted, and need no more
//! room for a billion of them.

use serde::{Serialize, Serializer};

/// How many standard deviations 95 % of a normal distribution lie within.
const SCORE: f64 = 1.96;
/// The most that a number of a game counts, so that no sum of squares grows too large.
const MOST_VALUE: i64 = 1 << 32;

/// A figure and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The figure in the games that were played; in percent, if it is a share, and in points of percent, if a difference of shares.
    #[serde(serialize_with = "rounded")]
    pub percent: f64,
    /// The lower end.
    #[serde(serialize_with = "rounded")]
    pub low: f64,
    /// The upper end.
    #[serde(serialize_with = "rounded")]
    pub high: f64,
}

/// Two digits behind the point, and never a zero below zero.
fn rounded<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(hundredths(*value))
}

/// A number with two digits behind the point.
pub(super) fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

impl Interval {
    /// The share of victories in games that have nothing to do with one another.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a share is a fraction")]
    pub fn of(wins: u64, games: u64) -> Self {
        match games {
            0 => Sums::default().share(),
            _ => wilson(wins as f64 / games as f64, games as f64),
        }
    }

    /// Half of its width.
    #[must_use]
    pub fn half(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether a true figure of this size would surprise nobody.
    #[must_use]
    pub fn has(&self, truth: f64) -> bool {
        (self.low..=self.high).contains(&truth)
    }

    /// A share, for people: `55.5 % (53.2 to 57.8)`.
    #[must_use]
    pub fn share(&self) -> String {
        format!("{:.1} % {}", self.percent, self.ends())
    }

    /// Its ends, for people.
    #[must_use]
    pub fn ends(&self) -> String {
        format!("({} to {})", tenths(self.low), tenths(self.high))
    }

    /// A difference, for people: `+5.7 points (3.2 to 8.1)`.
    #[must_use]
    pub fn difference(&self) -> String {
        let percent = tenths(self.percent);
        let sign = if percent.starts_with('-') || percent == "0.0" {
            ""
        } else {
            "+"
        };
        format!("{sign}{percent} points {}", self.ends())
    }
}

fn tenths(value: f64) -> String {
    format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0)
}

/// The sums of a number of each game, group by group.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    /// The group that is being counted: its seed, its games and their sum.
    open: Option<(u64, i128, i128)>,
    groups: i128,
    games: i128,
    sum: i128,
    /// Of all groups: games squared, games times sum, sum squared.
    squares: [i128; 3],
}

#[allow(
    clippy::cast_precision_loss,
    reason = "a series has at most 10^12 games; a figure is a fraction"
)]
fn real(number: i128) -> f64 {
    number as f64
}

impl Sums {
    /// Counts a game.
    pub(super) fn count(&mut self, seed: u64, value: i64) {
        let value = i128::from(value.clamp(-MOST_VALUE, MOST_VALUE));
        match &mut self.open {
            Some((open, games, sum)) if *open == seed => {
                *games += 1;
                *sum += value;
            }
            _ => {
                self.close();
                self.open = Some((seed, 1, value));
            }
        }
    }

    fn close(&mut self) {
        let Some((_, games, sum)) = self.open.take() else {
            return;
        };
        self.groups += 1;
        self.games += games;
        self.sum += sum;
        let products = [games * games, games * sum, sum * sum];
        self.squares
            .iter_mut()
            .zip(products)
            .for_each(|(all, one)| *all += one);
    }

    fn closed(&self) -> Self {
        let mut closed = self.clone();
        closed.close();
        closed
    }

    /// How many games were counted, and what they come to.
    pub(super) fn whole(&self) -> (u64, i64) {
        let closed = self.closed();
        let games = u64::try_from(closed.games).unwrap_or(u64::MAX);
        (games, i64::try_from(closed.sum).unwrap_or(i64::MAX))
    }

    /// The sum of the squares of how far groups are from where they would be, if each game had this mean.
    fn spread(&self, mean: f64) -> f64 {
        let [games, both, sums] = self.squares.map(real);
        (sums - 2.0 * mean * both + mean * mean * games).max(0.0)
    }

    /// How much more than chance alone groups spread: by this much fewer are the games that count.
    fn effect(&self, share: f64) -> f64 {
        let (games, groups) = (real(self.games), real(self.groups));
        if self.groups == self.games {
            return 1.0;
        }
        let by_chance = games * share * (1.0 - share);
        if self.groups < 2 || by_chance <= 0.0 {
            return games / groups.max(1.0);
        }
        (self.spread(share) / by_chance * groups / (groups - 1.0)).max(1.0)
    }

    /// The share of games, of numbers that are 0 or 1.
    pub(super) fn share(&self) -> Interval {
        let all = self.closed();
        if all.games == 0 {
            return Interval {
                percent: 0.0,
                low: 0.0,
                high: 100.0,
            };
        }
        let share = real(all.sum) / real(all.games);
        wilson(share, real(all.games) / all.effect(share))
    }

    /// The mean of differences of shares within a game, of numbers between `-most` and `most`, which stands for all of a share;
    /// nothing, as long as one group or none was counted.
    pub(super) fn difference(&self, most: i64) -> Option<Interval> {
        let all = self.closed();
        if all.groups < 2 || most <= 0 {
            return None;
        }
        let (games, groups) = (real(all.games), real(all.groups));
        let each = games / groups;
        let most = real(i128::from(most));
        // Two more groups, which differ by nothing on the average: else games that never differ would be certain to.
        let counted = games + 2.0 * each;
        let middle = real(all.sum) / counted;
        let [all_games, both, sums] = all.squares.map(real);
        let extra = (most * each) * (most * each);
        let spread = sums + extra - 2.0 * middle * both + middle * middle * (all_games + 2.0 * each * each);
        let error = (spread.max(0.0) * groups / (groups - 1.0)).sqrt() / counted;
        let percent = |value: f64| (100.0 * value / most).clamp(-100.0, 100.0);
        let width = student(groups - 1.0) * error;
        Some(Interval {
            percent: percent(real(all.sum) / games),
            low: percent(middle - width),
            high: percent(middle + width),
        })
    }

    /// The mean of a game, and the interval of it; nothing, as long as one group or none was counted.
    pub(super) fn mean(&self) -> Option<Interval> {
        let all = self.closed();
        if all.groups < 2 {
            return None;
        }
        let (games, groups) = (real(all.games), real(all.groups));
        let mean = real(all.sum) / games;
        let error = (all.spread(mean) * groups / (groups - 1.0)).sqrt() / games;
        let width = student(groups - 1.0) * error;
        Some(Interval {
            percent: mean,
            low: mean - width,
            high: mean + width,
        })
    }
}

/// The score interval of Wilson, of a share in so many games.
pub(super) fn wilson(share: f64, games: f64) -> Interval {
    let square = SCORE * SCORE;
    let middle = share + square / (2.0 * games);
    let width = SCORE * (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
    let of = 1.0 + square / games;
    let percent = |value: f64| (100.0 * value).clamp(0.0, 100.0);
    Interval {
        percent: percent(share),
        low: percent((middle - width) / of),
        high: percent((middle + width) / of),
    }
}

/// How many standard errors 95 % of Student's distribution lie within, from three degrees of freedom on to a hundredth
/// of itself; with fewer it is the number of a table.
fn student(freedom: f64) -> f64 {
    let table = [12.71, 4.31, 3.19];
    if let Some(known) = (1_u32..)
        .zip(table)
        .find(|(place, _)| freedom <= f64::from(*place))
    {
        return known.1;
    }
    let third = (SCORE.powi(3) + SCORE) / 4.0;
    let fifth = (5.0 * SCORE.powi(5) + 16.0 * SCORE.powi(3) + 3.0 * SCORE) / 96.0;
    SCORE + third / freedom + fifth / (freedom * freedom)
}

/// Games in two classes, such as those in which a card was used and those in which it was not: how much more often they were won in
/// one of them than in the other. Several sides of one game, and of one group, may be counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Split {
    open: Option<(u64, [i128; 4])>,
    groups: i128,
    /// Sides and victories of the one class, and of the other.
    sums: [i128; 4],
    /// The products of each two of these within a group.
    products: [[i128; 4]; 4],
    /// Whether a group had more than one side.
    is_dependent: bool,
}

impl Split {
    /// Counts a side of a game.
    pub(super) fn count(&mut self, seed: u64, class: bool, won: bool) {
        if self.open.is_none_or(|(open, _)| open != seed) {
            self.close();
        }
        let (_, counts) = self.open.get_or_insert((seed, [0; 4]));
        let place = if class { 0 } else { 2 };
        counts[place] += 1;
        counts[place + 1] += i128::from(won);
    }

    fn close(&mut self) {
        let Some((_, counts)) = self.open.take() else {
            return;
        };
        self.groups += 1;
        self.is_dependent |= counts[0] + counts[2] > 1;
        for (row, one) in counts.into_iter().enumerate() {
            self.sums[row] += one;
            for (column, other) in counts.into_iter().enumerate() {
                self.products[row][column] += one * other;
            }
        }
    }

    fn closed(&self) -> Self {
        let mut closed = self.clone();
        closed.close();
        closed
    }

    /// Sides and victories of the one class, and of the other.
    pub(super) fn counts(&self) -> [u64; 4] {
        let sums = self.closed().sums;
        sums.map(|sum| u64::try_from(sum).unwrap_or(u64::MAX))
    }

    /// How much more often sides of the one class win than those of the other, in points of percent: the interval of Newcombe, or,
    /// if sides of the same group depend on one another and that makes it wider, the one from the spread between groups. Nothing
    /// if there is nobody in one of the classes.
    pub(super) fn difference(&self) -> Option<Interval> {
        let all = self.closed();
        let [ins, ins_won, outs, outs_won] = all.sums.map(real);
        if ins == 0.0 || outs == 0.0 {
            return None;
        }
        let (one, other) = (wilson(ins_won / ins, ins), wilson(outs_won / outs, outs));
        let percent = one.percent - other.percent;
        let root = |a: f64, b: f64| (a * a + b * b).sqrt();
        let mut below = root(one.percent - one.low, other.high - other.percent);
        let mut above = root(one.high - one.percent, other.percent - other.low);
        if all.is_dependent && all.groups > 1 {
            let width = 100.0 * student(real(all.groups) - 1.0) * all.error();
            (below, above) = (below.max(width), above.max(width));
        }
        Some(Interval {
            percent,
            low: (percent - below).max(-100.0),
            high: (percent + above).min(100.0),
        })
    }

    /// The standard error of the difference, from the spread between groups.
    fn error(&self) -> f64 {
        let [ins, ins_won, outs, outs_won] = self.sums.map(real);
        let weights = [
            -ins_won / (ins * ins),
            1.0 / ins,
            outs_won / (outs * outs),
            -1.0 / outs,
        ];
        let mut square = 0.0;
        for (row, one) in weights.into_iter().enumerate() {
            for (column, other) in weights.into_iter().enumerate() {
                square += one * other * real(self.products[row][column]);
            }
        }
        let groups = real(self.groups);
        (square.max(0.0) * groups / (groups - 1.0)).sqrt()
    }
}

#[cfg(test)]
#[path = "rates_tests.rs"]
mod tests;
