//! Which files of a folder belong to a package: its content, its mappings, what it says of itself, and its licence.

use super::manifest::PartDoc;
use super::{MARK, within};
use crate::project::Documents;
use crate::settings::SETTINGS_FILE;
use cardwright_files::unusable_name;
use std::collections::BTreeSet;
use toml::Spanned;

/// The most files of a package.
pub const MOST_PACKAGE_FILES: usize = 20_000;
/// The most bytes of a package, all files together.
pub const MOST_PACKAGE_BYTES: u64 = 64 << 20;
/// How deeply the folders of a package may be nested.
pub(super) const MOST_FOLDERS: usize = 12;

/// The folder of mappings from data of others, by systems.
const IMPORTS: &str = "imports";
/// The folder of what a first card of a new set looks like, by systems.
pub const STARTERS: &str = "starters";
/// Folders that belong to a package and hold no content that is compiled.
const BESIDE: [&str; 2] = [IMPORTS, STARTERS];
/// The folder of the cases of systems.
const CASES: &str = "tests/conformance";
/// Beginnings of the names of files that say what one may do with a package.
const LICENCES: [&str; 4] = ["LICENSE", "LICENCE", "NOTICE", "CREDITS"];
/// Ends of the names of files that are content, or notes beside it.
const ENDS: [&str; 6] = [".yaml", ".yml", ".cw", ".svg", ".md", ".txt"];

/// The part of a folder that a package is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    #[default]
    Whole,
    /// Some systems and libraries.
    Of {
        /// The ids of the systems.
        systems: BTreeSet<String>,
        /// The ids of the libraries.
        libraries: BTreeSet<String>,
    },
}

impl Part {
    /// The part that `[packages.NAME]` means.
    #[must_use]
    pub fn of(doc: &PartDoc) -> Self {
        let ids = |all: &[Spanned<String>]| all.iter().map(|one| one.get_ref().clone()).collect();
        Self::Of {
            systems: ids(&doc.systems),
            libraries: ids(&doc.libraries),
        }
    }

    /// Whether it has what lies in a folder of content under this id.
    pub(crate) fn has(&self, content: &str, id: &str) -> bool {
        match self {
            Self::Whole => true,
            Self::Of { systems, libraries } => match content {
                "libraries" => libraries.contains(id),
                _ => systems.contains(id),
            },
        }
    }

    /// Whether a folder of this name holds content of the package.
    #[must_use]
    pub fn takes_folder(&self, name: &str) -> bool {
        let below = |folder: &'static str| Some((folder, name.strip_prefix(folder)?.strip_prefix('/')?));
        let content = folders().find_map(below);
        content.is_some_and(|(content, rest)| self.has(content, rest.split('/').next().unwrap_or_default()))
    }

    /// Whether a file of this name in the folder belongs to the package.
    #[must_use]
    pub fn takes(&self, name: &str) -> bool {
        let Some((first, rest)) = name.split_once('/') else {
            return name == SETTINGS_FILE || name == "README.md" || is_licence(name);
        };
        let hidden = |part: &str| part.starts_with('.');
        if name.split('/').any(hidden) || !ENDS.iter().any(|end| name.ends_with(end)) {
            return false;
        }
        let below = |folder: &str| name.strip_prefix(folder)?.strip_prefix('/')?.split_once('/');
        let content = folders().find_map(|folder| Some((folder, below(folder)?.0)));
        match content {
            Some((content, id)) => self.has(content, id),
            None if BESIDE.contains(&first) => {
                rest.split_once('/').is_some_and(|(id, _)| self.has(first, id))
            }
            None => false,
        }
    }
}

/// The folders of content that a package has. The cases of its systems stay at home: they would not run elsewhere.
fn folders() -> impl Iterator<Item = &'static str> {
    let all = Documents::FOLDERS.into_iter();
    all.filter(|folder| *folder != CASES)
}

/// Whether a name is that of a licence or of what belongs to one.
#[must_use]
pub fn is_licence(name: &str) -> bool {
    LICENCES
        .iter()
        .any(|begin| name.to_ascii_uppercase().starts_with(begin))
        && !name.contains('/')
}

/// Whether a name from elsewhere can be written under a folder: only plain names, not too deep, the same on all systems.
#[must_use]
pub fn is_safe(name: &str) -> bool {
    let is_plain =
        |part: &str| !part.is_empty() && !matches!(part, "." | "..") && unusable_name(part).is_none();
    name == MARK
        || name.split('/').count() <= MOST_FOLDERS && name.split('/').all(is_plain) && within(name) == name
}

#[cfg(test)]
mod tests {
    use super::{MOST_FOLDERS, Part, PartDoc, is_safe};
    use toml::Spanned;

    // Limit: MOST_FOLDERS in compiler/documents/src/packages/part.rs
    #[test]
    fn names_lie_in_folders_that_are_not_too_deep() {
        let name = |folders: usize| format!("{}a.yaml", "a/".repeat(folders - 1));
        assert!(is_safe(&name(MOST_FOLDERS)));
        assert!(!is_safe(&name(MOST_FOLDERS + 1)));
    }

    #[test]
    fn a_part_has_what_its_systems_and_libraries_have() {
        let part = Part::of(&PartDoc {
            systems: vec![Spanned::new(0..0, "goats".to_owned())],
            libraries: vec![Spanned::new(0..0, "bells".to_owned())],
            needs: Vec::new(),
        });
        for (name, takes) in [
            ("cards/goats/more/a.yaml", true),
            ("imports/goats/a.yaml", true),
            ("starters/goats/cards.yaml", true),
            ("starters/sheep/cards.yaml", false),
            ("libraries/bells/bells.cw", true),
            ("libraries/bells/cases/a.yaml", true),
            ("tests/conformance/goats/a.yaml", false),
            ("cardwright.toml", true),
            ("cards/sheep/a.yaml", false),
            ("libraries/goats/a.cw", false),
            ("systems/bells/a.cw", false),
            ("cards/goats", false),
        ] {
            assert_eq!(part.takes(name), takes, "{name}");
        }
        assert!(part.takes_folder("cards/goats") && !part.takes_folder("cards/sheep"));
    }
}
