//! The bases at hand: those that were asked for last. A base takes some milliseconds and a megabyte or two, and rests on the part of the
//! documents that it was made from, by which it is known again.

use cardwright_code::link::Base;
use cardwright_documents::project::{Documents, Part};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many bases are kept of systems with some of their card sets.
const MOST_BASES: usize = 8;

/// A base, and what it was made from.
type Made = (Arc<Documents>, Arc<Base>);

/// The bases at hand, and counts of the answers, beside the database.
#[derive(Default)]
pub(crate) struct Store {
    bases: Mutex<AtHand>,
    /// How often an answer to each question was worked out.
    asked: Mutex<BTreeMap<&'static str, usize>>,
}

#[derive(Default)]
struct AtHand {
    /// The bases of systems with all their card sets, by the ids of the systems.
    whole: BTreeMap<String, Made>,
    /// Of the others the one that was asked for last is at the end.
    others: Vec<Made>,
}

impl AtHand {
    fn find(&mut self, part: &Part) -> Option<Arc<Base>> {
        let is_it = |made: &&Made| Arc::ptr_eq(&made.0, &part.0);
        if let Some(whole) = self.whole.values().find(is_it) {
            return Some(Arc::clone(&whole.1));
        }
        let at = self.others.iter().position(|made| is_it(&made))?;
        let found = self.others.remove(at);
        let base = Arc::clone(&found.1);
        self.others.push(found);
        Some(base)
    }

    /// Gives back what has no place any longer.
    fn put(&mut self, made: Made, whole: Option<&str>) -> Option<Made> {
        if let Some(system) = whole {
            return self.whole.insert(system.to_owned(), made);
        }
        self.others.push(made);
        (self.others.len() > MOST_BASES).then(|| self.others.remove(0))
    }
}

impl Store {
    /// The base of a part, which may be that of a whole system. While one is made the others can be asked for; so if two threads want the
    /// same new one, both make it, and it is the same.
    pub(super) fn base(&self, part: &Part, whole: Option<&str>, make: impl FnOnce() -> Base) -> Arc<Base> {
        let known = self.at_hand().find(part);
        if let Some(known) = known {
            return known;
        }
        self.note("base");
        let base = Arc::new(make());
        let made = (Arc::clone(&part.0), Arc::clone(&base));
        let gone = self.at_hand().put(made, whole);
        // Taking it apart takes a while, and others need not wait for that.
        drop(gone);
        base
    }

    fn at_hand(&self) -> MutexGuard<'_, AtHand> {
        self.bases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that an answer to a question is worked out.
    pub(super) fn note(&self, question: &'static str) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        *asked.entry(question).or_default() += 1;
    }

    /// How often an answer to each question was worked out since the last time that somebody wanted to know.
    pub(super) fn take_asked(&self) -> BTreeMap<&'static str, usize> {
        std::mem::take(&mut self.asked.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
