//! Stretches of code that rely on registers staying as they are: loops, sets being built, marks.
//!
//! A region is a range of code `[start, end]` that control enters only at `start`: no jump from outside leads
//! to an instruction behind `start`. Inside it, certain registers are left alone. There is one for
//!
//! - each **loop**, from the last `const index 0` before its head to its last jump back. Between, nothing but
//!   the head writes the index, and behind the head nothing writes the list or limit;
//! - each **set being built**, from `list-new` to the last `list-push` before the next `list-new` of that register, or
//!   to the end of the outermost loop between the two.
//!   Between, the register is only pushed to or asked about its members: it is not copied, walked, passed or written;
//! - each **mark**, from `mark` to the last `release` before the next `mark` of that register. Between, nothing
//!   writes the register.
//!
//! If the function is a procedure's, rules in its windows write its slots; so no window opens in a region that
//! relies on a slot.
//!
//! *Why every loop ends.* Suppose a run goes on for ever. It jumps back infinitely often; let `h` be the first head
//! in code order to which it does. From some time on it stays at or behind `h`, and inside the loop of `h`, since the
//! only ways back from behind its end are jumps to heads before it (taken no more) or into its middle (loops do not
//! overlap, as they are entered at the top). There the index grows with each round, from 0, since the loop was entered
//! at its reset; and the limit, or the list's handle, does not change. Nor does the list grow: a push in the loop goes
//! to a set whose `list-new` came after or before the head. If after, it is a new set in every round. If before,
//! the head lies in that set's region, so the set it walks is another one, as nothing else holds the set being built.
//! So the head leaves after finitely many rounds, to behind the loop.
//!
//! A set or mark whose region ends inside a loop that began in the region keeps it until that loop ends, since the
//! code runs again from its head.
//!
//! The code is swept once backwards to find regions and once forwards and backwards to check jumps: the work is
//! linear, since every region and loop is pushed and popped once, but for one binary search for each set and mark.

use super::error::VerifyErrorKind as Kind;
use super::operands::Operands;
use super::scope::Scope;
use crate::isa::{Instr, Op};

/// An error with the instruction at which it was found.
type Located = (usize, Kind);
type Check = Result<(), Box<Located>>;

#[cold]
fn refuse(located: Located) -> Check {
    Err(Box::new(located))
}

/// No position: behind everything.
const NEVER: usize = usize::MAX;

/// A range of code that is entered only at its start.
#[derive(Clone, Copy)]
struct Region {
    start: usize,
    end: usize,
}

/// Memory to work in, used again for the next function.
#[derive(Default)]
pub(super) struct Scratch {
    registers: Vec<Seen>,
    ends: Vec<usize>,
    loops: Vec<Region>,
    regions: Vec<Region>,
    open: Vec<Region>,
    latest_starts: Vec<Option<usize>>,
    earliest_ends: Vec<usize>,
    /// For each instruction, the first region that ends there; for each region, the next with the same end.
    ending: Vec<usize>,
    next_ending: Vec<usize>,
}

/// Whether an operation takes part in regions; without one there are none.
pub(super) fn concern(op: Op) -> bool {
    matches!(op, Op::ForNext | Op::ForCount | Op::ListPush | Op::Release)
}

/// Finds all regions and checks that nothing disturbs them.
pub(super) fn check(scope: &Scope, scratch: &mut Scratch, steps: &mut u64) -> Check {
    let mut sweep = Sweep::new(scope, scratch);
    for pc in (0..scope.function.code.len()).rev() {
        *steps += 1;
        sweep.visit(pc)?;
    }
    sweep.finish()?;
    // Each was found as the sweep came to its start.
    scratch.regions.reverse();
    entries(&scope.function.code, scratch, steps)
}

/// The state of one register while code is swept from its end to its start.
#[derive(Clone, Copy)]
struct Seen {
    /// The next instruction that writes it.
    written: usize,
    /// The next instruction that uses it other than a set being built may be used.
    shared: usize,
    /// The loop that waits for the reset of this index: head and end.
    index_of: Option<(usize, usize)>,
    /// The last push that waits for its `list-new`.
    push: Option<usize>,
    /// The last release that waits for its mark.
    release: Option<usize>,
}

const UNSEEN: Seen = Seen {
    written: NEVER,
    shared: NEVER,
    index_of: None,
    push: None,
    release: None,
};

/// The sweep from the end of the code to its start.
struct Sweep<'a> {
    scope: &'a Scope<'a>,
    code: &'a [Instr],
    registers: &'a mut [Seen],
    /// The next instruction that opens a window.
    window: usize,
    /// For each loop head, the last jump back to it.
    ends: &'a [usize],
    /// Loops whose heads were met, from the last to the first, without those that end before a loop ahead of them.
    loops: &'a mut Vec<Region>,
    regions: &'a mut Vec<Region>,
}

impl<'a> Sweep<'a> {
    fn new(scope: &'a Scope, scratch: &'a mut Scratch) -> Self {
        let code = &scope.function.code;
        scratch.registers.clear();
        scratch.registers.resize(scope.function.registers.len(), UNSEEN);
        loop_ends(code, &mut scratch.ends);
        scratch.loops.clear();
        scratch.regions.clear();
        Self {
            scope,
            code,
            registers: &mut scratch.registers,
            window: NEVER,
            ends: &scratch.ends,
            loops: &mut scratch.loops,
            regions: &mut scratch.regions,
        }
    }

    fn visit(&mut self, pc: usize) -> Check {
        let instr = self.code[pc];
        match instr.op {
            Op::Const if instr.imm == 0 => self.reset(pc, instr.a)?,
            Op::ListNew => self.list_new(pc, instr.a)?,
            Op::Mark => self.mark(pc, instr.a)?,
            Op::ForNext | Op::ForCount => self.head(pc, instr)?,
            Op::ListPush => _ = self.at(instr.a).push.get_or_insert(pc),
            Op::Release => _ = self.at(instr.a).release.get_or_insert(pc),
            Op::Window => self.window = pc,
            _ => {}
        }
        self.note(pc, instr)
    }

    fn at(&mut self, register: u8) -> &mut Seen {
        &mut self.registers[usize::from(register)]
    }

    /// The reset of a loop's index begins the loop's region.
    fn reset(&mut self, pc: usize, index: u8) -> Check {
        let Some((_, end)) = self.at(index).index_of.take() else {
            return Ok(());
        };
        self.open(pc, end, index)
    }

    fn list_new(&mut self, pc: usize, set: u8) -> Check {
        let Some(end) = self.at(set).push.take() else {
            return Ok(());
        };
        let end = self.end_with_loops(end);
        let shared = self.at(set).shared;
        undisturbed(set, shared, pc, end)?;
        self.open(pc, end, set)
    }

    fn mark(&mut self, pc: usize, mark: u8) -> Check {
        let Some(end) = self.at(mark).release.take() else {
            return Ok(());
        };
        let end = self.end_with_loops(end);
        let written = self.at(mark).written;
        undisturbed(mark, written, pc, end)?;
        self.open(pc, end, mark)
    }

    /// The end of the outermost loop that began since and holds this instruction; itself if there is none.
    fn end_with_loops(&self, pc: usize) -> usize {
        let outermost = self.loops.partition_point(|a_loop| a_loop.start > pc);
        self.loops.get(outermost).map_or(pc, |a_loop| a_loop.end.max(pc))
    }

    /// Remembers a loop for [`Self::end_with_loops`].
    fn note_loop(&mut self, start: usize, end: usize) {
        while self.loops.pop_if(|inner| inner.end <= end).is_some() {}
        self.loops.push(Region { start, end });
    }

    /// A loop: its list or limit and its index stay undisturbed; the index then waits for its reset.
    fn head(&mut self, pc: usize, instr: Instr) -> Check {
        let end = self.ends[pc].max(pc);
        if let Some(target) = target(instr).filter(|&target| target <= end) {
            return refuse((pc, Kind::LoopNotLeft { target }));
        }
        for register in [instr.a, instr.b] {
            let written = self.at(register).written;
            undisturbed(register, written, pc, end)?;
            self.unexposed(register, pc, end)?;
        }
        if instr.a == instr.b || (instr.op == Op::ForNext && instr.b == instr.c) {
            return refuse((
                pc,
                Kind::RegisterDisturbed {
                    register: instr.b,
                    relied_on_at: pc,
                },
            ));
        }
        if let Some((head, _)) = self.at(instr.b).index_of {
            return refuse((
                pc,
                Kind::RegisterDisturbed {
                    register: instr.b,
                    relied_on_at: head,
                },
            ));
        }
        self.at(instr.b).index_of = Some((pc, end));
        self.note_loop(pc, end);
        self.stretch(end);
        Ok(())
    }

    /// A set that is pushed to in a loop, and a mark that is released in one, are relied on in every round: their
    /// regions reach to the loop's end.
    fn stretch(&mut self, end: usize) {
        for seen in self.registers.iter_mut() {
            for waiting in [&mut seen.push, &mut seen.release].into_iter().flatten() {
                if *waiting <= end {
                    *waiting = end;
                }
            }
        }
    }

    fn open(&mut self, start: usize, end: usize, register: u8) -> Check {
        self.unexposed(register, start, end)?;
        self.regions.push(Region { start, end });
        Ok(())
    }

    /// Checks that no window opens from `start` to `end` whose rules could write the register.
    fn unexposed(&self, register: u8, start: usize, end: usize) -> Check {
        let exposed = usize::from(register) < self.scope.exposed_registers();
        if exposed && self.window > start && self.window <= end {
            return refuse((self.window, Kind::SlotExposed { register }));
        }
        Ok(())
    }

    /// Notes what this instruction does, for those before it.
    fn note(&mut self, pc: usize, instr: Instr) -> Check {
        let operands = Operands::of(self.scope.pack, instr);
        let mut disturbed = None;
        operands.each_written(|register| {
            let seen = &mut self.registers[register];
            seen.written = pc;
            // The head itself, which has just been noted, may write its index.
            if let Some((head, _)) = seen.index_of.filter(|&(head, _)| head != pc) {
                disturbed = disturbed.or(Some((register, head)));
            }
        });
        if let Some((register, head)) = disturbed {
            let kind = Kind::RegisterDisturbed {
                register: register as u8,
                relied_on_at: head,
            };
            return refuse((pc, kind));
        }
        let is_asked = matches!(
            instr.op,
            Op::ListPush | Op::ListLen | Op::ListAt | Op::ListHas | Op::ListNew
        );
        if !is_asked {
            operands.each_read(|register| self.registers[register].shared = pc);
        }
        if instr.op != Op::ListPush {
            operands.each_written(|register| self.registers[register].shared = pc);
        }
        Ok(())
    }

    /// Checks that nothing waits any more at the start of the code.
    fn finish(&self) -> Check {
        for (register, seen) in self.registers.iter().enumerate() {
            let register = register as u8;
            if let Some((head, _)) = seen.index_of {
                return refuse((head, Kind::IndexNotReset { register }));
            }
            if let Some(pc) = seen.push {
                return refuse((pc, Kind::PushWithoutNew { register }));
            }
            if let Some(pc) = seen.release {
                return refuse((pc, Kind::ReleaseWithoutMark { register }));
            }
        }
        Ok(())
    }
}

/// Checks that the next use of a register lies behind the region.
fn undisturbed(register: u8, next: usize, start: usize, end: usize) -> Check {
    if next > end {
        return Ok(());
    }
    refuse((
        next,
        Kind::RegisterDisturbed {
            register,
            relied_on_at: start,
        },
    ))
}

/// For each instruction, the last jump back to it; 0 if there is none.
fn loop_ends(code: &[Instr], ends: &mut Vec<usize>) {
    ends.clear();
    ends.resize(code.len(), 0);
    for (pc, instr) in code.iter().enumerate() {
        if let Some(target) = target(*instr).filter(|&target| target <= pc) {
            ends[target] = pc;
        }
    }
}

fn target(instr: Instr) -> Option<usize> {
    instr
        .op
        .jumps()
        .then(|| usize::try_from(instr.imm).ok())
        .flatten()
}

/// Checks that no jump from outside of a region leads behind its start. Regions are in the order of their
/// starts.
fn entries(code: &[Instr], scratch: &mut Scratch, steps: &mut u64) -> Check {
    latest_starts(code.len(), scratch, steps);
    earliest_ends(code.len(), scratch, steps);
    let (starts, ends) = (&scratch.latest_starts, &scratch.earliest_ends);
    for (pc, instr) in code.iter().enumerate() {
        *steps += 1;
        let Some(target) = target(*instr) else { continue };
        let from_before = target > pc && starts[target].is_some_and(|start| start > pc);
        let from_behind = target <= pc && ends[target] < pc;
        if from_before || from_behind {
            return refuse((pc, Kind::JumpInto { target }));
        }
    }
    Ok(())
}

/// For each instruction, the latest start among regions that hold it behind their start.
fn latest_starts(length: usize, scratch: &mut Scratch, steps: &mut u64) {
    let Scratch {
        regions,
        open,
        latest_starts,
        ..
    } = scratch;
    open.clear();
    latest_starts.clear();
    let mut next = regions.iter().peekable();
    let at = |pc: usize| {
        *steps += 1;
        while let Some(region) = next.next_if(|region| region.start < pc) {
            open.push(*region);
        }
        while open.pop_if(|region| region.end < pc).is_some() {
            *steps += 1;
        }
        open.last().map(|region| region.start)
    };
    latest_starts.extend((0..length).map(at));
}

/// For each instruction, the earliest end among regions that hold it behind their start; `NEVER` if none does.
fn earliest_ends(length: usize, scratch: &mut Scratch, steps: &mut u64) {
    let Scratch {
        regions,
        open,
        earliest_ends,
        ending,
        next_ending,
        ..
    } = scratch;
    ending.clear();
    ending.resize(length, NEVER);
    next_ending.clear();
    next_ending.resize(regions.len(), NEVER);
    // From the last to the first, so that each list has them in the order of their starts.
    for (index, region) in regions.iter().enumerate().rev() {
        next_ending[index] = std::mem::replace(&mut ending[region.end], index);
    }
    earliest_ends.clear();
    earliest_ends.resize(length, NEVER);
    open.clear();
    for pc in (0..length).rev() {
        *steps += 1;
        let mut index = ending[pc];
        while let Some(region) = regions.get(index) {
            open.push(*region);
            index = next_ending[index];
        }
        while open.pop_if(|region| region.start >= pc).is_some() {
            *steps += 1;
        }
        earliest_ends[pc] = open.last().map_or(NEVER, |region| region.end);
    }
}
