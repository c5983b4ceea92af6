//! What each core call costs besides its instruction, in fuel.
//!
//! A unit of fuel stands for at most 100 ns of work; `benches/benches/fuel.rs` measures every call at the worst state that
//! it knows. What grows with what there is (dice, members of a set, entities) is not in these numbers: the core charges it.

use super::Core;

/// The price of a call.
pub(super) const fn of(call: Core) -> u64 {
    match call {
        Core::DistanceToPoint | Core::OverlapsAt | Core::InsideTable => 8,
        Core::EdgeCrossing
        | Core::Sidestep
        | Core::Destination
        | Core::DestinationFrom
        | Core::TemplateEnd => 8,
        Core::InArc
        | Core::WhollyInArc
        | Core::Touching
        | Core::LineCrosses
        | Core::BaseReach
        | Core::Travelled => 16,
        Core::Distance | Core::DistanceAt | Core::DistanceInArc | Core::FarthestDistance => 32,
        Core::IsBetween | Core::RulerTouches | Core::Swept | Core::SweptFrom => 64,
        Core::TemplateCovers => 128,
        Core::SlideOn | Core::RulerOptions => 32,
        Core::SlideBack | Core::SlideBackTogether => 128,
        Core::StepsBetween | Core::Adjacent | Core::AdjacentAt | Core::OverlapsOn | Core::Passed => 8,
        Core::StepsFrom | Core::StepCost | Core::StepStops | Core::PiecesAt | Core::CornersOf => 8,
        Core::Reach | Core::Route | Core::Steps | Core::Burst | Core::Cone | Core::Line | Core::Standings => {
            32
        }
        Core::HasLine
        | Core::HasLineFrom
        | Core::BlockedLines
        | Core::BlockedLinesByCorner
        | Core::BlockedLinesBySpace
        | Core::Flanks
        | Core::Sees => 32,
        _ => 0,
    }
}
