//! Pieces, cards and players as documents write them: each one in a line.

use super::cards::CardDoc;
use super::fact::{At, Entries, Fact};
use super::scenario::{Face, LooseCardDoc, PieceDoc, PlayerDoc, PoseDoc, TableDoc};
use std::fmt::Write;

impl CardDoc {
    /// The facts of the card as its key `facts`; nothing, if it has none.
    #[must_use]
    pub fn facts_in_line(&self) -> Option<String> {
        facts(&self.facts)
    }
}

impl PieceDoc {
    /// The piece as an entry of `pieces`.
    #[must_use]
    pub fn in_line(&self) -> String {
        let mut parts = vec![
            format!("id: {}", self.id.value),
            format!("template: {}", self.template.value),
        ];
        parts.extend(self.name.iter().map(|name| format!("name: {}", scalar(name))));
        parts.extend(self.owner.iter().map(|owner| format!("owner: {}", owner.value)));
        if !self.cards.is_empty() {
            let cards: Vec<&str> = self.cards.iter().map(|card| card.value.as_str()).collect();
            parts.push(format!("cards: [{}]", cards.join(", ")));
        }
        parts.extend(numbers("tokens", &self.tokens));
        parts.extend(facts(&self.facts));
        parts.extend(self.at.as_ref().map(|at| format!("at: {{ {} }}", pose(at))));
        parts.extend(face(self.face));
        format!("{{ {} }}", parts.join(", "))
    }
}

impl LooseCardDoc {
    /// The card as an entry of `cards`.
    #[must_use]
    pub fn in_line(&self) -> String {
        let mut parts = vec![
            format!("id: {}", self.id.value),
            format!("template: {}", self.template.value),
        ];
        parts.extend(
            self.holder
                .iter()
                .map(|holder| format!("holder: {}", holder.value)),
        );
        parts.extend(self.owner.iter().map(|owner| format!("owner: {}", owner.value)));
        parts.extend(face(self.face));
        parts.extend(numbers("tokens", &self.tokens));
        parts.extend(facts(&self.facts));
        format!("{{ {} }}", parts.join(", "))
    }
}

impl PlayerDoc {
    /// The player as an entry of `players`.
    #[must_use]
    pub fn in_line(&self) -> String {
        let mut parts = vec![
            format!("id: {}", self.id.value),
            format!("name: {}", scalar(&self.name)),
        ];
        parts.extend(numbers("tokens", &self.tokens));
        parts.extend(facts(&self.facts));
        format!("{{ {} }}", parts.join(", "))
    }
}

impl TableDoc {
    /// The size as the value of `table`.
    #[must_use]
    pub fn in_line(&self) -> String {
        let (width, length) = (value(&self.width.value), value(&self.length.value));
        format!("{{ width: {width}, length: {length} }}")
    }
}

fn face(face: Option<Face>) -> Option<String> {
    face.map(|face| match face {
        Face::Up => "face: up".to_owned(),
        Face::Down => "face: down".to_owned(),
    })
}

fn numbers(name: &str, of: &Entries<At<i64>>) -> Option<String> {
    let all: Vec<String> =
        of.0.iter()
            .map(|(one, count)| format!("{}: {}", one.value, count.value))
            .collect();
    (!all.is_empty()).then(|| format!("{name}: {{ {} }}", all.join(", ")))
}

fn facts(of: &Entries<At<Fact>>) -> Option<String> {
    let all: Vec<String> =
        of.0.iter()
            .map(|(name, fact)| format!("{}: {}", name.value, value(&fact.value)))
            .collect();
    (!all.is_empty()).then(|| format!("facts: {{ {} }}", all.join(", ")))
}

fn value(fact: &Fact) -> String {
    match fact {
        Fact::Text(text) => scalar(text),
        Fact::List(all) => {
            let all: Vec<String> = all.iter().map(|one| value(&one.value)).collect();
            format!("[{}]", all.join(", "))
        }
        Fact::Map(all) => {
            let all = all
                .0
                .iter()
                .map(|(name, fact)| format!("{}: {}", name.value, value(&fact.value)));
            format!("{{ {} }}", all.collect::<Vec<_>>().join(", "))
        }
        Fact::Number(_) | Fact::Unwhole(_) | Fact::Bool(_) => fact.to_string(),
    }
}

fn pose(at: &PoseDoc) -> String {
    let mut out = String::new();
    let mut put = |name: &str, text: Option<String>| {
        if let Some(text) = text {
            let between = if out.is_empty() { "" } else { ", " };
            // Writing to a text cannot fail.
            _ = write!(out, "{between}{name}: {text}");
        }
    };
    let fact = |fact: &Option<At<Fact>>| fact.as_ref().map(|fact| value(&fact.value));
    let yes = |flag: &Option<At<bool>>| {
        flag.as_ref()
            .map(|flag| if flag.value { "yes" } else { "no" }.to_owned())
    };
    put("x", fact(&at.x));
    put("y", fact(&at.y));
    put("heading", fact(&at.heading));
    put("space", at.space.as_ref().map(|space| space.value.clone()));
    put("trail", at.trail.as_ref().map(|trail| trail.value.clone()));
    put("off-table", yes(&at.off_table));
    put("stacked", yes(&at.stacked));
    out
}

/// A text as YAML: as it is, if it is plainly a text.
#[must_use]
pub fn scalar(text: &str) -> String {
    let is_plain = text.chars().all(|one| one.is_ascii_alphanumeric() || one == '-')
        && text.starts_with(|one: char| one.is_ascii_alphanumeric());
    let says_more = ["yes", "no", "true", "false", "null", "on", "off", "y", "n"];
    match is_plain && !says_more.contains(&text.to_lowercase().as_str()) {
        true => text.to_owned(),
        false => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}
