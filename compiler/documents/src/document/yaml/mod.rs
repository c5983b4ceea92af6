//! YAML for all types of documents by one reader.
//!
//! `serde` makes a reader anew for every type that is read: of what the YAML crate does for a map, a list, a text, there
//! would be some hundred copies, a sixth of a program that is loaded by a page. So the crate is asked through [`Node`], behind
//! which there is one copy of it, and only what differs from type to type is made for each.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod` | [`from_str`] |
//! | `source` | the side of the YAML crate: its values behind traits |
//! | `taker` | the side of the types: what `serde` derives behind traits |
//! | `halt` | why reading stops, on its way between the two |
//! | `meant` | misspelt keys that are read as others |
//!
//! What stops the YAML crate itself is kept where it happens and handed on there, so that errors are those of the crate, with
//! their places.

mod halt;
mod meant;
mod source;
mod taker;
#[cfg(test)]
mod tests;

use halt::settled;
pub(crate) use meant::Meant;
use serde::de::{DeserializeOwned, Error as _};
use serde_yaml::{Deserializer, Error, alias_limits, options};
use source::{Once, Source};
use taker::{Any, Node};

/// The most values that the aliases of a document stand for: enough for tables that share rows, and read at once.
const MOST_ALIASED: usize = 100_000;

/// A value from YAML.
///
/// # Errors
/// Those of the YAML crate.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    let mut found = None;
    parse(text, &mut |source| {
        found = Some(T::deserialize(Node::<Any>::of(source))?);
        Ok(())
    })?;
    found.ok_or_else(|| Error::custom("nothing was read"))
}

/// The same from YAML with some keys that mean others.
pub(super) fn from_str_as_meant<T: DeserializeOwned>(text: &str, keys: &[Meant]) -> Result<T, Error> {
    meant::with(keys, || from_str(text))
}

type Reading<'a> = dyn FnMut(&mut dyn Source<'_>) -> Result<(), halt::Halt> + 'a;

fn parse(text: &str, read: &mut Reading<'_>) -> Result<(), Error> {
    let limits = alias_limits! { max_total_replayed_events: MOST_ALIASED };
    let options = options! { alias_limits: limits };
    serde_yaml::with_deserializer_from_str_with_options(text, options, |yaml: Deserializer<'_, '_>| {
        let mut source = Once::of(yaml);
        let read = read(&mut source);
        settled(read, source.kept)
    })
}
