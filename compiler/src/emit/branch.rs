//! Conditions as jumps.

use super::FunctionEmitter;
use super::code::Patch;
use crate::tree::{Expr, ExprKind};
use cardwright_bytecode::Ty;

impl FunctionEmitter<'_, '_> {
    /// Goes on if a condition is yes; gives the jumps for when it is no.
    pub(super) fn unless(&mut self, condition: &Expr) -> Vec<Patch> {
        match &condition.kind {
            ExprKind::Constant(1) => Vec::new(),
            ExprKind::Not(inner) => self.when(inner),
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
                let mark = self.code.mark();
                let register = self.operand(condition);
                self.at(condition.place);
                let no = self.code.jump_if_not(register);
                self.code.give_back(mark);
                vec![no]
            }
        }
    }

    /// Goes on if a condition is no; gives the jumps for when it is yes.
    fn when(&mut self, condition: &Expr) -> Vec<Patch> {
        match &condition.kind {
            ExprKind::Constant(0) => Vec::new(),
            ExprKind::Not(inner) => self.unless(inner),
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
                let mark = self.code.mark();
                let register = self.code.temp(Ty::BOOL);
                let opposite = operation.opposite().unwrap_or(*operation);
                self.operation(condition, opposite, [left, right], register);
                let yes = self.code.jump_if_not(register);
                self.code.give_back(mark);
                vec![yes]
            }
            _ => {
                let no = self.unless(condition);
                let yes = self.code.jump();
                self.code.arrive(no);
                vec![yes]
            }
        }
    }
}
