//! Boards drawn for tests: `#` is filled, `.` open, and 1, 3, 5, 7 are halves open at the upper right, lower
//! right, lower left, upper left corner.

use super::*;

/// A board drawn in rows of squares alone.
pub(super) fn drawn(rows: &[&str]) -> Grid {
    walled(rows, &[])
}

/// A board drawn in rows of squares, with walls: column, row and side (`u`, `r`, `d`, `l`).
pub(super) fn walled(rows: &[&str], walls: &[(i32, i32, char)]) -> Grid {
    let ground = |letter| match letter {
        '#' => Ground::Filled,
        '.' => Ground::Open,
        way => Ground::Half(Way::new(way.to_digit(8).unwrap_or(0) as u8)),
    };
    let side = |letter| match letter {
        'u' => Way::UP,
        'r' => Way::RIGHT,
        'd' => Way::DOWN,
        _ => Way::LEFT,
    };
    let wall = |&(x, y, letter): &(i32, i32, char)| Wall {
        square: Square { x, y },
        side: side(letter),
    };
    Grid::new(&Plan {
        columns: rows[0].len(),
        squares: rows.iter().flat_map(|row| row.chars().map(ground)).collect(),
        walls: walls.iter().map(wall).collect(),
    })
    .expect("the drawing is a board")
}

/// The place on a square.
pub(super) fn at(grid: &Grid, x: i32, y: i32) -> usize {
    grid.place(Square { x, y }).expect("a place is there")
}
