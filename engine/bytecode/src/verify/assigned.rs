//! Definite assignment: on every way to a read of a register lies a write.
//!
//! Parameters, and the slots of a procedure, which rules can read and write at any window, count as written; slots
//! begin as the null of their type, as the language says of variables.
//!
//! One sweep from the first instruction to the last is enough, since only jumps to loop heads go backwards: a loop is
//! entered at its top alone (see [`super::regions`]), so whatever is written when control comes back to the head was
//! written, or more, when it first came there. At a target that lies ahead the sets of all ways to it are intersected.
//! Code that control cannot reach holds no reads that matter.

use super::operands::Operands;
use crate::isa::{Instr, Op};
use crate::pack::Pack;
use crate::ty::Ty;

/// A set of registers, in as many words as the function needs.
type Set<const WORDS: usize> = [u64; WORDS];

/// Whether one word is enough for the registers of a function. Most functions have few registers, and a set is kept for
/// each instruction.
pub(crate) fn is_small(registers: usize) -> bool {
    registers <= 64
}

/// The memory of a sweep; used again for the next function.
#[derive(Default)]
pub(crate) struct Scratch {
    /// For each instruction, what is written on all ways that jump to it; a set after the other.
    arriving: Vec<u64>,
}

/// The sweep at one place.
pub(crate) struct Sweep<'a, const WORDS: usize> {
    pack: &'a Pack,
    arriving: &'a mut [Set<WORDS>],
    /// The registers that are written on every way to here; all of them if there is no way.
    written: Set<WORDS>,
    gives_nothing: bool,
}

impl<'a, const WORDS: usize> Sweep<'a, WORDS> {
    /// A sweep through a function whose first registers are written at its start.
    pub(crate) fn new(
        pack: &'a Pack,
        result: Ty,
        length: usize,
        first: usize,
        scratch: &'a mut Scratch,
    ) -> Self {
        scratch.arriving.clear();
        scratch.arriving.resize(length * WORDS, u64::MAX);
        let mut written = [0; WORDS];
        (0..first).for_each(|register| add(&mut written, register));
        Self {
            pack,
            arriving: scratch.arriving.as_chunks_mut().0,
            written,
            gives_nothing: result == Ty::NOTHING,
        }
    }

    /// Goes on to the next instruction, whose jump target, if it has one, exists. Calls `missing` for each register
    /// that it reads and that is not written on every way.
    #[inline]
    pub(crate) fn visit(&mut self, pc: usize, instr: Instr, mut missing: impl FnMut(usize)) {
        common(&mut self.written, &self.arriving[pc]);
        let operands = Operands::of(self.pack, instr);
        if !(instr.op == Op::Return && self.gives_nothing) {
            operands.each_read(|register| {
                if !has(&self.written, register) {
                    missing(register);
                }
            });
        }
        if instr.op.jumps()
            && let Some(there) = self.arriving.get_mut(instr.imm as usize)
        {
            common(there, &self.written);
        }
        match instr.op {
            Op::Jump | Op::Return => self.written = [u64::MAX; WORDS],
            _ => operands.each_written(|register| add(&mut self.written, register)),
        }
    }
}

/// Sweeps through code of so many registers; calls `missing` with place and register of each read without a write.
pub(crate) fn sweep(
    pack: &Pack,
    result: Ty,
    code: &[Instr],
    registers: usize,
    first: usize,
    scratch: &mut Scratch,
    missing: impl FnMut(usize, usize),
) {
    if is_small(registers) {
        sweep_with(
            Sweep::<1>::new(pack, result, code.len(), first, scratch),
            code,
            missing,
        );
    } else {
        sweep_with(
            Sweep::<4>::new(pack, result, code.len(), first, scratch),
            code,
            missing,
        );
    }
}

fn sweep_with<const WORDS: usize>(
    mut sweep: Sweep<'_, WORDS>,
    code: &[Instr],
    mut missing: impl FnMut(usize, usize),
) {
    for (pc, &instr) in code.iter().enumerate() {
        sweep.visit(pc, instr, |register| missing(pc, register));
    }
}

fn add<const WORDS: usize>(set: &mut Set<WORDS>, register: usize) {
    if let Some(word) = set.get_mut(register / 64) {
        *word |= 1 << (register % 64);
    }
}

fn has<const WORDS: usize>(set: &Set<WORDS>, register: usize) -> bool {
    set.get(register / 64)
        .is_none_or(|word| word & (1 << (register % 64)) != 0)
}

fn common<const WORDS: usize>(set: &mut Set<WORDS>, other: &Set<WORDS>) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
}
