//! Visiting every expression and statement of a tree, in the order of the text.

use super::{Block, Body, Choose, Expr, ExprKind, Function, Offer, Statement, StatementKind, Target};

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A statement.
    Statement(&'a Statement),
    /// An expression.
    Expr(&'a Expr),
}

impl Function {
    /// Visits every node, each before its parts.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(Node<'a>)) {
        match &self.body {
            Body::Gives(expr) => expr.walk(visit),
            Body::Does(block) => block.walk(visit),
            Body::Steps { steps, .. } => steps.iter().for_each(|step| step.body.walk(visit)),
        }
    }
}

impl Block {
    /// Visits every node, each before its parts.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(Node<'a>)) {
        self.statements.iter().for_each(|statement| statement.walk(visit));
    }
}

impl Statement {
    /// Visits this statement, then its parts.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(Node<'a>)) {
        visit(Node::Statement(self));
        self.expressions().into_iter().for_each(|expr| expr.walk(visit));
        self.blocks().into_iter().for_each(|block| block.walk(visit));
    }

    /// The expressions that belong to the statement itself, not to a block of it, in the order of evaluation.
    #[must_use]
    pub fn expressions(&self) -> Vec<&Expr> {
        match &self.kind {
            StatementKind::Let { value: expr, .. }
            | StatementKind::If { condition: expr, .. }
            | StatementKind::ForEach { set: expr, .. }
            | StatementKind::Repeat { times: expr, .. }
            | StatementKind::May { decider: expr, .. }
            | StatementKind::Reveal { of: expr, .. }
            | StatementKind::Do(expr) => vec![expr],
            StatementKind::Set { target, value } | StatementKind::Add { target, value } => match target {
                Target::Field(of, _) => vec![of, value],
                Target::Local(_) | Target::Slot(_) => vec![value],
            },
            StatementKind::Give { amount, to: on, .. } | StatementKind::Take { amount, from: on, .. } => {
                vec![amount, on]
            }
            StatementKind::Choose(choose) => choose
                .most
                .iter()
                .chain([&choose.options, &choose.decider])
                .collect(),
            StatementKind::ChooseBranch {
                decider, branches, ..
            } => {
                let conditions = branches.iter().filter_map(|branch| branch.when.as_ref());
                std::iter::once(decider).chain(conditions).collect()
            }
            StatementKind::Run { arguments, .. }
            | StatementKind::Start { arguments, .. }
            | StatementKind::Finish { arguments, .. } => arguments.iter().collect(),
            StatementKind::Offer(offer) => offer.parts(),
            StatementKind::End { winners, .. } => winners.iter().collect(),
            StatementKind::Stop | StatementKind::Break => Vec::new(),
        }
    }

    /// The blocks of the statement.
    #[must_use]
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StatementKind::If { then, otherwise, .. } | StatementKind::May { then, otherwise, .. } => {
                std::iter::once(then).chain(otherwise).collect()
            }
            StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => vec![body],
            StatementKind::Choose(choose) => {
                let Choose { body, otherwise, .. } = choose.as_ref();
                std::iter::once(body).chain(otherwise).collect()
            }
            StatementKind::ChooseBranch { branches, .. } => {
                branches.iter().map(|branch| &branch.body).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Offer {
    /// The expressions of which it is made, in the order of evaluation.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        let Self {
            decider,
            most,
            arguments,
            ..
        } = self;
        [decider, most].into_iter().chain(arguments).collect()
    }
}

impl Expr {
    /// Visits this expression, then its parts.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(Node<'a>)) {
        visit(Node::Expr(self));
        self.parts().into_iter().for_each(|part| part.walk(visit));
    }

    /// The expressions of which it is made, in the order of evaluation.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Slot(_)
            | ExprKind::All(_)
            | ExprKind::Rows(_) => Vec::new(),
            ExprKind::Call(_, parts)
            | ExprKind::List(parts)
            | ExprKind::Run { arguments: parts, .. }
            | ExprKind::Running { arguments: parts, .. } => parts.iter().collect(),
            ExprKind::Offer(offer) => offer.parts(),
            ExprKind::Options {
                decider, arguments, ..
            } => std::iter::once(decider.as_ref()).chain(arguments).collect(),
            ExprKind::Field(part, _)
            | ExprKind::Tokens(part, _)
            | ExprKind::Cell(part, _)
            | ExprKind::Roll(part, _)
            | ExprKind::As(part, _)
            | ExprKind::Not(part)
            | ExprKind::Held(_, part)
            | ExprKind::Standing(_, part)
            | ExprKind::Count(part)
            | ExprKind::First(part)
            | ExprKind::Pick(part) => vec![part],
            ExprKind::And(first, second)
            | ExprKind::Or(first, second)
            | ExprKind::Operation(_, first, second)
            | ExprKind::Has(first, second)
            | ExprKind::FirstSome(first, second)
            | ExprKind::Union(first, second)
            | ExprKind::Without(first, second)
            | ExprKind::Sort {
                set: first,
                by: second,
                ..
            }
            | ExprKind::Filter {
                set: first,
                condition: second,
                ..
            }
            | ExprKind::Fold {
                set: first,
                value: second,
                ..
            } => vec![first, second],
            ExprKind::If(condition, then, otherwise) => vec![condition, then, otherwise],
        }
    }
}
