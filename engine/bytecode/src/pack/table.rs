//! Tables whose entries several packs share.

use super::id::{Each, Entry, Id, check};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, Index, IndexMut};
use std::sync::Arc;

/// A list of which copies cost little: the entries themselves are shared until one of them is changed.
///
/// Thousands of conformance cases are each a pack of their own, and nearly all of it is their system's.
#[derive(Debug, Eq)]
pub struct Table<T>(Vec<Arc<T>>);

impl<T> Table<T> {
    /// Adds an entry.
    pub fn push(&mut self, entry: T) {
        self.0.push(Arc::new(entry));
    }

    /// Adds an entry that another table has, too.
    pub fn share(&mut self, entry: Arc<T>) {
        self.0.push(entry);
    }

    /// Removes and gives the last entry.
    pub fn pop(&mut self) -> Option<Arc<T>> {
        self.0.pop()
    }

    /// Keeps the first `count` entries.
    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// An entry.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&T> {
        self.0.get(at).map(Arc::as_ref)
    }

    /// The entry of an id that nothing is proved of, if there is one: the pack is not verified yet, or the id comes from outside.
    #[must_use]
    pub fn find(&self, id: Id<T>) -> Option<&T> {
        self.get(id.place())
    }

    /// Whether an id that comes from outside names an entry.
    #[must_use]
    pub fn has(&self, id: Id<T>) -> bool {
        id.place() < self.0.len()
    }

    /// The entry with a number that comes from outside, if there is one.
    #[must_use]
    pub fn id(&self, number: impl TryInto<usize>) -> Option<Id<T>> {
        let place = number.try_into().ok()?;
        (place < self.0.len()).then(|| Id::at(place))
    }

    /// The entries with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.iter()
            .enumerate()
            .map(|(place, entry)| (Id::at(place), entry))
    }

    /// Something for each entry.
    pub fn each<V>(&self, value: impl FnMut(&T) -> V) -> Each<T, V> {
        self.iter().map(value).collect()
    }

    /// The entries in their order.
    pub fn iter(&self) -> Iter<'_, T> {
        self.into_iter()
    }

    /// The entries from this one on.
    #[must_use]
    pub fn tail(&self, first: usize) -> &[Arc<T>] {
        self.0.get(first..).unwrap_or_default()
    }

    /// The entries, which are then this table's own.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T>
    where
        T: Clone,
    {
        self.tail_mut(0)
    }

    /// The entries from this one on, which are then this table's own.
    pub fn tail_mut(&mut self, first: usize) -> impl Iterator<Item = &mut T>
    where
        T: Clone,
    {
        self.0.iter_mut().skip(first).map(Arc::make_mut)
    }

    /// The last entry, to be changed.
    pub fn last_mut(&mut self) -> Option<&mut T>
    where
        T: Clone,
    {
        self.0.last_mut().map(Arc::make_mut)
    }

    /// An entry, to be changed.
    pub fn get_mut(&mut self, at: usize) -> Option<&mut T>
    where
        T: Clone,
    {
        self.0.get_mut(at).map(Arc::make_mut)
    }
}

impl<T: PartialEq> Table<T> {
    /// Whether this table begins with all entries of another one.
    #[must_use]
    pub fn begins_with(&self, other: &Self) -> bool {
        other.0.len() <= self.0.len() && same(&self.0[..other.0.len()], &other.0)
    }
}

/// Entries are compared only where they are not the very same ones.
fn same<T: PartialEq>(one: &[Arc<T>], other: &[Arc<T>]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| Arc::ptr_eq(a, b) || a == b)
}

impl<T: PartialEq> PartialEq for Table<T> {
    fn eq(&self, other: &Self) -> bool {
        same(&self.0, &other.0)
    }
}

impl<T> Clone for Table<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for Table<T> {
    type Target = [Arc<T>];

    fn deref(&self) -> &[Arc<T>] {
        &self.0
    }
}

impl<T> Index<usize> for Table<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        &self.0[at]
    }
}

/// The entry of an id; see [`Id`].
impl<T: Entry> Index<Id<T>> for Table<T> {
    type Output = T;

    #[inline]
    fn index(&self, id: Id<T>) -> &T {
        check(id, self.0.len());
        &self.0[id.place()]
    }
}

impl<T: Entry + Clone> IndexMut<Id<T>> for Table<T> {
    fn index_mut(&mut self, id: Id<T>) -> &mut T {
        check(id, self.0.len());
        Arc::make_mut(&mut self.0[id.place()])
    }
}

impl<T: Clone> IndexMut<usize> for Table<T> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        Arc::make_mut(&mut self.0[at])
    }
}

impl<T> From<Vec<T>> for Table<T> {
    fn from(entries: Vec<T>) -> Self {
        entries.into_iter().collect()
    }
}

impl<T> FromIterator<T> for Table<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        Self(entries.into_iter().map(Arc::new).collect())
    }
}

impl<T> Extend<T> for Table<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, entries: I) {
        self.0.extend(entries.into_iter().map(Arc::new));
    }
}

/// The entries of a [`Table`].
pub(super) type Iter<'a, T> = std::iter::Map<std::slice::Iter<'a, Arc<T>>, fn(&'a Arc<T>) -> &'a T>;

impl<'a, T> IntoIterator for &'a Table<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.0.iter().map(Arc::as_ref)
    }
}

impl<T: Serialize> Serialize for Table<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|entry| &**entry))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
