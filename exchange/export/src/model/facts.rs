//! The facts of content: vocabulary, card sets, maps, ledgers.

use super::document::Head;
use super::{Slot, Type, Value, Values};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct System {
    /// The format.
    pub document: Head,
    /// The system's id.
    pub id: String,
    /// Its display name.
    pub title: String,
    /// The kind of board.
    pub board: Board,
    /// The procedure that plays a game; a scenario says what else happens around it.
    pub main: String,
    /// The procedure whose runs are the rounds.
    pub round: Option<String>,
    /// The value that says who decides for an entity. Its owner, if absent.
    pub controller: Option<String>,
    /// The permission without which the rules of an entity do not apply.
    pub use_abilities: Option<String>,
    /// The define that says how well a player stands, for players that look ahead.
    pub score: Option<String>,
    /// The define that gives the players in the order in which they act at one moment, for whatever the priority of a
    /// window leaves open. Seat order, if absent.
    pub order: Option<String>,
    /// The nouns that content declares: words, records, kinds, tokens, dice, states.
    pub vocabulary: Vocabulary,
    /// Its card sets.
    pub sets: Vec<SetName>,
    /// The ids of its maps.
    pub maps: Vec<String>,
    /// The ids of its scenarios.
    pub scenarios: Vec<String>,
    /// The rules of the published game by id, which rules and cases name.
    pub ledger: Vec<LedgerRule>,
}

/// The kind of board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// A flat table, hexes with levels, or squares with walls.
    pub shape: Shape,
    /// The record of which every space has a row.
    pub terrain: Option<String>,
    /// The word type of zones.
    pub zones: Option<String>,
}

/// See [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A flat table, on which pieces stand anywhere.
    Plane,
    /// Hexagonal spaces with levels. Odd rows (the second, the fourth, ...) lie half a space to the right.
    Hexes,
    /// Square spaces with walls.
    Squares,
}

/// The nouns that content declares.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Vocabulary {
    /// Word types. The type `face` has the faces of all dice.
    pub words: Vec<Words>,
    /// Records and their rows. A record `template of KIND` has a row for each entry of the kind.
    pub records: Vec<Record>,
    /// Kinds of entities. Always there: `player`, `deck`, and the kind whose one entity holds the state of the whole game.
    pub kinds: Vec<Kind>,
    /// States of the game that hold a value for each key.
    pub states: Vec<State>,
    /// Sorts of tokens.
    pub tokens: Vec<Token>,
    /// Sorts of dice.
    pub dice: Vec<Die>,
}

/// A word type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// Its id.
    pub id: String,
    /// Its words; where words are compared, later ones are higher. The first one is the null value.
    pub words: Vec<String>,
}

/// A record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its id.
    pub id: String,
    /// Its fields.
    pub fields: Vec<Slot>,
    /// Its rows. For a `template of KIND` the rows are the entries of card sets; their fields stand there.
    pub rows: Vec<Row>,
}

/// A row of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its id: unique in its record.
    pub id: String,
    /// The value of each field.
    pub cells: Values,
}

/// A kind of entity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Its id.
    pub id: String,
    /// The sort of entity.
    pub class: Class,
    /// Its fields.
    pub fields: Vec<Field>,
    /// The sorts of tokens that it can carry.
    pub tokens: Vec<String>,
    /// The shape of its base.
    pub footprint: Option<Footprint>,
    /// The record whose rows are its entries.
    pub templates: Option<String>,
}

/// The sort of entity that a kind describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A player.
    Player,
    /// An ordered pile.
    Deck,
    /// A piece on the board.
    Piece,
    /// A card, which another entity holds.
    Card,
    /// The holder of the state of the whole game.
    Game,
}

/// A field of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Type,
    /// Whether rules may change it; else it is printed.
    pub state: bool,
    /// Whether only its owner, or who chose it, sees it until it is revealed.
    pub secret: bool,
    /// Whether its value goes from game to game.
    pub kept: bool,
    /// The procedure each run of which has a value of its own: the null value as it begins, and gone as it ends, when the
    /// run around it finds its own again.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub per: Option<String>,
}

/// The fields that give the size of a base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Footprint {
    /// A rectangle.
    Rectangle {
        /// From side to side.
        width: String,
        /// From front to back.
        length: String,
    },
    /// A circle.
    Circle {
        /// Its radius.
        radius: String,
    },
    /// Spaces.
    Spaces {
        /// How many: on hexes in all, on squares along each side.
        size: String,
        /// How many levels it is tall.
        height: Option<String>,
    },
}

/// A state of the game with keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
// Its name apart from that of the state of a game.
#[schemars(rename = "StateDecl")]
pub struct State {
    /// Its id.
    pub id: String,
    /// The parts of a key.
    pub keys: Vec<Slot>,
    /// The type of the values.
    #[serde(rename = "type")]
    pub ty: Type,
    /// The procedure each run of which has values of its own; see [`Field::per`].
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub per: Option<String>,
}

/// A sort of token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Token {
    /// Its id.
    pub id: String,
    /// The most that one entity can carry; no limit, if null.
    pub limit: Option<i64>,
}

/// A sort of die.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Die {
    /// Its id.
    pub id: String,
    /// Its sides: each a word of the type `face`. A roll takes each side as likely.
    pub sides: Vec<String>,
}

/// A card set by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetName {
    /// Its id.
    pub id: String,
    /// Its display name.
    pub title: String,
}

/// A rule of a ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LedgerRule {
    /// Its id.
    pub id: String,
    /// How far a program can carry it out.
    pub simulate: Simulate,
    /// The files of the cases that prove it.
    pub cases: Vec<String>,
}

/// How far a program can carry out a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Simulate {
    /// Completely.
    Yes,
    /// In part.
    Partly,
    /// Not at all: it is physical or social.
    No,
}

/// A card set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// The format.
    pub document: Head,
    /// Its system.
    pub system: String,
    /// Its id.
    pub id: String,
    /// Its display name.
    pub title: String,
    /// The sets whose shared names its rules use.
    pub uses: Vec<String>,
    /// Its entries, sorted by id.
    pub cards: Vec<Card>,
}

/// An entry of a card set: what pieces and cards are made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its id: unique in its system.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Whether it is a piece or a card.
    pub class: Class,
    /// The value of each printed field of its kind, and what each state field begins with. Defaults are worked out.
    pub facts: Values,
    /// Its rules in plain words, one paragraph each, told from what they mean.
    pub text: Vec<String>,
    /// Whether its rules are still to be written: only its facts are known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub facts_only: bool,
    /// The ids of its rules in `rules.json`.
    pub rules: Vec<String>,
}

/// A line of `cards.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardLine {
    /// The format.
    pub document: Head,
    /// The system.
    pub system: String,
    /// The set.
    pub set: String,
    /// The entry.
    pub card: Card,
}

/// A line of `ledger.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LedgerLine {
    /// The format.
    pub document: Head,
    /// The system.
    pub system: String,
    /// The rule.
    pub rule: LedgerRule,
}

/// A map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The format.
    pub document: Head,
    /// Its system.
    pub system: String,
    /// Its id.
    pub id: String,
    /// Its display name.
    pub title: String,
    /// Its spaces.
    pub board: Spaces,
}

/// The spaces of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spaces {
    /// The shape of its spaces.
    pub shape: Shape,
    /// From left to right.
    pub columns: u32,
    /// From top to bottom.
    pub rows: u32,
    /// The spaces, by row, column and layer.
    pub spaces: Vec<Space>,
    /// Walls between squares, along their sides.
    pub walls: Vec<Wall>,
}

/// A space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// Its id: letters for the column, a number for the row, and which one of several above each other.
    pub id: String,
    /// From the left, from 1.
    pub column: u32,
    /// From the top, from 1.
    pub row: u32,
    /// The place among spaces one above another, from 1, the lowest.
    pub layer: u32,
    /// The level on which a piece stands.
    pub level: i64,
    /// The level at which the ground under the space ends, below which there is air; solid all the way down if null.
    pub underside: Option<i64>,
    /// How much of it is wall: null, `whole`, or the corner that is open of a square halved by a diagonal wall.
    pub wall: Option<String>,
    /// The row of the terrain record.
    pub terrain: Value,
    /// The zones that it belongs to.
    pub zones: Vec<String>,
}

/// A straight wall from one corner of the grid to another; corner 0, 0 is the upper left one of the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// Column and row of the corner where it begins.
    pub from: [u32; 2],
    /// Column and row of the corner where it ends.
    pub to: [u32; 2],
}

/// The core calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreCalls {
    /// The format.
    pub document: Head,
    /// The calls.
    pub calls: Vec<CoreCall>,
}

/// A core call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreCall {
    /// Its name.
    pub id: String,
    /// Its parameters, as signatures write types.
    pub parameters: Vec<CoreParameter>,
    /// The type of its result.
    pub result: String,
    /// Whether it leaves the game alone.
    pub pure: bool,
    /// The boards that have it.
    pub boards: String,
    /// A description of the call.
    pub says: String,
}

/// A parameter of a core call. `quantity` is a number, a length or an angle, the same throughout one call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreParameter {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
}
