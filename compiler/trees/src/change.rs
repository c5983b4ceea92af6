//! The things that rules watch for changes: see `check::change`.

/// The slot of whom a change concerns: a rule gives it a name of its own, or none.
pub const WHOM: &str = "(whom)";

/// A reading of the state, which a rule can watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reading {
    /// A state field of a kind.
    Field(u16, usize),
    /// How many tokens of a sort lie on an entity of a kind.
    Tokens(u16, usize),
    /// The holder of an entity of a kind.
    Holder(u16),
    /// The owner of an entity of a kind.
    Owner(u16),
    /// Whether an entity of a kind lies face up.
    Face(u16),
    /// The place of an entity of a kind.
    Place(u16),
    /// Whether an entity of a kind is in play.
    InPlay(u16),
    /// Whether an effect runs.
    Effect(usize),
}

/// The direction of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Any.
    Either,
    /// It becomes more, or begins.
    Up,
    /// It becomes less, or ends.
    Down,
}

/// The changes that a rule watches: of which reading, and in which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Watched {
    /// The reading.
    pub reading: Reading,
    /// The direction of the changes.
    pub way: Way,
}

impl Reading {
    /// The kind of what is read; none for effects.
    #[must_use]
    pub fn kind(self) -> Option<u16> {
        match self {
            Self::Field(kind, _)
            | Self::Tokens(kind, _)
            | Self::Holder(kind)
            | Self::Owner(kind)
            | Self::Face(kind)
            | Self::Place(kind)
            | Self::InPlay(kind) => Some(kind),
            Self::Effect(_) => None,
        }
    }
}
