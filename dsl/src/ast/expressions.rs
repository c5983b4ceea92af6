//! Expressions: what is asked.

use super::{Name, Pattern, Phrase, Span};
use crate::measure::Dimension;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its place in the source.
    pub span: Span,
    /// Its form and its parts.
    pub kind: ExprKind,
}

/// Operators between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=` or `is`
    Equal,
    /// `is not`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `is in`
    IsIn,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`, rounded down
    Divide,
}

/// Questions about a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetQuestion {
    /// `count of`
    Count,
    /// `any of`
    Any,
    /// `none of`
    None,
    /// `first of`
    First,
}

/// The kind of a fold over a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// `lowest`
    Lowest,
    /// `highest`
    Highest,
    /// `sum of`
    Sum,
}

/// The form of an expression, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number without a unit.
    Number(i64),
    /// A length or angle, in thousandths of an inch or degree.
    Measure(Dimension, i64),
    /// `yes` or `no`
    Bool(bool),
    /// A text.
    Text(String),
    /// A text with values in braces; only where something is told or asked.
    Phrase(Phrase),
    /// `nobody`
    Nobody,
    /// A name.
    Name(String),
    /// `NAME(args)`
    Call(Name, Vec<Expr>),
    /// `NAME: EXPR`; only among arguments.
    Argument(Name, Box<Expr>),
    /// `NAME of EXPR`
    Of(Name, Box<Expr>),
    /// `TOKEN on EXPR`
    On(Name, Box<Expr>),
    /// `FACE in EXPR`
    In(Name, Box<Expr>),
    /// `can PERMISSION(args)`
    Can(Name, Vec<Expr>),
    /// `running EFFECT(args)`: whether an instance that matches is running.
    Running(Name, Option<Pattern>),
    /// `options of OFFER(args) for EXPR`: how many options are open now.
    Options(Name, Vec<Expr>, Box<Expr>),
    /// `roll EXPR DIE`; only assigned.
    Roll(Box<Expr>, Name),
    /// `run PROCEDURE(args)`; only assigned.
    Run(Name, Vec<Expr>),
    /// `offer OFFER(args) to EXPR at most EXPR times`; only assigned.
    Offer {
        /// The offer.
        offer: Name,
        /// Its arguments.
        args: Vec<Expr>,
        /// The player to whom it is made.
        to: Box<Expr>,
        /// The number of times; once if absent.
        most: Option<Box<Expr>>,
    },
    /// `create TEMPLATE on EXPR at EXPR owned by EXPR`; only assigned or a statement.
    Create {
        /// The template from which it is made.
        template: Box<Expr>,
        /// The holder of the new thing.
        on: Option<Box<Expr>>,
        /// The place where it is put.
        at: Option<Box<Expr>>,
        /// The owner.
        owner: Box<Expr>,
    },
    /// `turn EXPR FACE in EXPR to FACE`: how many dice were turned; only assigned or a statement.
    Turn {
        /// The highest number of dice; no amount is `all`.
        amount: Option<Box<Expr>>,
        /// The face to turn from; other dice stay as they are.
        from: Name,
        /// The pool of the dice.
        pool: Box<Expr>,
        /// The face to turn to.
        to: Name,
    },
    /// `not EXPR`
    Not(Box<Expr>),
    /// `- EXPR`
    Negate(Box<Expr>),
    /// `EXPR op EXPR`
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `EXPR is any KIND` or `EXPR is not any KIND`
    IsAny {
        /// The subject of the question.
        of: Box<Expr>,
        /// Whether `not` stands there.
        negated: bool,
        /// The kind.
        kind: Name,
    },
    /// `EXPR is yours` or `EXPR is not yours`
    IsYours {
        /// The subject of the question.
        of: Box<Expr>,
        /// Whether `not` stands there.
        negated: bool,
    },
    /// `dice in EXPR showing FACE`
    Showing(Box<Expr>, Name),
    /// `[a, b, c]`
    List(Vec<Expr>),
    /// `sort NAME in SET by EXPR`
    Sort {
        /// The member's name.
        name: Name,
        /// The set.
        set: Box<Expr>,
        /// The lowest comes first.
        by: Box<Expr>,
    },
    /// `first EXPR of SET`
    FirstSome(Box<Expr>, Box<Expr>),
    /// `if EXPR then EXPR else EXPR`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `all other KIND NAME on EXPR where EXPR`; the name is `it` if absent.
    All {
        /// Whether `other` stands there: then the one at hand is left out.
        other: bool,
        /// Whether `template of` stands there: then the kind's templates are meant.
        templates: bool,
        /// Kind or record.
        of: Name,
        /// The member's name in `where`.
        name: Option<Name>,
        /// The holder.
        on: Option<Box<Expr>>,
        /// The condition.
        condition: Option<Box<Expr>>,
    },
    /// `other members NAME of EXPR where EXPR`
    Members {
        /// Whether `other` stands there: then the one at hand is left out.
        other: bool,
        /// The member's name.
        name: Name,
        /// The set.
        set: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
    },
    /// `count of SET` and the like.
    Question(SetQuestion, Box<Expr>),
    /// `lowest EXPR for NAME in SET` and the like.
    Fold {
        /// The kind of fold.
        fold: Fold,
        /// The expression that is computed for each member.
        value: Box<Expr>,
        /// The member's name.
        name: Name,
        /// The set.
        set: Box<Expr>,
    },
}
