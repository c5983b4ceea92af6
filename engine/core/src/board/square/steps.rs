//! Which places lie next to each other, and which of them one step leads to.
//!
//! Places side by side are *adjacent* unless a wall stands between them. Places that share only a corner are
//! adjacent unless wall leads away from the corner on both sides of the way from one to the other: the corner or
//! the end of a wall alone does not part them. A *step* is stricter: no wall may touch the corner that it passes.
//! Only a step along a diagonal wall, which goes on in both squares, passes where that wall is.
//!
//! Not here: distances (`count`), pieces of several squares (`block`).

use super::grid::{Grid, Ground};
use super::way::Way;

/// For every place and direction, what lies there.
#[derive(Debug, Default)]
pub(super) struct Steps {
    adjacent: Vec<[Option<u16>; 8]>,
    open: Vec<[Option<u16>; 8]>,
}

impl Steps {
    pub(super) fn of(grid: &Grid) -> Self {
        let all = |ask: fn(&Grid, usize, Way) -> Option<usize>| {
            let place = |place| Way::ALL.map(|way| ask(grid, place, way).map(|to| to as u16));
            (0..grid.places()).map(place).collect()
        };
        Self {
            adjacent: all(find_adjacent),
            open: all(find_step),
        }
    }
}

impl Grid {
    /// The place adjacent to a place in a direction.
    pub fn adjacent(&self, place: usize, way: Way) -> Option<usize> {
        let row = self.steps.adjacent.get(place)?;
        row[usize::from(way.number())].map(usize::from)
    }

    /// The place to which one step in a direction leads.
    pub fn step(&self, place: usize, way: Way) -> Option<usize> {
        let row = self.steps.open.get(place)?;
        row[usize::from(way.number())].map(usize::from)
    }

    /// Whether two places are adjacent.
    pub fn are_adjacent(&self, a: usize, b: usize) -> bool {
        Way::ALL.iter().any(|&way| self.adjacent(a, way) == Some(b))
    }
}

fn find_adjacent(grid: &Grid, place: usize, way: Way) -> Option<usize> {
    let square = grid.square(place);
    let to = grid.place(square.towards(way, 1))?;
    let open = if way.is_diagonal() {
        let rays = grid.rays(square.corner(way));
        let walled = |eighths: [u8; 3]| eighths.iter().any(|&by| rays & way.turned(by).bit() != 0);
        meet_in_corner(grid, place, to, way) && !(walled([1, 2, 3]) && walled([5, 6, 7]))
    } else {
        grid.is_side_open(square, way)
    };
    open.then_some(to)
}

fn find_step(grid: &Grid, place: usize, way: Way) -> Option<usize> {
    let to = find_adjacent(grid, place, way)?;
    if !way.is_diagonal() {
        return Some(to);
    }
    let faces = grid.faces(grid.square(place).corner(way));
    let along = way.bit() | way.back().bit();
    (faces == 0 || faces == along).then_some(to)
}

/// Whether both places reach to the corner between them, and not on two sides of one diagonal wall.
fn meet_in_corner(grid: &Grid, place: usize, to: usize, way: Way) -> bool {
    let (here, there) = (grid.square(place), grid.square(to));
    if grid.is_filled_at(here, way) || grid.is_filled_at(there, way.back()) {
        return false;
    }
    let side = |ground| match ground {
        Ground::Half(open) if open == way.turned(2) || open == way.turned(6) => Some(open),
        _ => None,
    };
    match (side(grid.ground(here)), side(grid.ground(there))) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}
