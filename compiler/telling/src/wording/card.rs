//! A printed card as a whole: its facts, its rules, and what it made for itself.

use super::english::spaced;
use super::facts::Facts;
use super::{Wording, phrases};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::Home;
use cardwright_documents::project::{Documents, System};
use cardwright_trees::Compiled;
use std::collections::BTreeMap;

/// A printed card as plain text: its name and kind, its facts, its rules. None if there is no such card, or the system
/// does not compile.
#[must_use]
pub fn card_text(project: &Documents, system: &System, compiled: &Compiled, id: &str) -> Option<String> {
    let pack: &Pack = compiled.pack.as_ref()?;
    let template = pack.templates.iter().position(|template| template.id == id)?;
    let def = pack.templates.get(template)?;
    let kind = pack.kinds.get(usize::from(def.kind))?;
    let phrases = phrases::of_card(project, system, id);
    let wording = Wording::new(pack, &compiled.program, &phrases);
    let mut text = format!("{} ({})\n", def.name, spaced(&kind.name));
    let template = u32::try_from(template).ok()?;
    let rules = wording.card(template);
    let own = wording.own_words(template, &rules.join("\n"));
    let all = Facts::new(wording, project, system);
    let facts = all.of_card(id);
    let named = all.of_rows(id, &rules.join("\n"), facts.as_deref().unwrap_or(""));
    let of_set = rules_of_set(project, system, (pack, compiled), id);
    for paragraph in facts
        .into_iter()
        .chain(rules)
        .chain(own)
        .chain(named)
        .chain(of_set)
    {
        text.push_str(&format!("\n{paragraph}\n"));
    }
    if project.is_todo(&system.doc.system.value, id) {
        text.push_str(&format!("\n{TO_BE_WRITTEN}\n"));
    }
    Some(text)
}

/// The rules of a printed card as plain text, in paragraphs. None if there is no such card, or the system does not compile.
#[must_use]
pub fn card_rules(
    project: &Documents,
    system: &System,
    compiled: &Compiled,
    id: &str,
) -> Option<Vec<String>> {
    let pack: &Pack = compiled.pack.as_ref()?;
    let template = pack.templates.iter().position(|template| template.id == id)?;
    let phrases = phrases::of_card(project, system, id);
    let wording = Wording::new(pack, &compiled.program, &phrases);
    Some(wording.card(u32::try_from(template).ok()?))
}

/// The note that the set of a card has rules at its head, which hold in every game with the card.
fn rules_of_set(
    project: &Documents,
    system: &System,
    (pack, compiled): (&Pack, &Compiled),
    id: &str,
) -> Option<String> {
    let of = &system.doc.system.value;
    let mut sets = project.sets.iter().filter(|((system, _), _)| system == of);
    let (_, set) = sets.find(|(_, set)| set.doc.cards.iter().any(|card| card.id.value == id))?;
    let mut rules = pack.rules.iter().zip(&compiled.program.rules);
    let has_some = rules.any(|(rule, known)| rule.home == Home::Global && known.place.file == set.file);
    has_some.then(|| {
        let set = &set.doc.set.value;
        format!("Its set has rules for every game with it: `cardwright explain {set}`.")
    })
}

/// The text of a card whose rules are still to be written.
pub const TO_BE_WRITTEN: &str = "Its rules are not written yet.";

/// The phrases with which the rules of a card are told: those of its system, its set and its own; for what is no card's, those of
/// the system.
#[must_use]
pub fn phrases_of_card(project: &Documents, system: &System, id: &str) -> BTreeMap<String, String> {
    phrases::of_card(project, system, id)
}
