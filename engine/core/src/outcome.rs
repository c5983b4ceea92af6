//! How a game ends. Who won then is for [`Game::winners`](crate::Game::winners) to say.

use crate::content::Content;
use cardwright_bytecode::pack::{Id, OutcomeDef};
use cardwright_vm::Bound;
use serde::{Deserialize, Serialize};

/// Every limit of the interpreter whose outcome is not [`Outcome::FuelExhausted`].
const BOUNDS: [Bound; 14] = [
    Bound::Frames,
    Bound::Sets,
    Bound::Nesting,
    Bound::Pools,
    Bound::Effects,
    Bound::Entities,
    Bound::Dice,
    Bound::Options,
    Bound::Places,
    Bound::Cost,
    Bound::Members,
    Bound::Entries,
    Bound::Memory,
    Bound::Impure,
];

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// An outcome that the content names.
    Named(Id<OutcomeDef>),
    /// The content's main procedure came to its end without naming an outcome.
    Finished,
    /// Content burnt all fuel between two decisions.
    FuelExhausted,
    /// Too many windows and offers were open inside each other.
    WindowsExceeded,
    /// A limit of the interpreter was reached.
    BoundReached(Bound),
}

impl Outcome {
    /// Every outcome that a game of this content can have.
    pub fn all(content: &Content) -> impl Iterator<Item = Self> {
        let named = content.pack.outcomes.numbered();
        let named = named.map(|(number, _)| Self::Named(number));
        let core = [Self::Finished, Self::FuelExhausted, Self::WindowsExceeded];
        named
            .chain(core)
            .chain(BOUNDS.into_iter().map(Self::BoundReached))
    }

    /// The end that reaching a limit of the interpreter means.
    pub(crate) fn of_bound(bound: Bound) -> Self {
        match bound {
            Bound::Fuel => Self::FuelExhausted,
            other => Self::BoundReached(other),
        }
    }

    /// Whether the game ended because content reached a limit, which no finished content does.
    #[must_use]
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::Named(_) | Self::Finished)
    }

    /// The stable id: the content's own, or one that begins with `core-`.
    #[must_use]
    pub fn id(self, content: &Content) -> &str {
        match self {
            Self::Named(number) => content.pack.outcomes.find(number).map_or("", |def| &def.id),
            Self::Finished => "core-finished",
            Self::FuelExhausted => "core-fuel-exhausted",
            Self::WindowsExceeded => "core-windows-exceeded",
            Self::BoundReached(bound) => bound_id(bound),
        }
    }

    /// The title for people.
    #[must_use]
    pub fn title(self, content: &Content) -> &str {
        match self {
            Self::Named(number) => content.pack.outcomes.find(number).map_or("", |def| &def.title),
            Self::Finished => "The game has ended",
            Self::FuelExhausted => "The content ran too long without a decision",
            Self::WindowsExceeded => "Too many windows were open inside one another",
            Self::BoundReached(bound) => bound_title(bound),
        }
    }
}

fn bound_id(bound: Bound) -> &'static str {
    match bound {
        Bound::Frames => "core-frames-exceeded",
        Bound::Sets => "core-sets-exceeded",
        Bound::Nesting => "core-nesting-exceeded",
        Bound::Pools => "core-pools-exceeded",
        Bound::Effects => "core-effects-exceeded",
        Bound::Entities => "core-entities-exceeded",
        Bound::Dice => "core-dice-exceeded",
        Bound::Options => "core-options-exceeded",
        Bound::Places => "core-places-exceeded",
        Bound::Cost => "core-cost-exceeded",
        Bound::Members => "core-members-exceeded",
        Bound::Entries => "core-entries-exceeded",
        Bound::Memory => "core-memory-exceeded",
        Bound::Impure => "core-impure-condition",
        Bound::Fuel => "core-fuel-exhausted",
    }
}

fn bound_title(bound: Bound) -> &'static str {
    match bound {
        Bound::Frames => "Too many procedures ran inside one another",
        Bound::Sets => "Too many sets were in use at once",
        Bound::Nesting => "A value or condition used itself too many times",
        Bound::Pools => "Too many dice pools were in use at once",
        Bound::Effects => "Too many lasting effects were running at once",
        Bound::Entities => "More pieces or cards were made than their kind allows",
        Bound::Dice => "A pool would have had more than 1000 dice",
        Bound::Options => "A player would have had to choose among more than 4096 options",
        Bound::Places => "More than 4096 places would have been listed; use a smaller area or a larger step",
        Bound::Members => "A set in a `state` would have had more than 1024 members",
        Bound::Entries => "A `state` would have had more than 4096 values",
        Bound::Memory => "Sets and states used too much memory",
        Bound::Cost => "A move would have cost more than 100000",
        Bound::Impure => "A condition tried to change the game",
        Bound::Fuel => "The content ran too long without a decision",
    }
}
