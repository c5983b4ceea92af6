//! Pieces of n by n squares: where they fit, which steps they can take.
//!
//! A block fits where all its squares are places and no wall reaches inside it. It steps in a direction if each
//! of its squares does, and fits where it arrives: a block goes around a corner like a single square, and never
//! squeezes.
//!
//! Not here: other pieces, and what a step costs.

use super::grid::{Grid, Square};
use super::square_set::SquareSet;
use super::way::Way;

/// A piece of `size` by `size` squares, by the place of its upper left square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    /// The upper left place.
    pub place: usize,
    /// Squares along each side, at least 1.
    pub size: u8,
}

impl Block {
    /// The places that it covers, row by row; fewer than all its squares where it does not fit.
    pub fn places(self, grid: &Grid) -> Vec<usize> {
        self.each_place(grid).collect()
    }

    /// The places that it covers, one by one.
    pub fn each_place(self, grid: &Grid) -> impl Iterator<Item = usize> + '_ {
        self.squares(grid).filter_map(|square| grid.place(square))
    }

    fn squares(self, grid: &Grid) -> impl Iterator<Item = Square> + use<> {
        let (corner, size) = (grid.square(self.place), i32::from(self.size));
        let rows = (0..size).flat_map(move |y| (0..size).map(move |x| (x, y)));
        rows.map(move |(x, y)| Square {
            x: corner.x + x,
            y: corner.y + y,
        })
    }
}

/// Whether a block can stand there: all its squares are places, and no wall touches a corner inside it.
pub fn fits(grid: &Grid, block: Block) -> bool {
    if block.size == 0 || block.place >= grid.places() {
        return false;
    }
    if block
        .squares(grid)
        .any(|square| grid.open_place(square).is_none())
    {
        return false;
    }
    let (corner, size) = (grid.square(block.place), i32::from(block.size));
    (1..size).all(|y| (1..size).all(|x| grid.rays((corner.x + x, corner.y + y)) == 0))
}

/// The blocks that one step can reach, in the order of the directions.
pub fn step_options(grid: &Grid, block: Block) -> impl Iterator<Item = Block> {
    Way::ALL.into_iter().filter_map(move |way| step(grid, block, way))
}

/// The blocks that one step can reach if walls do not stop it, in the order of the directions: wherever all
/// its squares are places.
pub fn step_options_through(grid: &Grid, block: Block) -> impl Iterator<Item = Block> {
    let moved = move |way: Way| {
        let place = grid.place(grid.square(block.place).towards(way, 1))?;
        Some(Block { place, ..block }).filter(|&moved| exists(grid, moved))
    };
    Way::ALL.into_iter().filter_map(moved)
}

/// Whether all squares of a block are places, filled ones too.
pub fn exists(grid: &Grid, block: Block) -> bool {
    block.place < grid.places() && block.squares(grid).all(|square| grid.place(square).is_some())
}

/// The block after one step in a direction; `None` if it cannot step there.
pub(super) fn step(grid: &Grid, block: Block, way: Way) -> Option<Block> {
    let place = grid.step(block.place, way)?;
    let moved = Block { place, ..block };
    let all = block.size == 1
        || block
            .each_place(grid)
            .all(|place| grid.step(place, way).is_some());
    (all && fits(grid, moved)).then_some(moved)
}

/// Every way in which a block of this size can stand wholly on some places.
pub fn placements(grid: &Grid, size: u8, among: &SquareSet) -> Vec<Block> {
    let blocks = among.iter().map(|place| Block { place, size });
    let inside = |block: &Block| block.places(grid).into_iter().all(|place| among.has(place));
    blocks.filter(|&block| fits(grid, block)).filter(inside).collect()
}
