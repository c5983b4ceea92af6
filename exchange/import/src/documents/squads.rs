//! The squad form document: how the forces of one player look in the files of others.
//!
//! Like a mapping it is no content: `check` does not read it, and no game needs it. What it means to carry it out, both ways, stands
//! in the crate `cardwright-import`.

use super::mappings::Fields;
use cardwright_compiler::document::{At, Entries, Fact};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A form of squads: what the members of their JSON are called, and what content is called in it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SquadsDoc {
    /// The form's id: `cardwright export --to ID`.
    pub squads: At<String>,
    /// The id of the system whose squads they are.
    pub system: At<String>,
    /// What people call it: `export --list` shows it.
    pub title: String,
    /// Whose the form is, and where it is described.
    #[serde(default)]
    pub credit: Option<String>,
    /// Members that every squad has, with what they say.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Fact>")]
    pub always: Entries<At<Fact>>,
    /// What the members are called. Of several names the first is written, and all are read.
    pub members: MembersDoc,
    /// The pieces of a squad.
    pub pieces: SquadPiecesDoc,
    /// The cards that they hold.
    pub cards: SquadCardsDoc,
    /// What the sides are called: the first name is written, all are read.
    #[schemars(with = "BTreeMap<String, Fields>")]
    pub sides: Entries<Fields>,
    /// What the groups of cards are called: the first name is written, all are read.
    #[schemars(with = "BTreeMap<String, Fields>")]
    pub groups: Entries<Fields>,
    /// Pieces that belong together, two and two.
    #[serde(default)]
    pub together: Vec<TogetherDoc>,
}

/// What the members of a squad are called.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembersDoc {
    /// Its side.
    pub side: Fields,
    /// The list of its pieces.
    pub pieces: Fields,
    /// Of a piece: which one it is.
    pub id: Fields,
    /// Of a piece: of what sort it is. It tells apart pieces that are called alike.
    #[serde(default)]
    pub sort: Option<Fields>,
    /// Of a piece: its cards, by groups.
    pub cards: Fields,
    /// What a squad costs, and what a piece costs with its cards.
    pub cost: Fields,
    /// What people call the squad.
    pub name: Fields,
    /// Where a program keeps, below a name of its own, what the form has no place for: the ids, names and facts of pieces.
    pub own: Fields,
}

/// The pieces of a squad.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SquadPiecesDoc {
    /// Their kind.
    pub kind: At<String>,
    /// The fact that says whose side they are on.
    pub side: At<String>,
    /// The fact that says what they cost.
    pub cost: At<String>,
    /// The fact that says of what sort they are.
    #[serde(default)]
    pub sort: Option<At<String>>,
    /// Sorts that are not called by the letters and digits of their id.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Fields>")]
    pub sorts: Entries<Fields>,
    /// Those that are not called by the letters and digits of their name: the first id is written, all are read.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Fields>")]
    pub ids: Entries<Fields>,
    /// Those that no squad names, and why.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub skip: Entries<String>,
}

/// The cards that the pieces of a squad hold.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SquadCardsDoc {
    /// Their kind.
    pub kind: At<String>,
    /// The fact that says in which group they are named.
    pub group: At<String>,
    /// The fact that says what they cost.
    pub cost: At<String>,
    /// Those that are not called by the letters and digits of their name: the first id is written, all are read.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Fields>")]
    pub ids: Entries<Fields>,
}

/// Two pieces that belong together: in a squad the first `one` goes with the first `other`, the second with the second.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TogetherDoc {
    /// A piece.
    pub one: At<String>,
    /// The piece that belongs to it.
    pub other: At<String>,
    /// The fact by which each names the other one.
    pub link: At<String>,
    /// Whether squads name the first only, and the second comes with it.
    #[serde(default)]
    #[schemars(schema_with = "cardwright_compiler::document::yes_no")]
    pub unnamed: bool,
}
