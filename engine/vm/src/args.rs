//! Arguments of one call: a small array, copied instead of allocated.

use cardwright_bytecode::registry::MAX_PARAMS;
use std::ops::Deref;

/// The most arguments that one call takes; the verifier refuses more.
pub const MAX_ARGS: usize = cardwright_bytecode::verify::MAX_ARGUMENTS;

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

    /// Makes these the arguments. They were just written one by one, so they are copied one by one, and in place: a wide read
    /// would have to wait for all these writes.
    #[inline]
    pub(crate) fn fill(&mut self, items: &[i64; MAX_ARGS], len: usize) {
        self.len = len.min(MAX_ARGS);
        #[expect(clippy::manual_memcpy, reason = "a copy of all at once would be a wide read")]
        for n in 0..self.len {
            self.items[n] = items[n];
        }
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

    /// The first arguments, as many as a core call can take; 0 where there are fewer.
    #[must_use]
    pub fn leading(&self) -> &[i64; MAX_PARAMS] {
        const { assert!(MAX_PARAMS <= MAX_ARGS) };
        self.items.first_chunk().unwrap_or(&[0; MAX_PARAMS])
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
