//! The costs of abilities while a game is played: each one itself, without what others do in the windows and
//! offers that it opens. Tests hold this against the bounds that the compiler states.
//!
//! The body of an ability is a frame that the host pushed; whatever runs on top of it is the ability's, until the
//! body of another one begins there. So a stack of bodies with their depths is enough to say whose a cost is.

use cardwright_bytecode::pack::{Id, Rule};
use std::collections::BTreeMap;

/// The cost of one use of an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlay {
    /// Fuel.
    pub fuel: u64,
    /// Decisions that somebody was asked.
    pub decisions: u64,
    /// Random numbers: one for each die, for each card of a shuffled deck.
    pub draws: u64,
    /// Windows that it opened.
    pub windows: u64,
}

impl Outlay {
    /// The most of each.
    #[must_use]
    pub fn most(self, other: Self) -> Self {
        Self {
            fuel: self.fuel.max(other.fuel),
            decisions: self.decisions.max(other.decisions),
            draws: self.draws.max(other.draws),
            windows: self.windows.max(other.windows),
        }
    }
}

/// A body that is not over.
#[derive(Clone, Copy, Debug)]
struct Running {
    rule: Id<Rule>,
    /// The number of frames, its own included.
    depth: usize,
    outlay: Outlay,
}

/// Measures abilities as they run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter {
    /// Innermost last.
    running: Vec<Running>,
    /// For each rule the most that a use of it cost.
    worst: BTreeMap<u32, Outlay>,
    /// For each rule the most fuel for asking whether it can be used.
    asked: BTreeMap<u32, u64>,
}

impl Meter {
    /// The body of a rule has begun: its frame is the topmost of so many.
    pub(crate) fn begin(&mut self, rule: Id<Rule>, depth: usize) {
        self.settle(depth.saturating_sub(1));
        self.running.push(Running {
            rule,
            depth,
            outlay: Outlay::default(),
        });
    }

    /// Adds to the cost of the ability to which the topmost of `depth` frames belongs; does nothing if it is
    /// no ability's.
    pub(crate) fn spend(&mut self, depth: usize, add: impl FnOnce(&mut Outlay)) {
        self.settle(depth);
        if let Some(innermost) = self.running.last_mut() {
            add(&mut innermost.outlay);
        }
    }

    /// Chance was asked by what runs.
    pub(crate) fn draw(&mut self, count: u64) {
        if let Some(innermost) = self.running.last_mut() {
            innermost.outlay.draws += count;
        }
    }

    /// Notes the cost of asking whether a rule can be used.
    pub(crate) fn ask(&mut self, rule: Id<Rule>, fuel: u64) {
        let most = self.asked.entry(rule.number()).or_default();
        *most = fuel.max(*most);
    }

    /// Bodies whose frames are gone are over.
    pub(crate) fn settle(&mut self, depth: usize) {
        while let Some(over) = self.running.pop_if(|body| body.depth > depth) {
            let worst = self.worst.entry(over.rule.number()).or_default();
            *worst = worst.most(over.outlay);
        }
    }
}

/// The highest costs of abilities in a game, by the number of the rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// The cost of the dearest use of each, or of its `else`.
    pub used: BTreeMap<u32, Outlay>,
    /// The most fuel for asking whether it can be used.
    pub asked: BTreeMap<u32, u64>,
}

impl From<Meter> for Measured {
    fn from(mut meter: Meter) -> Self {
        meter.settle(0);
        Self {
            used: meter.worst,
            asked: meter.asked,
        }
    }
}
