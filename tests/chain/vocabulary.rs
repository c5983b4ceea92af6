//! Vocabulary is open where its owner says so; one entry makes what belongs together.

use crate::workshop::{Copy, check, compiled, sample};
use cardwright_bytecode::Pack;
use cardwright_compiler::{Project, for_people};
use cardwright_core::Content;
use std::sync::Arc;

const WORDS: &str = "systems/sample/words.cw";
const BASIC: &str = "cards/sample/basic.yaml";
const DUEL: &str = "scenarios/sample/duel.yaml";

fn changed(changes: &[(&str, &str, &str)]) -> (Project, String) {
    let copy = changes
        .iter()
        .fold(Copy::of(&sample()), |copy, (file, find, put)| {
            copy.with(file, find, put)
        });
    let project = copy.project();
    let told = for_people(&project.sources, &check(&project), false);
    (project, told)
}

fn duel(changes: &[(&str, &str, &str)]) -> Arc<Content> {
    let (project, told) = changed(changes);
    assert_eq!(told, "", "the changed sample is fine");
    compiled(&project, "duel")
}

fn words<'a>(pack: &'a Pack, name: &str) -> &'a [String] {
    let found = pack.words.iter().find(|word| word.name == name);
    &found.expect("it is a word type").words
}

#[test]
fn cards_and_scenarios_add_words_and_fields() {
    let content = duel(&[
        (
            WORDS,
            "word mood { calm wild sleepy }",
            "word mood open { calm wild sleepy }",
        ),
        (WORDS, "piece goat {", "piece goat open {"),
        (
            BASIC,
            "      modify push-of + 1 when g is you and bruise on you > 0",
            "      extend word mood { grim giddy }\n      extend piece goat { luck: number = strength + 1 }\n      \
             modify push-of + 1 when g is you and bruise on you > 0 and luck of you > 2",
        ),
        (
            DUEL,
            "rules: |\n",
            "rules: |\n  extend word mood { giddy }\n  extend piece goat { grudge: yes-no state }\n",
        ),
    ]);
    let pack = content.pack();
    assert_eq!(words(pack, "mood"), ["calm", "wild", "sleepy", "giddy", "grim"]);
    let goat = pack
        .kinds
        .iter()
        .position(|kind| kind.name == "goat")
        .expect("there are goats");
    let luck = pack.kinds[goat]
        .fields
        .iter()
        .position(|field| field.name == "luck");
    let nanny = pack
        .templates
        .iter()
        .find(|one| one.id == "nanny")
        .expect("she is printed");
    assert_eq!(nanny.cells[luck.expect("the field is added")], 3);
}

#[test]
fn two_cards_that_add_a_word_mean_the_same_and_others_do_not_see_it() {
    let open = (
        WORDS,
        "word mood { calm wild sleepy }",
        "word mood open { calm wild sleepy }",
    );
    let nanny = (
        BASIC,
        "      modify push-of + 1 when g is you and bruise on you > 0",
        "      extend word mood { grim }\n      extend piece goat { temper: mood = calm }\n      \
         modify push-of + 1 when g is you and temper of you is grim",
    );
    let facts = "strength: 2, routes: [lane, ledge]";
    let (opened, grim) = (
        (WORDS, "piece goat {", "piece goat open {"),
        (BASIC, facts, "strength: 2, temper: grim, routes: [lane, ledge]"),
    );
    let scenario = (DUEL, "rules: |\n", "rules: |\n  extend word mood { grim }\n");
    let content = duel(&[open, opened, nanny, grim, scenario]);
    assert_eq!(words(content.pack(), "mood"), ["calm", "wild", "sleepy", "grim"]);
    let (_, told) = changed(&[
        open,
        opened,
        nanny,
        (BASIC, "strength: 3, routes", "strength: 3, temper: grim, routes"),
    ]);
    assert!(told.contains("write `extend word mood { grim }`"), "{told}");
}

#[test]
fn a_row_may_stand_where_it_is_asked_for() {
    let content = duel(&[
        (
            BASIC,
            "routes: [lane, ledge]",
            "routes: { slope: { length: 2in, bend: 10deg, mood: wild }, steep: { length: 1in, bend: 0deg, mood: calm } }, own: { length: 5in, bend: 0deg, mood: calm }",
        ),
        (BASIC, "routes: [lane, curve]", "routes: [slope], own: nanny-own"),
        (
            WORDS,
            "  routes: set of route\n",
            "  routes: set of route\n  own: route\n",
        ),
    ]);
    let pack = content.pack();
    let ids: Vec<&str> = pack.rows.iter().map(|row| row.id.as_str()).collect();
    for id in ["slope", "steep", "nanny-own"] {
        assert!(ids.contains(&id), "{id} is a row");
    }
    let own = pack
        .rows
        .iter()
        .find(|row| row.id == "nanny-own")
        .expect("it is there");
    assert_eq!(own.cells[0], 5000);
}

#[test]
fn one_entry_makes_another_of_the_same_facts() {
    let content = duel(&[
        (
            WORDS,
            "  routes: set of route\n",
            "  routes: set of route\n  makes tag as label\n",
        ),
        (
            WORDS,
            "token apple",
            "card tag on player { strength: number  worth: number = 2 * strength }\ntoken apple",
        ),
        (
            BASIC,
            "    name: Nanny\n",
            "    name: Nanny\n    names: { tag: The tag of Nanny }\n",
        ),
        (
            DUEL,
            "decks:\n",
            "cards:\n  - { id: her-tag, template: nanny-label, holder: south }\ndecks:\n",
        ),
    ]);
    let pack = content.pack();
    let made = pack
        .templates
        .iter()
        .find(|one| one.id == "nanny-label")
        .expect("it is made");
    assert_eq!(
        (made.name.as_str(), made.cells.as_slice()),
        ("The tag of Nanny", &[2, 4][..])
    );
    let made = pack
        .templates
        .iter()
        .find(|one| one.id == "billy-label")
        .expect("it is made");
    assert_eq!(made.name, "Billy");
}
