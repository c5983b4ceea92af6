//! How functions begin. Most are so short that they return before anything needs to know where they stand, so a function
//! gets its frame only when it comes to an instruction that the straight part of the dispatch loop leaves to others.

use crate::code::Code;
use crate::host::Recall;
use crate::machine::{Bound, Frame, MAX_FRAMES, Machine};
use crate::run::{Here, Next, Pause};
use crate::{Args, Host};
use cardwright_bytecode::pack::FuncId;
use cardwright_bytecode::quick::Quick;
use cardwright_bytecode::{Base, Instr};

/// The arguments of a function that begins.
#[derive(Clone, Copy)]
pub(crate) enum Given<'a> {
    /// The values themselves.
    Values(&'a [i64]),
    /// The registers from this one on.
    From(u32),
}

/// The progress of a function that began.
pub(crate) enum Begun {
    /// The function is over, with this result.
    Returned(i64),
    /// The function's frame is the topmost.
    Running,
}

/// A function to begin.
#[derive(Clone, Copy)]
pub(crate) struct Beginning<'a> {
    pub(crate) function: FuncId,
    pub(crate) given: Given<'a>,
    pub(crate) context: Option<u32>,
    /// The caller's register that gets the result; none if the host called.
    pub(crate) result: Option<u32>,
    /// Whether it runs for an evaluation, and is gone before anybody sees the machine: its registers need not begin with 0,
    /// since verified code writes a register before it reads it.
    pub(crate) is_passing: bool,
}

impl Machine {
    /// Runs a function as far as it goes without a frame of its own.
    #[inline]
    pub(crate) fn begin<H: Host>(
        &mut self,
        pack: &Code<'_>,
        host: &mut H,
        beginning: Beginning<'_>,
    ) -> Result<Begun, Bound> {
        let Beginning {
            function,
            given,
            context,
            result,
            is_passing,
        } = beginning;
        if self.frames.len() >= MAX_FRAMES {
            return Err(Bound::Frames);
        }
        let def = &pack.functions[function];
        let (form, quick) = self.form_here(pack, host, function);
        let count = quick.map_or(def.registers.len(), |quick| quick.registers.len());
        let base = match is_passing {
            true => self.registers.push_unset(count),
            false => self.registers.push(count),
        };
        let params = usize::from(def.params);
        match given {
            Given::Values(values) => self.registers.give(base, params, values),
            Given::From(first) => self.registers.hand_over(first as usize, base, params),
        }
        let here = Here {
            function,
            base,
            context,
            sets: self.sets.len(),
        };
        let mut pc = 0;
        let (pause, code) = match quick {
            Some(quick) => {
                let pause = self.run_quick(pack, host, here, quick, &mut pc);
                self.note_height(quick.height);
                (pause, &quick.code)
            }
            None if pack.answers().is_some() => (Pause::Elsewhere, &def.code),
            None => {
                let pause = self.run_straight::<H, false>(pack, host, here, &def.code, &mut pc);
                (pause, &def.code)
            }
        };
        if matches!(pause, Pause::Return) {
            let value = code.get(pc).map_or(0, |instr| self.at(base, instr.a));
            self.looked = quick.is_none_or(|quick| self.has_looked(base, quick));
            self.registers.truncate(base);
            // As high as it would have stood.
            self.peak.frames = self.peak.frames.max(self.frames.len() as u32 + 1);
            if self.sets.len() > here.sets {
                if def.result.set {
                    return Ok(Begun::Returned(self.forget_sets(here.sets as u32, value)));
                }
                self.sets.truncate(here.sets);
            }
            let is_nothing = !def.result.set && matches!(def.result.base, Base::Nothing);
            return Ok(Begun::Returned(if is_nothing { 0 } else { value }));
        }
        self.stack(Frame {
            function: beginning.function,
            pc: pc as u32,
            base: base as u32,
            context,
            result: result.unwrap_or(0),
            sets_mark: here.sets as u32,
            pools_mark: host.pools(),
            barrier: result.is_none(),
            form,
        });
        Ok(Begun::Running)
    }

    /// A call of another function. Within the caller it would crowd the dispatch loop.
    #[inline(never)]
    pub(crate) fn call_within<H: Host, const ONE: bool>(
        &mut self,
        pack: &Code<'_>,
        host: &mut H,
        here: Here,
        instr: Instr,
        pc: usize,
    ) -> Next {
        let function = instr.id();
        let (result, first) = (here.register(instr.a), here.register(instr.b));
        let context = self.context_for(pack, here, function);
        let beginning = Beginning {
            function,
            given: Given::From(first),
            context,
            result: Some(result),
            is_passing: self.nesting > 0,
        };
        if ONE {
            // Whoever follows code step by step wants to see all of it.
            return self.call_step(pack, host, &beginning, first, pc);
        }
        let mut is_asked = false;
        if host.listens_to(function) {
            let params = usize::from(pack.functions[function].params);
            let mut args = Args::none();
            self.read_args(&mut args, here.base, instr.b, params);
            match host.recall(self, function, &args) {
                Recall::Known(value) => {
                    self.answer(result, value);
                    return Next::Go;
                }
                recall => is_asked = recall == Recall::Asked,
            }
        }
        match self.begin(pack, host, beginning) {
            Err(bound) => Next::Stop(crate::Yield::Bound(bound)),
            Ok(Begun::Returned(value)) => {
                if is_asked {
                    host.remember(self, function, value);
                }
                self.give(pack, function, result, value);
                Next::Go
            }
            Ok(Begun::Running) => {
                self.save_caller(pc);
                if is_asked {
                    self.asked.push(self.frames.len() as u32);
                }
                Next::Frame
            }
        }
    }

    /// A call that only pushes the frame.
    fn call_step<H: Host>(
        &mut self,
        pack: &Code<'_>,
        host: &mut H,
        beginning: &Beginning<'_>,
        first: u32,
        pc: usize,
    ) -> Next {
        let function = beginning.function;
        self.save(pc);
        pack.note(function);
        match self.push(pack, host.pools(), function, beginning.context, beginning.result) {
            Err(bound) => Next::Stop(crate::Yield::Bound(bound)),
            Ok(base) => {
                let params = usize::from(pack.functions[function].params);
                self.registers.hand_over(first as usize, base as usize, params);
                Next::Frame
            }
        }
    }

    /// Notes the peak that the pack's own code would have reached, which may stand higher by `height` frames.
    fn note_height(&mut self, height: u32) {
        self.peak.frames = self.peak.frames.max(self.frames.len() as u32 + height);
        self.peak.nesting = self.peak.nesting.max(self.nesting + height);
    }

    /// Whether quick code that ends now has looked at its second argument.
    #[inline]
    pub(crate) fn has_looked(&self, base: usize, quick: &Quick) -> bool {
        quick.looked.is_none_or(|register| self.at(base, register) != 0)
    }

    /// Hands a result over, if the function has one.
    fn give(&mut self, pack: &Code<'_>, function: FuncId, result: u32, value: i64) {
        let ty = pack.functions[function].result;
        if ty.set || !matches!(ty.base, Base::Nothing) {
            self.answer(result, value);
        }
    }

    /// Remembers where the frame below the topmost one goes on.
    fn save_caller(&mut self, pc: usize) {
        let caller = self.frames.len().checked_sub(2);
        if let Some(frame) = caller.and_then(|place| self.frames.get_mut(place)) {
            frame.pc = pc as u32;
        }
    }
}
