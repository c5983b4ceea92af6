//! The list form document: how the facts of cards look in the data of others, the reverse of a mapping.
//!
//! Like a mapping it is no content: `check` does not read it, and no game needs it. What it means to carry it out stands in the
//! crate `cardwright-import`.

use super::mappings::{ConditionDoc, Fields, GridDoc, SkipDoc, Written};
use cardwright_compiler::document::{At, Entries, Fact};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::Deserializer;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A form of lists: which files there are, and what the objects in them say.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListsDoc {
    /// The form's id: `cardwright export --to ID`.
    pub lists: At<String>,
    /// The id of the system whose cards they tell.
    pub system: At<String>,
    /// What people call it: `export --list` shows it.
    pub title: String,
    /// Whose the form is, and where it is described.
    #[serde(default)]
    pub credit: Option<String>,
    /// The files, by their names, each a list of objects.
    #[schemars(with = "BTreeMap<String, ListDoc>")]
    pub files: Entries<ListDoc>,
}

/// A list of objects.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListDoc {
    /// The kind of the cards; each becomes an object.
    pub kind: At<String>,
    /// Not each card becomes an object, but each row that cards have in this fact.
    #[serde(default)]
    pub each: Option<EachDoc>,
    /// What is left out, and why: the manifest lists it.
    #[serde(default)]
    pub skip: Vec<SkipDoc>,
    /// The members of each object, in their order.
    #[schemars(with = "BTreeMap<String, Say>")]
    pub members: Entries<Say>,
}

/// Rows that become objects. Their fields are those of the row; `cards` are the cards that have it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EachDoc {
    /// The fact of the cards.
    pub fact: At<String>,
    /// The member in which rows are alike that are one object; it tells of the first.
    pub by: At<String>,
}

/// How a member comes from a card.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SayDoc {
    /// Only if this holds.
    #[serde(default)]
    pub when: ConditionDoc,
    /// A fact of the card, or its `id`, `name` or `text`; `a.b` for a fact of a row, or of each row of a set. Of several the first
    /// that is there.
    #[serde(default)]
    pub field: Fields,
    /// Always this.
    #[serde(default)]
    pub value: Option<At<Fact>>,
    /// A list of what stands for each of these facts that is yes.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub flags: Entries<String>,
    /// A text of each value, in which `{a}` is a fact of it.
    #[serde(default)]
    pub say: Option<String>,
    /// What the facts in `say` and `grid` are called.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, BTreeMap<String, Fact>>")]
    pub tables: Entries<Entries<At<Fact>>>,
    /// A list of lists: which facts of each value say its line, its place in the line, and what stands there. What nobody says is 0.
    #[serde(default)]
    pub grid: Option<GridDoc>,
    /// What values are called there; what is not in it stays as it is.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Fact>")]
    pub table: Entries<At<Fact>>,
    /// What a text becomes.
    #[serde(default, rename = "as")]
    pub made: Option<Made>,
    /// The only value of a list; what has several cannot be said.
    #[serde(default)]
    #[schemars(schema_with = "cardwright_compiler::document::yes_no")]
    pub only: bool,
    /// What joins the values of a list to a text.
    #[serde(default)]
    pub join: Option<String>,
    /// These lists, one after the other.
    #[serde(default)]
    pub all: Vec<Say>,
    /// The member is a list with each value once.
    #[serde(default)]
    #[schemars(schema_with = "cardwright_compiler::document::yes_no")]
    pub once: bool,
    /// Values for which there is no member.
    #[serde(default)]
    pub skip: Vec<Fact>,
}

/// What a text becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Made {
    /// Its letters and digits, small.
    Letters,
    /// A number that is always the same for it.
    Number,
}

/// How a member comes from a card: a fact, a map of steps, or a list of these, of which the first counts that gives something.
#[derive(Clone, Debug)]
pub struct Say(pub Vec<SayDoc>);

/// One of them.
struct One(SayDoc);

impl SayDoc {
    fn of(field: String) -> Self {
        Self {
            field: Fields(vec![field]),
            ..Self::default()
        }
    }
}

impl<'de> Deserialize<'de> for Say {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(
            match Written::<Vec<One>, SayDoc>::deserialize(deserializer)? {
                Written::Text(field) => vec![SayDoc::of(field)],
                Written::List(all) => all.into_iter().map(|one| one.0).collect(),
                Written::Map(one) => vec![one],
            },
        ))
    }
}

impl<'de> Deserialize<'de> for One {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::<serde::de::IgnoredAny, SayDoc>::deserialize(deserializer)? {
            Written::Text(field) => Ok(Self(SayDoc::of(field))),
            Written::List(_) => Err(serde::de::Error::custom("expected a fact or a map of steps")),
            Written::Map(one) => Ok(Self(one)),
        }
    }
}

impl JsonSchema for Say {
    fn schema_name() -> Cow<'static, str> {
        "Say".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<SayDoc>();
        json_schema!({ "anyOf": [
            { "type": "string" },
            one,
            { "type": "array", "items": { "anyOf": [{ "type": "string" }, one] } },
        ] })
    }
}
