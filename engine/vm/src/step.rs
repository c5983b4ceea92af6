//! Instructions that change the state, call, ask, or stop: everything but the straight part of the dispatch loop.

use crate::machine::{Bound, Machine, Yield};
use crate::run::{Here, Next, slot_of};
use crate::{Args, Host};
use cardwright_bytecode::pack::{FuncId, Id, MatchDef, ProcedureDef};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Instr, Op, Pack};

impl Machine {
    /// Carries out one instruction.
    pub(crate) fn step<H: Host>(&mut self, pack: &Pack, host: &mut H, here: Here, instr: Instr) -> Next {
        match instr.op {
            Op::Core | Op::Value | Op::Can | Op::Options | Op::Running => {
                self.question(pack, host, here.base, instr)
            }
            Op::Reveal => {
                host.reveal(self.at(here.base, instr.a), instr.imm);
                Next::Go
            }
            Op::Step => {
                host.step(instr.id());
                Next::Go
            }
            Op::StoreContext => self.store_context(pack, host, here, instr),
            Op::InRun => {
                let goes_on = self.innermost_run(pack, instr.id()).is_some();
                self.put(here.base, instr.a, i64::from(goes_on));
                Next::Go
            }
            Op::LoadRun => {
                let run = self.innermost_run(pack, instr.id());
                let value = run.map_or(0, |base| self.at(base as usize, instr.c));
                self.put(here.base, instr.a, value);
                Next::Go
            }
            Op::All | Op::Held | Op::Standing | Op::Rows => self.query(host, here.base, instr),
            // The loop leaves it where there is no room.
            Op::ListNew => self.put_set(here.base, instr.a, Vec::new()),
            Op::ListPush => Next::Stop(Yield::Bound(Bound::Memory)),
            Op::Sort => {
                let [set, numbers] = [instr.b, instr.c].map(|register| self.at(here.base, register));
                let sorted = self.sorted(pack, set, numbers);
                self.charge(sorted.len() as u64);
                self.put_set(here.base, instr.a, sorted)
            }
            Op::GetSet => {
                let members = host.members(self.at(here.base, instr.b), instr.imm).to_vec();
                self.charge(members.len() as u64 / 4);
                self.put_set(here.base, instr.a, members)
            }
            Op::Entry | Op::SetEntry => self.entry(pack, host, here.base, instr),
            Op::SetSet | Op::SetSecret => self.store(pack, host, here, instr),
            Op::Start => self.start(pack, host, here.base, instr),
            Op::FinishEffect => {
                let args = self.args(here.base, instr.a, match_params(pack, instr.id()));
                host.finish(self, instr.id(), &args);
                Next::Go
            }
            Op::Roll => self.roll(host, here.base, instr),
            Op::Make => self.make(host, here.base, instr),
            Op::Window if host.passes_window(self, instr.id()) => Next::Go,
            Op::Window => Next::Stop(Yield::Window(instr.id())),
            Op::Gather => Next::Stop(Yield::Gather {
                window: instr.id(),
                dest: (here.base + usize::from(instr.a)) as u32,
            }),
            Op::End => Next::Stop(Yield::End(instr.id())),
            Op::EndWith => {
                let winners = self.set(pack, self.at(here.base, instr.a)).to_vec();
                let outcome = instr.id();
                Next::Stop(Yield::EndWith { outcome, winners })
            }
            Op::Offer | Op::Choose | Op::ChoosePlace | Op::May => {
                Next::Stop(self.decision(pack, here.base, instr))
            }
            // Everything else is done by the loop, calls in `run_frame`.
            _ => Next::Go,
        }
    }

    /// `core`, `value`, `can`, `options`, `running`: the host answers.
    fn question<H: Host>(&mut self, pack: &Pack, host: &mut H, base: usize, instr: Instr) -> Next {
        let Some(count) = parameters(pack, instr) else {
            return Next::Go;
        };
        let mut args = Args::none();
        self.read_args(&mut args, base, instr.b, count);
        let result = match instr.op {
            Op::Core => Core::from_number(instr.imm).map_or(0, |call| {
                self.charge(call.price);
                host.core(self, call, &args)
            }),
            Op::Value => host.value(self, instr.id(), &args),
            Op::Options => host.options(self, instr.id(), self.at(base, instr.c), &args),
            Op::Running => i64::from(host.running(self, instr.id(), &args)),
            _ => i64::from(host.can(self, instr.id(), &args)),
        };
        self.put(base, instr.a, result);
        match self.stopped {
            None => Next::Go,
            Some(Bound::Fuel) => Next::Stop(Yield::OutOfFuel),
            Some(bound) => Next::Stop(Yield::Bound(bound)),
        }
    }

    /// `all`, `held`, `rows`: a new set.
    fn query<H: Host>(&mut self, host: &mut H, base: usize, instr: Instr) -> Next {
        let (members, work) = match instr.op {
            Op::All => host.all(instr.imm),
            Op::Held => host.held(self.at(base, instr.b), instr.imm),
            Op::Standing => host.standing(self.at(base, instr.b), instr.imm),
            _ => {
                let rows = host.rows(instr.imm);
                let work = rows.len() as u64 / 4;
                (rows, work)
            }
        };
        self.charge(work);
        self.put_set(base, instr.a, members)
    }

    fn put_set(&mut self, base: usize, register: u8, members: Vec<i64>) -> Next {
        match self.new_set(members) {
            Err(bound) => Next::Stop(Yield::Bound(bound)),
            Ok(handle) => {
                self.put(base, register, handle);
                Next::Go
            }
        }
    }

    /// `set-set`, `set-secret`: a set is copied into the state.
    fn store<H: Host>(&mut self, pack: &Pack, host: &mut H, here: Here, instr: Instr) -> Next {
        let [entity, value, by] = [instr.a, instr.b, instr.c].map(|register| self.at(here.base, register));
        let is_secret = instr.op == Op::SetSecret;
        if !pack.functions[here.function].registers[usize::from(instr.b)].set {
            let work = host.set_chosen(entity, instr.imm, value, by);
            self.charge(work);
            return Next::Go;
        }
        let members = self.set(pack, value);
        let done = match is_secret {
            true => host.set_chosen_members(entity, instr.imm, members, by),
            false => host.set_members(entity, instr.imm, members),
        };
        match done {
            Ok(work) => {
                self.charge(work);
                Next::Go
            }
            Err(bound) => Next::Stop(Yield::Bound(bound)),
        }
    }

    /// `entry`, `set-entry`: what a state holds for a key.
    fn entry<H: Host>(&mut self, pack: &Pack, host: &mut H, base: usize, instr: Instr) -> Next {
        let state = instr.id();
        let key = self.args(base, instr.b, pack.states[state].keys.len());
        if instr.op == Op::SetEntry {
            return or_stop(host.set_entry(state, &key, self.at(base, instr.a)));
        }
        let value = host.entry(state, &key);
        self.put(base, instr.a, value);
        Next::Go
    }

    fn roll<H: Host>(&mut self, host: &mut H, base: usize, instr: Instr) -> Next {
        let count = self.at(base, instr.b);
        match host.roll(instr.imm, count) {
            Ok(pool) => {
                self.charge(u64::try_from(count).unwrap_or(0));
                self.put(base, instr.a, pool);
                Next::Go
            }
            Err(bound) => Next::Stop(Yield::Bound(bound)),
        }
    }

    fn make<H: Host>(&mut self, host: &mut H, base: usize, instr: Instr) -> Next {
        match host.make(instr.imm, self.at(base, instr.b), self.at(base, instr.c)) {
            Some(entity) => {
                self.put(base, instr.a, entity);
                Next::Go
            }
            None => Next::Stop(Yield::Bound(Bound::Entities)),
        }
    }

    fn start<H: Host>(&mut self, pack: &Pack, host: &mut H, base: usize, instr: Instr) -> Next {
        let def = &pack.starts[instr.id()];
        let params = pack.effects[def.effect].params.len() + usize::from(def.is_counted());
        let args = self.args(base, instr.a, params);
        if host.start(self, instr.id(), &args) {
            Next::Go
        } else {
            Next::Stop(Yield::Bound(Bound::Effects))
        }
    }

    /// `offer`, `choose`, `choose-place`, `may`: somebody is asked.
    fn decision(&self, pack: &Pack, base: usize, instr: Instr) -> Yield {
        let (choice, dest) = (instr.id(), place(base, instr.a));
        match instr.op {
            Op::Offer => {
                let offer = instr.id();
                let params = pack.offers[offer].params.len();
                Yield::Offer {
                    offer,
                    args: self.args(base, instr.a, params).to_vec(),
                    player: self.at(base, instr.b),
                    most: self.at(base, instr.c),
                    dest: place(base, instr.c),
                }
            }
            Op::Choose => Yield::Choose {
                choice,
                dest,
                set: self.at(base, instr.b),
                player: self.at(base, instr.c),
                most: self.register(dest.saturating_add(1)),
            },
            Op::ChoosePlace => Yield::ChoosePlace {
                choice,
                dest,
                first: place(base, instr.b),
                player: self.at(base, instr.c),
            },
            _ => Yield::May {
                choice,
                dest,
                player: self.at(base, instr.c),
            },
        }
    }

    fn store_context<H: Host>(&mut self, pack: &Pack, host: &mut H, here: Here, instr: Instr) -> Next {
        let (Some(context), Some(place)) = (here.context, slot_of(here.context, instr.imm)) else {
            return Next::Go;
        };
        let value = self.at(here.base, instr.a);
        let ty = pack.functions[here.function].registers[usize::from(instr.a)];
        self.pin(context, ty, value, host.pools());
        self.answer(place, value);
        Next::Go
    }

    /// The first register of the innermost run of a procedure that goes on.
    fn innermost_run(&self, pack: &Pack, procedure: Id<ProcedureDef>) -> Option<u32> {
        let function = pack.procedures[procedure].function;
        let frame = self.frames.iter().rev().find(|frame| frame.function == function);
        frame.map(|frame| frame.base)
    }

    /// The context of a called function: its caller's slots, if the caller is the procedure itself; else the
    /// caller's own context.
    pub(crate) fn context_for(&self, pack: &Pack, here: Here, callee: FuncId) -> Option<u32> {
        let procedure = pack.functions[callee].context?;
        if pack.procedures[procedure].function == here.function {
            Some(here.base as u32)
        } else {
            here.context
        }
    }

    /// Leaves the topmost frame with a result.
    #[inline]
    pub(crate) fn finish<H: Host>(
        &mut self,
        pack: &Pack,
        host: &mut H,
        here: Here,
        value: i64,
    ) -> Option<Yield> {
        let ty = pack.functions[here.function].result;
        let is_asked = self
            .asked
            .last()
            .is_some_and(|&depth| depth as usize == self.frames.len());
        let (frame, value) = self.pop(host, Some((ty, value)));
        let frame = frame?;
        if is_asked {
            self.asked.pop();
            host.remember(self, here.function, value);
        }
        if frame.barrier || self.frames.is_empty() {
            return Some(Yield::Returned(value));
        }
        if ty.set || !matches!(ty.base, Base::Nothing) {
            self.answer(frame.result, value);
        }
        None
    }

    /// The arguments that begin at a register.
    #[inline]
    pub(crate) fn args(&self, base: usize, first: u8, count: usize) -> Args {
        let mut args = Args::none();
        self.read_args(&mut args, base, first, count);
        args
    }

    /// Reads the arguments that begin at a register into `args`, without a copy.
    #[inline]
    pub(crate) fn read_args(&self, args: &mut Args, base: usize, first: u8, count: usize) {
        if let Some(items) = self.registers.arguments(base + usize::from(first)) {
            args.fill(items, count);
        }
    }

    pub(crate) fn at(&self, base: usize, register: u8) -> i64 {
        self.registers.get(base + usize::from(register))
    }

    fn put(&mut self, base: usize, register: u8, value: i64) {
        self.registers.set(base + usize::from(register), value);
    }
}

/// Goes on, or stops at the limit that was reached.
fn or_stop(done: Result<(), Bound>) -> Next {
    match done {
        Ok(()) => Next::Go,
        Err(bound) => Next::Stop(Yield::Bound(bound)),
    }
}

/// How many arguments a question has; nothing if there is no such question.
fn parameters(pack: &Pack, question: Instr) -> Option<usize> {
    Some(match question.op {
        Op::Core => Core::from_number(question.imm)?.params.len(),
        Op::Value => pack.values[question.id()].params.len(),
        Op::Options => pack.offers[question.id()].params.len(),
        Op::Running => match_params(pack, question.id()),
        _ => pack.permissions[question.id()].params.len(),
    })
}

/// How many parameters the effect has that a match is about.
fn match_params(pack: &Pack, matching: Id<MatchDef>) -> usize {
    pack.effects[pack.matches[matching].effect].params.len()
}

fn place(base: usize, register: u8) -> u32 {
    (base as u32).saturating_add(u32::from(register))
}
