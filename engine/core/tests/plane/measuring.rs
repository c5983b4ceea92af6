//! Overlap, range, arcs and sweep.

use crate::plain::{Base, Shape, Strip, Wedge};
use crate::{Chance, Tally, base, rounds};
use cardwright_core::board::plane::{
    self, Arc, Body, Path, TOUCH_TOLERANCE, distance, farthest_distance, in_arc, wholly_in_arc,
};

/// A section of the ruler: 100 mm.
const BAND: f64 = 3_937.0;

/// The templates of the games, and some more.
pub(crate) const PATHS: [(i32, i32); 14] = [
    (1_575, 0),
    (4_724, 0),
    (9_449, 0),
    (2_474, 45_000),
    (4_020, -45_000),
    (5_566, 45_000),
    (2_164, 90_000),
    (3_865, -90_000),
    (5_566, 90_000),
    (-2_000, 0),
    (-2_474, -45_000),
    (3_500, 90_000),
    (4_500, -45_000),
    (6_000, 150_000),
];

pub(crate) fn path(chance: &mut Chance) -> Path {
    let (length, turn) = chance.one_of(&PATHS);
    Path { length, turn }
}

fn wedge(from: &Body, arc: Arc) -> Wedge {
    let base = base(from);
    Wedge {
        apex: base.centre,
        middle: base.degrees + f64::from(arc.centre) / 1_000.0,
        width: f64::from(arc.width) / 1_000.0,
    }
}

fn arc(chance: &mut Chance) -> Arc {
    let width = chance.one_of(&[20_000, 84_000, 90_000, 90_000, 120_000, 180_000, 270_000]);
    let centre = chance.one_of(&[0, 90_000, 180_000, -90_000]);
    Arc { centre, width }
}

#[test]
fn overlap_agrees() {
    let (mut chance, mut tally) = (Chance(1), Tally::default());
    for _ in 0..rounds(1) {
        let (a, b) = (chance.body(2_500), chance.body(2_500));
        let expected = base(&a).overlaps(&base(&b));
        tally.take(plane::overlaps(&a, &b), expected, || format!("{a:?} {b:?}"));
    }
    tally.close_is_rare("overlap", 100);
}

#[test]
fn range_agrees_to_a_thousandth_of_an_inch() {
    let (mut chance, mut tally) = (Chance(2), Tally::default());
    for _ in 0..rounds(1) {
        let (a, b) = (chance.body(9_000), chance.body(9_000));
        let apart = base(&a).apart(&base(&b));
        let found = distance(&a, &b);
        // Contact is no distance.
        let touches = apart <= f64::from(TOUCH_TOLERANCE) + 1.0 && found <= TOUCH_TOLERANCE + 2;
        let same = touches || (f64::from(found) - apart).abs() <= 1.0;
        tally.take(same, Some(true), || format!("{found} {apart} {a:?} {b:?}"));
    }
    tally.close_is_rare("range", 1_000);
}

#[test]
fn the_farthest_part_agrees() {
    let (mut chance, mut tally) = (Chance(3), Tally::default());
    for _ in 0..rounds(3) {
        let (a, b) = (chance.body(6_000), chance.body(6_000));
        let from = base(&a);
        let (points, pitch) = base(&b).rim(400);
        let most = points
            .iter()
            .map(|point| crate::plain::gap(from.nearest(*point), *point))
            .fold(0.0, f64::max);
        let found = f64::from(farthest_distance(&a, &b));
        let expected = (most > f64::from(TOUCH_TOLERANCE) + 1.0).then_some(true);
        let same = found >= most - 1.0 && found <= most + pitch + 1.0;
        tally.take(same, expected, || format!("{found} {most} {a:?} {b:?}"));
    }
    tally.close_is_rare("farthest part", 20);
}

/// The parts of a base in a wedge: the greatest depth of its points there, and the least.
fn depths(to: &Base, wedge: Wedge) -> (f64, f64, f64) {
    let (points, pitch) = to.cover(160);
    let inside = |most: f64, spot: &[f64; 2]| most.max(wedge.depth(*spot));
    let most = points.iter().fold(f64::NEG_INFINITY, inside);
    // A limit that crosses the base between two points.
    let limits = wedge.limits(30_000.0, 3_000);
    let crossed = limits.iter().any(|spot| to.depth(*spot) > 1.0);
    let least = points
        .iter()
        .map(|spot| wedge.depth(*spot))
        .fold(f64::INFINITY, f64::min);
    (if crossed { most.max(1.5) } else { most }, least, pitch)
}

#[test]
fn arcs_agree() {
    let (mut chance, mut tally, mut wholly) = (Chance(4), Tally::default(), Tally::default());
    for _ in 0..rounds(2) {
        let (a, b, arc) = (chance.body(5_000), chance.body(5_000), arc(&mut chance));
        let (most, least, pitch) = depths(&base(&b), wedge(&a, arc));
        let told = || format!("{most} {least} {arc:?} {a:?} {b:?}");
        let expected = if most > 1.0 {
            Some(true)
        } else {
            (most < -pitch - 1.0).then_some(false)
        };
        tally.take(in_arc(&a, arc, &b), expected, told);
        // A gap behind that reaches into the base between two of its points.
        let gap = wedge(
            &a,
            Arc {
                centre: arc.centre + 180_000,
                width: 360_000 - arc.width,
            },
        );
        let cut = gap
            .limits(30_000.0, 3_000)
            .iter()
            .any(|spot| base(&b).depth(*spot) > 2.0);
        let expected = if least < -1.5 || cut {
            Some(false)
        } else {
            (least > pitch + 1.0).then_some(true)
        };
        wholly.take(wholly_in_arc(&a, arc, &b), expected, told);
    }
    tally.close_is_rare("in an arc", 50);
    wholly.close_is_rare("wholly in an arc", 50);
}

#[test]
fn range_in_an_arc_agrees_and_so_do_its_bands() {
    let (mut chance, mut tally, mut bands) = (Chance(5), Tally::default(), Tally::default());
    for _ in 0..rounds(2) {
        let (a, b, arc) = (chance.body(6_000), chance.body(6_000), arc(&mut chance));
        let (from, to, wedge) = (base(&a), base(&b), wedge(&a, arc));
        let (rim, pitch) = to.cover(300);
        let limits = wedge.limits(30_000.0, 6_000);
        let inside = rim
            .into_iter()
            .filter(|spot| wedge.depth(*spot) >= 0.0)
            .chain(limits.into_iter().filter(|spot| to.depth(*spot) >= 0.0));
        let least = inside
            .map(|spot| crate::plain::gap(from.nearest(spot), spot))
            .fold(f64::INFINITY, f64::min);
        let Some(found) = plane::distance_in_arc(&a, arc, &b).map(f64::from) else {
            tally.take(true, Some(true), String::new);
            assert!(
                !least.is_finite() || depths(&to, wedge).0 <= 1.0,
                "{a:?} {arc:?} {b:?}"
            );
            continue;
        };
        let touches = least <= f64::from(TOUCH_TOLERANCE) + 5.0 && found <= f64::from(TOUCH_TOLERANCE) + 7.0;
        let same = touches || (found <= least + 2.0 && found >= least - pitch - 8.0);
        let sure = least.is_finite().then_some(true);
        tally.take(same, sure, || format!("{found} {least} {arc:?} {a:?} {b:?}"));
        let band = |gap: f64| ((gap - 1.0) / BAND).floor().max(0.0);
        let same = (band(found) - band(least)).abs() < 0.5;
        let clear = (band(least + 4.0) - band(least - pitch - 10.0)).abs() < 0.5;
        bands.take(same, clear.then_some(true), || {
            format!("{found} {least} {a:?} {b:?}")
        });
    }
    tally.close_is_rare("range in an arc", 50);
    bands.close_is_rare("sections of the ruler in an arc", 50);
}

#[test]
fn sweep_agrees() {
    let (mut chance, mut tally) = (Chance(6), Tally::default());
    for _ in 0..rounds(2) {
        let (begin, path) = (chance.body(1_000).pose, path(&mut chance));
        let (other, width) = (chance.body(6_000), chance.one_of(&[787, 1_000]));
        let strip = strip_at(&begin_of(begin), path);
        let to = base(&other);
        let (mut points, pitch) = strip.cover(f64::from(width), 800);
        points.push(strip.begin);
        let under = points
            .iter()
            .map(|spot| to.depth(*spot))
            .fold(f64::NEG_INFINITY, f64::max);
        let over = to.cover(120).0;
        let over = over
            .iter()
            .map(|spot| strip.depth(f64::from(width), *spot))
            .fold(f64::NEG_INFINITY, f64::max);
        let expected = if under > 4.0 || over > 4.0 {
            Some(true)
        } else {
            (under < -pitch && over < -1.0).then_some(false)
        };
        let found = plane::template_covers(begin, path, width, &other);
        tally.take(found, expected, || {
            format!("{under} {over} {path:?} {begin:?} {other:?}")
        });
    }
    tally.close_is_rare("sweep", 20);
}

fn begin_of(pose: plane::Pose) -> Base {
    let spot = [f64::from(pose.x), f64::from(pose.y)];
    Base::new(spot, f64::from(pose.heading) / 1_000.0, Shape::Disc(0.0))
}

pub(crate) fn strip_at(begin: &Base, path: Path) -> Strip {
    Strip {
        begin: begin.centre,
        degrees: begin.degrees,
        length: f64::from(path.length),
        turn: f64::from(path.turn) / 1_000.0,
    }
}
