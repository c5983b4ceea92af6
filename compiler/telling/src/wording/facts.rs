//! The facts of a printed card for people: values with their units, words and rows by what they are called, and what stands
//! in the rows that the card names, each within brackets of its own.

use super::Wording;
use super::english::{bare, capital, spaced};
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::document::{At, CardDoc, Entries, Fact, Tables};
use cardwright_documents::project::{Documents, System};

/// The facts of a card or row as somebody wrote them.
type Written = Entries<At<Fact>>;

/// A fact of a printed card in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactWords {
    /// The field.
    pub field: String,
    /// The name for people.
    pub label: String,
    /// The value; nothing for what is so or not so, and is so.
    pub text: String,
}

/// The documents with the facts of a card and its rows.
pub(super) struct Facts<'a> {
    wording: Wording<'a>,
    project: &'a Documents,
    system: &'a System,
}

impl<'a> Facts<'a> {
    pub(super) fn new(wording: Wording<'a>, project: &'a Documents, system: &'a System) -> Self {
        Self {
            wording,
            project,
            system,
        }
    }

    /// The facts of a printed card as its entry gives them: `Slot: torpedo. Cost: 4.`
    pub(super) fn of_card(&self, id: &str) -> Option<String> {
        let facts = self.of_card_apart(id);
        let facts: Vec<String> = facts
            .iter()
            .map(|fact| match fact.text.is_empty() {
                true => format!("{}.", fact.label),
                false => format!("{}: {}.", fact.label, fact.text),
            })
            .collect();
        (!facts.is_empty()).then(|| facts.join(" "))
    }

    /// The facts of a card, each for itself.
    pub(super) fn of_card_apart(&self, id: &str) -> Vec<FactWords> {
        let Some(card) = self.cards().find(|card| card.id.value == id) else {
            return Vec::new();
        };
        let mut kinds = self.wording.pack.kinds.iter();
        let Some(kind) = kinds.find(|kind| kind.name == card.kind.value) else {
            return Vec::new();
        };
        let type_of = |name: &str| {
            kind.fields
                .iter()
                .find(|field| field.name == name)
                .map(|field| field.ty)
        };
        let facts = card.facts.0.iter().filter(|(_, fact)| !is_nothing(&fact.value));
        facts
            .map(|(name, fact)| FactWords {
                field: name.value.clone(),
                label: capital(&Self::label(&name.value)),
                text: match fact.value {
                    Fact::Bool(true) => String::new(),
                    _ => self.value(type_of(&name.value), &fact.value),
                },
            })
            .collect()
    }

    /// The rows that the rules of a card name and its facts do not, one paragraph each: what stands in them is told nowhere
    /// else.
    pub(super) fn of_rows(&self, id: &str, told: &str, facts: &str) -> Vec<String> {
        let mut rows: Vec<String> = self
            .rows_of_sets(id)
            .into_iter()
            .filter_map(|(record, id, row)| {
                let called = self.wording.row_called(record, id);
                let is_new = names(told, &called) && !names(facts, bare(&called));
                let rest = self.row(record, row);
                (is_new && !rest.is_empty()).then(|| format!("{}: {rest}.", capital(&called)))
            })
            .collect();
        rows.sort();
        rows.dedup();
        rows
    }

    /// The rows in the tables of the set of a card, and those that a card of that set has for itself.
    fn rows_of_sets(&self, id: &str) -> Vec<(usize, &'a str, &'a Written)> {
        let of = &self.system.doc.system.value;
        let sets = self.project.sets.iter().filter(|((system, _), _)| system == of);
        let mut sets = sets.map(|(_, set)| &set.doc);
        let Some(set) = sets.find(|set| set.cards.iter().any(|card| card.id.value == id)) else {
            return Vec::new();
        };
        let record = |name: &str| {
            self.wording
                .pack
                .records
                .iter()
                .position(|record| record.name == name)
        };
        let tables = set
            .tables
            .0
            .iter()
            .filter_map(|(name, rows)| Some((record(&name.value)?, rows)));
        let tables = tables.flat_map(|(record, rows)| {
            rows.0
                .iter()
                .map(move |(id, row)| (record, id.value.as_str(), row))
        });
        tables.collect()
    }

    fn cards(&self) -> impl Iterator<Item = &'a CardDoc> {
        let of = &self.system.doc.system.value;
        let sets = self
            .project
            .sets
            .iter()
            .filter(move |((system, _), _)| system == of);
        sets.flat_map(|(_, set)| &set.doc.cards)
    }

    /// The name of a fact for people; a name of two letters is an abbreviation: `hp`.
    fn label(name: &str) -> String {
        match name.len() {
            2 => name.to_uppercase(),
            _ => spaced(name),
        }
    }

    /// A fact of a card; the rows that it names, or is, are opened.
    fn value(&self, ty: Option<Ty>, fact: &Fact) -> String {
        let record = match ty.map(|ty| ty.base) {
            Some(Base::Row(record)) => Some(usize::from(record)),
            _ => None,
        };
        match (fact, record) {
            (Fact::Map(row), Some(record)) if ty.is_some_and(|ty| !ty.set) => self.own_row(record, row),
            (Fact::Map(rows), Some(record)) => {
                let rows = rows.0.iter().map(|(id, row)| match &row.value {
                    Fact::Map(row) => self.opened(record, &id.value, row),
                    _ => self.called(record, &id.value),
                });
                rows.collect::<Vec<_>>().join("; ")
            }
            (Fact::List(all), Some(record)) => {
                let rows = all.iter().map(|one| self.named_row(record, &one.value));
                let mut rows: Vec<String> = rows.collect();
                // All of them are opened, or none is.
                if rows.iter().any(|row| row.len() > BRIEF) {
                    rows = all
                        .iter()
                        .map(|one| self.called(record, &one.value.to_string()))
                        .collect();
                }
                let separator = if rows.iter().any(|row| row.contains('(')) {
                    "; "
                } else {
                    ", "
                };
                rows.join(separator)
            }
            (row, Some(record)) => self.named_row(record, row),
            (fact, None) => self.plain(ty, fact),
        }
    }

    /// A row that the system or a set has, or another card.
    fn named_row(&self, record: usize, id: &Fact) -> String {
        let id = id.to_string();
        let called = self.called(record, &id);
        let Some(row) = self.written(record, &id).filter(|row| !says_no_more(&id, row)) else {
            return called;
        };
        let rest = self.row(record, row);
        match rest.is_empty() {
            true => called,
            false => format!("{called} ({rest})"),
        }
    }

    /// The name of a row in a list of facts: without an article.
    fn called(&self, record: usize, id: &str) -> String {
        bare(&self.wording.row_called(record, id)).to_owned()
    }

    /// A row of the card's own, which nobody names.
    fn own_row(&self, record: usize, row: &Written) -> String {
        let title = row.0.iter().find(|(name, _)| name.value == TITLE);
        let rest = self.row(record, row);
        match title {
            Some((_, title)) if !rest.is_empty() => format!("{} ({rest})", title.value),
            Some((_, title)) => title.value.to_string(),
            None => rest,
        }
    }

    fn opened(&self, record: usize, id: &str, row: &Written) -> String {
        let called = self.called(record, id);
        let rest = self.row(record, row);
        if rest.is_empty() {
            called
        } else {
            format!("{called} ({rest})")
        }
    }

    /// The facts of a row, without its title: `dice 4, range 3`.
    fn row(&self, record: usize, row: &Written) -> String {
        let def = self.wording.pack.records.get(record);
        let type_of = |name: &str| {
            def?.fields
                .iter()
                .find(|field| field.name == name)
                .map(|field| field.ty)
        };
        let facts = row.0.iter();
        let facts = facts.filter(|(name, fact)| name.value != TITLE && !is_nothing(&fact.value));
        let facts: Vec<String> = facts
            .map(|(name, fact)| {
                let label = Self::label(&name.value);
                match &fact.value {
                    Fact::Bool(true) => label,
                    Fact::List(all) if all.len() > 1 => {
                        format!("{label}: {}", self.plain(type_of(&name.value), &fact.value))
                    }
                    _ => format!("{label} {}", self.plain(type_of(&name.value), &fact.value)),
                }
            })
            .collect();
        // What is itself a list needs a mark that ends it.
        let has_list = row
            .0
            .iter()
            .any(|(_, fact)| matches!(&fact.value, Fact::List(all) if all.len() > 1));
        facts.join(if has_list { "; " } else { ", " })
    }

    /// A fact in which rows are told by their names alone.
    fn plain(&self, ty: Option<Ty>, fact: &Fact) -> String {
        match (fact, ty.map(|ty| ty.base)) {
            (Fact::List(all), _) => {
                let one = ty.map(|ty| Ty { set: false, ..ty });
                let all: Vec<String> = all.iter().map(|fact| self.plain(one, &fact.value)).collect();
                all.join(", ")
            }
            (Fact::Map(rows), Some(Base::Row(record))) if ty.is_some_and(|ty| ty.set) => {
                let rows = rows.0.iter();
                let rows = rows.map(|(id, _)| self.called(usize::from(record), &id.value));
                rows.collect::<Vec<_>>().join(", ")
            }
            (Fact::Map(row), Some(Base::Row(record))) => format!("({})", self.row(usize::from(record), row)),
            (Fact::Text(id), Some(Base::Row(record))) => self.called(usize::from(record), id),
            (Fact::Text(word), Some(Base::Word(_))) => bare(&self.wording.word(word)).to_owned(),
            (Fact::Text(text), Some(Base::Text)) if text.contains([',', ';']) => format!("\"{text}\""),
            (Fact::Text(text), Some(Base::Length | Base::Angle)) => measure(text),
            (other, _) => other.to_string(),
        }
    }

    /// The facts of a row where somebody wrote them: in a table, or as what a card has for itself.
    fn written(&self, record: usize, id: &str) -> Option<&'a Written> {
        let record = &self.wording.pack.records.get(record)?.name;
        let of = &self.system.doc.system.value;
        let sets = self.project.sets.iter().filter(|((system, _), _)| system == of);
        let mut tables = std::iter::once(&self.system.doc.tables).chain(sets.map(|(_, set)| &set.doc.tables));
        tables
            .find_map(|tables| in_tables(tables, record, id))
            .or_else(|| self.cards().find_map(|card| of_card(card, id)))
    }
}

/// How long (bytes) what stands in a row may be where it is one of several.
const BRIEF: usize = 140;

/// Whether a row says no more than its id: `red-turn-3` has the colour red, the bearing turn and the speed 3.
fn says_no_more(id: &str, row: &Written) -> bool {
    let words = format!("-{id}-");
    let is_said = |fact: &Fact| *fact == Fact::Number(0) || words.contains(&format!("-{fact}-"));
    row.0.iter().all(|(_, fact)| is_said(&fact.value))
}

/// Whether a text names something of this name, as whole words.
fn names(text: &str, name: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    })
}

/// The field of a row that says what people call it.
pub(super) const TITLE: &str = "title";

fn in_tables<'t>(tables: &'t Tables, record: &str, id: &str) -> Option<&'t Written> {
    let mut all = tables.0.iter().filter(|(name, _)| name.value == record);
    all.find_map(|(_, rows)| {
        rows.0
            .iter()
            .find(|(row, _)| row.value == id)
            .map(|(_, facts)| facts)
    })
}

/// A row that stands in the facts of a card: by its id, or as the only one of a fact (`goat-type` in `type` of `goat`).
fn of_card<'c>(card: &'c CardDoc, id: &str) -> Option<&'c Written> {
    card.facts.0.iter().find_map(|(name, fact)| {
        let Fact::Map(row) = &fact.value else { return None };
        if id
            .strip_prefix(card.id.value.as_str())
            .and_then(|rest| rest.strip_prefix('-'))
            == Some(&name.value)
        {
            return Some(row);
        }
        row.0.iter().find_map(|(row, fact)| match &fact.value {
            Fact::Map(facts) if row.value == id => Some(facts),
            _ => None,
        })
    })
}

/// Facts that say of something that it is not there.
fn is_nothing(fact: &Fact) -> bool {
    match fact {
        Fact::Bool(so) => !so,
        Fact::List(all) => all.is_empty(),
        Fact::Map(all) => all.0.is_empty(),
        Fact::Text(text) => text.is_empty(),
        Fact::Number(_) | Fact::Unwhole(_) => false,
    }
}

/// A length or angle with its unit in full: `0.5in` is `0.5 inches`.
fn measure(text: &str) -> String {
    const UNITS: [(&str, &str, &str); 3] = [
        ("in", "inch", "inches"),
        ("deg", "degree", "degrees"),
        ("mm", "millimetre", "millimetres"),
    ];
    let told = UNITS.iter().find_map(|(short, one, many)| {
        let number = text.strip_suffix(short)?;
        let unit = if number == "1" { one } else { many };
        Some(format!("{number} {unit}"))
    });
    told.unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{measure, names};

    #[test]
    fn names_are_whole_words() {
        assert!(names("use the Big Stick.", "Big Stick"));
        assert!(!names("use the Big Sticks.", "Big Stick"));
        assert!(!names("rest", "Big Stick"));
    }

    #[test]
    fn units_are_written_out() {
        assert_eq!(measure("0.5in"), "0.5 inches");
        assert_eq!(measure("1in"), "1 inch");
        assert_eq!(measure("90deg"), "90 degrees");
        assert_eq!(measure("far"), "far");
    }
}
