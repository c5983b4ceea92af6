//! Recovery: finds the place where reading goes on after an error.

use super::Rule;
use super::fault::{Fault, FaultKind, never_closed, unclosed};
use super::tokens::{Bad, Token, TokenKind, Tokens};
use super::words::{ITEM_WORDS, STATEMENT_WORDS, is_name};

/// Words that may follow a name within an expression: `value of x` begins no declaration.
const CONNECTIVES: [&str; 12] = [
    "of", "on", "in", "is", "and", "or", "then", "else", "where", "for", "when", "to",
];

/// The unit that is read at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Declarations and rules.
    Item,
    /// Statements.
    Statement,
}

impl Unit {
    /// The grammar rule that reads one.
    pub(super) fn rule(self) -> Rule {
        match self {
            Unit::Item => Rule::item,
            Unit::Statement => Rule::statement,
        }
    }

    /// The grammar rule that reads one and the end of the text.
    pub(super) fn last_rule(self) -> Rule {
        match self {
            Unit::Item => Rule::last_item,
            Unit::Statement => Rule::last_statement,
        }
    }

    /// Whether one seems to begin at this token, which is the first of its line.
    pub(super) fn begins(self, source: &str, token: &Token, next: Option<&Token>) -> bool {
        let text = token.text(source);
        let followed_by = |kind: TokenKind| next.is_some_and(|next| next.kind == kind);
        let goes_on = next.is_some_and(|next| CONNECTIVES.contains(&next.text(source)));
        match self {
            Unit::Item if text == "at" => {
                next.is_some_and(|next| !["least", "most"].contains(&next.text(source)))
            }
            Unit::Item if ITEM_WORDS.contains(&text) => {
                !goes_on && (followed_by(TokenKind::Word) || followed_by(TokenKind::Bad(Bad::Name)))
            }
            Unit::Item => is_name(text) && followed_by(TokenKind::Quoted),
            Unit::Statement if STATEMENT_WORDS.contains(&text) => true,
            Unit::Statement => is_name(text) && next.is_some_and(|next| next.text(source) == "("),
        }
    }
}

/// The fault of the unit that begins at token `first`, and the token at which reading goes on.
pub(super) fn next_start(tokens: &Tokens<'_>, first: usize, unit: Unit, fault: Fault) -> (Fault, usize) {
    let (source, tokens) = (tokens.source, tokens.all.as_slice());
    let stray = tokens[first].text(source);
    if stray == "}" || stray == ")" {
        let fault = Fault::at(
            tokens[first].span,
            format!(
                "this `{stray}` does not close \
        anything"
            ),
        )
        .kind(FaultKind::Stray);
        return (fault.help("remove it, or add the mark that opens it"), first + 1);
    }
    let mut open = Vec::new();
    let mut at_margin = None;
    for (index, token) in tokens.iter().enumerate().skip(first) {
        if index > first && token.breaks > 0 && unit.begins(source, token, tokens.get(index + 1)) {
            if open.is_empty() {
                return (fault, index);
            }
            let unindented =
                source[..token.span.start].ends_with('\n') && token.span.start >= fault.span.start;
            at_margin = at_margin.or(unindented.then_some(index));
        }
        follow(source, &mut open, token);
    }
    match at_margin {
        Some(index) => unbalanced(source, tokens, first, index, !open.is_empty(), fault),
        None => (fault, tokens.len()),
    }
}

/// Keeps the list of what is open; a `}` also closes parentheses that were left open within it.
fn follow<'t>(source: &str, open: &mut Vec<&'t Token>, token: &'t Token) {
    match token.text(source) {
        "{" | "(" | "[" => open.push(token),
        ")" => drop(open.pop_if(|last| last.text(source) == "(")),
        "]" => drop(open.pop_if(|last| last.text(source) == "[")),
        "}" => while open.pop().is_some_and(|last| last.text(source) != "{") {},
        _ => {}
    }
}

/// Nothing follows at the same depth, but something not indented does, at token `index`: most likely a
/// brace before it was left open.
fn unbalanced(
    source: &str,
    tokens: &[Token],
    first: usize,
    index: usize,
    is_open: bool,
    fault: Fault,
) -> (Fault, usize) {
    if fault.span.start == tokens[index].span.start
        && let Some(open) = unclosed(source, &tokens[first..index])
    {
        return (never_closed(source, open), index);
    }
    match is_open {
        true => (fault, index),
        false => (fault, tokens.len()),
    }
}
