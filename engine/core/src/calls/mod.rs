//! The core calls of the registry, by topic. The match of [`at_length`] is exhaustive: a new row of the table fails to compile
//! until somebody says here what it does.

mod board;
mod dice;
mod entities;
mod movement;
pub(crate) mod plane;
mod spaces;
mod squares;

use crate::world::World;
use cardwright_bytecode::registry::{Core, MAX_PARAMS};
use cardwright_vm::{Args, Machine};

/// Does what a core call says that needs no set and runs no code; nothing for all others.
pub(crate) fn at_once(world: &mut World<'_>, call: Core, args: &[i64; MAX_PARAMS]) -> Option<i64> {
    let [a, b, ..] = *args;
    Some(match call {
        Core::Owner => world.owner(a),
        Core::Bearer => world.bearer(a),
        Core::Holder => world.holder(a),
        Core::InPlay => flag(world.in_play(a)),
        Core::FaceUp => flag(world.face_up(a)),
        Core::NextPlayer => world.next_player(a),
        Core::HalfUp => a.div_euclid(2).saturating_add(a.rem_euclid(2)),
        Core::HalfDown => a.div_euclid(2),
        Core::Abs => a.saturating_abs(),
        Core::Remainder => remainder(a, b),
        Core::SameCard => flag(world.same_card(a, b)),
        Core::Namesakes => flag(world.are_namesakes(a, b)),
        Core::Random => world.random(a),
        Core::Flip | Core::SetOwner => entities::change_one(world, call, a, b),
        Core::FaceOf => world.face_of(a),
        Core::PoseOf | Core::Distance => board::call(world, call, a, b),
        Core::SpaceOf
        | Core::Standing
        | Core::LeadOf
        | Core::TrailOf
        | Core::FitsAt
        | Core::OverlapsOn
        | Core::InZone
        | Core::Terrain
        | Core::Level
        | Core::Ceiling
        | Core::Column
        | Core::Row
        | Core::Nowhere
        | Core::Clearance
        | Core::AreNeighbours
        | Core::StepsBetween
        | Core::Adjacent
        | Core::AdjacentAt => spaces::one(world, call, args),
        Core::PoseAt
        | Core::XOf
        | Core::YOf
        | Core::HeadingOf
        | Core::TableWidth
        | Core::TableLength
        | Core::Turned
        | Core::Shifted
        | Core::TemplateEnd => plane::pose(world, call, args),
        _ => return None,
    })
}

/// Does what a core call says, at once or at length, as the interpreter asks for both; its result, 0 if it has none.
#[cfg(test)]
pub(crate) fn call(world: &mut World<'_>, machine: &mut Machine, call: Core, args: &Args) -> i64 {
    at_once(world, call, args.leading()).unwrap_or_else(|| at_length(world, machine, call, args))
}

/// Does what a core call says that [`at_once`] leaves.
pub(crate) fn at_length(world: &mut World<'_>, machine: &mut Machine, call: Core, args: &Args) -> i64 {
    match call {
        Core::MoveTo | Core::Shuffle | Core::Remove | Core::ReturnToGame => {
            entities::change(world, machine, call, args)
        }
        Core::Place | Core::Lift => board::moves(world, machine, call, args),
        Core::DiceOf | Core::Rerollable | Core::Turnable => {
            let dice = dice::some(world, machine, call, args);
            machine.give_set(dice)
        }
        Core::CountFace | Core::DiceIn => dice::count(world, machine, call, args),
        Core::AddFace
        | Core::AddTurnable
        | Core::AddDie
        | Core::Reroll
        | Core::Turn
        | Core::Lock
        | Core::BarReroll
        | Core::Convert
        | Core::Cancel => dice::change(world, machine, call, args),
        Core::DistanceToPoint
        | Core::InArc
        | Core::DistanceInArc
        | Core::IsBetween
        | Core::Touching
        | Core::OverlapsAt
        | Core::InsideTable
        | Core::InArea
        | Core::RulerTouches
        | Core::TemplateCovers
        | Core::DistanceAt
        | Core::FarthestDistance
        | Core::WhollyInArc
        | Core::LineCrosses
        | Core::LinesCross
        | Core::BaseReach => plane::measure(world, call, args),
        Core::Destination
        | Core::SlideBack
        | Core::SlideOn
        | Core::Swept
        | Core::SweptFrom
        | Core::EdgeCrossing
        | Core::Behind
        | Core::Sidestep
        | Core::DestinationFrom
        | Core::Travelled
        | Core::Carried => plane::moved(world, machine, call, args),
        Core::SlideBackTogether => plane::slide_back_together(world, machine, args),
        Core::RulerOptions => {
            let poses = plane::rulers(world, machine, args);
            machine.charge(poses.len() as u64);
            machine.give_set(poses)
        }
        Core::Sees => spaces::sees(world, machine, args),
        Core::Reach | Core::Route | Core::Steps => {
            let stands = movement::ways(world, machine, call, args);
            machine.charge(stands.len() as u64);
            machine.give_set(stands)
        }
        Core::StepCost | Core::StepStops => movement::step(world, machine, call, args),
        Core::SpacesOf
        | Core::SpacesAt
        | Core::Standings
        | Core::Spaces
        | Core::SpacesIn
        | Core::Neighbours
        | Core::SpacesWithin
        | Core::PiecesOn
        | Core::PiecesAt
        | Core::Passed
        | Core::StepsFrom => {
            let members = spaces::several(world, machine, call, args);
            machine.charge(members.len() as u64);
            machine.give_set(members)
        }
        Core::DistanceBetween => spaces::between(world, machine, args),
        Core::HasLine
        | Core::HasLineFrom
        | Core::CornerOf
        | Core::BlockedLines
        | Core::BlockedLinesByCorner
        | Core::BlockedLinesBySpace
        | Core::Flanks => squares::one(world, machine, call, args),
        Core::CornersOf | Core::Burst | Core::Cone | Core::Line => {
            let members = squares::several(world, machine, call, args);
            machine.charge(members.len() as u64);
            machine.give_set(members)
        }
        // Done at once.
        Core::Owner
        | Core::Bearer
        | Core::Holder
        | Core::InPlay
        | Core::FaceUp
        | Core::NextPlayer
        | Core::HalfUp
        | Core::HalfDown
        | Core::Abs
        | Core::Remainder
        | Core::SameCard
        | Core::Namesakes
        | Core::Random
        | Core::Flip
        | Core::SetOwner
        | Core::FaceOf
        | Core::PoseOf
        | Core::Distance
        | Core::SpaceOf
        | Core::Standing
        | Core::LeadOf
        | Core::TrailOf
        | Core::FitsAt
        | Core::OverlapsOn
        | Core::InZone
        | Core::Terrain
        | Core::Level
        | Core::Ceiling
        | Core::Column
        | Core::Row
        | Core::Nowhere
        | Core::Clearance
        | Core::AreNeighbours
        | Core::StepsBetween
        | Core::Adjacent
        | Core::AdjacentAt
        | Core::PoseAt
        | Core::XOf
        | Core::YOf
        | Core::HeadingOf
        | Core::TableWidth
        | Core::TableLength
        | Core::Turned
        | Core::Shifted
        | Core::TemplateEnd => 0,
    }
}

/// What a division that rounds down leaves; it has the divisor's sign.
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
