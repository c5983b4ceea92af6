//! The bases at hand: those that were asked for last. A base takes some milliseconds and a megabyte or two, and rests on the part of the
//! documents that it was made from, by which it is known again.

use cardwright_code::link::Base;
use cardwright_documents::project::{Documents, Part};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many bases are kept.
const MOST_BASES: usize = 8;

/// What is at hand beside the answers.
#[derive(Default)]
pub(crate) struct Store {
    /// Bases by what they were made from, the last one that was asked for at the end.
    bases: Mutex<Vec<(Arc<Documents>, Arc<Base>)>>,
    /// How often an answer to each question was worked out.
    asked: Mutex<BTreeMap<&'static str, usize>>,
}

impl Store {
    /// The base of a part. While one is made the others can be asked for; so if two threads want the same new one, both make it, and
    /// it is the same.
    pub(super) fn base(&self, part: &Part, make: impl FnOnce() -> Base) -> Arc<Base> {
        if let Some(known) = self.known(part) {
            return known;
        }
        let base = Arc::new(make());
        let mut known = self.bases.lock().unwrap_or_else(PoisonError::into_inner);
        known.push((Arc::clone(&part.0), Arc::clone(&base)));
        let oldest = (known.len() > MOST_BASES).then(|| known.remove(0));
        drop(known);
        // Taking it apart takes a while, and others need not wait for that.
        drop(oldest);
        base
    }

    fn known(&self, part: &Part) -> Option<Arc<Base>> {
        let mut known = self.bases.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|(of, _)| Arc::ptr_eq(of, &part.0))?;
        let found = known.remove(at);
        let base = Arc::clone(&found.1);
        known.push(found);
        Some(base)
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
