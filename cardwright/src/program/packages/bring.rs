//! Bringing packages into the folder `needs`: all that are missing, or none.
//!
//! The resolver of the compiler says which packages are missing; they are fetched into memory, and it is asked again with their
//! settings, since they may need others. Only when nothing is missing any more are files written: each package as a whole,
//! then the lock.

use super::listing::{LIST, differences, list};
use super::tree::{SETTINGS, Tree};
use super::{archive, git};
use crate::program::Ending;
use crate::program::commands::pack::files;
use crate::program::commands::{outside_links, wrong_path};
use cardwright_compiler::packages::{
    LOCK_FILE, Lock, Locked, MARK, Missing, MountError, NEEDS, Package, Part, Pin, Source, packages,
    tree_hash,
};
use cardwright_files::{Place, SwapError};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The most rounds of fetching: each brings the packages that those of the round before need.
const MOST_ROUNDS: usize = 16;
/// The folder of systems in a package, and what follows it in the names of their files.
const SYSTEMS: &str = "systems/";
/// How many changed files of a package are named.
const FILES_TOLD: usize = 3;
/// What keeps the packages out of the repository of a project that has not vendored them.
const IGNORE: &str = ".gitignore";
const IGNORE_ALL: &str = "# Written by `cardwright fetch`. `cardwright vendor` removes it, so that the packages can be committed.\n*\n";

/// Packages on their way into a project.
pub(crate) struct Bringing {
    root: PathBuf,
    /// The lock as it was.
    before: Lock,
    /// The packages whose files in `needs` are not those of the lock, and what is other about them, for people.
    changed: BTreeMap<String, String>,
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
    /// Of a project with this root. The entries of some packages are forgotten: these are pinned anew.
    pub(crate) fn into_project(root: &Path, forgotten: &dyn Fn(&str) -> bool) -> Result<Self, Ending> {
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
        let changed = before.packages.iter();
        let changed = changed.filter_map(|one| Some((one.name.clone(), change(root, one)?)));
        Ok(Self {
            root: root.to_path_buf(),
            changed: changed.collect(),
            before,
            fetched: BTreeMap::new(),
        })
    }

    /// Fetches whatever is missing, into memory.
    pub(crate) fn all(mut self) -> Result<Brought, NotBrought> {
        for _ in 0..MOST_ROUNDS {
            let (found, errors) = packages(&self.root, outside_links(), &self.texts());
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
        let (found, errors) = packages(&self.root, outside_links(), &BTreeMap::new());
        if !errors.is_empty() {
            return Err(errors.iter().map(told).collect());
        }
        let told = self.changed.iter().map(|(name, change)| {
            let told = not_as_locked(name, change);
            format!("{told}; run `cardwright fetch` to have those")
        });
        let mut wrong: Vec<String> = told.collect();
        if self.brought(&found).is_lock_new {
            wrong.push(format!(
                "`{LOCK_FILE}` does not fit `cardwright.toml`; run `cardwright fetch` and commit the lock"
            ));
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong),
        }
    }

    /// The lock, marks and settings as they would be written, by their names in the project.
    fn texts(&self) -> BTreeMap<String, String> {
        let mut lock = self.before.clone();
        lock.packages.retain(|one| !self.fetched.contains_key(&one.name));
        lock.packages
            .extend(self.fetched.values().map(|(locked, _)| locked.clone()));
        let mut texts = BTreeMap::from([(LOCK_FILE.to_owned(), lock.to_string())]);
        // What was changed is missing.
        let changed = self
            .changed
            .keys()
            .map(|name| (format!("{NEEDS}/{name}/{MARK}"), String::new()));
        texts.extend(changed);
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
        let Missing { name, need } = missing;
        let source = need.to_string();
        let pinned = self.before.of(name).filter(|one| one.source == source);
        let (commit, tree) = match &need.source {
            Source::Git(url, pin) => {
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

/// The packages of a project whose files in `needs` are not those of its lock, and what is wrong with each, for people. None, if
/// there is no lock that can be read: that is another error.
pub(crate) fn changed(root: &Path) -> Vec<(String, String)> {
    let changed = Bringing::into_project(root, &|_| false).map(|one| one.changed);
    let changed = changed.unwrap_or_default().into_iter();
    changed
        .map(|(name, change)| (name.clone(), not_as_locked(&name, &change)))
        .collect()
}

fn not_as_locked(name: &str, change: &str) -> String {
    format!("the files in `{NEEDS}/{name}` are not those of `{LOCK_FILE}`{change}")
}

/// The first differences between the files of a package in `needs` and those of the lock, for people; nothing if there are
/// none. A package that is not there is no difference.
fn change(root: &Path, locked: &Locked) -> Option<String> {
    let folder = root.join(NEEDS).join(&locked.name);
    let hash = locked.hash.as_ref().filter(|_| folder.is_dir())?;
    let now = match files(&folder, &Part::Whole) {
        Ok(now) if tree_hash(&now) == *hash => return None,
        Ok(now) => now,
        Err(Ending::WrongCall(why)) => return Some(format!(": {why}")),
        Err(_) => return Some(String::new()),
    };
    // Older versions wrote no list.
    let list = crate::program::commands::read_text(&folder.join(LIST)).unwrap_or_default();
    let all = match list.is_empty() {
        true => Vec::new(),
        false => differences(&list, &now),
    };
    let (told, rest) = all.split_at(FILES_TOLD.min(all.len()));
    Some(match (told, rest.len()) {
        ([], _) => String::new(),
        (told, 0) => format!(": {}", told.join(", ")),
        (told, more) => format!(": {}, and {more} more", told.join(", ")),
    })
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
        let is_first = !needs.is_dir();
        for (name, (locked, tree)) in &self.fetched {
            let hash = format!("{}\n", locked.hash.as_deref().unwrap_or_default());
            let list = list(tree);
            let mark = [(MARK, hash.as_bytes()), (LIST, list.as_bytes())];
            let files = tree.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
            let folder = needs.join(name);
            cardwright_files::folder(&folder, &place, files.chain(mark), is_ours)
                .map_err(|error| not_written(&folder, error))?;
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

    /// Takes away the folders of packages that are not in the lock.
    fn clear(&self, needs: &Path) -> Result<(), Ending> {
        for entry in cardwright_files::entries(needs).into_iter().flatten() {
            let name = entry.name.to_string_lossy();
            let is_used = self.lock.of(&name).is_some_and(|one| one.hash.is_some());
            if !is_used && !entry.path.is_symlink() && is_ours(&entry.path) {
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
fn is_ours(folder: &Path) -> bool {
    folder.join(MARK).is_file()
}

fn write(path: &Path, text: &str, place: &Place) -> Result<(), Ending> {
    cardwright_files::whole(path, place, text.as_bytes()).map_err(|error| wrong_path(path, &error))
}

fn not_written(folder: &Path, error: SwapError) -> Ending {
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
