//! Flanking: pieces on opposite sides of a piece.
//!
//! Not here: whether they are adjacent to it, and what they gain.

use super::grid::{Grid, Square};

/// Whether the line between the middles of two squares, one of each set of places, passes through opposite sides
/// of the rectangle around the target's places; the corners belong to the sides.
pub fn flanks(grid: &Grid, one: &[usize], other: &[usize], target: &[usize]) -> bool {
    let squares = || target.iter().map(|&place| grid.square(place));
    let sides = |of: fn(Square) -> i32| {
        let low = squares().map(of).min()?;
        squares().map(of).max().map(|high| Extent { low, high: high + 1 })
    };
    let (Some(across), Some(down)) = (sides(|square| square.x), sides(|square| square.y)) else {
        return false;
    };
    let pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| (a, b)));
    pairs
        .map(|(a, b)| (grid.square(a), grid.square(b)))
        .any(|(a, b)| {
            across.is_crossed((a.x, a.y), (b.x, b.y), down) || down.is_crossed((a.y, a.x), (b.y, b.x), across)
        })
}

/// From where to where a rectangle reaches along one axis.
#[derive(Clone, Copy)]
struct Extent {
    low: i32,
    high: i32,
}

impl Extent {
    /// Whether the line between the middles of two squares meets both ends of this extent within the other one.
    /// Squares are given by their place along this axis, then along the other.
    fn is_crossed(self, a: (i32, i32), b: (i32, i32), other: Self) -> bool {
        let ((near, start), (far, end)) = if a.0 <= b.0 { (a, b) } else { (b, a) };
        if near >= self.low || far < self.high {
            return false;
        }
        // Middles lie half a square in: all is doubled, and multiplied by the run.
        let (run, rise) = (far - near, end - start);
        [self.low, self.high].into_iter().all(|side| {
            let meets = (2 * start + 1) * run + (2 * (side - near) - 1) * rise;
            (2 * other.low * run..=2 * other.high * run).contains(&meets)
        })
    }
}
