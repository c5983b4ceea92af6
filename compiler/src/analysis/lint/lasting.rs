//! Effects that end before they do anything: as the window opens in which their rules live, or at the end of the very
//! run that started them, although another run was meant.

use super::Scene;
use super::range::{conjuncts, same};
use super::windows::window_name;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::tree::{Body, Expr, Function, Node, Statement, StatementKind};
use cardwright_bytecode::pack::{Home, Moment, RuleKind, StartDef, Until};

/// Looks at every start of an effect.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    for (number, function) in scene.program.functions.iter().enumerate() {
        if !scene.is_own(function.place) {
            continue;
        }
        function.walk(&mut |node| {
            if let Node::Statement(statement) = node
                && let StatementKind::Start { start, arguments } = &statement.kind
                && let Some(def) = scene.pack.starts.get(*start)
                && let Some(until) = def.until
            {
                found.extend(never_acts(scene, *def, until, statement));
                found.extend(ends_at_once(
                    scene,
                    until,
                    (number, function),
                    statement,
                    arguments,
                ));
            }
        });
    }
}

/// An effect ends before rules of the window that ends it are asked.
fn never_acts(scene: &Scene<'_>, def: StartDef, until: Until, statement: &Statement) -> Option<Diagnostic> {
    if until.condition.is_some() || until.counted {
        return None;
    }
    let of_effect = |home: Home| matches!(home, Home::Effect(effect) if effect == def.effect);
    let mut rules = scene
        .pack
        .rules
        .iter()
        .filter(|rule| of_effect(rule.home))
        .peekable();
    rules.peek()?;
    let there = |kind: &RuleKind| matches!(kind, RuleKind::Trigger { window, .. } if *window == until.window);
    if !rules.all(|rule| there(&rule.kind)) {
        return None;
    }
    let effect = scene.pack.effects.get(def.effect as usize)?;
    let window = window_name(scene.pack, until.window);
    let message = format!(
        "`{}` never does anything: it ends as `{window}` opens, and all its rules live there",
        effect.name
    );
    let later = match scene.pack.windows.get(until.window as usize)?.moment {
        Moment::After => "a later window",
        Moment::Before | Moment::At => "a later window, such as the one after the same step",
    };
    let help = format!("let it last until {later}; or let its rules live in a window before this one");
    Some(Diagnostic::new(codes::NEVER_ACTS, statement.place, message).help(help))
}

/// A rule starts an effect that lasts until a run ends of which the rule's own condition says that it is this one.
fn ends_at_once(
    scene: &Scene<'_>,
    until: Until,
    (number, function): (usize, &Function),
    statement: &Statement,
    arguments: &[Expr],
) -> Option<Diagnostic> {
    let (pack, program) = (scene.pack, scene.program);
    let window = pack.windows.get(until.window as usize)?;
    let passes_over = until.counted || until.next;
    if passes_over || function.context != Some(window.procedure) || window.moment != Moment::After {
        return None;
    }
    // What ends as a window opens has ended before the abilities in it begin.
    let lives_there = |kind: &RuleKind| matches!(kind, RuleKind::Trigger { window, body, .. } if *window == until.window && *body as usize == number);
    if pack.rules.iter().any(|rule| lives_there(&rule.kind)) {
        return None;
    }
    let asked = scene.ranges().inline(until.condition?, arguments)?;
    let gate = pack.rules.iter().find_map(|rule| match &rule.kind {
        RuleKind::Trigger { gate, body, .. } if *body as usize == number => Some(gate),
        _ => None,
    })?;
    let Body::Gives(when) = &program.function(gate.condition)?.body else {
        return None;
    };
    let (mut asked_parts, mut known) = (Vec::new(), Vec::new());
    conjuncts(&asked, &mut asked_parts);
    conjuncts(when, &mut known);
    let is_known = |part: &&Expr| known.iter().any(|other| same(part, other));
    if !asked_parts.iter().all(is_known) {
        return None;
    }
    let procedure = &pack.procedures.get(window.procedure as usize)?.name;
    let message = format!(
        "this effect ends with the run of `{procedure}` that started it, since the condition holds in it, too"
    );
    let help = format!(
        "if this run is meant, leave the condition out; if the next one is, write `until {} when ...`",
        window_name(pack, until.window).replacen(' ', " next ", 1)
    );
    Some(Diagnostic::new(codes::ENDS_AT_ONCE, statement.place, message).help(help))
}
