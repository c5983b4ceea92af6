//! Which registers an instruction reads and writes.

use super::scope::Scope;
use crate::isa::{Instr, Op};
use crate::pack::{ChoiceStyle, Pack};
use crate::registry::Core;
use crate::ty::Ty;
use std::ops::Range;

/// Registers that an instruction reads and writes; there are at most five groups.
pub(super) struct Operands {
    reads: [Range<usize>; 3],
    writes: [Range<usize>; 2],
}

impl Operands {
    /// The registers of an instruction whose operands were checked.
    pub(super) fn of(scope: &Scope, instr: Instr) -> Self {
        let (a, b, c) = (one(instr.a), one(instr.b), one(instr.c));
        let none = || 0..0;
        let (reads, writes) = match instr.op {
            Op::Const | Op::Big | Op::LoadContext | Op::All | Op::Rows | Op::ListNew | Op::Mark => {
                ([none(), none(), none()], [a, none()])
            }
            Op::Move | Op::Not | Op::Field | Op::Get | Op::Held | Op::ListLen | Op::Roll | Op::As => {
                ([b, none(), none()], [a, none()])
            }
            Op::Jump | Op::Window | Op::End | Op::Step => ([none(), none(), none()], [none(), none()]),
            Op::JumpIfNot | Op::StoreContext | Op::Return | Op::Release | Op::Reveal | Op::EndWith => {
                ([a, none(), none()], [none(), none()])
            }
            Op::Set | Op::Give | Op::Take | Op::ListPush => ([a, b, none()], [none(), none()]),
            Op::Call | Op::Core | Op::Value | Op::Can | Op::Running => {
                let (count, gives) = signature(scope.pack, instr);
                (
                    [several(instr.b, count), none(), none()],
                    [if gives { a } else { none() }, none()],
                )
            }
            Op::ForNext => ([a, b.clone(), none()], [b, c]),
            Op::ForCount => ([a, b.clone(), none()], [b, none()]),
            Op::Start | Op::FinishEffect => {
                let count = signature(scope.pack, instr).0;
                ([several(instr.a, count), none(), none()], [none(), none()])
            }
            Op::Offer => {
                let count = signature(scope.pack, instr).0;
                ([several(instr.a, count), b, c.clone()], [c, none()])
            }
            Op::Options => {
                let count = signature(scope.pack, instr).0;
                ([several(instr.b, count), c, none()], [a, none()])
            }
            Op::Choose => {
                let most = if asks_for_many(scope.pack, instr) {
                    second(instr.a)
                } else {
                    none()
                };
                ([b, c, most], [a, second(instr.a)])
            }
            Op::May => ([c, none(), none()], [a, none()]),
            _ => ([b, c, none()], [a, none()]),
        };
        Self { reads, writes }
    }

    /// Every register that is written.
    pub(super) fn written(&self) -> impl Iterator<Item = usize> + '_ {
        self.writes.iter().cloned().flatten()
    }

    /// Every register that is read or written.
    pub(super) fn touched(&self) -> impl Iterator<Item = usize> + '_ {
        self.reads.iter().cloned().flatten().chain(self.written())
    }
}

fn one(register: u8) -> Range<usize> {
    several(register, 1)
}

fn second(register: u8) -> Range<usize> {
    usize::from(register) + 1..usize::from(register) + 2
}

fn several(first: u8, count: usize) -> Range<usize> {
    usize::from(first)..usize::from(first) + count
}

fn asks_for_many(pack: &Pack, instr: Instr) -> bool {
    lookup(&pack.choices, instr.imm).is_some_and(|choice| choice.style == ChoiceStyle::Any)
}

/// How many arguments there are, and whether there is a result.
fn signature(pack: &Pack, instr: Instr) -> (usize, bool) {
    let index = instr.imm;
    let found = match instr.op {
        Op::Call => lookup(&pack.functions, index).map(|f| (usize::from(f.params), f.result != Ty::NOTHING)),
        Op::Core => Core::from_number(index).map(|call| (call.params.len(), call.result != Ty::NOTHING)),
        Op::Value => lookup(&pack.values, index).map(|value| (value.params.len(), true)),
        Op::Can => lookup(&pack.permissions, index).map(|permission| (permission.params.len(), true)),
        Op::Offer | Op::Options => lookup(&pack.offers, index).map(|offer| (offer.params.len(), false)),
        Op::Running | Op::FinishEffect => lookup(&pack.matches, index)
            .and_then(|found| pack.effects.get(found.effect as usize))
            .map(|effect| (effect.params.len(), true)),
        _ => lookup(&pack.starts, index).and_then(|start| {
            let effect = pack.effects.get(start.effect as usize)?;
            let counted = start.until.is_some_and(|until| until.counted);
            Some((effect.params.len() + usize::from(counted), false))
        }),
    };
    found.unwrap_or_default()
}

fn lookup<T>(table: &[T], index: i32) -> Option<&T> {
    table.get(usize::try_from(index).ok()?)
}
