//! Core calls about the flat table. A piece that does not stand on it is far from everything, in no arc,
//! overlaps nothing, and goes nowhere. Nobody has no base, wherever one asks how he would stand.

use super::groups::{Beyond, Measure, Motion, Poses};
use crate::board::plane::{self, Arc, Body, Footprint, Guide, Path, Point, Pose, Table};
use crate::limits::{FAR, MAX_OPTIONS};
use crate::world::World;
use cardwright_bytecode::pack::{FootprintDef, cell};
use cardwright_bytecode::registry::MAX_PARAMS;
use cardwright_vm::{Args, Bound, Machine};
use std::collections::BTreeSet;

/// Poses themselves.
pub(super) fn pose(world: &World<'_>, call: Poses, args: &[i64; MAX_PARAMS]) -> i64 {
    let [a, b, c, ..] = *args;
    let pose = Pose::unpack(a);
    match call {
        Poses::PoseAt => Pose::new(size(a), size(b), turn(c)).pack(),
        Poses::XOf => i64::from(pose.x),
        Poses::YOf => i64::from(pose.y),
        Poses::HeadingOf => i64::from(pose.heading),
        Poses::TableWidth => i64::from(world.table().width),
        Poses::TableLength => i64::from(world.table().length),
        Poses::Turned => Pose::new(pose.x, pose.y, pose.heading.wrapping_add(turn(b))).pack(),
        Poses::Shifted => pose.shifted(size(b), size(c)).pack(),
        Poses::TemplateEnd => plane::end_of(pose, path(b, c)).pack(),
    }
}

/// Questions whose answer is a number or yes or no.
pub(super) fn measure(world: &World<'_>, call: Measure, args: &Args) -> i64 {
    let [a, b, c, d] = [args.at(0), args.at(1), args.at(2), args.at(3)];
    match call {
        Measure::DistanceToPoint => {
            let point = Pose::unpack(b).centre();
            world
                .body(a)
                .map_or(FAR, |body| i64::from(plane::distance_to_point(&body, point)))
        }
        Measure::InArc => yes(world
            .two(a, d)
            .is_some_and(|(from, to)| plane::in_arc(&from, arc(b, c), &to))),
        Measure::DistanceInArc => {
            let distance = world
                .two(a, d)
                .and_then(|(from, to)| plane::distance_in_arc(&from, arc(b, c), &to));
            distance.map_or(FAR, i64::from)
        }
        Measure::IsBetween => yes(is_between(world, args)),
        Measure::Touching => yes(world.two(a, b).is_some_and(|(a, b)| plane::touches(&a, &b))),
        Measure::OverlapsAt => {
            let bases = world.body_if_at(a, b).zip(world.body(c));
            yes(bases.is_some_and(|(moved, other)| plane::overlaps(&moved, &other)))
        }
        Measure::InsideTable => yes(world
            .body_if_at(a, b)
            .is_some_and(|body| world.table().inside(&body))),
        Measure::InArea => yes(contains(args, Pose::unpack(a).centre())),
        Measure::RulerTouches => yes(ruler_touches(world, args)),
        Measure::TemplateCovers => {
            let other = world.body(args.at(4));
            let covers = |other| plane::template_covers(Pose::unpack(a), path(b, c), size(d), &other);
            yes(other.is_some_and(covers))
        }
        Measure::DistanceAt => {
            let bases = world.body_if_at(a, b).zip(world.body(c));
            bases.map_or(FAR, |(stands, other)| i64::from(plane::distance(&stands, &other)))
        }
        Measure::FarthestDistance => world
            .two(a, b)
            .map_or(FAR, |(from, to)| i64::from(plane::farthest_distance(&from, &to))),
        Measure::WhollyInArc => yes(world
            .two(a, d)
            .is_some_and(|(from, to)| plane::wholly_in_arc(&from, arc(b, c), &to))),
        Measure::LineCrosses => {
            let [from, to] = [a, b].map(|end| Pose::unpack(end).centre());
            yes(world.body(c).is_some_and(|body| plane::crosses(&body, from, to)))
        }
        Measure::LinesCross => {
            let [from, to, start, end] = [a, b, c, d].map(|end| Pose::unpack(end).centre());
            yes(plane::lines_cross([from, to], [start, end]))
        }
        Measure::BaseReach => {
            let base = world.body_if_at(a, b);
            base.map_or(0, |base| i64::from(plane::base_reach(&base, turn(c))))
        }
    }
}

/// Questions whose answer is a pose that a move leads to, or whether it passes over something. Of pieces that stand
/// nowhere, only where one would get from somewhere else can be said.
pub(super) fn moved(world: &World<'_>, machine: &mut Machine, call: Motion, args: &Args) -> i64 {
    let [a, b, c, d] = [args.at(0), args.at(1), args.at(2), args.at(3)];
    let size_of = |set: i64| machine.set(&world.content.pack, set).len() as u64;
    let blockers = match call {
        Motion::SlideBack => size_of(d),
        Motion::SlideOn => size_of(c) + size_of(d),
        Motion::Destination
        | Motion::Swept
        | Motion::SweptFrom
        | Motion::EdgeCrossing
        | Motion::Behind
        | Motion::Sidestep
        | Motion::Travelled
        | Motion::Carried => 0,
    };
    machine.charge(blockers * BLOCKER);
    let stays = world.cell(a, cell::POSE);
    let Some(body) = world.body(a) else {
        return match call {
            Motion::SlideOn => b,
            Motion::Travelled | Motion::Swept | Motion::SweptFrom => 0,
            Motion::Destination
            | Motion::SlideBack
            | Motion::EdgeCrossing
            | Motion::Behind
            | Motion::Sidestep
            | Motion::Carried => stays,
        };
    };
    let way = path(b, c);
    let bodies = |set: i64| bodies(world, machine, set);
    match call {
        Motion::Destination => plane::destination(&body, way).pack(),
        Motion::SlideBack => {
            let guide = guide(args.at(4));
            plane::slide_back(&body, way, guide, &bodies(d)).pose.pack()
        }
        Motion::Travelled => {
            let guide = guide(args.at(4));
            i64::from(plane::travelled(&body, way, guide, Pose::unpack(d)))
        }
        Motion::Carried => world
            .body(b)
            .map_or(stays, |with| with.pose.carried(body.pose, Pose::unpack(c)).pack()),
        Motion::SlideOn => {
            let at = body.at(Pose::unpack(b));
            plane::slide_on(&at, &bodies(c), &bodies(d), size(args.at(4))).map_or(b, Pose::pack)
        }
        Motion::Swept => {
            let other = world.body(args.at(4));
            yes(other.is_some_and(|other| plane::swept(&body, way, size(d), &other)))
        }
        Motion::SweptFrom => {
            let other = world.body(args.at(5));
            let from = body.at(Pose::unpack(b));
            yes(other.is_some_and(|other| plane::swept(&from, path(c, d), size(args.at(4)), &other)))
        }
        Motion::EdgeCrossing => world
            .table()
            .leaves_by(&body, way)
            .map_or(stays, |point| Pose::new(point.x, point.y, 0).pack()),
        Motion::Behind => behind(&body, size(b)).pack(),
        Motion::Sidestep => {
            let [length, width, shift, second] = [c, d, args.at(4), args.at(5)].map(size);
            plane::sidestep(&body, size(b), length, width, shift, second).pack()
        }
    }
}

/// The pose at the end of a move from elsewhere, or that of the first of some pieces that are moved back
/// together; if it stands nowhere, its pose. The others that stand nowhere are left out.
pub(super) fn beyond(world: &World<'_>, machine: &mut Machine, call: Beyond, args: &Args) -> i64 {
    let [a, b, c, d] = [args.at(0), args.at(1), args.at(2), args.at(3)];
    match call {
        Beyond::DestinationFrom => {
            let body = world.body_if_at(a, b);
            body.map_or(0, |body| plane::destination(&body, path(c, d)).pack())
        }
        Beyond::SlideBackTogether => {
            let [movers, blockers] = [a, d].map(|set| machine.set(&world.content.pack, set).len() as u64);
            machine.charge(movers * blockers * BLOCKER);
            let first = machine.set(&world.content.pack, a).first().copied();
            if first.is_none_or(|first| world.body(first).is_none()) {
                return first.map_or(0, |first| world.cell(first, cell::POSE));
            }
            let [movers, blockers] = [a, d].map(|set| bodies(world, machine, set));
            plane::slide_back_together(&movers, path(b, c), &blockers).pack()
        }
    }
}

/// The price of a base that may stand in the way of a move, for each piece that moves.
const BLOCKER: u64 = 8;

/// The bases of the members of a set that stand somewhere.
fn bodies(world: &World<'_>, machine: &Machine, set: i64) -> Vec<Body> {
    let members = machine.set(&world.content.pack, set).iter();
    members.filter_map(|&entity| world.body(entity)).collect()
}

fn path(length: i64, bend: i64) -> Path {
    Path {
        length: size(length),
        turn: turn(bend),
    }
}

fn guide(centred: i64) -> Guide {
    if centred == 0 { Guide::Ends } else { Guide::Middle }
}

/// The poses of the rulers that can be laid from a base.
pub(super) fn rulers(world: &World<'_>, machine: &mut Machine, args: &Args) -> Vec<i64> {
    let Some(body) = world.body(args.at(0)) else {
        return Vec::new();
    };
    let [headings, places] = [4, 5].map(|at| usize::try_from(args.at(at)).unwrap_or(0));
    let arc = arc(args.at(1), args.at(2));
    let rays = plane::ruler_rays(&body, arc, size(args.at(3)), headings, places);
    let Some(rays) = rays.filter(|rays| rays.len() <= MAX_OPTIONS) else {
        machine.stop(Bound::Places);
        return Vec::new();
    };
    let poses = rays
        .into_iter()
        .map(|(at, heading)| Pose::new(at.x, at.y, heading));
    poses.map(Pose::pack).collect()
}

/// The price of a ruler that is laid over one base.
const LAYING: u64 = 4;

/// Of some ways to lay a ruler, the first one for each set of bases that it touches.
pub(super) fn distinct_rulers(world: &World<'_>, machine: &mut Machine, args: &Args) -> Vec<i64> {
    let count = |machine: &Machine, set: i64| machine.set(&world.content.pack, set).len() as u64;
    let pairs = count(machine, args.at(0)).saturating_mul(count(machine, args.at(3)));
    machine.charge(LAYING * pairs);
    let (length, width) = (size(args.at(1)), size(args.at(2)));
    let others = bodies(world, machine, args.at(3));
    let mut known = BTreeSet::new();
    let rulers = machine.set(&world.content.pack, args.at(0)).iter().copied();
    let is_new = |&ruler: &i64| {
        let touches = |other: &Body| lies_over(Pose::unpack(ruler), length, width, other);
        let touched: Vec<bool> = others.iter().map(touches).collect();
        known.insert(touched)
    };
    rulers.filter(is_new).collect()
}

impl World<'_> {
    pub(crate) fn table(&self) -> Table {
        let table = self.content.pack.setup.table;
        Table {
            width: table.width,
            length: table.length,
        }
    }

    /// A piece's base where it stands; nothing if it stands nowhere.
    pub(crate) fn body(&self, entity: i64) -> Option<Body> {
        let placed = self.cell(entity, cell::PLACED) == 1 && self.in_play(entity);
        placed.then(|| self.body_at(entity, Pose::unpack(self.cell(entity, cell::POSE))))
    }

    /// A piece's base somewhere else.
    fn body_at(&self, entity: i64, pose: Pose) -> Body {
        Body::new(pose, self.footprint(entity))
    }

    /// The base that an entity would have there; nobody has none.
    fn body_if_at(&self, entity: i64, pose: i64) -> Option<Body> {
        let is_somebody = self.kind(entity).is_some();
        is_somebody.then(|| self.body_at(entity, Pose::unpack(pose)))
    }

    fn two(&self, a: i64, b: i64) -> Option<(Body, Body)> {
        Some((self.body(a)?, self.body(b)?))
    }

    /// From the closest part of one base to the closest part of another.
    pub(super) fn plane_distance(&self, a: i64, b: i64) -> Option<i64> {
        let (a, b) = self.two(a, b)?;
        Some(i64::from(plane::distance(&a, &b)))
    }

    /// A piece's base; a point if its kind has none.
    pub(crate) fn footprint(&self, entity: i64) -> Footprint {
        let field = |number: u16| size(self.cell(entity, cell::HEADER + usize::from(number)));
        match self.kind(entity).and_then(|kind| kind.footprint) {
            Some(FootprintDef::Rectangle(width, length)) => Footprint::Rectangle {
                width: field(width),
                length: field(length),
            },
            Some(FootprintDef::Circle(radius)) => Footprint::Circle {
                radius: field(radius),
            },
            Some(FootprintDef::Spaces(..)) | None => Footprint::Circle { radius: 0 },
        }
    }
}

/// Whether the line that measures from one base to another crosses a third.
fn is_between(world: &World<'_>, args: &Args) -> bool {
    let (Some(body), Some((from, to))) = (world.body(args.at(0)), world.two(args.at(1), args.at(4))) else {
        return false;
    };
    let line = plane::segment_in_arc(&from, arc(args.at(2), args.at(3)), &to);
    line.is_some_and(|(start, end)| plane::crosses(&body, start, end))
}

/// Whether a ruler laid at a pose touches a base. It lies along the heading, its near end's middle at the place.
fn ruler_touches(world: &World<'_>, args: &Args) -> bool {
    let (length, width) = (size(args.at(1)), size(args.at(2)));
    let other = world.body(args.at(3));
    other.is_some_and(|other| lies_over(Pose::unpack(args.at(0)), length, width, &other))
}

fn lies_over(ruler: Pose, length: i32, width: i32, other: &Body) -> bool {
    // A point: the ruler is measured by itself, and whose base it was laid from does not matter here.
    let from = Body::new(ruler, Footprint::Circle { radius: 0 });
    plane::ruler_touches(&from, ruler.heading, ruler.centre(), length, width, other)
}

fn contains(args: &Args, point: Point) -> bool {
    let [x, y, width, length] = [1, 2, 3, 4].map(|n| i64::from(size(args.at(n))));
    let (px, py) = (i64::from(point.x), i64::from(point.y));
    (x..=x + width).contains(&px) && (y..=y + length).contains(&py)
}

/// The point this far behind the middle of the rear edge, with the base's heading.
fn behind(body: &Body, gap: i32) -> Pose {
    let (pose, length) = (body.pose, body.footprint.length());
    let half = length / 2;
    let point = Body::new(
        pose,
        Footprint::Circle {
            radius: half.saturating_add(gap.max(0)),
        },
    )
    .rear_centre();
    Pose::new(point.x, point.y, pose.heading)
}

fn arc(centre: i64, width: i64) -> Arc {
    Arc {
        centre: turn(centre),
        width: size(width),
    }
}

/// A length in thousandths of an inch, brought into range.
pub(crate) fn size(length: i64) -> i32 {
    length.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// An angle in thousandths of a degree, within one turn either way: a whole turn back stays what it is.
pub(crate) fn turn(angle: i64) -> i32 {
    if (-360_000..=360_000).contains(&angle) {
        angle as i32
    } else {
        (angle % 360_000) as i32
    }
}

fn yes(answer: bool) -> i64 {
    i64::from(answer)
}
