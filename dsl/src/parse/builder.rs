//! From the grammar's pairs to the tree: what all kinds of nodes need.

use super::nodes::{Children, Pair};
use super::tokens::Tokens;
use super::{Fault, Rule};
use crate::ast::{Name, Span};
use std::cell::RefCell;

/// The unit of the spans of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpanUnit {
    /// Bytes of the source.
    Bytes,
    /// Tokens that are no comments: trees of texts that differ only in layout are equal.
    Tokens,
}

/// Builds the tree of one item, statement or expression.
pub(crate) struct Builder<'t> {
    pub(super) tokens: &'t Tokens<'t>,
    places: SpanUnit,
    /// Mistakes that the grammar accepts and the language does not.
    pub(super) faults: RefCell<Vec<Fault>>,
    /// The byte at which the text begins, if it is a part of another one; else 0.
    from: usize,
}

impl<'t> Builder<'t> {
    pub(super) fn new(tokens: &'t Tokens<'t>, places: SpanUnit) -> Builder<'t> {
        Builder {
            tokens,
            places,
            faults: RefCell::default(),
            from: 0,
        }
    }

    /// A builder for a text that is a part of another one and begins there at the byte `from`.
    pub(super) fn within(tokens: &'t Tokens<'t>, places: SpanUnit, from: usize) -> Builder<'t> {
        Builder {
            from,
            ..Builder::new(tokens, places)
        }
    }

    /// The unit of the spans.
    pub(super) fn places(&self) -> SpanUnit {
        self.places
    }

    /// The span of a pair, without the blanks and comments around it.
    pub(super) fn span(&self, pair: Pair<'_>) -> Span {
        let range = pair.range();
        if self.places == SpanUnit::Tokens {
            return Span {
                start: range.start,
                end: range.end,
            };
        }
        let start = match self.tokens.code(range.start) {
            Some(first) => first.span.start,
            None => self.tokens.source.len(),
        };
        let last = range.end.checked_sub(1).and_then(|last| self.tokens.code(last));
        Span {
            start: self.from + start,
            end: self.from + last.map_or(start, |last| last.span.end).max(start),
        }
    }

    /// The span of one token.
    pub(super) fn token_span(&self, at: usize) -> Span {
        match (self.places, self.tokens.code(at)) {
            (SpanUnit::Bytes, Some(token)) => token.span.behind(self.from),
            _ => Span {
                start: at,
                end: at + 1,
            },
        }
    }

    /// The number of a token among all tokens, comments counted.
    pub(crate) fn place_among_all(&self, at: usize) -> usize {
        self.tokens.code[at]
    }

    /// The text of a token.
    pub(crate) fn token_text(&self, at: usize) -> &'t str {
        self.tokens.text(at)
    }

    /// The text of a pair that is one token.
    pub(super) fn text(&self, pair: Pair<'_>) -> &'t str {
        self.tokens.text(pair.first())
    }

    /// A name; also the words and procedure names of the grammar.
    pub(super) fn name(&self, pair: Pair<'_>) -> Name {
        let at = pair.first();
        Name {
            text: self.tokens.text(at).to_owned(),
            span: self.token_span(at),
        }
    }

    /// The text between quotes.
    pub(super) fn quoted(&self, pair: Pair<'_>) -> Name {
        let mut name = self.name(pair);
        name.text.pop();
        name.text.remove(0);
        if self.places == SpanUnit::Bytes {
            name.span = Span {
                start: name.span.start + 1,
                end: name.span.end - 1,
            };
        }
        name
    }
}

/// The parts of a node, without the language's words and marks.
#[derive(Clone, Copy)]
pub(super) struct Parts<'n>(Children<'n>);

impl<'n> Parts<'n> {
    pub(super) fn of(pair: Pair<'n>) -> Parts<'n> {
        let mut parts = Parts(pair.into_inner());
        parts.skip_words();
        parts
    }

    /// The next part, which the grammar always has.
    pub(super) fn part(&mut self) -> Pair<'n> {
        some(self.next())
    }

    /// The next part if it is of this rule.
    pub(super) fn maybe(&mut self, rule: Rule) -> Option<Pair<'n>> {
        match self.0.peek() {
            Some(next) if next.as_rule() == rule => self.next(),
            _ => None,
        }
    }

    /// Takes the next parts, as long as they are of this rule.
    pub(super) fn many(&mut self, rule: Rule) -> Vec<Pair<'n>> {
        std::iter::from_fn(|| self.maybe(rule)).collect()
    }

    /// Whether the next part is of this rule; takes it if so.
    pub(super) fn has(&mut self, rule: Rule) -> bool {
        self.maybe(rule).is_some()
    }

    fn skip_words(&mut self) {
        while self.0.peek().is_some_and(|pair| is_word(pair.as_rule())) {
            self.0.next();
        }
    }
}

impl<'n> Iterator for Parts<'n> {
    type Item = Pair<'n>;

    fn next(&mut self) -> Option<Pair<'n>> {
        let next = self.0.next();
        self.skip_words();
        next
    }
}

/// Whether a rule reads a word or mark of the language; see the end of the grammar.
pub(crate) fn is_word(rule: Rule) -> bool {
    rule >= Rule::k_abilities
}

/// The pair that the grammar always has here.
pub(crate) fn some(pair: Option<Pair<'_>>) -> Pair<'_> {
    pair.expect("the grammar gives a node all the parts that its rule names")
}

/// The first part of a node.
pub(super) fn only(pair: Pair<'_>) -> Pair<'_> {
    Parts::of(pair).part()
}
