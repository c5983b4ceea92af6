//! Paths: the arc a piece follows, where it ends, and where it is on the way.
//!
//! Not here: how a base is held to the arc (`course`), what the template covers (`template`), what happens when the
//! end is taken (`slide`), or moving sideways (`sidestep`).

use serde::{Deserialize, Serialize};

use super::course::{Course, Guide};
use super::footprint::{Body, Footprint};
use super::pose::Pose;
use super::vector::whole;

/// The `fraction_num` of [`along`] that stands for the whole way.
pub const FRACTION_WHOLE: i32 = 10_000;

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

/// The end pose of a base that executes the whole path.
pub fn destination(body: &Body, path: Path) -> Pose {
    Course::new(body, path, Guide::Ends).end()
}

/// The pose of a base after `fraction_num` ten-thousandths of its way, led by a guide. 0 is the starting
/// pose, [`FRACTION_WHOLE`] the destination; values outside count as these.
pub fn along(body: &Body, path: Path, guide: Guide, fraction_num: i32) -> Pose {
    let course = Course::new(body, path, guide);
    if fraction_num >= FRACTION_WHOLE {
        return course.end();
    }
    course.pose_at(course.total() * f64::from(fraction_num) / f64::from(FRACTION_WHOLE))
}

/// How much of a template lies behind a base that was led along it to a pose, in thousandths of an inch: negative for
/// a path backwards, 0 if the base has not left its place wholly.
pub fn travelled(body: &Body, path: Path, guide: Guide, pose: Pose) -> i32 {
    let way = whole(Course::new(body, path, guide).travelled(pose));
    if path.length < 0 { -way } else { way }
}

/// The pose to which a path leads from another: its far end, seen along it.
pub fn end_of(from: Pose, path: Path) -> Pose {
    destination(&Body::new(from, Footprint::Circle { radius: 0 }), path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::plane::COORDINATE_LIMIT;

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
        assert_eq!(along(&at(0, 0, 0), QUARTER, Guide::Middle, 5_000).heading, 45_000);
        assert_eq!(
            along(&at(0, 0, 0), straight(2_500), Guide::Ends, 1_000),
            Pose::new(0, 400, 0)
        );
        assert_eq!(
            along(&at(7, 8, 9), QUARTER, Guide::Middle, -5),
            Pose::new(7, 8, 9)
        );
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
        assert_eq!(along(&speck, straight(0), Guide::Ends, 5_000), Pose::default());
    }

    #[test]
    fn an_arc_of_its_own_ends_where_it_leads() {
        assert_eq!(
            end_of(Pose::new(0, 0, 0), QUARTER),
            Pose::new(2_000, 2_000, 90_000)
        );
        let back = Path {
            length: -QUARTER.length,
            turn: -QUARTER.turn,
        };
        assert_eq!(end_of(Pose::new(2_000, 2_000, 90_000), back), Pose::new(0, 0, 0));
    }

    #[test]
    fn what_was_travelled_backwards_is_negative() {
        let path = straight(-2_000);
        assert_eq!(
            travelled(&at(0, 0, 0), path, Guide::Ends, Pose::new(0, -2_500, 0)),
            -1_000
        );
        assert_eq!(
            travelled(&at(0, 0, 0), path, Guide::Middle, Pose::new(0, -900, 0)),
            0
        );
    }
}
