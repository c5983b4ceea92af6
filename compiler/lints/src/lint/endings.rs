//! How games end: scenarios that nothing ends, and outcomes that never come.

use super::{Scene, Whole};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{ScenarioDoc, place_of};
use cardwright_documents::project::Loaded;
use cardwright_documents::source::{Location, Origin};
use cardwright_dsl::ast::ItemKind;
use cardwright_dsl::parse_items;
use std::collections::BTreeSet;

/// Looks at each scenario, and at the outcomes of the system.
pub(super) fn check(
    whole: &Whole<'_>,
    system: &Scene<'_>,
    scenarios: &[Scene<'_>],
    found: &mut Vec<Diagnostic>,
) {
    let mut ended: BTreeSet<String> = outcomes(system);
    for scene in scenarios {
        let scenario = whole
            .project
            .scenarios
            .iter()
            .find(|scenario| Some(scenario.file) == scene.only);
        let Some(scenario) = scenario else { continue };
        let here = outcomes(scene);
        if here.is_empty() {
            let place = place_of(scenario.file, &scenario.doc.scenario);
            let message = "nothing in this scenario ever ends the game with an outcome";
            let help = "write `end the game with ...` in a rule or step that the game reaches";
            found.push(Diagnostic::new(codes::NO_ENDING, place, message).help(help));
        } else {
            let own = outcomes_of_scenario(whole, scenario);
            found.extend(never(own.iter().filter(|(name, _)| !here.contains(name))));
        }
        ended.extend(here);
    }
    if !scenarios.is_empty() {
        let own: Vec<(String, Location)> = whole
            .system
            .units
            .iter()
            .flat_map(|unit| {
                (&unit.items)
                    .into_iter()
                    .filter_map(|item| outcome(&unit.origin, &item.kind))
            })
            .collect();
        found.extend(never(own.iter().filter(|(name, _)| !ended.contains(name))));
    }
}

/// The outcomes with which a game can end.
fn outcomes(scene: &Scene<'_>) -> BTreeSet<String> {
    let reached = scene.reach.outcomes().iter();
    let defs = reached.filter_map(|&outcome| scene.pack.outcomes.get(outcome as usize));
    defs.map(|def| def.id.clone()).collect()
}

fn outcome(origin: &Origin, item: &ItemKind) -> Option<(String, Location)> {
    match item {
        ItemKind::Outcome { name, .. } => Some((name.text.clone(), origin.place(name.span))),
        _ => None,
    }
}

fn outcomes_of_scenario(whole: &Whole<'_>, scenario: &Loaded<ScenarioDoc>) -> Vec<(String, Location)> {
    let Some(rules) = &scenario.doc.rules else {
        return Vec::new();
    };
    let source = &whole.project.sources.get(scenario.file).text;
    let origin = Origin::scalar(scenario.file, source, rules);
    let items = parse_items(&rules.value).0;
    items
        .iter()
        .filter_map(|item| outcome(&origin, &item.kind))
        .collect()
}

fn never<'a>(outcomes: impl Iterator<Item = &'a (String, Location)>) -> Vec<Diagnostic> {
    let never = |(name, place): &(String, Location)| {
        let message = format!("no game ends with `{name}`");
        let help = format!(
            "write `end the game with {name}` in a rule or step that the game reaches, or \
        remove the outcome"
        );
        Diagnostic::new(codes::NEVER_ENDED_WITH, *place, message).help(help)
    };
    outcomes.map(never).collect()
}
