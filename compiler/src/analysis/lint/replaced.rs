//! Rules that stand instead of a step, and leave out what later steps need of it: `instead of push.roll { }` leaves nothing in
//! `dice`, which `count` goes on to read.

use super::Scene;
use super::course::{Course, Fate, Readers};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Location;
use crate::tree::{Block, ENDED, LocalId, Node, StatementKind, Step, Target};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, ProcedureDef, RuleKind};
use std::collections::{BTreeMap, BTreeSet};

/// Looks at every rule that stands instead of a step.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let readers = Readers::of(scene);
    for (number, rule) in scene.pack.rules.iter().enumerate() {
        let RuleKind::Trigger { window, body, .. } = rule.kind else {
            continue;
        };
        let replaces = || {
            scene
                .program
                .gate(scene.pack, number)
                .is_some_and(|parts| parts.replaces)
        };
        if let Some(place) = scene.own_rule(number)
            && replaces()
            && let Some(procedure) = scene.pack.windows.find(window).map(|def| def.procedure)
            && let Some(course) = Course::of(scene, &readers, procedure.number())
        {
            found.extend(told(scene, &course, (window.number(), body), place));
        }
    }
}

fn told(
    scene: &Scene<'_>,
    course: &Course<'_>,
    (window, body): (u32, FuncId),
    place: Location,
) -> Option<Diagnostic> {
    let procedure = scene.pack.procedures.get(course.procedure as usize)?;
    let (number, step) = course
        .steps()
        .iter()
        .enumerate()
        .find(|(_, step)| step.windows[0] == window)?;
    let given = scene.program.function(procedure.function)?.params;
    let known = worked_out_before(course.steps(), number);
    let set = set_by_rule(scene, procedure, body)?;
    let others = set_by_others(scene, procedure, course, (window, body));
    let mut products = products(step).into_iter();
    let (slot, made) = products.find(|(slot, _)| {
        let is_open =
            *slot >= given && !known.contains(slot) && !set.contains(slot) && !others.contains(slot);
        let needs_one = procedure.slots.get(*slot).is_some_and(|slot| slot.ty != Ty::BOOL);
        is_open && needs_one && course.fate(step.windows[2], *slot) == Fate::Read
    })?;
    let (slot, step) = (procedure.slots.get(slot)?, procedure.steps.get(number)?);
    let (name, is_pool) = (&slot.name, slot.ty == Ty::POOL);
    let message = format!(
        "nobody works out `{name}`: this stands instead of the step `{step}`, which does, and `{name}` is read later"
    );
    let later = format!(
        "let the step be, and change what it comes to: `after {}.{step}`",
        procedure.name
    );
    let help = match is_pool {
        true => format!("dice that a card's rule rolls do not outlive the rule: {later}"),
        false => format!("set `{name}` here; or {later}"),
    };
    let diagnostic = Diagnostic::new(codes::PRODUCT, place, message);
    Some(diagnostic.related(made, "worked out here").help(help))
}

/// The names that a step gives a value, each with the place of the first.
fn products(step: &Step) -> BTreeMap<LocalId, Location> {
    let mut products = BTreeMap::new();
    sets(&step.body, &mut |local, place| {
        products.entry(local).or_insert(place);
    });
    products
}

/// The names to which an earlier step gives a value.
fn worked_out_before(steps: &[Step], number: usize) -> BTreeSet<LocalId> {
    let mut known = BTreeSet::new();
    for step in steps.iter().take(number) {
        sets(&step.body, &mut |local, _| _ = known.insert(local));
    }
    known
}

fn sets(block: &Block, found: &mut impl FnMut(LocalId, Location)) {
    block.walk(&mut |node| {
        if let Node::Statement(statement) = node
            && let StatementKind::Set {
                target: Target::Local(local),
                ..
            } = statement.kind
        {
            found(local, statement.place);
        }
    });
}

/// The names that a rule sets; nothing if it ends the run.
fn set_by_rule(scene: &Scene<'_>, procedure: &ProcedureDef, body: FuncId) -> Option<BTreeSet<usize>> {
    let mut set = BTreeSet::new();
    let mut ends = false;
    scene.program.function(body)?.walk(&mut |node| {
        if let Node::Statement(statement) = node
            && let StatementKind::Set {
                target: Target::Slot(slot),
                ..
            }
            | StatementKind::Add {
                target: Target::Slot(slot),
                ..
            } = statement.kind
        {
            set.insert(slot);
            ends |= procedure.slots.get(slot).is_some_and(|slot| slot.name == ENDED);
        }
    });
    (!ends).then_some(set)
}

/// The names that other rules set in this window or earlier.
fn set_by_others(
    scene: &Scene<'_>,
    procedure: &ProcedureDef,
    course: &Course<'_>,
    (window, own): (u32, FuncId),
) -> BTreeSet<usize> {
    let rules = scene.pack.rules.iter();
    let others = rules.filter_map(|rule| match rule.kind {
        RuleKind::Trigger { window, body, .. } if body != own => Some((window.number(), body)),
        _ => None,
    });
    let comes_first = |other: &u32| {
        course
            .place(*other)
            .is_some_and(|place| Some(place) <= course.place(window))
    };
    let bodies = others
        .filter(|(other, _)| comes_first(other))
        .map(|(_, body)| body);
    bodies
        .filter_map(|body| set_by_rule(scene, procedure, body))
        .flatten()
        .collect()
}
