//! The exported data: a public contract, independent of the types inside the compiler and the core.
//!
//! The JSON Schemas come from these types, descriptions included. A change that a reader of an older version could not read
//! raises the version of the document in [`document`].
//!
//! | file | what lives there |
//! |---|---|
//! | `facts` | systems: words, records, kinds, tokens, dice; sets and cards; maps; ledgers |
//! | `tree` | the rules as a typed tree |
//! | `rules` | declarations: values, procedures, windows, rules; the window graph |
//! | `play` | a game's state, decisions, chance and events by names |
//! | `scenario` | scenarios |
//! | `vector` | conformance vectors, and the messages of the runner protocol |

pub mod document;
pub mod facts;
pub mod play;
pub mod rules;
pub mod scenario;
pub mod tree;
pub mod vector;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A type: `number`, `yes-no`, `length`, `angle`, `text`, `thing`, `pool`, `die`, `pose`, `space`, `nothing`; or, with the id of a
/// declaration behind it, `word:colour`, `row:course`, `entity:skiff`; or a set of one of these, `set of entity:skiff`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Type(pub String);

impl JsonSchema for Type {
    fn schema_name() -> Cow<'static, str> {
        "Type".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A type: number, yes-no, length, angle, text, thing, pool, die, pose, space, nothing; with the id of a declaration behind it word:ID, row:ID, entity:ID; or a set of one of these.",
            "type": "string",
            "pattern": "^(set of )?(number|yes-no|length|angle|text|thing|pool|die|pose|space|nothing|(word|row|entity):.+)$",
        })
    }
}

/// A place in a source file: `12:3-12:20`, lines and columns from 1, the second one exclusive. Where it lies in another file
/// than what it belongs to says, that file stands before it: `libraries/a/b.cw 12:3-12:20`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Span(pub String);

impl JsonSchema for Span {
    fn schema_name() -> Cow<'static, str> {
        "Span".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A place in a source file: 12:3-12:20, lines and columns from 1, the end exclusive; with the file before it, if that is another one.",
            "type": "string",
            "pattern": "^(.+ )?[0-9]+:[0-9]+-[0-9]+:[0-9]+$",
        })
    }
}

/// A value as JSON; its type says how it is meant.
///
/// | type | JSON |
/// |---|---|
/// | number | a number |
/// | length, angle | a whole number: thousandths of an inch, of a degree |
/// | yes-no | `true`, `false` |
/// | text, word, space | a text |
/// | row, entity | its id; `null` for no row, and for nobody |
/// | pose | a [`Pose`] |
/// | a set | a list in the order of the set |
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Nobody, no row, nowhere.
    #[default]
    Null,
    /// Yes or no.
    YesNo(bool),
    /// A number, or thousandths of an inch or a degree.
    Number(i64),
    /// A text, a word, a row, an entity, a space.
    Name(String),
    /// The members of a set.
    List(Vec<Value>),
    /// A pose.
    Pose(Pose),
}

impl JsonSchema for Value {
    fn schema_name() -> Cow<'static, str> {
        "Value".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A value; its type says how it is meant. Lengths are thousandths of an inch, angles thousandths of a degree. Rows and entities are ids, null for none. A set is a list.",
            "anyOf": [
                { "type": ["null", "boolean", "integer", "string"] },
                { "type": "array", "items": generator.subschema_for::<Value>() },
                generator.subschema_for::<Pose>(),
            ],
        })
    }
}

/// Values by the names of fields.
pub type Values = BTreeMap<String, Value>;

/// How a piece stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Pose {
    /// On the flat table: a place in thousandths of an inch from the south-west corner, and a heading in thousandths of a degree,
    /// clockwise from the north.
    Plane(PlanePose),
    /// On spaces.
    Spaces(SpacesPose),
}

/// A pose on the flat table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanePose {
    /// Thousandths of an inch from the west edge.
    pub x: i64,
    /// Thousandths of an inch from the south edge.
    pub y: i64,
    /// Thousandths of a degree, clockwise from the north.
    pub heading: i64,
}

/// A standing on spaces, or a corner of a square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpacesPose {
    /// The space; of several the leading one on hexes, the upper left one on squares.
    pub space: String,
    /// The trailing space of a piece on two hexes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trail: Option<String>,
    /// On squares, of a point: 1 upper right, 3 lower right, 5 lower left, 7 upper left corner of the space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corner: Option<i64>,
}

/// A name with its type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// The name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Type,
}
