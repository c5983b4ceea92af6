//! How a game starts, and how the core keeps an entity: its cells.

use super::{EntityId, Id, TemplateDef};
use crate::board::BoardDef;
use serde::{Deserialize, Serialize};

/// Header cells of every entity, before its fields and tokens.
pub mod cell {
    use crate::pack::{Id, TemplateDef};

    /// The entity's kind.
    pub const KIND: usize = 0;
    /// Its template plus one; 0 if it has none.
    pub const TEMPLATE: usize = 1;
    /// The owning player's entity number.
    pub const OWNER: usize = 2;
    /// The entity that holds it, or 0.
    pub const HOLDER: usize = 3;
    /// Its position within its holder: the largest number is on top.
    pub const ORDER: usize = 4;
    /// 1 if face up.
    pub const FACE_UP: usize = 5;
    /// 1 if in the game.
    pub const IN_PLAY: usize = 6;
    /// The packed pose; meaningful only if `PLACED` is 1.
    pub const POSE: usize = 7;
    /// 1 if it stands on the board.
    pub const PLACED: usize = 8;
    /// One bit for each field: set if the secret field has been shown.
    pub const SHOWN: usize = 9;
    /// When it came to where it lies, or was last turned over: a count of all that began; 0 from the start.
    pub const SINCE: usize = 10;
    /// The content of the cell for an entity of this template.
    #[must_use]
    pub const fn of_template(template: Id<TemplateDef>) -> i64 {
        template.number() as i64 + 1
    }

    /// The template that such a cell names; nothing if it names none. Whether the pack has it, the table says.
    #[must_use]
    pub fn template(cell: i64) -> Option<Id<TemplateDef>> {
        u32::try_from(cell.checked_sub(1)?).ok().map(Id::new)
    }

    /// How many header cells there are: field number `n` is cell `HEADER + n`, then the tokens follow.
    pub const HEADER: usize = 11;
}

/// The size of the flat table; nothing on a board of spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableDef {
    /// The width from west to east, thousandths of an inch.
    pub width: i32,
    /// The length from south to north, thousandths of an inch.
    pub length: i32,
}

/// The start of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The flat table's size.
    pub table: TableDef,
    /// The kind of board, and its spaces.
    pub board: BoardDef,
    /// The entities: number 1 is the first of these.
    pub entities: Vec<EntityDef>,
}

/// An entity at the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntityDef {
    /// Its id in the scenario.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Index into [`Pack::kinds`](super::Pack::kinds).
    pub kind: u16,
    /// The printed piece or card.
    pub template: Option<Id<TemplateDef>>,
    /// Owning player, or 0.
    pub owner: EntityId,
    /// Holding entity, or 0.
    pub holder: EntityId,
    /// Whether it lies face up.
    pub face_up: bool,
    /// Whether it is not there at the start: code may make it from any template of the kind. Then it has no id, name, template,
    /// owner, holder, pose and cells of its own.
    pub later: bool,
    /// Its packed pose, if it stands on the board.
    pub pose: Option<i64>,
    /// Cells that differ from the template's: cell number (header included) and value.
    pub cells: Vec<(u16, i64)>,
}

/// A pose as one number: 20 bits of x, 20 of y (two's complement), 20 of heading, from the top.
///
/// Coordinates are thousandths of an inch, limited to what 20 bits hold; the heading is thousandths of a degree,
/// clockwise, taken round the full turn.
#[must_use]
pub fn pack_pose(x: i64, y: i64, heading: i64) -> i64 {
    const FAR: i64 = 500_000;
    const FIELD: i64 = (1 << 20) - 1;
    let (x, y) = (x.clamp(-FAR, FAR) & FIELD, y.clamp(-FAR, FAR) & FIELD);
    (x << 40) | (y << 20) | heading.rem_euclid(360_000)
}

/// The x, y and heading of a [pose](pack_pose).
#[must_use]
pub const fn unpack_pose(pose: i64) -> (i64, i64, i64) {
    // Shifted up and down again, a coordinate keeps its sign.
    (pose << 4 >> 44, pose << 24 >> 44, pose & ((1 << 20) - 1))
}
