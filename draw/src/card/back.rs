//! The back of the cards of a kind: colour, pattern, icon, and what game it belongs to.

use super::face::SEAM;
use super::text;
use crate::scene::{Anchor, Fill, Item, Paint, Place, Role, Scene, Shape, Stroke, Words};
use crate::theme::{BLACK, WHITE, mixed, on};
use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::{Colour, Pattern};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A back.
#[derive(Clone, Debug, PartialEq)]
pub struct Back {
    /// The display name of the kind of card.
    pub kind: String,
    /// The display name of the game.
    pub game: String,
    /// Its colour.
    pub colour: Colour,
    /// The pattern on it.
    pub pattern: Pattern,
    /// The icon in its middle.
    pub icon: Option<String>,
    /// Width and height in tenths of a millimetre.
    pub size: (f64, f64),
}

impl Back {
    /// The back as a scene, with so much bleed around it.
    #[must_use]
    pub fn scene(&self, icons: &Arc<BTreeMap<String, Icon>>, bleed: f64) -> Scene {
        let (width, height) = self.size;
        let mut shapes = self.ground(bleed);
        shapes.extend(self.seal());
        shapes.extend(self.texts());
        let item = Item {
            key: format!("back:{}", self.kind),
            role: Role::Panel,
            title: String::new(),
            place: Place::at(bleed, bleed),
            shapes,
        };
        Scene {
            width: width + 2.0 * bleed,
            height: height + 2.0 * bleed,
            ground: self.dark(),
            title: format!("{}: {}", self.game, self.kind),
            items: vec![item],
            icons: Arc::clone(icons),
        }
    }

    fn dark(&self) -> Colour {
        mixed(self.colour, BLACK, 0.55)
    }

    /// The colour to the edges, and a field with the pattern and a frame.
    fn ground(&self, bleed: f64) -> Vec<Shape> {
        let (width, height) = self.size;
        let edge = 34.0;
        let rect = |inset: f64, radius: f64, paint: Paint| Shape::Rect {
            x: inset,
            y: inset,
            width: width - 2.0 * inset,
            height: height - 2.0 * inset,
            radius,
            paint,
        };
        let field = mixed(self.colour, BLACK, 0.25);
        let lines = mixed(self.colour, WHITE, 0.22);
        vec![
            rect(-bleed.max(SEAM), 0.0, Paint::plain(self.dark())),
            rect(edge, 26.0, Paint::plain(field)),
            rect(edge, 26.0, Paint::pattern(self.pattern, lines)),
            rect(
                edge,
                26.0,
                Paint {
                    fill: Fill::Nothing,
                    stroke: Some(Stroke::plain(mixed(self.colour, WHITE, 0.55), 5.0)),
                },
            ),
        ]
    }

    /// The icon on a disc.
    fn seal(&self) -> Vec<Shape> {
        let (width, height) = self.size;
        let radius = width.min(height) * 0.27;
        let (x, y) = (width / 2.0, height / 2.0);
        let disc = |radius: f64, paint: Paint| Shape::Circle { x, y, radius, paint };
        let rim = mixed(self.colour, WHITE, 0.55);
        let mut shapes = vec![
            disc(radius + 14.0, Paint::plain(self.dark()).edged(rim, 5.0)),
            disc(radius, Paint::plain(mixed(self.colour, WHITE, 0.1))),
        ];
        if let Some(name) = &self.icon {
            shapes.push(Shape::Icon {
                name: name.clone(),
                x,
                y,
                size: radius * 1.35,
                colour: mixed(self.colour, WHITE, 0.88),
            });
        }
        shapes
    }

    /// The game above, the kind below, each on a plate.
    fn texts(&self) -> Vec<Shape> {
        let (width, height) = self.size;
        let room = width - 2.0 * 64.0;
        let mut shapes = Vec::new();
        for (text, y, most) in [
            (&self.game, height * 0.155, 34.0),
            (&self.kind, height * 0.845, 40.0),
        ] {
            // A title that is too long for one line is smaller; the back says nothing that is told nowhere else.
            let size = text::one_line(text, true, (most, 6.0), room - 30.0).unwrap_or(6.0);
            let plate = crate::letters::width(text, size, true) + 44.0;
            shapes.push(Shape::Rect {
                x: (width - plate) / 2.0,
                y: y - size,
                width: plate,
                height: size * 2.0,
                radius: size * 0.6,
                paint: Paint::plain(self.dark()),
            });
            shapes.push(Shape::Text(Words {
                x: width / 2.0,
                y: y + size * 0.36,
                size,
                text: text.clone(),
                anchor: Anchor::Middle,
                bold: true,
                colour: on(self.dark()),
                halo: None,
            }));
        }
        shapes
    }
}
