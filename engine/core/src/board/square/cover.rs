//! How many of the lines between two sets of places are not clear.
//!
//! A line is clear if no wall stops it and it passes through the inside of no covering place; touching one and
//! running along its edge is clear. Where a diagonal wall cuts a square, only the corners of its open half count.
//! The meaning of the numbers, and which places cover, is for the content to say.
//!
//! Not here: sight (`view`).

use super::grid::Grid;
use super::square_set::SquareSet;
use super::trace::{Corner, leaves, trace};

/// The count where there is no line at all: no line is clear.
pub const NO_LINE: u32 = u32::MAX;

/// Of the lines from one corner to all corners of some places, how many are not clear. A corner that several of
/// the places share counts once.
pub fn blocked_from_corner(grid: &Grid, from: Corner, to: &[usize], covering: &SquareSet) -> u32 {
    let mut ends: Vec<Corner> = to.iter().flat_map(|&place| grid.corners(place)).collect();
    if ends.is_empty() {
        return NO_LINE;
    }
    ends.sort_unstable();
    let points = ends.chunk_by(|a, b| (a.x, a.y) == (b.x, b.y));
    points
        .filter(|owners| !is_clear(grid, from, owners, covering))
        .count() as u32
}

/// The count from that corner of the given places from which the fewest lines are not clear.
pub fn blocked_from_best_corner(grid: &Grid, from: &[usize], to: &[usize], covering: &SquareSet) -> u32 {
    let corners = from.iter().flat_map(|&place| grid.corners(place));
    fewest(corners.map(|corner| blocked_from_corner(grid, corner, to, covering)))
}

/// Of the lines from all corners of one place to all corners of another, how many are not clear, for the best
/// choice of one place of each set.
pub fn blocked_from_best_place(grid: &Grid, from: &[usize], to: &[usize], covering: &SquareSet) -> u32 {
    let has_corners = |place: usize| grid.corners(place).next().is_some();
    let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| (a, b)));
    let pairs = pairs.filter(|&(a, b)| has_corners(a) && has_corners(b));
    fewest(pairs.map(|(a, b)| {
        let blocked = |corner| blocked_from_corner(grid, corner, &[b], covering);
        grid.corners(a).map(blocked).sum()
    }))
}

/// The least of some numbers, no further than a 0; [`NO_LINE`] of none.
fn fewest(counts: impl Iterator<Item = u32>) -> u32 {
    let mut least = None;
    for count in counts {
        if count == 0 {
            return 0;
        }
        least = Some(least.map_or(count, |least: u32| least.min(count)));
    }
    least.unwrap_or(NO_LINE)
}

/// Whether the line is clear to one point, a corner of each of these places, seen from the side of any of them.
fn is_clear(grid: &Grid, from: Corner, ends: &[Corner], covering: &SquareSet) -> bool {
    let Some(&end) = ends.first() else {
        return true;
    };
    let (dx, dy) = (i64::from(from.x - end.x), i64::from(from.y - end.y));
    let arrives = (dx, dy) == (0, 0) || ends.iter().any(|&end| leaves(grid, end, dx, dy));
    arrives && trace(grid, from, (end.x, end.y), |place| !covering.has(place))
}
