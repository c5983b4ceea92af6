//! Two convex cores (points, segments, polygons as lists of corners): how deep they overlap, where they are
//! nearest.
//!
//! Overlap is decided by separating axes, distance by corners and their feet on the other core's edges; both
//! look at the same candidates whichever core comes first, so every measure is symmetric. Not here: radii
//! (`outline`).

use super::vector::Vector;

/// Edges shorter than this have no direction.
const NO_EDGE: f64 = 1e-9;
/// Pairs of points whose distance exceeds the least by no more than this count as equally near. Half the grid
/// of whole poses: faces that are parallel but for rounding are then joined in their middle.
const TIE: f64 = 0.5;

/// The points at which two shapes are nearest, the first on the first shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// Negative when the shapes overlap: then how far one must move to be clear.
    pub(super) gap: f64,
    pub(super) from: Vector,
    pub(super) to: Vector,
}

/// Each corner with the next one, round and round.
pub(super) fn edges(corners: &[Vector]) -> impl Iterator<Item = (Vector, Vector)> + '_ {
    corners
        .iter()
        .copied()
        .zip(corners.iter().copied().cycle().skip(1))
}

pub(super) fn middle(corners: &[Vector]) -> Vector {
    let sum = corners.iter().fold(Vector::ZERO, |sum, corner| sum + *corner);
    sum * (1.0 / corners.len().max(1) as f64)
}

/// Whether two cores overlap by more than `least` along every axis; as soon as one axis denies it, the rest is not asked.
pub(super) fn is_deeper(a: &[Vector], b: &[Vector], least: f64) -> bool {
    let denies = |axis: Vector| shared(shadow(a, axis), shadow(b, axis)) <= least;
    !axes(a).chain(axes(b)).any(denies)
}

/// How deep two cores overlap along the axis where they do least; not positive when some axis separates them.
pub(super) fn core_depth(a: &[Vector], b: &[Vector]) -> f64 {
    axes(a)
        .chain(axes(b))
        .map(|axis| shared(shadow(a, axis), shadow(b, axis)))
        .fold(f64::INFINITY, f64::min)
}

/// The axes that decide the separation of a core. Points and segments have too few edges to be closed in by
/// their normals, so they bring the directions of their edges and the axes of the table too.
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
pub(super) fn shadow(core: &[Vector], axis: Vector) -> (f64, f64) {
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

/// How far apart two cores are that do not overlap: as [`core_pair`] says, without the points.
pub(super) fn core_gap(a: &[Vector], b: &[Vector]) -> f64 {
    let to = |core, corner: &Vector| (foot(core, *corner) - *corner).length();
    let outward = a.iter().map(|corner| to(b, corner));
    let inward = b.iter().map(|corner| to(a, corner));
    outward.chain(inward).fold(f64::INFINITY, f64::min)
}

/// The nearest points of two cores that do not overlap. The nearest pairs of convex shapes form a convex set,
/// so the mean of the equally near ones is itself nearest: parallel faces are joined in the middle of what
/// they share.
pub(super) fn core_pair(a: &[Vector], b: &[Vector]) -> Nearest {
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
