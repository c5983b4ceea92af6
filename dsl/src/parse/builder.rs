//! From the grammar's pairs to the tree: what all kinds of nodes need.

use pest::iterators::{Pair, Pairs};

use super::tokens::{Token, TokenKind};
use super::{Fault, Rule};
use crate::ast::{Name, Span};

/// Builds the tree of one item, statement or expression.
pub(crate) struct Builder<'t> {
    tokens: &'t [Token],
    /// Where the text that the grammar read begins in the source.
    from: usize,
    /// What the grammar accepts and the language does not.
    pub(super) faults: Vec<Fault>,
}

impl<'t> Builder<'t> {
    pub(super) fn new(tokens: &'t [Token], from: usize) -> Builder<'t> {
        Builder {
            tokens,
            from,
            faults: Vec::new(),
        }
    }

    /// The token that a pair without parts reads.
    pub(crate) fn token(&self, pair: &Pair<'_, Rule>) -> usize {
        let start = self.from + pair.as_span().start();
        self.tokens.partition_point(|token| token.span.start < start)
    }

    /// The bytes of a pair, without the blanks and comments at its end.
    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let (start, end) = (
            self.from + pair.as_span().start(),
            self.from + pair.as_span().end(),
        );
        let within = &self.tokens[..self.tokens.partition_point(|token| token.span.end <= end)];
        let last = within.iter().rev().find(|token| token.kind != TokenKind::Comment);
        let end = last.map_or(end, |token| token.span.end).max(start);
        Span { start, end }
    }

    /// A name; also the words and procedure names of the grammar.
    pub(super) fn name(&self, pair: Pair<'_, Rule>) -> Name {
        let start = self.from + pair.as_span().start();
        Name {
            text: pair.as_str().to_owned(),
            span: Span {
                start,
                end: start + pair.as_str().len(),
            },
        }
    }

    /// The text between quotes.
    pub(super) fn quoted(&self, pair: Pair<'_, Rule>) -> Name {
        self.name(only(Some(pair)))
    }
}

/// The parts of a node, without the language's words and marks.
pub(super) struct Parts<'i>(std::iter::Peekable<Pairs<'i, Rule>>);

impl<'i> Parts<'i> {
    pub(super) fn of(pair: Pair<'i, Rule>) -> Parts<'i> {
        let mut parts = Parts(pair.into_inner().peekable());
        parts.skip_words();
        parts
    }

    /// The next part, which the grammar always has.
    pub(super) fn part(&mut self) -> Pair<'i, Rule> {
        some(self.next())
    }

    /// The next part if it is of this rule.
    pub(super) fn maybe(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        match self.peek() {
            Some(next) if next == rule => self.next(),
            _ => None,
        }
    }

    /// All next parts of this rule.
    pub(super) fn many(&mut self, rule: Rule) -> Vec<Pair<'i, Rule>> {
        std::iter::from_fn(|| self.maybe(rule)).collect()
    }

    /// Whether the next part is of this rule; takes it if so.
    pub(super) fn has(&mut self, rule: Rule) -> bool {
        self.maybe(rule).is_some()
    }

    /// The rule of the next part.
    pub(super) fn peek(&mut self) -> Option<Rule> {
        self.0.peek().map(Pair::as_rule)
    }

    fn skip_words(&mut self) {
        while self.0.next_if(|pair| is_word(pair.as_rule())).is_some() {}
    }
}

impl<'i> Iterator for Parts<'i> {
    type Item = Pair<'i, Rule>;

    fn next(&mut self) -> Option<Pair<'i, Rule>> {
        let next = self.0.next();
        self.skip_words();
        next
    }
}

/// Whether a rule reads a word or mark of the language; see the end of the grammar.
pub(super) fn is_word(rule: Rule) -> bool {
    rule >= Rule::k_active
}

/// The pair that the grammar always has here.
pub(super) fn some(pair: Option<Pair<'_, Rule>>) -> Pair<'_, Rule> {
    pair.expect("the grammar gives a node all the parts that its rule names")
}

/// The first part of a node.
pub(super) fn only(pair: Option<Pair<'_, Rule>>) -> Pair<'_, Rule> {
    Parts::of(some(pair)).part()
}
