//! Lines of a YAML text around the place where its parser stopped: keys, entries, blocks of text.
//!
//! This is no second parser: it looks for what people most likely meant, in a text that makes no sense.

use std::ops::Range;

/// How many lines above a place are looked at.
const LINES_ABOVE: usize = 200;

/// Where the parser stopped.
pub(super) struct Stop<'a> {
    pub(super) text: &'a str,
    /// The byte, at the edge of a letter.
    pub(super) at: usize,
    /// How many bytes from there the parser means.
    pub(super) length: usize,
}

impl Stop<'_> {
    /// The bytes that the parser means, in whole letters.
    pub(super) fn span(&self) -> Range<usize> {
        let (start, end) = whole_letters(self.text, self.at, self.length.max(1));
        start..end
    }

    /// The value that begins here: an entry in brackets, or the rest of the line.
    pub(super) fn value(&self) -> Range<usize> {
        match is_in_flow(self.text, self.at) {
            true => flow_entry(self.text, self.at),
            false => self.at..line_of(self.text, self.at).end.max(self.at),
        }
    }

    /// The key and value that begin here, or that end here.
    pub(super) fn entry(&self) -> Range<usize> {
        let here = self.text[self.at..].chars().next().unwrap_or('\n');
        if is_key_letter(here) {
            return self.value();
        }
        let before = self.text[..self.at].trim_end();
        let start = before.rfind(['{', '[', ',', '\n']).map_or(0, |at| at + 1);
        let entry = &before[start..];
        let entry = entry.trim_start().trim_start_matches("- ").trim_start();
        before.len() - entry.len()..before.len()
    }

    /// The first key of the block mapping to which the key here belongs: that is where a key is missed.
    pub(super) fn first_key(&self) -> Range<usize> {
        let (text, at) = (self.text, self.at);
        let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let column = at - line_start;
        let key = |at: usize| at..at + text[at..].split([':', '\n', ' ']).next().unwrap_or("").len();
        // Behind a `-` it is the first key itself.
        if !text[line_start..at].chars().all(|letter| letter == ' ') {
            return key(at);
        }
        let mut first = at;
        let mut end = line_start;
        for line in text[..line_start].split_inclusive('\n').rev() {
            let start = end - line.len();
            end = start;
            let indent = line.len() - line.trim_start_matches([' ', '-']).len();
            let is_empty = line.trim().is_empty() || line.trim_start().starts_with('#');
            if is_empty || indent > column {
                continue;
            }
            if indent < column {
                break;
            }
            first = start + indent;
            if line.trim_start().starts_with("- ") {
                break;
            }
        }
        key(first)
    }
}

/// The bytes from `start` on, made longer to whole letters: the parser may count within one.
pub(super) fn whole_letters(text: &str, start: usize, length: usize) -> (usize, usize) {
    let is_edge = |at: &usize| text.is_char_boundary(*at);
    let first = (0..=start.min(text.len())).rev().find(is_edge).unwrap_or(0);
    let after = (start.saturating_add(length).min(text.len())..).find(is_edge);
    (first, after.unwrap_or(text.len()))
}

/// The line of a byte, without blanks and a comment at its end.
pub(super) fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].split('\n').next().unwrap_or("");
    start..start + without_comment(line).len()
}

/// A line without a comment and blanks at its end. In quotes a `#` is a letter.
pub(crate) fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (None, '#') if before == ' ' || before == '\t' => return line[..at].trim_end(),
            (None, '"' | '\'') if !is_key_letter(before) => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
        before = letter;
    }
    line.trim_end()
}

/// Whether a place stands in a list or map in brackets, which begins in its line.
pub(super) fn is_in_flow(text: &str, at: usize) -> bool {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    !open_brackets(&text[start..at]).is_empty()
}

/// The entry in brackets that begins at a byte: up to the comma or bracket that ends it, or the line's end. Commas within
/// parentheses are thought to belong to it.
pub(super) fn flow_entry(text: &str, at: usize) -> Range<usize> {
    let line = &text[at..line_of(text, at).end.max(at)];
    let mut depth = 0_i32;
    for (place, letter) in line.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' => depth -= 1,
            ']' | '}' if depth > 0 => depth -= 1,
            ']' | '}' => return at..at + line[..place].trim_end().len(),
            ',' if depth <= 0 => return at..at + line[..place].trim_end().len(),
            _ => {}
        }
    }
    at..at + line.trim_end().len()
}

/// The brackets of a line that are open at its end, each with its place.
fn open_brackets(line: &str) -> Vec<(usize, char)> {
    let mut open = Vec::new();
    let mut quote = None;
    let mut before = ' ';
    for (at, letter) in without_comment(line).char_indices() {
        match (quote, letter) {
            (Some(closing), _) if closing == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if !is_key_letter(before) => quote = Some(letter),
            // Within a text that has begun, brackets are letters.
            (None, '[' | '{') if !open.is_empty() || line[..at].trim_end().ends_with([':', '-']) => {
                open.push((at, letter));
            }
            (None, ']' | '}') => _ = open.pop(),
            _ => {}
        }
        before = letter;
    }
    open
}

/// The bracket above a place, or in its line, that no line closes.
pub(super) fn unclosed(text: &str, at: usize) -> Option<(usize, char)> {
    let mut end = text[..at].len();
    for line in text[..at].split_inclusive('\n').rev().take(LINES_ABOVE) {
        let start = end - line.len();
        end = start;
        let line = line.trim_end_matches('\n');
        // A whole line, also of the place itself.
        if let Some((open, letter)) = open_brackets(line).first() {
            return Some((start + open, *letter));
        }
    }
    None
}

/// Whether a text is written as keys are.
pub(super) fn is_key(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_key_letter)
}

fn is_key_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-' || letter == '_'
}

/// The key to which the value at a byte belongs.
pub(super) fn key_above(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let before = text[start..at].trim_end_matches([' ', '[', '{', '-']);
    if let Some(key) = key_at_end(before) {
        return Some(key);
    }
    let indent = indent_of(&text[start..]);
    let is_entry = text[start + indent..].starts_with('-');
    let mut above = text[..start].lines().rev().take(LINES_ABOVE);
    let line = above.find(|line| {
        let here = indent_of(line);
        let is_above = here < indent || is_entry && here == indent && !line[here..].starts_with('-');
        !line.trim().is_empty() && is_above
    })?;
    key_at_end(without_comment(line))
}

/// The key whose colon ends a text.
fn key_at_end(text: &str) -> Option<&str> {
    let text = text.strip_suffix(':')?;
    let key = text.rsplit([' ', '{', ',', '-']).next()?;
    let key = text
        .rsplit([' ', '{', ','])
        .next()
        .filter(|whole| is_key(whole))
        .unwrap_or(key);
    is_key(key).then_some(key)
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// A key whose text stands in the lines below it.
pub(super) struct TextBlock<'a> {
    pub(super) key: &'a str,
    /// Where the lines of its text begin, or should.
    column: usize,
}

impl TextBlock<'_> {
    /// The lines from a place on that look like a part of the text, and the same where they would be one.
    pub(super) fn indented(&self, text: &str, at: usize) -> (Range<usize>, String) {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let shift = self.column.saturating_sub(indent_of(&text[start..]));
        let mut end = start;
        let mut put = String::new();
        for line in text[start..].split_inclusive('\n') {
            let bare = line.trim();
            let key = bare.split(':').next().unwrap_or("");
            let is_next = bare.starts_with("- ") || is_key(key) && bare[key.len()..].starts_with(':');
            if bare.is_empty() || (end > start && is_next) {
                break;
            }
            put.push_str(&" ".repeat(shift));
            put.push_str(line);
            end += line.len();
        }
        (start..end, put)
    }
}

/// The key `key: |` above a place whose text ends just before it.
pub(super) fn text_block_above(text: &str, at: usize) -> Option<TextBlock<'_>> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut content = None;
    for line in text[..start].lines().rev().take(LINES_ABOVE) {
        let line = without_comment(line);
        if line.trim().is_empty() {
            continue;
        }
        let indent = indent_of(line);
        if let Some(key) = block_key(line) {
            let own = line.find(key).unwrap_or(indent);
            let is_inside = content.is_none_or(|(_, least)| least > indent);
            return is_inside.then(|| TextBlock {
                key,
                column: content.map_or(own + 2, |(first, _)| first),
            });
        }
        let least = content.map_or(indent, |(_, least): (usize, usize)| least.min(indent));
        content = Some((indent, least));
    }
    None
}

/// The key of a line such as `rules: |`.
fn block_key(line: &str) -> Option<&str> {
    let head = line.trim_end_matches(['+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    let head = head.strip_suffix(['|', '>'])?;
    key_at_end(head.trim_end())
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    match text.contains(['"', '\\']) {
        true => format!("'{}'", text.replace('\'', "''")),
        false => format!("\"{text}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_never_cut_a_letter() {
        let text = "aéb";
        assert_eq!(whole_letters(text, 0, 1), (0, 1));
        assert_eq!(whole_letters(text, 1, 1), (1, 3));
        assert_eq!(whole_letters(text, 2, 1), (1, 3));
        assert_eq!(whole_letters(text, 9, 1), (4, 4));
    }

    #[test]
    fn comments_end_lines_and_quotes_hold_them() {
        assert_eq!(without_comment("a: b # c"), "a: b");
        assert_eq!(without_comment("a: \"b # c\"  "), "a: \"b # c\"");
        assert_eq!(without_comment("a: it's # c"), "a: it's");
        assert_eq!(without_comment("a#b"), "a#b");
    }

    #[test]
    fn keys_are_found_above_their_values() {
        let text = "uses:\n  - { a: 1 }\n  - foo\nat: h7\nlist: [x]";
        let at = |part: &str| text.find(part).unwrap_or_default();
        assert_eq!(key_above(text, at("foo")), Some("uses"));
        assert_eq!(key_above(text, at("h7")), Some("at"));
        assert_eq!(key_above(text, at("x]")), Some("list"));
    }

    #[test]
    fn brackets_that_stay_open_are_found() {
        assert_eq!(unclosed("sets: [a\ntable: x", 10), Some((6, '[')));
        assert_eq!(unclosed("sets: [a]\ntable: x", 12), None);
        assert_eq!(unclosed("text: f(a[b\ntable: x", 14), None);
    }
}
