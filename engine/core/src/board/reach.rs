//! The search for the spaces that a piece can reach on a board of spaces, cheapest first. A [`Gait`] gives
//! the cost of a step, and says where a move stops and where it may end.
//!
//! Costs are whole numbers from 0; a way costs at most [`MAX_COST`]. Ways of one cost come in the order in which
//! the board names steps, so that the result is the same everywhere.
//!
//! Not here: what stands where, and any rule.

use super::spaces::{SpaceBoard, Stand};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most that a way can cost.
pub const MAX_COST: u32 = 100_000;
/// No record.
const NONE: u32 = u32::MAX;

/// The way in which a piece moves.
pub trait Gait {
    /// The cost of one step; `None` if it is not allowed.
    fn cost(&mut self, from: Stand, to: Stand) -> Option<u32>;
    /// Whether a move goes no farther after this step.
    fn stops(&mut self, from: Stand, to: Stand) -> bool;
    /// Whether a move that began at `start` may end here.
    fn ends(&mut self, start: Stand, here: Stand) -> bool;
    /// A way would cost more than [`MAX_COST`], though no more than is asked for.
    fn too_dear(&mut self) {}
}

/// The moving piece.
#[derive(Clone, Copy)]
pub struct Mover<'a> {
    /// The board on which it moves.
    pub board: &'a dyn SpaceBoard,
    /// The size of the piece.
    pub size: u8,
    /// Whether walls do not stop it; its move must still end where it fits.
    pub through_walls: bool,
}

impl Mover<'_> {
    /// Visits every way in which it can stand after one step.
    pub fn steps(&self, from: Stand, visit: &mut dyn FnMut(Stand)) {
        if self.through_walls {
            self.board.steps_through(from, self.size, visit);
        } else {
            self.board.steps(from, self.size, visit);
        }
    }

    fn fits(&self, stand: Stand) -> bool {
        !self.through_walls || self.board.fits(stand, self.size)
    }
}

/// A way from where a piece stands.
#[derive(Clone, Copy, Debug)]
struct Way {
    stand: Stand,
    cost: u32,
    /// Whether it goes no farther.
    halted: bool,
    /// Whether a move may end here; asked once the way is known to be the cheapest, if it matters.
    ends: bool,
    /// The way before the last step.
    before: u32,
    /// Another way to the same first space.
    next: u32,
}

/// The ways of one search.
pub struct Reach<'a> {
    mover: Mover<'a>,
    start: Stand,
    /// The one standing that is looked for; all, if none.
    only: Option<Stand>,
    ways: Vec<Way>,
    /// For each space the latest way whose first space it is.
    heads: Vec<u32>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    /// The ways in the order of their costs.
    settled: Vec<u32>,
}

impl<'a> Reach<'a> {
    /// All ways of a piece that cost at most so much.
    pub fn of(mover: Mover<'a>, start: Stand, most: u32, gait: &mut dyn Gait) -> Self {
        let mut reach = Self::new(mover, start);
        reach.search(most, gait, &mut |_| false);
        reach
    }

    /// The cheapest way to one standing where a move can end, step by step; empty if there is none.
    pub fn route(mover: Mover<'a>, start: Stand, to: Stand, most: u32, gait: &mut dyn Gait) -> Vec<Stand> {
        let mut reach = Self::new(mover, start);
        reach.only = Some(to);
        reach.search(most, gait, &mut |way| way.stand == to && way.ends);
        reach.found_route(to)
    }

    /// Whether a move can end anywhere, here included, at no more than this cost.
    pub fn can_end(mover: Mover<'a>, start: Stand, here: Stand, most: u32, gait: &mut dyn Gait) -> bool {
        let mut reach = Self::new(mover, here);
        reach.start = start;
        let mut found = false;
        reach.search(most, gait, &mut |way| {
            found |= way.ends;
            found
        });
        found
    }

    fn new(mover: Mover<'a>, start: Stand) -> Self {
        let spaces = usize::from(mover.board.map().count()) + 1;
        let mut reach = Self {
            mover,
            start,
            only: None,
            ways: Vec::with_capacity(64),
            heads: vec![NONE; spaces],
            open: BinaryHeap::new(),
            settled: Vec::with_capacity(64),
        };
        reach.note(start, 0, false, NONE);
        reach
    }

    /// Goes on, cheapest first, until `enough` says so.
    fn search(&mut self, most: u32, gait: &mut dyn Gait, enough: &mut dyn FnMut(&Way) -> bool) {
        let mut next = Vec::new();
        while let Some(Reverse((cost, number))) = self.open.pop() {
            let way = self.ways[number as usize];
            if cost > way.cost {
                continue;
            }
            let matters = way.halted || self.only.is_none_or(|only| only == way.stand);
            let ends = matters && self.mover.fits(way.stand) && gait.ends(self.start, way.stand);
            self.ways[number as usize].ends = ends;
            // A move that has to stop where it may not end cannot be made.
            if way.halted && !ends {
                continue;
            }
            self.settled.push(number);
            if enough(&self.ways[number as usize]) {
                return;
            }
            if way.halted {
                continue;
            }
            next.clear();
            self.mover.steps(way.stand, &mut |stand| next.push(stand));
            for &to in &next {
                // Content is asked only about steps that could lead to a better way.
                if self.is_known(to, way.cost, false) {
                    continue;
                }
                let Some(step) = gait.cost(way.stand, to) else {
                    continue;
                };
                let cost = way.cost.saturating_add(step);
                if cost > MAX_COST && cost <= most && !self.is_known(to, cost, false) {
                    return gait.too_dear();
                }
                if cost > most || self.is_known(to, cost, false) {
                    continue;
                }
                let halted = gait.stops(way.stand, to);
                self.note(to, cost, halted, number);
            }
        }
    }

    /// Whether a way to there is known that is as good: as cheap, and not halted unless this one is.
    fn is_known(&self, stand: Stand, cost: u32, halted: bool) -> bool {
        let as_good = |way: &Way| way.cost <= cost && (halted || !way.halted);
        self.ways_to(stand)
            .any(|number| as_good(&self.ways[number as usize]))
    }

    fn ways_to(&self, stand: Stand) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.heads.get(usize::from(stand.lead)).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            while let Some(way) = self.ways.get(at as usize) {
                let number = at;
                at = way.next;
                if way.stand == stand {
                    return Some(number);
                }
            }
            None
        })
    }

    fn note(&mut self, stand: Stand, cost: u32, halted: bool, before: u32) {
        if self.is_known(stand, cost, halted) {
            return;
        }
        let known = self
            .ways_to(stand)
            .find(|&number| self.ways[number as usize].halted == halted);
        if let Some(number) = known {
            let way = &mut self.ways[number as usize];
            (way.cost, way.before) = (cost, before);
            self.open.push(Reverse((cost, number)));
            return;
        }
        let Some(head) = self.heads.get_mut(usize::from(stand.lead)) else {
            return;
        };
        let number = self.ways.len() as u32;
        let next = std::mem::replace(head, number);
        let ends = false;
        self.ways.push(Way {
            stand,
            cost,
            halted,
            ends,
            before,
            next,
        });
        self.open.push(Reverse((cost, number)));
    }

    /// The standings where a move can end, cheapest first, without the one where it began; each once.
    pub fn ends(&self) -> Vec<Stand> {
        let mut found: Vec<Stand> = Vec::new();
        for &number in &self.settled {
            let way = &self.ways[number as usize];
            let better = self.ways_to(way.stand).any(|other| {
                let other_way = &self.ways[other as usize];
                other != number && other_way.ends && (other_way.cost, other) < (way.cost, number)
            });
            if way.ends && way.before != NONE && way.stand != self.start && !better {
                found.push(way.stand);
            }
        }
        found
    }

    fn found_route(&self, to: Stand) -> Vec<Stand> {
        let ends = self.ways_to(to).filter(|&number| self.ways[number as usize].ends);
        let Some(mut at) = ends.min_by_key(|&number| (self.ways[number as usize].cost, number)) else {
            return Vec::new();
        };
        let mut route = Vec::new();
        while let Some(way) = self.ways.get(at as usize).filter(|way| way.before != NONE) {
            route.push(way.stand);
            at = way.before;
        }
        route.reverse();
        route
    }
}

/// The steps after which a move of at most this cost can still end somewhere.
pub fn steps(mover: Mover<'_>, start: Stand, most: u32, gait: &mut dyn Gait) -> Vec<Stand> {
    let mut next = Vec::new();
    mover.steps(start, &mut |stand| next.push(stand));
    next.retain(|&to| {
        let Some(cost) = gait.cost(start, to).filter(|&cost| cost <= most) else {
            return false;
        };
        if cost > MAX_COST {
            gait.too_dear();
            return false;
        }
        let rest = most - cost;
        if gait.stops(start, to) {
            mover.fits(to) && gait.ends(start, to)
        } else {
            Reach::can_end(mover, start, to, rest, gait)
        }
    });
    next
}
