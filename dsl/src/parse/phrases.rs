//! Texts with values in braces: `"{s} turns {bearing of m}"`.
//!
//! A quoted text is one token; what stands between its braces is read as an expression of its own, with its place in the
//! whole text. No quoted text stands in another one, so this never goes deeper than one level.

use super::builder::{Builder, SpanUnit, only, some};
use super::nodes::{Nodes, Pair};
use super::{Fault, Grammar, Rule, checked_tokens, fault};
use crate::ast::{Expr, ExprKind, Name, Phrase, Span};
use pest::Parser;
use std::ops::Range;

/// The most values in one text.
const MOST_PARTS: usize = 16;

/// A part of a text with values in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Words; what was written as `{{` is one brace here.
    Words(String),
    /// The bytes between two braces.
    Value(Range<usize>),
}

/// The parts of a text, in their order.
///
/// # Errors
/// The byte of a brace that is opened and never closed.
pub(super) fn pieces(text: &str) -> Result<Vec<Piece>, usize> {
    let (mut found, mut words, mut at) = (Vec::new(), String::new(), 0);
    while let Some(ahead) = text[at..].find('{') {
        let open = at + ahead;
        words.push_str(&text[at..open]);
        if text[open + 1..].starts_with('{') {
            words.push('{');
            at = open + 2;
            continue;
        }
        let length = text[open + 1..].find('}').ok_or(open)?;
        let close = open + 1 + length;
        found.push(Piece::Words(std::mem::take(&mut words)));
        found.push(Piece::Value(open + 1..close));
        at = close + 1;
    }
    words.push_str(&text[at..]);
    found.push(Piece::Words(words));
    Ok(found)
}

impl Builder<'_> {
    /// A text in quotes, with values if there are braces in it.
    pub(super) fn text_or_phrase(&self, pair: Pair<'_>) -> ExprKind {
        if self.text(pair).contains('{') {
            ExprKind::Phrase(self.phrase(pair))
        } else {
            ExprKind::Text(self.quoted(pair).text)
        }
    }

    /// A text in quotes that is told or asked.
    pub(super) fn phrase(&self, pair: Pair<'_>) -> Phrase {
        let Name { text, span } = self.quoted(pair);
        let parts = match pieces(&text) {
            Ok(pieces) => self.values(&text, &pieces, span),
            Err(open) => {
                let message = "the brace `{` in this text is never closed";
                self.refuse_phrase(span, open..open + 1, message);
                Vec::new()
            }
        };
        Phrase { text, span, parts }
    }

    fn values(&self, text: &str, pieces: &[Piece], span: Span) -> Vec<Expr> {
        let mut values = Vec::new();
        for piece in pieces {
            let Piece::Value(bytes) = piece else { continue };
            if values.len() == MOST_PARTS {
                let message = format!("this text has more than {MOST_PARTS} values in braces");
                self.refuse_phrase(span, bytes.clone(), &message);
                break;
            }
            let from = match self.places() {
                SpanUnit::Bytes => span.start + bytes.start,
                SpanUnit::Tokens => 0,
            };
            match value(&text[bytes.clone()], self.places(), from) {
                Ok(value) => values.push(value),
                Err(mut fault) => {
                    fault.span = fault.span.behind(span.start + bytes.start);
                    self.faults.borrow_mut().push(fault);
                    break;
                }
            }
        }
        values
    }

    fn refuse_phrase(&self, span: Span, bytes: Range<usize>, message: &str) {
        let place = Span {
            start: bytes.start,
            end: bytes.end,
        };
        let fault = Fault::at(place.behind(span.start), message.to_owned());
        let help = "to show a brace to readers, write `{{`";
        self.faults.borrow_mut().push(fault.help(help));
    }
}

/// The value between two braces. A fault is at its place between them.
fn value(written: &str, places: SpanUnit, from: usize) -> Result<Expr, Fault> {
    let tokens = checked_tokens(written)?;
    let pairs = Grammar::parse(Rule::only_expr, tokens.letters(0))
        .map_err(|error| fault::from_grammar(&tokens, 0, &error))?;
    let nodes = Nodes::of(pairs, 0);
    let builder = Builder::within(&tokens, places, from);
    let value = builder.expr(only(some(nodes.pairs().next())));
    match builder.faults.into_inner().into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};

    #[test]
    fn a_text_is_words_and_values() {
        let words = |words: &str| Piece::Words(words.to_owned());
        assert_eq!(pieces("all is well"), Ok(vec![words("all is well")]));
        let told = pieces("{s} turns {m of s}: {{!");
        let expected = vec![
            words(""),
            Piece::Value(1..2),
            words(" turns "),
            Piece::Value(11..17),
            words(": {!"),
        ];
        assert_eq!(told, Ok(expected));
        assert_eq!(pieces("never {closed"), Err(6));
    }

    // Limit: MOST_PARTS in dsl/src/parse/phrases.rs
    #[test]
    fn a_text_has_so_many_values_and_no_more() {
        let faults = |count: usize| {
            let rules = format!("token coin on goat tells \"{}\"", "{it}".repeat(count));
            crate::parse_items(&rules).1
        };
        assert_eq!(faults(super::MOST_PARTS), []);
        assert_eq!(faults(super::MOST_PARTS + 1).len(), 1);
    }
}
