//! The facts of the content: sets, words, records and their rows, kinds of entities, tokens, dice, printed
//! cards.
//!
//! Nothing here does anything; what does is in `rules`.

use super::{FuncId, Id, ProcedureDef};
use crate::ty::Ty;
use serde::{Deserialize, Serialize};

/// A state of the game that holds a value for each key. What nothing has set is the null value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StateDef {
    /// Its name.
    pub name: String,
    /// The parts of a key.
    pub keys: Vec<SlotDef>,
    /// The type of the values.
    pub ty: Ty,
    /// The procedure each run of which has values of its own; the whole game if absent.
    pub per: Option<Id<ProcedureDef>>,
}

/// A set known when compiling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConstSet {
    /// The set's type.
    pub ty: Ty,
    /// Its members.
    pub items: Vec<i64>,
}

/// A word type and its words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WordDef {
    /// The type's name.
    pub name: String,
    /// The words; a value is an index into them.
    pub words: Vec<String>,
}

/// A named, typed slot of a record, kind or procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlotDef {
    /// The slot's name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
}

/// A record type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordDef {
    /// The type's name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<SlotDef>,
}

/// One row of a record: a fact that never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowDef {
    /// Index into [`Pack::records`](super::Pack::records).
    pub record: u16,
    /// Its id in the document.
    pub id: String,
    /// One value for each field.
    pub cells: Vec<i64>,
}

/// The class of the entities of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KindClass {
    /// A player.
    Player,
    /// An ordered pile.
    Deck,
    /// Something on the board.
    Piece,
    /// Something held by another entity.
    Card,
    /// The one entity that holds the state of the whole game.
    Game,
}

impl KindClass {
    /// Whether rules can stand on entities of this class.
    #[must_use]
    pub const fn has_rules(self) -> bool {
        matches!(self, Self::Piece | Self::Card)
    }
}

/// A kind of entity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KindDef {
    /// The kind's name.
    pub name: String,
    /// Its class.
    pub class: KindClass,
    /// Its fields.
    pub fields: Vec<FieldDef>,
    /// The token sorts it can carry (indexes into [`Pack::tokens`](super::Pack::tokens)); their counts follow the fields.
    pub tokens: Vec<u16>,
    /// The shape of its base.
    pub footprint: Option<FootprintDef>,
    /// The record (an index into [`Pack::records`](super::Pack::records)) whose rows are its templates, if code can ask for
    /// them.
    pub templates: Option<u16>,
    /// Whether the rules of an entity (its parameter) apply now; always, if absent.
    pub active: Option<FuncId>,
}

/// One field of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldDef {
    /// The field's name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Whether code may change it.
    pub state: bool,
    /// Whether only the owner sees it until it is revealed.
    pub secret: bool,
    /// Whether its value at the end of the game is kept for the next game.
    pub kept: bool,
    /// The procedure each run of which has a value of its own, which is null as it begins; the whole game if absent.
    pub per: Option<Id<ProcedureDef>>,
}

/// The fields that give the size of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FootprintDef {
    /// A rectangle: field numbers of width (side to side) and length (front to back).
    Rectangle(u16, u16),
    /// A circle: field number of the radius.
    Circle(u16),
    /// Spaces: field numbers of how many (on hexes in all, 1 or 2; on squares along each side), and of how many
    /// levels it is tall.
    Spaces(u16, Option<u16>),
}

/// A sort of token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TokenDef {
    /// Its name.
    pub name: String,
    /// The most that one entity can carry.
    pub limit: Option<i64>,
}

/// A sort of die.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DieDef {
    /// Its name.
    pub name: String,
    /// Its sides: each a face (a word of type 0).
    pub sides: Vec<u16>,
}

/// A printed piece or card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TemplateDef {
    /// Its id.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Index into [`Pack::kinds`](super::Pack::kinds).
    pub kind: u16,
    /// One value for each field of the kind.
    pub cells: Vec<i64>,
    /// The row by which code names it, an index into [`Pack::rows`](super::Pack::rows); 0 if there is none.
    pub row: u32,
}
