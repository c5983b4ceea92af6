//! Sight over hexes: whether a point sees any part of a target, past ground and past other pieces.
//!
//! The model, which stands for the sculpts that rules speak of and no program has:
//!
//! - A space is a hexagonal column of ground, solid from level 0 (or from its underside) up to its level.
//! - A piece is an upright round body of [`BODY_RADIUS`] over the middle of each of its spaces.
//! - The eye is a point over the middle of a space. The target is an upright rectangle over the middle of a
//!   space, across the line of sight; it is seen if any of its points in [`ROWS`] rows and [`COLUMNS`] columns is.
//! - A line that only touches ground or a body is clear. Where there is no space there is nothing in the way.
//!
//! The computation is exact in whole numbers, but for the rounding of the target's outer columns to a
//! thousandth of half a space; so a line is as clear one way as the other. Coordinates: a space is
//! [`HALF`]` * 2` wide from left to right; rows lie `HALF * 3` apart in a unit that is 1/√3 as long, so that
//! corners of hexagons are whole numbers and the square of a distance is `(3 x² + y²) / 3`. Heights are in
//! thousandths of a level.

use super::super::spaces::{SpaceId, SpaceMap};
use super::HexBoard;
use cardwright_bytecode::board::SpaceDef;

/// Half the width of a space.
const HALF: i64 = 1_000;
/// The radius of a body: three fifths of half a space.
const BODY_RADIUS: i64 = 600;
/// The most that heights and widths count; a thousand levels.
const FAR_UP: i64 = 1_000_000;
/// Rows of points of a target.
const ROWS: u32 = 5;
/// Columns of points: the middle, then both sides.
const COLUMNS: [i64; 3] = [0, -1, 1];

/// Points of a target.
pub(super) const POINTS: u32 = ROWS * COLUMNS.len() as u32;

/// A point over a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eye {
    /// The space.
    pub space: SpaceId,
    /// Thousandths of a level above the space's level.
    pub up: i64,
}

/// The target of a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The space.
    pub space: SpaceId,
    /// Its lower end, thousandths of a level above the space's level.
    pub low: i64,
    /// Its upper end.
    pub high: i64,
    /// Its width, thousandths of half a space.
    pub width: i64,
}

/// A piece that may be in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// A space under it.
    pub space: SpaceId,
    /// Thousandths of a level.
    pub tall: i64,
}

/// A point: thousandths of half a space to the right, the same down in the shorter unit, thousandths of a level up.
#[derive(Clone, Copy, Debug)]
struct Point {
    x: i64,
    y: i64,
    z: i64,
}

impl HexBoard {
    /// Whether an eye sees any part of a target.
    pub fn sees(&self, eye: Eye, target: Target, screens: &[Screen]) -> bool {
        if eye.space == 0 || target.space == 0 {
            return false;
        }
        let from = over(&self.map, eye.space, eye.up);
        let (low, high) = (target.low.clamp(0, FAR_UP), target.high.clamp(0, FAR_UP));
        let foot = over(&self.map, target.space, 0);
        let side = aside(from, foot, target.width.clamp(0, FAR_UP));
        let near = |screen: &&Screen| is_near(from, foot, side, over(&self.map, screen.space, 0));
        let screens: Vec<&Screen> = screens.iter().filter(near).collect();
        let mut known = self.glimpses.of(eye, target);
        (0..POINTS).any(|point| {
            let (column, row) = (COLUMNS[(point / ROWS) as usize], i64::from(point % ROWS));
            if column != 0 && side == (0, 0) || known.is_hidden(point) {
                return false;
            }
            let up = high - (high - low).max(0) * row / i64::from(ROWS - 1);
            let to = Point {
                x: foot.x + column * side.0,
                y: foot.y + column * side.1,
                z: foot.z + up,
            };
            let line = Line { from, to };
            !screens.iter().any(|screen| line.meets(&self.map, screen))
                && known.is_clear(point, || !self.ground_hides(line))
        })
    }

    /// Whether the ground of a space is in the way. Only spaces of the rows and columns that a line passes are looked at.
    fn ground_hides(&self, line: Line) -> bool {
        let lowest = line.from.z.min(line.to.z);
        if lowest >= i64::from(self.highest) * 1_000 {
            return false;
        }
        let (top, bottom) = (line.from.y.min(line.to.y), line.from.y.max(line.to.y));
        let first = (top - 2 * HALF).div_euclid(3 * HALF);
        let last = (bottom + 2 * HALF).div_euclid(3 * HALF);
        (first..=last).any(|row| {
            let (left, right) = line.extent(row * 3 * HALF - 2 * HALF, row * 3 * HALF + 2 * HALF);
            let shift = row.rem_euclid(2) * HALF;
            let column = |x: i64| (x - shift).div_euclid(2 * HALF);
            (column(left - HALF)..=column(right + HALF)).any(|column| {
                let spaces = self.map.column_at(column as i32, row as i32);
                let mut spaces = spaces.peekable();
                spaces.peek().is_some()
                    && line
                        .within(2 * HALF * column + shift, 3 * HALF * row)
                        .is_some_and(|part| spaces.any(|space| line.hits(part, &self.map.def(space))))
            })
        })
    }
}

/// The point over the middle of a space.
fn over(map: &SpaceMap, space: SpaceId, up: i64) -> Point {
    let def = map.def(space);
    let (column, row) = (i64::from(def.column), i64::from(def.row));
    Point {
        x: 2 * HALF * column + row % 2 * HALF,
        y: 3 * HALF * row,
        z: i64::from(def.level) * 1_000 + up.clamp(0, FAR_UP),
    }
}

/// Whether a body over a middle can be in the way of any line from a point to one beside a foot: the line between
/// their middles passes no farther from it than body and target are wide.
fn is_near(from: Point, foot: Point, side: (i64, i64), middle: Point) -> bool {
    let measure = |x: i64, y: i64| 3 * i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y);
    let (x, y) = (foot.x - from.x, foot.y - from.y);
    let across = i128::from(x * (middle.y - from.y) - y * (middle.x - from.x));
    // The measure of a length is three times its square; so is that of the wider of the two, doubled, at least.
    let width = (3 * i128::from(BODY_RADIUS * BODY_RADIUS)).max(measure(side.0, side.1));
    3 * across * across <= 4 * width * measure(x, y) || (x, y) == (0, 0)
}

/// Half a width across the line between two points; nothing if they lie over each other.
fn aside(from: Point, to: Point, width: i64) -> (i64, i64) {
    let (x, y) = (to.x - from.x, to.y - from.y);
    // At right angles where 3 x² + y² measures; its length is √3 times that of the line.
    let (across, down) = (-y, 3 * x);
    let length = (3 * across * across + down * down).isqrt();
    if length == 0 {
        return (0, 0);
    }
    // A width counts in units of x, whose measure is √3.
    let measure = (3 * width * width).isqrt() / 2;
    (across * measure / length, down * measure / length)
}

/// A line of sight.
#[derive(Clone, Copy, Debug)]
struct Line {
    from: Point,
    to: Point,
}

/// A part of a line: from `start` to `end`, each a fraction of the whole.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: Fraction,
    end: Fraction,
}

/// A fraction; the lower number is above 0.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    upper: i128,
    lower: i128,
}

impl Fraction {
    fn new(upper: i64, lower: i64) -> Self {
        let sign = i128::from(lower.signum());
        Self {
            upper: i128::from(upper) * sign,
            lower: i128::from(lower) * sign,
        }
    }

    fn is_below(self, other: Self) -> bool {
        self.upper * other.lower < other.upper * self.lower
    }

    fn max(self, other: Self) -> Self {
        if self.is_below(other) { other } else { self }
    }

    fn min(self, other: Self) -> Self {
        if other.is_below(self) { other } else { self }
    }
}

impl Line {
    /// The part of the line inside the hexagon around a point; nothing if it only touches it.
    fn within(&self, x: i64, y: i64) -> Option<Part> {
        let (ux, uy) = (self.from.x - x, self.from.y - y);
        let (vx, vy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let mut part = Part {
            start: Fraction { upper: 0, lower: 1 },
            end: Fraction { upper: 1, lower: 1 },
        };
        // Between three pairs of edges; each pair is a distance from the middle that grows along the line.
        for (at, grows, most) in [
            (ux, vx, HALF),
            (ux + uy, vx + vy, 2 * HALF),
            (ux - uy, vx - vy, 2 * HALF),
        ] {
            if grows == 0 {
                if at.abs() >= most {
                    return None;
                }
                continue;
            }
            let (enters, leaves) = if grows > 0 { (-most, most) } else { (most, -most) };
            part.start = part.start.max(Fraction::new(enters - at, grows));
            part.end = part.end.min(Fraction::new(leaves - at, grows));
        }
        part.start.is_below(part.end).then_some(part)
    }

    /// The least and greatest x of the line between two heights of the drawing.
    fn extent(&self, top: i64, bottom: i64) -> (i64, i64) {
        let (vx, vy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let at = |y: i64| {
            if vy == 0 {
                return self.from.x;
            }
            let y = y.clamp(self.from.y.min(self.to.y), self.from.y.max(self.to.y));
            self.from.x + (vx * (y - self.from.y)).div_euclid(vy)
        };
        let (one, other) = if vy == 0 {
            (self.from.x, self.to.x)
        } else {
            (at(top), at(bottom))
        };
        // Rounding down may lose one.
        (one.min(other) - 1, one.max(other) + 1)
    }

    /// How high the line is above some height at a fraction of its length, times the fraction's lower number.
    fn above(&self, at: Fraction, height: i64) -> i128 {
        i128::from(self.from.z - height) * at.lower + i128::from(self.to.z - self.from.z) * at.upper
    }

    /// Whether a part of the line goes through the ground of a space.
    fn hits(&self, part: Part, space: &SpaceDef) -> bool {
        let top = i64::from(space.level) * 1_000;
        let dives = self.above(part.start, top) < 0 || self.above(part.end, top) < 0;
        match space.underside {
            None => dives,
            Some(underside) => {
                let bottom = i64::from(underside) * 1_000;
                let rises = self.above(part.start, bottom) > 0 || self.above(part.end, bottom) > 0;
                dives && rises
            }
        }
    }

    /// Whether the line goes through a body.
    fn meets(&self, map: &SpaceMap, screen: &Screen) -> bool {
        let foot = over(map, screen.space, 0);
        let top = foot.z + screen.tall.clamp(0, FAR_UP);
        let Some(chord) = Chord::of(self, foot) else {
            return false;
        };
        let dives = chord.above(self, -1, top) < 0 || chord.above(self, 1, top) < 0;
        let rises = chord.above(self, -1, foot.z) > 0 || chord.above(self, 1, foot.z) > 0;
        dives && rises
    }
}

/// The part of a line inside a circle. Its ends lie at `(-along ± √root) / length` of the line.
struct Chord {
    along: i128,
    root: i128,
    length: i128,
}

impl Chord {
    /// The chord of a body's circle; nothing if the line does not pass through it.
    fn of(line: &Line, middle: Point) -> Option<Self> {
        let measure = |ax: i64, ay: i64, bx: i64, by: i64| 3 * i128::from(ax * bx) + i128::from(ay * by);
        let (ux, uy) = (line.from.x - middle.x, line.from.y - middle.y);
        let (vx, vy) = (line.to.x - line.from.x, line.to.y - line.from.y);
        let length = measure(vx, vy, vx, vy);
        let apart = measure(ux, uy, ux, uy) - 3 * i128::from(BODY_RADIUS * BODY_RADIUS);
        let along = measure(ux, uy, vx, vy);
        let root = along * along - length * apart;
        let chord = Self { along, root, length };
        // The later end lies beyond the beginning of the line, the earlier one before its end.
        let passes = root > 0 && chord.sign(-along, 1) > 0 && chord.sign(-along - length, -1) < 0;
        passes.then_some(chord)
    }

    /// Whether `number + times √root` is below, at or above 0.
    fn sign(&self, number: i128, times: i128) -> i128 {
        let square = number * number - times * times * self.root;
        match (number.signum(), times.signum()) {
            (one, 0) => one,
            (0, other) => other,
            (one, other) if one == other => one,
            (one, _) => one * square.signum(),
        }
    }

    /// Whether the line is below, at or above some height at the chord's earlier (-1) or later (1) end, or at its
    /// own end if that comes first.
    fn above(&self, line: &Line, end: i128, height: i64) -> i128 {
        let climbs = i128::from(line.to.z - line.from.z);
        let begins = i128::from(line.from.z - height);
        if self.sign(-self.along, end) <= 0 {
            return begins.signum();
        }
        if self.sign(-self.along - self.length, end) >= 0 {
            return (begins + climbs).signum();
        }
        self.sign(begins * self.length - climbs * self.along, climbs * end)
    }
}
