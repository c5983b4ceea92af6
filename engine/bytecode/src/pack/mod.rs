//! The pack: verified code and the tables it refers to. This is what the compiler makes, the container
//! stores, the verifier proves and the rules core plays.
//!
//! | file | what lives there |
//! |---|---|
//! | `facts` | words, records, rows, kinds, tokens, dice, printed cards |
//! | `code` | functions, and what their code refers to |
//! | `question` | what code asks in the words of its text |
//! | `rules` | procedures, windows, values and their like, rules |
//! | `table` | tables, whose entries packs share |
//! | `id` | numbers of entries, each with its table |
//! | `telling` | what the story of a game says, what people are asked |
//! | `setup` | how a game starts; the cells of an entity |
//!
//! An [`Id`] says in its type into which [`Table`] it leads; the other indexes are numbers into the table that the field's
//! documentation names.
//! The pack holds facts of content; it does not know what state a game is in.

mod code;
mod facts;
mod id;
mod place;
pub mod question;
mod rules;
mod setup;
mod table;
mod telling;

pub use code::{
    CheckDef, ChoiceDef, ChoiceStyle, FileHash, Function, FunctionClass, MAX_ENDS, MatchDef, SourceRef,
    StartDef, Until,
};
pub use facts::{
    ConstSet, DieDef, FieldDef, FootprintDef, KindClass, KindDef, RecordDef, RowDef, SlotDef, StateDef,
    TemplateDef, TokenDef, WordDef,
};
pub use id::{Each, Entry, Id};
pub use place::{FacingDef, PLACES_TRIED, PlaceDef, RegionDef};
pub use question::{Answer, Named, Question};
pub use rules::{
    Adjustment, EffectDef, Gate, Home, Level, Limit, Moment, MovementDef, OfferDef, OutcomeDef,
    PermissionDef, Policy, ProcedureDef, Rule, RuleKind, ValueDef, WindowDef, Winners,
};
pub use setup::{EntityDef, Setup, TableDef, cell, pack_pose, unpack_pose};
pub use table::Table;
pub use telling::{MOST_PHRASE_PARTS, PhraseDef, TellingDef, ToldOf};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of a function.
pub type FuncId = Id<Function>;
/// An entity's number: 0 is nobody; the entities of [`Setup::entities`] follow from 1.
pub type EntityId = u32;
/// The entity that holds the state of the whole game: the first of every setup, and the only one of its kind.
pub const GAME: EntityId = 1;

/// Everything that a game needs besides a seed and decisions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pack {
    /// The system's id and the scenario's id and title.
    pub title: Title,
    /// Texts that content refers to; text 0 is empty.
    pub texts: Table<String>,
    /// Numbers that do not fit an instruction.
    pub constants: Vec<i64>,
    /// Sets known when compiling; a run-time set handle `CONST_SET + n` means set `n`.
    pub sets: Table<ConstSet>,
    /// Word types; number 0 holds all die faces.
    pub words: Vec<WordDef>,
    /// Record types.
    pub records: Vec<RecordDef>,
    /// Rows of records; row 0 is the null row of record 0 with no cells (reads give 0).
    pub rows: Table<RowDef>,
    /// Kinds of entities; 0 is the player, 1 the deck, 2 the game itself.
    pub kinds: Vec<KindDef>,
    /// States of the game that hold a value for each key: `state owed (debtor: player, creditor: player): number`.
    pub states: Table<StateDef>,
    /// Sorts of tokens.
    pub tokens: Vec<TokenDef>,
    /// Sorts of dice.
    pub dice: Vec<DieDef>,
    /// Printed cards and pieces.
    pub templates: Table<TemplateDef>,
    /// Functions.
    pub functions: Table<Function>,
    /// Procedures.
    pub procedures: Table<ProcedureDef>,
    /// Timing windows.
    pub windows: Table<WindowDef>,
    /// Offers of a choice.
    pub offers: Table<OfferDef>,
    /// Values with modifiers.
    pub values: Table<ValueDef>,
    /// Permissions.
    pub permissions: Table<PermissionDef>,
    /// Ways to move on a board of spaces.
    pub movements: Table<MovementDef>,
    /// Lasting effects.
    pub effects: Table<EffectDef>,
    /// Ways in which code starts a lasting effect.
    pub starts: Table<StartDef>,
    /// Ways in which code looks for running effects.
    pub matches: Table<MatchDef>,
    /// Outcomes of the game.
    pub outcomes: Table<OutcomeDef>,
    /// Choices that code asks for.
    pub choices: Table<ChoiceDef>,
    /// Texts of the story, and questions to players.
    pub tellings: Table<TellingDef>,
    /// The names, for people, of words and rows whose ids are no names.
    pub said: BTreeMap<String, String>,
    /// Rules, in the order of declaration.
    pub rules: Table<Rule>,
    /// The table, and the entities at the start.
    pub setup: Setup,
    /// The function that plays the game: no parameters.
    pub main: FuncId,
    /// How well a player (its parameter) stands, for agents that look ahead.
    pub score: Option<FuncId>,
    /// The players in the order in which they act at one moment (a set of players, no parameters), in every window
    /// for whatever its own `priority` leaves open; seat order if absent.
    pub order: Option<FuncId>,
    /// The procedure whose runs are the game's rounds.
    pub round: Option<Id<ProcedureDef>>,
    /// The value (of a thing; gives a player) that says who decides for an entity: for the rules
    /// of entities that name nobody else, and for whom a secret is. Its owner, if absent.
    pub controller: Option<Id<ValueDef>>,
    /// The permission (of a thing) without which the rules of an entity do not apply. What
    /// rules say about it they say even when it is denied to what they live with.
    pub use_abilities: Option<Id<PermissionDef>>,
    /// The expectations of a conformance case for the end.
    pub checks: Vec<CheckDef>,
    /// The hashes of the files that lines name.
    #[serde(skip)]
    pub files: Vec<FileHash>,
}

/// Handles at or above this mean constant sets.
pub const CONST_SET: i64 = 1 << 32;

/// The names of the pack's content.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Title {
    /// The system's id.
    pub system: String,
    /// The scenario's or case's id.
    pub scenario: String,
    /// The name for people.
    pub name: String,
}

/// Says what stands in which table.
macro_rules! tables {
    ($($entry:ty: $table:literal,)*) => {
        $(impl Entry for $entry {
            const TABLE: &'static str = $table;
        })*
    };
}

tables! {
    Function: "functions",
    TemplateDef: "templates",
    Rule: "rules",
    ProcedureDef: "procedures",
    WindowDef: "windows",
    OfferDef: "offers",
    ValueDef: "values",
    PermissionDef: "permissions",
    MovementDef: "movements",
    EffectDef: "effects",
    StartDef: "starts",
    MatchDef: "matches",
    OutcomeDef: "outcomes",
    ChoiceDef: "choices",
    StateDef: "states",
    TellingDef: "tellings",
}
