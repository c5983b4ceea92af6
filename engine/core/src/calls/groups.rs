//! The core calls in groups: which part of `calls` does what a call says. A call that stands in no
//! group does not compile, and neither does one that its group's part leaves out.

use cardwright_bytecode::registry::Core;

macro_rules! groups {
    ($($(#[$doc:meta])* $group:ident { $($call:ident),* $(,)? })*) => {
        /// A core call as one of its group.
        #[derive(Clone, Copy)]
        pub(super) enum Group {
            $($(#[$doc])* $group($group),)*
        }

        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(super) enum $group {
            $($call,)*
        })*

        impl Group {
            /// The group of a call.
            #[inline]
            pub(super) const fn of(call: Core) -> Self {
                match call {
                    $($(Core::$call => Self::$group($group::$call),)*)*
                }
            }
        }
    };
}

groups! {
    /// Quick calls that have nothing to do with a board, and the poses of pieces on any board.
    Plain {
        Owner, Bearer, Holder, InPlay, FaceUp, NextPlayer, HalfUp, HalfDown, Abs, Remainder,
        SameCard, Namesakes, Random, Flip, SetOwner, FaceOf, PoseOf, Distance,
    }
    /// Changes that look through all entities.
    Change { MoveTo, Shuffle, Remove, ReturnToGame }
    /// Putting a piece on the board, and taking it off.
    Put { Place, Lift }
    /// Dice of a pool.
    Pick { DiceOf, Rerollable, Turnable }
    /// Numbers of dice.
    Tally { CountFace, DiceIn }
    /// Changes of dice.
    Modify {
        AddFace, AddTurnable, AddDie, Reroll, Turn, Lock, BarReroll, Convert, Cancel,
    }
    /// Poses on the flat table by themselves.
    Poses {
        PoseAt, XOf, YOf, HeadingOf, TableWidth, TableLength, Turned, Shifted, TemplateEnd,
    }
    /// Measuring on the flat table.
    Measure {
        DistanceToPoint, InArc, DistanceInArc, IsBetween, Touching, OverlapsAt, InsideTable, InArea,
        RulerTouches, TemplateCovers, DistanceAt, FarthestDistance, WhollyInArc,
        LineCrosses, LinesCross, BaseReach,
    }
    /// Ends of moves of a piece on the flat table, and the area that it passes.
    Motion {
        Destination, SlideBack, SlideOn, Swept, SweptFrom, EdgeCrossing, Behind, Sidestep,
        Travelled, Carried,
    }
    /// Ends of moves on the flat table that begin elsewhere, or of several pieces at once.
    Beyond { DestinationFrom, SlideBackTogether }
    /// Ways to lay a ruler.
    Rulers { RulerOptions, DistinctRulers }
    /// One value about spaces.
    Ground {
        SpaceOf, Standing, LeadOf, TrailOf, FitsAt, OverlapsOn, InZone, Terrain, Level, Ceiling,
        Column, Row, Nowhere, Clearance, AreNeighbours, StepsBetween, Adjacent, AdjacentAt,
    }
    /// Sets of spaces, of standings, and of what stands there.
    Several {
        SpacesOf, SpacesAt, Standings, Spaces, SpacesIn, Neighbours, SpacesWithin, PiecesOn,
        PiecesAt, Passed, StepsFrom,
    }
    /// Calls that take two sets of spaces, or look over them.
    Across { DistanceBetween, Sees }
    /// The ways of a movement.
    Walk { Reach, Route, Steps }
    /// One step of a movement.
    Stride { StepCost, StepStops }
    /// Sight and lines on squares.
    Sight {
        HasLine, HasLineFrom, CornerOf, BlockedLines, BlockedLinesByCorner, BlockedLinesBySpace,
        Flanks,
    }
    /// Areas on squares.
    Area { CornersOf, Burst, Cone, Line }
}
