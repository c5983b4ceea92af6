//! From text to a document, or to one diagnostic at its place.

use crate::codes;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::source::{FileId, Place, Sources};
use serde::de::DeserializeOwned;

/// The most bytes that a document may have.
pub const MOST_DOCUMENT_BYTES: usize = 4 << 20;

/// What a YAML document is, told by its first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DocumentKind {
    /// `system:`
    System,
    /// `set:`
    CardSet,
    /// `scenario:`
    Scenario,
    /// `case:`
    Case,
}

/// The first line that is not empty, a comment or a document's start.
pub(crate) fn first_line(text: &str) -> Option<&str> {
    text.lines()
        .find(|line| !line.trim().is_empty() && !line.starts_with('#') && *line != "---")
}

/// What the document is, told by its first key.
#[must_use]
pub fn document_kind(text: &str) -> Option<DocumentKind> {
    match first_line(text)?.split(':').next()?.trim() {
        "system" => Some(DocumentKind::System),
        "set" => Some(DocumentKind::CardSet),
        "scenario" => Some(DocumentKind::Scenario),
        "case" => Some(DocumentKind::Case),
        _ => None,
    }
}

/// Reads a document.
///
/// # Errors
/// One diagnostic at the place where the document stops making sense.
pub fn read<T: DeserializeOwned>(sources: &Sources, file: FileId) -> Result<T, Box<Diagnostic>> {
    let text = &sources.get(file).text;
    if text.len() > MOST_DOCUMENT_BYTES {
        let place = Place {
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
        let at = span
            .byte_offset()
            .map_or(0, |at| usize::try_from(at).unwrap_or(0));
        (
            at,
            span.byte_len()
                .map_or(1, |length| usize::try_from(length).unwrap_or(1)),
        )
    });
    let start = start.min(text.len());
    let place = Place {
        file,
        start,
        end: (start + length.max(1)).min(text.len()),
    };
    let message = plain_message(&error.without_snippet().to_string());
    let help = suggestion(&message);
    Diagnostic::new(codes::YAML, place, message).maybe_help(help)
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

/// `did you mean`, taken from the list of keys in the parser's message.
fn suggestion(message: &str) -> Option<String> {
    let (head, known) = message.split_once(", expected one of ")?;
    let found = head.split('`').nth(1)?;
    did_you_mean(found, known.split(", ").map(|name| name.trim_matches('`')))
        .or_else(|| Some(format!("the keys here are {known}")))
}
