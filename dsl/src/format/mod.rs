//! The formatter: one canonical layout for a text of the language.
//!
//! It moves tokens and never changes them: `layout` finds lines and braces in the grammar's pairs, `printer`
//! writes them. Comments stay with the token they belong to (`comments`). Each result is read again and
//! compared with what was given, so a mistake of the formatter is a fault and never a changed game.

mod comments;
mod layout;
mod printer;

use crate::ast::Item;
use crate::parse::tokens::{TokenKind, tokens};
use crate::parse::{Fault, parse_items, read_items};

/// Formats a file or a `rules` block.
pub fn format_items(source: &str) -> Result<String, Vec<Fault>> {
    let (items, faults) = parse_items(source);
    if !faults.is_empty() {
        return Err(faults);
    }
    let (lines, _) = read_items(source, layout::line);
    let formatted = printer::print(source, &lines);
    match says_the_same(source, &items, &formatted) {
        true => Ok(formatted),
        false => Err(vec![
            Fault::new(0, 0, "the formatter would change the meaning").help("this is a bug; report the text"),
        ]),
    }
}

/// Whether a formatted text has the tree, the tokens and the comments of its source.
fn says_the_same(source: &str, items: &[Item], formatted: &str) -> bool {
    let (again, faults) = parse_items(formatted);
    faults.is_empty()
        && texts(source, true) == texts(formatted, true)
        && texts(source, false) == texts(formatted, false)
        && without_spans(items) == without_spans(&again)
}

/// The texts of the comments, or of all other tokens.
fn texts(source: &str, comments: bool) -> Vec<&str> {
    let wanted = |kind: TokenKind| (kind == TokenKind::Comment) == comments;
    tokens(source)
        .iter()
        .filter(|token| wanted(token.kind))
        .map(|token| token.text(source))
        .collect()
}

/// A tree as text in which all spans are left out.
fn without_spans(items: &[Item]) -> String {
    let tree = format!("{items:?}");
    let mut parts = tree.split("Span { start: ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shape, part| {
        shape + part.split_once('}').map_or(part, |(_, rest)| rest)
    })
}
