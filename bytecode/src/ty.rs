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
    /// A whole number; lengths are in thousandths of an inch, angles in thousandths of a degree.
    Number,
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
    /// What one value is.
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

    /// Whether a value of this type may stand where `wanted` is asked for.
    #[must_use]
    pub fn fits(self, wanted: Self) -> bool {
        self.set == wanted.set && self.base.fits(wanted.base)
    }
}

impl Base {
    /// Whether this names an entity.
    #[must_use]
    pub const fn is_entity(self) -> bool {
        matches!(self, Self::Thing | Self::Entity(_))
    }

    /// Whether a value of this type may stand where `wanted` is asked for.
    #[must_use]
    pub fn fits(self, wanted: Self) -> bool {
        self == wanted || (wanted == Self::Thing && self.is_entity())
    }
}

/// For messages without a pack at hand; the disassembler prints names instead of numbers.
impl fmt::Display for Base {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Nothing => out.write_str("nothing"),
            Self::Number => out.write_str("number"),
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
