//! Choices: the decision, then what is done with the answer.

use super::{FunctionEmitter, member};
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_trees::{Block, Branch, Choose, ChoosePlace, Expr, LocalId, Order};

impl FunctionEmitter<'_, '_> {
    pub(super) fn choose(&mut self, choose: &Choose) {
        let options = choose.options.ty;
        let (chosen, second) = match &choose.most {
            Some(_) => (options, Ty::NUMBER),
            None => (member(options), Ty::BOOL),
        };
        let answer = self.asked_with(&[chosen, second], &choose.told);
        let whether = answer.saturating_add(1);
        if let Some(most) = &choose.most {
            self.into(most, whether);
        }
        let is_secret = self
            .pack()
            .choices
            .get(choose.choice)
            .is_some_and(|choice| choice.secret);
        let set = self.operand(&choose.options);
        let player = match is_secret {
            true => self.kept(&choose.decider),
            false => self.operand(&choose.decider),
        };
        self.code
            .emit_index(Op::Choose, answer, set, player, choose.choice);
        let outer = self.chooser;
        if is_secret {
            self.chooser = Some(player);
        }
        self.registers[choose.chosen] = answer;
        let no = match choose.most {
            Some(_) => Vec::new(),
            None => vec![self.code.jump_if_not(whether)],
        };
        self.branches(no, &choose.body, choose.otherwise.as_ref());
        self.chooser = outer;
    }

    pub(super) fn choose_place(&mut self, choose: &ChoosePlace) {
        let answer = self.code.registers(&[Ty::POSE, Ty::BOOL]);
        let first = self.arguments(&choose.arguments);
        let player = self.operand(&choose.decider);
        self.code
            .emit_index(Op::ChoosePlace, answer, first, player, choose.choice);
        self.registers[choose.chosen] = answer;
        let no = self.code.jump_if_not(answer.saturating_add(1));
        self.branches(vec![no], &choose.body, Some(&choose.otherwise));
    }

    /// Registers for an answer, and behind them what the question tells.
    fn asked_with(&mut self, answer: &[Ty], told: &[Expr]) -> u8 {
        let types: Vec<Ty> = answer
            .iter()
            .copied()
            .chain(told.iter().map(|value| value.ty))
            .collect();
        let first = self.code.registers(&types);
        let behind = first.saturating_add(answer.len() as u8);
        for (value, register) in told.iter().zip(behind..) {
            self.into(value, register);
        }
        first
    }

    /// A register of its own for a value: a variable may change before it is used again.
    fn kept(&mut self, expr: &Expr) -> u8 {
        let register = self.code.temp(expr.ty);
        self.into(expr, register);
        register
    }

    /// A block for each member of a set; somebody says before each which of those that are left it is.
    pub(super) fn for_each_in_order(&mut self, set: &Expr, order: &Order, chosen: LocalId, body: &Block) {
        let (all, left) = (self.code.temp(set.ty), self.code.temp(set.ty));
        self.into(set, all);
        self.code.emit(Op::Move, left, all, 0, 0);
        let (head, _) = self.walk(all, set.ty);
        self.code.enter_loop();
        let answer = self.asked_with(&[member(set.ty), Ty::BOOL], &order.told);
        let player = self.operand(&order.decider);
        self.code
            .emit_index(Op::Choose, answer, left, player, order.choice);
        self.leave_out(left, set.ty, answer);
        self.registers[chosen] = answer;
        self.block(body);
        self.code.end_loop(head);
        self.code.arrive_breaks();
    }

    /// Makes a set one without this member.
    fn leave_out(&mut self, set: u8, ty: Ty, gone: u8) {
        let (others, is_it) = (self.code.temp(ty), self.code.temp(Ty::BOOL));
        self.code.emit(Op::ListNew, others, 0, 0, 0);
        let (head, item) = self.walk(set, ty);
        self.code.emit(Op::Ne, is_it, item, gone, 0);
        let next = self.code.jump_if_not(is_it);
        self.code.emit(Op::ListPush, others, item, 0, 0);
        self.code.arrive([next]);
        self.code.end_loop(head);
        self.code.emit(Op::Move, set, others, 0, 0);
    }

    pub(super) fn choose_branch(
        &mut self,
        choice: usize,
        (decider, told): (&Expr, &[Expr]),
        branches: &[Branch],
    ) {
        let player = self.operand(decider);
        let open = self.code.temp(Ty::set(Base::Number));
        self.code.emit(Op::ListNew, open, 0, 0, 0);
        let number = self.code.temp(Ty::NUMBER);
        for (branch, at) in branches.iter().zip(0..) {
            let no = branch.when.as_ref().map(|condition| self.unless(condition));
            self.load(number, at);
            self.code.emit(Op::ListPush, open, number, 0, 0);
            self.code.arrive(no.into_iter().flatten());
        }
        let answer = self.asked_with(&[Ty::NUMBER, Ty::BOOL], told);
        self.code.emit_index(Op::Choose, answer, open, player, choice);
        let mut ends = vec![self.code.jump_if_not(answer.saturating_add(1))];
        let is_it = self.code.temp(Ty::BOOL);
        for (branch, at) in branches.iter().zip(0..) {
            self.load(number, at);
            self.code.emit(Op::Eq, is_it, answer, number, 0);
            let next = self.code.jump_if_not(is_it);
            self.block(&branch.body);
            ends.push(self.code.jump());
            self.code.arrive([next]);
        }
        self.code.arrive(ends);
    }

    pub(super) fn may(
        &mut self,
        choice: usize,
        (decider, told): (&Expr, &[Expr]),
        then: &Block,
        otherwise: Option<&Block>,
    ) {
        let player = self.operand(decider);
        let answer = self.asked_with(&[Ty::BOOL], told);
        self.code.emit_index(Op::May, answer, 0, player, choice);
        let no = vec![self.code.jump_if_not(answer)];
        self.branches(no, then, otherwise);
    }
}
