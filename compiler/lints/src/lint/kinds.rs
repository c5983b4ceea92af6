//! Kinds of which nothing can exist: targets that no game has, cards that nobody can hold.

use super::{Scene, Whole};
use cardwright_bytecode::pack::KindClass;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::place_of;
use cardwright_documents::source::FileId;
use cardwright_dsl::ast::ItemKind;
use cardwright_trees::{ExprKind, Node};
use std::collections::{BTreeMap, BTreeSet};

/// Looks at what rules ask for, and at what card sets have.
pub(super) fn check(
    whole: &Whole<'_>,
    system: &Scene<'_>,
    scenarios: &[Scene<'_>],
    found: &mut Vec<Diagnostic>,
) {
    let printed: BTreeSet<&str> = system
        .pack
        .templates
        .iter()
        .filter_map(|template| system.pack.kinds.get(usize::from(template.kind)))
        .map(|kind| kind.name.as_str())
        .collect();
    // A system without any card yet is not at fault.
    if printed.is_empty() {
        return;
    }
    // A system may know kinds that no set has yet; a card or scenario that looks for one looks in vain.
    let sets: BTreeSet<FileId> = whole.project.sets.values().flat_map(|set| set.files()).collect();
    targets(system, &printed, |file| sets.contains(&file), found);
    for scene in scenarios {
        targets(scene, &printed, |file| Some(file) == scene.only, found);
    }
    holders(whole, &printed, found);
}

/// `all KIND` of a kind that no card set has.
fn targets(
    scene: &Scene<'_>,
    printed: &BTreeSet<&str>,
    looks: impl Fn(FileId) -> bool,
    found: &mut Vec<Diagnostic>,
) {
    for function in scene.program.functions.iter().filter(|one| looks(one.place.file)) {
        function.walk(&mut |node| {
            let Node::Expr(expr) = node else { return };
            let (ExprKind::All(kind) | ExprKind::Held(kind, _)) = expr.kind else {
                return;
            };
            let Some(kind) = scene.pack.kinds.get(usize::from(kind)) else {
                return;
            };
            let made = matches!(kind.class, KindClass::Piece | KindClass::Card);
            if made && !printed.contains(kind.name.as_str()) {
                let message = format!(
                    "there is never a {} in a game: no card set of the system has one",
                    kind.name
                );
                let help = "add one to a card set, or remove this";
                found.push(Diagnostic::new(codes::IMPOSSIBLE_TARGET, expr.place, message).help(help));
            }
        });
    }
}

/// Cards of a kind whose holders no card set has.
fn holders(whole: &Whole<'_>, printed: &BTreeSet<&str>, found: &mut Vec<Diagnostic>) {
    let mut holders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for item in whole.system.units.iter().flat_map(|unit| &unit.items) {
        if let ItemKind::Card { on, decl } = &item.kind {
            let on = on.iter().map(|name| name.text.as_str());
            holders.insert(&decl.name.text, on.collect());
        }
    }
    let exists = |kind: &&str| printed.contains(kind) || matches!(*kind, "player" | "deck");
    let system = &whole.system.doc.system.value;
    let sets = whole.project.sets.iter().filter(|(key, _)| key.0 == *system);
    for (_, set) in sets {
        for card in &set.doc.cards {
            let Some(on) = holders.get(card.kind.value.as_str()) else {
                continue;
            };
            if !on.is_empty() && !on.iter().any(exists) {
                let message = format!(
                    "nobody can hold this {}: no card set of the system has a {}",
                    card.kind.value,
                    on.join(" or ")
                );
                let place = place_of(set.file, &card.id);
                found.push(Diagnostic::new(codes::UNHOLDABLE, place, message));
            }
        }
    }
}
