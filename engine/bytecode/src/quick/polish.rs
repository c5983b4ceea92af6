//! The last touches: jumps whose way is known, and which arguments an answer came from.

use super::{Piece, Step};
use crate::isa::{Instr, Op};
use crate::pack::Pack;
use crate::ty::Ty;
use crate::verify::MAX_REGISTERS;
use crate::verify::operands::Operands;

/// The argument of a function of a movement that may not matter: where a step comes from.
const WATCHED: usize = 1;

/// The steps of a function that is not written into others any more, its registers, and the one that tells whether the watched
/// argument was looked at.
pub(super) fn finished(pack: &Pack, piece: &Piece, watched: bool) -> (Vec<Step>, Vec<Ty>, Option<u8>) {
    let mut steps = piece.steps.clone();
    let mut registers = piece.registers.clone();
    thread(&mut steps);
    let looked = registers.len() as u8;
    if !watched || piece.params <= WATCHED || registers.len() >= MAX_REGISTERS {
        return (steps, registers, None);
    }
    registers.push(Ty::NUMBER);
    (noted(pack, &steps, looked), registers, Some(looked))
}

/// A known answer that only a jump depends on goes where the jump would.
fn thread(steps: &mut [Step]) {
    let mut is_target = vec![false; steps.len() + 1];
    for step in steps.iter().filter(|step| step.instr.op.jumps()) {
        is_target[step.instr.imm as usize] = true;
    }
    for place in 1..steps.len() {
        let (Step { instr: known, .. }, Step { instr: jump, .. }) = (steps[place - 1], steps[place]);
        if known.op != Op::Const || jump.op != Op::Jump || is_target[place] {
            continue;
        }
        let target = jump.imm as usize;
        let Some(&Step { instr: there, price }) = steps.get(target) else {
            continue;
        };
        let is_about_it = there.a == known.a && target > place;
        let jumps = match there.op {
            Op::JumpIf => known.imm != 0,
            Op::JumpIfNot => known.imm == 0,
            _ => continue,
        };
        if is_about_it {
            steps[place].instr.imm = if jumps { there.imm } else { jump.imm + 1 };
            steps[place].price += price;
        }
    }
}

/// The steps with notes before all that look at the watched argument, or at a copy of it.
fn noted(pack: &Pack, steps: &[Step], looked: u8) -> Vec<Step> {
    let mut copies = vec![false; 256];
    copies[WATCHED] = true;
    loop {
        let mut grows = false;
        for Step { instr, .. } in steps.iter().filter(|step| step.instr.op == Op::Move) {
            if copies[usize::from(instr.b)] && !copies[usize::from(instr.a)] {
                copies[usize::from(instr.a)] = true;
                grows = true;
            }
        }
        if !grows {
            break;
        }
    }
    let looks = |step: &Step| {
        let mut looks = false;
        Operands::of(pack, step.instr).each_read(|register| looks |= copies.get(register) == Some(&true));
        looks && step.instr.op != Op::Move
    };
    let note = |value| Step {
        instr: Instr::new(Op::Const, looked, 0, 0, value),
        price: 0,
    };
    let mut places = Vec::with_capacity(steps.len());
    // The head of a loop must stand where its jumps come to, so there is no note before it.
    let is_head = |step: &Step| matches!(step.instr.op, Op::ForNext | Op::ForCount);
    let from_start = steps.iter().any(|step| is_head(step) && looks(step));
    let mut all = vec![note(i32::from(from_start))];
    for step in steps {
        places.push(all.len());
        if looks(step) && !is_head(step) {
            all.push(note(1));
        }
        all.push(*step);
    }
    for step in all.iter_mut().filter(|step| step.instr.op.jumps()) {
        step.instr.imm = places
            .get(step.instr.imm as usize)
            .map_or(i32::MAX, |&place| place as i32);
    }
    all
}
