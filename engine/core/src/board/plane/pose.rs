//! Points and poses: the whole-number state of the table, and the single `i64` each packs into.
//!
//! Not here: what stands at a pose.

use serde::{Deserialize, Serialize};

use super::vector::{Vector, direction, whole};

/// The farthest a pose may lie from the origin along each axis, in thousandths of an inch. Beyond it, poses
/// saturate.
pub const COORDINATE_LIMIT: i32 = 500_000;
/// A whole turn in thousandths of a degree; headings are smaller than this.
pub const FULL_TURN: i32 = 360_000;

/// Bits each field of a packed pose takes. 2^19 exceeds the coordinate limit, 2^20 exceeds a whole turn.
const FIELD_BITS: u32 = 20;
const FIELD_MASK: i64 = (1 << FIELD_BITS) - 1;

/// A place on the table, in thousandths of an inch: `x` to the east, `y` to the north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Point {
    /// East of the origin, thousandths of an inch.
    pub x: i32,
    /// North of the origin, thousandths of an inch.
    pub y: i32,
}

impl Point {
    /// The point at `x`, `y` (thousandths of an inch).
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Both coordinates in one number: `x` in the upper 32 bits, `y` in the lower.
    pub fn pack(self) -> i64 {
        (i64::from(self.x) << 32) | i64::from(self.y as u32)
    }

    /// The point a packed number stands for; every number stands for one.
    pub fn unpack(packed: i64) -> Self {
        Self {
            x: (packed >> 32) as i32,
            y: packed as i32,
        }
    }

    /// The heading from here to `other`, thousandths of a degree in `0..360_000`; 0 when both are the same
    /// point.
    pub fn bearing(self, other: Point) -> i32 {
        (other.vector() - self.vector()).heading()
    }

    pub(super) fn vector(self) -> Vector {
        Vector {
            x: f64::from(self.x),
            y: f64::from(self.y),
        }
    }

    pub(super) fn nearest(vector: Vector) -> Self {
        Self {
            x: whole(vector.x),
            y: whole(vector.y),
        }
    }
}

/// The pose of a base: its centre and the direction of its front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pose {
    /// East of the origin, thousandths of an inch.
    pub x: i32,
    /// North of the origin, thousandths of an inch.
    pub y: i32,
    /// Thousandths of a degree clockwise from +y, in `0..360_000`.
    pub heading: i32,
}

impl Pose {
    /// The pose at `x`, `y`: coordinates saturate at [`COORDINATE_LIMIT`], the heading is reduced to one
    /// turn.
    pub fn new(x: i32, y: i32, heading: i32) -> Self {
        Self {
            x: saturated(x),
            y: saturated(y),
            heading: heading.rem_euclid(FULL_TURN),
        }
    }

    /// The centre of the base.
    pub fn centre(self) -> Point {
        Point { x: self.x, y: self.y }
    }

    /// The pose so far ahead and to the right, in thousandths of an inch, facing as before.
    pub fn shifted(self, ahead: i32, right: i32) -> Self {
        let (from, far) = (self.valid(), 2 * COORDINATE_LIMIT);
        let (ahead, right) = (ahead.clamp(-far, far), right.clamp(-far, far));
        let facing = direction(f64::from(from.heading));
        let place = from.centre().vector() + facing * f64::from(ahead) + facing.right() * f64::from(right);
        Self::nearest(place, f64::from(from.heading))
    }

    /// The new pose of `other` if `self` moves to `to` and both keep their places relative to each other.
    pub fn carried(self, other: Self, to: Self) -> Self {
        let (from, other, to) = (self.valid(), other.valid(), to.valid());
        let (before, after) = (
            direction(f64::from(from.heading)),
            direction(f64::from(to.heading)),
        );
        let arm = other.centre().vector() - from.centre().vector();
        let place = after * arm.dot(before) + after.right() * arm.dot(before.right());
        let turned = f64::from(other.heading) + f64::from(to.heading) - f64::from(from.heading);
        Self::nearest(to.centre().vector() + place, turned)
    }

    /// The whole pose in one number: 20 bits of signed `x`, 20 of signed `y`, 20 of heading, from high to
    /// low.
    pub fn pack(self) -> i64 {
        let valid = self.valid();
        let field = |value: i32| i64::from(value) & FIELD_MASK;
        (field(valid.x) << (2 * FIELD_BITS)) | (field(valid.y) << FIELD_BITS) | field(valid.heading)
    }

    /// The pose a packed number stands for; every number stands for a valid one.
    pub fn unpack(packed: i64) -> Self {
        let heading = (packed & FIELD_MASK) as i32;
        Self::new(
            signed_field(packed, 2 * FIELD_BITS),
            signed_field(packed, FIELD_BITS),
            heading,
        )
    }

    /// The pose with every field in range, whatever was written into the public fields.
    pub(super) fn valid(self) -> Self {
        Self::new(self.x, self.y, self.heading)
    }

    /// The nearest whole pose to a real centre and heading.
    pub(super) fn nearest(centre: Vector, heading: f64) -> Self {
        Self::new(whole(centre.x), whole(centre.y), whole(heading))
    }
}

fn saturated(coordinate: i32) -> i32 {
    coordinate.clamp(-COORDINATE_LIMIT, COORDINATE_LIMIT)
}

/// The 20-bit signed field that begins at bit `shift`.
fn signed_field(packed: i64, shift: u32) -> i32 {
    let unused = i64::BITS - FIELD_BITS;
    (((packed >> shift) << unused) >> unused) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_saturate_and_reduce() {
        assert_eq!(
            Pose::new(i32::MAX, i32::MIN, -1),
            Pose {
                x: 500_000,
                y: -500_000,
                heading: 359_999
            }
        );
    }

    #[test]
    fn a_pose_with_negative_coordinates_survives_packing() {
        let pose = Pose::new(-1, -500_000, 359_999);
        assert_eq!(Pose::unpack(pose.pack()), pose);
    }

    #[test]
    fn ahead_and_right_turn_with_the_heading() {
        assert_eq!(Pose::new(10, 20, 0).shifted(5, 3), Pose::new(13, 25, 0));
        assert_eq!(Pose::new(10, 20, 90_000).shifted(5, 3), Pose::new(15, 17, 90_000));
        assert_eq!(
            Pose::new(0, 0, 45_000).shifted(-1_000, 0),
            Pose::new(-707, -707, 45_000)
        );
        assert_eq!(
            Pose::new(0, 0, 0).shifted(i32::MAX, i32::MIN),
            Pose::new(-500_000, 500_000, 0)
        );
    }

    #[test]
    fn what_is_carried_keeps_its_place() {
        let (bow, stern) = (Pose::new(0, 0, 0), Pose::new(0, -1_000, 10_000));
        assert_eq!(
            bow.carried(stern, Pose::new(500, 500, 90_000)),
            Pose::new(-500, 500, 100_000)
        );
        assert_eq!(bow.carried(stern, bow), stern);
    }

    #[test]
    fn bearings_run_clockwise_from_north() {
        let origin = Point::default();
        let bearings =
            [(0, 5), (5, 5), (5, 0), (0, -5), (-5, 5)].map(|(x, y)| origin.bearing(Point::new(x, y)));
        assert_eq!(bearings, [0, 45_000, 90_000, 180_000, 315_000]);
        assert_eq!(origin.bearing(origin), 0);
    }
}
