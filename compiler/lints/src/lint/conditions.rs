//! Conditions that say nothing: always yes, or never; and what follows for the rule whose condition it is.

use super::Scene;
use super::range::{Ranges, conjuncts};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, Home, RuleKind};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::Location;
use cardwright_trees::{Body, Expr, ExprKind, Node, StatementKind};
use std::collections::BTreeSet;

/// Finds them in all functions and rules of a scene.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let mut conditions = BTreeSet::new();
    for (number, rule) in scene.pack.rules.iter().enumerate() {
        let condition = match &rule.kind {
            RuleKind::Trigger { gate, .. } | RuleKind::OfferOption { gate, .. } => gate.condition,
            RuleKind::Modify { condition, .. }
            | RuleKind::Permit { condition, .. }
            | RuleKind::Lend { condition, .. }
            | RuleKind::Build { condition } => *condition,
        };
        conditions.insert(condition);
        rule_condition(scene, number, condition, found);
    }
    for effect in &scene.pack.effects {
        conditions.extend(effect.lasts);
        found.extend(effect.lasts.and_then(|lasts| never_lasts(scene, lasts)));
    }
    for (number, function) in (0..).zip(&scene.program.functions) {
        if !conditions.contains(&FuncId::new(number)) && scene.is_own(function.place) {
            function.walk(&mut |node| {
                if let Node::Statement(statement) = node {
                    written_out(scene, &statement.kind, found);
                    statement.each_expression(&mut |expr| says_nothing(scene, expr, found));
                }
            });
            if let Body::Gives(expr) = &function.body {
                // A define may be one constant: that is a setting.
                says_nothing(scene, expr, found);
            }
        }
    }
}

/// `if no { ... }`: a condition that is written as an answer.
fn written_out(scene: &Scene<'_>, statement: &StatementKind, found: &mut Vec<Diagnostic>) {
    let ranges = scene.ranges();
    let mut look = |condition: &Expr| {
        if let ExprKind::Constant(answer) = condition.kind {
            found.push(constant(&ranges, condition, answer != 0));
        }
    };
    match statement {
        StatementKind::If { condition, .. } => look(condition),
        StatementKind::ChooseBranch { branches, .. } => {
            let conditions = branches.iter().filter_map(|branch| branch.when.as_ref());
            conditions.filter(|when| when.is_constant(0)).for_each(look);
        }
        _ => {}
    }
}

/// An effect whose `while` never holds.
fn never_lasts(scene: &Scene<'_>, lasts: FuncId) -> Option<Diagnostic> {
    let function = scene.program.function(lasts)?;
    let Body::Gives(condition) = &function.body else {
        return None;
    };
    let ranges = scene.ranges();
    if !scene.is_own(function.place) {
        return None;
    }
    match ranges.of(condition).known()? {
        0 => {
            let message = "this effect never does anything: the condition of its `while` is never true";
            let place = smallest(&ranges, condition).place;
            Some(Diagnostic::new(codes::NEVER_APPLIES, place, message).label("never true"))
        }
        _ => Some(constant(&ranges, condition, true)),
    }
}

/// The condition that must hold besides a rule's own: its effect lasts.
fn lasting<'a>(scene: &'a Scene<'_>, rule: usize) -> Option<&'a Expr> {
    let Home::Effect(effect) = scene.pack.rules.get(rule)?.home else {
        return None;
    };
    let lasts = scene.pack.effects.find(effect)?.lasts?;
    match &scene.program.function(lasts)?.body {
        Body::Gives(condition) => Some(condition),
        _ => None,
    }
}

/// Whether conditions can never hold at the same time.
fn never_together(ranges: &Ranges<'_>, conditions: &[&Expr]) -> bool {
    let mut parts = Vec::new();
    conditions.iter().for_each(|one| conjuncts(one, &mut parts));
    ranges.exclude_each_other(&parts)
}

fn rule_condition(scene: &Scene<'_>, number: usize, condition: FuncId, found: &mut Vec<Diagnostic>) {
    let Some(rule) = scene.program.rules.get(number) else {
        return;
    };
    let Some(Body::Gives(whole)) = scene.program.function(condition).map(|function| &function.body) else {
        return;
    };
    if !scene.is_own(rule.place) {
        return;
    }
    let (when, payable) = match scene.program.gate(scene.pack, number) {
        Some(parts) => (parts.when, parts.payable),
        None => (whole, Vec::new()),
    };
    let ranges = scene.ranges();
    if let Some(item) = payable.iter().find(|item| ranges.of(item).known() == Some(0)) {
        let message = "this cost can never be paid";
        let help = "there can never be that many, because of the limit of the token: require fewer, or \
        raise the limit";
        found.push(Diagnostic::new(codes::UNPAYABLE, item.place, message).help(help));
    } else if ranges.of(when).known() == Some(0) {
        let message = "this rule never applies: its condition is never true";
        let place = smallest(&ranges, when).place;
        let diagnostic = Diagnostic::new(codes::NEVER_APPLIES, place, message);
        found.push(diagnostic.label("never true"));
    } else if let Some(item) = payable.iter().find(|item| never_together(&ranges, &[when, item])) {
        let message = "this cost can never be paid while the condition of the rule is true";
        found.push(
            Diagnostic::new(codes::UNPAYABLE, item.place, message).related(when.place, "the condition"),
        );
    } else if let Some(lasting) = lasting(scene, number).filter(|one| never_together(&ranges, &[when, one])) {
        let message = "this rule never applies: its condition is never true while its effect lasts";
        let diagnostic = Diagnostic::new(codes::NEVER_APPLIES, when.place, message);
        found.push(diagnostic.related(lasting.place, "the effect lasts only while this is true"));
    } else {
        says_nothing(scene, when, found);
    }
}

/// The innermost part that alone makes the whole never so.
fn smallest<'e>(ranges: &Ranges<'_>, expr: &'e Expr) -> &'e Expr {
    let inner = match &expr.kind {
        ExprKind::And(first, second) => [first, second]
            .into_iter()
            .find(|part| ranges.of(part).known() == Some(0)),
        _ => None,
    };
    inner.map_or(expr, |inner| smallest(ranges, inner))
}

/// Reports the outermost parts of an expression that give one answer whatever happens.
fn says_nothing(scene: &Scene<'_>, expr: &Expr, found: &mut Vec<Diagnostic>) {
    let ranges = scene.ranges();
    let literal = matches!(expr.kind, ExprKind::Constant(_));
    let answer = (expr.ty == Ty::BOOL && !literal)
        .then(|| ranges.of(expr).known())
        .flatten();
    match (answer, &expr.kind) {
        (Some(answer), _) => found.push(constant(&ranges, expr, answer != 0)),
        // What an `and` within an `and` says was looked at with the whole.
        (None, ExprKind::And(..)) => {
            let mut parts = Vec::new();
            conjuncts(expr, &mut parts);
            parts.iter().for_each(|part| says_nothing(scene, part, found));
        }
        (None, _) => expr.each_part(&mut |part| says_nothing(scene, part, found)),
    }
}

fn constant(ranges: &Ranges<'_>, expr: &Expr, yes: bool) -> Diagnostic {
    let message = if yes {
        "this is always true"
    } else {
        "this is never true"
    };
    let diagnostic = Diagnostic::new(codes::CONSTANT_CONDITION, expr.place, message);
    match reason(ranges, expr) {
        Some((place, why)) => diagnostic.related(place, why),
        None => diagnostic,
    }
}

/// The reason why a comparison is always true or false: the range of its left side, with the place.
fn reason(ranges: &Ranges<'_>, expr: &Expr) -> Option<(Location, String)> {
    let ExprKind::Operation(_, first, _) = &expr.kind else {
        return None;
    };
    let range = ranges.of(first);
    if first.ty == Ty::BOOL || matches!(first.kind, ExprKind::Constant(_)) {
        return None;
    }
    let why = match (range.least, range.most) {
        (i64::MIN, i64::MAX) => return None,
        (least, i64::MAX) => format!("never less than {least}"),
        (i64::MIN, most) => format!("never more than {most}"),
        (least, most) => format!("from {least} to {most}"),
    };
    Some((first.place, why))
}
