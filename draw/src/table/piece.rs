//! A piece as it stands on a board: a base with arcs on the flat table, a disc on spaces.

use super::Area;
use super::sight::{BadgeSeen, BarSeen, Sight};
use crate::letters;
use crate::scene::{Anchor, Item, Paint, Place, Role, Shape, Stroke, Words};
use crate::theme::{BLACK, GREY, WHITE, mixed, on};
use cardwright_bytecode::pack::EntityId;
use cardwright_compiler::looks::Colour;

/// The key of a piece in all scenes.
pub(super) fn key(sight: &Sight<'_>, entity: EntityId) -> String {
    format!("piece:{}", sight.id(entity))
}

/// The base of a piece on a flat table, around its middle, pointing up.
pub(super) enum Base {
    /// From side to side, and from front to back.
    Rectangle { width: f64, length: f64 },
    /// A disc.
    Circle { radius: f64 },
}

impl Base {
    /// How far it reaches to each side at most.
    pub(super) fn reach(&self) -> (f64, f64) {
        match *self {
            Self::Rectangle { width, length } => (width / 2.0, length / 2.0),
            Self::Circle { radius } => (radius, radius),
        }
    }

    /// Its outline as a shape.
    pub(super) fn shape(&self, paint: Paint) -> Shape {
        match *self {
            Self::Rectangle { width, length } => Shape::Rect {
                x: -width / 2.0,
                y: -length / 2.0,
                width,
                height: length,
                radius: 2.0,
                paint,
            },
            Self::Circle { radius } => Shape::Circle {
                x: 0.0,
                y: 0.0,
                radius,
                paint,
            },
        }
    }
}

/// A base with its arcs and its silhouette.
pub(super) fn on_table(sight: &Sight<'_>, entity: EntityId, place: Place, base: &Base) -> Item {
    let colour = sight.colour(entity);
    let is_owned = !sight.is_scenery(entity);
    let (across, along) = base.reach();
    let (fill, edge) = match is_owned {
        true => (mixed(colour, BLACK, 0.62), colour),
        false => (mixed(colour, BLACK, 0.12), mixed(colour, BLACK, 0.5)),
    };
    let mut shapes = vec![base.shape(Paint::plain(fill).edged(edge, 1.6))];
    for (centre, width, own) in arcs(sight, entity) {
        shapes.extend(wedge(base, centre, width, own.unwrap_or(colour)));
    }
    let size = 2.0 * across.min(along) * if is_owned { 0.86 } else { 1.1 };
    let ink = if is_owned { WHITE } else { on(fill) };
    match sight.icon(entity) {
        Some(name) => shapes.push(Shape::Icon {
            name,
            x: 0.0,
            y: 0.0,
            size,
            colour: if is_owned { ink } else { mixed(fill, ink, 0.45) },
        }),
        // Without a silhouette: which way it faces.
        None if is_owned => shapes.push(Shape::Polygon {
            points: vec![
                (0.0, -along * 0.75),
                (across * 0.5, along * 0.5),
                (-across * 0.5, along * 0.5),
            ],
            paint: Paint::plain(ink),
        }),
        None => {}
    }
    Item {
        key: key(sight, entity),
        role: Role::Piece,
        title: sight.title(entity),
        place,
        shapes,
    }
}

/// The arcs of a base: where each points, how wide it is, and its own colour.
fn arcs(sight: &Sight<'_>, entity: EntityId) -> Vec<(f64, f64, Option<Colour>)> {
    let arcs = sight.look(entity).map_or(&[][..], |look| &look.arcs);
    let seen = arcs.iter().filter_map(|arc| {
        if let Some(when) = &arc.when
            && sight.value(when, entity) != Some(1)
        {
            return None;
        }
        let degrees = |fact| sight.value(fact, entity).map(|value| value as f64 / 1000.0);
        let (centre, width) = (degrees(&arc.centre)?, degrees(&arc.width)?);
        (width > 0.0 && width < 360.0).then_some((centre, width, arc.colour))
    });
    seen.collect()
}

/// The part of a base that lies within an arc, and the arc's edges.
fn wedge(base: &Base, centre: f64, width: f64, colour: Colour) -> Vec<Shape> {
    /// How many degrees lie between two points of its outer edge.
    const STEP: f64 = 5.0;
    let steps = (width / STEP).ceil().max(1.0);
    let mut points = vec![(0.0, 0.0)];
    let mut at = 0.0;
    while at <= steps {
        points.push(rim(base, centre - width / 2.0 + width * at / steps));
        at += 1.0;
    }
    let edges = [points[1], points[points.len() - 1]];
    let mut shapes = vec![Shape::Polygon {
        points,
        paint: Paint::sheer(colour, 0.42),
    }];
    shapes.extend(edges.map(|end| Shape::Line {
        points: vec![(0.0, 0.0), end],
        stroke: Stroke::plain(mixed(colour, WHITE, 0.4), 0.9),
    }));
    shapes
}

/// The point at which a ray from the middle of a base meets its edge.
fn rim(base: &Base, degrees: f64) -> (f64, f64) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let reach = match *base {
        Base::Circle { radius } => radius,
        Base::Rectangle { width, length } => {
            let across = if sin.abs() > 1e-9 {
                width / 2.0 / sin.abs()
            } else {
                f64::MAX
            };
            let along = if cos.abs() > 1e-9 {
                length / 2.0 / cos.abs()
            } else {
                f64::MAX
            };
            across.min(along)
        }
    };
    (sin * reach, -cos * reach)
}

/// The plates of a piece, around its middle; they are never turned.
pub(super) fn badges(
    sight: &Sight<'_>,
    entity: EntityId,
    (x, y): (f64, f64),
    reach: (f64, f64),
    size: f64,
) -> Option<Item> {
    let badges: Vec<BadgeSeen> = sight
        .badges(entity)
        .into_iter()
        .filter(|badge| badge.on_board)
        .collect();
    if badges.is_empty() {
        return None;
    }
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let shapes = badges
        .iter()
        .zip(corners)
        .flat_map(|(badge, (right, down))| plate(badge, (right * reach.0, down * reach.1), size));
    Some(Item {
        key: format!("badge:{}", sight.id(entity)),
        role: Role::Piece,
        title: sight.title(entity),
        place: Place::at(x, y),
        shapes: shapes.collect(),
    })
}

/// A small plate with a value around a point.
pub(super) fn plate(badge: &BadgeSeen, (x, y): (f64, f64), size: f64) -> Vec<Shape> {
    let colour = badge.colour.unwrap_or(GREY);
    let width = (letters::width(&badge.text, size, true) + size * 0.5).max(size * 1.2);
    let height = size * 1.2;
    let ink = on(colour);
    vec![
        Shape::Rect {
            x: x - width / 2.0,
            y: y - height / 2.0,
            width,
            height,
            radius: height * 0.3,
            paint: Paint::plain(colour).edged(ink, 0.8),
        },
        Shape::Text(Words {
            x,
            y: y + size * 0.36,
            size,
            text: badge.text.clone(),
            anchor: Anchor::Middle,
            bold: true,
            colour: ink,
            halo: None,
        }),
    ]
}

/// A piece on a space: a disc in its owner's colour with its silhouette, and its first bar as a ring around it.
pub(super) fn on_space(
    sight: &Sight<'_>,
    entity: EntityId,
    (x, y): (f64, f64),
    radius: f64,
    tail: Option<(f64, f64)>,
) -> Item {
    let colour = sight.colour(entity);
    let is_owned = !sight.is_scenery(entity);
    let fill = if is_owned {
        mixed(colour, BLACK, 0.4)
    } else {
        mixed(colour, BLACK, 0.15)
    };
    let mut shapes = Vec::new();
    if let Some(to) = tail {
        let line = |colour, width| Shape::Line {
            points: vec![(0.0, 0.0), (to.0 - x, to.1 - y)],
            stroke: Stroke::plain(colour, width),
        };
        shapes.extend([line(colour, radius * 1.7), line(fill, radius * 1.45)]);
    }
    shapes.push(Shape::Circle {
        x: 0.0,
        y: 0.0,
        radius,
        paint: Paint::plain(fill).edged(if is_owned { colour } else { on(fill) }, (radius * 0.14).max(1.0)),
    });
    // One of one says nothing.
    if let Some(bar) = sight.bars(entity).first().filter(|bar| bar.most > 1) {
        shapes.extend(gauge(bar, radius));
    }
    let ink = on(fill);
    shapes.push(match sight.icon(entity) {
        Some(name) => Shape::Icon {
            name,
            x: 0.0,
            y: 0.0,
            size: radius * 1.35,
            colour: ink,
        },
        None => Shape::Text(Words {
            x: 0.0,
            y: radius * 0.32,
            size: radius * 0.9,
            text: initials(&sight.label(entity)),
            anchor: Anchor::Middle,
            bold: true,
            colour: ink,
            halo: None,
        }),
    });
    Item {
        key: key(sight, entity),
        role: Role::Piece,
        title: sight.title(entity),
        place: Place::at(x, y),
        shapes,
    }
}

/// A bar as a ring, with a gap between pips that can be counted. What is whole is shown, too, so that damage is seen by comparison.
fn gauge(bar: &BarSeen, radius: f64) -> Vec<Shape> {
    /// The most pips that a ring shows one by one.
    const PIPS: i64 = 8;
    let width = (radius * 0.2).max(1.6);
    let ring = |from: f64, sweep: f64, colour| Shape::Ring {
        x: 0.0,
        y: 0.0,
        radius: radius + width * 0.6,
        from,
        sweep,
        stroke: Stroke::plain(colour, width),
    };
    let empty = mixed(BLACK, WHITE, 0.2);
    if bar.most > 1 && bar.most <= PIPS {
        let part = 360.0 / bar.most as f64;
        let pip = |number: i64| {
            let colour = if number < bar.now { bar.colour } else { empty };
            ring(number as f64 * part + 4.0, part - 8.0, colour)
        };
        return (0..bar.most).map(pip).collect();
    }
    let share = 360.0 * bar.now as f64 / bar.most as f64;
    vec![ring(0.0, 360.0, empty), ring(0.0, share, bar.colour)]
}

/// The first letters of the first two words.
fn initials(name: &str) -> String {
    let words = name
        .split([' ', '-'])
        .filter_map(|word| word.chars().find(|letter| letter.is_alphanumeric()));
    words.take(2).collect::<String>().to_uppercase()
}

/// The part of the picture that a piece takes.
pub(super) fn area((x, y): (f64, f64), (across, along): (f64, f64), turn: f64) -> Area {
    let (sin, cos) = turn.to_radians().sin_cos();
    let (sin, cos) = (sin.abs(), cos.abs());
    let (width, height) = (across * cos + along * sin, across * sin + along * cos);
    Area::around(x, y, 2.0 * width, 2.0 * height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rim_of_a_square_base_is_its_edge() {
        let base = Base::Rectangle {
            width: 4.0,
            length: 8.0,
        };
        let near = |(x, y): (f64, f64), (a, b): (f64, f64)| (x - a).abs() < 1e-9 && (y - b).abs() < 1e-9;
        assert!(near(rim(&base, 0.0), (0.0, -4.0)));
        assert!(near(rim(&base, 90.0), (2.0, 0.0)));
        assert!(near(rim(&base, 45.0), (2.0, -2.0)));
    }

    #[test]
    fn a_turned_piece_takes_more_room() {
        let straight = area((0.0, 0.0), (1.0, 1.0), 90.0);
        assert!((straight.width - 2.0).abs() < 1e-9);
        assert!(area((0.0, 0.0), (1.0, 1.0), 45.0).width > 2.8);
    }

    #[test]
    fn initials_are_two_letters() {
        assert_eq!(initials("a tall rider"), "AT");
        assert_eq!(initials("single"), "S");
        assert_eq!(initials(""), "");
    }
}
