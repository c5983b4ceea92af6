//! A phrasebook as data: what an editor completes with, and what a search looks through.

use super::form::{Form, Whole};
use super::piece::{Piece, pieces};
use super::rows_of;
use cardwright_documents::document::PhrasebookDoc;
use cardwright_documents::project::Loaded;
use cardwright_documents::source::Sources;
use serde::Serialize;
use std::collections::BTreeMap;

/// A row.
#[derive(Clone, Debug, Serialize)]
pub struct RowTold {
    /// Its id.
    pub id: String,
    /// The heading that it stands under.
    pub section: String,
    /// The words of a card, in one wording or several.
    pub says: Vec<String>,
    /// The code to write, in Markdown.
    pub write: String,
    /// The pieces of code in it, in their order.
    pub pieces: Vec<PieceOfRow>,
    /// The holes in the code, each with an example.
    pub with: BTreeMap<String, String>,
    /// More about it, in Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Shipped cards whose rules say it.
    pub cards: Vec<String>,
    /// Cases that show it.
    pub shows: Vec<String>,
    /// Cases that show where it does not act.
    pub not: Vec<String>,
    /// The line of its id in the phrasebook, from 1.
    pub line: usize,
}

/// A piece of code of a row.
#[derive(Clone, Debug, Serialize)]
pub struct PieceOfRow {
    /// The code as it is written.
    pub code: String,
    /// The code with an example in each hole, as it is compiled.
    pub example: String,
    /// The form.
    pub form: Option<Form>,
}

impl PieceOfRow {
    fn of(piece: Piece) -> Self {
        let form = Whole::of(&piece.filled).map(|whole| whole.form);
        let example = piece.filled.text.trim().to_owned();
        let code = piece.written;
        Self { code, example, form }
    }
}

/// The rows of a phrasebook in their order.
#[must_use]
pub fn rows(sources: &Sources, book: &Loaded<PhrasebookDoc>) -> Vec<RowTold> {
    let source = &sources.get(book.file).text;
    let mut heading = String::new();
    let mut told = Vec::new();
    for section in &book.doc.sections {
        if let Some(title) = &section.title {
            heading.clone_from(&title.value);
        }
        for row in &section.rows {
            let texts = |all: &[cardwright_documents::document::At<String>]| {
                all.iter().map(|one| one.value.clone()).collect()
            };
            let with = row.with.0.iter();
            let line = source[..row.id.start.min(source.len())].matches('\n').count() + 1;
            told.push(RowTold {
                id: row.id.value.clone(),
                section: heading.clone(),
                says: texts(&row.says),
                write: row.write.value.trim_end().to_owned(),
                pieces: pieces(source, row).into_iter().map(PieceOfRow::of).collect(),
                with: with
                    .map(|(name, example)| (name.value.clone(), example.value.clone()))
                    .collect(),
                note: row.note.clone(),
                cards: texts(&row.cards),
                shows: texts(&row.shows),
                not: texts(&row.not),
                line,
            });
        }
    }
    debug_assert_eq!(told.len(), rows_of(&book.doc).count());
    told
}
