//! Moving back; mirror images, moves and their inverses, range both ways.

use crate::measuring::{path, strip_at};
use crate::plain::{Base, Shape, Strip, ahead, gap, sum};
use crate::{Chance, Tally, base, rounds};
use cardwright_core::board::plane::{
    self, Arc, Body, Footprint, Guide, Path, Pose, SlideBack, destination, distance, overlaps, slide_back,
    slide_back_together, touches,
};

/// A square base: what moves along templates.
fn mover(chance: &mut Chance) -> Body {
    let side = chance.one_of(&[1_575, 1_575, 2_000]);
    let footprint = Footprint::Rectangle {
        width: side,
        length: side,
    };
    chance.body_of(footprint, 500)
}

/// Bases around the end of a move, the first of them nearly always in its way.
fn blockers(chance: &mut Chance, mover: &Body, path: Path) -> Vec<Body> {
    let end = destination(mover, path);
    let count = chance.between(1, 3);
    let near = (0..count).map(|at| {
        let body = chance.body(if at == 0 { 1_500 } else { 3_500 });
        body.at(Pose::new(
            end.x + body.pose.x,
            end.y + body.pose.y,
            body.pose.heading,
        ))
    });
    near.filter(|blocker| !overlaps(mover, blocker)).collect()
}

/// The middle line along which a base is led, and its length.
fn line(mover: &Body, path: Path) -> (Strip, f64) {
    let from = base(mover);
    let long = f64::from(mover.footprint.length());
    let sense = f64::from(path.length.signum());
    let begin = sum(from.centre, ahead(from.degrees), sense * long / 2.0);
    (
        strip_at(&Base::new(begin, from.degrees, Shape::Disc(0.0)), path),
        long,
    )
}

/// The base as the independent computation sees it, led so far back from the end.
fn led_back(mover: &Body, strip: Strip, long: f64, back: f64) -> Base {
    let (centre, degrees) = strip.chord(strip.length.abs() - back, long);
    Base::new(centre, degrees, base(mover).shape)
}

#[test]
fn moving_back_never_overlaps_and_is_the_longest_move_that_does_not() {
    let (mut chance, mut tally) = (Chance(11), Tally::default());
    let mut moved_back = 0;
    for _ in 0..rounds(3) {
        let (mover, path) = (mover(&mut chance), path(&mut chance));
        let blockers = blockers(&mut chance, &mover, path);
        let SlideBack { pose, contact } = slide_back(&mover, path, Guide::Ends, &blockers);
        let end = mover.at(pose);
        let told = || format!("{path:?} {mover:?} {blockers:?} ends {pose:?}");
        assert!(
            !blockers.iter().any(|blocker| overlaps(&end, blocker)),
            "{}",
            told()
        );
        let Some(contact) = contact else {
            assert_eq!(pose, destination(&mover, path));
            continue;
        };
        assert!(touches(&end, &blockers[contact]), "{}", told());
        moved_back += 1;
        // Step by step back from the end: until where it ended there is no free stretch longer than a step of the search.
        let (strip, long) = line(&mover, path);
        let bases: Vec<Base> = blockers.iter().map(base).collect();
        let (mut back, mut free, mut longest) = (0.0, 0.0, 0.0_f64);
        let reached = |there: &Base| gap(there.centre, [f64::from(pose.x), f64::from(pose.y)]) < 9.0;
        let found = loop {
            let there = led_back(&mover, strip, long, back);
            if reached(&there) {
                break Some(there);
            }
            if back > strip.length.abs() + long + 20.0 {
                break None;
            }
            let is_free = bases.iter().all(|blocker| there.apart(blocker) > 1.0);
            free = if is_free { free + 8.0 } else { 0.0 };
            longest = longest.max(free);
            back += 8.0;
        };
        let turned = found.map(|there| {
            let off = there.degrees - f64::from(pose.heading) / 1_000.0;
            ((off + 180.0).rem_euclid(360.0) - 180.0).abs()
        });
        let on_the_way = turned.is_some_and(|turned| turned < 1.0);
        tally.take(on_the_way && longest <= 60.0, Some(true), || {
            format!("{turned:?} {longest} {}", told())
        });
    }
    tally.close_is_rare("moving back", 1_000);
    assert!(
        moved_back * 2 > tally.close + tally.agreed,
        "hardly any were in the way"
    );
}

#[test]
fn two_bases_moved_back_as_one_never_overlap_and_go_as_far_as_they_can() {
    let mut chance = Chance(12);
    for _ in 0..rounds(3) {
        let long = |chance: &mut Chance| Footprint::Rectangle {
            width: 3_150,
            length: chance.one_of(&[4_429, 4_331]),
        };
        let footprint = long(&mut chance);
        let bow = chance.body_of(footprint, 500);
        let stern = Body::new(bow.pose.shifted(-4_380, 0), long(&mut chance));
        let path = Path {
            length: chance.one_of(&[1_575, 3_150, 4_724]),
            turn: chance.one_of(&[0, 15_000, -30_000, 45_000]),
        };
        let blocker = chance.body(8_000);
        if [bow, stern].iter().any(|half| overlaps(half, &blocker)) {
            continue;
        }
        let halves = |to: Pose| [bow.at(to), stern.at(bow.pose.carried(stern.pose, to))];
        let is_free = |to: Pose| halves(to).iter().all(|half| !overlaps(half, &blocker));
        let end = slide_back_together(&[bow, stern], path, &[blocker]);
        assert!(is_free(end), "{path:?} {bow:?} {blocker:?}");
        // Along the arc itself, from its end back: what is free lies no farther than a step of the search before that.
        let strip = strip_at(&base(&bow), path);
        let (mut way, mut free) = (strip.length.abs(), 0.0);
        while gap(strip.at(way, 0.0), [f64::from(end.x), f64::from(end.y)]) > 5.0 {
            let spot = strip.at(way, 0.0);
            let turned = f64::from(bow.pose.heading) + f64::from(path.turn) * way / strip.length.abs();
            let to = Pose::new(
                spot[0].round() as i32,
                spot[1].round() as i32,
                turned.round() as i32,
            );
            free = if is_free(to) { free + 4.0 } else { 0.0 };
            assert!(
                free <= 60.0 && way >= 0.0,
                "{free} {path:?} {bow:?} {blocker:?} {end:?}"
            );
            way -= 4.0;
        }
    }
}

/// The mirror image in the line through the origin towards the north.
fn mirrored(body: &Body) -> Body {
    body.at(Pose::new(-body.pose.x, body.pose.y, -body.pose.heading))
}

fn near(one: Pose, other: Pose, most: i32) -> bool {
    let turned = (one.heading - other.heading).rem_euclid(360_000);
    (one.x - other.x).abs() <= most
        && (one.y - other.y).abs() <= most
        && turned.min(360_000 - turned) <= most * 60
}

#[test]
fn mirror_images_measure_and_move_alike() {
    let (mut chance, mut tally) = (Chance(13), Tally::default());
    for _ in 0..rounds(1) {
        let (a, b, path) = (mover(&mut chance), chance.body(6_000), path(&mut chance));
        let (left, right) = (mirrored(&a), mirrored(&b));
        let back = Path {
            turn: -path.turn,
            ..path
        };
        let told = || format!("{path:?} {a:?} {b:?}");
        assert!(
            (distance(&a, &b) - distance(&left, &right)).abs() <= 1,
            "{}",
            told()
        );
        let there = mirrored(&a.at(destination(&a, path))).pose;
        assert!(near(there, destination(&left, back), 1), "{}", told());
        let arc = |centre| Arc {
            centre,
            width: 90_000,
        };
        let (one, other) = (
            plane::distance_in_arc(&a, arc(30_000), &b),
            plane::distance_in_arc(&left, arc(-30_000), &right),
        );
        let same = match (one, other) {
            (Some(one), Some(other)) => (one - other).abs() <= 2,
            (one, other) => one.is_none() && other.is_none(),
        };
        tally.take(
            same,
            (same || one.is_some() == other.is_some()).then_some(true),
            told,
        );
        if overlaps(&a, &b) {
            continue;
        }
        let there = mirrored(&a.at(slide_back(&a, path, Guide::Ends, &[b]).pose)).pose;
        let image = slide_back(&left, back, Guide::Ends, &[right]).pose;
        let same = near(there, image, 4);
        // Where the base just slips past, or not, a thousandth decides.
        let slips = overlaps(&a.at(destination(&a, path)), &b)
            == overlaps(&left.at(destination(&left, back)), &right);
        tally.take(same, (same || slips).then_some(true), told);
    }
    tally.close_is_rare("mirror images", 200);
}

#[test]
fn a_move_and_its_inverse_lead_home() {
    let (mut chance, mut tally) = (Chance(14), Tally::default());
    for _ in 0..rounds(1) {
        let (start, path) = (chance.body(9_000), path(&mut chance));
        let back = Path {
            length: -path.length,
            turn: -path.turn,
        };
        let home = destination(&start.at(destination(&start, path)), back);
        tally.take(near(home, start.pose, 2), Some(true), || {
            format!("{path:?} {start:?}")
        });
        let pose = start.pose;
        let (ahead, right) = (chance.between(-9_000, 9_000), chance.between(-9_000, 9_000));
        let home = pose.shifted(ahead, right).shifted(-ahead, -right);
        tally.take(near(home, pose, 1), Some(true), || {
            format!("{ahead} {right} {pose:?}")
        });
        let (other, to) = (chance.body(9_000).pose, chance.body(9_000).pose);
        let home = to.carried(pose.carried(other, to), pose);
        tally.take(near(home, other, 1), Some(true), || {
            format!("{other:?} {to:?} {pose:?}")
        });
    }
    tally.close_is_rare("moves and their inverses", 1_000);
}

#[test]
fn range_is_the_same_both_ways() {
    let (mut chance, mut tally) = (Chance(15), Tally::default());
    for _ in 0..rounds(1) {
        let (a, b) = (chance.body(9_000), chance.body(9_000));
        let same = distance(&a, &b) == distance(&b, &a) && overlaps(&a, &b) == overlaps(&b, &a);
        tally.take(same, Some(true), || format!("{a:?} {b:?}"));
        let around = Arc {
            centre: 0,
            width: 360_000,
        };
        let in_arc = plane::distance_in_arc(&a, around, &b);
        tally.take(in_arc == Some(distance(&b, &a)), Some(true), || {
            format!("{a:?} {b:?}")
        });
    }
    tally.close_is_rare("range both ways", 1_000);
}
