//! Numbers of entries, each with the table that it counts in: the number of a rule cannot be taken for that of a window.
//!
//! Decoding, the compiler and a look into a table by number ([`Table::id`](super::Table::id)) make an [`Id`]; the verifier
//! proves of every one in a pack, and of every operand of code, that its entry is there. After that nobody asks again: a table
//! that is indexed by an id gives the entry. Should a proof be wrong, every build with assertions says so at once, with the
//! table's name; in a release build the bounds check that Rust makes is all that is left, and it is never reached.
//!
//! Not here: numbers of entities and other values of registers and cells, which are plain numbers.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An entry of a table of a pack.
pub trait Entry {
    /// The table's name, for people.
    const TABLE: &'static str;
}

/// The number of an entry of the table of `T`. It is stored as that number.
pub struct Id<T> {
    number: u32,
    table: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The entry with a number, which somebody else has proved to be there, or will.
    #[must_use]
    pub const fn new(number: u32) -> Self {
        Self {
            number,
            table: PhantomData,
        }
    }

    /// The entry at a place of a table. No table has more entries than a number of 32 bits can count.
    #[must_use]
    pub const fn at(place: usize) -> Self {
        Self::new(place as u32)
    }

    /// The number, as it is stored.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// The place in the table.
    #[must_use]
    pub const fn place(self) -> usize {
        self.number as usize
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

/// The first entry.
impl<T> Default for Id<T> {
    fn default() -> Self {
        Self::new(0)
    }
}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl<T> Eq for Id<T> {}

impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number.cmp(&other.number)
    }
}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// The number alone: it stands where a field or a table says what it counts.
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.number, out)
    }
}

impl<T> fmt::Display for Id<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number, out)
    }
}

impl<T> From<Id<T>> for u64 {
    fn from(id: Id<T>) -> Self {
        Self::from(id.number)
    }
}

impl<T> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.number.serialize(to)
    }
}

impl<'de, T> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        u32::deserialize(from).map(Self::new)
    }
}

/// Something for each entry of the table of `T`, in the table's order: `Each<WindowDef, Vec<Id<Rule>>>`, the rules of each window.
pub struct Each<T, V> {
    all: Vec<V>,
    table: PhantomData<fn() -> T>,
}

impl<T, V> Each<T, V> {
    /// A value for each of `count` entries, all equal.
    pub fn of(count: usize, value: V) -> Self
    where
        V: Clone,
    {
        vec![value; count].into_iter().collect()
    }

    /// The value for an entry; `None` if the table did not have it when this was made.
    #[must_use]
    pub fn get(&self, id: Id<T>) -> Option<&V> {
        self.all.get(id.place())
    }

    /// The value for an entry, to be changed; `None` if the table did not have it when this was made.
    pub fn get_mut(&mut self, id: Id<T>) -> Option<&mut V> {
        self.all.get_mut(id.place())
    }

    /// The number of entries that have a value.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether the table is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The values, in the order of the table.
    pub fn iter(&self) -> std::slice::Iter<'_, V> {
        self.all.iter()
    }
}

impl<T: Entry, V> Index<Id<T>> for Each<T, V> {
    type Output = V;

    #[inline]
    fn index(&self, id: Id<T>) -> &V {
        check(id, self.all.len());
        &self.all[id.place()]
    }
}

impl<T: Entry, V> IndexMut<Id<T>> for Each<T, V> {
    #[inline]
    fn index_mut(&mut self, id: Id<T>) -> &mut V {
        check(id, self.all.len());
        &mut self.all[id.place()]
    }
}

/// Says which table has no such entry, where assertions are on.
#[inline]
pub(super) fn check<T: Entry>(id: Id<T>, length: usize) {
    debug_assert!(
        id.place() < length,
        "there is no entry {id} among the {length} of `{}`: whoever made this number has not proved it",
        T::TABLE
    );
}

impl<T, V> FromIterator<V> for Each<T, V> {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        Self {
            all: values.into_iter().collect(),
            table: PhantomData,
        }
    }
}

impl<T, V: Clone> Clone for Each<T, V> {
    fn clone(&self) -> Self {
        self.all.iter().cloned().collect()
    }

    fn clone_from(&mut self, source: &Self) {
        self.all.clone_from(&source.all);
    }
}

impl<T, V> Default for Each<T, V> {
    fn default() -> Self {
        Self::from_iter([])
    }
}

impl<T, V: fmt::Debug> fmt::Debug for Each<T, V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.fmt(out)
    }
}

impl<T, V: PartialEq> PartialEq for Each<T, V> {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl<T, V: Serialize> Serialize for Each<T, V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.all.serialize(to)
    }
}

impl<'de, T, V: Deserialize<'de>> Deserialize<'de> for Each<T, V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(Self::from_iter)
    }
}

#[cfg(test)]
mod tests {
    use super::Id;
    use crate::pack::{EffectDef, Table};

    fn effects() -> Table<EffectDef> {
        let effect = |name: &str| EffectDef {
            name: name.into(),
            params: Vec::new(),
            lasts: None,
            ended: None,
        };
        [effect("drowsy"), effect("alight")].into_iter().collect()
    }

    #[test]
    fn an_id_finds_its_entry() {
        let effects = effects();
        let names: Vec<_> = effects.numbered().map(|(id, _)| &effects[id].name).collect();
        assert_eq!(names, ["drowsy", "alight"]);
        assert_eq!(effects.id(1).map(Id::number), Some(1));
        for outside in [-1, 2, i64::MAX] {
            assert_eq!(effects.id(outside), None);
        }
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "there is no entry 2 among the 2 of `effects`")]
    fn a_wrong_id_is_loud() {
        let _ = &effects()[Id::new(2)];
    }

    #[test]
    fn an_id_is_stored_as_its_number() {
        for number in [0, 1, 127, 128, u32::MAX] {
            let id = Id::<EffectDef>::new(number);
            let bytes = postcard::to_allocvec(&id).expect("plain data");
            assert_eq!(bytes, postcard::to_allocvec(&number).expect("plain data"));
            assert_eq!(postcard::from_bytes(&bytes), Ok(id));
        }
    }
}
