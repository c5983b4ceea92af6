//! The trait of formats, and the table of all of them.
//!
//! To add one: write `formats/NAME.rs` with a type that implements [`Format`], and put it into [`FORMATS`]. It gets the whole
//! content by names ([`Book`]), and adds files to a [`Folder`]; what cannot be said in the format it leaves out with a reason.
//! Everything else (what is asked for, manifest, writing, `--list`, `--to all`, the tests that every export is deterministic) is
//! there already. Then `docs/exports.md` gets a section.

use crate::content::Book;
use crate::folder::Folder;
use crate::formats;
use crate::options::{Chosen, FormatOption};

/// A format.
pub trait Format: Sync {
    /// Its id, as `--to` takes it.
    fn id(&self) -> &str;

    /// Its version. It rises when something changes that a reader of the version before could not read.
    fn version(&self) -> u32;

    /// A line that says for whom the format is.
    fn about(&self) -> &str;

    /// The options of the format.
    fn options(&self) -> &'static [FormatOption] {
        &[]
    }

    /// Adds its files.
    ///
    /// # Errors
    /// Why it cannot be written; then nothing is.
    fn export(&self, book: &Book<'_>, chosen: &Chosen, folder: &mut Folder) -> Result<(), String>;
}

/// All formats of this build that do not come from a document of content, in the order in which they are listed.
pub const FORMATS: &[&dyn Format] = &[
    &formats::Json,
    &formats::JsonLines,
    &formats::Vectors,
    #[cfg(feature = "sqlite")]
    &formats::Sqlite,
    &formats::Csv,
    &formats::Lua,
    &formats::Ron,
    &formats::Unity,
    &formats::Godot,
    &formats::Tts,
    #[cfg(feature = "foundry")]
    &formats::Foundry,
];

/// The ids of formats that this build lacks. Each is also the name of the feature that brings it.
pub const ABSENT: &[&str] = &[
    #[cfg(not(feature = "sqlite"))]
    "sqlite",
    #[cfg(not(feature = "foundry"))]
    "foundry",
];

/// The format with this id.
#[must_use]
pub fn format_named(id: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.id() == id)
}
