//! Expressions: precedence, and one small function per form.

use super::Rule;
use super::builder::{Builder, Parts, only, some};
use super::nodes::{Children, Pair};
use crate::ast::{Expr, ExprKind, Fold, Name, Operator, SetQuestion, Span};
use crate::measure::Unit;

/// The precedence of operators: a higher number binds more tightly.
pub(crate) mod tightness {
    use crate::ast::Operator;

    /// The tightness of `not`: looser than comparisons.
    pub(crate) const NOT: u8 = 3;
    /// The tightness of `is any`: like a comparison.
    pub(crate) const IS_ANY: u8 = 4;
    /// The tightness of the `-` before a value.
    pub(crate) const NEGATE: u8 = 7;

    /// The tightness of an operator between two values.
    pub(crate) fn of(operator: Operator) -> u8 {
        match operator {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::Equal
            | Operator::NotEqual
            | Operator::IsIn
            | Operator::Less
            | Operator::AtMost
            | Operator::More
            | Operator::AtLeast => 4,
            Operator::Plus | Operator::Minus => 5,
            Operator::Times | Operator::Divide => 6,
        }
    }
}

impl Builder<'_> {
    pub(super) fn expr(&self, pair: Pair<'_>) -> Expr {
        self.operation(&mut pair.into_inner(), 0)
    }

    /// A value and what follows it, as long as the operators bind tighter than `than`.
    fn operation(&self, parts: &mut Children<'_>, than: u8) -> Expr {
        let mut left = self.operand(parts);
        while let Some(infix) = parts.peek() {
            if matches!(infix.as_rule(), Rule::is_any | Rule::is_yours) {
                if tightness::IS_ANY <= than {
                    break;
                }
                parts.next();
                left = self.is_something(left, infix);
                continue;
            }
            let operator = self.operator(infix);
            if tightness::of(operator) <= than {
                break;
            }
            parts.next();
            let right = self.operation(parts, tightness::of(operator));
            left = Expr {
                span: Span {
                    start: left.span.start,
                    end: right.span.end,
                },
                kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)),
            };
        }
        left
    }

    /// `EXPR is any KIND`, `EXPR is yours`, and their opposites.
    fn is_something(&self, of: Expr, pair: Pair<'_>) -> Expr {
        let span = Span {
            start: of.span.start,
            end: self.span(pair).end,
        };
        let mut parts = Parts::of(pair);
        let (of, negated) = (Box::new(of), parts.has(Rule::negated));
        let kind = match pair.as_rule() {
            Rule::is_yours => ExprKind::IsYours { of, negated },
            _ => ExprKind::IsAny {
                of,
                negated,
                kind: self.name(parts.part()),
            },
        };
        Expr { span, kind }
    }

    /// A value with the `not` and `-` before it.
    fn operand(&self, parts: &mut Children<'_>) -> Expr {
        let first = some(parts.next());
        if first.as_rule() != Rule::prefix {
            return self.primary(first);
        }
        let is_not = self.text(first) == "not";
        let of = self.operation(parts, if is_not { tightness::NOT } else { tightness::NEGATE });
        let span = Span {
            start: self.span(first).start,
            end: of.span.end,
        };
        let kind = match is_not {
            true => ExprKind::Not(Box::new(of)),
            false => ExprKind::Negate(Box::new(of)),
        };
        Expr { span, kind }
    }

    pub(crate) fn operator(&self, infix: Pair<'_>) -> Operator {
        let tokens = infix.range();
        match self.tokens.text(tokens.start) {
            "or" => Operator::Or,
            "and" => Operator::And,
            "is" => match (tokens.len(), self.tokens.text(tokens.end - 1)) {
                (1, _) => Operator::Equal,
                (_, "not") => Operator::NotEqual,
                _ => Operator::IsIn,
            },
            "=" => Operator::Equal,
            "<" => Operator::Less,
            "<=" => Operator::AtMost,
            ">" => Operator::More,
            ">=" => Operator::AtLeast,
            "+" => Operator::Plus,
            "-" => Operator::Minus,
            "*" => Operator::Times,
            _ => Operator::Divide,
        }
    }

    pub(super) fn primary(&self, pair: Pair<'_>) -> Expr {
        let span = self.span(pair);
        let inner = only(pair);
        Expr {
            span,
            kind: self.primary_kind(inner),
        }
    }

    fn primary_kind(&self, pair: Pair<'_>) -> ExprKind {
        match pair.as_rule() {
            Rule::number => self.number(pair),
            Rule::quoted => self.text_or_phrase(pair),
            Rule::yes => ExprKind::Bool(true),
            Rule::no => ExprKind::Bool(false),
            Rule::nobody => ExprKind::Nobody,
            // The value without its parentheses; the caller keeps their span.
            Rule::parenthesised => self.expr(only(pair)).kind,
            Rule::conditional => self.conditional(Parts::of(pair)),
            Rule::all => self.all(Parts::of(pair)),
            Rule::members => self.members(Parts::of(pair)),
            Rule::question => self.question(Parts::of(pair)),
            Rule::fold => self.fold(Parts::of(pair)),
            Rule::listed => ExprKind::List(Parts::of(pair).map(|member| self.expr(member)).collect()),
            Rule::sorted => self.sorted(Parts::of(pair)),
            Rule::first_some => {
                let mut parts = Parts::of(pair);
                let amount = Box::new(self.amount(parts.part()));
                ExprKind::FirstSome(amount, Box::new(self.primary(parts.part())))
            }
            Rule::running => {
                let mut parts = Parts::of(pair);
                let effect = self.name(parts.part());
                ExprKind::Running(effect, parts.next().map(|pattern| self.pattern(pattern)))
            }
            Rule::options => {
                let mut parts = Parts::of(pair);
                let offer = self.name(parts.part());
                let args = self.maybe_args(&mut parts);
                ExprKind::Options(offer, args, Box::new(self.primary(parts.part())))
            }
            Rule::showing => {
                let mut parts = Parts::of(pair);
                let dice = Box::new(self.primary(parts.part()));
                ExprKind::Showing(dice, self.name(parts.part()))
            }
            Rule::can => {
                let mut parts = Parts::of(pair);
                ExprKind::Can(self.name(parts.part()), self.maybe_args(&mut parts))
            }
            _ => self.named(Parts::of(pair)),
        }
    }

    /// The right side of `let` and `set`: an expression, a roll, or the result of a procedure or an offer.
    pub(super) fn assigned(&self, pair: Pair<'_>) -> Expr {
        let rule = pair.as_rule();
        if rule == Rule::expr {
            return self.expr(pair);
        }
        let span = self.span(pair);
        let mut parts = Parts::of(pair);
        let kind = match rule {
            Rule::create => return self.create(span, parts),
            Rule::turn_statement => return self.turn(span, parts),
            Rule::run_statement => ExprKind::Run(self.name(parts.part()), self.maybe_args(&mut parts)),
            Rule::offer_statement => ExprKind::Offer {
                offer: self.name(parts.part()),
                args: self.maybe_args(&mut parts),
                to: Box::new(self.expr(parts.part())),
                most: self.clause(&mut parts, Rule::offer_times).map(Box::new),
            },
            _ => {
                let amount = Box::new(self.amount(parts.part()));
                ExprKind::Roll(amount, self.name(parts.part()))
            }
        };
        Expr { span, kind }
    }

    /// `turn AMOUNT FACE in POOL to FACE`
    pub(super) fn turn(&self, span: Span, mut parts: Parts<'_>) -> Expr {
        let amount = parts.maybe(Rule::amount);
        let kind = ExprKind::Turn {
            amount: amount.map(|amount| Box::new(self.amount(amount))),
            from: self.name(parts.part()),
            pool: Box::new(self.primary(parts.part())),
            to: self.name(parts.part()),
        };
        Expr { span, kind }
    }

    /// `create TEMPLATE on HOLDER at POSE owned by PLAYER`
    pub(super) fn create(&self, span: Span, mut parts: Parts<'_>) -> Expr {
        let template = Box::new(self.amount(parts.part()));
        let on = parts.maybe(Rule::on).map(|on| self.inner(on));
        let at = self.clause(&mut parts, Rule::create_at).map(Box::new);
        let owner = Box::new(self.expr(only(parts.part())));
        let kind = ExprKind::Create {
            template,
            on,
            at,
            owner,
        };
        Expr { span, kind }
    }

    /// An amount in front of a token's or die's name.
    pub(super) fn amount(&self, pair: Pair<'_>) -> Expr {
        let span = self.span(pair);
        let inner = only(pair);
        Expr {
            span,
            kind: self.primary_kind(inner),
        }
    }

    /// A plain number, or a length or angle in thousandths.
    fn number(&self, pair: Pair<'_>) -> ExprKind {
        let digits = self.text(pair);
        let unit = Parts::of(pair).next();
        match unit.and_then(|unit| Unit::of_rules(self.text(unit))) {
            Some(unit) => ExprKind::Measure(unit.dimension(), unit.thousandths(thousandths(digits))),
            None => ExprKind::Number(integer(digits)),
        }
    }

    fn named(&self, mut parts: Parts<'_>) -> ExprKind {
        let name = self.name(parts.part());
        let Some(rest) = parts.next() else {
            return ExprKind::Name(name.text);
        };
        match rest.as_rule() {
            Rule::args => ExprKind::Call(name, self.args(rest)),
            _ => {
                let word = self.text(rest);
                let whose = self.inner(rest);
                match word {
                    "of" => ExprKind::Of(name, whose),
                    "on" => ExprKind::On(name, whose),
                    _ => ExprKind::In(name, whose),
                }
            }
        }
    }

    /// The operand in `of X`, `on X` and `in X`.
    fn inner(&self, pair: Pair<'_>) -> Box<Expr> {
        Box::new(self.primary(only(pair)))
    }

    pub(super) fn args(&self, pair: Pair<'_>) -> Vec<Expr> {
        let mut parts = Parts::of(pair);
        let mut args = Vec::new();
        while let Some(part) = parts.next() {
            args.push(match part.as_rule() {
                Rule::label => self.named_argument(part, parts.part()),
                _ => self.expr(part),
            });
        }
        args
    }

    /// `NAME: EXPR`
    fn named_argument(&self, label: Pair<'_>, value: Pair<'_>) -> Expr {
        let span = Span {
            start: self.span(label).start,
            end: self.span(value).end,
        };
        let kind = ExprKind::Argument(self.name(label), Box::new(self.expr(value)));
        Expr { span, kind }
    }

    pub(super) fn maybe_args(&self, parts: &mut Parts<'_>) -> Vec<Expr> {
        parts
            .maybe(Rule::args)
            .map_or_else(Vec::new, |args| self.args(args))
    }

    /// The expression in a clause such as `for EXPR`.
    pub(super) fn clause(&self, parts: &mut Parts<'_>, rule: Rule) -> Option<Expr> {
        parts.maybe(rule).map(|clause| self.expr(only(clause)))
    }

    fn boxed(&self, parts: &mut Parts<'_>) -> Box<Expr> {
        Box::new(self.expr(parts.part()))
    }

    fn conditional(&self, mut parts: Parts<'_>) -> ExprKind {
        ExprKind::If(
            self.boxed(&mut parts),
            self.boxed(&mut parts),
            self.boxed(&mut parts),
        )
    }

    fn all(&self, mut parts: Parts<'_>) -> ExprKind {
        let other = parts.has(Rule::other);
        let templates = parts.has(Rule::template_of);
        let of = self.name(parts.part());
        let name = parts.maybe(Rule::member_name).map(|name| self.inner_name(name));
        let on = parts.maybe(Rule::on).map(|on| self.inner(on));
        let condition = self.clause(&mut parts, Rule::where_clause).map(Box::new);
        ExprKind::All {
            other,
            templates,
            of,
            name,
            on,
            condition,
        }
    }

    fn sorted(&self, mut parts: Parts<'_>) -> ExprKind {
        let name = self.name(parts.part());
        let set = Box::new(self.primary(parts.part()));
        ExprKind::Sort {
            name,
            set,
            by: self.boxed(&mut parts),
        }
    }

    fn inner_name(&self, pair: Pair<'_>) -> Name {
        self.name(only(pair))
    }

    fn members(&self, mut parts: Parts<'_>) -> ExprKind {
        let other = parts.has(Rule::others);
        let name = self.name(parts.part());
        let set = Box::new(self.primary(parts.part()));
        let condition = Box::new(self.expr(only(parts.part())));
        ExprKind::Members {
            other,
            name,
            set,
            condition,
        }
    }

    fn question(&self, mut parts: Parts<'_>) -> ExprKind {
        let question = match parts.part().as_rule() {
            Rule::count => SetQuestion::Count,
            Rule::any => SetQuestion::Any,
            Rule::none => SetQuestion::None,
            _ => SetQuestion::First,
        };
        ExprKind::Question(question, Box::new(self.primary(parts.part())))
    }

    fn fold(&self, mut parts: Parts<'_>) -> ExprKind {
        let fold = match parts.part().as_rule() {
            Rule::lowest => Fold::Lowest,
            Rule::highest => Fold::Highest,
            _ => Fold::Sum,
        };
        let value = self.boxed(&mut parts);
        let name = self.name(parts.part());
        ExprKind::Fold {
            fold,
            value,
            name,
            set: Box::new(self.primary(parts.part())),
        }
    }
}

/// The digits of a number; the grammar allows no more than fit.
pub(super) fn integer(digits: &str) -> i64 {
    digits
        .bytes()
        .fold(0, |number, digit| number * 10 + i64::from(digit - b'0'))
}

fn thousandths(decimal: &str) -> i64 {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let missing = (fraction.len()..3).fold(1, |factor, _| factor * 10);
    integer(whole) * 1000 + integer(fraction) * missing
}
