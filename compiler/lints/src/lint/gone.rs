//! Rules of a card or piece that could act only when those rules do not apply: after it has left play, or while it lies as
//! its kind says that they do not.

use super::Scene;
use super::range::{conjuncts, same};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, Home, Rule, RuleKind};
use cardwright_bytecode::registry::Core;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::Location;
use cardwright_trees::{Body, Callee, Expr, ExprKind, Operation, Reading, Way};

/// Looks at every rule of a card or piece.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    for (number, rule) in scene.pack.rules.iter().enumerate() {
        if let (Home::Template(template), Some(place)) = (rule.home, scene.own_rule(number)) {
            found.extend(after_leaving(scene, number, rule, place));
            found.extend(while_inactive(scene, rule, template.number()));
        }
    }
}

/// A rule that waits until its own card has left play.
fn after_leaving(scene: &Scene<'_>, number: usize, rule: &Rule, place: Location) -> Option<Diagnostic> {
    let RuleKind::Trigger { window, .. } = rule.kind else {
        return None;
    };
    let window = scene.pack.windows.find(window)?;
    let watched = scene.program.changes.get(&(window.procedure.place()))?;
    if !matches!((watched.reading, watched.way), (Reading::InPlay(_), Way::Down)) {
        return None;
    }
    let which = scene.program.gate(scene.pack, number)?.which?;
    let mut parts = Vec::new();
    conjuncts(which, &mut parts);
    let (own, held) = parts
        .iter()
        .fold((false, false), |(own, held), part| match &part.kind {
            ExprKind::Operation(Operation::Equal, _, whom) => (own || is_here(whom), held || is_holder(whom)),
            _ => (own, held),
        });
    let message = match (own, held) {
        (true, _) => "this never acts: the rules of this piece or card do not apply after it has left play",
        (_, true) => {
            "this never acts: the card leaves play together with its holder, and then its rules do not apply"
        }
        _ => return None,
    };
    let help = "act before it leaves, in the rule that removes it; or use an effect, which stays in force: \
    `start EFFECT(...) until ...`; or move the rule to the card set: `after KIND x leaves play when ...`";
    Some(Diagnostic::new(codes::GONE, place, message).help(help))
}

/// `here`, the first of what rules of a card are given.
fn is_here(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::As(inner, _) => is_here(inner),
        kind => *kind == ExprKind::Local(0),
    }
}

fn is_holder(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::As(inner, _) => is_holder(inner),
        ExprKind::Call(Callee::Core(Core::Holder), parts) => parts.iter().all(is_here),
        _ => false,
    }
}

/// A rule that asks for the opposite of what its kind's `active when` asks for.
fn while_inactive(scene: &Scene<'_>, rule: &Rule, template: u32) -> Option<Diagnostic> {
    let kind = scene.pack.templates.get(template as usize)?.kind;
    let kind = scene.pack.kinds.get(usize::from(kind))?;
    let active = gives(scene, kind.active?)?;
    let condition = match &rule.kind {
        RuleKind::Trigger { gate, .. } | RuleKind::OfferOption { gate, .. } => gate.condition,
        RuleKind::Modify { condition, .. }
        | RuleKind::Permit { condition, .. }
        | RuleKind::Lend { condition, .. } => *condition,
        RuleKind::Build { .. } => return None,
    };
    let (mut needed, mut asked) = (Vec::new(), Vec::new());
    conjuncts(active, &mut needed);
    conjuncts(gives(scene, condition)?, &mut asked);
    let denied = asked
        .iter()
        .find(|asked| needed.iter().any(|needed| denies(asked, needed)))?;
    let message = format!(
        "this rule never applies: the rules of a {} apply only while this is not true",
        kind.name
    );
    let diagnostic = Diagnostic::new(codes::GONE, denied.place, message);
    let help = "move the rule to the card set, or to another card, with a `when not ...` that tests this one";
    Some(
        diagnostic
            .related(active.place, "they apply only while this is true")
            .help(help),
    )
}

fn gives<'a>(scene: &Scene<'a>, function: FuncId) -> Option<&'a Expr> {
    match &scene.program.function(function)?.body {
        Body::Gives(expr) => Some(expr),
        _ => None,
    }
}

/// Whether one of two questions is answered with yes only where the other is not.
fn denies(a: &Expr, b: &Expr) -> bool {
    is_not(a, b) || is_not(b, a)
}

/// `not B`, or `B = no`.
fn is_not(a: &Expr, b: &Expr) -> bool {
    match &a.kind {
        ExprKind::Not(inner) => same(inner, b),
        ExprKind::Operation(Operation::Equal, one, other) => {
            one.ty == Ty::BOOL && same(one, b) && other.is_constant(0)
        }
        _ => false,
    }
}
