//! Which registers an instruction reads and writes, from its row in the instruction table.

use crate::isa::{Access, Instr, Op};
use crate::pack::Pack;
use crate::registry::Core;
use crate::ty::Ty;
use std::ops::Range;

/// The registers that an instruction reads and writes.
pub(crate) struct Operands {
    single: [usize; 3],
    access: Access,
    /// Further registers that are read: arguments, the most of a choice of many, what a question tells.
    more: Range<usize>,
    /// A further register that is written.
    second: Option<usize>,
}

impl Operands {
    /// The registers of an instruction. Operands that lead nowhere count as without arguments.
    #[inline]
    pub(crate) fn of(pack: &Pack, instr: Instr) -> Self {
        let access = instr.op.access();
        let (more, second) = match access.has(Access::VARIES) {
            true => varying(pack, instr, access),
            false => (0..0, None),
        };
        Self {
            single: [instr.a, instr.b, instr.c].map(usize::from),
            access,
            more,
            second,
        }
    }

    /// Looks at every register that is read. The result of a function counts, even if it has none.
    pub(crate) fn each_read(&self, mut look: impl FnMut(usize)) {
        for (flag, &register) in Access::READS.into_iter().zip(&self.single) {
            if self.access.has(flag) {
                look(register);
            }
        }
        self.more.clone().for_each(look);
    }

    /// Looks at every register that is written.
    pub(crate) fn each_written(&self, mut look: impl FnMut(usize)) {
        for (flag, &register) in Access::WRITES.into_iter().zip(&self.single) {
            if self.access.has(flag) {
                look(register);
            }
        }
        if let Some(second) = self.second {
            look(second);
        }
    }

    /// Every register that is written.
    pub(crate) fn written(&self) -> impl Iterator<Item = usize> + '_ {
        self.flagged(Access::WRITES).chain(self.second)
    }

    fn flagged(&self, flags: [Access; 3]) -> impl Iterator<Item = usize> + '_ {
        let used = self.single.into_iter().zip(flags);
        used.filter(|&(_, flag)| self.access.has(flag))
            .map(|(register, _)| register)
    }
}

/// Further registers that are read, and the one that is written.
fn varying(pack: &Pack, instr: Instr, access: Access) -> (Range<usize>, Option<usize>) {
    let (a, b) = (usize::from(instr.a), usize::from(instr.b));
    match instr.op {
        Op::Choose => {
            let first = if asks_for_many(pack, instr) { a + 1 } else { a + 2 };
            (first..a + 2 + asked_with(pack, instr), Some(a + 1))
        }
        Op::May => (a + 1..a + 1 + asked_with(pack, instr), None),
        Op::ChoosePlace => {
            let choice = lookup(&pack.choices, instr.imm);
            let count = choice.map_or(0, |choice| choice.place_arguments(pack));
            (b..b + count, Some(a + 1))
        }
        Op::Return => (a..a + 1, None),
        _ => {
            let (count, gives) = signature(pack, instr);
            let from_a = matches!(instr.op, Op::Offer | Op::Start | Op::FinishEffect);
            let first = if from_a { a } else { b };
            // Values and permissions always give something; their row says so.
            let gives = gives && !access.has(Access::WRITES[0]);
            (first..first + count, gives.then_some(a))
        }
    }
}

fn asks_for_many(pack: &Pack, instr: Instr) -> bool {
    lookup(&pack.choices, instr.imm).is_some_and(|choice| choice.style.is_of_many())
}

/// How many registers there are with what the question tells.
fn asked_with(pack: &Pack, instr: Instr) -> usize {
    lookup(&pack.choices, instr.imm).map_or(0, |choice| choice.asked_count(pack))
}

/// How many arguments there are, and whether there is a result.
fn signature(pack: &Pack, instr: Instr) -> (usize, bool) {
    let index = instr.imm;
    let found = match instr.op {
        Op::Call => lookup(&pack.functions, index).map(|f| (usize::from(f.params), f.result != Ty::NOTHING)),
        Op::Core => Core::from_number(index).map(|call| (call.params.len(), call.result != Ty::NOTHING)),
        Op::Entry | Op::SetEntry => lookup(&pack.states, index).map(|state| (state.keys.len(), false)),
        Op::Value => lookup(&pack.values, index).map(|value| (value.params.len(), true)),
        Op::Can => lookup(&pack.permissions, index).map(|permission| (permission.params.len(), true)),
        Op::Offer | Op::Options => lookup(&pack.offers, index).map(|offer| (offer.params.len(), false)),
        Op::Running | Op::FinishEffect => lookup(&pack.matches, index)
            .and_then(|found| pack.effects.find(found.effect))
            .map(|effect| (effect.params.len(), false)),
        _ => lookup(&pack.starts, index).and_then(|start| {
            let effect = pack.effects.find(start.effect)?;
            Some((effect.params.len() + usize::from(start.is_counted()), false))
        }),
    };
    found.unwrap_or_default()
}

fn lookup<T>(table: &[T], index: i32) -> Option<&T> {
    table.get(usize::try_from(index).ok()?)
}
