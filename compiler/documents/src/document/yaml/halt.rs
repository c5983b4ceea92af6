//! Why reading stops.

use serde::de::{self, Expected, Unexpected};
use std::fmt::{self, Display, Formatter};

/// Why reading stops, without the type that errors have in the YAML crate.
#[derive(Debug)]
pub(super) enum Halt {
    /// The YAML crate stopped. Its error is kept by the source that was asked.
    Kept,
    /// In words.
    Said(String),
    /// A value of another type.
    Type { found: String, wanted: String },
    /// A value that is not meant.
    Value { found: String, wanted: String },
    /// Too many or too few.
    Length { found: usize, wanted: String },
    /// A variant that is not there.
    Variant {
        found: String,
        known: &'static [&'static str],
    },
    /// A field that is not there.
    Field {
        found: String,
        known: &'static [&'static str],
    },
    /// A field is missing.
    Missing(&'static str),
    /// A field is there twice.
    Twice(&'static str),
}

impl Halt {
    /// The same as an error of another type.
    fn told<E: de::Error>(self) -> E {
        match self {
            Self::Kept => E::custom("the document cannot be read"),
            Self::Said(text) => E::custom(text),
            Self::Type { found, wanted } => E::invalid_type(Unexpected::Other(&found), &wanted.as_str()),
            Self::Value { found, wanted } => E::invalid_value(Unexpected::Other(&found), &wanted.as_str()),
            Self::Length { found, wanted } => E::invalid_length(found, &wanted.as_str()),
            Self::Variant { found, known } => E::unknown_variant(&found, known),
            Self::Field { found, known } => E::unknown_field(&found, known),
            Self::Missing(field) => E::missing_field(field),
            Self::Twice(field) => E::duplicate_field(field),
        }
    }
}

/// A result for the YAML crate: its own error if it stopped, and otherwise that of the type that is read.
pub(super) fn settled<E: de::Error>(result: Result<(), Halt>, kept: Option<E>) -> Result<(), E> {
    match (result, kept) {
        (Ok(()), _) => Ok(()),
        (Err(Halt::Kept), Some(kept)) => Err(kept),
        (Err(halt), _) => Err(halt.told()),
    }
}

/// A result of the YAML crate for the type that is read; its error is kept.
pub(super) fn kept<T, E>(result: Result<T, E>, keep: &mut Option<E>) -> Result<T, Halt> {
    result.map_err(|error| {
        *keep = Some(error);
        Halt::Kept
    })
}

impl Display for Halt {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{self:?}")
    }
}

impl std::error::Error for Halt {}

impl de::Error for Halt {
    fn custom<T: Display>(text: T) -> Self {
        Self::Said(text.to_string())
    }
    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::Type {
            found: found.to_string(),
            wanted: wanted.to_string(),
        }
    }
    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::Value {
            found: found.to_string(),
            wanted: wanted.to_string(),
        }
    }
    fn invalid_length(found: usize, wanted: &dyn Expected) -> Self {
        Self::Length {
            found,
            wanted: wanted.to_string(),
        }
    }
    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        Self::Variant {
            found: found.to_owned(),
            known,
        }
    }
    fn unknown_field(found: &str, known: &'static [&'static str]) -> Self {
        Self::Field {
            found: found.to_owned(),
            known,
        }
    }
    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }
    fn duplicate_field(field: &'static str) -> Self {
        Self::Twice(field)
    }
}
