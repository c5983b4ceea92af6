//! Tokens to cut out, and the bases of pieces, true to scale, with their arcs.

use super::flow::{Block, words};
use crate::card::{Press, units};
use crate::letters;
use crate::scene::{Anchor, Paint, Shape, Stroke};
use crate::theme::{GREY, WHITE, mixed, on};
use cardwright_bytecode::pack::FootprintDef;
use cardwright_compiler::looks::{BaseArc, Colour, Label, MarkLook};

const INK: Colour = Colour(28, 30, 36);
/// The radius of a token: 15 mm across.
const TOKEN: f64 = 75.0;
/// How tall the name below a token is.
const NAME: f64 = 34.0;
/// Bases smaller than this show no name.
const NAMED: f64 = 260.0;

/// So many of each sort of token that the looks do not hide, and of which somebody can have one.
pub(super) fn tokens(press: &Press<'_>, copies: usize) -> Vec<Block> {
    let pack = press.pack();
    let sorts = pack.tokens.iter().enumerate();
    let carried = |sort: usize| {
        pack.kinds
            .iter()
            .any(|kind| kind.tokens.iter().any(|&token| usize::from(token) == sort))
    };
    let mut blocks = Vec::new();
    for (sort, def) in sorts.filter(|(sort, _)| carried(*sort)) {
        let look = press.looks().tokens.get(&sort);
        if look.is_some_and(|look| look.unseen) {
            continue;
        }
        let own = look.and_then(|look| look.name.clone());
        let name = own.unwrap_or_else(|| press.heading(&def.name));
        let block = token(press, look, &name);
        blocks.extend(std::iter::repeat_n(block, copies));
    }
    blocks
}

fn token(press: &Press<'_>, look: Option<&MarkLook>, name: &str) -> Block {
    let colour = look.and_then(|look| look.colour).unwrap_or(GREY);
    let width = (2.0 * TOKEN).max(letters::width(name, 20.0, false));
    let x = width / 2.0;
    let icon = look.and_then(|look| look.icon.as_ref());
    let icon = icon.filter(|name| press.icons().contains_key(*name));
    let mut shapes = vec![Shape::Circle {
        x,
        y: TOKEN,
        radius: TOKEN,
        paint: Paint::plain(colour).edged(INK, 3.0),
    }];
    match icon {
        Some(icon) => shapes.push(Shape::Icon {
            name: icon.clone(),
            x,
            y: TOKEN,
            size: TOKEN * 1.3,
            colour: on(colour),
        }),
        None => {
            let letters: String = name.chars().take(2).collect();
            shapes.push(words((x, TOKEN + 20.0), 56.0, &letters, Anchor::Middle, true));
        }
    }
    shapes.push(words(
        (x, 2.0 * TOKEN + NAME - 8.0),
        20.0,
        name,
        Anchor::Middle,
        false,
    ));
    Block {
        width,
        height: 2.0 * TOKEN + NAME,
        shapes,
    }
}

/// The bases of these pieces (indexes into the pack's templates), as far as the content says how large they are.
pub(super) fn bases(press: &Press<'_>, pieces: &[usize]) -> Vec<Block> {
    pieces.iter().filter_map(|&piece| base(press, piece)).collect()
}

fn base(press: &Press<'_>, piece: usize) -> Option<Block> {
    let def = press.pack().templates.get(piece)?;
    let kind = press.pack().kinds.get(usize::from(def.kind))?;
    let length = |field: u16| {
        def.cells
            .get(usize::from(field))
            .copied()
            .map(units)
            .filter(|&length| length > 0.0)
    };
    let colour = press.face(piece).map_or(GREY, |face| face.colour);
    let icon = press.icon_of(piece);
    let (width, height, is_round) = match kind.footprint? {
        FootprintDef::Rectangle(width, long) => (length(width)?, length(long)?, false),
        FootprintDef::Circle(radius) => (length(radius)? * 2.0, length(radius)? * 2.0, true),
        FootprintDef::Spaces(..) => return None,
    };
    let (x, y) = (width / 2.0, height / 2.0);
    let ground = Paint::plain(mixed(colour, WHITE, 0.75)).edged(INK, 3.0);
    let mut shapes = vec![match is_round {
        true => Shape::Circle {
            x,
            y,
            radius: x,
            paint: ground,
        },
        false => Shape::Rect {
            x: 0.0,
            y: 0.0,
            width,
            height,
            radius: 6.0,
            paint: ground,
        },
    }];
    let look = press.looks().things.get(&usize::from(def.kind));
    for arc in look.map_or(&[][..], |look| &look.arcs) {
        shapes.extend(arc_lines(press, piece, arc, (width, height), colour));
    }
    if let Some(icon) = icon {
        shapes.push(Shape::Icon {
            name: icon,
            x,
            y,
            size: width.min(height) * 0.5,
            colour: mixed(colour, INK, 0.5),
        });
    }
    let is_named = !look.is_some_and(|look| matches!(look.label, Label::Nothing));
    if width >= NAMED && is_named {
        let size = (20.0 * (width - 24.0) / letters::width(&def.name, 20.0, true)).min(30.0);
        shapes.push(words((x, height - 14.0), size, &def.name, Anchor::Middle, true));
    }
    Some(Block {
        width,
        height,
        shapes,
    })
}

/// The two sides of an arc, from the middle of a base to its edge.
fn arc_lines(
    press: &Press<'_>,
    piece: usize,
    arc: &BaseArc,
    (width, height): (f64, f64),
    colour: Colour,
) -> Vec<Shape> {
    let is_there = arc
        .when
        .as_ref()
        .is_none_or(|when| press.value_of(when, piece) == Some(1));
    let (Some(centre), Some(wide)) = (
        press.value_of(&arc.centre, piece),
        press.value_of(&arc.width, piece),
    ) else {
        return Vec::new();
    };
    if !is_there || wide <= 0 || wide >= 360_000 {
        return Vec::new();
    }
    let (x, y) = (width / 2.0, height / 2.0);
    let stroke = Stroke::plain(mixed(arc.colour.unwrap_or(colour), INK, 0.3), 5.0);
    let side = |angle: i64| {
        #[expect(clippy::cast_precision_loss, reason = "thousandths of a degree")]
        let angle = (angle as f64 / 1000.0).to_radians();
        let (right, up) = (angle.sin(), angle.cos());
        // As far as the edge of the rectangle.
        let far = (x / right.abs().max(1e-9)).min(y / up.abs().max(1e-9));
        Shape::Line {
            points: vec![(x, y), (x + far * right, y - far * up)],
            stroke,
        }
    };
    vec![side(centre - wide / 2), side(centre + wide / 2)]
}
