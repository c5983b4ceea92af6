//! The files of a project as they were read: each is read and parsed once, until its text changes.

use super::find::{Found, Links, Stray, find, find_mounted, is_document, is_language};
use super::ledger::{Ledger, ledger};
use super::overlaid::Overlaid;
use super::part::Extent;
use super::remarks::Remarks;
use crate::diagnostic::Diagnostic;
use crate::document::{Ahead, AsOf, At, CaseDoc, Document, Icon};
use crate::packages::{LOCK_FILE, Mount, Mounts, NEEDS, Reads, split};
use crate::rules::{Items, Rules};
use crate::settings::{SETTINGS_FILE, Settings, may_name_needs};
use crate::source::{FileId, Numbers, SourceFile};
use cardwright_files::Place;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The longest file that is read at all, in bytes.
const MOST_FILE_BYTES: u64 = 16 << 20;

/// The role in which a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FileRole {
    Document,
    Language,
    Ledger,
    Icon,
}

/// A file that was read.
#[derive(Clone, Debug)]
enum Kept {
    Document(Ahead, Arc<Remarks>),
    Language(Arc<SourceFile>, Rules),
    Ledger(Arc<SourceFile>, Option<Ledger>),
    Icon(Arc<SourceFile>, Arc<Reading<Icon>>),
}

/// A file, or why it cannot be read.
type Reading<T> = Result<T, String>;

/// A file of a shared library, the names of a system for its own, and which of its items are wanted.
type Instance = (String, Vec<(String, String)>, Vec<bool>);

/// The files of a project.
#[derive(Clone, Debug, Default)]
pub(crate) struct Library {
    root: PathBuf,
    /// The folder beside which its packages lie, if that is another one: the project is in memory.
    home: Option<PathBuf>,
    /// Where its files may lie, once links are followed.
    place: Place,
    links: Links,
    /// Whether its settings name needs, and cannot be read: nobody knows what is missing.
    pub(super) hides_needs: bool,
    /// The packages beside it.
    pub(super) mounts: Arc<Mounts>,
    /// Texts that stand for files, by their shown names.
    overlay: Arc<BTreeMap<String, String>>,
    /// The contents of the project's folders, as far as they are read.
    pub(super) found: Arc<Found>,
    /// How much that is.
    pub(super) extent: Extent,
    /// The numbers of files, which stay the same.
    pub(super) numbers: Numbers,
    kept: BTreeMap<(String, FileRole), Reading<Kept>>,
    /// Items of shared libraries with the names of a system: those that they were made from, and what was made.
    pub(super) instances: BTreeMap<Instance, (Items, Items)>,
    /// The day for which cards are asked.
    pub(super) as_of: AsOf,
    /// Sets as overlays change them, with what they were made from.
    pub(super) overlaid: BTreeMap<(String, String), Overlaid>,
    /// Cases of shared libraries by their files, as cases of a system: those that they were made from, and what was made.
    pub(super) staged: BTreeMap<(String, Stage), (Arc<CaseDoc>, Arc<CaseDoc>)>,
}

/// A system on which cases of a library start: its id, its ledger, its scenario, and the names that it gives to those of the library.
pub(super) type Stage = (String, String, String, Vec<(String, String)>);

impl Library {
    /// Finds the documents of a folder and reads them with all that they name.
    pub(crate) fn of(root: &Path, overlay: BTreeMap<String, String>, links: Links) -> Self {
        Self::found(Self {
            overlay: Arc::new(overlay),
            ..Self::bare(root, links)
        })
    }

    /// The documents that these texts are, at a folder in which nothing lies. Their packages lie where those of another folder do.
    pub(super) fn in_memory(nowhere: &Path, texts: BTreeMap<String, String>, home: &Path) -> Self {
        Self::found(Self {
            overlay: Arc::new(texts),
            home: Some(home.to_path_buf()),
            ..Self::bare(nowhere, Links::Inside)
        })
    }

    fn found(mut library: Self) -> Self {
        library.look();
        let documents = library
            .found
            .documents
            .iter()
            .map(|path| (path.clone(), FileRole::Document));
        library.keep(documents.collect());
        library.keep(library.parts_of_systems());
        library
    }

    /// Nothing yet of a folder and of the packages beside it.
    pub(super) fn empty(root: &Path, links: Links) -> Self {
        let mut library = Self::bare(root, links);
        library.mount();
        library
    }

    fn bare(root: &Path, links: Links) -> Self {
        Self {
            root: root.to_path_buf(),
            place: links.place(root),
            links,
            ..Self::default()
        }
    }

    /// Looks for the packages and the documents.
    fn look(&mut self) {
        self.mount();
        self.forget_unmounted();
        let mut found = find(&self.root, self.links);
        for mount in &self.mounts.all {
            let (documents, language) = find_mounted(mount);
            found.documents.extend(documents);
            found.language.extend(language);
        }
        self.found = Arc::new(found);
        let unsaved: Vec<String> = self.overlay.keys().cloned().collect();
        unsaved.iter().for_each(|name| self.note(name, true));
    }

    /// Looks for the packages, as the settings are now.
    fn mount(&mut self) {
        self.mounts = Arc::new(self.mounted());
        self.hides_needs = match self.text(SETTINGS_FILE) {
            Ok(text) => self.settings(FileId::default(), &text).is_err() && may_name_needs(&text),
            Err(_) => self.is_there(&self.root.join(SETTINGS_FILE)),
        };
    }

    /// Of a revision, forgets the texts of packages that are read from elsewhere: both would be one package.
    fn forget_unmounted(&mut self) {
        if self.home.is_none() {
            return;
        }
        let (root, mounts) = (self.root.clone(), Arc::clone(&self.mounts));
        let is_read = |name: &str| match split(name) {
            Some((package, _)) => mounts
                .named(package)
                .is_some_and(|one| one.folder.starts_with(&root)),
            None => true,
        };
        Arc::make_mut(&mut self.overlay).retain(|name, _| is_read(name));
    }

    /// The settings in a text. Those of a revision may be written for another version of the program.
    pub(super) fn settings(&self, file: FileId, text: &str) -> Result<Settings, Box<Diagnostic>> {
        match self.home {
            Some(_) => crate::settings::read_of_any_version(file, text),
            None => crate::settings::read(file, text),
        }
    }

    /// The packages that the settings need.
    fn mounted(&self) -> Mounts {
        let settings = self.text(SETTINGS_FILE).ok();
        let settings = settings.and_then(|text| self.settings(FileId::default(), &text).ok());
        let reads = Reads {
            root: self.home.as_deref().unwrap_or(&self.root),
            links: self.links,
            texts: &self.overlay,
            nowhere: self.home.as_ref().map(|_| self.root.as_path()),
        };
        settings.map_or_else(Mounts::default, |settings| Mounts::of(&settings, reads))
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// This folder without what was read of it.
    pub(super) fn unread(&self) -> Self {
        Self {
            root: self.root.clone(),
            home: self.home.clone(),
            place: self.place.clone(),
            links: self.links,
            mounts: Arc::clone(&self.mounts),
            hides_needs: self.hides_needs,
            overlay: Arc::clone(&self.overlay),
            found: Arc::clone(&self.found),
            extent: self.extent.clone(),
            numbers: self.numbers.clone(),
            as_of: self.as_of,
            overlaid: BTreeMap::new(),
            kept: BTreeMap::new(),
            instances: BTreeMap::new(),
            staged: BTreeMap::new(),
        }
    }

    /// The documents in the project's folders, in their order.
    pub(crate) fn documents(&self) -> Vec<PathBuf> {
        self.found.documents.iter().cloned().collect()
    }

    /// The files of the language in the project's folders, in their order.
    pub(super) fn language_files(&self) -> &BTreeSet<PathBuf> {
        &self.found.language
    }

    /// The files in the project's folders that are not read.
    pub(super) fn strays(&self) -> &[Stray] {
        &self.found.strays
    }

    /// The folders that should have the names of systems.
    pub(super) fn folders_of_systems(&self) -> &BTreeSet<PathBuf> {
        &self.found.of_systems
    }

    /// Notes that a file exists or no longer does.
    fn note(&mut self, name: &str, exists: bool) {
        let (path, _) = self.file(name);
        let (is_document, is_language) = (is_document(name), is_language(name));
        let known = [&self.found.documents, &self.found.language];
        let is_known = known.iter().any(|files| files.contains(&path));
        if !(is_document || is_language) || is_known == exists {
            return;
        }
        let found = Arc::make_mut(&mut self.found);
        let files = match is_document {
            true => &mut found.documents,
            false => &mut found.language,
        };
        match exists {
            true => files.insert(path),
            false => files.remove(&path),
        };
    }

    /// A file's name as people see it. That of a package begins with `needs/` and its name, wherever it lies.
    pub(crate) fn shown(&self, path: &Path) -> String {
        let in_mount = |mount: &Mount| {
            let name = slashes(path.strip_prefix(&mount.folder).ok()?);
            let takes = mount.part.takes(&name) || mount.part.takes_folder(&name);
            takes.then(|| format!("{NEEDS}/{}/{name}", mount.name))
        };
        match self.mounts.all.iter().find_map(in_mount) {
            Some(name) => name,
            None => slashes(path.strip_prefix(&self.root).unwrap_or(path)),
        }
    }

    /// Where a file of this shown name lies, and what it may lead to.
    pub(crate) fn file(&self, name: &str) -> (PathBuf, &Place) {
        let mount = split(name).and_then(|(mount, rest)| Some((self.mounts.named(mount)?, rest)));
        match mount {
            Some((mount, rest)) => (mount.folder.join(rest), &mount.place),
            None => (self.root.join(name), &self.place),
        }
    }

    /// Gives a file another text, or the one that is on the disk.
    pub(crate) fn change(&mut self, name: &str, text: Option<String>) {
        let overlay = Arc::make_mut(&mut self.overlay);
        match text {
            Some(text) => drop(overlay.insert(name.to_owned(), text)),
            None => drop(overlay.remove(name)),
        }
        if name == SETTINGS_FILE || name == LOCK_FILE {
            // Whatever they need now; what was read of files stays.
            self.look();
            return;
        }
        let (path, _) = self.file(name);
        let key = |role| (name.to_owned(), role);
        if let Some(Ok(Kept::Document(before, _))) = self.kept.remove(&key(FileRole::Document)) {
            let now = self.text(name).map(|text| {
                let file = SourceFile::new(name, text);
                document(Ahead::of(file, before.document.as_ref()))
            });
            self.kept.insert(key(FileRole::Document), now);
        }
        for role in [FileRole::Language, FileRole::Ledger, FileRole::Icon] {
            self.kept.remove(&key(role));
        }
        self.note(name, self.overlay.contains_key(name) || path.is_file());
    }

    /// A document.
    pub(super) fn document(&mut self, path: &Path) -> Reading<(Ahead, Arc<Remarks>)> {
        match self.kept(path, FileRole::Document)? {
            Kept::Document(ahead, remarks) => Ok((ahead.clone(), remarks.clone())),
            _ => Err(WRONG_SORT.to_owned()),
        }
    }

    /// A file of the language.
    pub(crate) fn language(&mut self, path: &Path) -> Reading<(Arc<SourceFile>, Rules)> {
        match self.kept(path, FileRole::Language)? {
            Kept::Language(file, rules) => Ok((file.clone(), rules.clone())),
            _ => Err(WRONG_SORT.to_owned()),
        }
    }

    /// A ledger; nothing if it makes no sense.
    pub(crate) fn ledger(&mut self, path: &Path) -> Reading<(Arc<SourceFile>, Option<Ledger>)> {
        match self.kept(path, FileRole::Ledger)? {
            Kept::Ledger(file, ledger) => Ok((file.clone(), ledger.clone())),
            _ => Err(WRONG_SORT.to_owned()),
        }
    }

    /// An icon, or why the file is none.
    pub(super) fn icon(&mut self, path: &Path) -> Reading<(Arc<SourceFile>, Arc<Reading<Icon>>)> {
        match self.kept(path, FileRole::Icon)? {
            Kept::Icon(file, icon) => Ok((file.clone(), icon.clone())),
            _ => Err(WRONG_SORT.to_owned()),
        }
    }

    fn kept(&mut self, path: &Path, role: FileRole) -> Reading<&Kept> {
        let key = (self.shown(path), role);
        if !self.kept.contains_key(&key) {
            self.keep(vec![(path.to_path_buf(), role)]);
        }
        match self.kept.get(&key) {
            Some(Ok(kept)) => Ok(kept),
            Some(Err(error)) => Err(error.clone()),
            None => Err(WRONG_SORT.to_owned()),
        }
    }

    /// A document that was read.
    pub(super) fn known(&self, path: &Path) -> Option<&Ahead> {
        match self.kept.get(&(self.shown(path), FileRole::Document)) {
            Some(Ok(Kept::Document(ahead, _))) => Some(ahead),
            _ => None,
        }
    }

    /// Whether a ledger was read.
    pub(super) fn has_ledger(&self, name: &str) -> bool {
        matches!(self.kept.get(&(name.to_owned(), FileRole::Ledger)), Some(Ok(_)))
    }

    /// Reads files side by side, each once.
    pub(super) fn keep(&mut self, files: Vec<(PathBuf, FileRole)>) {
        let is_new = |(path, role): &(PathBuf, FileRole)| !self.kept.contains_key(&(self.shown(path), *role));
        let read: Vec<_> = files
            .into_par_iter()
            .filter(is_new)
            .map(|(path, role)| ((self.shown(&path), role), self.read(&path, role)))
            .collect();
        self.kept.extend(read);
    }

    /// The text of a file, by its shown name.
    pub(crate) fn text(&self, name: &str) -> Reading<String> {
        match self.overlay.get(name) {
            Some(text) => Ok(text.clone()),
            None => {
                let (path, place) = self.file(name);
                cardwright_files::text(&path, place, MOST_FILE_BYTES).map_err(|error| error.to_string())
            }
        }
    }

    /// The first bytes of a file, if it may be read.
    pub(super) fn beginning(&self, path: &Path, count: u64) -> Option<Vec<u8>> {
        let (_, place) = self.file(&self.shown(path));
        cardwright_files::beginning(path, place, count).ok()
    }

    /// Whether something of this name is there, even if it cannot be read.
    pub(super) fn is_there(&self, path: &Path) -> bool {
        path.symlink_metadata().is_ok()
    }

    fn read(&self, path: &Path, role: FileRole) -> Reading<Kept> {
        let name = self.shown(path);
        let text = self.text(&name)?;
        let file = SourceFile::new(name, text);
        Ok(match role {
            FileRole::Document => document(Ahead::of(file, None)),
            FileRole::Language => {
                let rules = Rules::of(&file.text);
                Kept::Language(Arc::new(file), rules)
            }
            FileRole::Ledger => {
                let ledger = ledger(&file.text);
                Kept::Ledger(Arc::new(file), ledger)
            }
            FileRole::Icon => {
                let icon = Icon::of(&file.text);
                Kept::Icon(Arc::new(file), Arc::new(icon))
            }
        })
    }

    /// The files of the language that systems and libraries name, and the ledgers.
    pub(super) fn parts_of_systems(&self) -> Vec<(PathBuf, FileRole)> {
        let mut parts = Vec::new();
        for path in &self.found.documents {
            let key = (self.shown(path), FileRole::Document);
            let Some(Ok(Kept::Document(ahead, _))) = self.kept.get(&key) else {
                continue;
            };
            let Some(folder) = path.parent() else { continue };
            let names: Vec<&At<String>> = match &ahead.document {
                Some(Document::System(doc)) => {
                    if self.extent.has_ledgers {
                        parts.push((folder.join(super::LEDGER), FileRole::Ledger));
                    }
                    doc.files.iter().collect()
                }
                Some(Document::Library(doc)) => {
                    let names = doc.needs.iter().chain(&doc.defaults).chain(&doc.files);
                    names.collect()
                }
                _ => continue,
            };
            let within = names.into_iter().filter(|name| super::lies_within(&name.value));
            parts.extend(within.map(|name| (folder.join(&name.value), FileRole::Language)));
        }
        parts
    }
}

/// A document with what there is to say of it on its own.
fn document(ahead: Ahead) -> Kept {
    let remarks = Arc::new(Remarks::of(&ahead));
    Kept::Document(ahead, remarks)
}

/// A path with `/` between its parts.
fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

const WRONG_SORT: &str = "the file is cached as another type of document";
