//! `cardwright.lock`: which version of each package a project has. The program writes it; people commit it.
//!
//! ```toml
//! [[package]]
//! name = "river-wars"
//! source = "git+https://example.org/river-wars?tag=v1.4.0#content"
//! commit = "4f1c0c4f5b3d2a1908f7e6d5c4b3a29180f7e6d5"
//! hash = "b3:9ae1..."
//! needs = ["boats"]
//! ```

use serde::{Deserialize, Serialize};

/// The name of the file.
pub const LOCK_FILE: &str = "cardwright.lock";

const HEAD: &str =
    "# Written by `cardwright fetch` and `cardwright update`. Commit it, and do not edit it.\n";

/// The packages of a project, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// One entry for each package.
    #[serde(default, rename = "package")]
    pub packages: Vec<Locked>,
}

/// A package of a lock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locked {
    /// Its name.
    pub name: String,
    /// Where it comes from, in one line.
    pub source: String,
    /// The commit, if it comes from a git repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The hash of its files; none for a folder of this machine, which changes while one works in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The packages that it needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
}

impl Lock {
    /// The lock in a text.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(text: &str) -> Result<Self, String> {
        let first = |error: &toml::de::Error| error.message().lines().next().unwrap_or_default().to_owned();
        toml::from_str(text).map_err(|error| first(&error))
    }

    /// The entry of a package.
    #[must_use]
    pub fn of(&self, name: &str) -> Option<&Locked> {
        self.packages.iter().find(|one| one.name == name)
    }
}

impl std::fmt::Display for Lock {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut sorted = self.clone();
        sorted.packages.sort_by(|one, other| one.name.cmp(&other.name));
        let text = toml::to_string(&sorted).map_err(|_| std::fmt::Error)?;
        write!(out, "{HEAD}\n{}", text.trim_start())
    }
}

#[cfg(test)]
mod tests {
    use super::{Lock, Locked};

    #[test]
    fn a_lock_is_read_as_it_was_written_and_sorted() {
        let package = |name: &str| Locked {
            name: name.to_owned(),
            source: "git+https://a.org/b?tag=v1".to_owned(),
            commit: Some("0".repeat(40)),
            hash: Some("b3:1".to_owned()),
            needs: vec!["a".to_owned()],
        };
        let lock = Lock {
            packages: vec![package("b"), package("a")],
        };
        let text = lock.to_string();
        let again = Lock::read(&text).expect("it is a lock");
        assert_eq!(again.to_string(), text);
        assert_eq!(again.packages[0].name, "a");
        assert_eq!(again.of("b"), lock.of("b"));
        assert!(Lock::read("[[package]]\nname = 'a'\nsource = 'b'\nodd = 1\n").is_err());
    }
}
