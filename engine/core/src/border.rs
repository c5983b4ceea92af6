//! Stored games come from outside. Whatever number in one names something of the pack is looked for here, before play takes it
//! for proved and indexes with it.
//!
//! Not here: values of cells and registers. Whoever reads those looks for what they name each time.

use crate::decision::{Ask, Pending};
use crate::game::Open;
use crate::outcome::Outcome;
use crate::run_memory::Shelf;
use crate::state::{Effect, Source, State, Use};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::{Id, OfferDef, Rule, RuleKind, WindowDef};
use cardwright_vm::Machine;

/// Whether all that a state names is there.
pub(crate) fn knows_state(pack: &Pack, state: &State) -> bool {
    let effect = |running: &Effect| {
        let start = pack.starts.find(running.start);
        start.is_some_and(|start| start.effect == running.effect && start.ends.len() == running.runs.len())
    };
    let used = |used: &Use| {
        let per = used.per.is_none_or(|procedure| pack.procedures.has(procedure));
        per && pack.rules.has(used.key.rule)
    };
    let over = match state.over {
        Some(Outcome::Named(outcome)) => pack.outcomes.has(outcome),
        _ => true,
    };
    let mut deeds = state.deeds.iter();
    over && state.clocks.len() == pack.procedures.len()
        && state.effects.iter().all(effect)
        && state.uses.iter().all(used)
        && state.runs.iter().all(|run| pack.procedures.has(run.procedure))
        && deeds.all(|deed| pack.rules.has(deed.rule) && pack.functions.has(deed.function))
        && state.shelves.iter().all(|shelf| knows_shelf(pack, shelf))
        && state.stored.states().all(|state| pack.states.has(state))
}

fn knows_shelf(pack: &Pack, shelf: &Shelf) -> bool {
    let mut entries = shelf.entries.iter();
    pack.procedures.has(shelf.procedure) && entries.all(|entry| pack.states.has(entry.state))
}

/// Whether all functions that run are there, with as many registers as they have.
pub(crate) fn knows_machine(pack: &Pack, machine: &Machine) -> bool {
    machine.fits(|function| {
        let function = pack.functions.find(function)?;
        Some((function.registers.len(), function.code.len()))
    })
}

/// Whether a window or offer is there, with all rules that were used or can come in it.
pub(crate) fn knows_open(pack: &Pack, open: &Open) -> bool {
    match open {
        Open::Offer(open) => pack.offers.has(open.offer),
        Open::Window(open) => {
            let due = open.due.as_deref().unwrap_or_default();
            let mut rules = [due, &open.done, &open.declined].into_iter();
            pack.windows.has(open.window) && rules.all(|rules| live_in(pack, rules, open.window))
        }
    }
}

/// Whether what is asked is there, and of the sort that it is asked as.
pub(crate) fn knows_question(pack: &Pack, pending: &Pending) -> bool {
    match &pending.ask {
        Ask::Choose { choice, .. } | Ask::May { choice, .. } => pack.choices.has(*choice),
        Ask::Place { choice, .. } => pack.choices.find(*choice).is_some_and(|def| def.place.is_some()),
        Ask::Ability { window, candidates } => {
            pack.windows.has(*window) && live_in(pack, candidates, *window)
        }
        Ask::Offer { offer, candidates } => pack.offers.has(*offer) && add_to(pack, candidates, *offer),
    }
}

fn live_in(pack: &Pack, rules: &[(Id<Rule>, Source)], place: Id<WindowDef>) -> bool {
    let lives = |rule: &Rule| matches!(rule.kind, RuleKind::Trigger { window, .. } if window == place);
    rules
        .iter()
        .all(|(rule, _)| pack.rules.find(*rule).is_some_and(lives))
}

fn add_to(pack: &Pack, rules: &[(Id<Rule>, Source)], to: Id<OfferDef>) -> bool {
    let adds = |rule: &Rule| matches!(rule.kind, RuleKind::OfferOption { offer, .. } if offer == to);
    rules
        .iter()
        .all(|(rule, _)| pack.rules.find(*rule).is_some_and(adds))
}
