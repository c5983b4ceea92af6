//! The lasting effects that run, in the order in which they started, and how many there are of each sort.

use crate::copies::copied_by_field;
use crate::state::Effect;
use cardwright_bytecode::pack::{EffectDef, Id};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// Running effects; see the module.
#[derive(Debug, Default)]
pub(crate) struct Running {
    list: Vec<Effect>,
    /// For each sort, how many run. It follows from the list.
    counts: Vec<u32>,
}

copied_by_field! {
    Running { list, counts }
}

impl Running {
    /// Whether one of a sort runs.
    #[inline]
    pub(crate) fn has(&self, effect: Id<EffectDef>) -> bool {
        self.counts.get(effect.place()).is_some_and(|&count| count > 0)
    }

    /// The one with a number.
    pub(crate) fn numbered(&self, number: u32) -> Option<&Effect> {
        // They are numbered as they start; only when the numbers begin again, after four thousand million, are they out of order.
        let place = self.list.binary_search_by_key(&number, |effect| effect.number);
        match place {
            Ok(place) => self.list.get(place),
            Err(_) if self.list.is_sorted_by_key(|effect| effect.number) => None,
            Err(_) => self.list.iter().find(|effect| effect.number == number),
        }
    }

    pub(crate) fn push(&mut self, effect: Effect) {
        self.count(effect.effect);
        self.list.push(effect);
    }

    /// Takes all out.
    pub(crate) fn take(&mut self) -> Vec<Effect> {
        self.counts.clear();
        std::mem::take(&mut self.list)
    }

    fn count(&mut self, effect: Id<EffectDef>) {
        // A stored game may say anything; no pack has more sorts.
        let sort = effect.place().min(usize::from(u16::MAX));
        if self.counts.len() <= sort {
            self.counts.resize(sort + 1, 0);
        }
        self.counts[sort] += 1;
    }
}

impl From<Vec<Effect>> for Running {
    fn from(list: Vec<Effect>) -> Self {
        let mut running = Self::default();
        list.into_iter().for_each(|effect| running.push(effect));
        running
    }
}

impl PartialEq for Running {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Deref for Running {
    type Target = [Effect];

    fn deref(&self) -> &[Effect] {
        &self.list
    }
}

/// Gives effects to be changed; their sort never is.
impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut [Effect] {
        &mut self.list
    }
}

impl Serialize for Running {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Running {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::<Effect>::deserialize(from).map(Self::from)
    }
}
