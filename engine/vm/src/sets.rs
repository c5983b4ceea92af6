//! The arena of sets.
//!
//! A handle is 0 for the empty set, `n + 1` for the arena's set number `n`, and `CONST_SET + n` for the pack's
//! constant set number `n`. The arena is a stack: it shrinks to a mark when a frame returns or code releases it.

use crate::machine::{Bound, MAX_SET_MEMBERS, MAX_SETS, Machine};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::CONST_SET;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The sets alive, and how many members they have together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Arena {
    sets: Vec<Vec<i64>>,
    members: usize,
}

impl Arena {
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The number of members of all sets together.
    pub(crate) fn members(&self) -> usize {
        self.members
    }

    #[inline]
    pub(crate) fn get(&self, place: usize) -> Option<&[i64]> {
        self.sets.get(place).map(Vec::as_slice)
    }

    /// A new set on top, unless there are too many, or too many members.
    pub(crate) fn add(&mut self, members: Vec<i64>) -> Result<(), Bound> {
        if self.sets.len() >= MAX_SETS {
            return Err(Bound::Sets);
        }
        if members.len() > MAX_SET_MEMBERS - self.members {
            return Err(Bound::Memory);
        }
        self.members += members.len();
        self.sets.push(members);
        Ok(())
    }

    /// Adds a member to a set, if there is such a set; whether there was room.
    #[inline]
    pub(crate) fn push(&mut self, place: usize, member: i64) -> bool {
        if self.members >= MAX_SET_MEMBERS {
            return false;
        }
        if let Some(set) = self.sets.get_mut(place) {
            set.push(member);
            self.members += 1;
        }
        true
    }

    /// Forgets all sets but the first so many.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        if len < self.sets.len() {
            let gone: usize = self.sets[len..].iter().map(Vec::len).sum();
            self.members -= gone;
            self.sets.truncate(len);
        }
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.sets.swap(one, other);
    }

    fn get_mut(&mut self, place: usize) -> Option<&mut [i64]> {
        self.sets.get_mut(place).map(Vec::as_mut_slice)
    }
}

/// A copy lives in the buffers of what it replaces.
impl Clone for Arena {
    fn clone(&self) -> Self {
        let (sets, members) = (self.sets.clone(), self.members);
        Self { sets, members }
    }

    fn clone_from(&mut self, source: &Self) {
        self.sets.clone_from(&source.sets);
        self.members = source.members;
    }
}

/// Only the sets are stored; what they come to follows from them.
impl Serialize for Arena {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.sets.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Arena {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let sets = Vec::<Vec<i64>>::deserialize(from)?;
        let members = sets.iter().map(Vec::len).sum();
        if members > MAX_SET_MEMBERS {
            return Err(serde::de::Error::custom("the sets have too many members"));
        }
        Ok(Self { sets, members })
    }
}

/// The sets that a handle can mean.
#[derive(Clone, Copy)]
pub(crate) struct Sets<'a> {
    arena: &'a Arena,
    pack: &'a Pack,
}

impl<'a> Sets<'a> {
    #[inline]
    pub(crate) fn new(arena: &'a Arena, pack: &'a Pack) -> Self {
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
            .unwrap_or_default()
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
    /// If too many sets are alive, or these have too many members.
    pub fn new_set(&mut self, members: Vec<i64>) -> Result<i64, Bound> {
        self.sets.add(members)?;
        self.note_sets(self.sets.len(), self.sets.members());
        Ok(self.sets.len() as i64)
    }

    /// The handle of a new set; the empty set, and a machine that stops soon, if too many are alive.
    pub fn give_set(&mut self, members: Vec<i64>) -> i64 {
        self.new_set(members).unwrap_or_else(|bound| {
            self.stop(bound);
            0
        })
    }

    /// Notes how many sets were alive at most, and with how many members.
    #[inline]
    pub(crate) fn note_sets(&mut self, sets: usize, members: usize) {
        self.peak.sets = self.peak.sets.max(sets as u32);
        self.peak.members = self.peak.members.max(members as u32);
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
