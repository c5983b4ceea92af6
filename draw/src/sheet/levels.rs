//! How a board of hexes is built: a page for each level, with what lies on it and what is below.

use super::flow::words;
use super::{MARGIN, Paper, sheet};
use crate::card::Press;
use crate::scene::{Anchor, Item, Paint, Place, Role, Scene, Shape};
use crate::table::hexagon;
use crate::theme::{BLACK, mixed, on};
use cardwright_bytecode::board::{BoardDef, Shape as BoardShape, SpaceDef};
use cardwright_compiler::looks::{Colour, GroundLook, Pattern, colour_of};
use std::collections::BTreeMap;

const GROUND: Colour = Colour(190, 184, 160);
const BELOW: Colour = Colour(232, 232, 228);
/// The most levels that have a page.
const HIGHEST: i16 = 30;
/// How tall title and list are.
const HEAD: f64 = 220.0;

/// The pages, from the lowest level to the highest; none for other boards.
pub(super) fn pages(press: &Press<'_>, paper: Paper, title: &str) -> Vec<Scene> {
    let board = &press.pack().setup.board;
    if board.shape != BoardShape::Hexes {
        return Vec::new();
    }
    let plan = Plan { press, board };
    let levels = (0..=HIGHEST).filter(|&level| board.spaces.iter().any(|space| plan.is_laid(space, level)));
    levels.map(|level| plan.page(paper, title, level)).collect()
}

/// A board as it is built.
struct Plan<'a> {
    press: &'a Press<'a>,
    board: &'a BoardDef,
}

struct Grid {
    left: f64,
    top: f64,
    wide: f64,
    tall: f64,
}

impl Grid {
    fn corners(&self, space: &SpaceDef) -> Vec<(f64, f64)> {
        let shift = f64::from(space.row % 2) * 0.5;
        let x = self.left + (f64::from(space.column) + shift + 0.5) * self.wide;
        let y = self.top + self.tall + f64::from(space.row) * 1.5 * self.tall;
        hexagon((x, y), self.wide, self.tall)
    }
}

impl Plan<'_> {
    fn look(&self, space: &SpaceDef) -> Option<&GroundLook> {
        self.press.looks().terrain.get(&space.terrain)
    }

    /// Whether something stands on a space that is no ground, such as a tree: its look has an icon.
    fn stands(&self, space: &SpaceDef) -> bool {
        self.look(space).is_some_and(|look| look.icon.is_some()) && space.level > 0
    }

    /// Whether a tile of a space lies on a level: those from its underside up to where one stands. What stands on the ground lies on
    /// one level only.
    fn is_laid(&self, space: &SpaceDef, level: i16) -> bool {
        let lowest = space.underside.map_or(0, |underside| underside.max(0) + 1);
        let highest = if self.stands(space) {
            lowest
        } else {
            space.level.max(lowest)
        };
        (lowest..=highest).contains(&level)
    }

    fn page(&self, paper: Paper, title: &str, level: i16) -> Scene {
        let (press, board) = (self.press, self.board);
        // On its side there is more room for most boards.
        let (width, height) = (paper.height, paper.width);
        let room = (width - 2.0 * MARGIN, height - 2.0 * MARGIN - HEAD);
        let (columns, rows) = (f64::from(board.columns.max(1)), f64::from(board.rows.max(1)));
        let wide = (room.0 / (columns + 0.5)).min(room.1 / (1.5 * rows + 0.5) * 3f64.sqrt());
        let tall = wide / 3f64.sqrt();
        let grid = Grid {
            left: MARGIN + (room.0 - wide * (columns + 0.5)) / 2.0,
            top: MARGIN + HEAD,
            wide,
            tall,
        };
        let mut shapes = vec![words(
            (MARGIN, MARGIN + 46.0),
            40.0,
            &format!("{title}: level {level}"),
            Anchor::Start,
            true,
        )];
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let below = board
            .spaces
            .iter()
            .filter(|space| level > 0 && self.is_laid(space, level - 1));
        for space in below {
            shapes.push(Shape::Polygon {
                points: grid.corners(space),
                paint: Paint::plain(BELOW).edged(mixed(BELOW, BLACK, 0.25), 1.0),
            });
        }
        for space in board.spaces.iter().filter(|space| self.is_laid(space, level)) {
            let (drawn, name) = self.tile(space, &grid, level);
            shapes.extend(drawn);
            *counts.entry(name).or_default() += 1;
        }
        let list: Vec<String> = counts
            .iter()
            .map(|(name, count)| format!("{count} × {name}"))
            .collect();
        shapes.push(words(
            (MARGIN, MARGIN + 96.0),
            28.0,
            &list.join(", "),
            Anchor::Start,
            false,
        ));
        let note = "Pale: the level below. Tiles with a dot carry more on top.";
        shapes.push(words((MARGIN, MARGIN + 136.0), 24.0, note, Anchor::Start, false));
        let item = Item {
            key: format!("level:{level}"),
            role: Role::Panel,
            title: String::new(),
            place: Place::default(),
            shapes,
        };
        sheet(
            (width, height),
            format!("{title}: level {level}"),
            vec![item],
            press.icons(),
        )
    }

    /// A tile, and the name of its ground.
    fn tile(&self, space: &SpaceDef, grid: &Grid, level: i16) -> (Vec<Shape>, String) {
        let (press, board, look) = (self.press, self.board, self.look(space));
        let of_legend = || {
            let symbol = board.symbols.get(usize::from(space.symbol))?;
            colour_of(&symbol.colour)
        };
        let fill = look
            .and_then(|look| look.fill)
            .or_else(of_legend)
            .unwrap_or(GROUND);
        let points = grid.corners(space);
        let middle = points
            .iter()
            .fold((0.0, 0.0), |sum, one| (sum.0 + one.0 / 6.0, sum.1 + one.1 / 6.0));
        let mut shapes = vec![Shape::Polygon {
            points: points.clone(),
            paint: Paint::plain(fill).edged(mixed(fill, BLACK, 0.5), 2.0),
        }];
        let pattern = look.map_or(Pattern::Plain, |look| look.pattern);
        if pattern != Pattern::Plain {
            shapes.push(Shape::Polygon {
                points,
                paint: Paint::pattern(pattern, mixed(fill, on(fill), 0.3)),
            });
        }
        let size = grid.wide * 0.24;
        let mut label = words(
            (middle.0, middle.1 + size * 0.36),
            size,
            &space.id(),
            Anchor::Middle,
            true,
        );
        if let Shape::Text(words) = &mut label {
            words.colour = on(fill);
        }
        shapes.push(label);
        let icon = look
            .and_then(|look| look.icon.clone())
            .filter(|_| self.stands(space));
        if let Some(name) = icon.filter(|name| press.icons().contains_key(name)) {
            shapes.push(Shape::Icon {
                name,
                x: middle.0,
                y: middle.1 - grid.tall * 0.5,
                size: grid.wide * 0.34,
                colour: on(fill),
            });
        } else if space.level > level {
            shapes.push(Shape::Circle {
                x: middle.0,
                y: middle.1 - grid.tall * 0.6,
                radius: grid.wide * 0.06,
                paint: Paint::plain(on(fill)),
            });
        }
        let own = look.and_then(|look| look.name.clone());
        let record = board.terrain.unwrap_or(0);
        let row = press.pack().rows.get(space.terrain as usize);
        let name = own
            .or_else(|| row.map(|row| press.row(record, &row.id)))
            .unwrap_or_default();
        match self.stands(space) {
            true => (shapes, format!("{name}, {} levels tall", space.level - level)),
            false => (shapes, name),
        }
    }
}
