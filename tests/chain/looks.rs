//! Errors in looks are told at their places, and how much looks can ask for is bounded.

use crate::workshop::{Copy, check, sample};

const LOOKS: &str = "systems/sample/looks.yaml";

/// The codes and messages of what is wrong with looks that consist of this.
fn told(text: &str) -> Vec<(String, String)> {
    let copy = Copy::of(&sample());
    copy.write(LOOKS, &format!("looks: sample\n{text}"));
    let project = copy.project();
    let found = check(&project);
    let of_looks = found
        .iter()
        .filter(|one| project.sources.get(one.place.file).name == LOOKS);
    of_looks
        .map(|one| (one.code.id.to_owned(), one.message.clone()))
        .collect()
}

/// The messages of what is wrong with looks, all of which have one code.
fn refused(text: &str) -> Vec<String> {
    let told = told(text);
    assert!(told.iter().all(|(code, _)| code == "cw0239"), "{told:?}");
    told.into_iter().map(|(_, message)| message).collect()
}

fn goat(inner: &str) -> String {
    format!("things:\n  goat:\n    {inner}\n")
}

#[test]
fn a_name_that_is_not_there_is_told() {
    assert!(refused("things: { gote: {} }")[0].contains("no kind `gote`"));
    assert!(refused("tokens: { aple: {} }")[0].contains("no token `aple`"));
    assert!(refused("faces: { but: {} }")[0].contains("no face `but`"));
    assert!(refused("table: { pattern: wavy }")[0].contains("no pattern `wavy`"));
    assert!(refused("players: [red]")[0].contains("not a colour"));
    assert!(refused("table: { bands: [\"3\"] }")[0].contains("not a length"));
    let icon = goat("icon: { always: hornless }");
    assert!(refused(&icon)[0].contains("icon `hornless` cannot be read"));
    assert!(refused("lines: [{ during: dance, from: a, to: b }]")[0].contains("no procedure `dance`"));
}

#[test]
fn a_fact_is_a_field_a_token_a_path_or_a_define() {
    let bar = |show: &str| {
        goat(&format!(
            "bars: [{{ name: One, show: {show}, colour: '#112233' }}]"
        ))
    };
    for fine in ["strength", "apple", "bruise", "12"] {
        assert!(told(&bar(fine)).is_empty(), "{fine}: {:?}", told(&bar(fine)));
    }
    assert!(refused(&bar("dizzy"))[0].contains("this must be a number"));
    assert!(refused(&bar("strenght"))[0].contains("no fact `strenght`"));
    let mark = |when: &str| goat(&format!("marks: [{{ when: {when}, name: One }}]"));
    assert!(told(&mark("not dizzy")).is_empty());
    assert!(refused(&mark("not strength"))[0].contains("not a yes-no value"));
}

#[test]
fn a_printed_card_shows_what_no_game_changes() {
    let card = |inner: &str| goat(&format!("card: {{ {inner} }}"));
    for fine in [
        "right: { name: One, show: strength }",
        "size: 70mm x 120mm",
        "without: [strength]",
    ] {
        assert!(told(&card(fine)).is_empty(), "{fine}: {:?}", told(&card(fine)));
    }
    assert!(refused(&card("right: { name: One, show: apple }"))[0].contains("is not printed"));
    assert!(refused(&card("size: 70mm"))[0].contains("not the size of a card"));
    assert!(refused(&card("size: 1mm x 90mm"))[0].contains("not the size of a card"));
    assert!(refused(&card("without: [strenght]"))[0].contains("no field `strenght`"));
    assert!(
        refused(&card("colour: { by: strength, of: { one: '#112233' } }"))[0]
            .contains("neither a word nor a row")
    );
    let rows = |inner: &str| format!("table: {{ templates: [{{ {inner} }}] }}");
    assert!(refused(&rows("rows: rout, length: length, width: 20mm"))[0].contains("no record `rout`"));
    assert!(refused(&rows("rows: route, length: lenght, width: 20mm"))[0].contains("no field `lenght`"));
}

#[test]
fn a_dial_shows_rows_by_their_fields() {
    let dial = |inner: &str| goat(&format!("dials: [{{ name: One, {inner} }}]"));
    let fine = dial("show: routes, colour: { by: mood, of: { wild: '#112233' } }");
    assert!(told(&fine).is_empty(), "{:?}", told(&fine));
    assert!(refused(&dial("show: strength"))[0].contains("not a set of rows"));
    assert!(refused(&dial("show: plan"))[0].contains("is not printed"));
    assert!(refused(&dial("show: routes, number: mood"))[0].contains("no field `mood` that is a number"));
    let icon = dial("show: routes, icon: { by: length, of: {} }");
    assert!(refused(&icon)[0].contains("no field `length` that is a word"));
}

#[test]
fn how_a_force_is_built_is_held_against_the_game() {
    let force = |inner: &str| format!("force:\n  {inner}\n");
    let fine = force("kinds: { goat: { cost: strength } }");
    assert!(told(&fine).is_empty(), "{:?}", told(&fine));
    assert!(refused(&force("kinds: { gote: {} }"))[0].contains("no kind `gote`"));
    assert!(refused(&force("kinds: { goat: { cost: dizzy } }"))[0].contains("this must be a number"));
    assert!(
        refused(&force("kinds: { goat: { on: [gote] } }"))[0].contains("no kind of piece or player `gote`")
    );
    let brings = |count: &str| {
        force(&format!(
            "kinds: {{ goat: {{ brings: {{ kind: goat, same: strength, count: {count} }} }} }}"
        ))
    };
    assert!(told(&brings("2")).is_empty(), "{:?}", told(&brings("2")));
    assert!(refused(&brings("apple"))[0].contains("is not printed on the card"));
    assert!(refused(&force("kinds: {}\n  total: strenght"))[0].contains("no fact `strenght`"));
    assert!(refused(&force("kinds: {}\n  unlimited-at: 0"))[0].contains("needs a `limit`"));
    assert!(refused(&force("kinds: {}\n  without-sets: [nowhere]"))[0].contains("no card set `nowhere`"));
}

#[test]
fn looks_are_bounded() {
    let list = |one: &str, count: usize| format!("[{}]", vec![one; count].join(", "));
    // Limit: MOST_BARS in compiler/code/src/looks/mod.rs
    let bars = |count| {
        goat(&format!(
            "bars: {}",
            list("{ name: One, show: strength, colour: '#112233' }", count)
        ))
    };
    assert!(told(&bars(4)).is_empty());
    assert!(refused(&bars(5))[0].contains("at most 4 bars"));
    // Limit: MOST_BADGES in compiler/code/src/looks/mod.rs
    let badges = |count| {
        goat(&format!(
            "badges: {}",
            list("{ name: One, show: strength, on-board: yes }", count)
        ))
    };
    assert!(told(&badges(4)).is_empty());
    assert!(refused(&badges(5))[0].contains("at most 4 badges"));
    // Limit: MOST_STEPS in compiler/code/src/looks/fact.rs
    let deep = |count: usize| {
        let path = vec!["plan"; count].join(".");
        goat(&format!("badges: [{{ name: One, show: {path} }}]"))
    };
    assert!(refused(&deep(4))[0].contains("no field"));
    assert!(refused(&deep(5))[0].contains("the most is 4"));
    // Limit: MOST_ICONS in compiler/documents/src/project/looks.rs
    let icons = |count: usize| {
        let named: Vec<String> = (0..count).map(|number| format!("c{number}: i{number}")).collect();
        goat(&format!("icon: {{ cards: {{ {} }} }}", named.join(", ")))
    };
    let told_of = told(&icons(1_001));
    assert!(
        told_of
            .iter()
            .any(|(_, message)| message.contains("the most is 1000")),
        "{told_of:?}"
    );
    assert!(
        told(&icons(1_000))
            .iter()
            .all(|(_, message)| !message.contains("the most is"))
    );
}
