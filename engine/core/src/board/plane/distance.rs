//! Measuring between bases: overlap, contact, distance, and what stands in between.
//!
//! The two tolerances live here because they decide each other: poses are whole thousandths, so two bases
//! meant to be flush are off by up to a thousandth, and a base turned by a thousandth of a degree by a little
//! more. Not here: measuring inside an arc (`arc`).

use super::footprint::Body;
use super::outline::Outline;
use super::pose::Point;
use super::separation::Nearest;
use super::vector::{direction, whole};

/// Bases that intrude into each other by no more than this (thousandths of an inch) do not overlap.
pub const OVERLAP_TOLERANCE: i32 = 1;
/// Bases no farther apart than this (thousandths of an inch) touch.
pub const TOUCH_TOLERANCE: i32 = 12;

/// Whether two bases share more than their edges.
pub fn overlaps(a: &Body, b: &Body) -> bool {
    let reach = a.footprint.reach() + b.footprint.reach();
    // Most pairs are far apart; their centres tell.
    (a.centre() - b.centre()).length() <= reach && overlap(&a.outline(), &b.outline())
}

/// Whether two bases stand edge to edge without overlapping.
pub fn touches(a: &Body, b: &Body) -> bool {
    let gap = a.outline().separation(&b.outline());
    gap >= -f64::from(OVERLAP_TOLERANCE) && gap <= f64::from(TOUCH_TOLERANCE)
}

/// Thousandths of an inch between the nearest points of two bases; 0 when they touch or overlap.
pub fn distance(a: &Body, b: &Body) -> i32 {
    measured(a.outline().separation(&b.outline()))
}

/// Thousandths of an inch between a base and a point; 0 when the point is on the base.
pub fn distance_to_point(body: &Body, point: Point) -> i32 {
    whole(body.outline().separation(&Outline::point(point.vector()))).max(0)
}

/// The nearest points of two bases, the first on `a`. Between parallel faces, the middle of what they share;
/// of overlapping bases, one common point twice.
pub fn closest_segment(a: &Body, b: &Body) -> (Point, Point) {
    rounded(a.outline().nearest(&b.outline()))
}

/// Thousandths of an inch from the nearest part of one base to the farthest part of another.
pub fn farthest_distance(from: &Body, to: &Body) -> i32 {
    measured(from.outline().gap_to_farthest(&to.outline()))
}

/// How far a base reaches from its middle in a direction, thousandths of an inch.
pub fn base_reach(body: &Body, heading: i32) -> i32 {
    let axis = direction(f64::from(heading));
    whole(body.outline().extent(axis).1 - body.centre().dot(axis))
}

/// Whether two segments between points have a point in common; exact.
pub fn lines_cross(a: [Point; 2], b: [Point; 2]) -> bool {
    let side = |[start, end]: [Point; 2], point: Point| {
        let leg = |one: i32, other: i32| i64::from(other) - i64::from(one);
        let turned = i128::from(leg(start.x, end.x)) * i128::from(leg(start.y, point.y));
        (turned - i128::from(leg(start.y, end.y)) * i128::from(leg(start.x, point.x))).signum()
    };
    let within = |[start, end]: [Point; 2], point: Point| {
        let between = |a: i32, b: i32, at: i32| (a.min(b)..=a.max(b)).contains(&at);
        between(start.x, end.x, point.x) && between(start.y, end.y, point.y)
    };
    let touches = |line: [Point; 2], point: Point| side(line, point) == 0 && within(line, point);
    let parted = |line: [Point; 2], other: [Point; 2]| side(line, other[0]) * side(line, other[1]) < 0;
    (parted(a, b) && parted(b, a))
        || b.into_iter().any(|point| touches(a, point))
        || a.into_iter().any(|point| touches(b, point))
}

/// Whether the open segment between two points passes through the base, not merely along its edge.
pub fn crosses(body: &Body, from: Point, to: Point) -> bool {
    overlap(
        &body.outline(),
        &Outline::polygon(vec![from.vector(), to.vector()]),
    )
}

/// Whether two shapes intrude into each other by more than the tolerance.
pub(super) fn overlap(a: &Outline, b: &Outline) -> bool {
    a.intrudes(b, f64::from(OVERLAP_TOLERANCE))
}

/// A gap as players measure it: contact is no distance.
pub(super) fn measured(gap: f64) -> i32 {
    if gap <= f64::from(TOUCH_TOLERANCE) {
        0
    } else {
        whole(gap)
    }
}

pub(super) fn rounded(pair: Nearest) -> (Point, Point) {
    (Point::nearest(pair.from), Point::nearest(pair.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::plane::{Footprint, Pose};

    fn base(x: i32, y: i32, heading: i32) -> Body {
        Body::new(
            Pose::new(x, y, heading),
            Footprint::Rectangle {
                width: 1_500,
                length: 1_500,
            },
        )
    }

    fn disc(x: i32, y: i32) -> Body {
        Body::new(Pose::new(x, y, 0), Footprint::Circle { radius: 500 })
    }

    #[test]
    fn contact_ends_at_its_tolerances() {
        let at = |y| {
            (
                overlaps(&base(0, 0, 0), &base(0, y, 0)),
                touches(&base(0, 0, 0), &base(0, y, 0)),
            )
        };
        assert_eq!(at(1_498), (true, false));
        assert_eq!(at(1_499), (false, true));
        assert_eq!(at(1_512), (false, true));
        assert_eq!(at(1_513), (false, false));
    }

    #[test]
    fn distances_at_the_edge_of_range_bands_are_exact() {
        for band in [4_000, 8_000, 12_000] {
            assert_eq!(distance(&base(0, 0, 0), &base(0, band + 1_500, 180_000)), band);
            assert_eq!(distance(&base(0, 0, 0), &base(band + 1_501, 0, 90_000)), band + 1);
        }
    }

    #[test]
    fn a_diagonal_gap_runs_corner_to_corner() {
        let (a, b) = (base(0, 0, 0), base(4_500, 5_500, 0));
        assert_eq!(distance(&a, &b), 5_000);
        assert_eq!(
            closest_segment(&a, &b),
            (Point::new(750, 750), Point::new(3_750, 4_750))
        );
    }

    #[test]
    fn discs_are_measured_from_their_rims() {
        assert_eq!(distance(&disc(0, 0), &disc(3_000, 4_000)), 4_000);
        assert_eq!(distance(&disc(0, 0), &base(3_000, 0, 0)), 1_750);
        assert_eq!(distance_to_point(&disc(0, 0), Point::new(0, 700)), 200);
        assert_eq!(distance_to_point(&disc(0, 0), Point::new(0, 400)), 0);
    }

    #[test]
    fn the_farthest_part_is_a_corner_or_the_far_side_of_a_disc() {
        assert_eq!(farthest_distance(&base(0, 0, 0), &base(0, 4_500, 0)), 3_750 + 750);
        // From the near corner of the first to the far corner of the second: 3750 aside, 3750 ahead less nothing.
        assert_eq!(farthest_distance(&base(0, 0, 0), &base(3_750, 3_750, 0)), 5_303);
        assert_eq!(
            farthest_distance(&base(0, 0, 0), &disc(0, 4_000)),
            4_000 - 750 + 500
        );
        // Wholly over the base.
        assert_eq!(farthest_distance(&base(0, 0, 0), &disc(100, 100)), 0);
        // The disc sticks out of the base by 150.
        assert_eq!(farthest_distance(&base(0, 0, 0), &disc(400, 0)), 150);
    }

    #[test]
    fn a_base_reaches_its_half_and_its_corner() {
        let reaches = |heading, to| base_reach(&base(9, 8, heading), to);
        assert_eq!(
            (reaches(0, 0), reaches(0, 90_000), reaches(45_000, 0)),
            (750, 750, 1_061)
        );
        let long = Body::new(
            Pose::new(5, 5, 90_000),
            Footprint::Rectangle {
                width: 1_000,
                length: 3_000,
            },
        );
        assert_eq!((base_reach(&long, 0), base_reach(&long, 270_000)), (500, 1_500));
        assert_eq!(base_reach(&disc(1, 1), 33_000), 500);
    }

    #[test]
    fn lines_cross_in_a_point_or_do_not() {
        let line = |x, y, to_x, to_y| [Point::new(x, y), Point::new(to_x, to_y)];
        assert!(lines_cross(line(0, 0, 10, 10), line(0, 10, 10, 0)));
        assert!(!lines_cross(line(0, 0, 10, 10), line(20, 0, 11, 10)));
        // An end on the other line, a line along the other, one line that is a point.
        assert!(lines_cross(line(0, 0, 10, 0), line(5, 0, 5, 9)));
        assert!(
            lines_cross(line(0, 0, 10, 0), line(8, 0, 20, 0))
                && !lines_cross(line(0, 0, 10, 0), line(11, 0, 20, 0))
        );
        assert!(
            lines_cross(line(5, 5, 5, 5), line(0, 0, 10, 10))
                && !lines_cross(line(5, 6, 5, 6), line(0, 0, 10, 10))
        );
    }

    #[test]
    fn a_line_along_an_edge_does_not_cross_the_base() {
        let (south, north) = (|x| Point::new(x, -5_000), |x| Point::new(x, 5_000));
        assert!(!crosses(&base(0, 0, 0), south(750), north(750)));
        assert!(crosses(&base(0, 0, 0), south(740), north(740)));
        assert!(!crosses(&base(0, 0, 0), south(0), Point::new(0, -750)));
        assert!(!crosses(&disc(0, 0), south(500), north(500)));
        assert!(crosses(&disc(0, 0), south(490), north(490)));
    }

    #[test]
    fn overlapping_bases_share_their_closest_point() {
        let (from, to) = closest_segment(&base(0, 0, 0), &base(1_000, 0, 0));
        assert_eq!((from, to), (Point::new(500, 0), Point::new(500, 0)));
    }
}
