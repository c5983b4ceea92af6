//! Statements. Choices are in `choice`.

use super::FunctionEmitter;
use super::expression::{field_of, holds_set, walks_set};
use cardwright_bytecode::pack::cell;
use cardwright_bytecode::{Op, Ty};
use cardwright_trees::{Block, Expr, ExprKind, LocalId, Offer, Statement, StatementKind, Target};

impl FunctionEmitter<'_, '_> {
    /// The statements of a block; registers of its names are given back at its end.
    pub(super) fn block(&mut self, block: &Block) {
        let mark = self.code.mark();
        for statement in &block.statements {
            self.statement(statement);
        }
        self.code.give_back(mark);
    }

    fn statement(&mut self, statement: &Statement) {
        self.at(statement.place);
        if let StatementKind::Let { local, value } = &statement.kind {
            self.registers[*local] = self.code.temp(value.ty);
            let mark = self.code.mark();
            let sets = self.passing_sets(statement);
            self.into(value, self.registers[*local]);
            self.forget_sets(sets);
            self.code.give_back(mark);
            return;
        }
        let mark = self.code.mark();
        let sets = self.passing_sets(statement);
        match (&statement.kind, sets) {
            (
                StatementKind::If {
                    condition,
                    then,
                    otherwise,
                },
                Some(_),
            ) => {
                // The sets go before either block begins.
                let answer = self.operand(condition);
                self.forget_sets(sets);
                let no = self.code.jump_if_not(answer);
                self.branches(vec![no], then, otherwise.as_ref());
            }
            _ => {
                self.effect(statement);
                self.forget_sets(sets);
            }
        }
        self.code.give_back(mark);
    }

    fn effect(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Let { .. } => {}
            StatementKind::Set { target, value } => self.set(target, value),
            StatementKind::Add { target, value } if value.ty.set => self.members(target, value, true),
            StatementKind::Remove { target, value } => self.members(target, value, false),
            StatementKind::Add { target, value } => self.add(target, value),
            StatementKind::Give { amount, to, token } => self.tokens(Op::Give, amount, to, *token),
            StatementKind::Take { amount, from, token } => self.tokens(Op::Take, amount, from, *token),
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                let no = self.unless(condition);
                self.branches(no, then, otherwise.as_ref());
            }
            StatementKind::ForEach {
                set,
                order: Some(order),
                member,
                body,
            } => self.for_each_in_order(set, order, *member, body),
            StatementKind::ForEach {
                set, member, body, ..
            } => self.for_each(set, *member, body),
            StatementKind::Repeat { times, body } => self.repeat(times, body),
            StatementKind::Choose(choose) => self.choose(choose),
            StatementKind::ChoosePlace(choose) => self.choose_place(choose),
            StatementKind::ChooseBranch {
                choice,
                decider,
                told,
                branches,
            } => self.choose_branch(*choice, (decider, told), branches),
            StatementKind::May {
                choice,
                decider,
                told,
                then,
                otherwise,
            } => self.may(*choice, (decider, told), then, otherwise.as_ref()),
            StatementKind::Run { procedure, arguments } => {
                let function = self.pack().procedures[*procedure].function;
                let result = self.pack().functions[function].result;
                let unused = self.code.temp(result);
                self.run(*procedure, arguments, unused);
            }
            StatementKind::Offer(offer) => {
                let taken = self.code.temp(Ty::NUMBER);
                self.offer(offer, taken);
            }
            StatementKind::Finish { matching, arguments } => {
                let first = self.arguments(arguments);
                self.code.emit_index(Op::FinishEffect, first, 0, 0, *matching);
            }
            StatementKind::Change { does, .. } => self.block(does),
            StatementKind::Break => self.code.leave_loop(),
            StatementKind::Start { start, arguments } => {
                let first = self.arguments(arguments);
                self.code.emit_index(Op::Start, first, 0, 0, *start);
            }
            StatementKind::Reveal { of, field } => {
                let entity = self.operand(of);
                self.code
                    .emit_index(Op::Reveal, entity, 0, 0, cell::HEADER + field);
            }
            StatementKind::End {
                outcome,
                winners: None,
            } => self.code.emit_index(Op::End, 0, 0, 0, *outcome),
            StatementKind::End {
                outcome,
                winners: Some(winners),
            } => {
                let players = self.operand(winners);
                self.code.emit_index(Op::EndWith, players, 0, 0, *outcome);
            }
            StatementKind::Stop => self.code.stop(),
            StatementKind::Do(call) => {
                let unused = self.code.temp(call.ty);
                self.into(call, unused);
            }
        }
    }

    fn set(&mut self, target: &Target, value: &Expr) {
        match target {
            Target::Local(local) if writes_last(value) => self.into(value, self.registers[*local]),
            Target::Local(local) => {
                let new = self.operand(value);
                self.code.emit(Op::Move, self.registers[*local], new, 0, 0);
            }
            Target::Slot(slot) => {
                let new = self.operand(value);
                self.code.emit_index(Op::StoreContext, new, 0, 0, *slot);
            }
            Target::Field(of, field) => {
                let (entity, new) = (self.operand(of), self.operand(value));
                self.put_field((of.ty, *field), entity, new);
            }
            Target::Entry(state, key) => {
                let first = self.arguments(key);
                let new = self.operand(value);
                self.code.emit_index(Op::SetEntry, new, first, 0, *state);
            }
        }
    }

    fn add(&mut self, target: &Target, value: &Expr) {
        match target {
            Target::Local(local) => {
                let (variable, more) = (self.registers[*local], self.operand(value));
                self.code.emit(Op::Add, variable, variable, more, 0);
            }
            Target::Slot(slot) => {
                let sum = self.code.temp(Ty::NUMBER);
                self.code.emit_index(Op::LoadContext, sum, 0, 0, *slot);
                let more = self.operand(value);
                self.code.emit(Op::Add, sum, sum, more, 0);
                self.code.emit_index(Op::StoreContext, sum, 0, 0, *slot);
            }
            Target::Field(of, field) => {
                let (entity, sum) = (self.operand(of), self.code.temp(Ty::NUMBER));
                let cell = cell::HEADER + field;
                self.code.emit_index(Op::Get, sum, entity, 0, cell);
                let more = self.operand(value);
                self.code.emit(Op::Add, sum, sum, more, 0);
                self.put_field((of.ty, *field), entity, sum);
            }
            Target::Entry(state, key) => {
                let (first, sum) = (self.arguments(key), self.code.temp(value.ty));
                self.code.emit_index(Op::Entry, sum, first, 0, *state);
                let more = self.operand(value);
                self.code.emit(Op::Add, sum, sum, more, 0);
                self.code.emit_index(Op::SetEntry, sum, first, 0, *state);
            }
        }
    }

    /// Adds members to a set, or takes them out. What it was is read before the value, as for numbers.
    fn members(&mut self, target: &Target, value: &Expr, come: bool) {
        let ty = value.ty;
        let (before, after) = (self.code.temp(ty), self.code.temp(ty));
        let entity = match target {
            Target::Local(local) => {
                self.code.emit(Op::Move, before, self.registers[*local], 0, 0);
                0
            }
            Target::Field(of, field) => {
                let entity = self.operand(of);
                let cell = cell::HEADER + field;
                self.code.emit_index(Op::GetSet, before, entity, 0, cell);
                entity
            }
            // The checker lets neither hold a set that changes.
            Target::Slot(_) | Target::Entry(..) => return,
        };
        let those = (self.operand(value), ty);
        match come {
            true => self.joined(value, [(before, ty), those], after),
            false => self.parted(value, [(before, ty), those], after),
        }
        match target {
            Target::Field(of, field) => self.put_field((of.ty, *field), entity, after),
            Target::Local(local) => self.code.emit(Op::Move, self.registers[*local], after, 0, 0),
            Target::Slot(_) | Target::Entry(..) => {}
        }
    }

    /// Changes a field of an entity. What a secret choice puts into a secret field is for whoever chose.
    fn put_field(&mut self, (of, field): (Ty, usize), entity: u8, new: u8) {
        let is_secret = field_of(self.pack(), of, field).is_some_and(|field| field.secret);
        let (op, chooser) = match self.chooser.filter(|_| is_secret) {
            Some(chooser) => (Op::SetSecret, chooser),
            None if holds_set(self.pack(), of, field) => (Op::SetSet, 0),
            None => (Op::Set, 0),
        };
        self.code
            .emit_index(op, entity, new, chooser, cell::HEADER + field);
    }

    fn tokens(&mut self, op: Op, amount: &Expr, on: &Expr, token: usize) {
        let (amount, entity) = (self.operand(amount), self.operand(on));
        self.code.emit_index(op, entity, amount, 0, token);
    }

    /// Emits a choice between two blocks; `no` are the jumps to the other one.
    pub(super) fn branches(&mut self, no: Vec<super::code::Patch>, then: &Block, otherwise: Option<&Block>) {
        self.block(then);
        let Some(otherwise) = otherwise else {
            self.code.arrive(no);
            return;
        };
        let end = self.code.jump();
        self.code.arrive(no);
        self.block(otherwise);
        self.code.arrive([end]);
    }

    fn for_each(&mut self, set: &Expr, member: LocalId, body: &Block) {
        let list = self.code.temp(set.ty);
        self.into(set, list);
        let (head, item) = self.walk(list, set.ty);
        self.registers[member] = item;
        self.code.enter_loop();
        self.block(body);
        self.code.end_loop(head);
        self.code.arrive_breaks();
    }

    fn repeat(&mut self, times: &Expr, body: &Block) {
        let limit = self.code.temp(Ty::NUMBER);
        self.into(times, limit);
        let index = self.code.temp(Ty::NUMBER);
        let head = self.code.for_count(limit, index);
        self.code.enter_loop();
        self.block(body);
        self.code.end_loop(head);
        self.code.arrive_breaks();
    }

    /// Runs a procedure; its result, if it has one, goes into a register.
    pub(super) fn run(&mut self, procedure: usize, arguments: &[Expr], to: u8) {
        let first = self.arguments(arguments);
        let function = self.pack().procedures[procedure].function;
        self.code.emit_index(Op::Call, to, first, 0, function.place());
    }

    /// Offers a choice; the register says how often at the most, and then how many options were taken.
    pub(super) fn offer(&mut self, offer: &Offer, taken: u8) {
        let player = self.operand(&offer.decider);
        self.into(&offer.most, taken);
        let first = self.arguments(&offer.arguments);
        self.code.emit_index(Op::Offer, first, player, taken, offer.offer);
    }
}

/// Whether the last instruction of an expression is the only one that writes its register, so that the expression may
/// read what the register held before. Each kind says so by name: a new way to emit one has to decide it anew.
fn writes_last(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::List(_)
        | ExprKind::FirstSome(..)
        | ExprKind::Union(..)
        | ExprKind::Without(..)
        | ExprKind::Sort { .. }
        | ExprKind::Offer(_)
        | ExprKind::Filter { .. }
        | ExprKind::Fold { .. } => false,
        ExprKind::Operation(..) | ExprKind::Count(_) | ExprKind::First(_) => !walks_set(expr),
        ExprKind::If(_, then, otherwise) => writes_last(then) && writes_last(otherwise),
        ExprKind::Constant(_)
        | ExprKind::Local(_)
        | ExprKind::Slot(_)
        | ExprKind::InRun(_)
        | ExprKind::RunSlot(..)
        | ExprKind::Call(..)
        | ExprKind::Field(..)
        | ExprKind::Tokens(..)
        | ExprKind::Cell(..)
        | ExprKind::Template(_)
        | ExprKind::Make { .. }
        | ExprKind::Roll(..)
        | ExprKind::As(..)
        | ExprKind::Not(_)
        | ExprKind::All(_)
        | ExprKind::Standing(..)
        | ExprKind::Held(..)
        | ExprKind::Rows(_)
        | ExprKind::Pick(_)
        | ExprKind::Run { .. }
        | ExprKind::Options { .. }
        | ExprKind::Running { .. }
        | ExprKind::Gather(_)
        | ExprKind::Has(..) => true,
    }
}
