//! Card facts from data that somebody else keeps: a CSV or JSON file and a mapping become a card set document.
//!
//! [`Mapping::read`] reads a mapping, [`Import::run`] carries it out: it makes the text of the set, lets the compiler check that
//! text as a part of the project, and tells of each mistake which row of the data it comes from. Only what the mapping names comes
//! over, so neither texts nor pictures do.
//!
//! | file | what lives there |
//! |---|---|
//! | `documents` | the documents of `imports/`, typed |
//! | `mapping` | a mapping, and what is wrong with it |
//! | `source` | files with data as rows of fields |
//! | `scope` | what a field says, conditions, ids |
//! | `take` | from a row to facts |
//! | `made` | cards and rows that are made |
//! | `report` | what is told of an import |
//! | `known` | what the project has already |
//! | `unmapped` | fields of the data that a mapping does not name |
//! | `words` | words of the data that the system has not |
//! | `text` | the text of the set |
//! | `squads` | squads in the form of others, both ways |
//! | `lists` | facts in the form of others |
//! | `judge` | what the compiler says of it, row by row |
//!
//! Not here: files and folders (the program reads and writes them), and what facts mean (the compiler).

pub mod documents;
mod judge;
mod known;
pub mod lists;
mod made;
mod mapping;
mod report;
mod scope;
mod source;
pub mod squads;
mod take;
mod text;
mod unmapped;
mod words;

pub use mapping::{Mapping, Refused};
pub use report::{Difference, Namesake, Origin, Outcome, Problem, Skipped, Unmapped};
pub use source::MOST_BYTES;

use cardwright_compiler::Project;
use known::Known;
use made::Maker;
use source::Data;
use std::collections::BTreeMap;

/// An import that is asked for.
pub struct Import<'a> {
    /// The mapping.
    pub mapping: &'a Mapping,
    /// The project that the cards are for.
    pub project: &'a Project,
    /// The content of each source, by its name in the mapping.
    pub sources: &'a BTreeMap<String, Vec<u8>>,
    /// The name that the set's file has in the project.
    pub file: &'a str,
}

impl Import<'_> {
    /// Makes the card set.
    ///
    /// # Errors
    /// If the mapping, the sources or the project have errors, so that no row could be looked at.
    pub fn run(&self) -> Result<Outcome, Refused> {
        let known =
            Known::of(self.project, &self.mapping.doc.system).map_err(|why| self.mapping.refuse(why))?;
        let data = Data::read(&self.mapping.doc, self.sources).map_err(Refused::Source)?;
        let mut maker = Maker::of(self.mapping, &known, &data)?;
        maker.make();
        let made = maker.made();
        let mut outcome = made.outcome();
        if outcome.problems.is_empty() && !made.is_empty() {
            let written = text::written(self.mapping, &made, self.sources, self.file);
            outcome.problems = judge::problems(self.project, self.file, &written);
            if !outcome.problems.is_empty() {
                outcome.problems.extend(made.new_words.iter().map(|why| Problem {
                    row: None,
                    field: "the mapping".to_owned(),
                    why: why.clone(),
                }));
            }
            outcome.text = outcome.problems.is_empty().then_some(written.text);
        }
        Ok(outcome)
    }
}
