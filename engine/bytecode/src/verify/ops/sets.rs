//! Sets: where they come from, what is asked of them, walking through them.

use super::numbers::comparable;
use crate::isa::{Instr, Op};
use crate::ty::{Base, Ty};
use crate::verify::scope::Scope;
use crate::verify::types::{Check, entry};

/// `all`, `held`, `standing`, `rows`: the operand names what the members are.
pub(super) fn query(scope: &Scope, instr: Instr) -> Check {
    if instr.op == Op::Rows {
        entry("records", &scope.pack.records, instr.imm)?;
        return scope.gives(instr.a, Ty::set(Base::Row(instr.imm as u16)));
    }
    entry("kinds", &scope.pack.kinds, instr.imm)?;
    if instr.op == Op::Held {
        scope.takes(instr.b, Ty::THING)?;
    }
    if instr.op == Op::Standing {
        scope.takes(instr.b, Ty::SPACE)?;
    }
    scope.gives(instr.a, Ty::set(Base::Entity(instr.imm as u16)))
}

/// `list-new`, `list-push`, `list-len`, `list-at`, `list-has`.
pub(super) fn list(scope: &Scope, instr: Instr) -> Check {
    match instr.op {
        Op::ListNew => scope.member_of(instr.a).map(drop),
        Op::ListPush => scope.takes(instr.b, scope.member_of(instr.a)?),
        Op::ListLen => {
            scope.member_of(instr.b)?;
            scope.gives(instr.a, Ty::NUMBER)
        }
        Op::ListAt => {
            scope.takes(instr.c, Ty::NUMBER)?;
            scope.gives(instr.a, scope.member_of(instr.b)?)
        }
        _ => {
            comparable(scope.member_of(instr.b)?, scope.ty(instr.c)?)?;
            scope.gives(instr.a, Ty::BOOL)
        }
    }
}

/// `sort`: a set, and a set of numbers.
pub(super) fn sort(scope: &Scope, instr: Instr) -> Check {
    let member = scope.member_of(instr.b)?;
    scope.takes(instr.c, Ty::set(Base::Number))?;
    scope.gives(instr.a, Ty::set(member.base))
}

/// `for-next`, `for-count`.
pub(super) fn loop_head(scope: &Scope, instr: Instr) -> Check {
    scope.takes(instr.b, Ty::NUMBER)?;
    if instr.op == Op::ForCount {
        return scope.takes(instr.a, Ty::NUMBER);
    }
    scope.gives(instr.c, scope.member_of(instr.a)?)
}
