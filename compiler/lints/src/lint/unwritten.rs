//! Cards and pieces of a scenario whose rules are still to be written: in play they would do less than is printed on them.

use super::Whole;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{At, ScenarioDoc, TODO, place_of};
use std::collections::BTreeSet;

/// Looks at what the scenarios of a system begin with.
pub(super) fn check(whole: &Whole<'_>, found: &mut Vec<Diagnostic>) {
    let system = &whole.system.doc.system.value;
    let sets = whole.project.sets.iter().filter(|((of, _), _)| of == system);
    let cards = sets.flat_map(|(_, set)| &set.doc.cards);
    let todo: BTreeSet<&str> = cards
        .filter(|card| card.is_todo)
        .map(|card| card.id.value.as_str())
        .collect();
    if todo.is_empty() {
        return;
    }
    let scenarios = whole.project.scenarios.iter();
    for scenario in scenarios.filter(|one| one.doc.system.value == *system) {
        let used = entries(&scenario.doc).filter(|id| todo.contains(id.value.as_str()));
        found.extend(used.map(|id| {
            let message = format!("the rules of `{}` are not written yet", id.value);
            let help = format!("this entry has only facts; write the rules in place of `rules: {TODO}`");
            Diagnostic::new(codes::UNWRITTEN, place_of(scenario.file, id), message).help(help)
        }));
    }
}

/// All entries that a scenario names.
fn entries(scenario: &ScenarioDoc) -> impl Iterator<Item = &At<String>> {
    let pieces = scenario.pieces.iter();
    let pieces = pieces.flat_map(|piece| std::iter::once(&piece.template).chain(&piece.cards));
    let decks = scenario.decks.0.iter();
    let in_decks = decks.flat_map(|(_, cards)| cards.0.iter().map(|(card, _)| card));
    let loose = scenario.cards.iter().map(|card| &card.template);
    pieces.chain(in_decks).chain(loose)
}
