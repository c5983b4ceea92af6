//! Dials: a wheel with what can be chosen around it, and the cover with its window.

use super::flow::{Block, words};
use crate::card::{Dial, DialEntry};
use crate::letters;
use crate::scene::{Anchor, Paint, Place, Shape, Stroke};
use crate::theme::mixed;
use cardwright_compiler::looks::Colour;

const INK: Colour = Colour(28, 30, 36);
const WHITE: Colour = Colour(255, 255, 255);
/// The ground of a wheel, on which white, green and red are told apart.
const GROUND: Colour = Colour(46, 50, 58);
/// How far a wheel reaches from its middle.
const RADIUS: f64 = 300.0;
/// How many entries have room around a wheel.
const ROOM: usize = 30;
/// The distances of an icon and of a number from the middle.
const ICON: f64 = 250.0;
const NUMBER: f64 = 186.0;
/// The distances from the middle between which the window is cut.
const WINDOW: (f64, f64) = (168.0, 286.0);
/// The hole for a brad in the middle.
const HOLE: f64 = 14.0;

/// A wheel and its cover.
///
/// # Errors
/// If more stands on the dial than has room.
pub(super) fn blocks(dial: &Dial) -> Result<[Block; 2], String> {
    match dial.entries.len() {
        count if count > ROOM => Err(format!(
            "{}: the dial `{}` has room for {ROOM} entries, but there are {count}",
            dial.piece, dial.name
        )),
        _ => Ok([wheel(dial), cover(dial)]),
    }
}

fn wheel(dial: &Dial) -> Block {
    let step = 360.0 / dial.entries.len() as f64;
    let entries = dial.entries.iter().enumerate();
    let turned = entries.flat_map(|(at, entry)| {
        let place = |turn: f64| Place {
            x: RADIUS,
            y: RADIUS,
            turn,
        };
        let turn = step * at as f64;
        [
            (place(turn), shown(entry, step)),
            (place(turn + step / 2.0), vec![border()]),
        ]
    });
    Block {
        width: 2.0 * RADIUS,
        height: 2.0 * RADIUS,
        shapes: vec![disc(RADIUS, GROUND)],
        turned: turned
            .chain([(Place::at(RADIUS, RADIUS), middle(dial))])
            .collect(),
    }
}

/// An entry above the middle.
fn shown(entry: &DialEntry, step: f64) -> Vec<Shape> {
    let room = 2.0 * NUMBER * (step.to_radians() / 2.0).tan();
    let size = (room * 0.8).clamp(26.0, 52.0);
    let mut shapes = Vec::new();
    if let Some(icon) = &entry.icon {
        shapes.push(Shape::Icon {
            name: icon.clone(),
            x: 0.0,
            y: -ICON,
            size: size * 1.1,
            colour: entry.colour,
        });
    }
    let text = match (entry.number, &entry.icon) {
        (Some(number), _) => number.to_string(),
        (None, Some(_)) => String::new(),
        (None, None) => entry.name.clone(),
    };
    let wide = letters::width(&text, size, true).max(1.0);
    let size = size * (room / wide).min(1.0);
    if let Shape::Text(text) = words((0.0, -NUMBER + size * 0.36), size, &text, Anchor::Middle, true) {
        shapes.push(Shape::Text(crate::scene::Words {
            colour: entry.colour,
            ..text
        }));
    }
    shapes
}

/// The line between two entries.
fn border() -> Shape {
    Shape::Line {
        points: vec![(0.0, -WINDOW.0), (0.0, -RADIUS + 4.0)],
        stroke: Stroke::plain(mixed(GROUND, WHITE, 0.35), 1.2),
    }
}

/// The middle of a wheel: the hole, the name of the piece and that of the dial.
fn middle(dial: &Dial) -> Vec<Shape> {
    let mut shapes = vec![circle(WINDOW.0 - 12.0, WHITE)];
    shapes.extend(called(dial));
    shapes.push(hole());
    shapes
}

fn cover(dial: &Dial) -> Block {
    let step = 360.0 / dial.entries.len() as f64;
    let (near, far) = WINDOW;
    let half = (step.to_radians() / 2.0).tan();
    let window = vec![
        (-near * half, -near),
        (-far * half, -far),
        (far * half, -far),
        (near * half, -near),
    ];
    let mut shapes = vec![
        circle(RADIUS - 1.0, mixed(INK, WHITE, 0.9)),
        Shape::Polygon {
            points: window.clone(),
            paint: Paint::plain(WHITE).edged(INK, 2.0),
        },
        words(
            (near * half + 36.0, -near - 56.0),
            20.0,
            "cut out",
            Anchor::Start,
            false,
        ),
    ];
    if let Some(icon) = &dial.icon {
        shapes.push(Shape::Icon {
            name: icon.clone(),
            x: 0.0,
            y: 170.0,
            size: 150.0,
            colour: INK,
        });
    }
    shapes.extend(called(dial));
    shapes.push(hole());
    Block {
        width: 2.0 * RADIUS,
        height: 2.0 * RADIUS,
        shapes: Vec::new(),
        turned: vec![(Place::at(RADIUS, RADIUS), shapes)],
    }
}

/// The name of the piece above the hole, that of the dial below it.
fn called(dial: &Dial) -> [Shape; 2] {
    let line = |text: &str, y: f64, bold: bool| {
        let size = 28.0;
        let wide = letters::width(text, size, bold).max(1.0);
        let size = size * (250.0 / wide).min(1.0);
        words((0.0, y), size, text, Anchor::Middle, bold)
    };
    [line(&dial.piece, -36.0, true), line(&dial.name, 56.0, false)]
}

/// A disc around the middle of a block.
fn disc(radius: f64, colour: Colour) -> Shape {
    Shape::Circle {
        x: RADIUS,
        y: RADIUS,
        radius,
        paint: Paint::plain(colour).edged(INK, 2.0),
    }
}

/// A disc around a point.
fn circle(radius: f64, colour: Colour) -> Shape {
    Shape::Circle {
        x: 0.0,
        y: 0.0,
        radius,
        paint: Paint::plain(colour).edged(INK, 2.0),
    }
}

fn hole() -> Shape {
    circle(HOLE, WHITE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dial(count: usize) -> Dial {
        let entry = |at: usize| DialEntry {
            name: format!("way {at}"),
            number: i64::try_from(at).ok(),
            icon: None,
            colour: WHITE,
        };
        Dial {
            piece: "Gull".to_owned(),
            name: "Course".to_owned(),
            icon: None,
            entries: (0..count).map(entry).collect(),
        }
    }

    #[test]
    fn each_entry_comes_into_the_window_by_the_same_turn() {
        let [wheel, cover] = blocks(&dial(8)).expect("there is room");
        assert_eq!(
            (wheel.width, wheel.height),
            (cover.width, cover.height),
            "a cover hides its wheel"
        );
        let turns: Vec<f64> = wheel.turned.iter().map(|(place, _)| place.turn).collect();
        assert_eq!(turns[..4], [0.0, 22.5, 45.0, 67.5]);
        let corners = cover.turned[0].1.iter().find_map(|shape| match shape {
            Shape::Polygon { points, .. } => Some(points),
            _ => None,
        });
        let corners = corners.expect("a cover has a window");
        let angle = |(x, y): (f64, f64)| x.atan2(-y).to_degrees();
        assert!((angle(corners[2]) - 22.5).abs() < 1e-6 && (angle(corners[0]) + 22.5).abs() < 1e-6);
    }

    #[test]
    fn what_has_no_room_is_named() {
        let why = blocks(&dial(31)).expect_err("31 are too many");
        assert!(
            why.contains("Gull") && why.contains("31") && why.contains("Course"),
            "{why}"
        );
    }
}
