//! The area under a template: by itself, or with the base at its far end.
//!
//! Not here: where it leads (`path`), or a straight ruler that touches (`ruler`).

use super::course::Line;
use super::distance::{overlap, overlaps};
use super::footprint::Body;
use super::outline::Outline;
use super::path::{Path, destination};
use super::pose::{COORDINATE_LIMIT, Pose};
use super::vector::Vector;
use std::ops::Range;

/// Convex pieces a bent template is cut into. A quarter turn's pieces bend by 1.4 degrees each: at a radius
/// of five inches the chord then leaves the arc by less than half a thousandth.
const BENT_PIECES: u32 = 64;
/// Far more than rounding adds to a distance, and too little to make bases overlap: those intrude by more than a thousandth.
const ROUNDING: f64 = 0.5;

/// Whether the template, `template_width` thousandths of an inch wide, or the base at its destination
/// overlaps `other`. The base's way along the template does not count.
pub fn swept(mover: &Body, path: Path, template_width: i32, other: &Body) -> bool {
    let half = mover.footprint.half_length();
    let begin = mover.on_axis(if path.length < 0 { -half } else { half });
    overlaps(&mover.at(destination(mover, path)), other)
        || Template::new(Line::new(begin, mover.heading(), path), template_width).covers(other)
}

/// Whether a template that begins at a pose, with the middle of its near end there, lies over a base; to lie along its
/// edge is not enough.
pub fn template_covers(begin: Pose, path: Path, template_width: i32, other: &Body) -> bool {
    let begin = begin.valid();
    let line = Line::new(begin.centre().vector(), f64::from(begin.heading), path);
    Template::new(line, template_width).covers(other)
}

/// The area of a template: convex pieces from its near to its far end.
struct Template {
    line: Line,
    half_width: f64,
    pieces: u32,
}

impl Template {
    fn new(line: Line, width: i32) -> Self {
        Self {
            line,
            half_width: f64::from(width.clamp(0, COORDINATE_LIMIT)) / 2.0,
            pieces: if line.is_straight() { 1 } else { BENT_PIECES },
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
        let length = self.line.length();
        let middle = self
            .line
            .at(length * (share(stretch.start) + share(stretch.end)) / 2.0);
        let half = length * share(count) / 2.0;
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
            self.line.edges_at(share, self.half_width)
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
        let width = 800;
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
            let template = Template::new(Line::new(Vector::ZERO, 20_000.0, path), width);
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
    fn a_template_alone_is_covered_by_no_base() {
        let pin = |x, y| Body::new(Pose::new(x, y, 0), Footprint::Circle { radius: 20 });
        let (begin, path) = (Pose::new(0, 750, 0), straight(2_000));
        assert!(template_covers(begin, path, 800, &pin(0, 2_765)));
        // The base at its end would lie there.
        assert!(
            !template_covers(begin, path, 800, &pin(0, 2_772))
                && swept(&at(0, 0, 0), path, 800, &pin(0, 2_772))
        );
        assert!(template_covers(begin, straight(-600), 800, &pin(0, 140)));
        assert!(!template_covers(begin, straight(-600), 800, &pin(0, 120)));
    }
}
