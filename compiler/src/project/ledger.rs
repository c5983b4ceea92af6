//! Ledgers: the rules of a published game by id, and how far a program can carry them out.

use crate::diagnostic::Diagnostic;
use crate::document;
use crate::source::{FileId, Sources};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rules of a ledger by id.
pub(crate) type Ledger = Arc<BTreeMap<String, Simulate>>;

#[derive(Deserialize)]
struct Rulebook {
    rules: Vec<RulebookEntry>,
}

#[derive(Deserialize)]
struct RulebookEntry {
    id: String,
    #[serde(default)]
    simulate: Simulate,
}

/// How far a program can carry out a rule of a ledger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Simulate {
    /// Wholly.
    #[default]
    Yes,
    /// In part.
    Partly,
    /// Not at all: it is physical or social.
    No,
}

/// Reads a ledger; nothing if it makes no sense, see [`refusal`].
pub(crate) fn ledger(text: &str) -> Option<Ledger> {
    let book = serde_yaml::from_str::<Rulebook>(text).ok()?;
    let rules = book.rules.into_iter().map(|rule| (rule.id, rule.simulate));
    Some(Arc::new(rules.collect()))
}

/// Why a ledger makes no sense, at its place.
pub(crate) fn refusal(sources: &Sources, file: FileId) -> Option<Diagnostic> {
    let refused = document::read::<Rulebook>(sources, file).err()?;
    Some(*refused)
}
