//! Rules that stand instead of a step, and leave out what later steps need of it: `instead of push.roll { }` leaves nothing in
//! `dice`, which `count` goes on to read.

use super::Scene;
use super::course::{Course, Fate, Readers, changed};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, RuleKind};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::Location;
use cardwright_trees::{Block, ENDED, LocalId, Node, StatementKind, Step, Target};
use std::collections::{BTreeMap, BTreeSet};

/// Looks at every rule that stands instead of a step.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let readers = Readers::of(scene);
    let set_in = set_in_windows(scene);
    for (number, rule) in scene.pack.rules.iter().enumerate() {
        let RuleKind::Trigger { window, body, .. } = rule.kind else {
            continue;
        };
        if let Some(place) = scene.own_rule(number)
            && scene.replaces(number)
            && let Some(procedure) = scene.pack.windows.find(window).map(|def| def.procedure)
            && let Some(course) = Course::of(scene, &readers, procedure.number())
        {
            found.extend(told(scene, &course, &set_in, (window.number(), body), place));
        }
    }
}

fn told(
    scene: &Scene<'_>,
    course: &Course<'_>,
    set_in: &SetIn,
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
    // Of a rule that ends the run nothing is needed.
    set_by_rule(scene, body)?;
    let set = |slot: usize| {
        let until_here = |other: &u32| course.place(*other) <= course.place(window);
        let windows = course.windows().filter(until_here);
        windows
            .filter_map(|window| set_in.get(&window))
            .any(|set| set.contains(&slot))
    };
    let mut products = products(step).into_iter();
    let (slot, made) = products.find(|(slot, _)| {
        let is_open = *slot >= given && !known.contains(slot) && !set(*slot);
        let needs_one = procedure.slots.get(*slot).is_some_and(|slot| slot.ty != Ty::BOOL);
        is_open && needs_one && course.fate(step.windows[2], *slot) == Fate::Read
    })?;
    let (slot, step) = (procedure.slots.get(slot)?, procedure.steps.get(number)?);
    let (name, is_pool) = (&slot.name, slot.ty == Ty::POOL);
    let message = format!(
        "`{name}` never gets a value: this replaces the step `{step}`, which would set it, and `{name}` is \
         used later"
    );
    let later = format!(
        "keep the step, and change its result: `after {}.{step}`",
        procedure.name
    );
    let help = match is_pool {
        true => format!("dice rolled in a rule of a card exist only until its end: {later}"),
        false => format!("set `{name}` here; or {later}"),
    };
    let diagnostic = Diagnostic::new(codes::PRODUCT, place, message);
    Some(diagnostic.related(made, "set here").help(help))
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

/// For each window the names that rules set in it.
type SetIn = BTreeMap<u32, BTreeSet<usize>>;

fn set_in_windows(scene: &Scene<'_>) -> SetIn {
    let mut set_in = SetIn::new();
    for rule in &scene.pack.rules {
        if let RuleKind::Trigger { window, body, .. } = rule.kind
            && let Some(set) = set_by_rule(scene, body)
        {
            set_in.entry(window.number()).or_default().extend(set);
        }
    }
    set_in
}

/// The names that a rule sets; nothing if it ends the run.
fn set_by_rule(scene: &Scene<'_>, body: FuncId) -> Option<BTreeSet<usize>> {
    let function = scene.program.function(body)?;
    let procedure = scene.pack.procedures.find(function.context?)?;
    let mut set = BTreeSet::new();
    function.walk(&mut |node| {
        if let Node::Statement(statement) = node {
            set.extend(changed(statement));
        }
    });
    let is_ended = |slot: &usize| procedure.slots.get(*slot).is_some_and(|slot| slot.name == ENDED);
    (!set.iter().any(is_ended)).then_some(set)
}
