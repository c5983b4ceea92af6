//! Lines from one corner to another: which places they pass through, and where wall stops them.
//!
//! Such a line may touch a wall and run along it. It is stopped where it crosses a wall: where it passes through
//! the inside of a wall between two squares, into a filled square or half, or through a corner from which wall
//! leads away on both sides. A line that begins on a wall begins on the side of the place whose corner it is.
//!
//! Not here: lines that must not even touch (`view`).

use super::crossing::{Crossings, Line, Met};
use super::grid::{Grid, Ground, Part, Square, quarter};
use super::way::{Way, sector};

/// A corner of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner {
    /// The corner's column.
    pub x: i32,
    /// The corner's row.
    pub y: i32,
    /// The place.
    pub place: usize,
}

impl Grid {
    /// A corner of a place; nothing where a diagonal wall has cut it off.
    pub fn corner(&self, place: usize, corner: Way) -> Option<Corner> {
        if place >= self.places() || !corner.is_diagonal() || self.is_filled_at(self.square(place), corner) {
            return None;
        }
        let (x, y) = self.square(place).corner(corner);
        Some(Corner { x, y, place })
    }

    /// The corners of a place: four, or three beside a diagonal wall.
    pub fn corners(&self, place: usize) -> impl Iterator<Item = Corner> + '_ {
        Way::CORNERS
            .into_iter()
            .filter_map(move |corner| self.corner(place, corner))
    }
}

/// Follows the line from a corner of a place to another corner of the grid, and shows `visit` each place whose
/// inside it enters, in order. Gives whether the line arrives: no wall stops it, and `visit` never says no.
pub(super) fn trace(grid: &Grid, from: Corner, to: (i32, i32), mut visit: impl FnMut(usize) -> bool) -> bool {
    let (dx, dy) = (i64::from(to.0 - from.x), i64::from(to.1 - from.y));
    if (dx, dy) == (0, 0) {
        return true;
    }
    if !leaves(grid, from, dx, dy) {
        return false;
    }
    if dx == 0 || dy == 0 {
        return runs(grid, (from.x, from.y), to);
    }
    let (x, y) = (i64::from(from.x), i64::from(from.y));
    let first = Way::new((sector(dx, dy) / 2) | 1);
    let mut crossings = Crossings::from(
        Line {
            units: 1,
            x,
            y,
            dx,
            dy,
        },
        quarter((from.x, from.y), first),
    );
    let mut entry = first.back();
    loop {
        let square = crossings.square;
        let met = crossings.cross();
        if !passes(grid, square, entry, met.way(), &mut visit) {
            return false;
        }
        let at = square.corner(met.way());
        match met {
            Met::Corner(_) if at == to => return true,
            Met::Corner(_) if parts(grid, at, dx, dy) => return false,
            Met::Side(way) if grid.has_wall(square, way) => return false,
            _ => entry = met.way().back(),
        }
    }
}

/// Whether a line along the sides of squares gets from one corner to another.
fn runs(grid: &Grid, from: (i32, i32), to: (i32, i32)) -> bool {
    let (dx, dy) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let length = (to.0 - from.0).abs() + (to.1 - from.1).abs();
    (1..length).all(|n| {
        let at = (from.0 + dx * n, from.1 + dy * n);
        !parts(grid, at, i64::from(dx), i64::from(dy))
    })
}

/// Whether a line passes through a square, from one side or corner to another.
fn passes(grid: &Grid, square: Square, entry: Way, exit: Way, visit: &mut impl FnMut(usize) -> bool) -> bool {
    let Some(place) = grid.open_place(square) else {
        return false;
    };
    let parts = match grid.ground(square) {
        Ground::Half(open) => [Part::of(open, entry), Part::of(open, exit)],
        _ => [Part::Open; 2],
    };
    match parts {
        [Part::Filled, _] | [_, Part::Filled] => false,
        // Along the diagonal wall.
        [Part::End, Part::End] => true,
        _ => visit(place),
    }
}

/// Whether wall leads away from a corner on both sides of a line through it.
pub(super) fn parts(grid: &Grid, corner: (i32, i32), dx: i64, dy: i64) -> bool {
    let rays = grid.rays(corner);
    let on_side = |sign: i64| {
        Way::ALL.iter().any(|way| {
            let (x, y) = way.step();
            rays & way.bit() != 0 && (dx * i64::from(y) - dy * i64::from(x)).signum() == sign
        })
    };
    on_side(1) && on_side(-1)
}

/// Whether a line from a corner of a place in a direction begins on the place's side of the walls that meet
/// there: whether turning from the place to the line, one way round or the other, crosses none of them.
pub(super) fn leaves(grid: &Grid, from: Corner, dx: i64, dy: i64) -> bool {
    let rays = grid.rays((from.x, from.y));
    let Some(start) = own_sector(grid, from) else {
        return false;
    };
    let end = sector(dx, dy);
    let walled = |sector: u8| sector.is_multiple_of(2) && rays & Way::new(sector / 2).bit() != 0;
    let turns = |by: u8| {
        let mut at = start;
        while at != end {
            if at != start && walled(at) {
                return false;
            }
            at = (at + by) % 16;
        }
        true
    };
    rays == 0 || turns(1) || turns(15)
}

/// In which sector around its corner the place lies.
fn own_sector(grid: &Grid, from: Corner) -> Option<u8> {
    let square = grid.square(from.place);
    let corner = Way::CORNERS
        .into_iter()
        .find(|&corner| square.corner(corner) == (from.x, from.y))?;
    let middle = 2 * corner.back().number();
    Some(match grid.ground(square) {
        // A wall begins here: the place is between it and the side of its open corner.
        Ground::Half(open) if open == corner.turned(2) => (middle + 15) % 16,
        Ground::Half(open) if open == corner.turned(6) => (middle + 1) % 16,
        _ => middle,
    })
}
