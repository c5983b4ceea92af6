//! An export as files: what it consists of, its manifest, and how it comes onto the disk as a whole or not at all.
//!
//! An export is written into a folder beside its place, which nobody can foresee, and takes its name at the end. A folder that is
//! there already is replaced only if it is an export itself: its manifest says so. After a failure everything is as it was.

use crate::model::document::{Head, MANIFEST};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the manifest.
pub const MANIFEST_FILE: &str = "manifest.json";

/// The files of an export, by their paths within it, and what was left out.
#[derive(Debug, Default)]
pub struct Folder {
    files: BTreeMap<String, Vec<u8>>,
    left_out: Vec<LeftOut>,
    /// What stands before the paths of further files: the folder of a format.
    prefix: String,
}

/// What an export consists of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The format.
    pub document: Head,
    /// The program that wrote it, with its version.
    pub tool: String,
    /// The formats in it.
    pub formats: Vec<FormatEntry>,
    /// What was asked for; empty for everything.
    pub asked: Vec<String>,
    /// For each system, what identifies its rules and cards: the same content has the same hash.
    pub content: BTreeMap<String, String>,
    /// Every other file, sorted by path.
    pub files: Vec<FileEntry>,
    /// What was left out, and why.
    pub left_out: Vec<LeftOut>,
}

/// A format of an export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormatEntry {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: u32,
    /// Where its files lie in the export; empty for the export itself.
    pub folder: String,
    /// What was chosen about it, by the names of its options; what nobody chose is as `cardwright export --list` says.
    pub options: BTreeMap<String, String>,
}

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Its path in the export, with `/`.
    pub path: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// Their SHA-256, as lower-case hexadecimal digits.
    pub sha256: String,
}

/// Something that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// What.
    pub what: String,
    /// Why.
    pub why: String,
}

/// The SHA-256 of some bytes, as lower-case hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Folder {
    /// Adds a file.
    pub fn add(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.files.insert(format!("{}{path}", self.prefix), bytes.into());
    }

    /// Tells what is left out, and why.
    pub fn leave_out(&mut self, what: impl Into<String>, why: impl Into<String>) {
        let (what, why) = (what.into(), why.into());
        self.left_out.push(LeftOut { what, why });
    }

    /// From now on files lie in this folder of the export.
    pub(crate) fn within(&mut self, folder: &str) {
        self.prefix = match folder {
            "" => String::new(),
            folder => format!("{folder}/"),
        };
    }

    /// The files by their paths.
    #[must_use]
    pub fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }

    /// What was left out.
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// Adds the manifest, the last file.
    pub(crate) fn finish(
        &mut self,
        formats: Vec<FormatEntry>,
        asked: Vec<String>,
        content: BTreeMap<String, String>,
    ) {
        self.left_out
            .sort_by(|one, other| (&one.what, &one.why).cmp(&(&other.what, &other.why)));
        let entry = |(path, bytes): (&String, &Vec<u8>)| FileEntry {
            path: path.clone(),
            bytes: bytes.len() as u64,
            sha256: sha256(bytes),
        };
        let manifest = Manifest {
            document: MANIFEST.head(),
            tool: concat!("cardwright ", env!("CARGO_PKG_VERSION")).to_owned(),
            formats,
            asked,
            content,
            files: self.files.iter().map(entry).collect(),
            left_out: self.left_out.clone(),
        };
        self.within("");
        self.add(MANIFEST_FILE, crate::json::document(&manifest));
    }

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
        for (path, bytes) in &self.files {
            let path = part.path().join(path);
            let folder = path.parent().unwrap_or(part.path());
            fs::create_dir_all(folder).map_err(failed(target))?;
            fs::write(&path, bytes).map_err(failed(target))?;
        }
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
