//! The formatter: one canonical layout for a text of the language.
//!
//! It moves tokens and never changes them: `layout` finds lines and braces in the grammar's pairs, `printer`
//! writes them. Comments stay with the token they belong to (`comments`). Each result is read again and
//! compared with what was given, so a mistake of the formatter is a fault and never a changed game.

mod comments;
mod layout;
mod printer;

use crate::ast::Item;
use crate::parse::tokens::{TokenKind, Tokens};
use crate::parse::{Fault, SpanUnit, Unit, checked_tokens, parse_items, read_all};

/// The longest line of a file, unless one token is longer.
pub const WIDTH: usize = 100;

/// Formats a file.
pub fn format_items(source: &str) -> Result<String, Vec<Fault>> {
    format_items_within(source, WIDTH)
}

/// Formats a text whose lines must not be longer than `width`: a `rules` block has room for less than a file.
pub fn format_items_within(source: &str, width: usize) -> Result<String, Vec<Fault>> {
    let tokens = checked_tokens(source).map_err(|fault| vec![fault])?;
    let (read, faults) = read_all(&tokens, Unit::Item, SpanUnit::Tokens, |builder, pair| {
        (builder.item(pair), layout::line(builder, pair))
    });
    if !faults.is_empty() {
        // Once more, with the places of the faults in bytes.
        return Err(parse_items(source).1);
    }
    let (items, lines): (Vec<Item>, Vec<layout::Line>) = read.into_iter().unzip();
    let formatted = printer::print(&tokens, &lines, width);
    match says_the_same(&tokens, &items, &formatted) {
        true => Ok(formatted),
        false => Err(vec![
            Fault::new(0, 0, "the formatter would change the meaning").help("this is a bug; report the text"),
        ]),
    }
}

/// Whether a formatted text has the tree, the tokens and the comments of its source. The spans of both trees count
/// tokens, so that equal trees stand over equal tokens too.
fn says_the_same(tokens: &Tokens<'_>, items: &[Item], formatted: &str) -> bool {
    let Ok(again) = checked_tokens(formatted) else {
        return false;
    };
    let (tree, faults) = read_all(&again, Unit::Item, SpanUnit::Tokens, |builder, pair| {
        builder.item(pair)
    });
    faults.is_empty()
        && texts(tokens, true).eq(texts(&again, true))
        && texts(tokens, false).eq(texts(&again, false))
        && tree == items
}

/// The texts of the comments, or of all other tokens.
fn texts<'t>(tokens: &'t Tokens<'_>, comments: bool) -> impl Iterator<Item = &'t str> {
    let wanted = move |kind: TokenKind| (kind == TokenKind::Comment) == comments;
    let all = tokens.all.iter().filter(move |token| wanted(token.kind));
    all.map(|token| token.text(tokens.source))
}
