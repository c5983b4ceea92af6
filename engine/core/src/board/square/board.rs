//! The board of squares as every board of spaces is used: space number `n` is place `n - 1`.
//!
//! Not here: the geometry, which knows places alone.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::block::{Block, exists, fits, step_options, step_options_through};
use super::count::UNREACHED;
use super::grid::{Grid, Ground, Plan, Square, Wall};
use super::square_set::SquareSet;
use super::views::Views;
use super::way::Way;
use crate::board::spaces::{SpaceBoard, SpaceId, SpaceMap, Stand, Under};
use cardwright_bytecode::board::{BoardDef, Fill, WallDef};

/// The most sets of opaque terrain for which sight is remembered; for further ones it is worked out every time.
pub const MAX_VIEWS: usize = 16;
/// The most squares along the side of a piece.
pub const MAX_SIZE: u8 = 4;

/// A board of squares.
#[derive(Clone, Debug)]
pub struct SquareBoard {
    map: SpaceMap,
    grid: Arc<Grid>,
    /// The places of each terrain.
    of_terrain: BTreeMap<u32, SquareSet>,
    /// Sight past each set of terrains that was asked for; shared by all games on this board.
    views: Arc<RwLock<Known>>,
}

/// Sets of opaque terrains, and sight past each.
type Known = Vec<(Vec<u32>, Arc<Views>)>;

impl SquareBoard {
    /// The board of a pack.
    #[must_use]
    pub fn new(board: &BoardDef) -> Self {
        // A verified board is within the limits, and its walls lie on it.
        let grid = Grid::new(&plan(board)).unwrap_or_default();
        let map = SpaceMap::linked(board, |_, space, visit| {
            let beside = Way::ALL
                .into_iter()
                .filter_map(|way| grid.adjacent(place(space)?, way));
            beside.for_each(|to| visit(space_of(to)));
        });
        let mut of_terrain: BTreeMap<u32, SquareSet> = BTreeMap::new();
        for (place, space) in board.spaces.iter().enumerate() {
            of_terrain.entry(space.terrain).or_default().add(place);
        }
        Self {
            map,
            grid: Arc::new(grid),
            of_terrain,
            views: Arc::default(),
        }
    }

    /// The squares.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The places of these spaces; those that do not exist are left out.
    pub fn places(&self, spaces: impl Iterator<Item = i64>) -> Vec<usize> {
        spaces.filter_map(|space| place(self.map.space(space))).collect()
    }

    /// The places of all spaces with these terrains.
    #[must_use]
    pub fn of_terrains(&self, terrains: &[u32]) -> SquareSet {
        let found = terrains.iter().filter_map(|terrain| self.of_terrain.get(terrain));
        found.flat_map(SquareSet::iter).collect()
    }

    /// Sight where these terrains are opaque.
    #[must_use]
    pub fn views(&self, opaque: &[u32]) -> Arc<Views> {
        let known = |views: &Known| {
            let found = views.iter().find(|(terrains, _)| terrains == opaque);
            found.map(|(_, views)| Arc::clone(views))
        };
        if let Some(views) = known(&self.views.read().unwrap_or_else(PoisonError::into_inner)) {
            return views;
        }
        let mut all = self.views.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster.
        if let Some(views) = known(&all) {
            return views;
        }
        let views = Arc::new(Views::new(&self.grid, self.of_terrains(opaque)));
        if all.len() < MAX_VIEWS {
            all.push((opaque.to_vec(), Arc::clone(&views)));
        }
        views
    }
}

/// The place of a space; nowhere has none.
fn place(space: SpaceId) -> Option<usize> {
    usize::from(space).checked_sub(1)
}

/// The space of a place.
fn space_of(place: usize) -> SpaceId {
    place as SpaceId + 1
}

/// The squares under a piece that stands so; none for a corner, and none larger than [`MAX_SIZE`].
fn block(stand: Stand, size: u8) -> Option<Block> {
    let place = place(stand.lead).filter(|_| stand.trail == 0 && size <= MAX_SIZE)?;
    Some(Block {
        place,
        size: size.max(1),
    })
}

fn plan(board: &BoardDef) -> Plan {
    let columns = usize::from(board.columns);
    let mut squares = vec![Ground::Filled; columns * usize::from(board.rows)];
    for space in &board.spaces {
        let index = usize::from(space.row) * columns + usize::from(space.column);
        if let Some(square) = squares.get_mut(index) {
            *square = match space.fill {
                Fill::Open => Ground::Open,
                Fill::Half(corner) => Ground::Half(Way::new(corner)),
                Fill::Whole => Ground::Solid,
            };
        }
    }
    Plan {
        columns,
        squares,
        walls: board.walls.iter().flat_map(|wall| sides(board, wall)).collect(),
    }
}

/// The sides of squares along which a wall runs.
fn sides(board: &BoardDef, wall: &WallDef) -> Vec<Wall> {
    let (from, to) = (wall.from.min(wall.to), wall.from.max(wall.to));
    let corner = |(x, y): (u16, u16)| (i32::from(x), i32::from(y));
    let ((x, y), (right, bottom)) = (corner(from), corner(to));
    // A wall on the last line bounds the squares before it.
    let upright = (y..bottom).map(|y| (Square { x, y }, Way::LEFT));
    let level = (x..right).map(|x| (Square { x, y }, Way::UP));
    let turned = |(square, side): (Square, Way)| {
        let beyond = square.x >= i32::from(board.columns) || square.y >= i32::from(board.rows);
        if beyond {
            Wall {
                square: square.towards(side, 1),
                side: side.back(),
            }
        } else {
            Wall { square, side }
        }
    };
    if x == right {
        upright.map(turned).collect()
    } else {
        level.map(turned).collect()
    }
}

impl SpaceBoard for SquareBoard {
    fn map(&self) -> &SpaceMap {
        &self.map
    }

    fn under(&self, stand: Stand, size: u8) -> Under {
        let mut under = Under::default();
        let Some(block) = block(stand, size.min(MAX_SIZE)) else {
            return under;
        };
        if block.size == 1 && block.place < self.grid.places() {
            under.push(stand.lead);
            return under;
        }
        block
            .each_place(&self.grid)
            .for_each(|place| under.push(space_of(place)));
        under
    }

    fn fits(&self, stand: Stand, size: u8) -> bool {
        block(stand, size).is_some_and(|block| fits(&self.grid, block))
    }

    fn exists(&self, stand: Stand, size: u8) -> bool {
        block(stand, size).is_some_and(|block| exists(&self.grid, block))
    }

    fn stands(&self, lead: SpaceId, size: u8, visit: &mut dyn FnMut(Stand)) {
        if self.fits(Stand::on(lead), size) {
            visit(Stand::on(lead));
        }
    }

    fn steps(&self, stand: Stand, size: u8, visit: &mut dyn FnMut(Stand)) {
        let steps = block(stand, size).map(|block| step_options(&self.grid, block));
        for step in steps.into_iter().flatten() {
            visit(Stand::on(space_of(step.place)));
        }
    }

    fn steps_through(&self, stand: Stand, size: u8, visit: &mut dyn FnMut(Stand)) {
        let steps = block(stand, size).map(|block| step_options_through(&self.grid, block));
        for step in steps.into_iter().flatten() {
            visit(Stand::on(space_of(step.place)));
        }
    }

    fn distance(&self, a: SpaceId, b: SpaceId) -> Option<u16> {
        let count = self.grid.count(place(a)?, place(b)?);
        (count != UNREACHED).then_some(count)
    }

    fn within(&self, from: SpaceId, most: i64) -> Vec<SpaceId> {
        let counts = place(from).map_or(&[][..], |place| self.grid.counts_from(place));
        let near = |count: u16| count != UNREACHED && i64::from(count) <= most;
        let numbered = (1..).zip(counts);
        numbered
            .filter(|(_, count)| near(**count))
            .map(|(space, _)| space)
            .collect()
    }
}
