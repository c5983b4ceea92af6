//! Runs code instruction by instruction, and notes how the questions in it are answered: for whoever wants to know which
//! branches a game has reached. Answers, fuel and limits are those of an ordinary run.
//!
//! Not here: what a question is (`cardwright_bytecode::pack::question`).

use crate::Host;
use crate::code::Code;
use crate::machine::{Machine, Yield};
use cardwright_bytecode::pack::{Answer, FuncId, Function};
use cardwright_bytecode::verify::Seen;

/// A question that was begun and is not answered yet.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Begun {
    /// How many frames stand below its own.
    depth: usize,
    question: usize,
}

/// The instruction that comes next, and the questions that its function has.
#[derive(Clone, Copy)]
struct Here<'a> {
    /// How many frames there are.
    depth: usize,
    function: FuncId,
    pc: u32,
    base: u32,
    code: &'a Function,
}

impl Machine {
    /// Runs until the machine stops, and notes on the way how questions are answered.
    pub(crate) fn follow<H: Host>(&mut self, code: &Code<'_>, host: &mut H, seen: &Seen) -> Yield {
        // A question holds no decision, so none is open when the machine stops.
        let mut begun = Vec::new();
        loop {
            let here = self.here(code);
            if let Some(here) = here {
                self.arrive(here, &mut begun, seen);
            }
            let stop = match here {
                Some(_) => self.run_frame::<H, true>(code, host),
                None => self.run_frame::<H, false>(code, host),
            };
            if let Some(stop) = stop {
                return stop;
            }
            if let Some(here) = here {
                self.go_on(here, &mut begun, seen);
            }
        }
    }

    /// The next instruction, if its function has questions.
    fn here<'a>(&self, code: &Code<'a>) -> Option<Here<'a>> {
        let frame = self.frames.last()?;
        let function = &code.pack().functions[frame.function];
        (!function.questions.is_empty()).then_some(Here {
            depth: self.frames.len(),
            function: frame.function,
            pc: frame.pc,
            base: frame.base,
            code: function,
        })
    }

    /// Begins the questions that begin here, and reads the answers that lie in registers.
    fn arrive(&self, here: Here<'_>, begun: &mut Vec<Begun>, seen: &Seen) {
        let Here { depth, pc, .. } = here;
        begun.retain(|one| one.depth < depth || (one.depth == depth && pc > 0));
        for (question, one) in here.code.questions.iter().enumerate() {
            let open = Begun { depth, question };
            if one.from == pc && !begun.contains(&open) {
                begun.push(open);
            }
            if let Answer::Register(register) = one.answer
                && one.at == pc
                && closed(begun, open)
            {
                let answer = self.register(here.base + u32::from(register));
                seen.answer(here.function, question, answer != 0);
            }
        }
    }

    /// Reads the answers that lie in where control goes on.
    fn go_on(&self, here: Here<'_>, begun: &mut Vec<Begun>, seen: &Seen) {
        let Here { depth, pc, .. } = here;
        let Some(next) = self.frames.last().filter(|_| self.frames.len() == depth) else {
            return;
        };
        let target = here.code.code.get(pc as usize).map(|instr| instr.imm as u32);
        // A jump to the next instruction would say nothing.
        let Some(target) = target.filter(|&target| target != pc + 1) else {
            return;
        };
        for (question, one) in here.code.questions.iter().enumerate() {
            let open = Begun { depth, question };
            if let Answer::Jump(answer) = one.answer
                && one.at == pc
                && closed(begun, open)
            {
                seen.answer(here.function, question, answer == (next.pc == target));
            }
        }
    }
}

/// Closes a question; whether it was open.
fn closed(begun: &mut Vec<Begun>, open: Begun) -> bool {
    let place = begun.iter().position(|one| *one == open);
    place.map(|place| begun.swap_remove(place)).is_some()
}
