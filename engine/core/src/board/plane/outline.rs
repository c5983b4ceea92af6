//! Convex shapes in reals, and cutting them by half-planes.
//!
//! A shape is a convex *core* (a point, a segment or a polygon) grown by a radius. A disc is a grown point,
//! so one code path measures discs and polygons, both exactly. Not here: how cores are measured
//! (`separation`), bodies and tolerances (`distance`).

use super::separation::{Nearest, core_depth, core_gap, core_pair, edges, is_deeper, middle, shadow};
use super::vector::{Vector, direction};

/// Corners of the polygon that stands for a disc when it has to be cut. Its sides lie within 0.00014 of the radius: of a
/// disc five inches across, within a third of a thousandth of an inch.
const DISC_CORNERS: u32 = 192;

/// How much less far a corner may reach and still count as the same side, in thousandths of an inch: headings are rounded.
const SAME_REACH: f64 = 1.0;

/// A convex shape: `core` grown by `radius`.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    core: Vec<Vector>,
    radius: f64,
}

/// Everything on the inner side of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    pub(super) origin: Vector,
    /// Unit vector from the line towards the kept side.
    pub(super) inward: Vector,
}

impl HalfPlane {
    /// The depth of a point inside; negative outside.
    pub(super) fn depth(&self, point: Vector) -> f64 {
        (point - self.origin).dot(self.inward)
    }

    /// The half-plane with its line moved outwards.
    pub(super) fn grown(self, by: f64) -> Self {
        Self {
            origin: self.origin - self.inward * by,
            ..self
        }
    }
}

impl Outline {
    /// A convex polygon, its corners in order, either way round. One corner is a point, two are a segment.
    pub(super) fn polygon(corners: Vec<Vector>) -> Self {
        Self {
            core: corners,
            radius: 0.0,
        }
    }

    /// A disc.
    pub(super) fn disc(centre: Vector, radius: f64) -> Self {
        Self {
            core: vec![centre],
            radius,
        }
    }

    /// A single point.
    pub(super) fn point(place: Vector) -> Self {
        Self::disc(place, 0.0)
    }

    /// How far apart two shapes are; negative is the least move that parts them. Symmetric to the last bit.
    pub(super) fn separation(&self, other: &Outline) -> f64 {
        let depth = core_depth(&self.core, &other.core);
        let apart = if depth > 0.0 {
            -depth
        } else {
            core_gap(&self.core, &other.core)
        };
        apart - self.radius - other.radius
    }

    /// How far the farthest part of another shape is from this one; not positive if that lies wholly over this one. The
    /// distance from a convex shape grows outwards, so it is greatest at a corner.
    pub(super) fn gap_to_farthest(&self, other: &Outline) -> f64 {
        let corners = other
            .core
            .iter()
            .map(|corner| self.separation(&Outline::point(*corner)));
        corners.fold(f64::NEG_INFINITY, f64::max) + other.radius
    }

    /// How deep inside a half-plane all of a shape lies; negative if a part is outside.
    pub(super) fn depth(&self, plane: &HalfPlane) -> f64 {
        let depths = self.core.iter().map(|corner| plane.depth(*corner));
        depths.fold(f64::INFINITY, f64::min) - self.radius
    }

    /// Whether two shapes intrude into each other by more than `tolerance`: whether their separation is less than its negative.
    pub(super) fn intrudes(&self, other: &Outline, tolerance: f64) -> bool {
        if self.radius == 0.0 && other.radius == 0.0 && tolerance >= 0.0 {
            return is_deeper(&self.core, &other.core, tolerance);
        }
        self.separation(other) < -tolerance
    }

    /// The nearest points of two shapes; where they overlap, one common point twice.
    pub(super) fn nearest(&self, other: &Outline) -> Nearest {
        let gap = self.separation(other);
        if gap <= 0.0 {
            let common = self.common_point(other);
            return Nearest {
                gap,
                from: common,
                to: common,
            };
        }
        let pair = core_pair(&self.core, &other.core);
        let towards = (pair.to - pair.from).unit();
        Nearest {
            gap,
            from: pair.from + towards * self.radius,
            to: pair.to - towards * other.radius,
        }
    }

    /// The part inside all the half-planes, or nothing. A disc is cut as a polygon.
    pub(super) fn clipped(&self, planes: &[HalfPlane]) -> Option<Outline> {
        let corners = planes
            .iter()
            .fold(self.flattened(), |corners, plane| cut(&corners, plane));
        (!corners.is_empty()).then(|| Outline::polygon(corners))
    }

    /// The extent along a unit vector: least and greatest.
    pub(super) fn extent(&self, axis: Vector) -> (f64, f64) {
        let (low, high) = shadow(&self.core, axis);
        (low - self.radius, high + self.radius)
    }

    /// The point of the shape that lies farthest along a unit vector: a corner, or the middle of a side that faces there.
    pub(super) fn farthest(&self, axis: Vector) -> Vector {
        let reach = self
            .core
            .iter()
            .map(|corner| corner.dot(axis))
            .fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut count) = (Vector::ZERO, 0.0);
        for corner in self
            .core
            .iter()
            .filter(|corner| corner.dot(axis) >= reach - SAME_REACH)
        {
            sum = sum + *corner;
            count += 1.0;
        }
        sum * (1.0 / f64::max(count, 1.0)) + axis * self.radius
    }

    /// The edge of the shape, made ready to be asked where many lines leave it.
    pub(super) fn rim(&self) -> Rim {
        match self.core[..] {
            [centre] => Rim::Round {
                centre,
                radius: self.radius,
            },
            _ => Rim::Sides(self.sides()),
        }
    }

    /// The corners, with a disc replaced by the polygon inscribed in it.
    fn flattened(&self) -> Vec<Vector> {
        match self.core[..] {
            [centre] if self.radius > 0.0 => {
                let turn = 360_000.0 / f64::from(DISC_CORNERS);
                (0..DISC_CORNERS)
                    .map(|i| centre + direction(f64::from(i) * turn) * self.radius)
                    .collect()
            }
            _ => self.core.clone(),
        }
    }

    /// The middle of the overlap; when it is too thin to cut out, the middle of the nearest points.
    fn common_point(&self, other: &Outline) -> Vector {
        let overlap = self.clipped(&other.sides()).map(|part| middle(&part.core));
        overlap.unwrap_or_else(|| {
            let pair = core_pair(&self.core, &other.core);
            (pair.from + pair.to) * 0.5
        })
    }

    /// The half-planes whose intersection is this polygon.
    fn sides(&self) -> Vec<HalfPlane> {
        let corners = self.flattened();
        let inner = middle(&corners);
        let side = |(start, end): (Vector, Vector)| {
            let across = (end - start).unit().right();
            let inward = if (inner - start).dot(across) < 0.0 {
                across * -1.0
            } else {
                across
            };
            HalfPlane {
                origin: start,
                inward,
            }
        };
        edges(&corners).map(side).collect()
    }
}

/// The edge of a shape.
#[derive(Clone, Debug)]
pub(super) enum Rim {
    /// The outline of a disc.
    Round {
        /// Its middle.
        centre: Vector,
        /// Its radius.
        radius: f64,
    },
    /// Of a polygon: the half-planes whose intersection it is.
    Sides(Vec<HalfPlane>),
}

impl Rim {
    /// How far a point can go along a unit vector, `at_most` so far, before it leaves the shape for good; `None` if the line
    /// misses it.
    pub(super) fn leaving(&self, start: Vector, along: Vector, at_most: f64) -> Option<f64> {
        let sides = match self {
            Self::Round { centre, radius } => return leaving_disc(start - *centre, along, *radius),
            Self::Sides(sides) => sides,
        };
        let (mut enters, mut leaves) = (0.0_f64, at_most);
        for side in sides {
            let (depth, gain) = (side.depth(start), along.dot(side.inward));
            if gain > 0.0 {
                enters = enters.max(-depth / gain);
            } else if gain < 0.0 {
                leaves = leaves.min(depth / -gain);
            } else if depth < 0.0 {
                return None;
            }
        }
        (enters <= leaves).then_some(leaves)
    }
}

/// The distance along a line from `start` at which it leaves a disc around the origin; `None` if it misses
/// the disc.
fn leaving_disc(start: Vector, along: Vector, radius: f64) -> Option<f64> {
    let aside = start.dot(along.right());
    let half_chord = radius * radius - aside * aside;
    (half_chord >= 0.0).then(|| (half_chord.sqrt() - start.dot(along)).max(0.0))
}

/// The corners of a polygon's part inside a half-plane (one step of clipping a polygon).
fn cut(corners: &[Vector], plane: &HalfPlane) -> Vec<Vector> {
    let mut kept = Vec::with_capacity(corners.len() + 2);
    for (start, end) in edges(corners) {
        let (before, after) = (plane.depth(start), plane.depth(end));
        if before >= 0.0 {
            kept.push(start);
        }
        if (before > 0.0 && after < 0.0) || (before < 0.0 && after > 0.0) {
            kept.push(start + (end - start) * (before / (before - after)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(x: f64, y: f64) -> Vector {
        Vector { x, y }
    }

    fn square(x: f64, y: f64, half: f64) -> Outline {
        Outline::polygon(vec![
            vector(x - half, y + half),
            vector(x + half, y + half),
            vector(x + half, y - half),
            vector(x - half, y - half),
        ])
    }

    #[test]
    fn overlap_is_the_least_move_that_parts() {
        assert_eq!(square(0.0, 0.0, 10.0).separation(&square(15.0, 3.0, 10.0)), -5.0);
        assert_eq!(
            square(0.0, 0.0, 10.0).separation(&Outline::disc(vector(2.0, 0.0), 3.0)),
            -11.0
        );
    }

    #[test]
    fn corners_are_measured_diagonally() {
        assert_eq!(square(0.0, 0.0, 10.0).separation(&square(23.0, 24.0, 10.0)), 5.0);
        assert_eq!(
            square(0.0, 0.0, 10.0).separation(&Outline::disc(vector(13.0, 14.0), 1.0)),
            4.0
        );
    }

    #[test]
    fn parallel_faces_are_joined_in_the_middle_of_what_they_share() {
        let pair = square(0.0, 0.0, 10.0).nearest(&square(10.0, 40.0, 10.0));
        assert_eq!((pair.from, pair.to), (vector(5.0, 10.0), vector(5.0, 30.0)));
    }

    #[test]
    fn points_and_segments_are_shapes_too() {
        let segment = |a, b| Outline::polygon(vec![a, b]);
        let level = segment(vector(-10.0, 0.0), vector(10.0, 0.0));
        assert_eq!(
            level.separation(&segment(vector(0.0, -3.0), vector(0.0, 9.0))),
            -3.0
        );
        assert_eq!(
            level.separation(&segment(vector(14.0, 0.0), vector(20.0, 0.0))),
            4.0
        );
        assert_eq!(
            Outline::point(vector(3.0, 4.0)).separation(&Outline::point(Vector::ZERO)),
            5.0
        );
    }

    #[test]
    fn a_clip_that_misses_leaves_nothing() {
        let plane = HalfPlane {
            origin: vector(11.0, 0.0),
            inward: vector(1.0, 0.0),
        };
        assert!(square(0.0, 0.0, 10.0).clipped(&[plane]).is_none());
        assert!(square(0.0, 0.0, 10.0).clipped(&[plane.grown(2.0)]).is_some());
    }
}
