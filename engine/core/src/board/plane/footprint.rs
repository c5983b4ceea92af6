//! Bases: the shape a piece stands on, and a base at a pose.
//!
//! Not here: measuring between bases (`distance`), or moving them (`path`, `slide`).

use serde::{Deserialize, Serialize};

use super::outline::Outline;
use super::pose::{COORDINATE_LIMIT, Point, Pose};
use super::vector::{Vector, direction};

/// The shape of a base, in thousandths of an inch. Negative sizes count as zero, huge ones as
/// [`COORDINATE_LIMIT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Footprint {
    /// A rectangle that looks along its length.
    Rectangle {
        /// Side to side.
        width: i32,
        /// Front to back.
        length: i32,
    },
    /// A disc.
    Circle {
        /// The distance from the centre to the rim.
        radius: i32,
    },
}

impl Footprint {
    /// Side to side, thousandths of an inch.
    pub fn width(self) -> i32 {
        match self {
            Footprint::Rectangle { width, .. } => width.clamp(0, COORDINATE_LIMIT),
            Footprint::Circle { radius } => diameter(radius),
        }
    }

    /// Front to back, thousandths of an inch.
    pub fn length(self) -> i32 {
        match self {
            Footprint::Rectangle { length, .. } => length.clamp(0, COORDINATE_LIMIT),
            Footprint::Circle { radius } => diameter(radius),
        }
    }

    pub(super) fn half_width(self) -> f64 {
        f64::from(self.width()) / 2.0
    }

    pub(super) fn half_length(self) -> f64 {
        f64::from(self.length()) / 2.0
    }

    /// The radius of the smallest disc around the centre that covers the base.
    pub(super) fn reach(self) -> f64 {
        match self {
            Footprint::Rectangle { .. } => Vector {
                x: self.half_width(),
                y: self.half_length(),
            }
            .length(),
            Footprint::Circle { .. } => self.half_width(),
        }
    }
}

fn diameter(radius: i32) -> i32 {
    2 * radius.clamp(0, COORDINATE_LIMIT / 2)
}

/// A base standing somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    /// The centre and the facing.
    pub pose: Pose,
    /// The shape of its base.
    pub footprint: Footprint,
}

impl Body {
    /// A base of this shape at this pose.
    pub fn new(pose: Pose, footprint: Footprint) -> Self {
        Self { pose, footprint }
    }

    /// The body moved to another pose.
    pub fn at(self, pose: Pose) -> Self {
        Self { pose, ..self }
    }

    /// Front left, front right, rear right, rear left, rounded. Of a disc, the corners of the square around
    /// it.
    pub fn corners(&self) -> [Point; 4] {
        self.corner_vectors().map(Point::nearest)
    }

    /// The middle of the front edge (of a disc, its foremost point), rounded.
    pub fn front_centre(&self) -> Point {
        Point::nearest(self.on_axis(self.footprint.half_length()))
    }

    /// The middle of the rear edge (of a disc, its rearmost point), rounded.
    pub fn rear_centre(&self) -> Point {
        Point::nearest(self.on_axis(-self.footprint.half_length()))
    }

    pub(super) fn centre(&self) -> Vector {
        self.pose.valid().centre().vector()
    }

    pub(super) fn heading(&self) -> f64 {
        f64::from(self.pose.valid().heading)
    }

    /// The unit vector towards the front.
    pub(super) fn facing(&self) -> Vector {
        direction(self.heading())
    }

    /// The point `ahead` in front of the centre.
    pub(super) fn on_axis(&self, ahead: f64) -> Vector {
        self.centre() + self.facing() * ahead
    }

    pub(super) fn outline(&self) -> Outline {
        match self.footprint {
            Footprint::Rectangle { .. } => Outline::polygon(self.corner_vectors().to_vec()),
            Footprint::Circle { .. } => Outline::disc(self.centre(), self.footprint.half_width()),
        }
    }

    fn corner_vectors(&self) -> [Vector; 4] {
        let ahead = self.facing() * self.footprint.half_length();
        let aside = self.facing().right() * self.footprint.half_width();
        let centre = self.centre();
        [
            centre + ahead - aside,
            centre + ahead + aside,
            centre - ahead + aside,
            centre - ahead - aside,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_turn_with_the_heading() {
        let base = Footprint::Rectangle {
            width: 1_000,
            length: 2_000,
        };
        let body = Body::new(Pose::new(10_000, 10_000, 90_000), base);
        let expected = [(11_000, 10_500), (11_000, 9_500), (9_000, 9_500), (9_000, 10_500)];
        assert_eq!(body.corners(), expected.map(|(x, y)| Point::new(x, y)));
        assert_eq!(body.front_centre(), Point::new(11_000, 10_000));
        assert_eq!(body.rear_centre(), Point::new(9_000, 10_000));
    }

    #[test]
    fn absurd_sizes_are_brought_into_range() {
        assert_eq!(Footprint::Circle { radius: i32::MAX }.width(), COORDINATE_LIMIT);
        assert_eq!(
            Footprint::Rectangle {
                width: -5,
                length: i32::MIN
            }
            .width(),
            0
        );
    }
}
