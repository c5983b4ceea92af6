//! Formatting loses nothing, whatever the document.

use super::{NotFormatted, blocks, formatted};
use crate::project::{Documents, Folder};
use crate::scalar::lot::{Lot, Written};
use crate::source::SourceFile;
use cardwright_dsl::parse_items;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

const NAME: &str = "cards/none/a.yaml";

fn project(text: &str) -> Arc<Documents> {
    let files = BTreeMap::from([(NAME.to_owned(), text.to_owned())]);
    Arc::clone(Folder::load_with(Path::new("/nowhere"), files).documents())
}

/// The text as it should be, with the mark that it began with.
fn laid_out(text: &str) -> Result<String, NotFormatted> {
    let project = project(text);
    assert!(!project.sets.is_empty(), "no card set:\n{text}");
    let blocks = blocks(&project);
    let file = project.sources.named(NAME).expect("it is there");
    let blocks = blocks.get(&file).map_or(&[][..], Vec::as_slice);
    let file = project.sources.get(file);
    let mark = if file.has_mark { "\u{feff}" } else { "" };
    formatted(file, blocks).map(|text| format!("{mark}{text}"))
}

const HEAD: &str = "set: a\nsystem: none\ntitle: t\ncards:\n  - id: b\n    kind: c\n    name: d\n";

#[test]
fn formatting_a_project_looks_at_each_document_once() {
    let set = |number: usize| {
        let card = "{ id: a, kind: b, name: c, rules: d }";
        let text = format!("set: set-{number}\nsystem: none\ntitle: t\ncards: [{card}, {card}]\n");
        (format!("cards/none/{number}.yaml"), text)
    };
    let sets: BTreeMap<String, String> = (0..30).map(set).collect();
    let folder = Folder::load_with(Path::new("/nowhere"), sets);
    let blocks = blocks(folder.documents());
    assert_eq!(blocks.len(), 30);
    assert_eq!(blocks.values().map(Vec::len).sum::<usize>(), 60);
}

#[test]
fn blank_lines_before_rules_cost_no_line_behind_them() {
    let rest = "  - { id: later, kind: c, name: d }\n";
    let text = format!("{HEAD}    rules: |\n\n\n      deck  e\n{rest}");
    let right = format!("{HEAD}    rules: |\n      deck e\n{rest}");
    assert_eq!(laid_out(&text), Ok(right));
}

#[test]
fn an_indentation_that_is_told_stays_true() {
    let text = format!("{HEAD}    rules: |3-  # note\n\n         deck  e\n       deck f\n\n  # end\n");
    let right = format!("{HEAD}    rules: |3-  # note\n       deck e\n       deck f\n\n  # end\n");
    assert_eq!(laid_out(&text), Ok(right));
}

#[test]
fn rules_in_other_styles_stay_as_they_are() {
    for rules in [
        ">\n      deck  e\n",
        "deck  e\n",
        "\"deck  e\"\n",
        "\n      # says: |\n      deck  e\n",
    ] {
        let text = format!("{HEAD}    rules: {rules}");
        assert_eq!(laid_out(&text), Ok(text));
    }
}

#[test]
fn a_fault_in_rules_is_told_with_its_place() {
    let text = format!("{HEAD}    rules: |\n\n      deck  e\n      deck (\n");
    let why = laid_out(&text).expect_err("these are no rules");
    let told = why.told(&SourceFile::new(NAME, text));
    assert!(told.starts_with("cards/none/a.yaml:11:12: "), "{told}");
}

#[test]
fn rules_that_an_alias_uses_as_another_text_are_not_laid_out() {
    let text = format!("{HEAD}    rules: &r |\n      deck  e\n    note: *r\n");
    let why = laid_out(&text).expect_err("the note would change");
    assert!(why.why.contains("alias"), "{}", why.why);
    let text =
        format!("{HEAD}    rules: &r |\n      deck  e\n  - {{ id: f, kind: c, name: d, rules: *r }}\n");
    assert_eq!(laid_out(&text), Ok(text.replace("deck  e", "deck e")));
}

#[test]
fn a_text_that_says_something_else_is_no_proof() {
    let old = format!("{HEAD}    rules: |\n      deck  e\n    note: f # g\n  # h\n");
    let start = old.find("deck").unwrap_or_default();
    let change = super::Change {
        start,
        lines: 0..0,
        put: String::new(),
        meant: "deck e\n".to_owned(),
    };
    let changes = [change];
    let says = |new: &str| super::proof::says_the_same(&old, new, &changes);
    let right = old.replace("deck  e", "deck e");
    assert_eq!(says(&right), Ok(()));
    for (line, put) in [
        ("    note: f # g\n", ""),
        ("    note: f # g\n", "    note: f\n"),
        ("    note: f", "    note: \"f\""),
        ("  # h\n", ""),
        ("deck e", "deck f"),
        ("deck e\n", "deck e\n      deck f\n"),
        ("    name: d\n", ""),
        ("  - id: b", "  - id: c"),
    ] {
        assert!(right.contains(line));
        let place = says(&right.replace(line, put)).expect_err(put).at;
        assert!(place > 0 && place <= old.len(), "{line} {place}");
    }
}

/// Rules that can be read, however the blanks in them are.
fn rules(lot: &mut Lot, notes: &mut usize) -> String {
    const ITEMS: [&str; 7] = [
        "deck e",
        "token guard on fighter",
        "modify strike-dice + wounds of you when f is you",
        "after round always { give 1 guard to you }",
        "after round always { give 1 guard to you give 2 guard to you }",
        "after round \"Zög “é” it's # no\" when wounds of you > 1 may { give 1 guard to you }",
        "define worth (u: unit): number = wounds of u + 2 * 3",
    ];
    let mut text = String::new();
    for _ in 0..1 + lot.below(4) {
        let mut in_quotes = false;
        for letter in lot.one(&ITEMS).chars() {
            in_quotes ^= letter == '"';
            match letter {
                ' ' if !in_quotes => text.push_str(&gap(lot, notes)),
                letter => text.push(letter),
            }
        }
        if lot.once_in(4) {
            text.push_str(&note(notes));
        }
        text.push_str(lot.one(&["\n", "\n", "\n\n\n", "  \n"]));
    }
    text.trim_matches('\n').to_owned()
}

fn gap(lot: &mut Lot, notes: &mut usize) -> String {
    let note = |notes: &mut usize| format!("{}\n", note(notes));
    match lot.below(24) {
        0 => "\n".to_owned(),
        1 => "  \n   ".to_owned(),
        2 => "   ".to_owned(),
        3 => note(notes),
        4 => format!("\n\n{}", note(notes).trim_start()),
        _ => " ".to_owned(),
    }
}

/// A comment that stands nowhere else.
fn note(notes: &mut usize) -> String {
    *notes += 1;
    format!(" # note {notes} é.")
}

fn one_line(text: &str) -> String {
    let bare = text
        .lines()
        .map(|line| line.split("# note").next().unwrap_or("").trim());
    bare.collect::<Vec<_>>().join(" ")
}

/// A document by lot.
fn document(lot: &mut Lot) -> String {
    let mut notes = 0;
    let mut text = String::new();
    for head in ["set: a", "system: 'none'"] {
        text.push_str(&format!("{head}{}\n", note(&mut notes)));
    }
    let how = lot.one(&[Written::Double, Written::Plain, Written::Literal, Written::Folded]);
    text.push_str(&format!(
        "title:  {}",
        lot.scalar(how, 0, "Größer, it's 🚀 so  und weiter")
    ));
    if lot.once_in(2) {
        text.push_str(&written_rules(lot, 0, "", &mut notes));
    }
    text.push_str("cards:\t# note 0 é.\n");
    for card in 0..1 + lot.below(5) {
        if lot.once_in(3) {
            text.push_str(&format!("\n{}\n\n", note(&mut notes)));
        }
        if lot.once_in(4) {
            text.push_str(&format!(
                "  - {{ id: c{card}, kind: \"k\\u00e9\", name: 'A ''b'', c',\n facts: {{ x: [1, 2],\ty: no }} }}  \n"
            ));
            continue;
        }
        text.push_str(&format!("  - id: c{card}   \n    kind: k\n    name: A\n     b\n"));
        let anchor = if card == 0 { "&r " } else { "" };
        match lot.below(8) {
            0 if card > 0 && text.contains("&r ") => text.push_str("    rules: *r\n"),
            _ => text.push_str(&written_rules(lot, 4, anchor, &mut notes)),
        }
        if lot.once_in(2) {
            text.push_str("    facts: { x: 1, y: \"a # b\" } # note 0 é.\n");
        }
    }
    let mut text = match lot.below(4) {
        0 => text.replace('\n', "\r\n"),
        _ => text,
    };
    if lot.once_in(4) {
        text.insert(0, '\u{feff}');
    }
    if lot.once_in(3) {
        text = text.trim_end().to_owned();
    }
    text
}

/// The key `rules` so many blanks from the edge.
fn written_rules(lot: &mut Lot, key: usize, anchor: &str, notes: &mut usize) -> String {
    let before = *notes;
    let rules = rules(lot, notes);
    let how = match lot.below(8) {
        0 => Written::Plain,
        1 => Written::Double,
        2 => Written::Single,
        3 => Written::Folded,
        _ => Written::Literal,
    };
    let rules = match how {
        Written::Literal => rules,
        Written::Double if lot.once_in(2) => rules,
        _ => {
            *notes = before;
            one_line(&rules)
        }
    };
    // A `#` in a plain text ends it.
    let how = match how {
        Written::Plain if rules.contains([':', '#']) => Written::Single,
        how => how,
    };
    format!("{:key$}rules: {anchor}{}", "", lot.scalar(how, key, &rules))
}

/// Texts under `rules`, and all other values.
fn parted(value: &Value, rules: &mut Vec<String>) -> Value {
    let Value::Object(all) = value else {
        return match value {
            Value::Array(all) => all.iter().map(|one| parted(one, rules)).collect(),
            value => value.clone(),
        };
    };
    let pairs = all.iter().map(|(key, value)| match value {
        Value::String(text) if key == "rules" => {
            rules.push(text.clone());
            (key.clone(), Value::Null)
        }
        value => (key.clone(), parted(value, rules)),
    });
    Value::Object(pairs.collect())
}

/// The trees of rules without their places.
fn trees(text: &str) -> String {
    let (items, faults) = parse_items(text);
    assert!(faults.is_empty(), "{text}\n{faults:?}");
    let tree = format!("{items:?}");
    let mut pieces = tree.split("Span {");
    let first = pieces.next().unwrap_or("").to_owned();
    let rest = pieces.map(|piece| piece.split_once('}').map_or("", |(_, rest)| rest));
    rest.fold(first, |all, piece| all + piece)
}

fn comments(text: &str) -> Vec<&str> {
    let mut comments: Vec<&str> = text.match_indices("# note").map(|(at, _)| &text[at..]).collect();
    for comment in &mut comments {
        *comment = comment.split('.').next().unwrap_or("");
    }
    comments.sort_unstable();
    comments
}

#[test]
fn formatting_any_document_changes_blanks_in_rules_and_nothing_else() {
    let (mut changed, mut noted) = (0, 0);
    for seed in 0..1500 {
        let old = document(&mut Lot::new(seed));
        let new = laid_out(&old).unwrap_or_else(|why| panic!("seed {seed}: {why:?}\n{old}"));
        let bare = |text: &str| text.trim_start_matches('\u{feff}').to_owned();
        let read = |text: &str| serde_yaml::from_str::<Value>(&bare(text)).expect(text);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let (outside, still) = (parted(&read(&old), &mut before), parted(&read(&new), &mut after));
        assert_eq!(outside, still, "seed {seed}:\n{old}\n---\n{new}");
        assert_eq!(before.len(), after.len(), "seed {seed}");
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(trees(before), trees(after), "seed {seed}:\n{old}\n---\n{new}");
        }
        assert_eq!(comments(&old), comments(&new), "seed {seed}:\n{old}\n---\n{new}");
        assert_eq!(laid_out(&new).as_ref(), Ok(&new), "seed {seed}");
        changed += usize::from(old != new);
        noted += comments(&new).len();
    }
    assert!(changed > 800 && noted > 10_000, "{changed} {noted}");
}
