//! Conditions as jumps.

use super::FunctionEmitter;
use super::code::Patch;
use super::question::Said;
use cardwright_bytecode::Ty;
use cardwright_trees::{Expr, ExprKind};

impl FunctionEmitter<'_, '_> {
    /// Goes on if a condition is yes; gives the jumps for when it is no.
    pub(super) fn unless(&mut self, condition: &Expr) -> Vec<Patch> {
        self.unless_said(condition, Said::plainly(condition))
    }

    fn unless_said(&mut self, condition: &Expr, said: Said<'_>) -> Vec<Patch> {
        match &condition.kind {
            ExprKind::Constant(1) => Vec::new(),
            ExprKind::Not(inner) => self.when_said(inner, said.denied()),
            ExprKind::And(first, second) => {
                let mut no = self.unless(first);
                no.extend(self.unless(second));
                no
            }
            ExprKind::Or(first, second) => {
                let yes = self.when(first);
                let no = self.unless(second);
                self.code.arrive(yes);
                no
            }
            _ => {
                let (mark, begun) = (self.code.mark(), self.begun());
                let register = self.answer(condition);
                self.at(condition.place);
                let no = self.code.jump_if_not(register);
                self.note_jump(said, false, begun);
                self.code.give_back(mark);
                vec![no]
            }
        }
    }

    /// Goes on if a condition is no; gives the jumps for when it is yes.
    fn when(&mut self, condition: &Expr) -> Vec<Patch> {
        self.when_said(condition, Said::plainly(condition))
    }

    fn when_said(&mut self, condition: &Expr, said: Said<'_>) -> Vec<Patch> {
        match &condition.kind {
            ExprKind::Constant(0) => Vec::new(),
            ExprKind::Not(inner) => self.unless_said(inner, said.denied()),
            ExprKind::Or(first, second) => {
                let mut yes = self.when(first);
                yes.extend(self.when(second));
                yes
            }
            ExprKind::And(first, second) => {
                let no = self.unless(first);
                let yes = self.when(second);
                self.code.arrive(no);
                yes
            }
            ExprKind::Operation(operation, left, right) if operation.opposite().is_some() => {
                let (mark, begun) = (self.code.mark(), self.begun());
                let register = self.code.temp(Ty::BOOL);
                let opposite = operation.opposite().unwrap_or(*operation);
                self.operation(condition, opposite, [left, right], register);
                let yes = self.code.jump_if_not(register);
                self.note_jump(said, true, begun);
                self.code.give_back(mark);
                vec![yes]
            }
            _ => {
                let no = self.unless_said(condition, said);
                let yes = self.code.jump();
                self.code.arrive(no);
                vec![yes]
            }
        }
    }
}
