//! The story of a game and the questions to players: texts with values in them.
//!
//! Nothing of it changes what happens. It is worked out only while a game is recorded, from what the functions read.

use super::{ChoiceDef, FuncId, Id, OfferDef, Pack, ProcedureDef};
use crate::ty::Ty;
use serde::{Deserialize, Serialize};

/// The most values in one text.
pub const MOST_PHRASE_PARTS: usize = 16;

/// A text of the pack with values in braces: `{s} turns {m}`; what stands between the braces is for people only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhraseDef {
    /// Index into [`Pack::texts`].
    pub text: u32,
    /// The functions that give the values, in their order; pure, with the parameters of the telling.
    pub parts: Vec<FuncId>,
}

/// The text that is told of something, or asked about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TellingDef {
    /// The subject.
    pub of: ToldOf,
    /// The function that gives the text (pure); an empty one tells nothing.
    pub text: FuncId,
    /// The texts among which it may be, where they have values.
    pub phrases: Vec<PhraseDef>,
}

/// The subject of a telling, with the parameters of its functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ToldOf {
    /// A run of a procedure as it begins; the run is the context.
    Run(Id<ProcedureDef>),
    /// A step once it has done what it does; the run is the context.
    Step(Id<ProcedureDef>, u32),
    /// The question to whoever can use an ability in a window of a step; the run is the context.
    Asked(Id<ProcedureDef>, u32),
    /// A change of a field of a kind (index into the pack's kinds): of which entity, what it was, and what it is.
    Field(u16, u32),
    /// A change of the number of tokens of a sort (index into the pack's tokens): of which entity, how
    /// many there were, and how many there are.
    Tokens(u32),
    /// The comings and goings of entities of a kind (index into the pack's kinds), of which only an empty text tells: nobody
    /// is told of them.
    Kind(u16),
    /// The question that an offer is; its parameters.
    Offer(Id<OfferDef>),
}

impl ChoiceDef {
    /// How many arguments the values of the question are made from.
    #[must_use]
    pub fn asked_count(&self, pack: &Pack) -> usize {
        let part = self.parts.first().and_then(|&part| pack.functions.find(part));
        part.map_or(0, |part| usize::from(part.params))
    }

    /// The types of the arguments that the values of the question are made from.
    pub fn asked_with<'p>(&self, pack: &'p Pack) -> &'p [Ty] {
        let part = self.parts.first().and_then(|&part| pack.functions.find(part));
        part.map_or(&[], |part| {
            &part.registers[..usize::from(part.params).min(part.registers.len())]
        })
    }
}
