//! The system document.

use super::fact::{At, Entries, Tables};
use super::map::Legend;
use schemars::JsonSchema;
use serde::Deserialize;

/// A rule system: which language files it has, its tables, and where it had to read between the lines.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SystemDoc {
    /// The system's id; also the name of its folder.
    pub system: At<String>,
    /// What people call it.
    pub title: String,
    /// The prefix of the rule ids of its ledger.
    pub ledger: String,
    /// The procedure that plays a game.
    pub main: At<String>,
    /// The procedure whose runs are the rounds of a game.
    pub round: Option<At<String>>,
    /// A define that says how well a player stands, for agents that look ahead.
    pub score: Option<At<String>>,
    /// A define that gives the players in the order in which they act at one moment, wherever a step has no `priority`.
    pub order: Option<At<String>>,
    /// Its proper ways: an act (`spend`, `take` or `give` and a token, `remove` and a kind) and the procedure by which cards
    /// do it. Cards that do it otherwise earn a warning.
    #[serde(default)]
    #[schemars(with = "std::collections::BTreeMap<String, String>")]
    pub ways: Entries<At<String>>,
    /// Its language files, beside this document.
    pub files: Vec<At<String>>,
    /// Libraries that it uses.
    #[serde(default)]
    pub uses: Vec<UseDoc>,
    /// Rows of its records.
    #[serde(default)]
    pub tables: Tables,
    /// How rules are told in plain text: for names, steps and procedures the words that people use.
    #[serde(default)]
    #[schemars(with = "std::collections::BTreeMap<String, String>")]
    pub phrases: Entries<String>,
    /// What the letters of its maps stand for, if its board has spaces.
    #[serde(default)]
    pub legend: Legend,
    /// What the rulebook does not give, and how it was read.
    #[serde(default)]
    pub readings: Vec<ReadingDoc>,
}

/// The use of a library.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UseDoc {
    /// The library's id.
    pub library: At<String>,
    /// What its names are called here: a name of the library, and the one that this system has for it. A name that is not
    /// here stays as it is.
    #[serde(default)]
    pub with: Entries<At<String>>,
    /// The scenario on which the cases of the library start.
    #[serde(default)]
    pub stage: Option<At<String>>,
}

/// A reading of something that the rulebook does not give.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadingDoc {
    /// What it is about: a record, die, kind, field or row.
    pub of: At<String>,
    /// The ledger's ids.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The reading and its reason.
    pub why: String,
    /// How sure it is.
    #[serde(default)]
    pub sure: Option<String>,
}
