//! Packages: folders of content that other projects need, and what a project needs itself.
//!
//! A package has the layout of a project. It is mounted beside the project that needs it, and its files have names such as
//! `needs/river-wars/systems/river-wars/system.yaml`. Those from elsewhere lie there, in the folder `needs` of the project;
//! those of this machine (`path = ...`) are read where they lie.
//!
//! | file | what lives there |
//! |---|---|
//! | `manifest` | `[package]`, `[packages]` and `[needs]` of `cardwright.toml` |
//! | `part` | which files of a folder belong to a package |
//! | `lock` | `cardwright.lock`: the commit and the hash of each package |
//! | `intact` | the files of a package in a folder, and whether they are those of the lock |
//! | `hash` | the hash of a package, which is the same on all systems |
//! | `mounts` | the packages of a project and their folders, or why one cannot be had |
//!
//! Nothing here reads from a network: `cardwright fetch` does.

mod hash;
mod intact;
mod lock;
mod manifest;
mod mounts;
mod part;

pub use hash::tree_hash;
pub use intact::{LIST, list, package_files};
pub use lock::{LOCK_FILE, Lock, Locked};
pub use manifest::{Need, NeedDoc, PackageDoc, PartDoc, Pin, Source, is_name};
pub use mounts::{MOST_PACKAGES, Missing, MountError, Package, Reads, packages, part_named, stored};
pub(crate) use mounts::{Mount, Mounts};
pub use part::{MOST_PACKAGE_BYTES, MOST_PACKAGE_FILES, Part, STARTERS, is_licence, is_safe};

/// The folder of the packages of a project.
pub const NEEDS: &str = "needs";
/// The folder in [`NEEDS`] with versions of packages that other revisions of the project need.
pub const STORE: &str = ".store";
/// The file in the folder of a fetched package that says by its hash which version lies there.
pub const MARK: &str = ".cardwright-hash";

/// The name of a file within its package, or within the project if it is the project's own.
pub fn within(name: &str) -> &str {
    split(name).map_or(name, |(_, rest)| rest)
}

/// The package of a file, and the name of the file in it; nothing if it is the project's own.
pub fn split(name: &str) -> Option<(&str, &str)> {
    name.strip_prefix(NEEDS)?.strip_prefix('/')?.split_once('/')
}

#[cfg(test)]
mod tests {
    use super::{split, within};

    #[test]
    fn a_file_of_a_package_has_its_name_in_front() {
        assert_eq!(split("needs/goats/cards/a.yaml"), Some(("goats", "cards/a.yaml")));
        assert_eq!(within("needs/goats/cards/a.yaml"), "cards/a.yaml");
        for own in ["cards/needs/a.yaml", "needs", "needs/goats", "needsome/a/b"] {
            assert_eq!((split(own), within(own)), (None, own));
        }
    }
}
