//! The claims about each card, kept apart: that its rules parse, that they compile, that a case has executed
//! them, and that a case which proves its ruling has executed one of them.

use crate::{Ability, Report};
use cardwright_bytecode::pack::RuleKind;
use cardwright_compiler::document::{At, CaseDoc};
use cardwright_compiler::project::System;
use cardwright_compiler::source::FileId;
use cardwright_compiler::{Diagnostic, Project, codes, compile_system};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The claims about one card.
#[derive(Clone, Debug)]
pub struct CardClaims {
    /// The card set's id.
    pub set: String,
    /// The card's id.
    pub card: String,
    /// Whether its document and its rules parse.
    pub parsed: bool,
    /// Whether they compile.
    pub compiled: bool,
    /// Whether its rules are still to be written: it has facts only.
    pub is_todo: bool,
    /// Its abilities: every rule that is written in its block. Empty if it does not compile, or has none.
    pub abilities: Vec<Ability>,
    /// The abilities that a passing case has executed.
    pub executed: BTreeSet<Ability>,
    /// The rules of the ledger that are named at the card: its rulings.
    pub rulings: BTreeSet<String>,
    /// Those that a passing case proves in which the card did something.
    pub agreed: BTreeSet<String>,
}

impl CardClaims {
    /// The abilities that no passing case has executed.
    pub fn idle(&self) -> impl Iterator<Item = &Ability> {
        self.abilities
            .iter()
            .filter(|ability| !self.executed.contains(*ability))
    }

    /// The rulings that a passing case proves in which the card did nothing, though it has abilities.
    #[must_use]
    pub fn claimed_in_vain(&self, cases: &[(&CaseDoc, &Report)]) -> Vec<String> {
        if self.abilities.is_empty() {
            return Vec::new();
        }
        let passing = cases.iter().filter(|(_, report)| report.passed());
        let proven: BTreeSet<&str> = passing
            .flat_map(|(case, _)| case.proves.iter().map(|id| id.value.as_str()))
            .collect();
        let in_vain = self
            .rulings
            .iter()
            .filter(|id| proven.contains(id.as_str()) && !self.agreed.contains(*id));
        in_vain.cloned().collect()
    }
}

/// The claims about each card of a system, from its cases and their results; in the order of the documents.
#[must_use]
pub fn claims(project: &Project, system: &System, cases: &[(&CaseDoc, &Report)]) -> Vec<CardClaims> {
    let compiled = compile_system(project, system);
    let rules: Vec<Ability> = compiled.pack.as_ref().map_or_else(Vec::new, |pack| {
        let count = u32::try_from(pack.rules.len()).unwrap_or(u32::MAX);
        // Rules about building a force are no abilities: nothing in play executes them.
        let plays = |rule: &u32| {
            let kind = pack.rules.get(*rule as usize).map(|rule| &rule.kind);
            !matches!(kind, Some(RuleKind::Build { .. }))
        };
        let rules = (0..count).filter(plays);
        rules.filter_map(|rule| Ability::of(pack, rule)).collect()
    });
    let passing: Vec<_> = cases.iter().filter(|(_, report)| report.passed()).collect();
    let sets = project
        .sets
        .iter()
        .filter(|((of, _), _)| *of == system.doc.system.value);
    let overlaid = overlaid(project, system);
    let mut claims = Vec::new();
    for ((_, set), loaded) in sets {
        let file = project.sources.get(loaded.file);
        let ids = loaded.doc.cards.iter().map(|card| &card.id);
        for (card, block) in loaded.doc.cards.iter().zip(blocks(&file.text, ids)) {
            let mut claim = CardClaims {
                set: set.clone(),
                card: card.id.value.clone(),
                parsed: true,
                compiled: compiled.pack.is_some(),
                is_todo: card.is_todo,
                abilities: block.abilities(&file.name, &rules),
                executed: BTreeSet::new(),
                rulings: rulings(&file.text, &block, system),
                agreed: BTreeSet::new(),
            };
            for faults in [&project.diagnostics, &compiled.diagnostics] {
                claim.judge_faults(loaded.file, &block, faults);
            }
            for (file, block) in overlaid.get(card.id.value.as_str()).into_iter().flatten() {
                let text = project.sources.get(*file);
                claim.abilities.extend(block.abilities(&text.name, &rules));
                claim.rulings.extend(rulings(&text.text, block, system));
                for faults in [&project.diagnostics, &compiled.diagnostics] {
                    claim.judge_faults(*file, block, faults);
                }
            }
            for (case, report) in &passing {
                claim.judge_case(case, report);
            }
            claims.push(claim);
        }
    }
    claims
}

/// For each card that overlays in force change, its blocks in them.
fn overlaid<'a>(project: &'a Project, system: &'a System) -> BTreeMap<&'a str, Vec<(FileId, Block)>> {
    let mut found: BTreeMap<&str, Vec<(FileId, Block)>> = BTreeMap::new();
    for (file, ids) in changes(project, system) {
        let named = blocks(&project.sources.get(file).text, ids.iter().copied());
        for (id, block) in ids.iter().zip(named) {
            found.entry(&id.value).or_default().push((file, block));
        }
    }
    found
}

/// The overlays of a system that are in force, each with the ids of the cards that it changes.
fn changes<'a>(
    project: &'a Project,
    system: &'a System,
) -> impl Iterator<Item = (FileId, Vec<&'a At<String>>)> {
    let overlays = project.overlays_of(&system.doc.system.value);
    let in_force = overlays.filter(|overlay| project.is_in_force(overlay));
    in_force.map(|overlay| {
        let ids = overlay.doc.cards.iter().map(|change| &change.card);
        (overlay.file, ids.collect())
    })
}

/// The lines of a document that belong to a card.
#[derive(Clone, Debug)]
pub struct CardLines {
    /// The id of its set.
    pub set: String,
    /// The card's id.
    pub card: String,
    /// From the comments above it to the last line before the next card.
    pub lines: RangeInclusive<u32>,
}

/// Where the cards of a system's sets are written, and the overlays in force that change them, by the names of the files.
#[must_use]
pub fn card_lines(project: &Project, system: &System) -> BTreeMap<String, Vec<CardLines>> {
    let sets = project
        .sets
        .iter()
        .filter(|((of, _), _)| *of == system.doc.system.value);
    let mut set_of: BTreeMap<&str, &str> = BTreeMap::new();
    let mut files: Vec<(FileId, Vec<&At<String>>)> = Vec::new();
    for ((_, set), loaded) in sets {
        let ids: Vec<&At<String>> = loaded.doc.cards.iter().map(|card| &card.id).collect();
        set_of.extend(ids.iter().map(|id| (id.value.as_str(), set.as_str())));
        files.push((loaded.file, ids));
    }
    files.extend(changes(project, system));
    let lines = files.into_iter().map(|(file, ids)| {
        let file = project.sources.get(file);
        let named = ids.iter().zip(blocks(&file.text, ids.iter().copied()));
        let cards = named.filter_map(|(id, block)| {
            Some(CardLines {
                set: (*set_of.get(id.value.as_str())?).to_owned(),
                card: id.value.clone(),
                lines: block.first_line..=block.last_line,
            })
        });
        (file.name.clone(), cards.collect())
    });
    lines.collect()
}

/// The text of each card of a system, by set and id, with the comments above it; behind it, what overlays in force say of it.
#[must_use]
pub fn card_texts(project: &Project, system: &System) -> BTreeMap<(String, String), String> {
    let mut texts: BTreeMap<(String, String), String> = BTreeMap::new();
    for (file, cards) in card_lines(project, system) {
        let Some(file) = project.sources.named(&file).map(|file| project.sources.get(file)) else {
            continue;
        };
        let lines: Vec<&str> = file.text.lines().collect();
        for card in cards {
            let (first, last) = (*card.lines.start() as usize, *card.lines.end() as usize);
            let own = lines.get(first.saturating_sub(1)..last.min(lines.len()));
            let text = texts.entry((card.set, card.card)).or_default();
            own.into_iter().flatten().for_each(|line| {
                text.push_str(line);
                text.push('\n');
            });
        }
    }
    texts
}

impl CardClaims {
    fn judge_faults(&mut self, file: FileId, block: &Block, faults: &[Diagnostic]) {
        let inside = |fault: &&Diagnostic| {
            fault.place.file == file && (block.start..block.end).contains(&fault.place.start)
        };
        for fault in faults.iter().filter(inside) {
            self.compiled = false;
            let form = [codes::SYNTAX.id, codes::YAML.id];
            self.parsed &= !form.contains(&fault.code.id);
        }
    }

    fn judge_case(&mut self, case: &CaseDoc, report: &Report) {
        let did: BTreeSet<Ability> = self
            .abilities
            .iter()
            .filter(|ability| report.applied.contains(*ability))
            .cloned()
            .collect();
        if did.is_empty() {
            return;
        }
        self.executed.extend(did);
        let proven = case.proves.iter().map(|id| &id.value);
        let own = proven.filter(|id| self.rulings.contains(*id));
        self.agreed.extend(own.cloned());
    }
}

/// The bytes and lines of a document that belong to a card: from the comments above it to those above the next.
struct Block {
    start: usize,
    end: usize,
    first_line: u32,
    last_line: u32,
}

impl Block {
    fn abilities(&self, file: &str, rules: &[Ability]) -> Vec<Ability> {
        let own = |ability: &&Ability| {
            ability.file == file && (self.first_line..=self.last_line).contains(&ability.line)
        };
        rules.iter().filter(own).cloned().collect()
    }
}

/// The block of each card of a document, by the places of their ids.
fn blocks<'a>(text: &str, ids: impl Iterator<Item = &'a At<String>>) -> Vec<Block> {
    let starts: Vec<usize> = ids.map(|id| above(text, id.start)).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let line = |at: usize| u32::try_from(text[..at].matches('\n').count() + 1).unwrap_or(u32::MAX);
    let block = |start: usize, end: usize| Block {
        start,
        end,
        first_line: line(start),
        last_line: line(end.saturating_sub(1).max(start)),
    };
    let bounds = starts.iter().zip(ends);
    bounds.map(|(&start, end)| block(start, end.max(start))).collect()
}

/// The beginning of the line of a place, or of the comments right above it.
fn above(text: &str, at: usize) -> usize {
    let line_start = |at: usize| {
        text.get(..at)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |end| end + 1)
    };
    let mut start = line_start(at.min(text.len()));
    while start > 0 {
        let before = line_start(start - 1);
        if !text[before..start].trim_start().starts_with('#') {
            break;
        }
        start = before;
    }
    start
}

/// The ids of the ledger that stand in a card's block.
fn rulings(text: &str, block: &Block, system: &System) -> BTreeSet<String> {
    let words = text[block.start..block.end].split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words
        .filter(|word| system.ledger.contains_key(*word))
        .map(str::to_owned)
        .collect()
}
