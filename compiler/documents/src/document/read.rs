//! From text to a document, or to one diagnostic at its place.

use super::lines::{Stop, whole_letters};
use super::said::said;
use crate::codes;
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::{FileId, Location, Sources};
use serde::de::DeserializeOwned;
use std::ops::Range;

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
    /// `overlay:`
    Overlay,
    /// `map:`
    Map,
    /// `scenario:`
    Scenario,
    /// `case:`
    Case,
    /// `phrasebook:`
    Phrasebook,
    /// `looks:`
    Looks,
}

/// The first keys of documents.
pub(crate) const FIRST_KEYS: [&str; 9] = [
    "system",
    "library",
    "set",
    "overlay",
    "map",
    "scenario",
    "case",
    "phrasebook",
    "looks",
];

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
        "overlay" => Some(DocumentKind::Overlay),
        "map" => Some(DocumentKind::Map),
        "scenario" => Some(DocumentKind::Scenario),
        "case" => Some(DocumentKind::Case),
        "phrasebook" => Some(DocumentKind::Phrasebook),
        "looks" => Some(DocumentKind::Looks),
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
    super::yaml::from_str(text).map_err(|error| Box::new(refusal(file, text, &error)))
}

pub(super) fn refusal(file: FileId, text: &str, error: &serde_yaml::Error) -> Diagnostic {
    let (start, length) = error.location().map_or((0, 0), |location| {
        let span = location.span();
        let at = span.byte_offset().and_then(|at| usize::try_from(at).ok());
        let length = span.byte_len().and_then(|length| usize::try_from(length).ok());
        let at = at.unwrap_or_else(|| byte_at(text, location.line(), location.column()));
        (at, length.unwrap_or(1))
    });
    let (at, _) = whole_letters(text, start, 0);
    let stop = Stop { text, at, length };
    let said = said(&stop, plain_message(&error.without_snippet().to_string()));
    let place = |bytes: Range<usize>| Location {
        file,
        start: bytes.start,
        end: bytes.end,
    };
    let mut diagnostic = Diagnostic::new(said.code, place(said.at), said.message).maybe_help(said.help);
    diagnostic.fix = said.put.map(|(bytes, put)| Fix {
        place: place(bytes),
        put,
        certain: false,
    });
    diagnostic
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
