//! A function under construction: registers with fixed types, instructions, jumps.
//!
//! Registers are taken and given back like a stack, and reused by type. A type never changes, as the verifier asks.

use cardwright_bytecode::pack::SourceRef;
use cardwright_bytecode::{Instr, Op, Ty, finish};
use cardwright_documents::source::Location;

/// The most registers that a function can have.
const MOST_REGISTERS: usize = 256;
/// The most instructions of one function.
const MOST_CODE: usize = 1 << 16;

/// A jump whose target is not known yet.
#[must_use]
pub(super) struct Patch(usize);

/// A loop whose end is not known yet.
#[must_use]
pub(super) struct Loop {
    head: usize,
}

/// Consecutive registers that are used as one.
#[derive(Clone, Copy)]
struct Taken {
    first: u8,
    count: usize,
}

/// A value that was computed.
pub(super) struct Made {
    /// The place in the text that asks for it.
    pub(super) place: Location,
    /// The register that holds it,
    pub(super) register: u8,
    /// as control arrives here.
    pub(super) at: usize,
}

/// A function under construction.
#[derive(Default)]
pub(super) struct Code {
    /// The source of the next instructions.
    pub(super) line: SourceRef,
    pub(super) registers: Vec<Ty>,
    /// The instructions, each with its line.
    pub(super) body: finish::Code,
    pub(super) too_large: bool,
    /// The values of a function whose questions are noted.
    pub(super) made: Vec<Made>,
    free: Vec<Taken>,
    taken: Vec<Taken>,
    stops: Vec<Patch>,
    /// For each open loop of statements, the jumps to its end.
    breaks: Vec<Vec<Patch>>,
}

impl Code {
    /// Consecutive registers, until they are given back.
    pub(super) fn registers(&mut self, types: &[Ty]) -> u8 {
        let first = self.reused(types).unwrap_or_else(|| self.fresh(types));
        let count = types.len();
        self.taken.push(Taken { first, count });
        first
    }

    /// One register, until it is given back.
    pub(super) fn temp(&mut self, ty: Ty) -> u8 {
        self.registers(&[ty])
    }

    /// The registers of these types that were given back last.
    fn reused(&mut self, types: &[Ty]) -> Option<u8> {
        let fits = |free: &Taken| {
            let first = usize::from(free.first);
            self.registers.get(first..first + free.count) == Some(types)
        };
        let at = self.free.iter().rposition(fits)?;
        Some(self.free.remove(at).first)
    }

    fn fresh(&mut self, types: &[Ty]) -> u8 {
        let first = self.registers.len();
        if first + types.len() > MOST_REGISTERS {
            self.too_large = true;
            return 0;
        }
        self.registers.extend_from_slice(types);
        u8::try_from(first).unwrap_or(0)
    }

    /// How many times registers were taken, to give back all that are taken from now on.
    pub(super) fn mark(&self) -> usize {
        self.taken.len()
    }

    /// Gives back all registers taken since `mark`.
    pub(super) fn give_back(&mut self, mark: usize) {
        self.free.extend(self.taken.drain(mark..).rev());
    }

    pub(super) fn emit(&mut self, op: Op, a: u8, b: u8, c: u8, imm: i32) {
        if self.body.instrs.len() >= MOST_CODE {
            self.too_large = true;
            return;
        }
        self.body.instrs.push(Instr::new(op, a, b, c, imm));
        self.body.lines.push(self.line);
    }

    /// Emits an operation whose operand is an index of a table.
    pub(super) fn emit_index(&mut self, op: Op, a: u8, b: u8, c: u8, index: usize) {
        self.emit(op, a, b, c, i32::try_from(index).unwrap_or(i32::MAX));
    }

    /// A jump ahead.
    pub(super) fn jump(&mut self) -> Patch {
        self.emit(Op::Jump, 0, 0, 0, 0);
        Patch(self.body.instrs.len().saturating_sub(1))
    }

    /// A jump ahead if the register is no.
    pub(super) fn jump_if_not(&mut self, register: u8) -> Patch {
        self.emit(Op::JumpIfNot, register, 0, 0, 0);
        Patch(self.body.instrs.len().saturating_sub(1))
    }

    /// Lets the jumps arrive here.
    pub(super) fn arrive(&mut self, patches: impl IntoIterator<Item = Patch>) {
        let target = i32::try_from(self.body.instrs.len()).unwrap_or(i32::MAX);
        for Patch(at) in patches {
            if let Some(instr) = self.body.instrs.get_mut(at) {
                instr.imm = target;
            }
        }
    }

    /// Begins a loop over the members of a set.
    pub(super) fn for_next(&mut self, list: u8, index: u8, item: u8) -> Loop {
        self.emit(Op::Const, index, 0, 0, 0);
        let head = self.body.instrs.len();
        self.emit(Op::ForNext, list, index, item, 0);
        Loop { head }
    }

    /// Begins a loop that runs so many times.
    pub(super) fn for_count(&mut self, limit: u8, index: u8) -> Loop {
        self.emit(Op::Const, index, 0, 0, 0);
        let head = self.body.instrs.len();
        self.emit(Op::ForCount, limit, index, 0, 0);
        Loop { head }
    }

    /// Jumps back to the loop's head.
    pub(super) fn again(&mut self, which: &Loop) {
        let head = i32::try_from(which.head).unwrap_or(i32::MAX);
        self.emit(Op::Jump, 0, 0, 0, head);
    }

    /// Ends the loop: its head leaves to here.
    pub(super) fn end_loop(&mut self, which: Loop) {
        self.again(&which);
        self.arrive([Patch(which.head)]);
    }

    /// Enters a loop: from here on `break` leaves it.
    pub(super) fn enter_loop(&mut self) {
        self.breaks.push(Vec::new());
    }

    /// Jumps to the end of the innermost loop.
    pub(super) fn leave_loop(&mut self) {
        let patch = self.jump();
        if let Some(breaks) = self.breaks.last_mut() {
            breaks.push(patch);
        }
    }

    /// Lets every `break` of the innermost loop arrive here.
    pub(super) fn arrive_breaks(&mut self) {
        let breaks = self.breaks.pop().unwrap_or_default();
        self.arrive(breaks);
    }

    /// Jumps to where the function leaves.
    pub(super) fn stop(&mut self) {
        let patch = self.jump();
        self.stops.push(patch);
    }

    /// Lets every stop so far arrive here.
    pub(super) fn arrive_stops(&mut self) {
        let stops = std::mem::take(&mut self.stops);
        self.arrive(stops);
    }

    /// Ends the function: even one that gives nothing has a register to return.
    pub(super) fn end(&mut self, result: Ty) {
        if self.registers.is_empty() {
            self.registers.push(result);
        }
    }

    /// Forgets everything for the next function, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.line = SourceRef::default();
        self.registers.clear();
        self.body.instrs.clear();
        self.body.lines.clear();
        self.body.questions.clear();
        self.made.clear();
        self.too_large = false;
        self.free.clear();
        self.taken.clear();
        self.stops.clear();
        self.breaks.clear();
    }
}
