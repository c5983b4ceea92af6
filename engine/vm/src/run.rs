//! The dispatch loop.
//!
//! [`Machine::execute`] runs the topmost frame until the machine stops. [`straight`] is the hot part: it carries out
//! what needs nothing but the frame's registers, sets, and a host that answers at once, one `match` for each
//! instruction. Everything else leaves it and is done in `step`, which may run code, come to another frame or stop.
//!
//! Which instruction costs how much stands in the instruction table, and in the registry what a core call costs besides. `straight` charges for a run of instructions where
//! the run ends, at a jump or where it is left: a run is short, since each instruction of it stands in the code once.
//! Work of the host that grows with the state is charged by the host.

use crate::Host;
use crate::arithmetic::divide;
use crate::code::Code;
use crate::machine::{Machine, Yield};
use crate::registers::{Registers, Window};
use crate::sets::{Arena, Sets, arena_place};
use cardwright_bytecode::pack::{FuncId, cell};
use cardwright_bytecode::quick::Quick;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_bytecode::{Instr, Op, Pack};

/// The step after an instruction.
pub(crate) enum Next {
    /// The next instruction.
    Go,
    /// A frame came or went.
    Frame,
    /// The machine stops.
    Stop(Yield),
}

/// The topmost frame, as the loop needs it.
#[derive(Clone, Copy)]
pub(crate) struct Here {
    pub(crate) function: FuncId,
    pub(crate) base: usize,
    pub(crate) context: Option<u32>,
    /// The number of sets that were alive when it began.
    pub(crate) sets: usize,
}

impl Here {
    /// The number of a register among all.
    pub(crate) fn register(self, number: u8) -> u32 {
        (self.base as u32).saturating_add(u32::from(number))
    }
}

/// Why the straight part ended.
#[derive(Clone, Copy)]
pub(crate) enum Pause {
    /// Behind the only instruction that was asked for.
    Once,
    /// An instruction that it does not carry out.
    Elsewhere,
    /// A `return`, which is paid.
    Return,
    /// An instruction for which there is no fuel.
    OutOfFuel,
    /// Behind the end of the code, where verified code never comes.
    End,
}

/// The things that the straight part uses besides registers.
struct Sight<'a, H> {
    pack: &'a Pack,
    host: &'a mut H,
    arena: &'a mut Arena,
    /// How many sets were alive when the frame began: only later ones can be forgotten.
    floor: usize,
    /// The most sets alive so far, and the most members.
    most: (usize, usize),
    /// The slots of the procedure whose window is open.
    slots: &'a [i64],
}

impl Machine {
    /// Runs until something needs the host. Whoever answers a [`Yield`] calls this again.
    pub fn run<H: Host>(&mut self, pack: &VerifiedPack, host: &mut H) -> Yield {
        self.execute(&Code::of(pack), host)
    }

    /// Carries out one instruction, for whoever follows code; why the machine stops, if it does.
    pub fn run_one<H: Host>(&mut self, pack: &VerifiedPack, host: &mut H) -> Option<Yield> {
        self.run_frame::<H, true>(&Code::of(pack), host)
    }

    pub(crate) fn execute<H: Host>(&mut self, pack: &Code<'_>, host: &mut H) -> Yield {
        if let Some(seen) = pack.answers() {
            return self.follow(pack, host, seen);
        }
        loop {
            if let Some(stop) = self.run_frame::<H, false>(pack, host) {
                return stop;
            }
        }
    }

    /// Runs the topmost frame until it stops (gives why) or another frame is topmost; or only `ONE` instruction.
    #[inline]
    pub(crate) fn run_frame<H: Host, const ONE: bool>(
        &mut self,
        pack: &Code<'_>,
        host: &mut H,
    ) -> Option<Yield> {
        let Some(frame) = self.frames.last() else {
            return Some(Yield::Returned(0));
        };
        let here = Here {
            function: frame.function,
            base: frame.base as usize,
            context: frame.context,
            sets: frame.sets_mark as usize,
        };
        let mut pc = frame.pc as usize;
        let quick = pack.quick(frame.form, here.function);
        let code = match quick {
            Some(quick) => &quick.code[..],
            None => &pack.functions[here.function].code,
        };
        loop {
            let pause = match quick {
                Some(quick) => self.run_quick(pack, host, here, quick, &mut pc),
                None => self.run_straight::<H, ONE>(pack, host, here, code, &mut pc),
            };
            if ONE && matches!(pause, Pause::Once) {
                self.save(pc);
                return None;
            }
            if matches!(pause, Pause::OutOfFuel) {
                self.save(pc);
                return Some(Yield::OutOfFuel);
            }
            // Not handed over by the straight part: reading it again is quicker than passing it through memory.
            let Some(&instr) = code.get(pc) else {
                return self.finish(pack, host, here, 0);
            };
            if matches!(pause, Pause::Return) {
                let value = self.at(here.base, instr.a);
                self.looked = quick.is_none_or(|quick| self.has_looked(here.base, quick));
                return self.finish(pack, host, here, value);
            }
            let price = instr.op.fuel();
            if self.fuel < price {
                self.save(pc);
                return Some(Yield::OutOfFuel);
            }
            self.fuel -= price;
            pc += 1;
            // Calls are frequent, and need little of what `step` prepares.
            let next = match instr.op {
                Op::Call => self.call_within::<H, ONE>(pack, host, here, instr, pc),
                _ => self.step(pack, host, here, instr),
            };
            match next {
                Next::Go if ONE => {
                    self.save(pc);
                    return None;
                }
                Next::Go => {}
                Next::Frame => return None,
                Next::Stop(stop) => {
                    self.save(pc);
                    return Some(stop);
                }
            }
        }
    }

    pub(crate) fn run_straight<H: Host, const ONE: bool>(
        &mut self,
        pack: &Pack,
        host: &mut H,
        here: Here,
        code: &[Instr],
        pc: &mut usize,
    ) -> Pause {
        let Some((mut sight, window)) = sight(&mut self.registers, &mut self.sets, pack, host, here) else {
            return Pause::End;
        };
        let (pause, place, fuel) = straight::<H, ONE, false>(&mut sight, window, code, &[], *pc, self.fuel);
        let most = sight.most;
        self.note_sets(most.0, most.1);
        (*pc, self.fuel) = (place, fuel);
        pause
    }

    /// Runs quick code, whose steps have prices of their own.
    pub(crate) fn run_quick<H: Host>(
        &mut self,
        pack: &Pack,
        host: &mut H,
        here: Here,
        quick: &Quick,
        pc: &mut usize,
    ) -> Pause {
        let Some((mut sight, window)) = sight(&mut self.registers, &mut self.sets, pack, host, here) else {
            return Pause::End;
        };
        let (code, paid) = (&quick.code, &quick.paid);
        let (pause, place, fuel) = straight::<H, false, true>(&mut sight, window, code, paid, *pc, self.fuel);
        let most = sight.most;
        self.note_sets(most.0, most.1);
        (*pc, self.fuel) = (place, fuel);
        pause
    }

    /// Remembers where the topmost frame goes on.
    pub(crate) fn save(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }
}

/// The things that the straight part uses, with the window of registers; `None` if the registers have no room
/// for one.
#[inline]
fn sight<'a, H: Host>(
    registers: &'a mut Registers,
    arena: &'a mut Arena,
    pack: &'a Pack,
    host: &'a mut H,
    here: Here,
) -> Option<(Sight<'a, H>, &'a mut Window)> {
    let (below, window) = registers.window(here.base)?;
    let sight = Sight {
        pack,
        host,
        floor: here.sets,
        most: (arena.len(), arena.members()),
        arena,
        slots: here
            .context
            .and_then(|first| below.get(first as usize..))
            .unwrap_or_default(),
    };
    Some((sight, window))
}

/// The cost of an operation above 1.
const fn above(op: Op) -> usize {
    op.fuel() as usize - 1
}

/// Carries out instructions until one needs more than this. Gives why it ended, at which instruction, and the fuel left.
///
/// In `QUICK` code a step has a price of its own: `paid` says for each what all before it cost.
fn straight<H: Host, const ONE: bool, const QUICK: bool>(
    sight: &mut Sight<'_, H>,
    r: &mut Window,
    code: &[Instr],
    paid: &[u32],
    mut pc: usize,
    mut fuel: u64,
) -> (Pause, usize, u64) {
    let paid = |place: usize| match QUICK {
        true => paid.get(place).map_or(0, |&paid| paid as usize),
        false => place,
    };
    // What was paid where the run of instructions began that is not paid yet; less by what any of them cost above 1.
    let mut first = paid(pc);
    let left = |fuel: u64, first: usize, next: usize| fuel.checked_sub(paid(next).wrapping_sub(first) as u64);
    let why = loop {
        let Some(&instr) = code.get(pc) else {
            break Pause::End;
        };
        let Instr { op, a, b, c, imm } = instr;
        let [a, b, c] = [a, b, c].map(usize::from);
        let target = imm as u32 as usize;
        let jumps = match op {
            Op::Jump => true,
            Op::JumpIfNot => r[a] == 0,
            Op::JumpIf => r[a] != 0,
            Op::JumpEq => r[a] == r[b],
            Op::JumpNe => r[a] != r[b],
            Op::JumpLt => r[a] < r[b],
            Op::JumpLe => r[a] <= r[b],
            Op::JumpEqI => r[a] == instr.small(),
            Op::JumpNeI => r[a] != instr.small(),
            Op::JumpLeI => r[a] <= instr.small(),
            Op::JumpGtI => r[a] > instr.small(),
            Op::ListPush => {
                if !sight.push_member(r[a], r[b]) {
                    // Who reaches the limit is told elsewhere.
                    break Pause::Elsewhere;
                }
                false
            }
            Op::Release => {
                sight.release(r[a]);
                false
            }
            Op::ForNext => match sight.member(r[a], r[b]) {
                Some(member) => {
                    r[c] = member;
                    r[b] = r[b].saturating_add(1);
                    false
                }
                None => true,
            },
            Op::ForCount => {
                let goes_on = r[b] < r[a];
                if goes_on {
                    r[b] = r[b].saturating_add(1);
                }
                !goes_on
            }
            Op::Set => {
                let work = sight.host.set(r[a], imm, r[b]);
                first = first.wrapping_sub(above(Op::Set) + work as usize);
                false
            }
            Op::Give => {
                sight.host.give(r[a], imm, r[b]);
                first = first.wrapping_sub(above(Op::Give));
                false
            }
            Op::Take => {
                sight.host.take(r[a], imm, r[b]);
                first = first.wrapping_sub(above(Op::Take));
                false
            }
            Op::Return => {
                pc += 1;
                break Pause::Return;
            }
            Op::StoreContext
            | Op::Call
            | Op::Value
            | Op::Can
            | Op::All
            | Op::Held
            | Op::Rows
            | Op::Window
            | Op::Gather
            | Op::Offer
            | Op::Choose
            | Op::ChoosePlace
            | Op::May
            | Op::Start
            | Op::Roll
            | Op::Reveal
            | Op::End
            | Op::Step
            | Op::EndWith
            | Op::FinishEffect
            | Op::Running
            | Op::Options
            | Op::Sort
            | Op::Standing
            | Op::GetSet
            | Op::SetSet
            | Op::SetSecret
            | Op::Entry
            | Op::SetEntry
            | Op::Make => break Pause::Elsewhere,
            _ => {
                r[a] = match op {
                    Op::Const => i64::from(imm),
                    Op::Big => number(&sight.pack.constants, imm).copied().unwrap_or(0),
                    Op::Move => r[b],
                    Op::Add => r[b].saturating_add(r[c]),
                    Op::Sub => r[b].saturating_sub(r[c]),
                    Op::Mul => r[b].saturating_mul(r[c]),
                    Op::Div => divide(r[b], r[c]),
                    Op::Min => r[b].min(r[c]),
                    Op::Max => r[b].max(r[c]),
                    Op::AddI => r[b].saturating_add(i64::from(imm)),
                    Op::MulI => r[b].saturating_mul(i64::from(imm)),
                    Op::DivI => divide(r[b], i64::from(imm)),
                    Op::Eq => i64::from(r[b] == r[c]),
                    Op::Ne => i64::from(r[b] != r[c]),
                    Op::Lt => i64::from(r[b] < r[c]),
                    Op::Le => i64::from(r[b] <= r[c]),
                    Op::EqI => i64::from(r[b] == i64::from(imm)),
                    Op::LtI => i64::from(r[b] < i64::from(imm)),
                    Op::GtI => i64::from(r[b] > i64::from(imm)),
                    Op::Not => i64::from(r[b] == 0),
                    Op::LoadContext => sight.context_slot(imm),
                    Op::Field => sight.fact(r[b], imm),
                    Op::Get => sight.host.get(r[b], imm),
                    Op::Template => sight.template(r[b]),
                    Op::As => sight.narrowed(r[b], imm),
                    Op::ListLen => sight.members(r[b]).len() as i64,
                    Op::ListAt => sight.member(r[b], r[c]).unwrap_or(0),
                    Op::ListNew => match sight.new_set() {
                        Some(handle) => handle,
                        // Who reaches the limit is told elsewhere.
                        None => break Pause::Elsewhere,
                    },
                    Op::ListHas => {
                        let members = sight.members(r[b]);
                        let has = members.contains(&r[c]);
                        first = first.wrapping_sub(above(Op::ListHas) + members.len() / 8);
                        i64::from(has)
                    }
                    Op::Mark => sight.arena.len() as i64,
                    Op::Core => match sight.answer(imm, r, b) {
                        Some((result, work)) => {
                            first = first.wrapping_sub(above(Op::Core) + work as usize);
                            result
                        }
                        None => break Pause::Elsewhere,
                    },
                    _ => break Pause::Elsewhere,
                };
                false
            }
        };
        pc += 1;
        if jumps {
            match left(fuel, first, pc) {
                Some(rest) => fuel = rest,
                None => return (Pause::OutOfFuel, pc - 1, 0),
            }
            (pc, first) = (target, paid(target));
        }
        if ONE {
            break Pause::Once;
        }
    };
    let place = if matches!(why, Pause::Return) { pc - 1 } else { pc };
    match left(fuel, first, pc) {
        Some(rest) => (why, place, rest),
        None => (Pause::OutOfFuel, place, 0),
    }
}

impl<H: Host> Sight<'_, H> {
    #[inline]
    fn members(&self, handle: i64) -> &[i64] {
        Sets::new(self.arena, self.pack).members(handle)
    }

    #[inline]
    fn member(&self, handle: i64, place: i64) -> Option<i64> {
        Sets::new(self.arena, self.pack).member(handle, place)
    }

    /// The handle of a new set, if there is room.
    fn new_set(&mut self) -> Option<i64> {
        self.arena.add(Vec::new()).ok()?;
        self.most.0 = self.most.0.max(self.arena.len());
        Some(self.arena.len() as i64)
    }

    /// Adds a member to a set; whether there was room.
    fn push_member(&mut self, handle: i64, member: i64) -> bool {
        let has_room = arena_place(handle).is_none_or(|place| self.arena.push(place, member));
        self.most.1 = self.most.1.max(self.arena.members());
        has_room
    }

    /// Forgets the sets made since a mark in the running frame.
    fn release(&mut self, mark: i64) {
        let mark = usize::try_from(mark).unwrap_or(0);
        self.arena.truncate(mark.max(self.floor));
    }

    fn context_slot(&self, slot: i32) -> i64 {
        number(self.slots, slot).copied().unwrap_or(0)
    }

    /// The host's answer at once to a core call whose arguments begin at a register, and its price besides.
    #[inline]
    fn answer(&mut self, call: i32, r: &Window, first: usize) -> Option<(i64, u64)> {
        let args = r.get(first..)?.first_chunk()?;
        let row = Core::from_number(call)?;
        let result = self.host.at_once(row.call, args)?;
        Some((result, row.price))
    }

    fn fact(&self, row: i64, field: i32) -> i64 {
        let row = number(&self.pack.rows, i32::try_from(row).unwrap_or(-1));
        row.and_then(|row| number(&row.cells, field))
            .copied()
            .unwrap_or(0)
    }

    /// The row of an entity's template.
    fn template(&self, entity: i64) -> i64 {
        let place = self.host.get(entity, cell::TEMPLATE as i32).saturating_sub(1);
        let template = number(&self.pack.templates, i32::try_from(place).unwrap_or(-1));
        template.map_or(0, |def| i64::from(def.row))
    }

    /// The entity, if it is of a kind.
    fn narrowed(&self, entity: i64, kind: i32) -> i64 {
        let fits = entity > 0 && self.host.get(entity, cell::KIND as i32) == i64::from(kind);
        if fits { entity } else { 0 }
    }
}

/// The register that holds a slot of the procedure whose window is open.
pub(crate) fn slot_of(context: Option<u32>, number: i32) -> Option<u32> {
    context?.checked_add(u32::try_from(number).ok()?)
}

/// The entry of a table.
pub(crate) fn number<T>(table: &[T], number: i32) -> Option<&T> {
    table.get(usize::try_from(number).ok()?)
}
