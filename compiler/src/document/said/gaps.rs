//! What is wrong between words of a document: blanks that are none, and commas that are missing.

use super::super::lines::{Stop, is_key, line_of, unclosed};
use super::Said;
use crate::codes;
use cardwright_dsl::false_blank;

/// A character in the line, or in the one above, that looks like a blank where YAML needs one, and is none.
pub(super) fn false_blank_near(stop: &Stop<'_>) -> Option<Said> {
    let line = line_of(stop.text, stop.at);
    let above = stop.text[..line.start].trim_end_matches('\n').rfind('\n');
    let start = above.map_or(0, |end| end + 1);
    let mut before = '\n';
    let mut is_start = true;
    for (at, letter) in stop.text[start..line.end].char_indices() {
        let is_mark = matches!(before, ':' | '-' | ',' | '{' | '[' | '}' | ']');
        if let Some(what) = false_blank(letter).filter(|_| is_start || is_mark) {
            let bytes = start + at..start + at + letter.len_utf8();
            let message = format!("here stands {what}, which looks like a blank and is none");
            let said = Said::new(codes::YAML, bytes.clone(), message);
            let mut said = said.help("write a blank instead");
            said.put = Some((bytes, " ".to_owned()));
            return Some(said);
        }
        is_start = letter == '\n' || is_start && letter.is_whitespace();
        before = letter;
    }
    None
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
    fn no_comma_is_missed_where_a_bracket_may_be() {
        assert_eq!(missed("- { id: red\n- id: blue\n", ": blue"), None);
        assert_eq!(missed("a: [b\nc: d\n", ": d"), None);
        assert_eq!(missed("a: b c: d\n", ": d"), None);
    }
}
