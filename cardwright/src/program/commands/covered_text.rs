//! What `coverage` tells people of a system.

use super::covered::{Answer, BranchRow, CardRow, Covered};

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
    let mut lines = vec![format!(
        "{system}: {all} rules to carry out; {named} ({} %) named by content, {proven} ({} %) proven by passing cases, {neither} with neither",
        share(named),
        share(proven),
    )];
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
        "{system}: {executed} of {abilities} abilities of cards are executed, {given} of {answers} answers of conditions are given"
    ));
    if missing {
        lines.extend(missing_lines(covered));
    }
    lines
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
    lines.push(format!(
        "  named, not proven: {}",
        ids(|named, proven| named && !proven)
    ));
    lines.push(format!("  neither: {}", ids(|named, proven| !named && !proven)));
    lines.extend(covered.branches.iter().flat_map(unreached));
    lines
}

/// The answers of a condition that no case gives.
fn unreached(row: &BranchRow) -> impl Iterator<Item = String> {
    row.unreached.iter().map(|one| {
        let answer = match one.answer {
            Answer::Yes => "yes",
            Answer::No => "no",
        };
        format!("  never {answer}: {}:{} `{}`", row.file, one.line, row.text)
    })
}

/// The lines about the cards of a system.
pub(super) fn cards(covered: &Covered) -> Vec<String> {
    let all = &covered.cards;
    let count = |wanted: fn(&CardRow) -> bool| all.iter().filter(|card| wanted(card)).count();
    let agreed = |card: &CardRow| card.rulings.iter().any(|ruling| ruling.agrees);
    let mut lines = vec![format!(
        "{}: {} cards; parsed {}, compiled {}, facts only {}; of {} with abilities {} were executed in a passing case, {} wholly; \
         of {} with rulings {} agree with one, {} with all",
        covered.system,
        all.len(),
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
