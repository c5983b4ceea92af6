//! Null values for registers that some way reads before it writes them: the verifier wants every read to be
//! preceded by a write. One write at the start of the function is enough for each.

use super::{Code, Frame, Registers, asked};
use crate::isa::{Instr, Op};
use crate::pack::Pack;
use crate::verify::assigned;

/// Writes null at the start to every register that is read before it is written.
pub(super) fn fill(pack: &Pack, frame: Frame<'_>, code: &mut Code, scratch: &mut assigned::Scratch) {
    let mut missing = Registers::default();
    let mut some = false;
    let first = frame.params.max(frame.exposed);
    assigned::sweep(
        pack,
        frame.result,
        &code.instrs,
        frame.registers.len(),
        first,
        scratch,
        |_, register| {
            missing.add(register);
            some = true;
        },
    );
    if !some {
        return;
    }
    let nulls: Vec<Instr> = (0..frame.registers.len())
        .filter(|&register| missing.has(register))
        .map(|register| Instr::new(Op::Const, register as u8, 0, 0, 0))
        .collect();
    for instr in code.instrs.iter_mut().filter(|instr| instr.op.jumps()) {
        instr.imm += nulls.len() as i32;
    }
    if let Some(&line) = code.lines.first() {
        code.lines.splice(0..0, nulls.iter().map(|_| line));
    }
    asked::shifted(code, nulls.len());
    code.instrs.splice(0..0, nulls);
}
