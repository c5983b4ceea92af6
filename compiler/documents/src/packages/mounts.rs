//! The packages of a project: each has a folder, or there is a reason why it cannot be had.
//!
//! The needs of the project come first, then those of its packages. A package is there once: where two pins of one package
//! differ, the project's own wins; two others are an error, which says what to write.

use super::intact::difference;
use super::lock::{LOCK_FILE, Lock, Locked};
use super::manifest::{Need, Pin, Source, is_commit, is_name};
use super::part::Part;
use super::{MARK, NEEDS, STORE};
use crate::diagnostic::{Diagnostic, listed, nearest};
use crate::project::Links;
use crate::settings::{SETTINGS_FILE, Settings, in_package};
use crate::source::FileId;
use cardwright_files::Place;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The most packages that a project can have.
pub const MOST_PACKAGES: usize = 64;
/// The most bytes of settings and locks.
const MOST_MANIFEST_BYTES: u64 = 1 << 20;

/// A package that is mounted beside the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mount {
    /// Its name.
    pub(crate) name: String,
    /// The folder in which it lies.
    pub(crate) folder: PathBuf,
    /// Where its files may lie once links are followed.
    pub(crate) place: Place,
    /// The part of the folder that it is.
    pub(crate) part: Part,
    /// The packages that it needs.
    needs: Vec<String>,
    /// The bytes of `cardwright.toml` that ask for it, or for a package that needs it.
    pub(crate) asked: Range<usize>,
    origin: Origin,
}

/// Where a package is read from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    /// A folder of this machine, and how it was named.
    Local(PathBuf, String),
    /// The folder `needs`, into which `cardwright fetch` brings what this names.
    Fetched(Need),
}

impl std::fmt::Display for Origin {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Local(_, named) => write!(out, "path+{named}"),
            Self::Fetched(need) => need.fmt(out),
        }
    }
}

/// Why a package cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MountError {
    /// The bytes of `cardwright.toml` that ask for it.
    pub place: Range<usize>,
    /// The reason, for people.
    pub message: String,
    /// The advice, for people.
    pub help: Option<String>,
    /// The package to be fetched, if that is all that is missing.
    pub missing: Option<Missing>,
}

impl MountError {
    /// Settings that cannot be read: nobody knows what is needed.
    fn of_settings(place: Range<usize>, why: &str, help: Option<String>) -> Box<Self> {
        Box::new(Self {
            place,
            message: format!("{SETTINGS_FILE}: {why}"),
            help,
            missing: None,
        })
    }
}

/// A package that the lock or the folder `needs` does not have yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub need: Need,
    /// Whether its entry in the lock fits, and only the files are missing.
    pub is_pinned: bool,
}

/// A package of a project, as its lock names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Where it comes from, in one line.
    pub source: String,
    /// Whether it lies in a folder of this machine, which no lock pins.
    pub is_local: bool,
    /// The folder in which it lies.
    pub folder: PathBuf,
    /// The part of the folder that it is.
    pub part: Part,
    /// The packages that it needs.
    pub needs: Vec<String>,
}

/// The packages of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mounts {
    /// Those that can be had, each behind the ones that need it.
    pub(crate) all: Vec<Mount>,
    /// Why others cannot.
    pub(crate) errors: Vec<MountError>,
}

/// How many digits of a hash name a folder of the store. What lies there is compared with the whole hash.
const STORE_DIGITS: usize = 16;

/// From where a project and its packages are read.
#[derive(Clone, Copy, Debug)]
pub struct Reads<'a> {
    /// The folder of the project.
    pub root: &'a Path,
    /// Whether links may lead out of it.
    pub links: Links,
    /// Texts that stand for files, by their names in the project.
    pub texts: &'a BTreeMap<String, String>,
    /// For a revision of the project, all of which is in `texts`: a folder in which nothing lies. Its packages are those among
    /// the texts, or those in `needs` if they have the hashes of its lock, or those in the store.
    pub nowhere: Option<&'a Path>,
}

impl Reads<'_> {
    /// The text of a file, which may stand for what is on the disk; nothing, if there is no such file.
    fn text(&self, path: &Path, place: &Place) -> Option<Result<String, String>> {
        let roots = [Some(self.root), self.nowhere].into_iter().flatten();
        let mut names = roots.filter_map(|root| path.strip_prefix(root).ok());
        let name = names.next().unwrap_or(Path::new("")).to_string_lossy();
        if let Some(text) = self.texts.get(&name.replace('\\', "/")) {
            return Some(Ok(text.clone()));
        }
        path.symlink_metadata().ok()?;
        let text = cardwright_files::text(path, place, MOST_MANIFEST_BYTES);
        Some(text.map_err(|error| error.to_string()))
    }

    /// The settings of the project; those of a revision may be written for another version of the program.
    fn settings(&self) -> Result<Settings, Box<MountError>> {
        let file = self.root.join(SETTINGS_FILE);
        let text = match self.text(&file, &self.links.place(self.root)) {
            None => return Ok(Settings::default()),
            Some(text) => text.map_err(|why| MountError::of_settings(0..0, &why, None))?,
        };
        self.parsed(&text).map_err(|found| {
            let place = found.place.start..found.place.end;
            MountError::of_settings(place, &found.message, found.help.clone())
        })
    }

    /// The settings in a text.
    pub(crate) fn parsed(&self, text: &str) -> Result<Settings, Box<Diagnostic>> {
        match self.nowhere {
            Some(_) => crate::settings::read_of_any_version(FileId::default(), text),
            None => crate::settings::read(FileId::default(), text),
        }
    }
}

/// The folder in the store for the files of a package with this hash; nothing, if the hash is none.
#[must_use]
pub fn stored(root: &Path, name: &str, hash: &str) -> Option<PathBuf> {
    let (_, digits) = hash.split_once(':')?;
    let digits = digits.get(..STORE_DIGITS)?;
    let is_plain = is_name(name) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_plain.then(|| root.join(NEEDS).join(STORE).join(name).join(digits))
}

/// A package that somebody needs.
struct Wanted {
    name: String,
    origin: Origin,
    /// The package that needs it; nothing for the project.
    by: Option<String>,
    place: Range<usize>,
}

/// Why a package cannot be had.
struct Refusal {
    message: String,
    help: Option<String>,
    missing: Option<Box<Missing>>,
}

impl Refusal {
    fn new(message: impl Into<String>, help: Option<String>) -> Self {
        Self {
            message: message.into(),
            help,
            missing: None,
        }
    }
}

/// A search for the packages of a project.
struct Search<'a> {
    reads: Reads<'a>,
    lock: Lock,
    found: Mounts,
    /// The packages that were looked for, as they were wanted first.
    asked: Vec<Wanted>,
    open: VecDeque<Wanted>,
}

impl Mounts {
    /// The packages that the settings of a project need.
    pub(crate) fn of(settings: &Settings, reads: Reads<'_>) -> Self {
        if settings.needs.is_empty() {
            return Self::default();
        }
        let mut search = Search {
            reads,
            lock: Lock::default(),
            found: Self::default(),
            asked: Vec::new(),
            open: VecDeque::new(),
        };
        search.read_lock();
        search.ask(None, reads.root, settings, &(0..0));
        while let Some(wanted) = search.open.pop_front() {
            search.take(wanted);
        }
        search.found
    }

    /// The package of this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Mount> {
        self.all.iter().find(|mount| mount.name == name)
    }
}

impl Search<'_> {
    fn refuse(&mut self, place: &Range<usize>, message: String, help: Option<&str>) {
        self.found.errors.push(MountError {
            place: place.clone(),
            message,
            help: help.map(str::to_owned),
            missing: None,
        });
    }

    fn read_lock(&mut self) {
        let root = self.reads.root;
        let lock = match self.reads.text(&root.join(LOCK_FILE), &Place::inside(root)) {
            None => Ok(Lock::default()),
            Some(text) => text.and_then(|text| Lock::read(&text)),
        };
        match lock {
            Ok(lock) => self.lock = lock,
            Err(why) => {
                let message = format!("`{LOCK_FILE}` cannot be read: {why}");
                self.refuse(&(0..0), message, Some("remove it, and run `cardwright fetch`"));
            }
        }
    }

    /// Notes the needs of a manifest that lies in a folder; `through` is the need that led to it.
    fn ask(&mut self, by: Option<&Mount>, folder: &Path, settings: &Settings, through: &Range<usize>) {
        for (name, doc) in &settings.needs {
            let place = if by.is_none() { doc.span() } else { through.clone() };
            let whose = by.map_or(String::new(), |by| format!(" of the package `{}`", by.name));
            let need = match doc.get_ref().need() {
                Ok(need) => need,
                Err(why) => {
                    self.refuse(&place, format!("the need `{name}`{whose}: {why}"), None);
                    continue;
                }
            };
            let is_local = by.is_none_or(|by| matches!(by.origin, Origin::Local(..)));
            let origin = match &need.source {
                Source::Path(path) if is_local => Origin::Local(real(&folder.join(path)), path.clone()),
                Source::Archive(_) if by.is_none() => Origin::Fetched(need),
                Source::Git(..) => Origin::Fetched(need),
                Source::Path(_) | Source::Archive(_) => {
                    let message = format!(
                        "the package `{}` needs `{name}` from a place on the machine of its author",
                        by.map_or("", |by| &by.name)
                    );
                    let help =
                        format!("write where this project has it: `{name} = {{ ... }}` under `[needs]`");
                    // The project's own pin wins, wherever the package would have it from.
                    if !self.asked.iter().chain(&self.open).any(|one| one.name == *name) {
                        self.refuse(&place, message, Some(&help));
                    }
                    continue;
                }
            };
            self.open.push_back(Wanted {
                name: name.clone(),
                origin,
                by: by.map(|by| by.name.clone()),
                place,
            });
        }
    }

    fn take(&mut self, wanted: Wanted) {
        if let Some(first) = self.asked.iter().find(|one| one.name == wanted.name) {
            return self.compare(&first.origin.clone(), first.by.clone(), &wanted);
        }
        if self.asked.len() == MOST_PACKAGES {
            let message = format!("the project has more than {MOST_PACKAGES} packages");
            if self.found.errors.iter().all(|one| one.message != message) {
                self.refuse(&wanted.place, message, None);
            }
            return;
        }
        match self.mount(&wanted) {
            Ok((mut mount, settings)) => {
                let part = settings.packages.get(&mount.name);
                let siblings = part.into_iter().flat_map(|part| part.needs.iter());
                let siblings = siblings.map(Spanned::get_ref);
                mount.needs = siblings.chain(settings.needs.keys()).cloned().collect();
                self.found.all.push(mount.clone());
                self.ask_siblings(&mount, &settings, &wanted.place);
                self.ask(Some(&mount), &mount.folder, &settings, &wanted.place);
            }
            Err(Refusal {
                message,
                help,
                missing,
            }) => self.found.errors.push(MountError {
                place: wanted.place.clone(),
                message,
                help,
                missing: missing.map(|one| *one),
            }),
        }
        self.asked.push(wanted);
    }

    /// A package that is wanted twice comes from one place, or the project says which.
    fn compare(&mut self, known: &Origin, by: Option<String>, wanted: &Wanted) {
        let is_same = match (known, &wanted.origin) {
            (Origin::Local(one, _), Origin::Local(other, _)) => one == other,
            (one, other) => one == other,
        };
        if let (false, Some(first), Some(second)) = (is_same, by, &wanted.by) {
            let message = format!(
                "`{first}` needs `{}` from {known}, and `{second}` from {}",
                wanted.name, wanted.origin
            );
            let help = format!(
                "pin one for both: write `{} = {{ ... }}` under `[needs]`",
                wanted.name
            );
            self.refuse(&wanted.place, message, Some(&help));
        }
    }

    /// The parts of the same folder that a part needs.
    fn ask_siblings(&mut self, mount: &Mount, settings: &Settings, place: &Range<usize>) {
        let Some(part) = settings.packages.get(&mount.name) else {
            return;
        };
        for name in part.needs.iter().map(Spanned::get_ref) {
            self.open.push_back(Wanted {
                name: name.clone(),
                origin: mount.origin.clone(),
                by: Some(mount.name.clone()),
                place: place.clone(),
            });
        }
    }

    /// The folder of a package and what it says of itself, or why it cannot be had and what to do.
    fn mount(&self, wanted: &Wanted) -> Result<(Mount, Settings), Refusal> {
        let name = &wanted.name;
        if !is_name(name) {
            return Err(Refusal::new(
                format!("`{name}` cannot be the name of a package"),
                None,
            ));
        }
        let (folder, place) = match &wanted.origin {
            Origin::Local(folder, _) => (folder.clone(), self.reads.links.place(folder)),
            Origin::Fetched(need) => {
                let folder = self.fetched(name, need)?;
                (folder.clone(), Place::inside(&folder))
            }
        };
        let settings = self.reads.text(&folder.join(SETTINGS_FILE), &place);
        let Some(settings) = settings else {
            let message = format!(
                "`{name}` is no package: {} has no `{SETTINGS_FILE}`",
                wanted.origin
            );
            return Err(Refusal::new(
                message,
                Some("a package says `[package]` and its name there".to_owned()),
            ));
        };
        let unreadable =
            |why: String| Refusal::new(format!("the package `{name}` cannot be used: {why}"), None);
        let settings = settings
            .and_then(|text| self.reads.parsed(&text).map_err(|found| in_package(&found)))
            .map_err(unreadable)?;
        let part = part_of(&settings, name)?;
        let mount = Mount {
            name: name.clone(),
            folder,
            place,
            part,
            needs: Vec::new(),
            asked: wanted.place.clone(),
            origin: wanted.origin.clone(),
        };
        Ok((mount, settings))
    }

    /// The folder with the version of the lock.
    fn fetched(&self, name: &str, need: &Need) -> Result<PathBuf, Refusal> {
        let refused = |is_pinned: bool, (message, help): (String, &str)| Refusal {
            message,
            help: Some(help.to_owned()),
            missing: Some(Box::new(Missing {
                name: name.to_owned(),
                need: need.clone(),
                is_pinned,
            })),
        };
        let locked = self.locked(name, need);
        let locked = locked.map_err(|why| refused(false, (why, FETCH)))?;
        let hash = locked.hash.as_deref().unwrap_or_default();
        match (self.in_needs(name, hash), self.reads.nowhere) {
            (Ok(folder), _) => Ok(folder),
            (Err(why), None) => Err(refused(true, why)),
            (Err(_), Some(_)) => self.in_store(name, hash).ok_or_else(|| {
                let why = format!("the package `{name}` is not here as its `{LOCK_FILE}` pins it: {need}");
                refused(true, (why, FETCH))
            }),
        }
    }

    /// The entry of the lock for a need, or why it does not fit.
    fn locked(&self, name: &str, need: &Need) -> Result<&Locked, String> {
        let Some(locked) = self.lock.of(name) else {
            return Err(format!("`{name}` is not in `{LOCK_FILE}` yet"));
        };
        if locked.source != need.to_string() {
            return Err(format!(
                "`{LOCK_FILE}` has `{name}` from {}, not from {need}",
                locked.source
            ));
        }
        // Whether a tag is at the commit, only its repository knows.
        let commit = locked.commit.as_deref();
        let is_right = match &need.source {
            Source::Git(_, Pin::Rev(rev)) => commit == Some(rev),
            Source::Git(_, Pin::Tag(_)) => commit.is_some_and(is_commit),
            Source::Archive(_) | Source::Path(_) => commit.is_none(),
        };
        if !is_right {
            let told = commit.unwrap_or("none");
            return Err(format!(
                "the commit of `{name}` in `{LOCK_FILE}` is wrong: {told}"
            ));
        }
        let place = |one: &Locked| one.source.split('#').next().map(str::to_owned);
        let is_other = |one: &&Locked| place(one) == place(locked) && one.commit != locked.commit;
        match self.lock.packages.iter().find(is_other) {
            Some(other) => Err(format!(
                "`{LOCK_FILE}` has `{name}` and `{}` from one tag, but at two commits",
                other.name
            )),
            None => Ok(locked),
        }
    }

    /// The folder in `needs`, if the package that lies there has this hash; or why not, and the advice.
    fn in_needs(&self, name: &str, hash: &str) -> Result<PathBuf, (String, &'static str)> {
        let needs = self.reads.root.join(NEEDS);
        let folder = needs.join(name);
        let mark = self.reads.text(&folder.join(MARK), &Place::inside(&needs));
        match mark {
            None => return Err((format!("the package `{name}` is not here yet"), FETCH)),
            Some(Ok(mark)) if mark.trim() == hash => {}
            Some(_) => {
                let why = format!(
                    "the package `{name}` in `{NEEDS}` is another version than the one in `{LOCK_FILE}`"
                );
                return Err((why, FETCH));
            }
        }
        let is_text = self.reads.texts.contains_key(&format!("{NEEDS}/{name}/{MARK}"));
        match (is_text, self.reads.nowhere) {
            // A revision has it itself: nothing of it is on the disk.
            (true, Some(nowhere)) => Ok(nowhere.join(NEEDS).join(name)),
            // It is about to be written.
            (true, None) => Ok(folder),
            (false, _) => match difference(&folder, hash) {
                None => Ok(folder),
                Some(change) => {
                    let why = format!("the files in `{NEEDS}/{name}` are not those of `{LOCK_FILE}`{change}");
                    Err((why, RESTORE))
                }
            },
        }
    }

    /// The folder in the store with the files of this hash, if they are there and unchanged.
    fn in_store(&self, name: &str, hash: &str) -> Option<PathBuf> {
        let folder = stored(self.reads.root, name, hash)?;
        (folder.is_dir() && difference(&folder, hash).is_none()).then_some(folder)
    }
}

/// The advice if a package is missing, or not the one of the lock.
const FETCH: &str = "run `cardwright fetch`";
/// The advice if its files were changed.
const RESTORE: &str =
    "run `cardwright fetch` to have those; to work on a package, need a folder of yours by `path`";

/// The packages of a project, as its lock would name them, and why others cannot be had. Texts stand for
/// files: so a fetch can try what it would write.
#[must_use]
pub fn packages(reads: Reads<'_>) -> (Vec<Package>, Vec<MountError>) {
    let mounts = match reads.settings() {
        Ok(settings) => Mounts::of(&settings, reads),
        Err(error) => Mounts {
            errors: vec![*error],
            ..Mounts::default()
        },
    };
    let told = mounts.all.iter().map(|mount| Package {
        name: mount.name.clone(),
        source: mount.origin.to_string(),
        is_local: matches!(mount.origin, Origin::Local(..)),
        folder: mount.folder.clone(),
        part: mount.part.clone(),
        needs: mount.needs.clone(),
    });
    (told.collect(), mounts.errors)
}

/// The part of a folder with these settings that is the package of this name.
///
/// # Errors
/// If the settings cannot be read, or name no such package.
pub fn part_named(settings: &str, name: &str) -> Result<Part, String> {
    let settings = crate::settings::of_package(settings)?;
    part_of(&settings, name).map_err(|refusal| match refusal.help {
        Some(help) => format!("{}; {help}", refusal.message),
        None => refusal.message,
    })
}

/// The part of a folder that is the package of this name.
fn part_of(settings: &Settings, name: &str) -> Result<Part, Refusal> {
    if settings
        .package
        .as_ref()
        .is_some_and(|package| package.name == name)
    {
        return Ok(Part::Whole);
    }
    if let Some(part) = settings.packages.get(name) {
        return Ok(Part::of(part));
    }
    let whole = settings.package.iter().map(|package| package.name.clone());
    let all: Vec<String> = whole.chain(settings.packages.keys().cloned()).collect();
    let help = match nearest(name, &all) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if all.is_empty() => Some(format!(
            "write `[package]` and `name = \"{name}\"` in its `{SETTINGS_FILE}`"
        )),
        None => Some(format!("it has {}", listed(&all))),
    };
    Err(Refusal::new(format!("there is no package `{name}` there"), help))
}

/// A path without links, or as it is.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packages::{Locked, NEEDS};

    /// The errors of a project with so many packages that were fetched.
    fn errors_with(count: usize) -> Vec<MountError> {
        let names: Vec<String> = (1..=count).map(|at| format!("p{at}")).collect();
        let needs: String = names
            .iter()
            .map(|name| format!("{name} = {{ archive = \"{name}.tar.gz\" }}\n"))
            .collect();
        let locked = names.iter().map(|name| Locked {
            name: name.clone(),
            source: format!("archive+{name}.tar.gz"),
            hash: Some("b3:1".to_owned()),
            ..Locked::default()
        });
        let lock = Lock {
            packages: locked.collect(),
        };
        let mut texts = BTreeMap::from([
            (SETTINGS_FILE.to_owned(), format!("[needs]\n{needs}")),
            (LOCK_FILE.to_owned(), lock.to_string()),
        ]);
        for name in &names {
            texts.insert(format!("{NEEDS}/{name}/{MARK}"), "b3:1\n".to_owned());
            let settings = format!("[package]\nname = \"{name}\"\n");
            texts.insert(format!("{NEEDS}/{name}/{SETTINGS_FILE}"), settings);
        }
        let (found, errors) = packages(Reads {
            root: Path::new("/nowhere/at/all"),
            links: Links::Inside,
            texts: &texts,
            nowhere: None,
        });
        assert_eq!(found.len(), count.min(MOST_PACKAGES));
        errors
    }

    // Limit: MOST_PACKAGES in compiler/documents/src/packages/mounts.rs
    #[test]
    fn a_project_has_only_so_many_packages() {
        assert_eq!(errors_with(MOST_PACKAGES), []);
        let errors = errors_with(MOST_PACKAGES + 2);
        assert_eq!(errors.len(), 1);
        assert!(errors[0].message.contains("more than 64 packages"), "{errors:?}");
    }
}
