//! A map whose first entries many compilations share.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// Known entries and new ones. It is only for looking up, so its order shows nowhere.
#[derive(Clone, Debug)]
pub(crate) struct Layered<K, V> {
    known: Arc<HashMap<K, V>>,
    new: HashMap<K, V>,
}

impl<K, V> Default for Layered<K, V> {
    fn default() -> Self {
        Self {
            known: Arc::default(),
            new: HashMap::new(),
        }
    }
}

impl<K: Eq + Hash + Clone, V: Clone> Layered<K, V> {
    pub(crate) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.new.get(key).or_else(|| self.known.get(key))
    }

    /// Adds what is not there yet.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.new.insert(key, value);
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len() + self.new.len()
    }

    /// Shares everything that is here from now on.
    pub(crate) fn settle(&mut self) {
        let new = std::mem::take(&mut self.new);
        Arc::make_mut(&mut self.known).extend(new);
    }
}

#[cfg(test)]
mod tests {
    use super::Layered;

    #[test]
    fn what_one_adds_others_do_not_see() {
        let mut base: Layered<String, u32> = Layered::default();
        base.insert("a".to_owned(), 1);
        base.settle();
        let (mut one, other) = (base.clone(), base);
        one.insert("b".to_owned(), 2);
        assert_eq!((one.get("a"), one.get("b"), one.len()), (Some(&1), Some(&2), 2));
        assert_eq!((other.get("a"), other.get("b"), other.len()), (Some(&1), None, 1));
    }
}
