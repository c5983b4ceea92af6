//! `coverage --changed`: the cards that differ from those of a git revision, and whether cases execute them.
//!
//! Comments and empty lines do not count. Not here: how a revision is read (`diff`), and what changed cases prove no more
//! (`weakening`).

use super::covered::{CardRow, Covered, is_own};
use super::regress::{Lost, in_short};
use super::weakening::Weakening;
use crate::program::counts::counted;
use crate::program::diff::{Excused, Version, said};
use cardwright_case_runner::cards::card_texts;
use cardwright_compiler::Project;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The id under which an ability that no case executes can be excused.
const NOT_EXECUTED: &str = "not-executed";

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
    /// The cards that are gone, as `set/card`. Nothing is asked of them here.
    pub(crate) gone: Vec<String>,
    /// What changed cases proved.
    pub(crate) proofs: Weakening,
}

/// A card that is new or differs.
#[derive(Debug, Serialize)]
pub(crate) struct ChangedCard {
    set: String,
    card: String,
    is_new: bool,
    /// How many abilities it has.
    abilities: usize,
    /// Those that passing cases execute, with the files of these cases.
    executed: Vec<Executed>,
    /// Those that no passing case executes, with the place of each.
    never: Vec<String>,
    /// Whether it compiles.
    compiled: bool,
    /// Its name in a file of excuses.
    name: String,
    /// Why no case need execute it.
    excuse: Option<String>,
}

/// An ability, and the files of the cases that execute it.
#[derive(Debug, Serialize)]
struct Executed {
    ability: String,
    cases: BTreeSet<String>,
}

impl ChangedCard {
    /// Whether cases execute all that it does.
    fn is_executed(&self) -> bool {
        self.compiled && self.never.is_empty()
    }

    fn of(system: &str, row: &CardRow, is_new: bool) -> Self {
        let never = row
            .idle()
            .map(|one| format!("{} ({}:{})", one.name, one.file, one.line));
        let mut executed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for one in row.abilities.iter().filter(|one| one.executed) {
            executed.entry(&one.name).or_default().extend(one.cases.clone());
        }
        let executed = executed.into_iter().map(|(ability, cases)| Executed {
            ability: ability.to_owned(),
            cases,
        });
        Self {
            name: format!("{NOT_EXECUTED} {system}/{}/{}", row.set, row.card),
            excuse: None,
            executed: executed.collect(),
            set: row.set.clone(),
            card: row.card.clone(),
            is_new,
            abilities: row.abilities.len(),
            never: never.collect(),
            compiled: row.compiled || row.facts_only,
        }
    }
}

impl ChangedCard {
    /// The abilities with the cases that execute them, and those that none does.
    fn lines(&self) -> Vec<String> {
        let id = format!("{}/{}", self.set, self.card);
        let how = if self.is_new { "new" } else { "changed" };
        let mut lines: Vec<String> = Vec::new();
        for one in &self.executed {
            let cases = one.cases.iter().map(String::as_str).collect();
            lines.push(format!(
                "  {how}: {id}: {} is executed by {}",
                one.ability,
                in_short(&cases)
            ));
        }
        let name = &self.name;
        let told = |what: &str| match &self.excuse {
            None => format!("  {name}: {how}, and no case executes it: {what}"),
            Some(why) => format!("  excused: {name}: {how}, and no case executes it: {what} ({why})"),
        };
        match self.compiled {
            true => lines.extend(self.never.iter().map(|one| told(one))),
            false => lines.push(told("it has errors")),
        }
        lines
    }
}

impl Changed {
    /// The cards of a system that differ from those of a version, and what changed cases proved; by so many breaks at most.
    pub(crate) fn of(project: &Project, base: &Version, covered: &Covered, most: usize) -> Self {
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
            ChangedCard::of(&covered.system, row, is_new)
        });
        Self {
            since: base.name.clone(),
            compared: covered.cards.len(),
            cards: changed.collect(),
            gone: gone(&base.project, &covered.system, &was, &now),
            proofs: Weakening::of(project, base, &covered.system, most),
        }
    }

    /// Gives what is not executed, and proofs that are lost, their reasons.
    pub(crate) fn excuse(&mut self, excused: &mut Excused) {
        for card in self.cards.iter_mut().filter(|card| !card.is_executed()) {
            card.excuse = excused.why(&card.name);
        }
        for lost in &mut self.proofs.lost {
            lost.excuse = excused.why(&lost.name);
        }
    }

    /// Whether cases execute all changed cards and prove what they proved, or a reason says why not.
    pub(crate) fn is_fine(&self) -> bool {
        let is_fine = |card: &ChangedCard| card.is_executed() || card.excuse.is_some();
        let is_excused = |lost: &Lost| lost.excuse.is_some();
        self.cards.iter().all(is_fine) && self.proofs.lost.iter().all(is_excused)
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
            "{system}: {} of {} changed since {}: {executed} executed by cases, {without} without abilities, {} not executed",
            self.cards.len(),
            counted(self.compared, "card"),
            self.since,
            self.cards.len() - executed - without,
        )];
        lines.extend(self.cards.iter().flat_map(ChangedCard::lines));
        lines.extend(self.gone.iter().map(|card| format!("  gone: {card}")));
        lines.extend(self.proofs.lines(system, &self.since));
        lines
    }
}

/// The cards of the project itself that a later version does not have.
fn gone(
    base: &Project,
    system: &str,
    was: &BTreeMap<CardId, Vec<String>>,
    now: &BTreeMap<CardId, Vec<String>>,
) -> Vec<String> {
    let left = was.keys().filter(|id| !now.contains_key(*id));
    let own = left.filter(|(set, _)| is_own(base, system, set));
    own.map(|(set, card)| format!("{set}/{card}")).collect()
}

/// The cards of a system, as they are written: those of the project itself, and those that it changes by overlays.
fn cards(project: &Project, system: &str) -> BTreeMap<CardId, Vec<String>> {
    let texts = project.systems.get(system).map(|of| card_texts(project, of));
    let lines = texts.into_iter().flatten();
    lines
        .map(|(card, text)| (card, said(&text).into_iter().map(str::to_owned).collect()))
        .collect()
}
