//! Facts: the free-form values of cards and rows, and maps that keep the places of keys and values.
//!
//! `serde` buffering would drop positions, so these types visit the parser's events directly: no untagged or
//! flattened enums.

use crate::source::{FileId, Location};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A value and where it stands in its file (bytes).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    /// The file, if that is another one than the file of the document: an overlay has changed this part of it.
    pub file: Option<FileId>,
}

impl<T> At<T> {
    /// The same value, which stands in this file.
    #[must_use]
    pub(crate) fn within(mut self, file: FileId) -> Self {
        self.file = Some(file);
        self
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = serde_yaml::Spanned::<T>::deserialize(deserializer)?;
        let span = spanned.referenced.span();
        let start = span
            .byte_offset()
            .map_or(0, |at| usize::try_from(at).unwrap_or(usize::MAX));
        let length = span.byte_len().map_or(1, |at| usize::try_from(at).unwrap_or(1));
        Ok(Self {
            value: spanned.value,
            start,
            end: start.saturating_add(length),
            file: None,
        })
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The place of a value of the document in this file.
pub fn place_of<T>(file: FileId, at: &At<T>) -> Location {
    Location {
        file: at.file.unwrap_or(file),
        start: at.start,
        end: at.end,
    }
}

/// A map in the order in which it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Entries<T>(pub Vec<(At<String>, T)>);

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

struct EntriesVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EntriesVisitor<T> {
    type Value = Entries<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map of names to values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<T>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Entries<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("map of {}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": { "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" },
            "additionalProperties": generator.subschema_for::<T>(),
        })
    }
}

/// Rows of records: record name, row id, facts.
pub type Tables = Entries<Entries<Entries<At<Fact>>>>;

/// A fact as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// `5`
    Number(i64),
    /// A number that is not whole, or larger than all that can be counted.
    Unwhole(String),
    /// `yes`
    Bool(bool),
    /// A word, an id, a text, or a length or angle (`3in`, `40mm`, `45deg`).
    Text(String),
    /// `[a, b]`
    List(Vec<At<Fact>>),
    /// `{ a: 1 }`: a row of its own, or rows by their ids.
    Map(Entries<At<Fact>>),
}

impl Fact {
    /// The same fact, all parts of which stand in this file.
    #[must_use]
    pub(crate) fn within(self, file: FileId) -> Self {
        match self {
            Self::List(all) => Self::List(all.into_iter().map(|one| one.fact_within(file)).collect()),
            Self::Map(all) => Self::Map(Entries(
                all.0
                    .into_iter()
                    .map(|(name, fact)| (name.within(file), fact.fact_within(file)))
                    .collect(),
            )),
            plain => plain,
        }
    }
}

impl At<Fact> {
    /// The same fact, all parts of which stand in this file.
    #[must_use]
    pub(crate) fn fact_within(self, file: FileId) -> Self {
        Self {
            value: self.value.within(file),
            file: Some(file),
            ..self
        }
    }
}

/// As it is written in YAML, in one line.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Unwhole(text) | Self::Text(text) => f.write_str(text),
            Self::Bool(true) => f.write_str("yes"),
            Self::Bool(false) => f.write_str("no"),
            Self::List(all) => {
                let all: Vec<String> = all.iter().map(|one| one.value.to_string()).collect();
                write!(f, "[{}]", all.join(", "))
            }
            Self::Map(all) => {
                let all = all.0.iter();
                let all: Vec<String> = all
                    .map(|(name, fact)| format!("{}: {}", name.value, fact.value))
                    .collect();
                write!(f, "{{ {} }}", all.join(", "))
            }
        }
    }
}

struct FactVisitor;

impl<'de> Visitor<'de> for FactVisitor {
    type Value = Fact;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number, a word, yes or no, a list of these, or the facts of a row")
    }

    fn visit_i64<E>(self, value: i64) -> Result<Fact, E> {
        Ok(Fact::Number(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Fact, E> {
        Ok(i64::try_from(value).map_or_else(|_| Fact::Unwhole(value.to_string()), Fact::Number))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Fact, E> {
        Ok(Fact::Unwhole(value.to_string()))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Fact, E> {
        Ok(Fact::Unwhole(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Fact, E> {
        Ok(Fact::Unwhole(value.to_string()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Fact, E> {
        Ok(Fact::Bool(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Fact, E> {
        Ok(Fact::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Fact, A::Error> {
        let mut facts = Vec::new();
        while let Some(fact) = list.next_element()? {
            facts.push(fact);
        }
        Ok(Fact::List(facts))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Fact, A::Error> {
        Ok(Fact::Map(EntriesVisitor(PhantomData).visit_map(map)?))
    }
}

impl<'de> Deserialize<'de> for Fact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FactVisitor)
    }
}

impl JsonSchema for Fact {
    fn schema_name() -> Cow<'static, str> {
        "Fact".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = serde_json::json!([{ "type": "integer" }, { "type": "boolean" }, { "type": "string" }]);
        json_schema!({
            "description": "a number, a length (3in, 40mm), an angle (45deg), a word, an id, yes or no, a \
             list of these, or the facts of a new row",
            "anyOf": [
                { "anyOf": one },
                { "type": "array", "items": { "anyOf": one } },
                { "type": "object", "additionalProperties": generator.subschema_for::<Fact>() },
            ],
        })
    }
}

/// A length as documents write it.
pub(super) fn length(_: &mut SchemaGenerator) -> Schema {
    measure("a length: 3in, 2.5in, 40mm, or 0", "in|mm")
}

/// An angle as documents write it.
pub(super) fn angle(_: &mut SchemaGenerator) -> Schema {
    measure("an angle: 45deg, or 0", "deg")
}

/// `yes` or `no`, which only some readers of YAML take for a boolean.
#[must_use]
pub fn yes_no(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "description": "yes or no", "enum": ["yes", "no", true, false] })
}

fn measure(description: &str, units: &str) -> Schema {
    let written = format!(r"^-?[0-9]{{1,6}}(\.[0-9]{{1,3}})?({units})$");
    json_schema!({
        "description": description,
        "anyOf": [{ "type": "string", "pattern": written }, { "const": 0 }],
    })
}
