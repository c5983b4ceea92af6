//! Facts that documents leave out are what their defaults come to.

use crate::workshop::{Copy, compiled, sample};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::{CONST_SET, cell};
use cardwright_core::Content;
use std::sync::Arc;

const WORDS: &str = "systems/sample/words.cw";
const DUEL: &str = "scenarios/sample/duel.yaml";
const BASIC: &str = "cards/sample/basic.yaml";

/// The duel of the sample game with other texts.
fn duel(changes: &[(&str, &str, &str)]) -> Arc<Content> {
    let copy = changes
        .iter()
        .fold(Copy::of(&sample()), |copy, (file, find, put)| {
            copy.with(file, find, put)
        });
    compiled(&copy.project(), "duel")
}

/// The value of a printed fact of a template.
fn printed(pack: &Pack, template: &str, field: &str) -> i64 {
    let template = pack
        .templates
        .iter()
        .find(|one| one.id == template)
        .expect("it is printed");
    let fields = &pack.kinds[usize::from(template.kind)].fields;
    let at = fields
        .iter()
        .position(|one| one.name == field)
        .expect("it is a field");
    template.cells[at]
}

/// The value of a fact of a piece at the start, if it differs from the printed one.
fn own(pack: &Pack, id: &str, field: &str) -> Option<i64> {
    let entity = pack
        .setup
        .entities
        .iter()
        .find(|one| one.id == id)
        .expect("it takes part");
    let fields = &pack.kinds[usize::from(entity.kind)].fields;
    let at = fields
        .iter()
        .position(|one| one.name == field)
        .expect("it is a field");
    let mut cells = entity.cells.iter();
    cells
        .find(|(number, _)| usize::from(*number) == cell::HEADER + at)
        .map(|(_, value)| *value)
}

fn row(pack: &Pack, id: &str, field: &str) -> i64 {
    let row = pack
        .rows
        .iter()
        .find(|row| row.id == id)
        .expect("there is such a row");
    let fields = &pack.records[usize::from(row.record)].fields;
    row.cells[fields
        .iter()
        .position(|one| one.name == field)
        .expect("it is a field")]
}

#[test]
fn a_fact_that_is_left_out_is_its_default() {
    let content = duel(&[
        (
            WORDS,
            "  strength: number\n",
            "  strength: number = 2 + 3\n  luck: number = 7\n",
        ),
        (BASIC, "strength: 3, ", ""),
    ]);
    let pack = content.pack();
    assert_eq!(printed(pack, "billy", "strength"), 5);
    assert_eq!(printed(pack, "nanny", "strength"), 2, "what is given stays");
    assert_eq!(printed(pack, "nanny", "luck"), 7);
}

#[test]
fn a_default_is_worked_out_from_other_facts_rows_and_defines() {
    let content = duel(&[
        (
            WORDS,
            "  routes: set of route\n",
            "  routes: set of route\n  longest: length = highest length of r for r in routes\n  \
             doubled: length = if longest > 2 inches then double(longest) else 0\n  \
             wild-ones: set of route = members r of routes where mood of r is wild\n",
        ),
        (
            WORDS,
            "define everyone",
            "define double (n: length): length = 2 * n\ndefine everyone",
        ),
    ]);
    let pack = content.pack();
    assert_eq!(printed(pack, "billy", "longest"), 3000);
    assert_eq!(printed(pack, "billy", "doubled"), 6000);
    let wild = printed(pack, "billy", "wild-ones");
    let set = &pack.sets[usize::try_from(wild - CONST_SET).expect("it is a set")];
    let curve = pack.rows.iter().position(|row| row.id == "curve");
    assert_eq!(
        set.items,
        [curve.and_then(|at| i64::try_from(at).ok()).expect("it is a row")]
    );
    assert_eq!(printed(pack, "nanny", "wild-ones"), 0, "a set with nothing in it");
}

#[test]
fn defaults_of_rows_may_rest_on_other_rows() {
    let record = "record route { length: length  bend: angle  mood: mood }";
    let put = "record route { length: length  bend: angle  mood: mood = calm\n  \
               is-wild: yes-no = mood is wild\n  near: set of route = []\n  \
               reach: length = length + sum of reach of r for r in near }";
    let content = duel(&[
        (WORDS, record, put),
        (BASIC, "mood: sleepy }", "near: [lane, curve] }"),
    ]);
    let pack = content.pack();
    assert_eq!(row(pack, "ledge", "reach"), 6000);
    assert_eq!(row(pack, "ledge", "mood"), 0);
    assert_eq!(row(pack, "curve", "is-wild"), 1);
}

#[test]
fn state_begins_with_its_default_and_a_piece_of_its_own_is_worked_out_anew() {
    let content = duel(&[
        (
            WORDS,
            "  dizzy: yes-no state\n",
            "  dizzy: yes-no state\n  breath: number state = strength * 10\n  vigour: number = strength + 1\n",
        ),
        (
            DUEL,
            "tokens: { bruise: 1 },",
            "tokens: { bruise: 1 }, facts: { strength: 6 },",
        ),
        (
            WORDS,
            "define everyone",
            "state hour: number = 12\nplayer { pride: number = 4  joy: number state = pride }\ndefine everyone",
        ),
    ]);
    let pack = content.pack();
    assert_eq!(printed(pack, "billy", "breath"), 30);
    assert_eq!(own(pack, "first-goat", "breath"), None);
    assert_eq!(own(pack, "second-goat", "breath"), Some(60));
    assert_eq!(own(pack, "second-goat", "vigour"), Some(7));
    assert_eq!(own(pack, "north", "joy"), Some(4));
    assert_eq!(own(pack, "game", "hour"), Some(12));
}
