//! Values of a game by names, as a viewer may know them.

use crate::board::plane::Pose;
use crate::board::spaces::Stand;
use crate::game::Game;
use crate::view::View;
use crate::viewer::Viewer;
use cardwright_bytecode::board::{Shape, unpack_standing};
use cardwright_bytecode::pack::{EntityId, FootprintDef};
use cardwright_bytecode::{Base, Ty};
use serde::{Deserialize, Serialize};

/// A value by names. In JSON it is what it is in the language: a number, a text, a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Nobody, nothing, nowhere: `null`.
    Nothing,
    /// Yes or no.
    Truth(bool),
    /// A number.
    Whole(i64),
    /// A length in inches, or an angle in degrees.
    Measure(f64),
    /// A word, a text, the id of a row, piece, card, player or deck, or what a space is called.
    Text(String),
    /// The members of a set, in their order.
    Set(Vec<Value>),
    /// A card that lies face down and that the viewer does not know.
    Unknown {
        /// Its kind.
        unknown: String,
    },
    /// A place on the board.
    Place(Place),
}

/// A place on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Place {
    /// On the flat table: the centre of the base in inches from the lower left corner, and which way it faces, in degrees
    /// clockwise from the far side of the table.
    Table {
        /// The distance from west to east.
        x: f64,
        /// The distance from south to north.
        y: f64,
        /// The direction in which it faces.
        facing: f64,
    },
    /// The spaces under a piece, the leading one first.
    Spaces {
        /// Their names: `c5`.
        spaces: Vec<String>,
    },
    /// A corner of a square.
    Corner {
        /// The corner.
        corner: String,
        /// The space that has the corner.
        of: String,
    },
}

/// Thousandths as a number that people read.
pub(super) fn measure(thousandths: i64) -> f64 {
    thousandths as f64 / 1_000.0
}

/// A game as somebody sees it.
pub(super) struct Eyes<'a> {
    pub(super) game: &'a Game,
    pub(super) view: View,
}

impl<'a> Eyes<'a> {
    pub(super) fn new(game: &'a Game, viewer: Viewer) -> Self {
        let view = game.view(viewer);
        Self { game, view }
    }

    /// A value of a type, but for sets.
    pub(super) fn value(&self, ty: Ty, value: i64) -> Value {
        match ty.base {
            Base::Nothing => Value::Nothing,
            Base::Bool => Value::Truth(value != 0),
            Base::Number | Base::Quantity => Value::Whole(value),
            Base::Length | Base::Angle => Value::Measure(measure(value)),
            Base::Thing | Base::Entity(_) => self.entity(value),
            Base::Row(_) => self.row(value),
            Base::Space if value == 0 => Value::Nothing,
            Base::Pose => Value::Place(self.place(value)),
            Base::Pool => {
                let dice = self.game.state.pool(value).iter().filter(|die| !die.gone);
                let face = |face| Value::Text(self.game.labels().faces(&[face]));
                Value::Set(dice.map(|die| face(die.face)).collect())
            }
            Base::Text | Base::Word(_) | Base::Die | Base::Space => {
                Value::Text(self.game.labels().value(ty, value))
            }
        }
    }

    pub(super) fn members(&self, ty: Ty, members: &[i64]) -> Value {
        let member = Ty::one(ty.base);
        Value::Set(members.iter().map(|&one| self.value(member, one)).collect())
    }

    fn row(&self, value: i64) -> Value {
        let rows = &self.game.content.pack.rows;
        let row = usize::try_from(value).ok().filter(|&row| row > 0);
        row.and_then(|row| rows.get(row))
            .map_or(Value::Nothing, |row| Value::Text(row.id.clone()))
    }

    /// An entity by its id; a card that the viewer does not know, by its kind.
    pub(super) fn entity(&self, value: i64) -> Value {
        let Some(entity) = EntityId::try_from(value).ok().filter(|&entity| entity > 0) else {
            return Value::Nothing;
        };
        if !self.view.knows_card(entity) {
            let unknown = self.kind_name(entity);
            return Value::Unknown { unknown };
        }
        let id = self.game.labels().entity_id(value);
        id.map_or(Value::Nothing, Value::Text)
    }

    /// The id of an entity that the viewer knows.
    pub(super) fn id(&self, value: i64) -> Option<String> {
        match self.entity(value) {
            Value::Text(id) => Some(id),
            _ => None,
        }
    }

    pub(super) fn kind_name(&self, entity: EntityId) -> String {
        let kind = self.game.content.index.kind(i64::from(entity));
        let kind = kind.and_then(|kind| self.game.content.pack.kinds.get(usize::from(kind)));
        kind.map_or_else(String::new, |kind| kind.name.clone())
    }

    fn space(&self, space: i64) -> String {
        self.game.labels().value(Ty::SPACE, space)
    }

    /// A packed pose.
    pub(super) fn place(&self, packed: i64) -> Place {
        if self.game.content.board.spaces().is_none() {
            let Pose { x, y, heading } = Pose::unpack(packed);
            let [x, y, facing] = [x, y, heading].map(|number| measure(i64::from(number)));
            return Place::Table { x, y, facing };
        }
        let (lead, second) = unpack_standing(packed);
        let squares = self.game.content.pack.setup.board.shape == Shape::Squares;
        if squares && second > 0 {
            let corner = match second {
                1 => "upper right",
                3 => "lower right",
                5 => "lower left",
                _ => "upper left",
            };
            let (corner, of) = (corner.to_owned(), self.space(lead));
            return Place::Corner { corner, of };
        }
        let both = [lead, second].into_iter().filter(|&space| space > 0);
        Place::Spaces {
            spaces: both.map(|space| self.space(space)).collect(),
        }
    }

    /// The place of a piece, with all the spaces under it.
    pub(super) fn standing(&self, entity: EntityId) -> Option<Place> {
        let packed = self.game.pose(entity)?;
        let Some(board) = self.game.content.board.spaces() else {
            return Some(self.place(packed));
        };
        let kind = self.game.content.index.kind(i64::from(entity))?;
        let size = match self.game.content.pack.kinds.get(usize::from(kind))?.footprint {
            Some(FootprintDef::Spaces(field, _)) => self.game.field(entity, usize::from(field)),
            _ => 1,
        };
        let size = u8::try_from(size.max(1)).unwrap_or(u8::MAX);
        let stand: Stand = board.map().stand(packed);
        let under = board.under(stand, size);
        let spaces = under.iter().map(|&space| self.space(i64::from(space)));
        Some(Place::Spaces {
            spaces: spaces.collect(),
        })
    }
}
