//! Windows, offers and effects against the timing graph: what no game can reach.

use super::Scene;
use crate::timing::Reach;
use cardwright_bytecode::pack::{Home, Id, Moment, Pack, RuleKind, WindowDef};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::Location;
use cardwright_trees::{Node, StatementKind};
use std::collections::{BTreeMap, BTreeSet};

/// A scenario may run what the system alone does not; so a rule is reported only if no game of the system reaches it.
pub(super) fn check(system: &Scene<'_>, scenarios: &[Scene<'_>], found: &mut Vec<Diagnostic>) {
    let scenes = || std::iter::once(system).chain(scenarios);
    let reached: BTreeSet<Location> = scenes()
        .flat_map(|scene| {
            scene
                .reach
                .rules()
                .filter_map(|rule| Some(scene.program.rules.get(rule)?.place))
        })
        .collect();
    for scene in scenes() {
        for (number, rule) in scene.pack.rules.iter().enumerate() {
            let place = scene.own_rule(number).filter(|place| !reached.contains(place));
            if let Some(place) = place {
                found.extend(unreached(scene, rule.home, &rule.kind, place));
            }
        }
    }
    limits(system, scenarios, found);
    runs_around(system, scenarios, found);
    ends(system, scenarios, found);
}

fn unreached(scene: &Scene<'_>, home: Home, kind: &RuleKind, place: Location) -> Option<Diagnostic> {
    let pack = scene.pack;
    if let Home::Effect(effect) = home
        && !scene.reach.has_effect(effect.number())
    {
        // An effect that nothing starts is one error, not one for each of its rules.
        return None;
    }
    match kind {
        RuleKind::Trigger { window, .. } => {
            let def = pack.windows.find(*window)?;
            let procedure = pack.procedures.find(def.procedure)?;
            if scene.program.changes.contains_key(&(def.procedure.place())) {
                let message = format!(
                    "this window never opens: `{}` never happens in a game",
                    procedure.name
                );
                let help = "add a step that makes the change, or remove the rule";
                return Some(Diagnostic::new(codes::UNREACHABLE_WINDOW, place, message).help(help));
            }
            let message = format!("this window never opens: no game ever runs `{}`", procedure.name);
            let help = format!(
                "run `{}` in a step that the game reaches, or remove the rule",
                procedure.name
            );
            Some(Diagnostic::new(codes::UNREACHABLE_WINDOW, place, message).help(help))
        }
        RuleKind::OfferOption { offer, .. } => {
            let offer = pack.offers.find(*offer)?;
            let message = format!("this option is never offered: nothing offers `{}`", offer.name);
            let help = format!(
                "write `offer {}(...) to ...` in a step that the game reaches",
                offer.name
            );
            Some(Diagnostic::new(codes::NEVER_OFFERED, place, message).help(help))
        }
        RuleKind::Modify { .. }
        | RuleKind::Permit { .. }
        | RuleKind::Lend { .. }
        | RuleKind::Build { .. } => None,
    }
}

/// `once per P` counts the runs of P; in a window or an offer that is in no run of P it counts something else than it says.
fn limits(system: &Scene<'_>, scenarios: &[Scene<'_>], found: &mut Vec<Diagnostic>) {
    let mut inside: BTreeMap<(usize, u32), Reach> = BTreeMap::new();
    let mut enclosed: BTreeSet<Location> = BTreeSet::new();
    for (number, scene) in std::iter::once(system).chain(scenarios).enumerate() {
        for (rule, def) in scene.pack.rules.iter().enumerate() {
            let (Some((per, at)), Some(place)) = (
                limited(&def.kind),
                scene.program.rules.get(rule).map(|rule| rule.place),
            ) else {
                continue;
            };
            let reach = inside
                .entry((number, per))
                .or_insert_with(|| runs_of(scene.pack, per));
            let is_inside = match at {
                Limited::Window(window) => scene.pack.windows.get(window as usize).is_some_and(|window| {
                    window.procedure == Id::new(per) || opens(scene.pack, reach, window)
                }),
                Limited::Offer(offer) => reach.has_offer(offer),
            };
            if is_inside {
                enclosed.insert(place);
            }
        }
    }
    for scene in std::iter::once(system).chain(scenarios) {
        for (rule, def) in scene.pack.rules.iter().enumerate() {
            let Some((per, at)) = limited(&def.kind) else {
                continue;
            };
            let per = scene.pack.procedures.get(per as usize);
            let Some((per, place)) = per.zip(scene.own_rule(rule)) else {
                continue;
            };
            if scene.reach.has_rule(rule) && !enclosed.contains(&place) {
                found.push(limit_outside(&per.name, at, place));
            }
        }
    }
}

fn limit_outside(per: &str, at: Limited, place: Location) -> Diagnostic {
    let (what, around) = match at {
        Limited::Window(_) => ("this window never opens", "the window"),
        Limited::Offer(_) => ("this option is never offered", "the offer"),
    };
    let message = format!("{what} during a run of `{per}`, so the limit does not mean what it says");
    let help = format!("write a limit per procedure that runs around {around}, or `once per game`");
    Diagnostic::new(codes::LIMIT_OUTSIDE, place, message).help(help)
}

/// A rule that acts only during a run around its window, if that window never opens in one.
fn runs_around(system: &Scene<'_>, scenarios: &[Scene<'_>], found: &mut Vec<Diagnostic>) {
    let mut inside: BTreeMap<(usize, u32), Reach> = BTreeMap::new();
    let mut enclosed: BTreeSet<Location> = BTreeSet::new();
    let scenes = || std::iter::once(system).chain(scenarios);
    for (number, scene) in scenes().enumerate() {
        for rule in 0..scene.pack.rules.len() {
            let Some((procedure, window, place)) = around(scene, rule) else {
                continue;
            };
            let reach = inside
                .entry((number, procedure))
                .or_insert_with(|| runs_of(scene.pack, procedure));
            if opens(scene.pack, reach, window) {
                enclosed.insert(place);
            }
        }
    }
    for scene in scenes() {
        for rule in (0..scene.pack.rules.len()).filter(|&rule| scene.own_rule(rule).is_some()) {
            let Some((procedure, _, place)) = around(scene, rule) else {
                continue;
            };
            let procedure = scene.pack.procedures.get(procedure as usize);
            if let Some(procedure) = procedure
                && scene.reach.has_rule(rule)
                && enclosed.insert(place)
            {
                let message = format!("this window never opens during a run of `{}`", procedure.name);
                let help = "write a procedure that runs around the window, or remove `during`";
                found.push(Diagnostic::new(codes::DURING, place, message).help(help));
            }
        }
    }
}

/// The run that must go on around a rule's window, that window, and where the rule stands.
fn around<'a>(scene: &'a Scene<'_>, rule: usize) -> Option<(u32, &'a WindowDef, Location)> {
    let RuleKind::Trigger { window, .. } = scene.pack.rules.get(rule)?.kind else {
        return None;
    };
    let when = scene.program.gate(scene.pack, rule)?.when;
    let procedure = when.run_around()?;
    let window = scene.pack.windows.find(window)?;
    let place = scene.program.rules.get(rule)?.place;
    Some((u32::try_from(procedure).ok()?, window, place))
}

/// The place at which a limit counts.
#[derive(Clone, Copy)]
enum Limited {
    Window(u32),
    Offer(u32),
}

/// The procedure by whose runs a rule is limited, and where.
fn limited(kind: &RuleKind) -> Option<(u32, Limited)> {
    match kind {
        RuleKind::Trigger { window, gate, .. } => {
            Some((gate.limit?.per?.number(), Limited::Window(window.number())))
        }
        RuleKind::OfferOption { offer, gate, .. } => {
            Some((gate.limit?.per?.number(), Limited::Offer(offer.number())))
        }
        _ => None,
    }
}

fn runs_of(pack: &Pack, procedure: u32) -> Reach {
    let function = pack.procedures.get(procedure as usize).map(|def| def.function);
    Reach::from(pack, function)
}

/// Whether one of the windows of a window's procedure opens.
fn opens(pack: &Pack, reach: &Reach, window: &WindowDef) -> bool {
    let function = pack.procedures.find(window.procedure).map(|def| def.function);
    function.is_some_and(|function| reach.has_function(function))
}

/// An effect that lasts until a window that never opens lasts for ever.
fn ends(system: &Scene<'_>, scenarios: &[Scene<'_>], found: &mut Vec<Diagnostic>) {
    let name = |pack: &Pack, window: u32| {
        let def = pack.windows.get(window as usize)?;
        Some(pack.procedures.find(def.procedure)?.name.clone())
    };
    let scenes = || std::iter::once(system).chain(scenarios);
    let mut opened: BTreeSet<String> = BTreeSet::new();
    for scene in scenes() {
        let windows = 0..u32::try_from(scene.pack.windows.len()).unwrap_or(u32::MAX);
        let open = windows.filter(|&window| scene.reach.has_window(window));
        opened.extend(open.filter_map(|window| name(scene.pack, window)));
    }
    for scene in scenes() {
        for function in scene
            .program
            .functions
            .iter()
            .filter(|one| scene.is_own(one.place))
        {
            function.walk(&mut |node| {
                let Node::Statement(statement) = node else { return };
                let StatementKind::Start { start, .. } = statement.kind else {
                    return;
                };
                let ends = scene.pack.starts.get(start);
                let ends: Vec<_> = ends
                    .into_iter()
                    .flat_map(|start| &start.ends)
                    .filter_map(|until| name(scene.pack, until.window.number()))
                    .collect();
                let vain = ends.iter().filter(|name| !opened.contains(*name));
                let vain: Vec<_> = vain.collect();
                let Some(procedure) = vain.first() else { return };
                let (message, help) = match vain.len() == ends.len() {
                    true => (
                        format!("this effect never ends: no game ever runs `{procedure}`"),
                        "end it at a window that opens, or write `until the game ends`",
                    ),
                    false => (
                        format!(
                            "one of the ends of this effect never happens: no game ever runs \
                        `{procedure}`"
                        ),
                        "remove it, or use a window that opens",
                    ),
                };
                found.push(Diagnostic::new(codes::NEVER_ENDS, statement.place, message).help(help));
            });
        }
    }
}

/// The words for a window.
pub(super) fn window_name(pack: &Pack, window: u32) -> String {
    let Some(def) = pack.windows.get(window as usize) else {
        return String::new();
    };
    let procedure = pack.procedures.find(def.procedure);
    let moment = match def.moment {
        Moment::Before => "before",
        Moment::At => "at",
        Moment::After => "after",
    };
    let name = procedure.map_or("", |procedure| &procedure.name);
    let step = procedure
        .zip(def.step)
        .and_then(|(one, step)| one.steps.get(step as usize));
    match step {
        Some(step) => format!("{moment} {name}.{step}"),
        None => format!("{moment} {name}"),
    }
}
