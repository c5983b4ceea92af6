//! Phrasebooks: what the cards of a game say, and what one writes for it, as content that is compiled.
//!
//! A row holds pieces of code. Each is put into an entry of the game (a setting says whose rules, and which rule stands around
//! it), and all of them are checked together as one more card set beside the shipped ones. No game has that set, and no code is
//! made of it: it costs what checking its rules costs.
//!
//! | file | what lives there |
//! |---|---|
//! | `piece` | the pieces of code in a row, with examples in their holes |
//! | `patched` | a text that is put together from others, and where its bytes come from |
//! | `form` | what a piece is: a rule, a moment, a statement, a question, facts |
//! | `trial` | the card set of all pieces |
//! | `check` | what is wrong with rows |
//! | `page` | a phrasebook as a page |
//! | `told` | a phrasebook as data, for editors |
//!
//! Not here: looking for rows by words, see [`search`](crate::search).

mod check;
mod form;
mod page;
mod patched;
mod piece;
mod told;
mod trial;

pub use check::check;
pub use form::Form;
pub use page::page;
pub use told::{PieceOfRow, RowTold, rows};

use cardwright_documents::document::{PhrasebookDoc, RowOfPhrasesDoc};

/// All rows of a phrasebook.
pub(crate) fn rows_of(doc: &PhrasebookDoc) -> impl Iterator<Item = &RowOfPhrasesDoc> {
    doc.sections.iter().flat_map(|section| &section.rows)
}
