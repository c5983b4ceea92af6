//! The sides of squares, and the corners, that a straight line meets on its way over the grid.
//!
//! Not here: whether that stops it (`trace`, `view`).

use std::cmp::Ordering;

use super::grid::Square;
use super::way::Way;

/// A straight line: a point and a direction, in so many units per square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) units: i64,
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) dx: i64,
    pub(super) dy: i64,
}

impl Line {
    /// Whether it passes through the inside of a square.
    pub(super) fn enters(&self, square: Square) -> bool {
        let sides = Way::CORNERS.map(|corner| self.side(square.corner(corner)));
        sides.iter().any(|&side| side > 0) && sides.iter().any(|&side| side < 0)
    }

    /// Above 0 if a corner of the grid lies clockwise of the line, below 0 on the other side.
    pub(super) fn side(&self, (x, y): (i32, i32)) -> i64 {
        let (x, y) = (
            i64::from(x) * self.units - self.x,
            i64::from(y) * self.units - self.y,
        );
        self.dx * y - self.dy * x
    }
}

/// The next thing that a line meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    /// The inside of a side of the square: out that way.
    Side(Way),
    /// A corner of the square: out that way.
    Corner(Way),
}

impl Met {
    /// The side or corner of the square that was met.
    pub(super) fn way(self) -> Way {
        match self {
            Self::Side(way) | Self::Corner(way) => way,
        }
    }
}

/// Follows a line from a square that it enters.
pub(super) struct Crossings {
    line: Line,
    /// The square that the line is in.
    pub(super) square: Square,
}

impl Crossings {
    pub(super) fn from(line: Line, square: Square) -> Self {
        Self { line, square }
    }

    /// How the line leaves its square; goes on to the next.
    pub(super) fn cross(&mut self) -> Met {
        let Line { dx, dy, .. } = self.line;
        let (across, down) = (dx.signum() as i32, dy.signum() as i32);
        let met = match self.first_side() {
            Ordering::Less => (across, 0),
            Ordering::Greater => (0, down),
            Ordering::Equal => (across, down),
        };
        let way = Way::of_step(met.0, met.1).unwrap_or(Way::UP);
        self.square = self.square.towards(way, 1);
        if way.is_diagonal() {
            Met::Corner(way)
        } else {
            Met::Side(way)
        }
    }

    /// Whether the line meets the next column before the next row.
    fn first_side(&self) -> Ordering {
        let Line { units, x, y, dx, dy } = self.line;
        if dx == 0 || dy == 0 {
            return dx.abs().cmp(&dy.abs()).reverse();
        }
        let column = i64::from(self.square.x) + i64::from(dx > 0);
        let row = i64::from(self.square.y) + i64::from(dy > 0);
        // Both are lengths along the line, multiplied by |dx| * |dy|.
        let to_column = (column * units - x) * dx.signum() * dy.abs();
        let to_row = (row * units - y) * dy.signum() * dx.abs();
        to_column.cmp(&to_row)
    }
}
