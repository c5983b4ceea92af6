//! The packages of a project: each has a folder, or there is a reason why it cannot be had.
//!
//! The needs of the project come first, then those of its packages. A package is there once: where two pins of one package
//! differ, the project's own wins; two others are an error, which says what to write.

use super::lock::{LOCK_FILE, Lock};
use super::manifest::{Need, Source, is_name};
use super::part::Part;
use super::{MARK, NEEDS};
use crate::diagnostic::{listed, nearest};
use crate::project::Links;
use crate::settings::{SETTINGS_FILE, Settings};
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

/// A package that the lock or the folder `needs` does not have yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub need: Need,
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

/// Reads a text of the project or of a package by its path; nothing, if there is none.
pub(crate) type ReadText<'a> = &'a dyn Fn(&Path, &Place) -> Option<Result<String, String>>;

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
    root: &'a Path,
    links: Links,
    read: ReadText<'a>,
    lock: Lock,
    found: Mounts,
    /// The packages that were looked for, as they were wanted first.
    asked: Vec<Wanted>,
    open: VecDeque<Wanted>,
}

impl Mounts {
    /// The packages that the settings of a project need.
    pub(crate) fn of(root: &Path, settings: &Settings, links: Links, read: ReadText<'_>) -> Self {
        if settings.needs.is_empty() {
            return Self::default();
        }
        let mut search = Search {
            root,
            links,
            read,
            lock: Lock::default(),
            found: Self::default(),
            asked: Vec::new(),
            open: VecDeque::new(),
        };
        search.read_lock();
        search.ask(None, root, settings, &(0..0));
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
        let place = Place::inside(self.root);
        let lock = match (self.read)(&self.root.join(LOCK_FILE), &place) {
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
            Origin::Local(folder, _) => (folder.clone(), self.links.place(folder)),
            Origin::Fetched(need) => {
                self.is_fetched(name, need)?;
                let folder = self.root.join(NEEDS).join(name);
                (folder.clone(), Place::inside(&folder))
            }
        };
        let settings = (self.read)(&folder.join(SETTINGS_FILE), &place);
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
            .and_then(|text| crate::settings::of_package(&text))
            .map_err(unreadable)?;
        let part = part_of(&settings, name)?;
        let mount = Mount {
            name: name.clone(),
            folder,
            place,
            part,
            needs: Vec::new(),
            origin: wanted.origin.clone(),
        };
        Ok((mount, settings))
    }

    /// Whether the version of the lock lies in `needs`.
    fn is_fetched(&self, name: &str, need: &Need) -> Result<(), Refusal> {
        let refused = |message: String| {
            Err(Refusal {
                message,
                help: Some("run `cardwright fetch`".to_owned()),
                missing: Some(Box::new(Missing {
                    name: name.to_owned(),
                    need: need.clone(),
                })),
            })
        };
        let Some(locked) = self.lock.of(name) else {
            return refused(format!("`{name}` is not in `{LOCK_FILE}` yet"));
        };
        if locked.source != need.to_string() {
            return refused(format!(
                "`{LOCK_FILE}` has `{name}` from {}, not from {need}",
                locked.source
            ));
        }
        let mark = self.root.join(NEEDS).join(name).join(MARK);
        let place = Place::inside(&self.root.join(NEEDS));
        match (self.read)(&mark, &place) {
            None => refused(format!("the package `{name}` is not here yet")),
            Some(Ok(hash)) if Some(hash.trim()) == locked.hash.as_deref() => Ok(()),
            Some(_) => refused(format!(
                "the package `{name}` in `{NEEDS}` is another version than the one in `{LOCK_FILE}`"
            )),
        }
    }
}

/// The packages of a project, as its lock would name them, and why others cannot be had. Texts stand for files, by their
/// names in the project: so a fetch can try what it would write.
#[must_use]
pub fn packages(
    root: &Path,
    links: Links,
    texts: &BTreeMap<String, String>,
) -> (Vec<Package>, Vec<MountError>) {
    let place = links.place(root);
    let read = |path: &Path, place: &Place| read_with(root, texts, path, place);
    let settings = read(&root.join(SETTINGS_FILE), &place).and_then(Result::ok);
    let settings = settings.and_then(|text| crate::settings::read(FileId::default(), &text).ok());
    let mounts = settings.map_or_else(Mounts::default, |settings| {
        Mounts::of(root, &settings, links, &read)
    });
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

/// The text of a file, which may stand for what is on the disk; nothing, if there is no such file.
pub(crate) fn read_with(
    root: &Path,
    texts: &BTreeMap<String, String>,
    path: &Path,
    place: &Place,
) -> Option<Result<String, String>> {
    let name = path.strip_prefix(root).unwrap_or(Path::new(""));
    let name = name.to_string_lossy().replace('\\', "/");
    if let Some(text) = texts.get(&name) {
        return Some(Ok(text.clone()));
    }
    path.symlink_metadata().ok()?;
    let text = cardwright_files::text(path, place, MOST_MANIFEST_BYTES);
    Some(text.map_err(|error| error.to_string()))
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
        let (found, errors) = packages(Path::new("/nowhere/at/all"), Links::Inside, &texts);
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
