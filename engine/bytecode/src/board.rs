//! The board of a pack: which of three it is and, where it has spaces, what each space is like.
//!
//! Spaces are facts of content: they never change. What comes and goes on them is a piece.
//!
//! A *space* is a place where a piece can stand; its value is its place in [`BoardDef::spaces`], counted from 1,
//! and 0 is nowhere. On a board of spaces a pose is a *standing*: see [`pack_standing`].

use crate::ty::{Base, Ty};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most spaces of a board.
pub const MAX_SPACES: usize = 4_096;
/// The most columns, and the most rows.
pub const MAX_SIDE: usize = 128;
/// The most spaces one above another.
pub const MAX_LAYERS: usize = 4;
/// The highest level on which a space can lie.
pub const MAX_LEVEL: i16 = 999;
/// The most words of the type that names zones: a space's zones are bits of one number.
pub const MAX_ZONES: usize = 64;
/// The most walls.
pub const MAX_WALLS: usize = 16_384;
/// The most legend entries.
pub const MAX_SYMBOLS: usize = 1_024;

/// The corners of a square, as eighths of a turn clockwise from the top: upper right, lower right, lower left, upper
/// left.
pub const CORNERS: [u8; 4] = [1, 3, 5, 7];

/// In a core call's signature, a row of this record is a row of the board's terrain record, and a word of this
/// type is one of its zones. No record and no word type has this number.
pub const OF_BOARD: u16 = u16::MAX;

/// The shape of a board: its kind of spaces, if it has any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shape {
    /// A flat table, on which pieces stand anywhere.
    #[default]
    Plane,
    /// Hexagonal spaces with levels. Odd rows (the second, the fourth, ...) lie half a space to the right.
    Hexes,
    /// Square spaces with walls.
    Squares,
}

impl fmt::Display for Shape {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Plane => "plane",
            Self::Hexes => "hexes",
            Self::Squares => "squares",
        })
    }
}

/// The board of a system, with the spaces of the map that a scenario names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoardDef {
    /// The kind of spaces.
    pub shape: Shape,
    /// The record (index into the pack's records) of which every space has a row.
    pub terrain: Option<u16>,
    /// The word type (index into the pack's words) of zones.
    pub zones: Option<u16>,
    /// The number of columns, from left to right.
    pub columns: u16,
    /// The number of rows, from top to bottom.
    pub rows: u16,
    /// The meaning of the letters in the drawing, for people and pictures.
    pub symbols: Vec<SymbolDef>,
    /// The spaces, by row, column and layer.
    pub spaces: Vec<SpaceDef>,
    /// Walls between squares.
    pub walls: Vec<WallDef>,
}

/// A letter of the drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolDef {
    /// The letter, as it is drawn.
    pub text: String,
    /// The colour of such spaces in pictures, as SVG writes it; empty if none is given.
    pub colour: String,
}

/// A space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceDef {
    /// The column, from the left, from 0.
    pub column: u16,
    /// The row, from the top, from 0.
    pub row: u16,
    /// Which of the spaces one above another, from 0, the lowest.
    pub layer: u8,
    /// The level on which a piece stands here.
    pub level: i16,
    /// The level at which the ground under the space ends, below which there is air; solid all the way down if
    /// absent.
    pub underside: Option<i16>,
    /// The part that is wall, on squares.
    pub fill: Fill,
    /// The facts of the space: an index into the pack's rows.
    pub terrain: u32,
    /// The zones that it belongs to, one bit for each.
    pub zones: u64,
    /// Index into [`BoardDef::symbols`].
    pub symbol: u16,
}

/// The part of a square that is wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fill {
    /// No wall.
    #[default]
    Open,
    /// One half, by a diagonal wall; the open half has this corner, one of [`CORNERS`].
    Half(u8),
    /// The whole square. Only pieces that move through walls come here, and nothing can stay.
    Whole,
}

/// A straight wall from one corner of the grid of squares to another, along the sides of squares. Corner (0, 0) is
/// the upper left one of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WallDef {
    /// The corner at one end: column and row.
    pub from: (u16, u16),
    /// The corner at the other end.
    pub to: (u16, u16),
}

impl BoardDef {
    /// The type that a type in a core call's signature stands for on this board; `None` if the board has no
    /// such type.
    #[must_use]
    pub fn meant(&self, ty: Ty) -> Option<Ty> {
        let base = match ty.base {
            Base::Row(OF_BOARD) => Base::Row(self.terrain?),
            Base::Word(OF_BOARD) => Base::Word(self.zones?),
            // Where there are spaces, distances are counted in them.
            Base::Length if self.shape != Shape::Plane => Base::Number,
            other => other,
        };
        Some(Ty { base, set: ty.set })
    }

    /// Whether a piece can stand so: its space exists, and the trailing one, if there is one, lies beside it.
    #[must_use]
    pub fn has_standing(&self, pose: i64) -> bool {
        let (lead, trail) = unpack_standing(pose);
        match (self.space(lead), self.space(trail)) {
            (Some(_), None) => trail == 0,
            (Some(lead), Some(trail)) => self.shape == Shape::Hexes && lead.touches(trail),
            (None, _) => false,
        }
    }

    /// A space by its value.
    #[must_use]
    pub fn space(&self, value: i64) -> Option<&SpaceDef> {
        self.spaces.get(usize::try_from(value).ok()?.checked_sub(1)?)
    }
}

impl SpaceDef {
    /// Whether another space of a board of hexes lies beside this one.
    #[must_use]
    pub fn touches(&self, other: &Self) -> bool {
        // Twice the place from left to right: odd rows lie half a space to the right.
        let across = |space: &Self| 2 * i32::from(space.column) + i32::from(space.row % 2);
        let down = self.row.abs_diff(other.row);
        (across(self) - across(other)).abs() == if down == 0 { 2 } else { 1 } && down <= 1
    }

    /// How people and documents call the space: letters for the column and a number for the row, both from the
    /// upper left corner, and which one of several above each other: `c5`, `aa12`, `c5-2` for the one above `c5`.
    #[must_use]
    pub fn id(&self) -> String {
        let (mut letters, mut rest) = (Vec::new(), usize::from(self.column) + 1);
        while rest > 0 {
            letters.push(char::from(b'a' + ((rest - 1) % 26) as u8));
            rest = (rest - 1) / 26;
        }
        let letters: String = letters.into_iter().rev().collect();
        let row = usize::from(self.row) + 1;
        match self.layer {
            0 => format!("{letters}{row}"),
            layer => format!("{letters}{row}-{}", layer + 1),
        }
    }
}

const STANDING_BITS: u32 = 20;
const STANDING_MASK: i64 = (1 << STANDING_BITS) - 1;

/// How a piece stands on spaces, as one number: 20 bits of the first space from the bottom, then 20 of the second.
///
/// The first is the space of a piece on one space, the leading space of a piece on two hexes, and the upper left
/// space of a piece on several squares. The second is the trailing space of a piece on two hexes, else 0. On squares
/// a pose with a second number is no standing but a point: the corner of the first space that has this number in
/// [`CORNERS`].
#[must_use]
pub const fn pack_standing(lead: i64, trail: i64) -> i64 {
    (lead & STANDING_MASK) | (trail & STANDING_MASK) << STANDING_BITS
}

/// The two spaces of a [standing](pack_standing).
#[must_use]
pub const fn unpack_standing(pose: i64) -> (i64, i64) {
    (pose & STANDING_MASK, pose >> STANDING_BITS & STANDING_MASK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_called_by_column_row_and_layer() {
        let id = |column, row, layer| {
            SpaceDef {
                column,
                row,
                layer,
                ..SpaceDef::default()
            }
            .id()
        };
        assert_eq!(
            [id(0, 0, 0), id(25, 8, 0), id(26, 9, 0), id(127, 0, 3)],
            ["a1", "z9", "aa10", "dx1-4"]
        );
    }

    #[test]
    fn a_standing_survives_packing() {
        assert_eq!(unpack_standing(pack_standing(4_096, 17)), (4_096, 17));
        assert_eq!(pack_standing(3, 0), 3);
    }
}
