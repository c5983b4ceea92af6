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
            Err(error) => {
                let fault = half_read(source, &tokens, unit, before.take(), from)
                    .unwrap_or_else(|| fault::from_grammar(source, &tokens, from, &error));
                let (fault, resume) = next_start(source, &tokens, next, unit, fault);
                faults.push(fault);
                next = if faults.len() < limits::MAX_FAULTS {
                    resume
                } else {
                    tokens.len()
                };
            }
        }
    }
    (found, faults)
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
