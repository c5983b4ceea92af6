//! The files of a package from elsewhere, as far as they may be taken.
//!
//! Only content, mappings, notes and licences are taken, under plain names that are the same on all systems. A link, or another
//! repository in a folder of content, is refused: what it leads to would be no part of the package.

use cardwright_compiler::packages::{MOST_PACKAGE_BYTES, MOST_PACKAGE_FILES, Part, is_safe, part_named};
use cardwright_files::MOST_NAME;
use std::collections::BTreeMap;

/// The name of the settings of a package.
pub(super) const SETTINGS: &str = "cardwright.toml";

/// The files of a package by their names in it.
pub(crate) type Tree = BTreeMap<String, Vec<u8>>;

/// A file of a repository or archive, before it is read.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    /// Its name in the package.
    pub(super) name: String,
    /// Whether it is a plain file; links and other repositories are not.
    pub(super) is_plain: bool,
    /// Its bytes.
    pub(super) length: u64,
    /// By what its bytes are found.
    pub(super) key: String,
}

/// What of a folder with these settings is the package of this name.
pub(super) fn part(settings: &[u8], name: &str) -> Result<Part, String> {
    let text = std::str::from_utf8(settings).map_err(|_| format!("`{SETTINGS}` is not UTF-8 text"))?;
    part_named(text, name)
}

/// The files that belong to a part, or why the package is refused.
pub(super) fn taken(all: Vec<Listed>, part: &Part) -> Result<Vec<Listed>, String> {
    let mut taken = Vec::new();
    let mut bytes = 0_u64;
    for one in all {
        if one.name.split('/').any(|part| matches!(part, "." | "..")) {
            return Err(format!("`{}` leads out of its folder", one.name));
        }
        let is_content = part.takes(&one.name);
        if !one.is_plain && (is_content || part.takes_folder(&one.name)) {
            return Err(format!(
                "`{}` is a link or another repository; a package has only files of its own",
                one.name
            ));
        }
        if !is_content {
            continue;
        }
        if !is_safe(&one.name) {
            return Err(format!(
                "`{}` could not be the name of a file on every system: each part has letters, digits and `-`, and at most {MOST_NAME} of them",
                one.name
            ));
        }
        bytes = bytes.saturating_add(one.length);
        taken.push(one);
        if taken.len() > MOST_PACKAGE_FILES {
            return Err(format!("it has more than {MOST_PACKAGE_FILES} files"));
        }
        if bytes > MOST_PACKAGE_BYTES {
            return Err(format!("its files have more than {MOST_PACKAGE_BYTES} bytes"));
        }
    }
    // Two names that differ in large and small letters are one file on some systems.
    let mut names: Vec<String> = taken.iter().map(|one| one.name.to_lowercase()).collect();
    names.sort();
    match names.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(format!("`{}` is there twice, in large and small letters", two[0])),
        None => Ok(taken),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(name: &str) -> Listed {
        Listed {
            name: name.to_owned(),
            is_plain: true,
            length: 1,
            key: String::new(),
        }
    }

    #[test]
    fn content_notes_and_licences_are_taken_and_nothing_else() {
        let names = [
            "cardwright.toml",
            "LICENSE-MIT",
            "README.md",
            "cards/goats/a.yaml",
            "systems/goats/icons/a.svg",
            "systems/goats/run.sh",
            ".git/config",
            "build.rs",
            "cards/.hidden/a.yaml",
            "imports/goats/a.yaml",
            "docs/a.md",
            "libraries/bells/cases/a.yaml",
            "tests/conformance/goats/a.yaml",
            "tests/other/a.yaml",
            "needs/x/cards/goats/a.yaml",
        ];
        let taken = taken(names.iter().map(|name| listed(name)).collect(), &Part::Whole).expect("it is fine");
        let taken: Vec<&str> = taken.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(
            taken,
            [
                "cardwright.toml",
                "LICENSE-MIT",
                "README.md",
                "cards/goats/a.yaml",
                "systems/goats/icons/a.svg",
                "imports/goats/a.yaml",
                "libraries/bells/cases/a.yaml",
            ]
        );
    }

    #[test]
    fn links_and_names_that_lead_elsewhere_are_refused() {
        let link = |name: &str| Listed {
            is_plain: false,
            ..listed(name)
        };
        for one in [
            link("cards/goats/a.yaml"),
            link("cards/goats"),
            link("libraries/bells"),
            listed("cards/goats/../../../a.yaml"),
            listed("cards/goats/con.yaml"),
            listed("cards/goats/a\\b.yaml"),
        ] {
            assert!(taken(vec![one.clone()], &Part::Whole).is_err(), "{one:?}");
        }
        assert!(taken(vec![link("docs/a"), link("target")], &Part::Whole).is_ok());
        let twice = vec![listed("cards/goats/a.yaml"), listed("cards/Goats/A.yaml")];
        assert!(taken(twice, &Part::Whole).is_err());
    }

    // Limit: MOST_PACKAGE_FILES in compiler/documents/src/packages/part.rs
    // Limit: MOST_PACKAGE_BYTES in compiler/documents/src/packages/part.rs
    #[test]
    fn a_package_has_an_end() {
        let files = |count: usize| {
            (0..count)
                .map(|at| listed(&format!("cards/goats/a{at}.yaml")))
                .collect::<Vec<_>>()
        };
        assert!(taken(files(MOST_PACKAGE_FILES), &Part::Whole).is_ok());
        assert!(taken(files(MOST_PACKAGE_FILES + 1), &Part::Whole).is_err());
        let long = |length: u64| {
            vec![Listed {
                length,
                ..listed("cards/goats/a.yaml")
            }]
        };
        assert!(taken(long(MOST_PACKAGE_BYTES), &Part::Whole).is_ok());
        assert!(taken(long(MOST_PACKAGE_BYTES + 1), &Part::Whole).is_err());
    }
}
