//! An export as files: what it consists of, and its manifest.
//!
//! Not here: how it comes onto the disk (`write`).

use crate::digest::sha256;
use crate::model::document::{Head, MANIFEST};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of the manifest.
pub const MANIFEST_FILE: &str = "manifest.json";

/// The most bytes of the name of a file: what all systems can hold.
#[cfg(feature = "formats")]
const MOST_FILE_NAME: usize = 255;

/// The files of an export, by their paths within it, and what was left out.
#[derive(Debug, Default)]
pub struct Folder {
    files: BTreeMap<String, Vec<u8>>,
    left_out: Vec<LeftOut>,
    /// The prefix of the paths of further files: the folder of a format.
    prefix: String,
}

/// The content of an export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The format.
    pub document: Head,
    /// The program that wrote it, with its version.
    pub tool: String,
    /// The formats in it.
    pub formats: Vec<FormatEntry>,
    /// The names that were asked for; empty for everything.
    pub asked: Vec<String>,
    /// The hash that identifies the rules and cards of each system: the same content has the same hash.
    pub content: BTreeMap<String, String>,
    /// Every other file, sorted by path.
    pub files: Vec<FileEntry>,
    /// The things that were left out, and why.
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
    /// The folder of its files in the export; empty for the export itself.
    pub folder: String,
    /// The options that were chosen for it, by name; the others have the defaults that
    /// `cardwright export --list` shows.
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
    /// The SHA-256 of its bytes, as lower-case hexadecimal digits.
    pub sha256: String,
}

/// Something that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// The thing.
    pub what: String,
    /// The reason.
    pub why: String,
}

impl Folder {
    /// Adds a file.
    pub fn add(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.files.insert(format!("{}{path}", self.prefix), bytes.into());
    }

    /// A name in it that some system cannot have; nothing, if all can have all.
    #[cfg(feature = "formats")]
    pub(crate) fn unusable(&self) -> Option<String> {
        self.files.keys().find_map(|path| {
            let why = path
                .split('/')
                .find_map(|name| match name.len() > MOST_FILE_NAME {
                    true => Some(format!(
                        "the name has {} bytes; the most is {MOST_FILE_NAME}",
                        name.len()
                    )),
                    false => cardwright_files::foreign_name(name),
                })?;
            Some(format!(
                "`{path}` cannot be a file name on every operating system: {why}"
            ))
        })
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

    /// Takes over all that another one has.
    #[cfg(feature = "formats")]
    pub(crate) fn take(&mut self, mut other: Self) {
        self.files.append(&mut other.files);
        self.left_out.append(&mut other.left_out);
    }

    /// The files by their paths.
    #[must_use]
    pub fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }

    /// The things that were left out.
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
            files: self.files.par_iter().map(entry).collect(),
            left_out: self.left_out.clone(),
        };
        self.within("");
        self.add(MANIFEST_FILE, crate::json::document(&manifest));
    }
}
