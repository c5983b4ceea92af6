//! The cases of both versions, run on the content of both.
//!
//! A case that both versions have runs once on each. One that was changed, or that only one version has, is put into the other
//! version beside its own cases, so that what it claims is tried on both contents. A case belongs together with another by its file.

use super::documents::said;
use super::levels::{CASE_CHANGED, CASE_FAILS, CASE_GONE, CASE_HOLDS, Change, Sort};
use super::report::Compared;
use super::sides::{Pair, Side};
use cardwright_case_runner::{Outcome, Verdict, trace_of_case};
use cardwright_compiler::document::CaseDoc;
use cardwright_compiler::project::Loaded;
use cardwright_compiler::{Project, compile_case, side_by_side};
use cardwright_core::Content;
use std::collections::{BTreeMap, BTreeSet};

/// The most reasons that are told of a case.
const FIRST_REASONS: usize = 2;

/// What cases came to.
#[derive(Default)]
pub(super) struct Tried {
    pub(super) changes: Vec<Change>,
    /// By cards, in how many cases they are.
    pub(super) having: BTreeMap<String, usize>,
    /// The cards that are in a case that notices the change.
    pub(super) noticed: BTreeSet<String>,
}

/// A case by its file and what it claims.
type Name = (String, String);

/// What came of a case on one content.
#[derive(Clone, Debug, Default)]
struct Run {
    passed: bool,
    refused: bool,
    cards: BTreeSet<String>,
}

/// Cases of one version on one content.
type Runs = BTreeMap<Name, Run>;

/// Runs the cases of both versions on both.
pub(super) fn run(pair: &Pair<'_>, compared: &mut Compared) -> Tried {
    let (id, old, new) = (pair.id(), texts(&pair.old), texts(&pair.new));
    let foreign =
        |from: &BTreeMap<String, String>, to: &BTreeMap<String, String>| -> BTreeMap<String, String> {
            let others = from.iter().filter(|(name, text)| to.get(*name) != Some(text));
            others.map(|(name, text)| (name.clone(), text.clone())).collect()
        };
    let (from_old, from_new) = (foreign(&old, &new), foreign(&new, &old));
    let (own_old, own_new) = (runs(pair.old.project, id, None), runs(pair.new.project, id, None));
    let old_on_new = guests(pair.new.project, id, from_old);
    let new_on_old = guests(pair.old.project, id, from_new);
    let mut tried = Tried::default();
    for (name, before) in &own_old {
        if !new.contains_key(&name.0) {
            compared.cases += 1;
            tried.gone(pair, name, old_on_new.get(name));
        } else if let Some(after) = old_on_new.get(name).or_else(|| own_new.get(name)) {
            compared.cases += 1;
            tried.judge(pair, name, (before, after), old_on_new.contains_key(name));
        }
    }
    for (name, before) in &new_on_old {
        if let Some(after) = own_new.get(name) {
            compared.cases += usize::from(!own_old.contains_key(name));
            tried.judge_new(pair, name, (before, after));
        }
    }
    for (file, claim) in own_new.keys() {
        if let Some((was, is)) = old.get(file).zip(new.get(file)) {
            tried.rewritten(pair, &(file.clone(), claim.clone()), (was, is));
        }
    }
    tried
}

/// The texts of the cases of a system by their files.
fn texts(side: &Side<'_>) -> BTreeMap<String, String> {
    let cases = side
        .project
        .cases
        .iter()
        .filter(|case| case.doc.system.value == side.id());
    let files = cases.map(|case| side.project.sources.get(case.file));
    files
        .map(|file| (file.name.clone(), file.text.replace("\r\n", "\n")))
        .collect()
}

/// Cases of the other version on a content.
fn guests(project: &Project, id: &str, texts: BTreeMap<String, String>) -> Runs {
    if texts.is_empty() {
        return Runs::new();
    }
    let names: BTreeSet<String> = texts.keys().cloned().collect();
    let mut project = project.clone();
    project.update_all(texts.into_iter().map(|(name, text)| (name, Some(text))));
    runs(&project, id, Some(&names))
}

/// Runs the cases of a system; of some files only, if these are named.
fn runs(project: &Project, id: &str, files: Option<&BTreeSet<String>>) -> Runs {
    let name = |case: &Loaded<CaseDoc>| project.sources.get(case.file).name.clone();
    let wanted = |case: &&Loaded<CaseDoc>| {
        case.doc.system.value == id && files.is_none_or(|files| files.contains(&name(case)))
    };
    let cases: Vec<&Loaded<CaseDoc>> = project.cases.iter().filter(wanted).collect();
    let ran = side_by_side(project, cases.iter().copied(), |case| of(project, case));
    let named = cases.iter().map(|case| (name(case), case.doc.case.value.clone()));
    named.zip(ran).collect()
}

fn of(project: &Project, case: &Loaded<CaseDoc>) -> Run {
    let Some(pack) = compile_case(project, case).pack else {
        // Some cases claim that a fact is refused: their verdict is not that of a game.
        let verdict = Verdict::of(project, case);
        return Run {
            passed: verdict.passed(),
            refused: matches!(verdict, Verdict::Refused(_)),
            cards: BTreeSet::new(),
        };
    };
    let content = Content::new(pack);
    let (outcome, trace) = trace_of_case(&content, &case.doc);
    let templates = &content.pack().templates;
    let cards = trace
        .templates
        .iter()
        .filter_map(|template| templates.find(*template));
    Run {
        passed: outcome == Outcome::Passed,
        refused: false,
        cards: cards.map(|card| card.id.clone()).collect(),
    }
}

impl Tried {
    /// What a case of the earlier version comes to.
    fn judge(&mut self, pair: &Pair<'_>, name: &Name, (before, after): (&Run, &Run), is_changed: bool) {
        let cards: BTreeSet<&String> = before.cards.iter().chain(&after.cards).collect();
        for card in &cards {
            *self.having.entry((*card).clone()).or_default() += 1;
        }
        if before.passed == after.passed {
            return;
        }
        self.noticed.extend(cards.into_iter().cloned());
        self.noticed.extend(named_in(pair, name));
        let sort = if after.passed { CASE_HOLDS } else { CASE_FAILS };
        let side = if after.passed { &pair.old } else { &pair.new };
        let why = reasons(pair, side, name, is_changed);
        let text = match (after.passed, after.refused, is_changed) {
            (true, ..) => format!("it did not hold: {why}"),
            (false, true, _) => format!("it does not compile any more: {why}"),
            (false, false, true) => format!("as it was written before, it does not hold any more: {why}"),
            (false, false, false) => format!("it does not hold any more: {why}"),
        };
        self.changes.push(change(pair, sort, name).saying(text));
    }

    /// A case that only the earlier version has. It notices nothing any more, whatever it comes to on the later content.
    fn gone(&mut self, pair: &Pair<'_>, name: &Name, after: Option<&Run>) {
        let text = match after {
            Some(after) if after.passed => "as it was written, it would hold",
            Some(after) if after.refused => "as it was written, it would not compile",
            _ => "as it was written, it would not hold",
        };
        self.changes.push(change(pair, CASE_GONE, name).saying(text));
    }

    /// A case that is written otherwise, if nothing else is told of it: then both forms come to the same on both contents.
    fn rewritten(&mut self, pair: &Pair<'_>, name: &Name, (was, is): (&str, &str)) {
        let (was, is) = (said(was), said(is));
        let is_told = |one: &Change| one.file.as_deref() == Some(name.0.as_str());
        if was == is || self.changes.iter().any(is_told) {
            return;
        }
        let only = |of: &[&str], other: &[&str]| {
            let lines = of.iter().filter(|line| !other.contains(line));
            lines.map(|line| line.trim()).collect::<Vec<_>>().join("; ")
        };
        let texts = (only(&was, &is), only(&is, &was));
        let change = change(pair, CASE_CHANGED, name).saying("both forms come to the same on both versions");
        self.changes.push(change.with_texts(texts.0, texts.1));
    }

    /// What a case that the later version has written anew comes to.
    fn judge_new(&mut self, pair: &Pair<'_>, name: &Name, (before, after): (&Run, &Run)) {
        for card in &after.cards {
            *self.having.entry(card.clone()).or_default() += 1;
        }
        if after.passed && !before.passed {
            // Whoever changed the content has shown what changes.
            self.noticed.extend(after.cards.iter().cloned());
            self.noticed.extend(named_in(pair, name));
            let change = change(pair, CASE_HOLDS, name);
            self.changes
                .push(change.saying("a new claim, which holds now and did not before"));
        } else if !after.passed {
            let why = reasons(pair, &pair.new, name, false);
            self.changes.push(
                change(pair, CASE_FAILS, name).saying(format!("a new claim, which does not hold: {why}")),
            );
        }
    }
}

/// The words of a case that can be ids: one that only looks at what is printed has no card in play.
fn named_in(pair: &Pair<'_>, (file, _): &Name) -> BTreeSet<String> {
    let texts = [pair.old.project.text_of(file), pair.new.project.text_of(file)];
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let texts = texts.iter().flatten();
    texts
        .flat_map(|text| text.split(|letter| !is_part(letter)))
        .map(str::to_owned)
        .collect()
}

fn change(pair: &Pair<'_>, sort: Sort, (file, claim): &Name) -> Change {
    let short = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".yaml");
    Change::new(sort, pair.id(), short)
        .titled(claim)
        .in_file(Some(file))
}

/// Why a case does not hold on the content of a side: the first reasons. A changed one is that of the other side.
fn reasons(pair: &Pair<'_>, side: &Side<'_>, name: &Name, is_changed: bool) -> String {
    let mut project = side.project.clone();
    if is_changed {
        let known = texts(&pair.old);
        project.update_all(
            known
                .get(&name.0)
                .map(|text| (name.0.clone(), Some(text.clone()))),
        );
    }
    let is_it = |case: &&Loaded<CaseDoc>| {
        case.doc.system.value == pair.id()
            && case.doc.case.value == name.1
            && project.sources.get(case.file).name == name.0
    };
    let found = project
        .cases
        .iter()
        .find(is_it)
        .map(|case| Verdict::of(&project, case));
    let reasons = found.map(|verdict| verdict.reasons()).unwrap_or_default();
    let first: Vec<String> = reasons.into_iter().take(FIRST_REASONS).collect();
    first.join("; ")
}
