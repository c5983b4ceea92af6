//! The bases at hand: those that were asked for last. A base takes some milliseconds and a megabyte or two, and rests on the part of the
//! documents that it was made from, by which it is known again.

use crate::link::Base;
use crate::project::{Documents, Part};
use std::sync::{Arc, Mutex, PoisonError};

/// How many bases are kept.
const MOST_BASES: usize = 8;

/// Bases by what they were made from, the last one that was asked for at the end.
#[derive(Default)]
pub(crate) struct Store(Mutex<Vec<(Arc<Documents>, Arc<Base>)>>);

impl Store {
    /// The base of a part. While one is made the others can be asked for; so if two threads want the same new one, both make it, and
    /// it is the same.
    pub(super) fn base(&self, part: &Part, make: impl FnOnce() -> Base) -> Arc<Base> {
        if let Some(known) = self.known(part) {
            return known;
        }
        let base = Arc::new(make());
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.push((Arc::clone(&part.0), Arc::clone(&base)));
        let oldest = (known.len() > MOST_BASES).then(|| known.remove(0));
        drop(known);
        // Taking it apart takes a while, and others need not wait for that.
        drop(oldest);
        base
    }

    fn known(&self, part: &Part) -> Option<Arc<Base>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|(of, _)| Arc::ptr_eq(of, &part.0))?;
        let found = known.remove(at);
        let base = Arc::clone(&found.1);
        known.push(found);
        Some(base)
    }
}
