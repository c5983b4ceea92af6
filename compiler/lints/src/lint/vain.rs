//! Names of a procedure that a rule sets in vain: a later step works them out anew, or nobody asks for them any more.
//!
//! The windows and steps of a procedure come in one order ([`course`](super::course)); so it can be said what becomes of a name after
//! a window. What rules read is held against them wherever they can: a rule of any card that might read the name keeps
//! it, whether or not it would be asked.

use super::Scene;
use super::course::{Course, Fate, Readers, changed};
use super::windows::window_name;
use cardwright_bytecode::pack::RuleKind;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::Location;
use cardwright_trees::Node;
use std::collections::BTreeMap;

/// Names set in vain, each with what is said of it. A scenario may have rules that read what the system alone does not.
pub(super) fn check(system: &Scene<'_>, scenarios: &[Scene<'_>], found: &mut Vec<Diagnostic>) {
    let mut all = sets(system);
    for scene in scenarios {
        let more = sets(scene);
        for (place, diagnostic) in &mut all {
            if more.get(place).is_some_and(Option::is_none) {
                *diagnostic = None;
            }
        }
        let own = more.into_iter().filter(|(place, _)| scene.is_own(*place));
        all.extend(own);
    }
    found.extend(all.into_values().flatten());
}

/// Every place at which a rule sets a name of a procedure; what to say, if it is in vain in each window of the rule.
fn sets(scene: &Scene<'_>) -> BTreeMap<Location, Option<Diagnostic>> {
    let readers = Readers::of(scene);
    let mut courses: BTreeMap<u32, Option<Course<'_>>> = BTreeMap::new();
    let mut sets: BTreeMap<Location, Option<Diagnostic>> = BTreeMap::new();
    for (number, rule) in scene.pack.rules.iter().enumerate() {
        let RuleKind::Trigger {
            window,
            body,
            otherwise,
            ..
        } = rule.kind
        else {
            continue;
        };
        let Some(procedure) = scene.pack.windows.find(window).map(|def| def.procedure) else {
            continue;
        };
        let course = courses
            .entry(procedure.number())
            .or_insert_with(|| Course::of(scene, &readers, procedure.number()));
        let Some(course) = course else { continue };
        let from = match scene.replaces(number) {
            true => course.behind_step(window.number()),
            false => window.number(),
        };
        let functions = std::iter::once(body).chain(otherwise);
        for function in functions.filter_map(|function| scene.program.function(function)) {
            function.walk(&mut |node| {
                if let Some((slot, place)) = set_slot(node) {
                    let told = told(scene, course, (from, slot), place);
                    sets.entry(place)
                        .and_modify(|other| *other = other.take().and(told.clone()))
                        .or_insert(told);
                }
            });
        }
    }
    sets
}

/// The slot that a statement changes, and where.
fn set_slot(node: Node<'_>) -> Option<(usize, Location)> {
    match node {
        Node::Statement(statement) => Some((changed(statement)?, statement.place)),
        Node::Expr(_) => None,
    }
}

fn told(
    scene: &Scene<'_>,
    course: &Course<'_>,
    (window, slot): (u32, usize),
    place: Location,
) -> Option<Diagnostic> {
    let procedure = scene.pack.procedures.get(course.procedure as usize)?;
    let name = &procedure
        .slots
        .get(slot)
        .filter(|slot| !slot.name.starts_with('('))?
        .name;
    match course.fate(window, slot) {
        Fate::Read => None,
        Fate::Overwritten(step, written) => {
            let step_name = procedure.steps.get(step)?;
            let message =
                format!("this does nothing: step `{step_name}` sets `{name}` again before anything uses it");
            let after = course.after(step);
            let help = match course.fate(after, slot) {
                Fate::Read => format!(
                    "use the window `{}`: what the rule sets there is kept",
                    window_name(scene.pack, after)
                ),
                _ => format!(
                    "write a rule `instead of {}.{step_name}`, or change the values from which `{name}` is \
                     worked out",
                    procedure.name
                ),
            };
            let diagnostic = Diagnostic::new(codes::SET_IN_VAIN, place, message);
            Some(diagnostic.related(written, "set again here").help(help))
        }
        Fate::Unread => {
            let message = format!("this does nothing: nothing uses `{name}` after this window");
            let help = match course.last_read(slot) {
                Some(last) => format!(
                    "use the window `{}` or an earlier one; after that, nothing uses it",
                    window_name(scene.pack, last)
                ),
                None => format!("remove this; nothing in `{}` uses it", procedure.name),
            };
            Some(Diagnostic::new(codes::SET_IN_VAIN, place, message).help(help))
        }
    }
}
