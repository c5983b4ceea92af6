//! Two neighbours made one, chains of jumps followed to their end, and what nobody reads left out.

use super::asked;
use super::flow::{Flow, only_writes};
use super::{Code, Frame, is_numbered};
use crate::isa::{Instr, Op};
use crate::pack::Pack;
use crate::verify::operands::Operands;

/// How far a chain of jumps is followed.
const MAX_CHAIN: usize = 8;

/// Lets each jump go to where the jumps at its target lead; whether something changed.
pub(super) fn thread(code: &mut Code) -> bool {
    let mut changed = false;
    for pc in 0..code.instrs.len() {
        let instr = code.instrs[pc];
        if !instr.op.jumps() {
            continue;
        }
        let end = last_target(&code.instrs, pc, instr);
        if end != instr.imm {
            code.instrs[pc].imm = end;
            changed = true;
        }
    }
    changed
}

/// The last target of a chain of jumps that begins with `instr`. Only a plain jump can go backwards.
fn last_target(code: &[Instr], pc: usize, instr: Instr) -> i32 {
    let mut at = instr.imm;
    for _ in 0..MAX_CHAIN {
        let next = match code.get(at as usize).and_then(|there| follow(instr, *there, at)) {
            Some(next) if instr.op == Op::Jump || next > pc as i32 => next,
            _ => break,
        };
        at = next;
    }
    at
}

/// The instruction at which control goes on if the jump `from` arrives at the instruction `there`, which is
/// at `at`; `None` if `there` does not pass it on.
fn follow(from: Instr, there: Instr, at: i32) -> Option<i32> {
    let is_yes = match from.op {
        Op::JumpIf => Some(true),
        Op::JumpIfNot => Some(false),
        _ => None,
    };
    match (is_yes, there.op) {
        (_, Op::Jump) => Some(there.imm),
        (Some(yes), Op::JumpIf | Op::JumpIfNot) if from.a == there.a => {
            let jumps = yes == (there.op == Op::JumpIf);
            Some(if jumps { there.imm } else { at + 1 })
        }
        _ => None,
    }
}

/// Makes one instruction of two where that does the same, and marks what is useless; whether something changed.
pub(super) fn fuse(pack: &Pack, frame: Frame<'_>, code: &mut Code, flow: &mut Flow) -> bool {
    let mut changed = false;
    for pc in 0..code.instrs.len() {
        let instr = code.instrs[pc];
        if flow.useless[pc] {
            continue;
        }
        if is_useless(code, flow, pc) {
            flow.useless[pc] = true;
            continue;
        }
        let Some(&second) = code.instrs.get(pc + 1).filter(|_| !flow.targets[pc + 1]) else {
            continue;
        };
        let read_later = flow.live_after[pc + 1].has(usize::from(instr.a));
        if second.op == Op::Move && second.b == instr.a && !read_later && can_arrive_elsewhere(pack, instr) {
            code.instrs[pc].a = second.a;
            asked::moved(code, pc + 1, instr.a, second.a);
            (flow.useless[pc + 1], changed) = (true, true);
        } else if let Some(jump) = compared(instr, second)
            && !read_later
            && !is_numbered(frame.registers, jump)
        {
            // The place of the jump is kept, since a loop's end may be counted from it.
            asked::gone(code, pc + 1, instr.a);
            code.instrs[pc + 1] = jump;
            if let Some(&line) = code.lines.get(pc) {
                code.lines[pc + 1] = line;
            }
            (flow.useless[pc], changed) = (true, true);
        }
    }
    changed
}

fn is_useless(code: &Code, flow: &Flow, pc: usize) -> bool {
    let instr = code.instrs[pc];
    let unread = only_writes(instr) && !flow.live_after[pc].has(usize::from(instr.a));
    let to_itself = instr.op == Op::Move && instr.a == instr.b;
    let to_next =
        instr.op.jumps() && instr.imm as usize == pc + 1 && !matches!(instr.op, Op::ForNext | Op::ForCount);
    unread || to_itself || to_next
}

/// Whether the result of an instruction can be written to any register that could hold it.
fn can_arrive_elsewhere(pack: &Pack, instr: Instr) -> bool {
    let gives = || Operands::of(pack, instr).written().eq([usize::from(instr.a)]);
    match instr.op {
        Op::Core
        | Op::Value
        | Op::Can
        | Op::Call
        | Op::All
        | Op::Held
        | Op::Standing
        | Op::Rows
        | Op::GetSet
        | Op::Entry
        | Op::Sort
        | Op::Roll => gives(),
        _ => only_writes(instr),
    }
}

/// The jump that compares by itself.
fn compared(test: Instr, jump: Instr) -> Option<Instr> {
    let yes = match jump.op {
        Op::JumpIf => true,
        Op::JumpIfNot => false,
        _ => return None,
    };
    if jump.a != test.a {
        return None;
    }
    let (b, c) = (test.b, test.c);
    let two = |op, a, b| Some(Instr::new(op, a, b, 0, jump.imm));
    let small = |op, number: Option<i32>| {
        let number = i8::try_from(number?).ok()?;
        Some(Instr::new(op, b, 0, number as u8, jump.imm))
    };
    match (test.op, yes) {
        (Op::Not, true) => two(Op::JumpIfNot, b, 0),
        (Op::Not, false) => two(Op::JumpIf, b, 0),
        (Op::Eq, true) | (Op::Ne, false) => two(Op::JumpEq, b, c),
        (Op::Eq, false) | (Op::Ne, true) => two(Op::JumpNe, b, c),
        (Op::Lt, true) => two(Op::JumpLt, b, c),
        (Op::Lt, false) => two(Op::JumpLe, c, b),
        (Op::Le, true) => two(Op::JumpLe, b, c),
        (Op::Le, false) => two(Op::JumpLt, c, b),
        (Op::EqI, true) => small(Op::JumpEqI, Some(test.imm)),
        (Op::EqI, false) => small(Op::JumpNeI, Some(test.imm)),
        (Op::LtI, true) => small(Op::JumpLeI, test.imm.checked_sub(1)),
        (Op::LtI, false) => small(Op::JumpGtI, test.imm.checked_sub(1)),
        (Op::GtI, true) => small(Op::JumpGtI, Some(test.imm)),
        (Op::GtI, false) => small(Op::JumpLeI, Some(test.imm)),
        _ => None,
    }
}
