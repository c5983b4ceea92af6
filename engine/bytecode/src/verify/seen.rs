//! Which functions of a pack have run: what never ran has changed nothing in a game.

use crate::pack::FuncId;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Of each function of a pack, whether it has run.
#[derive(Clone, Debug)]
pub struct Seen(Arc<[AtomicBool]>);

impl Seen {
    pub(super) fn of(count: usize) -> Self {
        Self((0..count).map(|_| AtomicBool::new(false)).collect())
    }

    /// A function begins.
    #[inline]
    pub fn note(&self, function: FuncId) {
        if let Some(seen) = self.0.get(function.place()) {
            seen.store(true, Ordering::Relaxed);
        }
    }

    /// Whether each function has begun so far.
    #[must_use]
    pub fn functions(&self) -> Vec<bool> {
        self.0.iter().map(|seen| seen.load(Ordering::Relaxed)).collect()
    }
}
