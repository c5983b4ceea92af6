//! `coverage --changed`: the cards that differ from those of a git revision, and whether cases execute them.
//!
//! Comments and empty lines do not count. Not here: how a revision is read (`diff`).

use super::covered::{CardRow, Covered};
use crate::program::diff::Version;
use cardwright_case_runner::cards::card_texts;
use cardwright_compiler::Project;
use serde::Serialize;
use std::collections::BTreeMap;

/// A card of a project: the set and the card's id.
type CardId = (String, String);

/// The cards of a system that differ from those of a revision.
#[derive(Debug, Serialize)]
pub(crate) struct Changed {
    /// The revision.
    pub(crate) since: String,
    /// How many cards were compared.
    pub(crate) compared: usize,
    pub(crate) cards: Vec<ChangedCard>,
}

/// A card that is new or differs.
#[derive(Debug, Serialize)]
pub(crate) struct ChangedCard {
    set: String,
    card: String,
    is_new: bool,
    /// How many abilities it has.
    abilities: usize,
    /// Those that no passing case executes, with the place of each.
    never: Vec<String>,
    /// Whether it compiles.
    compiled: bool,
}

impl ChangedCard {
    /// Whether cases execute all that it does.
    fn is_executed(&self) -> bool {
        self.compiled && self.never.is_empty()
    }

    fn of(row: &CardRow, is_new: bool) -> Self {
        let never = row
            .idle()
            .map(|one| format!("{} ({}:{})", one.name, one.file, one.line));
        Self {
            set: row.set.clone(),
            card: row.card.clone(),
            is_new,
            abilities: row.abilities.len(),
            never: never.collect(),
            compiled: row.compiled || row.facts_only,
        }
    }
}

impl Changed {
    /// The cards of a system that differ from those of a version.
    pub(crate) fn of(project: &Project, base: &Version, covered: &Covered) -> Self {
        let (was, now) = (
            cards(&base.project, &covered.system),
            cards(project, &covered.system),
        );
        let differs = |row: &&CardRow| {
            let id = (row.set.clone(), row.card.clone());
            was.get(&id) != now.get(&id)
        };
        let rows = covered.cards.iter().filter(differs);
        let changed = rows.map(|row| {
            let is_new = !was.contains_key(&(row.set.clone(), row.card.clone()));
            ChangedCard::of(row, is_new)
        });
        Self {
            since: base.name.clone(),
            compared: now.len(),
            cards: changed.collect(),
        }
    }

    /// Whether cases execute all changed cards.
    pub(crate) fn is_executed(&self) -> bool {
        self.cards.iter().all(ChangedCard::is_executed)
    }

    /// The result for people.
    pub(crate) fn lines(&self, system: &str) -> Vec<String> {
        let executed = self
            .cards
            .iter()
            .filter(|card| card.is_executed() && card.abilities > 0);
        let without = self
            .cards
            .iter()
            .filter(|card| card.is_executed() && card.abilities == 0);
        let (executed, without) = (executed.count(), without.count());
        let mut lines = vec![format!(
            "{system}: {} of {} cards changed since {}: {executed} executed by cases, {without} without abilities, {} not executed",
            self.cards.len(),
            self.compared,
            self.since,
            self.cards.len() - executed - without,
        )];
        for card in self.cards.iter().filter(|card| !card.is_executed()) {
            let how = if card.is_new { "new" } else { "changed" };
            let id = format!("  {how}, and no case executes it: {}/{}", card.set, card.card);
            match (card.compiled, card.never.as_slice()) {
                (false, _) => lines.push(format!("{id}: it has errors")),
                (true, never) => lines.extend(never.iter().map(|one| format!("{id}: {one}"))),
            }
        }
        lines
    }
}

/// The cards of a system, as they are written.
fn cards(project: &Project, system: &str) -> BTreeMap<CardId, Vec<String>> {
    let mut cards = BTreeMap::new();
    let sets = project.sets.iter().filter(|((of, _), _)| of == system);
    for ((_, set), loaded) in sets {
        let text = &project.sources.get(loaded.file).text;
        for (card, text) in card_texts(text, &loaded.doc) {
            cards.insert((set.clone(), card.to_owned()), said(text));
        }
    }
    cards
}

/// The lines of a text that say something.
fn said(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim_end);
    let lines = lines.filter(|line| !line.is_empty() && !line.trim_start().starts_with('#'));
    lines.map(str::to_owned).collect()
}
