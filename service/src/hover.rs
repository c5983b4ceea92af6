//! Hovers, the texts beside the cursor: a rule as a sentence, a card's whole text, the meaning of a name.

use crate::blocks::block_at;
use crate::names::{Use, names_of, systems_of};
use crate::place::Place;
use crate::told::Told;
use crate::workspace::Workspace;
use cardwright_bytecode::pack::Home;
use cardwright_compiler::wording::{Wording, card_text, phrases_of_card};
use cardwright_compiler::{guide, source::Location};
use std::fmt::Write;

/// A text about a part of a file, as Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The part that it is about.
    pub place: Place,
    /// The text.
    pub text: String,
}

/// The hover for a byte of a file; `None` if there is no name and no rule.
#[must_use]
pub fn hover(workspace: &Workspace, file: &str, at: usize) -> Option<Hover> {
    let names = names_of(workspace, file);
    let system = systems_of(workspace.project(), file).into_iter().next();
    let told = system.and_then(|system| workspace.told(&system));
    if let Some(found) = names.at(file, at) {
        return Some(Hover {
            place: found.place.clone(),
            text: of_name(found, told.as_deref()),
        });
    }
    of_rule(workspace, told.as_deref()?, file, at)
}

fn of_name(found: &Use, told: Option<&Told>) -> String {
    if found.what == "card"
        && let Some(text) = told.and_then(|told| of_card(told, &found.name))
    {
        return text;
    }
    let mut text = String::new();
    let ty = if found.ty.is_empty() {
        String::new()
    } else {
        format!(": {}", found.ty)
    };
    let _ = write!(text, "```cw\n{}{ty}\n```\n", found.name);
    let about = told.and_then(|told| {
        let system = told.project.systems.get(&told.system)?;
        guide::about(&told.project, system, &told.guide, &found.name)
    });
    let _ = match about {
        Some(about) => write!(text, "\n{about}"),
        None => write!(text, "\nA {}.", found.what),
    };
    text
}

/// The whole text of a card.
pub(crate) fn of_card(told: &Told, id: &str) -> Option<String> {
    let system = told.project.systems.get(&told.system)?;
    card_text(&told.project, system, &told.compiled, id)
}

/// A rule at whose first line the byte is, as a sentence.
fn of_rule(workspace: &Workspace, told: &Told, file: &str, at: usize) -> Option<Hover> {
    if told.generation != workspace.generation() {
        return None;
    }
    let text = workspace.text(file)?;
    block_at(file, text, at)?;
    let (place, sentence) = sentences(told, file).into_iter().find(|(place, _)| {
        let head = text.get(place.bytes()).unwrap_or_default();
        let end = head.find('\n').unwrap_or(head.len());
        (place.start..=place.start + end).contains(&at)
    })?;
    Some(Hover {
        place,
        text: sentence,
    })
}

/// The rules of a file as sentences, each at its place.
pub(crate) fn sentences(told: &Told, file: &str) -> Vec<(Place, String)> {
    let project = &told.project;
    let (Some(id), Some(pack)) = (project.sources.named(file), told.compiled.pack.as_ref()) else {
        return Vec::new();
    };
    let Some(system) = told.project.systems.get(&told.system) else {
        return Vec::new();
    };
    let rules = told.compiled.program.rules.iter().enumerate();
    let own = rules.filter(|(_, rule)| rule.place.file == id);
    let mut found: Vec<(Location, String)> = Vec::new();
    for (number, rule) in own {
        if found.iter().any(|(place, _)| *place == rule.place) {
            continue;
        }
        let card = pack.rules.get(number).and_then(|rule| match rule.home {
            Home::Template(template) => pack.templates.get(template.place()).map(|one| one.id.as_str()),
            _ => None,
        });
        let phrases = phrases_of_card(&told.project, system, card.unwrap_or_default());
        let sentence = Wording::new(pack, &told.compiled.program, &phrases).rule(number);
        if !sentence.is_empty() {
            found.push((rule.place, sentence));
        }
    }
    let sources = &project.sources;
    found
        .into_iter()
        .map(|(at, text)| (Place::of(sources, at), text))
        .collect()
}
