//! The requirements of each instruction on its operands, one module for each group of operations.
//!
//! Since a register's type never changes, one instruction is checked without a look at any other.

mod calls;
mod decisions;
mod entities;
mod numbers;
mod sets;

use super::error::VerifyErrorKind as Kind;
use super::scope::Scope;
use super::types::{Check, refuse};
use crate::isa::{Access, Instr, Op};
use crate::pack::FunctionClass;

/// Checks one instruction.
pub(super) fn check(scope: &Scope, instr: Instr) -> Check {
    registers(scope, instr)?;
    purity(scope, instr.op)?;
    match instr.op {
        Op::Const | Op::Big | Op::Move | Op::Field => numbers::value(scope, instr),
        Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Min | Op::Max => numbers::arithmetic(scope, instr),
        Op::AddI | Op::MulI | Op::DivI => numbers::with_operand(scope, instr),
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Not => numbers::comparison(scope, instr),
        Op::EqI | Op::LtI | Op::GtI => numbers::comparison_with_operand(scope, instr),
        Op::Jump => Ok(()),
        Op::JumpIfNot | Op::JumpIf => scope.takes(instr.a, crate::Ty::BOOL),
        Op::JumpEq | Op::JumpNe | Op::JumpLt | Op::JumpLe => numbers::compared_jump(scope, instr),
        Op::JumpEqI | Op::JumpNeI | Op::JumpLeI | Op::JumpGtI => numbers::small_jump(scope, instr),
        Op::LoadContext | Op::StoreContext | Op::InRun | Op::LoadRun | Op::Return => {
            calls::frame(scope, instr)
        }
        Op::Call | Op::Core | Op::Value | Op::Can => calls::call(scope, instr),
        Op::Options | Op::Running => calls::question(scope, instr),
        Op::Get | Op::Set | Op::GetSet | Op::SetSet | Op::SetSecret | Op::Reveal => {
            entities::field(scope, instr)
        }
        Op::Entry | Op::SetEntry => entities::entry_of(scope, instr),
        Op::Make | Op::Template => entities::template(scope, instr),
        Op::Give | Op::Take => entities::token(scope, instr),
        Op::As => entities::narrow(scope, instr),
        Op::All | Op::Held | Op::Standing | Op::Rows => sets::query(scope, instr),
        Op::ListNew | Op::ListPush | Op::ListLen | Op::ListAt | Op::ListHas => sets::list(scope, instr),
        Op::Sort => sets::sort(scope, instr),
        Op::Mark | Op::Release => scope.takes(instr.a, crate::Ty::NUMBER),
        Op::ForNext | Op::ForCount => sets::loop_head(scope, instr),
        Op::Offer | Op::Choose | Op::May => decisions::decision(scope, instr),
        Op::ChoosePlace => decisions::place(scope, instr),
        Op::Window | Op::Gather | Op::Step | Op::Start | Op::FinishEffect | Op::Roll => {
            decisions::event(scope, instr)
        }
        Op::End | Op::EndWith => decisions::end(scope, instr),
    }
}

/// Every register that the table says is used exists.
fn registers(scope: &Scope, instr: Instr) -> Check {
    let access = instr.op.access();
    let named = [instr.a, instr.b, instr.c].into_iter().zip(Access::NAMES);
    for (register, flag) in named {
        if access.has(flag) {
            scope.ty(register)?;
        }
    }
    Ok(())
}

/// Pure functions leave the state alone and never stop; calls are checked by what they call.
fn purity(scope: &Scope, op: Op) -> Check {
    let effect = matches!(
        op,
        Op::Set
            | Op::SetSet
            | Op::SetSecret
            | Op::SetEntry
            | Op::Give
            | Op::Take
            | Op::Window
            | Op::Gather
            | Op::Offer
            | Op::Choose
            | Op::ChoosePlace
            | Op::May
            | Op::Start
            | Op::FinishEffect
            | Op::Roll
            | Op::Reveal
            | Op::End
            | Op::EndWith
            | Op::Step
            | Op::StoreContext
            | Op::Make
    );
    if effect && scope.function.class == FunctionClass::Pure {
        refuse(Kind::Impure { op })
    } else {
        Ok(())
    }
}
