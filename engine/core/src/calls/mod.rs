//! The core calls of the registry, by topic. Each is in one of the [`groups`], and each group has
//! its exhaustive match: a new row of the table fails to compile until somebody says what it does.

mod board;
mod dice;
mod entities;
mod groups;
mod movement;
pub(crate) mod plane;
mod spaces;
mod squares;

use crate::limits::FAR;
use crate::world::World;
use cardwright_bytecode::pack::cell;
use cardwright_bytecode::registry::{Core, MAX_PARAMS};
use cardwright_vm::{Args, Machine};
use groups::{Across, Group, Plain, Rulers};

/// Does what a core call says that needs no set and runs no code; nothing for all others.
pub(crate) fn at_once(world: &mut World<'_>, call: Core, args: &[i64; MAX_PARAMS]) -> Option<i64> {
    match Group::of(call) {
        Group::Plain(call) => Some(plain(world, call, args)),
        Group::Ground(call) => Some(spaces::one(world, call, args)),
        Group::Poses(call) => Some(plane::pose(world, call, args)),
        _ => None,
    }
}

/// Does what any core call says; its result, 0 if it has none.
pub(crate) fn call(world: &mut World<'_>, machine: &mut Machine, call: Core, args: &Args) -> i64 {
    match Group::of(call) {
        Group::Plain(call) => plain(world, call, args.leading()),
        Group::Ground(call) => spaces::one(world, call, args.leading()),
        Group::Poses(call) => plane::pose(world, call, args.leading()),
        Group::Change(call) => entities::change(world, machine, call, args),
        Group::Put(call) => board::put(world, machine, call, args),
        Group::Pick(call) => {
            let dice = dice::some(world, machine, call, args);
            machine.give_set(dice)
        }
        Group::Tally(call) => dice::count(world, machine, call, args),
        Group::Modify(call) => dice::change(world, machine, call, args),
        Group::Measure(call) => plane::measure(world, call, args),
        Group::Motion(call) => plane::moved(world, machine, call, args),
        Group::Beyond(call) => plane::beyond(world, machine, call, args),
        Group::Rulers(call) => {
            let poses = match call {
                Rulers::RulerOptions => plane::rulers(world, machine, args),
                Rulers::DistinctRulers => plane::distinct_rulers(world, machine, args),
            };
            given(machine, poses)
        }
        Group::Several(call) => {
            let members = spaces::several(world, machine, call, args);
            given(machine, members)
        }
        Group::Across(Across::Sees) => spaces::sees(world, machine, args),
        Group::Across(Across::DistanceBetween) => spaces::between(world, machine, args),
        Group::Walk(call) => {
            let stands = movement::ways(world, machine, call, args);
            given(machine, stands)
        }
        Group::Stride(call) => movement::step(world, machine, call, args),
        Group::Sight(call) => squares::one(world, machine, call, args),
        Group::Area(call) => {
            let members = squares::several(world, machine, call, args);
            given(machine, members)
        }
    }
}

/// A set as a result, which costs what its members are.
fn given(machine: &mut Machine, members: Vec<i64>) -> i64 {
    machine.charge(members.len() as u64);
    machine.give_set(members)
}

fn plain(world: &mut World<'_>, call: Plain, args: &[i64; MAX_PARAMS]) -> i64 {
    let [a, b, ..] = *args;
    match call {
        Plain::Owner => world.owner(a),
        Plain::Bearer => world.bearer(a),
        Plain::Holder => world.holder(a),
        Plain::InPlay => flag(world.in_play(a)),
        Plain::FaceUp => flag(world.face_up(a)),
        Plain::NextPlayer => world.next_player(a),
        Plain::HalfUp => a.div_euclid(2).saturating_add(a.rem_euclid(2)),
        Plain::HalfDown => a.div_euclid(2),
        Plain::Abs => a.saturating_abs(),
        Plain::Remainder => remainder(a, b),
        Plain::SameCard => flag(world.same_card(a, b)),
        Plain::Namesakes => flag(world.are_namesakes(a, b)),
        Plain::Random => world.random(a),
        Plain::Flip => {
            world.flip(a, b != 0);
            0
        }
        Plain::SetOwner => {
            world.set_owner(a, b);
            0
        }
        Plain::FaceOf => world.face_of(a),
        Plain::PoseOf => world.cell(a, cell::POSE),
        Plain::Distance => world.distance(a, b).unwrap_or(FAR),
    }
}

/// The remainder of a division that rounds down; it has the divisor's sign.
fn remainder(number: i64, divisor: i64) -> i64 {
    if divisor == 0 {
        return 0;
    }
    let rest = number.wrapping_rem(divisor);
    if rest != 0 && (rest < 0) != (divisor < 0) {
        rest + divisor
    } else {
        rest
    }
}

fn flag(yes: bool) -> i64 {
    i64::from(yes)
}
