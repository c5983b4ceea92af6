//! Known numbers and copies: within a stretch that nothing jumps into, a register that was just loaded or copied
//! need not be read.

use super::flow::{Flow, stops};
use super::{Code, Frame, is_numbered};
use crate::isa::{Instr, Op};
use crate::pack::Pack;
use crate::ty::Ty;
use crate::verify::operands::Operands;

/// The known content of a register.
#[derive(Clone, Copy)]
enum Known {
    Nothing,
    Number(i32),
    /// The content of another register, as it was after so many writes to that one.
    Copy(u8, u32),
}

/// The known contents of all registers at one place; used again for the next function.
pub(super) struct Facts {
    known: [Known; 256],
    /// The number of times that each register was written.
    writes: [u32; 256],
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            known: [Known::Nothing; 256],
            writes: [0; 256],
        }
    }
}

/// Uses what is known; whether something changed.
pub(super) fn fold(pack: &Pack, frame: Frame<'_>, code: &mut Code, flow: &Flow, facts: &mut Facts) -> bool {
    // Registers that the function does not have are never asked about.
    let registers = ..frame.registers.len().min(256);
    facts.known[registers].fill(Known::Nothing);
    facts.writes[registers].fill(0);
    let mut changed = false;
    for pc in 0..code.instrs.len() {
        if flow.targets[pc] {
            facts.known[registers].fill(Known::Nothing);
        }
        let before = code.instrs[pc];
        let plain = facts.with_sources(frame.registers, before);
        let folded = facts.folded(plain);
        let after = if is_numbered(frame.registers, folded) {
            plain
        } else {
            folded
        };
        changed |= before != after;
        code.instrs[pc] = after;
        facts.note(pack, after, frame.exposed);
    }
    changed
}

impl Facts {
    /// The instruction with copies replaced by what they were copied from.
    fn with_sources(&self, types: &[Ty], mut instr: Instr) -> Instr {
        let [a, b, c] = plain_reads(instr.op);
        for (register, is_read) in [(&mut instr.a, a), (&mut instr.b, b), (&mut instr.c, c)] {
            if is_read && let Known::Copy(source, write) = self.known[usize::from(*register)] {
                let same = types.get(usize::from(source)) == types.get(usize::from(*register));
                if same && self.writes[usize::from(source)] == write {
                    *register = source;
                }
            }
        }
        instr
    }

    fn number(&self, register: u8) -> Option<i32> {
        match self.known[usize::from(register)] {
            Known::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The instruction with known numbers as operands.
    fn folded(&self, instr: Instr) -> Instr {
        let Instr { op, a, b, c, .. } = instr;
        let with = |op, b, imm| Instr::new(op, a, b, 0, imm);
        let (left, right) = (self.number(b), self.number(c));
        let better = match op {
            Op::Move => left.map(|n| with(Op::Const, 0, n)),
            Op::Not => left.map(|n| with(Op::Const, 0, i32::from(n == 0))),
            Op::Add => right
                .map(|n| with(Op::AddI, b, n))
                .or(left.map(|n| with(Op::AddI, c, n))),
            Op::Sub => right.and_then(i32::checked_neg).map(|n| with(Op::AddI, b, n)),
            Op::Mul => right
                .map(|n| with(Op::MulI, b, n))
                .or(left.map(|n| with(Op::MulI, c, n))),
            Op::Div => right.map(|n| with(Op::DivI, b, n)),
            Op::Eq => right
                .map(|n| with(Op::EqI, b, n))
                .or(left.map(|n| with(Op::EqI, c, n))),
            Op::Lt => right
                .map(|n| with(Op::LtI, b, n))
                .or(left.map(|n| with(Op::GtI, c, n))),
            Op::Le => {
                let most = right.and_then(|n| n.checked_add(1)).map(|n| with(Op::LtI, b, n));
                most.or(left.and_then(|n| n.checked_sub(1)).map(|n| with(Op::GtI, c, n)))
            }
            _ => self.folded_jump(instr),
        };
        better.unwrap_or(instr)
    }

    /// A jump that compares with a small number.
    fn folded_jump(&self, instr: Instr) -> Option<Instr> {
        let Instr { op, a, b, imm, .. } = instr;
        let small = |op, register, number: Option<i32>| {
            let number = i8::try_from(number?).ok()?;
            Some(Instr::new(op, register, 0, number as u8, imm))
        };
        let (left, right) = (self.number(a), self.number(b));
        let less = |n: Option<i32>| n?.checked_sub(1);
        match op {
            Op::JumpEq => small(Op::JumpEqI, a, right).or_else(|| small(Op::JumpEqI, b, left)),
            Op::JumpNe => small(Op::JumpNeI, a, right).or_else(|| small(Op::JumpNeI, b, left)),
            Op::JumpLt => small(Op::JumpLeI, a, less(right)).or_else(|| small(Op::JumpGtI, b, left)),
            Op::JumpLe => small(Op::JumpLeI, a, right).or_else(|| small(Op::JumpGtI, b, less(left))),
            _ => None,
        }
    }

    /// Notes what is known behind an instruction.
    fn note(&mut self, pack: &Pack, instr: Instr, exposed: usize) {
        Operands::of(pack, instr).each_written(|register| self.forget(register));
        if stops(instr.op) {
            (0..exposed).for_each(|slot| self.forget(slot));
        }
        self.known[usize::from(instr.a)] = match instr.op {
            Op::Const => Known::Number(instr.imm),
            Op::Move if instr.a != instr.b => Known::Copy(instr.b, self.writes[usize::from(instr.b)]),
            _ => return,
        };
    }

    fn forget(&mut self, register: usize) {
        if let (Some(known), Some(writes)) = (self.known.get_mut(register), self.writes.get_mut(register)) {
            *known = Known::Nothing;
            *writes += 1;
        }
    }
}

/// Which of `a`, `b`, `c` are read as one value each, by operations that do not mind which register holds it.
fn plain_reads(op: Op) -> [bool; 3] {
    let (a, b, c) = (true, true, true);
    match op {
        Op::Move
        | Op::Not
        | Op::Field
        | Op::Get
        | Op::Held
        | Op::Standing
        | Op::ListLen
        | Op::Roll
        | Op::As
        | Op::AddI
        | Op::MulI
        | Op::DivI
        | Op::EqI
        | Op::LtI
        | Op::GtI
        | Op::GetSet
        | Op::ListPush => [false, b, false],
        Op::Add
        | Op::Sub
        | Op::Mul
        | Op::Div
        | Op::Min
        | Op::Max
        | Op::Eq
        | Op::Ne
        | Op::Lt
        | Op::Le
        | Op::ListAt
        | Op::ListHas
        | Op::Sort
        | Op::Choose => [false, b, c],
        // Its c is written, too.
        Op::Offer => [false, b, false],
        Op::May | Op::ChoosePlace => [false, false, c],
        Op::JumpIfNot
        | Op::JumpIf
        | Op::JumpEqI
        | Op::JumpNeI
        | Op::JumpLeI
        | Op::JumpGtI
        | Op::StoreContext
        | Op::Return
        | Op::Reveal => [a, false, false],
        Op::JumpEq | Op::JumpNe | Op::JumpLt | Op::JumpLe | Op::Set | Op::SetSet | Op::Give | Op::Take => {
            [a, b, false]
        }
        Op::SetSecret => [a, b, c],
        Op::SetEntry => [a, false, false],
        _ => [false; 3],
    }
}
