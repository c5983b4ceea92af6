//! Templates: the arc a piece follows, where it ends, where it is on the way, and what the template covers.
//!
//! Not here: what happens when the end is taken (`slide`), or moving sideways (`sidestep`).

use serde::{Deserialize, Serialize};

use super::distance::{overlap, overlaps};
use super::footprint::Body;
use super::outline::Outline;
use super::pose::{COORDINATE_LIMIT, FULL_TURN, Pose};
use super::vector::{Vector, direction, radians};
use std::ops::Range;

/// The `fraction_num` of [`along`] that stands for the whole way.
pub const FRACTION_WHOLE: i32 = 10_000;

/// Convex pieces a bent template is cut into. A quarter turn's pieces bend by 1.4 degrees each: at a radius
/// of five inches the chord then leaves the arc by less than half a thousandth.
const BENT_PIECES: u32 = 64;
/// Far more than rounding adds to a distance, and too little to make bases overlap: those intrude by more than a thousandth.
const ROUNDING: f64 = 0.5;
/// Below this turn (radians) an arc and its chord agree in every bit that matters.
const NO_TURN: f64 = 1e-9;

/// A template: an arc of constant curvature.
///
/// A piece follows it forwards from the middle of its front edge and ends with the middle of its rear edge at
/// the template's far end; a negative length is followed backwards, rear edge first. Either way the heading
/// grows by `turn`, so the way back along `{length, turn}` is `{-length, -turn}`.
///
/// Lengths saturate at [`COORDINATE_LIMIT`], turns at one whole turn. A length of 0 is still a template: the
/// piece moves on by its own length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Path {
    /// Length of the centre line in thousandths of an inch; negative is backwards.
    pub length: i32,
    /// Change of heading in thousandths of a degree; positive is clockwise, 0 is straight.
    pub turn: i32,
}

/// Where a base ends that executes the whole path.
pub fn destination(body: &Body, path: Path) -> Pose {
    Course::new(body, path).end()
}

/// Where a base is after `fraction_num` ten-thousandths of its way, its centre on the path and its heading
/// along it.
///
/// The centre's way is half its base straight on, the arc, and half its base straight on again. 0 is the
/// starting pose, [`FRACTION_WHOLE`] the destination; values outside count as these.
pub fn along(body: &Body, path: Path, fraction_num: i32) -> Pose {
    let course = Course::new(body, path);
    if fraction_num >= FRACTION_WHOLE {
        return course.end();
    }
    course.pose_at(course.total() * f64::from(fraction_num) / f64::from(FRACTION_WHOLE))
}

/// Whether the template, `template_width` thousandths of an inch wide, or the base at its destination
/// overlaps `other`. The base's way along the template does not count.
pub fn swept(mover: &Body, path: Path, template_width: i32, other: &Body) -> bool {
    let template = Template::new(mover, path, template_width);
    overlaps(&mover.at(destination(mover, path)), other) || template.covers(other)
}

/// The way of a base's centre along a path, measured in thousandths of an inch from the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    start: Pose,
    centre: Vector,
    heading: f64,
    /// Straight part at both ends: half the base.
    half: f64,
    length: f64,
    turn: f64,
}

impl Course {
    pub(super) fn new(body: &Body, path: Path) -> Self {
        Self {
            start: body.pose.valid(),
            centre: body.centre(),
            heading: body.heading(),
            half: body.footprint.half_length(),
            length: f64::from(path.length.clamp(-COORDINATE_LIMIT, COORDINATE_LIMIT)),
            turn: f64::from(path.turn.clamp(-FULL_TURN, FULL_TURN)),
        }
    }

    /// The whole way.
    pub(super) fn total(&self) -> f64 {
        self.length.abs() + 2.0 * self.half
    }

    /// The pose at the end of the way.
    pub(super) fn end(&self) -> Pose {
        self.pose(self.half, 1.0, self.half)
    }

    /// The pose after this much of the way.
    pub(super) fn pose_at(&self, way: f64) -> Pose {
        if way <= 0.0 {
            return self.start;
        }
        let bent = way - self.half;
        let share = if self.length == 0.0 {
            f64::from(bent >= 0.0)
        } else {
            bent / self.length.abs()
        };
        let after = (bent - self.length.abs()).clamp(0.0, self.half);
        self.pose(way.min(self.half), share.clamp(0.0, 1.0), after)
    }

    /// The pose after `before` straight, a share of the arc, and `after` straight again.
    fn pose(&self, before: f64, share: f64, after: f64) -> Pose {
        let heading = self.heading + self.turn * share;
        let onto = direction(self.heading) * (self.sense() * before) + self.chord(share);
        Pose::nearest(
            self.centre + onto + direction(heading) * (self.sense() * after),
            heading,
        )
    }

    /// 1 forwards, -1 backwards.
    fn sense(&self) -> f64 {
        if self.length < 0.0 { -1.0 } else { 1.0 }
    }

    /// The displacement over a share of the arc. A chord looks half way between the headings at its ends.
    fn chord(&self, share: f64) -> Vector {
        let (length, turn) = (self.length * share, self.turn * share);
        let half_turn = radians(turn) / 2.0;
        let shrink = if half_turn.abs() < NO_TURN {
            1.0
        } else {
            libm::sin(half_turn) / half_turn
        };
        direction(self.heading + turn / 2.0) * (length * shrink)
    }

    /// The middle of a template at a share of its arc.
    fn middle_at(&self, share: f64) -> Vector {
        let begin = self.centre + direction(self.heading) * (self.sense() * self.half);
        begin + self.chord(share)
    }

    /// The left and right edge of a template at a share of its arc. An edge cannot pass the centre of the
    /// bend.
    fn edges_at(&self, share: f64, half_width: f64) -> (Vector, Vector) {
        let middle = self.middle_at(share);
        let right = direction(self.heading + self.turn * share).right();
        let bend = radians(self.turn);
        let radius = if bend.abs() < NO_TURN {
            f64::INFINITY
        } else {
            self.length / bend
        };
        let reach = |side: f64| {
            if radius * side > 0.0 {
                half_width.min(radius.abs())
            } else {
                half_width
            }
        };
        (middle - right * reach(-1.0), middle + right * reach(1.0))
    }
}

/// What a template covers: convex pieces from its near to its far end.
struct Template {
    course: Course,
    half_width: f64,
    pieces: u32,
}

impl Template {
    fn new(mover: &Body, path: Path, width: i32) -> Self {
        let course = Course::new(mover, path);
        Self {
            course,
            half_width: f64::from(width.clamp(0, COORDINATE_LIMIT)) / 2.0,
            pieces: if course.turn == 0.0 { 1 } else { BENT_PIECES },
        }
    }

    fn covers(&self, other: &Body) -> bool {
        let disc = (other.centre(), other.footprint.reach());
        let mut outline = None;
        self.any_piece(0..self.pieces, disc, &mut |piece| {
            overlap(&self.piece(piece), outline.get_or_insert_with(|| other.outline()))
        })
    }

    /// Whether some of these pieces meet. Most pieces are too far away for it: a disc around the middle of a stretch, as wide
    /// as the stretch is long, holds all its pieces.
    fn any_piece(
        &self,
        stretch: Range<u32>,
        disc: (Vector, f64),
        meets: &mut impl FnMut(u32) -> bool,
    ) -> bool {
        let share = |piece: u32| f64::from(piece) / f64::from(self.pieces);
        let count = stretch.end - stretch.start;
        let middle = self
            .course
            .middle_at((share(stretch.start) + share(stretch.end)) / 2.0);
        let half = self.course.length.abs() * share(count) / 2.0;
        if (middle - disc.0).length() > half + self.half_width + disc.1 + ROUNDING {
            return false;
        }
        if count == 1 {
            return meets(stretch.start);
        }
        let parting = stretch.start + count / 2;
        self.any_piece(stretch.start..parting, disc, meets)
            || self.any_piece(parting..stretch.end, disc, meets)
    }

    fn piece(&self, number: u32) -> Outline {
        let edge = |number: u32| {
            let share = f64::from(number) / f64::from(self.pieces);
            self.course.edges_at(share, self.half_width)
        };
        let ((near_left, near_right), (far_left, far_right)) = (edge(number), edge(number + 1));
        Outline::polygon(vec![near_left, far_left, far_right, near_right])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::plane::Footprint;

    const SQUARE: Footprint = Footprint::Rectangle {
        width: 1_500,
        length: 1_500,
    };
    /// A quarter circle of radius 2000: 2000 times pi over 2 is 3141.59.
    const QUARTER: Path = Path {
        length: 3_142,
        turn: 90_000,
    };
    /// An eighth of a circle of radius 2000: 1570.80.
    const BANK: Path = Path {
        length: 1_571,
        turn: 45_000,
    };

    fn at(x: i32, y: i32, heading: i32) -> Body {
        Body::new(Pose::new(x, y, heading), SQUARE)
    }

    fn straight(length: i32) -> Path {
        Path { length, turn: 0 }
    }

    #[test]
    fn a_straight_moves_its_length_and_one_base() {
        assert_eq!(destination(&at(0, 0, 0), straight(2_000)), Pose::new(0, 3_500, 0));
        assert_eq!(
            destination(&at(0, 0, 270_000), straight(2_000)),
            Pose::new(-3_500, 0, 270_000)
        );
        assert_eq!(
            destination(&at(0, 0, 0), straight(-2_000)),
            Pose::new(0, -3_500, 0)
        );
    }

    #[test]
    fn a_quarter_turn_ends_a_radius_and_half_a_base_aside_and_ahead() {
        assert_eq!(
            destination(&at(0, 0, 0), QUARTER),
            Pose::new(2_750, 2_750, 90_000)
        );
        let left = Path {
            turn: -90_000,
            ..QUARTER
        };
        assert_eq!(destination(&at(0, 0, 0), left), Pose::new(-2_750, 2_750, 270_000));
    }

    #[test]
    fn a_bank_ends_on_the_diagonal() {
        // Arc: 2000 (1 - cos 45) aside, 2000 sin 45 ahead; then half a base, 750 sin 45 each way.
        assert_eq!(destination(&at(0, 0, 0), BANK), Pose::new(1_116, 2_695, 45_000));
    }

    #[test]
    fn backwards_along_a_right_turn_leads_to_the_left_rear() {
        let end = destination(
            &at(0, 0, 0),
            Path {
                length: -3_142,
                turn: 90_000,
            },
        );
        assert_eq!(end, Pose::new(-2_750, -2_750, 90_000));
    }

    #[test]
    fn the_reverse_path_leads_back() {
        let back = Path {
            length: -BANK.length,
            turn: -BANK.turn,
        };
        let end = destination(&at(100, 200, 30_000), BANK);
        let home = destination(&Body::new(end, SQUARE), back);
        assert!((home.x - 100).abs() <= 1 && (home.y - 200).abs() <= 1 && home.heading == 30_000);
    }

    #[test]
    fn half_the_way_through_a_turn_has_half_its_heading() {
        assert_eq!(along(&at(0, 0, 0), QUARTER, 5_000).heading, 45_000);
        assert_eq!(along(&at(0, 0, 0), straight(2_500), 1_000), Pose::new(0, 400, 0));
        assert_eq!(along(&at(7, 8, 9), QUARTER, -5), Pose::new(7, 8, 9));
    }

    #[test]
    fn the_template_covers_its_bend_but_not_the_short_cut() {
        let pin = |x, y| Body::new(Pose::new(x, y, 0), Footprint::Circle { radius: 20 });
        // The middle of the bend lies 2000 (1 - cos 45) aside and 2000 sin 45 ahead of the front edge.
        assert!(swept(&at(0, 0, 0), QUARTER, 800, &pin(586, 750 + 1_414)));
        assert!(!swept(&at(0, 0, 0), QUARTER, 800, &pin(1_300, 750 + 700)));
        assert!(swept(&at(0, 0, 0), straight(2_000), 800, &pin(415, 1_750)));
        assert!(!swept(&at(0, 0, 0), straight(2_000), 800, &pin(420, 1_750)));
    }

    #[test]
    fn what_is_too_far_away_is_left_out_and_nothing_else() {
        let (mover, width) = (at(0, 0, 20_000), 800);
        let paths = [
            QUARTER,
            BANK,
            straight(2_000),
            Path {
                length: -2_000,
                turn: 60_000,
            },
        ];
        for path in paths {
            let template = Template::new(&mover, path, width);
            let pieces: Vec<Outline> = (0..template.pieces)
                .map(|number| template.piece(number))
                .collect();
            for place in 0..400 {
                let pose = Pose::new(place % 20 * 400 - 4_000, place / 20 * 400 - 4_000, place * 900);
                for footprint in [SQUARE, Footprint::Circle { radius: 300 }] {
                    let other = Body::new(pose, footprint);
                    let all = pieces.iter().any(|piece| overlap(piece, &other.outline()));
                    assert_eq!(template.covers(&other), all, "{path:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn the_final_base_is_swept_but_its_way_is_not() {
        let pin = |y| Body::new(Pose::new(700, y, 0), Footprint::Circle { radius: 20 });
        assert!(swept(&at(0, 0, 0), straight(4_000), 800, &pin(5_500)));
        assert!(!swept(&at(0, 0, 0), straight(4_000), 800, &pin(2_500)));
    }

    #[test]
    fn absurd_paths_saturate() {
        let end = destination(&at(0, 0, 0), straight(i32::MIN));
        assert_eq!(end, Pose::new(0, -COORDINATE_LIMIT, 0));
        let speck = Body::new(Pose::default(), Footprint::Circle { radius: -1 });
        assert_eq!(
            destination(
                &speck,
                Path {
                    length: 0,
                    turn: i32::MAX
                }
            ),
            Pose::default()
        );
        assert_eq!(along(&speck, straight(0), 5_000), Pose::default());
    }
}
