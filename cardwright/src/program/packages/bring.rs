//! Bringing packages into the folder `needs`: all that are missing, or none.
//!
//! The resolver of the compiler says which packages are missing; they are fetched into memory, and it is asked again with their
//! settings, since they may need others. Only when nothing is missing any more are files written: each package as a whole,
//! then the lock.

use super::store;
use super::tree::{SETTINGS, Tree};
use super::{archive, git};
use crate::embed::workshop::NOWHERE;
use crate::program::Ending;
use crate::program::commands::{outside_links, wrong_path};
use crate::program::output;
use cardwright_compiler::packages::{
    LOCK_FILE, Lock, Locked, MARK, Missing, MountError, NEEDS, Package, Pin, Reads, STORE, Source, packages,
    tree_hash,
};
use cardwright_compiler::settings::{SETTINGS_FILE, fault_in};
use cardwright_files::{Place, SwapError};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The most rounds of fetching: each brings the packages that those of the round before need.
const MOST_ROUNDS: usize = 16;
/// The folder of systems in a package, and what follows it in the names of their files.
const SYSTEMS: &str = "systems/";
/// What keeps the packages out of the repository of a project that has not vendored them.
const IGNORE: &str = ".gitignore";
const IGNORE_ALL: &str = "# Written by `cardwright fetch`. `cardwright vendor` removes it, so that the packages can be committed.\n*\n";

/// Packages on their way into a project.
pub(crate) struct Bringing {
    root: PathBuf,
    /// The lock as it was.
    before: Lock,
    /// Texts that stand for files of the project: its settings before they are written, or all of a revision.
    instead: BTreeMap<String, String>,
    /// Whether it is a revision, whose packages belong into the store.
    is_revision: bool,
    /// The packages that were fetched, with their entries of the lock.
    fetched: BTreeMap<String, (Locked, Tree)>,
}

/// What there is to write.
pub(crate) struct Brought {
    root: PathBuf,
    lock: Lock,
    is_lock_new: bool,
    fetched: BTreeMap<String, (Locked, Tree)>,
    /// The ids of the systems in all packages.
    systems: BTreeSet<String>,
}

/// Why packages were not brought.
pub(crate) enum NotBrought {
    /// They cannot be had: each reason, for people.
    Refused(Vec<String>),
    /// The call cannot be carried out.
    Wrong(Ending),
}

impl From<Ending> for NotBrought {
    fn from(ending: Ending) -> Self {
        Self::Wrong(ending)
    }
}

impl Bringing {
    /// Of a project with this root.
    pub(crate) fn into_project(root: &Path) -> Result<Self, Ending> {
        let path = root.join(SETTINGS_FILE);
        if path.symlink_metadata().is_ok() {
            tell_faults(&crate::program::commands::read_text(&path)?)?;
        }
        Self::of(root, BTreeMap::new(), &|_| false)
    }

    /// Of a project whose settings shall be these. The entries of some packages are forgotten: these are pinned anew.
    pub(crate) fn anew(
        root: &Path,
        settings: &str,
        forgotten: &dyn Fn(&str) -> bool,
    ) -> Result<Self, Ending> {
        let instead = BTreeMap::from([(SETTINGS_FILE.to_owned(), settings.to_owned())]);
        Self::of(root, instead, forgotten)
    }

    /// Of a revision of a project, whose files have these texts.
    pub(crate) fn of_revision(root: &Path, texts: BTreeMap<String, String>) -> Result<Self, Ending> {
        let lock = texts.get(LOCK_FILE).map_or("", String::as_str);
        let why = |why: String| Ending::WrongCall(format!("its `{LOCK_FILE}` cannot be read: {why}"));
        Ok(Self {
            root: root.to_path_buf(),
            before: Lock::read(lock).map_err(why)?,
            instead: texts,
            is_revision: true,
            fetched: BTreeMap::new(),
        })
    }

    fn of(
        root: &Path,
        instead: BTreeMap<String, String>,
        forgotten: &dyn Fn(&str) -> bool,
    ) -> Result<Self, Ending> {
        let path = root.join(LOCK_FILE);
        let mut before = match path.symlink_metadata() {
            Err(_) => Lock::default(),
            Ok(_) => {
                let text = crate::program::commands::read_text(&path)?;
                Lock::read(&text).map_err(|why| wrong_path(&path, &why))?
            }
        };
        // Packages of one repository at one pin are pinned anew together.
        let named = before.packages.iter().filter(|one| forgotten(&one.name));
        let sources: BTreeSet<String> = named.map(|one| one.source.clone()).collect();
        before.packages.retain(|one| !sources.contains(&one.source));
        Ok(Self {
            root: root.to_path_buf(),
            instead,
            is_revision: false,
            before,
            fetched: BTreeMap::new(),
        })
    }

    /// Fetches whatever is missing, into memory.
    pub(crate) fn all(mut self) -> Result<Brought, NotBrought> {
        for _ in 0..MOST_ROUNDS {
            let (found, errors) = self.packages();
            let (missing, others): (Vec<_>, Vec<_>) = errors.iter().partition(|one| one.missing.is_some());
            let again = missing.iter().filter_map(|one| one.missing.as_ref());
            let again = again.filter(|one| self.fetched.contains_key(&one.name));
            let mut refused: Vec<String> = others.into_iter().map(told).collect();
            refused.extend(again.map(|one| format!("`{}` is needed from two places", one.name)));
            if !refused.is_empty() {
                return Err(NotBrought::Refused(refused));
            }
            if missing.is_empty() {
                return Ok(self.brought(&found));
            }
            for one in missing.iter().filter_map(|one| one.missing.as_ref()) {
                let fetched = self.fetch(one);
                let fetched =
                    fetched.map_err(|why| NotBrought::Refused(vec![format!("`{}`: {why}", one.name)]))?;
                self.fetched.insert(one.name.clone(), fetched);
            }
        }
        let why = format!("packages need others, {MOST_ROUNDS} deep");
        Err(NotBrought::Refused(vec![why]))
    }

    /// Whether everything that the lock names is there, unchanged, and the lock fits the settings; or why not. No network is used.
    pub(crate) fn verified(self) -> Result<(), Vec<String>> {
        let (found, errors) = self.packages();
        if !errors.is_empty() {
            return Err(errors.iter().map(told).collect());
        }
        match self.brought(&found).is_lock_new {
            false => Ok(()),
            true => Err(vec![format!(
                "`{LOCK_FILE}` does not fit `{SETTINGS_FILE}`; run `cardwright fetch` and commit the lock"
            )]),
        }
    }

    /// The packages that are there or were fetched, and why others are not.
    fn packages(&self) -> (Vec<Package>, Vec<MountError>) {
        packages(Reads {
            root: &self.root,
            links: outside_links(),
            texts: &self.texts(),
            nowhere: self.is_revision.then_some(Path::new(NOWHERE)),
        })
    }

    /// The settings, the lock and the marks as they would be written, by their names in the project.
    fn texts(&self) -> BTreeMap<String, String> {
        let mut lock = self.before.clone();
        lock.packages.retain(|one| !self.fetched.contains_key(&one.name));
        lock.packages
            .extend(self.fetched.values().map(|(locked, _)| locked.clone()));
        let mut texts = self.instead.clone();
        texts.insert(LOCK_FILE.to_owned(), lock.to_string());
        for (name, (locked, tree)) in &self.fetched {
            let hash = locked.hash.clone().unwrap_or_default();
            let settings = tree
                .get(SETTINGS)
                .map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            texts.insert(format!("{NEEDS}/{name}/{MARK}"), hash);
            texts.insert(format!("{NEEDS}/{name}/{SETTINGS}"), settings.unwrap_or_default());
        }
        texts
    }

    /// The files of a package, which are those of the lock if that pins it from the same place.
    fn fetch(&self, missing: &Missing) -> Result<(Locked, Tree), String> {
        let Missing {
            name,
            need,
            is_pinned,
        } = missing;
        let source = need.to_string();
        let pinned = self.before.of(name).filter(|one| one.source == source);
        let hash = pinned.filter(|_| *is_pinned).and_then(|one| one.hash.as_ref());
        if let Some((one, tree)) = pinned.zip(hash.and_then(|hash| store::kept(&self.root, name, hash))) {
            return Ok((one.clone(), tree));
        }
        if self.is_revision && !is_pinned {
            return Err(format!(
                "the `{LOCK_FILE}` of that revision does not pin {source}"
            ));
        }
        let (commit, tree) = match &need.source {
            Source::Git(url, pin) => {
                // A tag may have moved since the revision was made. Its commit has not.
                let commit = pinned
                    .filter(|_| self.is_revision)
                    .and_then(|one| one.commit.clone());
                let pin = &commit.map_or(pin.clone(), Pin::Rev);
                let fetched = git::fetched(url, pin, &need.folder, name)?;
                moved(pinned, pin, &fetched.commit)?;
                (Some(fetched.commit), fetched.files)
            }
            Source::Archive(path) => {
                let path = self.root.join(path);
                let bytes = cardwright_files::bytes(&path, &Place::Anywhere, archive::MOST_ARCHIVE_BYTES);
                let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
                (None, archive::unpacked(&bytes, &need.folder, name)?)
            }
            Source::Path(path) => return Err(format!("`{path}` is read where it lies")),
        };
        let hash = tree_hash(&tree);
        match pinned.and_then(|one| one.hash.as_ref()) {
            Some(known) if *known != hash => Err(format!(
                "its files have the hash {hash}, and `{LOCK_FILE}` says {known}; if that is meant, run `cardwright update {name}`"
            )),
            _ => {
                let locked = Locked {
                    name: name.clone(),
                    source,
                    commit,
                    hash: Some(hash),
                    needs: Vec::new(),
                };
                Ok((locked, tree))
            }
        }
    }

    /// The ids of the systems in these packages, by their folders: those that were fetched are not written yet.
    fn systems(&self, found: &[Package]) -> BTreeSet<String> {
        let id = |name: &str| Some(name.strip_prefix(SYSTEMS)?.split_once('/')?.0.to_owned());
        let fetched = self.fetched.values().flat_map(|(_, tree)| tree.keys());
        let mut ids: BTreeSet<String> = fetched.filter_map(|name| id(name)).collect();
        for package in found.iter().filter(|one| !self.fetched.contains_key(&one.name)) {
            let entries = cardwright_files::entries(&package.folder.join(SYSTEMS));
            let names = entries.into_iter().flatten();
            let names = names.filter(|entry| entry.path.is_dir());
            let names = names.map(|entry| entry.name.to_string_lossy().into_owned());
            ids.extend(names.filter(|id| package.part.takes_folder(&format!("{SYSTEMS}{id}"))));
        }
        ids
    }

    /// What there is to write, when nothing is missing.
    fn brought(self, found: &[Package]) -> Brought {
        let entry = |package: &Package| {
            let known = self.fetched.get(&package.name).map(|(locked, _)| locked);
            let known = known.or_else(|| self.before.of(&package.name));
            let known = known.filter(|_| !package.is_local);
            Locked {
                name: package.name.clone(),
                source: package.source.clone(),
                commit: known.and_then(|one| one.commit.clone()),
                hash: known.and_then(|one| one.hash.clone()),
                needs: package.needs.clone(),
            }
        };
        let mut lock = Lock {
            packages: found.iter().map(entry).collect(),
        };
        lock.packages.sort_by(|one, other| one.name.cmp(&other.name));
        let path = self.root.join(LOCK_FILE);
        let is_lock_new = match crate::program::commands::read_text(&path) {
            Ok(text) => Lock::read(&text).as_ref() != Ok(&lock),
            Err(_) => !lock.packages.is_empty(),
        };
        Brought {
            systems: self.systems(found),
            root: self.root,
            lock,
            is_lock_new,
            fetched: self.fetched,
        }
    }
}

/// Shows what is wrong with a text of settings: nobody knows which packages it means.
pub(crate) fn tell_faults(text: &str) -> Result<(), Ending> {
    let Some((sources, found)) = fault_in(text) else {
        return Ok(());
    };
    output::diagnostics(&sources, &[found], output::Format::Text);
    Err(Ending::Errors)
}

/// A tag that names another commit than before is told: somebody has moved it.
fn moved(pinned: Option<&Locked>, pin: &Pin, commit: &str) -> Result<(), String> {
    match (pinned.and_then(|one| one.commit.as_deref()), pin) {
        (Some(known), Pin::Tag(tag)) if known != commit => Err(format!(
            "the tag `{tag}` was moved: it is {commit} now, and `{LOCK_FILE}` says {known}; \
             pin `rev = \"{known}\"`, or take the new one by `cardwright update`"
        )),
        _ => Ok(()),
    }
}

fn told(error: &MountError) -> String {
    match &error.help {
        Some(help) => format!("{}\n  help: {help}", error.message),
        None => error.message.clone(),
    }
}

impl Brought {
    /// Whether the lock would change.
    pub(crate) fn changes_lock(&self) -> bool {
        self.is_lock_new
    }

    /// The lock.
    pub(crate) fn lock(&self) -> &Lock {
        &self.lock
    }

    /// The ids of the systems in all packages.
    pub(crate) fn systems(&self) -> &BTreeSet<String> {
        &self.systems
    }

    /// The names of the packages that were fetched.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.fetched.keys().map(String::as_str)
    }

    /// Writes the packages and the lock, and takes away packages that nobody needs any more.
    pub(crate) fn write(&self) -> Result<(), Ending> {
        let needs = self.root.join(NEEDS);
        let place = Place::inside(&self.root);
        // The store alone says nothing of whether git shall see the packages.
        let mut others = cardwright_files::entries(&needs).into_iter().flatten();
        let is_first = others.all(|entry| entry.name == STORE);
        for (name, (locked, tree)) in &self.fetched {
            let hash = locked.hash.as_deref().unwrap_or_default();
            store::keep_what_lies(&self.root, name, hash)?;
            store::put(&needs.join(name), &place, hash, tree)?;
        }
        if is_first && !self.fetched.is_empty() {
            write(&needs.join(IGNORE), IGNORE_ALL, &place)?;
        }
        self.clear(&needs)?;
        match self.is_lock_new {
            true => write(&self.root.join(LOCK_FILE), &self.lock.to_string(), &place),
            false => Ok(()),
        }
    }

    /// Writes the packages into the store: they are those of another revision.
    pub(crate) fn keep(&self) -> Result<(), Ending> {
        self.fetched.iter().try_for_each(|(name, (locked, tree))| {
            let hash = locked.hash.as_deref().unwrap_or_default();
            store::keep(&self.root, name, hash, tree)
        })
    }

    /// Takes away the folders of packages that are not in the lock.
    fn clear(&self, needs: &Path) -> Result<(), Ending> {
        for entry in cardwright_files::entries(needs).into_iter().flatten() {
            let name = entry.name.to_string_lossy();
            let is_used = self.lock.of(&name).is_some_and(|one| one.hash.is_some());
            if !is_used && !entry.path.is_symlink() && is_ours(&entry.path) {
                store::keep_what_lies(&self.root, &name, "")?;
                cardwright_files::clear(&entry.path, is_ours)
                    .map_err(|error| not_written(&entry.path, error))?;
            }
        }
        Ok(())
    }
}

/// Lets git see the packages, so that they can be committed.
pub(crate) fn let_git_see(root: &Path) {
    let ignore = root.join(NEEDS).join(IGNORE);
    let is_ours = crate::program::commands::read_text(&ignore).is_ok_and(|text| text == IGNORE_ALL);
    if is_ours {
        cardwright_files::undo([ignore.as_path()].into_iter());
    }
}

/// Whether a folder holds a package that this program has brought.
pub(super) fn is_ours(folder: &Path) -> bool {
    folder.join(MARK).is_file()
}

pub(super) fn write(path: &Path, text: &str, place: &Place) -> Result<(), Ending> {
    cardwright_files::whole(path, place, text.as_bytes()).map_err(|error| wrong_path(path, &error))
}

pub(super) fn not_written(folder: &Path, error: SwapError) -> Ending {
    match error {
        SwapError::Link => wrong_path(folder, &"a link is there, in the place of a package"),
        SwapError::File => wrong_path(folder, &"a file is there, in the place of a package"),
        SwapError::Kept => wrong_path(
            folder,
            &"it is there already, and `cardwright fetch` did not make it",
        ),
        SwapError::Failed(error) => wrong_path(folder, &error),
    }
}
