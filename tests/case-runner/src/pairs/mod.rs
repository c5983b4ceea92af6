//! Cards by twos: every two cards of a set that meet are put on a small table together, and short games are played there under
//! laws that hold whatever the content.
//!
//! Several cards lie on one table at first, so that one game tries many pairs; what did not act together there is tried on smaller
//! tables, at last on those of cases in which one of the two is known to lie. A pair is exercised if abilities of both did something
//! in one game. A game that breaks a law is made smaller, and written as a case.
//!
//! | file | what lives there |
//! |---|---|
//! | `meeting` | what abilities touch, and which cards meet there |
//! | `catalog` | the cards, and where documents put such cards |
//! | `stage`, `near` | a scenario or case on whose table cards are put |
//! | `longer` | cases that are played on |
//! | `table` | the tables that can be made |
//! | `groups` | which cards lie on a table together |
//! | `eager` | who plays |
//! | `play` | games under laws |
//! | `hunt` | the rounds of a search |
//! | `shrink` | a failure made small |
//! | `text` | a failure as a case |
//!
//! Not here: how a report is printed, and whether an effect is the one that the cards print: cases say that.

mod catalog;
mod eager;
mod groups;
mod hunt;
mod longer;
mod meeting;
mod near;
mod play;
mod shrink;
mod stage;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use play::Law;

use cardwright_compiler::{Project, compile_common};
use catalog::Catalog;
use hunt::Hunt;
use std::collections::BTreeSet;
use std::time::Duration;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The id of the system.
    pub system: &'a str,
    /// The id of the set.
    pub set: &'a str,
    /// Whether cards of the set are also paired with those of the system's other sets.
    pub others: bool,
    /// Only pairs of these cards; of one, all pairs that have it; all pairs, if none is named.
    pub cards: &'a [String],
    /// Chooses the answers and what chance gives.
    pub seed: u64,
    /// The time after which no table is begun any more.
    pub time: Duration,
}

/// How far two cards that meet were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Abilities of both did something in one game.
    Exercised,
    /// They lay on a table together, and never both acted.
    Idle,
    /// No table has a place for both.
    Unplaced,
    /// The time was over before.
    LeftOut,
}

impl State {
    /// The state by a name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exercised => "exercised",
            Self::Idle => "idle",
            Self::Unplaced => "unplaced",
            Self::LeftOut => "left-out",
        }
    }
}

/// Two cards that meet.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Their ids.
    pub cards: [String; 2],
    /// The first thing over which they meet, in words.
    pub over: String,
    /// How far they were tried.
    pub state: State,
}

/// A law that some cards break.
#[derive(Clone, Debug)]
pub struct Found {
    /// The ids of the cards that are needed for it.
    pub cards: Vec<String>,
    /// The law.
    pub law: Law,
    /// What happens, in words.
    pub what: String,
    /// The seed of the game.
    pub seed: u64,
    /// How many answers lead there.
    pub decisions: usize,
    /// How many games failed so.
    pub games: usize,
    /// The game as a case, or why it cannot be written as one.
    pub case: Result<String, String>,
    /// Whether that case fails, as it should.
    pub fails: bool,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many cards of the set have abilities.
    pub cards: usize,
    /// How many have none.
    pub plain: usize,
    /// The scenario on whose table cards were tried.
    pub scenario: Option<String>,
    /// The cards that meet.
    pub pairs: Vec<Pair>,
    /// The cards that no scenario's table has a place for, and why; only cases have them.
    pub unplaced: Vec<(String, String)>,
    /// How many tables, games and decisions were played.
    pub tables: usize,
    /// How many games.
    pub games: usize,
    /// How many decisions.
    pub decisions: usize,
    /// What broke laws.
    pub failures: Vec<Found>,
    /// How many further games failed otherwise; no more is known of them.
    pub more_failures: usize,
    /// Whether everything was tried before the time was over. Then the same seed gives the same report.
    pub is_complete: bool,
}

impl Report {
    /// How many pairs are in a state.
    #[must_use]
    pub fn count(&self, state: State) -> usize {
        self.pairs.iter().filter(|pair| pair.state == state).count()
    }
}

/// Tries the pairs of a set. `tell` hears how many pairs are still open, and how many there are.
///
/// # Errors
/// If there is no such set, or it has errors.
pub fn tried(
    project: &Project,
    request: &Request<'_>,
    tell: &(dyn Fn(usize, usize) + Sync),
) -> Result<Report, String> {
    let Request { system, set, .. } = *request;
    let loaded = project.systems.get(system);
    let loaded = loaded.ok_or_else(|| format!("there is no system `{system}`"))?;
    if !project.sets.contains_key(&(system.to_owned(), set.to_owned())) {
        return Err(format!("there is no card set `{system}/{set}` that can be read"));
    }
    let (cards_of, compiled) = sets(project, request);
    let mut project = project.clone();
    let (pack, program) = compile_common(&project, loaded, &compiled).ok_or_else(|| {
        format!(
            "`{system}/{set}`, or something that it needs, has errors; run `cardwright \
         check`"
        )
    })?;
    longer::play_on(&mut project, (system, &cards_of), (&pack, &program));
    let project = &project;
    let catalog = Catalog::of(project, system, &cards_of, (&pack, &program));
    for card in request.cards {
        if !catalog.cards.iter().any(|one| one.id == *card) {
            return Err(format!(
                "`{card}` is not one of the cards with abilities that are paired"
            ));
        }
    }
    let mut hunt = Hunt::of(project, request, &compiled, (catalog, &pack));
    hunt.search(tell);
    Ok(hunt.report(&loaded.doc.main.value))
}

/// The sets whose cards are paired, the asked one first; and all sets with which tables are made, in one order: so the system is
/// compiled once for all of them.
fn sets(project: &Project, request: &Request<'_>) -> (Vec<String>, Vec<String>) {
    let Request {
        system, set, others, ..
    } = *request;
    let all = project.sets.keys().filter(|(of, _)| of == system);
    let all: Vec<&String> = all.map(|(_, id)| id).collect();
    let mut cards_of = vec![set.to_owned()];
    if others {
        cards_of.extend(all.iter().filter(|id| ***id != set).map(|id| (*id).clone()));
    }
    let mut known: BTreeSet<String> = cards_of.iter().cloned().collect();
    known.extend(table::sets_of_documents(
        project,
        system,
        &cards(project, system, &cards_of),
    ));
    let mut open: Vec<String> = known.iter().cloned().collect();
    while let Some(next) = open.pop() {
        let loaded = project.sets.get(&(system.to_owned(), next));
        for used in loaded.iter().flat_map(|set| &set.doc.uses) {
            if known.insert(used.value.clone()) {
                open.push(used.value.clone());
            }
        }
    }
    let compiled = all.into_iter().filter(|id| known.contains(*id)).cloned();
    (cards_of, compiled.collect())
}

/// The ids of all cards of some sets.
fn cards<'a>(project: &'a Project, system: &str, sets: &[String]) -> BTreeSet<&'a str> {
    let loaded = sets.iter();
    let loaded = loaded.filter_map(|set| project.sets.get(&(system.to_owned(), set.clone())));
    let cards = loaded.flat_map(|set| &set.doc.cards);
    cards.map(|card| card.id.value.as_str()).collect()
}
