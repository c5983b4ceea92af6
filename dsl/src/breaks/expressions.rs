//! Breaks of what is asked.

use super::BreakKind::{Fixed, Part, Turned};
use super::{Finder, Put};
use crate::ast::{Expr, ExprKind, Fold, Operator, Pattern, SetQuestion, Span, When};

/// Operators and what they become: the limit lies one further, or the sides no longer hold together.
const OTHERS: [(&str, &str); 4] = [("<=", "<"), (">=", ">"), ("<", "<="), (">", ">=")];

impl Finder<'_> {
    /// Breaks a condition: to `yes` and to `no`. For an `and`, `yes` is the large break, since each part is
    /// left out as well; for an `or`, `no` is.
    pub(super) fn condition(&mut self, expr: &Expr) {
        let since = self.found.len();
        self.words(expr.span, "yes", Fixed);
        if matches!(expr.kind, ExprKind::Binary(Operator::And, ..)) {
            self.large(since);
        }
        let since = self.found.len();
        self.words(expr.span, "no", Fixed);
        if matches!(expr.kind, ExprKind::Binary(Operator::Or, ..)) {
            self.large(since);
        }
        self.expr(expr);
    }

    /// A condition on which so many statements hang: that it never holds is tried by leaving these out.
    pub(super) fn condition_over(&mut self, expr: &Expr, taken: usize) {
        let since = self.found.len();
        self.condition(expr);
        let own = self.found.iter_mut().skip(since).take(2);
        for never in own.filter(|one| one.put == [Put::Words("no".to_owned())]) {
            never.taken = taken;
            never.is_large = true;
        }
    }

    pub(super) fn when(&mut self, when: &When) {
        if let When::If(condition) = when {
            self.condition(condition);
        }
    }

    pub(super) fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    pub(super) fn pattern(&mut self, pattern: Option<&Pattern>) {
        for expr in pattern.into_iter().flatten().flatten() {
            self.words(expr.span, "any", Part);
            self.expr(expr);
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        self.node(expr.span);
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Measure(..) => self.numbers_in(span),
            ExprKind::Bool(yes) => self.words(span, if *yes { "no" } else { "yes" }, Fixed),
            // What is told is no rule.
            ExprKind::Text(_) | ExprKind::Phrase(_) | ExprKind::Nobody | ExprKind::Name(_) => {}
            ExprKind::Call(_, args) | ExprKind::Run(_, args) => self.exprs(args),
            ExprKind::Argument(_, of)
            | ExprKind::Of(_, of)
            | ExprKind::On(_, of)
            | ExprKind::In(_, of)
            | ExprKind::Showing(of, _)
            | ExprKind::Roll(of, _) => self.expr(of),
            ExprKind::Can(permission, args) => {
                let since = self.found.len();
                self.fixed(span);
                self.uses(since, permission);
                self.exprs(args);
            }
            ExprKind::Running(_, pattern) => {
                self.fixed(span);
                self.pattern(pattern.as_ref());
            }
            ExprKind::Options(_, args, of) => {
                self.exprs(args);
                self.expr(of);
            }
            ExprKind::Offer { args, to, most, .. } => {
                self.exprs(args);
                self.expr(to);
                self.exprs(most.as_deref());
            }
            ExprKind::Create {
                template,
                on,
                at,
                owner,
            } => {
                self.exprs([&**template, owner]);
                self.exprs(on.as_deref().into_iter().chain(at.as_deref()));
            }
            ExprKind::Turn { amount, pool, .. } => self.exprs(amount.as_deref().into_iter().chain([&**pool])),
            ExprKind::Not(of) | ExprKind::Negate(of) => {
                self.only(span, of.span, Turned);
                self.expr(of);
            }
            ExprKind::Binary(operator, left, right) => self.binary(span, *operator, left, right),
            ExprKind::IsAny { of, .. } | ExprKind::IsYours { of, .. } => {
                self.turned(span);
                self.expr(of);
            }
            ExprKind::List(members) => self.list(members),
            ExprKind::Sort { set, by, .. } => {
                self.around(by.span, "(0 - (", by.span, "))", Turned);
                self.exprs([&**set, by]);
            }
            ExprKind::FirstSome(count, set) => self.exprs([&**count, set]),
            ExprKind::If(condition, then, otherwise) => {
                self.only(span, then.span, Part);
                self.only(span, otherwise.span, Part);
                self.expr(condition);
                self.exprs([&**then, otherwise]);
            }
            ExprKind::All { on, condition, .. } => {
                self.exprs(on.as_deref());
                condition.iter().for_each(|condition| self.condition(condition));
            }
            ExprKind::Members { set, condition, .. } => {
                self.expr(set);
                self.condition(condition);
            }
            ExprKind::Question(question, set) => {
                if matches!(question, SetQuestion::Any | SetQuestion::None) {
                    self.turned(span);
                }
                self.expr(set);
            }
            ExprKind::Fold { fold, value, set, .. } => {
                self.fold(span, *fold);
                self.exprs([&**value, set]);
            }
        }
    }

    fn fixed(&mut self, span: Span) {
        self.words(span, "yes", Fixed);
        self.words(span, "no", Fixed);
    }

    fn turned(&mut self, span: Span) {
        self.around(span, "(not (", span, "))", Turned);
    }

    fn binary(&mut self, span: Span, operator: Operator, left: &Expr, right: &Expr) {
        match operator {
            Operator::And => self.sides("and", span, operator, left, right),
            Operator::Or => self.sides("or", span, operator, left, right),
            Operator::Plus => self.sides("+", span, operator, left, right),
            Operator::Minus | Operator::Times | Operator::Divide => self.only(span, left.span, Part),
            _ => self.turned(span),
        }
        if matches!(
            operator,
            Operator::Less | Operator::AtMost | Operator::More | Operator::AtLeast
        ) {
            self.other_limit(left, right);
        }
        self.exprs([left, right]);
    }

    /// Each side is left out, with the word between. A side that has further parts is left out part by part.
    fn sides(&mut self, word: &str, span: Span, operator: Operator, left: &Expr, right: &Expr) {
        let between = self.word_between(left.span.end, right.span.start, word);
        let of_same = |side: &Expr| matches!(side.kind, ExprKind::Binary(own, ..) if own == operator);
        for (is_left, side) in [(true, left), (false, right)] {
            let since = self.found.len();
            match between {
                Some(_) if is_left => self.put(
                    Span {
                        start: left.span.start,
                        end: right.span.start,
                    },
                    Vec::new(),
                    Part,
                ),
                Some(word) => self.put(
                    Span {
                        start: word.start,
                        end: right.span.end,
                    },
                    Vec::new(),
                    Part,
                ),
                None if is_left => self.only(span, right.span, Part),
                None => self.only(span, left.span, Part),
            }
            if of_same(side) {
                self.large(since);
            }
        }
    }

    /// `<` becomes `<=`, and so on; beside a number that is the number's own break.
    fn other_limit(&mut self, left: &Expr, right: &Expr) {
        let is_number = |side: &Expr| matches!(side.kind, ExprKind::Number(_));
        if is_number(left) || is_number(right) {
            return;
        }
        let other = OTHERS.iter().find_map(|(mark, other)| {
            let place = self.between(left.span.end, right.span.start, mark)?;
            Some((place, *other))
        });
        if let Some((place, other)) = other {
            self.words(place, other, Turned);
        }
    }

    /// Each member of a list is left out, as long as one stays.
    fn list(&mut self, members: &[Expr]) {
        for (at, member) in members.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| members.get(at));
            let span = match (before, members.get(at + 1)) {
                (Some(before), _) => Some((before.span.end, member.span.end)),
                (None, Some(next)) => Some((member.span.start, next.span.start)),
                (None, None) => None,
            };
            if let Some((start, end)) = span {
                self.put(Span { start, end }, Vec::new(), Part);
            }
        }
        self.exprs(members);
    }

    fn fold(&mut self, span: Span, fold: Fold) {
        let (from, to) = match fold {
            Fold::Lowest => ("lowest", "highest"),
            Fold::Highest => ("highest", "lowest"),
            Fold::Sum => return,
        };
        if self.text(span).starts_with(from) {
            let word = Span {
                start: span.start,
                end: span.start + from.len(),
            };
            self.put(word, vec![Put::Words(to.to_owned())], Turned);
        }
    }
}
