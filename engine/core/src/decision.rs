//! Decisions: what a player is asked, what an answer is, and why an answer can be refused.

use crate::answer::Answer;
use crate::copies::copied_by_field;
use crate::memory::mixed;
use crate::places::PlaceAsked;
use crate::state::Source;
use cardwright_bytecode::pack::{ChoiceDef, EntityId, Id, OfferDef, Rule, WindowDef};
use serde::{Deserialize, Serialize};

/// A question to a player that waits for an answer.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The player who decides.
    pub by: EntityId,
    /// The question. Empty while nothing is recorded.
    pub prompt: String,
    /// The options, in a fixed order.
    pub options: Vec<DecisionOption>,
    /// The number of options that must be chosen at least.
    pub least: usize,
    /// The number of options that can be chosen at most.
    pub most: usize,
    /// The answer for a player who does not care; always legal.
    pub default: Answer,
    /// Whether only the player learns the answer.
    pub secret: bool,
    /// Whether the order matters in which options are chosen; then an answer names them in that order.
    pub ordered: bool,
    /// The kind of question.
    pub kind: DecisionKind,
    /// The places where a piece can be put, for a choice of a place; then there are no options.
    pub place: Option<PlaceAsked>,
}

/// One option of a decision.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionOption {
    /// The text for people. Empty while nothing is recorded.
    pub label: String,
    /// The meaning: a value, a place in the list of abilities, or -1 for passing.
    pub value: i64,
}

/// The kind of question that a decision asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DecisionKind {
    /// Content asks for members of a set.
    Choose(Id<ChoiceDef>),
    /// Content asks yes or no.
    YesNo(Id<ChoiceDef>),
    /// The ability to use next in a window.
    Ability(Id<WindowDef>),
    /// The option of an offer to take.
    Offer(Id<OfferDef>),
    /// Content asks for a place.
    Place(Id<ChoiceDef>),
}

/// Why an answer was refused. The game is as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecisionError {
    /// Nobody is asked anything now.
    NothingAsked,
    /// There is no such option.
    NoSuchOption {
        /// The place that was given.
        option: usize,
        /// The number of options.
        count: usize,
    },
    /// The places are not in ascending order, or one is given twice.
    NotAscending,
    /// A place is given twice where the order is the player's.
    Twice,
    /// Too few options were chosen.
    TooFew {
        /// The number that was chosen.
        chosen: usize,
        /// The number that is needed.
        least: usize,
    },
    /// Too many options were chosen.
    TooMany {
        /// The number that was chosen.
        chosen: usize,
        /// The number that is allowed.
        most: usize,
    },
    /// Options are given where a place is asked for.
    PlaceWanted,
    /// A place is given where options are asked for.
    OptionsWanted,
    /// The piece would not stand in the region.
    OutsideRegion,
    /// The piece may not face this way.
    WrongFacing,
    /// The rules say no to this place.
    Forbidden {
        /// The last question that was answered with no, and where it is written; empty if nothing is known.
        why: String,
    },
    /// A limit was reached while the rules were asked.
    TestTooLong,
}

impl std::fmt::Display for DecisionError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NothingAsked => write!(out, "no player has to decide anything now"),
            Self::NoSuchOption { option, count } => {
                write!(
                    out,
                    "there is no option {}; the number of options is {count}",
                    option.saturating_add(1)
                )
            }
            Self::NotAscending => write!(out, "options must be in ascending order, without repetition"),
            Self::Twice => write!(out, "an option occurs twice"),
            Self::TooFew { chosen, least } => {
                write!(
                    out,
                    "{chosen} options were chosen, but at least {least} are needed"
                )
            }
            Self::TooMany { chosen, most } => {
                write!(
                    out,
                    "{chosen} options were chosen, but at most {most} are allowed"
                )
            }
            Self::PlaceWanted => write!(
                out,
                "the answer must be a place, and the heading of the piece \
             there"
            ),
            Self::OptionsWanted => write!(out, "the answer must be options, not a place"),
            Self::OutsideRegion => write!(out, "the piece would not be in the required region"),
            Self::WrongFacing => write!(out, "the piece cannot have this heading"),
            Self::Forbidden { why } if why.is_empty() => write!(out, "the rules do not allow this place"),
            Self::Forbidden { why } => write!(out, "the rules do not allow this place, because of: {why}"),
            Self::TestTooLong => write!(
                out,
                "it would take too long to find out whether the rules allow this place"
            ),
        }
    }
}

impl std::error::Error for DecisionError {}

impl Decision {
    /// Whether an answer is legal, as far as the decision itself says; [`Game::check`](crate::Game::check) says the rest.
    ///
    /// # Errors
    /// Why it is not.
    pub(crate) fn check(&self, answer: &Answer) -> Result<(), DecisionError> {
        let places = match (answer, &self.place) {
            (Answer::At(_), Some(_)) => return Ok(()),
            (Answer::At(_), None) => return Err(DecisionError::OptionsWanted),
            (Answer::Options(options), Some(_)) if !options.is_empty() => {
                return Err(DecisionError::PlaceWanted);
            }
            (Answer::Options(options), _) => options,
        };
        let (chosen, count) = (places.len(), self.options.len());
        let mut places = places.clone();
        if self.ordered {
            places.sort_unstable();
        }
        if !places.is_sorted_by(|a, b| a < b) {
            return Err(match self.ordered {
                true => DecisionError::Twice,
                false => DecisionError::NotAscending,
            });
        }
        if let Some(&option) = places.last().filter(|&&option| option >= count) {
            return Err(DecisionError::NoSuchOption { option, count });
        }
        if chosen < self.least {
            return Err(DecisionError::TooFew {
                chosen,
                least: self.least,
            });
        }
        if chosen > self.most {
            return Err(DecisionError::TooMany {
                chosen,
                most: self.most,
            });
        }
        Ok(())
    }

    /// The place of the option with this label.
    #[must_use]
    pub fn labelled(&self, label: &str) -> Option<usize> {
        self.options.iter().position(|option| option.label == label)
    }
}

/// A decision that is waited for, as it is stored: everything but the texts, which the pack gives.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pending {
    pub(crate) by: EntityId,
    pub(crate) values: Vec<i64>,
    pub(crate) least: usize,
    pub(crate) most: usize,
    pub(crate) default: Answer,
    pub(crate) secret: bool,
    pub(crate) ask: Ask,
}

impl Pending {
    /// A number for the question: as good as always the same only where the same is asked with the same options.
    pub(crate) fn mark(&self) -> u64 {
        let (sort, number) = match &self.ask {
            Ask::Choose { choice, .. } => (1, choice.number()),
            Ask::May { choice, .. } => (2, choice.number()),
            Ask::Place { choice, .. } => (3, choice.number()),
            Ask::Ability { window, .. } => (4, window.number()),
            Ask::Offer { offer, .. } => (5, offer.number()),
        };
        let question = [sort, u64::from(number), u64::from(self.by)];
        let options = self.values.iter().map(|&value| value as u64);
        question.into_iter().chain(options).fold(0, mixed)
    }
}

copied_by_field! {
    Decision { by, prompt, options, least, most, default, secret, ordered, kind, place }
    DecisionOption { label, value }
    Pending { by, values, least, most, default, secret, ask }
}

/// The use of the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Ask {
    /// Register `dest` gets the choice, and the one after it whether something was chosen.
    Choose { choice: Id<ChoiceDef>, dest: u32 },
    /// Register `dest` gets the answer.
    May { choice: Id<ChoiceDef>, dest: u32 },
    /// The candidate that is used next, by the value's place in the list, or none of them.
    Ability {
        window: Id<WindowDef>,
        candidates: Vec<(Id<Rule>, Source)>,
    },
    /// The candidate that is taken, or the end of the offer.
    Offer {
        offer: Id<OfferDef>,
        candidates: Vec<(Id<Rule>, Source)>,
    },
    /// Register `dest` gets the pose, and the one after it whether; what is asked begins at register `first`.
    Place {
        choice: Id<ChoiceDef>,
        dest: u32,
        first: u32,
    },
}

/// The value of the option to pass.
pub(crate) const PASS: i64 = -1;
