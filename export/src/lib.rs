//! Content for other engines and tables: exports, and vectors that show whether another engine plays alike.
//!
//! [`Book`] is the content by names, compiled once; each [`Format`] writes files from it into a [`Folder`], which comes onto the
//! disk as a whole. `docs/exports.md` describes the formats for those who read them.
//!
//! | file | what lives there |
//! |---|---|
//! | `asked` | what is to be exported |
//! | `content` | [`Book`]: systems, cards, scenarios by names |
//! | `model` | the types of what is exported: a public contract |
//! | `names`, `facts`, `lower`, `state` | from packs, trees and games to the model |
//! | `format`, `options`, `formats` | what a format is; what may be chosen about it; one file a format |
//! | `typed` | rows and cards as types and values of a programming language |
//! | `folder`, `json`, `schema` | files, manifest, how JSON is written, schemas |
//! | `conform` | recording vectors, running them, and driving other engines through them |
//!
//! Not here: what content means (the compiler), and how it is played (the core).

pub mod asked;
pub mod conform;
mod content;
mod facts;
mod folder;
mod format;
mod formats;
mod json;
mod lower;
pub mod model;
mod names;
mod options;
pub mod schema;
mod state;
mod typed;

pub use asked::{Part, Unknown, parts};
pub use content::{Book, SystemBook, Wrong};
pub use folder::{FileEntry, Folder, FormatEntry, LeftOut, MANIFEST_FILE, Manifest, WriteError};
pub use format::{FORMATS, Format, format_named};
pub use options::{Chosen, FormatOption, Options};

/// Makes an export: the files of some formats, each in a folder of its own if there are several, and the manifest.
///
/// # Errors
/// Why a format cannot be written.
pub fn export(
    book: &Book<'_>,
    formats: &[&'static dyn Format],
    options: &Options,
    asked: &[String],
) -> Result<Folder, String> {
    let mut folder = Folder::default();
    let mut entries = Vec::new();
    for format in formats {
        let within = if formats.len() > 1 { format.id() } else { "" };
        folder.within(within);
        let chosen = options.of(*format);
        format.export(book, &chosen, &mut folder)?;
        entries.push(FormatEntry {
            id: format.id().to_owned(),
            version: format.version(),
            folder: within.to_owned(),
            options: chosen.values(),
        });
    }
    let content = book.systems.iter();
    let content = content.map(|system| (system.system.id.clone(), system.content_hash()));
    let mut asked = asked.to_vec();
    asked.sort();
    asked.dedup();
    folder.finish(entries, asked, content.collect());
    Ok(folder)
}
