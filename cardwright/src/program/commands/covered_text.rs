//! What `coverage` tells people of a system.

use super::covered::{Answer, BranchRow, CardRow, Covered, Foreign};
use crate::program::counts::{counted, one_or_many};

/// The lines about the rules, the phrasebook, the cards and the conditions of a system; with what is `missing`.
pub(super) fn lines(covered: &Covered, missing: bool) -> Vec<String> {
    let system = &covered.system;
    let count = |wanted: fn(&(bool, bool)) -> bool| {
        let rules = covered.rules.iter().map(|rule| (rule.named, rule.proven));
        rules.filter(wanted).count()
    };
    let all = covered.rules.len();
    let share = |part: usize| (100 * part).checked_div(all).unwrap_or(0);
    let (named, proven) = (count(|rule| rule.0), count(|rule| rule.1));
    let neither = count(|rule| !rule.0 && !rule.1);
    let mut lines = Vec::new();
    if all > 0 || covered.foreign.rules == 0 {
        lines.push(format!(
            "{system}: {}; {named} ({} %) named by content, {proven} ({} %) proven by passing cases, {neither} with neither",
            one_or_many(all, "rule to carry out", "rules to carry out"),
            share(named),
            share(proven),
        ));
    }
    let rows = &covered.phrasebook;
    if rows.count > 0 {
        let shown = rows.count - rows.without_case.len();
        lines.push(format!(
            "{system}: {} rows in its phrasebook; {shown} are shown by a case, {} by none",
            rows.count,
            rows.without_case.len(),
        ));
    }
    let ((executed, abilities), (given, answers)) = (covered.abilities(), covered.answers());
    lines.push(format!(
        "{system}: {executed} of {} of cards executed, {given} of {} of conditions given",
        counted(abilities, "ability"),
        counted(answers, "answer"),
    ));
    lines.extend(foreign(system, covered.foreign));
    if missing {
        lines.extend(missing_lines(covered));
    }
    lines
}

/// What is not counted.
fn foreign(system: &str, foreign: Foreign) -> Option<String> {
    (foreign != Foreign::default()).then(|| {
        format!(
            "{system}: not counted, since packages have it: {}, {} with {}",
            counted(foreign.rules, "rule"),
            counted(foreign.cards, "card"),
            one_or_many(foreign.abilities, "ability", "abilities"),
        )
    })
}

fn missing_lines(covered: &Covered) -> Vec<String> {
    let mut lines = Vec::new();
    let rows = &covered.phrasebook.without_case;
    if !rows.is_empty() {
        lines.push(format!("  rows without a case: {}", rows.join(" ")));
    }
    let ids = |wanted: fn(bool, bool) -> bool| {
        let rules = covered
            .rules
            .iter()
            .filter(|rule| wanted(rule.named, rule.proven));
        let ids: Vec<&str> = rules.map(|rule| rule.id.as_str()).collect();
        ids.join(" ")
    };
    if !covered.rules.is_empty() {
        lines.push(format!(
            "  named, not proven: {}",
            ids(|named, proven| named && !proven)
        ));
        lines.push(format!("  neither: {}", ids(|named, proven| !named && !proven)));
    }
    let mut never: Vec<_> = covered.branches.iter().flat_map(unreached).collect();
    never.sort();
    lines.extend(never.into_iter().map(|(_, told)| told));
    lines
}

/// The answers of a condition that no case gives, each with its place.
fn unreached(row: &BranchRow) -> impl Iterator<Item = ((&str, u32, u32), String)> {
    row.unreached.iter().map(|one| {
        let answer = match one.answer {
            Answer::Yes => "yes",
            Answer::No => "no",
        };
        let of = match row.of.is_empty() {
            true => String::new(),
            false => format!(" ({})", row.of),
        };
        let told = format!("  never {answer}: {}:{} `{}`{of}", row.file, one.line, row.text);
        ((row.file.as_str(), one.line, one.column), told)
    })
}

/// The lines about the cards of a system.
pub(super) fn cards(covered: &Covered) -> Vec<String> {
    let all = &covered.cards;
    let count = |wanted: fn(&CardRow) -> bool| all.iter().filter(|card| wanted(card)).count();
    let agreed = |card: &CardRow| card.rulings.iter().any(|ruling| ruling.agrees);
    let mut lines = vec![format!(
        "{}: {}; parsed {}, compiled {}, facts only {}; of {} with abilities {} were executed in a passing case, {} wholly; \
         of {} with rulings {} agree with one, {} with all",
        covered.system,
        counted(all.len(), "card"),
        count(|card| card.parsed),
        count(|card| card.compiled),
        count(|card| card.facts_only),
        count(|card| !card.abilities.is_empty()),
        count(is_executed),
        count(|card| is_executed(card) && card.idle().next().is_none()),
        count(|card| !card.rulings.is_empty()),
        all.iter().filter(|card| agreed(card)).count(),
        all.iter()
            .filter(|card| agreed(card) && card.rulings.iter().all(|ruling| ruling.agrees))
            .count(),
    )];
    lines.extend(all.iter().flat_map(card_lines));
    lines.extend(foreign(&covered.system, covered.foreign));
    lines
}

/// Whether a passing case executes one of a card's abilities.
fn is_executed(card: &CardRow) -> bool {
    card.abilities.iter().any(|ability| ability.executed)
}

fn card_lines(card: &CardRow) -> Vec<String> {
    if card.facts_only {
        return vec![format!("  {:<32} facts only", card.card)];
    }
    let yes = |yes| if yes { "yes" } else { "no" };
    let mut lines = vec![format!(
        "  {:<32} parsed {:<3} compiled {:<3} executed {}/{} agrees {}/{}",
        card.card,
        yes(card.parsed),
        yes(card.compiled),
        card.abilities.iter().filter(|ability| ability.executed).count(),
        card.abilities.len(),
        card.rulings.iter().filter(|ruling| ruling.agrees).count(),
        card.rulings.len(),
    )];
    lines.extend(
        card.idle()
            .map(|one| format!("      never: {} ({}:{})", one.name, one.file, one.line)),
    );
    lines
}
