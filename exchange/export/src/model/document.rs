//! The kinds of documents, with their format ids and versions, and the head that each begins with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// The format id that stands in every such document.
    pub id: &'static str,
    /// The version. It rises when something changes that a reader of the version before could not read.
    pub version: u32,
    /// The name of its schema.
    pub schema: &'static str,
    /// A description of its content.
    pub about: &'static str,
}

macro_rules! documents {
    ($($(#[doc = $about:literal])+ $name:ident = $id:literal, $version:literal;)+) => {
        $($(#[doc = $about])+ pub const $name: Document = Document {
            id: concat!("cardwright/", $id),
            version: $version,
            schema: $id,
            about: concat!($($about),+),
        };)+
        /// All kinds of documents.
        pub const ALL: &[Document] = &[$($name),+];
    };
}

documents! {
    /// A system: words, records and rows, kinds, tokens, dice, states, sets, maps, ledger.
    SYSTEM = "system", 1;
    /// The rules of a system with all its card sets, as a typed tree.
    RULES = "rules", 1;
    /// The window graph: which procedure runs which, their steps and windows, and the rules in them.
    WINDOWS = "windows", 1;
    /// A card set: its entries with facts, and their rules told in plain words.
    CARDS = "cards", 1;
    /// One entry of a card set: a line of `cards.jsonl`.
    CARD = "card", 1;
    /// One rule: a line of `rules.jsonl`.
    RULE = "rule", 1;
    /// One rule of a ledger: a line of `ledger.jsonl`.
    LEDGER_RULE = "ledger-rule", 1;
    /// A map: a board of spaces.
    MAP = "map", 1;
    /// A scenario: the table at the start, and what it adds to the rules.
    SCENARIO = "scenario", 1;
    /// The core calls: questions and effects that every system has.
    CORE_CALLS = "core-calls", 1;
    /// A conformance vector: a case or a game, step by step.
    VECTOR = "vector", 1;
    /// A line that a runner of vectors reads.
    ASK = "ask", 1;
    /// The line that it answers.
    REPLY = "reply", 1;
    /// The manifest, which lists the content of an export: written into every export.
    MANIFEST = "manifest", 1;
}

impl Document {
    /// The head of such a document.
    #[must_use]
    pub fn head(&self) -> Head {
        Head {
            format: self.id.to_owned(),
            version: self.version,
        }
    }
}

/// The head with which every document begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The format id.
    pub format: String,
    /// The version of the format.
    pub version: u32,
}
