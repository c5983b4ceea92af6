//! Which code looks at a place for itself.
//!
//! A question about a step asks what a space is like: its terrain, its level, who stands there. All spaces that are alike get one
//! answer, so the core asks it once for each sort of space. That is right only as long as nothing asks *which* space it is: where
//! it lies, how far it is from something, whether it is this one or that one. Whoever asks such a thing is told apart here, by the
//! types of what an instruction reads.

use crate::isa::{Instr, Op};
use crate::pack::Pack;
use crate::registry::Core;
use crate::ty::{Base, Ty};
use crate::verify::operands::Operands;

/// The core calls whose answers about a space follow from what it is like, as long as nobody stands there, and those that only
/// turn places of one space into one another. About a piece on several spaces the core itself says otherwise.
const OF_A_SORT: [Core; 10] = [
    Core::Terrain,
    Core::Level,
    Core::Ceiling,
    Core::Clearance,
    Core::LeadOf,
    Core::TrailOf,
    Core::SpacesAt,
    Core::FitsAt,
    Core::PiecesOn,
    Core::PiecesAt,
];

/// Whether some instruction looks at a place for itself.
pub(super) fn look_at_places(pack: &Pack, registers: &[Ty], code: &[Instr]) -> bool {
    code.iter().any(|&instr| looks_at_a_place(pack, registers, instr))
}

fn looks_at_a_place(pack: &Pack, registers: &[Ty], instr: Instr) -> bool {
    match instr.op {
        // They hand places on, or gather them.
        Op::Move
        | Op::Return
        | Op::Call
        | Op::Value
        | Op::Can
        | Op::ListNew
        | Op::ListPush
        | Op::ListLen
        | Op::ListAt
        | Op::ForNext
        | Op::LoadContext
        | Op::StoreContext
        // Who stands there is asked of spaces where nobody does.
        | Op::Standing => false,
        Op::Core if Core::from_number(instr.imm).is_some_and(|call| is_of_a_sort(call.call)) => false,
        _ => {
            let mut looks = false;
            Operands::of(pack, instr).each_read(|register| {
                let ty = registers.get(register);
                looks |= ty.is_none_or(|ty| matches!(ty.base, Base::Space | Base::Pose));
            });
            looks
        }
    }
}

fn is_of_a_sort(call: Core) -> bool {
    OF_A_SORT.contains(&call)
}
