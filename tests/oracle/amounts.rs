//! The effect of modifiers on a value, written from the book's account of their order.

use cardwright_bytecode::pack::Adjustment;

/// A modifier that applies: its operation, its amount, and how far it may go down and up.
pub(crate) type Applying = (Adjustment, i64, [Option<i64>; 2]);

/// A number with all factors: products, quotients rounded up, quotients rounded down.
pub(crate) fn multiplied(number: i64, applying: &[Applying]) -> i64 {
    let mut number = number;
    for wanted in [Adjustment::Multiply, Adjustment::DivideUp, Adjustment::Divide] {
        let mut factors: Vec<&Applying> = applying.iter().filter(|(change, ..)| *change == wanted).collect();
        // Those without a bound first; then the tightest bounds.
        factors.sort_by(|(_, one, [floor, ceiling]), (_, other, [low, high])| {
            let is_bounded = (floor.is_some() || ceiling.is_some()).cmp(&(low.is_some() || high.is_some()));
            let by_ceiling = ceiling.unwrap_or(i64::MAX).cmp(&high.unwrap_or(i64::MAX));
            let by_floor = low.unwrap_or(i64::MIN).cmp(&floor.unwrap_or(i64::MIN));
            is_bounded.then(by_ceiling).then(by_floor).then(one.cmp(other))
        });
        for (_, factor, bounds) in factors {
            number = stopped(number, factored(wanted, number, *factor), *bounds);
        }
    }
    number
}

fn factored(change: Adjustment, number: i64, factor: i64) -> i64 {
    let (number, factor) = (i128::from(number), i128::from(factor));
    let exact = match change {
        Adjustment::Multiply => number * factor,
        _ if factor == 0 => 0,
        Adjustment::DivideUp => -floor(-number, factor),
        _ => floor(number, factor),
    };
    i64::try_from(exact).unwrap_or(if exact < 0 { i64::MIN } else { i64::MAX })
}

/// The greatest whole number that is not above the quotient.
fn floor(number: i128, by: i128) -> i128 {
    let (number, by) = if by < 0 { (-number, -by) } else { (number, by) };
    number.div_euclid(by)
}

/// The sum of all additions: those that nothing holds back, then increases, then reductions, tightest bounds
/// first.
pub(crate) fn added(number: i64, applying: &[Applying]) -> i64 {
    let additions = applying.iter().filter(|(change, ..)| *change == Adjustment::Add);
    let (mut free, mut ups, mut downs) = (0_i64, Vec::new(), Vec::new());
    for &(_, amount, [least, most]) in additions {
        match (amount < 0, least, most) {
            (true, Some(least), _) => downs.push((least, amount)),
            (false, _, Some(most)) => ups.push((most, amount)),
            _ => free = free.saturating_add(amount),
        }
    }
    ups.sort_unstable();
    downs.sort_unstable_by_key(|&(least, amount)| (std::cmp::Reverse(least), amount));
    let mut sum = free;
    let ups = ups.into_iter().map(|(most, amount)| (amount, [None, Some(most)]));
    let downs = downs
        .into_iter()
        .map(|(least, amount)| (amount, [Some(least), None]));
    for (amount, bounds) in ups.chain(downs) {
        let now = number.saturating_add(sum);
        let then = stopped(now, now.saturating_add(amount), bounds);
        sum = sum.saturating_add(then.saturating_sub(now));
    }
    sum
}

/// The end of a change from one number to another: not beyond its bounds, but never backwards.
fn stopped(from: i64, to: i64, [least, most]: [Option<i64>; 2]) -> i64 {
    match (least, most) {
        (Some(least), _) if to < from && to < least => from.min(least),
        (_, Some(most)) if to > from && to > most => from.max(most),
        _ => to,
    }
}
