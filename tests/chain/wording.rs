//! Cards of every system, told in plain text as they were approved. Which cards is said beside the cases, in `told.txt`:
//! a system and a card a line.

use crate::workshop::{project, root};
use cardwright_compiler::compile_system;
use cardwright_compiler::wording::card_text;
use std::collections::BTreeMap;

/// The least number of cards that must be told.
const LEAST_CARDS: usize = 25;

#[test]
fn cards_are_told_as_approved() {
    let list = root().join("tests/conformance/told.txt");
    let list = std::fs::read_to_string(list).expect("the list of cards is there");
    let mut wanted: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in list.lines().filter(|line| !line.trim().is_empty()) {
        let (system, card) = line.split_once(' ').expect("a system and a card");
        wanted.entry(system).or_default().push(card);
    }
    let count: usize = wanted.values().map(Vec::len).sum();
    assert!(count >= LEAST_CARDS, "only {count} cards are told");
    for (id, cards) in wanted {
        let system = &project().systems[id];
        let compiled = compile_system(project(), system);
        let told = cards.into_iter().map(|card| {
            card_text(project(), system, &compiled, card)
                .unwrap_or_else(|| panic!("there is no card `{card}`, or `{id}` does not compile"))
        });
        let told: Vec<String> = told.collect();
        insta::assert_snapshot!(id, told.join("\n"));
    }
}

#[test]
fn no_text_shows_what_only_the_program_knows() {
    for (id, system) in &project().systems {
        let compiled = compile_system(project(), system);
        let Some(pack) = &compiled.pack else { continue };
        for template in &pack.templates {
            let text = card_text(project(), system, &compiled, &template.id).unwrap_or_default();
            let slips = [
                "{",
                "}",
                "the the ",
                "may you ",
                "you may you ",
                " a a ",
                "()",
                "  ",
                " .",
            ];
            for slip in slips {
                assert!(!text.contains(slip), "{id}: `{slip}` in\n{text}");
            }
        }
    }
}
