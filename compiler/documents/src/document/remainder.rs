//! What can be read of a card set in spite of wrong keys, so that one mistake hides no other.
//!
//! A misspelt key is read as the one that it was meant to be. A key that nobody knows, and a card that cannot be read,
//! are left out: blanks take their places, so that everything else stays where it is. What is left is checked, but
//! nobody plays with it.

#[cfg(test)]
mod tests;

use super::cards::CardSetDoc;
use super::read::refusal;
use super::yaml::{Meant, from_str_as_meant};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Location};
use serde_yaml::granit_parser::{Event, Parser, StructureStyle};
use std::ops::Range;

/// How many mistakes are passed over before a set counts as none.
const MOST_MISTAKES: usize = 20;

/// The mistakes in a card set, and what is left of it if that makes sense.
pub(super) struct Remainder {
    pub(super) mistakes: Vec<Diagnostic>,
    pub(super) set: Option<CardSetDoc>,
    /// The text of the parts that are left out.
    pub(super) left_out: String,
}

/// Reads a card set that cannot be read as a whole.
pub(super) fn remainder(file: FileId, text: &str) -> Remainder {
    let mut left = text.to_owned();
    let mut keys: Vec<Meant> = Vec::new();
    let (mut mistakes, mut left_out) = (Vec::new(), String::new());
    while mistakes.len() < MOST_MISTAKES {
        let error = match from_str_as_meant(&left, &keys) {
            Ok(set) => {
                mistakes.extend(told_again(file, &left, &keys, &mistakes));
                return Remainder {
                    mistakes,
                    set: Some(set),
                    left_out,
                };
            }
            Err(error) => error,
        };
        let mistake = refusal(file, &left, &error);
        let next = passed_over(&left, &mistake);
        mistakes.push(mistake);
        match next {
            Some(Passed::Meant(key)) if !keys.contains(&key) => keys.push(key),
            Some(Passed::LeftOut(part)) => {
                left_out.push_str(text.get(part.clone()).unwrap_or(""));
                left_out.push('\n');
                leave_out(&mut left, part);
            }
            Some(Passed::Meant(_)) | None => break,
        }
    }
    Remainder {
        mistakes,
        set: None,
        left_out,
    }
}

/// How a mistake is passed over.
enum Passed {
    /// A key is read as another.
    Meant(Meant),
    /// These bytes are left out.
    LeftOut(Range<usize>),
}

fn passed_over(left: &str, mistake: &Diagnostic) -> Option<Passed> {
    let at = mistake.place.start;
    let parts = parts(left)?;
    if mistake.code == codes::UNKNOWN_KEY {
        let entry = parts.iter().rfind(|part| part.starts_with_key(at))?;
        let written = left.get(entry.key.clone()?)?.to_owned();
        if let Some(fix) = &mistake.fix {
            let meant = fix.put.clone();
            return Some(Passed::Meant(Meant { written, meant }));
        }
        return Some(Passed::LeftOut(bytes_of(left, entry)));
    }
    let card = parts
        .iter()
        .find(|part| part.is_card && part.whole.contains(&at))?;
    Some(Passed::LeftOut(bytes_of(left, card)))
}

/// The same mistakes in other places: a misspelt key that is read as another stops nobody any more.
fn told_again(file: FileId, text: &str, keys: &[Meant], told: &[Diagnostic]) -> Vec<Diagnostic> {
    let parts = parts(text).unwrap_or_default();
    let of_documents = parts.iter().filter(|part| part.is_of_document);
    let written = of_documents.filter_map(|part| part.key.clone());
    let mut again = Vec::new();
    for place in written {
        let is_misspelt = |one: &&Meant| text.get(place.clone()) == Some(one.written.as_str());
        if keys.iter().find(is_misspelt).is_none() || told.iter().any(|one| one.place.start == place.start) {
            continue;
        }
        let like = |one: &&Diagnostic| {
            let span = one.place.start..one.place.end;
            text.get(span) == text.get(place.clone())
        };
        again.extend(told.iter().find(like).map(|one| {
            let place = Location {
                file,
                start: place.start,
                end: place.end,
            };
            let mut one = one.clone();
            one.place = place;
            one.fix.iter_mut().for_each(|fix| fix.place = place);
            one
        }));
    }
    again
}

/// The bytes of a part, with the comma or dash that belongs to it.
fn bytes_of(text: &str, part: &Part) -> Range<usize> {
    let Range { mut start, mut end } = part.whole;
    let before = text[..start].trim_end();
    let after = text[end..].trim_start();
    if part.is_in_brackets {
        if after.starts_with(',') {
            end = text.len() - after.len() + 1;
        } else if before.ends_with(',') {
            start = before.len() - 1;
        }
    } else if part.key.is_none() && before.ends_with('-') {
        start = before.len() - 1;
    }
    start..end
}

/// Puts blanks in the place of some bytes.
fn leave_out(text: &mut String, bytes: Range<usize>) {
    let blank = |letter: char| match letter {
        '\n' | '\r' => letter.to_string(),
        letter => " ".repeat(letter.len_utf8()),
    };
    let blanks: String = text[bytes.clone()].chars().map(blank).collect();
    text.replace_range(bytes, &blanks);
}

/// An entry of a map with its key, or of a list.
#[derive(Clone, Debug)]
struct Part {
    key: Option<Range<usize>>,
    whole: Range<usize>,
    is_in_brackets: bool,
    /// Whether it is a card.
    is_card: bool,
    /// Whether its key is one that documents have: of the set itself, or of a card.
    is_of_document: bool,
}

impl Part {
    fn starts_with_key(&self, at: usize) -> bool {
        self.key.as_ref().is_some_and(|key| key.start == at)
    }
}

/// A map or list that is open.
struct Open {
    is_map: bool,
    is_in_brackets: bool,
    /// The key of the entry that is read.
    key: Option<Range<usize>>,
    start: usize,
    /// Where the last thing in it ends.
    end: usize,
}

/// All parts of a document, the inner ones before those around them; nothing if it is no YAML.
fn parts(text: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.ok()?;
        let bytes = span.byte_range()?;
        let of = |is_map: bool, style: StructureStyle| Open {
            is_map,
            is_in_brackets: style == StructureStyle::Flow,
            key: None,
            start: bytes.start,
            end: bytes.end,
        };
        let node = match event {
            Event::MappingStart(style, ..) => {
                open.push(of(true, style));
                continue;
            }
            Event::SequenceStart(style, ..) => {
                open.push(of(false, style));
                continue;
            }
            Event::MappingEnd | Event::SequenceEnd => {
                let closed = open.pop()?;
                let end = if closed.is_in_brackets {
                    bytes.end
                } else {
                    closed.end
                };
                closed.start..end
            }
            Event::Scalar(..) | Event::Alias(_) => bytes,
            _ => continue,
        };
        parts.extend(part(text, &mut open, node));
    }
    Some(parts)
}

/// The part that a value closes which ends here; nothing if it is a key.
fn part(text: &str, open: &mut [Open], node: Range<usize>) -> Option<Part> {
    let depth = open.len();
    let is_below_cards = || {
        let of_set = open.first().and_then(|set| set.key.clone());
        of_set.and_then(|key| text.get(key)) == Some("cards")
    };
    let is_card = depth == 2 && is_below_cards();
    let is_of_document = depth == 1 || depth == 3 && is_below_cards();
    let around = open.last_mut()?;
    around.end = node.end;
    if around.is_map && around.key.is_none() {
        around.key = Some(node);
        return None;
    }
    let key = around.key.take();
    Some(Part {
        whole: key.as_ref().map_or(node.start, |key| key.start)..node.end,
        key,
        is_in_brackets: around.is_in_brackets,
        is_card,
        is_of_document,
    })
}
