//! The errors of a system with all its card sets, found again after a change.
//!
//! Whoever edits wants to know at once. What a card's rules mean rests on the declarations of the system and its sets, and
//! nothing rests on them, as long as they declare nothing themselves. So when only such rules have changed, they alone
//! are checked once more, against what is kept of the last whole check. Whatever else has changed, everything is
//! checked anew. Either way the errors are those that [`compile_system`](crate::compile_system) gives, which a test holds
//! together over many changes.
//!
//! Not here: the pack, which whoever plays compiles, and warnings, which look at the whole.

use crate::check::Suspended;
use crate::diagnostic::Diagnostic;
use crate::document::{At, CardDoc, CardSetDoc, Entries, Fact, Tables};
use crate::link::{compile_system_keeping, unit_of_card};
use crate::project::{Loaded, Project, System};
use cardwright_dsl::ast::ItemKind;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many changed cards are checked alone, before a check of everything makes the kept tables small again.
const MOST_CHECKED_ALONE: usize = 1000;

/// A system whose errors are known.
pub struct Recheck {
    system: String,
    diagnostics: Vec<Diagnostic>,
    /// What the last whole check left, if it found no error.
    kept: Option<Kept>,
}

struct Kept {
    tables: Suspended,
    system: System,
    sets: BTreeMap<(String, String), Loaded<CardSetDoc>>,
    /// The card whose rules have errors.
    broken: Option<CardAt>,
    /// How many cards were checked alone.
    alone: usize,
}

/// A card: its set, and its place in it.
type CardAt = ((String, String), usize);

impl Recheck {
    /// Checks a system of the project.
    #[must_use]
    pub fn new(project: &Project, system: &str) -> Self {
        let mut recheck = Self {
            system: system.to_owned(),
            diagnostics: Vec::new(),
            kept: None,
        };
        recheck.anew(project);
        recheck
    }

    /// What is wrong with the system, in the order of files and places.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Checks the project after a change; whether a few cards were all that had to be looked at.
    pub fn update(&mut self, project: &Project) -> bool {
        let kept = self.kept.as_mut();
        let found = kept.and_then(|kept| kept.check(project, &self.system));
        let is_quick = found.is_some();
        match found {
            Some(found) => self.diagnostics = found,
            None => self.anew(project),
        }
        is_quick
    }

    fn anew(&mut self, project: &Project) {
        (self.diagnostics, self.kept) = (Vec::new(), None);
        let Some(system) = project.systems.get(&self.system) else {
            return;
        };
        let (compiled, tables) = compile_system_keeping(project, system);
        self.diagnostics = compiled.diagnostics;
        self.kept = tables
            .filter(|_| project.diagnostics.is_empty())
            .map(|tables| Kept {
                tables,
                system: system.clone(),
                sets: sets_of(project, &self.system),
                broken: None,
                alone: 0,
            });
    }
}

fn sets_of(project: &Project, system: &str) -> BTreeMap<(String, String), Loaded<CardSetDoc>> {
    let sets = project.sets.iter().filter(|(key, _)| key.0 == system);
    sets.map(|(key, set)| (key.clone(), set.clone())).collect()
}

impl Kept {
    /// What is wrong now; nothing if everything has to be checked to know it.
    fn check(&mut self, project: &Project, system: &str) -> Option<Vec<Diagnostic>> {
        let mut cards = self.changed(project, system)?;
        self.alone += cards.len();
        if self.alone > MOST_CHECKED_ALONE {
            return None;
        }
        // Its places may have moved.
        cards.extend(self.broken.take());
        cards.sort();
        cards.dedup();
        let sets = sets_of(project, system);
        let mut found = Vec::new();
        for card in cards {
            let set = sets.get(&card.0)?;
            let template = self.tables.template(&set.doc.cards.get(card.1)?.id.value)?;
            let Some((unit, mut errors)) = unit_of_card(set, card.1, template) else {
                continue;
            };
            errors.extend(self.tables.check_rules(&project.sources, template, &unit)?);
            // A name whose meaning is unclear in one card silences errors in the next one.
            if !errors.is_empty() && self.broken.replace(card).is_some() {
                return None;
            }
            found.extend(errors);
        }
        self.sets = sets;
        found.sort_by_key(|diagnostic| diagnostic.place);
        found.dedup();
        Some(found)
    }

    /// The cards whose rules have changed; nothing if anything else has.
    fn changed(&self, project: &Project, system: &str) -> Option<Vec<CardAt>> {
        let now = project.systems.get(system)?;
        let same_units = now.units.len() == self.system.units.len()
            && now.units.iter().zip(&self.system.units).all(|(a, b)| a.is(b));
        let same_libraries = now.libraries.len() == self.system.libraries.len()
            && now
                .libraries
                .iter()
                .zip(&self.system.libraries)
                .all(|(a, b)| a.0 == b.0 && Arc::ptr_eq(&a.1, &b.1));
        let same_system =
            same_libraries && now.file == self.system.file && Arc::ptr_eq(&now.doc, &self.system.doc);
        let sets = project.sets.iter().filter(|(key, _)| key.0 == system);
        if !(project.diagnostics.is_empty() && same_units && same_system)
            || sets.clone().count() != self.sets.len()
        {
            return None;
        }
        let mut changed = Vec::new();
        for (key, set) in sets {
            let before = self.sets.get(key)?;
            if set.file != before.file {
                return None;
            }
            if !Arc::ptr_eq(&set.doc, &before.doc) {
                let cards = changed_rules(before, set)?;
                changed.extend(cards.into_iter().map(|at| (key.clone(), at)));
            }
        }
        Some(changed)
    }
}

/// The cards of a set whose rules have changed; nothing if anything else has, or if these rules declare something.
fn changed_rules(before: &Loaded<CardSetDoc>, now: &Loaded<CardSetDoc>) -> Option<Vec<usize>> {
    let (old, new) = (&before.doc, &now.doc);
    let same_list_of_names =
        |old: &[At<String>], new: &[At<String>]| same_list(old, new, |old, new| old.value == new.value);
    let same = old.title == new.title
        && same_list_of_names(&old.uses, &new.uses)
        && same_list_of_names(&old.shares, &new.shares)
        && old.rules.as_ref().map(|rules| &rules.value) == new.rules.as_ref().map(|rules| &rules.value)
        && same_tables(&old.tables, &new.tables)
        && old.cards.len() == new.cards.len()
        && old
            .cards
            .iter()
            .zip(&new.cards)
            .all(|(old, new)| same_facts_of(old, new));
    let text = |card: &CardDoc| card.rules.as_ref().map(|rules| rules.value.clone());
    let cards = old.cards.iter().zip(&new.cards).enumerate();
    let changed: Vec<usize> = cards
        .filter(|(_, (old, new))| text(old) != text(new))
        .map(|(at, _)| at)
        .collect();
    let plain = |set: &Loaded<CardSetDoc>, at: usize| {
        set.rules
            .cards
            .get(at)
            .is_some_and(|rules| rules.items.into_iter().all(|item| declares_nothing(&item.kind)))
    };
    let all_plain = changed.iter().all(|&at| plain(before, at) && plain(now, at));
    (same && all_plain).then_some(changed)
}

pub(crate) fn declares_nothing(item: &ItemKind) -> bool {
    matches!(
        item,
        ItemKind::Trigger { .. }
            | ItemKind::OfferOption { .. }
            | ItemKind::Modify { .. }
            | ItemKind::Replace { .. }
            | ItemKind::Permit { .. }
            | ItemKind::Lend { .. }
            | ItemKind::Silence { .. }
            | ItemKind::Build { .. }
    )
}

/// Whether two cards are the same but for their rules and places.
fn same_facts_of(old: &CardDoc, new: &CardDoc) -> bool {
    old.id.value == new.id.value
        && old.kind.value == new.kind.value
        && old.name == new.name
        && same_entries(&old.names, &new.names, |old, new| old.value == new.value)
        && same_entries(&old.facts, &new.facts, same_fact)
        && same_list(&old.reading, &new.reading, |old, new| old.value == new.value)
        && old.rules.is_some() == new.rules.is_some()
}

fn same_tables(old: &Tables, new: &Tables) -> bool {
    same_entries(old, new, |old, new| {
        same_entries(old, new, |old, new| same_entries(old, new, same_fact))
    })
}

fn same_entries<T>(old: &Entries<T>, new: &Entries<T>, same: impl Fn(&T, &T) -> bool) -> bool {
    same_list(&old.0, &new.0, |old, new| {
        old.0.value == new.0.value && same(&old.1, &new.1)
    })
}

fn same_fact(old: &At<Fact>, new: &At<Fact>) -> bool {
    match (&old.value, &new.value) {
        (Fact::List(old), Fact::List(new)) => same_list(old, new, same_fact),
        (Fact::Map(old), Fact::Map(new)) => same_entries(old, new, same_fact),
        (old, new) => old == new,
    }
}

fn same_list<T>(old: &[T], new: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    old.len() == new.len() && old.iter().zip(new).all(|(old, new)| same(old, new))
}
