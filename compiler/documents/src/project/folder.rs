//! A folder that is read, and read again as its files change.

use super::find::{self, FOLDERS, Links, folder_of, is_passed_over};
use super::library::Library;
use super::part::{Question, lies_in};
use super::{Documents, LEDGER, System};
use crate::diagnostic::Diagnostic;
use crate::document;
use crate::packages::{LOCK_FILE, within};
use crate::settings::SETTINGS_FILE;
use crate::source::{FileId, Location, Numbers, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of a project's folder, and the documents in them as they are now.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    library: Library,
    /// Documents from elsewhere, in the order in which they were asked for.
    extra: Vec<PathBuf>,
    documents: Arc<Documents>,
}

impl Folder {
    /// Reads every document of a folder. What cannot be read is in the diagnostics.
    #[must_use]
    pub fn load(root: &Path) -> Self {
        Self::load_with(root, BTreeMap::new())
    }

    /// Like [`Folder::load`], with texts that stand for what is in the files of these names (relative to the folder,
    /// with `/`). A document of the project's folders need not be on the disk: it may be new in an editor.
    #[must_use]
    pub fn load_with(root: &Path, overlay: BTreeMap<String, String>) -> Self {
        Self::of(Library::of(root, overlay, Links::Inside))
    }

    /// Documents that are in memory alone, at a folder in which nothing lies. The packages that they need lie where those of another
    /// folder, `home`, do.
    #[must_use]
    pub fn load_texts(nowhere: &Path, texts: BTreeMap<String, String>, home: &Path) -> Self {
        Self::of(Library::in_memory(nowhere, texts, home))
    }

    /// Like [`Folder::load`], with links that may lead out of the folder or not.
    #[must_use]
    pub fn load_linked(root: &Path, links: Links) -> Self {
        Self::of(Library::of(root, BTreeMap::new(), links))
    }

    /// Reads what answers a question; everything, if something does not lie where it should.
    #[must_use]
    pub fn load_for(root: &Path, links: Links, question: Question<'_>) -> Self {
        let part = Library::part(root, links, question).map(Self::of);
        // What abilities cost at worst rests on all games that there are.
        let is_enough =
            |part: &Self| !part.library.extent.has_ledgers || part.documents.settings.budget.is_empty();
        match part.filter(is_enough) {
            Some(part) => part,
            None => Self::load_linked(root, links),
        }
    }

    fn of(library: Library) -> Self {
        let mut folder = Self {
            library,
            ..Self::default()
        };
        folder.assemble();
        folder
    }

    /// Puts the documents of all files into their places.
    fn assemble(&mut self) {
        let library = std::mem::take(&mut self.library);
        let known = library.numbers.count();
        let mut documents = Documents::assembled(library, &self.extra);
        // Errors stand in the order of the numbers. A new file has its place among the others, so all are counted again.
        if known > 0 && documents.library.numbers.count() > known {
            let mut library = documents.library;
            library.numbers = Numbers::default();
            documents = Documents::assembled(library, &self.extra);
        }
        let unread = documents.library.unread();
        self.library = std::mem::replace(&mut documents.library, unread);
        self.documents = Arc::new(documents);
    }

    /// The documents as they are now.
    #[must_use]
    pub fn documents(&self) -> &Arc<Documents> {
        &self.documents
    }

    /// Gives one file another text, or with `None` the one that is on the disk. Only this file is read and parsed; the documents
    /// are then those that [`Folder::load_with`] would find, and files that were there before keep their numbers.
    pub fn update(&mut self, name: &str, text: Option<String>) {
        self.library.change(name, text);
        self.assemble();
    }

    /// Gives several files other texts.
    pub fn update_all(&mut self, texts: impl IntoIterator<Item = (String, Option<String>)>) {
        for (name, text) in texts {
            self.library.change(&name, text);
        }
        self.assemble();
    }

    /// Reads one more document, which need not lie in the project's folders.
    pub fn load_file(&mut self, path: &Path) -> Option<FileId> {
        let documents = Arc::make_mut(&mut self.documents);
        if documents.sources.named(&self.library.shown(path)).is_none() {
            self.extra.push(path.to_path_buf());
        }
        std::mem::swap(&mut documents.library, &mut self.library);
        let file = documents.load_file(path);
        documents.library.numbers = documents.sources.numbers();
        std::mem::swap(&mut documents.library, &mut self.library);
        file
    }

    /// Adds what somebody else has found at the beginning of a file, which need not be there.
    pub fn tell_of(&mut self, name: &str, found: &dyn Fn(Location) -> Diagnostic) {
        let documents = Arc::make_mut(&mut self.documents);
        let known = documents.sources.named(name);
        let file = known.unwrap_or_else(|| documents.sources.add(name, ""));
        documents.diagnostics.push(found(Location {
            file,
            ..Location::default()
        }));
    }

    /// Whether a file or folder of this name matters to the project, if it exists.
    #[must_use]
    pub fn is_content(&self, name: &str) -> bool {
        let own = within(name);
        let is_inside = |folder: &&str| lies_in(own, folder) || lies_in(folder, own);
        let is_content = [SETTINGS_FILE, LOCK_FILE].contains(&name) || FOLDERS.iter().any(is_inside);
        is_content && !name.split('/').any(is_passed_over)
    }

    /// Whether a file of this name was read.
    #[must_use]
    pub fn is_known(&self, name: &str) -> bool {
        let is_ledger = name.ends_with(LEDGER) && self.library.has_ledger(name);
        is_ledger || self.documents.sources.named(name).is_some()
    }

    /// Whether a file has another text on the disk than the one that is known.
    #[must_use]
    pub fn is_changed(&self, name: &str) -> bool {
        let sources = &self.documents.sources;
        let known = sources.named(name).map(|file| sources.get(file));
        let text = self.library.text(name).map(|text| SourceFile::new(name, text));
        !matches!((known, text), (Some(known), Ok(now)) if known.is_read && known.text == now.text)
    }

    /// The documents of scenarios, in the order of their paths. No more than the folders is read.
    #[must_use]
    pub fn scenario_files(root: &Path, links: Links) -> Vec<PathBuf> {
        let documents = find::find(root, links).documents.into_iter();
        let scenarios = root.join("scenarios");
        documents.filter(|path| path.starts_with(&scenarios)).collect()
    }

    /// The names of the documents that depend on those for which `is_asked` says yes.
    #[must_use]
    pub fn dependents(&self, is_asked: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        if !self.documents.is_whole() {
            return self.library.extent.dependents.clone();
        }
        let documents = &self.library.found.documents;
        let is_case = |path: &&PathBuf| {
            let name = self.library.shown(path);
            name.starts_with("tests/") || document::library_of(&name).is_some()
        };
        let cases: Vec<PathBuf> = documents.iter().filter(is_case).cloned().collect();
        let of_system = |system: &System| {
            let id = &system.doc.system.value;
            let uses = |library: &str| {
                let mut used = system.libraries.iter();
                used.any(|(_, doc)| doc.library.value == library)
            };
            let is_own = |path: &&PathBuf| {
                let name = self.library.shown(path);
                document::library_of(&name).is_some_and(uses) || folder_of(&name) == Some(id)
            };
            let cases: Vec<PathBuf> = cases.iter().filter(is_own).cloned().collect();
            self.library.dependents(&system.doc, is_asked, &cases)
        };
        self.documents.systems.values().flat_map(of_system).collect()
    }
}
