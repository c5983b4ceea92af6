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
//! | `shape` | systems, rules, maps and scenarios likewise, from the schema of the model |
//! | `folder`, `write`, `digest` | files and their manifest, how they come onto the disk, hashes |
//! | `json`, `schema` | how JSON is written, schemas |
//! | `conform` | recording vectors, running them, and driving other engines through them |
//!
//! Without the feature `formats` only `conform` is left: what plays vectors, also where there are no files.
//!
//! Not here: what content means (the compiler), and how it is played (the core).

// What only the formats use stays in one piece with the rest of the model.
#![cfg_attr(not(feature = "formats"), allow(dead_code))]

pub mod asked;
pub mod conform;
mod content;
mod digest;
mod facts;
mod folder;
#[cfg(feature = "formats")]
mod format;
#[cfg(feature = "formats")]
mod formats;
mod json;
mod lower;
pub mod model;
mod names;
#[cfg(feature = "formats")]
mod options;
pub mod schema;
#[cfg(feature = "formats")]
mod shape;
mod state;
#[cfg(feature = "formats")]
mod typed;
#[cfg(feature = "formats")]
mod write;

pub use asked::{Part, Unknown, parts};
pub use cardwright_files::Place;
pub use content::{Book, SystemBook, Wrong};
pub use folder::{FileEntry, Folder, FormatEntry, LeftOut, MANIFEST_FILE, Manifest};
#[cfg(feature = "formats")]
pub use format::{ABSENT, FORMATS, Format, format_named};
#[cfg(feature = "formats")]
pub use formats::{Lists, Squads, csv_rows};
#[cfg(feature = "formats")]
pub use options::{Chosen, FormatOption, Options};
#[cfg(feature = "formats")]
pub use write::WriteError;

#[cfg(feature = "formats")]
use rayon::prelude::*;

/// Makes an export: the files of some formats, each in a folder of its own if there are several, and the manifest.
///
/// # Errors
/// Why a format cannot be written.
#[cfg(feature = "formats")]
pub fn export(
    book: &Book<'_>,
    formats: &[&dyn Format],
    options: &Options,
    asked: &[String],
) -> Result<Folder, String> {
    let one = |format: &&dyn Format| {
        let within = if formats.len() > 1 { format.id() } else { "" };
        let mut folder = Folder::default();
        folder.within(within);
        let chosen = options.of(*format);
        format.export(book, &chosen, &mut folder)?;
        let entry = FormatEntry {
            id: format.id().to_owned(),
            version: format.version(),
            folder: within.to_owned(),
            options: chosen.values(),
        };
        Ok((folder, entry))
    };
    let made: Result<Vec<(Folder, FormatEntry)>, String> = formats.par_iter().map(one).collect();
    let mut folder = Folder::default();
    let mut entries = Vec::new();
    for (of_format, entry) in made? {
        folder.take(of_format);
        entries.push(entry);
    }
    if let Some(why) = folder.unusable() {
        return Err(why);
    }
    let content = book.systems.iter();
    let content = content.map(|system| (system.system.id.clone(), system.content_hash()));
    let mut asked = asked.to_vec();
    asked.sort();
    asked.dedup();
    folder.finish(entries, asked, content.collect());
    Ok(folder)
}
