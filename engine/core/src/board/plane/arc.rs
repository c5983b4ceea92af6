//! Arcs: which part of a base lies inside a wedge, and measuring to that part only.
//!
//! A wedge of at most half a turn is an intersection of half-planes; a wider one is two such wedges side by
//! side. Not here: measuring without an arc (`distance`), or laying rulers in one (`ruler`).

use serde::{Deserialize, Serialize};

use super::distance::{measured, rounded};
use super::footprint::Body;
use super::outline::{HalfPlane, Outline};
use super::pose::{FULL_TURN, Point};
use super::separation::Nearest;
use super::vector::{Vector, direction};

/// How far outside its limits a wedge still counts, in thousandths of an inch: half the grid of whole poses,
/// so that a corner placed on the line is in.
const LINE_SLACK: f64 = 0.5;
/// By how much more than it reaches a base has to miss an arc to be left out without cutting it: more than any rounding.
const SURELY: f64 = 1.0;

/// A wedge seen from the centre of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arc {
    /// The middle of the wedge relative to the heading, thousandths of a degree, clockwise.
    pub centre: i32,
    /// The whole opening, thousandths of a degree: at least 360 000 is all around, below 0 counts as 0.
    pub width: i32,
}

/// Whether any part of `to` lies inside the arc of `from`; a part on its limiting line does.
pub fn in_arc(from: &Body, arc: Arc, to: &Body) -> bool {
    let wedges = Wedges::of(from, arc);
    // Most bases need no cutting: their middle is inside, or all of them is far outside.
    let middle = to.centre();
    if wedges.contain(middle) {
        return true;
    }
    !wedges.miss(middle, to.footprint.reach() + SURELY) && !parts_inside(from, arc, to).is_empty()
}

/// Whether all of `to` lies inside the arc of `from`; a part on its limiting line does.
pub fn wholly_in_arc(from: &Body, arc: Arc, to: &Body) -> bool {
    let opening = opening(arc);
    if opening >= f64::from(FULL_TURN) {
        return true;
    }
    let middle = from.heading() + f64::from(arc.centre);
    if opening * 2.0 <= f64::from(FULL_TURN) {
        let outline = to.outline();
        let wedge = wedge(from.centre(), middle, opening);
        return wedge.iter().all(|plane| outline.depth(plane) >= 0.0);
    }
    // No part lies in the gap behind, less the slack that the lines have here too.
    let behind = middle + f64::from(FULL_TURN) / 2.0;
    let gap = wedge(from.centre(), behind, f64::from(FULL_TURN) - opening);
    let gap = gap.map(|plane| plane.grown(-2.0 * LINE_SLACK));
    to.outline().clipped(&gap).is_none()
}

/// Thousandths of an inch from the base of `from` to the nearest part of `to` inside the arc; `None` if no
/// part is.
pub fn distance_in_arc(from: &Body, arc: Arc, to: &Body) -> Option<i32> {
    nearest_inside(from, arc, to).map(|pair| measured(pair.gap))
}

/// The segment that [`distance_in_arc`] measures, its first end on the base of `from`.
pub fn segment_in_arc(from: &Body, arc: Arc, to: &Body) -> Option<(Point, Point)> {
    nearest_inside(from, arc, to).map(rounded)
}

fn nearest_inside(from: &Body, arc: Arc, to: &Body) -> Option<Nearest> {
    let outline = from.outline();
    // If the nearest point of the whole base is inside, it is exact for discs too.
    let whole = outline.nearest(&to.outline());
    if Wedges::of(from, arc).contain(whole.to) {
        return Some(whole);
    }
    let pairs = parts_inside(from, arc, to)
        .into_iter()
        .map(|part| outline.nearest(&part));
    pairs.reduce(|best, pair| if pair.gap < best.gap { pair } else { best })
}

/// The parts of `to` inside the arc: none, one, or two side by side.
fn parts_inside(from: &Body, arc: Arc, to: &Body) -> Vec<Outline> {
    let outline = to.outline();
    match Wedges::of(from, arc) {
        Wedges::Around => vec![outline],
        Wedges::One(wedge) => outline.clipped(&wedge).into_iter().collect(),
        Wedges::Two(left, right) => [left, right]
            .iter()
            .filter_map(|wedge| outline.clipped(wedge))
            .collect(),
    }
}

/// The wedges that make up an arc, each of at most half a turn. Made once, they answer for many points.
#[derive(Clone, Copy)]
pub(super) enum Wedges {
    /// All around.
    Around,
    One(Wedge),
    /// Side by side.
    Two(Wedge, Wedge),
}

/// The half-planes of a wedge: right of its left limit, left of its right one, and ahead.
type Wedge = [HalfPlane; 3];

impl Wedges {
    pub(super) fn of(from: &Body, arc: Arc) -> Self {
        let (middle, width) = (from.heading() + f64::from(arc.centre), opening(arc));
        if arc.width >= FULL_TURN {
            return Self::Around;
        }
        if width * 2.0 <= f64::from(FULL_TURN) {
            return Self::One(wedge(from.centre(), middle, width));
        }
        let half = width / 2.0;
        let [left, right] =
            [middle - half / 2.0, middle + half / 2.0].map(|heading| wedge(from.centre(), heading, half));
        Self::Two(left, right)
    }

    /// Whether a point lies inside, on a line included.
    pub(super) fn contain(&self, place: Vector) -> bool {
        let within = |wedge: &Wedge| wedge.iter().all(|plane| plane.depth(place) >= 0.0);
        match self {
            Self::Around => true,
            Self::One(wedge) => within(wedge),
            Self::Two(left, right) => within(left) || within(right),
        }
    }

    /// Whether nothing that is at most this far from a place can lie inside.
    fn miss(&self, place: Vector, reach: f64) -> bool {
        let misses = |wedge: &Wedge| wedge.iter().any(|plane| plane.depth(place) < -reach);
        match self {
            Self::Around => false,
            Self::One(wedge) => misses(wedge),
            Self::Two(left, right) => misses(left) && misses(right),
        }
    }
}

/// The width of an arc brought into range.
pub(super) fn opening(arc: Arc) -> f64 {
    f64::from(arc.width.clamp(0, FULL_TURN))
}

/// The wedge with these limits. Without the half-plane ahead, a wedge that is only a line would look
/// backwards too.
fn wedge(apex: Vector, heading: f64, width: f64) -> Wedge {
    let left = direction(heading - width / 2.0).right();
    let right = direction(heading + width / 2.0).right() * -1.0;
    let plane = |inward: Vector| HalfPlane { origin: apex, inward }.grown(LINE_SLACK);
    [left, right, direction(heading)].map(plane)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::plane::{Footprint, Pose, distance};

    const FRONT: Arc = Arc {
        centre: 0,
        width: 90_000,
    };

    fn base(x: i32, y: i32, heading: i32) -> Body {
        Body::new(
            Pose::new(x, y, heading),
            Footprint::Rectangle {
                width: 1_500,
                length: 1_500,
            },
        )
    }

    fn disc(x: i32, y: i32, radius: i32) -> Body {
        Body::new(Pose::new(x, y, 0), Footprint::Circle { radius })
    }

    #[test]
    fn a_corner_exactly_on_the_line_is_in() {
        // The near front corner lies at (3250, 3250), on the 45-degree line.
        assert!(in_arc(&base(0, 0, 0), FRONT, &base(4_000, 2_500, 0)));
        assert!(!in_arc(&base(0, 0, 0), FRONT, &base(4_000, 2_499, 0)));
        assert!(in_arc(&base(0, 0, 0), FRONT, &base(-4_000, 2_500, 0)));
        assert!(!in_arc(&base(0, 0, 0), FRONT, &base(-4_001, 2_500, 0)));
    }

    #[test]
    fn a_base_is_wholly_inside_up_to_its_last_corner() {
        let wholly = |x, y| wholly_in_arc(&base(0, 0, 0), FRONT, &base(x, y, 0));
        // Its near corner on the far side lies at (3250, 3250), on the line.
        assert!(wholly(2_500, 4_000) && !wholly(2_502, 4_000));
        assert!(wholly(-2_500, 4_000) && !wholly(-2_502, 4_000) && !wholly(0, 0));
        let round = |x| wholly_in_arc(&base(0, 0, 0), FRONT, &disc(x, 4_000, 500));
        // The rim is 500 from a line that is 4000 - x aside, at 45 degrees.
        assert!(round(3_293) && !round(3_295));
        let wide = Arc {
            centre: 0,
            width: 270_000,
        };
        let round = |y| wholly_in_arc(&base(0, 0, 0), wide, &disc(4_000, y, 500));
        assert!(round(-3_292) && !round(-3_296));
        assert!(wholly_in_arc(
            &base(0, 0, 0),
            Arc {
                centre: 7,
                width: 360_000
            },
            &base(0, 0, 0)
        ));
    }

    #[test]
    fn the_four_quarter_arcs_meet_in_the_corners() {
        let corner = disc(5_000, 5_000, 0);
        let seen = [0, 90_000, 180_000, 270_000]
            .map(|centre| in_arc(&base(0, 0, 0), Arc { centre, ..FRONT }, &corner));
        assert_eq!(seen, [true, true, false, false]);
    }

    #[test]
    fn an_arc_turns_with_its_base() {
        let target = base(5_000, 0, 0);
        assert!(!in_arc(&base(0, 0, 0), FRONT, &target));
        assert!(in_arc(&base(0, 0, 90_000), FRONT, &target));
        assert!(in_arc(
            &base(0, 0, 270_000),
            Arc {
                centre: 180_000,
                ..FRONT
            },
            &target
        ));
    }

    #[test]
    fn only_the_part_inside_is_measured() {
        // The target reaches from y 1000 to 2500 at x 2000..3500; inside the arc begins at its corner (2000,
        // 2000).
        let (from, to) = (base(0, 0, 0), base(2_750, 1_750, 0));
        // The whole target: from (750, 750) to its corner (2000, 1000).
        assert_eq!(distance(&from, &to), 1_275);
        let inside = distance_in_arc(&from, FRONT, &to).unwrap_or_default();
        // From (750, 750) to (2000, 2000): 1767.8, less what the slack of the line lets in.
        assert!((1_767..=1_768).contains(&inside), "{inside}");
        assert_eq!(distance_in_arc(&from, FRONT, &base(0, -5_000, 0)), None);
        assert_eq!(
            segment_in_arc(&from, FRONT, &base(0, 4_500, 0)),
            Some((Point::new(0, 750), Point::new(0, 3_750)))
        );
    }

    #[test]
    fn half_and_wide_arcs_reach_sideways_and_back() {
        let from = base(0, 0, 0);
        let half = Arc {
            centre: 0,
            width: 180_000,
        };
        assert!(in_arc(&from, half, &base(5_000, -750, 0)));
        assert!(!in_arc(&from, half, &base(5_000, -752, 0)));
        let wide = Arc {
            centre: 0,
            width: 270_000,
        };
        assert!(in_arc(&from, wide, &base(5_000, -5_000, 0)));
        assert!(!in_arc(&from, wide, &base(0, -5_000, 0)));
        assert!(in_arc(
            &from,
            Arc {
                centre: 0,
                width: i32::MAX
            },
            &base(0, -5_000, 0)
        ));
    }

    #[test]
    fn an_arc_without_width_is_a_line_ahead() {
        let line = Arc { centre: 0, width: -7 };
        assert!(in_arc(&base(0, 0, 0), line, &disc(0, 5_000, 10)));
        assert!(!in_arc(&base(0, 0, 0), line, &disc(20, 5_000, 10)));
        assert!(!in_arc(&base(0, 0, 0), line, &disc(0, -5_000, 10)));
    }

    #[test]
    fn discs_are_exact_inside_and_nearly_so_at_the_line() {
        let from = disc(0, 0, 500);
        assert_eq!(
            distance_in_arc(&from, FRONT, &disc(1_000, 4_000, 500)),
            Some(3_123)
        );
        assert!(in_arc(&from, FRONT, &disc(5_000, 4_300, 500)));
        assert!(!in_arc(&from, FRONT, &disc(5_000, 4_280, 500)));
    }
}
