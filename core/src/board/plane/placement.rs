//! Grids of poses: the finite choices offered where the rules of a table allow any place.
//!
//! The order of every answer is part of it: south to north, then west to east. Not here: who may stand where.

use super::distance::distance_to_point;
use super::footprint::{Body, Footprint};
use super::outline::Outline;
use super::pose::{COORDINATE_LIMIT, Point, Pose};
use super::table::{Rect, Table};
use super::vector::Vector;

/// The most places that one call looks at; a grid of more gives no answer.
const MAX_LOOKED_AT: usize = 1 << 16;
/// Forgives the last bits of a computed extent, so that a square corner is not rounded up to the next
/// thousandth.
const LAST_BITS: f64 = 1e-6;

/// Poses at which the base lies wholly inside the area: heading by heading as given, each a grid of `step` thousandths of
/// an inch from flush in the south-west to flush in the north-east. Nothing if there are too many places to look at.
pub fn poses_within(area: Rect, footprint: Footprint, step: i32, headings: &[i32]) -> Option<Vec<Pose>> {
    let mut poses = Vec::new();
    for &heading in headings {
        poses.extend(grid_within(area, footprint, step, heading)?);
        if poses.len() > MAX_LOOKED_AT {
            return None;
        }
    }
    Some(poses)
}

/// Poses on the table at which some part of the base lies within `max_distance` thousandths of an inch of
/// `point`, on a grid of `step` around it, each facing `face`. Nothing if there are too many places to look at.
pub fn poses_near(
    point: Point,
    max_distance: i32,
    footprint: Footprint,
    table: Table,
    step: i32,
    face: Point,
) -> Option<Vec<Pose>> {
    let reach = i64::from(max_distance.clamp(0, COORDINATE_LIMIT)) + footprint.reach().ceil() as i64;
    let offsets = around(reach, step);
    if offsets.len().saturating_mul(offsets.len()) > MAX_LOOKED_AT {
        return None;
    }
    let pose = |(dy, dx): (i64, i64)| {
        let centre = Point::new(
            coordinate(i64::from(point.x) + dx),
            coordinate(i64::from(point.y) + dy),
        );
        Pose::new(centre.x, centre.y, centre.bearing(face))
    };
    let fits = |pose: &Pose| {
        let body = Body::new(*pose, footprint);
        table.inside(&body) && distance_to_point(&body, point) <= max_distance
    };
    Some(pairs(&offsets, &offsets).map(pose).filter(fits).collect())
}

fn grid_within(area: Rect, footprint: Footprint, step: i32, heading: i32) -> Option<Vec<Pose>> {
    let outline = Body::new(Pose::new(0, 0, heading), footprint).outline();
    let half_east = half_extent(&outline, Vector { x: 1.0, y: 0.0 });
    let half_north = half_extent(&outline, Vector { x: 0.0, y: 1.0 });
    let columns = flush_grid(area.x, area.width, half_east, step);
    let rows = flush_grid(area.y, area.length, half_north, step);
    if rows.len().saturating_mul(columns.len()) > MAX_LOOKED_AT {
        return None;
    }
    let poses = pairs(&rows, &columns).map(|(y, x)| Pose::new(coordinate(x), coordinate(y), heading));
    Some(poses.collect())
}

/// Every row with every column, row by row.
fn pairs<'a>(rows: &'a [i64], columns: &'a [i64]) -> impl Iterator<Item = (i64, i64)> + 'a {
    rows.iter().flat_map(|y| columns.iter().map(|x| (*y, *x)))
}

fn half_extent(outline: &Outline, axis: Vector) -> i64 {
    (outline.extent(axis).1 - LAST_BITS).ceil() as i64
}

/// Places of a centre from flush at the low edge, step by step, to flush at the high edge.
fn flush_grid(start: i32, size: i32, half: i64, step: i32) -> Vec<i64> {
    let low = (i64::from(start) + half).max(-i64::from(COORDINATE_LIMIT));
    let high = (i64::from(start) + i64::from(size) - half).min(i64::from(COORDINATE_LIMIT));
    if high < low {
        return Vec::new();
    }
    let step = bounded_step(high - low, step);
    let mut places: Vec<i64> = (0..=(high - low) / step).map(|i| low + i * step).collect();
    if places.last() != Some(&high) {
        places.push(high);
    }
    places
}

/// Multiples of the step from `-reach` to `reach`.
fn around(reach: i64, step: i32) -> Vec<i64> {
    let step = bounded_step(2 * reach, step);
    (-(reach / step)..=reach / step).map(|i| i * step).collect()
}

/// The step, but so large that one side alone has few more places than a whole grid may have.
fn bounded_step(side: i64, step: i32) -> i64 {
    i64::from(step).max(side / MAX_LOOKED_AT as i64 + 1)
}

fn coordinate(value: i64) -> i32 {
    let limit = i64::from(COORDINATE_LIMIT);
    value.clamp(-limit, limit) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: Footprint = Footprint::Rectangle {
        width: 1_500,
        length: 1_500,
    };
    const TABLE: Table = Table {
        width: 36_000,
        length: 36_000,
    };

    #[test]
    fn a_grid_runs_from_flush_to_flush() {
        let area = Rect {
            x: 1_000,
            y: 0,
            width: 4_000,
            length: 1_500,
        };
        let poses = poses_within(area, SQUARE, 1_000, &[0, 90_000]).expect("they are few");
        let places: Vec<_> = poses.iter().map(|pose| (pose.x, pose.y, pose.heading)).collect();
        let row = |heading| [1_750, 2_750, 3_750, 4_250].map(|x| (x, 750, heading));
        assert_eq!(places, [row(0), row(90_000)].concat());
    }

    #[test]
    fn every_pose_of_a_grid_lies_inside() {
        let area = Rect {
            x: 500,
            y: 700,
            width: 6_000,
            length: 3_000,
        };
        let headings: Vec<i32> = (0..24).map(|i| i * 15_000).collect();
        let poses = poses_within(area, SQUARE, 400, &headings).expect("they are few");
        assert!(poses.len() > 1_000 && poses.iter().all(|pose| area.holds(&Body::new(*pose, SQUARE))));
    }

    #[test]
    fn an_area_too_small_gives_no_place() {
        let area = |width| Rect {
            x: 0,
            y: 0,
            width,
            length: 36_000,
        };
        for width in [1_499, i32::MIN] {
            assert_eq!(poses_within(area(width), SQUARE, 100, &[0]), Some(Vec::new()));
        }
    }

    #[test]
    fn a_step_too_fine_gives_no_answer() {
        let area = Rect {
            x: 0,
            y: 0,
            width: 4_050,
            length: 4_050,
        };
        // A side of 2.55 inches for the middle of the base: 256 places, and 256 times 256 is the most.
        let poses = poses_within(area, SQUARE, 10, &[0]).map(|poses| poses.len());
        assert_eq!(poses, Some(MAX_LOOKED_AT));
        assert_eq!(poses_within(area, SQUARE, 9, &[0]), None);
        assert_eq!(poses_within(area, SQUARE, 10, &[0, 0]), None);
        assert_eq!(poses_within(area, SQUARE, 0, &[0]), None);
        let near = |step| {
            poses_near(
                Point::new(9_000, 9_000),
                2_000,
                SQUARE,
                TABLE,
                step,
                Point::default(),
            )
        };
        assert!(near(100).is_some_and(|poses| poses.len() > 500));
        assert_eq!(near(1), None);
    }

    #[test]
    fn poses_near_a_point_face_and_reach_it() {
        let (point, face) = (Point::new(2_000, 2_000), Point::new(18_000, 2_000));
        let poses = poses_near(point, 1_000, SQUARE, TABLE, 250, face).expect("they are few");
        assert!(poses.contains(&Pose::new(2_000, 2_000, 90_000)));
        assert!(
            poses.contains(&Pose::new(3_750, 2_000, 90_000))
                && poses.contains(&Pose::new(750, 2_000, 90_000))
        );
        assert!(
            !poses.contains(&Pose::new(4_000, 2_000, 90_000))
                && !poses.contains(&Pose::new(500, 2_000, 90_000))
        );
        assert!(poses.is_sorted_by_key(|pose| (pose.y, pose.x)));
    }

    #[test]
    fn an_unreachable_distance_gives_nothing() {
        let none = poses_near(Point::new(9_000, 9_000), -1, SQUARE, TABLE, 500, Point::default());
        assert_eq!(none, Some(Vec::new()));
        let far = Point::new(i32::MAX, i32::MIN);
        assert!(
            poses_near(
                far,
                i32::MAX,
                SQUARE,
                Table {
                    width: 100,
                    length: 100
                },
                500,
                far
            )
            .is_none()
        );
    }
}
