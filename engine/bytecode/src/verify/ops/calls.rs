//! Calls of functions, core calls, values and permissions, and what belongs to a function's frame.

use crate::isa::{Instr, Op};
use crate::pack::{Function, FunctionClass};
use crate::registry::{CORE_CALLS, Core, CoreCall};
use crate::ty::Ty;
use crate::verify::error::VerifyErrorKind as Kind;
use crate::verify::scope::Scope;
use crate::verify::types::{Check, entry, refuse};

/// `load-context`, `store-context`, `in-run`, `load-run`, `return`.
pub(super) fn frame(scope: &Scope, instr: Instr) -> Check {
    match instr.op {
        Op::LoadContext => scope.gives(instr.a, scope.context_slot(instr.imm)?),
        Op::InRun => {
            in_rule(scope)?;
            entry("procedures", &scope.pack.procedures, instr.imm)?;
            scope.gives(instr.a, Ty::BOOL)
        }
        Op::LoadRun => {
            in_rule(scope)?;
            let procedure = entry("procedures", &scope.pack.procedures, instr.imm)?;
            scope.gives(instr.a, entry("slots", &procedure.slots, i32::from(instr.c))?.ty)
        }
        Op::StoreContext => scope.takes(instr.a, scope.context_slot(instr.imm)?),
        _ if scope.function.result == Ty::NOTHING => Ok(()),
        _ => scope.takes(instr.a, scope.function.result),
    }
}

/// Which runs go on is asked only where a window is open: answers of other functions may be remembered.
fn in_rule(scope: &Scope) -> Check {
    match scope.function.context {
        Some(_) => Ok(()),
        None => refuse(Kind::Missing { what: "a context" }),
    }
}

/// `call`, `core`, `value`, `can`: arguments from b on, the result in a.
pub(super) fn call(scope: &Scope, instr: Instr) -> Check {
    let pack = scope.pack;
    match instr.op {
        Op::Call => function(scope, instr, entry("functions", &pack.functions, instr.imm)?),
        Op::Core => {
            let (table, index, length) = ("core calls", i64::from(instr.imm), CORE_CALLS.len());
            let call = Core::from_number(instr.imm).ok_or(Kind::OutOfRange { table, index, length })?;
            core(scope, instr, call)
        }
        Op::Value => {
            let value = entry("values", &pack.values, instr.imm)?;
            scope.arguments_for(instr.b, &value.params)?;
            scope.gives(instr.a, value.result)
        }
        _ => {
            scope.arguments_for(
                instr.b,
                &entry("permissions", &pack.permissions, instr.imm)?.params,
            )?;
            scope.gives(instr.a, Ty::BOOL)
        }
    }
}

/// `options`, `running`: arguments from b on, a player in c, the answer in a.
pub(super) fn question(scope: &Scope, instr: Instr) -> Check {
    if instr.op == Op::Options {
        scope.arguments_for(instr.b, &entry("offers", &scope.pack.offers, instr.imm)?.params)?;
        scope.takes(instr.c, Ty::PLAYER)?;
        return scope.gives(instr.a, Ty::NUMBER);
    }
    scope.matching(instr.b, instr.imm)?;
    scope.gives(instr.a, Ty::BOOL)
}

fn function(scope: &Scope, instr: Instr, callee: &Function) -> Check {
    purity(scope, instr.op, callee.class == FunctionClass::Pure)?;
    if callee.context.is_some() && callee.context != scope.function.context {
        return refuse(Kind::WrongContext {
            found: callee.context,
            wanted: scope.function.context,
        });
    }
    let params = usize::from(callee.params).min(callee.registers.len());
    scope.arguments(instr.b, callee.registers[..params].iter().copied())?;
    result(scope, instr, callee.result)
}

fn core(scope: &Scope, instr: Instr, call: &CoreCall) -> Check {
    purity(scope, instr.op, call.pure)?;
    let board = &scope.pack.setup.board;
    if !call.boards.has(board.shape) {
        let (call, shape) = (call.name, board.shape);
        return refuse(Kind::WrongBoard { call, shape });
    }
    // What the board does not declare is the type of no register.
    let meant = |ty| board.meant(ty).unwrap_or(ty);
    scope.arguments(instr.b, call.params.iter().map(|&(_, ty)| meant(ty)))?;
    result(scope, instr, meant(call.result))
}

fn purity(scope: &Scope, op: Op, pure: bool) -> Check {
    if pure || scope.function.class == FunctionClass::Effect {
        Ok(())
    } else {
        refuse(Kind::Impure { op })
    }
}

fn result(scope: &Scope, instr: Instr, ty: Ty) -> Check {
    if ty == Ty::NOTHING {
        Ok(())
    } else {
        scope.gives(instr.a, ty)
    }
}
