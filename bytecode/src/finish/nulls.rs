//! Null values for registers that some way reads before it writes them: the verifier wants every read to be
//! preceded by a write. One write at the start of the function is enough for each.

use super::{Code, Registers};
use crate::isa::{Instr, Op};
use crate::pack::Pack;
use crate::verify::assigned;

/// Writes null at the start to every register that is read before it is written.
pub(super) fn fill(pack: &Pack, index: usize, code: &mut Code) {
    let mut missing = Registers::default();
    let mut some = false;
    let function = &pack.functions[index];
    let mut scratch = assigned::Scratch::default();
    let first = usize::from(function.params).max(code.exposed);
    assigned::sweep(
        pack,
        function.result,
        &code.instrs,
        first,
        &mut scratch,
        |_, register| {
            missing.add(register);
            some = true;
        },
    );
    if !some {
        return;
    }
    let nulls: Vec<Instr> = (0..function.registers.len())
        .filter(|&register| missing.has(register))
        .map(|register| Instr::new(Op::Const, register as u8, 0, 0, 0))
        .collect();
    for instr in code.instrs.iter_mut().filter(|instr| instr.op.jumps()) {
        instr.imm += nulls.len() as i32;
    }
    if let Some(&line) = code.lines.first() {
        code.lines.splice(0..0, nulls.iter().map(|_| line));
    }
    code.instrs.splice(0..0, nulls);
}
