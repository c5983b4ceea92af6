//! From text to a document, or to one diagnostic at its place.

use crate::codes;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{FileId, Location, Sources};
use serde::de::DeserializeOwned;

/// The most bytes that a document may have.
pub const MOST_DOCUMENT_BYTES: usize = 4 << 20;

/// What a YAML document is, told by its first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DocumentKind {
    /// `system:`
    System,
    /// `library:`
    Library,
    /// `set:`
    CardSet,
    /// `map:`
    Map,
    /// `scenario:`
    Scenario,
    /// `case:`
    Case,
}

/// The first keys of documents.
pub(crate) const FIRST_KEYS: [&str; 6] = ["system", "library", "set", "map", "scenario", "case"];

/// The first line that is not empty, a comment, a directive or a document's start.
pub(crate) fn first_line(text: &str) -> Option<&str> {
    text.lines().find(|line| {
        let starts = line.strip_prefix("---").map(str::trim_start);
        let is_start = starts.is_some_and(|rest| rest.is_empty() || rest.starts_with('#'));
        !line.trim().is_empty() && !line.starts_with(['#', '%']) && !is_start
    })
}

/// The byte of a key that stands at the beginning of a line.
pub(crate) fn outer_key(text: &str, key: &str) -> Option<usize> {
    let is_key = |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if is_key(line) {
            return Some(start);
        }
        start += line.len();
    }
    None
}

/// What the document is, told by its first key.
#[must_use]
pub fn document_kind(text: &str) -> Option<DocumentKind> {
    match first_line(text)?
        .split(':')
        .next()?
        .trim()
        .trim_matches(['"', '\''])
    {
        "system" => Some(DocumentKind::System),
        "library" => Some(DocumentKind::Library),
        "set" => Some(DocumentKind::CardSet),
        "map" => Some(DocumentKind::Map),
        "scenario" => Some(DocumentKind::Scenario),
        "case" => Some(DocumentKind::Case),
        _ => None,
    }
}

/// What the document of a file is: all that lies among the conformance cases is a case, the rest is told by its first key.
#[must_use]
pub(crate) fn kind_of_file(name: &str, text: &str) -> Option<DocumentKind> {
    if name.contains(super::case::FOLDER) || super::case::is_of_library(name) {
        return Some(DocumentKind::Case);
    }
    document_kind(text)
}

/// Reads a document.
///
/// # Errors
/// One diagnostic at the place where the document stops making sense.
pub fn read<T: DeserializeOwned>(sources: &Sources, file: FileId) -> Result<T, Box<Diagnostic>> {
    let text = &sources.get(file).text;
    if text.len() > MOST_DOCUMENT_BYTES {
        let place = Location {
            file,
            start: 0,
            end: 0,
        };
        let message = format!(
            "the document has {} bytes; the most is {MOST_DOCUMENT_BYTES}",
            text.len()
        );
        return Err(Box::new(Diagnostic::new(codes::TOO_LARGE, place, message)));
    }
    serde_yaml::from_str(text).map_err(|error| Box::new(refusal(file, text, &error)))
}

fn refusal(file: FileId, text: &str, error: &serde_yaml::Error) -> Diagnostic {
    let (start, length) = error.location().map_or((0, 0), |location| {
        let span = location.span();
        let at = span.byte_offset().and_then(|at| usize::try_from(at).ok());
        let length = span.byte_len().and_then(|length| usize::try_from(length).ok());
        let at = at.unwrap_or_else(|| byte_at(text, location.line(), location.column()));
        (at, length.unwrap_or(1))
    });
    let message = plain_message(&error.without_snippet().to_string());
    let (start, length, said) = match typographic_quote(text, start) {
        Some((at, said)) if message.starts_with("mapping values") => (at, said.1, said.0),
        _ => (start, length, in_our_words(message)),
    };
    let tab = (said.code == codes::TAB)
        .then(|| text.get(start..)?.find('\t'))
        .flatten();
    let (start, length) = match tab {
        Some(tab) => (start + tab, 1),
        None if said.code == codes::MISSING_KEY => first_key_of(text, start),
        None => (start, length),
    };
    let (start, end) = whole_letters(text, start, length.max(1));
    let mut diagnostic = Diagnostic::new(said.code, Location { file, start, end }, said.message);
    diagnostic.help = said.help;
    if let Some(near) = said.near {
        diagnostic.put(near, false);
    }
    diagnostic
}

/// The bytes from `start` on, made longer to whole letters: the parser may count within one.
fn whole_letters(text: &str, start: usize, length: usize) -> (usize, usize) {
    let is_edge = |at: &usize| text.is_char_boundary(*at);
    let first = (0..=start.min(text.len())).rev().find(is_edge).unwrap_or(0);
    let after = (start.saturating_add(length).min(text.len())..).find(is_edge);
    (first, after.unwrap_or(text.len()))
}

/// The byte of a line and column, both from 1.
fn byte_at(text: &str, line: u64, column: u64) -> usize {
    let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX).saturating_sub(1);
    let start: usize = text.split_inclusive('\n').take(index(line)).map(str::len).sum();
    let rest = &text[start.min(text.len())..];
    let within = rest
        .char_indices()
        .take_while(|&(_, letter)| letter != '\n')
        .nth(index(column));
    start + within.map_or(0, |(at, _)| at)
}

/// The first key of the block mapping to which the key at a byte belongs: that is where a key is missed.
fn first_key_of(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or("");
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = at - line_start;
    let key = |at: usize| (at, text[at..].split([':', '\n', ' ']).next().unwrap_or("").len());
    // Behind a `-` it is the first key itself.
    if !before[line_start..].chars().all(|letter| letter == ' ') {
        return key(at);
    }
    let mut first = at;
    let mut end = line_start;
    for line in before[..line_start].split_inclusive('\n').rev() {
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

/// What the parser says, for people who write documents; and what to do.
struct Said {
    code: &'static Code,
    message: String,
    help: Option<String>,
    /// The key that was most likely meant.
    near: Option<String>,
}

impl Said {
    fn new(code: &'static Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            help: None,
            near: None,
        }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

fn in_our_words(message: String) -> Said {
    let quoted = message.split('`').nth(1).unwrap_or("");
    if message.starts_with("unknown field") {
        return unknown_key(quoted, &message);
    }
    if message.starts_with("missing field") {
        return Said::new(codes::MISSING_KEY, format!("the key `{quoted}` is missing"))
            .help(format!("add `{quoted}: ...`"));
    }
    if let Some(rest) = message.strip_prefix("duplicate mapping key: ") {
        let key = rest.split(',').next().unwrap_or(rest);
        return Said::new(codes::DOUBLED_KEY, format!("the key `{key}` stands here twice"))
            .help("remove one of the two");
    }
    let asked = |what: &str| Said::new(codes::WRONG_SHAPE, format!("{what} is asked for here"));
    match message.as_str() {
        "expected sequence start" => asked("a list").help("write a list: `[a, b]`"),
        "expected mapping start" => asked("a map").help("write keys and values: `{ key: value }`"),
        "expected string scalar" => asked("a text"),
        "invalid i64" => asked("a whole number"),
        "invalid u32" => asked("a whole number that is not negative"),
        "while scanning a plain scalar, found a tab" => {
            Said::new(codes::TAB, "a tab cannot indent").help("write spaces")
        }
        "mapping values are not allowed in this context" => Said::new(
            codes::YAML,
            "a `:` with a space after it makes a key, and none can stand here",
        )
        .help("put the text in quotes: `\"...\"`; or is a line indented too far?"),
        "invalid trailing content after double-quoted scalar" => {
            Said::new(codes::YAML, "nothing can follow the closing quote in its line").help(
                "put this in the quotes or in a line of its own; a `\"` within quotes is written `\\\"`",
            )
        }
        _ if message.starts_with("multiple YAML documents") => {
            Said::new(codes::YAML, "a second document begins here, and a file holds one")
                .help("move it to a file of its own, or remove the `---` before it")
        }
        "while parsing a flow mapping, did not find expected ',' or '}'" => {
            Said::new(codes::YAML, "`,` or `}` is missing before this")
        }
        "while parsing a flow sequence, expected ',' or ']'" | "illegal placement of ':' indicator" => {
            Said::new(
                codes::YAML,
                "this cannot stand here; an earlier `[` or quote may not be closed",
            )
        }
        _ => Said::new(codes::YAML, message),
    }
}

/// A quote of a word processor that begins the value in which the parser stopped: YAML does not know it.
fn typographic_quote(text: &str, at: usize) -> Option<(usize, (Said, usize))> {
    let before = text.get(..at)?;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let (key, value) = before[start..].split_once(':')?;
    let quote = value.trim_start().chars().next()?;
    if !"“”„‟‘’‚«»".contains(quote) {
        return None;
    }
    let place = start + key.len() + 1 + (value.len() - value.trim_start().len());
    let message = format!("`{quote}` is a letter like any other here, and does not quote the text");
    let said = Said::new(codes::YAML, message).help("write straight quotes around it: `\"...\"`");
    Some((place, (said, quote.len_utf8())))
}

/// The keys that could stand here are in the parser's message.
fn unknown_key(found: &str, message: &str) -> Said {
    let mut said = Said::new(codes::UNKNOWN_KEY, format!("there is no key `{found}` here"));
    let Some((_, known)) = message.split_once(", expected one of ") else {
        return said;
    };
    said.near = nearest(found, known.split(", ").map(|name| name.trim_matches('`')));
    said.help = Some(match &said.near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the keys here are {known}"),
    });
    said
}

/// The parser's message without its position, which the diagnostic already shows.
fn plain_message(message: &str) -> String {
    let first = message.lines().next().unwrap_or(message);
    let first = first.strip_prefix("error: ").unwrap_or(first);
    let text = match first.split_once(": ") {
        Some((head, rest)) if head.starts_with("line ") => rest,
        _ => first,
    };
    text.split(" at line ").next().unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::whole_letters;

    #[test]
    fn places_never_cut_a_letter() {
        let text = "aéb";
        assert_eq!(whole_letters(text, 0, 1), (0, 1));
        assert_eq!(whole_letters(text, 1, 1), (1, 3));
        assert_eq!(whole_letters(text, 2, 1), (1, 3));
        assert_eq!(whole_letters(text, 9, 1), (4, 4));
    }
}
