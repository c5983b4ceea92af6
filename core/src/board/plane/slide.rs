//! Making room: back along the path to the last free place, or straight on past what is in the way.
//!
//! Not here: deciding which pieces are in the way, and what a collision costs.

use serde::{Deserialize, Serialize};

use super::distance::overlaps;
use super::footprint::Body;
use super::path::{Course, Path};
use super::pose::{COORDINATE_LIMIT, Pose};
use super::walk::first_onset;

/// Where a piece ends that slid back along its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SlideBack {
    /// The final pose.
    pub pose: Pose,
    /// The blocker it ends against, as an index into the blockers given; `None` when the destination was
    /// free.
    pub contact: Option<usize>,
}

/// Executes the path; if the destination overlaps a blocker, slides back along the path until none is
/// overlapped.
///
/// The contact is the blocker overlapped last (the first of them in order, should it be several at once).
/// When even the start overlaps and no free place precedes the end, the result is the start and what is
/// overlapped there.
pub fn slide_back(mover: &Body, path: Path, blockers: &[Body]) -> SlideBack {
    let course = Course::new(mover, path);
    let pose_back = |back: f64| {
        if back <= 0.0 {
            course.end()
        } else {
            course.pose_at(course.total() - back)
        }
    };
    let blocked = |back: f64| overlapped(&mover.at(pose_back(back)), blockers);
    match first_onset(course.total(), |back| blocked(back).is_none()) {
        Some(free) => SlideBack {
            pose: pose_back(free.after),
            contact: blocked(free.before),
        },
        None => SlideBack {
            pose: course.pose_at(0.0),
            contact: blocked(course.total()),
        },
    }
}

/// Moves straight on along the heading, at most `limit` thousandths of an inch, until none of `over` is
/// overlapped.
///
/// `None` when there is no such place within the limit, or when it overlaps one of the `stoppers`.
pub fn slide_on(mover_at: &Body, over: &[Body], stoppers: &[Body], limit: i32) -> Option<Pose> {
    let heading = mover_at.heading();
    let pose_on = |on: f64| Pose::nearest(mover_at.on_axis(on), heading);
    let span = f64::from(limit.clamp(0, COORDINATE_LIMIT));
    let free = first_onset(span, |on| overlapped(&mover_at.at(pose_on(on)), over).is_none())?;
    let pose = pose_on(free.after);
    overlapped(&mover_at.at(pose), stoppers).is_none().then_some(pose)
}

/// The first of the blockers that a body overlaps.
fn overlapped(body: &Body, blockers: &[Body]) -> Option<usize> {
    blockers.iter().position(|blocker| overlaps(body, blocker))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::plane::{Footprint, touches};

    fn at(x: i32, y: i32, heading: i32) -> Body {
        Body::new(
            Pose::new(x, y, heading),
            Footprint::Rectangle {
                width: 1_500,
                length: 1_500,
            },
        )
    }

    const STRAIGHT: Path = Path {
        length: 2_000,
        turn: 0,
    };

    #[test]
    fn sliding_back_from_a_base_ahead_ends_flush() {
        let result = slide_back(&at(0, 0, 0), STRAIGHT, &[at(9_000, 0, 0), at(100, 4_000, 90_000)]);
        // Flush is 2500; the tolerance for overlap grants one thousandth more.
        assert_eq!(
            result,
            SlideBack {
                pose: Pose::new(0, 2_501, 0),
                contact: Some(1)
            }
        );
    }

    #[test]
    fn a_free_destination_beyond_a_base_is_reached() {
        let result = slide_back(
            &at(0, 0, 0),
            Path {
                length: 2_500,
                turn: 0,
            },
            &[at(0, 2_000, 0)],
        );
        assert_eq!(
            result,
            SlideBack {
                pose: Pose::new(0, 4_000, 0),
                contact: None
            }
        );
    }

    #[test]
    fn a_chain_of_bases_is_slid_back_over_entirely() {
        let result = slide_back(&at(0, 0, 0), STRAIGHT, &[at(0, 4_000, 0), at(0, 2_600, 0)]);
        assert_eq!(
            result,
            SlideBack {
                pose: Pose::new(0, 1_101, 0),
                contact: Some(1)
            }
        );
    }

    #[test]
    fn a_turn_slides_back_along_its_bend() {
        let bank = Path {
            length: 3_142,
            turn: 90_000,
        };
        let (mover, blocker) = (at(0, 0, 0), at(3_000, 2_750, 20_000));
        let result = slide_back(&mover, bank, &[blocker]);
        assert!(touches(&mover.at(result.pose), &blocker));
        assert!(result.pose.heading > 0 && result.pose.heading < 90_000);
    }

    #[test]
    fn an_overlapping_start_is_kept() {
        let wall = Body::new(Pose::new(0, 0, 0), Footprint::Circle { radius: 9_000 });
        let result = slide_back(&at(0, 0, 0), STRAIGHT, &[wall]);
        assert_eq!(
            result,
            SlideBack {
                pose: Pose::new(0, 0, 0),
                contact: Some(0)
            }
        );
    }

    #[test]
    fn pushing_past_ends_flush_on_the_far_side() {
        let over = [at(0, 500, 0), at(0, 1_900, 0)];
        assert_eq!(
            slide_on(&at(0, 0, 0), &over, &[], 9_000),
            Some(Pose::new(0, 3_399, 0))
        );
    }

    #[test]
    fn pushing_past_fails_at_a_stopper_or_the_limit() {
        let over = [at(0, 500, 0)];
        assert_eq!(slide_on(&at(0, 0, 0), &over, &[at(0, 3_000, 0)], 9_000), None);
        assert_eq!(slide_on(&at(0, 0, 0), &over, &[], 1_998), None);
        assert_eq!(
            slide_on(&at(0, 0, 0), &over, &[], 1_999),
            Some(Pose::new(0, 1_999, 0))
        );
    }
}
