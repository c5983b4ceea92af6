//! What the state holds besides numbers in cells: the members of sets that last, and what keyed states remember.
//!
//! A copy of a game shares all of it until one of the two changes some. There is one way to write each content: an empty
//! set and a null value are not there, everything else stands in order. So equal contents have equal hashes.

use crate::limits::{MAX_ENTRIES, MAX_MEMBERS};
use cardwright_vm::Bound;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

/// Sets by the place of their cell, and values by state and key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stored(Arc<Tables>);

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tables {
    /// The place of a cell, and the members in their order; in ascending order of places.
    sets: Vec<(u32, Vec<i64>)>,
    /// State, key and value, in ascending order of states and keys.
    entries: Vec<Entry>,
}

/// What a keyed state holds for one key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Index into the pack's states.
    pub(crate) state: u32,
    pub(crate) key: Vec<i64>,
    pub(crate) value: i64,
}

impl Stored {
    /// The members of the set in a cell.
    pub(crate) fn members(&self, place: usize) -> &[i64] {
        let sets = &self.0.sets;
        let found = sets.binary_search_by_key(&(place as u32), |set| set.0);
        found.map_or(&[], |at| &sets[at].1)
    }

    /// Changes the members of the set in a cell.
    pub(crate) fn put_members(&mut self, place: usize, members: &[i64]) -> Result<(), Bound> {
        if members.len() > MAX_MEMBERS {
            return Err(Bound::Members);
        }
        if self.members(place) == members {
            return Ok(());
        }
        let sets = &mut Arc::make_mut(&mut self.0).sets;
        match sets.binary_search_by_key(&(place as u32), |set| set.0) {
            Ok(at) if members.is_empty() => _ = sets.remove(at),
            Ok(at) => sets[at].1 = members.to_vec(),
            Err(at) => sets.insert(at, (place as u32, members.to_vec())),
        }
        Ok(())
    }

    /// What a state holds for a key; 0 if nothing.
    pub(crate) fn entry(&self, state: u32, key: &[i64]) -> i64 {
        let entries = &self.0.entries;
        find(entries, state, key).map_or(0, |at| entries[at].value)
    }

    /// Changes what a state holds for a key.
    pub(crate) fn put_entry(&mut self, state: u32, key: &[i64], value: i64) -> Result<(), Bound> {
        if self.entry(state, key) == value {
            return Ok(());
        }
        match find(&self.0.entries, state, key) {
            Ok(at) if value == 0 => _ = Arc::make_mut(&mut self.0).entries.remove(at),
            Ok(at) => Arc::make_mut(&mut self.0).entries[at].value = value,
            Err(at) => {
                if self.entries_of(state).len() >= MAX_ENTRIES {
                    return Err(Bound::Entries);
                }
                let key = key.to_vec();
                let entry = Entry { state, key, value };
                Arc::make_mut(&mut self.0).entries.insert(at, entry);
            }
        }
        Ok(())
    }

    /// What a state holds, in ascending order of keys.
    pub(crate) fn entries_of(&self, state: u32) -> &[Entry] {
        let entries = &self.0.entries;
        let first = entries.partition_point(|entry| entry.state < state);
        let behind = entries.partition_point(|entry| entry.state <= state);
        &entries[first..behind]
    }

    /// Changes every entry, and puts all in order again.
    pub(crate) fn change_entries(&mut self, change: impl FnMut(&mut Entry)) {
        if self.0.entries.is_empty() {
            return;
        }
        let entries = &mut Arc::make_mut(&mut self.0).entries;
        entries.iter_mut().for_each(change);
        entries.sort();
    }
}

fn find(entries: &[Entry], state: u32, key: &[i64]) -> Result<usize, usize> {
    entries.binary_search_by(|entry| (entry.state, entry.key.as_slice()).cmp(&(state, key)))
}

impl Serialize for Stored {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Stored {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Tables::deserialize(from).map(|tables| Self(Arc::new(tables)))
    }
}

#[cfg(test)]
mod tests {
    use super::Stored;
    use crate::limits::{MAX_ENTRIES, MAX_MEMBERS};
    use cardwright_vm::Bound;

    #[test]
    fn what_is_empty_or_null_is_as_if_it_had_never_been() {
        let mut stored = Stored::default();
        stored.put_members(7, &[3, 1, 2]).expect("room");
        stored.put_entry(0, &[5, 6], 9).expect("room");
        assert_eq!(stored.members(7), [3, 1, 2]);
        assert_eq!((stored.entry(0, &[5, 6]), stored.entry(0, &[6, 5])), (9, 0));
        stored.put_members(7, &[]).expect("room");
        stored.put_entry(0, &[5, 6], 0).expect("room");
        assert_eq!(stored, Stored::default());
    }

    #[test]
    fn a_copy_goes_its_own_way() {
        let mut stored = Stored::default();
        stored.put_members(1, &[4]).expect("room");
        let copy = stored.clone();
        stored.put_members(1, &[4, 5]).expect("room");
        assert_eq!((stored.members(1), copy.members(1)), (&[4, 5][..], &[4][..]));
    }

    // Limit: MAX_MEMBERS in core/src/limits.rs
    // Limit: MAX_ENTRIES in core/src/limits.rs
    #[test]
    fn the_limits_are_exact() {
        let mut stored = Stored::default();
        let members: Vec<i64> = (0..=MAX_MEMBERS as i64).collect();
        assert_eq!(stored.put_members(0, &members[1..]), Ok(()));
        assert_eq!(stored.put_members(0, &members), Err(Bound::Members));
        for key in 0..MAX_ENTRIES as i64 {
            assert_eq!(stored.put_entry(2, &[key], 1), Ok(()));
        }
        assert_eq!(stored.put_entry(2, &[-1], 1), Err(Bound::Entries));
        assert_eq!(stored.put_entry(2, &[0], 5), Ok(()), "a key that is known");
        assert_eq!(stored.put_entry(3, &[-1], 1), Ok(()), "another state");
    }
}
