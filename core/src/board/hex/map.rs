//! The map: what each space is like, and which spaces lie next to each other.
//!
//! Not here: its written form (`text`); what may be done on it.

use std::sync::OnceLock;

use hexx::{Hex, HexOrientation, OffsetHexMode};

use super::space::Space;

/// The most rows and the most columns.
pub const MAX_SIDE: usize = 64;
/// The most spaces one above another.
pub const MAX_LAYERS: usize = 4;
/// The most spaces of a map.
pub const MAX_SPACES: usize = 4_096;
/// The highest level.
pub const MAX_LEVEL: i32 = 999;
/// The ceiling of a space that has nothing above it.
pub const OPEN_SKY: i32 = 1_000_000;

/// What a letter of the text form stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The letter.
    pub letter: char,
    /// Content's number for this kind of ground.
    pub terrain: u16,
    /// Content's flags; a [`Gait`](super::Gait) says which of them matter to it.
    pub attributes: u32,
}

/// What a space is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Where it is.
    pub space: Space,
    /// The level a piece stands on here.
    pub level: i32,
    /// Where the ground under the space ends; `None` if it is solid all the way down.
    pub underside: Option<i32>,
    /// The underside of what is above, or [`OPEN_SKY`].
    pub ceiling: i32,
    /// Content's number for this kind of ground.
    pub terrain: u16,
    /// Content's flags for it.
    pub attributes: u32,
    pub(super) letter: char,
}

/// A board of hexagonal spaces with levels. A place without a space is a void.
#[derive(Clone, Debug)]
pub struct HexMap {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) layers: usize,
    pub(super) tiles: Vec<Tile>,
    /// Number of the tile at each layer, row and column.
    lookup: Vec<Option<u16>>,
    neighbours: Vec<Vec<u16>>,
    /// Distances from each space to all, filled when first asked for.
    pub(super) distances: Vec<OnceLock<Box<[u16]>>>,
    stamp: u64,
}

impl PartialEq for HexMap {
    fn eq(&self, other: &Self) -> bool {
        (self.columns, self.rows, self.layers) == (other.columns, other.rows, other.layers)
            && self.tiles == other.tiles
    }
}

impl Eq for HexMap {}

impl HexMap {
    /// Tiles are in the order of their spaces, within the limits, and none inside another: `text` saw to it.
    pub(super) fn new(columns: usize, rows: usize, layers: usize, mut tiles: Vec<Tile>) -> Self {
        let mut lookup = vec![None; columns * rows * layers];
        for (number, tile) in tiles.iter().enumerate() {
            lookup[offset(columns, rows, tile.space)] = u16::try_from(number).ok();
        }
        raise_ceilings(&mut tiles, columns, rows);
        let distances = vec![OnceLock::new(); tiles.len()];
        let mut map = Self {
            columns,
            rows,
            layers,
            tiles,
            lookup,
            neighbours: Vec::new(),
            distances,
            stamp: 0,
        };
        map.neighbours = map.tiles.iter().map(|tile| map.numbers_beside(tile.space)).collect();
        map.stamp = map.computed_stamp();
        map
    }

    /// A number that two maps share only if they are alike; what is remembered about a map hangs on it.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// All spaces, by layer, row and column.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// What a space is like; `None` for a void.
    pub fn tile(&self, space: Space) -> Option<&Tile> {
        self.number(space).map(|number| self.tile_at(number))
    }

    /// The level of a space; `None` for a void.
    pub fn level(&self, space: Space) -> Option<i32> {
        self.tile(space).map(|tile| tile.level)
    }

    /// The spaces next to a space, of every layer and at any level.
    pub fn neighbours(&self, space: Space) -> impl Iterator<Item = Space> + '_ {
        let beside = self.number(space).map_or(&[][..], |number| self.beside(number));
        beside.iter().map(|&number| self.tile_at(number).space)
    }

    /// Whether two spaces lie next to each other, at any level.
    pub fn are_neighbours(&self, a: Space, b: Space) -> bool {
        match (self.number(a), self.number(b)) {
            (Some(a), Some(b)) => self.beside(a).contains(&b),
            _ => false,
        }
    }

    pub(super) fn number(&self, space: Space) -> Option<u16> {
        let inside = |value: i32, size: usize| usize::try_from(value).is_ok_and(|value| value < size);
        let on_map = inside(space.column, self.columns)
            && inside(space.row, self.rows)
            && inside(space.layer, self.layers);
        if on_map {
            self.lookup[offset(self.columns, self.rows, space)]
        } else {
            None
        }
    }

    pub(super) fn tile_at(&self, number: u16) -> &Tile {
        &self.tiles[usize::from(number)]
    }

    pub(super) fn beside(&self, number: u16) -> &[u16] {
        &self.neighbours[usize::from(number)]
    }

    /// The spaces at one place, lowest first.
    pub(super) fn column(&self, place: Hex) -> impl Iterator<Item = &Tile> {
        let [column, row] = place.to_offset_coordinates(MODE, HexOrientation::Pointy);
        (0..self.layers as i32).filter_map(move |layer| self.tile(Space { layer, row, column }))
    }

    fn numbers_beside(&self, space: Space) -> Vec<u16> {
        let places = place(space).all_neighbors();
        let columns = places.iter().flat_map(|&place| self.column(place));
        columns.filter_map(|tile| self.number(tile.space)).collect()
    }

    fn computed_stamp(&self) -> u64 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.to_text().as_bytes());
        for tile in &self.tiles {
            hasher.update(&tile.terrain.to_le_bytes());
            hasher.update(&tile.attributes.to_le_bytes());
        }
        let bytes = hasher.finalize();
        bytes.as_bytes()[..8].iter().fold(0, |stamp, &byte| stamp << 8 | u64::from(byte))
    }
}

const MODE: OffsetHexMode = OffsetHexMode::Odd;

/// The axial coordinates of a space on the map.
pub(super) fn place(space: Space) -> Hex {
    Hex::from_offset_coordinates([space.column, space.row], MODE, HexOrientation::Pointy)
}

fn offset(columns: usize, rows: usize, space: Space) -> usize {
    (space.layer as usize * rows + space.row as usize) * columns + space.column as usize
}

/// Gives each space the underside of the next one above it as its ceiling.
fn raise_ceilings(tiles: &mut [Tile], columns: usize, rows: usize) {
    let mut ceilings = vec![OPEN_SKY; columns * rows];
    for tile in tiles.iter_mut().rev() {
        let ceiling = &mut ceilings[offset(columns, rows, tile.space.on_layer(0))];
        tile.ceiling = *ceiling;
        *ceiling = tile.underside.unwrap_or(*ceiling);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::hex::text::tests::GROUND;

    #[test]
    fn odd_rows_lie_half_a_space_to_the_right() {
        let map = HexMap::parse("0g 0g 0g\n 0g 0g 0g\n0g 0g 0g", &GROUND).expect("a map");
        let beside = |column, row| {
            let mut found: Vec<_> = map.neighbours(Space::new(column, row)).map(|s| (s.column, s.row)).collect();
            found.sort_unstable();
            found
        };
        assert_eq!(beside(1, 1), [(0, 1), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]);
        assert_eq!(beside(0, 0), [(0, 1), (1, 0)]);
    }

    #[test]
    fn a_void_has_no_neighbours_and_is_nobodys_neighbour() {
        let map = HexMap::parse("0g .. 0g", &GROUND).expect("a map");
        assert_eq!(map.tile(Space::new(1, 0)), None);
        assert_eq!(map.neighbours(Space::new(1, 0)).count() + map.neighbours(Space::new(0, 0)).count(), 0);
        assert!(!map.are_neighbours(Space::new(0, 0), Space::new(-1, i32::MAX)));
    }

    // Source: HS-TER-003.
    #[test]
    fn an_overhang_is_a_second_space_with_air_below() {
        let map = HexMap::parse("0g 0g\nlayer\n.. 5g", &GROUND).expect("a map");
        let (below, above) = (Space::new(1, 0), Space::new(1, 0).on_layer(1));
        assert_eq!(map.tile(below).map(|tile| (tile.level, tile.ceiling)), Some((0, 4)));
        assert_eq!(map.tile(above).map(|tile| (tile.level, tile.ceiling)), Some((5, OPEN_SKY)));
        assert_eq!(map.neighbours(Space::new(0, 0)).collect::<Vec<_>>(), [below, above]);
        assert!(!map.are_neighbours(below, above));
    }

    #[test]
    fn maps_that_differ_have_different_stamps() {
        let stamp = |text| HexMap::parse(text, &GROUND).map(|map| map.stamp());
        assert_eq!(stamp("0g 1g"), stamp(" 0g   1g\n"));
        assert_ne!(stamp("0g 1g"), stamp("0g 2g"));
        let other = GROUND.map(|symbol| Symbol { attributes: symbol.attributes | 8, ..symbol });
        assert_ne!(stamp("0g 1g"), HexMap::parse("0g 1g", &other).map(|map| map.stamp()));
    }
}
