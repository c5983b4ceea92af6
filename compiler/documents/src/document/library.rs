//! The library document: what kindred systems share.

use super::fact::{At, Tables};
use schemars::JsonSchema;
use serde::Deserialize;

/// A library: declarations and rules that several systems use, each with its own names for what the library needs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LibraryDoc {
    /// The library's id; also the name of its folder.
    pub library: At<String>,
    /// What people call it.
    pub title: String,
    /// Language files with declarations that a system must have: the library gives no more than an example of each, with
    /// which it is checked on its own.
    #[serde(default)]
    pub needs: Vec<At<String>>,
    /// Language files with declarations that a system has unless it declares them itself.
    #[serde(default)]
    pub defaults: Vec<At<String>>,
    /// Language files that a system gets as if they were written in it.
    pub files: Vec<At<String>>,
    /// Rows of records.
    #[serde(default)]
    pub tables: Tables,
}
