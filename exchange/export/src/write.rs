//! How an export comes onto the disk: as a whole or not at all.
//!
//! An export is written into a folder beside its place, which nobody can foresee, and takes its name at the end. A folder that is
//! there already is replaced only if it is an export itself: its manifest says so. After a failure everything is as it was.

use crate::folder::{Folder, MANIFEST_FILE};
use crate::model::document::MANIFEST;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

impl Folder {
    /// Writes the export. A folder of this name is replaced if it is an export or empty.
    ///
    /// # Errors
    /// Why it was not written; then everything is as it was.
    pub fn write(&self, target: &Path) -> Result<(), WriteError> {
        may_be_replaced(target)?;
        let parent = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |error: io::Error| WriteError::Failed(path, error)
        };
        fs::create_dir_all(parent).map_err(failed(parent))?;
        let part = new_folder(parent).map_err(failed(parent))?;
        let paths = self.files().keys().filter_map(|path| Path::new(path).parent());
        for folder in paths.collect::<BTreeSet<&Path>>() {
            fs::create_dir_all(part.path().join(folder)).map_err(failed(target))?;
        }
        let write = |(path, bytes): (&String, &Vec<u8>)| fs::write(part.path().join(path), bytes);
        self.files()
            .par_iter()
            .try_for_each(write)
            .map_err(failed(target))?;
        let put = |from: &Path, to: &Path| fs::rename(from, to);
        if !target.exists() {
            put(part.path(), target).map_err(failed(target))?;
            // It has its name now: there is nothing to clean up.
            _ = part.keep();
            return Ok(());
        }
        let aside = new_folder(parent).map_err(failed(parent))?;
        let old = aside.path().join("old");
        put(target, &old).map_err(failed(target))?;
        if let Err(error) = put(part.path(), target) {
            put(&old, target).map_err(failed(target))?;
            return Err(WriteError::Failed(target.to_path_buf(), error));
        }
        _ = part.keep();
        Ok(())
    }
}

/// A new folder that goes away again unless it is kept, with the mode that every program gives to new folders here.
fn new_folder(parent: &Path) -> io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cardwright-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    builder.tempdir_in(parent)
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
                "{} is there already, and it is no export: it has no {MANIFEST_FILE} of one; name a new folder",
                path.display()
            ),
            Self::Link(path) => write!(
                out,
                "{} is a link; name the folder itself, which is replaced as a whole",
                path.display()
            ),
            Self::File(path) => write!(out, "{} is a file; an export is a folder", path.display()),
            Self::Failed(path, error) => write!(out, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for WriteError {}

/// Whether there is nothing at a place, an empty folder, or an export.
fn may_be_replaced(target: &Path) -> Result<(), WriteError> {
    let about = match fs::symlink_metadata(target) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(WriteError::Failed(target.to_path_buf(), error)),
    };
    if about.is_symlink() {
        return Err(WriteError::Link(target.to_path_buf()));
    }
    if !about.is_dir() {
        return Err(WriteError::File(target.to_path_buf()));
    }
    let is_empty = fs::read_dir(target).is_ok_and(|mut entries| entries.next().is_none());
    let manifest = fs::read(target.join(MANIFEST_FILE)).unwrap_or_default();
    let head = serde_json::from_slice::<serde_json::Value>(&manifest).unwrap_or_default();
    match is_empty || head["document"]["format"] == MANIFEST.id {
        true => Ok(()),
        false => Err(WriteError::NoExport(target.to_path_buf())),
    }
}
