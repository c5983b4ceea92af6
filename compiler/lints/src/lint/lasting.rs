//! Effects that end before they do anything: as the window opens in which their rules live, or at the end of the very
//! run that started them, although another run was meant.

use super::Scene;
use super::course::{Course, Readers};
use super::range::{conjuncts, same};
use super::runs;
use super::windows::window_name;
use cardwright_bytecode::pack::{FuncId, Home, Id, Moment, RuleKind, StartDef, Until, WindowDef};
use cardwright_bytecode::{Instr, Op};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_trees::{Body, Expr, ExprKind, Function, Node, Statement, StatementKind};

/// Looks at every start of an effect.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let readers = Readers::of(scene);
    for (number, function) in scene.program.functions.iter().enumerate() {
        if !scene.is_own(function.place) {
            continue;
        }
        function.walk(&mut |node| {
            if let Node::Statement(statement) = node
                && let StatementKind::Start { start, arguments } = &statement.kind
                && let Some(def) = scene.pack.starts.get(*start)
            {
                let from = (number, function);
                found.extend(def.ends.iter().find_map(|&until| {
                    let never = never_acts(scene, &readers, (def, until), from, statement);
                    never.or_else(|| ends_at_once(scene, until, from, statement, arguments))
                }));
            }
        });
    }
}

/// An effect ends before any window opens in which it has a rule.
fn never_acts(
    scene: &Scene<'_>,
    readers: &Readers,
    (def, until): (&StartDef, Until),
    (number, function): (usize, &Function),
    statement: &Statement,
) -> Option<Diagnostic> {
    if until.counted {
        return None;
    }
    let mut windows: Vec<(Id<WindowDef>, FuncId)> = Vec::new();
    for rule in &scene.pack.rules {
        match (&rule.kind, rule.home) {
            (RuleKind::Trigger { window, gate, .. }, Home::Effect(effect)) if effect == def.effect => {
                windows.push((*window, gate.condition));
            }
            (_, Home::Effect(effect)) if effect == def.effect => return None,
            _ => {}
        }
    }
    let ends_there = windows
        .iter()
        .all(|&(window, when)| window == until.window && ends_whenever(scene, until, when));
    let windows: Vec<u32> = windows.into_iter().map(|(window, _)| window.number()).collect();
    let passes =
        || until.condition.is_none() && passes_by(scene, readers, until, (number, function), &windows);
    if windows.is_empty() || !ends_there && !passes() {
        return None;
    }
    let effect = match scene.program.unnamed.contains_key(&def.effect.place()) {
        true => "this effect".to_owned(),
        false => format!("`{}`", scene.pack.effects.find(def.effect)?.name),
    };
    let window = window_name(scene.pack, until.window.number());
    let (message, help) = match ends_there {
        true => (
            format!(
                "{effect} never does anything: it ends when `{window}` opens, but all its rules are for \
                 that window"
            ),
            match scene.pack.windows.find(until.window)?.moment {
                Moment::After => "end it at a later window",
                Moment::Before | Moment::At => {
                    "end it at a later window, such as the one after the same step"
                }
            },
        ),
        false => (
            format!(
                "{effect} never does anything: it ends at `{window}`, but none of the windows of its rules \
                 opens before that"
            ),
            "end it at a later window",
        ),
    };
    let help = format!("{help}; or use a window before this one in its rules");
    Some(Diagnostic::new(codes::NEVER_ACTS, statement.place, message).help(help))
}

/// Whether an effect is over in every opening of its last window in which a rule of it could act.
///
/// The end of an effect is asked as the window opens, the rule's condition later. So only values that stay as
/// they are in between count: the arguments of the effect, and the subject of the window.
fn ends_whenever(scene: &Scene<'_>, until: Until, when: FuncId) -> bool {
    let Some(condition) = until.condition else {
        return true;
    };
    let gives = |function: FuncId| match &scene.program.function(function)?.body {
        Body::Gives(expr) => Some(expr),
        _ => None,
    };
    let (Some(asked), Some(when)) = (gives(condition), gives(when)) else {
        return false;
    };
    let procedure = scene.pack.windows.find(until.window).map(|def| def.procedure);
    let fixed = procedure.map_or(0, |procedure| fixed_slots(scene, procedure.number()));
    let (mut asked_parts, mut known) = (Vec::new(), Vec::new());
    conjuncts(asked, &mut asked_parts);
    conjuncts(when, &mut known);
    asked_parts
        .iter()
        .all(|part| stays(part, fixed) && known.iter().any(|other| same(part, other)))
}

/// How many names of a window stay as they are while it is open.
fn fixed_slots(scene: &Scene<'_>, procedure: u32) -> usize {
    let def = scene.pack.procedures.get(procedure as usize);
    match scene.program.changes.contains_key(&(procedure as usize)) {
        true => def.map_or(0, |def| def.slots.len()),
        false => runs::parameters(scene.pack, scene.program, procedure),
    }
}

/// Whether an expression gives the same however long a window is open.
fn stays(expr: &Expr, fixed: usize) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Local(_) => true,
        ExprKind::Slot(slot) => *slot < fixed,
        ExprKind::As(inner, _) | ExprKind::Not(inner) => stays(inner, fixed),
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Operation(_, a, b) => {
            stays(a, fixed) && stays(b, fixed)
        }
        _ => false,
    }
}

/// Whether none of some windows opens from a rule on until its effect ends in the same run.
///
/// The windows in between belong to this run, or to runs within it. A run of the same procedure inside of it
/// comes to the end of the effect before it comes to any later window, as this one does.
fn passes_by(
    scene: &Scene<'_>,
    readers: &Readers,
    until: Until,
    (number, function): (usize, &Function),
    windows: &[u32],
) -> bool {
    let pack = scene.pack;
    let course = function
        .context
        .and_then(|procedure| Course::of(scene, readers, procedure.number()));
    let Some(course) = course.filter(|course| !until.next && course.is_sure(until.window.number())) else {
        return false;
    };
    let starts = pack.rules.iter().filter_map(|rule| match &rule.kind {
        RuleKind::Trigger {
            window,
            body,
            otherwise,
            ..
        } => [Some(*body), *otherwise]
            .contains(&Some(FuncId::at(number)))
            .then_some(*window),
        _ => None,
    });
    let starts: Vec<usize> = starts
        .filter_map(|window| course.place(window.number()))
        .collect();
    let Some(end) = course.place(until.window.number()) else {
        return false;
    };
    if starts.is_empty() || starts.iter().any(|&start| start >= end) {
        return false;
    }
    let own = pack
        .procedures
        .get(course.procedure as usize)
        .map(|def| def.function);
    let inside = own.map(|own| scene.inside(own));
    let is_inside = |function: FuncId| {
        inside
            .as_ref()
            .is_some_and(|inside| inside.has_function(function))
    };
    windows.iter().all(|&window| match course.place(window) {
        Some(place) => place >= end,
        None => {
            let def = pack.windows.get(window as usize);
            let other = def.and_then(|def| pack.procedures.find(def.procedure));
            other.is_some_and(|other| !is_inside(other.function))
        }
    })
}

/// An effect that lasts until a run ends, and of which is known that this run is one.
fn ends_at_once(
    scene: &Scene<'_>,
    until: Until,
    (number, function): (usize, &Function),
    statement: &Statement,
    arguments: &[Expr],
) -> Option<Diagnostic> {
    let (pack, program) = (scene.pack, scene.program);
    let window = pack.windows.find(until.window)?;
    let condition = until.condition?;
    let passes_over = until.counted || until.next;
    if passes_over || window.moment != Moment::After {
        return None;
    }
    let number = FuncId::at(number);
    let is_in_window = function.context == Some(window.procedure);
    // From elsewhere only the end of the whole run comes later for certain.
    if !is_in_window && (window.step.is_some() || runs_within_itself(scene, window.procedure.number())) {
        return None;
    }
    // What ends as a window opens has ended before the abilities in it begin.
    let lives_there = |kind: &RuleKind| matches!(kind, RuleKind::Trigger { window, body, .. } if *window == until.window && *body == number);
    if pack.rules.iter().any(|rule| lives_there(&rule.kind)) {
        return None;
    }
    let around = runs::around(pack, program, number, window.procedure.number())?;
    let asked = runs::told(&scene.ranges().inline(condition, arguments)?, &around);
    let gate = pack.rules.iter().find_map(|rule| match &rule.kind {
        RuleKind::Trigger { gate, body, .. } | RuleKind::OfferOption { gate, body, .. }
            if *body == number =>
        {
            Some(gate.condition)
        }
        _ => None,
    });
    let when = gate.and_then(|gate| match &program.function(gate)?.body {
        Body::Gives(when) => Some(runs::told(when, &around)),
        _ => None,
    });
    let (mut asked_parts, mut known) = (Vec::new(), Vec::new());
    conjuncts(&asked, &mut asked_parts);
    when.iter().for_each(|when| conjuncts(when, &mut known));
    let is_known = |part: &&Expr| {
        scene.ranges().of(part).known() == Some(1) || known.iter().any(|other| same(part, other))
    };
    if !asked_parts.iter().all(is_known) {
        return None;
    }
    let procedure = &pack.procedures.find(window.procedure)?.name;
    let message = format!(
        "this effect already ends with the run of `{procedure}` that started it, because the condition is \
         true in that run, too"
    );
    let help = format!(
        "if this run is meant, remove the condition; if the next one is meant, write `until {} when ...`",
        window_name(pack, until.window.number()).replacen(' ', " next ", 1)
    );
    Some(Diagnostic::new(codes::ENDS_AT_ONCE, statement.place, message).help(help))
}

/// Whether a procedure can run while it runs: then the end of another run may come first.
fn runs_within_itself(scene: &Scene<'_>, procedure: u32) -> bool {
    let Some(def) = scene.pack.procedures.get(procedure as usize) else {
        return true;
    };
    let inside = scene.inside(def.function);
    let runs_it = |code: &[Instr]| {
        code.iter()
            .any(|instr| instr.op == Op::Call && instr.id() == def.function)
    };
    (0..)
        .zip(&scene.pack.functions)
        .any(|(number, function)| inside.has_function(Id::new(number)) && runs_it(&function.code))
}
