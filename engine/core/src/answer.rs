//! Answers to decisions.
//!
//! In the JSON of a replay, for people, an answer is the list of its options, or a pose with its three
//! numbers. Written as text, a place is `18in, 4in, 90deg`, or as the account shows it: `x 18in, y 4in,
//! facing 90`.

use crate::board::plane::Pose;
use crate::copies::copied_by_variant;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An answer.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// Places of the chosen options, none twice; in ascending order, unless the decision is about their order. Nothing
    /// chosen is an empty list, whatever is asked.
    Options(Vec<usize>),
    /// A place on the flat table.
    At(Pose),
}

copied_by_variant!(Answer { Options, At });

impl Default for Answer {
    fn default() -> Self {
        Self::nothing()
    }
}

impl Answer {
    /// The answer that chooses nothing.
    #[must_use]
    pub const fn nothing() -> Self {
        Self::Options(Vec::new())
    }

    /// The answer that chooses one option.
    #[must_use]
    pub fn one(option: usize) -> Self {
        Self::Options(vec![option])
    }

    /// The chosen options; none for a place.
    #[must_use]
    pub fn options(&self) -> &[usize] {
        match self {
            Self::Options(options) => options,
            Self::At(_) => &[],
        }
    }

    /// The place that a text names: how far east and north, and which way.
    #[must_use]
    pub fn place_in(text: &str) -> Option<Self> {
        let mut parts = text.split(',').map(str::trim);
        let mut next = |name: &str, units: &[(&str, Scale)]| {
            let part = parts.next()?;
            measured(part.strip_prefix(name).map_or(part, str::trim_start), units)
        };
        let (x, y) = (next("x", &LENGTHS)?, next("y", &LENGTHS)?);
        let heading = next("facing", &ANGLES)?;
        let pose = Pose::new(x, y, heading);
        parts.next().is_none().then_some(Self::At(pose))
    }

    /// The place that was chosen, with all its numbers in range.
    #[must_use]
    pub fn place(&self) -> Option<Pose> {
        match self {
            Self::Options(_) => None,
            Self::At(Pose { x, y, heading }) => Some(Pose::new(*x, *y, *heading)),
        }
    }
}

/// The factor from thousandths of a unit to thousandths of an inch or degree, as a fraction: numerator and
/// denominator.
type Scale = (i64, i64);

const LENGTHS: [(&str, Scale); 3] = [("in", (1, 1)), ("mm", (10, 254)), ("", (1, 1))];
const ANGLES: [(&str, Scale); 2] = [("deg", (1, 1)), ("", (1, 1))];

/// A number with at most three decimals and one of these units, in thousandths.
fn measured(text: &str, units: &[(&str, Scale)]) -> Option<i32> {
    let (number, (times, of)) = units
        .iter()
        .find_map(|&(unit, scale)| Some((text.strip_suffix(unit)?.trim_end(), scale)))?;
    let (sign, digits) = number
        .strip_prefix('-')
        .map_or((1, number), |digits| (-1, digits));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty()
        || whole.len() > 6
        || decimals.len() > 3
        || !are_digits(whole)
        || !are_digits(decimals)
    {
        return None;
    }
    let thousandths: i64 = format!("{whole}{decimals:0<3}").parse().ok()?;
    let exact = sign * thousandths * times;
    i32::try_from((exact + of / 2).div_euclid(of)).ok()
}

/// An answer as people read it.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Readable {
    Options(Vec<usize>),
    At(Pose),
}

/// An answer as programs store it.
#[derive(Serialize, Deserialize)]
enum Compact {
    Options(Vec<usize>),
    At(Pose),
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match (self.clone(), to.is_human_readable()) {
            (Self::Options(options), true) => Readable::Options(options).serialize(to),
            (Self::At(pose), true) => Readable::At(pose).serialize(to),
            (Self::Options(options), false) => Compact::Options(options).serialize(to),
            (Self::At(pose), false) => Compact::At(pose).serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() {
            return Ok(match Readable::deserialize(from)? {
                Readable::Options(options) => Self::Options(options),
                Readable::At(pose) => Self::At(pose),
            });
        }
        Ok(match Compact::deserialize(from)? {
            Compact::Options(options) => Self::Options(options),
            Compact::At(pose) => Self::At(pose),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_people_write_it_and_as_the_account_shows_it() {
        let place = |x, y, heading| Some(Answer::At(Pose::new(x, y, heading)));
        assert_eq!(Answer::place_in("18in, 4in, 90deg"), place(18_000, 4_000, 90_000));
        assert_eq!(
            Answer::place_in("x 18.5in, y 4.0in, facing 90.5"),
            place(18_500, 4_000, 90_500)
        );
        assert_eq!(
            Answer::place_in(" 40mm , 0.125in,-90 deg"),
            place(1_575, 125, 270_000)
        );
        let wrong = [
            "",
            "18in",
            "18in, 4in",
            "18in, 4in, 90deg, 1",
            "18deg, 4in, 0deg",
            "1.2345in, 0in, 0deg",
        ];
        for text in wrong
            .into_iter()
            .chain(["a, b, c", "-, 1in, 0", "in, in, deg", "9999999in, 0in, 0deg"])
        {
            assert_eq!(Answer::place_in(text), None, "{text}");
        }
    }

    #[test]
    fn answers_are_stored_for_people_and_for_programs() {
        for answer in [
            Answer::nothing(),
            Answer::Options(vec![3, 1]),
            Answer::At(Pose::new(-5, 7, 90_000)),
        ] {
            let bytes = postcard::to_allocvec(&answer).expect("plain data");
            assert_eq!(postcard::from_bytes::<Answer>(&bytes), Ok(answer));
        }
    }
}
