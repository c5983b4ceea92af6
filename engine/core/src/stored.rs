//! The part of the state that is no number in a cell: the members of sets that last, and the entries of keyed
//! states.
//!
//! A copy of a game shares all of it until one of the two changes some. There is one way to write each content: an empty
//! set and a null value are not there, everything else stands in order. So equal contents have equal hashes.

use crate::limits::{MAX_ENTRIES, MAX_MEMBERS, MAX_STORED};
use cardwright_bytecode::pack::{Id, StateDef};
use cardwright_vm::Bound;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The room that a set or an entry takes besides its members or its key, as numbers.
const OVERHEAD: usize = 10;

/// Sets by the place of their cell, and values by state and key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stored(Arc<Tables>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tables {
    /// By the place of a cell, the members in their order.
    sets: BTreeMap<u32, Vec<i64>>,
    /// The values, by state and key.
    entries: BTreeMap<Id<StateDef>, BTreeMap<Vec<i64>, i64>>,
    /// The room that everything takes, in numbers.
    room: usize,
    /// How many numbers more are kept free for what runs find again that go on around others.
    reserved: usize,
}

/// The value of a keyed state for one key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The state.
    pub(crate) state: Id<StateDef>,
    pub(crate) key: Vec<i64>,
    pub(crate) value: i64,
}

/// The serialized form: everything in ascending order of places, states and keys.
#[derive(Serialize, Deserialize)]
struct Written {
    sets: Vec<(u32, Vec<i64>)>,
    entries: Vec<Entry>,
    reserved: usize,
}

impl Stored {
    /// The members of the set in a cell.
    pub(crate) fn members(&self, place: usize) -> &[i64] {
        self.0.sets.get(&(place as u32)).map_or(&[], Vec::as_slice)
    }

    /// Changes the members of the set in a cell.
    pub(crate) fn put_members(&mut self, place: usize, members: &[i64]) -> Result<(), Bound> {
        if members.len() > MAX_MEMBERS {
            return Err(Bound::Members);
        }
        let before = self.members(place);
        if before == members {
            return Ok(());
        }
        let room = self.changed(taken(before), taken(members))?;
        let tables = Arc::make_mut(&mut self.0);
        tables.room = room;
        match members {
            [] => _ = tables.sets.remove(&(place as u32)),
            _ => _ = tables.sets.insert(place as u32, members.to_vec()),
        }
        Ok(())
    }

    /// The value of a state for a key; 0 if it has none.
    pub(crate) fn entry(&self, state: Id<StateDef>, key: &[i64]) -> i64 {
        let of_state = self.0.entries.get(&state);
        of_state
            .and_then(|entries| entries.get(key))
            .copied()
            .unwrap_or(0)
    }

    /// Changes what a state holds for a key.
    pub(crate) fn put_entry(&mut self, state: Id<StateDef>, key: &[i64], value: i64) -> Result<(), Bound> {
        let before = self.entry(state, key);
        if before == value {
            return Ok(());
        }
        let known = self.0.entries.get(&state).map_or(0, BTreeMap::len);
        if before == 0 && known >= MAX_ENTRIES {
            return Err(Bound::Entries);
        }
        let takes = |value: i64| if value == 0 { 0 } else { key.len() + OVERHEAD };
        let room = self.changed(takes(before), takes(value))?;
        let tables = Arc::make_mut(&mut self.0);
        tables.room = room;
        let of_state = tables.entries.entry(state).or_default();
        match value {
            0 => _ = of_state.remove(key),
            _ => _ = of_state.insert(key.to_vec(), value),
        }
        if of_state.is_empty() {
            tables.entries.remove(&state);
        }
        Ok(())
    }

    /// The room that everything takes after a change.
    fn changed(&self, before: usize, after: usize) -> Result<usize, Bound> {
        let room = self.0.room.saturating_sub(before) + after;
        if after > before && room.saturating_add(self.0.reserved) > MAX_STORED {
            return Err(Bound::Memory);
        }
        Ok(room)
    }

    /// Keeps room free for so many numbers, which are put back later.
    pub(crate) fn reserve(&mut self, room: usize) -> Result<(), Bound> {
        if room == 0 {
            return Ok(());
        }
        let tables = Arc::make_mut(&mut self.0);
        tables.reserved = tables.reserved.saturating_add(room);
        if tables.room.saturating_add(tables.reserved) > MAX_STORED {
            return Err(Bound::Memory);
        }
        Ok(())
    }

    /// Gives back room that was reserved.
    pub(crate) fn release(&mut self, room: usize) {
        if room > 0 {
            let tables = Arc::make_mut(&mut self.0);
            tables.reserved = tables.reserved.saturating_sub(room);
        }
    }

    /// The entries of a state, in ascending order of keys.
    pub(crate) fn entries_of(&self, state: Id<StateDef>) -> impl Iterator<Item = (&[i64], i64)> {
        let entries = self.0.entries.get(&state).into_iter().flatten();
        entries.map(|(key, &value)| (key.as_slice(), value))
    }

    /// The states that hold something.
    pub(crate) fn states(&self) -> impl Iterator<Item = Id<StateDef>> {
        self.0.entries.keys().copied()
    }

    /// Changes every entry.
    pub(crate) fn change_entries(&mut self, change: impl FnMut(&mut Entry)) {
        if self.0.entries.is_empty() {
            return;
        }
        let mut written = self.0.written();
        written.entries.iter_mut().for_each(change);
        self.0 = Arc::new(Tables::from(written));
    }
}

/// The room that a set takes; an empty one is not stored, and takes none.
fn taken(members: &[i64]) -> usize {
    if members.is_empty() {
        0
    } else {
        members.len() + OVERHEAD
    }
}

impl Tables {
    fn written(&self) -> Written {
        let entries = self.entries.iter().flat_map(|(&state, entries)| {
            let of_state = entries.iter();
            of_state.map(move |(key, &value)| Entry {
                state,
                key: key.clone(),
                value,
            })
        });
        Written {
            sets: self
                .sets
                .iter()
                .map(|(&place, set)| (place, set.clone()))
                .collect(),
            entries: entries.collect(),
            reserved: self.reserved,
        }
    }
}

impl From<Written> for Tables {
    fn from(written: Written) -> Self {
        let mut tables = Self {
            reserved: written.reserved,
            ..Self::default()
        };
        for (place, set) in written.sets {
            tables.room += taken(&set);
            tables.sets.insert(place, set);
        }
        for Entry { state, key, value } in written.entries {
            tables.room += key.len() + OVERHEAD;
            tables.entries.entry(state).or_default().insert(key, value);
        }
        tables
    }
}

impl Serialize for Stored {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.written().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Stored {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Written::deserialize(from).map(|written| Self(Arc::new(Tables::from(written))))
    }
}

#[cfg(test)]
mod tests {
    use super::Stored;
    use crate::limits::{MAX_ENTRIES, MAX_MEMBERS, MAX_STORED};
    use cardwright_bytecode::pack::Id;
    use cardwright_vm::Bound;

    #[test]
    fn what_is_empty_or_null_is_as_if_it_had_never_been() {
        let mut stored = Stored::default();
        stored.put_members(7, &[3, 1, 2]).expect("room");
        stored.put_entry(Id::new(0), &[5, 6], 9).expect("room");
        assert_eq!(stored.members(7), [3, 1, 2]);
        assert_eq!(
            (
                stored.entry(Id::new(0), &[5, 6]),
                stored.entry(Id::new(0), &[6, 5])
            ),
            (9, 0)
        );
        stored.put_members(7, &[]).expect("room");
        stored.put_entry(Id::new(0), &[5, 6], 0).expect("room");
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

    // Limit: MAX_MEMBERS in engine/core/src/limits.rs
    // Limit: MAX_ENTRIES in engine/core/src/limits.rs
    #[test]
    fn the_limits_are_exact() {
        let mut stored = Stored::default();
        let members: Vec<i64> = (0..=MAX_MEMBERS as i64).collect();
        assert_eq!(stored.put_members(0, &members[1..]), Ok(()));
        assert_eq!(stored.put_members(0, &members), Err(Bound::Members));
        for key in 0..MAX_ENTRIES as i64 {
            assert_eq!(stored.put_entry(Id::new(2), &[key], 1), Ok(()));
        }
        assert_eq!(stored.put_entry(Id::new(2), &[-1], 1), Err(Bound::Entries));
        assert_eq!(
            stored.put_entry(Id::new(2), &[0], 5),
            Ok(()),
            "a key that is known"
        );
        assert_eq!(stored.put_entry(Id::new(3), &[-1], 1), Ok(()), "another state");
    }

    // Limit: MAX_STORED in engine/core/src/limits.rs
    #[test]
    fn all_of_it_together_has_a_limit() {
        let mut stored = Stored::default();
        let members: Vec<i64> = (0..MAX_MEMBERS as i64).collect();
        let each = MAX_MEMBERS + super::OVERHEAD;
        let fitting = MAX_STORED / each;
        for place in 0..fitting {
            assert_eq!(stored.put_members(place, &members), Ok(()));
        }
        assert_eq!(stored.put_members(fitting, &members), Err(Bound::Memory));
        let rest = MAX_STORED - fitting * each - super::OVERHEAD;
        assert_eq!(stored.put_members(fitting, &members[..=rest]), Err(Bound::Memory));
        assert_eq!(
            stored.put_members(fitting, &members[..rest]),
            Ok(()),
            "just so much"
        );
        assert_eq!(
            stored.put_entry(Id::new(0), &[1], 1),
            Err(Bound::Memory),
            "states share it"
        );
        stored.put_members(0, &[]).expect("less is always possible");
        assert_eq!(
            stored.put_entry(Id::new(0), &[1], 1),
            Ok(()),
            "there is room again"
        );
    }
}
