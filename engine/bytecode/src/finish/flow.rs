//! Control flow: the targets of jumps, and the registers that are read later.

use super::{Code, Frame, asked};
use crate::isa::{Instr, Op};
use crate::pack::Pack;
use crate::ty::Ty;
use crate::verify::operands::Operands;

/// A set of registers.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Registers([u64; 4]);

/// How often code with loops is swept until nothing changes any more; code nested deeper is left as it is.
const MAX_SWEEPS: usize = 12;

impl Registers {
    pub(super) fn add(&mut self, register: usize) {
        if let Some(word) = self.0.get_mut(register / 64) {
            *word |= 1 << (register % 64);
        }
    }

    pub(super) fn remove(&mut self, register: usize) {
        if let Some(word) = self.0.get_mut(register / 64) {
            *word &= !(1 << (register % 64));
        }
    }

    pub(super) fn has(&self, register: usize) -> bool {
        self.0
            .get(register / 64)
            .is_some_and(|word| word & (1 << (register % 64)) != 0)
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, other)| *word |= other);
    }

    /// The first so many registers.
    pub(super) fn first(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|register| all.add(register));
        all
    }
}

/// The control flow of one function; the vectors are used again for the next.
#[derive(Default)]
pub(super) struct Flow {
    /// For each instruction, whether something jumps to it.
    pub(super) targets: Vec<bool>,
    /// For each instruction, the registers that are read behind it before they are written.
    pub(super) live_after: Vec<Registers>,
    /// The registers that are read from an instruction on.
    live_from: Vec<Registers>,
    /// Instructions to be taken out.
    pub(super) useless: Vec<bool>,
    /// Instructions that control reaches.
    pub(super) reached: Vec<bool>,
    /// For each instruction, where it is when the useless ones are out.
    pub(super) places: Vec<i32>,
}

impl Flow {
    /// Finds the instructions that something jumps to.
    pub(super) fn find_targets(&mut self, code: &Code) {
        self.targets.clear();
        self.targets.resize(code.instrs.len(), false);
        for instr in code.instrs.iter().filter(|instr| instr.op.jumps()) {
            self.targets[instr.imm as usize] = true;
        }
    }

    /// Finds which registers are read behind each instruction; whether that came to an end.
    pub(super) fn find_live(&mut self, pack: &Pack, frame: Frame<'_>, code: &Code) -> bool {
        let count = code.instrs.len();
        for sets in [&mut self.live_after, &mut self.live_from] {
            sets.clear();
            sets.resize(count, Registers::default());
        }
        self.useless.clear();
        self.useless.resize(count, false);
        (0..MAX_SWEEPS).any(|_| !self.sweep(pack, frame, code))
    }

    /// One sweep from the end to the start; whether a loop head changed, so that the jumps back to it see more.
    fn sweep(&mut self, pack: &Pack, frame: Frame<'_>, code: &Code) -> bool {
        let gives_nothing = frame.result == Ty::NOTHING;
        let exposed = Registers::first(frame.exposed);
        let mut changed = false;
        for pc in (0..code.instrs.len()).rev() {
            let instr = code.instrs[pc];
            let mut next = Registers::default();
            if !matches!(instr.op, Op::Jump | Op::Return) {
                next = self.live_from.get(pc + 1).copied().unwrap_or_default();
            }
            let mut live = next;
            let operands = Operands::of(pack, instr);
            operands.each_written(|register| live.remove(register));
            if instr.op.jumps() {
                let there = self.live_from[instr.imm as usize];
                // A loop that ends leaves its member as it was.
                live.add_all(&there);
                next.add_all(&there);
            }
            if !(instr.op == Op::Return && gives_nothing) {
                operands.each_read(|register| live.add(register));
            }
            if stops(instr.op) {
                live.add_all(&exposed);
            }
            let head = matches!(instr.op, Op::ForNext | Op::ForCount);
            changed |= head && self.live_from[pc] != live;
            self.live_after[pc] = next;
            self.live_from[pc] = live;
        }
        changed
    }

    /// Takes useless instructions out of the code, and those that control never reaches; whether there were some.
    pub(super) fn take_out(&mut self, code: &mut Code) -> bool {
        self.mark_unreached(code);
        if !self.useless.contains(&true) {
            return false;
        }
        let places = &mut self.places;
        places.clear();
        let mut next = 0;
        for useless in &self.useless {
            places.push(next);
            next += i32::from(!useless);
        }
        for instr in code.instrs.iter_mut().filter(|instr| instr.op.jumps()) {
            instr.imm = places[instr.imm as usize];
        }
        asked::taken_out(code, self);
        retain(&mut code.instrs, &self.useless);
        retain(&mut code.lines, &self.useless);
        true
    }

    fn mark_unreached(&mut self, code: &Code) {
        let reached = &mut self.reached;
        reached.clear();
        reached.resize(code.instrs.len(), false);
        let mut falls = true;
        for (pc, instr) in code.instrs.iter().enumerate() {
            reached[pc] |= falls;
            if !reached[pc] {
                self.useless[pc] = true;
                continue;
            }
            if instr.op.jumps() {
                reached[instr.imm as usize] = true;
            }
            falls = !matches!(instr.op, Op::Jump | Op::Return);
        }
    }
}

fn retain<T>(list: &mut Vec<T>, useless: &[bool]) {
    let mut place = 0;
    list.retain(|_| {
        place += 1;
        !useless[place - 1]
    });
}

/// Whether others may look at the slots of a procedure while this is carried out.
pub(super) fn stops(op: Op) -> bool {
    matches!(
        op,
        Op::Window
            | Op::Gather
            | Op::Call
            | Op::Offer
            | Op::Choose
            | Op::ChoosePlace
            | Op::May
            | Op::Start
            | Op::End
            | Op::EndWith
    )
}

/// Whether all that an instruction does is to write register `a`, so that it can be left out if nobody reads it.
pub(super) fn only_writes(instr: Instr) -> bool {
    matches!(
        instr.op,
        Op::Const
            | Op::Big
            | Op::Move
            | Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Div
            | Op::Min
            | Op::Max
            | Op::Eq
            | Op::Ne
            | Op::Lt
            | Op::Le
            | Op::Not
            | Op::LoadContext
            | Op::InRun
            | Op::LoadRun
            | Op::Field
            | Op::Get
            | Op::ListLen
            | Op::ListAt
            | Op::ListHas
            | Op::As
            | Op::AddI
            | Op::MulI
            | Op::DivI
            | Op::EqI
            | Op::LtI
            | Op::GtI
    )
}
