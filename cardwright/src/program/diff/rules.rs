//! What rules say, in words and in code: of cards, at the head of card sets, and of the system itself.
//!
//! Four things can happen. The words and the code change; the code alone, which its words do not show; the words alone, because the
//! phrases with which it is told have changed; or neither, and only the layout of the text is another one.

use super::levels::{
    BUILDING_CHANGED, CODE_CHANGED, Change, LAYOUT_ONLY, RULES_CHANGED, Sort, WORDING_CHANGED,
};
use super::sides::{Card, Pair, Side};
use cardwright_bytecode::pack::{Home, Id, Pack, Rule, RuleKind};
use cardwright_bytecode::sense::Senses;
use cardwright_compiler::wording::{Wording, phrases_of_card, set_rules};
use std::collections::{BTreeMap, BTreeSet};

/// What the rules of something say and do.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// In words, one paragraph each.
    pub(super) rules: Vec<String>,
    /// Those of them that say in which forces it may be.
    pub(super) building: Vec<String>,
    /// What they do, in the names of the pack, sorted.
    pub(super) senses: Vec<String>,
    /// As it is written.
    pub(super) source: String,
}

/// The rules of a card in two versions.
pub(super) fn of_card(system: &str, card: &Card<'_>, (old, new): (&Told, &Told)) -> Vec<Change> {
    let about = card.about();
    let change = |sort: Sort| {
        Change::new(sort, system, about.clone())
            .titled(&card.def.name)
            .in_file(Some(card.file))
    };
    let (gone, come) = apart(&old.rules, &new.rules);
    if gone.is_empty() && come.is_empty() {
        return match (old.senses == new.senses, old.source == new.source) {
            (false, _) => vec![change(CODE_CHANGED).saying(SILENT)],
            (true, false) if card.is_main() => vec![change(LAYOUT_ONLY)],
            (true, _) => Vec::new(),
        };
    }
    if old.senses == new.senses {
        return vec![change(WORDING_CHANGED).with_texts(gone.join(" "), come.join(" "))];
    }
    let building: BTreeSet<&String> = old.building.iter().chain(&new.building).collect();
    let is_building = |paragraph: &&String| building.contains(paragraph);
    let split = |all: &[&String]| -> (String, String) {
        let (building, rules): (Vec<&String>, Vec<&String>) = all.iter().partition(|one| is_building(one));
        let joined = |all: &[&String]| all.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(" ");
        (joined(&building), joined(&rules))
    };
    let ((old_building, old_rules), (new_building, new_rules)) = (split(&refs(&gone)), split(&refs(&come)));
    let pairs = [
        (BUILDING_CHANGED, old_building, new_building),
        (RULES_CHANGED, old_rules, new_rules),
    ];
    let pairs = pairs.into_iter().filter(|(_, old, new)| old != new);
    pairs
        .map(|(sort, old, new)| change(sort).with_texts(old, new))
        .collect()
}

/// What is said where words do not show a change.
const SILENT: &str = "its words stay the same, but not what it does";

fn refs(all: &[String]) -> Vec<&String> {
    all.iter().collect()
}

/// The paragraphs that only one version has, in their order.
fn apart(old: &[String], new: &[String]) -> (Vec<String>, Vec<String>) {
    let only = |of: &[String], other: &[String]| {
        let mut left: Vec<&String> = other.iter().collect();
        let gone = of
            .iter()
            .filter(|one| match left.iter().position(|other| other == one) {
                Some(at) => {
                    left.swap_remove(at);
                    false
                }
                None => true,
            });
        gone.cloned().collect::<Vec<String>>()
    };
    (only(old, new), only(new, old))
}

/// The rules of a card about building, in words.
pub(super) fn building(side: &Side<'_>, card: &Card<'_>) -> Vec<String> {
    let pack = side.pack();
    let mut rules = pack.rules.iter().enumerate().filter(|(_, rule)| {
        rule.home == Home::Template(Id::at(card.place)) && matches!(rule.kind, RuleKind::Build { .. })
    });
    let Some(first) = rules.next() else {
        return Vec::new();
    };
    let phrases = phrases_of_card(side.project, side.system, &card.def.id);
    let wording = Wording::new(pack, &side.compiled.program, &phrases);
    std::iter::once(first)
        .chain(rules)
        .map(|(number, _)| wording.rule(number))
        .collect()
}

/// What the rules of a card do.
pub(super) fn senses(pack: &Pack, senses: &Senses<'_>, card: &Card<'_>) -> Vec<String> {
    let home = Home::Template(Id::at(card.place));
    let rules = pack.rules.iter().filter(|rule| rule.home == home);
    let mut found: Vec<String> = rules.map(|rule| senses.rule(rule)).collect();
    found.sort_unstable();
    found
}

/// The rules of the system: its own rules in words, and what its names stand for.
pub(super) fn of_system(pair: &Pair<'_>) -> Vec<Change> {
    let system = pair.id();
    let (old, new) = (global(&pair.old), global(&pair.new));
    let mut changes = Vec::new();
    let (gone, come) = apart(&old, &new);
    if !gone.is_empty() || !come.is_empty() {
        let change = Change::new(RULES_CHANGED, system, "").titled(&pair.new.system.doc.title);
        changes.push(
            change
                .saying("rules of the system")
                .with_texts(gone.join(" "), come.join(" ")),
        );
    }
    let (before, after) = (named(&pair.old.alone), named(&pair.new.alone));
    let others = after
        .iter()
        .filter(|(name, sense)| before.get(*name).is_some_and(|old| old != *sense));
    changes.extend(others.map(|(name, _)| {
        let change = Change::new(CODE_CHANGED, system, name.as_str());
        change.saying(format!("what `{name}` stands for"))
    }));
    let is_said = changes.iter().any(|one| one.sort == RULES_CHANGED);
    if !is_said && rules_of(&pair.old.alone) != rules_of(&pair.new.alone) {
        let change = Change::new(CODE_CHANGED, system, "").titled(&pair.new.system.doc.title);
        changes.push(change.saying(format!("rules of the system: {SILENT}")));
    }
    changes
}

/// The rules of a system that no card carries, in words.
fn global(side: &Side<'_>) -> Vec<String> {
    let phrases = phrases_of_card(side.project, side.system, "");
    let wording = Wording::new(&side.alone, &side.program, &phrases);
    let rules = side.alone.rules.iter().enumerate();
    let first = rules.filter(|(number, _)| side.alone.first_of(Id::at(*number)).place() == *number);
    let told = first.map(|(number, rule)| match rule.name.is_empty() {
        true => wording.rule(number),
        false => format!("{}: {}", rule.name, wording.rule(number)),
    });
    told.filter(|text| !text.is_empty()).collect()
}

/// What the named functions of a pack do.
fn named(pack: &Pack) -> BTreeMap<String, String> {
    let senses = Senses::of(pack);
    senses
        .named()
        .filter(|(name, _)| is_declared(name))
        .map(|(name, function)| (name.to_owned(), senses.function(function)))
        .collect()
}

/// Whether a function is one that somebody declares. A part of a rule, `condition of nanny`, is compared with its rule: it can be
/// one function with a part of another card's rule that does the same.
fn is_declared(name: &str) -> bool {
    !name.contains(' ')
}

/// What the rules of a pack do, sorted.
fn rules_of(pack: &Pack) -> Vec<String> {
    let senses = Senses::of(pack);
    let mut all: Vec<String> = pack.rules.iter().map(|rule| senses.rule(rule)).collect();
    all.sort_unstable();
    all
}

/// The rules at the heads of sets, and what sets and cards have made for themselves, if no card of the file is told to be other.
pub(super) fn of_sets(pair: &Pair<'_>, told: &[Change]) -> Vec<Change> {
    let system = pair.id();
    let old: BTreeMap<_, _> = pair.old.sets().collect();
    let mut changes = Vec::new();
    for (id, set) in pair.new.sets() {
        let (Some(before), file) = (old.get(id), &pair.new.project.sources.get(set.file).name) else {
            continue;
        };
        let change = |sort: Sort| {
            Change::new(sort, system, id)
                .titled(&set.doc.title)
                .in_file(Some(file))
        };
        let words =
            |side: &Side<'_>| set_rules(side.project, side.system, &side.compiled, id).unwrap_or_default();
        let (gone, come) = apart(&words(&pair.old), &words(&pair.new));
        let is_said = told
            .iter()
            .any(|one| one.file.as_ref() == Some(file) && is_of_rules(one.sort));
        let old_file = &pair.old.project.sources.get(before.file).name;
        if !gone.is_empty() || !come.is_empty() {
            changes.push(
                change(RULES_CHANGED)
                    .saying("rules of the set")
                    .with_texts(gone.join(" "), come.join(" ")),
            );
        } else if !is_said && loose(&pair.old, old_file) != loose(&pair.new, file) {
            changes.push(change(CODE_CHANGED).saying(format!("what the set has made for itself: {SILENT}")));
        }
    }
    changes
}

fn is_of_rules(sort: Sort) -> bool {
    [RULES_CHANGED, CODE_CHANGED, BUILDING_CHANGED].contains(&sort)
        || [super::levels::CARD_GONE, super::levels::CARD_NEW].contains(&sort)
}

/// What the rules of a file do that no card carries, and the named functions in it, sorted.
fn loose(side: &Side<'_>, file: &str) -> Vec<String> {
    let pack = side.pack();
    let senses = Senses::of(pack);
    let is_here = |text: u32| pack.texts.get(text as usize).is_some_and(|name| name == file);
    let is_loose = |rule: &&Rule| !matches!(rule.home, Home::Template(_)) && is_here(rule.source.file);
    let rules = pack.rules.iter().filter(is_loose).map(|rule| senses.rule(rule));
    // What the system has itself may be written down at the first file that needs it.
    let of_system = named(&side.alone);
    let declared = senses.named();
    let declared = declared.filter(|(name, _)| is_declared(name) && !of_system.contains_key(*name));
    let functions = declared.filter(|(_, function)| {
        let lines = pack.functions.find(*function).map(|function| &function.lines);
        lines
            .and_then(|lines| lines.first())
            .is_some_and(|line| is_here(line.file))
    });
    let functions = functions.map(|(name, function)| format!("{name}\n{}", senses.function(function)));
    let mut all: Vec<String> = rules.chain(functions).collect();
    all.sort_unstable();
    all
}
