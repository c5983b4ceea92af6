//! Claims that hold for any bodies and paths, tried on random ones.
//!
//! Not here: hand-computed cases; those stand next to what they test.

use proptest::prelude::*;

use super::vector::direction;
use super::*;

fn footprint() -> impl Strategy<Value = Footprint> {
    prop_oneof![
        (0..4_000, 0..4_000).prop_map(|(width, length)| Footprint::Rectangle { width, length }),
        (0..2_000).prop_map(|radius| Footprint::Circle { radius }),
    ]
}

fn body() -> impl Strategy<Value = Body> {
    (-6_000..6_000, -6_000..6_000, 0..FULL_TURN, footprint())
        .prop_map(|(x, y, heading, footprint)| Body::new(Pose::new(x, y, heading), footprint))
}

fn path() -> impl Strategy<Value = Path> {
    let any = (-6_000..6_000, -FULL_TURN..FULL_TURN).prop_map(|(length, turn)| Path { length, turn });
    // Narrower than most bases are long.
    let tight =
        (50..700, 90_000..FULL_TURN, prop::sample::select(vec![1, -1])).prop_map(|(radius, turn, sense)| {
            let length = f64::from(radius) * f64::from(turn / 1000).to_radians();
            Path {
                length: length as i32 * sense,
                turn,
            }
        });
    prop_oneof![any, tight]
}

fn arc() -> impl Strategy<Value = Arc> {
    (0..FULL_TURN, 0..FULL_TURN + 10_000).prop_map(|(centre, width)| Arc { centre, width })
}

/// The body turned around the origin.
fn turned(body: Body, by: i32) -> Body {
    let (ahead, centre) = (direction(f64::from(by)), body.pose.centre().vector());
    let place = ahead.right() * centre.x + ahead * centre.y;
    body.at(Pose::nearest(place, f64::from(body.pose.heading) + f64::from(by)))
}

fn gap(from: Point, to: Point) -> f64 {
    (to.vector() - from.vector()).length()
}

/// Any numbers at all, for what must merely not panic.
fn hostile() -> impl Strategy<Value = i32> {
    prop_oneof![
        any::<i32>(),
        -3..3,
        Just(i32::MIN),
        Just(i32::MAX),
        -40_000..40_000
    ]
}

fn hostile_body() -> impl Strategy<Value = Body> {
    (
        hostile(),
        hostile(),
        hostile(),
        hostile(),
        hostile(),
        any::<bool>(),
    )
        .prop_map(|(x, y, heading, a, b, round)| {
            let footprint = if round {
                Footprint::Circle { radius: a }
            } else {
                Footprint::Rectangle { width: a, length: b }
            };
            Body::new(Pose { x, y, heading }, footprint)
        })
}

/// The radius of the tightest bend in thousandths of an inch, a twentieth of any template's. A base that turns on the
/// spot sweeps too far between two places that the search along a way can tell apart.
const TIGHTEST_BEND: f64 = 50.0;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn measuring_is_symmetric(a in body(), b in body()) {
        prop_assert_eq!(distance(&a, &b), distance(&b, &a));
        prop_assert_eq!(overlaps(&a, &b), overlaps(&b, &a));
        prop_assert_eq!(touches(&a, &b), touches(&b, &a));
    }

    #[test]
    fn overlap_is_no_distance_without_contact(a in body(), b in body()) {
        prop_assert_eq!(overlaps(&a, &b), distance(&a, &b) == 0 && !touches(&a, &b));
    }

    #[test]
    fn the_closest_segment_is_as_long_as_the_distance(a in body(), b in body()) {
        let (from, to) = closest_segment(&a, &b);
        let measured = f64::from(distance(&a, &b));
        prop_assume!(measured > 0.0);
        prop_assert!((gap(from, to) - measured).abs() <= 3.0, "{} {}", gap(from, to), measured);
        prop_assert!(distance_to_point(&a, from) <= 1 && distance_to_point(&b, to) <= 1);
    }

    #[test]
    fn turning_everything_changes_no_distance(a in body(), b in body(), by in 0..FULL_TURN) {
        let (before, after) = (distance(&a, &b), distance(&turned(a, by), &turned(b, by)));
        let near_contact = before <= TOUCH_TOLERANCE + 3 && after <= TOUCH_TOLERANCE + 3;
        prop_assert!(near_contact || (before - after).abs() <= 3, "{before} {after}");
    }

    #[test]
    fn turning_everything_turns_the_destination(start in body(), path in path(), by in 0..FULL_TURN) {
        let one = destination(&turned(start, by), path);
        let other = turned(start.at(destination(&start, path)), by).pose;
        prop_assert!((one.x - other.x).abs() <= 2 && (one.y - other.y).abs() <= 2);
        prop_assert_eq!(one.heading, other.heading);
    }

    #[test]
    fn the_way_runs_from_start_to_destination_without_jumps(start in body(), path in path()) {
        prop_assert_eq!(along(&start, path, Guide::Middle, 0), start.pose);
        prop_assert_eq!(along(&start, path, Guide::Ends, FRACTION_WHOLE), destination(&start, path));
        let total = f64::from(path.length.abs() + start.footprint.length());
        let poses: Vec<Pose> = (0..=100).map(|i| along(&start, path, Guide::Middle, i * 100)).collect();
        for pair in poses.windows(2) {
            prop_assert!(gap(pair[0].centre(), pair[1].centre()) <= total / 100.0 + 2.0);
        }
    }

    #[test]
    fn sliding_back_never_ends_on_a_base(
        mover in body(), path in path(), blockers in prop::collection::vec(body(), 0..5)
    ) {
        prop_assume!(f64::from(path.length.abs()) >= TIGHTEST_BEND * f64::from(path.turn.abs()).to_radians() / 1000.0);
        prop_assume!(!blockers.iter().any(|blocker| overlaps(&mover, blocker)));
        let result = slide_back(&mover, path, Guide::Ends, &blockers);
        let end = mover.at(result.pose);
        prop_assert!(!blockers.iter().any(|blocker| overlaps(&end, blocker)));
        match result.contact {
            Some(index) => prop_assert!(touches(&end, &blockers[index]), "{}", distance(&end, &blockers[index])),
            None => prop_assert_eq!(result.pose, destination(&mover, path)),
        }
    }

    #[test]
    fn pushing_past_ends_free_of_everything(at in body(), over in body(), stopper in body()) {
        if let Some(pose) = slide_on(&at, &[over], &[stopper], 20_000) {
            prop_assert!(!overlaps(&at.at(pose), &over) && !overlaps(&at.at(pose), &stopper));
            prop_assert_eq!(pose.heading, at.pose.heading);
        }
    }

    #[test]
    fn measuring_in_an_arc_agrees_with_being_in_it(a in body(), b in body(), arc in arc()) {
        let inside = distance_in_arc(&a, arc, &b);
        prop_assert_eq!(inside.is_some(), in_arc(&a, arc, &b));
        prop_assert!(inside.is_none_or(|inside| inside + 1 >= distance(&a, &b)));
        if arc.width >= FULL_TURN {
            prop_assert_eq!(inside, Some(distance(&a, &b)));
        }
    }

    #[test]
    fn an_arc_and_its_complement_see_everything(a in body(), b in body(), arc in arc()) {
        let rest = Arc { centre: arc.centre + 180_000, width: FULL_TURN - arc.width };
        prop_assert!(in_arc(&a, arc, &b) || in_arc(&a, rest, &b));
    }

    #[test]
    fn poses_and_points_survive_packing(
        x in -500_000..=500_000, y in -500_000..=500_000, heading in 0..FULL_TURN
    ) {
        let pose = Pose::new(x, y, heading);
        prop_assert_eq!(Pose::unpack(pose.pack()), pose);
        prop_assert_eq!(Point::unpack(pose.centre().pack()), pose.centre());
    }

    #[test]
    fn any_number_unpacks_to_a_valid_pose(packed in any::<i64>()) {
        let pose = Pose::unpack(packed);
        prop_assert_eq!(pose, Pose::new(pose.x, pose.y, pose.heading));
        prop_assert_eq!(Pose::unpack(pose.pack()), pose);
        prop_assert_eq!(Point::unpack(packed).pack(), packed);
    }

    #[test]
    fn a_path_leaves_the_table_on_its_edge_or_not_at_all(start in body(), path in path()) {
        let table = Table { width: 8_000, length: 8_000 };
        let ends_inside = table.inside(&start.at(destination(&start, path)));
        let left = table.leaves_by(&start, path);
        prop_assert_eq!(left.is_none(), ends_inside);
        prop_assert!(left.is_none_or(|p| (0..=8_000).contains(&p.x) && (0..=8_000).contains(&p.y)));
    }

    #[test]
    fn a_sidestep_keeps_the_gap_of_its_template(
        start in body(), side in -1..=1, length in 0..3_000, width in 0..900,
        one in -900..900, two in -900..900
    ) {
        let end = start.at(sidestep(&start, side, length, width, one, two));
        let shares_a_side = sidestep_limit(&start, width) * 2 < start.footprint.length().max(1);
        prop_assume!(shares_a_side && length > TOUCH_TOLERANCE + 2);
        prop_assert!((distance(&start, &end) - length).abs() <= 2);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn hostile_numbers_never_panic(
        a in hostile_body(), b in hostile_body(), n in prop::array::uniform8(hostile())
    ) {
        let path = Path { length: n[0], turn: n[1] };
        let arc = Arc { centre: n[2], width: n[3] };
        let (point, table) = (Point::new(n[4], n[5]), Table { width: n[6], length: n[7] });
        let area = Rect { x: n[4], y: n[5], width: n[6], length: n[7] };
        let pose = destination(&a, path);
        prop_assert_eq!(pose, Pose::new(pose.x, pose.y, pose.heading));
        let _ = (along(&a, path, Guide::Ends, n[2]), swept(&a, path, n[3], &b), slide_back(&a, path, Guide::Ends, &[b]));
        let _ = (slide_on(&a, &[b], &[a], n[0]), closest_segment(&a, &b), distance_to_point(&a, point));
        let _ = (distance_in_arc(&a, arc, &b), segment_in_arc(&a, arc, &b));
        let _ = crosses(&a, point, b.pose.centre());
        let _ = (ruler_touches(&a, n[0], point, n[1], n[2], &b), ruler_rays(&a, arc, n[0], 5, 3));
        let _ = table.leaves_by(&a, path);
        for region in [Region::Inside(area), Region::WithinOfBase(n[0], b, table), Region::WithinOfPoint(n[0], point, table)] {
            for facing in [Facing::OneOf(vec![n[1]]), Facing::Towards(point)] {
                prop_assert!(grid(region, &facing, a.footprint, a.pose.centre()).all(|pose| region.holds(&a.at(pose))));
                let drawn = draw(region, &facing, a.footprint, a.pose.centre(), &mut |below| below / 2);
                prop_assert!(drawn.is_none_or(|pose| region.holds(&a.at(pose))));
            }
        }
        let _ = (sidestep(&a, n[0], n[1], n[2], n[3], n[4]), a.corners(), a.pose.pack());
    }
}
