//! The mapping document: how the facts of cards come from data that somebody else keeps.
//!
//! A mapping names what it takes, field by field, and what is not named does not come over. It is no content: `check` does not
//! read it, and no game needs it. What it means to carry it out stands in the crate `cardwright-import`.

use cardwright_compiler::document::{At, Entries, Fact};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// A mapping: which card set is made from which data, and how.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportDoc {
    /// The mapping's id.
    pub import: At<String>,
    /// The id of the system that the cards are for.
    pub system: At<String>,
    /// The id of the card set that is made.
    pub set: At<String>,
    /// What people call that set.
    pub title: String,
    /// Whose the data is, and under which licence; it goes into the first lines of the set.
    #[serde(default)]
    pub credit: Option<String>,
    /// The sets whose rows and words the new one needs.
    #[serde(default)]
    pub uses: Vec<At<String>>,
    /// The files with the data, by names that are used below.
    #[schemars(with = "BTreeMap<String, Source>")]
    pub sources: Entries<Source>,
    /// Words that the set adds to open word types.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub words: Entries<Vec<At<String>>>,
    /// The rows of records that are made.
    #[serde(default)]
    pub rows: Vec<RowsDoc>,
    /// The cards and pieces that are made.
    #[serde(default)]
    pub cards: Vec<CardsDoc>,
}

/// A file with data.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceDoc {
    /// The file, as seen from the folder of the mapping, or from the one that `--from` names.
    pub file: String,
    /// What is in it; told by the end of its name, if absent.
    #[serde(default)]
    pub format: Option<SourceFormat>,
    /// Where in a JSON document the list of rows is: `data.cards`.
    #[serde(default)]
    pub at: Option<String>,
    /// What separates the fields of a CSV file; a comma, if absent.
    #[serde(default)]
    pub separator: Option<char>,
    /// Fields that do not come over on purpose, `a.b` for a field of a field: reports do not name them.
    #[serde(default)]
    pub unused: Vec<String>,
}

/// What is in a file with data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SourceFormat {
    /// Fields separated by commas, with their names in the first line.
    Csv,
    /// One JSON value.
    Json,
    /// A JSON value on each line.
    Jsonl,
}

/// Which rows of a source are taken and what becomes of each: what [`RowsDoc`] and [`CardsDoc`] have in common.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'d> {
    /// The source.
    pub each: &'d At<String>,
    /// The field by which reports name a row of the source.
    pub key: Option<&'d str>,
    /// Rows of other sources.
    pub join: &'d Entries<Entries<String>>,
    /// Which rows are looked at.
    pub when: &'d ConditionDoc,
    /// Rows that are left out.
    pub skip: &'d [SkipDoc],
    /// Rows of which something does not come over.
    pub notes: &'d [SkipDoc],
    /// What is made of them is called so.
    pub id: &'d IdDoc,
    /// The facts of what is made.
    pub facts: &'d Entries<Take>,
}

/// A document of what is made from the rows of a source: its own fields, and those of a [`Choice`]. No flattened field has them,
/// since that would lose the places of keys and values.
macro_rules! from_rows {
    ($(#[$about:meta])* $name:ident { $($own:tt)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($own)*
            /// The source.
            pub each: At<String>,
            /// The field by which reports name a row of the source.
            #[serde(default)]
            pub key: Option<String>,
            /// Rows of other sources, whose fields are `SOURCE.FIELD`: of each source the field that must be equal, and to which.
            #[serde(default)]
            #[schemars(with = "BTreeMap<String, BTreeMap<String, String>>")]
            pub join: Entries<Entries<String>>,
            /// Which rows are looked at; all of them, if absent.
            #[serde(default)]
            pub when: ConditionDoc,
            /// Rows that are left out, and why: reports list them.
            #[serde(default)]
            pub skip: Vec<SkipDoc>,
            /// What of some rows does not come over, though they do: reports list them.
            #[serde(default)]
            pub notes: Vec<SkipDoc>,
            /// Their ids.
            pub id: IdDoc,
            /// Their facts.
            #[serde(default)]
            pub facts: Entries<Take>,
        }

        impl $name {
            /// Which rows are taken, and what becomes of them.
            #[must_use]
            pub fn choice(&self) -> Choice<'_> {
                Choice {
                    each: &self.each,
                    key: self.key.as_deref(),
                    join: &self.join,
                    when: &self.when,
                    skip: &self.skip,
                    notes: &self.notes,
                    id: &self.id,
                    facts: &self.facts,
                }
            }
        }
    };
}

from_rows! {
    /// Rows of one record, one from each row of a source.
    RowsDoc {
        /// The record.
        pub record: At<String>,
    }
}

from_rows! {
    /// Cards or pieces of one kind, one from each row of a source.
    CardsDoc {
        /// The kind.
        pub kind: At<String>,
        /// What people call them.
        pub name: Take,
        /// Which of them have rules that are still to be written; all of them, if absent.
        #[serde(default)]
        pub todo: Option<ConditionDoc>,
    }
}

/// Rows that are left out, or of which something is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkipDoc {
    /// Which ones.
    pub when: ConditionDoc,
    /// Why: reports say it.
    pub why: String,
}

/// What must be so of a row: of each field a value, a list of values of which it is one, or a test (`{ not: VALUE }`,
/// `{ given: yes }`, `{ matches: PATTERN }`).
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ConditionDoc(#[schemars(with = "BTreeMap<String, Fact>")] pub Entries<At<Fact>>);

/// A way to call something.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IdRuleDoc {
    /// When it is called so.
    #[serde(default)]
    pub when: ConditionDoc,
    /// The id, in which `{FIELD}` is what a field says and `{facts.FACT}` what a fact became, both as an id.
    pub is: String,
}

/// How a fact comes from a row.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeDoc {
    /// The field, `a.b` for a field of a field; or several, of which the first is taken that is there.
    #[serde(default)]
    pub field: Fields,
    /// The fact itself, whatever the row says.
    #[serde(default)]
    pub value: Option<At<Fact>>,
    /// The fact is whether the field is this, or a list that has it.
    #[serde(default)]
    pub has: Option<At<Fact>>,
    /// The field is a text that is split at this.
    #[serde(default)]
    pub split: Option<String>,
    /// Of several values this one, counted from 1; from the end with -1.
    #[serde(default)]
    pub item: Option<At<i64>>,
    /// The field is a list of lists: what the number of the line, the number in the line and the value itself are called.
    /// Numbers count from 0; zeros and empty cells are left out.
    #[serde(default)]
    pub grid: Option<GridDoc>,
    /// Values that are left out.
    #[serde(default)]
    pub skip: Vec<Fact>,
    /// A regular expression; its named groups are fields of `row`, or its first group the value.
    #[serde(default, rename = "match")]
    pub pattern: Option<At<String>>,
    /// What values are called here; what is not in it stays as it is.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Fact>")]
    pub table: Entries<At<Fact>>,
    /// Each value is a row of its own, which is made if it is not there.
    #[serde(default)]
    pub row: Option<Box<RowDoc>>,
    /// The unit of the number: `in`, `mm`, `deg`.
    #[serde(default)]
    pub unit: Option<String>,
    /// The fact where the field is not there, empty or left out.
    #[serde(default)]
    pub default: Option<At<Fact>>,
}

/// The names of what is in a list of lists.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridDoc {
    /// What the number of a line is called.
    pub line: String,
    /// What the number in the line is called.
    pub column: String,
    /// What the value is called.
    pub cell: String,
}

/// A row that a value stands for. Its fields are those of the value, then those around it; `it` is the value itself, and `nth`
/// says the how-many-eth of its sort it is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RowDoc {
    /// What it is called.
    pub id: IdDoc,
    /// Its facts.
    #[serde(default)]
    pub facts: Entries<Take>,
}

/// A file with data: its name, or a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Source(pub SourceDoc);

/// How a fact comes from a row: the name of a field, a list of fields of which the first is taken that is there, or a map.
#[derive(Clone, Debug)]
pub struct Take(pub TakeDoc);

/// Names: one or a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields(pub Vec<String>);

/// What something is called: a text, or a list of texts and maps, of which the first counts whose condition holds.
#[derive(Clone, Debug)]
pub struct IdDoc(pub Vec<IdRuleDoc>);

/// A way to call something, as it is written: a text or a map.
struct IdRule(IdRuleDoc);

/// What may be written shortly as a text or a list, or in full as a map.
pub(super) enum Written<L, M> {
    Text(String),
    List(L),
    Map(M),
}

struct WrittenVisitor<L, M>(PhantomData<(L, M)>);

impl<'de, L: Deserialize<'de>, M: Deserialize<'de>> Visitor<'de> for WrittenVisitor<L, M> {
    type Value = Written<L, M>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text, a list, or a map of names to values")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Written::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        L::deserialize(SeqAccessDeserializer::new(list)).map(Written::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        M::deserialize(MapAccessDeserializer::new(map)).map(Written::Map)
    }
}

impl<'de, L: Deserialize<'de>, M: Deserialize<'de>> Deserialize<'de> for Written<L, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WrittenVisitor(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::<IgnoredAny, SourceDoc>::deserialize(deserializer)? {
            Written::Text(file) => Ok(Self(SourceDoc {
                file,
                ..SourceDoc::default()
            })),
            Written::List(_) => Err(D::Error::custom(
                "a source must be the name of a file, or `{ file: NAME }`",
            )),
            Written::Map(source) => Ok(Self(source)),
        }
    }
}

impl<'de> Deserialize<'de> for Take {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let of = |fields| {
            Self(TakeDoc {
                field: Fields(fields),
                ..TakeDoc::default()
            })
        };
        Ok(
            match Written::<Vec<String>, TakeDoc>::deserialize(deserializer)? {
                Written::Text(field) => of(vec![field]),
                Written::List(fields) => of(fields),
                Written::Map(take) => Self(take),
            },
        )
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::<Vec<String>, IgnoredAny>::deserialize(deserializer)? {
            Written::Text(field) => Ok(Self(vec![field])),
            Written::List(fields) => Ok(Self(fields)),
            Written::Map(_) => Err(D::Error::custom("expected a name or a list of names")),
        }
    }
}

impl<'de> Deserialize<'de> for IdDoc {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::<Vec<IdRule>, IgnoredAny>::deserialize(deserializer)? {
            Written::Text(is) => Ok(Self(vec![IdRuleDoc::always(is)])),
            Written::List(rules) => Ok(Self(rules.into_iter().map(|rule| rule.0).collect())),
            Written::Map(_) => Err(D::Error::custom(
                "`id` must be a text, or a list of texts and `{ when: .., is: .. }`",
            )),
        }
    }
}

impl<'de> Deserialize<'de> for IdRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::<IgnoredAny, IdRuleDoc>::deserialize(deserializer)? {
            Written::Text(is) => Ok(Self(IdRuleDoc::always(is))),
            Written::List(_) => Err(D::Error::custom(
                "an id must be a text, or `{ when: .., is: .. }`",
            )),
            Written::Map(rule) => Ok(Self(rule)),
        }
    }
}

impl IdRuleDoc {
    fn always(is: String) -> Self {
        Self {
            when: ConditionDoc::default(),
            is,
        }
    }
}

/// The schema of what may be written as one of some forms.
macro_rules! one_of {
    ($type:ident, $name:literal, $generator:ident => $forms:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }
            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                json_schema!({ "anyOf": $forms })
            }
        }
    };
}

one_of!(Source, "Source", generator => [generator.subschema_for::<String>(), generator.subschema_for::<SourceDoc>()]);
one_of!(Take, "Take", generator => [
    generator.subschema_for::<String>(),
    generator.subschema_for::<Vec<String>>(),
    generator.subschema_for::<TakeDoc>(),
]);
one_of!(Fields, "Fields", generator => [generator.subschema_for::<String>(), generator.subschema_for::<Vec<String>>()]);
one_of!(IdDoc, "Id", generator => [generator.subschema_for::<String>(), generator.subschema_for::<Vec<IdRule>>()]);
one_of!(IdRule, "IdRule", generator => [generator.subschema_for::<String>(), generator.subschema_for::<IdRuleDoc>()]);
