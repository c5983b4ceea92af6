//! What of a project is read for a question. A game needs its system with its libraries, its sets and its map; a document
//! that is checked needs its system, and is needed by the scenarios and cases that name it.
//!
//! A part is read only where everything lies in its place. Where something does not (a link, a document in the folder of
//! another system, a system that nobody knows), everything is read, so that nothing is said that the whole would refute.
//! Who needs a document is found before anything is parsed: its id stands in the text as a word.

use super::LEDGER;
use super::find::{
    CONFORMANCE, FOLDERS, Found, LIBRARIES, Links, find_in, find_mounted_in, folder_of, is_document, names_in,
};
use super::library::{FileRole, Library};
use super::overlaid::changes_some_of;
use crate::codes;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Document, DocumentKind, SystemDoc, document_kind, first_line, library_of};
use crate::packages::within;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A question about a project. Paths have no links in them.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// How a game of the scenario in this file goes.
    Game(&'a Path),
    /// How games of all scenarios go.
    Games,
    /// The names that cards of this system can use.
    System(&'a str),
    /// The rules of this card.
    Card(&'a str),
    /// These files and folders with all that they need.
    Needed(&'a [PathBuf]),
    /// These files and folders with all that they need and all that depends on them.
    Dependents(&'a [PathBuf]),
}

/// How much of a project was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Whether that is everything.
    pub(super) is_whole: bool,
    /// Whether what belongs to nothing is told of.
    pub(super) tells_strays: bool,
    /// Whether ledgers matter.
    pub(super) has_ledgers: bool,
    /// The libraries all of whose users were read.
    of_libraries: BTreeSet<String>,
    /// The documents that depend on what was asked for.
    pub(super) dependents: BTreeSet<String>,
}

impl Default for Extent {
    fn default() -> Self {
        Self {
            is_whole: true,
            tells_strays: true,
            has_ledgers: true,
            of_libraries: BTreeSet::new(),
            dependents: BTreeSet::new(),
        }
    }
}

/// The codes of diagnostics that only someone who has read everything can give: something is nowhere, or is somewhere else.
const OF_THE_WHOLE: [&Code; 6] = [
    codes::UNKNOWN_SYSTEM,
    codes::UNKNOWN_LIBRARY,
    codes::UNKNOWN_SET,
    codes::UNKNOWN_SCENARIO,
    codes::DUPLICATE_DOCUMENT,
    codes::WRONG_FOLDER,
];

/// Whether everything must be read before these can be told.
#[must_use]
pub fn asks_for_whole(found: &[Diagnostic]) -> bool {
    found.iter().any(|one| OF_THE_WHOLE.contains(&one.code))
}

impl Extent {
    /// Whether all systems that use a library are known.
    pub(super) fn knows_users_of(&self, library: &str) -> bool {
        self.is_whole || self.of_libraries.contains(library)
    }
}

impl Library {
    /// The files that answer a question; nothing, if only all files can.
    pub(super) fn part(root: &Path, links: Links, question: Question<'_>) -> Option<Self> {
        let mut part = Part {
            links,
            library: Self::empty(root, links),
            systems: BTreeMap::new(),
        };
        part.library.extent.is_whole = false;
        // Nothing can be said of a project whose packages are not there, but that.
        if !part.library.mounts.errors.is_empty() || part.library.hides_needs {
            return None;
        }
        match question {
            Question::Game(scenario) => part.game(scenario)?,
            Question::Games => part.games()?,
            Question::System(id) => part.cards(id)?,
            Question::Card(id) => part
                .systems_of_card(id)?
                .iter()
                .try_for_each(|system| part.cards(system))?,
            Question::Needed(paths) => part.documents(paths, false)?,
            Question::Dependents(paths) => part.documents(paths, true)?,
        }
        Some(part.library)
    }
}

/// A library of documents that is being filled.
struct Part {
    links: Links,
    library: Library,
    systems: BTreeMap<String, Arc<SystemDoc>>,
}

impl Part {
    fn game(&mut self, scenario: &Path) -> Option<()> {
        self.only_content();
        let name = self.library.shown(scenario);
        if !is_document(&name) {
            return None;
        }
        self.take(vec![scenario.to_path_buf()]);
        let Some(Document::Scenario(doc)) = self.document(scenario) else {
            return None;
        };
        let system = &doc.system.value;
        if folder_of(&name) != Some(system) {
            return None;
        }
        self.system(system)?;
        let sets = self.find("cards", system, false)?;
        let is_overlay = |path: &PathBuf| {
            let text = self.text(path);
            text.is_some_and(|text| document_kind(&text) == Some(DocumentKind::Overlay))
        };
        let (overlays, mut sets): (Vec<PathBuf>, Vec<PathBuf>) = sets.into_iter().partition(is_overlay);
        self.take(overlays);
        let mut wanted: VecDeque<String> = doc.sets.iter().map(|set| set.value.clone()).collect();
        while let Some(id) = wanted.pop_front() {
            let (found, others) = self.named(sets, &id);
            sets = others;
            self.take(found.clone());
            for path in found {
                if let Some(Document::CardSet(set, _)) = self.document(&path) {
                    wanted.extend(set.uses.iter().map(|set| set.value.clone()));
                }
            }
        }
        if let Some(map) = &doc.map {
            let maps = self.find("maps", system, false)?;
            let (found, _) = self.named(maps, &map.value);
            self.take(found);
        }
        Some(())
    }

    /// All systems with their documents, without cases.
    fn games(&mut self) -> Option<()> {
        self.only_content();
        let systems = self.library.names_in(FOLDERS[0])?;
        // All at once, so that all processors have something to read.
        let mut all = Vec::new();
        for system in &systems {
            for content in [FOLDERS[0], "cards", "maps", "scenarios"] {
                all.extend(self.find(content, system, false)?);
            }
        }
        self.take(all);
        systems.iter().try_for_each(|system| self.whole_system(system))
    }

    /// A system with all its card sets.
    fn cards(&mut self, system: &str) -> Option<()> {
        self.only_content();
        self.system(system)?;
        let sets = self.find("cards", system, false)?;
        self.take(sets);
        Some(())
    }

    /// Who plays or reads does not ask whether all is in order.
    fn only_content(&mut self) {
        self.library.extent.tells_strays = false;
        self.library.extent.has_ledgers = false;
    }

    /// The systems that have a card of this id; nothing, if none has.
    fn systems_of_card(&self, id: &str) -> Option<Vec<String>> {
        let word = HashSet::from([id]);
        let mut systems = Vec::new();
        for system in self.library.names_in("cards")? {
            let found = self.found_in("cards", &system, true)?;
            for path in found.documents {
                if !self.text(&path).is_some_and(|text| has_word(&text, &word)) {
                    continue;
                }
                let mut library = Library::empty(self.library.root(), self.links);
                if let Document::CardSet(set, _) = library.document(&path).ok()?.0.document?
                    && set.cards.iter().any(|card| card.id.value == id)
                {
                    if set.system.value != system {
                        return None;
                    }
                    systems.push(system);
                    break;
                }
            }
        }
        (!systems.is_empty()).then_some(systems)
    }

    /// Files and folders with what they need, and with what depends on them.
    fn documents(&mut self, paths: &[PathBuf], dependents: bool) -> Option<()> {
        let names: Vec<String> = paths.iter().map(|path| self.library.shown(path)).collect();
        for name in &names {
            match owner(name)? {
                Owner::System(id) => self.whole_system(id)?,
                Owner::Library(id) => {
                    for user in self.users(id)? {
                        self.whole_system(&user)?;
                    }
                    // One that nobody uses lies in no system.
                    if !self.library.found.names_in(LIBRARIES).any(|one| one == id) {
                        return None;
                    }
                    self.library.extent.of_libraries.insert(id.to_owned());
                }
            }
        }
        let is_asked = |name: &str| names.iter().any(|asked| lies_in(name, asked));
        for system in self.systems.clone().into_values() {
            let mut cases = self.find(CONFORMANCE, &system.system.value, true)?;
            for one in &system.uses {
                cases.extend(self.cases_of_library(&one.library.value)?);
            }
            let asked: Vec<PathBuf> = cases
                .iter()
                .filter(|path| is_asked(&self.library.shown(path)))
                .cloned()
                .collect();
            self.take(asked);
            if dependents {
                let found = self.library.dependents(&system, &is_asked, &cases);
                let is_wanted = |path: &PathBuf| found.contains(&self.library.shown(path));
                let wanted: Vec<PathBuf> = cases.into_iter().filter(is_wanted).collect();
                self.take(wanted);
                self.library.extent.dependents.extend(found);
            }
        }
        self.is_in_order().then_some(())
    }

    /// Whether each case belongs to the system in whose folder it lies.
    fn is_in_order(&self) -> bool {
        let is_own = |path: &PathBuf| match self.document(path) {
            Some(Document::Case(doc)) => {
                let name = self.library.shown(path);
                library_of(&name).is_some() || folder_of(&name) == Some(doc.system.value.as_str())
            }
            _ => true,
        };
        self.library.found.documents.iter().all(is_own)
    }

    /// A system with all its documents but the cases.
    fn whole_system(&mut self, id: &str) -> Option<()> {
        if self.systems.contains_key(id) {
            return Some(());
        }
        self.system(id)?;
        let mut all = Vec::new();
        for content in ["cards", "maps", "scenarios"] {
            all.extend(self.find(content, id, false)?);
        }
        self.take(all.clone());
        // What lies among them and belongs elsewhere is told with knowledge of everything.
        let is_own = |path: &PathBuf| match self.document(path) {
            Some(Document::CardSet(doc, _)) => doc.system.value == id,
            Some(Document::Overlay(doc, _)) => doc.system.value == id,
            Some(Document::Map(doc)) => doc.system.value == id,
            Some(Document::Phrasebook(doc)) => doc.phrasebook.value == id,
            Some(Document::Looks(doc)) => doc.looks.value == id,
            Some(Document::Scenario(doc)) => doc.system.value == id,
            Some(_) => false,
            None => true,
        };
        all.iter().all(is_own).then_some(())
    }

    /// A system and its libraries, without documents of others.
    fn system(&mut self, id: &str) -> Option<()> {
        let documents = self.find(FOLDERS[0], id, false)?;
        self.take(documents.clone());
        let doc = documents.iter().find_map(|path| match self.document(path) {
            Some(Document::System(doc)) if doc.system.value == id => Some(doc),
            _ => None,
        })?;
        for one in &doc.uses {
            self.library_of(&one.library.value)?;
        }
        self.systems.insert(id.to_owned(), doc);
        let parts = self.library.parts_of_systems();
        self.library.keep(parts);
        Some(())
    }

    fn library_of(&mut self, id: &str) -> Option<()> {
        let documents = self.find(LIBRARIES, id, false)?;
        self.take(documents.clone());
        let is_it = |path: &PathBuf| match self.document(path) {
            Some(Document::Library(doc)) => doc.library.value == id,
            _ => false,
        };
        documents.iter().any(is_it).then_some(())
    }

    /// The systems that use a library.
    fn users(&self, library: &str) -> Option<Vec<String>> {
        let word = HashSet::from([library]);
        let mut users = Vec::new();
        for system in self.library.names_in(FOLDERS[0])? {
            let found = self.found_in(FOLDERS[0], &system, true)?;
            let names_it = |path: &PathBuf| self.text(path).is_some_and(|text| has_word(&text, &word));
            if found.documents.iter().any(names_it) {
                users.push(system);
            }
        }
        Some(users)
    }

    fn cases_of_library(&self, id: &str) -> Option<BTreeSet<PathBuf>> {
        let found = self.found_in(LIBRARIES, id, true)?;
        let is_case = |path: &PathBuf| library_of(&self.library.shown(path)).is_some();
        Some(found.documents.into_iter().filter(is_case).collect())
    }

    /// The files of a system or library in a folder of content, of the project and of its packages.
    fn found_in(&self, content: &'static str, name: &str, has_cases: bool) -> Option<Found> {
        let mut found = find_in(self.library.root(), content, name, has_cases)?;
        for mount in &self.library.mounts.all {
            let (documents, language) = find_mounted_in(mount, content, name, has_cases);
            found.documents.extend(documents);
            found.language.extend(language);
        }
        Some(found)
    }

    /// The documents in a folder of a system or library; all else that lies there is noted.
    fn find(&mut self, content: &'static str, name: &str, has_cases: bool) -> Option<Vec<PathBuf>> {
        let Found {
            documents,
            language,
            strays,
            of_systems,
            outside: _,
        } = self.found_in(content, name, has_cases)?;
        let known = Arc::make_mut(&mut self.library.found);
        known.language.extend(language);
        let is_new = |stray: &super::find::Stray| !known.strays.contains(stray);
        let strays: Vec<_> = strays.into_iter().filter(is_new).collect();
        known.strays.extend(strays);
        known.of_systems.extend(of_systems);
        Some(documents.into_iter().collect())
    }

    /// Documents that have this word in their first line, and the others.
    fn named(&self, paths: Vec<PathBuf>, id: &str) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let word = HashSet::from([id]);
        paths.into_iter().partition(|path| {
            let text = self.text(path);
            text.is_none_or(|text| first_line(&text).is_some_and(|line| has_word(line, &word)))
        })
    }

    fn text(&self, path: &Path) -> Option<String> {
        self.library.text(&self.library.shown(path)).ok()
    }

    /// Reads documents, which are then those of the project.
    fn take(&mut self, paths: Vec<PathBuf>) {
        let roles = paths.iter().map(|path| (path.clone(), FileRole::Document));
        self.library.keep(roles.collect());
        Arc::make_mut(&mut self.library.found).documents.extend(paths);
    }

    fn document(&self, path: &Path) -> Option<Document> {
        self.library.known(path)?.document.clone()
    }
}

impl Library {
    /// The documents of a system that depend on those that are asked for, of these cases too.
    pub(super) fn dependents(
        &self,
        system: &SystemDoc,
        is_asked: &dyn Fn(&str) -> bool,
        cases: &[PathBuf],
    ) -> BTreeSet<String> {
        let id = &system.system.value;
        let of_library = |name: &str| {
            let mut libraries = system.uses.iter().map(|one| &one.library.value);
            let lies_there = |one: &String| lies_in(within(name), &format!("{LIBRARIES}/{one}"));
            library_of(name).is_none() && libraries.any(lies_there)
        };
        let rules_all =
            |name: &str| lies_in(within(name), &format!("{}/{id}", FOLDERS[0])) || of_library(name);
        let own = ["cards", "maps", "scenarios"].map(|content| format!("{content}/{id}"));
        let mut found = BTreeSet::new();
        let mut open: Vec<(String, String)> = Vec::new();
        let ledger = self.root().join(FOLDERS[0]).join(id).join(LEDGER);
        let files = self.found.documents.iter().chain(&self.found.language);
        let mut changes_all = false;
        for path in files.chain([&ledger]) {
            let name = self.shown(path);
            changes_all |= rules_all(&name) && is_asked(&name);
            if own.iter().any(|folder| lies_in(within(&name), folder)) {
                open.push((name, self.known_text(path)));
            }
        }
        let cases = cases
            .par_iter()
            .map(|path| (self.shown(path), self.known_text(path)));
        let cases: Vec<(String, String)> = cases.collect();
        if changes_all {
            found.extend(open.into_iter().chain(cases).map(|(name, _)| name));
            return found;
        }
        let mut ids = self.sets_changed(is_asked);
        loop {
            let words: HashSet<&str> = ids.iter().map(String::as_str).collect();
            let depends = |(name, text): &(String, String)| is_asked(name) || has_word(text, &words);
            let (new, others): (Vec<_>, Vec<_>) = open.into_iter().partition(depends);
            open = others;
            if new.is_empty() {
                break;
            }
            for (name, text) in new {
                ids.extend(id_of(&text));
                found.insert(name);
            }
        }
        let words: HashSet<&str> = ids.iter().map(String::as_str).collect();
        let stages = system.uses.iter().filter(|one| {
            let stage = one.stage.as_ref();
            stage.is_some_and(|stage| ids.contains(&stage.value))
        });
        let stages: BTreeSet<&str> = stages.map(|one| one.library.value.as_str()).collect();
        let depends = |(name, text): &&(String, String)| match library_of(name) {
            Some(library) => stages.contains(library),
            None => has_word(text, &words),
        };
        found.extend(
            cases
                .par_iter()
                .filter(depends)
                .map(|one| one.0.clone())
                .collect::<Vec<_>>(),
        );
        found
    }

    /// The ids of the sets that the overlays change which are asked for.
    fn sets_changed(&self, is_asked: &dyn Fn(&str) -> bool) -> HashSet<String> {
        let asked = self
            .found
            .documents
            .iter()
            .filter(|path| is_asked(&self.shown(path)));
        let overlays: Vec<_> = asked
            .filter_map(|path| match &self.known(path)?.document {
                Some(Document::Overlay(doc, _)) => Some(doc.clone()),
                _ => None,
            })
            .collect();
        let sets = self
            .found
            .documents
            .iter()
            .filter_map(|path| match &self.known(path)?.document {
                Some(Document::CardSet(doc, _)) => Some(doc),
                _ => None,
            });
        let changed = sets.filter(|set| overlays.iter().any(|one| changes_some_of(one, set)));
        changed.map(|set| set.set.value.clone()).collect()
    }

    /// The names in a folder of content, of the project and of its packages; nothing, if there are links.
    pub(super) fn names_in(&self, content: &str) -> Option<Vec<String>> {
        let mut names = names_in(self.root(), content)?;
        for mount in &self.mounts.all {
            let inner = names_in(&mount.folder, content)?;
            names.extend(inner.into_iter().filter(|name| mount.part.has(content, name)));
        }
        names.sort();
        names.dedup();
        Some(names)
    }

    /// The text of a document; nothing, if it cannot be read.
    fn known_text(&self, path: &Path) -> String {
        match self.known(path) {
            Some(ahead) => ahead.file.text.clone(),
            None => self.text(&self.shown(path)).unwrap_or_default(),
        }
    }
}

/// Whose a file or folder is.
enum Owner<'a> {
    System(&'a str),
    Library(&'a str),
}

/// Whose something of this shown name is; nothing, if it is of all or of none.
fn owner(name: &str) -> Option<Owner<'_>> {
    let name = within(name);
    let below = |folder: &&'static str| Some((*folder, name.strip_prefix(*folder)?.strip_prefix('/')?));
    let (folder, rest) = FOLDERS.iter().find_map(below)?;
    let id = rest.split('/').next().filter(|id| !id.is_empty())?;
    // A file beside the folders of systems belongs to none of them.
    let is_file = !rest.contains('/') && id.contains('.');
    (!is_file).then_some(match folder {
        LIBRARIES => Owner::Library(id),
        _ => Owner::System(id),
    })
}

/// Whether a file of this name is this one, or lies in this folder.
pub(crate) fn lies_in(name: &str, folder: &str) -> bool {
    let rest = name.strip_prefix(folder);
    folder.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The id of a document that others name.
fn id_of(text: &str) -> Option<String> {
    let kind = document_kind(text)?;
    let is_named = matches!(
        kind,
        DocumentKind::CardSet | DocumentKind::Map | DocumentKind::Scenario
    );
    let (_, id) = first_line(text).filter(|_| is_named)?.split_once(':')?;
    let id = words(id).find(|word| !word.is_empty())?;
    Some(id.to_owned())
}

/// The words of a text, with empty ones between.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '-' || letter == '_'))
}

/// Whether one of some words stands in a text.
fn has_word(text: &str, wanted: &HashSet<&str>) -> bool {
    !wanted.is_empty() && words(text).any(|word| wanted.contains(word))
}

#[cfg(test)]
mod tests {
    use super::{has_word, id_of, lies_in};
    use std::collections::HashSet;

    #[test]
    fn ids_are_found_as_whole_words() {
        let word = HashSet::from(["tin-bell"]);
        for text in ["sets: [tin-bell]", "- tin-bell", "\"tin-bell\"", "{tin-bell: 2}"] {
            assert!(has_word(text, &word), "{text}");
        }
        for text in ["tin-bells", "a-tin-bell", "tin bell", ""] {
            assert!(!has_word(text, &word), "{text}");
        }
        assert!(!has_word("tin-bell", &HashSet::new()));
    }

    #[test]
    fn an_id_stands_behind_the_first_key() {
        assert_eq!(
            id_of("# a note\nset: \"starter\" # new\n").as_deref(),
            Some("starter")
        );
        assert_eq!(id_of("map: meadow\n").as_deref(), Some("meadow"));
        assert_eq!(id_of("case: meadow\n"), None);
        assert_eq!(id_of("set:\n"), None);
    }

    #[test]
    fn a_folder_holds_what_lies_in_it() {
        assert!(lies_in("cards/a/b.yaml", "cards/a"));
        assert!(lies_in("cards/a/b.yaml", "cards/a/b.yaml"));
        assert!(lies_in("cards/a/b.yaml", ""));
        assert!(!lies_in("cards/ab/c.yaml", "cards/a"));
    }
}
