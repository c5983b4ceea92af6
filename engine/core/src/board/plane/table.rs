//! The table and areas on it: what lies inside, and where a piece leaves.
//!
//! Not here: choosing among places (`region`).

use serde::{Deserialize, Serialize};

use super::course::{Course, Guide};
use super::footprint::Body;
use super::path::Path;
use super::pose::Point;
use super::vector::Vector;
use super::walk::first_onset;

/// A base may stick out by this much, thousandths of an inch: half the grid of whole poses, so that a turned
/// base placed flush is inside whichever way its corner is rounded.
const EDGE_SLACK: f64 = 0.5;

/// An area with sides along the axes, in thousandths of an inch; its edges belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rect {
    /// The western edge.
    pub x: i32,
    /// The southern edge.
    pub y: i32,
    /// West to east.
    pub width: i32,
    /// South to north.
    pub length: i32,
}

impl Rect {
    /// Its middle.
    pub fn middle(&self) -> Point {
        Point::new(
            self.x.saturating_add(self.width / 2),
            self.y.saturating_add(self.length / 2),
        )
    }

    /// Whether the whole base lies inside, edges included.
    pub fn holds(&self, body: &Body) -> bool {
        self.excess(body).iter().all(|side| side.by <= EDGE_SLACK)
    }

    /// How far the base sticks out on each side, and in which direction that side lies.
    fn excess(&self, body: &Body) -> [Excess; 4] {
        let outline = body.outline();
        let (west, south) = (f64::from(self.x), f64::from(self.y));
        let (east, north) = (west + f64::from(self.width), south + f64::from(self.length));
        let (left, right) = outline.extent(Vector { x: 1.0, y: 0.0 });
        let (low, high) = outline.extent(Vector { x: 0.0, y: 1.0 });
        let side = |by, x, y| Excess {
            by,
            outward: Vector { x, y },
        };
        [
            side(west - left, -1.0, 0.0),
            side(right - east, 1.0, 0.0),
            side(south - low, 0.0, -1.0),
            side(high - north, 0.0, 1.0),
        ]
    }

    /// The point of the area nearest to `place`.
    fn clamped(&self, place: Vector) -> Point {
        let within = |value: f64, start: i32, size: i32| {
            let start = f64::from(start);
            value.clamp(start, start + f64::from(size.max(0)))
        };
        Point::nearest(Vector {
            x: within(place.x, self.x, self.width),
            y: within(place.y, self.y, self.length),
        })
    }
}

/// The length by which a base sticks out on one side.
#[derive(Clone, Copy)]
struct Excess {
    by: f64,
    outward: Vector,
}

/// A table with its south-west corner in the origin, in thousandths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    /// West to east.
    pub width: i32,
    /// South to north.
    pub length: i32,
}

impl Table {
    /// The table as an area.
    pub fn area(&self) -> Rect {
        Rect {
            x: 0,
            y: 0,
            width: self.width,
            length: self.length,
        }
    }

    /// Whether the whole base is on the table, edges included.
    pub fn inside(&self, body: &Body) -> bool {
        self.area().holds(body)
    }

    /// The point of the edge where a base first crosses it on a path that ends off the table; `None` if the
    /// path ends on it.
    ///
    /// Only the end decides: a base may stick out on its way. A base that begins off the table leaves at the
    /// edge point nearest to what sticks out most.
    pub fn leaves_by(&self, body: &Body, path: Path) -> Option<Point> {
        let course = Course::new(body, path, Guide::Ends);
        let end = body.at(course.end());
        if self.inside(&end) {
            return None;
        }
        let out = first_onset(course.total(), |way| !self.inside(&body.at(course.pose_at(way))));
        let leaving = out.map_or(end, |onset| body.at(course.pose_at(onset.after)));
        Some(self.edge_point(&leaving))
    }

    /// The point on the edge nearest to the part of a base that sticks out most.
    fn edge_point(&self, body: &Body) -> Point {
        let area = self.area();
        let worst = area
            .excess(body)
            .into_iter()
            .reduce(|a, b| if b.by > a.by { b } else { a });
        let place = worst.map_or(body.centre(), |side| body.outline().farthest(side.outward));
        area.clamped(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::plane::{Footprint, Pose};

    const TABLE: Table = Table {
        width: 36_000,
        length: 36_000,
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
    fn the_edges_belong_to_the_table() {
        assert!(TABLE.inside(&base(750, 35_250, 0)));
        assert!(!TABLE.inside(&base(749, 35_250, 0)));
        assert!(!TABLE.inside(&base(750, 35_251, 90_000)));
        // Half the diagonal is 1060.66.
        assert!(TABLE.inside(&base(1_061, 9_000, 45_000)));
        assert!(!TABLE.inside(&base(1_060, 9_000, 45_000)));
    }

    #[test]
    fn a_base_leaves_where_it_first_sticks_out() {
        let straight = Path {
            length: 3_000,
            turn: 0,
        };
        assert_eq!(TABLE.leaves_by(&base(10_000, 30_750, 0), straight), None);
        let point = TABLE.leaves_by(&base(10_000, 30_751, 0), straight);
        assert!(
            point.is_some_and(|p| p.y == 36_000 && (p.x - 10_000).abs() <= 750),
            "{point:?}"
        );
        let diagonal = TABLE.leaves_by(&base(34_000, 20_000, 45_000), straight);
        assert_eq!(diagonal.map(|p| p.x), Some(36_000));
    }

    #[test]
    fn sticking_out_on_the_way_is_allowed() {
        let along_the_edge = Path {
            length: 6_283,
            turn: 180_000,
        };
        // A half circle of radius 2000 to the right: its far side reaches 2750 beyond the front edge.
        let mover = base(20_000, 36_000 - 750 - 2_100, 0);
        assert_eq!(TABLE.leaves_by(&mover, along_the_edge), None);
    }

    #[test]
    fn a_side_that_crosses_the_edge_does_so_in_its_middle() {
        let south = base(5_500, 3_000, 180_000);
        let edge = TABLE.leaves_by(
            &south,
            Path {
                length: 4_000,
                turn: 0,
            },
        );
        assert_eq!(edge, Some(Point { x: 5_500, y: 0 }));
        let west = base(3_000, 6_500, 270_000);
        let edge = TABLE.leaves_by(
            &west,
            Path {
                length: 4_000,
                turn: 0,
            },
        );
        assert_eq!(edge, Some(Point { x: 0, y: 6_500 }));
    }

    #[test]
    fn a_table_without_size_holds_nothing_and_is_left_at_its_corner() {
        let nowhere = Table { width: 0, length: -1 };
        assert_eq!(
            nowhere.leaves_by(&base(0, 0, 0), Path::default()),
            Some(Point::default())
        );
    }
}
