//! Vectors from files.

use crate::model::document::{ALL, VECTOR};
use crate::model::vector::Vector;
use cardwright_files::{Line, Lines, Place, Sort, entries, open};
use serde::Deserialize;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The most bytes of one vector; the longest of all shipped content has two million.
const MOST_VECTOR_BYTES: usize = 64 << 20;
/// The most bytes of all vectors of a call, which are held in memory.
const MOST_BYTES: u64 = 1 << 30;
/// The most files of vectors.
const MOST_FILES: usize = 100_000;
/// How deep folders may lie.
const MOST_DEPTH: usize = 16;

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
    let is_folder = path.is_dir();
    let mut files = Vec::new();
    match is_folder {
        true => collect(path, 0, &mut files)?,
        false => files.push(path.to_path_buf()),
    }
    files.sort();
    let (mut vectors, mut left) = (Vec::new(), MOST_BYTES);
    for file in &files {
        read(file, !is_folder, &mut left, &mut vectors)?;
    }
    if vectors.is_empty() {
        return Err(unread(
            path,
            "there are no vectors here; to write some, run `cardwright export --to vectors -o FOLDER`",
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

/// The files of an export, each once: links are not followed, so that none leads in a circle or out of it.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Unread> {
    for entry in entries(folder).map_err(|error| unread(folder, error))? {
        match entry.sort {
            Sort::Folder if depth < MOST_DEPTH => collect(&entry.path, depth + 1, files)?,
            Sort::Folder => {
                let why = format!("folders are read at most {MOST_DEPTH} levels deep");
                return Err(unread(&entry.path, why));
            }
            Sort::File if entry.path.extension().is_some_and(|end| end == "jsonl") => files.push(entry.path),
            Sort::File | Sort::Link | Sort::Other => {}
        }
        if files.len() > MOST_FILES {
            return Err(unread(
                folder,
                format!("it contains more than {MOST_FILES} files of vectors"),
            ));
        }
    }
    Ok(())
}

/// The vectors of a file. In an export of everything some files hold lines of another sort; they say so in their first line.
fn read(file: &Path, is_named: bool, left: &mut u64, vectors: &mut Vec<Vector>) -> Result<(), Unread> {
    let wrong = |number: usize, why: String| unread(file, format!("line {number}: {why}"));
    let place = if is_named { Place::Named } else { Place::Anywhere };
    let source = open(file, &place).map_err(|error| unread(file, error))?;
    let mut lines = Lines::new(BufReader::new(source), MOST_VECTOR_BYTES);
    let (mut others, mut own) = (false, false);
    for number in 1.. {
        let line = match lines.next_line().map_err(|error| unread(file, error))? {
            Line::End => break,
            Line::TooLong => {
                return Err(wrong(
                    number,
                    format!("it has more than {MOST_VECTOR_BYTES} bytes"),
                ));
            }
            Line::Text(line) if line.trim().is_empty() => continue,
            Line::Text(line) => line,
        };
        *left = left.saturating_sub(line.len() as u64);
        if *left == 0 {
            return Err(unread(
                file,
                format!("the vectors have more than {MOST_BYTES} bytes in total"),
            ));
        }
        let head: Head = serde_json::from_str(&line).map_err(|error| wrong(number, error.to_string()))?;
        let is_other = ALL
            .iter()
            .any(|other| other.id == head.document.format && *other != VECTOR);
        if is_other && !own && !is_named {
            others = true;
            continue;
        }
        if others {
            let why = "vectors follow lines of another type; one of the first lines is damaged".to_owned();
            return Err(wrong(number, why));
        }
        own = true;
        head.document.is_vector().map_err(|why| wrong(number, why))?;
        let vector = serde_json::from_str(&line);
        vectors.push(vector.map_err(|error| wrong(number, error.to_string()))?);
    }
    Ok(())
}

/// The beginning of a line: what it is.
#[derive(Deserialize)]
struct Head {
    document: Said,
}

#[derive(Deserialize)]
struct Said {
    format: String,
    version: u32,
}

impl Said {
    fn is_vector(&self) -> Result<(), String> {
        if self.format != VECTOR.id {
            return Err(format!(
                "it is a `{}`, but a `{}` is expected",
                self.format, VECTOR.id
            ));
        }
        if self.version != VECTOR.version {
            return Err(format!(
                "it is version {} of the format, but this program reads version {}",
                self.version, VECTOR.version
            ));
        }
        Ok(())
    }
}
