//! Who stands on opposite sides of a block.
//!
//! Not here: whether they are adjacent to it, and what they gain.

use super::block::Block;
use super::grid::{Grid, Square};

/// Whether the line between the middles of two squares, one of each set of places, passes through opposite sides
/// of a block; the corners belong to the sides.
pub fn flanks(grid: &Grid, one: &[usize], other: &[usize], target: Block) -> bool {
    let pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| (a, b)));
    let mut squares = pairs.map(|(a, b)| (grid.square(a), grid.square(b)));
    squares.any(|(a, b)| passes_opposite_sides(a, b, grid.square(target.place), i32::from(target.size)))
}

fn passes_opposite_sides(a: Square, b: Square, corner: Square, size: i32) -> bool {
    crosses(a.x, a.y, b.x, b.y, corner.x, corner.y, size)
        || crosses(a.y, a.x, b.y, b.x, corner.y, corner.x, size)
}

/// Whether the line between two middles crosses both sides of a block that it meets along the first axis.
fn crosses(ax: i32, ay: i32, bx: i32, by: i32, x: i32, y: i32, size: i32) -> bool {
    if ax > bx {
        return crosses(bx, by, ax, ay, x, y, size);
    }
    if ax >= x || bx < x + size {
        return false;
    }
    // Middles lie half a square in; everything is doubled, and heights are multiplied by the run.
    let (run, rise) = (bx - ax, by - ay);
    let within = |side: i32| {
        let height = (2 * ay + 1) * run + (2 * (side - ax) - 1) * rise;
        (2 * y * run..=2 * (y + size) * run).contains(&height)
    };
    within(x) && within(x + size)
}
