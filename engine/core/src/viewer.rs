//! The viewer of a game. All code that tells of a game's state takes a [`Viewer`]: a text is a function of
//! what its viewer may see.
//!
//! Not here: what is hidden from whom (`view`), and how it is kept out of an explanation (`gaze`).

use cardwright_bytecode::pack::EntityId;

/// The viewer of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Viewer {
    /// A viewer who sees all: a judge, a test.
    Judge,
    /// A viewer who plays no part: he sees what all players see.
    Public,
    /// A player.
    Player(EntityId),
}

impl Viewer {
    /// Whether it is a judge.
    #[must_use]
    pub fn sees_all(self) -> bool {
        match self {
            Self::Judge => true,
            Self::Public | Self::Player(_) => false,
        }
    }

    /// Whether the viewer may know what one player alone may know.
    #[must_use]
    pub fn sees_as(self, player: EntityId) -> bool {
        match self {
            Self::Judge => true,
            Self::Public => false,
            Self::Player(viewer) => viewer == player,
        }
    }
}
