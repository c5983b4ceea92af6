//! Visiting every expression and statement of a tree, in the order of the text.

use super::{
    Block, Body, Choose, Expr, ExprKind, Function, LocalId, Offer, Statement, StatementKind, Target,
};

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
            Body::Steps { steps, .. } => steps.iter().for_each(|step| {
                step.gathers.walk(visit);
                step.body.walk(visit);
            }),
        }
    }
}

impl Expr {
    /// Whether it asks for this local anywhere.
    #[must_use]
    pub fn asks_for(&self, wanted: LocalId) -> bool {
        let mut asks = false;
        self.walk(&mut |node| {
            asks |= matches!(node, Node::Expr(Self { kind: ExprKind::Local(local), .. }) if *local == wanted);
        });
        asks
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
        self.each_expression(&mut |expr| expr.walk(visit));
        self.each_block(&mut |block| block.walk(visit));
    }

    /// Looks at the expressions that belong to the statement itself, not to a block of it, in the order of evaluation.
    pub fn each_expression<'a>(&'a self, look: &mut impl FnMut(&'a Expr)) {
        match &self.kind {
            StatementKind::Let { value: expr, .. }
            | StatementKind::If { condition: expr, .. }
            | StatementKind::Repeat { times: expr, .. }
            | StatementKind::Reveal { of: expr, .. }
            | StatementKind::Do(expr) => look(expr),
            StatementKind::Set { target, value }
            | StatementKind::Add { target, value }
            | StatementKind::Remove { target, value } => {
                match target {
                    Target::Field(of, _) => look(of),
                    Target::Entry(_, key) => key.iter().for_each(&mut *look),
                    Target::Local(_) | Target::Slot(_) => {}
                }
                look(value);
            }
            StatementKind::Give { amount, to: on, .. } | StatementKind::Take { amount, from: on, .. } => {
                look(amount);
                look(on);
            }
            StatementKind::May { decider, told, .. } => {
                look(decider);
                told.iter().for_each(look);
            }
            StatementKind::ForEach { set, order, .. } => {
                look(set);
                if let Some(order) = order {
                    look(&order.decider);
                    order.told.iter().for_each(look);
                }
            }
            StatementKind::Choose(choose) => {
                choose.most.iter().for_each(&mut *look);
                look(&choose.options);
                look(&choose.decider);
                choose.told.iter().for_each(look);
            }
            StatementKind::ChoosePlace(choose) => {
                choose.arguments.iter().for_each(&mut *look);
                look(&choose.decider);
            }
            StatementKind::ChooseBranch {
                decider,
                told,
                branches,
                ..
            } => {
                look(decider);
                told.iter().for_each(&mut *look);
                branches
                    .iter()
                    .filter_map(|branch| branch.when.as_ref())
                    .for_each(look);
            }
            StatementKind::Run { arguments, .. }
            | StatementKind::Start { arguments, .. }
            | StatementKind::Finish { arguments, .. } => arguments.iter().for_each(look),
            StatementKind::Offer(offer) => offer.each_part(look),
            StatementKind::End { winners, .. } => winners.iter().for_each(look),
            StatementKind::Change { .. } | StatementKind::Stop | StatementKind::Break => {}
        }
    }

    /// Looks at the blocks of the statement.
    pub fn each_block<'a>(&'a self, look: &mut impl FnMut(&'a Block)) {
        match &self.kind {
            StatementKind::If { then, otherwise, .. } | StatementKind::May { then, otherwise, .. } => {
                std::iter::once(then).chain(otherwise).for_each(look);
            }
            StatementKind::ForEach { body, .. }
            | StatementKind::Repeat { body, .. }
            | StatementKind::Change { does: body, .. } => look(body),
            StatementKind::Choose(choose) => {
                let Choose { body, otherwise, .. } = choose.as_ref();
                std::iter::once(body).chain(otherwise).for_each(look);
            }
            StatementKind::ChoosePlace(choose) => {
                [&choose.body, &choose.otherwise].into_iter().for_each(look)
            }
            StatementKind::ChooseBranch { branches, .. } => {
                branches.iter().map(|branch| &branch.body).for_each(look);
            }
            _ => {}
        }
    }
}

impl Offer {
    /// Looks at the expressions of which it is made, in the order of evaluation.
    pub fn each_part<'a>(&'a self, look: &mut impl FnMut(&'a Expr)) {
        let Self {
            decider,
            most,
            arguments,
            ..
        } = self;
        [decider, most].into_iter().chain(arguments).for_each(look);
    }
}

impl Expr {
    /// Visits this expression, then its parts.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(Node<'a>)) {
        visit(Node::Expr(self));
        self.each_part(&mut |part| part.walk(visit));
    }

    /// The expressions of which it is made, in the order of evaluation.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        let mut parts = Vec::new();
        self.each_part(&mut |part| parts.push(part));
        parts
    }

    /// Looks at the expressions of which it is made, in the order of evaluation.
    pub fn each_part<'a>(&'a self, look: &mut impl FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Slot(_)
            | ExprKind::InRun(_)
            | ExprKind::RunSlot(..)
            | ExprKind::All(_)
            | ExprKind::Gather(_)
            | ExprKind::Rows(_) => {}
            ExprKind::Call(_, parts)
            | ExprKind::List(parts)
            | ExprKind::Run { arguments: parts, .. }
            | ExprKind::Running { arguments: parts, .. } => parts.iter().for_each(look),
            ExprKind::Offer(offer) => offer.each_part(look),
            ExprKind::Options {
                decider, arguments, ..
            } => std::iter::once(decider.as_ref()).chain(arguments).for_each(look),
            ExprKind::Field(part, _)
            | ExprKind::Tokens(part, _)
            | ExprKind::Cell(part, _)
            | ExprKind::Template(part)
            | ExprKind::Roll(part, _)
            | ExprKind::As(part, _)
            | ExprKind::Not(part)
            | ExprKind::Held(_, part)
            | ExprKind::Standing(_, part)
            | ExprKind::Count(part)
            | ExprKind::First(part)
            | ExprKind::Pick(part) => look(part),
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
            | ExprKind::Make {
                template: first,
                owner: second,
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
            } => [first, second].into_iter().for_each(|part| look(part)),
            ExprKind::If(condition, then, otherwise) => {
                [condition, then, otherwise]
                    .into_iter()
                    .for_each(|part| look(part));
            }
        }
    }
}
