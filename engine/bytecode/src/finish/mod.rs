//! Finishing: shorter code that does the same, made from what the compiler emits in the simplest way.
//!
//! The compiler computes every expression into a register of its own, loads every number, and moves results to where
//! they belong. [`finish`] uses the instructions that take a number or jump by a comparison, lets results arrive where
//! they are wanted, goes straight to where a chain of jumps ends, and leaves out what nobody reads. Registers keep
//! their numbers and types.
//!
//! | file | what lives there |
//! |---|---|
//! | `flow` | jump targets, which registers are read later, taking instructions out |
//! | `fold` | known numbers and copies, within stretches that nothing jumps into |
//! | `fuse` | two neighbours made one, chains of jumps, what nobody reads |
//! | `asked` | questions stay where their answers lie |
//! | `nulls` | null values for registers that some way reads before it writes them |
//!
//! Unchanged are the order of everything that can be noticed (calls, changes of the state, questions), and
//! the shape of loops that the verifier knows. Nothing here is trusted: the verifier proves the result like
//! any other code.

mod asked;
mod flow;
mod fold;
mod fuse;
mod nulls;

use crate::isa::{Access, Instr, Op};
use crate::pack::{Pack, Question, SourceRef};
use crate::ty::{Base, Ty};
use crate::verify::assigned;
use flow::{Flow, Registers};
use fold::Facts;

/// How often the passes run over one function at most; each makes chances for the others.
const ROUNDS: usize = 4;

/// The code of one function, with the line of each instruction.
#[derive(Default)]
pub struct Code {
    /// The instructions.
    pub instrs: Vec<Instr>,
    /// The source of each instruction; empty if lines are not kept.
    pub lines: Vec<SourceRef>,
    /// The questions that the code answers, in the words of its text.
    pub questions: Vec<Question>,
}

/// The facts about a function besides its code.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The types of its registers.
    pub registers: &'a [Ty],
    /// The number of parameters among them.
    pub params: usize,
    /// The type of its result.
    pub result: Ty,
    /// How many of the first registers rules in the function's windows reach.
    pub exposed: usize,
}

/// Whether an instruction compares a small number that stands for something with a name, such as a row or a thing. What number that has
/// depends on all that the pack has besides: if its code depended on whether the number is small, too, a card would change with
/// every other one.
pub(super) fn is_numbered(registers: &[Ty], instr: Instr) -> bool {
    let ty = registers.get(usize::from(instr.a));
    let is_named = ty.is_some_and(|ty| matches!(ty.base, Base::Row(_) | Base::Thing | Base::Entity(_)));
    is_named && instr.c != 0 && matches!(instr.op, Op::JumpEqI | Op::JumpNeI)
}

/// Makes the code of every function shorter.
pub fn finish(pack: &mut Pack) {
    let exposed = exposed(pack);
    let mut finisher = Finisher::default();
    for (index, exposed) in exposed.into_iter().enumerate() {
        let function = &mut pack.functions[index];
        let mut code = Code {
            instrs: std::mem::take(&mut function.code),
            lines: std::mem::take(&mut function.lines),
            questions: std::mem::take(&mut function.questions),
        };
        let function = &pack.functions[index];
        let frame = Frame {
            registers: &function.registers,
            params: usize::from(function.params),
            result: function.result,
            exposed,
        };
        finisher.function(pack, frame, &mut code);
        let function = &mut pack.functions[index];
        (function.code, function.lines) = (code.instrs, code.lines);
        function.questions = code.questions;
    }
}

/// For each function, how many of its first registers rules in its windows reach.
#[must_use]
pub fn exposed(pack: &Pack) -> Vec<usize> {
    let mut exposed = vec![0; pack.functions.len()];
    for procedure in &pack.procedures {
        if let Some(count) = exposed.get_mut(procedure.function.place()) {
            *count = procedure.slots.len();
        }
    }
    exposed
}

/// Finishes one function after the other, in memory that is used again.
#[derive(Default)]
pub struct Finisher {
    flow: Flow,
    facts: Facts,
    assigned: assigned::Scratch,
}

impl Finisher {
    /// Makes the code of a function shorter. Of the pack's functions only parameters and results are looked at.
    pub fn function(&mut self, pack: &Pack, frame: Frame<'_>, code: &mut Code) {
        if is_plain(frame, code) {
            self.improve(pack, frame, code);
        }
    }

    fn improve(&mut self, pack: &Pack, frame: Frame<'_>, code: &mut Code) {
        for round in 1..=ROUNDS {
            // Results arrive where they belong before copies are looked through: then fewer copies are left.
            let mut changed = fuse::thread(code);
            self.flow.find_targets(code);
            if !self.flow.find_live(pack, frame, code) {
                break;
            }
            changed |= fuse::fuse(pack, frame, code, &mut self.flow);
            changed |= self.flow.take_out(code);
            if round < ROUNDS {
                self.flow.find_targets(code);
                changed |= fold::fold(pack, frame, code, &self.flow, &mut self.facts);
            }
            if !changed {
                break;
            }
        }
        nulls::fill(pack, frame, code, &mut self.assigned);
    }
}

/// Whether lines belong to instructions, jumps stay inside and registers exist; other code is left to the verifier,
/// which refuses it.
fn is_plain(frame: Frame<'_>, code: &Code) -> bool {
    let inside = |instr: &Instr| {
        !instr.op.jumps() || usize::try_from(instr.imm).is_ok_and(|target| target < code.instrs.len())
    };
    let exist = |instr: &Instr| {
        let access = instr.op.access();
        let named = [instr.a, instr.b, instr.c].into_iter().zip(Access::NAMES);
        named
            .into_iter()
            .all(|(register, flag)| !access.has(flag) || usize::from(register) < frame.registers.len())
    };
    (code.lines.is_empty() || code.lines.len() == code.instrs.len())
        && code.instrs.iter().all(|instr| inside(instr) && exist(instr))
}
