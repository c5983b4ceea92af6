//! What there is to say of a document on its own, once it could be read: it stays the same wherever the document belongs.

use super::{ids, texts};
use crate::diagnostic::Diagnostic;
use crate::document::{Ahead, Document};
use crate::source::{FileId, Location};

/// The mistakes in the ids and texts of a document.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    /// In a file that has no number yet.
    found: Vec<Diagnostic>,
    /// Whether what names something of it may mean something else: that is no second error.
    pub(super) is_ill_formed: bool,
}

impl Remarks {
    /// The remarks on a document, or on what is left of one.
    pub(super) fn of(ahead: &Ahead) -> Self {
        let left = || {
            let remains = ahead.remains.as_ref()?;
            Some(Document::CardSet(remains.set.clone(), remains.rules.clone()))
        };
        let Some(document) = ahead.document.clone().or_else(left) else {
            return Self::default();
        };
        let (mut found, has_bad_ids) = ids::remarks(&ahead.file.name, &document);
        let of_texts = texts::remarks(&ahead.file.text, &document);
        // What follows from a text that says something else is no second error.
        let is_ill_formed = has_bad_ids || !of_texts.is_empty();
        found.extend(of_texts);
        Self { found, is_ill_formed }
    }

    /// These remarks in the file of this number.
    pub(super) fn found(&self, file: FileId) -> impl Iterator<Item = Diagnostic> {
        self.found.iter().cloned().map(move |mut one| {
            one.move_to(&|place| Location { file, ..place });
            one
        })
    }
}
