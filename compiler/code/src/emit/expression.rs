//! Expressions as values in registers.

use super::FunctionEmitter;
use super::set::acts;
use cardwright_bytecode::pack::{FieldDef, Pack, cell};
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_trees::{Callee, Expr, ExprKind, Operation};

impl FunctionEmitter<'_, '_> {
    /// Ends the function with the value of an expression.
    pub(super) fn give(&mut self, expr: &Expr) {
        if let ExprKind::If(condition, then, otherwise) = &expr.kind {
            let to_otherwise = self.unless(condition);
            self.give(then);
            self.code.arrive(to_otherwise);
            self.give(otherwise);
            return;
        }
        let mark = self.code.mark();
        let register = self.operand(expr);
        self.at(expr.place);
        self.code.emit(Op::Return, register, 0, 0, 0);
        self.code.give_back(mark);
    }

    /// A register that holds the value of an expression: a local's own, or a new one.
    pub(super) fn operand(&mut self, expr: &Expr) -> u8 {
        if let ExprKind::Local(local) = expr.kind {
            return self.registers[local];
        }
        let register = self.code.temp(expr.ty);
        self.into(expr, register);
        register
    }

    /// A register that holds the answer of a condition, for a jump that notes the question itself.
    pub(super) fn answer(&mut self, condition: &Expr) -> u8 {
        if let ExprKind::Local(local) = condition.kind {
            return self.registers[local];
        }
        let register = self.code.temp(condition.ty);
        let mark = self.code.mark();
        self.value(condition, register);
        self.code.give_back(mark);
        register
    }

    /// The value of an expression in a register that no part of the expression reads.
    pub(super) fn into(&mut self, expr: &Expr, to: u8) {
        let (mark, begun) = (self.code.mark(), self.begun());
        self.value(expr, to);
        self.note_value(expr, to, begun);
        self.code.give_back(mark);
    }

    fn value(&mut self, expr: &Expr, to: u8) {
        match &expr.kind {
            ExprKind::Constant(value) => {
                self.at(expr.place);
                self.load(to, *value);
            }
            ExprKind::Local(local) => {
                let from = self.registers[*local];
                self.put(expr, Op::Move, [to, from, 0], 0);
            }
            ExprKind::Slot(slot) => self.put(expr, Op::LoadContext, [to, 0, 0], *slot),
            ExprKind::InRun(procedure) => self.put(expr, Op::InRun, [to, 0, 0], *procedure),
            ExprKind::RunSlot(procedure, slot) => {
                // A procedure has no more slots than a function has registers.
                let slot = u8::try_from(*slot).unwrap_or(u8::MAX);
                self.put(expr, Op::LoadRun, [to, 0, slot], *procedure);
            }
            ExprKind::Call(callee, arguments) => {
                let first = self.arguments(arguments);
                let (op, index) = called(*callee);
                self.put(expr, op, [to, first, 0], index);
            }
            ExprKind::Field(of, field) => {
                let op = match holds_set(self.pack(), of.ty, *field) {
                    true => Op::GetSet,
                    false => Op::Get,
                };
                self.one(expr, op, to, of, cell::HEADER + field);
            }
            ExprKind::Tokens(of, token) => {
                let cell = self.token_cell(of.ty, *token);
                self.one(expr, Op::Get, to, of, cell);
            }
            ExprKind::Cell(of, field) => self.one(expr, Op::Field, to, of, *field),
            ExprKind::Template(of) => self.one(expr, Op::Template, to, of, 0),
            ExprKind::Make {
                kind,
                template,
                owner,
            } => {
                let (template, owner) = (self.operand(template), self.operand(owner));
                self.put(expr, Op::Make, [to, template, owner], usize::from(*kind));
            }
            ExprKind::Roll(count, die) => self.one(expr, Op::Roll, to, count, *die),
            ExprKind::As(thing, kind) => self.one(expr, Op::As, to, thing, usize::from(*kind)),
            ExprKind::Not(inner) => self.one(expr, Op::Not, to, inner, 0),
            ExprKind::And(first, second) => {
                self.into(first, to);
                let no = self.code.jump_if_not(to);
                self.into(second, to);
                self.code.arrive([no]);
            }
            ExprKind::Or(first, second) => self.either(first, second, to),
            ExprKind::Operation(operation, left, right) => {
                self.operation(expr, *operation, [left, right], to)
            }
            ExprKind::If(condition, then, otherwise) => {
                let to_otherwise = self.unless(condition);
                self.into(then, to);
                let end = self.code.jump();
                self.code.arrive(to_otherwise);
                self.into(otherwise, to);
                self.code.arrive([end]);
            }
            ExprKind::All(kind) => self.put(expr, Op::All, [to, 0, 0], usize::from(*kind)),
            ExprKind::Standing(kind, space) => {
                self.one(expr, Op::Standing, to, space, usize::from(*kind));
            }
            ExprKind::Held(kind, holder) => self.one(expr, Op::Held, to, holder, usize::from(*kind)),
            ExprKind::Rows(record) => self.put(expr, Op::Rows, [to, 0, 0], usize::from(*record)),
            ExprKind::List(members) => self.list(expr, members, to),
            ExprKind::Filter { .. } => self.filter(expr, to),
            ExprKind::Fold {
                fold,
                member,
                set,
                value,
            } => self.fold(expr, *fold, *member, (set, value), to),
            ExprKind::Count(set) if is_filter(set) => self.count(expr, set, to),
            ExprKind::Count(set) => self.one(expr, Op::ListLen, to, set, 0),
            ExprKind::First(set) if is_filter(set) => self.first_member(expr, set, to),
            ExprKind::First(set) => {
                let set = self.operand(set);
                let zero = self.code.temp(Ty::NUMBER);
                self.load(zero, 0);
                self.put(expr, Op::ListAt, [to, set, zero], 0);
            }
            ExprKind::FirstSome(count, set) => self.first_some(expr, count, set, to),
            ExprKind::Union(first, second) => self.union(expr, first, second, to),
            ExprKind::Without(first, second) => self.without(expr, first, second, to),
            ExprKind::Sort { member, set, by } => self.sort(expr, *member, set, by, to),
            ExprKind::Pick(set) => self.pick(expr, set, to),
            ExprKind::Run { procedure, arguments } => self.run(*procedure, arguments, to),
            ExprKind::Offer(offer) => self.offer(offer, to),
            ExprKind::Options {
                offer,
                decider,
                arguments,
            } => {
                let player = self.operand(decider);
                let first = self.arguments(arguments);
                self.put(expr, Op::Options, [to, first, player], *offer);
            }
            ExprKind::Running { matching, arguments } => {
                let first = self.arguments(arguments);
                self.put(expr, Op::Running, [to, first, 0], *matching);
            }
            ExprKind::Gather(window) => self.put(expr, Op::Gather, [to, 0, 0], *window as usize),
            ExprKind::Has(set, item) => {
                let (set, item) = (self.operand(set), self.operand(item));
                self.put(expr, Op::ListHas, [to, set, item], 0);
            }
        }
    }

    /// Emits what an expression is, after its parts.
    pub(super) fn put(&mut self, expr: &Expr, op: Op, [a, b, c]: [u8; 3], index: usize) {
        self.at(expr.place);
        self.code.emit_index(op, a, b, c, index);
    }

    /// An operation on one part.
    fn one(&mut self, expr: &Expr, op: Op, to: u8, part: &Expr, index: usize) {
        let part = self.operand(part);
        self.put(expr, op, [to, part, 0], index);
    }

    /// Yes if one of two is yes.
    fn either(&mut self, first: &Expr, second: &Expr, to: u8) {
        self.into(first, to);
        let no = self.code.temp(Ty::BOOL);
        self.code.emit(Op::Not, no, to, 0, 0);
        let yes = self.code.jump_if_not(no);
        self.into(second, to);
        self.code.arrive([yes]);
    }

    pub(super) fn operation(&mut self, expr: &Expr, operation: Operation, [left, right]: [&Expr; 2], to: u8) {
        if let Some((set, is_if_any)) = any_of(operation, [left, right]) {
            return self.any(expr, set, is_if_any, to);
        }
        let (left, right) = (self.operand(left), self.operand(right));
        let (op, swap) = instruction(operation);
        let (left, right) = if swap { (right, left) } else { (left, right) };
        self.put(expr, op, [to, left, right], 0);
    }

    /// Loads a number into a register.
    pub(super) fn load(&mut self, to: u8, value: i64) {
        if let Ok(small) = i32::try_from(value) {
            self.code.emit(Op::Const, to, 0, 0, small);
        } else {
            let at = self.shared.big(value);
            self.code.emit_index(Op::Big, to, 0, 0, at);
        }
    }

    /// Arguments in consecutive registers; gives the first. Locals that lie side by side stay where they are.
    pub(super) fn arguments(&mut self, arguments: &[Expr]) -> u8 {
        if let Some(first) = self.side_by_side(arguments) {
            return first;
        }
        let types: Vec<Ty> = arguments.iter().map(|argument| argument.ty).collect();
        let first = self.code.registers(&types);
        for (argument, register) in arguments.iter().zip(first..=u8::MAX) {
            self.into(argument, register);
        }
        first
    }

    fn side_by_side(&self, arguments: &[Expr]) -> Option<u8> {
        let mut registers = arguments.iter().map(|argument| match argument.kind {
            ExprKind::Local(local) => Some(self.registers[local]),
            _ => None,
        });
        let Some(first) = registers.next() else {
            return Some(0);
        };
        let first = first?;
        let mut expected = first..=u8::MAX;
        expected.next();
        registers
            .all(|register| register.is_some() && register == expected.next())
            .then_some(first)
    }

    /// The cell of a token's count on an entity of this type.
    fn token_cell(&self, of: Ty, token: usize) -> usize {
        let Base::Entity(kind) = of.base else { return 0 };
        let kind = &self.pack().kinds[usize::from(kind)];
        let carried = kind
            .tokens
            .iter()
            .position(|&carried| usize::from(carried) == token);
        cell::HEADER + kind.fields.len() + carried.unwrap_or(0)
    }
}

/// Whether a set is made of those members of another for which a condition holds, and need not be made to ask about it. A
/// condition that draws or changes something is asked of every member.
fn is_filter(set: &Expr) -> bool {
    matches!(&set.kind, ExprKind::Filter { condition, .. } if !acts(condition))
}

/// Whether an expression looks at the members of a set one by one, and writes what it has found so far.
pub(super) fn walks_set(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Count(set) | ExprKind::First(set) => is_filter(set),
        ExprKind::Operation(operation, left, right) => any_of(*operation, [left, right]).is_some(),
        _ => false,
    }
}

/// The set of which an operation asks whether it has a member, and the answer if it has.
fn any_of(operation: Operation, [left, right]: [&Expr; 2]) -> Option<(&Expr, bool)> {
    let (ExprKind::Count(set), ExprKind::Constant(0)) = (&left.kind, &right.kind) else {
        return None;
    };
    let if_any = asks_for_any(operation)?;
    is_filter(set).then_some((set, if_any))
}

/// The answer of a comparison of a count with 0 if there is any member; `None` if it is another comparison.
fn asks_for_any(operation: Operation) -> Option<bool> {
    match operation {
        Operation::NotEqual | Operation::More => Some(true),
        Operation::Equal | Operation::AtMost => Some(false),
        _ => None,
    }
}

/// The instruction of an operation, and whether its operands change places.
pub(super) fn instruction(operation: Operation) -> (Op, bool) {
    match operation {
        Operation::Add => (Op::Add, false),
        Operation::Subtract => (Op::Sub, false),
        Operation::Multiply => (Op::Mul, false),
        Operation::Divide => (Op::Div, false),
        Operation::Min => (Op::Min, false),
        Operation::Max => (Op::Max, false),
        Operation::Equal => (Op::Eq, false),
        Operation::NotEqual => (Op::Ne, false),
        Operation::Less => (Op::Lt, false),
        Operation::AtMost => (Op::Le, false),
        Operation::More => (Op::Lt, true),
        Operation::AtLeast => (Op::Le, true),
    }
}

/// The field of an entity of this type.
pub(super) fn field_of(pack: &Pack, of: Ty, field: usize) -> Option<&FieldDef> {
    let Base::Entity(kind) = of.base else {
        return None;
    };
    pack.kinds.get(usize::from(kind))?.fields.get(field)
}

/// Whether a field is a set that can change: such a set is copied in and out.
pub(super) fn holds_set(pack: &Pack, of: Ty, field: usize) -> bool {
    field_of(pack, of, field).is_some_and(|field| field.state && field.ty.set)
}

fn called(callee: Callee) -> (Op, usize) {
    match callee {
        Callee::Define(function) => (Op::Call, function.place()),
        Callee::Value(value) => (Op::Value, value),
        Callee::Permission(permission) => (Op::Can, permission),
        Callee::State(state) => (Op::Entry, state),
        Callee::Core(call) => (Op::Core, call as usize),
    }
}
