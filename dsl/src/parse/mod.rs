//! From text to tree.
//!
//! Tokens are looked at first (`tokens`, `limits`) and written in a small `alphabet`; in this the grammar reads one
//! item at a time, and the pairs it found become the tree (`items`, `statements`, `expressions`). After an error
//! reading goes on at the next item, so that one run tells all errors of a file.

mod alphabet;
mod builder;
mod expected;
mod expressions;
mod fault;
mod gates;
mod habits;
mod items;
mod limits;
mod nodes;
mod phrases;
mod recovery;
mod spoken;
mod statements;
pub(crate) mod tokens;
mod words;

use pest::Parser;

use crate::ast::{Block, Expr, Item, Span, Statement};
pub use alphabet::units;
pub(crate) use builder::{Builder, SpanUnit, is_word, some};
pub use expected::{Expected, TextUnit, expected, mended, unit_start};
pub(crate) use expressions::tightness;
pub use fault::{Fault, FaultKind};

use nodes::Nodes;
pub(crate) use nodes::{Children, Pair};
pub(crate) use recovery::Unit;
use recovery::next_start;
use tokens::Tokens;
pub(crate) use words::is_word_of_language;
pub use words::{contextual, is_reserved, reserved};

#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
#[grammar = "words.pest"]
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
    let pairs = Grammar::parse(Rule::only_expr, tokens.letters(0))
        .map_err(|error| fault::from_grammar(&tokens, 0, &error))?;
    let nodes = Nodes::of(pairs, 0);
    let builder = Builder::new(&tokens, SpanUnit::Bytes);
    let expr = builder.expr(builder::only(builder::some(nodes.pairs().next())));
    match builder.faults.into_inner().into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(expr),
    }
}

/// The tokens of a text that keeps the limits.
pub(crate) fn checked_tokens(source: &str) -> Result<Tokens<'_>, Fault> {
    limits::check_size(source)?;
    let tokens = Tokens::of(source);
    limits::check_nesting(&tokens)?;
    Ok(tokens)
}

fn parse_all<T>(
    source: &str,
    unit: Unit,
    build: impl Fn(&mut Builder<'_>, Pair<'_>) -> T,
) -> (Vec<T>, Vec<Fault>) {
    match checked_tokens(source) {
        Ok(tokens) => read_all(&tokens, unit, SpanUnit::Bytes, build),
        Err(fault) => (Vec::new(), vec![fault]),
    }
}

/// Reads one unit after another; after a fault it goes on where the next one seems to begin.
pub(crate) fn read_all<T>(
    tokens: &Tokens<'_>,
    unit: Unit,
    places: SpanUnit,
    build: impl Fn(&mut Builder<'_>, Pair<'_>) -> T,
) -> (Vec<T>, Vec<Fault>) {
    let mut found = Vec::new();
    let mut faults = Vec::new();
    let mut next = 0;
    let mut before = None;
    while next < tokens.code.len() && faults.len() < limits::MAX_FAULTS {
        match Grammar::parse(unit.rule(), tokens.letters(next)) {
            Ok(pairs) => {
                let nodes = Nodes::of(pairs, next);
                let pair = builder::some(nodes.pairs().next());
                let mut builder = Builder::new(tokens, places);
                before = Some(next);
                next = pair.range().end;
                found.push(build(&mut builder, pair));
                faults.append(builder.faults.get_mut());
            }
            Err(_) if swallowed(tokens, unit, before, next) => {
                let missing = tokens.all[tokens.code[next - 1].saturating_sub(1)];
                let message = format!("something is missing after `{}`", missing.text(tokens.source));
                let mut fault = Fault::at(missing.span, message).kind(FaultKind::CutShort);
                fault.declares = before.and_then(|before| declared(tokens, before));
                faults.push(fault);
                found.pop();
                before = None;
                next -= 1;
            }
            Err(error) => {
                let earlier = before.take();
                let later = half_read(tokens, unit, earlier, next);
                let is_half = later.is_some();
                let fault = later.unwrap_or_else(|| fault::from_grammar(tokens, next, &error));
                let joined = earlier.filter(|_| is_half || fault::joins(tokens, next, &fault));
                if joined.is_some() {
                    found.pop();
                }
                let (mut fault, resume) = next_start(tokens, tokens.code[next], unit, fault);
                fault.declares = declared(tokens, joined.unwrap_or(next));
                faults.push(fault);
                next = tokens.code.partition_point(|&index| index < resume);
            }
        }
    }
    (found, faults)
}

/// The name that the declaration at this token gives.
fn declared(tokens: &Tokens<'_>, at: usize) -> Option<String> {
    let [word, name] = [at, at + 1].map(|at| tokens.code(at).map(|token| token.text(tokens.source)));
    let declares = word.is_some_and(|word| words::ITEM_WORDS[..words::DECLARATIONS].contains(&word));
    name.filter(|name| declares && words::is_name(name))
        .map(str::to_owned)
}

/// Whether the unit that begins at token `before` and ends before token `next` took the first word of
/// another one for a name: in `define x: number =` and `deck d` on the next line, `deck` is read as the value.
fn swallowed(tokens: &Tokens<'_>, unit: Unit, before: Option<usize>, next: usize) -> bool {
    let (Some(before), Some(taken)) = (before, next.checked_sub(1)) else {
        return false;
    };
    let (taken_at, next_at) = (tokens.code[taken], tokens.code[next]);
    let token = &tokens.all[taken_at];
    // Begun earlier: otherwise reading would begin there again, and again. With a comment between, nothing was taken.
    let is_later = before < taken && taken_at + 1 == next_at;
    is_later && token.breaks > 0 && unit.begins(tokens.source, token, tokens.all.get(next_at))
}

/// The fault of the unit at token `before` if it goes on past token `from`, where nothing new begins:
/// in `define x: number = 1 + + 2` a declaration ends after the `1`, but the second `+` is at fault.
fn half_read(tokens: &Tokens<'_>, unit: Unit, before: Option<usize>, from: usize) -> Option<Fault> {
    let before = before?;
    let error = Grammar::parse(unit.last_rule(), tokens.letters(before)).err()?;
    let fault = fault::from_grammar(tokens, before, &error);
    let start = tokens.code(from)?.span.start;
    (fault.span.start > start).then_some(fault)
}
