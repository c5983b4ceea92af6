//! The map document, and the drawing of a board that maps, scenarios and cases share.

use super::fact::{At, Entries};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::Deserializer;
use std::borrow::Cow;

/// A map: a board with a name, on which scenarios are played.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapDoc {
    /// The map's id.
    pub map: At<String>,
    /// The id of its system.
    pub system: At<String>,
    /// What people call it.
    pub title: String,
    /// Its spaces.
    pub board: BoardDoc,
    /// What is not given by the source and was read.
    #[serde(default)]
    pub readings: Vec<super::ReadingDoc>,
}

/// The spaces of a board, drawn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardDoc {
    /// What the letters stand for, besides those of the system's legend.
    #[serde(default)]
    pub legend: Legend,
    /// One line for each row, cells with blanks between them: a level and a letter of the legend (`2g`), or dots
    /// where there is no space. Odd rows of hexes lie half a space to the right; blanks before a row mean nothing.
    pub spaces: At<String>,
    /// Drawings of the same size with the spaces that lie above others, from the lowest; `6:4g` is at level 6 and
    /// has air below level 4; without `:4` it is one level thick.
    #[serde(default)]
    pub above: Vec<At<String>>,
    /// Zones and their spaces, besides those that the legend gives.
    #[serde(default)]
    pub zones: Entries<Vec<At<String>>>,
}

/// Letters of drawings and what they stand for.
#[derive(Clone, Debug, Default)]
pub struct Legend(pub Vec<(At<String>, SymbolDoc)>);

/// What a letter of a drawing stands for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SymbolDoc {
    /// The row of the board's terrain record.
    #[serde(default)]
    pub terrain: Option<At<String>>,
    /// The level of such spaces where the drawing gives none; 0 if absent.
    #[serde(default)]
    pub level: Option<At<u32>>,
    /// On squares, whether such spaces are wall all through: only what moves through walls comes there.
    #[serde(default)]
    pub wall: Option<At<bool>>,
    /// The zones that such spaces belong to.
    #[serde(default)]
    pub zones: Vec<At<String>>,
    /// The colour of such spaces in pictures: a name or `#rrggbb`.
    #[serde(default)]
    pub colour: Option<At<String>>,
}

impl<'de> Deserialize<'de> for Legend {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Entries::deserialize(deserializer).map(|entries| Self(entries.0))
    }
}

impl JsonSchema for Legend {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Legend".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": { "pattern": "^[^0-9.:\\s][^.:\\s]*$" },
            "additionalProperties": generator.subschema_for::<SymbolDoc>(),
        })
    }
}
