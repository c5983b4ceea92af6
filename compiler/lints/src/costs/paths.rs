//! The dearest way through a function.
//!
//! Jumps lead forwards, but for those back to the head of a loop, and a loop is entered only at its head; the verifier
//! proves both. So a loop can be taken as one step: as often as it goes round at most, the dearest way from behind
//! its head to where a round ends. What follows is the dearest of all places to which the loop can be left.

use super::{Cost, Costs};
use cardwright_bytecode::Op;
use cardwright_bytecode::pack::Function;
use std::collections::BTreeMap;

/// A loop: its last instruction, and what all its rounds cost.
struct Loop {
    end: usize,
    cost: Cost,
}

/// The worst case of one run of a function.
pub(super) fn dearest(costs: &Costs<'_>, function: &Function) -> Cost {
    let code = &function.code;
    if code.is_empty() {
        return Cost::default();
    }
    let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
    for (pc, instr) in code.iter().enumerate() {
        let target = instr.imm as usize;
        if instr.op == Op::Jump && target <= pc {
            ends.insert(target, pc);
        }
    }
    let heads = code
        .iter()
        .enumerate()
        .filter(|(_, instr)| matches!(instr.op, Op::ForNext | Op::ForCount));
    let mut loops: BTreeMap<usize, Loop> = BTreeMap::new();
    // Inner loops begin behind the heads of outer ones.
    for (head, instr) in heads.rev() {
        let end = ends.get(&head).copied().unwrap_or(head);
        let round = region(costs, function, &loops, head + 1, end);
        let times = match instr.op {
            Op::ForNext => costs.set(function, instr.a),
            _ => costs.number(function, head, instr.a),
        };
        let ask = Cost::fuel(u64::from(instr.op.info().fuel));
        let cost = round.and(ask).times(times).and(ask);
        loops.insert(head, Loop { end, cost });
    }
    region(costs, function, &loops, 0, code.len().saturating_sub(1))
}

/// The dearest way from the first to the last of these instructions, or to where it leaves them.
fn region(
    costs: &Costs<'_>,
    function: &Function,
    loops: &BTreeMap<usize, Loop>,
    first: usize,
    last: usize,
) -> Cost {
    let code = &function.code;
    let mut best = vec![Cost::default(); (last + 2).saturating_sub(first)];
    for pc in (first..=last).rev() {
        let inside = |target: usize| (pc < target && target <= last).then(|| best[target - first]);
        let found = match loops.get(&pc) {
            Some(one) => {
                let exits = (pc..=one.end).flat_map(|pc| leads_to(code, pc));
                let after = exits.filter(|&target| target > one.end).filter_map(inside);
                after.fold(Cost::default(), Cost::or).and(one.cost)
            }
            None => {
                let after = leads_to(code, pc).filter_map(inside);
                let after = after.fold(Cost::default(), Cost::or);
                costs.instruction(function, pc).and(after)
            }
        };
        best[pc - first] = found;
    }
    best.first().copied().unwrap_or_default()
}

/// The instructions to which control can go from an instruction.
fn leads_to(code: &[cardwright_bytecode::Instr], pc: usize) -> impl Iterator<Item = usize> + use<> {
    let instr = code[pc];
    let jumps = instr.op.jumps();
    let falls = !matches!(instr.op, Op::Jump | Op::Return | Op::End | Op::EndWith);
    let target = jumps.then_some(instr.imm as usize);
    target.into_iter().chain(falls.then_some(pc + 1))
}
