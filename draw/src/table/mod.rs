//! The table of a game as a scene: the board with its pieces, and beside or below it what lies off the board.
//!
//! | file | what lives there |
//! |---|---|
//! | `sight` | what a viewer may know of each thing, in the terms of the looks |
//! | `plane`, `hexes`, `squares` | the three boards, and where a piece stands on each |
//! | `piece` | a piece as it stands on a board |
//! | `tags` | names, bars and tokens beside pieces, placed so that none lies over another |
//! | `course` | what has just happened: where pieces were, and who does something to whom |
//! | `panel` | what lies off the board |
//! | `things` | everything on the table as data |

mod course;
mod hexes;
mod panel;
mod piece;
mod plane;
mod sight;
mod squares;
mod tags;
mod things;

use crate::letters;
use crate::scene::{Anchor, Item, Paint, Place, Role, Scene, Shape, Words};
use crate::theme::Theme;
use cardwright_bytecode::board::Shape as BoardShape;
use cardwright_bytecode::pack::EntityId;
use cardwright_compiler::looks::{Fact, Looks};
use cardwright_core::{Event, Game, Viewer};
pub(crate) use hexes::hexagon;
use sight::Sight;
pub use things::{Thing, ThingBadge, ThingBar, ThingMark};

/// How wide a picture is from which on the panel stands beside the board, not below it.
const WIDE: f64 = 1_000.0;
/// A board that is so much wider than tall takes all of the width.
const FLAT: f64 = 0.42;
/// How wide the panel is beside a board.
const PANEL: f64 = 380.0;
/// How tall the line above the board is.
const HEAD: f64 = 40.0;
/// The width of the edge around everything.
const EDGE: f64 = 12.0;

/// How a table is shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'e> {
    /// How wide the picture is, in pixels.
    pub width: f64,
    /// Light or dark.
    pub theme: Theme,
    /// The latest events: the former places of pieces that moved in them are drawn.
    pub recent: &'e [Event],
    /// Whether what lies off the board is drawn beside it, and a line above it.
    pub panel: bool,
}

impl Default for Shown<'_> {
    fn default() -> Self {
        Self {
            width: 1_400.0,
            theme: Theme::LIGHT,
            recent: &[],
            panel: true,
        }
    }
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) fn around(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self {
            x: x - width / 2.0,
            y: y - height / 2.0,
            width,
            height,
        }
    }

    pub(crate) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// How much of it another one covers, in square pixels.
    pub(crate) fn overlap(&self, other: &Self) -> f64 {
        let across = self.right().min(other.right()) - self.x.max(other.x);
        let down = self.bottom().min(other.bottom()) - self.y.max(other.y);
        across.max(0.0) * down.max(0.0)
    }

    pub(crate) fn holds(&self, other: &Self) -> bool {
        other.x >= self.x
            && other.y >= self.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }
}

/// The table of a game as somebody sees it.
pub struct Table<'a> {
    sight: Sight<'a>,
}

/// The board of a game without what lies on it.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The picture.
    pub scene: Scene,
    /// How many pixels a space is wide, or an inch of a flat table.
    pub unit: f64,
    /// The point of the picture that is the middle of all spaces at their lowest level, or of the table.
    pub middle: (f64, f64),
}

/// How much further up a space of this level is drawn than one at level 0, in widths of a hex.
#[must_use]
pub fn lift(level: i64) -> f64 {
    hexes::lift(level)
}

impl<'a> Table<'a> {
    /// The board so many pixels wide, without pieces and what is told of them; nothing, if nothing can stand on it.
    #[must_use]
    pub fn ground(&self, width: f64) -> Option<Ground> {
        let shown = Shown {
            width,
            panel: false,
            ..Shown::default()
        };
        let mut scene = self.scene(shown);
        scene.items.retain(|item| {
            matches!(
                item.role,
                Role::Ground | Role::Space | Role::Zone | Role::Wall | Role::Caption
            )
        });
        if scene.items.is_empty() {
            return None;
        }
        let setup = &self.sight.pack.setup;
        let columns = f64::from(setup.board.columns.max(1));
        let (unit, middle) = match setup.board.shape {
            BoardShape::Plane => {
                // The scale below the table is left out.
                scene.height -= plane::SCALE;
                let unit = width * 1_000.0 / f64::from(setup.table.width.max(1));
                (unit, (width / 2.0, scene.height / 2.0))
            }
            BoardShape::Hexes => {
                let wide = width / (columns + 0.5);
                let lowest = (scene.height + hexes::above(&setup.board, wide) - hexes::edge(wide)) / 2.0;
                (wide, ((width - wide / 2.0) / 2.0, lowest))
            }
            BoardShape::Squares => {
                let side = (width - squares::MARGIN) / columns;
                let half = squares::MARGIN / 2.0;
                (side, (width / 2.0 + half, scene.height / 2.0 + half))
            }
        };
        Some(Ground { scene, unit, middle })
    }

    /// The table as a viewer sees it now.
    #[must_use]
    pub fn of(game: &'a Game, looks: &'a Looks, viewer: Viewer) -> Self {
        Self {
            sight: Sight::of(game, looks, viewer),
        }
    }

    /// The value of a fact of a thing, if the viewer may know it.
    #[must_use]
    pub fn value(&self, fact: &Fact, entity: EntityId) -> Option<i64> {
        self.sight.value(fact, entity)
    }

    /// A fact of a thing in words, if the viewer may know it and there is something to say.
    #[must_use]
    pub fn words(&self, fact: &Fact, entity: EntityId) -> Option<String> {
        self.sight.text(fact, entity)
    }

    /// A thing as data: all that is known of it.
    #[must_use]
    pub fn thing(&self, entity: EntityId) -> Thing {
        things::thing(&self.sight, entity)
    }

    /// The table as a scene.
    #[must_use]
    pub fn scene(&self, shown: Shown<'_>) -> Scene {
        let sight = &self.sight;
        let beside = shown.panel && shown.width >= WIDE && self.steepness() > FLAT;
        let head = if shown.panel { HEAD } else { 0.0 };
        let edge = if shown.panel { EDGE } else { 0.0 };
        let room = match beside {
            true => shown.width - PANEL - 3.0 * edge,
            false => shown.width - 2.0 * edge,
        };
        let area = Area {
            x: edge,
            y: edge + head,
            width: room.max(200.0),
            height: 0.0,
        };
        let shape = sight.pack.setup.board.shape;
        let (mut items, board) = match shape {
            BoardShape::Plane => plane::board(sight, area, shown),
            BoardShape::Hexes => hexes::board(sight, area, shown),
            BoardShape::Squares => squares::board(sight, area, shown),
        };
        let mut height = board.bottom() + edge;
        if shown.panel {
            items.push(self.head(
                Area {
                    y: edge,
                    height: head,
                    width: shown.width - 2.0 * edge,
                    ..area
                },
                shown.theme,
            ));
            let left = if beside { board.x + room + edge } else { edge };
            let top = if beside { edge + head } else { height };
            let width = if beside { PANEL } else { shown.width - 2.0 * edge };
            let (panel, bottom) = panel::panel(
                sight,
                Area {
                    x: left,
                    y: top,
                    width,
                    height: 0.0,
                },
                shown.theme,
            );
            items.extend(panel);
            height = height.max(bottom + edge);
        }
        Scene {
            width: shown.width,
            height,
            ground: shown.theme.paper,
            title: sight.pack.title.name.clone(),
            items,
            icons: std::sync::Arc::clone(&sight.looks.icons),
        }
    }

    /// How tall the board is for its width.
    fn steepness(&self) -> f64 {
        let setup = &self.sight.pack.setup;
        let (wide, tall) = match setup.board.shape {
            BoardShape::Plane => (f64::from(setup.table.width), f64::from(setup.table.length)),
            BoardShape::Hexes => (f64::from(setup.board.columns), f64::from(setup.board.rows) * 0.87),
            BoardShape::Squares => (f64::from(setup.board.columns), f64::from(setup.board.rows)),
        };
        tall / wide.max(1.0)
    }

    /// The line above the board: what is played, which round it is, and whose turn to decide it is.
    fn head(&self, area: Area, theme: Theme) -> Item {
        let sight = &self.sight;
        let baseline = area.y + 24.0;
        let words = |x: f64, size: f64, text: String, anchor, bold, colour| {
            Shape::Text(Words {
                x,
                y: baseline,
                size,
                text,
                anchor,
                bold,
                colour,
                halo: None,
            })
        };
        let state = sight.state();
        let state_width = letters::width(&state.text, 14.0, true);
        let title = letters::cut(
            &sight.pack.title.name,
            19.0,
            true,
            area.width - state_width - 70.0,
        );
        let mut shapes = vec![words(area.x, 19.0, title, Anchor::Start, true, theme.ink)];
        let right = area.right();
        if let Some(colour) = state.colour {
            shapes.push(Shape::Circle {
                x: right - state_width - 14.0,
                y: baseline - 5.0,
                radius: 6.0,
                paint: Paint::plain(colour),
            });
        }
        shapes.push(words(right, 14.0, state.text, Anchor::End, true, theme.ink));
        Item {
            key: "head".to_owned(),
            role: Role::Caption,
            title: String::new(),
            place: Place::default(),
            shapes,
        }
    }
}
