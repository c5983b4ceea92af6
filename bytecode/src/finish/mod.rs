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
//! | `nulls` | null values for registers that some way reads before it writes them |
//!
//! What stays as it is: the order of everything that can be noticed (calls, changes of the state, questions), and
//! the shape of loops that the verifier knows. Nothing here is trusted: the verifier proves the result like any other code.

mod flow;
mod fold;
mod fuse;
mod nulls;

use crate::isa::Instr;
use crate::pack::{Pack, SourceRef};
use flow::{Flow, Registers};

/// How often the passes run over one function at most; each makes chances for the others.
const ROUNDS: usize = 4;

/// The code of one function, with the line of each instruction.
struct Code {
    instrs: Vec<Instr>,
    /// As many as instructions, or none at all.
    lines: Vec<SourceRef>,
    /// Registers that rules in the function's windows reach.
    exposed: usize,
}

/// Makes the code of every function shorter.
pub fn finish(pack: &mut Pack) {
    let mut exposed = vec![0; pack.functions.len()];
    for procedure in &pack.procedures {
        if let Some(count) = exposed.get_mut(procedure.function as usize) {
            *count = procedure.slots.len();
        }
    }
    let mut flow = Flow::default();
    for (index, exposed) in exposed.into_iter().enumerate() {
        let function = &mut pack.functions[index];
        let mut code = Code {
            instrs: std::mem::take(&mut function.code),
            lines: std::mem::take(&mut function.lines),
            exposed,
        };
        if is_plain(&code) {
            improve(pack, index, &mut code, &mut flow);
        }
        let function = &mut pack.functions[index];
        (function.code, function.lines) = (code.instrs, code.lines);
    }
}

/// Whether lines belong to instructions and jumps stay inside; other code is left to the verifier, which refuses it.
fn is_plain(code: &Code) -> bool {
    let inside = |instr: &Instr| {
        !instr.op.jumps() || usize::try_from(instr.imm).is_ok_and(|target| target < code.instrs.len())
    };
    (code.lines.is_empty() || code.lines.len() == code.instrs.len()) && code.instrs.iter().all(inside)
}

fn improve(pack: &Pack, index: usize, code: &mut Code, flow: &mut Flow) {
    let types = &pack.functions[index].registers;
    for round in 1..=ROUNDS {
        // Results arrive where they belong before copies are looked through: then fewer copies are left.
        let mut changed = fuse::thread(code);
        flow.find_targets(code);
        if !flow.find_live(pack, index, code) {
            break;
        }
        changed |= fuse::fuse(pack, code, flow);
        changed |= flow.take_out(code);
        if round < ROUNDS {
            flow.find_targets(code);
            changed |= fold::fold(pack, types, code, flow);
        }
        if !changed {
            break;
        }
    }
    nulls::fill(pack, index, code);
}
