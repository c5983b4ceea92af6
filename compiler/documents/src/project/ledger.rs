//! Ledgers: the rules of a published game by id, and how far a program can carry them out.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::document::{self, At, place_of};
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
    id: At<String>,
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
    let book = document::from_yaml::<Rulebook>(text).ok()?;
    let count = book.rules.len();
    let rules = book.rules.into_iter().map(|rule| (rule.id.value, rule.simulate));
    let rules: BTreeMap<String, Simulate> = rules.collect();
    (rules.len() == count).then(|| Arc::new(rules))
}

/// Why a ledger makes no sense, at its place.
pub(crate) fn refusal(sources: &Sources, file: FileId) -> Option<Diagnostic> {
    match document::read::<Rulebook>(sources, file) {
        Ok(book) => doubled(file, &book),
        Err(refused) => Some(*refused),
    }
}

/// The first id that two rules of a ledger have.
fn doubled(file: FileId, book: &Rulebook) -> Option<Diagnostic> {
    let mut seen: BTreeMap<&str, &At<String>> = BTreeMap::new();
    for rule in &book.rules {
        if let Some(earlier) = seen.insert(&rule.id.value, &rule.id) {
            let message = format!("there is already a rule `{}`", rule.id.value);
            let diagnostic = Diagnostic::new(codes::DUPLICATE_ROW, place_of(file, &rule.id), message);
            return Some(diagnostic.related(place_of(file, earlier), "the other one is here"));
        }
    }
    None
}
