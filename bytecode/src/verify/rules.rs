//! Rules, and every other table entry that names functions.

use super::error::{VerifyError, VerifyErrorKind as Kind};
use super::signatures::{Call, entity};
use super::tables::each;
use super::types::{Check, entry};
use crate::pack::{Gate, Home, Limit, Pack, Rule, RuleKind, ValueDef};
use crate::ty::{Base, Ty};

/// Checks the signature of every function that a table names.
pub(super) fn check(pack: &Pack) -> Result<(), VerifyError> {
    let none = || Call::with(Vec::new());
    none().fits(pack, pack.main).map_err(Kind::in_pack)?;
    if let Some(round) = pack.round {
        entry("procedures", &pack.procedures, round).map_err(Kind::in_pack)?;
    }
    let player = Call::with(vec![Ty::PLAYER]);
    player
        .may_ask(pack, pack.score, Ty::NUMBER)
        .map_err(Kind::in_pack)?;
    for (index, kind) in pack.kinds.iter().enumerate() {
        let active = Call::with(vec![entity(index)]).may_ask(pack, kind.active, Ty::BOOL);
        active.map_err(|kind| kind.in_table("kinds", index))?;
    }
    each("windows", &pack.windows, |window| {
        let players = Ty::set(Ty::PLAYER.base);
        none()
            .in_context(window.procedure)
            .may_ask(pack, window.priority, players)
    })?;
    each("values", &pack.values, |value| bounds(pack, value))?;
    each("checks", &pack.checks, |check| {
        none().asks(pack, check.function, Ty::BOOL)
    })?;
    each("rules", &pack.rules, |rule| check_rule(pack, rule))
}

fn bounds(pack: &Pack, value: &ValueDef) -> Check {
    let call = Call::with(Vec::new()).then(&value.params);
    call.asks(pack, value.base, Ty::NUMBER)?;
    call.may_ask(pack, value.least, Ty::NUMBER)?;
    call.may_ask(pack, value.most, Ty::NUMBER)
}

fn check_rule(pack: &Pack, rule: &Rule) -> Check {
    let home = home(pack, rule.home)?;
    match &rule.kind {
        RuleKind::Trigger {
            window,
            gate,
            body,
            otherwise,
        } => {
            let window = entry("windows", &pack.windows, *window)?;
            let call = home.in_context(window.procedure);
            check_gate(pack, &call, gate)?;
            call.fits(pack, *body)?;
            otherwise.map_or(Ok(()), |otherwise| call.fits(pack, otherwise))
        }
        RuleKind::Choice { offer, gate, body } => {
            let call = home.then(&entry("offers", &pack.offers, *offer)?.params);
            check_gate(pack, &call, gate)?;
            call.fits(pack, *body)
        }
        RuleKind::Modify {
            value,
            condition,
            amount,
            ..
        } => {
            let call = home.then(&entry("values", &pack.values, *value)?.params);
            call.asks(pack, *condition, Ty::BOOL)?;
            call.asks(pack, *amount, Ty::NUMBER)
        }
        RuleKind::Permit {
            permission,
            condition,
            ..
        } => {
            let call = home.then(&entry("permissions", &pack.permissions, *permission)?.params);
            call.asks(pack, *condition, Ty::BOOL)
        }
    }
}

/// A call with the parameters of a rule's home.
fn home(pack: &Pack, home: Home) -> Check<Call> {
    Ok(match home {
        Home::Global => Call::with(Vec::new()),
        Home::Template(index) => {
            let kind = entry("templates", &pack.templates, index)?.kind;
            Call::with(vec![Ty::one(Base::Entity(kind))])
        }
        Home::Effect(index) => Call::with(Vec::new()).then(&entry("effects", &pack.effects, index)?.params),
    })
}

fn check_gate(pack: &Pack, call: &Call, gate: &Gate) -> Check {
    call.asks(pack, gate.condition, Ty::BOOL)?;
    call.may_ask(pack, gate.decider, Ty::PLAYER)?;
    match gate.limit {
        None => Ok(()),
        Some(Limit { per, apart, .. }) => {
            per.map_or(Ok(()), |index| {
                entry("procedures", &pack.procedures, index).map(drop)
            })?;
            call.may_ask(pack, apart, Ty::THING)
        }
    }
}
