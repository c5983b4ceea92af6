//! When a game has gone on for a while, the functions of its content get quick forms; see [`cardwright_bytecode::quick`].
//!
//! Making them takes as long as some decisions, so a case of a few decisions does without. They answer the same for the same
//! fuel, so it matters to nobody when they come; `tests/chain/quick.rs` plays with and without.

use crate::content::Content;
use crate::memory::Memory;
use cardwright_bytecode::pack::{Home, Id, Level, PermissionDef, RuleKind, ValueDef};
use cardwright_bytecode::quick::{Advice, Forbidden};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// After how many decisions, in all games with a content, its functions get quick forms: by then the memory of answers knows
/// which questions come again.
const DECISIONS: u64 = 120;

/// The length of games with a content so far.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    decisions: AtomicU64,
    /// For each question, whether the memory of the game that came that far had given it up.
    given_up: OnceLock<Box<[bool]>>,
}

impl Pace {
    pub(crate) fn was_given_up(&self, question: usize) -> bool {
        let given_up = self.given_up.get();
        given_up.is_some_and(|given_up| given_up.get(question) == Some(&true))
    }
}

impl Clone for Pace {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Content {
    /// A game goes on.
    pub(crate) fn note_decision(&self, memory: &Memory) {
        if self.pace.decisions.fetch_add(1, Relaxed) == DECISIONS {
            let questions = self.index.worth.credits();
            let given_up = questions.enumerate();
            let given_up = given_up.map(|(question, worth)| worth && !memory.listens_to(question as u32));
            // Where it was switched off it knows nothing.
            if memory.is_awake() {
                self.pace.given_up.get_or_init(|| given_up.collect());
            }
            self.pack
                .quicken(&self.advice(|question| memory.listens_to(question)));
        }
    }

    /// Gives all functions their quick forms now, as if games had gone on for a while.
    pub fn quicken(&self) {
        self.pack.quicken(&self.advice(|_| false));
    }

    /// The advice for the quick forms; `remembers` says of a question whether its answers come again, so that
    /// they are remembered.
    fn advice(&self, remembers: impl Fn(u32) -> bool) -> Advice {
        let pack = &self.pack;
        let settled = |(value, def): (Id<ValueDef>, &ValueDef)| {
            let effects = self.index.effects_of_value[value].clone()?;
            (def.net_least.is_none() && def.net_most.is_none()).then_some(effects)
        };
        Advice {
            settled: pack.values.numbered().map(settled).collect(),
            forbidden: pack
                .permissions
                .numbered()
                .map(|(permission, _)| self.forbidden_by(permission))
                .collect(),
            remembered: (0..pack.functions.len() as u32).map(remembers).collect(),
        }
    }

    /// The rules and effects that can forbid a permission; `None` if something can allow it, or if anything
    /// but effects speaks of it from a place of its own.
    fn forbidden_by(&self, permission: Id<PermissionDef>) -> Option<Forbidden> {
        let mut level: Option<Level> = None;
        let mut forbidden = Forbidden::default();
        for &number in &self.index.of_permission[permission] {
            let rule = &self.pack.rules[number];
            let RuleKind::Permit { allow, condition, .. } = rule.kind else {
                return None;
            };
            match rule.home {
                Home::Effect(effect) => forbidden.effects.push(effect),
                Home::Global if !allow && *level.get_or_insert(rule.level) == rule.level => {
                    forbidden.conditions.push(condition);
                }
                _ => return None,
            }
        }
        Some(forbidden)
    }
}
