//! Making room: back along the path to the last free place, or straight on past what is in the way.
//!
//! Not here: deciding which pieces are in the way, and what a collision costs.

use serde::{Deserialize, Serialize};

use super::course::{Course, Guide, Line};
use super::distance::overlaps;
use super::footprint::Body;
use super::path::Path;
use super::pose::{COORDINATE_LIMIT, Pose};
use super::walk::first_onset;

/// The end of a piece that slid back along its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SlideBack {
    /// The final pose.
    pub pose: Pose,
    /// The blocker it ends against, as an index into the blockers given; `None` when the destination was
    /// free.
    pub contact: Option<usize>,
}

/// Executes the path; if the destination overlaps a blocker, slides back along the path, led by a guide, until none is
/// overlapped.
///
/// The contact is the blocker overlapped last (the first of them in order, should it be several at once).
/// When even the start overlaps and no free place precedes the end, the result is the start and what is
/// overlapped there.
pub fn slide_back(mover: &Body, path: Path, guide: Guide, blockers: &[Body]) -> SlideBack {
    let course = Course::new(mover, path, guide);
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

/// Moves the middle of the first body along an arc, and the others as if they were one piece with it; if one of them
/// then overlaps a blocker, back along the arc until none does. Gives where the first one ends; where it stood, if all
/// of the way is barred.
pub fn slide_back_together(movers: &[Body], path: Path, blockers: &[Body]) -> Pose {
    let Some(first) = movers.first().map(|first| first.pose.valid()) else {
        return Pose::default();
    };
    let length = path.length.clamp(-COORDINATE_LIMIT, COORDINATE_LIMIT);
    let span = f64::from(length.abs());
    let pose_back = |back: f64| part_of(path, first, 1.0 - if span > 0.0 { back / span } else { 0.0 });
    let is_free = |back: f64| {
        let to = pose_back(back);
        let mut moved = movers.iter().map(|body| body.at(first.carried(body.pose, to)));
        moved.all(|body| overlapped(&body, blockers).is_none())
    };
    first_onset(span, is_free).map_or(first, |free| pose_back(free.after))
}

/// The pose at a share of a path.
fn part_of(path: Path, from: Pose, share: f64) -> Pose {
    if share <= 0.0 {
        return from;
    }
    let line = Line::new(from.centre().vector(), f64::from(from.heading), path);
    let place = line.length() * share;
    Pose::nearest(line.at(place), line.heading_at(place))
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
    use crate::board::plane::{Footprint, end_of, touches};

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
        let result = slide_back(
            &at(0, 0, 0),
            STRAIGHT,
            Guide::Ends,
            &[at(9_000, 0, 0), at(100, 4_000, 90_000)],
        );
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
            Guide::Ends,
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
        let result = slide_back(
            &at(0, 0, 0),
            STRAIGHT,
            Guide::Ends,
            &[at(0, 4_000, 0), at(0, 2_600, 0)],
        );
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
        let result = slide_back(&mover, bank, Guide::Ends, &[blocker]);
        assert!(touches(&mover.at(result.pose), &blocker));
        assert!(result.pose.heading > 0 && result.pose.heading < 90_000);
    }

    #[test]
    fn two_bodies_slide_back_as_one() {
        let pair = [at(0, 0, 0), at(0, -1_500, 0)];
        // The bow is free at the end; the stern is not before its own front edge is clear.
        let beside = Body::new(Pose::new(0, -100, 0), Footprint::Circle { radius: 400 });
        let wall = [Body::new(
            Pose::new(0, 3_000, 0),
            Footprint::Circle { radius: 250 },
        )];
        assert_eq!(slide_back_together(&pair, STRAIGHT, &[]), Pose::new(0, 2_000, 0));
        assert_eq!(
            slide_back_together(&pair, STRAIGHT, &wall),
            Pose::new(0, 2_000, 0)
        );
        let nearer = [Body::new(
            Pose::new(0, 2_500, 0),
            Footprint::Circle { radius: 250 },
        )];
        assert_eq!(
            slide_back_together(&pair, STRAIGHT, &nearer),
            Pose::new(0, 1_501, 0)
        );
        assert_eq!(
            slide_back_together(&pair, STRAIGHT, &[beside]),
            Pose::new(0, 0, 0)
        );
        assert_eq!(slide_back_together(&[], STRAIGHT, &[beside]), Pose::default());
    }

    #[test]
    fn a_stern_that_swings_out_stops_a_bend() {
        let bend = Path {
            length: 2_000,
            turn: 30_000,
        };
        let pair = [at(0, 0, 0), at(0, -1_500, 0)];
        let beside = at(-1_600, 200, 0);
        let end = slide_back_together(&pair, bend, &[beside]);
        let stern = pair[1].at(pair[0].pose.carried(pair[1].pose, end));
        assert!(
            touches(&stern, &beside) && end != end_of(pair[0].pose, bend),
            "{end:?}"
        );
    }

    #[test]
    fn an_overlapping_start_is_kept() {
        let wall = Body::new(Pose::new(0, 0, 0), Footprint::Circle { radius: 9_000 });
        let result = slide_back(&at(0, 0, 0), STRAIGHT, Guide::Ends, &[wall]);
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
