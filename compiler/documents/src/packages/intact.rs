//! The files of a package in a folder, and whether they are those that a lock names.
//!
//! The hash of the lock decides. The list beside the files is only for people: it tells which of them were changed.

use super::part::{MOST_FOLDERS, MOST_PACKAGE_BYTES, MOST_PACKAGE_FILES, Part};
use super::tree_hash;
use cardwright_files::{Place, Sort, entries};
use std::collections::BTreeMap;
use std::path::Path;

/// The list of the files of a fetched package in its folder, with the hash of each.
pub const LIST: &str = ".cardwright-files";
/// How many changed files of a package are named.
const FILES_TOLD: usize = 3;

/// The files of a package by their names in it.
type Tree = BTreeMap<String, Vec<u8>>;

/// The files of a part of a folder.
///
/// # Errors
/// What cannot be read or is no part of a package, for people.
pub fn package_files(root: &Path, part: &Part, place: &Place) -> Result<Tree, String> {
    let mut taken = Taken {
        place,
        part,
        files: Tree::new(),
        left: MOST_PACKAGE_BYTES,
    };
    taken.folder(root, "", 0)?;
    Ok(taken.files)
}

struct Taken<'a> {
    place: &'a Place,
    part: &'a Part,
    files: Tree,
    left: u64,
}

impl Taken<'_> {
    fn folder(&mut self, folder: &Path, above: &str, depth: usize) -> Result<(), String> {
        let found = entries(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in found {
            let Some(name) = entry.name.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            let name = if above.is_empty() {
                name.to_owned()
            } else {
                format!("{above}/{name}")
            };
            match entry.sort {
                Sort::Folder if depth < MOST_FOLDERS => self.folder(&entry.path, &name, depth + 1)?,
                Sort::File if self.part.takes(&name) => self.file(&entry.path, name)?,
                Sort::Link if self.part.takes(&name) || self.part.takes_folder(&name) => {
                    return Err(format!(
                        "{}: it is a link, and a package has only files of its own",
                        entry.path.display()
                    ));
                }
                Sort::Folder | Sort::File | Sort::Link | Sort::Other => {}
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, name: String) -> Result<(), String> {
        let bytes = cardwright_files::bytes(path, self.place, self.left)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        self.left -= bytes.len() as u64;
        self.files.insert(name, bytes);
        match self.files.len() > MOST_PACKAGE_FILES {
            true => Err(format!("a package has at most {MOST_PACKAGE_FILES} files")),
            false => Ok(()),
        }
    }
}

/// Whether the files in the folder of a fetched package have this hash; if not, the first differences, for people.
pub(super) fn difference(folder: &Path, hash: &str) -> Option<String> {
    let place = Place::inside(folder);
    let now = match package_files(folder, &Part::Whole, &place) {
        Ok(now) if tree_hash(&now) == hash => return None,
        Ok(now) => now,
        Err(why) => return Some(format!(": {why}")),
    };
    // Older versions wrote no list.
    let list = cardwright_files::text(&folder.join(LIST), &place, MOST_PACKAGE_BYTES).unwrap_or_default();
    let all = match list.is_empty() {
        true => Vec::new(),
        false => differences(&list, &now),
    };
    let (told, rest) = all.split_at(FILES_TOLD.min(all.len()));
    Some(match (told, rest.len()) {
        ([], _) => String::new(),
        (told, 0) => format!(": {}", told.join(", ")),
        (told, more) => format!(": {}, and {more} more", told.join(", ")),
    })
}

/// The list of these files: a hash and a name on each line.
#[must_use]
pub fn list(files: &Tree) -> String {
    let lines = files
        .iter()
        .map(|(name, bytes)| format!("{} {name}\n", hash(name, bytes)));
    lines.collect()
}

/// The hash of a file: that of a package with this file alone.
fn hash(name: &str, bytes: &[u8]) -> String {
    tree_hash(&Tree::from([(name.to_owned(), bytes.to_vec())]))
}

/// The differences between a list and these files, for people.
fn differences(list: &str, files: &Tree) -> Vec<String> {
    let before: BTreeMap<&str, &str> = list
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(hash, name)| (name, hash))
        .collect();
    let gone = before.keys().filter(|name| !files.contains_key(**name));
    let mut told: BTreeMap<&str, &str> = gone.map(|name| (*name, "is missing")).collect();
    for (name, bytes) in files {
        match before.get(name.as_str()) {
            None => _ = told.insert(name, "is new"),
            Some(known) if **known != hash(name, bytes) => _ = told.insert(name, "was changed"),
            Some(_) => {}
        }
    }
    told.iter()
        .map(|(name, what)| format!("`{name}` {what}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{differences, list};

    #[test]
    fn a_list_tells_what_was_changed_and_what_is_missing_or_new() {
        let files = |all: &[(&str, &str)]| {
            let files = all
                .iter()
                .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
            files.collect()
        };
        let before = list(&files(&[("a b", "one\n"), ("c", "two"), ("d", "three")]));
        assert!(
            differences(
                &before,
                &files(&[("a b", "one\r\n"), ("c", "two"), ("d", "three")])
            )
            .is_empty()
        );
        assert_eq!(
            differences(&before, &files(&[("a b", "other\n"), ("d", "three"), ("e", "")])),
            ["`a b` was changed", "`c` is missing", "`e` is new"]
        );
    }
}
