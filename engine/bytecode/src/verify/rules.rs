//! Rules, and every other table entry that names functions.

use super::error::{VerifyError, VerifyErrorKind as Kind};
use super::signatures::{Call, entity};
use super::tables::each;
use super::types::{Check, check_type, entry, known, refuse};
use crate::board::Shape;
use crate::pack::{
    Adjustment, ChoiceDef, FuncId, FunctionClass, Gate, Home, Id, Limit, MOST_PHRASE_PARTS, MovementDef,
    Pack, PermissionDef, Policy, Rule, RuleKind, StartDef, TellingDef, ToldOf, ValueDef,
};
use crate::ty::{Base, Ty};

/// Checks the signature of every function that a table names.
pub(super) fn check(pack: &Pack) -> Result<(), VerifyError> {
    let none = Call::without_arguments;
    none().fits(pack, pack.main).map_err(|kind| kind.in_pack())?;
    if let Some(round) = pack.round {
        known(&pack.procedures, round).map_err(|kind| kind.in_pack())?;
    }
    if let Some(controller) = pack.controller {
        decides_for_a_thing(pack, controller).map_err(|kind| kind.in_pack())?;
    }
    if let Some(permission) = pack.use_abilities {
        asks_about_a_thing(pack, permission).map_err(|kind| kind.in_pack())?;
    }
    let player = Call::with(Ty::PLAYER);
    player
        .may_ask(pack, pack.score, Ty::NUMBER)
        .map_err(|kind| kind.in_pack())?;
    let players = Ty::set(Ty::PLAYER.base);
    none()
        .may_ask(pack, pack.order, players)
        .map_err(|kind| kind.in_pack())?;
    for (index, kind) in pack.kinds.iter().enumerate() {
        let active = Call::with(entity(index)).may_ask(pack, kind.active, Ty::BOOL);
        active.map_err(|kind| kind.in_table("kinds", index))?;
    }
    each("windows", &pack.windows, |window| {
        none()
            .in_context(window.procedure)
            .may_ask(pack, window.priority, players)
    })?;
    each("values", &pack.values, |value| value_def(pack, value))?;
    each("effects", &pack.effects, |effect| {
        let instance = none().then(&effect.params);
        instance.may_ask(pack, effect.lasts, Ty::BOOL)?;
        effect.ended.map_or(Ok(()), |ended| instance.fits(pack, ended))
    })?;
    each("starts", &pack.starts, |start| until(pack, start))?;
    each("checks", &pack.checks, |check| {
        none().asks(pack, check.function, Ty::BOOL)
    })?;
    each("movements", &pack.movements, |movement| steps(pack, movement))?;
    each("tellings", &pack.tellings, |telling| told(pack, telling))?;
    each("choices", &pack.choices, |choice| question(pack, choice))?;
    each("rules", &pack.rules, |rule| check_rule(pack, rule))
}

fn value_def(pack: &Pack, value: &ValueDef) -> Check {
    let call = Call::without_arguments().then(&value.params);
    check_type(pack, value.result)?;
    call.asks(pack, value.base, value.result)?;
    if matches!(value.policy, Policy::Highest | Policy::Lowest) && !has_order(value.result) {
        let (what, ty) = ("a policy that compares", value.result);
        return refuse(Kind::Unordered { what, ty });
    }
    let bounds = [value.least, value.most, value.net_least, value.net_most];
    if !value.result.is_quantity() && bounds.iter().any(Option::is_some) {
        let (what, ty) = ("a least or most", value.result);
        return refuse(Kind::Unordered { what, ty });
    }
    bounds
        .into_iter()
        .try_for_each(|bound| call.may_ask(pack, bound, Ty::NUMBER))
}

/// The value that says who decides for an entity is asked about any, and gives a player.
fn decides_for_a_thing(pack: &Pack, value: Id<ValueDef>) -> Check {
    let value = known(&pack.values, value)?;
    let takes_a_thing = value.params.len() == 1 && value.params.iter().all(|param| param.ty == Ty::THING);
    if takes_a_thing && value.result == Ty::PLAYER {
        return Ok(());
    }
    refuse(Kind::Misplaced {
        what: "who decides for an entity is a value of one thing that gives a player",
    })
}

/// The permission to use abilities is asked about any entity.
fn asks_about_a_thing(pack: &Pack, permission: Id<PermissionDef>) -> Check {
    let params = &known(&pack.permissions, permission)?.params;
    if params.len() == 1 && params.iter().all(|param| param.ty == Ty::THING) {
        return Ok(());
    }
    refuse(Kind::Misplaced {
        what: "leave to use abilities is a permission about one thing",
    })
}

fn has_order(ty: Ty) -> bool {
    !ty.set && (ty.base.is_quantity() || matches!(ty.base, Base::Bool | Base::Word(_)))
}

/// Checks the openings of windows that end an effect.
fn until(pack: &Pack, start: &StartDef) -> Check {
    let params = &known(&pack.effects, start.effect)?.params;
    start.ends.iter().try_for_each(|until| {
        let procedure = known(&pack.windows, until.window)?.procedure;
        let in_window = Call::without_arguments().then(params).in_context(procedure);
        in_window.may_ask(pack, until.condition, Ty::BOOL)
    })
}

fn steps(pack: &Pack, movement: &MovementDef) -> Check {
    entry("kinds", &pack.kinds, movement.mover)?;
    if movement.through_walls && pack.setup.board.shape != Shape::Squares {
        return refuse(Kind::Missing {
            what: "a board of squares, which alone has walls,",
        });
    }
    let mover = entity(usize::from(movement.mover));
    let call = Call::with_all(&[mover, Ty::POSE, Ty::POSE]);
    call.asks(pack, movement.cost, Ty::NUMBER)?;
    call.asks(pack, movement.stops, Ty::BOOL)?;
    call.asks(pack, movement.ends, Ty::BOOL)
}

/// Checks a telling: its text, and the values in the texts among which that is.
fn told(pack: &Pack, telling: &TellingDef) -> Check {
    let call = told_with(pack, telling.of)?;
    call.asks(pack, telling.text, Ty::TEXT)?;
    telling.phrases.iter().try_for_each(|phrase| {
        entry("texts", &pack.texts, phrase.text)?;
        values(pack, &call, &phrase.parts)
    })
}

/// The call with which the functions of a telling are used.
fn told_with(pack: &Pack, of: ToldOf) -> Check<Call<'_>> {
    match of {
        ToldOf::Run(procedure) => {
            known(&pack.procedures, procedure)?;
            Ok(Call::without_arguments().in_context(procedure))
        }
        ToldOf::Step(procedure, step) | ToldOf::Asked(procedure, step) => {
            entry("steps", &known(&pack.procedures, procedure)?.steps, step)?;
            Ok(Call::without_arguments().in_context(procedure))
        }
        ToldOf::Field(kind, field) => {
            let fields = &entry("kinds", &pack.kinds, kind)?.fields;
            let was = entry("fields", fields, field)?.ty;
            Ok(Call::with_all(&[entity(usize::from(kind)), was, was]))
        }
        ToldOf::Tokens(token) => {
            entry("tokens", &pack.tokens, token)?;
            Ok(Call::with_all(&[Ty::THING, Ty::NUMBER, Ty::NUMBER]))
        }
        ToldOf::Kind(kind) => {
            entry("kinds", &pack.kinds, kind)?;
            Ok(Call::without_arguments())
        }
        ToldOf::Offer(offer) => Ok(Call::without_arguments().then(&known(&pack.offers, offer)?.params)),
    }
}

/// The values in a text: pure functions, not too many.
fn values(pack: &Pack, call: &Call<'_>, parts: &[FuncId]) -> Check {
    if parts.len() > MOST_PHRASE_PARTS {
        return refuse(Kind::Misplaced {
            what: "a text has a few values at most",
        });
    }
    parts.iter().try_for_each(|&part| {
        let result = known(&pack.functions, part)?.result;
        call.asks(pack, part, result)
    })
}

/// The values in a question all get the same; which that is, its instruction proves.
fn question(pack: &Pack, choice: &ChoiceDef) -> Check {
    let types = choice.asked_with(pack);
    for &part in &choice.parts {
        let found = known(&pack.functions, part)?;
        let params = &found.registers[..usize::from(found.params).min(found.registers.len())];
        if found.class != FunctionClass::Pure || params != types {
            return refuse(Kind::Misplaced {
                what: "the values in a question are pure and get the same",
            });
        }
    }
    match choice.parts.len() > MOST_PHRASE_PARTS {
        true => refuse(Kind::Misplaced {
            what: "a text has a few values at most",
        }),
        false => Ok(()),
    }
}

/// Rules that share a limit are one ability: they count alike, from the same home.
fn same_ability(pack: &Pack, rule: &Rule, first: Id<Rule>) -> Check {
    let leading = known(&pack.rules, first)?;
    let limit = |rule: &Rule| match &rule.kind {
        RuleKind::Trigger { gate, .. } => {
            let limit = gate.limit.map(|limit| (limit.times, limit.per, limit.shared));
            Some((limit, gate.never_within))
        }
        _ => None,
    };
    let leads = matches!(leading.kind, RuleKind::Trigger { first: None, .. });
    if !leads || leading.home != rule.home || limit(leading) != limit(rule) {
        return refuse(Kind::Missing {
            what: "an ability with the same home and limit",
        });
    }
    Ok(())
}

fn check_rule(pack: &Pack, rule: &Rule) -> Check {
    let home = home(pack, rule.home)?;
    match &rule.kind {
        RuleKind::Trigger {
            window,
            gate,
            body,
            otherwise,
            first,
        } => {
            if let Some(first) = first {
                same_ability(pack, rule, *first)?;
            }
            let window = known(&pack.windows, *window)?;
            let call = home.in_context(window.procedure);
            check_gate(pack, rule.home, &call, gate)?;
            call.fits(pack, *body)?;
            otherwise.map_or(Ok(()), |otherwise| call.fits(pack, otherwise))
        }
        RuleKind::OfferOption { offer, gate, body } => {
            let call = home.then(&known(&pack.offers, *offer)?.params);
            check_gate(pack, rule.home, &call, gate)?;
            call.fits(pack, *body)
        }
        RuleKind::Modify {
            value,
            change,
            condition,
            amount,
            least,
            most,
        } => {
            let value = known(&pack.values, *value)?;
            if *change != Adjustment::Replace && !value.result.is_quantity() {
                let (what, ty) = ("a modifier", value.result);
                return refuse(Kind::Unordered { what, ty });
            }
            let call = home.then(&value.params);
            call.asks(pack, *condition, Ty::BOOL)?;
            let bounds = [*least, *most];
            if *change == Adjustment::Replace && bounds.iter().any(Option::is_some) {
                let what = "a replacement has no bounds";
                return refuse(Kind::Misplaced { what });
            }
            for bound in bounds {
                call.may_ask(pack, bound, value.result)?;
            }
            call.asks(
                pack,
                *amount,
                if change.is_factor() {
                    Ty::NUMBER
                } else {
                    value.result
                },
            )
        }
        RuleKind::Permit {
            permission,
            condition,
            ..
        } => {
            let call = home.then(&known(&pack.permissions, *permission)?.params);
            call.asks(pack, *condition, Ty::BOOL)
        }
        RuleKind::Lend {
            kind,
            from,
            to,
            condition,
        } => {
            entry("kinds", &pack.kinds, *kind)?;
            let some = Ty::set(Base::Entity(*kind));
            home.asks(pack, *condition, Ty::BOOL)?;
            home.asks(pack, *from, some)?;
            home.asks(pack, *to, some)
        }
        RuleKind::Build { condition } => match rule.home {
            Home::Global => Call::with(Ty::PLAYER).asks(pack, *condition, Ty::BOOL),
            Home::Template(_) => home.asks(pack, *condition, Ty::BOOL),
            Home::Effect(_) => refuse(Kind::Misplaced {
                what: "a rule about building does not live with an effect",
            }),
        },
    }
}

/// A call with the parameters of a rule's home.
fn home(pack: &Pack, home: Home) -> Check<Call<'_>> {
    Ok(match home {
        Home::Global => Call::without_arguments(),
        Home::Template(index) => {
            let kind = known(&pack.templates, index)?.kind;
            Call::with(Ty::one(Base::Entity(kind)))
        }
        Home::Effect(index) => Call::without_arguments().then(&known(&pack.effects, index)?.params),
    })
}

fn check_gate(pack: &Pack, home: Home, call: &Call, gate: &Gate) -> Check {
    call.asks(pack, gate.condition, Ty::BOOL)?;
    call.may_ask(pack, gate.decider, Ty::PLAYER)?;
    match gate.limit {
        None => Ok(()),
        Some(Limit { shared: true, .. }) if !matches!(home, Home::Template(_)) => refuse(Kind::Misplaced {
            what: "only copies of a card or piece share a limit",
        }),
        Some(Limit { per, apart, .. }) => {
            per.map_or(Ok(()), |index| known(&pack.procedures, index).map(drop))?;
            call.may_ask(pack, apart, Ty::THING)
        }
    }
}
