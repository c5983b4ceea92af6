//! Limits that hold before the grammar reads a text, so that no text can exhaust the stack.
//!
//! Everything that makes the tree deeper is counted on the tokens: braces, parentheses, prefixes such as
//! `not` and `X of`, `else if`, and operators in a row. The count may be higher than the depth, never lower.

use super::fault::{Fault, FaultKind};
use super::tokens::Tokens;
use super::words::is_name;

/// The longest text, in bytes.
pub(crate) const MAX_SOURCE: usize = 1 << 20;
/// How deep braces, parentheses, prefixes and `else if` may stand in one another.
pub(crate) const MAX_NESTING: usize = 64;
/// How many operators one expression may have.
pub(crate) const MAX_OPERATORS: usize = 128;
/// The most errors that one run reports; a text with more is hardly this language.
pub(crate) const MAX_FAULTS: usize = 100;

/// The counts within one open brace or parenthesis.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Prefixes that reach to the end of the expression: `where`, `then`, `else`, `lowest`.
    lasting: usize,
    /// Prefixes that end at the next operator: `not`, `-`, `X of`.
    passing: usize,
    /// Operators of the expression.
    operators: usize,
    /// `else if` in a row.
    else_ifs: usize,
}

impl Level {
    fn depth(self) -> usize {
        1 + self.lasting + self.passing + self.else_ifs
    }

    /// A new expression begins.
    fn restart(&mut self) {
        *self = Level {
            else_ifs: self.else_ifs,
            ..Level::default()
        };
    }
}

/// The fault of a text that is too long.
pub(crate) fn check_size(source: &str) -> Result<(), Fault> {
    match source.len() <= MAX_SOURCE {
        true => Ok(()),
        false => Err(Fault::new(
            0,
            0,
            format!("the text has {} bytes; the most is {MAX_SOURCE}", source.len()),
        )
        .kind(FaultKind::TooDeep)
        .help("split it into several files")),
    }
}

/// The fault of the first token that stands too deep.
pub(crate) fn check_nesting(tokens: &Tokens<'_>) -> Result<(), Fault> {
    let mut nesting = Nesting::default();
    for (index, &at) in tokens.code.iter().enumerate() {
        if tokens.is_plain(index) {
            continue;
        }
        let token = &tokens.all[at];
        let before = index.checked_sub(1).map_or("", |before| tokens.text(before));
        let after = [tokens.text(index + 1), tokens.text(index + 2)];
        nesting.count(tokens.text(index), before, after);
        if nesting.depth() > MAX_NESTING {
            return Err(Fault::at(
                token.span,
                format!("this is nested more than {MAX_NESTING} levels deep"),
            )
            .kind(FaultKind::TooDeep)
            .help("move the inner part into a `define` or a `procedure`"));
        }
        if nesting.operators() > MAX_OPERATORS {
            return Err(Fault::at(
                token.span,
                format!("this expression has more than {MAX_OPERATORS} operators"),
            )
            .kind(FaultKind::TooDeep)
            .help("move part of it into a `define` or a `let`"));
        }
    }
    Ok(())
}

/// The open levels, outermost first, with sums kept so that a look at them costs nothing.
#[derive(Default)]
struct Nesting {
    outer: Vec<Level>,
    outer_depth: usize,
    outer_operators: usize,
    here: Level,
}

impl Nesting {
    fn depth(&self) -> usize {
        self.outer_depth + self.here.depth() - 1
    }

    fn operators(&self) -> usize {
        self.outer_operators + self.here.operators
    }

    fn count(&mut self, text: &str, before: &str, after: [&str; 2]) {
        match text {
            "{" => {
                self.here.restart();
                self.open();
            }
            "(" | "[" => self.open(),
            "}" | ")" | "]" => self.close(text == "}", after),
            // Never within an expression; what follows is another one.
            "," | ":" | "let" | "set" | "add" | "give" | "take" | "choose" | "choosing" | "run" | "offer"
            | "start" | "reveal" | "stop" | "modify" | "replace" | "forbid" | "allow" | "var" | "step"
            | "when" | "may" | "always" => {
                self.here.restart();
            }
            "lend" | "silence" if is_name(after[0]) => self.here.restart(),
            "value" | "token" if before != "all" && is_name(after[0]) => self.here.restart(),
            "where" | "then" | "lowest" | "highest" | "sum" | "sort" | "if" => self.here.lasting += 1,
            "else" => self.here.lasting += usize::from(before != "}"),
            "not" if before == "is" => {}
            "in" if before == "is" => self.operator(),
            "not" | "of" | "on" | "in" => self.here.passing += 1,
            "-" if before.ends_with(['(', '[', ',', '=', '<', '>', '+', '-', '*', '/']) => {
                self.here.passing += 1
            }
            "-" => {
                self.operator();
                self.here.passing = 1;
            }
            "and" | "or" | "+" | "*" | "/" | "=" | "is" | "<" | "<=" | ">" | ">=" => self.operator(),
            _ => {}
        }
    }

    fn open(&mut self) {
        self.outer_depth += self.here.depth();
        self.outer_operators += self.here.operators;
        self.outer.push(std::mem::take(&mut self.here));
    }

    fn close(&mut self, block: bool, after: [&str; 2]) {
        let Some(level) = self.outer.pop() else { return };
        self.outer_depth -= level.depth();
        self.outer_operators -= level.operators;
        self.here = level;
        if block {
            self.here.restart();
            self.here.else_ifs = if after == ["else", "if"] {
                level.else_ifs + 1
            } else {
                0
            };
        }
    }

    fn operator(&mut self) {
        self.here.operators += 1;
        self.here.passing = 0;
    }
}
