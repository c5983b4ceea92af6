//! From text to tree.
//!
//! Tokens are looked at first (`tokens`, `limits`), then the grammar reads one item at a time, then the
//! pairs it found become the tree (`items`, `statements`, `expressions`). After an error reading goes on at
//! the next item, so that one run tells all errors of a file.

mod builder;
mod expressions;
mod fault;
mod items;
mod limits;
mod recovery;
mod statements;
pub(crate) mod tokens;
mod words;

use pest::Parser;
use pest::iterators::Pair;

use crate::ast::{Block, Expr, Item, Span, Statement};
pub(crate) use builder::Builder;
pub use fault::Fault;
use recovery::{Unit, next_start};
use tokens::{Token, TokenKind, tokens};

#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
struct Grammar;

/// Parses a file or a `rules` block: its items and its faults.
pub fn parse_items(source: &str) -> (Vec<Item>, Vec<Fault>) {
    parse_all(source, Unit::Item, |builder, pair| builder.item(pair))
}

/// Parses statements without braces around them.
pub fn parse_block(source: &str) -> (Block, Vec<Fault>) {
    let (statements, faults): (Vec<Statement>, _) =
        parse_all(source, Unit::Statement, |builder, pair| builder.statement(pair));
    (
        Block {
            span: Span {
                start: 0,
                end: source.len(),
            },
            statements,
        },
        faults,
    )
}

/// Parses one expression.
pub fn parse_expr(source: &str) -> Result<Expr, Fault> {
    let tokens = checked_tokens(source)?;
    let mut pairs = Grammar::parse(Rule::only_expr, source)
        .map_err(|error| fault::from_grammar(source, &tokens, 0, &error))?;
    let builder = Builder::new(&tokens, 0);
    let expr = builder.expr(builder::only(pairs.next()));
    match builder.faults.into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(expr),
    }
}

/// Reads a file as grammar pairs, for the formatter, which keeps what the tree does not.
pub(crate) fn read_items<T>(
    source: &str,
    read: impl Fn(&Builder<'_>, Pair<'_, Rule>) -> T,
) -> (Vec<T>, Vec<Fault>) {
    parse_all(source, Unit::Item, |builder, pair| read(builder, pair))
}

fn checked_tokens(source: &str) -> Result<Vec<Token>, Fault> {
    limits::check_size(source)?;
    let tokens = tokens(source);
    limits::check_nesting(source, &tokens)?;
    Ok(tokens)
}

/// Parses one unit after another; after a fault it goes on where the next one seems to begin.
fn parse_all<T>(
    source: &str,
    unit: Unit,
    build: impl Fn(&mut Builder<'_>, Pair<'_, Rule>) -> T,
) -> (Vec<T>, Vec<Fault>) {
    let tokens = match checked_tokens(source) {
        Ok(tokens) => tokens,
        Err(fault) => return (Vec::new(), vec![fault]),
    };
    let mut found = Vec::new();
    let mut faults = Vec::new();
    let mut next = 0;
    let mut before = None;
    while let Some(start) = tokens[next..]
        .iter()
        .position(|token| token.kind != TokenKind::Comment)
    {
        next += start;
        let from = tokens[next].span.start;
        match Grammar::parse(unit.rule(), &source[from..]) {
            Ok(mut pairs) => {
                let pair = builder::some(pairs.next());
                let mut builder = Builder::new(&tokens, from);
                let end = builder.span(&pair).end;
                found.push(build(&mut builder, pair));
                faults.append(&mut builder.faults);
                next = tokens.partition_point(|token| token.span.start < end);
                before = Some(from);
            }
            Err(_) if swallowed(source, &tokens, unit, before, next) => {
                let missing = &tokens[next.saturating_sub(2)];
                let message = format!("something is missing after `{}`", missing.text(source));
                faults.push(Fault::at(missing.span, message));
                found.pop();
                before = None;
                next -= 1;
            }
            Err(error) => {
                let fault = half_read(source, &tokens, unit, before.take(), from)
                    .unwrap_or_else(|| fault::from_grammar(source, &tokens, from, &error));
                let (fault, resume) = next_start(source, &tokens, next, unit, fault);
                faults.push(fault);
                next = resume;
            }
        }
        if faults.len() >= limits::MAX_FAULTS {
            break;
        }
    }
    (found, faults)
}

/// Whether the unit that begins at byte `before` and ends before token `next` took the first word of
/// another one for a name: in `define x: number =` and `deck d` on the next line, `deck` is read as the value.
fn swallowed(source: &str, tokens: &[Token], unit: Unit, before: Option<usize>, next: usize) -> bool {
    let (Some(before), Some(taken)) = (before, next.checked_sub(1)) else {
        return false;
    };
    let token = &tokens[taken];
    // Begun earlier: otherwise reading would begin there again, and again.
    let is_later = before < token.span.start;
    is_later && token.breaks > 0 && unit.begins(source, token, tokens.get(next))
}

/// The fault of the unit at byte `before` if it goes on past byte `from`, where nothing new begins:
/// in `define x: number = 1 + + 2` a declaration ends after the `1`, but the second `+` is at fault.
fn half_read(
    source: &str,
    tokens: &[Token],
    unit: Unit,
    before: Option<usize>,
    from: usize,
) -> Option<Fault> {
    let before = before?;
    let error = Grammar::parse(unit.last_rule(), &source[before..]).err()?;
    let fault = fault::from_grammar(source, tokens, before, &error);
    (fault.span.start > from).then_some(fault)
}
