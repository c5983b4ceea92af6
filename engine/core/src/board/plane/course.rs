//! The way of a base along a template: the template's middle line, made longer at both ends by straight lines,
//! and a base that is led along it.
//!
//! Not here: where the way ends early (`slide`), and what the template covers (`template`).

use super::footprint::Body;
use super::path::Path;
use super::pose::{COORDINATE_LIMIT, FULL_TURN, Pose};
use super::vector::{Vector, direction, radians};

/// Below this turn (radians) an arc and its chord agree in every bit that matters.
const NO_TURN: f64 = 1e-9;
/// Bases shorter than this (thousandths of an inch) have no front and rear to be led by.
const NO_LENGTH: f64 = 1.0;
/// Up to this turn (thousandths of a degree) every later direction of a line goes on with every earlier one.
const QUARTER_TURN: f64 = 90_000.0;
/// How near to its place the leading guide is brought, in thousandths of an inch: far below the grid of whole poses.
const NEAR_ENOUGH: f64 = 0.01;
/// Steps in which the leading guide comes to its place; templates of games need no more than twenty.
const GUIDING: u32 = 100;

/// The part of a base that is held to the middle line of a template while the base is led along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guide {
    /// The middles of its front and its rear edge, where the guides are: both lie on the line. In a bend of more than
    /// a quarter turn that is narrower than the base is long they cannot; there it is led by its middle.
    Ends,
    /// Its middle: the base faces along the line.
    Middle,
}

/// The middle line of a template. Places on it are measured from its near end; those below 0 and beyond its length
/// lie on straight lines that go on in its direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    begin: Vector,
    heading: f64,
    length: f64,
    turn: f64,
}

impl Line {
    pub(super) fn new(begin: Vector, heading: f64, path: Path) -> Self {
        Self {
            begin,
            heading,
            length: f64::from(path.length.clamp(-COORDINATE_LIMIT, COORDINATE_LIMIT)),
            turn: f64::from(path.turn.clamp(-FULL_TURN, FULL_TURN)),
        }
    }

    /// The length, backwards or forwards.
    pub(super) fn length(&self) -> f64 {
        self.length.abs()
    }

    pub(super) fn is_straight(&self) -> bool {
        self.turn == 0.0
    }

    /// 1 forwards, -1 backwards.
    fn sense(&self) -> f64 {
        if self.length < 0.0 { -1.0 } else { 1.0 }
    }

    /// The share of the line that lies before a place.
    fn share(&self, place: f64) -> f64 {
        if self.length == 0.0 {
            f64::from(place >= 0.0)
        } else {
            (place / self.length()).clamp(0.0, 1.0)
        }
    }

    /// The point at a place of the line.
    pub(super) fn at(&self, place: f64) -> Vector {
        let (before, after) = (place.min(0.0), (place - self.length()).max(0.0));
        self.begin
            + direction(self.heading) * (self.sense() * before)
            + self.chord(self.share(place))
            + direction(self.heading_at(place)) * (self.sense() * after)
    }

    /// Which way a base faces whose middle is led over a place.
    pub(super) fn heading_at(&self, place: f64) -> f64 {
        self.heading + self.turn * self.share(place)
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

    /// The radius of the bend, positive where its centre lies to the right.
    fn radius(&self) -> f64 {
        let bend = radians(self.turn);
        if bend.abs() < NO_TURN {
            f64::INFINITY
        } else {
            self.length / bend
        }
    }

    /// Whether a stiff rod this long can be drawn along the line with both of its ends on it. In a bend of more than a
    /// quarter turn that is narrower than the rod, its front end would have to leap.
    fn takes(&self, rod: f64) -> bool {
        self.turn.abs() <= QUARTER_TURN || rod <= 2.0 * self.radius().abs()
    }

    /// The left and right edge of a template this wide, at a share of its arc. An edge cannot pass the centre of the
    /// bend.
    pub(super) fn edges_at(&self, share: f64, half_width: f64) -> (Vector, Vector) {
        let middle = self.begin + self.chord(share);
        let right = direction(self.heading + self.turn * share).right();
        let radius = self.radius();
        let reach = |side: f64| {
            if radius * side > 0.0 {
                half_width.min(radius.abs())
            } else {
                half_width
            }
        };
        (middle - right * reach(-1.0), middle + right * reach(1.0))
    }

    /// The first place after another that lies this far from it, as the crow flies. Nothing moves faster than the way
    /// grows, so each step goes as far as is still missing and never beyond the first such place.
    fn beyond(&self, place: f64, gap: f64) -> f64 {
        let from = self.at(place);
        let mut there = place + gap;
        for _ in 0..GUIDING {
            let missing = gap - (self.at(there) - from).length();
            if missing <= NEAR_ENOUGH {
                break;
            }
            there += missing;
        }
        there
    }

    /// The place of the line nearest to a point.
    fn nearest(&self, point: Vector) -> f64 {
        let sense = self.sense();
        let along = |from: f64, heading: f64| (point - self.at(from)).dot(direction(heading) * sense);
        let before = along(0.0, self.heading).min(0.0);
        let end = self.length();
        let after = end + along(end, self.heading + self.turn).max(0.0);
        let places = [before, self.nearest_bent(point), after];
        let gap = |place: f64| (self.at(place) - point).length();
        places.into_iter().fold(
            before,
            |best, place| if gap(place) < gap(best) { place } else { best },
        )
    }

    /// The place nearest to a point between both ends of the template.
    fn nearest_bent(&self, point: Vector) -> f64 {
        let radius = self.radius();
        if !radius.is_finite() {
            let way = (point - self.begin).dot(direction(self.heading) * self.sense());
            return way.clamp(0.0, self.length());
        }
        // From the centre of the bend the near end lies to the left of a right turn.
        let right = direction(self.heading).right();
        let arm = point - (self.begin + right * radius);
        let (out, ahead) = (
            arm.dot(right) * -radius.signum(),
            arm.dot(direction(self.heading)),
        );
        let turned = libm::atan2(ahead * self.sense(), out);
        (turned * radius.abs()).clamp(0.0, self.length())
    }
}

/// The way of a base along a path, measured in thousandths of an inch from the start: first its own length straight on
/// or less, as the template takes it over, and at last the same behind the template.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    start: Pose,
    line: Line,
    /// Half the base.
    half: f64,
    /// The guide that is really used: the middle where the ends cannot lead.
    guide: Guide,
}

impl Course {
    pub(super) fn new(body: &Body, path: Path, guide: Guide) -> Self {
        let half = body.footprint.half_length();
        let sense = if path.length < 0 { -1.0 } else { 1.0 };
        let line = Line::new(body.on_axis(sense * half), body.heading(), path);
        let by_ends = guide == Guide::Ends && half * 2.0 >= NO_LENGTH && line.takes(half * 2.0);
        Self {
            start: body.pose.valid(),
            line,
            half,
            guide: if by_ends { Guide::Ends } else { Guide::Middle },
        }
    }

    /// The whole way.
    pub(super) fn total(&self) -> f64 {
        self.line.length() + 2.0 * self.half
    }

    /// The pose at the end of the way.
    pub(super) fn end(&self) -> Pose {
        self.by_the_middle(self.line.length() + self.half)
    }

    /// The pose after this much of the way.
    pub(super) fn pose_at(&self, way: f64) -> Pose {
        if way <= 0.0 {
            return self.start;
        }
        if way >= self.total() {
            return self.end();
        }
        match self.guide {
            Guide::Ends => self.by_both_ends(way - 2.0 * self.half),
            Guide::Middle => self.by_the_middle(way - self.half),
        }
    }

    /// The pose with the middle over a place of the line.
    fn by_the_middle(&self, place: f64) -> Pose {
        Pose::nearest(self.line.at(place), self.line.heading_at(place))
    }

    /// The pose with the hindmost guide over a place of the line, and the foremost over the next place that it reaches.
    fn by_both_ends(&self, place: f64) -> Pose {
        let (hind, fore) = (
            self.line.at(place),
            self.line.at(self.line.beyond(place, 2.0 * self.half)),
        );
        let facing = (fore - hind) * self.line.sense();
        Pose::nearest((hind + fore) * 0.5, f64::from(facing.heading()))
    }

    /// How much of the template lies behind a base that was led to a pose; 0 if it has not left its place wholly.
    pub(super) fn travelled(&self, pose: Pose) -> f64 {
        let centre = pose.centre().vector();
        let hind = match self.guide {
            Guide::Ends => {
                let ahead = direction(f64::from(pose.heading)) * (self.line.sense() * self.half);
                self.line.nearest(centre - ahead)
            }
            Guide::Middle => self.line.nearest(centre) - self.half,
        };
        hind.clamp(0.0, self.line.length())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::plane::Footprint;

    /// A square base of 40 mm, and one of 80 mm.
    fn square(side: i32) -> Body {
        let footprint = Footprint::Rectangle {
            width: side,
            length: side,
        };
        Body::new(Pose::new(0, 0, 0), footprint)
    }

    /// A quarter circle with a radius of 35 mm.
    const TURN: Path = Path {
        length: 2_164,
        turn: 90_000,
    };

    fn poses(side: i32, path: Path, guide: Guide) -> Vec<Pose> {
        let course = Course::new(&square(side), path, guide);
        (0..=500)
            .map(|step| course.pose_at(course.total() * f64::from(step) / 500.0))
            .collect()
    }

    #[test]
    fn both_guides_stay_on_the_line() {
        for path in [
            TURN,
            Path {
                length: -2_164,
                turn: -90_000,
            },
            Path {
                length: 2_474,
                turn: -45_000,
            },
        ] {
            let course = Course::new(&square(1_575), path, Guide::Ends);
            for pose in poses(1_575, path, Guide::Ends) {
                let ahead = direction(f64::from(pose.heading)) * 787.5;
                for guide in [pose.centre().vector() + ahead, pose.centre().vector() - ahead] {
                    let off = (course.line.at(course.line.nearest(guide)) - guide).length();
                    assert!(off <= 1.5, "{off} off the line at {pose:?}");
                }
            }
        }
    }

    #[test]
    fn the_middle_leaves_the_line_by_as_much_as_the_page_says() {
        // Half way through the bend the chord of 40 mm lies 35 - sqrt(35 * 35 - 20 * 20) = 6.28 mm inside.
        let course = Course::new(&square(1_575), TURN, Guide::Ends);
        let off = |pose: &Pose| {
            let centre = pose.centre().vector();
            (course.line.at(course.line.nearest(centre)) - centre).length()
        };
        let most = poses(1_575, TURN, Guide::Ends)
            .iter()
            .map(off)
            .fold(0.0, f64::max);
        assert!((most - 247.4).abs() < 1.5, "{most}");
    }

    #[test]
    fn the_way_runs_without_jumps_both_ways() {
        for path in [
            TURN,
            Path {
                length: -2_164,
                turn: 90_000,
            },
        ] {
            for side in [1_575, 3_150] {
                for guide in [Guide::Ends, Guide::Middle] {
                    let total = f64::from(path.length.abs() + side);
                    for pair in poses(side, path, guide).windows(2) {
                        let gap = (pair[1].centre().vector() - pair[0].centre().vector()).length();
                        assert!(
                            gap <= total / 500.0 * 1.5 + 2.0,
                            "{gap} {pair:?} {side} {guide:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_was_travelled_is_found_again() {
        for path in [
            TURN,
            Path {
                length: -2_164,
                turn: 90_000,
            },
            Path {
                length: 3_000,
                turn: 0,
            },
        ] {
            for guide in [Guide::Ends, Guide::Middle] {
                let course = Course::new(&square(1_575), path, guide);
                for step in 0..=20 {
                    let way = course.total() * f64::from(step) / 20.0;
                    let found = course.travelled(course.pose_at(way));
                    assert!(
                        (found - (way - 1_575.0).max(0.0)).abs() <= 2.0,
                        "{found} {way} {path:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_base_without_length_faces_along_the_line() {
        let speck = Body::new(Pose::new(0, 0, 0), Footprint::Circle { radius: 0 });
        let course = Course::new(&speck, TURN, Guide::Ends);
        assert_eq!(course.pose_at(1_082.0).heading, 45_000);
    }
}
