//! The lasting effects that run, in the order in which they started, and those of each sort.

use crate::copies::copied_by_field;
use crate::state::Effect;
use cardwright_bytecode::pack::{EffectDef, Id};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// Running effects; see the module.
#[derive(Debug, Default)]
pub(crate) struct Running {
    list: Vec<Effect>,
    /// For each sort, those that run. It follows from the list.
    sorts: Vec<Sort>,
    /// For each effect, the next one of its sort; itself, if it is the last.
    next: Vec<u32>,
}

/// The running effects of a sort.
#[derive(Clone, Copy, Debug, Default)]
struct Sort {
    count: u32,
    first: u32,
    last: u32,
}

copied_by_field! {
    Running { list, sorts, next }
}

impl Running {
    /// Whether one of a sort runs.
    #[inline]
    pub(crate) fn has(&self, effect: Id<EffectDef>) -> bool {
        self.count(effect) > 0
    }

    /// How many of a sort run.
    #[inline]
    pub(crate) fn count(&self, effect: Id<EffectDef>) -> usize {
        self.sorts
            .get(effect.place())
            .map_or(0, |sort| sort.count as usize)
    }

    /// The place of the first one of a sort.
    pub(crate) fn first(&self, effect: Id<EffectDef>) -> Option<usize> {
        let sort = self.sorts.get(effect.place()).filter(|sort| sort.count > 0)?;
        Some(sort.first as usize)
    }

    /// The place of the next one of the sort of the one at this place.
    pub(crate) fn after(&self, place: usize) -> Option<usize> {
        let next = *self.next.get(place)? as usize;
        (next != place).then_some(next)
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
        let place = self.list.len() as u32;
        let sort = self.sort(effect.effect);
        if sort.count == 0 {
            sort.first = place;
        }
        let before = std::mem::replace(&mut sort.last, place) as usize;
        sort.count += 1;
        if sort.count > 1
            && let Some(next) = self.next.get_mut(before)
        {
            *next = place;
        }
        self.next.push(place);
        self.list.push(effect);
    }

    /// Takes all out.
    pub(crate) fn take(&mut self) -> Vec<Effect> {
        self.sorts.clear();
        self.next.clear();
        std::mem::take(&mut self.list)
    }

    fn sort(&mut self, effect: Id<EffectDef>) -> &mut Sort {
        // A stored game may say anything; no pack has more sorts.
        let sort = effect.place().min(usize::from(u16::MAX));
        if self.sorts.len() <= sort {
            self.sorts.resize(sort + 1, Sort::default());
        }
        &mut self.sorts[sort]
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

#[cfg(test)]
mod tests {
    use super::Running;
    use crate::state::Effect;
    use cardwright_bytecode::pack::Id;
    use proptest::prelude::*;

    fn effect(number: u32, sort: u32) -> Effect {
        Effect {
            number,
            effect: Id::new(sort),
            args: Vec::new(),
            start: Id::new(0),
            left: 1,
            began: 0,
            runs: Vec::new(),
        }
    }

    fn of_sort(running: &Running, sort: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut next = running.first(Id::new(sort));
        while let Some(place) = next {
            found.push(running[place].number);
            next = running.after(place);
        }
        found
    }

    proptest! {
        #[test]
        fn those_of_a_sort_are_found_in_their_order(sorts in prop::collection::vec(0..4_u32, 0..20), ends in any::<u32>()) {
            let mut running = Running::default();
            for (number, &sort) in (1..).zip(&sorts) {
                running.push(effect(number, sort));
            }
            for _ in 0..2 {
                for sort in 0..5 {
                    let expected = running.iter().filter(|one| one.effect == Id::new(sort));
                    let expected: Vec<u32> = expected.map(|one| one.number).collect();
                    prop_assert_eq!(running.count(Id::new(sort)), expected.len());
                    prop_assert_eq!(of_sort(&running, sort), expected);
                }
                let left = running.take().into_iter().filter(|one| ends >> (one.number % 32) & 1 == 0);
                for one in left.collect::<Vec<_>>() {
                    running.push(one);
                }
            }
        }
    }
}
