//! Scenarios: the table at the start, and what a scenario adds to the rules.

use super::document::Head;
use super::facts::{Spaces, Vocabulary};
use super::play::State;
use super::rules::Declarations;
use super::tree::Function;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The format.
    pub document: Head,
    /// Its system.
    pub system: String,
    /// Its id.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// What is played.
    pub play: Play,
}

/// What a game is besides its system and sets: a scenario, or a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The card sets in use: rules of other sets do not apply.
    pub sets: Vec<String>,
    /// The size of the flat table; null on spaces.
    pub table: Option<Table>,
    /// The map by its id, if it is played on one.
    pub map: Option<String>,
    /// The spaces, if the board has some and no map names them.
    pub spaces: Option<Spaces>,
    /// The state before anything happened.
    pub start: State,
    /// What it adds to the words, records, kinds and tokens of its system. What has the id of something of the system stands in
    /// its place.
    pub vocabulary: Vocabulary,
    /// What it adds to the rules; likewise.
    pub declarations: Declarations,
    /// What plays: no parameters.
    pub main: Function,
}

/// The size of the flat table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// From west to east, thousandths of an inch.
    pub width: i64,
    /// From south to north.
    pub length: i64,
}
