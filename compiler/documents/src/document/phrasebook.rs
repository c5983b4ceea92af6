//! The phrasebook document: what the cards of a game say, and what one writes for it.
//!
//! It lies beside the document of its system. What its rows mean, and how they are compiled, stands in
//! the crate `cardwright-telling`.

use super::fact::{At, Entries, Tables};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A phrasebook: rows with the words of cards, and with the code that says the same.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PhrasebookDoc {
    /// The id of its system.
    pub phrasebook: At<String>,
    /// The heading of its page.
    pub title: String,
    /// The card sets whose shared names its rows use.
    #[serde(default)]
    pub uses: Vec<At<String>>,
    /// Rows of the system's records, which its rows name.
    #[serde(default)]
    pub tables: Tables,
    /// What its rows share, in the language: words of a set, effects.
    #[serde(default)]
    pub rules: Option<At<String>>,
    /// Where code stands that is no rule by itself. A row that says nothing stands in the first one.
    #[schemars(with = "BTreeMap<String, SettingDoc>")]
    pub settings: Entries<SettingDoc>,
    /// The rows, in the order of the page.
    pub sections: Vec<SectionDoc>,
}

/// A place where code stands: an entry whose rules it is among, and the rule around it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingDoc {
    /// The id of a shipped card or piece: the rules of rows are compiled as if they were its own.
    pub on: At<String>,
    /// A rule with `CODE` where statements and conditions of rows stand.
    #[serde(default)]
    pub rule: Option<At<String>>,
}

/// A part of the page.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SectionDoc {
    /// Its heading; without one it goes on with the section before it.
    #[serde(default)]
    pub title: Option<At<String>>,
    /// How deep the heading is: 2, or 3 if absent.
    #[serde(default)]
    pub level: Option<u8>,
    /// What stands before its rows, in Markdown.
    #[serde(default)]
    pub text: Option<String>,
    /// The heads of its table, if they are not `a card says`, `you write`.
    #[serde(default)]
    pub columns: Vec<String>,
    /// How its rows are shown.
    #[serde(default)]
    pub show: Show,
    /// The rows.
    #[serde(default)]
    pub rows: Vec<RowOfPhrasesDoc>,
}

/// How the rows of a section are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// As the rows of a table.
    #[default]
    Table,
    /// One below the other.
    Below,
    /// One below the other, with numbers that go on through the page.
    Numbered,
}

/// What a card says, and what one writes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RowOfPhrasesDoc {
    /// Its id.
    pub id: At<String>,
    /// What a card says, in one wording or several.
    pub says: Vec<At<String>>,
    /// What one writes: code alone, or a text with code in backticks. Each piece of code is compiled. What is only a part of
    /// a piece stands in double backticks.
    pub write: At<String>,
    /// The settings in one of which each piece compiles; the first of the phrasebook, if absent.
    #[serde(default, rename = "in")]
    pub settings: Vec<At<String>>,
    /// What stands for something else in the code, each with an example.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub with: Entries<At<String>>,
    /// More about it, in Markdown.
    #[serde(default)]
    pub note: Option<String>,
    /// Shipped cards whose rules say it.
    #[serde(default)]
    pub cards: Vec<At<String>>,
    /// Cases that show it: the names of their files.
    #[serde(default)]
    pub shows: Vec<At<String>>,
    /// Cases that show where it does not act.
    #[serde(default)]
    pub not: Vec<At<String>>,
}
