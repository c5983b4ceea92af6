//! The checks of one function: its shape, each instruction, its jumps, and what has to stay undisturbed.

use super::error::{Site, VerifyError, VerifyErrorKind as Kind};
use super::scope::Scope;
use super::types::{Check, check_type, known, refuse, same_count};
use super::{MAX_REGISTERS, assigned, calls, ops, regions};
use crate::isa::{Instr, Op};
use crate::pack::{Function, Id, Pack, ProcedureDef, question};

/// The shared state of the checks of all functions: memory to work in, and a count of the steps that they
/// took.
#[derive(Default)]
pub(super) struct Work {
    assigned: assigned::Scratch,
    regions: regions::Scratch,
    /// The calls that code makes.
    pub(super) calls: Vec<calls::Call>,
    pub(super) steps: u64,
}

/// Checks a function; `procedure` is the one it is the function of.
pub(super) fn check(
    pack: &Pack,
    index: usize,
    procedure: Option<Id<ProcedureDef>>,
    work: &mut Work,
) -> Result<(), VerifyError> {
    let function = &pack.functions[index];
    let scope = Scope {
        pack,
        function,
        procedure,
    };
    let at = |pc: Option<usize>| {
        move |kind: Box<Kind>| VerifyError {
            place: Site::Function {
                index,
                name: function.name.clone(),
                pc,
            },
            kind: *kind,
        }
    };
    shape(&scope).map_err(at(None))?;
    let checked = match assigned::is_small(function.registers.len()) {
        true => instructions::<1>(&scope, index, work),
        false => instructions::<4>(&scope, index, work),
    };
    let has_regions = checked.map_err(|refused| at(Some(refused.0))(refused.1))?;
    if has_regions {
        regions::check(&scope, &mut work.regions, &mut work.steps)
            .map_err(|refused| at(Some(refused.0))(Box::new(refused.1)))?;
    }
    Ok(())
}

/// Checks each instruction; whether some of them take part in regions. If one fails, which and why.
fn instructions<const WORDS: usize>(
    scope: &Scope,
    index: usize,
    work: &mut Work,
) -> Result<bool, (usize, Box<Kind>)> {
    let function = scope.function;
    let first = usize::from(function.params).max(scope.exposed_registers());
    let code = &function.code;
    work.steps += code.len() as u64;
    let scratch = &mut work.assigned;
    let mut sweep = assigned::Sweep::<WORDS>::new(scope.pack, function.result, code.len(), first, scratch);
    let mut has_regions = false;
    for (pc, &instr) in code.iter().enumerate() {
        let jump = if instr.op.jumps() { jump(code, pc) } else { Ok(()) };
        jump.and_then(|()| ops::check(scope, instr))
            .and_then(|()| written(&mut sweep, pc, instr))
            .map_err(|kind| (pc, kind))?;
        has_regions |= regions::concern(instr.op);
        if calls::is_call(instr) {
            work.calls.push(calls::Call {
                function: index,
                instr,
            });
        }
    }
    Ok(has_regions)
}

#[inline]
fn written<const WORDS: usize>(sweep: &mut assigned::Sweep<'_, WORDS>, pc: usize, instr: Instr) -> Check {
    let mut found = None;
    sweep.visit(pc, instr, |register| found = Some(register));
    match found {
        None => Ok(()),
        Some(register) => refuse(Kind::ReadBeforeWritten { register }),
    }
}

fn shape(scope: &Scope) -> Check {
    let function = scope.function;
    registers(scope)?;
    context(scope)?;
    if !function.lines.is_empty() {
        same_count("lines", function.lines.len(), function.code.len())?;
    }
    question::check(function).or_else(|what| refuse(Kind::WrongQuestion { what }))?;
    match function.code.last() {
        None => refuse(Kind::NoCode),
        Some(Instr {
            op: Op::Return | Op::Jump,
            ..
        }) => Ok(()),
        Some(last) => refuse(Kind::RunsOffTheEnd { last: last.op }),
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
        return refuse(Kind::TooMany {
            what: "registers",
            found,
            limit: MAX_REGISTERS,
        });
    }
    if usize::from(*params) > found {
        return refuse(Kind::TooMany {
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
        known(&scope.pack.procedures, index)?;
    }
    let Some(index) = scope.procedure else {
        return Ok(());
    };
    if scope.function.context.is_some() {
        return refuse(Kind::WrongContext {
            found: scope.function.context,
            wanted: None,
        });
    }
    let slots = &known(&scope.pack.procedures, index)?.slots;
    if slots.len() < usize::from(scope.function.params) {
        let (found, wanted) = (slots.len(), usize::from(scope.function.params));
        return refuse(Kind::WrongCount {
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
            found => refuse(Kind::WrongType {
                register,
                found,
                wanted: slot.ty,
            }),
        })
}

/// A jump stays inside, and goes backwards only from a `jump` to a loop head.
fn jump(code: &[Instr], pc: usize) -> Check {
    let instr = code[pc];
    let target = usize::try_from(instr.imm)
        .ok()
        .filter(|&target| target < code.len())
        .ok_or(Kind::BadTarget {
            target: instr.imm,
            length: code.len(),
        })?;
    let back_to_head = instr.op == Op::Jump && matches!(code[target].op, Op::ForNext | Op::ForCount);
    if target > pc || back_to_head {
        Ok(())
    } else {
        refuse(Kind::BackwardJump { target })
    }
}
