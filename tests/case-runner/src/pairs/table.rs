//! The small tables: which document each comes from, who has which card, and how they are made.

use super::catalog::{Card, Catalog};
use super::play::Table;
use super::stage::{Form, Stage};
use cardwright_bytecode::pack::FuncId;
use cardwright_bytecode::verify::Seen;
use cardwright_compiler::Project;
use cardwright_compiler::document::{At, CaseDoc, ScenarioDoc};
use cardwright_compiler::project::Loaded;
use cardwright_core::agents::{Agent, RandomAgent, play};
use cardwright_core::{Content, Game};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// How many scenarios are looked at to find the one on whose table cards are tried.
const MOST_SCENARIOS: usize = 8;
/// How many games are played to see how much happens on a table, and how long.
const GAMES: u64 = 2;
const DECISIONS: usize = 60;
/// The most pieces of a small table.
const MOST_PIECES: usize = 16;
/// How many cases of a card are used as tables for it.
const MOST_CASES: usize = 3;

/// Where the cards in hand lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    /// On one piece, or on pieces of one side.
    Together,
    /// On all sides in turn.
    Apart,
}

/// The document from which a table is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// The scenario that was chosen.
    Scenario,
    /// A case (by its place among those of the card) in which the first card in hand lies on the table.
    Case(usize),
}

/// A table that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) ground: Ground,
    pub(super) spread: Spread,
    /// The cards, by their numbers in the catalog.
    pub(super) hand: Vec<usize>,
}

impl Setting {
    /// The same without a card, if it can do without.
    pub(super) fn without(&self, at: usize) -> Option<Self> {
        let mut setting = self.clone();
        if at == 0 && matches!(self.ground, Ground::Case(_)) {
            return None;
        }
        setting.hand.remove(at);
        Some(setting)
    }
}

/// All documents from which tables are made.
pub(super) struct Tables<'a> {
    pub(super) project: &'a Project,
    pub(super) catalog: Catalog,
    scenario: Option<Stage>,
    /// For each card, the cases in which it lies on the table.
    cases: BTreeMap<usize, Vec<Stage>>,
}

impl<'a> Tables<'a> {
    /// The tables for some cards of a system, with these sets.
    pub(super) fn of(project: &'a Project, system: &str, sets: &[String], catalog: Catalog) -> Self {
        let scenario = scenario(project, system, sets, &catalog);
        let cases = cases(project, system, sets, &catalog);
        Self {
            project,
            catalog,
            scenario,
            cases,
        }
    }

    /// The id of the scenario on whose table cards are tried.
    pub(super) fn scenario(&self) -> Option<&str> {
        match &self.scenario.as_ref()?.form {
            Form::Scenario(scenario) => Some(&scenario.doc.scenario.value),
            Form::Case(_) => None,
        }
    }

    /// How many cases there are in which a card lies on the table.
    pub(super) fn cases_of(&self, card: usize) -> usize {
        self.cases.get(&card).map_or(0, Vec::len)
    }

    /// Whether one more card finds a place beside those that are in hand.
    pub(super) fn has_room(&self, hand: &[usize], card: usize) -> bool {
        let kind = &self.catalog.cards[card].kind;
        if !self.catalog.is_piece(kind) {
            return true;
        }
        let there = hand
            .iter()
            .filter(|&&other| self.catalog.cards[other].kind == *kind)
            .count();
        let places = self
            .scenario
            .as_ref()
            .map_or(0, |stage| stage.places(&self.catalog, kind));
        there < places
    }

    /// The stage of a setting, and the table that is played.
    ///
    /// # Errors
    /// Why some card cannot lie there.
    pub(super) fn made(&self, setting: &Setting) -> Result<(Stage, Table), String> {
        let stage = match setting.ground {
            Ground::Scenario => self.on_scenario(setting)?,
            Ground::Case(number) => self.on_case(setting, number)?,
        };
        let hand: Vec<&str> = setting
            .hand
            .iter()
            .map(|&card| self.catalog.cards[card].id.as_str())
            .collect();
        let table = Table::of(self.project, &self.catalog, &stage, &hand)?;
        Ok((stage, table))
    }

    fn on_scenario(&self, setting: &Setting) -> Result<Stage, String> {
        let stage = self.scenario.as_ref();
        let mut stage = stage.ok_or("the game has no scenario with pieces")?.clone();
        let sides = stage.sides();
        for (number, &card) in setting.hand.iter().enumerate() {
            let side = match setting.spread {
                Spread::Together => 0,
                Spread::Apart => number % sides.len().max(1),
            };
            let owner = sides.get(side).ok_or("the scenario has no players")?;
            stage.put(&self.catalog, &self.catalog.cards[card], (owner, None))?;
        }
        Ok(stage)
    }

    fn on_case(&self, setting: &Setting, number: usize) -> Result<Stage, String> {
        let (first, rest) = setting.hand.split_first().ok_or("no card is in hand")?;
        let stages = self.cases.get(first).and_then(|stages| stages.get(number));
        let mut stage = stages.ok_or("there is no such case")?.clone();
        let on = stage.place_of(&self.catalog.cards[*first].id);
        let sides = stage.sides();
        let own = on.and_then(|piece| stage.owner_of(piece)).map(str::to_owned);
        let own = own.or_else(|| sides.first().cloned()).unwrap_or_default();
        let other = sides
            .into_iter()
            .find(|side| *side != own)
            .unwrap_or_else(|| own.clone());
        if let Some(piece) = on {
            stage.keep(piece);
        }
        for &card in rest {
            let place = match setting.spread {
                Spread::Together => (own.as_str(), on),
                Spread::Apart => (other.as_str(), None),
            };
            stage.put(&self.catalog, &self.catalog.cards[card], place)?;
        }
        Ok(stage)
    }
}

/// The scenarios of a system that have few pieces, the smallest first.
fn small_scenarios<'a>(project: &'a Project, system: &str) -> Vec<&'a Loaded<ScenarioDoc>> {
    let own = project.scenarios.iter();
    let own = own.filter(|one| one.doc.system.value == system);
    let mut small: Vec<_> = own.filter(|one| one.doc.pieces.len() <= MOST_PIECES).collect();
    small.sort_by_key(|one| one.doc.pieces.len());
    small.truncate(MOST_SCENARIOS);
    small
}

/// The cases that put one of some cards on the table and run something.
fn cases_with<'a>(
    project: &'a Project,
    system: &'a str,
    cards: &'a BTreeSet<&str>,
) -> impl Iterator<Item = &'a Loaded<CaseDoc>> {
    let own = project.cases.iter();
    let own = own.filter(move |case| case.doc.system.value == system && case.doc.renamed.is_empty());
    let running = own.filter(|case| !case.doc.when.value.trim().is_empty());
    running.filter(|case| templates(case).any(|id| cards.contains(id)))
}

/// For each card, the cases that are used as tables for it, the shortest first.
pub(super) fn chosen<'a>(
    project: &'a Project,
    system: &'a str,
    cards: &'a BTreeSet<&str>,
) -> BTreeMap<&'a str, Vec<&'a Loaded<CaseDoc>>> {
    let mut found: BTreeMap<&str, Vec<&Loaded<CaseDoc>>> = BTreeMap::new();
    for case in cases_with(project, system, cards) {
        let named: BTreeSet<&str> = templates(case).filter(|id| cards.contains(id)).collect();
        for card in named {
            found.entry(card).or_default().push(case);
        }
    }
    for cases in found.values_mut() {
        // What asks nobody anything is of little use, so cases with decisions come first.
        let length = |case: &&Loaded<CaseDoc>| case.doc.decisions.len() + case.doc.pieces.len();
        cases.sort_by_key(|case| (case.doc.decisions.is_empty(), length(case)));
        cases.truncate(MOST_CASES);
    }
    found
}

/// The sets that the documents name from which tables are made for some cards.
pub(super) fn sets_of_documents(project: &Project, system: &str, cards: &BTreeSet<&str>) -> BTreeSet<String> {
    let mut named: BTreeSet<String> = BTreeSet::new();
    let mut note = |of: &[At<String>]| named.extend(of.iter().map(|set| set.value.clone()));
    let small = small_scenarios(project, system);
    small.iter().for_each(|one| note(&one.doc.sets));
    for case in chosen(project, system, cards).into_values().flatten() {
        note(&case.doc.sets);
        let begun = case.doc.scenario.as_ref();
        let mut scenarios = project.scenarios.iter().map(|one| &one.doc);
        let begun = begun.and_then(|id| {
            scenarios.find(|one| one.system.value == system && one.scenario.value == id.value)
        });
        begun.into_iter().for_each(|one| note(&one.sets));
    }
    named
}

/// The scenario on whose table the most cards find a place, and then the most happens in short games that cards wait for.
fn scenario(project: &Project, system: &str, sets: &[String], catalog: &Catalog) -> Option<Stage> {
    let stages = small_scenarios(project, system).into_iter().flat_map(|one| {
        let stage = Stage::of_scenario(one, sets);
        let near = stage.drawn_together();
        [stage, near]
    });
    let stages: Vec<Stage> = stages.collect();
    let worth = stages.par_iter().map(|stage| {
        let has_place = |card: &&Card| !catalog.is_piece(&card.kind) || stage.places(catalog, &card.kind) > 0;
        let placed = catalog.cards.iter().filter(has_place).count();
        let happens = happens(project, stage, catalog)?;
        Some((stage.sides().len() > 1, placed, happens))
    });
    let worth: Vec<Option<(bool, usize, usize)>> = worth.collect();
    let best = worth.iter().flatten().max()?;
    let at = worth.iter().position(|one| one.as_ref() == Some(best))?;
    stages.into_iter().nth(at)
}

/// How much of what cards wait for happens in short games on a table; nothing, if it cannot be played.
fn happens(project: &Project, stage: &Stage, catalog: &Catalog) -> Option<usize> {
    let content = Content::new(stage.compiled(project).ok()?.pack?);
    content.pack().watch();
    for seed in 0..GAMES {
        let mut game = Game::new(&content, seed);
        game.record(false);
        let seats = 0..content.players().len() as u64;
        let agent = |seat: u64| RandomAgent::new(seed.wrapping_mul(7).wrapping_add(seat));
        let mut agents: Vec<Box<dyn Agent>> = seats
            .map(|seat| Box::new(agent(seat)) as Box<dyn Agent>)
            .collect();
        play(&mut game, &mut agents, DECISIONS);
    }
    let ran = content.pack().seen().map(Seen::functions).unwrap_or_default();
    let has_run = |function: &&FuncId| ran.get(function.place()).copied().unwrap_or(false);
    Some(catalog.awaited.iter().filter(has_run).count())
}

/// For each card some cases in which it lies on the table.
fn cases(project: &Project, system: &str, sets: &[String], catalog: &Catalog) -> BTreeMap<usize, Vec<Stage>> {
    let cards: BTreeSet<&str> = catalog.cards.iter().map(|card| card.id.as_str()).collect();
    let chosen = chosen(project, system, &cards);
    let stages = catalog.cards.iter().enumerate().filter_map(|(at, card)| {
        let cases = chosen.get(card.id.as_str())?.iter();
        let stages = cases.filter_map(|case| Stage::of_case(project, case, sets));
        Some((at, stages.collect()))
    });
    stages.collect()
}

/// The ids of all cards and pieces that a case itself puts on the table.
fn templates(case: &Loaded<CaseDoc>) -> impl Iterator<Item = &str> {
    let doc = &case.doc;
    let held = doc.pieces.iter().flat_map(|piece| &piece.cards);
    let pieces = doc.pieces.iter().map(|piece| &piece.template).chain(held);
    let cards = doc.cards.iter().map(|card| &card.template);
    pieces.chain(cards).map(|id| id.value.as_str())
}
