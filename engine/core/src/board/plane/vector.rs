//! Real vectors and the few functions that lead from whole units to reals and back.
//!
//! Only operations that are exact or come from `libm` are used, so results have the same bits on every
//! machine. Not here: shapes.

use std::f64::consts::PI;
use std::ops::{Add, Mul, Sub};

/// A whole turn in thousandths of a degree, as a real.
const WHOLE: f64 = 360_000.0;
/// A quarter turn in thousandths of a degree, as a real.
const QUARTER: f64 = 90_000.0;

/// A position or displacement in thousandths of an inch, not yet rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vector {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Vector {
    pub(super) const ZERO: Self = Self { x: 0.0, y: 0.0 };

    pub(super) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(super) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The vector turned a quarter clockwise; exact.
    pub(super) fn right(self) -> Self {
        Self {
            x: self.y,
            y: -self.x,
        }
    }

    /// The unit vector of the same direction; zero stays zero.
    pub(super) fn unit(self) -> Self {
        let length = self.length();
        if length > 0.0 {
            self * (1.0 / length)
        } else {
            Self::ZERO
        }
    }

    /// The heading this vector points to, rounded; zero for the zero vector.
    pub(super) fn heading(self) -> i32 {
        let degrees = libm::atan2(self.x, self.y) * (WHOLE / (2.0 * PI));
        whole(degrees).rem_euclid(WHOLE as i32)
    }
}

impl Add for Vector {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

impl Sub for Vector {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
        }
    }
}

impl Mul<f64> for Vector {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self {
            x: self.x * factor,
            y: self.y * factor,
        }
    }
}

/// The unit vector of a heading. Whole quarters are turned exactly, so square boards keep square corners.
pub(super) fn direction(heading: f64) -> Vector {
    let turned = heading.rem_euclid(WHOLE);
    let quarters = (turned / QUARTER).floor();
    let rest = radians(turned - quarters * QUARTER);
    let within = Vector {
        x: libm::sin(rest),
        y: libm::cos(rest),
    };
    (0..quarters as u8).fold(within, |vector, _| vector.right())
}

/// Thousandths of a degree as radians.
pub(super) fn radians(angle: f64) -> f64 {
    angle * (2.0 * PI / WHOLE)
}

/// The nearest whole number, halves away from zero, saturating at the ends of `i32`.
pub(super) fn whole(value: f64) -> i32 {
    value.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_are_exact() {
        assert_eq!(direction(0.0), Vector { x: 0.0, y: 1.0 });
        assert_eq!(direction(90_000.0), Vector { x: 1.0, y: 0.0 });
        assert_eq!(direction(-180_000.0), Vector { x: 0.0, y: -1.0 });
        assert_eq!(direction(630_000.0), Vector { x: -1.0, y: 0.0 });
    }

    #[test]
    fn a_direction_gives_back_its_heading() {
        for heading in (0..360_000).step_by(777) {
            assert_eq!(direction(f64::from(heading)).heading(), heading);
        }
    }
}
