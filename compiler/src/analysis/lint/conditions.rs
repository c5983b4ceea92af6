//! Conditions that say nothing: always yes, or never; and what follows for the rule whose condition it is.

use super::Scene;
use super::range::Ranges;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Location;
use crate::tree::{Body, Expr, ExprKind, Node};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, RuleKind};
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
    for (number, function) in (0..).zip(&scene.program.functions) {
        if !conditions.contains(&number) && scene.is_own(function.place) {
            function.walk(&mut |node| {
                if let Node::Statement(statement) = node {
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
        let help = "no more than the token's limit can lie there: ask for less, or raise the limit";
        found.push(Diagnostic::new(codes::UNPAYABLE, item.place, message).help(help));
    } else if ranges.of(when).known() == Some(0) {
        let message = "this rule never applies: its condition is never so";
        let place = smallest(&ranges, when).place;
        let diagnostic = Diagnostic::new(codes::NEVER_APPLIES, place, message);
        found.push(diagnostic.label("never so"));
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
    match answer {
        Some(answer) => found.push(constant(&ranges, expr, answer != 0)),
        None => expr.each_part(&mut |part| says_nothing(scene, part, found)),
    }
}

fn constant(ranges: &Ranges<'_>, expr: &Expr, yes: bool) -> Diagnostic {
    let message = if yes {
        "this is always so"
    } else {
        "this is never so"
    };
    let diagnostic = Diagnostic::new(codes::CONSTANT_CONDITION, expr.place, message);
    match reason(ranges, expr) {
        Some((place, why)) => diagnostic.related(place, why),
        None => diagnostic,
    }
}

/// What is known of the left side of a comparison.
fn reason(ranges: &Ranges<'_>, expr: &Expr) -> Option<(Location, String)> {
    let ExprKind::Operation(_, first, _) = &expr.kind else {
        return None;
    };
    let range = ranges.of(first);
    let why = match (range.least, range.most) {
        (i64::MIN, i64::MAX) => return None,
        (least, i64::MAX) => format!("never less than {least}"),
        (i64::MIN, most) => format!("never more than {most}"),
        (least, most) => format!("from {least} to {most}"),
    };
    Some((first.place, why))
}
