//! Costs that nobody is asked about: a rule of a window with a `cost` and without `may` is paid for as soon as it can be.

use super::Scene;
use cardwright_bytecode::pack::RuleKind;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;

/// Looks at every rule of a window.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    for (number, rule) in scene.pack.rules.iter().enumerate() {
        let RuleKind::Trigger { gate, .. } = &rule.kind else {
            continue;
        };
        let costs = scene.program.rules.get(number).map_or(0, |rule| rule.costs);
        if let Some(place) = scene.own_rule(number).filter(|_| costs > 0 && !gate.optional) {
            let message = "nobody is asked, so the cost is paid whenever it can be";
            let help = "write `may` before `cost`; if the player must pay, move the payment from the cost to the \
                 block";
            found.push(Diagnostic::new(codes::PAID_UNASKED, place, message).help(help));
        }
    }
}
