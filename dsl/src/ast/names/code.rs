//! The names in statements and expressions.

use super::{Names, Site};
use crate::ast::{
    Block, ChoosePlace, Expr, ExprKind, Many, Pattern, Region, Span, Statement, StatementKind, Target, Until,
};

impl Names<'_> {
    pub(super) fn block(&mut self, block: &mut Block) {
        for statement in &mut block.statements {
            self.statement(statement);
        }
    }

    pub(super) fn blocks<'b>(&mut self, blocks: impl IntoIterator<Item = &'b mut Block>) {
        blocks.into_iter().for_each(|block| self.block(block));
    }

    fn target(&mut self, target: &mut Target) {
        match target {
            Target::Variable(name) => self.used(name),
            Target::Field(name, of) => {
                self.used(name);
                self.expr(of);
            }
            Target::Entry(name, keys) => {
                self.used(name);
                self.exprs(keys);
            }
        }
    }

    fn until(&mut self, until: &mut Until) {
        self.window(&mut until.window);
        self.exprs(until.times.iter_mut().chain(&mut until.when));
        until.or.iter_mut().for_each(|other| self.until(other));
    }

    fn pattern(&mut self, pattern: &mut Pattern) {
        self.exprs(pattern.iter_mut().flatten());
    }

    fn choose_place(&mut self, choose: &mut ChoosePlace) {
        self.local(&mut choose.name);
        self.expr(&mut choose.piece);
        match &mut choose.region {
            Region::Table => {}
            Region::Inside(sides) => self.exprs(sides.iter_mut()),
            Region::Within(parts) => self.exprs(parts.iter_mut()),
        }
        self.exprs(choose.facing.1.iter_mut().chain(&mut choose.test));
        self.expr(&mut choose.by);
        self.exprs(&mut choose.prompt.parts);
        self.blocks([&mut choose.body, &mut choose.otherwise]);
    }

    fn statement(&mut self, statement: &mut Statement) {
        match &mut statement.kind {
            StatementKind::Let { name, value } => {
                self.local(name);
                self.expr(value);
            }
            StatementKind::Set { target, value }
            | StatementKind::Add { target, value }
            | StatementKind::Remove { target, value } => {
                self.target(target);
                self.expr(value);
            }
            StatementKind::Give { amount, token, to } => {
                self.used(token);
                self.exprs([amount, to]);
            }
            StatementKind::Take { amount, token, from } => {
                self.used(token);
                self.exprs(amount);
                self.expr(from);
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition);
                self.block(then);
                self.blocks(otherwise);
            }
            StatementKind::ForEach {
                name,
                set,
                order,
                body,
            } => {
                self.local(name);
                self.expr(set);
                if let Some((by, prompt)) = order {
                    self.expr(by);
                    self.exprs(&mut prompt.parts);
                }
                self.block(body);
            }
            StatementKind::Repeat { times, body } => {
                self.expr(times);
                self.block(body);
            }
            StatementKind::Choose {
                many,
                name,
                from,
                by,
                body,
                otherwise,
                ..
            } => {
                self.local(name);
                match many {
                    Some(Many::UpTo(count) | Many::Exactly(count)) => self.expr(count),
                    Some(Many::AnyNumber) | None => {}
                }
                self.exprs([from, by]);
                self.block(body);
                self.blocks(otherwise);
            }
            StatementKind::ChoosePlace(choose) => self.choose_place(choose),
            StatementKind::ChooseOne { by, branches, .. } => {
                self.expr(by);
                for (_, when, body) in branches {
                    self.when(when);
                    self.block(body);
                }
            }
            StatementKind::May {
                by, body, otherwise, ..
            } => {
                self.expr(by);
                self.block(body);
                self.blocks(otherwise);
            }
            StatementKind::Run {
                procedure: name,
                args,
            }
            | StatementKind::Call { call: name, args } => {
                self.used(name);
                self.exprs(args);
            }
            StatementKind::Offer {
                offer,
                args,
                to,
                most,
            } => {
                self.used(offer);
                self.exprs(args);
                self.expr(to);
                self.exprs(most);
            }
            StatementKind::Start { effect, args, until } => {
                self.used(effect);
                self.exprs(args);
                until.iter_mut().for_each(|until| self.until(until));
            }
            StatementKind::Lasting { until, lasts, rules } => {
                until.iter_mut().for_each(|until| self.until(until));
                self.exprs(lasts);
                rules.iter_mut().for_each(|rule| self.item(rule));
            }
            StatementKind::Reveal { field, of } => {
                self.used(field);
                self.expr(of);
            }
            StatementKind::End { outcome, winners } => {
                self.used(outcome);
                self.exprs(winners);
            }
            StatementKind::Finish { name, pattern } => {
                self.used(name);
                pattern.iter_mut().for_each(|pattern| self.pattern(pattern));
            }
            StatementKind::Break | StatementKind::Stop => {}
            StatementKind::Create(expr) | StatementKind::Turn(expr) => self.expr(expr),
        }
    }

    /// Visits the names that `other` implies: the entities that it leaves out.
    fn others(&mut self, span: Span) {
        ["you", "here"]
            .into_iter()
            .for_each(|name| self.implied(name, span));
    }

    pub(super) fn expr(&mut self, expr: &mut Expr) {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Number(_)
            | ExprKind::Measure(..)
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Nobody => {}
            ExprKind::Phrase(phrase) => self.exprs(&mut phrase.parts),
            ExprKind::Name(text) => (self.visit)(text, span, Site::Uses),
            ExprKind::Call(name, args) | ExprKind::Can(name, args) | ExprKind::Run(name, args) => {
                self.used(name);
                self.exprs(args);
            }
            // The name of a parameter is a use of it.
            ExprKind::Argument(name, of)
            | ExprKind::Of(name, of)
            | ExprKind::On(name, of)
            | ExprKind::In(name, of) => {
                self.used(name);
                self.expr(of);
            }
            ExprKind::Running(name, pattern) => {
                self.used(name);
                pattern.iter_mut().for_each(|pattern| self.pattern(pattern));
            }
            ExprKind::Options(name, args, whom) => {
                self.used(name);
                self.exprs(args);
                self.expr(whom);
            }
            ExprKind::Roll(count, die) => {
                self.expr(count);
                self.used(die);
            }
            ExprKind::Offer {
                offer,
                args,
                to,
                most,
            } => {
                self.used(offer);
                self.exprs(args);
                self.expr(to);
                self.exprs(most.iter_mut().map(|most| &mut **most));
            }
            ExprKind::Create {
                template,
                on,
                at,
                owner,
            } => {
                self.exprs([&mut **template, &mut **owner]);
                self.exprs(on.iter_mut().chain(at).map(|one| &mut **one));
            }
            ExprKind::Turn {
                amount,
                from,
                pool,
                to,
            } => {
                self.exprs(amount.iter_mut().map(|amount| &mut **amount));
                self.used(from);
                self.expr(pool);
                self.used(to);
            }
            ExprKind::Not(of) | ExprKind::Negate(of) | ExprKind::Question(_, of) => self.expr(of),
            ExprKind::Binary(_, one, two) | ExprKind::FirstSome(one, two) => {
                self.exprs([&mut **one, &mut **two]);
            }
            ExprKind::IsAny { of, kind, .. } => {
                self.expr(of);
                self.used(kind);
            }
            ExprKind::IsYours { of, .. } => {
                self.implied("you", span);
                self.expr(of);
            }
            ExprKind::Showing(dice, face) => {
                self.expr(dice);
                self.used(face);
            }
            ExprKind::List(members) => self.exprs(members),
            ExprKind::If(one, two, three) => self.exprs([&mut **one, &mut **two, &mut **three]),
            ExprKind::All {
                of,
                name,
                on,
                condition,
                other,
                ..
            } => {
                if *other {
                    self.others(span);
                }
                self.used(of);
                name.iter_mut().for_each(|name| self.local(name));
                self.exprs(on.iter_mut().chain(condition).map(|one| &mut **one));
            }
            ExprKind::Members {
                name,
                set,
                condition,
                other,
            } => {
                if *other {
                    self.others(span);
                }
                self.local(name);
                self.exprs([&mut **set, &mut **condition]);
            }
            ExprKind::Sort { name, set, by: value } | ExprKind::Fold { name, set, value, .. } => {
                self.local(name);
                self.exprs([&mut **set, &mut **value]);
            }
        }
    }
}
