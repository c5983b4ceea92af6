//! Core calls about the flat table. A piece that does not stand on it is far from everything, in no arc,
//! overlaps nothing, and goes nowhere.

use crate::board::plane::{self, Arc, Body, Footprint, Path, Point, Pose, Table};
use crate::limits::{FAR, MAX_OPTIONS};
use crate::world::World;
use cardwright_bytecode::pack::{FootprintDef, cell};
use cardwright_bytecode::registry::{Core, MAX_PARAMS};
use cardwright_vm::{Args, Bound, Machine};

/// Poses themselves.
pub(super) fn pose(world: &World<'_>, call: Core, args: &[i64; MAX_PARAMS]) -> i64 {
    let [a, b, c, ..] = *args;
    let pose = Pose::unpack(a);
    match call {
        Core::PoseAt => Pose::new(size(a), size(b), turn(c)).pack(),
        Core::XOf => i64::from(pose.x),
        Core::YOf => i64::from(pose.y),
        Core::HeadingOf => i64::from(pose.heading),
        Core::TableWidth => i64::from(world.table().width),
        Core::TableLength => i64::from(world.table().length),
        Core::Turned => Pose::new(pose.x, pose.y, pose.heading.wrapping_add(turn(b))).pack(),
        _ => 0,
    }
}

/// Questions whose answer is a number or yes or no.
pub(super) fn measure(world: &World<'_>, call: Core, args: &Args) -> i64 {
    let [a, b, c, d] = [args.at(0), args.at(1), args.at(2), args.at(3)];
    match call {
        Core::DistanceToPoint => {
            let point = Pose::unpack(b).centre();
            world
                .body(a)
                .map_or(FAR, |body| i64::from(plane::distance_to_point(&body, point)))
        }
        Core::InArc => yes(world
            .two(a, d)
            .is_some_and(|(from, to)| plane::in_arc(&from, arc(b, c), &to))),
        Core::DistanceInArc => {
            let distance = world
                .two(a, d)
                .and_then(|(from, to)| plane::distance_in_arc(&from, arc(b, c), &to));
            distance.map_or(FAR, i64::from)
        }
        Core::IsBetween => yes(is_between(world, args)),
        Core::Touching => yes(world.two(a, b).is_some_and(|(a, b)| plane::touches(&a, &b))),
        Core::OverlapsAt => {
            let moved = world.body_at(a, Pose::unpack(b));
            yes(world.body(c).is_some_and(|other| plane::overlaps(&moved, &other)))
        }
        Core::InsideTable => yes(world.table().inside(&world.body_at(a, Pose::unpack(b)))),
        Core::InArea => yes(contains(args, Pose::unpack(a).centre())),
        Core::RulerTouches => yes(ruler_touches(world, args)),
        _ => 0,
    }
}

/// Questions whose answer is a pose that a move leads to, or whether it passes over something.
pub(super) fn moved(world: &World<'_>, machine: &Machine, call: Core, args: &Args) -> i64 {
    let [a, b, c, d] = [args.at(0), args.at(1), args.at(2), args.at(3)];
    let stays = world.cell(a, cell::POSE);
    let Some(body) = world.body(a) else {
        return if call == Core::SlideOn { b } else { stays };
    };
    let path = Path {
        length: size(b),
        turn: turn(c),
    };
    let bodies = |set: i64| -> Vec<Body> {
        let members = machine.set(&world.content.pack, set).iter();
        members.filter_map(|&entity| world.body(entity)).collect()
    };
    match call {
        Core::Destination => plane::destination(&body, path).pack(),
        Core::SlideBack => plane::slide_back(&body, path, &bodies(d)).pose.pack(),
        Core::SlideOn => {
            let at = body.at(Pose::unpack(b));
            plane::slide_on(&at, &bodies(c), &bodies(d), size(args.at(4))).map_or(b, Pose::pack)
        }
        Core::Swept => {
            let other = world.body(args.at(4));
            yes(other.is_some_and(|other| plane::swept(&body, path, size(d), &other)))
        }
        Core::SweptFrom => {
            let path = Path {
                length: size(c),
                turn: turn(d),
            };
            let other = world.body(args.at(5));
            let from = body.at(Pose::unpack(b));
            yes(other.is_some_and(|other| plane::swept(&from, path, size(args.at(4)), &other)))
        }
        Core::EdgeCrossing => world
            .table()
            .leaves_by(&body, path)
            .map_or(stays, |point| Pose::new(point.x, point.y, 0).pack()),
        Core::Behind => behind(&body, size(b)).pack(),
        Core::Sidestep => {
            let [length, width, shift, second] = [c, d, args.at(4), args.at(5)].map(size);
            plane::sidestep(&body, size(b), length, width, shift, second).pack()
        }
        _ => 0,
    }
}

/// Where rulers can be laid from a base.
pub(super) fn rulers(world: &World<'_>, machine: &mut Machine, args: &Args) -> Vec<i64> {
    let Some(body) = world.body(args.at(0)) else {
        return Vec::new();
    };
    let (step, count) = (size(args.at(3)), usize::try_from(args.at(4)).unwrap_or(0));
    let rays = plane::ruler_rays(&body, arc(args.at(1), args.at(2)), step, count);
    let Some(rays) = rays.filter(|rays| rays.len() <= MAX_OPTIONS) else {
        machine.stop(Bound::Places);
        return Vec::new();
    };
    let poses = rays
        .into_iter()
        .map(|(at, heading)| Pose::new(at.x, at.y, heading));
    poses.map(Pose::pack).collect()
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
    let at = Pose::unpack(args.at(0));
    let Some(other) = world.body(args.at(3)) else {
        return false;
    };
    // A point: the ruler is measured by itself, and whose base it was laid from does not matter here.
    let from = Body::new(at, Footprint::Circle { radius: 0 });
    plane::ruler_touches(
        &from,
        at.heading,
        at.centre(),
        size(args.at(1)),
        size(args.at(2)),
        &other,
    )
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
