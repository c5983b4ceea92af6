//! What is told of an import: what came of it, and of which rows something is to be said.

use std::collections::BTreeMap;
use std::fmt;

/// What came of an import.
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
    /// What the project has already, and so the set has not.
    pub known: Vec<String>,
    /// Where the project says something else than the data.
    pub differences: Vec<Difference>,
    /// Rows that the mapping leaves out.
    pub skipped: Vec<Skipped>,
    /// Rows of which something does not come over.
    pub notes: Vec<Skipped>,
    /// What does not fit.
    pub problems: Vec<Problem>,
}

/// A row of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The source.
    pub source: String,
    /// The number of the row, from 1.
    pub row: usize,
    /// What its key field says.
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

/// What does not fit.
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

/// Where the project says something else than the data.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The card, or the record and its row.
    pub what: String,
    /// The fact.
    pub fact: String,
    /// What it is in the project.
    pub here: String,
    /// What it is in the data.
    pub there: String,
}
