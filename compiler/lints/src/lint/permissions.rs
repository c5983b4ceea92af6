//! Two rules of one card that give and deny one permission in the same case: the one that gives never counts.

use super::Scene;
use super::range::same;
use cardwright_bytecode::pack::{FuncId, Home, Level, RuleKind};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_trees::{Body, Expr};
use std::collections::BTreeMap;

/// Rules of one home and level about one permission.
type Group = (u8, u32, u8, u32);

/// Finds them among the rules of a scene.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let mut groups: BTreeMap<Group, Vec<(usize, bool, FuncId)>> = BTreeMap::new();
    for (number, rule) in scene.pack.rules.iter().enumerate() {
        if let RuleKind::Permit {
            permission,
            allow,
            condition,
        } = rule.kind
        {
            let (sort, of) = match rule.home {
                Home::Global => (0, 0),
                Home::Template(template) => (1, template.number()),
                Home::Effect(effect) => (2, effect.number()),
            };
            let level = match rule.level {
                Level::Core => 0,
                Level::Card => 1,
                Level::Scenario => 2,
            };
            let group = groups.entry((sort, of, level, permission.number())).or_default();
            group.push((number, allow, condition));
        }
    }
    for rules in groups.values() {
        let gives = rules.iter().filter(|rule| rule.1);
        for (given, _, condition) in gives {
            let denies = rules.iter().find(|(_, allow, other)| {
                let pair = condition_of(scene, *condition).zip(condition_of(scene, *other));
                !allow && pair.is_some_and(|(a, b)| same(a, b))
            });
            report(scene, *given, denies.map(|rule| rule.0), found);
        }
    }
}

fn condition_of<'a>(scene: &Scene<'a>, function: FuncId) -> Option<&'a Expr> {
    match &scene.program.function(function)?.body {
        Body::Gives(expr) => Some(expr),
        _ => None,
    }
}

fn report(scene: &Scene<'_>, given: usize, denied: Option<usize>, found: &mut Vec<Diagnostic>) {
    let place = |rule: usize| scene.program.rules.get(rule).map(|rule| rule.place);
    let Some((given, denied)) = place(given).zip(denied.and_then(place)) else {
        return;
    };
    if scene.is_own(given) {
        let message = "this has no effect: another rule of the same card forbids the same in the same case, and \
             `forbid` wins";
        let diagnostic = Diagnostic::new(codes::CONTRADICTION, given, message);
        found.push(diagnostic.related(denied, "forbidden here"));
    }
}
