//! The report of an import: its results, and remarks on rows.

use crate::take::short;
use std::collections::BTreeMap;
use std::fmt;

/// The result of an import.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The card set document; nothing if there are problems, or nothing is new.
    pub text: Option<String>,
    /// How many rows the sources of cards have.
    pub of: usize,
    /// How many cards are in the set.
    pub cards: usize,
    /// How many of them have rules that are still to be written.
    pub todo: usize,
    /// How many rows of records are in the set, by record.
    pub rows: BTreeMap<String, usize>,
    /// The things that are left out of the set, since the project has them already.
    pub known: Vec<String>,
    /// The facts in which the project differs from the data.
    pub differences: Vec<Difference>,
    /// Rows that the mapping leaves out.
    pub skipped: Vec<Skipped>,
    /// Rows of which something does not come over.
    pub notes: Vec<Skipped>,
    /// Fields of the data that the mapping does not name.
    pub unmapped: Vec<Unmapped>,
    /// New cards that have the name of a card of the project.
    pub namesakes: Vec<Namesake>,
    /// The errors.
    pub problems: Vec<Problem>,
}

/// A field of the data that the mapping does not name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmapped {
    /// The source.
    pub source: String,
    /// The field; `a.b` is a field of a field.
    pub field: String,
    /// How many rows have it.
    pub rows: usize,
}

impl fmt::Display for Unmapped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, field, rows } = self;
        let have = if *rows == 1 {
            "1 row has"
        } else {
            &format!("{rows} rows have")
        };
        let field = short(field);
        write!(
            formatter,
            "{source}: {have} a field `{field}` that the mapping does not name"
        )
    }
}

/// A new card that has the name of a card of the project, which no row of the data is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namesake {
    /// The row of the new card.
    pub row: Origin,
    /// Its id.
    pub id: String,
    /// The id of the card of the project.
    pub here: String,
    /// The name of the card of the project.
    pub name: String,
    /// The facts in which the two differ.
    pub differs: Vec<String>,
}

impl fmt::Display for Namesake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            row,
            id,
            here,
            name,
            differs,
        } = self;
        let with = match differs.as_slice() {
            [] => "with the same facts".to_owned(),
            facts => format!("with another `{}`", facts.join("`, `")),
        };
        write!(
            formatter,
            "{row}: `{id}` is new, and the project has {name} as `{here}`, {with}"
        )?;
        write!(formatter, "; if they are one card, make `id` give `{here}`")
    }
}

/// A row of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The source.
    pub source: String,
    /// The number of the row, from 1.
    pub row: usize,
    /// The value of its key field.
    pub key: Option<String>,
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} row {}", self.source, self.row)?;
        match &self.key {
            Some(key) => write!(formatter, " ({key})"),
            None => Ok(()),
        }
    }
}

/// A row or a set that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The row of the data; nothing, if it is about the whole set.
    pub row: Option<Origin>,
    /// The fact, `id` or `name`.
    pub field: String,
    /// Why it does not fit.
    pub why: String,
}

/// A row that the mapping leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The row of the data.
    pub row: Origin,
    /// Why it is left out.
    pub why: String,
}

/// A fact in which the project differs from the data.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The card, or the record and its row.
    pub what: String,
    /// The fact.
    pub fact: String,
    /// The value in the project.
    pub here: String,
    /// The value in the data.
    pub there: String,
}
