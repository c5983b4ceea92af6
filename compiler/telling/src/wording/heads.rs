//! The rules at the head of a card set or scenario, which hold in every game with it.

use super::{Wording, phrases};
use cardwright_bytecode::pack::{Home, Id};
use cardwright_documents::document::ScenarioDoc;
use cardwright_documents::project::{Documents, Loaded, System};
use cardwright_documents::source::FileId;
use cardwright_trees::Compiled;
use std::collections::BTreeMap;

/// A card set as plain text: its title, the rules at its head, what they made for themselves, and the names of its cards.
/// None if there is no such set, or the system does not compile.
#[must_use]
pub fn set_text(project: &Documents, system: &System, compiled: &Compiled, id: &str) -> Option<String> {
    let key = (system.doc.system.value.clone(), id.to_owned());
    let set = project.sets.get(&key)?;
    let phrases = phrases::of_sets(project, system, &[&set.doc]);
    let wording = Wording::new(compiled.pack.as_ref()?, &compiled.program, &phrases);
    let mut text = format!("{} (card set of {})\n", set.doc.title, system.doc.title);
    text.push_str(&wording.head(set.file, "this set"));
    let cards = set.doc.cards.iter();
    let cards: Vec<String> = cards
        .map(|card| format!("{} (`{}`)", card.name, card.id.value))
        .collect();
    if !cards.is_empty() {
        text.push_str(&format!("\nCards: {}.\n", cards.join(", ")));
    }
    Some(text)
}

/// The rules at the head of a card set as plain text, one paragraph each, with what they made for themselves. None if there is no such
/// set, or the system does not compile.
#[must_use]
pub fn set_rules(project: &Documents, system: &System, compiled: &Compiled, id: &str) -> Option<Vec<String>> {
    let key = (system.doc.system.value.clone(), id.to_owned());
    let set = project.sets.get(&key)?;
    let phrases = phrases::of_sets(project, system, &[&set.doc]);
    let wording = Wording::new(compiled.pack.as_ref()?, &compiled.program, &phrases);
    Some(wording.head_rules(set.file))
}

/// A scenario as plain text: its title, the rules at its head, and what they made for themselves. None if it does not compile.
#[must_use]
pub fn scenario_text(
    project: &Documents,
    system: &System,
    compiled: &Compiled,
    scenario: &Loaded<ScenarioDoc>,
) -> Option<String> {
    let phrases = phrases_of(project, system, scenario);
    let wording = Wording::new(compiled.pack.as_ref()?, &compiled.program, &phrases);
    let title = format!("{} (scenario of {})\n", scenario.doc.title, system.doc.title);
    Some(title + &wording.head(scenario.file, "this scenario"))
}

/// The rules of a scenario as plain text, one paragraph each, with what they made for themselves. None if it does not compile.
#[must_use]
pub fn scenario_rules(
    project: &Documents,
    system: &System,
    compiled: &Compiled,
    scenario: &Loaded<ScenarioDoc>,
) -> Option<Vec<String>> {
    let phrases = phrases_of(project, system, scenario);
    let wording = Wording::new(compiled.pack.as_ref()?, &compiled.program, &phrases);
    Some(wording.head_rules(scenario.file))
}

/// The phrases with which the rules of a scenario are told.
fn phrases_of(
    project: &Documents,
    system: &System,
    scenario: &Loaded<ScenarioDoc>,
) -> BTreeMap<String, String> {
    let id = &system.doc.system.value;
    let sets = scenario.doc.sets.iter();
    let sets = sets.filter_map(|set| project.sets.get(&(id.clone(), set.value.clone())));
    let sets: Vec<_> = sets.map(|set| &*set.doc).collect();
    phrases::of_sets(project, system, &sets)
}

impl Wording<'_> {
    /// The rules of a file that belong to no card, as one text.
    fn head(&self, file: FileId, whose: &str) -> String {
        let rules = self.head_rules(file);
        if rules.is_empty() {
            return format!("\nNo rules stand at the head of {whose}.\n");
        }
        let paragraphs: Vec<String> = rules.iter().map(|paragraph| format!("\n{paragraph}\n")).collect();
        format!("\nIn every game with {whose}:\n{}", paragraphs.concat())
    }

    /// The rules of a file that belong to no card, and what they made for themselves.
    fn head_rules(&self, file: FileId) -> Vec<String> {
        let rules = self.pack.rules.iter().zip(&self.program.rules).enumerate();
        let rules = rules
            .filter(|(_, (rule, known))| rule.home == Home::Global && known.place.file == file)
            // An ability with several windows is told once.
            .filter(|(number, _)| self.pack.first_of(Id::at(*number)).place() == *number);
        let rules: Vec<String> = rules
            .map(|(number, _)| self.rule(number))
            .filter(|paragraph| !paragraph.is_empty())
            .collect();
        let own = self.own_words_of(file, &rules.join("\n"));
        rules.into_iter().chain(own).collect()
    }
}
