//! Overlays told by `explain`: those of a system with all their changes, and those that change one card.

use crate::program::output;
use cardwright_compiler::document::{AsOf, ChangeDoc, Date};
use cardwright_compiler::project::{Overlay, System};
use cardwright_compiler::wording::card_rules;
use cardwright_compiler::{Project, compile_system};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// One change of one card, and the facts before it.
struct Step<'a> {
    overlay: &'a Overlay,
    change: &'a ChangeDoc,
    /// By its name, a fact before and after the change.
    facts: Vec<(&'a str, Option<String>, String)>,
}

/// The changes of a system's cards in the order in which they come into force.
fn steps<'a>(project: &'a Project, system: &'a str) -> Vec<Step<'a>> {
    let mut known: BTreeMap<(&str, &str), String> = BTreeMap::new();
    let sets = project
        .printed_sets()
        .filter(|set| set.doc.system.value == system);
    for card in sets.flat_map(|set| &set.doc.cards) {
        let facts = card.facts.0.iter();
        known.extend(facts.map(|(name, fact)| {
            let key = (card.id.value.as_str(), name.value.as_str());
            (key, fact.value.to_string())
        }));
    }
    let changes = project.overlays_of(system);
    let changes = changes.flat_map(|overlay| overlay.doc.cards.iter().map(move |change| (overlay, change)));
    let step = |(overlay, change): (&'a Overlay, &'a ChangeDoc)| {
        let facts = change.facts.0.iter().map(|(name, fact)| {
            let after = fact.value.to_string();
            let key = (change.card.value.as_str(), name.value.as_str());
            (name.value.as_str(), known.insert(key, after.clone()), after)
        });
        let facts = facts.collect();
        Step {
            overlay,
            change,
            facts,
        }
    };
    changes.map(step).collect()
}

/// The lines of a card's changes; nothing, if no overlay changes it.
pub(super) fn of_card(project: &Project, system: &System, card: &str) -> Option<String> {
    let id = &system.doc.system.value;
    let steps = steps(project, id);
    let steps: Vec<&Step> = steps
        .iter()
        .filter(|step| step.change.card.value == card)
        .collect();
    if steps.is_empty() {
        return None;
    }
    let mut out = "Overlays change this card:\n".to_owned();
    for step in steps {
        let _ = write!(out, "\n{}\n", head(project, step.overlay));
        out.push_str(&change(step, "  "));
        if step.change.rules.is_some() {
            let date = step.overlay.date;
            let before = words(project, id, before(project, id, date), card);
            let after = words(project, id, AsOf::Day(date), card);
            let _ = write!(out, "  before: {before}\n  now: {after}\n");
        }
    }
    Some(out)
}

/// The day before an overlay comes into force, as far as overlays go.
fn before(project: &Project, system: &str, date: Date) -> AsOf {
    let earlier = project.overlays_of(system).map(|one| one.date);
    let newest = earlier.filter(|one| *one < date).max();
    newest.map_or(AsOf::Printed, AsOf::Day)
}

/// The rules of a card on a day, in words.
fn words(project: &Project, system: &str, day: AsOf, card: &str) -> String {
    let project = project.clone().on(day);
    let told = project.systems.get(system).and_then(|system| {
        let compiled = compile_system(&project, system);
        card_rules(&project, system, &compiled, card)
    });
    match told {
        None => "(its system has errors on that day)".to_owned(),
        Some(told) if told.is_empty() => "nothing".to_owned(),
        Some(told) => told.join(" ").replace('\n', " "),
    }
}

/// The overlays of a system, as text.
pub(super) fn list(project: &Project, system: &System) {
    let id = &system.doc.system.value;
    let mut out = format!("# {} (`{id}`): overlays\n", system.doc.title);
    let steps = steps(project, id);
    for overlay in project.overlays_of(id) {
        let _ = write!(out, "\n{}\n", head(project, overlay));
        if let Some(note) = &overlay.doc.note {
            let _ = writeln!(out, "  {}", in_line(note));
        }
        for step in steps.iter().filter(|step| step.overlay.file == overlay.file) {
            let _ = writeln!(out, "  `{}`", step.change.card.value);
            out.push_str(&change(step, "    "));
        }
    }
    if project.overlays_of(id).next().is_none() {
        out.push_str("\nNo overlay changes its cards.\n");
    }
    output::line(out.trim_end());
}

/// The overlays of a system, for machines.
pub(super) fn json(project: &Project, system: &System) {
    let id = &system.doc.system.value;
    let steps = steps(project, id);
    let overlays = project.overlays_of(id).map(|overlay| {
        let own = steps.iter().filter(|step| step.overlay.file == overlay.file);
        json!({
            "overlay": overlay.doc.overlay.value,
            "title": overlay.doc.title,
            "date": overlay.date.to_string(),
            "in_force": project.is_in_force(overlay),
            "file": project.sources.get(overlay.file).name,
            "note": overlay.doc.note,
            "cards": own.map(change_json).collect::<Vec<Value>>(),
        })
    });
    let overlays: Vec<Value> = overlays.collect();
    output::value(&json!({ "system": id, "overlays": overlays }));
}

fn change_json(step: &Step<'_>) -> Value {
    let facts = step.facts.iter();
    let facts =
        facts.map(|(name, before, after)| ((*name).to_owned(), json!({ "before": before, "after": after })));
    json!({
        "card": step.change.card.value,
        "facts": facts.collect::<serde_json::Map<String, Value>>(),
        "banned": step.change.banned.as_ref().map(|banned| banned.value),
        "rules": step.change.rules.as_ref().map(|rules| rules.value.clone()),
        "why": step.change.why,
    })
}

/// The first line of an overlay: `2026-09-01, points-2026-09: Points of September 2026`.
fn head(project: &Project, overlay: &Overlay) -> String {
    let (doc, date) = (&overlay.doc, overlay.date);
    let aside = match project.is_in_force(overlay) {
        true => "",
        false => " (not in force)",
    };
    format!("{date}, `{}`: {}{aside}", doc.overlay.value, doc.title)
}

/// The lines of one change.
fn change(step: &Step<'_>, indent: &str) -> String {
    let mut out = String::new();
    for (name, before, after) in &step.facts {
        let before = before.as_deref().unwrap_or("(none)");
        let _ = writeln!(out, "{indent}{name}: {before} -> {after}");
    }
    if step.change.rules.is_some() {
        let _ = writeln!(out, "{indent}rules: replaced");
    }
    match step.change.banned.as_ref().map(|banned| banned.value) {
        Some(true) => _ = writeln!(out, "{indent}banned"),
        Some(false) => _ = writeln!(out, "{indent}no longer banned"),
        None => {}
    }
    if let Some(why) = &step.change.why {
        let _ = writeln!(out, "{indent}why: {}", in_line(why));
    }
    out
}

fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
