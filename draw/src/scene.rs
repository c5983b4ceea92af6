//! A scene: items in the order in which they are painted, each with what it stands for and the shapes that show it.
//!
//! Lengths are pixels, from the upper left corner; angles are degrees, clockwise.

use cardwright_compiler::document::Icon;
use cardwright_compiler::looks::{Colour, Pattern};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A picture that can be written in several forms.
#[derive(Clone, Debug)]
pub struct Scene {
    /// How wide it is.
    pub width: f64,
    /// How tall it is.
    pub height: f64,
    /// The colour behind everything.
    pub ground: Colour,
    /// The title: a description of the picture for those who cannot see it.
    pub title: String,
    /// The items, from the lowest to the uppermost.
    pub items: Vec<Item>,
    /// The outlines of icons by their names.
    pub icons: Arc<BTreeMap<String, Icon>>,
}

/// Something in a scene: a piece, a space, a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The thing that it stands for, unique in the scene: `piece:red-1`, `space:c5`. A thing has the same key
    /// in the next scene.
    pub key: String,
    /// The sort of that thing.
    pub role: Role,
    /// The tooltip; empty if there is none.
    pub title: String,
    /// The place of its own upper left corner in the scene, and how it is turned.
    pub place: Place,
    /// Its shapes, from the lowest to the uppermost.
    pub shapes: Vec<Shape>,
}

/// The sort of thing that an item stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The table, or a part of it that nobody can choose.
    Ground,
    /// A space.
    Space,
    /// The outline of a zone.
    Zone,
    /// Walls.
    Wall,
    /// Range bands.
    Ruler,
    /// A former place of a piece.
    Ghost,
    /// A piece.
    Piece,
    /// The name, bars and tokens of a piece.
    Tag,
    /// A line from one piece to another.
    Line,
    /// Words around the board.
    Caption,
    /// The list of things off the board.
    Panel,
}

impl Role {
    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ground => "ground",
            Self::Space => "space",
            Self::Zone => "zone",
            Self::Wall => "wall",
            Self::Ruler => "ruler",
            Self::Ghost => "ghost",
            Self::Piece => "piece",
            Self::Tag => "tag",
            Self::Line => "line",
            Self::Caption => "caption",
            Self::Panel => "panel",
        }
    }
}

/// A point, and a turn around it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// Degrees clockwise.
    pub turn: f64,
}

impl Place {
    /// A place without a turn.
    #[must_use]
    pub const fn at(x: f64, y: f64) -> Self {
        Self { x, y, turn: 0.0 }
    }
}

/// The filling of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Fill {
    /// Nothing.
    #[default]
    Nothing,
    /// A colour, and how opaque it is from 0 to 1.
    Plain(Colour, f64),
    /// A pattern in a colour, with nothing between its lines.
    Pattern(Pattern, Colour),
}

/// A line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// How wide it is.
    pub width: f64,
    /// How opaque it is, from 0 to 1.
    pub opacity: f64,
    /// How long its dashes are; 0 for none.
    pub dash: f64,
}

impl Stroke {
    /// A plain line.
    #[must_use]
    pub const fn plain(colour: Colour, width: f64) -> Self {
        Self {
            colour,
            width,
            opacity: 1.0,
            dash: 0.0,
        }
    }
}

/// How a shape is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// Its inside.
    pub fill: Fill,
    /// Its edge.
    pub stroke: Option<Stroke>,
}

impl Paint {
    /// A colour without an edge.
    #[must_use]
    pub const fn plain(colour: Colour) -> Self {
        Self {
            fill: Fill::Plain(colour, 1.0),
            stroke: None,
        }
    }

    /// A copy of the paint with an edge.
    #[must_use]
    pub const fn edged(self, colour: Colour, width: f64) -> Self {
        Self {
            stroke: Some(Stroke::plain(colour, width)),
            ..self
        }
    }

    /// A colour that lets shine through what lies below.
    #[must_use]
    pub const fn sheer(colour: Colour, opacity: f64) -> Self {
        Self {
            fill: Fill::Plain(colour, opacity),
            stroke: None,
        }
    }

    /// A pattern.
    #[must_use]
    pub const fn pattern(pattern: Pattern, colour: Colour) -> Self {
        Self {
            fill: Fill::Pattern(pattern, colour),
            stroke: None,
        }
    }
}

/// The side of its point on which a text lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// To the right of it.
    Start,
    /// Around it.
    Middle,
    /// To the left of it.
    End,
}

/// A text in one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    /// Its point: where the baseline begins, has its middle, or ends.
    pub x: f64,
    /// The baseline.
    pub y: f64,
    /// The size of the letters.
    pub size: f64,
    /// The letters.
    pub text: String,
    /// The side of the point on which it lies.
    pub anchor: Anchor,
    /// Whether the letters are bold.
    pub bold: bool,
    /// Their colour.
    pub colour: Colour,
    /// The colour of a thin edge, so that it can be read on any ground.
    pub halo: Option<Colour>,
}

/// A shape of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle.
    Rect {
        /// Its left edge.
        x: f64,
        /// Its upper edge.
        y: f64,
        /// How wide it is.
        width: f64,
        /// How tall it is.
        height: f64,
        /// How round its corners are.
        radius: f64,
        /// Its fill and edge.
        paint: Paint,
    },
    /// A circle.
    Circle {
        /// The middle, from the left.
        x: f64,
        /// The middle, from the top.
        y: f64,
        /// Its radius.
        radius: f64,
        /// Its fill and edge.
        paint: Paint,
    },
    /// A polygon.
    Polygon {
        /// Its corners.
        points: Vec<(f64, f64)>,
        /// Its fill and edge.
        paint: Paint,
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<(f64, f64)>,
        /// The line.
        stroke: Stroke,
    },
    /// A part of a ring, clockwise.
    Ring {
        /// The middle, from the left.
        x: f64,
        /// The middle, from the top.
        y: f64,
        /// The radius of its middle line.
        radius: f64,
        /// The angle at which it begins, in degrees clockwise from the top.
        from: f64,
        /// How much of the circle it takes, in degrees.
        sweep: f64,
        /// The line.
        stroke: Stroke,
    },
    /// A text.
    Text(Words),
    /// An icon around a point.
    Icon {
        /// Its name.
        name: String,
        /// The middle, from the left.
        x: f64,
        /// The middle, from the top.
        y: f64,
        /// How large it is.
        size: f64,
        /// Its colour.
        colour: Colour,
    },
}
