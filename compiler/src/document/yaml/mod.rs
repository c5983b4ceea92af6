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
//!
//! What stops the YAML crate itself is kept where it happens and handed on there, so that errors are those of the crate, with
//! their places.

mod halt;
mod source;
mod taker;
#[cfg(test)]
mod tests;

use halt::settled;
use serde::de::{DeserializeOwned, Error as _};
use serde_yaml::{Deserializer, Error};
use source::{Once, Source};
use taker::{Any, Node};

/// A value from YAML.
///
/// # Errors
/// Those of the YAML crate.
pub(crate) fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    let mut found = None;
    parse(text, &mut |source| {
        found = Some(T::deserialize(Node::<Any>::of(source))?);
        Ok(())
    })?;
    found.ok_or_else(|| Error::custom("nothing was read"))
}

type Reading<'a> = dyn FnMut(&mut dyn Source<'_>) -> Result<(), halt::Halt> + 'a;

fn parse(text: &str, read: &mut Reading<'_>) -> Result<(), Error> {
    serde_yaml::with_deserializer_from_str(text, |yaml: Deserializer<'_, '_>| {
        let mut source = Once::of(yaml);
        let read = read(&mut source);
        settled(read, source.kept)
    })
}
