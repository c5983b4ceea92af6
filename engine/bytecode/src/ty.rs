//! The types of values in registers, cells and signatures.
//!
//! At run time every value is one `i64`; these types exist for the compiler and the verifier, which
//! together prove that the interpreter never needs to ask.
//!
//! Zero is a valid value of every type (nobody, the empty set, the null row, the first word), so a fresh
//! register can be read without harm.

use crate::board::OF_BOARD;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The type of one value, or of the members of one set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Base {
    /// No value: what an effect or a procedure gives back.
    Nothing,
    /// A whole number: a count, a score, a distance in spaces.
    Number,
    /// A length on the flat table, in thousandths of an inch.
    Length,
    /// An angle, in thousandths of a degree.
    Angle,
    /// In signatures of core calls only: a number, a length or an angle, the same for all parameters and results of
    /// this type in one call.
    Quantity,
    /// Yes or no.
    Bool,
    /// An index into [`Pack::texts`](crate::Pack::texts).
    Text,
    /// A value of a word type (an index into [`Pack::words`](crate::Pack::words)); word type 0 holds all die faces.
    Word(u16),
    /// A row of a record type (an index into [`Pack::records`](crate::Pack::records)).
    Row(u16),
    /// Any entity: piece, card, player or deck.
    Thing,
    /// An entity of one kind (an index into [`Pack::kinds`](crate::Pack::kinds)).
    Entity(u16),
    /// A pool of rolled dice.
    Pool,
    /// One die of a pool.
    Die,
    /// How a piece stands on the board, packed: a place and facing on the plane, one or two spaces on other boards.
    Pose,
    /// A space of the board, counted from 1 ([`board`](crate::board)); 0 is nowhere.
    Space,
}

/// A type: a value, or a finite ordered set of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ty {
    /// The kind of one value.
    pub base: Base,
    /// Whether this is a set of such values.
    pub set: bool,
}

/// The kind index of players; every pack declares it first.
pub const KIND_PLAYER: u16 = 0;
/// The kind index of decks.
pub const KIND_DECK: u16 = 1;
/// The kind index of what holds the state of the whole game.
pub const KIND_GAME: u16 = 2;
/// The word type that holds every face of every die.
pub const WORD_FACE: u16 = 0;

impl Ty {
    /// The type of effects and procedures.
    pub const NOTHING: Self = Self::one(Base::Nothing);
    /// A whole number.
    pub const NUMBER: Self = Self::one(Base::Number);
    /// A length on the flat table.
    pub const LENGTH: Self = Self::one(Base::Length);
    /// An angle.
    pub const ANGLE: Self = Self::one(Base::Angle);
    /// Yes or no.
    pub const BOOL: Self = Self::one(Base::Bool);
    /// A text.
    pub const TEXT: Self = Self::one(Base::Text);
    /// Any entity.
    pub const THING: Self = Self::one(Base::Thing);
    /// A pool of dice.
    pub const POOL: Self = Self::one(Base::Pool);
    /// One die.
    pub const DIE: Self = Self::one(Base::Die);
    /// A place on the board.
    pub const POSE: Self = Self::one(Base::Pose);
    /// A space of the board.
    pub const SPACE: Self = Self::one(Base::Space);
    /// A die face.
    pub const FACE: Self = Self::one(Base::Word(WORD_FACE));
    /// A player.
    pub const PLAYER: Self = Self::one(Base::Entity(KIND_PLAYER));
    /// The game itself.
    pub const GAME: Self = Self::one(Base::Entity(KIND_GAME));

    /// A single value of `base`.
    #[must_use]
    pub const fn one(base: Base) -> Self {
        Self { base, set: false }
    }

    /// A set of values of `base`.
    #[must_use]
    pub const fn set(base: Base) -> Self {
        Self { base, set: true }
    }

    /// Whether a value of this type may stand where `wanted` is asked for, as far as the machine is concerned: to it
    /// lengths and angles are numbers.
    #[must_use]
    pub fn fits(self, wanted: Self) -> bool {
        self.set == wanted.set && self.base.fits(wanted.base)
    }

    /// Whether this is one number, length or angle.
    #[must_use]
    pub const fn is_quantity(self) -> bool {
        !self.set && self.base.is_quantity()
    }

    /// The type with lengths and angles as what the machine takes them for.
    #[must_use]
    pub const fn stored(self) -> Self {
        Self {
            base: self.base.stored(),
            set: self.set,
        }
    }
}

impl Base {
    /// Whether this names an entity.
    #[must_use]
    pub const fn is_entity(self) -> bool {
        matches!(self, Self::Thing | Self::Entity(_))
    }

    /// Whether this is a number, a length or an angle.
    #[must_use]
    pub const fn is_quantity(self) -> bool {
        matches!(self, Self::Number | Self::Length | Self::Angle | Self::Quantity)
    }

    /// A value of this type as documents write it: `3`, `2.5in`, `90deg`.
    #[must_use]
    pub fn written(self, value: i64) -> String {
        match self {
            Self::Length => format!("{}in", decimal(value)),
            Self::Angle => format!("{}deg", decimal(value)),
            _ => value.to_string(),
        }
    }

    /// Reads a text of [`written`](Self::written) back; `None` if the text has another form.
    #[must_use]
    pub fn read(self, text: &str) -> Option<i64> {
        let number = match self {
            Self::Length => text.strip_suffix("in")?,
            Self::Angle => text.strip_suffix("deg")?,
            _ => return text.parse().ok(),
        };
        let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if part.len() > 3 || !digits(part) || !digits(whole.strip_prefix('-').unwrap_or(whole)) {
            return None;
        }
        let thousandths = whole.parse::<i64>().ok()?.checked_mul(1000)?;
        let part = format!("{part:0<3}").parse::<i64>().ok()?;
        match whole.starts_with('-') {
            true => thousandths.checked_sub(part),
            false => thousandths.checked_add(part),
        }
    }

    /// The base as the machine treats it: all quantities are numbers.
    #[must_use]
    pub const fn stored(self) -> Self {
        if self.is_quantity() { Self::Number } else { self }
    }

    /// Whether a value of this type may stand where `wanted` is asked for, to the machine.
    #[must_use]
    pub fn fits(self, wanted: Self) -> bool {
        self.stored() == wanted.stored() || (wanted == Self::Thing && self.is_entity())
    }
}

/// For messages without a pack at hand; the disassembler prints names instead of numbers.
impl fmt::Display for Base {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Nothing => out.write_str("nothing"),
            Self::Number => out.write_str("number"),
            Self::Length => out.write_str("length"),
            Self::Angle => out.write_str("angle"),
            Self::Quantity => out.write_str("quantity"),
            Self::Bool => out.write_str("yes-no"),
            Self::Text => out.write_str("text"),
            Self::Word(WORD_FACE) => out.write_str("face"),
            Self::Word(OF_BOARD) => out.write_str("zone"),
            Self::Row(OF_BOARD) => out.write_str("terrain"),
            Self::Word(n) => write!(out, "word-{n}"),
            Self::Row(n) => write!(out, "record-{n}"),
            Self::Thing => out.write_str("thing"),
            Self::Entity(KIND_PLAYER) => out.write_str("player"),
            Self::Entity(KIND_DECK) => out.write_str("deck"),
            Self::Entity(KIND_GAME) => out.write_str("game"),
            Self::Entity(n) => write!(out, "kind-{n}"),
            Self::Pool => out.write_str("pool"),
            Self::Die => out.write_str("die"),
            Self::Pose => out.write_str("pose"),
            Self::Space => out.write_str("space"),
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if self.set {
            out.write_str("set of ")?;
        }
        self.base.fmt(out)
    }
}

/// Thousandths as a number of whole units: `2500` is `2.5`.
#[must_use]
pub fn decimal(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, part) = (
        thousandths.unsigned_abs() / 1000,
        thousandths.unsigned_abs() % 1000,
    );
    if part == 0 {
        return format!("{sign}{whole}");
    }
    format!("{sign}{whole}.{part:03}")
        .trim_end_matches('0')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Base, decimal};

    #[test]
    fn what_was_written_is_read_again() {
        for value in [0, 2500, -500, 125, -12_000, 1575] {
            for base in [Base::Number, Base::Length, Base::Angle] {
                assert_eq!(base.read(&base.written(value)), Some(value));
            }
        }
        for text in [
            "3",
            "3deg",
            "in",
            "1.2345in",
            "3.in",
            "-in",
            "9999999999999999999in",
        ] {
            assert_eq!(Base::Length.read(text), None, "{text}");
        }
    }

    #[test]
    fn thousandths_are_written_without_idle_zeros() {
        for (thousandths, written) in [
            (3000, "3"),
            (2500, "2.5"),
            (125, "0.125"),
            (-500, "-0.5"),
            (0, "0"),
        ] {
            assert_eq!(decimal(thousandths), written);
        }
    }
}
