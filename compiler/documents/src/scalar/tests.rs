//! Each word of a value is found where the file says it, in every style.

use super::lot::{Lot, Written};
use super::{Scalar, Style};
use crate::document::{At, Entries};
use crate::source::SourceFile;

/// The first text of a document.
fn text_of(source: &str) -> At<String> {
    let texts: Entries<At<String>> = serde_yaml::from_str(source).expect(source);
    texts.0.into_iter().next().expect(source).1
}

/// What the file says for a part of the first text.
#[track_caller]
fn said<'a>(source: &'a str, part: &str) -> &'a str {
    let text = text_of(source);
    let start = text.value.find(part).expect("the value has the part");
    let place = Scalar::of(source, &text).pieces.place(start..start + part.len());
    &source[place]
}

#[test]
fn a_block_gives_its_lines_without_the_indentation() {
    let source = "a: |\n    first\n\n      second\nb: 1\n";
    assert_eq!(said(source, "first"), "first");
    assert_eq!(said(source, "second"), "second");
    assert_eq!(said(source, "first\n\n  second"), "first\n\n      second");
}

#[test]
fn blank_lines_before_a_block_are_lines_of_it() {
    assert_eq!(said("a: |\n\n\n  gard\nb: gard\n", "gard"), "gard");
    let source = "a: |\n\n  x gard\n";
    let text = text_of(source);
    assert_eq!(Scalar::of(source, &text).pieces.place(3..7), 10..14);
}

#[test]
fn an_indentation_that_is_told_is_taken_away() {
    let source = "a: |2+ # note\n\n    x\n   gard\n\nb: 1\n";
    assert_eq!(text_of(source).value, "\n  x\n gard\n\n");
    assert_eq!(said(source, " gard"), " gard");
    assert_eq!(said(source, "  x"), "  x");
}

#[test]
fn folded_lines_are_found_one_by_one() {
    let source = "a: >-\n  one\n  two\n\n  three\n    four\n  five\n";
    assert_eq!(text_of(source).value, "one two\nthree\n  four\nfive");
    for word in ["one", "two", "three", "four", "five"] {
        assert_eq!(said(source, word), word);
    }
    assert_eq!(said(source, "one two"), "one\n  two");
}

#[test]
fn a_plain_text_of_several_lines_is_found_line_by_line() {
    let source = "a: one \t\n   two\n\n  three # note\n";
    for word in ["one", "two", "three"] {
        assert_eq!(said(source, word), word);
    }
}

#[test]
fn escapes_are_a_letter_each() {
    let source = "a: \"x\\n \\u00e9 \\U0001F680 \\uD83D\\uDE80 \\x41\\\n   gard \\\"b\\\"\"\n";
    assert_eq!(text_of(source).value, "x\n é 🚀 🚀 Agard \"b\"");
    assert_eq!(said(source, "é"), "\\u00e9");
    assert_eq!(said(source, "🚀"), "\\U0001F680");
    assert_eq!(said(source, "gard"), "gard");
    assert_eq!(said(source, "b\""), "b\\\"");
    assert_eq!(said("a: 'it''s\n  so'\n", "'s so"), "''s\n  so");
}

#[test]
fn lines_may_end_with_two_bytes_or_with_the_other_one() {
    assert_eq!(said("a: |\r\n\r\n  x\r\n  gard\r\n", "gard"), "gard");
    assert_eq!(said("a: x\r\n  gard\r\n", "gard"), "gard");
    assert_eq!(said("a: |\r  x\r  gard\r", "gard"), "gard");
}

#[test]
fn an_alias_is_found_where_its_text_stands() {
    let source = "b: 1\nx: &x |\n  gard\na: *x\n";
    let texts: Entries<At<String>> = serde_yaml::from_str(source).expect(source);
    let pieces = Scalar::of(source, &texts.0[2].1).pieces;
    assert_eq!(&source[pieces.place(0..4)], "gard");
}

#[test]
fn what_yaml_does_to_lines_is_known() {
    let style = |source: &str| Scalar::of(source, &text_of(source)).style;
    assert_eq!(style("a: |\n  b\n  c\n"), Style::Literal);
    assert_eq!(style("a: |- # note\n  \"b\"\n"), Style::Literal);
    assert_eq!(style("a: |\nb: 1\n"), Style::Literal);
    assert_eq!(style("a: >\n  # b\n  c\n"), Style::Folded(3));
    assert_eq!(style("a: >-  # note\n\n  b\n  c\n"), Style::Folded(3));
    assert_eq!(style("a: \"b\n  c\"\n"), Style::Quoted);
    assert_eq!(style("a: b # c\n"), Style::Plain);
    assert_eq!(style("a: b\n  c\n"), Style::Plain);
    assert_eq!(style("a:\n  b > # c\n"), Style::Plain);
    assert_eq!(style("a:\n  # says: |\n  b\n"), Style::Plain);
}

#[test]
fn a_text_that_does_not_read_as_its_value_is_one_place() {
    let text = At {
        value: "other words".to_owned(),
        start: 3,
        end: 8,
        file: None,
    };
    assert_eq!(Scalar::of("a: words\n", &text).pieces.place(6..9), 3..8);
}

/// A text of words that stand in it once each.
fn text(lot: &mut Lot) -> (String, Vec<String>) {
    let mut words: Vec<String> = Vec::new();
    let mut text = String::new();
    for number in 0..1 + lot.below(25) {
        let letters = lot.one(&["wort", "é", "зима", "x'y", "🚀k", "m\"n", "b\\c"]);
        let word = format!("{letters}{number}.");
        let gap = lot.one(&[" ", " ", " ", "  ", "\n", "\n\n", "\n  ", " \n"]);
        text.push_str(if number == 0 { "" } else { gap });
        text.push_str(&word);
        words.push(word);
    }
    (text, words)
}

#[test]
fn each_word_is_found_in_every_style() {
    let mut found = 0;
    for seed in 0..3000 {
        let mut lot = Lot::new(seed);
        let (text, words) = text(&mut lot);
        let styles = [
            Written::Literal,
            Written::Folded,
            Written::Double,
            Written::Single,
            Written::Plain,
        ];
        let how = lot.one(&styles);
        let text = match how {
            Written::Plain | Written::Single => text.replace('\n', " "),
            _ => text,
        };
        let anchor = lot.one(&["", "", "&a "]);
        let mut file = format!("# é\nk:   {anchor}{}", lot.scalar(how, 0, &text));
        file.push_str(lot.one(&["", "z: wort0.\n", "# wort1.\n"]));
        if lot.once_in(3) {
            file = file.replace('\n', "\r\n");
        }
        if lot.once_in(4) {
            file = file.trim_end_matches(['\r', '\n']).to_owned();
        }
        if lot.once_in(4) {
            file.insert(0, '\u{feff}');
        }
        let file = SourceFile::new("a.yaml", file);
        let value = text_of(&file.text);
        let pieces = Scalar::of(&file.text, &value).pieces;
        for word in &words {
            let start = value
                .value
                .find(word.as_str())
                .unwrap_or_else(|| panic!("{}", file.text));
            let said = &file.text[pieces.place(start..start + word.len())];
            let said = match how {
                Written::Single => said.replace("''", "'"),
                Written::Double => text_of(&format!("a: \"{said}\"\n")).value,
                _ => said.to_owned(),
            };
            assert_eq!(&said, word, "seed {seed}, {how:?}:\n{}", file.text);
            found += 1;
        }
    }
    assert!(found > 20_000, "{found}");
}
