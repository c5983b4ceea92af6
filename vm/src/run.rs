//! The dispatch loop.
//!
//! The loop runs the topmost frame until it stops for the host, calls, or returns. Which instruction costs how
//! much stands in the instruction table; work of the host that grows with the state is charged by the host.

use crate::arithmetic::divide;
use crate::machine::{Bound, Machine, Yield};
use crate::{Args, Host};
use cardwright_bytecode::pack::cell;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_bytecode::{Instr, Op, Pack, Ty};

/// What one instruction leads to.
enum Next {
    /// The next instruction.
    Go,
    /// The instruction at this place.
    To(i32),
    /// A frame came or went.
    Frame,
    /// The machine stops.
    Stop(Yield),
}

/// The topmost frame, as the loop needs it.
#[derive(Clone, Copy)]
struct Here {
    function: u32,
    base: usize,
    context: Option<u32>,
}

impl Machine {
    /// Runs until something needs the host. Whoever answers a [`Yield`] calls this again.
    pub fn run<H: Host>(&mut self, pack: &VerifiedPack, host: &mut H) -> Yield {
        self.execute(pack, host)
    }

    pub(crate) fn execute<H: Host>(&mut self, pack: &Pack, host: &mut H) -> Yield {
        loop {
            let Some(frame) = self.frames.last() else {
                return Yield::Returned(0);
            };
            let here = Here {
                function: frame.function,
                base: frame.base as usize,
                context: frame.context,
            };
            let pc = frame.pc as usize;
            let code = pack
                .functions
                .get(here.function as usize)
                .map_or(&[][..], |def| &def.code);
            if let Some(stop) = self.run_frame(pack, host, here, code, pc) {
                return stop;
            }
        }
    }

    /// Runs one frame until it stops (gives why) or another frame is topmost.
    fn run_frame<H: Host>(
        &mut self,
        pack: &Pack,
        host: &mut H,
        here: Here,
        code: &[Instr],
        mut pc: usize,
    ) -> Option<Yield> {
        loop {
            let Some(&instr) = code.get(pc) else {
                return self.finish(pack, host, here, 0);
            };
            let price = u64::from(instr.op.info().fuel);
            if self.fuel < price {
                self.save(pc);
                return Some(Yield::OutOfFuel);
            }
            self.fuel -= price;
            if instr.op == Op::Return {
                let value = self.at(here.base, instr.a);
                return self.finish(pack, host, here, value);
            }
            match self.step(pack, host, here, instr, pc) {
                Next::Go => pc += 1,
                Next::To(target) => pc = usize::try_from(target).unwrap_or(usize::MAX),
                Next::Frame => return None,
                Next::Stop(stop) => {
                    self.save(pc + 1);
                    return Some(stop);
                }
            }
        }
    }

    fn step<H: Host>(&mut self, pack: &Pack, host: &mut H, here: Here, instr: Instr, pc: usize) -> Next {
        let Here { base, context, .. } = here;
        let Instr { op, a, b, c, imm } = instr;
        let value = match op {
            Op::Const => i64::from(imm),
            Op::Big => number(&pack.constants, imm).copied().unwrap_or(0),
            Op::Move => self.at(base, b),
            Op::Add => self.at(base, b).saturating_add(self.at(base, c)),
            Op::Sub => self.at(base, b).saturating_sub(self.at(base, c)),
            Op::Mul => self.at(base, b).saturating_mul(self.at(base, c)),
            Op::Div => divide(self.at(base, b), self.at(base, c)),
            Op::Min => self.at(base, b).min(self.at(base, c)),
            Op::Max => self.at(base, b).max(self.at(base, c)),
            Op::Eq => i64::from(self.at(base, b) == self.at(base, c)),
            Op::Ne => i64::from(self.at(base, b) != self.at(base, c)),
            Op::Lt => i64::from(self.at(base, b) < self.at(base, c)),
            Op::Le => i64::from(self.at(base, b) <= self.at(base, c)),
            Op::Not => i64::from(self.at(base, b) == 0),
            Op::Jump => return Next::To(imm),
            Op::JumpIfNot => {
                return if self.at(base, a) == 0 {
                    Next::To(imm)
                } else {
                    Next::Go
                };
            }
            Op::LoadContext => slot(context, imm).map_or(0, |place| self.register(place)),
            Op::StoreContext => {
                self.store_context(pack, host, here, instr);
                return Next::Go;
            }
            Op::Call => return self.call_within(pack, host, here, instr, pc),
            // Handled by the loop.
            Op::Return => return Next::Go,
            Op::Core => {
                let Some(call) = Core::from_number(imm) else {
                    return Next::Go;
                };
                let args = self.args(base, b, call.params.len());
                let result = host.core(self, call, &args);
                return self.put_checked(base, a, result);
            }
            Op::Value => {
                let params = number(&pack.values, imm).map_or(0, |def| def.params.len());
                let args = self.args(base, b, params);
                let result = host.value(self, imm as u32, &args);
                return self.put_checked(base, a, result);
            }
            Op::Can => {
                let params = number(&pack.permissions, imm).map_or(0, |def| def.params.len());
                let args = self.args(base, b, params);
                let result = i64::from(host.can(self, imm as u32, &args));
                return self.put_checked(base, a, result);
            }
            Op::Field => {
                let row = number(&pack.rows, clamp(self.at(base, b)));
                row.and_then(|row| number(&row.cells, imm)).copied().unwrap_or(0)
            }
            Op::Get => host.get(self.at(base, b), imm),
            Op::Set => {
                host.set(self.at(base, a), imm, self.at(base, b));
                return Next::Go;
            }
            Op::Give => {
                host.give(self.at(base, a), imm, self.at(base, b));
                return Next::Go;
            }
            Op::Take => {
                host.take(self.at(base, a), imm, self.at(base, b));
                return Next::Go;
            }
            Op::All => return self.put_set(base, a, host.all(imm)),
            Op::Held => return self.put_set(base, a, host.held(self.at(base, b), imm)),
            Op::Rows => return self.put_set(base, a, host.rows(imm)),
            Op::ListNew => return self.put_set(base, a, Vec::new()),
            Op::ListPush => {
                self.push_member(self.at(base, a), self.at(base, b));
                return Next::Go;
            }
            Op::ListLen => self.set(pack, self.at(base, b)).len() as i64,
            Op::ListAt => self.member(pack, self.at(base, b), self.at(base, c)).unwrap_or(0),
            Op::Sort => {
                let sorted = self.sorted(pack, self.at(base, b), self.at(base, c));
                return self.put_set(base, a, sorted);
            }
            Op::ListHas => {
                let member = self.at(base, c);
                i64::from(self.set(pack, self.at(base, b)).contains(&member))
            }
            Op::Mark => i64::from(self.sets_alive()),
            Op::Release => {
                self.release_sets(self.at(base, a));
                return Next::Go;
            }
            Op::ForNext => {
                let place = self.at(base, b);
                let Some(member) = self.member(pack, self.at(base, a), place) else {
                    return Next::To(imm);
                };
                self.put(base, c, member);
                self.put(base, b, place.saturating_add(1));
                return Next::Go;
            }
            Op::ForCount => {
                let done = self.at(base, b);
                if done >= self.at(base, a) {
                    return Next::To(imm);
                }
                self.put(base, b, done.saturating_add(1));
                return Next::Go;
            }
            Op::Window => return Next::Stop(Yield::Window(imm as u32)),
            Op::Offer => return Next::Stop(self.offer(pack, base, instr)),
            Op::Choose => return Next::Stop(self.choose(base, instr)),
            Op::May => {
                let (dest, player) = (place(base, a), self.at(base, c));
                return Next::Stop(Yield::May {
                    choice: imm as u32,
                    dest,
                    player,
                });
            }
            Op::Options => {
                let params = number(&pack.offers, imm).map_or(0, |def| def.params.len());
                let (args, player) = (self.args(base, b, params), self.at(base, instr.c));
                let count = host.options(self, imm as u32, player, &args);
                return self.put_checked(base, a, count);
            }
            Op::Start => return self.start(pack, host, base, instr),
            Op::FinishEffect => {
                let args = self.args(base, a, match_params(pack, imm));
                host.finish(imm as u32, &args);
                return Next::Go;
            }
            Op::Running => {
                let args = self.args(base, b, match_params(pack, imm));
                let runs = i64::from(host.running(self, imm as u32, &args));
                return self.put_checked(base, a, runs);
            }
            Op::Roll => match host.roll(imm, self.at(base, b)) {
                Some(pool) => pool,
                None => return Next::Stop(Yield::Bound(Bound::Pools)),
            },
            Op::Reveal => {
                host.reveal(self.at(base, a), imm);
                return Next::Go;
            }
            Op::End => return Next::Stop(Yield::End(imm as u32)),
            Op::EndWith => {
                let (outcome, winners) = (imm as u32, self.set(pack, self.at(base, a)).to_vec());
                return Next::Stop(Yield::EndWith { outcome, winners });
            }
            Op::Step => {
                host.step(imm);
                return Next::Go;
            }
            Op::As => {
                let entity = self.at(base, b);
                let fits = entity > 0 && host.get(entity, cell::KIND as i32) == i64::from(imm);
                if fits { entity } else { 0 }
            }
        };
        self.put(base, a, value);
        Next::Go
    }

    /// Leaves the topmost frame with a result.
    fn finish<H: Host>(&mut self, pack: &Pack, host: &mut H, here: Here, value: i64) -> Option<Yield> {
        let ty = number(&pack.functions, here.function as i32).map_or(Ty::NOTHING, |def| def.result);
        let (frame, value) = self.pop(host, Some((ty, value)));
        let frame = frame?;
        if frame.barrier || self.frames.is_empty() {
            return Some(Yield::Returned(value));
        }
        if ty != Ty::NOTHING {
            self.answer(frame.result, value);
        }
        None
    }

    fn call_within<H: Host>(
        &mut self,
        pack: &Pack,
        host: &mut H,
        here: Here,
        instr: Instr,
        pc: usize,
    ) -> Next {
        let (result, first) = (place(here.base, instr.a), place(here.base, instr.b));
        let context = self.context_for(pack, here, instr.imm as u32);
        self.save(pc + 1);
        match self.push(pack, host.pools(), instr.imm as u32, context, Some(result)) {
            Err(bound) => Next::Stop(Yield::Bound(bound)),
            Ok(base) => {
                let params = number(&pack.functions, instr.imm).map_or(0, |def| u32::from(def.params));
                for n in 0..params {
                    self.answer(base.saturating_add(n), self.register(first.saturating_add(n)));
                }
                Next::Frame
            }
        }
    }

    /// Whose slots a called function sees: its caller's, if the caller is the procedure itself; else what the caller sees.
    fn context_for(&self, pack: &Pack, here: Here, callee: u32) -> Option<u32> {
        let procedure = number(&pack.functions, callee as i32)?.context?;
        let own = pack
            .procedures
            .get(procedure as usize)
            .is_some_and(|def| def.function == here.function);
        if own { Some(here.base as u32) } else { here.context }
    }

    fn offer(&self, pack: &Pack, base: usize, instr: Instr) -> Yield {
        let params = number(&pack.offers, instr.imm).map_or(0, |def| def.params.len());
        Yield::Offer {
            offer: instr.imm as u32,
            args: self.args(base, instr.a, params).to_vec(),
            player: self.at(base, instr.b),
            most: self.at(base, instr.c),
            dest: place(base, instr.c),
        }
    }

    fn choose(&self, base: usize, instr: Instr) -> Yield {
        let dest = place(base, instr.a);
        Yield::Choose {
            choice: instr.imm as u32,
            dest,
            set: self.at(base, instr.b),
            player: self.at(base, instr.c),
            most: self.register(dest.saturating_add(1)),
        }
    }

    fn start<H: Host>(&mut self, pack: &Pack, host: &mut H, base: usize, instr: Instr) -> Next {
        let params = number(&pack.starts, instr.imm).map_or(0, |def| {
            let params = number(&pack.effects, def.effect as i32).map_or(0, |effect| effect.params.len());
            params + usize::from(def.until.is_some_and(|until| until.counted))
        });
        let args = self.args(base, instr.a, params);
        if host.start(instr.imm as u32, &args) {
            Next::Go
        } else {
            Next::Stop(Yield::Bound(Bound::Effects))
        }
    }

    fn store_context<H: Host>(&mut self, pack: &Pack, host: &mut H, here: Here, instr: Instr) {
        let (Some(context), Some(place)) = (here.context, slot(here.context, instr.imm)) else {
            return;
        };
        let value = self.at(here.base, instr.a);
        let function = pack.functions.get(here.function as usize);
        let ty = function.and_then(|def| def.registers.get(usize::from(instr.a)));
        if let Some(&ty) = ty {
            self.pin(context, ty, value, host.pools());
        }
        self.answer(place, value);
    }

    /// Writes the result of something that may have reached a limit.
    fn put_checked(&mut self, base: usize, register: u8, value: i64) -> Next {
        self.put(base, register, value);
        match self.stopped {
            None => Next::Go,
            Some(Bound::Fuel) => Next::Stop(Yield::OutOfFuel),
            Some(bound) => Next::Stop(Yield::Bound(bound)),
        }
    }

    fn put_set(&mut self, base: usize, register: u8, members: Vec<i64>) -> Next {
        self.charge(members.len() as u64 / 4);
        match self.new_set(members) {
            Err(bound) => Next::Stop(Yield::Bound(bound)),
            Ok(handle) => {
                self.put(base, register, handle);
                Next::Go
            }
        }
    }

    fn member(&self, pack: &Pack, set: i64, place: i64) -> Option<i64> {
        self.set(pack, set).get(usize::try_from(place).ok()?).copied()
    }

    fn args(&self, base: usize, first: u8, count: usize) -> Args {
        let from = base + usize::from(first);
        Args::of(self.registers.get(from..from + count).unwrap_or_default())
    }

    fn at(&self, base: usize, register: u8) -> i64 {
        self.registers
            .get(base + usize::from(register))
            .copied()
            .unwrap_or(0)
    }

    fn put(&mut self, base: usize, register: u8, value: i64) {
        if let Some(slot) = self.registers.get_mut(base + usize::from(register)) {
            *slot = value;
        }
    }

    fn save(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }
}

/// How many arguments a match of running effects takes.
fn match_params(pack: &Pack, matching: i32) -> usize {
    let effect = number(&pack.matches, matching).map(|def| def.effect as i32);
    effect
        .and_then(|effect| number(&pack.effects, effect))
        .map_or(0, |def| def.params.len())
}

fn place(base: usize, register: u8) -> u32 {
    (base as u32).saturating_add(u32::from(register))
}

fn slot(context: Option<u32>, number: i32) -> Option<u32> {
    context?.checked_add(u32::try_from(number).ok()?)
}

fn number<T>(table: &[T], number: i32) -> Option<&T> {
    table.get(usize::try_from(number).ok()?)
}

fn clamp(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(-1)
}
