//! The proof that a document says the same after its blocks were laid out.
//!
//! Both texts are read as YAML once more. All that the one holds, the other must hold too, comments included; only the
//! blocks that were written anew have the new text. That this text has the trees, words and comments of the old one,
//! the formatter of the language has proved by itself.

use super::{Change, NotFormatted};
use serde_json::Value;
use serde_yaml::granit_parser::{Event, Parser, options};
use std::borrow::Cow;

/// The key of rules in all documents.
const RULES: &str = "rules";

/// Whether a new text says what the old one says.
///
/// # Errors
/// The first place where it does not.
pub(super) fn says_the_same(old: &str, new: &str, changes: &[Change]) -> Result<(), NotFormatted> {
    let mut is_shared = false;
    let mut after = parts(new);
    for part in parts(old) {
        let (at, part) = part?;
        let meant = changes.iter().find(|change| change.start == at);
        let part = match (part, meant) {
            (Event::Scalar(_, style, anchor, tag), Some(change)) => {
                Event::Scalar(Cow::Borrowed(change.meant.as_str()), style, anchor, tag)
            }
            (part, _) => part,
        };
        is_shared |= matches!(part, Event::Alias(_));
        if after.next().and_then(Result::ok).map(|(_, part)| part) != Some(part) {
            return Err(otherwise(at));
        }
    }
    if after.next().is_some() {
        return Err(otherwise(old.len()));
    }
    match is_shared {
        true => shares_the_same(old, new, changes),
        false => Ok(()),
    }
}

#[cold]
fn otherwise(at: usize) -> NotFormatted {
    let why = "the formatter would change the meaning of the document here; this is a bug: report the text";
    NotFormatted::at(at, why)
}

/// The contents of a document, and their places.
fn parts(text: &str) -> impl Iterator<Item = Result<(usize, Event<'_>), NotFormatted>> {
    let options = options! { emit_anchor_events: true, max_buffered_comment_events: usize::MAX };
    let events = Parser::new_from_str_with_options(text, options);
    events.map(|event| {
        let (event, span) = event.map_err(|error| NotFormatted::at(0, error.to_string()))?;
        let at = span.byte_range().map_or(0, |range| range.start);
        let event = match event {
            // Where a comment belongs is guessed; that it stands in its line, its text shows.
            Event::Comment(text, _) => Event::Comment(text, Default::default()),
            event => event,
        };
        Ok((at, event))
    })
}

/// An alias must not carry rules to where they are none.
fn shares_the_same(old: &str, new: &str, changes: &[Change]) -> Result<(), NotFormatted> {
    let read = |text: &str| serde_yaml::from_str::<Value>(text).ok();
    let same = read(old).zip(read(new));
    match same.is_some_and(|(old, new)| is_same(&old, &new, false)) {
        true => Ok(()),
        false => {
            let at = changes.first().map_or(0, |change| change.start);
            let why = "an alias uses these rules as a text elsewhere, and formatting would change that text";
            Err(NotFormatted::at(at, why))
        }
    }
}

fn is_same(old: &Value, new: &Value, is_rules: bool) -> bool {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let both = || old.iter().zip(new);
            let values = |((key, old), (_, new)): ((&String, _), (_, _))| is_same(old, new, key == RULES);
            old.len() == new.len() && both().all(|(old, new)| old.0 == new.0) && both().all(values)
        }
        (Value::Array(old), Value::Array(new)) => {
            let mut both = old.iter().zip(new);
            old.len() == new.len() && both.all(|(old, new)| is_same(old, new, false))
        }
        (Value::String(_), Value::String(_)) if is_rules => true,
        (old, new) => old == new,
    }
}
