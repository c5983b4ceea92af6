//! Keys that are read as the ones they were meant to be, while a document with misspelt keys is read.

use super::halt::Halt;
use super::taker::{Given, Take};
use std::cell::RefCell;
use std::fmt;

/// A key as it is written, and as it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meant {
    pub(crate) written: String,
    pub(crate) meant: String,
}

thread_local! {
    /// The misspelt keys of the document that this thread reads. Reading a document never leaves its thread.
    static KEYS: RefCell<Vec<Meant>> = const { RefCell::new(Vec::new()) };
}

/// Reads with some keys as they are meant.
pub(super) fn with<T>(keys: &[Meant], read: impl FnOnce() -> T) -> T {
    KEYS.with_borrow_mut(|known| known.extend_from_slice(keys));
    let read = read();
    KEYS.with_borrow_mut(Vec::clear);
    read
}

fn meant(key: &str) -> Option<String> {
    KEYS.with_borrow(|known| {
        let found = known.iter().find(|one| one.written == key);
        found.map(|one| one.meant.clone())
    })
}

/// What takes the name of a field.
pub(super) struct Key<'a, 'de>(pub(super) &'a mut dyn Take<'de>);

impl<'de> Take<'de> for Key<'_, 'de> {
    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(out)
    }

    fn take(&mut self, given: Given<'_, 'de>) -> Result<(), Halt> {
        let known = match &given {
            Given::Str(key) => meant(key),
            Given::Text(key) => meant(key),
            _ => None,
        };
        match known {
            Some(key) => self.0.take(Given::Text(key)),
            None => self.0.take(given),
        }
    }
}
