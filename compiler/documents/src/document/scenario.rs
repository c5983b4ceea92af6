//! The scenario document, and what scenarios and cases put on the table.

use super::fact::{At, Entries, Fact, Tables};
use super::map::BoardDoc;
use schemars::JsonSchema;
use serde::Deserialize;

/// A scenario: who plays with what, where, and by which further rules.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioDoc {
    /// The scenario's id.
    pub scenario: At<String>,
    /// The id of its system.
    pub system: At<String>,
    /// What people call it.
    pub title: String,
    /// The card sets in use.
    pub sets: Vec<At<String>>,
    /// The size of a flat table.
    #[serde(default)]
    pub table: Option<TableDoc>,
    /// The map, if the system's board has spaces.
    #[serde(default)]
    pub map: Option<At<String>>,
    /// The spaces, instead of a map.
    #[serde(default)]
    pub board: Option<BoardDoc>,
    /// Rows of the system's records.
    #[serde(default)]
    pub tables: Tables,
    /// The players in seat order, to the left.
    pub players: Vec<PlayerDoc>,
    /// The pieces.
    #[serde(default)]
    pub pieces: Vec<PieceDoc>,
    /// What lies in each deck: card ids and how often.
    #[serde(default)]
    pub decks: Entries<Entries<At<u32>>>,
    /// Cards that no piece holds yet.
    #[serde(default)]
    pub cards: Vec<LooseCardDoc>,
    /// What is not given by the source and was read.
    #[serde(default)]
    pub readings: Vec<super::ReadingDoc>,
    /// Its own rules, in the language.
    #[serde(default)]
    pub rules: Option<At<String>>,
}

/// The size of a flat table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableDoc {
    /// From west to east.
    #[schemars(schema_with = "super::fact::length")]
    pub width: At<Fact>,
    /// From south to north.
    #[schemars(schema_with = "super::fact::length")]
    pub length: At<Fact>,
}

/// A player.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerDoc {
    /// The player's id.
    pub id: At<String>,
    /// What people call the player.
    pub name: String,
    /// The colour of the player in pictures, if not that of the seat: `#rrggbb`.
    #[serde(default)]
    pub colour: Option<At<String>>,
    /// Tokens at the start.
    #[serde(default)]
    pub tokens: Entries<At<i64>>,
    /// Facts of players, as the system declares them; state that does not start as the null value.
    #[serde(default)]
    pub facts: Entries<At<Fact>>,
}

/// A piece at the start.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PieceDoc {
    /// The piece's id.
    pub id: At<String>,
    /// The card or piece of a set.
    pub template: At<String>,
    /// What people call this one; as what is printed, if absent.
    #[serde(default)]
    pub name: Option<String>,
    /// The owning player; nobody's if absent.
    #[serde(default)]
    pub owner: Option<At<String>>,
    /// Cards that it holds.
    #[serde(default)]
    pub cards: Vec<At<String>>,
    /// Tokens at the start.
    #[serde(default)]
    pub tokens: Entries<At<i64>>,
    /// Facts that differ from the printed ones, and state.
    #[serde(default)]
    pub facts: Entries<At<Fact>>,
    /// Where it stands; the rules may place it.
    #[serde(default)]
    pub at: Option<PoseDoc>,
    /// Which side is up.
    #[serde(default)]
    pub face: Option<Face>,
}

/// A place on the board: coordinates on a flat table, else a space.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PoseDoc {
    /// From the west edge of a flat table.
    #[schemars(schema_with = "super::fact::length")]
    #[serde(default)]
    pub x: Option<At<Fact>>,
    /// From the south edge.
    #[schemars(schema_with = "super::fact::length")]
    #[serde(default)]
    pub y: Option<At<Fact>>,
    /// Clockwise from the north.
    #[schemars(schema_with = "super::fact::angle")]
    #[serde(default)]
    pub heading: Option<At<Fact>>,
    /// The space; of several the leading one on hexes, the upper left one on squares.
    #[serde(default)]
    pub space: Option<At<String>>,
    /// The trailing space of a piece on two hexes.
    #[serde(default)]
    pub trail: Option<At<String>>,
    /// Whether it stands beside the flat table; without this, such a place is an error.
    #[schemars(schema_with = "super::fact::yes_no")]
    #[serde(default, rename = "off-table")]
    pub off_table: Option<At<bool>>,
    /// Whether another piece of its kind stands there too; without this, such a place is an error.
    #[schemars(schema_with = "super::fact::yes_no")]
    #[serde(default)]
    pub stacked: Option<At<bool>>,
}

/// Which side of a card is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// The printed side.
    Up,
    /// The back.
    Down,
}

/// A card that no piece of the document holds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LooseCardDoc {
    /// The card's id.
    pub id: At<String>,
    /// The card of a set.
    pub template: At<String>,
    /// The owning player.
    #[serde(default)]
    pub owner: Option<At<String>>,
    /// The player or piece that holds it.
    #[serde(default)]
    pub holder: Option<At<String>>,
    /// Which side is up; up if absent. Of a card that lies face down beneath something nobody knows which one of its deck
    /// it is.
    #[serde(default)]
    pub face: Option<Face>,
    /// Tokens on it at the start.
    #[serde(default)]
    pub tokens: Entries<At<i64>>,
    /// State that does not start as the null value.
    #[serde(default)]
    pub facts: Entries<At<Fact>>,
}
