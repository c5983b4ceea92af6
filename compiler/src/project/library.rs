//! The files of a project as they were read: each is read and parsed once, until its text changes.

use super::ledger::{Ledger, ledger};
use crate::document::{Ahead, Document};
use crate::rules::Rules;
use crate::source::SourceFile;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folders of a project that hold documents.
const FOLDERS: [&str; 5] = ["systems", "cards", "maps", "scenarios", "tests/conformance"];
/// How deep folders may lie.
const MOST_DEPTH: usize = 8;

/// The longest file that is read at all, in bytes.
const MOST_FILE_BYTES: u64 = 16 << 20;

/// What a file is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FileRole {
    Document,
    Language,
    Ledger,
}

/// A file that was read.
#[derive(Clone, Debug)]
enum Kept {
    Document(Ahead),
    Language(Arc<SourceFile>, Rules),
    Ledger(Arc<SourceFile>, Option<Ledger>),
}

/// A file, or why it cannot be read.
type Reading<T> = Result<T, String>;

/// The files of a project.
#[derive(Clone, Debug, Default)]
pub(crate) struct Library {
    root: PathBuf,
    /// Texts that stand for files, by their shown names.
    overlay: BTreeMap<String, String>,
    /// The documents in the project's folders, in their order.
    documents: BTreeSet<PathBuf>,
    kept: BTreeMap<(String, FileRole), Reading<Kept>>,
}

impl Library {
    /// Finds the documents of a folder and reads them with all that they name.
    pub(crate) fn of(root: &Path, overlay: BTreeMap<String, String>) -> Self {
        let mut library = Self {
            root: root.to_path_buf(),
            overlay,
            ..Self::default()
        };
        for folder in FOLDERS {
            find(&root.join(folder), 0, &mut library.documents);
        }
        let unsaved = library.overlay.keys().filter(|name| is_document(name));
        let unsaved: Vec<PathBuf> = unsaved.map(|name| root.join(name)).collect();
        library.documents.extend(unsaved);
        let documents = library
            .documents
            .iter()
            .map(|path| (path.clone(), FileRole::Document));
        library.keep(documents.collect());
        library.keep(library.parts_of_systems());
        library
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The documents in the project's folders, in their order.
    pub(crate) fn documents(&self) -> Vec<PathBuf> {
        self.documents.iter().cloned().collect()
    }

    /// A file's name as people see it.
    pub(crate) fn shown(&self, path: &Path) -> String {
        let path = path.strip_prefix(&self.root).unwrap_or(path);
        path.to_string_lossy().replace('\\', "/")
    }

    /// Gives a file another text, or the one that is on the disk.
    pub(crate) fn change(&mut self, name: &str, text: Option<String>) {
        match text {
            Some(text) => drop(self.overlay.insert(name.to_owned(), text)),
            None => drop(self.overlay.remove(name)),
        }
        let path = self.root.join(name);
        let key = |role| (name.to_owned(), role);
        if let Some(Ok(Kept::Document(before))) = self.kept.remove(&key(FileRole::Document)) {
            let now = self.text(name).map(|text| {
                let file = SourceFile::new(name, text);
                Kept::Document(Ahead::of(file, before.document.as_ref()))
            });
            self.kept.insert(key(FileRole::Document), now);
        }
        for role in [FileRole::Language, FileRole::Ledger] {
            self.kept.remove(&key(role));
        }
        if is_document(name) {
            if self.overlay.contains_key(name) || path.is_file() {
                self.documents.insert(path);
            } else {
                self.documents.remove(&path);
            }
        }
    }

    /// A document.
    pub(crate) fn document(&mut self, path: &Path) -> Reading<Ahead> {
        match self.kept(path, FileRole::Document)? {
            Kept::Document(ahead) => Ok(ahead.clone()),
            _ => Err(WRONG_SORT.to_owned()),
        }
    }

    /// A file of the language.
    pub(crate) fn language(&mut self, path: &Path) -> Reading<(Arc<SourceFile>, Rules)> {
        match self.kept(path, FileRole::Language)? {
            Kept::Language(file, rules) => Ok((file.clone(), rules.clone())),
            _ => Err(WRONG_SORT.to_owned()),
        }
    }

    /// A ledger; nothing if it makes no sense.
    pub(crate) fn ledger(&mut self, path: &Path) -> Reading<(Arc<SourceFile>, Option<Ledger>)> {
        match self.kept(path, FileRole::Ledger)? {
            Kept::Ledger(file, ledger) => Ok((file.clone(), ledger.clone())),
            _ => Err(WRONG_SORT.to_owned()),
        }
    }

    fn kept(&mut self, path: &Path, role: FileRole) -> Reading<&Kept> {
        let key = (self.shown(path), role);
        if !self.kept.contains_key(&key) {
            self.keep(vec![(path.to_path_buf(), role)]);
        }
        match self.kept.get(&key) {
            Some(Ok(kept)) => Ok(kept),
            Some(Err(error)) => Err(error.clone()),
            None => Err(WRONG_SORT.to_owned()),
        }
    }

    /// Reads files side by side.
    fn keep(&mut self, files: Vec<(PathBuf, FileRole)>) {
        let read: Vec<_> = files
            .into_par_iter()
            .map(|(path, role)| ((self.shown(&path), role), self.read(&path, role)))
            .collect();
        self.kept.extend(read);
    }

    /// The text of a file, by its shown name.
    pub(crate) fn text(&self, name: &str) -> Reading<String> {
        match self.overlay.get(name) {
            Some(text) => Ok(text.clone()),
            None => read(&self.root.join(name)).map_err(|error| error.to_string()),
        }
    }

    fn read(&self, path: &Path, role: FileRole) -> Reading<Kept> {
        let name = self.shown(path);
        let text = self.text(&name)?;
        let file = SourceFile::new(name, text);
        Ok(match role {
            FileRole::Document => Kept::Document(Ahead::of(file, None)),
            FileRole::Language => {
                let rules = Rules::of(&file.text);
                Kept::Language(Arc::new(file), rules)
            }
            FileRole::Ledger => {
                let ledger = ledger(&file.text);
                Kept::Ledger(Arc::new(file), ledger)
            }
        })
    }

    /// The language files and ledgers of the systems that were read.
    fn parts_of_systems(&self) -> Vec<(PathBuf, FileRole)> {
        let mut parts = Vec::new();
        for path in &self.documents {
            let key = (self.shown(path), FileRole::Document);
            let Some(Ok(Kept::Document(ahead))) = self.kept.get(&key) else {
                continue;
            };
            let (Some(Document::System(doc)), Some(folder)) = (&ahead.document, path.parent()) else {
                continue;
            };
            let within = doc.files.iter().filter(|name| super::lies_within(&name.value));
            let files = within.map(|name| (folder.join(&name.value), FileRole::Language));
            parts.extend(files);
            parts.push((folder.join(super::LEDGER), FileRole::Ledger));
        }
        parts
    }
}

/// The text of a file. Devices and pipes, which may never end, are refused, and so are files that are too long.
fn read(path: &Path) -> std::io::Result<String> {
    let about = std::fs::metadata(path)?;
    if !about.is_file() {
        let deep = format!("folders lie at most {MOST_DEPTH} deep in one another");
        let why = if about.is_dir() { &deep } else { "it is not a file" };
        return Err(std::io::Error::other(why.to_owned()));
    }
    if about.len() > MOST_FILE_BYTES {
        return Err(std::io::Error::other(format!(
            "it has {} bytes; the most is {MOST_FILE_BYTES}",
            about.len()
        )));
    }
    std::fs::read_to_string(path)
}

const WRONG_SORT: &str = "the file is kept as something else";

fn find(folder: &Path, depth: usize, documents: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() && depth < MOST_DEPTH {
            find(&path, depth + 1, documents);
        } else if path.is_dir() {
            // Reading it says what is wrong: nothing is left out in silence.
            documents.insert(path);
        } else if path.to_str().is_some_and(has_name_of_document) {
            documents.insert(path);
        }
    }
}

/// Whether a file of this shown name is a document of the project.
fn is_document(name: &str) -> bool {
    let folder = |folder: &&str| {
        name.strip_prefix(*folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    FOLDERS.iter().any(folder) && has_name_of_document(name)
}

fn has_name_of_document(path: &str) -> bool {
    path.ends_with(".yaml") && path.rsplit(['/', '\\']).next() != Some(super::LEDGER)
}
