//! Lines and braces, found in the grammar's pairs.

use crate::parse::{Builder, Pair, Rule, is_word};

/// What stands on one line if it fits: an item, a step, a statement, a field.
pub(super) type Line = Vec<Node>;

/// A part of a line.
#[derive(Debug)]
pub(super) enum Node {
    /// A token, and whether a space stands before it.
    Word(usize, bool),
    /// A clause of a gate begins; it gets a line of its own if the gate is long.
    Clause,
    /// `else` begins.
    Else,
    /// `{ ... }`
    Braces(Braces),
}

/// Braces and the lines between them.
#[derive(Debug)]
pub(super) struct Braces {
    /// The token `{`.
    pub(super) open: usize,
    /// What is between.
    pub(super) lines: Vec<Line>,
    /// The token `}`.
    pub(super) close: usize,
    /// When they may stand on one line.
    pub(super) inline: Inline,
}

/// When braces may stand on one line, if they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inline {
    /// With any number of parts, so many spaces between them.
    Always(usize),
    /// A gate's cost: with any number of parts, on the gate's line.
    Cost,
    /// With at most one part, which has no braces itself.
    Short,
    /// Only if empty.
    Never,
}

/// The line of an item.
pub(super) fn line(builder: &Builder<'_>, pair: Pair<'_>) -> Line {
    let mut reader = Reader {
        builder,
        line: Vec::new(),
        tight: true,
    };
    reader.read(pair, Rule::item);
    reader.line
}

struct Reader<'b, 't> {
    builder: &'b Builder<'t>,
    line: Line,
    /// Whether the next token stands close to the one before.
    tight: bool,
}

impl Reader<'_, '_> {
    /// Adds the tokens of a pair. Those that are no part of its own belong to it.
    fn read(&mut self, pair: Pair<'_>, parent: Rule) {
        let kind = pair.as_rule();
        let range = pair.range();
        let parts = pair.into_inner();
        if parts.is_empty() && is_word(kind) {
            return self.word(range.start, parent);
        }
        if parent == Rule::gate {
            self.line.push(Node::Clause);
        }
        let mut next = range.start;
        let mut braces = None;
        for part in parts {
            let within = part.range();
            (next..within.start).for_each(|token| self.word(token, kind));
            next = within.end;
            match (part.as_rule(), &mut braces) {
                (Rule::p_open, _) => braces = Some((self.builder.place_among_all(within.start), Vec::new())),
                (Rule::p_close, found) => {
                    let Some((open, lines)) = found.take() else {
                        continue;
                    };
                    self.line.push(Node::Braces(Braces {
                        open,
                        lines,
                        close: self.builder.place_among_all(within.start),
                        inline: inline(kind),
                    }));
                    self.tight = false;
                }
                (_, Some((_, lines))) => lines.push(self.inner_line(part, kind)),
                (_, None) => self.read(part, kind),
            }
        }
        (next..range.end).for_each(|token| self.word(token, kind));
    }

    fn inner_line(&self, pair: Pair<'_>, parent: Rule) -> Line {
        let mut reader = Reader {
            builder: self.builder,
            line: Vec::new(),
            tight: true,
        };
        reader.read(pair, parent);
        reader.line
    }

    /// Adds a token that belongs to a node of this rule.
    fn word(&mut self, token: usize, owner: Rule) {
        let text = self.builder.token_text(token);
        if text == "else" && matches!(owner, Rule::otherwise | Rule::if_statement) {
            self.line.push(Node::Else);
        }
        let is_close = matches!(text, ")" | "]" | "," | ":" | ".");
        let is_call = text == "(" && matches!(owner, Rule::args | Rule::pattern);
        self.line.push(Node::Word(
            self.builder.place_among_all(token),
            !(self.tight || is_close || is_call),
        ));
        self.tight = matches!(text, "(" | "[" | ".") || (text == "-" && owner == Rule::prefix);
    }
}

/// When the braces of this rule may stand on one line.
fn inline(kind: Rule) -> Inline {
    match kind {
        Rule::word_item => Inline::Always(1),
        Rule::cost => Inline::Cost,
        Rule::record_item | Rule::board_item | Rule::die_item => Inline::Always(2),
        Rule::procedure_item | Rule::movement_item | Rule::choose_one => Inline::Never,
        _ => Inline::Short,
    }
}
