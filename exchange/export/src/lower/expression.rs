//! Lowering of expressions.

use super::Within;
use crate::model::tree::{Expression, Fold, Matching, Offering, Operation, Question};
use crate::names::text;
use cardwright_bytecode::Base;
use cardwright_bytecode::registry::Core;
use cardwright_compiler::tree::{self, Callee, Expr, ExprKind};

impl Within<'_> {
    pub(super) fn expression(&self, expr: &Expr) -> Expression {
        Expression {
            is: self.question(expr),
            ty: self.all.names.ty(expr.ty),
            at: self.at(expr.place),
        }
    }

    pub(super) fn expressions(&self, all: &[Expr]) -> Vec<Expression> {
        all.iter().map(|expr| self.expression(expr)).collect()
    }

    fn boxed(&self, expr: &Expr) -> Box<Expression> {
        Box::new(self.expression(expr))
    }

    fn question(&self, expr: &Expr) -> Question {
        let names = self.all.names;
        match &expr.kind {
            ExprKind::Constant(value) => Question::Constant {
                value: names.value(self.all.pack, expr.ty, *value),
            },
            ExprKind::Local(local) => Question::Local { local: *local },
            ExprKind::Slot(slot) => Question::Slot {
                slot: self.slot(*slot),
            },
            ExprKind::Call(callee, arguments) => self.call(*callee, arguments),
            ExprKind::Field(of, field) => Question::Field {
                field: self.field(of, *field),
                of: self.boxed(of),
            },
            ExprKind::Tokens(on, token) => Question::Tokens {
                token: text(&names.tokens, *token as u64),
                on: self.boxed(on),
            },
            ExprKind::Template(of) => Question::Template { of: self.boxed(of) },
            ExprKind::Make {
                kind,
                template,
                owner,
            } => Question::Make {
                kind: text(&names.kinds, *kind),
                template: self.boxed(template),
                owner: self.boxed(owner),
            },
            ExprKind::Cell(of, field) => Question::Cell {
                field: self.cell(of, *field),
                of: self.boxed(of),
            },
            ExprKind::Roll(count, die) => Question::Roll {
                die: text(&names.dice, *die as u64),
                count: self.boxed(count),
            },
            ExprKind::As(what, kind) => Question::Narrow {
                kind: text(&names.kinds, *kind),
                what: self.boxed(what),
            },
            ExprKind::Not(what) => Question::Not {
                what: self.boxed(what),
            },
            ExprKind::And(left, right) => Question::And {
                left: self.boxed(left),
                right: self.boxed(right),
            },
            ExprKind::Or(left, right) => Question::Or {
                left: self.boxed(left),
                right: self.boxed(right),
            },
            ExprKind::Operation(operation, left, right) => Question::Operation {
                operation: operation_of(*operation),
                left: self.boxed(left),
                right: self.boxed(right),
            },
            ExprKind::If(condition, then, otherwise) => Question::If {
                condition: self.boxed(condition),
                then: self.boxed(then),
                otherwise: self.boxed(otherwise),
            },
            ExprKind::Run { procedure, arguments } => Question::Run {
                procedure: text(&names.procedures, *procedure as u64),
                arguments: self.expressions(arguments),
            },
            ExprKind::Offer(offer) => Question::Offer(Box::new(self.offering(offer))),
            ExprKind::Options {
                offer,
                decider,
                arguments,
            } => Question::Options {
                offer: text(&names.offers, *offer as u64),
                decider: self.boxed(decider),
                arguments: self.expressions(arguments),
            },
            ExprKind::Running { matching, arguments } => {
                Question::Running(self.matching(*matching, arguments))
            }
            ExprKind::Gather(window) => Question::Gather {
                window: text(&names.windows, *window),
            },
            ExprKind::InRun(procedure) => Question::InRun {
                procedure: text(&names.procedures, *procedure as u64),
            },
            ExprKind::RunSlot(procedure, slot) => Question::RunSlot {
                procedure: text(&names.procedures, *procedure as u64),
                slot: self.slot_of(Some(*procedure), *slot),
            },
            ExprKind::All(_)
            | ExprKind::Held(..)
            | ExprKind::Standing(..)
            | ExprKind::Rows(_)
            | ExprKind::Filter { .. }
            | ExprKind::Fold { .. }
            | ExprKind::Count(_)
            | ExprKind::First(_)
            | ExprKind::FirstSome(..)
            | ExprKind::Union(..)
            | ExprKind::Without(..)
            | ExprKind::Sort { .. }
            | ExprKind::Pick(_)
            | ExprKind::Has(..)
            | ExprKind::List(_) => self.set(expr),
        }
    }

    /// Questions about sets.
    fn set(&self, expr: &Expr) -> Question {
        let names = self.all.names;
        match &expr.kind {
            ExprKind::All(kind) => Question::All {
                kind: text(&names.kinds, *kind),
            },
            ExprKind::Held(kind, on) => Question::Held {
                kind: text(&names.kinds, *kind),
                on: self.boxed(on),
            },
            ExprKind::Standing(kind, at) => Question::Standing {
                kind: text(&names.kinds, *kind),
                at: self.boxed(at),
            },
            ExprKind::Rows(record) => Question::Rows {
                record: text(&names.records, *record),
            },
            ExprKind::Filter {
                member,
                set,
                condition,
            } => Question::Filter {
                member: *member,
                set: self.boxed(set),
                condition: self.boxed(condition),
            },
            ExprKind::Fold {
                fold,
                member,
                set,
                value,
            } => Question::Fold {
                fold: match fold {
                    tree::Fold::Lowest => Fold::Lowest,
                    tree::Fold::Highest => Fold::Highest,
                    tree::Fold::Sum => Fold::Sum,
                },
                member: *member,
                set: self.boxed(set),
                value: self.boxed(value),
            },
            ExprKind::Count(set) => Question::Count { set: self.boxed(set) },
            ExprKind::First(set) => Question::First { set: self.boxed(set) },
            ExprKind::FirstSome(count, set) => Question::FirstSome {
                count: self.boxed(count),
                set: self.boxed(set),
            },
            ExprKind::Union(left, right) => Question::Union {
                left: self.boxed(left),
                right: self.boxed(right),
            },
            ExprKind::Without(left, right) => Question::Without {
                left: self.boxed(left),
                right: self.boxed(right),
            },
            ExprKind::Sort { member, set, by } => Question::Sort {
                member: *member,
                set: self.boxed(set),
                by: self.boxed(by),
            },
            ExprKind::Pick(set) => Question::Pick { set: self.boxed(set) },
            ExprKind::Has(set, member) => Question::Has {
                set: self.boxed(set),
                member: self.boxed(member),
            },
            ExprKind::List(members) => Question::List {
                members: self.expressions(members),
            },
            // `question` has all others.
            _ => Question::List { members: Vec::new() },
        }
    }

    fn call(&self, callee: Callee, arguments: &[Expr]) -> Question {
        let names = self.all.names;
        let lowered = || self.expressions(arguments);
        match callee {
            Callee::Define(function) => Question::Define {
                define: names.defines.get(function).cloned().unwrap_or_default(),
                arguments: lowered(),
            },
            Callee::Value(value) => Question::Value {
                value: text(&names.values, value as u64),
                arguments: lowered(),
            },
            Callee::Permission(permission) => Question::Permission {
                permission: text(&names.permissions, permission as u64),
                arguments: lowered(),
            },
            Callee::State(state) => Question::State {
                state: text(&names.states, state as u64),
                key: lowered(),
            },
            Callee::Core(call) => Question::Core {
                call: call.row().name.to_owned(),
                arguments: self.core_arguments(call, arguments),
            },
        }
    }

    /// A movement is told by its name.
    fn core_arguments(&self, call: Core, arguments: &[Expr]) -> Vec<Expression> {
        let mut lowered = self.expressions(arguments);
        if call.row().asks_movements()
            && let (Some(first), Some(ExprKind::Constant(movement))) =
                (lowered.first_mut(), arguments.first().map(|first| &first.kind))
        {
            let movement = text(
                &self.all.names.movements,
                u64::try_from(*movement).unwrap_or(u64::MAX),
            );
            first.is = Question::Constant {
                value: crate::model::Value::Name(movement),
            };
            first.ty = crate::model::Type("text".to_owned());
        }
        lowered
    }

    /// The name of a field of an entity.
    pub(super) fn field(&self, of: &Expr, field: usize) -> String {
        let Base::Entity(kind) = of.ty.base else {
            return String::new();
        };
        let kind = self.all.pack.kinds.get(usize::from(kind));
        let field = kind.and_then(|kind| kind.fields.get(field));
        field.map(|field| field.name.clone()).unwrap_or_default()
    }

    /// The name of a field of a row.
    fn cell(&self, of: &Expr, field: usize) -> String {
        let Base::Row(record) = of.ty.base else {
            return String::new();
        };
        let record = self.all.pack.records.get(usize::from(record));
        let field = record.and_then(|record| record.fields.get(field));
        field.map(|field| field.name.clone()).unwrap_or_default()
    }

    pub(super) fn offering(&self, offer: &tree::Offer) -> Offering {
        Offering {
            offer: text(&self.all.names.offers, offer.offer as u64),
            decider: self.expression(&offer.decider),
            most: self.expression(&offer.most),
            arguments: self.expressions(&offer.arguments),
        }
    }

    pub(super) fn matching(&self, matching: usize, arguments: &[Expr]) -> Matching {
        let def = self.all.pack.matches.get(matching);
        let (effect, any) = def.map_or((u32::MAX, 0), |def| (def.effect.number(), def.any));
        let argument = |(at, expr): (usize, &Expr)| {
            let is_any = u32::try_from(at).is_ok_and(|at| any >> at & 1 == 1);
            (!is_any).then(|| self.expression(expr))
        };
        Matching {
            effect: text(&self.all.names.effects, effect),
            arguments: arguments.iter().enumerate().map(argument).collect(),
        }
    }
}

fn operation_of(operation: tree::Operation) -> Operation {
    match operation {
        tree::Operation::Add => Operation::Add,
        tree::Operation::Subtract => Operation::Subtract,
        tree::Operation::Multiply => Operation::Multiply,
        tree::Operation::Divide => Operation::Divide,
        tree::Operation::Min => Operation::Min,
        tree::Operation::Max => Operation::Max,
        tree::Operation::Equal => Operation::Equal,
        tree::Operation::NotEqual => Operation::NotEqual,
        tree::Operation::Less => Operation::Less,
        tree::Operation::AtMost => Operation::AtMost,
        tree::Operation::More => Operation::More,
        tree::Operation::AtLeast => Operation::AtLeast,
    }
}
