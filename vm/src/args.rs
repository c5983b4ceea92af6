//! Arguments of one call: a small array, copied instead of allocated.

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

    /// The first of these. They were just written one by one, so they are copied one by one: a wide read would have to
    /// wait for all these writes.
    pub(crate) fn first_of(items: &[i64; MAX_ARGS], len: usize) -> Self {
        let mut args = Self::none();
        args.len = len.min(MAX_ARGS);
        for (place, item) in args.items.iter_mut().zip(&items[..args.len]) {
            *place = *item;
        }
        args
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
