//! The subjects of a search: the rows of a system's phrasebook, its names with their comments, and its cards.

use super::rank::Texts;
use crate::guide::{Guide, Named, Procedure, Step};
use crate::phrasebook::{RowTold, rows};
use crate::wording::card_text;
use cardwright_documents::project::{Documents, System};
use cardwright_trees::Compiled;
use rayon::prelude::*;
use serde::Serialize;

/// How much a word of a heading counts: as much as so many in the text below it.
const OF_HEADING: f64 = 4.0;
/// How much rows count before names, and names before cards, that have the same words.
const ROWS_FIRST: f64 = 1.5;
const CARDS_LAST: f64 = 0.6;

/// The kind of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A row of the phrasebook.
    Row,
    /// A value, which rules may change.
    Value,
    /// A permission, which rules may forbid.
    Permission,
    /// A question that the system answers.
    Question,
    /// An offer, to which cards may add options.
    Offer,
    /// A lasting effect.
    Effect,
    /// A procedure.
    Procedure,
    /// A step of a procedure, in which windows open.
    Window,
    /// A token.
    Token,
    /// A card or piece.
    Card,
}

/// An answer to a question.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The kind.
    pub kind: Kind,
    /// Its name, or the id of a row or card.
    pub name: String,
    /// The words of a card for a row, the meaning of a name, or the name of a card.
    pub says: String,
    /// The code to write, for a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<RowTold>,
    /// How well it answers; only to be compared with others of the same question.
    pub score: f64,
}

/// Everything that can be found in a system.
#[derive(Clone, Debug, Default)]
pub struct Library {
    texts: Texts,
    subjects: Vec<Found>,
}

impl Library {
    /// The rows, names and cards of a system.
    #[must_use]
    pub fn of(project: &Documents, system: &System, compiled: &Compiled, guide: &Guide) -> Self {
        let mut library = Self::of_rows(project, &guide.system);
        library.names(guide);
        library.cards(project, system, compiled);
        library
    }

    /// The rows of its phrasebook alone, for which nothing has to be compiled.
    #[must_use]
    pub fn of_rows(project: &Documents, system: &str) -> Self {
        let mut library = Self::default();
        if let Some(book) = project.phrasebooks.get(system) {
            rows(&project.sources, book)
                .into_iter()
                .for_each(|row| library.row(row));
        }
        library
    }

    /// The results for a question in words, the best first.
    #[must_use]
    pub fn find(&self, question: &str) -> Vec<Found> {
        let mut found: Vec<Found> = self
            .texts
            .ranked(question)
            .into_iter()
            .map(|(at, score)| {
                let mut found = self.subjects[at].clone();
                found.score = score
                    * match found.kind {
                        Kind::Row => ROWS_FIRST,
                        Kind::Card => CARDS_LAST,
                        Kind::Value
                        | Kind::Permission
                        | Kind::Question
                        | Kind::Offer
                        | Kind::Effect
                        | Kind::Procedure
                        | Kind::Window
                        | Kind::Token => 1.0,
                    };
                found
            })
            .collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found
    }

    fn add(&mut self, found: Found, headings: &[&str], body: &str) {
        self.texts.add(headings, OF_HEADING, body);
        self.subjects.push(found);
    }

    fn row(&mut self, row: RowTold) {
        let headings: Vec<&str> = row.says.iter().map(String::as_str).collect();
        let body = format!("{} {}", row.write, row.note.as_deref().unwrap_or(""));
        let found = Found {
            kind: Kind::Row,
            name: row.id.clone(),
            says: row.says.join("; "),
            row: Some(row.clone()),
            score: 0.0,
        };
        self.add(found, &headings, &body);
    }

    fn name(&mut self, kind: Kind, name: &str, params: &[Named], says: Option<&String>) {
        let params: Vec<&str> = params.iter().map(|one| one.name.as_str()).collect();
        let body = format!("{} {}", says.map_or("", String::as_str), params.join(" "));
        let found = Found {
            kind,
            name: name.to_owned(),
            says: says.cloned().unwrap_or_default(),
            row: None,
            score: 0.0,
        };
        self.add(found, &[name], &body);
    }

    fn names(&mut self, guide: &Guide) {
        for one in &guide.values {
            self.name(Kind::Value, &one.name, &one.params, one.says.as_ref());
        }
        let hooks = [
            (Kind::Permission, &guide.permissions),
            (Kind::Offer, &guide.offers),
            (Kind::Effect, &guide.effects),
        ];
        for (kind, hooks) in hooks {
            for one in hooks {
                self.name(kind, &one.name, &one.params, one.says.as_ref());
            }
        }
        for one in &guide.defines {
            self.name(Kind::Question, &one.name, &one.params, one.says.as_ref());
        }
        for one in &guide.tokens {
            self.name(Kind::Token, &one.name, &[], one.says.as_ref());
        }
        for one in &guide.procedures {
            self.name(Kind::Procedure, &one.name, &one.params, one.says.as_ref());
            one.steps.iter().for_each(|step| self.step(one, step));
        }
    }

    fn step(&mut self, of: &Procedure, step: &Step) {
        if step.says.is_some() {
            let name = format!("{}.{}", of.name, step.name);
            self.name(Kind::Window, &name, &[], step.says.as_ref());
        }
    }

    /// Cards by their names, and by what their rules say in plain words.
    fn cards(&mut self, project: &Documents, system: &System, compiled: &Compiled) {
        let sets = project
            .sets
            .iter()
            .filter(|(key, _)| key.0 == system.doc.system.value);
        let cards: Vec<_> = sets.flat_map(|(_, set)| &set.doc.cards).collect();
        let told = cards
            .par_iter()
            .map(|card| card_text(project, system, compiled, &card.id.value));
        let told: Vec<Option<String>> = told.collect();
        for (card, text) in cards.iter().zip(told) {
            let found = Found {
                kind: Kind::Card,
                name: card.id.value.clone(),
                says: card.name.clone(),
                row: None,
                score: 0.0,
            };
            self.add(found, &[&card.name], text.as_deref().unwrap_or(""));
        }
    }
}
