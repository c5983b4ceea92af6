//! `coverage --changed`: cases that were changed or are gone, held against what they noticed before.
//!
//! A case proves what a card does if it fails as soon as the card is broken. So the cards of changed cases are broken in one place
//! at a time, in both versions: what such a case noticed before, some case must notice now. Nothing of this needs a ledger.
//!
//! A break is the same in both versions if it is named alike. Where the lines of an ability are written anew, one break of the new
//! lines must be noticed. Of an ability that is gone nothing is asked.
//!
//! Not here: how breaks are made and noticed (`cardwright_case_runner::breaking`), and what is told of a loss (`regress`).

use super::breakage::told;
use super::excuses::name_of;
use super::regress::Lost;
use crate::program::counts::{counted, one_or_many};
use crate::program::diff::{Version, said};
use crate::program::{names, output};
use cardwright_case_runner::breaking::{Baseline, Hunt, Noticed};
use cardwright_case_runner::cards::{CardLines, card_lines};
use cardwright_case_runner::trace_of_case;
use cardwright_compiler::breaking::{Break, Breaks};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::packages::split;
use cardwright_compiler::project::{Loaded, System};
use cardwright_compiler::{Project, compile_case, compile_system};
use cardwright_core::Content;
use indicatif::ProgressStyle;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What changed cases noticed, and what no case notices any more.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Weakening {
    /// The files of the cases that were changed or are gone.
    pub(crate) cases: Vec<String>,
    /// How many breaks of cards they noticed.
    pub(crate) noticed: usize,
    /// How many breaks were not tried.
    pub(crate) left: usize,
    pub(crate) lost: Vec<Lost>,
}

/// A card and a part of it: the line of the ability, or none for what stands above.
type Part = (String, Option<String>);

/// A break of a card, in one of the two versions.
struct Broken<'a> {
    way: &'a Break,
    name: String,
    part: Part,
}

/// A break that a case noticed, and what there is to say if none notices it any more.
struct Notice {
    name: String,
    part: Part,
    case: String,
    told: String,
}

impl Weakening {
    /// Holds the changed cases of a system against an earlier version; at most so many breaks are tried.
    pub(crate) fn of(project: &Project, base: &Version, system: &str, most: usize) -> Self {
        let was = &base.project;
        let changed = changed(was, project, system);
        let cases = changed.iter().map(|&case| name(was, case)).collect();
        let systems = was.systems.get(system).zip(project.systems.get(system));
        let Some((old, new)) = systems.filter(|_| !changed.is_empty()) else {
            return Self::default();
        };
        let cards = cards_of(was, &changed);
        let (old_breaks, new_breaks) = (Breaks::of(was, old), Breaks::of(project, new));
        let mut before = broken(was, old, &old_breaks, &cards);
        let left = before.len().saturating_sub(most);
        before.truncate(most);
        let noticed = noticed(was, system, &changed, &before);
        let after = Now {
            project,
            system,
            breaks: broken(project, new, &new_breaks, &cards),
        };
        Self {
            cases,
            noticed: noticed.len(),
            left,
            lost: after.lost(&noticed),
        }
    }

    /// The result for people; nothing if no case was changed.
    pub(crate) fn lines(&self, system: &str, since: &str) -> Vec<String> {
        if self.cases.is_empty() {
            return Vec::new();
        }
        let excused = self.lost.iter().filter(|lost| lost.excuse.is_some()).count();
        let left = match self.left {
            0 => String::new(),
            left => format!("; {} not tried", one_or_many(left, "break was", "breaks were")),
        };
        let sum = format!(
            "{system}: {} changed or gone since {since}: of {} of cards that they noticed, {} lost, {excused} excused{left}",
            counted(self.cases.len(), "case"),
            counted(self.noticed, "break"),
            one_or_many(self.lost.len() - excused, "proof is", "proofs are"),
        );
        let lost = self.lost.iter().map(|lost| format!("  {lost}"));
        std::iter::once(sum).chain(lost).collect()
    }
}

/// The cases of a system that a later version has otherwise or not at all, by their numbers: they, or the scenario in which they
/// play, say something else.
fn changed(was: &Project, now: &Project, system: &str) -> Vec<usize> {
    let files = now.sources.iter();
    let texts: BTreeMap<&str, &str> = files
        .map(|(_, file)| (file.name.as_str(), file.text.as_str()))
        .collect();
    let differs = |file| {
        let file = was.sources.get(file);
        let text = texts.get(file.name.as_str());
        text.is_none_or(|text| said(text) != said(&file.text))
    };
    let is_changed = |case: &Loaded<CaseDoc>| {
        let scenario = case.doc.scenario.as_ref();
        let mut scenarios = was.scenarios.iter().filter(|one| {
            one.doc.system.value == system
                && scenario.is_some_and(|scenario| scenario.value == one.doc.scenario.value)
        });
        differs(case.file) || scenarios.any(|one| differs(one.file))
    };
    let cases = was.cases.iter().enumerate();
    cases
        .filter(|(_, case)| case.doc.system.value == system && is_changed(case))
        .map(|(number, _)| number)
        .collect()
}

/// The name of a case's file in its project.
fn name(project: &Project, case: usize) -> String {
    let file = project.cases.get(case).map(|case| case.file);
    file.map_or_else(String::new, |file| project.sources.get(file).name.clone())
}

/// The cards that are in cases, or that these name: a case that only looks at what is printed has no card in play.
fn cards_of(project: &Project, cases: &[usize]) -> BTreeSet<String> {
    let mut cards = BTreeSet::new();
    for case in cases.iter().filter_map(|&case| project.cases.get(case)) {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let text = &project.sources.get(case.file).text;
        cards.extend(text.split(|letter| !is_part(letter)).map(str::to_owned));
        let Some(pack) = compile_case(project, case).pack else {
            continue;
        };
        let content = Content::new(pack);
        let (_, trace) = trace_of_case(&content, &case.doc);
        let templates = trace.templates.iter();
        let found = templates.filter_map(|template| content.pack().templates.find(*template));
        cards.extend(found.map(|card| card.id.clone()));
    }
    cards
}

/// The breaks of cards of the project itself: the first one of each card, then the second ones.
fn broken<'a>(
    project: &Project,
    system: &System,
    breaks: &'a Breaks,
    cards: &BTreeSet<String>,
) -> Vec<Broken<'a>> {
    let lines = card_lines(project, system);
    let parts = parts(project, system);
    let mut ranked: Vec<(usize, Broken<'a>)> = Vec::new();
    let mut ranks: BTreeMap<String, usize> = BTreeMap::new();
    for way in breaks.all.iter().filter(|way| !breaks.is_for_agents(way.place)) {
        let file = project.sources.get(way.place.file).name.as_str();
        let line = u32::try_from(project.sources.line_column(way.place).0).unwrap_or(u32::MAX);
        let has_it = |card: &&CardLines| card.lines.contains(&line) && cards.contains(&card.card);
        let card = lines.get(file).and_then(|cards| cards.iter().find(has_it));
        let Some(card) = card.filter(|_| split(file).is_none()) else {
            continue;
        };
        let mut starts = parts.get(file).into_iter().flat_map(|all| all.range(..=line));
        let ability = starts.rfind(|(start, _)| card.lines.contains(start));
        let id = format!("{}/{}", card.set, card.card);
        let rank = ranks.entry(id.clone()).or_default();
        *rank += 1;
        let part = (id, ability.map(|(_, name)| name.clone()));
        let name = name_of(&project.sources, way);
        ranked.push((*rank, Broken { way, name, part }));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, broken)| broken).collect()
}

/// The names of the abilities of a system by the lines in which they begin, by file.
fn parts(project: &Project, system: &System) -> BTreeMap<String, BTreeMap<u32, String>> {
    let compiled = compile_system(project, system);
    let mut parts: BTreeMap<String, BTreeMap<u32, String>> = BTreeMap::new();
    for rule in compiled.pack.iter().flat_map(|pack| pack.rules.iter()) {
        let pack = compiled.pack.as_ref();
        if let Some(file) = pack.and_then(|pack| pack.texts.get(rule.source.file as usize)) {
            let lines = parts.entry(file.clone()).or_default();
            lines.insert(rule.source.line, rule.name.clone());
        }
    }
    parts
}

/// Whether the content still compiles after a break.
fn is_viable(project: &Project, system: &str) -> bool {
    let system = project.systems.get(system);
    system.is_some_and(|system| compile_system(project, system).diagnostics.is_empty())
}

/// What cases notice of breaks.
fn noticed(project: &Project, system: &str, cases: &[usize], breaks: &[Broken<'_>]) -> Vec<Notice> {
    let baseline = Baseline::of(project, cases);
    let mut hunt = Hunt::with(&baseline);
    let sources = names::told(project);
    let mut found = Vec::new();
    let bar = output::bar(breaks.len() as u64).with_message(system.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len} breaks") {
        bar.set_style(style);
    }
    for one in breaks {
        bar.inc(1);
        let Some(broken) = baseline.broken(one.way) else {
            continue;
        };
        let Noticed::By(case) = hunt.noticed(&broken, &|_| false) else {
            continue;
        };
        if is_viable(broken.project(), system) {
            found.push(Notice {
                name: one.name.clone(),
                part: one.part.clone(),
                case: name(project, case),
                told: told(&sources, one.way),
            });
        }
    }
    bar.finish_and_clear();
    found
}

/// The later version.
struct Now<'a> {
    project: &'a Project,
    system: &'a str,
    breaks: Vec<Broken<'a>>,
}

impl Now<'_> {
    /// What no case notices any more, by card and case.
    fn lost(&self, before: &[Notice]) -> Vec<Lost> {
        if before.is_empty() {
            return Vec::new();
        }
        let cases = self.project.cases.iter().enumerate();
        let own = cases.filter(|(_, case)| case.doc.system.value == self.system);
        let own: Vec<usize> = own.map(|(number, _)| number).collect();
        let baseline = Baseline::of(self.project, &own);
        let mut hunt = Hunt::with(&baseline);
        let mut notices = |one: &Broken<'_>| {
            let broken = baseline.broken(one.way);
            let broken = broken.filter(|broken| is_viable(broken.project(), self.system))?;
            Some(matches!(hunt.noticed(&broken, &|_| false), Noticed::By(_)))
        };
        let mut lost: Vec<&Notice> = Vec::new();
        let mut held: BTreeSet<&Part> = BTreeSet::new();
        let mut anew: Vec<&Notice> = Vec::new();
        for notice in before {
            let same = self.breaks.iter().find(|one| one.name == notice.name);
            match same.and_then(&mut notices) {
                Some(true) => {
                    held.insert(&notice.part);
                }
                Some(false) => lost.push(notice),
                None => anew.push(notice),
            }
        }
        let mut known: BTreeMap<&Part, bool> = BTreeMap::new();
        for notice in anew.into_iter().filter(|one| !held.contains(&one.part)) {
            let is_held = *known.entry(&notice.part).or_insert_with(|| {
                let own = self.breaks.iter().filter(|one| one.part == notice.part);
                let mut tried = own.filter_map(&mut notices).peekable();
                tried.peek().is_none() || tried.any(|is_noticed| is_noticed)
            });
            if !is_held {
                lost.push(notice);
            }
        }
        by_case(self.system, &lost)
    }
}

/// Losses, one for each card and case.
fn by_case(system: &str, lost: &[&Notice]) -> Vec<Lost> {
    let mut all: BTreeMap<(&str, &str), Vec<&Notice>> = BTreeMap::new();
    for one in lost {
        all.entry((&one.part.0, &one.case)).or_default().push(one);
    }
    let told = all.into_iter().filter_map(|((card, case), notices)| {
        let first = notices.first()?;
        let ability = match first.part.1.as_deref() {
            Some(name) if !name.is_empty() => format!(" (\"{name}\")"),
            _ => String::new(),
        };
        let short = case.rsplit('/').next().unwrap_or(case).trim_end_matches(".yaml");
        let was = format!(
            "{case} noticed {} of the card that no case notices now, such as {}{ability}",
            counted(notices.len(), "break"),
            first.told,
        );
        Some(Lost::new("proof", system, format!("{card} {short}"), was))
    });
    told.collect()
}
