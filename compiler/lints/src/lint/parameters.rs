//! Parameters that say nothing: whatever is given there, the same happens.
//!
//! A parameter of a define is used if the define itself names it; of an effect, if its rules name it, if the
//! end of the effect does, or if somebody asks for or ends the effect with exactly this argument. Parameters
//! of procedures, values, permissions and offers are there for the rules of others, so only those of a card
//! are looked at, which no other text can name.

use super::texts::{Text, texts};
use super::{Scene, Whole};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::Location;
use cardwright_dsl::ast::{ItemKind, Name, Param};
use cardwright_trees::{Expr, ExprKind, Function, Node, Reading};
use std::collections::BTreeSet;

/// Looks at every declaration of the system and its sets.
pub(super) fn check(
    whole: &Whole<'_>,
    system: &Scene<'_>,
    scenarios: &[Scene<'_>],
    found: &mut Vec<Diagnostic>,
) {
    let mut known = BTreeSet::new();
    for scene in std::iter::once(system).chain(scenarios) {
        known.extend(told_apart(scene));
    }
    let asked_for = asked_for(whole);
    for text in texts(whole) {
        for item in text.items {
            let declared = with_parameters(&text, &item.kind);
            let Some((what, name, params)) =
                declared.filter(|(.., params)| !asked_for.contains(&names(params)))
            else {
                continue;
            };
            for param in params {
                let is_known = || {
                    let mut called = text.names_in_pack(&name.text);
                    called.any(|called| known.contains(&(called, param.name.text.clone())))
                };
                let is_named = match item.kind {
                    ItemKind::Define { .. } | ItemKind::Effect { .. } => {
                        text.times(whole, item.span, &param.name.text) > 1
                    }
                    _ => text.times_in_all(whole, &param.name.text) > 1,
                };
                if text.is_as_written(whole, &param.name) && !is_named && !is_known() {
                    found.push(unused(text.place(param.name.span), what, name, &param.name));
                }
            }
        }
    }
}

/// The parameters of what the libraries of a system ask it for: it has to have them, whether or not it uses them.
fn asked_for<'a>(whole: &'a Whole<'_>) -> BTreeSet<Vec<&'a str>> {
    let is_used = |file| whole.system.libraries.iter().any(|(used, _)| *used == file);
    let libraries = whole
        .project
        .libraries
        .values()
        .filter(|library| is_used(library.file));
    let units = libraries.flat_map(|library| library.needs.iter().chain(&library.defaults));
    let items = units.flat_map(|unit| &unit.items);
    let of_defines = items.filter_map(|item| match &item.kind {
        ItemKind::Define { params, .. } => Some(names(params)),
        _ => None,
    });
    of_defines.collect()
}

fn names(params: &[Param]) -> Vec<&str> {
    params.iter().map(|param| param.name.text.as_str()).collect()
}

fn unused(place: Location, what: &str, name: &Name, param: &Name) -> Diagnostic {
    let message = format!(
        "nothing uses the parameter `{}` of the {what} `{}`",
        param.text, name.text
    );
    let help = match what {
        "effect" => format!(
            "use it in the rules of `{}` (`... when ... is {}`), or remove it here and wherever the effect \
             is started",
            name.text, param.text
        ),
        _ => format!("use it, or remove it here and wherever `{}` is used", name.text),
    };
    Diagnostic::new(codes::UNUSED, place, message).help(help)
}

/// The kind, name and parameters of an item whose own text has to name its parameters.
fn with_parameters<'a>(text: &Text<'_>, item: &'a ItemKind) -> Option<(&'static str, &'a Name, &'a [Param])> {
    let is_closed = text.card.is_some();
    Some(match item {
        ItemKind::Define { name, params, .. } => ("define", name, params),
        ItemKind::Effect { name, params, .. } => ("effect", name, params),
        ItemKind::Procedure { name, params, .. } if is_closed => ("procedure", name, params),
        ItemKind::Value { name, params, .. } if is_closed => ("value", name, params),
        ItemKind::Permission { name, params } if is_closed => ("permission", name, params),
        ItemKind::Offer { name, params, .. } if is_closed => ("offer", name, params),
        _ => return None,
    })
}

/// Effects and those parameters of them by which somebody tells one run from another: what asks for it, ends it, or
/// lives at its start or end.
fn told_apart(scene: &Scene<'_>) -> BTreeSet<(String, String)> {
    let mut used: BTreeSet<(usize, usize)> = BTreeSet::new();
    for matching in &scene.pack.matches {
        let all = 0..u32::BITS as usize;
        used.extend(
            all.filter(|at| matching.any & (1 << at) == 0)
                .map(|at| (matching.effect.place(), at)),
        );
    }
    for start in &scene.pack.starts {
        let conditions = start.ends.iter().filter_map(|until| until.condition);
        let functions = conditions.filter_map(|function| scene.program.function(function));
        used.extend(functions.flat_map(locals).map(|at| (start.effect.place(), at)));
    }
    for function in &scene.program.functions {
        let procedure = function.context.map(|procedure| procedure.place());
        let watched = procedure.and_then(|procedure| scene.program.changes.get(&procedure));
        if let Some(Reading::Effect(effect)) = watched.map(|watched| watched.reading) {
            used.extend(slots(function).into_iter().map(|at| (effect, at)));
        }
    }
    let named = |(effect, at): (usize, usize)| {
        let effect = scene.pack.effects.get(effect)?;
        Some((effect.name.clone(), effect.params.get(at)?.name.clone()))
    };
    used.into_iter().filter_map(named).collect()
}

fn locals(function: &Function) -> BTreeSet<usize> {
    read(function, |kind| match kind {
        ExprKind::Local(at) => Some(*at),
        _ => None,
    })
}

fn slots(function: &Function) -> BTreeSet<usize> {
    read(function, |kind| match kind {
        ExprKind::Slot(at) => Some(*at),
        _ => None,
    })
}

fn read(function: &Function, which: impl Fn(&ExprKind) -> Option<usize>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    function.walk(&mut |node| {
        if let Node::Expr(Expr { kind, .. }) = node {
            found.extend(which(kind));
        }
    });
    found
}
