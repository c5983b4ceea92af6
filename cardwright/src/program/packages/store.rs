//! The store in `needs`: versions of packages that lay there before, or that another revision of the project needs. So a
//! revision can be read without a network. Git never sees it.
//!
//! Each version has a folder that is named by its hash, and is compared with the whole hash whenever it is read. Of each
//! package the last few are kept. Not here: which versions are looked for, see `compiler/documents/src/packages/mounts.rs`.

use super::bring::{is_ours, not_written, write};
use super::tree::Tree;
use crate::program::Ending;
use crate::program::commands::wrong_path;
use cardwright_compiler::packages::{LIST, MARK, NEEDS, Part, STORE, list, package_files, stored, tree_hash};
use cardwright_files::Place;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How many versions of each package are kept.
const MOST_KEPT: usize = 4;
/// The file that keeps the store out of every repository.
const IGNORE: &str = ".gitignore";
const IGNORE_ALL: &str = "# Versions of packages that other revisions of this project need.\n*\n";

/// Writes the folder of a package.
pub(super) fn put(folder: &Path, place: &Place, hash: &str, tree: &Tree) -> Result<(), Ending> {
    let (hash, list) = (format!("{hash}\n"), list(tree));
    let marks = [(MARK, hash.as_bytes()), (LIST, list.as_bytes())];
    let files = tree.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    cardwright_files::folder(folder, place, files.chain(marks), is_ours)
        .map_err(|error| not_written(folder, error))
}

/// Keeps the version of a package that lies in `needs`, if its files are as they were fetched and another version comes.
pub(super) fn keep_what_lies(root: &Path, name: &str, coming: &str) -> Result<(), Ending> {
    let folder = root.join(NEEDS).join(name);
    match unchanged(&folder).filter(|(hash, _)| hash != coming) {
        Some((hash, tree)) => keep(root, name, &hash, &tree),
        None => Ok(()),
    }
}

/// Keeps a version of a package, and takes the oldest ones away.
pub(super) fn keep(root: &Path, name: &str, hash: &str, tree: &Tree) -> Result<(), Ending> {
    let Some(folder) = stored(root, name, hash) else {
        return Ok(());
    };
    let place = Place::inside(root);
    put(&folder, &place, hash, tree)?;
    let ignore = root.join(NEEDS).join(STORE).join(IGNORE);
    if !ignore.is_file() {
        write(&ignore, IGNORE_ALL, &place)?;
    }
    prune(&root.join(NEEDS).join(STORE).join(name))
}

/// The files of a package with this hash, if they are in the store.
pub(super) fn kept(root: &Path, name: &str, hash: &str) -> Option<Tree> {
    let (is, tree) = unchanged(&stored(root, name, hash)?)?;
    (is == hash).then_some(tree)
}

/// The hash and the files of a package in a folder, if they fit each other.
fn unchanged(folder: &Path) -> Option<(String, Tree)> {
    let mark = crate::program::commands::read_text(&folder.join(MARK)).ok()?;
    let tree = package_files(folder, &Part::Whole, &Place::inside(folder)).ok()?;
    let hash = tree_hash(&tree);
    (mark.trim() == hash).then_some((hash, tree))
}

/// Takes away all but the last versions of a package.
fn prune(versions: &Path) -> Result<(), Ending> {
    let entries = cardwright_files::entries(versions).map_err(|error| wrong_path(versions, &error))?;
    let time = |path: &Path| path.join(MARK).metadata().and_then(|about| about.modified()).ok();
    let ours = entries.filter(|entry| !entry.path.is_symlink() && is_ours(&entry.path));
    let mut ours: Vec<(Option<SystemTime>, PathBuf)> =
        ours.map(|entry| (time(&entry.path), entry.path)).collect();
    ours.sort();
    let too_many = ours.len().saturating_sub(MOST_KEPT);
    for (_, path) in ours.iter().take(too_many) {
        cardwright_files::clear(path, is_ours).map_err(|error| not_written(path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{MOST_KEPT, keep, kept};
    use crate::program::packages::tree::Tree;
    use cardwright_compiler::packages::tree_hash;
    use cardwright_files::Scratch;

    // Limit: MOST_KEPT in cardwright/src/program/packages/store.rs
    #[test]
    fn the_last_versions_of_a_package_are_kept_unchanged() {
        let scratch = Scratch::new().expect("there is room");
        let root = scratch.path();
        let tree = |at: usize| Tree::from([("README.md".to_owned(), at.to_string().into_bytes())]);
        let count = |most: usize| {
            let is_kept = |at: &usize| kept(root, "goats", &tree_hash(&tree(*at))) == Some(tree(*at));
            (0..most).filter(is_kept).count()
        };
        for at in 0..=MOST_KEPT {
            let tree = tree(at);
            assert!(keep(root, "goats", &tree_hash(&tree), &tree).is_ok());
            assert_eq!(count(at + 1), (at + 1).min(MOST_KEPT));
        }
        assert_eq!(kept(root, "goats", &tree_hash(&tree(0))), None);
        assert_eq!(kept(root, "goats", "b3:../../../../../../.."), None);
    }
}
