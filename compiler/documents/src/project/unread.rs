//! Documents that are there and are not read: to name one is no second error.

use crate::document::DocumentKind;
use std::collections::{BTreeMap, BTreeSet};

/// The documents that are not read, by kind and id, and of which systems it is; nothing stands for a system that nobody knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unread(BTreeMap<(DocumentKind, String), BTreeSet<Option<String>>>);

impl Unread {
    /// Notes that something is not read.
    pub(super) fn note(&mut self, kind: DocumentKind, id: &str, system: Option<&str>) {
        let systems = self.0.entry((kind, id.to_owned())).or_default();
        systems.insert(system.map(str::to_owned));
    }

    /// Whether something of this kind and id is not read.
    pub(super) fn has(&self, kind: DocumentKind, id: &str) -> bool {
        self.0.contains_key(&(kind, id.to_owned()))
    }

    /// Whether something of this kind is not read.
    pub(super) fn has_any(&self, kind: DocumentKind) -> bool {
        self.0.keys().any(|one| one.0 == kind)
    }

    /// The libraries among it.
    pub(super) fn of_libraries(&self) -> Self {
        let libraries = self.0.iter().filter(|one| one.0.0 == DocumentKind::Library);
        Self(
            libraries
                .map(|(key, systems)| (key.clone(), systems.clone()))
                .collect(),
        )
    }

    /// The part of it that one of the known systems can name.
    pub(super) fn seen_by(&self, system: &str, is_known: impl Fn(&str) -> bool) -> Self {
        let is_seen =
            |((kind, id), systems): &(&(DocumentKind, String), &BTreeSet<Option<String>>)| match kind {
                DocumentKind::System => id == system,
                DocumentKind::Library => true,
                _ => systems
                    .iter()
                    .any(|one| one.as_deref().is_none_or(|one| one == system || !is_known(one))),
            };
        let seen = self.0.iter().filter(is_seen);
        Self(seen.map(|(key, _)| (key.clone(), BTreeSet::new())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Unread;
    use crate::document::DocumentKind;

    #[test]
    fn what_is_not_read_of_one_system_is_nothing_to_another() {
        let mut unread = Unread::default();
        unread.note(DocumentKind::CardSet, "bells", Some("goats"));
        unread.note(DocumentKind::Map, "meadow", None);
        unread.note(DocumentKind::Map, "marsh", Some("gaots"));
        unread.note(DocumentKind::System, "goats", None);
        let seen = |system: &str| unread.seen_by(system, |one| ["goats", "sheep"].contains(&one));
        for (system, has) in [("goats", [true; 4]), ("sheep", [false, true, true, false])] {
            let seen = seen(system);
            assert_eq!(
                [
                    seen.has(DocumentKind::CardSet, "bells"),
                    seen.has(DocumentKind::Map, "meadow"),
                    seen.has(DocumentKind::Map, "marsh"),
                    seen.has(DocumentKind::System, "goats"),
                ],
                has,
                "{system}"
            );
        }
    }
}
