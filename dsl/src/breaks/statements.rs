//! Breaks of what happens.

use super::BreakKind::{LeftOut, MayBeLeft, Part};
use super::{Finder, Put};
use crate::ast::{
    Block, ChoosePlace, Expr, Item, Many, Name, Phrase, Quoted, Region, Span, Statement, StatementKind,
    Target, Until, When,
};

impl Finder<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    pub(super) fn statement(&mut self, statement: &Statement) {
        self.node(statement.span);
        let since = self.found.len();
        if !matches!(statement.kind, StatementKind::Let { .. }) {
            self.take_away(statement.span, Vec::new(), weight_of(statement));
            if has_inner(statement) {
                self.large(since);
            }
        }
        if let Some(name) = used(statement) {
            self.uses(since, name);
        }
        let span = statement.span;
        match &statement.kind {
            StatementKind::Let { value, .. } => self.expr(value),
            StatementKind::Set { target, value }
            | StatementKind::Add { target, value }
            | StatementKind::Remove { value, target } => {
                self.expr(value);
                self.target(target);
            }
            StatementKind::Give { amount, to, .. } => self.exprs([amount, to]),
            StatementKind::Take { amount, from, .. } => self.exprs(amount.iter().chain([from])),
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.condition_over(condition, weight(then));
                self.block(then);
                otherwise.iter().for_each(|block| self.block(block));
            }
            StatementKind::ForEach { set, body, .. } => {
                self.expr(set);
                self.block(body);
            }
            StatementKind::Repeat { times, body } => {
                self.expr(times);
                self.block(body);
            }
            StatementKind::Choose {
                many,
                from,
                by,
                prompt,
                body,
                otherwise,
                ..
            } => {
                self.many(many.as_ref());
                self.exprs([from, by]);
                self.clauses_of_choice(prompt, body);
                if many.is_none() {
                    self.may_be_left(prompt, body);
                }
                self.block(body);
                otherwise.iter().for_each(|block| self.block(block));
            }
            StatementKind::ChoosePlace(choice) => self.place(choice),
            StatementKind::ChooseOne { branches, .. } => self.branches(branches),
            StatementKind::May { body, otherwise, .. } => self.may_statement(span, body, otherwise.as_ref()),
            StatementKind::Run { args, .. } | StatementKind::Call { args, .. } => self.exprs(args),
            StatementKind::Offer { args, to, most, .. } => self.exprs(args.iter().chain([to]).chain(most)),
            StatementKind::Start { args, until, .. } => {
                self.exprs(args);
                until.iter().for_each(|until| self.until(span, args, until));
            }
            StatementKind::Lasting { until, lasts, rules } => {
                if let (Some(until), Some(head)) = (until, self.head(span, lasts.as_ref(), rules)) {
                    self.until(head, &[], until);
                }
                lasts.iter().for_each(|lasts| self.condition(lasts));
                self.items(rules);
            }
            StatementKind::Reveal { of, .. } => self.expr(of),
            StatementKind::End { winners, .. } => self.exprs(winners),
            StatementKind::Finish { pattern, .. } => self.pattern(pattern.as_ref()),
            StatementKind::Break | StatementKind::Stop => {}
            StatementKind::Create(made) | StatementKind::Turn(made) => self.expr(made),
        }
    }

    fn target(&mut self, target: &Target) {
        match target {
            Target::Variable(_) => {}
            Target::Field(_, of) => self.expr(of),
            Target::Entry(_, keys) => self.exprs(keys),
        }
    }

    fn many(&mut self, many: Option<&Many>) {
        if let Some(Many::UpTo(count) | Many::Exactly(count)) = many {
            self.expr(count);
        }
    }

    /// `or none` and `secretly`.
    fn clauses_of_choice(&mut self, prompt: &Phrase, body: &Block) {
        for words in ["or none", "secretly"] {
            if let Some(place) = self.between(prompt.span.end, body.span.start, words) {
                self.leave_out(place);
            }
        }
    }

    /// Breaks a choice that must be made: it may be left.
    fn may_be_left(&mut self, prompt: &Phrase, body: &Block) {
        let end = prompt.span.end;
        let quote = Span {
            start: end,
            end: end + 1,
        };
        let clauses = Span {
            start: end,
            end: body.span.start,
        };
        if self.text(quote) == "\"" && !self.text(clauses).contains("or none") {
            self.words(quote, "\" or none", MayBeLeft);
        }
    }

    fn place(&mut self, choice: &ChoosePlace) {
        match &choice.region {
            Region::Table => {}
            Region::Inside(bounds) => self.exprs(bounds.iter()),
            Region::Within(bounds) => self.exprs(bounds.iter()),
        }
        if let (_, Some(facing)) = &choice.facing {
            self.words(facing.span, "any", Part);
            self.expr(facing);
        }
        choice.test.iter().for_each(|test| self.condition(test));
        self.exprs([&choice.piece, &choice.by]);
        self.clauses_of_choice(&choice.prompt, &choice.body);
        self.may_be_left(&choice.prompt, &choice.body);
        self.block(&choice.body);
        self.block(&choice.otherwise);
    }

    fn branches(&mut self, branches: &[(Quoted, When, Block)]) {
        for (label, when, body) in branches {
            // With the quote in which the label stands.
            let span = Span {
                start: label.span.start.saturating_sub(1),
                end: body.span.end,
            };
            self.node(span);
            if branches.len() > 1 {
                let since = self.found.len();
                self.put(span, Vec::new(), LeftOut);
                // Its condition is fixed to no.
                if matches!(when, When::If(_)) {
                    self.large(since);
                }
            }
            self.when(when);
            self.block(body);
        }
    }

    /// Breaks a `may`: its body is carried out always, or never.
    fn may_statement(&mut self, span: Span, body: &Block, otherwise: Option<&Block>) {
        self.put(span, vec![Put::Source(inside(body))], Part);
        if let Some(otherwise) = otherwise {
            self.put(span, vec![Put::Source(inside(otherwise))], Part);
        }
        self.block(body);
        otherwise.iter().for_each(|block| self.block(block));
    }

    /// `until` and when it is, without `while` and the rules.
    fn head(&self, span: Span, lasts: Option<&Expr>, rules: &[Item]) -> Option<Span> {
        let (end, word) = match lasts {
            Some(lasts) => (lasts.span.start, "while"),
            None => (rules.first()?.span.start, "{"),
        };
        let end = self.between(span.start, end, word)?.start;
        let text = self.text(Span { end, ..span });
        let end = span.start + text.trim_end().len();
        Some(Span { end, ..span })
    }

    /// An effect never ends, or its end is broken.
    fn until(&mut self, span: Span, args: &[Expr], until: &Until) {
        let from = args.last().map_or(span.start, |last| last.span.end);
        if let Some(word) = self.between(from, span.end, "until ") {
            let rest = Span {
                start: word.start,
                end: span.end,
            };
            self.words(rest, "until the game ends", Part);
        }
        self.exprs(&until.times);
        let conditions = until.all().filter_map(|until| until.when.as_ref());
        conditions.for_each(|when| self.condition(when));
    }
}

/// Whether a statement holds others, which are broken one by one.
fn has_inner(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::If { .. }
            | StatementKind::ForEach { .. }
            | StatementKind::Repeat { .. }
            | StatementKind::Choose { .. }
            | StatementKind::ChoosePlace(_)
            | StatementKind::ChooseOne { .. }
            | StatementKind::May { .. }
            | StatementKind::Lasting { .. }
    )
}

/// The token, offer or outcome that a statement is about.
fn used(statement: &Statement) -> Option<&Name> {
    match &statement.kind {
        StatementKind::Give { token: name, .. }
        | StatementKind::Take { token: name, .. }
        | StatementKind::Offer { offer: name, .. }
        | StatementKind::End { outcome: name, .. } => Some(name),
        _ => None,
    }
}

/// The text between the braces of a block.
pub(super) fn inside(block: &Block) -> Span {
    Span {
        start: block.span.start + 1,
        end: block.span.end.saturating_sub(1).max(block.span.start + 1),
    }
}

/// How many statements a statement consists of.
pub(super) fn weight_of(statement: &Statement) -> usize {
    let both = |body: &Block, otherwise: Option<&Block>| weight(body) + otherwise.map_or(0, weight);
    match &statement.kind {
        StatementKind::If { then, otherwise, .. } => both(then, otherwise.as_ref()),
        StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => weight(body),
        StatementKind::Choose { body, otherwise, .. } | StatementKind::May { body, otherwise, .. } => {
            both(body, otherwise.as_ref())
        }
        StatementKind::ChoosePlace(choice) => both(&choice.body, Some(&choice.otherwise)),
        StatementKind::ChooseOne { branches, .. } => branches.iter().map(|(_, _, body)| weight(body)).sum(),
        _ => 1,
    }
    .max(1)
}

/// How many statements a block has, with those in them.
pub(super) fn weight(block: &Block) -> usize {
    block.statements.iter().map(weight_of).sum()
}
