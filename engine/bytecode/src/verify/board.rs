//! The board: its spaces in order, what they are like, its walls.

use super::error::{VerifyError, VerifyErrorKind as Kind};
use super::tables::each;
use super::types::{Check, entry, refuse};
use crate::board::{
    BoardDef, CORNERS, Fill, MAX_LAYERS, MAX_LEVEL, MAX_SIDE, MAX_SPACES, MAX_SYMBOLS, MAX_WALLS, MAX_ZONES,
    Shape, SpaceDef, WallDef,
};
use crate::pack::Pack;

/// Checks the board.
pub(super) fn check(pack: &Pack) -> Result<(), VerifyError> {
    let board = &pack.setup.board;
    whole(pack, board).map_err(|kind| kind.in_pack())?;
    each("spaces", &board.spaces, |space| space_def(pack, board, space))?;
    for (index, pair) in board.spaces.windows(2).enumerate() {
        above(&pair[0], &pair[1]).map_err(|kind| kind.in_table("spaces", index + 1))?;
    }
    each("walls", &board.walls, |wall| wall_def(board, wall))
}

fn whole(pack: &Pack, board: &BoardDef) -> Check {
    let limits = [
        ("columns", usize::from(board.columns), MAX_SIDE),
        ("rows", usize::from(board.rows), MAX_SIDE),
        ("spaces", board.spaces.len(), MAX_SPACES),
        ("walls", board.walls.len(), MAX_WALLS),
        ("symbols", board.symbols.len(), MAX_SYMBOLS),
    ];
    for (what, found, limit) in limits {
        if found > limit {
            return refuse(Kind::TooMany { what, found, limit });
        }
    }
    if board.shape == Shape::Plane && *board != BoardDef::default() {
        return refuse(Kind::Missing {
            what: "a board of spaces",
        });
    }
    let walled = !board.walls.is_empty() || board.spaces.iter().any(|space| space.fill != Fill::Open);
    if board.shape != Shape::Squares && walled {
        return refuse(Kind::Missing {
            what: "a board of squares, which alone has walls,",
        });
    }
    if let Some(record) = board.terrain {
        entry("records", &pack.records, record)?;
    }
    match board.zones {
        Some(zones) => few_zones(entry("words", &pack.words, zones)?.words.len()),
        None => Ok(()),
    }
}

fn few_zones(found: usize) -> Check {
    if found <= MAX_ZONES {
        return Ok(());
    }
    refuse(Kind::TooMany {
        what: "zones",
        found,
        limit: MAX_ZONES,
    })
}

fn space_def(pack: &Pack, board: &BoardDef, space: &SpaceDef) -> Check {
    below("columns", space.column, usize::from(board.columns))?;
    below("rows", space.row, usize::from(board.rows))?;
    below("layers", u16::from(space.layer), MAX_LAYERS)?;
    below("symbols", space.symbol, board.symbols.len())?;
    let levels = [Some(space.level), space.underside].into_iter().flatten();
    for level in levels {
        below("levels", level, MAX_LEVEL as usize + 1)?;
    }
    if space.underside.is_some_and(|underside| underside >= space.level) {
        return refuse(Kind::NotInOrder {
            what: "the underside and the level of a space",
        });
    }
    if board.shape == Shape::Squares && space.layer > 0 {
        return refuse(Kind::NotInOrder {
            what: "squares, which lie side by side and not above each other",
        });
    }
    match space.fill {
        Fill::Half(corner) if !CORNERS.contains(&corner) => {
            let (table, index, length) = ("corners of a square", i64::from(corner), CORNERS.len());
            return refuse(Kind::OutOfRange { table, index, length });
        }
        _ => {}
    }
    let terrain = i64::from(space.terrain);
    let row = entry("rows", &pack.rows, terrain).map(|row| row.record);
    let fits = match board.terrain {
        Some(record) => terrain > 0 && row? == record,
        None => terrain == 0,
    };
    if !fits {
        return refuse(Kind::Missing {
            what: "the terrain of a space",
        });
    }
    let zones = board
        .zones
        .map_or(0, |zones| pack.words[usize::from(zones)].words.len());
    let highest = 64 - space.zones.leading_zeros();
    if highest as usize > zones {
        let (table, index, length) = ("zones", i64::from(highest) - 1, zones);
        return refuse(Kind::OutOfRange { table, index, length });
    }
    Ok(())
}

fn below(table: &'static str, index: impl Into<i64>, length: usize) -> Check {
    let index = index.into();
    let inside = usize::try_from(index).is_ok_and(|index| index < length);
    if inside {
        Ok(())
    } else {
        refuse(Kind::OutOfRange { table, index, length })
    }
}

/// Spaces are in order, and of two at one place the later lies above the earlier.
fn above(first: &SpaceDef, second: &SpaceDef) -> Check {
    let place = |space: &SpaceDef| (space.row, space.column, space.layer);
    if place(first) >= place(second) {
        return refuse(Kind::NotInOrder { what: "spaces" });
    }
    let at_one_place = (first.row, first.column) == (second.row, second.column);
    let clear = second.underside.is_some_and(|underside| underside > first.level);
    if at_one_place && !clear {
        return refuse(Kind::NotInOrder {
            what: "spaces one above another",
        });
    }
    Ok(())
}

fn wall_def(board: &BoardDef, wall: &WallDef) -> Check {
    for (column, row) in [wall.from, wall.to] {
        below("corners of columns", column, usize::from(board.columns) + 1)?;
        below("corners of rows", row, usize::from(board.rows) + 1)?;
    }
    if (wall.from.0 == wall.to.0) != (wall.from.1 == wall.to.1) {
        return Ok(());
    }
    refuse(Kind::NotInOrder {
        what: "the ends of a straight wall",
    })
}
