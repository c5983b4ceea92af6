//! The start of scenarios and cases: who begins with which values, tokens and cards.

use crate::workshop::{Copy, check, compiled, sample};
use cardwright_bytecode::pack::cell;
use cardwright_compiler::for_people;
use cardwright_core::Game;

const WORDS: &str = "systems/sample/words.cw";
const DUEL: &str = "scenarios/sample/duel.yaml";
const TRICKS: &str = "tests/conformance/sample/tricks.yaml";

/// The ids of a changed duel's entities.
fn ids(copy: &Copy) -> Vec<String> {
    let content = compiled(&copy.project(), "duel");
    let entities = &content.pack().setup.entities;
    entities.iter().map(|entity| entity.id.clone()).collect()
}

#[test]
fn copies_of_one_card_on_a_piece_and_in_two_decks_have_numbers() {
    let copy = Copy::of(&sample())
        .with(WORDS, "deck hedge", "deck hedge\ndeck barn")
        .with(DUEL, "[brass-bell]", "[brass-bell, brass-bell]")
        .with(
            DUEL,
            "hedge: { brass-bell: 2 }",
            "hedge: { brass-bell: 2 }\n  barn: { brass-bell: 1 }",
        );
    let ids = ids(&copy);
    for id in [
        "first-goat-brass-bell",
        "first-goat-brass-bell-2",
        "brass-bell-1",
        "brass-bell-2",
        "brass-bell-3",
    ] {
        assert_eq!(ids.iter().filter(|one| *one == id).count(), 1, "{id} in {ids:?}");
    }
}

#[test]
fn a_fact_may_name_an_entity_even_one_that_comes_later() {
    let copy = Copy::of(&sample())
        .with(
            WORDS,
            "dizzy: yes-no state",
            "dizzy: yes-no state\n  foe: goat state",
        )
        .with(
            DUEL,
            "cards: [brass-bell],",
            "cards: [brass-bell], facts: { foe: second-goat },",
        );
    let content = compiled(&copy.project(), "duel");
    let game = Game::new(&content, 1);
    let pack = content.pack();
    let number = |id: &str| {
        let place = pack.setup.entities.iter().position(|entity| entity.id == id);
        place.expect("the entity exists") as u32 + 1
    };
    let kind = pack.kinds.iter().find(|kind| kind.name == "goat").expect("goats");
    let foe = kind
        .fields
        .iter()
        .position(|field| field.name == "foe")
        .expect("the field");
    let foe_of = |id| game.cell(number(id), cell::HEADER + foe);
    assert_eq!(foe_of("first-goat"), i64::from(number("second-goat")));
    assert_eq!(foe_of("second-goat"), 0, "nobody, if nothing is said");
    let wrong = copy.with(DUEL, "foe: second-goat", "foe: secnd-goat");
    let project = wrong.project();
    let told = for_people(&project.sources, &check(&project), false);
    assert!(
        told.contains("there is no goat `secnd-goat`") && told.contains("second-goat"),
        "{told}"
    );
}

#[test]
fn a_case_without_players_starts_as_its_scenario() {
    let copy = Copy::of(&sample());
    let text = copy.text(TRICKS);
    let head = "case: the duel's goats push\nsystem: sample\nproves: [SMP-002]\nscenario: duel\n";
    let rest = "given: give 2 apple to first-goat\nwhen: run push(first-goat, second-goat)\n\
                dice: [butt, blank, blank]\nafterwards: defaults\nexpect:\n  - apple on first-goat = 2\n  - bruise on second-goat = 1\n";
    copy.write(TRICKS, &format!("{head}{rest}"));
    let project = copy.project();
    let told = for_people(&project.sources, &check(&project), false);
    assert!(told.is_empty(), "{told}");
    let case = &project.cases[0];
    let pack = cardwright_compiler::compile_case(&project, case)
        .pack
        .expect("compiles");
    let report = cardwright_case_runner::run_case(pack, &case.doc);
    assert_eq!(report.reasons(), Vec::<String>::new());
    copy.write(
        TRICKS,
        &text.replacen("table: { width: 12in, length: 12in }\n", "", 1),
    );
    let project = copy.project();
    let told = for_people(&project.sources, &check(&project), false);
    assert!(told.contains("or a `scenario` to start from"), "{told}");
}
