//! The course of a game on the picture: the former places of pieces that moved, and lines from whoever acts
//! now to the target of the action.

use super::sight::Sight;
use crate::letters;
use crate::scene::{Anchor, Item, Paint, Place, Role, Shape, Stroke, Words};
use crate::theme::{BLACK, WHITE, mixed};
use cardwright_bytecode::pack::{EntityId, cell};
use cardwright_compiler::looks::{Colour, LineLook};
use cardwright_core::Event;
use std::collections::BTreeMap;

/// A present or former place of a piece on the picture.
pub(super) struct Spot {
    pub(super) place: Place,
    /// How far it reaches to each side of its middle.
    pub(super) reach: (f64, f64),
    /// Its outline around its middle.
    pub(super) outline: Shape,
}

/// A function that tells the place of a piece on the picture for a packed pose.
pub(super) type SpotOf<'s> = &'s dyn Fn(EntityId, i64) -> Option<Spot>;

/// The colour of lines for which the looks give none.
const LINE: Colour = Colour(214, 40, 40);

/// The former places of pieces that moved, each with a line to the present one.
pub(super) fn ghosts(sight: &Sight<'_>, recent: &[Event], spot: SpotOf<'_>) -> Vec<Item> {
    let mut courses: BTreeMap<EntityId, Vec<i64>> = BTreeMap::new();
    for event in recent {
        if let Event::Moved { entity, from, to } = event {
            let course = courses.entry(*entity).or_insert_with(|| vec![*from]);
            course.push(*to);
        }
    }
    let drawn = courses
        .into_iter()
        .filter_map(|(entity, course)| ghost(sight, entity, &course, spot));
    drawn.collect()
}

fn ghost(sight: &Sight<'_>, entity: EntityId, course: &[i64], spot: SpotOf<'_>) -> Option<Item> {
    // What was taken off the board, or out of the game, has no course that leads anywhere.
    sight.game.pose(entity)?;
    if sight.game.cell(entity, cell::IN_PLAY) != 1 {
        return None;
    }
    let colour = sight.colour(entity);
    let spots: Vec<Spot> = course.iter().filter_map(|&pose| spot(entity, pose)).collect();
    let first = spots.first()?;
    let dashed = Stroke {
        dash: 4.0,
        opacity: 0.9,
        ..Stroke::plain(colour, 1.4)
    };
    let mut outline = first.outline.clone();
    if let Shape::Rect { paint, .. } | Shape::Circle { paint, .. } | Shape::Polygon { paint, .. } =
        &mut outline
    {
        *paint = Paint {
            stroke: Some(dashed),
            ..Paint::sheer(colour, 0.18)
        };
    }
    // The course is drawn in the ghost's own frame, which is turned.
    let own = first.place;
    let (sin, cos) = own.turn.to_radians().sin_cos();
    let within = |place: Place| {
        let (x, y) = (place.x - own.x, place.y - own.y);
        (x * cos + y * sin, y * cos - x * sin)
    };
    let points: Vec<(f64, f64)> = spots.iter().map(|spot| within(spot.place)).collect();
    Some(Item {
        key: format!("ghost:{}", sight.id(entity)),
        role: Role::Ghost,
        title: format!("{} was here", sight.name(entity)),
        place: own,
        shapes: vec![
            outline,
            Shape::Line {
                points,
                stroke: dashed,
            },
        ],
    })
}

/// Lines for what is going on, such as an attack.
pub(super) fn lines(
    sight: &Sight<'_>,
    spot: SpotOf<'_>,
    measure: &dyn Fn(EntityId, EntityId) -> Option<String>,
) -> Vec<Item> {
    let drawn = sight
        .looks
        .lines
        .iter()
        .filter_map(|look| line(sight, look, spot, measure));
    drawn.collect()
}

fn line(
    sight: &Sight<'_>,
    look: &LineLook,
    spot: SpotOf<'_>,
    measure: &dyn Fn(EntityId, EntityId) -> Option<String>,
) -> Option<Item> {
    let slots = sight.game.slots_of(look.during, sight.viewer)?;
    let entity = |slot: usize| {
        EntityId::try_from(*slots.get(slot)?)
            .ok()
            .filter(|&entity| entity > 0)
    };
    let (from, to) = (entity(look.from)?, entity(look.to)?);
    let at = |entity| spot(entity, sight.game.pose(entity)?);
    let (start, end) = (at(from)?, at(to)?);
    let colour = look.colour.unwrap_or(LINE);
    let (x, y) = (end.place.x - start.place.x, end.place.y - start.place.y);
    let length = x.hypot(y);
    let shrink = end.reach.0.min(end.reach.1) * 0.9;
    if length <= shrink + 1.0 {
        return None;
    }
    let (across, down) = (x / length, y / length);
    let tip = (end.place.x - across * shrink, end.place.y - down * shrink);
    let head = |side: f64| {
        (
            tip.0 - across * 9.0 - down * side,
            tip.1 - down * 9.0 + across * side,
        )
    };
    let path = vec![(start.place.x, start.place.y), tip];
    let stroke = |colour, width| Shape::Line {
        points: path.clone(),
        stroke: Stroke::plain(colour, width),
    };
    let mut shapes = vec![
        stroke(WHITE, 4.2),
        stroke(colour, 2.4),
        Shape::Polygon {
            points: vec![tip, head(5.0), head(-5.0)],
            paint: Paint::plain(colour).edged(WHITE, 0.8),
        },
    ];
    if let Some(words) = measure(from, to).filter(|_| look.measured) {
        let middle = ((start.place.x + tip.0) / 2.0, (start.place.y + tip.1) / 2.0);
        shapes.extend(plate(&words, middle, colour));
    }
    Some(Item {
        key: format!("line:{}", sight.id(from)),
        role: Role::Line,
        title: String::new(),
        place: Place::default(),
        shapes,
    })
}

fn plate(words: &str, (x, y): (f64, f64), colour: Colour) -> [Shape; 2] {
    let width = letters::width(words, 11.0, true) + 8.0;
    [
        Shape::Rect {
            x: x - width / 2.0,
            y: y - 8.0,
            width,
            height: 16.0,
            radius: 4.0,
            paint: Paint::plain(mixed(colour, BLACK, 0.25)).edged(WHITE, 0.8),
        },
        Shape::Text(Words {
            x,
            y: y + 4.0,
            size: 11.0,
            text: words.to_owned(),
            anchor: Anchor::Middle,
            bold: true,
            colour: WHITE,
            halo: None,
        }),
    ]
}
