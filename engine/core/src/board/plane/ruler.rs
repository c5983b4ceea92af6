//! Rulers: strips laid from the edge of a base, and the ways to lay one inside an arc.
//!
//! Not here: measuring between nearest points (`distance`, `arc`).

use super::arc::{Arc, Wedges, opening};
use super::footprint::Body;
use super::outline::{Outline, Rim};
use super::pose::{COORDINATE_LIMIT, FULL_TURN, Point};
use super::vector::{Vector, direction, radians, whole};

/// A ruler this near to a base (thousandths of an inch) touches it: both have been rounded to whole
/// thousandths.
const RULER_SLACK: f64 = 1.0;
/// The most rays given for one arc: one for each tenth of a degree.
const MAX_RAYS: usize = 3_600;
/// Halvings of twice a base's reach: to a small fraction of a thousandth of an inch.
const HALVINGS: u32 = 16;
/// Rounds in which a ruler's sideways shift and its place on the base's edge settle. Where they have not, the
/// final check of the ruler's corners rejects the ray.
const SETTLING: u32 = 8;

/// Whether a ruler touches `other`: a strip `length` long and `width` wide (thousandths of an inch) that
/// begins with the middle of its near end at `anchor` and lies along the absolute heading `direction`.
///
/// A ruler laid from a base never touches that base itself.
pub fn ruler_touches(
    from: &Body,
    direction: i32,
    anchor: Point,
    length: i32,
    width: i32,
    other: &Body,
) -> bool {
    if from == other {
        return false;
    }
    let strip = Strip::new(anchor, direction, length, width);
    !strip.misses(other) && strip.outline().separation(&other.outline()) <= RULER_SLACK
}

/// Ways to lay a ruler `width` wide from the base of `from`, wholly inside the arc: where the middle of its
/// near end lies on the base's edge, and the absolute heading it lies along.
///
/// `count` headings are spread evenly from limit to limit of the arc (one is the middle). At each the ruler lies in
/// `places` places, spread evenly from the leftmost to the rightmost that keeps its width inside; one place is the
/// middle of the base, or as near to it as the limits let it. Headings at which no place keeps it inside are left out.
/// If none is left, the only answer is the middle of the arc. Nothing, if these are more than 3600 ways.
pub fn ruler_rays(
    from: &Body,
    arc: Arc,
    width: i32,
    count: usize,
    places: usize,
) -> Option<Vec<(Point, i32)>> {
    if count.saturating_mul(places) > MAX_RAYS {
        return None;
    }
    let base = Base {
        from,
        arc,
        rim: from.outline().rim(),
        wedges: Wedges::of(from, arc),
    };
    let half = f64::from(width.clamp(0, COORDINATE_LIMIT)) / 2.0;
    let mut rays: Vec<_> = bearings(arc, count)
        .flat_map(|bearing| base.rays_along(half, bearing, places))
        .collect();
    rays.dedup();
    Some(if rays.is_empty() {
        vec![base.middle_ray()]
    } else {
        rays
    })
}

/// A base with an arc in which rulers are laid.
struct Base<'a> {
    from: &'a Body,
    arc: Arc,
    rim: Rim,
    wedges: Wedges,
}

impl Base<'_> {
    /// The rays at a bearing from the left limit, shifted so that a ruler fits inside the arc, if it can.
    fn rays_along(&self, half: f64, bearing: f64, places: usize) -> Vec<(Point, i32)> {
        let arc = self.arc;
        let heading = self.from.heading() + f64::from(arc.centre) - opening(arc) / 2.0 + bearing;
        let along = direction(heading);
        let shift = match self.wedges {
            Wedges::Around => Some(0.0),
            _ => self.settled_shift(half, along, bearing, opening(arc) - bearing),
        };
        let start = |shift: f64| {
            let start = self.edge_point(shift, along)?;
            let corners = [start - along.right() * half, start + along.right() * half];
            corners
                .iter()
                .all(|corner| self.wedges.contain(*corner))
                .then_some(start)
        };
        let Some(middle) = shift.filter(|shift| start(*shift).is_some()) else {
            return Vec::new();
        };
        // Half the base aside of its farthest side no line meets it any more.
        let reach = self.from.footprint.reach() * 2.0;
        let room = |side: f64| middle + side * last_so(reach, |aside| start(middle + side * aside).is_some());
        let shifts = match places {
            0 | 1 => vec![middle],
            _ => spread(room(-1.0), room(1.0), places),
        };
        let heading = whole(heading).rem_euclid(FULL_TURN);
        let points = shifts.into_iter().filter_map(start);
        points.map(|point| (Point::nearest(point), heading)).collect()
    }

    /// The least sideways shift, right positive, that keeps both edges of a ruler within the limits `left` and
    /// `right` of its heading. How much room there is depends on where the ruler begins, and that on the shift:
    /// they settle.
    fn settled_shift(&self, half: f64, along: Vector, left: f64, right: f64) -> Option<f64> {
        let (left, right) = (limit(left), limit(right));
        (0..SETTLING).try_fold(0.0, |shift, _| {
            let depth = (self.edge_point(shift, along)? - self.from.centre()).dot(along);
            let (least, most) = (half - room(depth, left), room(depth, right) - half);
            (least <= most).then(|| 0.0_f64.clamp(least, most))
        })
    }

    /// The point where a line through the base along `along`, `shift` to the right of the centre, leaves the
    /// base.
    fn edge_point(&self, shift: f64, along: Vector) -> Option<Vector> {
        let start = self.from.centre() + along.right() * shift;
        let reach = self.from.footprint.reach();
        let ahead = self.rim.leaving(start, along, reach + shift.abs())?;
        Some(start + along * ahead)
    }

    fn middle_ray(&self) -> (Point, i32) {
        let heading = self.from.heading() + f64::from(self.arc.centre);
        let start = self.edge_point(0.0, direction(heading));
        let start = start.unwrap_or(self.from.centre());
        (Point::nearest(start), whole(heading).rem_euclid(FULL_TURN))
    }
}

/// A ruler on the table.
struct Strip {
    middle: Vector,
    /// From the middle to the far end, and to the right edge.
    half_along: Vector,
    half_aside: Vector,
}

impl Strip {
    fn new(anchor: Point, heading: i32, length: i32, width: i32) -> Self {
        let half = |size: i32| f64::from(size.clamp(0, COORDINATE_LIMIT)) / 2.0;
        let along = direction(f64::from(heading));
        let half_along = along * half(length);
        Self {
            middle: anchor.vector() + half_along,
            half_along,
            half_aside: along.right() * half(width),
        }
    }

    /// Whether a base is surely too far away to be touched: most are.
    fn misses(&self, other: &Body) -> bool {
        let reach = (self.half_along + self.half_aside).length() + other.footprint.reach();
        (self.middle - other.centre()).length() > reach + 2.0 * RULER_SLACK
    }

    fn outline(&self) -> Outline {
        let (near, far) = (self.middle - self.half_along, self.middle + self.half_along);
        let aside = self.half_aside;
        Outline::polygon(vec![near - aside, far - aside, far + aside, near + aside])
    }
}

/// Headings relative to the left limit of the arc.
fn bearings(arc: Arc, count: usize) -> impl Iterator<Item = f64> {
    let count = count.max(1);
    let share = move |i: usize| {
        if count == 1 {
            0.5
        } else {
            i as f64 / (count - 1) as f64
        }
    };
    (0..count).map(move |i| opening(arc) * share(i))
}

/// The last number below `most` of which something holds that holds of 0 and of all numbers up to that.
fn last_so(most: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut least, mut most) = (0.0, most);
    for _ in 0..HALVINGS {
        let middle = (least + most) / 2.0;
        if holds(middle) {
            least = middle;
        } else {
            most = middle;
        }
    }
    least
}

/// Numbers from the first to the last, evenly spread.
fn spread(least: f64, most: f64, count: usize) -> Vec<f64> {
    let last = count.saturating_sub(1).max(1) as f64;
    (0..count)
        .map(|i| least + (most - least) * (i as f64 / last))
        .collect()
}

/// The sine and cosine of the angle between a ruler's heading and a limit of the arc; nothing if the limit lies behind.
fn limit(angle: f64) -> Option<(f64, f64)> {
    let angle = (angle * 4.0 < f64::from(FULL_TURN)).then(|| radians(angle))?;
    Some((libm::sin(angle), libm::cos(angle)))
}

/// The distance to the side at which a limit lies at this depth.
fn room(depth: f64, limit: Option<(f64, f64)>) -> f64 {
    limit.map_or(f64::INFINITY, |(sine, cosine)| depth * sine / cosine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::plane::{Footprint, Pose};

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

    #[test]
    fn a_ruler_touches_what_lies_under_it_up_to_its_edges() {
        let (from, anchor) = (base(0, 0, 0), Point::new(0, 750));
        let touched = |x, y| ruler_touches(&from, 0, anchor, 4_000, 800, &base(x, y, 0));
        assert!(touched(0, 5_500) && !touched(0, 5_502));
        assert!(touched(1_150, 3_000) && !touched(1_152, 3_000));
        assert!(!ruler_touches(&from, 0, anchor, 4_000, 800, &from));
    }

    #[test]
    fn rays_spread_from_limit_to_limit() {
        let rays = ruler_rays(&base(0, 0, 0), FRONT, 0, 3, 1).expect("they are few");
        let expected = [
            (Point::new(-750, 750), 315_000),
            (Point::new(0, 750), 0),
            (Point::new(750, 750), 45_000),
        ];
        assert_eq!(rays, expected);
    }

    #[test]
    fn a_wide_ruler_stays_inside_the_arc() {
        let from = base(3_000, 4_000, 30_000);
        let rays = ruler_rays(&from, FRONT, 500, 31, 1).expect("they are few");
        assert_eq!(rays.len(), 31);
        for (anchor, heading) in rays {
            let aside = direction(f64::from(heading)).right() * 250.0;
            let far = direction(f64::from(heading)) * 12_000.0;
            for corner in [anchor.vector() - aside, anchor.vector() + aside] {
                for place in [corner, corner + far] {
                    let speck = Body::new(Pose::nearest(place, 0.0), Footprint::Circle { radius: 2 });
                    assert!(
                        crate::board::plane::in_arc(&from, FRONT, &speck),
                        "{anchor:?} {heading}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_ruler_lies_as_far_aside_as_it_fits() {
        // Straight ahead from an edge 1500 wide, inside an arc through its corners: 750 less half of its width.
        let rays = ruler_rays(&base(0, 0, 0), FRONT, 500, 1, 3).expect("they are few");
        let places: Vec<i32> = rays.iter().map(|(anchor, _)| anchor.x).collect();
        assert!(
            (-501..=-499).contains(&places[0]) && (499..=501).contains(&places[2]),
            "{places:?}"
        );
        assert!(
            places[1].abs() <= 1
                && rays
                    .iter()
                    .all(|(anchor, heading)| (anchor.y, *heading) == (750, 0))
        );
        // At the limit of the arc there is hardly more than one.
        let limits = ruler_rays(&base(0, 0, 0), FRONT, 0, 2, 5).expect("they are few");
        let is_corner = |(anchor, heading): &(Point, i32)| {
            *heading == 315_000 && (anchor.x + 750).abs() <= 1 && (anchor.y - 750).abs() <= 1
        };
        assert!(limits.first().is_some_and(is_corner), "{limits:?}");
    }

    #[test]
    fn more_rays_than_a_tenth_of_a_degree_apart_are_none() {
        let count = |count| ruler_rays(&base(0, 0, 0), FRONT, 0, count, 1).map(|rays| rays.len());
        assert_eq!((count(MAX_RAYS), count(MAX_RAYS + 1)), (Some(MAX_RAYS), None));
    }

    #[test]
    fn a_ruler_that_fits_nowhere_lies_in_the_middle() {
        let narrow = Arc {
            centre: 0,
            width: 10_000,
        };
        assert_eq!(
            ruler_rays(&base(0, 0, 0), narrow, 800, 9, 1),
            Some(vec![(Point::new(0, 750), 0)])
        );
        assert_eq!(
            ruler_rays(&base(0, 0, 0), FRONT, 800, 0, 1),
            Some(vec![(Point::new(0, 750), 0)])
        );
    }
}
