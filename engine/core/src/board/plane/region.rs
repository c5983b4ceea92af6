//! The poses where a base may stand: a region with the ways to face, tests for them, and poses drawn from
//! them.
//!
//! Poses come in two ways. [`grid`] gives a bounded number of them, always the same, coarse before fine: who needs one
//! that will do, without chance, takes the first. [`draw`] gives one by chance.
//!
//! Not here: what else must hold of a pose, which content says.

use super::distance::{distance, distance_to_point};
use super::footprint::{Body, Footprint};
use super::outline::Outline;
use super::pose::{COORDINATE_LIMIT, FULL_TURN, Point, Pose};
use super::table::{Rect, Table};
use super::vector::Vector;
use serde::{Deserialize, Serialize};

/// The headings of a grid where any will do: eight, evenly spread. That which looks to the middle of the table comes first.
const HEADINGS: [i32; 8] = [0, 45_000, 90_000, 135_000, 180_000, 225_000, 270_000, 315_000];
/// Into how many parts the sides of a region are divided, one grid after the other; each divides the one before it.
const DIVISIONS: [i64; 3] = [4, 8, 16];
/// The most poses of all grids of one region together. A legal spot that lies between all of them is not found.
pub const MOST_GRID_POSES: usize = 17 * 17 * HEADINGS.len();
/// The grid of random poses, in thousandths of an inch: coordinates are multiples of it, so that people can
/// read them.
const DRAWN_STEP: i64 = 10;
/// The grid of random headings, in thousandths of a degree.
const DRAWN_TURN: i32 = 1_000;
/// How far to either side of the middle of the table a heading is drawn where any will do, in thousandths of a degree.
const DRAWN_ASIDE: i32 = 90_000;
/// Forgives the last bits of a computed extent, so that a square corner is not rounded up to the next thousandth.
const LAST_BITS: f64 = 1e-6;

/// A part of the table in which a base may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Region {
    /// The whole base lies in an area.
    Inside(Rect),
    /// Some part of the base lies within a distance of another base, and all of it on the table.
    WithinOfBase(i32, Body, Table),
    /// Some part of the base lies within a distance of a point, and all of it on the table.
    WithinOfPoint(i32, Point, Table),
}

/// The directions in which a base may face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Facing {
    /// Any way.
    Any,
    /// One of these headings.
    OneOf(Vec<i32>),
    /// Towards a point.
    Towards(Point),
}

/// Places of a centre: west to east, and south to north.
#[derive(Clone, Copy)]
struct Centres {
    low: [i64; 2],
    high: [i64; 2],
}

impl Region {
    /// Whether a base lies in it.
    pub fn holds(&self, body: &Body) -> bool {
        match self {
            Self::Inside(area) => area.holds(body),
            Self::WithinOfBase(most, base, table) => table.inside(body) && distance(body, base) <= *most,
            Self::WithinOfPoint(most, point, table) => {
                table.inside(body) && distance_to_point(body, *point) <= *most
            }
        }
    }

    /// The heading from its middle to a point.
    fn bearing(&self, point: Point) -> i32 {
        let middle = match self {
            Self::Inside(area) => area.middle(),
            Self::WithinOfBase(_, base, _) => base.pose.centre(),
            Self::WithinOfPoint(_, point, _) => *point,
        };
        middle.bearing(point)
    }

    /// The possible centres of a base; `None` if it does not fit in. Without a heading no more than the
    /// region bounds it.
    fn centres(&self, footprint: Footprint, heading: Option<i32>) -> Option<Centres> {
        match self {
            Self::Inside(area) => {
                let half = heading.map_or([0, 0], |heading| half_extents(footprint, heading));
                let side = |start: i32, size: i32, half: i64| {
                    let (start, size) = (i64::from(start), i64::from(size));
                    (start + half, start + size - half)
                };
                let (x, y) = (
                    side(area.x, area.width, half[0]),
                    side(area.y, area.length, half[1]),
                );
                Centres::between([x.0, y.0], [x.1, y.1])
            }
            Self::WithinOfBase(most, base, table) => {
                let reach = *most as f64 + base.footprint.reach() + footprint.reach();
                Centres::around(base.pose.centre(), reach, *table)
            }
            Self::WithinOfPoint(most, point, table) => {
                Centres::around(*point, *most as f64 + footprint.reach(), *table)
            }
        }
    }
}

impl Facing {
    /// Whether a pose looks so.
    pub fn holds(&self, pose: Pose) -> bool {
        match self {
            Self::Any => true,
            Self::OneOf(headings) => headings
                .iter()
                .any(|heading| heading.rem_euclid(FULL_TURN) == pose.heading),
            Self::Towards(point) => pose.centre().bearing(*point) == pose.heading,
        }
    }

    /// The headings of a grid; of many only some, and of any first that which is nearest to `ahead`. None is that which
    /// the place gives.
    fn headings(&self, ahead: i32) -> Vec<Option<i32>> {
        match self {
            Self::Any => {
                let mut headings = HEADINGS;
                headings.sort_by_key(|&heading| between(heading, ahead));
                headings.map(Some).to_vec()
            }
            Self::OneOf(headings) => headings.iter().take(HEADINGS.len()).copied().map(Some).collect(),
            Self::Towards(_) => vec![None],
        }
    }

    fn pose(&self, centre: Point, heading: Option<i32>) -> Pose {
        let heading = match (self, heading) {
            (Self::Towards(point), _) => centre.bearing(*point),
            (_, heading) => heading.unwrap_or(0),
        };
        Pose::new(centre.x, centre.y, heading)
    }
}

impl Centres {
    fn between(low: [i64; 2], high: [i64; 2]) -> Option<Self> {
        let limit = i64::from(COORDINATE_LIMIT);
        let low = low.map(|low| low.clamp(-limit, limit));
        let high = high.map(|high| high.clamp(-limit, limit));
        (low[0] <= high[0] && low[1] <= high[1]).then_some(Self { low, high })
    }

    fn around(point: Point, reach: f64, table: Table) -> Option<Self> {
        let reach = reach.ceil().clamp(0.0, f64::from(COORDINATE_LIMIT)) as i64;
        let centre = [i64::from(point.x), i64::from(point.y)];
        let (low, high) = (centre.map(|at| at - reach), centre.map(|at| at + reach));
        let sides = [i64::from(table.width), i64::from(table.length)];
        Self::between(
            low.map(|low| low.max(0)),
            [high[0].min(sides[0]), high[1].min(sides[1])],
        )
    }

    /// The point so many parts of the sides away from the south-west corner.
    fn at(&self, [column, row]: [i64; 2], parts: i64) -> Point {
        let along =
            |axis: usize, step: i64| self.low[axis] + (self.high[axis] - self.low[axis]) * step / parts;
        Point::new(along(0, column) as i32, along(1, row) as i32)
    }
}

/// The angle between two headings.
fn between(one: i32, other: i32) -> i32 {
    let turn = (one - other).rem_euclid(FULL_TURN);
    turn.min(FULL_TURN - turn)
}

/// Poses in a region: coarse grids before finer ones, heading by heading, south to north, west to east. At most
/// [`MOST_GRID_POSES`]. Where any heading will do, that comes first which looks from the region to `middle`.
pub fn grid(
    region: Region,
    facing: &Facing,
    footprint: Footprint,
    middle: Point,
) -> impl Iterator<Item = Pose> {
    let headings = facing.headings(region.bearing(middle));
    let each = move |parts: i64| {
        let headings = headings.clone().into_iter();
        headings.flat_map(move |heading| {
            let centres = region.centres(footprint, heading);
            let spots = centres.map(|centres| spots(parts).map(move |spot| centres.at(spot, parts)));
            spots.into_iter().flatten().map(move |centre| (centre, heading))
        })
    };
    DIVISIONS
        .into_iter()
        .flat_map(each)
        .map(|(centre, heading)| facing.pose(centre, heading))
        .filter(move |pose| region.holds(&Body::new(*pose, footprint)))
}

/// The spots of one grid that the grid before has not.
fn spots(parts: i64) -> impl Iterator<Item = [i64; 2]> {
    let is_new = move |&[column, row]: &[i64; 2]| parts == DIVISIONS[0] || column % 2 != 0 || row % 2 != 0;
    let rows = 0..=parts;
    rows.flat_map(move |row| (0..=parts).map(move |column| [column, row]))
        .filter(is_new)
}

/// A pose in a region; `next` draws a number below another. None if what was drawn does not lie in it. Where any heading
/// will do, it looks to the half of the world in which `middle` lies.
pub fn draw(
    region: Region,
    facing: &Facing,
    footprint: Footprint,
    middle: Point,
    next: &mut impl FnMut(u64) -> u64,
) -> Option<Pose> {
    let heading = match facing {
        Facing::Any => {
            let ahead = region.bearing(middle) / DRAWN_TURN * DRAWN_TURN;
            let turn = next((2 * DRAWN_ASIDE / DRAWN_TURN) as u64 + 1) as i32 * DRAWN_TURN;
            Some((ahead - DRAWN_ASIDE + turn).rem_euclid(FULL_TURN))
        }
        Facing::OneOf(headings) => Some(*headings.get(next(headings.len() as u64) as usize)?),
        Facing::Towards(_) => None,
    };
    let centres = region.centres(footprint, heading)?;
    let mut along = |axis: usize| {
        let (low, high) = (centres.low[axis], centres.high[axis]);
        let steps = (high - low) / DRAWN_STEP + 1;
        low + next(steps as u64) as i64 * DRAWN_STEP
    };
    let centre = Point::new(along(0) as i32, along(1) as i32);
    let pose = facing.pose(centre, heading);
    region.holds(&Body::new(pose, footprint)).then_some(pose)
}

fn half_extents(footprint: Footprint, heading: i32) -> [i64; 2] {
    let outline = Body::new(Pose::new(0, 0, heading), footprint).outline();
    [Vector { x: 1.0, y: 0.0 }, Vector { x: 0.0, y: 1.0 }].map(|axis| half_extent(&outline, axis))
}

fn half_extent(outline: &Outline, axis: Vector) -> i64 {
    (outline.extent(axis).1 - LAST_BITS).ceil() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::draw as below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    const SQUARE: Footprint = Footprint::Rectangle {
        width: 1_500,
        length: 1_500,
    };
    const TABLE: Table = Table {
        width: 36_000,
        length: 36_000,
    };
    const BAND: Region = Region::Inside(Rect {
        x: 0,
        y: 0,
        width: 36_000,
        length: 4_000,
    });

    const MIDDLE: Point = Point { x: 18_000, y: 18_000 };

    fn ring() -> Region {
        let body = Body::new(Pose::new(2_000, 18_000, 45_000), SQUARE);
        Region::WithinOfBase(3_000, body, TABLE)
    }

    #[test]
    fn a_grid_begins_flush_in_the_south_west() {
        let first = grid(BAND, &Facing::Any, SQUARE, MIDDLE).next();
        assert_eq!(first, Some(Pose::new(750, 750, 0)));
        let last = grid(BAND, &Facing::OneOf(vec![90_000]), SQUARE, MIDDLE).nth(24);
        assert_eq!(last, Some(Pose::new(35_250, 3_250, 90_000)));
    }

    #[test]
    fn where_any_heading_will_do_the_middle_of_the_table_comes_first() {
        let area = |x, y, width, length| Region::Inside(Rect { x, y, width, length });
        let sides = [
            (BAND, 0),
            (area(0, 32_000, 36_000, 4_000), 180_000),
            (area(0, 0, 4_000, 36_000), 90_000),
            (area(32_000, 0, 4_000, 36_000), 270_000),
            (area(32_000, 32_000, 4_000, 4_000), 225_000),
            (Region::Inside(TABLE.area()), 0),
            (
                Region::WithinOfPoint(2_000, Point::new(36_000, 18_000), TABLE),
                270_000,
            ),
        ];
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for (region, heading) in sides {
            let first = grid(region, &Facing::Any, SQUARE, MIDDLE)
                .next()
                .expect("it fits");
            assert_eq!(first.heading, heading, "{region:?}");
            let mut drawn = (0..200)
                .filter_map(|_| draw(region, &Facing::Any, SQUARE, MIDDLE, &mut |n| below(&mut rng, n)));
            assert!(
                drawn.all(|pose| between(pose.heading, heading) <= DRAWN_ASIDE),
                "{region:?}"
            );
        }
    }

    #[test]
    fn all_grids_together_have_a_known_size_and_no_pose_twice() {
        let mut all: Vec<Pose> =
            grid(BAND, &Facing::Any, Footprint::Circle { radius: 500 }, MIDDLE).collect();
        assert_eq!(all.len(), MOST_GRID_POSES);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), MOST_GRID_POSES);
    }

    #[test]
    fn what_is_drawn_and_what_a_grid_gives_lies_inside() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let point = Region::WithinOfPoint(2_000, Point::new(36_000, 10_000), TABLE);
        let towards = Facing::Towards(Point::new(18_000, 18_000));
        for region in [BAND, ring(), point] {
            for facing in [&Facing::Any, &Facing::OneOf(vec![-90_000, 30_000]), &towards] {
                let fits = |pose: &Pose| region.holds(&Body::new(*pose, SQUARE)) && facing.holds(*pose);
                assert!(grid(region, facing, SQUARE, MIDDLE).all(|pose| fits(&pose)));
                let drawn = (0..500)
                    .filter_map(|_| draw(region, facing, SQUARE, MIDDLE, &mut |n| below(&mut rng, n)));
                let drawn: Vec<Pose> = drawn.collect();
                assert!(drawn.len() > 100, "{region:?} {facing:?} {}", drawn.len());
                assert!(drawn.iter().all(fits));
            }
        }
    }

    #[test]
    fn a_region_too_small_for_the_base_has_no_pose() {
        let small = Region::Inside(Rect {
            x: 0,
            y: 0,
            width: 1_000,
            length: -5,
        });
        assert_eq!(grid(small, &Facing::Any, SQUARE, MIDDLE).count(), 0);
        assert_eq!(draw(small, &Facing::Any, SQUARE, MIDDLE, &mut |_| 0), None);
    }

    #[test]
    fn hostile_numbers_give_a_bounded_answer() {
        for number in [i32::MIN, -1, 0, i32::MAX] {
            let area = Region::Inside(Rect {
                x: number,
                y: number,
                width: number,
                length: number,
            });
            let near = Region::WithinOfPoint(number, Point::new(number, number), TABLE);
            for region in [area, near] {
                for footprint in [SQUARE, Footprint::Circle { radius: number }] {
                    let facing = Facing::OneOf(vec![number; 20]);
                    assert!(grid(region, &facing, footprint, MIDDLE).count() <= MOST_GRID_POSES);
                    let _ = draw(region, &facing, footprint, MIDDLE, &mut |n| n.saturating_sub(1));
                }
            }
        }
    }
}
