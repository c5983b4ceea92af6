//! Boards: where pieces can be. Each kind of board is one module that knows places and measures, and nothing
//! else.
//!
//! Here: the flat table ([`plane`]); what all boards of spaces share ([`spaces`]), hexes ([`hex`]) and squares with
//! walls ([`square`]). Not here: pieces, turns, rules, or anything that names a game.

pub mod hex;
pub mod plane;
pub mod reach;
pub mod spaces;
pub mod square;

use cardwright_bytecode::board::Shape;
use cardwright_bytecode::pack::Setup;
use hex::HexBoard;
use plane::Table;
use spaces::SpaceBoard;
use square::SquareBoard;

/// The board of a game.
#[derive(Clone, Debug)]
pub enum Board {
    /// A flat table.
    Plane(Table),
    /// Hexes with levels.
    Hexes(HexBoard),
    /// Squares with walls.
    Squares(SquareBoard),
}

impl Board {
    /// The board that a game is set up on.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        match setup.board.shape {
            Shape::Hexes => Self::Hexes(HexBoard::new(&setup.board)),
            Shape::Squares => Self::Squares(SquareBoard::new(&setup.board)),
            Shape::Plane => Self::Plane(Table {
                width: setup.table.width,
                length: setup.table.length,
            }),
        }
    }

    /// The common part of boards of spaces; `None` for the plane.
    #[must_use]
    pub fn spaces(&self) -> Option<&dyn SpaceBoard> {
        match self {
            Self::Plane(_) => None,
            Self::Hexes(board) => Some(board),
            Self::Squares(board) => Some(board),
        }
    }
}
