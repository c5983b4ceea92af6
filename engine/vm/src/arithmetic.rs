//! The arithmetic of the instruction set: it saturates and never fails.

/// The quotient rounded down; 0 when dividing by 0.
#[must_use]
pub fn divide(left: i64, right: i64) -> i64 {
    if right == 0 {
        return 0;
    }
    let quotient = left.saturating_div(right);
    let inexact = left.wrapping_rem(right) != 0;
    if inexact && (left < 0) != (right < 0) {
        quotient - 1
    } else {
        quotient
    }
}

/// The quotient rounded up; 0 when dividing by 0.
#[must_use]
pub fn divide_up(left: i64, right: i64) -> i64 {
    let down = divide(left, right);
    let inexact = right != 0 && left.wrapping_rem(right) != 0;
    down.saturating_add(i64::from(inexact))
}

#[cfg(test)]
mod tests {
    use super::{divide, divide_up};

    #[test]
    fn division_rounds_down_whatever_the_signs() {
        assert_eq!(
            [divide(7, 2), divide(-7, 2), divide(7, -2), divide(-7, -2)],
            [3, -4, -4, 3]
        );
    }

    #[test]
    fn division_rounds_up_whatever_the_signs() {
        assert_eq!(
            [
                divide_up(7, 2),
                divide_up(-7, 2),
                divide_up(7, -2),
                divide_up(-7, -2),
                divide_up(6, 2)
            ],
            [4, -3, -3, 4, 3]
        );
        assert_eq!(divide_up(7, 0), 0);
        assert_eq!(divide_up(i64::MIN, -1), i64::MAX);
    }

    #[test]
    fn division_by_nothing_gives_nothing() {
        assert_eq!(divide(5, 0), 0);
    }

    #[test]
    fn the_one_overflowing_quotient_saturates() {
        assert_eq!(divide(i64::MIN, -1), i64::MAX);
    }
}
