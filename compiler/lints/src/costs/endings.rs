//! The costs of the end of effects whose ends rules watch: for each instance its procedure, which opens two
//! windows. More effects may end in these, so an effect that ends can end many.
//!
//! Of each effect as many instances end at a window as can run at once. What rules start anew in the windows between is
//! not counted again; whether that can go round is for the lint to say.

use super::{Cost, Costs};
use cardwright_bytecode::pack::StartDef;
use cardwright_bytecode::{Instr, Op};
use std::collections::BTreeSet;

impl Costs<'_> {
    /// The cost as a window opens, for effects that may end there.
    pub(super) fn endings(&self, window: usize) -> Cost {
        let mut ending = BTreeSet::new();
        for (effect, def) in self.pack.effects.iter().enumerate() {
            if def.lasts.is_some() {
                self.end(effect, &mut ending);
            }
        }
        self.end_in(window, &mut ending);
        self.ended(&ending)
    }

    /// The cost if all instances of an effect end.
    pub(super) fn ending(&self, effect: usize) -> Cost {
        let mut ending = BTreeSet::new();
        self.end(effect, &mut ending);
        self.ended(&ending)
    }

    /// Adds the effects that end in a window, and those that end in the windows at their ends.
    fn end_in(&self, window: usize, ending: &mut BTreeSet<usize>) {
        let is_until = |start: &&StartDef| start.ends.iter().any(|until| until.window.place() == window);
        for start in self.pack.starts.iter().filter(is_until) {
            self.end(start.effect.place(), ending);
        }
    }

    /// Adds an effect whose end is watched, and the effects that end in the windows at its end.
    fn end(&self, effect: usize, ending: &mut BTreeSet<usize>) {
        let code = self.at_end(effect);
        if code.is_empty() || !ending.insert(effect) {
            return;
        }
        let windows = code.iter().filter(|instr| instr.op == Op::Window);
        windows.for_each(|instr| self.end_in(instr.imm as usize, ending));
    }

    /// The code that runs at the end of one instance: a procedure without steps, which opens its two windows.
    fn at_end(&self, effect: usize) -> &[Instr] {
        let ended = self.pack.effects.get(effect).and_then(|def| def.ended);
        let function = ended.and_then(|ended| self.pack.functions.find(ended));
        function.map_or(&[], |function| &function.code)
    }

    /// The cost if all instances of these effects end, each once.
    fn ended(&self, effects: &BTreeSet<usize>) -> Cost {
        effects.iter().fold(Cost::default(), |sum, &effect| {
            let instrs = self.at_end(effect).iter();
            let once = Cost {
                fuel: instrs.clone().map(|instr| u64::from(instr.op.info().fuel)).sum(),
                windows: instrs.filter(|instr| instr.op == Op::Window).count() as u64,
                ..Cost::default()
            };
            sum.and(once.times(self.instances()))
        })
    }
}
