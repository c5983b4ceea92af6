//! Documents that lie beside the folders of content, where nothing reads them: a folder of cases without `conformance`, a set
//! at the root, a folder with a name of its own.
//!
//! A project may lie among other things, so only what is plainly meant for it is told: what names one of its systems, lies in a
//! folder with the name of one, or lies right at the root.

use super::CASE_KEYS;
use super::find::{FOLDERS, Stray, is_passed_over};
use crate::document::{DocumentKind, document_kind, outer_key};
use crate::packages::{NEEDS, STARTERS};
use cardwright_files::{Entry, Place, Sort, entries};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How deep such documents are looked for.
const FOLDERS_DEEP: usize = 4;
/// How many files and folders are looked at.
const FILES_AND_FOLDERS: usize = 5_000;
/// How many bytes of a file are looked at to see what it is.
pub(super) const BEGINNING: u64 = 4096;
/// Folders of other programs, of packages, of what this program writes, of mappings and of starters, which are no content.
const OTHERS: [&str; 6] = ["target", "node_modules", "schemas", "imports", STARTERS, NEEDS];

/// A file that nobody reads, and that may be meant to be read.
#[derive(Clone, Debug)]
pub(super) struct Outside {
    path: PathBuf,
    /// Names of systems: the one that it gives, and those of the folders around it.
    names: BTreeSet<String>,
    /// Where such files lie.
    home: &'static str,
    /// Whether it is meant to be read, whatever it names.
    is_certain: bool,
}

/// Looks beside the folders of content, and not in those of which something is said already.
pub(super) fn outside(root: &Path, told: &[Stray]) -> Vec<Outside> {
    let mut search = Search {
        root,
        left: FILES_AND_FOLDERS,
        found: Vec::new(),
    };
    let is_told = |path: &Path| told.iter().any(|stray| stray.path == path);
    search.folder(root, 0, &is_told);
    search.found
}

/// The strays among files that lie outside: each folder once.
pub(super) fn strays(outside: &[Outside], is_system: &dyn Fn(&str) -> bool, root: &Path) -> Vec<Stray> {
    let mut told = BTreeSet::new();
    let mut strays = Vec::new();
    for one in outside {
        let system = one.names.iter().find(|name| is_system(name));
        if system.is_none() && !one.is_certain {
            continue;
        }
        let folder = one.path.parent().unwrap_or(root);
        let (path, why) = match folder == root {
            true => (one.path.as_path(), "nothing reads this file in this place"),
            false => (folder, "nothing reads this folder, but it contains documents"),
        };
        if told.insert(path.to_path_buf()) {
            let home = one
                .home
                .replace("<system>", system.map_or("<system>", String::as_str));
            strays.push(Stray {
                path: path.to_path_buf(),
                why: why.to_owned(),
                help: format!("move it to `{home}`, or out of the project"),
            });
        }
    }
    strays
}

struct Search<'a> {
    root: &'a Path,
    left: usize,
    found: Vec<Outside>,
}

impl Search<'_> {
    fn folder(&mut self, folder: &Path, depth: usize, is_told: &dyn Fn(&Path) -> bool) {
        let entries = entries(folder).into_iter().flatten();
        let mut entries: Vec<Entry> = entries.take(self.left).collect();
        self.left -= entries.len();
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        for Entry { path, name, sort } in entries {
            let Some(name) = name.to_str().filter(|name| !is_passed_over(name)) else {
                continue;
            };
            if sort == Sort::File {
                self.found.extend(self.file(&path, depth));
            } else if sort == Sort::Folder
                && depth < FOLDERS_DEEP
                && !is_told(&path)
                && !self.is_of_others(&path, name)
            {
                self.folder(&path, depth + 1, is_told);
            }
        }
    }

    /// Whether a folder is read as content, is a project of its own, or belongs to another program.
    fn is_of_others(&self, path: &Path, name: &str) -> bool {
        OTHERS.contains(&name)
            || FOLDERS.iter().any(|folder| path == self.root.join(folder))
            || path.join(FOLDERS[0]).is_dir()
            || path.join("CACHEDIR.TAG").exists()
    }

    fn file(&self, path: &Path, depth: usize) -> Option<Outside> {
        let end = path.extension()?.to_str()?;
        let within = path.parent()?.strip_prefix(self.root).ok()?;
        let folders = within.components().filter_map(|part| part.as_os_str().to_str());
        let mut names: BTreeSet<String> = folders.map(str::to_owned).collect();
        let first = within
            .components()
            .next()
            .and_then(|part| part.as_os_str().to_str());
        let is_of_tests = first.is_some_and(|name| name.starts_with("test"));
        if end == "cw" {
            return Some(Outside {
                path: path.to_path_buf(),
                names,
                home: "systems/<system>/",
                is_certain: depth == 0,
            });
        }
        if end != "yaml" && end != "yml" {
            return None;
        }
        let text = beginning(path)?;
        let is_case = CASE_KEYS.iter().any(|key| outer_key(&text, key).is_some());
        let kind = document_kind(&text);
        names.extend(system_named(&text));
        let home = match kind {
            _ if is_of_tests || is_case => "tests/conformance/<system>/",
            Some(DocumentKind::System | DocumentKind::Phrasebook | DocumentKind::Looks) => {
                "systems/<system>/"
            }
            Some(DocumentKind::Library) => "libraries/<library>/",
            Some(DocumentKind::Map) => "maps/<system>/",
            Some(DocumentKind::Scenario) => "scenarios/<system>/",
            _ => "cards/<system>/",
        };
        Some(Outside {
            path: path.to_path_buf(),
            names,
            home,
            is_certain: is_of_tests && is_case,
        })
    }
}

/// The system that a document gives.
fn system_named(text: &str) -> Option<String> {
    let line = text[outer_key(text, "system")?..].lines().next()?;
    let (_, id) = line.split_once(':')?;
    Some(id.split('#').next()?.trim().trim_matches(['"', '\'']).to_owned())
}

/// The beginning of a file, if it is text.
fn beginning(path: &Path) -> Option<String> {
    let bytes = cardwright_files::beginning(path, &Place::Anywhere, BEGINNING).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
