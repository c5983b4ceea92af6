//! Distances, counted place by place; a diagonal counts 1.
//!
//! Counting begins with any adjacent place, even one around the corner of a wall; from there it goes only where
//! a step leads, around walls and their corners. So the way out and the way back can differ: next to a corner
//! they do. The distance *from* a place is what is counted starting there.
//!
//! Not here: what a step costs a piece; that is content's.

use std::collections::VecDeque;
use std::sync::OnceLock;

use super::block::{Block, step_options};
use super::grid::Grid;
use super::way::Way;

/// The distance to what no way leads to.
pub const UNREACHED: u16 = u16::MAX;

/// Distances from each place, filled when first asked for.
#[derive(Debug, Default)]
pub(super) struct Counts {
    from: Vec<OnceLock<Box<[u16]>>>,
}

impl Counts {
    pub(super) fn of(places: usize) -> Self {
        Self {
            from: (0..places).map(|_| OnceLock::new()).collect(),
        }
    }
}

impl Grid {
    /// The distance from one place to another; [`UNREACHED`] if no way leads there.
    pub fn count(&self, from: usize, to: usize) -> u16 {
        self.counts_from(from).get(to).copied().unwrap_or(UNREACHED)
    }

    /// The distance from the nearest of some places to the nearest of others.
    pub fn count_between(&self, from: &[usize], to: &[usize]) -> u16 {
        let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| (a, b)));
        pairs.map(|(a, b)| self.count(a, b)).min().unwrap_or(UNREACHED)
    }

    /// The distances from a place to every place, by number.
    pub fn counts_from(&self, from: usize) -> &[u16] {
        let Some(row) = self.counts.from.get(from) else {
            return &[];
        };
        row.get_or_init(|| flood(self, from))
    }
}

fn flood(grid: &Grid, from: usize) -> Box<[u16]> {
    let mut counts = vec![UNREACHED; grid.places()].into_boxed_slice();
    counts[from] = 0;
    let mut next = VecDeque::new();
    for place in Way::ALL.into_iter().filter_map(|way| grid.adjacent(from, way)) {
        counts[place] = 1;
        next.push_back(place);
    }
    while let Some(place) = next.pop_front() {
        for to in Way::ALL.into_iter().filter_map(|way| grid.step(place, way)) {
            if counts[to] == UNREACHED {
                counts[to] = counts[place] + 1;
                next.push_back(to);
            }
        }
    }
    counts
}

/// Which of several sets of places are nearest to some places: the indexes of all that tie. None if no way leads
/// to any.
pub fn nearest(grid: &Grid, from: &[usize], sets: &[Vec<usize>]) -> Vec<usize> {
    let counts: Vec<u16> = sets.iter().map(|set| grid.count_between(from, set)).collect();
    let least = counts.iter().copied().min().filter(|&least| least != UNREACHED);
    (0..sets.len())
        .filter(|&index| Some(counts[index]) == least)
        .collect()
}

/// The single steps of a block after which it is farther from some places than before.
pub fn farther_steps(grid: &Grid, block: Block, source: &[usize]) -> Vec<Block> {
    steps_that(grid, block, source, |before, after| after > before)
}

/// The single steps of a block after which it is nearer to some places than before.
pub fn nearer_steps(grid: &Grid, block: Block, source: &[usize]) -> Vec<Block> {
    steps_that(grid, block, source, |before, after| after < before)
}

fn steps_that(grid: &Grid, block: Block, source: &[usize], keep: fn(u16, u16) -> bool) -> Vec<Block> {
    let count = |block: Block| grid.count_between(source, &block.places(grid));
    let before = count(block);
    let steps = step_options(grid, block);
    steps.filter(|&step| keep(before, count(step))).collect()
}
