//! The card set document.

use super::fact::{At, Entries, Fact, Tables};
use super::overlay::Date;
use crate::source::{FileId, Location};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A set of cards and pieces of one system.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardSetDoc {
    /// The set's id.
    pub set: At<String>,
    /// The id of its system.
    pub system: At<String>,
    /// What people call it.
    pub title: String,
    /// The sets of the same system whose shared names its rules use.
    #[serde(default)]
    pub uses: Vec<At<String>>,
    /// The names that its rules give to the sets that use it, and to scenarios and cases.
    #[serde(default)]
    pub shares: Vec<At<String>>,
    /// Rows of the system's records.
    #[serde(default)]
    pub tables: Tables,
    /// How rules of its cards are told in plain text, beyond what the system says.
    #[serde(default)]
    #[schemars(with = "std::collections::BTreeMap<String, String>")]
    pub phrases: Entries<String>,
    /// What its cards share, in the language.
    #[serde(default)]
    pub rules: Option<At<String>>,
    /// The cards.
    pub cards: Vec<CardDoc>,
    /// The files of the overlays that have changed some of the cards.
    #[serde(skip)]
    pub overlays: Vec<FileId>,
}

/// A card or piece as printed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardDoc {
    /// Its id.
    pub id: At<String>,
    /// One of the system's kinds.
    pub kind: At<String>,
    /// What people call it.
    pub name: String,
    /// What its entries of other kinds are called, by kind; as this one, if absent.
    #[serde(default)]
    pub names: Entries<At<String>>,
    /// The fields of its kind.
    #[serde(default)]
    pub facts: Entries<At<Fact>>,
    /// Facts that the source does not give: our reading.
    #[serde(default)]
    pub reading: Vec<At<String>>,
    /// Why the readings are as they are.
    #[serde(default)]
    pub note: Option<String>,
    /// How its rules are told in plain text, beyond what the system and the set say.
    #[serde(default)]
    #[schemars(with = "std::collections::BTreeMap<String, String>")]
    pub phrases: Entries<String>,
    /// What it does, in the language; `todo` as long as that is still to be written.
    #[serde(default)]
    pub rules: Option<At<String>>,
    /// Whether `rules: todo` stands there: its facts are known, and its rules are still to be written.
    #[serde(skip)]
    pub is_todo: bool,
    /// Why no force may take it, if an overlay bans it.
    #[serde(skip)]
    pub ban: Option<Arc<Ban>>,
    /// Whether an overlay has changed it.
    #[serde(skip)]
    pub is_overlaid: bool,
}

/// A ban of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// The overlay that bans the card.
    pub overlay: String,
    /// What people call it.
    pub title: String,
    /// The day from which on the card is banned.
    pub date: Date,
    /// The reason that the overlay gives.
    pub why: Option<String>,
    /// The place of the ban.
    pub place: Location,
}

impl Ban {
    /// The ban in words: `banned from 2026-09-01 on by "Points of September": too cheap`.
    #[must_use]
    pub fn told(&self) -> String {
        let why = self
            .why
            .as_ref()
            .map_or_else(String::new, |why| format!(": {}", why.trim()));
        format!("banned from {} on by \"{}\"{why}", self.date, self.title)
    }
}

/// What stands in the place of rules that are still to be written.
pub const TODO: &str = "todo";

impl CardSetDoc {
    /// The same, in which rules that are still to be written are none.
    pub(crate) fn settled(mut self) -> Self {
        for card in &mut self.cards {
            let is_todo = |rules: &mut At<String>| rules.value.trim() == TODO;
            card.is_todo = card.rules.take_if(is_todo).is_some();
        }
        self
    }
}
