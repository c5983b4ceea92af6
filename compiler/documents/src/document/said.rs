//! What the parser of YAML says, for people who write documents: what is wrong, where, and what to write.
//!
//! The parser stops where it can read no further. What was meant stands around that place, so the text there is looked at.

mod gaps;
mod words;

use super::lines::{
    Stop, flow_entry, is_in_flow, is_key, key_above, line_of, quoted, text_block_above, unclosed,
};
use crate::codes;
use crate::diagnostic::{Code, nearest};
use gaps::{false_blank_near, missing_comma};
use std::ops::Range;
use words::of_reader;

/// What is wrong with the text of a document.
pub(super) struct Said {
    pub(super) code: &'static Code,
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// The bytes that are wrong.
    pub(super) at: Range<usize>,
    /// What to write instead of some bytes.
    pub(super) put: Option<(Range<usize>, String)>,
}

impl Said {
    fn new(code: &'static Code, at: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            help: None,
            at,
            put: None,
        }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with help that writes this instead of some bytes.
    fn write(mut self, at: Range<usize>, put: String) -> Self {
        self.help = Some(format!("write `{put}`"));
        self.put = Some((at, put));
        self
    }
}

/// What keys ask for that have keys and values of their own.
const MAPS: [(&str, &str); 8] = [
    ("uses", "`{ library: ID }`"),
    (
        "at",
        "`{ x: 3in, y: 4in }` on a flat table, `{ space: c5 }` on a board of spaces",
    ),
    ("table", "`{ width: 36in, length: 36in }`"),
    ("players", "`{ id: ID, name: NAME }`"),
    ("pieces", "`{ id: ID, template: ID, owner: ID }`"),
    ("tokens", "`{ TOKEN: 1 }`"),
    ("facts", "`{ FACT: 1 }`"),
    ("decks", "`{ DECK: { CARD: 1 } }`"),
];

/// What the parser says of the place where it stopped.
pub(super) fn said(stop: &Stop<'_>, message: String) -> Said {
    let at = stop.span();
    if let Some(said) = false_blank_near(stop) {
        return said;
    }
    let quoted = message.split('`').nth(1).unwrap_or("");
    if message.starts_with("unknown field") {
        return unknown_key(stop, quoted, &message);
    }
    if message.starts_with("missing field") {
        return Said::new(
            codes::MISSING_KEY,
            stop.first_key(),
            format!("the key `{quoted}` is missing"),
        )
        .help(format!("add `{quoted}: ...`"));
    }
    if let Some(rest) = message.strip_prefix("duplicate mapping key: ") {
        return doubled_key(stop, rest.split(',').next().unwrap_or(rest));
    }
    if message.starts_with("invalid type: unit value") || message.starts_with("cannot deserialize null") {
        return no_value(stop);
    }
    if message.starts_with("tabs disallowed") || message.ends_with("found a tab") {
        let tab = stop.text[line_of(stop.text, stop.at).start..].find('\t');
        let tab = tab.map_or(at, |tab| {
            let tab = line_of(stop.text, stop.at).start + tab;
            tab..tab + 1
        });
        return Said::new(codes::TAB, tab, "a tab cannot be used as indentation").help(
            "indent with \
        spaces",
        );
    }
    if message.starts_with("unexpected character") || message.starts_with("alias references") {
        return letter_of_yaml(stop);
    }
    if let Some((message, help)) = of_reader(&message) {
        return Said::new(codes::YAML, at, message).help(help);
    }
    match message.as_str() {
        "expected sequence start" => no_list(stop),
        "expected mapping start" => no_map(stop),
        "expected string scalar" => no_text(stop),
        "invalid i64" => no_number(stop, "a whole number"),
        "invalid u32" => no_number(stop, "a whole number of 0 or more"),
        "simple key expected ':'" => no_colon(stop),
        "mapping values are not allowed in this context" => second_colon(stop),
        "while parsing a block mapping, did not find expected key" => {
            Said::new(codes::YAML, at, "this does not line up with the lines above it").help(
                "begin all entries of a list in the same column, and all keys of an entry in the same \
                column",
            )
        }
        "invalid trailing content after double-quoted scalar" => trailing(stop, '"'),
        "invalid trailing content after single-quoted scalar" => trailing(stop, '\''),
        _ if message.starts_with("multiple YAML documents") => Said::new(
            codes::YAML,
            at,
            "a second document begins here, but a file can contain only one",
        )
        .help("move it to a separate file, or remove the `---` before it"),
        "while parsing a flow mapping, did not find expected ',' or '}'"
        | "while parsing a flow sequence, expected ',' or ']'"
        | "illegal placement of ':' indicator"
        | "\"-\" is only valid inside a block" => in_brackets(stop),
        _ => Said::new(codes::YAML, at, "this is not valid YAML from here on")
            .help(format!("the YAML parser reports: {message}")),
    }
}

/// The keys that could stand here are in the parser's message.
fn unknown_key(stop: &Stop<'_>, found: &str, message: &str) -> Said {
    let said = Said::new(
        codes::UNKNOWN_KEY,
        stop.span(),
        format!("there is no key `{found}` here"),
    );
    let Some((_, known)) = message.split_once(", expected one of ") else {
        return said;
    };
    let names = || known.split(", ").map(|name| name.trim_matches('`'));
    if let Some((key, value)) = found.split_once(':')
        && names().any(|name| name == key)
    {
        return no_blank(stop.span(), key, value);
    }
    match nearest(found, names()) {
        Some(near) => {
            let mut said = said.help(format!("did you mean `{near}`?"));
            said.put = Some((stop.span(), near));
            said
        }
        None => said.help(format!("the keys here are {known}")),
    }
}

/// A key that stands twice: mostly the `-` before the second entry of a list is missing.
fn doubled_key(stop: &Stop<'_>, key: &str) -> Said {
    let said = Said::new(
        codes::DOUBLED_KEY,
        stop.span(),
        format!("the key `{key}` occurs twice"),
    );
    let line = line_of(stop.text, stop.at);
    let begins_entry = {
        let first = stop.first_key();
        let before = &stop.text[line_of(stop.text, first.start).start..first.start];
        stop.text[first].starts_with(key) && before.trim_start().starts_with('-')
    };
    let indent = stop.at - line.start;
    if !begins_entry || indent < 2 || !stop.text[line.start..stop.at].trim().is_empty() {
        return said.help("remove one of the two");
    }
    let mut said = said.help(format!(
        "if a new entry begins here, write `- {key}: ...`; otherwise, remove one of the two keys"
    ));
    said.put = Some((stop.at - 2..stop.at, "- ".to_owned()));
    said
}

/// A key whose value is missing: forgotten, or not seen because the blank or the colon before it is.
fn no_value(stop: &Stop<'_>) -> Said {
    let written = &stop.text[stop.value()];
    if let (true, Some(key)) = (is_nothing(written), key_above(stop.text, stop.at)) {
        let said = Said::new(codes::WRONG_SHAPE, stop.value(), format!("`{key}` has no value"));
        return said.help(format!(
            "write a value after the colon: `{key}: ...`; in YAML, `{written}` means no value, unless it is \
             in quotes"
        ));
    }
    let entry = stop.entry();
    let text = &stop.text[entry.clone()];
    let first = text.split([':', ' ']).next().unwrap_or(text);
    let rest = &text[first.len()..];
    let value = rest.trim_start_matches([':', ' ']);
    if value.is_empty() || !is_key(first) {
        let said = Said::new(codes::WRONG_SHAPE, entry, format!("`{first}` has no value"));
        return said.help(format!("write a value after the colon: `{first}: ...`"));
    }
    if rest.starts_with(':') {
        return no_blank(entry.clone(), first, value);
    }
    let said = Said::new(
        codes::YAML,
        entry.clone(),
        format!("a `:` is missing between `{first}` and its value"),
    );
    said.write(entry, format!("{first}: {value}"))
}

/// Whether YAML takes a text for no value.
fn is_nothing(written: &str) -> bool {
    matches!(written, "null" | "Null" | "NULL" | "~")
}

/// `key:value`, which YAML reads as one word.
fn no_blank(at: Range<usize>, key: &str, value: &str) -> Said {
    let message = format!("a space is missing after the `:` of `{key}`");
    Said::new(codes::YAML, at.clone(), message).write(at, format!("{key}: {value}"))
}

/// A line without a colon where a key and its value are asked for.
fn no_colon(stop: &Stop<'_>) -> Said {
    let line = line_of(stop.text, stop.at);
    let line = stop.at.min(line.end)..line.end;
    if let Some(block) = text_block_above(stop.text, stop.at) {
        let message = format!(
            "this line is not indented more than `{}:`, so it does not belong to the text of that key",
            block.key
        );
        let said = Said::new(codes::YAML, line, message);
        let mut said = said.help(format!(
            "indent the lines of the text two spaces more than `{}:`",
            block.key
        ));
        said.put = Some(block.indented(stop.text, stop.at));
        return said;
    }
    let text = &stop.text[line.clone()];
    match text.split_once(':') {
        Some((key, value)) if is_key(key) && !value.is_empty() => no_blank(line, key, value),
        _ => Said::new(codes::YAML, line, "this line is not a key with a value").help(
            "write `key: value`; if the line belongs to the text above, indent it more than the key \
            of that text",
        ),
    }
}

/// A `: ` where no key can stand: in a text, or in a line that is indented too far.
fn second_colon(stop: &Stop<'_>) -> Said {
    if let Some(said) = missing_comma(stop) {
        return said;
    }
    let message = "a `:` followed by a space makes this a key, but no key is allowed here";
    let line = line_of(stop.text, stop.at);
    let before = &stop.text[line.start..stop.at.max(line.start).min(line.end)];
    let Some((key, value)) = before.split_once(": ") else {
        let said = Said::new(codes::YAML, stop.span(), message);
        return said.help(
            "is this line indented too much? keys that belong together begin in the same \
        column",
        );
    };
    let start = line.start + key.len() + 2 + (value.len() - value.trim_start().len());
    let whole = start..line.end;
    if let Some(quote) = stop.text[start..].chars().next()
        && "“”„‟‘’‚«»".contains(quote)
    {
        let message = format!("`{quote}` does not quote text in YAML");
        return Said::new(codes::YAML, start..start + quote.len_utf8(), message)
            .help("write straight quotes around the text: `\"...\"`");
    }
    let put = quoted(&stop.text[whole.clone()]);
    let mut said =
        Said::new(codes::YAML, stop.span(), message).help(format!("put the text in quotes: `{put}`"));
    said.put = Some((whole, put));
    said
}

/// What stands behind a closing quote.
fn trailing(stop: &Stop<'_>, quote: char) -> Said {
    if let Some(said) = missing_comma(stop) {
        return said;
    }
    let said = Said::new(
        codes::YAML,
        stop.span(),
        "nothing can follow the closing quote on its line",
    );
    if quote == '"' {
        return said.help(
            "put this inside the quotes or on a separate line; inside the quotes, write `\\\"` for a \
            `\"`",
        );
    }
    let line = line_of(stop.text, stop.at);
    let value = stop.text[line.start..line.end]
        .find('\'')
        .map(|at| line.start + at..line.end);
    let whole = value.filter(|value| stop.text[value.clone()].ends_with('\'') && value.len() > 2);
    let Some(whole) = whole.filter(|_| !is_in_flow(stop.text, stop.at)) else {
        return said.help("inside these quotes, write `''` for a `'`");
    };
    let inner = &stop.text[whole.start + 1..whole.end - 1];
    let put = quoted(inner);
    let mut said = said.help(format!(
        "this `'` ends the text, because it begins with one; write `{put}`"
    ));
    said.put = Some((whole, put));
    said
}

/// A list or map in brackets that is not read to its end.
fn in_brackets(stop: &Stop<'_>) -> Said {
    if let Some(said) = missing_comma(stop) {
        return said;
    }
    let before = stop.text[..stop.at].trim_end();
    let opens = stop.text[stop.at..].starts_with(['[', '{']);
    if opens && before.ends_with(|letter: char| letter.is_alphanumeric()) {
        let message = "this bracket begins another list or map in the middle of an entry";
        return Said::new(codes::YAML, stop.span(), message)
            .help("write the entry on a separate line, after `- `");
    }
    if let Some((at, letter)) = unclosed(stop.text, stop.at) {
        let closing = if letter == '[' { ']' } else { '}' };
        let said = Said::new(codes::YAML, at..at + 1, format!("`{letter}` is never closed"));
        return said.help(format!("write `{closing}` where it ends"));
    }
    let message =
        "this is not allowed here: a `,` may be missing, or an earlier `[`, `{` or quote may never be closed";
    Said::new(codes::YAML, stop.span(), message)
}

/// A letter that has a meaning of its own in YAML at the beginning of a text.
fn letter_of_yaml(stop: &Stop<'_>) -> Said {
    let letter = stop.text[stop.at..].chars().next().unwrap_or('@');
    let message = format!("in YAML, a text that begins with `{letter}` needs quotes");
    let said = Said::new(codes::YAML, stop.span(), message);
    let whole = stop.value();
    let put = quoted(&stop.text[whole.clone()]);
    said.write(whole, put)
}

fn no_list(stop: &Stop<'_>) -> Said {
    let said = Said::new(codes::WRONG_SHAPE, stop.span(), "expected a list");
    let whole = stop.value();
    match &stop.text[whole.clone()] {
        one if one.is_empty() || one.starts_with(['{', '|', '>']) || one.contains(": ") => {
            said.help("write a list: `[a, b]`")
        }
        one => {
            let put = format!("[{one}]");
            said.write(whole, put)
        }
    }
}

fn no_map(stop: &Stop<'_>) -> Said {
    let key = key_above(stop.text, stop.at);
    let message = match key {
        Some(key) => format!("the value of `{key}` must be keys and values"),
        None => "expected keys and values".to_owned(),
    };
    let example = MAPS.iter().find(|(name, _)| Some(*name) == key);
    let example = example.map_or("`{ key: value }`", |(_, example)| example);
    let written = &stop.text[stop.value()];
    let example = match is_key(written) {
        true => example.replacen("ID", written, 1),
        false => example.to_owned(),
    };
    Said::new(codes::WRONG_SHAPE, stop.span(), message).help(format!("write {example}"))
}

fn no_text(stop: &Stop<'_>) -> Said {
    let said = Said::new(codes::WRONG_SHAPE, stop.span(), "expected a text");
    let whole = stop.value();
    let text = &stop.text[whole.clone()];
    if text.starts_with('[') {
        return said.help("write it without brackets; if the brackets belong to the text, put it in quotes");
    }
    if text.starts_with('{') || !text.contains(": ") {
        return said;
    }
    let put = quoted(text);
    let message = "expected a text, but a `:` followed by a space makes this a key";
    let mut said = Said::new(codes::WRONG_SHAPE, whole.clone(), message)
        .help(format!("put the text in quotes: `{put}`"));
    said.put = Some((whole, put));
    said
}

fn no_number(stop: &Stop<'_>, what: &str) -> Said {
    if stop.text[stop.at..].starts_with(['}', ',', ']', '\n']) {
        return no_value(stop);
    }
    let whole = flow_entry(stop.text, stop.at);
    let written = stop.text[whole.clone()].trim_matches(['"', '\'']);
    let end = written.find(|letter: char| !letter.is_ascii_digit());
    let said = Said::new(codes::WRONG_SHAPE, stop.span(), format!("expected {what}"));
    match end {
        None if written.len() > 1 && written.starts_with('0') => {
            let bare = written.trim_start_matches('0');
            let put = if bare.is_empty() { "0" } else { bare }.to_owned();
            said.write(whole, put)
        }
        None if !written.is_empty() => said.help("write a smaller number; this one is too large"),
        Some(1..) => {
            let number = written[..end.unwrap_or(0)].to_owned();
            said.write(whole, number)
        }
        _ => said.help("write a number such as `2`"),
    }
}
