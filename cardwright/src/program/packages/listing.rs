//! The list of the files of a fetched package with their hashes, by which one can say which of them were changed.
//!
//! The lock alone says whether a package is as it was fetched. This list is only for people: it lies beside the files, and
//! nothing is decided by it.

use super::tree::Tree;
use cardwright_compiler::packages::tree_hash;
use std::collections::BTreeMap;

/// The name of the list in the folder of the package.
pub(super) const LIST: &str = ".cardwright-files";

/// The list of these files: a hash and a name on each line.
pub(super) fn list(files: &Tree) -> String {
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
pub(super) fn differences(list: &str, files: &Tree) -> Vec<String> {
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
