//! Which places see which, remembered for every pair that was ever asked.
//!
//! A board is asked the same thousands of times; a first answer can cost a search. Answers do not depend on
//! when or from which thread they are asked.
//!
//! Not here: the search (`view`).

use std::sync::atomic::{AtomicU64, Ordering};

use super::grid::Grid;
use super::square_set::SquareSet;
use super::view;

/// Lines of sight over the opaque places given, with answers remembered. It belongs to one board: places that
/// are not its own see nothing.
#[derive(Debug)]
pub struct Views {
    opaque: SquareSet,
    places: usize,
    /// For every pair, one bit: it is known.
    known: Vec<AtomicU64>,
    /// For every known pair, one bit: they see each other.
    seen: Vec<AtomicU64>,
}

impl Views {
    /// A memory that knows nothing yet. Places that are opaque stop lines that pass through them.
    pub fn new(grid: &Grid, opaque: SquareSet) -> Self {
        let places = grid.places();
        let words = || {
            (0..(places * places).div_ceil(64))
                .map(|_| AtomicU64::new(0))
                .collect()
        };
        Self {
            opaque,
            places,
            known: words(),
            seen: words(),
        }
    }

    /// The opaque places.
    pub fn opaque(&self) -> &SquareSet {
        &self.opaque
    }

    /// Whether a line from anywhere in one place to anywhere in the other touches no wall and passes through no
    /// opaque place between. It is the same both ways.
    pub fn sees(&self, grid: &Grid, a: usize, b: usize) -> bool {
        let (first, second) = (a.min(b), a.max(b));
        if second >= self.places || self.places != grid.places() {
            return false;
        }
        let pair = first * self.places + second;
        let (word, bit) = (pair / 64, 1 << (pair % 64));
        if self.known[word].load(Ordering::Acquire) & bit != 0 {
            return self.seen[word].load(Ordering::Relaxed) & bit != 0;
        }
        let answer = view::sees(grid, first, second, &self.opaque);
        if answer {
            self.seen[word].fetch_or(bit, Ordering::Relaxed);
        }
        self.known[word].fetch_or(bit, Ordering::Release);
        answer
    }

    /// Whether any of some places sees any of others.
    pub fn sees_any(&self, grid: &Grid, from: &[usize], to: &[usize]) -> bool {
        from.iter().any(|&a| to.iter().any(|&b| self.sees(grid, a, b)))
    }
}
