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
    /// Its display name.
    pub title: String,
    /// The game that is played.
    pub play: Play,
}

/// The parts of a game besides its system and sets: those of a scenario, or of a case.
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
    /// The words, records, kinds and tokens that it adds to those of its system. One with the id of something
    /// of the system replaces that.
    pub vocabulary: Vocabulary,
    /// The rules that it adds; one with the id of something of the system replaces that.
    pub declarations: Declarations,
    /// The function that plays the game; it has no parameters.
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
