//! The budget of an agent for one decision.

use std::time::{Duration, Instant};

/// The budget of an agent for one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of decisions in imagined games. The same seed gives the same play.
    Decisions(u64),
    /// A time. Play depends on how fast the machine is, and is not the same again.
    Time(Duration),
}

impl Budget {
    /// Whether the same seed gives the same play.
    #[must_use]
    pub const fn is_repeatable(self) -> bool {
        matches!(self, Self::Decisions(_))
    }
}

/// A choice among so many answers, or more, is worth the whole budget; one among fewer is worth less.
const ANSWERS_FOR_ALL: u32 = 8;

/// The part of a budget that is spent.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    budget: Budget,
    begun: Option<Instant>,
    decisions: u64,
}

impl Clock {
    /// A clock for a choice among so many answers, of whose budget nothing is spent yet.
    pub(super) fn new(budget: Budget, answers: usize) -> Self {
        let answers = u32::try_from(answers).map_or(ANSWERS_FOR_ALL, |count| count.min(ANSWERS_FOR_ALL));
        let budget = match budget {
            Budget::Decisions(count) => {
                Budget::Decisions(count.saturating_mul(answers.into()) / u64::from(ANSWERS_FOR_ALL))
            }
            Budget::Time(time) => Budget::Time(time.saturating_mul(answers) / ANSWERS_FOR_ALL),
        };
        let begun = (!budget.is_repeatable()).then(Instant::now);
        Self {
            budget,
            begun,
            decisions: 0,
        }
    }

    /// Counts so many imagined decisions.
    pub(super) fn spend(&mut self, decisions: u64) {
        self.decisions = self.decisions.saturating_add(decisions);
    }

    /// The part of the budget that is spent, in thousandths.
    pub(super) fn used(&self) -> u64 {
        let share = |spent: u128, of: u128| u64::try_from(spent * 1000 / of.max(1)).unwrap_or(u64::MAX);
        match (self.budget, self.begun) {
            (Budget::Decisions(budget), _) => share(self.decisions.into(), budget.into()),
            (Budget::Time(budget), Some(begun)) => share(begun.elapsed().as_micros(), budget.as_micros()),
            (Budget::Time(_), None) => 1000,
        }
    }

    /// About how many decisions can still be imagined.
    pub(super) fn left(&self) -> u64 {
        match self.budget {
            Budget::Decisions(budget) => budget.saturating_sub(self.decisions),
            Budget::Time(_) => {
                let used = self.used().max(1);
                self.decisions * 1000_u64.saturating_sub(used) / used
            }
        }
    }
}
