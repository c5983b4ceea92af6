//! How an export comes onto the disk: as a whole or not at all.
//!
//! A folder that is there already is replaced only if it is an export itself: its manifest says so. Whatever stops the program,
//! the old export is there or the new one ([`cardwright_files::folder`]).

use crate::folder::{Folder, MANIFEST_FILE};
use crate::model::document::MANIFEST;
use cardwright_files::{Place, SwapError};
use std::io;
use std::path::{Path, PathBuf};

/// The most bytes of a manifest; one of all shipped content has two hundred thousand.
const MOST_MANIFEST_BYTES: u64 = 64 << 20;

impl Folder {
    /// Writes the export, in a folder that may lie there. A folder of this name is replaced if it is an export or empty.
    ///
    /// # Errors
    /// Why it was not written; then everything is as it was.
    pub fn write(&self, target: &Path, place: &Place) -> Result<(), WriteError> {
        let files = self.files().iter();
        let files = files.map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        let path = || target.to_path_buf();
        cardwright_files::folder(target, place, files, is_export).map_err(|why| match why {
            SwapError::Link => WriteError::Link(path()),
            SwapError::File => WriteError::File(path()),
            SwapError::Kept => WriteError::NoExport(path()),
            SwapError::Failed(error) => WriteError::Failed(path(), error),
        })
    }
}

/// Whether a folder is an export: its manifest says so. What is too long, a link or a pipe says nothing.
fn is_export(folder: &Path) -> bool {
    let place = Place::inside(folder);
    let manifest = cardwright_files::bytes(&folder.join(MANIFEST_FILE), &place, MOST_MANIFEST_BYTES);
    let head = serde_json::from_slice::<serde_json::Value>(&manifest.unwrap_or_default()).unwrap_or_default();
    head["document"]["format"] == MANIFEST.id
}

/// Why an export was not written.
#[derive(Debug)]
pub enum WriteError {
    /// There is something else in its place.
    NoExport(PathBuf),
    /// There is a link in its place.
    Link(PathBuf),
    /// There is a file in its place.
    File(PathBuf),
    /// The system refused.
    Failed(PathBuf, io::Error),
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoExport(path) => write!(
                out,
                "{} already exists, but it is not an export, because it has no {MANIFEST_FILE}; name a new \
                 folder",
                path.display()
            ),
            Self::Link(path) => write!(
                out,
                "{} is a link; name the folder itself, because the whole folder is replaced",
                path.display()
            ),
            Self::File(path) => write!(out, "{} is a file; an export needs a folder", path.display()),
            Self::Failed(path, error) => write!(out, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for WriteError {}
