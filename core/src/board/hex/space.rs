//! Spaces and what stands on them: the whole-number state of the hex board.
//!
//! Not here: what a space is like (`map`).

use serde::{Deserialize, Serialize};

const FIELD_BITS: u32 = 20;
const FIELD_MASK: i64 = (1 << FIELD_BITS) - 1;

/// A place where a piece can stand: row and column of the text form, and which of the spaces one above the
/// other. Odd rows lie half a space to the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Space {
    /// 0 is the lowest.
    pub layer: i32,
    /// From the top, 0 first.
    pub row: i32,
    /// From the left, 0 first.
    pub column: i32,
}

impl Space {
    /// The lowest space at a place.
    pub const fn new(column: i32, row: i32) -> Self {
        Self { layer: 0, row, column }
    }

    /// The same place in another layer.
    pub const fn on_layer(self, layer: i32) -> Self {
        Self { layer, ..self }
    }

    /// One number for content to hold. What lies outside `0..2^20` saturates.
    pub fn pack(self) -> i64 {
        let field = |value: i32| i64::from(value).clamp(0, FIELD_MASK);
        field(self.layer) << (2 * FIELD_BITS) | field(self.row) << FIELD_BITS | field(self.column)
    }

    /// The space a number stands for; any number stands for one.
    pub fn unpack(packed: i64) -> Self {
        let field = |place: u32| (packed >> (place * FIELD_BITS) & FIELD_MASK) as i32;
        Self {
            layer: field(2),
            row: field(1),
            column: field(0),
        }
    }
}

/// A piece standing on one space or two, and how many levels it is tall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stand {
    /// The space of a piece on one space; the leading end of a piece on two.
    pub lead: Space,
    /// The other end, if there is one.
    pub trail: Option<Space>,
    /// In levels.
    pub height: i32,
}

impl Stand {
    /// A piece on one space.
    pub const fn single(space: Space, height: i32) -> Self {
        Self {
            lead: space,
            trail: None,
            height,
        }
    }

    /// The spaces it stands on.
    pub fn spaces(&self) -> impl Iterator<Item = Space> + use<> {
        [Some(self.lead), self.trail].into_iter().flatten()
    }
}
