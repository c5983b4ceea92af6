//! From the grammar's pairs to the tree: what all kinds of nodes need.

use pest::iterators::{Pair, Pairs};

use super::tokens::Tokens;
use super::{Fault, Rule, alphabet};
use crate::ast::{Name, Span};

/// What the spans of a tree count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    /// Bytes of the source.
    Bytes,
    /// Tokens that are no comments: trees of texts that differ only in layout are equal.
    Tokens,
}

/// Builds the tree of one item, statement or expression.
pub(crate) struct Builder<'t> {
    pub(super) tokens: &'t Tokens<'t>,
    /// The token with which the grammar's input begins.
    from: usize,
    places: Places,
    /// What the grammar accepts and the language does not.
    pub(super) faults: Vec<Fault>,
}

impl<'t> Builder<'t> {
    pub(super) fn new(tokens: &'t Tokens<'t>, from: usize, places: Places) -> Builder<'t> {
        Builder {
            tokens,
            from,
            places,
            faults: Vec::new(),
        }
    }

    /// The tokens of a pair, comments not counted.
    pub(crate) fn range(&self, pair: &Pair<'_, Rule>) -> std::ops::Range<usize> {
        let span = pair.as_span();
        self.from + span.start() / alphabet::BYTES..self.from + span.end() / alphabet::BYTES
    }

    /// The first token of a pair, comments not counted.
    pub(super) fn first(&self, pair: &Pair<'_, Rule>) -> usize {
        self.from + pair.as_span().start() / alphabet::BYTES
    }

    /// Where a pair is, without the blanks and comments around it.
    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let range = self.range(pair);
        if self.places == Places::Tokens {
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
            start,
            end: last.map_or(start, |last| last.span.end).max(start),
        }
    }

    /// Where one token is.
    pub(super) fn token_span(&self, at: usize) -> Span {
        match (self.places, self.tokens.code(at)) {
            (Places::Bytes, Some(token)) => token.span,
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
    pub(super) fn text(&self, pair: &Pair<'_, Rule>) -> &'t str {
        self.tokens.text(self.first(pair))
    }

    /// A name; also the words and procedure names of the grammar.
    pub(super) fn name(&self, pair: Pair<'_, Rule>) -> Name {
        let at = self.first(&pair);
        Name {
            text: self.tokens.text(at).to_owned(),
            span: self.token_span(at),
        }
    }

    /// The text between quotes.
    pub(super) fn quoted(&self, pair: Pair<'_, Rule>) -> Name {
        let mut name = self.name(pair);
        name.text.pop();
        name.text.remove(0);
        if self.places == Places::Bytes {
            name.span = Span {
                start: name.span.start + 1,
                end: name.span.end - 1,
            };
        }
        name
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
