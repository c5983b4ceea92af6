//! Expressions: precedence, and one small function per form.

use std::sync::LazyLock;

use pest::iterators::Pair;
use pest::pratt_parser::{Assoc, Op, PrattParser};

use super::Rule;
use super::builder::{Builder, Parts, only};
use crate::ast::{Expr, ExprKind, Fold, Name, Operator, SetQuestion, Span};

/// From the loosest to the tightest.
static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    let comparison = left(Rule::equal) | left(Rule::is_not) | left(Rule::is_in);
    let order = left(Rule::less) | left(Rule::less_or_equal) | left(Rule::more) | left(Rule::more_or_equal);
    PrattParser::new()
        .op(left(Rule::k_or))
        .op(left(Rule::k_and))
        .op(Op::prefix(Rule::k_not))
        .op(comparison | order)
        .op(left(Rule::plus) | left(Rule::minus))
        .op(left(Rule::multiply) | left(Rule::divide))
        .op(Op::prefix(Rule::negate))
});

impl Builder<'_> {
    pub(super) fn expr(&self, pair: Pair<'_, Rule>) -> Expr {
        PRECEDENCE
            .map_primary(|primary| self.primary(primary))
            .map_prefix(|operator, of| {
                let span = Span {
                    start: self.span(&operator).start,
                    end: of.span.end,
                };
                let kind = match operator.as_rule() {
                    Rule::k_not => ExprKind::Not(Box::new(of)),
                    _ => ExprKind::Negate(Box::new(of)),
                };
                Expr { span, kind }
            })
            .map_infix(|left, operator, right| {
                let span = Span {
                    start: left.span.start,
                    end: right.span.end,
                };
                let operator = operator_of(operator.as_rule());
                Expr {
                    span,
                    kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)),
                }
            })
            .parse(pair.into_inner())
    }

    pub(super) fn primary(&self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let inner = only(Some(pair));
        Expr {
            span,
            kind: self.primary_kind(inner),
        }
    }

    fn primary_kind(&self, pair: Pair<'_, Rule>) -> ExprKind {
        match pair.as_rule() {
            Rule::number => ExprKind::Number(number(pair)),
            Rule::quoted => ExprKind::Text(self.quoted(pair).text),
            Rule::yes => ExprKind::Bool(true),
            Rule::no => ExprKind::Bool(false),
            Rule::nobody => ExprKind::Nobody,
            // The value without its parentheses; the caller keeps their span.
            Rule::parenthesised => self.expr(only(Some(pair))).kind,
            Rule::conditional => self.conditional(Parts::of(pair)),
            Rule::all => self.all(Parts::of(pair)),
            Rule::members => self.members(Parts::of(pair)),
            Rule::question => self.question(Parts::of(pair)),
            Rule::fold => self.fold(Parts::of(pair)),
            Rule::can => {
                let mut parts = Parts::of(pair);
                ExprKind::Can(self.name(parts.part()), self.maybe_args(&mut parts))
            }
            _ => self.named(Parts::of(pair)),
        }
    }

    /// What `let` and `set` assign: an expression or a roll.
    pub(super) fn assigned(&self, pair: Pair<'_, Rule>) -> Expr {
        if pair.as_rule() == Rule::expr {
            return self.expr(pair);
        }
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let amount = Box::new(self.amount(parts.part()));
        Expr {
            span,
            kind: ExprKind::Roll(amount, self.name(parts.part())),
        }
    }

    /// An amount in front of a token's or die's name.
    pub(super) fn amount(&self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let inner = only(Some(pair));
        Expr {
            span,
            kind: self.primary_kind(inner),
        }
    }

    fn named(&self, mut parts: Parts<'_>) -> ExprKind {
        let name = self.name(parts.part());
        let Some(rest) = parts.next() else {
            return ExprKind::Name(name.text);
        };
        match rest.as_rule() {
            Rule::args => ExprKind::Call(name, self.args(rest)),
            Rule::of => ExprKind::Of(name, self.operand(rest)),
            Rule::on => ExprKind::On(name, self.operand(rest)),
            _ => ExprKind::In(name, self.operand(rest)),
        }
    }

    /// The operand in `of X`, `on X` and `in X`.
    fn operand(&self, pair: Pair<'_, Rule>) -> Box<Expr> {
        Box::new(self.primary(only(Some(pair))))
    }

    fn args(&self, pair: Pair<'_, Rule>) -> Vec<Expr> {
        Parts::of(pair).map(|arg| self.expr(arg)).collect()
    }

    pub(super) fn maybe_args(&self, parts: &mut Parts<'_>) -> Vec<Expr> {
        parts
            .maybe(Rule::args)
            .map_or_else(Vec::new, |args| self.args(args))
    }

    /// The expression in a clause such as `for EXPR`.
    pub(super) fn clause(&self, parts: &mut Parts<'_>, rule: Rule) -> Option<Expr> {
        parts.maybe(rule).map(|clause| self.expr(only(Some(clause))))
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
        let of = self.name(parts.part());
        let name = parts.maybe(Rule::member_name).map(|name| self.inner_name(name));
        let on = parts.maybe(Rule::on).map(|on| self.operand(on));
        let condition = self.clause(&mut parts, Rule::where_clause).map(Box::new);
        ExprKind::All {
            of,
            name,
            on,
            condition,
        }
    }

    fn inner_name(&self, pair: Pair<'_, Rule>) -> Name {
        self.name(only(Some(pair)))
    }

    fn members(&self, mut parts: Parts<'_>) -> ExprKind {
        let name = self.name(parts.part());
        let set = Box::new(self.primary(parts.part()));
        let condition = Box::new(self.expr(only(Some(parts.part()))));
        ExprKind::Members { name, set, condition }
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

fn operator_of(rule: Rule) -> Operator {
    match rule {
        Rule::k_or => Operator::Or,
        Rule::k_and => Operator::And,
        Rule::equal => Operator::Equal,
        Rule::is_not => Operator::NotEqual,
        Rule::less => Operator::Less,
        Rule::less_or_equal => Operator::AtMost,
        Rule::more => Operator::More,
        Rule::more_or_equal => Operator::AtLeast,
        Rule::is_in => Operator::IsIn,
        Rule::plus => Operator::Plus,
        Rule::minus => Operator::Minus,
        Rule::multiply => Operator::Times,
        _ => Operator::Divide,
    }
}

/// A plain number, or a length or angle in thousandths.
fn number(pair: Pair<'_, Rule>) -> i64 {
    let inner = only(Some(pair));
    match inner.as_rule() {
        Rule::length => thousandths(only(Some(inner)).as_str()),
        _ => integer(inner.as_str()),
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
