//! What of a card's facts is printed on it, in the order of its kind's fields.
//!
//! A card says what its document says; a default that nobody wrote down is no news. What is none, no or empty is not printed.
//! A fact that is a row of a record brings along what the row's document says.

use crate::content::SystemBook;
use crate::draw::NO_BREAK;
use crate::formats::csv;
use crate::model::facts::{Card, Kind, Record, Row};
use crate::model::{Slot, Type, Value};
use cardwright_compiler::Project;
use cardwright_compiler::document::{At, Entries, Fact as Written, Tables};
use std::collections::{BTreeMap, BTreeSet};

/// A fact as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// A short value with its name.
    Value(String, String),
    /// A list with its name.
    List(String, String),
    /// Something that is so.
    Flag(String),
}

impl Fact {
    /// All that stands there.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Value(label, text) | Self::List(label, text) => format!("{label} {text}"),
            Self::Flag(label) => label.clone(),
        }
    }
}

/// Which facts the documents of entries or rows say, by their ids.
type Said<'a> = BTreeMap<String, BTreeSet<&'a str>>;

/// What is printed on the cards of a system.
pub(super) struct Printed<'a> {
    system: &'a SystemBook<'a>,
    cards: Said<'a>,
    rows: Said<'a>,
}

impl<'a> Printed<'a> {
    pub(super) fn of(project: &'a Project, system: &'a SystemBook<'a>) -> Self {
        let (mut cards, mut rows) = (Said::new(), Said::new());
        let libraries = system.doc.libraries.iter().map(|(_, library)| &library.tables);
        let scenarios = project.scenarios.iter().map(|scenario| &scenario.doc);
        let scenarios = scenarios.filter(|scenario| scenario.system.value == system.system.id);
        let tables = std::iter::once(&system.doc.doc.tables).chain(libraries);
        for tables in tables.chain(scenarios.map(|scenario| &scenario.tables)) {
            say_tables(&mut rows, tables);
        }
        for (_, set) in project.sets.iter().filter(|(key, _)| key.0 == system.system.id) {
            say_tables(&mut rows, &set.doc.tables);
            for card in &set.doc.cards {
                say(&mut cards, &card.id.value, &card.facts);
                say_within(&mut rows, &card.id.value, &card.facts);
            }
        }
        Self { system, cards, rows }
    }

    /// Which facts the document of a card says: its own, or that of the entry that makes it, whose id its own begins with.
    fn said(&self, card: &str) -> Option<&BTreeSet<&'a str>> {
        let shorter = card.rmatch_indices('-').map(|(at, _)| &card[..at]);
        let mut ids = std::iter::once(card).chain(shorter);
        ids.find_map(|id| self.cards.get(id))
    }

    /// The facts of a card.
    pub(super) fn facts(&self, kind: &Kind, card: &Card) -> Vec<Fact> {
        let said = self.said(&card.id);
        let is_said = |name: &str| said.is_none_or(|said| said.contains(name));
        let fields = kind.fields.iter();
        let mut facts = Vec::new();
        for field in fields.filter(|field| !field.state && is_said(&field.name)) {
            let value = card.facts.get(&field.name).unwrap_or(&Value::Null);
            facts.extend(fact(&field.name, &field.ty, value));
            if let Some((record, row)) = self.row(&field.ty, value) {
                facts.extend(self.cells(record, row));
            }
        }
        facts
    }

    /// The row that a value is.
    fn row(&self, ty: &Type, value: &Value) -> Option<(&'a Record, &'a Row)> {
        let (record, Value::Name(id)) = (ty.0.strip_prefix("row:")?, value) else {
            return None;
        };
        let mut records = self.system.system.vocabulary.records.iter();
        let record = records.find(|one| one.id == record)?;
        Some((record, record.rows.iter().find(|row| row.id == *id)?))
    }

    /// What the document of a row says.
    fn cells(&self, record: &Record, row: &Row) -> Vec<Fact> {
        let said = self.rows.get(&row.id);
        let is_said = |name: &str| said.is_some_and(|said| said.contains(name));
        let fields = record.fields.iter().filter(|field| is_said(&field.name));
        let cell = |field: &Slot| fact(&field.name, &field.ty, row.cells.get(&field.name)?);
        fields.filter_map(cell).collect()
    }
}

fn say_tables<'a>(rows: &mut Said<'a>, tables: &'a Tables) {
    for (id, facts) in tables.0.iter().flat_map(|(_, rows)| &rows.0) {
        say(rows, &id.value, facts);
        say_within(rows, &id.value, facts);
    }
}

/// What the rows say that stand within an entry or a row: one by itself is called after its fact, those of a set have ids.
fn say_within<'a>(rows: &mut Said<'a>, entry: &str, facts: &'a Entries<At<Written>>) {
    for (name, fact) in &facts.0 {
        let Written::Map(facts) = &fact.value else {
            continue;
        };
        let id = format!("{entry}-{}", name.value);
        say_within(rows, &id, facts);
        say(rows, &id, facts);
        for (id, row) in &facts.0 {
            if let Written::Map(facts) = &row.value {
                say_within(rows, &id.value, facts);
                say(rows, &id.value, facts);
            }
        }
    }
}

fn say<'a>(said: &mut Said<'a>, id: &str, facts: &'a Entries<At<Written>>) {
    let names = facts.0.iter().map(|(name, _)| name.value.as_str());
    said.entry(id.to_owned()).or_default().extend(names);
}

/// A fact; nothing, if it is none, no or empty.
fn fact(name: &str, ty: &Type, value: &Value) -> Option<Fact> {
    let label = spaced(name);
    match value {
        Value::Null | Value::YesNo(false) => None,
        Value::YesNo(true) => Some(Fact::Flag(label)),
        Value::Name(text) if text.is_empty() => None,
        Value::Name(text) if ty.0 == "text" => Some(Fact::Value(label, text.clone())),
        Value::List(members) if members.is_empty() => None,
        Value::List(members) => {
            let member = |member| spaced(&csv::text(ty, member)).replace(' ', &NO_BREAK.to_string());
            let members = members.iter().map(member);
            Some(Fact::List(label, members.collect::<Vec<String>>().join(", ")))
        }
        Value::Name(name) => Some(Fact::Value(label, spaced(name))),
        other => Some(Fact::Value(label, csv::text(ty, other))),
    }
}

/// An id as words.
pub(super) fn spaced(id: &str) -> String {
    id.replace(['-', '/'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_none_no_or_empty_is_not_printed() {
        let told = |ty: &str, value: Value| fact("crew-slots", &Type(ty.to_owned()), &value);
        let name = |name: &str| Value::Name(name.to_owned());
        for (ty, value) in [
            ("yes-no", Value::YesNo(false)),
            ("text", name("")),
            ("row:gun", Value::Null),
            ("set of number", Value::List(Vec::new())),
        ] {
            assert_eq!(told(ty, value), None, "{ty}");
        }
        let label = || "crew slots".to_owned();
        assert_eq!(told("yes-no", Value::YesNo(true)), Some(Fact::Flag(label())));
        assert_eq!(
            told("number", Value::Number(0)),
            Some(Fact::Value(label(), "0".to_owned()))
        );
        assert_eq!(
            told("length", Value::Number(2500)),
            Some(Fact::Value(label(), "2.5in".to_owned()))
        );
        assert_eq!(
            told("word:arc", name("all-round")),
            Some(Fact::Value(label(), "all round".to_owned()))
        );
        assert_eq!(
            told("text", name("A-wing")),
            Some(Fact::Value(label(), "A-wing".to_owned()))
        );
        let list = Value::List(vec![name("red-turn"), name("bank")]);
        assert_eq!(
            told("set of row:move", list),
            Some(Fact::List(label(), "red\u{a0}turn, bank".to_owned()))
        );
    }
}
