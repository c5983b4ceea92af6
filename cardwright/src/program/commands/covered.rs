//! The shape of what `coverage` tells of a system: written as JSON, and read again as the base that a later run is held against.
//!
//! Not here: how cases run (the case runner), and what counts as a loss (`regress`).

use super::found;
use crate::program::names;
use cardwright_case_runner::cards::{CardClaims, CardLines, card_lines, claims};
use cardwright_case_runner::{Ability, Answered, Condition, Report, Spot, Verdict, conditions};
use cardwright_compiler::breaking::content_of;
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::packages::split;
use cardwright_compiler::project::{Loaded, Simulate, System};
use cardwright_compiler::{Project, compile_system};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The cases of a project that ran, each with its verdict.
pub(crate) type Ran<'a> = [(&'a Loaded<CaseDoc>, &'a Verdict)];

/// What cases cover of a system. Only what the project has itself: rules, cards and conditions of a game that it only needs are the
/// business of others.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Covered {
    pub(crate) system: String,
    pub(crate) rules: Vec<RuleRow>,
    pub(crate) phrasebook: RowsShown,
    pub(crate) cards: Vec<CardRow>,
    pub(crate) branches: Vec<BranchRow>,
    /// What is not counted, since it belongs to packages.
    #[serde(default)]
    pub(crate) foreign: Foreign,
}

/// How much of a system belongs to packages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Foreign {
    pub(crate) rules: usize,
    pub(crate) cards: usize,
    pub(crate) abilities: usize,
}

/// A rule of the ledger.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RuleRow {
    pub(crate) id: String,
    /// Whether content names it.
    pub(crate) named: bool,
    /// Whether a passing case proves it.
    pub(crate) proven: bool,
    /// The files of the passing cases that prove it.
    pub(crate) proven_by: Vec<String>,
}

/// The rows of a system's phrasebook, and those that no case shows.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RowsShown {
    pub(crate) count: usize,
    pub(crate) without_case: Vec<String>,
}

/// A card, and the claims about it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CardRow {
    pub(crate) set: String,
    pub(crate) card: String,
    pub(crate) parsed: bool,
    pub(crate) compiled: bool,
    pub(crate) facts_only: bool,
    pub(crate) abilities: Vec<AbilityRow>,
    pub(crate) rulings: Vec<RulingRow>,
}

/// An ability of a card.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AbilityRow {
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// Whether it did something in a case that passed.
    pub(crate) executed: bool,
    /// The files of these cases.
    #[serde(default)]
    pub(crate) cases: Vec<String>,
}

/// A rule of the ledger that is named at a card.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RulingRow {
    pub(crate) id: String,
    pub(crate) agrees: bool,
}

/// A condition, in the words of its text; the same words of the same card or file are one row.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BranchRow {
    /// The name of the file in the project.
    pub(crate) file: String,
    pub(crate) card: Option<String>,
    pub(crate) text: String,
    /// The first line in which it is written, and the rule or function there.
    #[serde(default)]
    pub(crate) line: u32,
    #[serde(default)]
    pub(crate) of: String,
    /// At how many places it is written.
    pub(crate) places: usize,
    /// At how many of these a passing case answers it with yes.
    pub(crate) yes: usize,
    /// At how many of these a passing case answers it with no.
    pub(crate) no: usize,
    pub(crate) unreached: Vec<Unreached>,
}

/// An answer that no passing case gives.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Unreached {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) answer: Answer,
}

/// An answer to a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    Yes,
    No,
}

impl Covered {
    /// What these cases cover of a system of the project.
    pub(crate) fn of(project: &Project, name: &str, ran: &Ran<'_>) -> Self {
        let system = &project.systems[name];
        let own = ran.iter().filter(|(case, _)| case.doc.system.value == name);
        let judged: Vec<(&CaseDoc, &Report)> = own
            .filter_map(|(case, verdict)| match verdict {
                Verdict::Ran(report) => Some((&*case.doc, report)),
                Verdict::Refused(_) => None,
            })
            .collect();
        let by = executing(project, name, ran);
        let (cards, others): (Vec<CardClaims>, Vec<CardClaims>) = claims(project, system, &judged)
            .into_iter()
            .partition(|card| is_own(project, name, &card.set) || is_overlaid(card));
        let ledger = rules(project, name, system, ran);
        let is_whole = split(&project.sources.get(system.file).name).is_none();
        let (rules, left): (Vec<RuleRow>, Vec<RuleRow>) = ledger
            .into_iter()
            .partition(|rule| is_whole || rule.named || rule.proven);
        Self {
            system: name.to_owned(),
            foreign: Foreign {
                rules: left.len(),
                cards: others.len(),
                abilities: others.iter().map(|card| card.abilities.len()).sum(),
            },
            rules,
            phrasebook: RowsShown::of(project, name),
            cards: cards.into_iter().map(|card| CardRow::of(card, &by)).collect(),
            branches: branches(project, system, &judged),
        }
    }

    /// How many answers cases give, and how many there could be.
    pub(crate) fn answers(&self) -> (usize, usize) {
        let given = self.branches.iter().map(|row| row.yes + row.no).sum();
        let all: usize = self.branches.iter().map(|row| 2 * row.places).sum();
        (given, all)
    }

    /// How many abilities of cards passing cases execute, and how many there are.
    pub(crate) fn abilities(&self) -> (usize, usize) {
        let all = self.cards.iter().flat_map(|card| &card.abilities);
        let executed = all.clone().filter(|ability| ability.executed).count();
        (executed, all.count())
    }
}

impl CardRow {
    /// The abilities that no passing case has executed.
    pub(crate) fn idle(&self) -> impl Iterator<Item = &AbilityRow> {
        self.abilities.iter().filter(|ability| !ability.executed)
    }
}

/// Whether a card set lies in the project itself.
pub(super) fn is_own(project: &Project, system: &str, set: &str) -> bool {
    let loaded = project.sets.get(&(system.to_owned(), set.to_owned()));
    loaded.is_some_and(|set| split(&project.sources.get(set.file).name).is_none())
}

/// Whether an overlay of the project itself gives a card of a package abilities.
fn is_overlaid(card: &CardClaims) -> bool {
    card.abilities.iter().any(|one| split(&one.file).is_none())
}

/// The files of the passing cases by the abilities that they execute.
fn executing(project: &Project, system: &str, ran: &Ran<'_>) -> BTreeMap<Ability, BTreeSet<String>> {
    let sources = names::told(project);
    let mut by: BTreeMap<Ability, BTreeSet<String>> = BTreeMap::new();
    for (case, verdict) in ran.iter().filter(|(case, _)| case.doc.system.value == system) {
        let Verdict::Ran(report) = verdict else { continue };
        for ability in report.applied.iter().filter(|_| report.passed()) {
            let file = sources.get(case.file).name.clone();
            by.entry(ability.clone()).or_default().insert(file);
        }
    }
    by
}

impl CardRow {
    /// A card, with the cases that execute each ability.
    fn of(claim: CardClaims, by: &BTreeMap<Ability, BTreeSet<String>>) -> Self {
        let ability = |ability: &Ability| AbilityRow {
            executed: claim.executed.contains(ability),
            cases: by.get(ability).into_iter().flatten().cloned().collect(),
            name: ability.name.clone(),
            file: ability.file.clone(),
            line: ability.line,
            column: ability.column,
        };
        let ruling = |id: &String| RulingRow {
            agrees: claim.agreed.contains(id),
            id: id.clone(),
        };
        Self {
            abilities: claim.abilities.iter().map(ability).collect(),
            rulings: claim.rulings.iter().map(ruling).collect(),
            set: claim.set,
            card: claim.card,
            parsed: claim.parsed,
            compiled: claim.compiled,
            facts_only: claim.is_todo,
        }
    }
}

impl RowsShown {
    fn of(project: &Project, system: &str) -> Self {
        let book = project.phrasebooks.get(system);
        let is_own = book.is_some_and(|book| split(&project.sources.get(book.file).name).is_none());
        let mut rows = found::rows(project, system);
        rows.retain(|_| is_own);
        let without = rows.iter().filter(|row| row.shows.is_empty());
        Self {
            count: rows.len(),
            without_case: without.map(|row| row.id.clone()).collect(),
        }
    }
}

/// The rules of a ledger that a program can carry out.
fn rules(project: &Project, name: &str, system: &System, ran: &Ran<'_>) -> Vec<RuleRow> {
    let sources = names::told(project);
    let mut cases: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (case, _) in ran.iter().filter(|(_, verdict)| verdict.passed()) {
        let file = sources.get(case.file).name.as_str();
        for id in &case.doc.proves {
            cases.entry(&id.value).or_default().insert(file);
        }
    }
    let texts = texts_of(project, name);
    let mentioned: BTreeSet<&str> = texts.iter().flat_map(|text| ids(text)).collect();
    let can = system
        .ledger
        .iter()
        .filter(|(_, simulate)| **simulate != Simulate::No);
    let row = |(id, _): (&String, &Simulate)| {
        let by = cases.get(id.as_str());
        RuleRow {
            named: mentioned.contains(id.as_str()),
            proven: by.is_some(),
            proven_by: by.into_iter().flatten().map(|file| (*file).to_owned()).collect(),
            id: id.clone(),
        }
    };
    can.map(row).collect()
}

/// The texts of a system, its libraries, card sets, maps and scenarios; not of cases.
fn texts_of<'a>(project: &'a Project, system: &str) -> Vec<&'a str> {
    let folders = ["systems", "cards", "maps", "scenarios"].map(|folder| format!("{folder}/{system}/"));
    let libraries = project.systems[system].libraries.iter();
    let libraries = libraries.map(|(_, doc)| format!("libraries/{}/", doc.library.value));
    let folders: Vec<String> = folders.into_iter().chain(libraries).collect();
    let inside = |name: &str| folders.iter().any(|folder| name.starts_with(folder));
    let files = project.sources.iter();
    files
        .filter(|(_, file)| inside(&file.name))
        .map(|(_, file)| file.text.as_str())
        .collect()
}

/// Words that look like rule ids.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_')
        .filter(|word| word.contains('-'))
}

/// The conditions of a system, and how passing cases answer them.
fn branches(project: &Project, system: &System, judged: &[(&CaseDoc, &Report)]) -> Vec<BranchRow> {
    let Some(pack) = &compile_system(project, system).pack else {
        return Vec::new();
    };
    let mut answers: BTreeMap<&Spot, Answered> = BTreeMap::new();
    for (_, report) in judged.iter().filter(|(_, report)| report.passed()) {
        for (spot, answer) in &report.reached {
            let all = answers.entry(spot).or_default();
            all.yes |= answer.yes;
            all.no |= answer.no;
        }
    }
    let content = content_of(project, system).into_iter();
    let content: BTreeSet<&str> = content
        .map(|file| project.sources.get(file).name.as_str())
        .collect();
    let cards = card_lines(project, system);
    let mut rows: BTreeMap<(String, Option<String>, String), BranchRow> = BTreeMap::new();
    let all = conditions(pack);
    for (spot, condition) in all
        .iter()
        .filter(|(spot, _)| content.contains(spot.file.as_str()))
    {
        let card = card_of(&cards, spot);
        let answered = answers.get(spot).copied().unwrap_or_default();
        let key = (spot.file.clone(), card.clone(), condition.text.clone());
        let row = rows
            .entry(key)
            .or_insert_with(|| BranchRow::of(spot, card, condition));
        row.add(spot, answered);
    }
    let mut rows: Vec<BranchRow> = rows.into_values().collect();
    rows.sort_by(|one, other| (&one.file, one.line, &one.text).cmp(&(&other.file, other.line, &other.text)));
    rows
}

impl BranchRow {
    fn of(spot: &Spot, card: Option<String>, condition: &Condition) -> Self {
        Self {
            file: spot.file.clone(),
            card,
            text: condition.text.clone(),
            line: spot.line,
            of: condition.of.clone(),
            places: 0,
            yes: 0,
            no: 0,
            unreached: Vec::new(),
        }
    }

    fn add(&mut self, spot: &Spot, answered: Answered) {
        self.places += 1;
        for (is_given, answer) in [(answered.yes, Answer::Yes), (answered.no, Answer::No)] {
            match (is_given, answer) {
                (true, Answer::Yes) => self.yes += 1,
                (true, Answer::No) => self.no += 1,
                (false, answer) => self.unreached.push(Unreached {
                    line: spot.line,
                    column: spot.column,
                    answer,
                }),
            }
        }
    }
}

/// The card in whose lines a condition is written.
fn card_of(cards: &BTreeMap<String, Vec<CardLines>>, spot: &Spot) -> Option<String> {
    let mut cards = cards.get(&spot.file)?.iter();
    let card = cards.find(|card| card.lines.contains(&spot.line))?;
    Some(card.card.clone())
}
