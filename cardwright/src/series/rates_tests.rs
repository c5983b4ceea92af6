//! The intervals: known figures, and how often they hold the truth in simulated games.

use super::*;

/// A source of coins that is the same everywhere.
struct Coins(u64);

impl Coins {
    /// A number from 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn flip(&mut self, chance: f64) -> bool {
        self.next() < chance
    }
}

/// In how many percent of 2,000 series an interval has the truth.
fn coverage(mut series: impl FnMut(&mut Coins) -> bool) -> f64 {
    const SERIES: u32 = 2_000;
    let mut coins = Coins(7);
    let right = (0..SERIES).filter(|_| series(&mut coins)).count();
    100.0 * right as f64 / f64::from(SERIES)
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn shares(wins: u64, games: u64) -> Sums {
    let mut sums = Sums::default();
    (0..games).for_each(|game| sums.count(game, i64::from(game < wins)));
    sums
}

#[test]
fn the_interval_of_a_share_is_that_of_wilson() {
    for (wins, games, low, high) in [
        (0, 10, 0.0, 27.8),
        (5, 10, 23.7, 76.3),
        (50, 100, 40.4, 59.6),
        (500, 1000, 46.9, 53.1),
        (10, 10, 72.2, 100.0),
        (0, 0, 0.0, 100.0),
    ] {
        let found = shares(wins, games).share();
        assert_eq!(
            (tenth(found.low), tenth(found.high)),
            (low, high),
            "{wins} of {games}"
        );
    }
}

#[test]
fn of_twenty_intervals_of_a_share_nineteen_have_the_truth() {
    for chance in [0.02, 0.1, 0.333, 0.5, 0.9] {
        for games in [50, 250, 1_000] {
            let found = coverage(|coins| {
                let mut sums = Sums::default();
                (0..games).for_each(|game| sums.count(game, i64::from(coins.flip(chance))));
                sums.share().has(100.0 * chance)
            });
            assert!(
                (92.0..98.5).contains(&found),
                "{chance} in {games} games: {found} %"
            );
        }
    }
}

#[test]
fn a_share_that_is_off_by_more_than_the_interval_is_not_in_it() {
    let found = coverage(|coins| {
        let mut sums = Sums::default();
        (0..1_000).for_each(|game| sums.count(game, i64::from(coins.flip(0.5))));
        sums.share().has(56.5)
    });
    assert!(found < 5.0, "{found} %");
}

/// Each seed is played twice, and the second game is very often as the first.
#[test]
fn games_that_resemble_one_another_do_not_count_twice() {
    let series = |coins: &mut Coins, group: u64| {
        let mut sums = Sums::default();
        for seed in 0..200 {
            let first = coins.flip(0.4);
            let second = if coins.flip(0.9) { first } else { coins.flip(0.4) };
            sums.count(seed * group, i64::from(first));
            sums.count(seed * group + group - 1, i64::from(second));
        }
        sums.share()
    };
    let together = coverage(|coins| series(coins, 1).has(40.0));
    assert!((92.0..98.5).contains(&together), "{together} %");
    // As if all were games of their own, the interval would be too narrow.
    let apart = coverage(|coins| series(coins, 2).has(40.0));
    assert!(apart < 90.0, "{apart} %");
    // Games that are the very same are as good as one.
    let mut sums = Sums::default();
    for seed in 0..100 {
        (0..2).for_each(|_| sums.count(seed, i64::from(seed < 50)));
    }
    let (twice, once) = (sums.share(), shares(50, 100).share());
    assert!(twice.half() >= once.half() && twice.half() < once.half() * 1.02);
}

#[test]
fn of_twenty_intervals_of_a_difference_nineteen_have_the_truth() {
    // Both win where a first coin says so, and one of them where a second does.
    for (games, more) in [(40, 0.1), (200, 0.05), (1_000, 0.01), (1_000, 0.2)] {
        let found = coverage(|coins| {
            let mut sums = Sums::default();
            for game in 0..games {
                let [one, other] = match coins.flip(0.5) {
                    true => [1, 1],
                    false => [
                        i64::from(coins.flip(0.3 + 2.0 * more)),
                        i64::from(coins.flip(0.3)),
                    ],
                };
                sums.count(game, one - other);
            }
            sums.difference(1).is_some_and(|found| found.has(100.0 * more))
        });
        assert!(
            (92.5..98.5).contains(&found),
            "{more} in {games} games: {found} %"
        );
    }
}

#[test]
fn games_that_never_differ_are_not_certain_to() {
    let mut sums = Sums::default();
    assert_eq!(sums.difference(1), None);
    sums.count(0, 0);
    assert_eq!(sums.difference(1), None);
    (1..100).for_each(|game| sums.count(game, 0));
    let found = sums.difference(1).expect("an interval");
    assert_eq!(found.percent, 0.0);
    assert!(
        (1.0..4.0).contains(&found.high) && found.low == -found.high,
        "{found:?}"
    );
}

#[test]
fn games_that_are_paired_tell_a_difference_more_exactly() {
    let mut coins = Coins(3);
    let (mut paired, mut shares) = (Sums::default(), [Sums::default(), Sums::default()]);
    for game in 0..2_000 {
        let one = coins.flip(0.5);
        let other = if coins.flip(0.95) { one } else { coins.flip(0.6) };
        paired.count(game, i64::from(other) - i64::from(one));
        shares[0].count(game, i64::from(one));
        shares[1].count(game, i64::from(other));
    }
    let half = paired.difference(1).expect("an interval").half();
    assert!(
        half * 3.0 < shares[0].share().half() + shares[1].share().half(),
        "{half}"
    );
}

#[test]
fn of_twenty_intervals_of_cards_that_both_sides_have_nineteen_have_the_truth() {
    // Either side takes the card in half of the games; who alone takes it wins in 70 of 100.
    for both in [true, false] {
        let found = coverage(|coins| {
            let mut split = Split::default();
            for game in 0..400 {
                let taken = [coins.flip(0.5), coins.flip(0.5)];
                let chance = match taken {
                    [true, false] => 0.7,
                    [false, true] => 0.3,
                    _ => 0.5,
                };
                let won = coins.flip(chance);
                split.count(game, taken[0], won);
                if both {
                    split.count(game, taken[1], !won);
                }
            }
            split.difference().is_some_and(|found| found.has(20.0))
        });
        assert!((92.5..99.0).contains(&found), "{both}: {found} %");
    }
}

#[test]
fn a_class_without_anybody_tells_no_difference() {
    let mut split = Split::default();
    (0..10).for_each(|game| split.count(game, true, game < 5));
    assert_eq!((split.counts(), split.difference()), ([10, 5, 0, 0], None));
}

#[test]
fn of_twenty_intervals_of_a_mean_nineteen_have_the_truth() {
    for games in [5, 30, 300] {
        let found = coverage(|coins| {
            let mut sums = Sums::default();
            (0..games).for_each(|game| {
                let number = (0..10).filter(|_| coins.flip(0.3)).count();
                sums.count(game, number as i64);
            });
            sums.mean().is_some_and(|found| found.has(3.0))
        });
        assert!((91.5..98.5).contains(&found), "{games} games: {found} %");
    }
}

/// Stopping where the interval is narrow enough, after few looks, leaves nineteen of twenty intervals with the truth.
#[test]
fn stopping_as_soon_as_it_is_exact_enough_does_not_mislead() {
    for chance in [0.05, 0.3, 0.5] {
        let found = coverage(|coins| {
            let mut sums = Sums::default();
            let (mut game, mut look) = (0, 250);
            loop {
                sums.count(game, i64::from(coins.flip(chance)));
                game += 1;
                if game == look {
                    look *= 2;
                    if sums.share().half() <= 3.0 {
                        break sums.share().has(100.0 * chance);
                    }
                }
            }
        });
        assert!((92.5..98.5).contains(&found), "{chance}: {found} %");
    }
}

#[test]
fn a_figure_that_is_nearly_zero_has_no_sign() {
    let one = Interval {
        percent: -0.04,
        low: -0.049,
        high: 12.345,
    };
    assert_eq!(one.difference(), "0.0 points (0.0 to 12.3)");
    assert_eq!(serde_json::json!(one)["low"], -0.05);
}

// Limit: MOST_VALUE in cardwright/src/series/rates.rs
#[test]
fn a_number_beyond_the_most_counts_as_the_most() {
    let mean = |value: i64| {
        let mut sums = Sums::default();
        (0..2).for_each(|game| sums.count(game, value));
        sums.whole().1
    };
    assert_eq!(mean(MOST_VALUE - 1), 2 * MOST_VALUE - 2);
    assert_eq!(mean(MOST_VALUE), 2 * MOST_VALUE);
    assert_eq!(mean(MOST_VALUE + 1), 2 * MOST_VALUE);
    assert_eq!(mean(i64::MIN), -2 * MOST_VALUE);
}
