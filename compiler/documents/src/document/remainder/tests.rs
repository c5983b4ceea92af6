//! Which mistakes are passed over, and what is left.

use super::remainder;
use crate::source::FileId;

const HEAD: &str = "set: a\nsystem: b\ntitle: c\n";

/// The codes of the mistakes, and the cards that are left with their facts and rules.
fn left(text: &str) -> (Vec<&'static str>, Vec<String>) {
    let rest = remainder(FileId(0), text);
    let codes = rest.mistakes.iter().map(|one| one.code.id).collect();
    let cards = rest.set.into_iter().flat_map(|set| set.cards);
    let told = |card: crate::document::CardDoc| {
        let rules = card.rules.map_or(String::new(), |rules| {
            let written = &text[rules.start..];
            assert!(written.starts_with(rules.value.trim()), "{written}");
            rules.value
        });
        format!("{} {} {}", card.id.value, card.facts.0.len(), rules.trim())
    };
    (codes, cards.map(told).collect())
}

#[test]
fn a_misspelt_key_is_read_as_it_is_meant() {
    let text = format!(
        "{HEAD}cards:\n  - id: d\n    kind: e\n    name: f\n    fcats: {{ x: 1 }}\n    rulse: |\n      deck g\n"
    );
    assert_eq!(
        left(&text),
        (vec!["cw0004", "cw0004"], vec!["d 1 deck g".to_owned()])
    );
}

#[test]
fn a_key_that_is_misspelt_twice_is_told_twice() {
    let card = |id: &str| format!("  - {{ id: {id}, kind: e, name: f, rulse: deck g }}\n");
    let text = format!("{HEAD}cards:\n{}{}", card("d"), card("h"));
    let (codes, cards) = left(&text);
    assert_eq!(codes, ["cw0004", "cw0004"]);
    assert_eq!(cards, ["d 0 deck g", "h 0 deck g"]);
}

#[test]
fn a_key_that_nobody_knows_is_left_out() {
    for wrong in [
        "    picture-of-it: [a, b]\n",
        "    picture-of-it:\n      - a: 1\n\n      - b\n",
        "    picture-of-it: |\n      text\n\n",
    ] {
        let text = format!("{HEAD}cards:\n  - id: d\n    kind: e\n{wrong}    name: f\n    rules: deck g\n");
        assert_eq!(
            left(&text),
            (vec!["cw0004"], vec!["d 0 deck g".to_owned()]),
            "{wrong}"
        );
    }
    let text =
        format!("{HEAD}cards: [{{ id: d, picture-of-it: 1, kind: e, name: f, x-of-it: {{ é: 2 }} }}]\n");
    assert_eq!(left(&text), (vec!["cw0004", "cw0004"], vec!["d 0 ".to_owned()]));
}

#[test]
fn a_card_that_cannot_be_read_is_left_out() {
    for wrong in [
        "id: d, kind: e",
        "id: d, kind: e, name: [f]",
        "id: d, kind: e, name: f, name: g",
    ] {
        let text = format!("{HEAD}cards:\n  - {{ {wrong} }}\n  - {{ id: h, kind: e, name: f }}\n");
        let (codes, cards) = left(&text);
        assert_eq!((codes.len(), cards), (1, vec!["h 0 ".to_owned()]), "{wrong}");
    }
}

// Limit: MOST_MISTAKES in compiler/documents/src/document/remainder.rs
#[test]
fn what_is_no_yaml_or_no_set_leaves_nothing() {
    for wrong in ["cards: [", "cards: []\nsystem: x\n", "cards: 3\n"] {
        let (codes, cards) = left(&format!("{HEAD}{wrong}"));
        assert_eq!((codes.len(), cards.len()), (1, 0), "{wrong}");
    }
    let many = "  - { id: d }\n".repeat(30);
    let rest = remainder(FileId(0), &format!("{HEAD}cards:\n{many}"));
    assert!(rest.set.is_none() && rest.mistakes.len() == super::MOST_MISTAKES);
}
