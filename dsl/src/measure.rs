//! Lengths and angles: units, and what they are in thousandths.
//!
//! Rules write `3 inches`, documents `3in`: the same units with other names. Whole thousandths of an inch and of a
//! degree are all there is, so that no machine rounds another way; millimetres, in which bases are measured, are
//! rounded to the nearest thousandth of an inch.

/// The dimension of a number with a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// A distance.
    Length,
    /// An angle.
    Angle,
}

/// A unit of measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// `3 inches`, `3in`
    Inch,
    /// `40 mm`, `40mm`
    Millimetre,
    /// `90 degrees`, `90deg`
    Degree,
}

impl Unit {
    /// The unit that rules call so.
    #[must_use]
    pub fn of_rules(word: &str) -> Option<Self> {
        match word {
            "inch" | "inches" => Some(Self::Inch),
            "mm" => Some(Self::Millimetre),
            "degree" | "degrees" => Some(Self::Degree),
            _ => None,
        }
    }

    /// The unit that documents call so.
    #[must_use]
    pub fn of_documents(word: &str) -> Option<Self> {
        match word {
            "in" => Some(Self::Inch),
            "mm" => Some(Self::Millimetre),
            "deg" => Some(Self::Degree),
            _ => None,
        }
    }

    /// The unit as rules write it.
    #[must_use]
    pub const fn in_rules(self) -> &'static str {
        match self {
            Self::Inch => "inches",
            Self::Millimetre => "mm",
            Self::Degree => "degrees",
        }
    }

    /// The dimension that the unit measures.
    #[must_use]
    pub const fn dimension(self) -> Dimension {
        match self {
            Self::Inch | Self::Millimetre => Dimension::Length,
            Self::Degree => Dimension::Angle,
        }
    }

    /// The length or angle of `count` thousandths of this unit, in thousandths of an inch or degree.
    #[must_use]
    pub const fn thousandths(self, count: i64) -> i64 {
        match self {
            Self::Inch | Self::Degree => count,
            // An inch has 25.4 millimetres; half a thousandth counts as one.
            Self::Millimetre => (count.saturating_mul(10).saturating_add(127)).div_euclid(254),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Unit;

    #[test]
    fn millimetres_are_rounded_to_thousandths_of_an_inch() {
        for (millimetres, inches) in [
            (25_400, 1000),
            (40_000, 1575),
            (80_000, 3150),
            (20_000, 787),
            (0, 0),
        ] {
            assert_eq!(Unit::Millimetre.thousandths(millimetres), inches);
        }
        assert_eq!(Unit::Millimetre.thousandths(-40_000), -1575);
        assert_eq!(Unit::Inch.thousandths(2500), 2500);
    }
}
