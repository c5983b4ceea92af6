//! Whether one place can be seen from another: whether any straight line leads from some point of the one to
//! some point of the other and touches no wall, not even its end.
//!
//! Squares may be opaque as well: a line must not pass through the inside of one. The first and the last place
//! never stop a line.
//!
//! Lines that touch no wall come in bundles, and the outermost lines of a bundle pass through two corners each:
//! ends of walls, corners of opaque squares or of the two places. So it is enough to try, for every two such
//! corners, the lines that pass them on either side by less than any other corner is away. [`UNITS`] makes that
//! exact: corners lie `UNITS` apart, a line is moved by 1, which at any corner of the board amounts to less than
//! what parts a line through two corners from a third that it misses.
//!
//! Not here: remembering answers (`views`); lines that may touch (`trace`).

use super::crossing::{Crossings, Line, Met};
use super::grid::{Grid, MAX_SIDE, Square, quarter};
use super::square_set::SquareSet;
use super::trace::{Corner, leaves, parts};
use super::way::{Way, sector};

/// Units per square. A line moved by 1 at two corners that lie `d` columns apart moves by at most
/// `1 + 2 * MAX_SIDE / d` on the board, and a corner that it misses is at least `UNITS / d` away.
const UNITS: i64 = 512;
const _: () = assert!(UNITS > 3 * MAX_SIDE as i64);

/// Points inside a square that are tried first: most places see each other from some of these.
const SAMPLES: [(i64, i64); 5] = [(256, 256), (64, 64), (448, 64), (64, 448), (448, 448)];

/// By how much a line is moved at each of two corners. Walls stop a line that touches them, so a line that is not
/// moved at all helps only past opaque squares.
const NUDGES: [i64; 3] = [-1, 1, 0];

/// Whether a line from anywhere in one place to anywhere in another is free.
pub(super) fn sees(grid: &Grid, from: usize, to: usize, opaque: &SquareSet) -> bool {
    let sight = Sight { grid, to, opaque };
    let (a, b) = (grid.square(from), grid.square(to));
    let free = |line: Line| line.enters(a) && sight.free_from(towards(line, a, b), from, a);
    from == to || sight.sampled(a, b, free) || (!sight.is_walled_off(a, b) && sight.searched(a, b, free))
}

/// The line in that of its two directions that leads from one square to another.
fn towards(line: Line, a: Square, b: Square) -> Line {
    let (across, down) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
    let ahead = if across == 0 {
        line.dy * down
    } else {
        line.dx * across
    };
    if ahead < 0 {
        Line {
            dx: -line.dx,
            dy: -line.dy,
            ..line
        }
    } else {
        line
    }
}

/// Whether a line from a corner of a place to anywhere in another is free. The wall that the corner lies on does
/// not stop it, except that a line cannot begin on the far side of that wall.
pub fn sees_from_corner(grid: &Grid, from: Corner, to: usize, opaque: &SquareSet) -> bool {
    let sight = Sight { grid, to, opaque };
    let b = grid.square(to);
    let (px, py) = (i64::from(from.x) * UNITS, i64::from(from.y) * UNITS);
    let free = |tx: i64, ty: i64| {
        let (dx, dy) = (tx - px, ty - py);
        let line = Line {
            units: UNITS,
            x: px,
            y: py,
            dx,
            dy,
        };
        let heading = sector(dx, dy);
        // Along a side of a square a line is in no square; along a wall it touches.
        if matches!(heading, 0 | 4 | 8 | 12) || !leaves(grid, from, dx, dy) {
            return false;
        }
        let touches =
            heading.is_multiple_of(2) && grid.rays((from.x, from.y)) & Way::new(heading / 2).bit() != 0;
        let first = quarter((from.x, from.y), Way::new((heading / 2) | 1));
        !touches
            && grid
                .open_place(first)
                .is_some_and(|place| sight.free_from(line, place, first))
    };
    if grid.place(b) == Some(from.place) {
        return true;
    }
    let near = Square { x: from.x, y: from.y };
    let corners = sight.corners(near, b).into_iter();
    let nudged = corners.flat_map(|(x, y)| {
        let at = (i64::from(x) * UNITS, i64::from(y) * UNITS);
        let flat = (at.0 - px).abs() >= (at.1 - py).abs();
        NUDGES.map(|by| {
            if flat {
                (at.0, at.1 + by)
            } else {
                (at.0 + by, at.1)
            }
        })
    });
    let samples = SAMPLES.map(|(x, y)| (i64::from(b.x) * UNITS + x, i64::from(b.y) * UNITS + y));
    samples.into_iter().chain(nudged).any(|(x, y)| free(x, y))
}

struct Sight<'a> {
    grid: &'a Grid,
    to: usize,
    opaque: &'a SquareSet,
}

impl Sight<'_> {
    /// Whether a line that is in the square of a place gets to the last place, from there on.
    fn free_from(&self, line: Line, from: usize, at: Square) -> bool {
        let target = self.grid.square(self.to);
        let (across, down) = (target.x - at.x, target.y - at.y);
        let mut crossings = Crossings::from(line, at);
        // A line towards the target crosses at most as many sides as lie between.
        for _ in 0..=across.abs() + down.abs() {
            let square = crossings.square;
            if square == target {
                return true;
            }
            let place = self.grid.place(square);
            if place.is_none_or(|place| place != from && self.opaque.has(place)) {
                return false;
            }
            let open = match crossings.cross() {
                Met::Side(way) => self.grid.is_side_open(square, way),
                Met::Corner(way) => self.grid.rays(square.corner(way)) == 0,
            };
            if !open {
                return false;
            }
        }
        false
    }

    fn sampled(&self, a: Square, b: Square, free: impl Fn(Line) -> bool) -> bool {
        let point = |square: Square, (x, y): (i64, i64)| {
            (i64::from(square.x) * UNITS + x, i64::from(square.y) * UNITS + y)
        };
        SAMPLES.iter().any(|&from| {
            let (x, y) = point(a, from);
            SAMPLES.iter().any(|&to| {
                let to = point(b, to);
                free(Line {
                    units: UNITS,
                    x,
                    y,
                    dx: to.0 - x,
                    dy: to.1 - y,
                })
            })
        })
    }

    fn searched(&self, a: Square, b: Square, free: impl Fn(Line) -> bool) -> bool {
        let corners = self.corners(a, b);
        let nudges = if corners.iter().any(|&corner| self.is_at_opaque(corner)) {
            &NUDGES[..]
        } else {
            &NUDGES[..2]
        };
        let touched = |line: &Line, square: Square| {
            let sides = Way::CORNERS.map(|corner| line.side(square.corner(corner)));
            sides.iter().any(|&side| side >= 0) && sides.iter().any(|&side| side <= 0)
        };
        for (index, &first) in corners.iter().enumerate() {
            for &second in &corners[index + 1..] {
                let line = through(first, second, 0, 0);
                if !touched(&line, a) || !touched(&line, b) || self.is_hopeless(towards(line, a, b), a) {
                    continue;
                }
                let nudged = |&one: &i64| {
                    let moved = |&other: &i64| free(through(first, second, one, other));
                    nudges.iter().any(moved)
                };
                if nudges.iter().any(nudged) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether no way at all, straight or not, leads from one square to another among the squares that a line
    /// between them can meet. This is quick, and on maps of rooms it settles most pairs.
    fn is_walled_off(&self, a: Square, b: Square) -> bool {
        let band = Band { a, b };
        let (left, top) = (a.x.min(b.x), a.y.min(b.y));
        let (columns, rows) = ((a.x - b.x).abs() + 1, (a.y - b.y).abs() + 1);
        let index = |square: Square| ((square.y - top) * columns + square.x - left) as usize;
        let mut met = vec![false; (columns * rows) as usize];
        met[index(a)] = true;
        let mut open = vec![a];
        while let Some(square) = open.pop() {
            if square == b {
                return false;
            }
            for way in Way::ALL {
                let next = square.towards(way, 1);
                let passable = if way.is_diagonal() {
                    self.grid.rays(square.corner(way)) == 0
                } else {
                    self.grid.is_side_open(square, way)
                };
                if passable && band.meets(next) && !met[index(next)] {
                    met[index(next)] = true;
                    open.push(next);
                }
            }
        }
        true
    }

    /// Whether a line from a square is stopped so that moving it a little cannot help: it crosses a wall between
    /// its ends, or a corner from which wall leads away on both sides, or an opaque square.
    fn is_hopeless(&self, line: Line, a: Square) -> bool {
        let target = self.grid.square(self.to);
        if !line.enters(a) || !line.enters(target) {
            return false;
        }
        let mut crossings = Crossings::from(line, a);
        while crossings.square != target {
            let square = crossings.square;
            let stopped = match crossings.cross() {
                Met::Side(way) => !self.grid.is_side_open(square, way),
                Met::Corner(way) => parts(self.grid, square.corner(way), line.dx, line.dy),
            };
            let opaque = |square| {
                self.grid
                    .place(square)
                    .is_some_and(|place| self.opaque.has(place))
            };
            if stopped || (crossings.square != target && opaque(crossings.square)) {
                return true;
            }
        }
        false
    }

    /// The corners that can bound a bundle of lines from one square to another: those of the two squares, and
    /// those between them that wall touches or that an opaque square has.
    fn corners(&self, a: Square, b: Square) -> Vec<(i32, i32)> {
        let (left, right) = (a.x.min(b.x), a.x.max(b.x) + 1);
        let (top, bottom) = (a.y.min(b.y), a.y.max(b.y) + 1);
        let band = Band { a, b };
        let bounds = |&(x, y): &(i32, i32)| {
            let own = |square: Square| (0..=1).contains(&(x - square.x)) && (0..=1).contains(&(y - square.y));
            own(a) || own(b) || self.grid.rays((x, y)) != 0 || self.is_at_opaque((x, y))
        };
        let all = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
        all.filter(|&corner| band.has(corner)).filter(bounds).collect()
    }

    fn is_at_opaque(&self, corner: (i32, i32)) -> bool {
        if self.opaque.is_empty() {
            return false;
        }
        Way::CORNERS.iter().any(|&way| {
            let place = self.grid.place(quarter(corner, way));
            place.is_some_and(|place| self.opaque.has(place))
        })
    }
}

/// The band between two squares: every point of every line from one to the other.
#[derive(Clone, Copy)]
struct Band {
    a: Square,
    b: Square,
}

impl Band {
    /// Whether it has a corner of the grid, given that the corner lies in the rectangle around both squares.
    fn has(self, (x, y): (i32, i32)) -> bool {
        self.off(2 * x, 2 * y) <= self.width()
    }

    /// Whether it reaches into a square.
    fn meets(self, square: Square) -> bool {
        let within = |at: i32, one: i32, other: i32| (one.min(other)..=one.max(other)).contains(&at);
        within(square.x, self.a.x, self.b.x)
            && within(square.y, self.a.y, self.b.y)
            && self.off(2 * square.x + 1, 2 * square.y + 1) < 2 * self.width()
    }

    /// How far a point, in half squares, is from the line through both middles; multiplied by twice the length.
    fn off(self, x: i32, y: i32) -> i32 {
        let (across, down) = (self.b.x - self.a.x, self.b.y - self.a.y);
        (across * (y - 2 * self.a.y - 1) - down * (x - 2 * self.a.x - 1)).abs()
    }

    /// How far the corners of a square are from the line through its middle at most, likewise multiplied.
    fn width(self) -> i32 {
        (self.b.x - self.a.x).abs() + (self.b.y - self.a.y).abs()
    }
}

/// The line through two corners, moved by so many units at each, across its main direction.
fn through(first: (i32, i32), second: (i32, i32), one: i64, other: i64) -> Line {
    let at = |(x, y): (i32, i32)| (i64::from(x) * UNITS, i64::from(y) * UNITS);
    let ((x, y), (tx, ty)) = (at(first), at(second));
    let (dx, dy) = (tx - x, ty - y);
    if dx.abs() >= dy.abs() {
        Line {
            units: UNITS,
            x,
            y: y + one,
            dx,
            dy: dy + other - one,
        }
    } else {
        Line {
            units: UNITS,
            x: x + one,
            y,
            dx: dx + other - one,
            dy,
        }
    }
}
