//! Scenes: maps with their walls and spaces, scenarios with a token where each piece stands.

use super::Module;
use super::tokens::token;
use crate::model::Pose;
use crate::model::facts::{Map, Shape, Space, Spaces};
use crate::model::play::Entity;
use crate::model::scenario::Scenario;
use serde_json::{Value, json};

/// A space, or an inch, in pixels.
pub(super) const SIZE: f64 = 100.0;
/// How tall a hex is, if it is so wide: twice, over the root of three.
const HEX_TALL: f64 = 115.47;
/// How far the rows of hexes lie apart: three quarters of that.
const HEX_ROW: f64 = 86.6;

pub(super) fn all(module: &Module<'_>) -> Vec<Value> {
    let maps = module.system.maps.iter();
    let maps = maps.map(|map| of_map(module, map));
    let scenarios = module.system.scenarios.iter();
    maps.chain(scenarios.map(|scenario| of_scenario(module, scenario)))
        .collect()
}

/// The board of a scene.
pub(super) enum Ground<'a> {
    /// A flat table of this width and length, in thousandths of an inch.
    Plane(i64, i64),
    Spaces(&'a Spaces),
}

fn of_map(module: &Module<'_>, map: &Map) -> Value {
    let about = format!("map {}", map.id);
    scene(module, &about, &map.title, &Ground::Spaces(&map.board), &[])
}

fn of_scenario(module: &Module<'_>, scenario: &Scenario) -> Value {
    let play = &scenario.play;
    let map = play.map.as_ref();
    let map = map.and_then(|id| module.system.maps.iter().find(|map| map.id == *id));
    let ground = match (map.map(|map| &map.board).or(play.spaces.as_ref()), &play.table) {
        (Some(spaces), _) => Ground::Spaces(spaces),
        (None, Some(table)) => Ground::Plane(table.width, table.length),
        (None, None) => Ground::Plane(0, 0),
    };
    let about = format!("scenario {}", scenario.id);
    scene(module, &about, &scenario.title, &ground, &play.start.entities)
}

fn scene(module: &Module<'_>, about: &str, title: &str, ground: &Ground<'_>, pieces: &[Entity]) -> Value {
    let (width, height) = ground.size();
    let id = |part: String| module.id_of(&format!("{about} {part}"));
    let walls = ground
        .walls()
        .into_iter()
        .enumerate()
        .map(|(at, corners)| json!({ "_id": id(format!("wall {at}")), "c": corners, "flags": {} }));
    let drawings = ground.spaces().filter_map(|space| {
        let told = told(space)?;
        let (x, y) = ground.middle(space);
        Some(json!({
            "_id": id(format!("space {}", space.id)),
            "x": x - SIZE / 2.0, "y": y - SIZE / 2.0,
            "shape": { "type": "r", "width": SIZE, "height": SIZE },
            "strokeWidth": 0, "strokeAlpha": 0, "fillType": 0,
            "text": told, "fontSize": 18, "textColor": "#ffffff",
            "flags": module.flags(json!({ "space": space.id })),
        }))
    });
    let tokens = pieces
        .iter()
        .filter_map(|piece| token(module, id(format!("piece {}", piece.id)), ground, piece));
    json!({
        "_id": id(String::new()),
        "name": title,
        "width": width,
        "height": height,
        "padding": 0,
        "grid": { "type": ground.grid(), "size": SIZE, "distance": 1, "units": ground.unit() },
        "walls": walls.collect::<Vec<Value>>(),
        "drawings": drawings.collect::<Vec<Value>>(),
        "tokens": tokens.collect::<Vec<Value>>(),
        "tokenVision": false,
        "folder": null,
        "sort": 0,
        "ownership": { "default": 0 },
        "flags": module.flags(json!({ "scene": about })),
    })
}

/// The label of a space: its terrain, and its level, if it is not the lowest; `None` if it has neither.
fn told(space: &Space) -> Option<String> {
    let terrain = match &space.terrain {
        crate::model::Value::Name(terrain) => Some(terrain.clone()),
        _ => None,
    };
    let level = (space.level != 0).then(|| format!("level {}", space.level));
    let told: Vec<String> = terrain.into_iter().chain(level).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

impl Ground<'_> {
    /// The number by which Foundry knows the grid: 0 for none, 1 for squares, 2 for hexes in rows of which
    /// the second is shifted.
    fn grid(&self) -> u8 {
        match self {
            Self::Spaces(board) if board.shape == Shape::Hexes => 2,
            Self::Spaces(_) => 1,
            Self::Plane(..) => 0,
        }
    }

    fn unit(&self) -> &'static str {
        match self {
            Self::Plane(..) => "in",
            Self::Spaces(_) => "",
        }
    }

    pub(super) fn is_hexes(&self) -> bool {
        matches!(self, Self::Spaces(board) if board.shape == Shape::Hexes)
    }

    /// How wide and tall, in whole pixels; never nothing, which is no scene.
    fn size(&self) -> (u32, u32) {
        let (width, height) = match self {
            Self::Plane(width, length) => (pixels(*width), pixels(*length)),
            Self::Spaces(board) => {
                let (columns, rows) = (f64::from(board.columns), f64::from(board.rows));
                match self.is_hexes() {
                    true => ((columns + 0.5) * SIZE, (rows - 1.0) * HEX_ROW + HEX_TALL),
                    false => (columns * SIZE, rows * SIZE),
                }
            }
        };
        let whole = |length: f64| length.max(SIZE).ceil() as u32;
        (whole(width), whole(height))
    }

    fn spaces(&self) -> impl Iterator<Item = &Space> {
        let spaces = match self {
            Self::Spaces(board) => &board.spaces[..],
            Self::Plane(..) => &[],
        };
        spaces.iter()
    }

    /// The middle of a space.
    fn middle(&self, space: &Space) -> (f64, f64) {
        let (column, row) = (f64::from(space.column - 1), f64::from(space.row - 1));
        match self.is_hexes() {
            true => {
                let shift = if space.row.is_multiple_of(2) { 0.5 } else { 0.0 };
                ((column + 0.5 + shift) * SIZE, row * HEX_ROW + HEX_TALL / 2.0)
            }
            false => ((column + 0.5) * SIZE, (row + 0.5) * SIZE),
        }
    }

    /// The middle of a piece that covers one space, or of a base on a flat table, in pixels.
    pub(super) fn at(&self, pose: &Pose) -> Option<(f64, f64)> {
        match (self, pose) {
            // Down the screen is towards the south.
            (Self::Plane(_, length), Pose::Plane(pose)) => Some((pixels(pose.x), pixels(length - pose.y))),
            (Self::Spaces(_), Pose::Spaces(pose)) => {
                let space = self.spaces().find(|space| space.id == pose.space)?;
                Some(self.middle(space))
            }
            _ => None,
        }
    }

    /// The walls from corner to corner: those along sides, and those around spaces that are all wall.
    fn walls(&self) -> Vec<[f64; 4]> {
        let Self::Spaces(board) = self else {
            return Vec::new();
        };
        let line = |[from, to]: [[u32; 2]; 2]| {
            [from[0], from[1], to[0], to[1]].map(|corner| f64::from(corner) * SIZE)
        };
        let along = board.walls.iter().map(|wall| line([wall.from, wall.to]));
        let whole = board
            .spaces
            .iter()
            .filter(|space| space.wall.is_some() && !self.is_hexes());
        along.chain(whole.flat_map(around).map(line)).collect()
    }
}

/// The sides of a square that is wall; of one that is halved, the two of the half that is, and the wall across.
fn around(space: &Space) -> Vec<[[u32; 2]; 2]> {
    let (left, top) = (space.column - 1, space.row - 1);
    let (right, bottom) = (space.column, space.row);
    let upper = [[left, top], [right, top]];
    let lower = [[left, bottom], [right, bottom]];
    let west = [[left, top], [left, bottom]];
    let east = [[right, top], [right, bottom]];
    let rising = [[left, bottom], [right, top]];
    let falling = [[left, top], [right, bottom]];
    match space.wall.as_deref() {
        Some("upper right") => vec![lower, west, falling],
        Some("lower right") => vec![upper, west, rising],
        Some("lower left") => vec![upper, east, falling],
        Some("upper left") => vec![lower, east, rising],
        _ => vec![upper, lower, west, east],
    }
}

fn pixels(thousandths: i64) -> f64 {
    // Exact: no table has so many thousandths that a float cannot hold them.
    thousandths as f64 * SIZE / 1000.0
}
