//! Ways to break rules, and which rules a comment speaks of.
//!
//! To find out whether a case proves a rule, break the rule and see whether the case fails. A break is one
//! small edit of the text: a statement is left out, a condition always holds, a number is another one.
//! Nothing here knows what names mean, so a broken text need not compile.
//!
//! | file | what lives there |
//! |---|---|
//! | `items` | breaks of declarations, rules and their gates |
//! | `statements` | breaks of what happens |
//! | `expressions` | breaks of what is asked |
//! | `notes` | which part of a text a comment is about |
//!
//! Text that does not change the game is not broken: comments, labels, prompts, names. A break is large if
//! smaller ones in it try the same: a whole step, a rule whose condition is fixed already, a question turned
//! round.

use crate::ast::{Item, Name, Span};
use std::collections::BTreeSet;

mod expressions;
mod items;
mod notes;
mod statements;

pub use notes::{Note, notes};

/// The kind of change that a break makes to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BreakKind {
    /// A rule, statement or clause is left out.
    LeftOut,
    /// A condition is fixed to yes or no.
    Fixed,
    /// One side of an `and`, `or`, sum or list is left out, or only one branch stays.
    Part,
    /// The answer of a question is turned round, or a limit lies one further.
    Turned,
    /// A number is one more or less.
    Number,
    /// Two steps change their places, or something happens before instead of after.
    Order,
    /// A choice that must be made may be left.
    MayBeLeft,
}

impl BreakKind {
    /// The name of the kind, for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LeftOut => "left-out",
            Self::Fixed => "fixed",
            Self::Part => "part",
            Self::Turned => "turned",
            Self::Number => "number",
            Self::Order => "order",
            Self::MayBeLeft => "may-be-left",
        }
    }
}

/// A part of what stands in a broken text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Put {
    /// New words.
    Words(String),
    /// The text of the source at this span.
    Source(Span),
}

/// One way to break a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The text to replace.
    pub span: Span,
    /// The new text, in pieces.
    pub put: Vec<Put>,
    /// The kind of the break.
    pub kind: BreakKind,
    /// The number of statements that are taken away.
    pub taken: usize,
    /// The token, offer, outcome or permission whose use is broken.
    pub of: Option<String>,
    /// Whether smaller breaks within try the same.
    pub is_large: bool,
}

/// All ways to break a text that was parsed, in the order of their places.
#[must_use]
pub fn breaks(source: &str, items: &[Item]) -> Vec<Break> {
    let mut finder = Finder::of(source);
    finder.items(items);
    let mut found = finder.found;
    found.sort_by_key(|one| (one.span.start, one.span.end));
    let fixed = found.iter().filter(|one| one.kind == BreakKind::Fixed);
    let fixed: BTreeSet<(usize, usize)> = fixed.map(|one| (one.span.start, one.span.end)).collect();
    // Who fixes a question to yes and to no has turned it round.
    for one in &mut found {
        let place = (one.span.start, one.span.end);
        one.is_large |= one.kind == BreakKind::Turned && fixed.contains(&place);
    }
    found
}

/// Walks a tree and notes down its breaks and where its nodes are.
struct Finder<'s> {
    source: &'s str,
    found: Vec<Break>,
    /// Every node that a comment can be about.
    nodes: Vec<Span>,
}

impl<'s> Finder<'s> {
    fn of(source: &'s str) -> Self {
        Self {
            source,
            found: Vec::new(),
            nodes: Vec::new(),
        }
    }

    fn node(&mut self, span: Span) {
        self.nodes.push(span);
    }

    fn put(&mut self, span: Span, put: Vec<Put>, kind: BreakKind) {
        if span.start < span.end {
            let taken = 0;
            self.found.push(Break {
                span,
                put,
                kind,
                taken,
                of: None,
                is_large: false,
            });
        }
    }

    /// The breaks since then are large: smaller ones try the same.
    fn large(&mut self, since: usize) {
        let own = self.found.iter_mut().skip(since);
        own.for_each(|one| one.is_large = true);
    }

    /// Breaks that are large if others follow within them.
    fn large_if_more(&mut self, since: usize, until: usize) {
        if self.found.len() > until {
            let own = self.found.iter_mut().take(until).skip(since);
            own.for_each(|one| one.is_large = true);
        }
    }

    fn words(&mut self, span: Span, words: &str, kind: BreakKind) {
        self.put(span, vec![Put::Words(words.to_owned())], kind);
    }

    /// Leaves out a part that is less than a statement.
    fn leave_out(&mut self, span: Span) {
        self.put(span, Vec::new(), BreakKind::LeftOut);
    }

    /// Leaves out so many statements.
    fn take_away(&mut self, span: Span, put: Vec<Put>, taken: usize) {
        self.found.push(Break {
            span,
            put,
            kind: BreakKind::LeftOut,
            taken,
            of: None,
            is_large: false,
        });
    }

    /// The breaks since then are about the use of what is declared elsewhere.
    fn uses(&mut self, since: usize, name: &Name) {
        let own = self.found.iter_mut().skip(since);
        own.for_each(|one| one.of = Some(name.text.clone()));
    }

    /// Keeps only this part, in parentheses.
    fn only(&mut self, span: Span, part: Span, kind: BreakKind) {
        self.around(span, "(", part, ")", kind);
    }

    fn around(&mut self, span: Span, before: &str, part: Span, after: &str, kind: BreakKind) {
        let words = |text: &str| Put::Words(text.to_owned());
        self.put(span, vec![words(before), Put::Source(part), words(after)], kind);
    }

    /// The text of a span; nothing if there is none.
    fn text(&self, span: Span) -> &'s str {
        self.source.get(span.start..span.end).unwrap_or("")
    }

    /// The first place of some words between two places, if no comment stands there.
    fn between(&self, start: usize, end: usize, words: &str) -> Option<Span> {
        let text = self.text(Span { start, end });
        let at = text.find(words).filter(|_| !text.contains('#'))?;
        let start = start + at;
        Some(Span {
            start,
            end: start + words.len(),
        })
    }

    /// The first place of a word between two places that stands in no comment.
    fn word_between(&self, start: usize, end: usize, word: &str) -> Option<Span> {
        let mut at = start;
        for line in self.text(Span { start, end }).split_inclusive('\n') {
            let code = line.split('#').next().unwrap_or_default();
            if let Some(found) = code.find(word) {
                let start = at + found;
                let end = start + word.len();
                return Some(Span { start, end });
            }
            at += line.len();
        }
        None
    }

    /// The last digits-and-sign number of a text becomes one more and one less.
    fn numbers_in(&mut self, span: Span) {
        let text = self.text(span);
        let is_apart = |at: usize| {
            let before = text[..at].chars().next_back();
            before.is_none_or(|before| !(before.is_alphanumeric() || matches!(before, '-' | '.' | '_')))
        };
        let mut at = 0;
        while let Some(begin) = text[at..].find(|letter: char| letter.is_ascii_digit()) {
            let begin = at + begin;
            let length = text[begin..].find(|letter: char| !letter.is_ascii_digit());
            let end = length.map_or(text.len(), |length| begin + length);
            if is_apart(begin)
                && let Ok(number) = text[begin..end].parse::<i64>()
            {
                let digits = Span {
                    start: span.start + begin,
                    end: span.start + end,
                };
                self.number(digits, number);
            }
            at = end;
        }
    }

    fn number(&mut self, digits: Span, number: i64) {
        self.words(digits, &number.saturating_add(1).to_string(), BreakKind::Number);
        if number > 0 {
            self.words(digits, &(number - 1).to_string(), BreakKind::Number);
        }
    }
}

#[cfg(test)]
mod tests;
