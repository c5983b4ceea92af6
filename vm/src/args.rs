//! Arguments of one call: a small array, copied instead of allocated.

use std::ops::Deref;

/// The most arguments that one call takes; more are dropped.
pub const MAX_ARGS: usize = 24;

/// The arguments of one call.
#[derive(Clone, Copy, Debug)]
pub struct Args {
    items: [i64; MAX_ARGS],
    len: usize,
}

impl Args {
    /// No arguments.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            items: [0; MAX_ARGS],
            len: 0,
        }
    }

    /// These arguments.
    #[must_use]
    pub fn of(values: &[i64]) -> Self {
        Self::none().and(values)
    }

    /// These arguments, followed by more.
    #[must_use]
    pub fn and(mut self, more: &[i64]) -> Self {
        let room = self.items.get_mut(self.len..).unwrap_or_default();
        let count = room.len().min(more.len());
        room.iter_mut().zip(more).for_each(|(slot, value)| *slot = *value);
        self.len += count;
        self
    }

    /// Argument number `n`, 0 if there is none.
    #[must_use]
    pub fn at(&self, n: usize) -> i64 {
        self.get(n).copied().unwrap_or(0)
    }
}

impl Deref for Args {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        self.items.get(..self.len).unwrap_or_default()
    }
}

impl PartialEq for Args {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}
