//! The total of the modifiers of a value, whatever their order of declaration.
//!
//! First the factors: products, then quotients rounded up, then quotients rounded down. Then the additions: those
//! without a bound in their direction as one sum; then one by one those with a bound, increases before reductions, and of
//! these the tightest bound first, so that each goes as far as it may. A value may ask for the factors last. Where two
//! modifiers still tie, they are the same, so that nothing depends on which comes first.

use cardwright_bytecode::pack::Adjustment;
use cardwright_vm::{divide, divide_up};
use std::cmp::Reverse;

/// One modifier that applies, its numbers worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Modifier {
    pub(crate) change: Adjustment,
    pub(crate) amount: i64,
    pub(crate) least: Option<i64>,
    pub(crate) most: Option<i64>,
}

/// The modifiers of a value.
#[derive(Debug, Default)]
pub(crate) struct Amounts {
    sum: i64,
    bounded: Vec<Modifier>,
    factors: Vec<Modifier>,
}

/// A value after its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Modified {
    pub(crate) result: i64,
    /// The sum of all additions, before their limits.
    pub(crate) sum: i64,
}

impl Modifier {
    /// The bound on the side to which it goes.
    fn bound(&self) -> Option<i64> {
        if self.amount < 0 { self.least } else { self.most }
    }

    /// The number after this modifier: on the way there it stops at its bounds; it never goes back to them.
    fn of(&self, number: i64) -> i64 {
        let to = match self.change {
            Adjustment::Replace => self.amount,
            Adjustment::Add => number.saturating_add(self.amount),
            Adjustment::Multiply => number.saturating_mul(self.amount),
            Adjustment::DivideUp => divide_up(number, self.amount),
            Adjustment::Divide => divide(number, self.amount),
        };
        match (self.least, self.most) {
            (Some(least), _) if to < number => to.max(least.min(number)),
            (_, Some(most)) if to > number => to.min(most.max(number)),
            _ => to,
        }
    }

    /// Increases by the lowest bound, then reductions by the highest.
    fn turn_among_additions(&self) -> (bool, i64, i64) {
        let bound = self.bound().unwrap_or(i64::MAX);
        match self.amount < 0 {
            false => (false, bound, self.amount),
            true => (true, !bound, self.amount),
        }
    }

    fn turn_among_factors(&self) -> (Adjustment, bool, i64, Reverse<i64>, i64) {
        let bounded = self.least.is_some() || self.most.is_some();
        let (least, most) = (self.least.unwrap_or(i64::MIN), self.most.unwrap_or(i64::MAX));
        (self.change, bounded, most, Reverse(least), self.amount)
    }
}

impl Amounts {
    /// Adds one that applies.
    pub(crate) fn take(&mut self, modifier: Modifier) {
        match (modifier.change, modifier.bound()) {
            (Adjustment::Add, None) => self.sum = self.sum.saturating_add(modifier.amount),
            (Adjustment::Add, Some(_)) => self.bounded.push(modifier),
            _ => self.factors.push(modifier),
        }
    }

    /// The number after all modifiers; the additions together stay between the least and most of `net`.
    pub(crate) fn applied(mut self, to: i64, net: [Option<i64>; 2], factors_last: bool) -> Modified {
        self.bounded.sort_by_key(Modifier::turn_among_additions);
        self.factors.sort_by_key(Modifier::turn_among_factors);
        let multiplied = |number| {
            self.factors
                .iter()
                .fold(number, |number, factor| factor.of(number))
        };
        let start = if factors_last { to } else { multiplied(to) };
        let sum = self.added(start);
        let added = start.saturating_add(within(sum, net));
        let result = if factors_last { multiplied(added) } else { added };
        Modified { result, sum }
    }

    /// The sum of all additions, applied from this number on.
    fn added(&self, from: i64) -> i64 {
        self.bounded.iter().fold(self.sum, |sum, modifier| {
            let now = from.saturating_add(sum);
            let change = modifier.of(now).saturating_sub(now);
            sum.saturating_add(change)
        })
    }
}

/// A number between limits; the least beats the most.
pub(crate) fn within(number: i64, [least, most]: [Option<i64>; 2]) -> i64 {
    number
        .min(most.unwrap_or(i64::MAX))
        .max(least.unwrap_or(i64::MIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn modifier(change: Adjustment, amount: i64) -> Modifier {
        Modifier {
            change,
            amount,
            least: None,
            most: None,
        }
    }

    const fn down(amount: i64, least: i64) -> Modifier {
        Modifier {
            least: Some(least),
            ..modifier(Adjustment::Add, -amount)
        }
    }

    const fn up(amount: i64, most: i64) -> Modifier {
        Modifier {
            most: Some(most),
            ..modifier(Adjustment::Add, amount)
        }
    }

    fn applied(to: i64, modifiers: &[Modifier], factors_last: bool) -> i64 {
        let mut amounts = Amounts::default();
        modifiers.iter().for_each(|modifier| amounts.take(*modifier));
        amounts.applied(to, [None, None], factors_last).result
    }

    #[test]
    fn a_bound_stops_its_own_modifier_and_raises_nothing() {
        assert_eq!(applied(5, &[down(3, 1)], false), 2);
        assert_eq!(applied(3, &[down(3, 1)], false), 1);
        assert_eq!(applied(0, &[down(3, 1)], false), 0);
        assert_eq!(applied(9, &[up(3, 6)], false), 9);
        assert_eq!(applied(4, &[up(3, 6)], false), 6);
        assert_eq!(
            applied(3, &[down(3, 1), modifier(Adjustment::Add, -4)], false),
            -1
        );
    }

    #[test]
    fn factors_come_first_unless_the_value_says_last() {
        let both = [modifier(Adjustment::Add, 3), modifier(Adjustment::Multiply, 2)];
        assert_eq!(applied(4, &both, false), 11);
        assert_eq!(applied(4, &both, true), 14);
    }

    #[test]
    fn quotients_are_rounded_as_they_say() {
        assert_eq!(applied(5, &[modifier(Adjustment::Divide, 2)], false), 2);
        assert_eq!(applied(5, &[modifier(Adjustment::DivideUp, 2)], false), 3);
        assert_eq!(applied(-5, &[modifier(Adjustment::DivideUp, 2)], false), -2);
        assert_eq!(applied(5, &[modifier(Adjustment::Divide, 0)], false), 0);
        let half = Modifier {
            least: Some(1),
            ..modifier(Adjustment::Divide, 2)
        };
        assert_eq!([1, 3, 0].map(|n| applied(n, &[half], false)), [1, 1, 0]);
    }

    #[test]
    fn the_order_of_declaration_changes_nothing() {
        let all = [
            down(3, 1),
            down(2, 3),
            up(4, 6),
            up(1, 9),
            modifier(Adjustment::Add, -1),
            modifier(Adjustment::Multiply, 3),
            modifier(Adjustment::Divide, 2),
            modifier(Adjustment::DivideUp, 2),
        ];
        for to in -9..=9 {
            for last in [false, true] {
                let expected = applied(to, &all, last);
                let mut other = all;
                for turn in 0..all.len() {
                    other.rotate_left(1);
                    other.swap(0, turn);
                    assert_eq!(applied(to, &other, last), expected, "{to} {other:?}");
                }
            }
        }
    }
}
