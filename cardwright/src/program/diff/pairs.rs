//! One game, played with the same seed and agents on two contents, up to its first difference, and on to both ends.
//!
//! Nothing is compared by number: packs count their cards, rows and rules anew. What is asked is compared by ids, what happens by
//! events in the names of documents; titles and sentences are no difference.

use crate::series::{Lineup, MOST_DECISIONS, Seats};
use cardwright_bytecode::pack::{Home, cell};
use cardwright_core::{Answer, Asked, Content, Event, Game, Status, Told, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// Parts of events that are words for people.
const WORDS: [&str; 3] = ["prompt", "chosen", "rule"];
/// An event that says in other words what others say.
const SAID: &str = "told";

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    pub(super) outcome: String,
    pub(super) winners: Vec<String>,
}

impl std::fmt::Display for Ending {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.winners.is_empty() {
            true => write!(out, "{}", self.outcome),
            false => write!(out, "{} (won by {})", self.outcome, self.winners.join(", ")),
        }
    }
}

/// Where two games part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parting {
    /// How many decisions both had made.
    pub(super) decision: usize,
    /// The step that ran, as `PROCEDURE.STEP`; empty if none did.
    pub(super) step: String,
    /// What happened or was asked in each.
    pub(super) before: String,
    pub(super) after: String,
    /// The abilities of changed cards that had done something by then.
    pub(super) rules: Vec<String>,
}

/// What a game came to on both contents.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) parting: Option<Parting>,
    pub(super) endings: (Ending, Ending),
    /// The cards that are in play in either.
    pub(super) cards: BTreeSet<String>,
}

/// One of the two games.
struct Table {
    game: Game,
    seats: Seats,
    /// What happened since the last decision.
    told: Vec<Told>,
    status: Status,
}

impl Table {
    fn begin(content: &Arc<Content>, lineup: &Lineup, seed: u64) -> Self {
        let mut game = Game::new(content, seed);
        game.watch_rules();
        let mut table = Self {
            game,
            seats: Seats::of(content, lineup, seed, seed),
            told: Vec::new(),
            status: Status::Decision,
        };
        table.advance();
        table
    }

    fn advance(&mut self) {
        self.status = self.game.advance();
        let events: Vec<Event> = self.game.take_events();
        self.told = self.game.told(&events, Viewer::Judge);
    }

    fn is_over(&self) -> bool {
        matches!(self.status, Status::Over(_)) || self.game.decision().is_none()
    }

    /// What happened since the last decision, each thing once.
    fn events(&self) -> impl Iterator<Item = &Told> {
        self.told.iter().filter(|told| told.event != SAID)
    }

    /// One decision more.
    fn decide(&mut self) {
        let Some(decision) = self.game.decision().cloned() else {
            return;
        };
        let answer: Answer = self.seats.answer(&self.game, &decision);
        if self.game.decide(&answer).is_err() {
            // The default is always legal.
            drop(self.game.decide(&decision.default));
        }
        self.advance();
    }

    fn ending(&self) -> Ending {
        let content = self.game.content();
        let outcome = self.game.outcome();
        let outcome = outcome.map_or_else(|| "unfinished".to_owned(), |one| one.id(content).to_owned());
        let winners = self.game.winners().iter().map(|winner| self.game.id_of(*winner));
        Ending {
            outcome,
            winners: winners.collect(),
        }
    }

    /// The ids of the cards that are there.
    fn cards(&self) -> BTreeSet<String> {
        let pack = self.game.content().pack();
        let count = u32::try_from(pack.setup.entities.len()).unwrap_or(u32::MAX);
        let templates = (1..=count).filter_map(|entity| {
            let template = cell::template(self.game.cell(entity, cell::TEMPLATE))?;
            pack.templates.find(template)
        });
        templates.map(|one| one.id.clone()).collect()
    }

    /// The abilities of some cards that did something so far.
    fn applied(&self, cards: &BTreeSet<String>) -> BTreeSet<String> {
        let pack = self.game.content().pack();
        let rules = self.game.applied_rules().filter_map(|rule| pack.rules.find(rule));
        let told = rules.filter_map(|rule| {
            let Home::Template(template) = rule.home else {
                return None;
            };
            let card = pack.templates.find(template)?;
            let label = if rule.name.is_empty() {
                &card.name
            } else {
                &rule.name
            };
            cards.contains(&card.id).then(|| match *label == card.name {
                true => card.name.clone(),
                false => format!("{} ({label})", card.name),
            })
        });
        told.collect()
    }
}

/// Plays a game on both contents until both are over, or time is up: then nothing is known.
pub(super) fn play(
    contents: (&Arc<Content>, &Arc<Content>),
    lineup: &Lineup,
    seed: u64,
    changed: &BTreeSet<String>,
    until: Instant,
) -> Option<Played> {
    let mut old = Table::begin(contents.0, lineup, seed);
    let mut new = Table::begin(contents.1, lineup, seed);
    let mut parting = None;
    let mut steps = Steps::default();
    for decision in 0..MOST_DECISIONS {
        if Instant::now() > until {
            return None;
        }
        if parting.is_none() {
            parting = parted(&old, &new, decision, &mut steps).map(|mut found| {
                let rules = old.applied(changed).into_iter().chain(new.applied(changed));
                found.rules = rules.collect::<BTreeSet<_>>().into_iter().collect();
                found
            });
        }
        if old.is_over() && new.is_over() {
            break;
        }
        [&mut old, &mut new]
            .into_iter()
            .filter(|table| !table.is_over())
            .for_each(Table::decide);
    }
    Some(Played {
        parting,
        endings: (old.ending(), new.ending()),
        cards: old.cards().union(&new.cards()).cloned().collect(),
    })
}

/// The steps that run, as events tell of them.
#[derive(Default)]
struct Steps(Vec<(String, String)>);

impl Steps {
    fn hear(&mut self, told: &Told) {
        let name = |key: &str| match told.about.get(key) {
            Some(cardwright_core::Value::Text(name)) => name.clone(),
            _ => String::new(),
        };
        match told.event.as_str() {
            "step-began" => self.0.push((name("procedure"), name("step"))),
            "step-ended" if self.0.last().is_some_and(|(open, _)| *open == name("procedure")) => {
                self.0.pop();
            }
            _ => {}
        }
    }

    fn innermost(&self) -> String {
        self.0
            .last()
            .map_or_else(String::new, |(procedure, step)| match step.is_empty() {
                true => procedure.clone(),
                false => format!("{procedure}.{step}"),
            })
    }
}

/// Where two games part that were the same up to the last decision.
fn parted(old: &Table, new: &Table, decision: usize, steps: &mut Steps) -> Option<Parting> {
    let asked = [old, new].map(|table| table.game.asked(Viewer::Judge));
    let parting = |steps: &Steps, told: [Option<&Told>; 2]| {
        // Where nothing more happens, somebody is asked.
        let question = |at: usize| in_words(asked[at].as_ref(), asked[1 - at].as_ref());
        let told = |at: usize| told[at].map_or_else(|| question(at), |told: &Told| told.text.clone());
        Some(Parting {
            decision,
            step: steps.innermost(),
            before: told(0),
            after: told(1),
            rules: Vec::new(),
        })
    };
    let mut events = [old.events(), new.events()];
    loop {
        let told = [events[0].next(), events[1].next()];
        let [was, is] = told;
        if was.map(bare) != is.map(bare) {
            return parting(steps, told);
        }
        match was {
            Some(was) => steps.hear(was),
            None => break,
        }
    }
    let is_same = match &asked {
        [Some(was), Some(is)] => question(was) == question(is),
        [None, None] => old.is_over() == new.is_over(),
        _ => false,
    };
    match is_same {
        true => None,
        false => parting(steps, [None, None]),
    }
}

/// An event without what is only words.
fn bare(told: &Told) -> (&str, BTreeMap<&str, &cardwright_core::Value>) {
    let about = told
        .about
        .iter()
        .filter(|(key, _)| !WORDS.contains(&key.as_str()));
    (
        &told.event,
        about.map(|(key, value)| (key.as_str(), value)).collect(),
    )
}

/// What of a question tells it from others.
fn question(asked: &Asked) -> (&str, &str, usize, usize, Vec<String>) {
    let is_of_rules = matches!(asked.kind.as_str(), "ability" | "offer");
    let options = asked
        .options
        .iter()
        .flatten()
        .map(|option| match option.id.split_once('/') {
            // What carries it; the name of an ability is for people.
            Some((carrier, _)) if is_of_rules => carrier.to_owned(),
            _ => option.id.clone(),
        });
    (&asked.by, &asked.kind, asked.least, asked.most, options.collect())
}

/// A question in words, with the options that the other game does not have.
fn in_words(asked: Option<&Asked>, other: Option<&Asked>) -> String {
    let Some(asked) = asked else {
        return "nobody is asked".to_owned();
    };
    let known: BTreeSet<&str> = other
        .and_then(|one| one.options.as_ref())
        .into_iter()
        .flatten()
        .map(|one| one.id.as_str())
        .collect();
    let own = asked
        .options
        .iter()
        .flatten()
        .filter(|one| !known.contains(one.id.as_str()));
    let own: Vec<&str> = own.map(|one| one.text.as_str()).collect();
    let asked = format!("{} is asked \"{}\"", asked.by, asked.prompt);
    match own.is_empty() {
        true => asked,
        false => format!("{asked} and can take {}", own.join(", ")),
    }
}
