//! The arena of sets.
//!
//! A handle is 0 for the empty set, `n + 1` for the arena's set number `n`, and `CONST_SET + n` for the pack's
//! constant set number `n`. The arena is a stack: it shrinks to a mark when a frame returns or code releases it.

use crate::machine::{Bound, MAX_SETS, Machine};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::CONST_SET;

/// The sets that a handle can mean.
#[derive(Clone, Copy)]
pub(crate) struct Sets<'a> {
    // Not slices: these are read seldom, and made at every entry of the dispatch loop.
    arena: &'a Vec<Vec<i64>>,
    pack: &'a Pack,
}

impl<'a> Sets<'a> {
    #[inline]
    pub(crate) fn new(arena: &'a Vec<Vec<i64>>, pack: &'a Pack) -> Self {
        Self { arena, pack }
    }

    /// The members of a set; an unknown handle is the empty set.
    pub(crate) fn members(self, handle: i64) -> &'a [i64] {
        if handle >= CONST_SET {
            let number = usize::try_from(handle - CONST_SET).ok();
            return number
                .and_then(|n| self.pack.sets.get(n))
                .map_or(&[], |set| &set.items);
        }
        arena_place(handle)
            .and_then(|n| self.arena.get(n))
            .map_or(&[], Vec::as_slice)
    }

    /// A member, counted from 0.
    #[inline]
    pub(crate) fn member(self, handle: i64, place: i64) -> Option<i64> {
        self.members(handle).get(usize::try_from(place).ok()?).copied()
    }
}

impl Machine {
    /// The members of a set; an unknown handle is the empty set.
    #[must_use]
    pub fn set<'a>(&'a self, pack: &'a Pack, handle: i64) -> &'a [i64] {
        Sets::new(&self.sets, pack).members(handle)
    }

    /// The handle of a new set.
    ///
    /// # Errors
    /// If too many sets are alive.
    pub fn new_set(&mut self, members: Vec<i64>) -> Result<i64, Bound> {
        if self.sets.len() >= MAX_SETS {
            return Err(Bound::Sets);
        }
        self.sets.push(members);
        self.peak.sets = self.peak.sets.max(self.sets.len() as u32);
        Ok(self.sets.len() as i64)
    }

    /// The handle of a new set; the empty set, and a machine that stops soon, if too many are alive.
    pub fn give_set(&mut self, members: Vec<i64>) -> i64 {
        self.new_set(members).unwrap_or_else(|bound| {
            self.stop(bound);
            0
        })
    }

    /// Changes each member of a set that code made.
    pub fn change_set(&mut self, handle: i64, change: impl Fn(i64) -> i64) {
        if let Some(set) = arena_place(handle).and_then(|n| self.sets.get_mut(n)) {
            set.iter_mut().for_each(|member| *member = change(*member));
        }
    }

    /// The members of a set in ascending order of the numbers of another, place by place.
    pub(crate) fn sorted(&self, pack: &Pack, set: i64, numbers: i64) -> Vec<i64> {
        let (members, numbers) = (self.set(pack, set), self.set(pack, numbers));
        let mut pairs: Vec<(i64, i64)> = numbers.iter().copied().zip(members.iter().copied()).collect();
        pairs.sort_by_key(|pair| pair.0);
        pairs.into_iter().map(|(_, member)| member).collect()
    }

    /// Forgets the sets made since `mark` but `kept`, and gives the kept one's handle from now on.
    pub(crate) fn forget_sets(&mut self, mark: u32, kept: i64) -> i64 {
        let mark = mark as usize;
        let place = arena_place(kept).filter(|&n| n >= mark && n < self.sets.len());
        let Some(place) = place else {
            self.sets.truncate(mark);
            return kept;
        };
        self.sets.swap(mark, place);
        self.sets.truncate(mark + 1);
        mark as i64 + 1
    }
}

pub(crate) fn arena_place(handle: i64) -> Option<usize> {
    usize::try_from(handle).ok()?.checked_sub(1)
}
