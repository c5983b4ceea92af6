//! The places of things on the table.

use super::object::Place;
use crate::content::SystemBook;
use crate::model::Pose;
use crate::model::facts::{Shape, Spaces};
use crate::model::scenario::Play;
use cardwright_draw::Ground;

/// How far apart the middles of spaces are, in inches.
const SPACE: f64 = 1.5;
/// How far the rows of hexes lie apart, in spaces: half the root of three.
const HEX_ROW: f64 = 0.866;

/// The table of a scenario.
pub(super) enum Layout<'a> {
    /// Flat, so wide and long, in thousandths of an inch.
    Plane(i64, i64),
    Spaces(&'a Spaces),
}

fn inches(thousandths: i64) -> f64 {
    // Exact: no table has so many thousandths that a float cannot hold them.
    thousandths as f64 / 1000.0
}

impl<'a> Layout<'a> {
    pub(super) fn of(system: &'a SystemBook<'_>, play: &'a Play) -> Self {
        let map = play.map.as_ref();
        let map = map.and_then(|id| system.maps.iter().find(|map| map.id == *id));
        match map.map(|map| &map.board).or(play.spaces.as_ref()) {
            Some(spaces) => Self::Spaces(spaces),
            None => play
                .table
                .as_ref()
                .map_or(Self::Plane(0, 0), |table| Self::Plane(table.width, table.length)),
        }
    }

    /// How far it reaches from its middle towards the south.
    pub(super) fn south(&self) -> f64 {
        match self {
            Self::Plane(_, length) => inches(*length) / 2.0,
            Self::Spaces(spaces) => f64::from(spaces.rows) * SPACE / 2.0,
        }
    }

    /// The place of the board's picture, and its width and length.
    pub(super) fn board(&self, ground: &Ground) -> (Place, (f64, f64)) {
        let unit = match self {
            Self::Plane(..) => 1.0,
            Self::Spaces(_) => SPACE,
        };
        let size = |pixels: f64| pixels / ground.unit * unit;
        let scene = &ground.scene;
        let place = Place {
            x: size(scene.width / 2.0 - ground.middle.0),
            z: size(ground.middle.1 - scene.height / 2.0),
            ..Place::default()
        };
        (place, (size(scene.width), size(scene.height)))
    }

    pub(super) fn place(&self, pose: &Pose) -> Option<Place> {
        match (self, pose) {
            (Self::Plane(width, length), Pose::Plane(pose)) => Some(Place {
                x: inches(2 * pose.x - width) / 2.0,
                z: inches(2 * pose.y - length) / 2.0,
                turned: inches(pose.heading),
                ..Place::default()
            }),
            (Self::Spaces(board), Pose::Spaces(pose)) => {
                let space = board.spaces.iter().find(|space| space.id == pose.space)?;
                let is_hexes = board.shape == Shape::Hexes;
                let shift = if is_hexes && space.row.is_multiple_of(2) {
                    0.5
                } else {
                    0.0
                };
                let apart = if is_hexes { HEX_ROW } else { 1.0 };
                let raised = if is_hexes {
                    cardwright_draw::lift(space.level)
                } else {
                    0.0
                };
                let middle = |count: u32| (f64::from(count) + 1.0) / 2.0;
                Some(Place {
                    x: (f64::from(space.column) - middle(board.columns) + shift) * SPACE,
                    // Where the board's picture shows the ground of the space.
                    z: ((middle(board.rows) - f64::from(space.row)) * apart + raised) * SPACE,
                    ..Place::default()
                })
            }
            _ => None,
        }
    }
}
