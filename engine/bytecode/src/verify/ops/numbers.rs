//! Values from the code, arithmetic and comparison.

use crate::isa::{Instr, Op};
use crate::pack::CONST_SET;
use crate::ty::{Base, Ty};
use crate::verify::error::VerifyErrorKind as Kind;
use crate::verify::scope::Scope;
use crate::verify::types::{Check, check_value, entry, refuse};

/// `const`, `big`, `move`, `field`: a value arrives in a register.
pub(super) fn value(scope: &Scope, instr: Instr) -> Check {
    match instr.op {
        Op::Const => small(scope, scope.ty(instr.a)?, i64::from(instr.imm)),
        Op::Big => big(
            scope,
            scope.ty(instr.a)?,
            *entry("constants", &scope.pack.constants, instr.imm)?,
        ),
        Op::Move => scope.gives(instr.a, scope.ty(instr.b)?),
        _ => field(scope, instr),
    }
}

/// Places are never written into code, except the null pose.
fn small(scope: &Scope, ty: Ty, value: i64) -> Check {
    if ty == Ty::POSE && value != 0 {
        return refuse(Kind::BadValue { value, ty });
    }
    check_value(scope.pack, ty, value)
}

/// Checks a constant that is too large for an instruction: only numbers, poses and handles of constant sets
/// may be.
fn big(scope: &Scope, ty: Ty, value: i64) -> Check {
    let large = matches!(ty.stored(), Ty::NUMBER | Ty::POSE) || (ty.set && value >= CONST_SET);
    if !large {
        return refuse(Kind::BadValue { value, ty });
    }
    check_value(scope.pack, ty, value)
}

fn field(scope: &Scope, instr: Instr) -> Check {
    let record = match scope.ty(instr.b)? {
        Ty {
            base: Base::Row(record),
            set: false,
        } => entry("records", &scope.pack.records, record)?,
        found => {
            return refuse(Kind::NotA {
                wanted: "row",
                register: usize::from(instr.b),
                found,
            });
        }
    };
    scope.gives(instr.a, entry("fields", &record.fields, instr.imm)?.ty)
}

/// Two numbers give a number.
pub(super) fn arithmetic(scope: &Scope, instr: Instr) -> Check {
    scope.takes(instr.b, Ty::NUMBER)?;
    scope.takes(instr.c, Ty::NUMBER)?;
    scope.gives(instr.a, Ty::NUMBER)
}

/// A number and the operand give a number.
pub(super) fn with_operand(scope: &Scope, instr: Instr) -> Check {
    scope.takes(instr.b, Ty::NUMBER)?;
    scope.gives(instr.a, Ty::NUMBER)
}

/// A value and the operand give yes or no. Whatever the operand is, comparing with it reads nothing.
pub(super) fn comparison_with_operand(scope: &Scope, instr: Instr) -> Check {
    match instr.op {
        Op::EqI => single(scope.ty(instr.b)?)?,
        _ => scope.takes(instr.b, Ty::NUMBER)?,
    }
    scope.gives(instr.a, Ty::BOOL)
}

/// `jump-eq`, `jump-ne`, `jump-lt`, `jump-le`.
pub(super) fn compared_jump(scope: &Scope, instr: Instr) -> Check {
    match instr.op {
        Op::JumpEq | Op::JumpNe => comparable(scope.ty(instr.a)?, scope.ty(instr.b)?),
        _ => {
            scope.takes(instr.a, Ty::NUMBER)?;
            scope.takes(instr.b, Ty::NUMBER)
        }
    }
}

/// `jump-eq-i` and its like.
pub(super) fn small_jump(scope: &Scope, instr: Instr) -> Check {
    match instr.op {
        Op::JumpEqI | Op::JumpNeI => single(scope.ty(instr.a)?),
        _ => scope.takes(instr.a, Ty::NUMBER),
    }
}

/// Checks that a value is single: sets are handles, and equal sets can have different ones.
fn single(ty: Ty) -> Check {
    comparable(ty, ty)
}

/// Two values, or one, give yes or no.
pub(super) fn comparison(scope: &Scope, instr: Instr) -> Check {
    match instr.op {
        Op::Not => scope.takes(instr.b, Ty::BOOL)?,
        Op::Lt | Op::Le => {
            scope.takes(instr.b, Ty::NUMBER)?;
            scope.takes(instr.c, Ty::NUMBER)?;
        }
        _ => comparable(scope.ty(instr.b)?, scope.ty(instr.c)?)?,
    }
    scope.gives(instr.a, Ty::BOOL)
}

/// Values of one type, or two entities of whatever kinds. Sets are handles: equal sets can have different ones.
pub(super) fn comparable(left: Ty, right: Ty) -> Check {
    let same = left.base.stored() == right.base.stored() || (left.base.is_entity() && right.base.is_entity());
    if same && !left.set && !right.set {
        Ok(())
    } else {
        refuse(Kind::Incomparable { left, right })
    }
}
