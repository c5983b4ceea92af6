//! Notes: comments, and the part of a text that each is about.
//!
//! A comment on lines of its own is about what begins below it. If a blank line follows, it is a heading: it is about all
//! that follows on its level, up to the next heading. A comment behind something is about what begins on that line.

use super::Finder;
use crate::ast::{Item, Span};
use crate::parse::tokens::{Token, TokenKind, Tokens};
use std::collections::BTreeMap;

/// A comment, or several that stand below each other, and what they are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The comments.
    pub span: Span,
    /// The code that they are about; empty at the end of a text.
    pub about: Span,
}

/// All comments of a text that was parsed, in their order.
#[must_use]
pub fn notes(source: &str, items: &[Item]) -> Vec<Note> {
    let tokens = Tokens::of(source);
    let mut finder = Finder::of(source);
    finder.items(items);
    let mut nodes: BTreeMap<usize, usize> = BTreeMap::new();
    for node in &finder.nodes {
        let end = nodes.entry(node.start).or_insert(node.end);
        *end = node.end.max(*end);
    }
    let notes = Notes {
        source,
        tokens: &tokens.all,
        nodes: &nodes,
    };
    notes.all()
}

struct Notes<'a> {
    source: &'a str,
    tokens: &'a [Token],
    /// The end of the largest node that begins at a byte.
    nodes: &'a BTreeMap<usize, usize>,
}

impl Notes<'_> {
    fn all(&self) -> Vec<Note> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            if !self.is_comment(at) {
                at += 1;
                continue;
            }
            let is_behind = at > 0 && self.tokens[at].breaks == 0;
            let mut last = at;
            while !is_behind && self.is_comment(last + 1) && self.tokens[last + 1].breaks == 1 {
                last += 1;
            }
            let span = Span {
                start: self.tokens[at].span.start,
                end: self.tokens[last].span.end,
            };
            let about = if is_behind {
                self.line_of(at)
            } else {
                self.below(last)
            };
            found.push(Note { span, about });
            at = last + 1;
        }
        found
    }

    fn is_comment(&self, at: usize) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| token.kind == TokenKind::Comment)
    }

    /// The code on the line of a comment that stands behind code: the largest node that begins where the line
    /// does.
    fn line_of(&self, at: usize) -> Span {
        let before = self.tokens[..at].iter().rposition(|token| token.breaks > 0);
        self.tokens
            .get(before.unwrap_or(0))
            .map_or(Span::default(), |first| self.beginning(first))
    }

    /// The code that a comment above it is about. Directly below the comment it is one node; with a blank
    /// line between, the comment is a heading, and it is all code up to the end of its part.
    fn below(&self, last: usize) -> Span {
        let is_code = |token: &&Token| token.kind != TokenKind::Comment;
        let Some(first) = self.tokens[last + 1..].iter().find(is_code) else {
            return Span::default();
        };
        if self.tokens[last + 1].breaks < 2 {
            return self.beginning(first);
        }
        let start = first.span.start;
        let end = self.end_of_part(last + 1, self.column(self.tokens[last].span.start));
        Span {
            start,
            end: end.max(start),
        }
    }

    /// The largest node that begins at a token; its line, if none does.
    fn beginning(&self, first: &Token) -> Span {
        let start = first.span.start;
        let line = self.source[start..].find('\n');
        let line = line.map_or(self.source.len(), |length| start + length);
        Span {
            start,
            end: self.nodes.get(&start).copied().unwrap_or(line),
        }
    }

    /// The end of the part under a heading: at the next heading of its level, or where its level ends.
    fn end_of_part(&self, from: usize, level: usize) -> usize {
        for at in from..self.tokens.len() {
            let token = &self.tokens[at];
            if token.breaks == 0 {
                continue;
            }
            let column = self.column(token.span.start);
            let is_heading = || {
                let mut next = at;
                while self.is_comment(next + 1) && self.tokens[next + 1].breaks == 1 {
                    next += 1;
                }
                self.tokens.get(next + 1).is_none_or(|after| after.breaks > 1)
            };
            let begins = token.breaks > 1 && self.is_comment(at) && column == level && is_heading();
            if column < level || begins {
                return token.span.start;
            }
        }
        self.source.len()
    }

    fn column(&self, at: usize) -> usize {
        let line = self.source[..at].rfind('\n').map_or(0, |end| end + 1);
        at - line
    }
}
