//! The outlines of shapes as steps of a pen, for whatever draws them: pages of a PDF file and pixels.

use crate::scene::{Fill, Paint, Shape, Stroke, Words};
use cardwright_compiler::looks::Colour;
use svgtypes::{SimplePathSegment, SimplifyingPathParser};

/// How far the handles of a curve are away from its ends, for a quarter of a circle of radius 1.
const KAPPA: f64 = 0.552_284_75;

/// A point, from the left and from the top.
pub(crate) type Point = (f64, f64);

/// A step of a pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    /// Begins anew at a point.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A curve with one handle.
    Quad(Point, Point),
    /// A curve with two handles.
    Cubic(Point, Point, Point),
    /// Back to where it began.
    Close,
}

/// An outline: steps of a pen.
pub(crate) type Outline = Vec<Step>;

/// How a line ends, and turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// At the end of the line, with corners.
    Flat,
    /// Half a circle beyond its end, with round corners.
    Round,
}

/// A drawer of outlines, words and icons. Every shape comes down to these three.
pub(crate) trait Pen {
    fn path(&mut self, outline: &[Step], paint: Paint, ends: Ends);

    fn words(&mut self, words: &Words);

    fn icon(&mut self, name: &str, middle: Point, size: f64, colour: Colour);

    fn shape(&mut self, shape: &Shape) {
        match *shape {
            Shape::Rect {
                x,
                y,
                width,
                height,
                radius,
                paint,
            } => self.path(&rectangle((x, y), (width, height), radius), paint, Ends::Flat),
            Shape::Circle { x, y, radius, paint } => self.path(&circle((x, y), radius), paint, Ends::Flat),
            Shape::Polygon { ref points, paint } => self.path(&line(points, true), paint, Ends::Flat),
            Shape::Line { ref points, stroke } => {
                self.path(&line(points, false), stroked(stroke), Ends::Round);
            }
            Shape::Ring {
                x,
                y,
                radius,
                from,
                sweep,
                stroke,
            } => self.path(&arc((x, y), radius, from, sweep), stroked(stroke), Ends::Flat),
            Shape::Text(ref words) => self.words(words),
            Shape::Icon {
                ref name,
                x,
                y,
                size,
                colour,
            } => self.icon(name, (x, y), size, colour),
        }
    }
}

fn stroked(stroke: Stroke) -> Paint {
    Paint {
        fill: Fill::Nothing,
        stroke: Some(stroke),
    }
}

/// A rectangle, perhaps with round corners; nothing, if it has no size.
pub(crate) fn rectangle((x, y): Point, (width, height): (f64, f64), radius: f64) -> Outline {
    if width <= 0.0 || height <= 0.0 {
        return Vec::new();
    }
    let (right, bottom) = (x + width, y + height);
    if radius <= 0.0 {
        let corners = [(x, y), (right, y), (right, bottom), (x, bottom)];
        return line(&corners, true);
    }
    let r = radius.min(width / 2.0).min(height / 2.0);
    let k = r * (1.0 - KAPPA);
    vec![
        Step::Move((x + r, y)),
        Step::Line((right - r, y)),
        Step::Cubic((right - k, y), (right, y + k), (right, y + r)),
        Step::Line((right, bottom - r)),
        Step::Cubic((right, bottom - k), (right - k, bottom), (right - r, bottom)),
        Step::Line((x + r, bottom)),
        Step::Cubic((x + k, bottom), (x, bottom - k), (x, bottom - r)),
        Step::Line((x, y + r)),
        Step::Cubic((x, y + k), (x + k, y), (x + r, y)),
        Step::Close,
    ]
}

/// A circle.
pub(crate) fn circle((x, y): Point, radius: f64) -> Outline {
    rectangle((x - radius, y - radius), (2.0 * radius, 2.0 * radius), radius)
}

/// A line through points; a polygon, if it is closed.
pub(crate) fn line(points: &[Point], is_closed: bool) -> Outline {
    let Some((first, rest)) = points.split_first() else {
        return Vec::new();
    };
    let begin = std::iter::once(Step::Move(*first));
    let end = is_closed.then_some(Step::Close);
    begin
        .chain(rest.iter().map(|point| Step::Line(*point)))
        .chain(end)
        .collect()
}

/// A part of a circle, clockwise from the top, in curves of at most a quarter.
pub(crate) fn arc((x, y): Point, radius: f64, from: f64, sweep: f64) -> Outline {
    if sweep >= 359.9 {
        return circle((x, y), radius);
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most four"
    )]
    let parts = (sweep / 90.0).ceil().clamp(1.0, 4.0) as u32;
    let step = (sweep / f64::from(parts)).to_radians();
    let handle = radius * 4.0 / 3.0 * (step / 4.0).tan();
    let mut angle = from.to_radians();
    let point = |angle: f64| (x + radius * angle.sin(), y - radius * angle.cos());
    let along = |angle: f64| (handle * angle.cos(), handle * angle.sin());
    let mut outline = vec![Step::Move(point(angle))];
    for _ in 0..parts {
        let (start, out) = (point(angle), along(angle));
        angle += step;
        let (end, into) = (point(angle), along(angle));
        outline.push(Step::Cubic(
            (start.0 + out.0, start.1 + out.1),
            (end.0 - into.0, end.1 - into.1),
            end,
        ));
    }
    outline
}

/// An outline as SVG writes it; nothing, if it is none.
pub(crate) fn parsed(text: &str) -> Outline {
    let segments = SimplifyingPathParser::from(text).map(|segment| {
        Ok::<Step, svgtypes::Error>(match segment? {
            SimplePathSegment::MoveTo { x, y } => Step::Move((x, y)),
            SimplePathSegment::LineTo { x, y } => Step::Line((x, y)),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => Step::Cubic((x1, y1), (x2, y2), (x, y)),
            SimplePathSegment::Quadratic { x1, y1, x, y } => Step::Quad((x1, y1), (x, y)),
            SimplePathSegment::ClosePath => Step::Close,
        })
    });
    segments.collect::<Result<Outline, _>>().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_goes_through_its_four_ends() {
        let outline = circle((10.0, 20.0), 5.0);
        for end in [(15.0, 20.0), (10.0, 25.0), (5.0, 20.0), (10.0, 15.0)] {
            let has = outline.iter().any(|step| match step {
                Step::Move(at) | Step::Line(at) | Step::Quad(_, at) | Step::Cubic(_, _, at) => *at == end,
                Step::Close => false,
            });
            assert!(has, "{end:?}");
        }
        assert!(circle((0.0, 0.0), 0.0).is_empty());
    }

    #[test]
    fn an_arc_ends_where_it_should() {
        let outline = arc((0.0, 0.0), 10.0, 0.0, 90.0);
        let Some(Step::Cubic(_, _, (x, y))) = outline.last() else {
            panic!("a quarter is one curve");
        };
        assert!((x - 10.0).abs() < 1e-9 && y.abs() < 1e-9);
    }

    #[test]
    fn what_is_no_outline_is_nothing() {
        assert!(parsed("M0 0l1 1 what").is_empty());
        assert_eq!(parsed("M0 0h10v10z").len(), 4);
    }
}
