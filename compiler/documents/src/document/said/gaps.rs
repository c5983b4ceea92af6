//! What is wrong between words of a document: blanks that are none, and commas that are missing.

use super::super::lines::{Stop, is_key, line_of, unclosed};
use super::Said;
use crate::codes;
use cardwright_dsl::false_blank;

/// How many lines below the place where the reader stopped a blank may stand that is none.
const LINES_BELOW: usize = 8;

/// A character that looks like a blank and is none: where a line begins, in this one and those around it, or behind a
/// mark of YAML in this one and the one above.
pub(super) fn false_blank_near(stop: &Stop<'_>) -> Option<Said> {
    let line = line_of(stop.text, stop.at);
    let above = stop.text[..line.start].trim_end_matches('\n').rfind('\n');
    let mut start = above.map_or(0, |end| end + 1);
    for line_here in stop.text[start..].split_inclusive('\n').take(2 + LINES_BELOW) {
        let marks: &[char] = match start <= line.start {
            true => &[':', '-', ',', '{', '['],
            false => &[],
        };
        if let Some((at, letter, what)) = false_blank_in(line_here, marks) {
            let bytes = start + at..start + at + letter.len_utf8();
            let message = format!("this character is {what}, not an ordinary space");
            let mut said = Said::new(codes::YAML, bytes.clone(), message).help(
                "write an ordinary space \
            instead",
            );
            said.put = Some((bytes, " ".to_owned()));
            return Some(said);
        }
        start += line_here.len();
    }
    None
}

/// The first such character in a line: among the blanks that it begins with, or right behind a mark.
fn false_blank_in(line: &str, marks: &[char]) -> Option<(usize, char, &'static str)> {
    let mut before = None;
    let start = line.len() - line.trim_start().len();
    let mut letters = line.char_indices();
    letters.find_map(|(at, letter)| {
        let is_start = at <= start;
        let is_behind = before.is_some_and(|before| marks.contains(&before));
        before = Some(letter);
        let what = false_blank(letter).filter(|_| is_start || is_behind)?;
        Some((at, letter, what))
    })
}

/// A key and its value in brackets, and another key behind them: a comma is missing.
pub(super) fn missing_comma(stop: &Stop<'_>) -> Option<Said> {
    unclosed(stop.text, stop.at)?;
    let start = stop.text[..stop.at]
        .rfind(['{', '[', ',', '}', ']'])
        .map_or(0, |at| at + 1);
    let rest = stop.text[stop.at..].find(['{', '[', ',', '}', ']', '#']);
    let entry = &stop.text[start..rest.map_or(stop.text.len(), |end| stop.at + end)];
    let closes = stop.text[..start].ends_with(['}', ']']);
    let mut colons = entry.match_indices(": ").map(|(at, _)| at);
    let from = if closes { 0 } else { colons.next()? };
    let colon = colons.next()?;
    let before = entry[..colon].trim_end();
    let key = before
        .rsplit(char::is_whitespace)
        .next()
        .filter(|key| is_key(key))?;
    let ends = before[..before.len() - key.len()].trim_end().len();
    // In another line it may be the bracket that is missing.
    if before[from..].contains('\n') {
        return None;
    }
    let at = start + before.len() - key.len()..start + before.len();
    let said = Said::new(
        codes::YAML,
        at.clone(),
        format!("a `,` is missing before `{key}`"),
    );
    let mut said = said.help(format!("write `, {key}`"));
    said.put = Some((start + ends..at.end, format!(", {key}")));
    Some(said)
}

#[cfg(test)]
mod tests {
    use super::{Stop, missing_comma};

    /// The word before which a comma is missed, if the reader stops at a part of a text.
    fn missed<'a>(text: &'a str, stops: &str) -> Option<&'a str> {
        let at = text.find(stops).unwrap_or_default();
        let said = missing_comma(&Stop { text, at, length: 1 })?;
        Some(&text[said.at])
    }

    #[test]
    fn a_comma_is_missed_where_a_second_key_stands() {
        assert_eq!(missed("- { id: red name: Red }", ": Red"), Some("name"));
        assert_eq!(missed("- { id: red, name: A B kind: c }", "kind"), Some("kind"));
        assert_eq!(missed("a: { b: [1] c: 2 }", "c: 2"), Some("c"));
        assert_eq!(missed("a: { b: { c: 1 } d: 2 }", "d: 2"), Some("d"));
    }

    #[test]
    fn a_blank_that_is_none_is_found_where_yaml_needs_one() {
        let found = |text: &str, stops: &str| {
            let at = text.find(stops).unwrap_or_default();
            super::false_blank_near(&Stop { text, at, length: 1 }).map(|said| said.at.start)
        };
        assert_eq!(found("- id:\u{a0}red\n  kind: a\n", "kind"), Some(5));
        assert_eq!(found("- id: red\n\u{a0} kind: a\n", "id"), Some(10));
        assert_eq!(found("- id: red\n  note: so:\u{a0}a\n", "id"), None);
        assert_eq!(found("- id: Red\u{a0}Baron\n", "id"), None);
    }

    #[test]
    fn no_comma_is_missed_where_a_bracket_may_be() {
        assert_eq!(missed("- { id: red\n- id: blue\n", ": blue"), None);
        assert_eq!(missed("a: [b\nc: d\n", ": d"), None);
        assert_eq!(missed("a: b c: d\n", ": d"), None);
    }
}
