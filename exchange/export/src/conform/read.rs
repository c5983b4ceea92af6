//! Vectors from files.

use crate::model::document::VECTOR;
use crate::model::vector::Vector;
use std::path::{Path, PathBuf};

/// Why vectors cannot be read.
#[derive(Debug)]
pub struct Unread {
    path: PathBuf,
    why: String,
}

impl std::fmt::Display for Unread {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: {}", self.path.display(), self.why)
    }
}

impl std::error::Error for Unread {}

/// The vectors of a file, or of all files of an export that end in `.jsonl`; one a line.
///
/// # Errors
/// If something cannot be read, or is no vector of this version.
pub fn vectors_at(path: &Path) -> Result<Vec<Vector>, Unread> {
    let mut files = Vec::new();
    collect(path, &mut files)?;
    files.sort();
    let mut vectors = Vec::new();
    for file in &files {
        read(file, &mut vectors)?;
    }
    if vectors.is_empty() {
        return Err(unread(
            path,
            "there are no vectors here; `cardwright export --to vectors -o FOLDER` writes some",
        ));
    }
    Ok(vectors)
}

fn unread(path: &Path, why: impl std::fmt::Display) -> Unread {
    Unread {
        path: path.to_path_buf(),
        why: why.to_string(),
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Unread> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(|error| unread(path, error))? {
        let entry = entry.map_err(|error| unread(path, error))?.path();
        if entry.is_dir() || entry.extension().is_some_and(|end| end == "jsonl") {
            collect(&entry, files)?;
        }
    }
    Ok(())
}

fn read(file: &Path, vectors: &mut Vec<Vector>) -> Result<(), Unread> {
    let text = std::fs::read_to_string(file).map_err(|error| unread(file, error))?;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let head: serde_json::Value =
            serde_json::from_str(line).map_err(|error| unread(file, format!("line {number}: {error}")))?;
        let head = &head["document"];
        if head["format"] != VECTOR.id {
            // An export of everything has other lines too.
            return Ok(());
        }
        if head["version"] != VECTOR.version {
            let why = format!(
                "line {number}: it is version {} of the format, and this program reads version {}",
                head["version"], VECTOR.version
            );
            return Err(unread(file, why));
        }
        let vector = serde_json::from_str(line);
        vectors.push(vector.map_err(|error| unread(file, format!("line {number}: {error}")))?);
    }
    Ok(())
}
