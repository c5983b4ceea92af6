//! The common part of all boards of spaces: the spaces, their neighbours and distances, and the ways in which
//! pieces stand.
//!
//! A space is its number: 1 is the first of the pack's board, 0 is nowhere. What is nowhere has no neighbours,
//! lies at no distance, and nothing stands on it. A map never changes, so neighbours are computed once, and
//! distances from a space when they are first asked for.
//!
//! Not here: which spaces lie next to each other and which a larger piece covers; that is what each board says
//! in its [`SpaceBoard`].

use cardwright_bytecode::board::{BoardDef, SpaceDef, pack_standing, unpack_standing};
use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::OnceLock;

/// A space by its number: 1 is the first, 0 is nowhere.
pub type SpaceId = u16;

/// The ceiling of a space with nothing above it.
pub const OPEN_SKY: i32 = 1_000_000;
/// The most spaces under one piece.
pub const MAX_UNDER: usize = 16;

/// The distance to a space to which no way leads.
const NEVER: u16 = u16::MAX;

/// A board whose pieces stand on spaces.
pub trait SpaceBoard {
    /// Its spaces.
    fn map(&self) -> &SpaceMap;
    /// The spaces under a piece of a size that stands so, the leading one first; those that do not exist are left out.
    fn under(&self, stand: Stand, size: u8) -> Under;
    /// Whether all the spaces exist that a piece of this size needs to stand so.
    fn fits(&self, stand: Stand, size: u8) -> bool;
    /// Whether a piece can be there for a while that walls do not stop.
    fn exists(&self, stand: Stand, size: u8) -> bool {
        self.fits(stand, size)
    }
    /// Visits every way in which a piece of a size can stand with this space as its leading one.
    fn stands(&self, lead: SpaceId, size: u8, visit: &mut dyn FnMut(Stand));
    /// Visits every way in which it can stand after one step, and after turning about on the spot.
    fn steps(&self, stand: Stand, size: u8, visit: &mut dyn FnMut(Stand));
    /// Visits every way in which a piece that walls do not stop can stand after one step; it may then be
    /// where it does not fit.
    fn steps_through(&self, stand: Stand, size: u8, visit: &mut dyn FnMut(Stand)) {
        self.steps(stand, size, visit);
    }
    /// The distance of two spaces, in spaces.
    fn distance(&self, a: SpaceId, b: SpaceId) -> Option<u16> {
        self.map().distance(a, b)
    }
    /// The spaces at most this far from a space, the space itself included, in the order of their numbers.
    fn within(&self, from: SpaceId, most: i64) -> Vec<SpaceId> {
        self.map().within(from, most)
    }
    /// Whether two spaces touch, as far as contact and attacks go.
    fn adjacent(&self, a: SpaceId, b: SpaceId) -> bool {
        self.map().are_neighbours(a, b)
    }
}

/// The standing of a piece: see [`pack_standing`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stand {
    /// The first space.
    pub lead: SpaceId,
    /// The second space of a piece on two hexes, else 0.
    pub trail: SpaceId,
}

impl Stand {
    /// On one space, or with this space as the first of a square.
    #[must_use]
    pub const fn on(lead: SpaceId) -> Self {
        Self { lead, trail: 0 }
    }

    /// The number that content holds.
    #[must_use]
    pub fn pack(self) -> i64 {
        pack_standing(i64::from(self.lead), i64::from(self.trail))
    }

    /// The standing that a number stands for. A number that names no space is nowhere.
    #[must_use]
    pub fn unpack(packed: i64) -> Self {
        let (lead, trail) = unpack_standing(packed);
        let space = |number| SpaceId::try_from(number).unwrap_or(0);
        Self {
            lead: space(lead),
            trail: space(trail),
        }
    }
}

/// The spaces under one piece.
#[derive(Clone, Copy, Debug, Default)]
pub struct Under {
    spaces: [SpaceId; MAX_UNDER],
    count: usize,
}

impl Under {
    /// One more space; nowhere and what is beyond [`MAX_UNDER`] are left out.
    pub fn push(&mut self, space: SpaceId) {
        if let Some(slot) = self.spaces.get_mut(self.count).filter(|_| space > 0) {
            *slot = space;
            self.count += 1;
        }
    }
}

impl Deref for Under {
    type Target = [SpaceId];

    fn deref(&self) -> &[SpaceId] {
        self.spaces.get(..self.count).unwrap_or_default()
    }
}

/// The spaces of a board, and which lie next to each other.
#[derive(Clone, Debug, Default)]
pub struct SpaceMap {
    columns: u16,
    rows: u16,
    /// The spaces, by number; the first stands for nowhere.
    spaces: Vec<SpaceDef>,
    ceilings: Vec<i32>,
    /// For each place, row by row, the number of its lowest space, or 0.
    lowest: Vec<SpaceId>,
    /// The bounds of the neighbours of each space in `neighbours`.
    starts: Vec<u32>,
    neighbours: Vec<SpaceId>,
    /// Distances from each space to all.
    distances: Vec<OnceLock<Box<[u16]>>>,
}

impl SpaceMap {
    /// The map of a board; `beside` visits the places (column, row) next to a place, which need not exist, in an
    /// order that is the same for ever. All spaces of such places are neighbours.
    #[must_use]
    pub fn new(board: &BoardDef, beside: impl Fn(i32, i32, &mut dyn FnMut(i32, i32))) -> Self {
        Self::linked(board, |map, space, visit| {
            let def = map.def(space);
            beside(i32::from(def.column), i32::from(def.row), &mut |column, row| {
                map.column_at(column, row).for_each(&mut *visit);
            });
        })
    }

    /// The map of a board; `next` visits the neighbours of a space, in an order that is the same for ever.
    #[must_use]
    pub fn linked(board: &BoardDef, next: impl Fn(&Self, SpaceId, &mut dyn FnMut(SpaceId))) -> Self {
        let mut map = Self::without_neighbours(board);
        let (mut starts, mut neighbours) = (vec![0, 0], Vec::new());
        for space in 1..=map.count() {
            next(&map, space, &mut |other| neighbours.push(other));
            starts.push(neighbours.len() as u32);
        }
        (map.starts, map.neighbours) = (starts, neighbours);
        map
    }

    fn without_neighbours(board: &BoardDef) -> Self {
        let nowhere = std::iter::once(SpaceDef::default());
        let spaces: Vec<SpaceDef> = nowhere.chain(board.spaces.iter().copied()).collect();
        let places = usize::from(board.columns) * usize::from(board.rows);
        let mut map = Self {
            columns: board.columns,
            rows: board.rows,
            ceilings: vec![OPEN_SKY; spaces.len()],
            lowest: vec![0; places],
            starts: vec![0],
            neighbours: Vec::new(),
            distances: vec![OnceLock::new(); spaces.len()],
            spaces,
        };
        for number in (1..=map.count()).rev() {
            let def = map.def(number);
            let place = usize::from(def.row) * usize::from(map.columns) + usize::from(def.column);
            if let Some(slot) = map.lowest.get_mut(place) {
                // Numbers go down, so what was there lies right above.
                map.ceilings[usize::from(number)] = map.spaces[usize::from(*slot)]
                    .underside
                    .filter(|_| *slot > 0)
                    .map_or(OPEN_SKY, i32::from);
                *slot = number;
            }
        }
        map
    }

    /// The number of spaces.
    #[must_use]
    pub fn count(&self) -> SpaceId {
        self.spaces.len().saturating_sub(1) as SpaceId
    }

    /// The number of columns, and of rows.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        (self.columns, self.rows)
    }

    /// A space by its value in content; nowhere if there is no such space.
    #[must_use]
    pub fn space(&self, value: i64) -> SpaceId {
        SpaceId::try_from(value)
            .ok()
            .filter(|&space| space <= self.count())
            .unwrap_or(0)
    }

    /// How a piece stands by content's number; spaces that do not exist are nowhere.
    #[must_use]
    pub fn stand(&self, packed: i64) -> Stand {
        let Stand { lead, trail } = Stand::unpack(packed);
        Stand {
            lead: self.space(i64::from(lead)),
            trail: self.space(i64::from(trail)),
        }
    }

    /// The declaration of a space; the default for a number that names none.
    #[must_use]
    pub fn def(&self, space: SpaceId) -> SpaceDef {
        self.spaces.get(usize::from(space)).copied().unwrap_or_default()
    }

    /// The level of a space.
    #[must_use]
    pub fn level(&self, space: SpaceId) -> i32 {
        i32::from(self.def(space).level)
    }

    /// The level at which something lies above a space, or [`OPEN_SKY`].
    #[must_use]
    pub fn ceiling(&self, space: SpaceId) -> i32 {
        self.ceilings.get(usize::from(space)).copied().unwrap_or(OPEN_SKY)
    }

    /// The spaces at a place, lowest first.
    pub fn column_at(&self, column: i32, row: i32) -> impl Iterator<Item = SpaceId> + use<> {
        let inside =
            (0..i32::from(self.columns)).contains(&column) && (0..i32::from(self.rows)).contains(&row);
        let place = if inside {
            row as usize * usize::from(self.columns) + column as usize
        } else {
            usize::MAX
        };
        let first = self.lowest.get(place).copied().unwrap_or(0);
        let at_place = |space: &SpaceId| {
            let def = self.def(*space);
            (i32::from(def.column), i32::from(def.row)) == (column, row)
        };
        let count = if first == 0 {
            0
        } else {
            (first..=self.count()).take_while(at_place).count() as SpaceId
        };
        first..first + count
    }

    /// The spaces next to a space.
    #[must_use]
    pub fn neighbours(&self, space: SpaceId) -> &[SpaceId] {
        let bound = |at: usize| self.starts.get(at).map(|&bound| bound as usize);
        let at = usize::from(space);
        match (bound(at), bound(at + 1)) {
            (Some(start), Some(end)) => self.neighbours.get(start..end).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Whether two spaces lie next to each other.
    #[must_use]
    pub fn are_neighbours(&self, a: SpaceId, b: SpaceId) -> bool {
        self.neighbours(a).contains(&b)
    }

    /// How many steps lead from one space to another; nothing if none do.
    ///
    /// Two spaces one above the other are two apart: the count goes out and back.
    #[must_use]
    pub fn distance(&self, a: SpaceId, b: SpaceId) -> Option<u16> {
        let steps = *self.distances_from(a).get(usize::from(b))?;
        (steps != NEVER && b > 0).then_some(steps)
    }

    /// The spaces at most this far away, the space itself included, in the order of their numbers.
    #[must_use]
    pub fn within(&self, from: SpaceId, most: i64) -> Vec<SpaceId> {
        let near = |steps: u16| steps != NEVER && i64::from(steps) <= most;
        let numbered = self.distances_from(from).iter().zip(0..);
        numbered
            .filter(|(steps, _)| near(**steps))
            .map(|(_, space)| space)
            .collect()
    }

    fn distances_from(&self, from: SpaceId) -> &[u16] {
        match self.distances.get(usize::from(from)).filter(|_| from > 0) {
            Some(known) => known.get_or_init(|| self.counted_from(from)),
            None => &[],
        }
    }

    fn counted_from(&self, from: SpaceId) -> Box<[u16]> {
        let mut steps = vec![NEVER; self.spaces.len()];
        steps[usize::from(from)] = 0;
        let mut open = VecDeque::from([from]);
        while let Some(here) = open.pop_front() {
            let next = steps[usize::from(here)] + 1;
            for &beside in self.neighbours(here) {
                let known = &mut steps[usize::from(beside)];
                if *known == NEVER {
                    *known = next;
                    open.push_back(beside);
                }
            }
        }
        steps.into()
    }

    /// How many levels of air a step between two spaces has.
    #[must_use]
    pub fn clearance(&self, from: SpaceId, to: SpaceId) -> i32 {
        let ceiling = self.ceiling(from).min(self.ceiling(to));
        if ceiling == OPEN_SKY {
            return OPEN_SKY;
        }
        ceiling - self.level(from).max(self.level(to))
    }
}
