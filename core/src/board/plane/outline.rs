//! Convex shapes in reals: how far apart two are, their nearest points, and cutting by half-planes.
//!
//! A shape is a convex *core* (a point, a segment or a polygon) grown by a radius. A disc is a grown point, so one
//! code path measures discs and polygons, both exactly. Not here: bodies and tolerances (`distance`).

use super::vector::{Vector, direction};

/// Corners of the polygon that stands for a disc when it has to be cut. Its sides lie within 0.0013 of the radius.
const DISC_CORNERS: u32 = 64;
/// Edges shorter than this have no direction.
const NO_EDGE: f64 = 1e-9;
/// Pairs of points whose distance exceeds the least by no more than this count as equally near. Half the grid of
/// whole poses: faces that are parallel but for rounding are then joined in their middle.
const TIE: f64 = 0.5;

/// A convex shape: `core` grown by `radius`.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    core: Vec<Vector>,
    radius: f64,
}

/// The points at which two shapes are nearest, the first on the first shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// Negative when the shapes overlap: then how far one must move to be clear.
    pub(super) gap: f64,
    pub(super) from: Vector,
    pub(super) to: Vector,
}

/// Everything on the inner side of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    pub(super) origin: Vector,
    /// Unit vector from the line towards the kept side.
    pub(super) inward: Vector,
}

impl HalfPlane {
    /// How deep inside a point lies; negative outside.
    pub(super) fn depth(&self, point: Vector) -> f64 {
        (point - self.origin).dot(self.inward)
    }

    /// The same half-plane with its line moved outwards.
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
            core_pair(&self.core, &other.core).gap
        };
        apart - self.radius - other.radius
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

    /// A point of the shape that lies farthest along a unit vector.
    pub(super) fn farthest(&self, axis: Vector) -> Vector {
        let first = self.core.first().copied().unwrap_or(Vector::ZERO);
        let better = |best: Vector, corner: &Vector| {
            if corner.dot(axis) > best.dot(axis) {
                *corner
            } else {
                best
            }
        };
        self.core.iter().fold(first, better) + axis * self.radius
    }

    /// How far a point on or in the shape can go along a unit vector before it leaves; `None` if the line misses.
    pub(super) fn leaving(&self, start: Vector, along: Vector, at_most: f64) -> Option<f64> {
        if let [centre] = self.core[..] {
            return leaving_disc(start - centre, along, self.radius);
        }
        let line = Outline::polygon(vec![start, start + along * at_most]);
        let inside = line.clipped(&self.sides())?;
        Some((inside.extent(along).1 - start.dot(along)).max(0.0))
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

/// Where a line that begins at `start` leaves a disc around the origin.
fn leaving_disc(start: Vector, along: Vector, radius: f64) -> Option<f64> {
    let aside = start.dot(along.right());
    let half_chord = radius * radius - aside * aside;
    (half_chord >= 0.0).then(|| (half_chord.sqrt() - start.dot(along)).max(0.0))
}

/// Each corner with the next one, round and round.
fn edges(corners: &[Vector]) -> impl Iterator<Item = (Vector, Vector)> + '_ {
    corners
        .iter()
        .copied()
        .zip(corners.iter().copied().cycle().skip(1))
}

fn middle(corners: &[Vector]) -> Vector {
    let sum = corners.iter().fold(Vector::ZERO, |sum, corner| sum + *corner);
    sum * (1.0 / corners.len().max(1) as f64)
}

/// The corners of a polygon's part inside a half-plane (Sutherland and Hodgman's step).
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

/// How deep two cores overlap along the axis where they do least; not positive when some axis separates them.
fn core_depth(a: &[Vector], b: &[Vector]) -> f64 {
    axes(a)
        .chain(axes(b))
        .map(|axis| shared(shadow(a, axis), shadow(b, axis)))
        .fold(f64::INFINITY, f64::min)
}

/// The axes that decide the separation of a core. Points and segments have too few edges to be closed in by their
/// normals, so they bring the directions of their edges and the axes of the table too.
fn axes(core: &[Vector]) -> impl Iterator<Item = Vector> + '_ {
    let along = |(start, end): (Vector, Vector)| Some(end - start).filter(|e| e.length() > NO_EDGE);
    let real_edges = move || edges(core).filter_map(along);
    let flat = real_edges().count() < 3;
    let normals = real_edges().map(|edge| edge.unit().right());
    let directions = real_edges().filter(move |_| flat).map(Vector::unit);
    let table = [Vector { x: 1.0, y: 0.0 }, Vector { x: 0.0, y: 1.0 }];
    normals
        .chain(directions)
        .chain(table.into_iter().filter(move |_| flat))
}

/// The interval a core covers along an axis.
fn shadow(core: &[Vector], axis: Vector) -> (f64, f64) {
    let widen = |(low, high): (f64, f64), corner: &Vector| {
        let place = corner.dot(axis);
        (low.min(place), high.max(place))
    };
    core.iter().fold((f64::INFINITY, f64::NEG_INFINITY), widen)
}

/// How far one interval must move to leave the other; negative when they are apart.
fn shared(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.1 - b.0).min(b.1 - a.0)
}

/// The nearest points of two cores that do not overlap. The nearest pairs of convex shapes form a convex set, so
/// the mean of the equally near ones is itself nearest: parallel faces are joined in the middle of what they share.
fn core_pair(a: &[Vector], b: &[Vector]) -> Nearest {
    let pair = |from: Vector, to: Vector| Nearest {
        gap: (to - from).length(),
        from,
        to,
    };
    let outward = a.iter().map(|corner| pair(*corner, foot(b, *corner)));
    let inward = b.iter().map(|corner| pair(foot(a, *corner), *corner));
    let pairs: Vec<Nearest> = outward.chain(inward).collect();
    let gap = pairs.iter().map(|pair| pair.gap).fold(f64::INFINITY, f64::min);
    let tied = || pairs.iter().filter(|pair| pair.gap <= gap + TIE);
    let from: Vec<Vector> = tied().map(|pair| pair.from).collect();
    let to: Vec<Vector> = tied().map(|pair| pair.to).collect();
    Nearest {
        gap,
        from: middle(&from),
        to: middle(&to),
    }
}

/// The point on the edges of a core that is nearest to `place`.
fn foot(core: &[Vector], place: Vector) -> Vector {
    let nearer = |best: (f64, Vector), (start, end): (Vector, Vector)| {
        let point = foot_on_segment(start, end, place);
        let gap = (point - place).length();
        if gap < best.0 { (gap, point) } else { best }
    };
    edges(core).fold((f64::INFINITY, place), nearer).1
}

fn foot_on_segment(start: Vector, end: Vector, place: Vector) -> Vector {
    let along = end - start;
    let square = along.dot(along);
    if square <= NO_EDGE {
        return start;
    }
    start + along * ((place - start).dot(along) / square).clamp(0.0, 1.0)
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
