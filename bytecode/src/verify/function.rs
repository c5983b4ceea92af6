//! The checks of one function: its shape, each instruction, its jumps, and what has to stay undisturbed.

use super::error::{Place, VerifyError, VerifyErrorKind as Kind};
use super::scope::Scope;
use super::types::{Check, check_type, entry, same_count};
use super::{MAX_REGISTERS, ops, regions};
use crate::isa::{Instr, Op};
use crate::pack::{Function, Pack};

/// Checks a function; `procedure` is the one it is the function of.
pub(super) fn check(
    pack: &Pack,
    index: usize,
    procedure: Option<u32>,
    steps: &mut u64,
) -> Result<(), VerifyError> {
    let function = &pack.functions[index];
    let scope = Scope {
        pack,
        function,
        procedure,
    };
    let at = |pc: Option<usize>| {
        move |kind| VerifyError {
            place: Place::Function {
                index,
                name: function.name.clone(),
                pc,
            },
            kind,
        }
    };
    shape(&scope).map_err(at(None))?;
    for (pc, instr) in function.code.iter().enumerate() {
        *steps += 1;
        jump(&function.code, pc)
            .and_then(|()| ops::check(&scope, *instr))
            .map_err(at(Some(pc)))?;
    }
    regions::check(&scope, steps).map_err(|(pc, kind)| at(Some(pc))(kind))
}

fn shape(scope: &Scope) -> Check {
    let function = scope.function;
    registers(scope)?;
    context(scope)?;
    if !function.lines.is_empty() {
        same_count("lines", function.lines.len(), function.code.len())?;
    }
    match function.code.last() {
        None => Err(Kind::NoCode),
        Some(Instr {
            op: Op::Return | Op::Jump,
            ..
        }) => Ok(()),
        Some(last) => Err(Kind::RunsOffTheEnd { last: last.op }),
    }
}

fn registers(scope: &Scope) -> Check {
    let Function {
        registers,
        params,
        result,
        ..
    } = scope.function;
    let found = registers.len();
    if found > MAX_REGISTERS {
        return Err(Kind::TooMany {
            what: "registers",
            found,
            limit: MAX_REGISTERS,
        });
    }
    if usize::from(*params) > found {
        return Err(Kind::TooMany {
            what: "parameters",
            found: usize::from(*params),
            limit: found,
        });
    }
    check_type(scope.pack, *result)?;
    registers.iter().try_for_each(|&ty| check_type(scope.pack, ty))
}

/// A procedure's function runs in its own frame; its slots are its first registers.
fn context(scope: &Scope) -> Check {
    if let Some(index) = scope.function.context {
        entry("procedures", &scope.pack.procedures, index)?;
    }
    let Some(index) = scope.procedure else {
        return Ok(());
    };
    if scope.function.context.is_some() {
        return Err(Kind::WrongContext {
            found: scope.function.context,
            wanted: None,
        });
    }
    let slots = &entry("procedures", &scope.pack.procedures, index)?.slots;
    if slots.len() < usize::from(scope.function.params) {
        let (found, wanted) = (slots.len(), usize::from(scope.function.params));
        return Err(Kind::WrongCount {
            what: "slots",
            found,
            wanted,
        });
    }
    slots
        .iter()
        .enumerate()
        .try_for_each(|(register, slot)| match scope.ty(register)? {
            found if found == slot.ty => Ok(()),
            found => Err(Kind::WrongType {
                register,
                found,
                wanted: slot.ty,
            }),
        })
}

/// Jumps stay inside, and go backwards only from a `jump` to a loop head.
fn jump(code: &[Instr], pc: usize) -> Check {
    let instr = code[pc];
    if !instr.op.info().operands.ends_with('>') {
        return Ok(());
    }
    let bad = Kind::BadTarget {
        target: instr.imm,
        length: code.len(),
    };
    let target = usize::try_from(instr.imm)
        .ok()
        .filter(|&target| target < code.len())
        .ok_or(bad)?;
    let back_to_head = instr.op == Op::Jump && matches!(code[target].op, Op::ForNext | Op::ForCount);
    if target > pc || back_to_head {
        Ok(())
    } else {
        Err(Kind::BackwardJump { target })
    }
}
