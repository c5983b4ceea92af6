//! Counters: the things on a table besides cards. Tokens and the bases of pieces, true to scale where the
//! content says how large they are.

use super::{Press, units};
use crate::letters;
use crate::scene::{Anchor, Item, Paint, Place, Role, Scene, Shape, Stroke, Words};
use crate::theme::{GREY, WHITE, mixed, on};
use cardwright_bytecode::pack::FootprintDef;
use cardwright_compiler::looks::{BaseArc, Colour, Label, MarkLook};

const INK: Colour = Colour(28, 30, 36);
/// The radius of a token: 15 mm across.
pub(crate) const TOKEN: f64 = 75.0;
/// The radius of the base of a piece that stands on spaces: 32 mm across.
const DISC: f64 = 160.0;
/// How wide a small base is. On larger ones letters and lines are larger, too.
const SMALL: f64 = 400.0;
/// How round the corners of a small base are.
const CORNER: f64 = 16.0;
/// Bases smaller than this show no name.
const NAMED: f64 = 260.0;
/// How small and how large the letters of a name are.
const NAME: (f64, f64) = (9.0, 34.0);
/// The room for the edge around everything.
const EDGE: f64 = 2.0;

/// A token, or a piece as it is seen from above.
#[derive(Clone, Debug)]
pub struct Counter {
    /// How wide it is, in tenths of a millimetre.
    pub width: f64,
    /// How tall it is.
    pub height: f64,
    /// Whether the content says how large it is.
    pub is_to_scale: bool,
    /// Its shapes, from its upper left corner.
    pub(crate) shapes: Vec<Shape>,
}

/// The sign on a disc or a base: an icon, or letters of the name.
struct Sign<'s> {
    icon: Option<String>,
    name: &'s str,
    is_named: bool,
    colour: Colour,
}

impl Counter {
    /// The counter as a picture of its own, on an empty ground.
    #[must_use]
    pub fn scene(&self, press: &Press<'_>) -> Scene {
        let item = Item {
            key: "counter".to_owned(),
            role: Role::Panel,
            title: String::new(),
            place: Place::at(EDGE, EDGE),
            shapes: self.shapes.clone(),
        };
        Scene {
            width: self.width + 2.0 * EDGE,
            height: self.height + 2.0 * EDGE,
            ground: WHITE,
            title: String::new(),
            items: vec![item],
            icons: std::sync::Arc::clone(press.icons()),
        }
    }

    /// A piece on spaces, or one of which nobody says how large it is.
    fn round(sign: Sign<'_>) -> Self {
        let (x, y) = (DISC, DISC);
        let ground = mixed(sign.colour, WHITE, 0.75);
        let mut shapes = vec![
            disc(DISC, Paint::plain(mixed(sign.colour, INK, 0.2)).edged(INK, 3.0)),
            Shape::Circle {
                x,
                y,
                radius: DISC * 0.88,
                paint: Paint::plain(ground),
            },
        ];
        let lift = if sign.is_named { DISC * 0.16 } else { 0.0 };
        let is_pictured = sign.icon.is_some();
        if let Some(name) = sign.icon {
            shapes.push(Shape::Icon {
                name,
                x,
                y: y - lift,
                size: DISC * 1.05,
                colour: mixed(sign.colour, INK, 0.6),
            });
        }
        if sign.is_named || !is_pictured {
            // As wide as the disc where the name stands.
            let (below, room) = if is_pictured { (0.62, 1.16) } else { (0.08, 1.6) };
            let size = fitted(sign.name, DISC * room, 1.0);
            shapes.push(words((x, y + DISC * below), size, sign.name, INK));
        }
        Self {
            width: 2.0 * DISC,
            height: 2.0 * DISC,
            is_to_scale: false,
            shapes,
        }
    }

    /// A base of a known size.
    fn base((width, height): (f64, f64), is_round: bool, arcs: Vec<Shape>, sign: Sign<'_>) -> Self {
        let (x, y) = (width / 2.0, height / 2.0);
        let large = (width / SMALL).max(1.0);
        let ground = Paint::plain(mixed(sign.colour, WHITE, 0.75)).edged(INK, 3.0 * large);
        let mut shapes = vec![match is_round {
            true => disc(x, ground),
            false => Shape::Rect {
                x: 0.0,
                y: 0.0,
                width,
                height,
                radius: (CORNER * large).min(x),
                paint: ground,
            },
        }];
        shapes.extend(arcs);
        if let Some(name) = sign.icon {
            shapes.push(Shape::Icon {
                name,
                x,
                y,
                size: width.min(height) * 0.5,
                colour: mixed(sign.colour, INK, 0.5),
            });
        }
        if width >= NAMED && sign.is_named {
            // A disc is narrower where the name stands.
            let (room, below) = if is_round { (0.72, 0.84) } else { (0.92, 0.965) };
            let size = fitted(sign.name, width * room, large);
            shapes.push(words((x, height * below), size, sign.name, INK));
        }
        Self {
            width,
            height,
            is_to_scale: true,
            shapes,
        }
    }
}

impl Press<'_> {
    /// A sort of token by its id, or one of that name of which the system knows nothing.
    #[must_use]
    pub fn token(&self, id: &str) -> Counter {
        Counter {
            width: 2.0 * TOKEN,
            height: 2.0 * TOKEN,
            is_to_scale: false,
            shapes: self.token_shapes(id, TOKEN),
        }
    }

    /// The shapes of a token's disc, for a drawing in which its left edge is at `x`.
    pub(crate) fn token_shapes(&self, id: &str, x: f64) -> Vec<Shape> {
        let look = self.token_look(id);
        let icon = look.and_then(|look| look.icon.clone());
        let colour = look.and_then(|look| look.colour).unwrap_or(GREY);
        let ground = Shape::Circle {
            x,
            y: TOKEN,
            radius: TOKEN,
            paint: Paint::plain(colour).edged(INK, 3.0),
        };
        let sign = match icon.filter(|name| self.icons().contains_key(name)) {
            Some(name) => Shape::Icon {
                name,
                x,
                y: TOKEN,
                size: TOKEN * 1.3,
                colour: on(colour),
            },
            None => {
                let letters: String = self.token_name(id).chars().take(2).collect();
                words((x, TOKEN + 20.0), 56.0, &letters, on(colour))
            }
        };
        vec![ground, sign]
    }

    fn token_look(&self, id: &str) -> Option<&MarkLook> {
        let sort = self.pack().tokens.iter().position(|def| def.name == id)?;
        self.looks().tokens.get(&sort)
    }

    /// The display name of a sort of token: from the looks, else from its id.
    pub(crate) fn token_name(&self, id: &str) -> String {
        let own = self.token_look(id).and_then(|look| look.name.clone());
        own.unwrap_or_else(|| self.heading(id))
    }

    /// A piece as it is seen from above: its base with its arcs, or a disc; nothing, if there is no such card.
    #[must_use]
    pub fn piece(&self, template: usize) -> Option<Counter> {
        let def = self.pack().templates.get(template)?;
        let look = self.looks().things.get(&usize::from(def.kind));
        let sign = Sign {
            icon: self.icon_of(template),
            name: &def.name,
            is_named: !look.is_some_and(|look| matches!(look.label, Label::Nothing)),
            colour: self.colour_of(template),
        };
        let Some((width, height, is_round)) = self.base_size(template) else {
            return Some(Counter::round(sign));
        };
        let arcs = look.map_or(&[][..], |look| &look.arcs).iter();
        let arcs = arcs.flat_map(|arc| arc_lines(self, template, arc, (width, height), sign.colour));
        Some(Counter::base((width, height), is_round, arcs.collect(), sign))
    }

    /// A piece of a kind by its id that is made from no card.
    #[must_use]
    pub fn piece_of_kind(&self, id: &str) -> Counter {
        let kind = self.pack().kinds.iter().position(|kind| kind.name == id);
        let look = kind.and_then(|kind| self.looks().things.get(&kind));
        let icon = look.and_then(|look| look.icon.clone());
        Counter::round(Sign {
            icon: icon.filter(|name| self.icons().contains_key(name)),
            name: &self.heading(id),
            is_named: true,
            colour: kind.map_or(GREY, |kind| self.colour_of_kind(kind)),
        })
    }

    /// Width, length and roundness of a piece's base, as far as the content says it.
    fn base_size(&self, template: usize) -> Option<(f64, f64, bool)> {
        let def = self.pack().templates.get(template)?;
        let kind = self.pack().kinds.get(usize::from(def.kind))?;
        let length = |field: u16| {
            let cell = def.cells.get(usize::from(field)).copied();
            cell.map(units).filter(|&length| length > 0.0)
        };
        match kind.footprint? {
            FootprintDef::Rectangle(width, long) => Some((length(width)?, length(long)?, false)),
            FootprintDef::Circle(radius) => Some((length(radius)? * 2.0, length(radius)? * 2.0, true)),
            FootprintDef::Spaces(..) => None,
        }
    }
}

fn disc(radius: f64, paint: Paint) -> Shape {
    Shape::Circle {
        x: radius,
        y: radius,
        radius,
        paint,
    }
}

/// The size of letters in which a name has so much room, on something so many times as large as a small base.
fn fitted(name: &str, room: f64, large: f64) -> f64 {
    (20.0 * room / letters::width(name, 20.0, true).max(1.0)).clamp(NAME.0, NAME.1 * large)
}

fn words((x, y): (f64, f64), size: f64, text: &str, colour: Colour) -> Shape {
    Shape::Text(Words {
        x,
        y,
        size,
        text: text.to_owned(),
        anchor: Anchor::Middle,
        bold: true,
        colour,
        halo: None,
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
    let thick = 5.0 * (width / SMALL).max(1.0);
    let stroke = Stroke::plain(mixed(arc.colour.unwrap_or(colour), INK, 0.3), thick);
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
