//! Which files of a project's folders are read, and why others are not.
//!
//! Whatever lies in a folder of content is a document, a file of the language, a ledger or a note for people; what an
//! editor leaves behind is passed over. Everything else is told: a file that nobody reads is a mistake.

use super::LEDGER;
use super::outside::{Outside, outside};
use crate::packages::{Mount, within};
use cardwright_files::{Place, Sort, entries};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folders of a project that hold documents.
pub(super) const FOLDERS: [&str; 6] = [
    "systems",
    "libraries",
    "cards",
    "maps",
    "scenarios",
    "tests/conformance",
];
/// The folder of what systems share; it has folders of libraries, not of systems.
pub(super) const LIBRARIES: &str = "libraries";
/// The folder of the cases of systems.
pub(super) const CONFORMANCE: &str = "tests/conformance";
/// The folder of a library's cases.
const CASES: &str = "cases";
/// How deep folders may lie.
pub(super) const MOST_DEPTH: usize = 8;
/// Ends of names that editors, version control and patches give to copies.
const COPIES: [&str; 8] = ["~", ".bak", ".orig", ".rej", ".swp", ".swo", ".tmp", ".part"];
/// The folder of a system's icons, and how the names of these end.
pub(super) const ICONS: &str = "icons";
pub(super) const ICON: &str = ".svg";
/// Ends of the names of files for people.
const NOTES: [&str; 2] = [".md", ".txt"];

/// Whether links may lead out of the project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Links {
    /// They may not: a project that somebody sent reads nothing else.
    #[default]
    Inside,
    /// They may lead anywhere.
    Anywhere,
}

impl Links {
    /// Where files of a project may lie.
    #[must_use]
    pub fn place(self, root: &Path) -> Place {
        match self {
            Self::Inside => Place::inside(root),
            Self::Anywhere => Place::Anywhere,
        }
    }
}

/// The contents of the folders of a project.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The documents, in their order.
    pub(super) documents: BTreeSet<PathBuf>,
    /// The files of the language.
    pub(super) language: BTreeSet<PathBuf>,
    /// The files and folders that are not read, and why.
    pub(super) strays: Vec<Stray>,
    /// The files beside the folders of content that may be meant to be read.
    pub(super) outside: Vec<Outside>,
    /// The folders in which each system's documents lie: `cards/river-wars` and the like.
    pub(super) of_systems: BTreeSet<PathBuf>,
}

impl Found {
    /// The names of the folders in a folder of content.
    pub(super) fn names_in(&self, content: &'static str) -> impl Iterator<Item = &str> {
        let is_in = move |path: &&PathBuf| path.parent().is_some_and(|above| above.ends_with(content));
        let folders = self.of_systems.iter().filter(is_in);
        folders.filter_map(|path| path.file_name()?.to_str())
    }
}

/// A file or folder that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stray {
    pub(super) path: PathBuf,
    /// The reason why it is not read.
    pub(super) why: String,
    /// The advice.
    pub(super) help: String,
}

/// Looks for the files of a project.
pub(super) fn find(root: &Path, links: Links) -> Found {
    let mut walk = Walk::of(root, links);
    for folder in FOLDERS {
        walk.top(&root.join(folder), folder);
    }
    // Links come last, so that what they lead to has its own name wherever it is part of the project.
    while let Some((path, content, depth)) = walk.later.pop() {
        walk.link(&path, content, depth);
    }
    walk.near_folders();
    walk.found.outside = outside(root, &walk.found.strays);
    walk.found.strays.sort_by(|a, b| a.path.cmp(&b.path));
    walk.found
}

/// Looks for the files of one system or library in one folder of content; without the cases of a library, if these are
/// not wanted. Nothing, if there are links: where they lead only a look at everything says.
pub(super) fn find_in(root: &Path, content: &'static str, name: &str, has_cases: bool) -> Option<Found> {
    let mut walk = Walk::of(root, Links::Inside);
    walk.has_cases = has_cases;
    let folder = root.join(content).join(name);
    if has_links(root, content) || folder.is_symlink() {
        return None;
    }
    walk.folder(&folder, content, 1);
    walk.later.is_empty().then_some(walk.found)
}

/// The documents and the files of the language of a package. Its cases are not looked for, but for those of its libraries,
/// which its users have to pass; what else lies there is the business of its authors.
pub(super) fn find_mounted(mount: &Mount) -> (BTreeSet<PathBuf>, BTreeSet<PathBuf>) {
    let mut found = (BTreeSet::new(), BTreeSet::new());
    for content in FOLDERS.iter().filter(|content| **content != CONFORMANCE) {
        for name in names_in(&mount.folder, content).into_iter().flatten() {
            let inner = find_mounted_in(mount, content, &name, true);
            found.0.extend(inner.0);
            found.1.extend(inner.1);
        }
    }
    found
}

/// The documents and files of the language of one system or library of a package. Links are not followed.
pub(super) fn find_mounted_in(
    mount: &Mount,
    content: &'static str,
    name: &str,
    has_cases: bool,
) -> (BTreeSet<PathBuf>, BTreeSet<PathBuf>) {
    if content == CONFORMANCE || !mount.part.has(content, name) || has_links(&mount.folder, content) {
        return Default::default();
    }
    let mut walk = Walk::of(&mount.folder, Links::Inside);
    walk.has_cases = has_cases;
    walk.folder(&mount.folder.join(content).join(name), content, 1);
    (walk.found.documents, walk.found.language)
}

/// The names in a folder of content, each of a system or a library; nothing, if there are links.
pub(super) fn names_in(root: &Path, content: &str) -> Option<Vec<String>> {
    if has_links(root, content) {
        return None;
    }
    let entries = match entries(&root.join(content)) {
        Err(error) if is_absent(&error) => return Some(Vec::new()),
        entries => entries.ok()?,
    };
    let mut names = Vec::new();
    for entry in entries {
        match entry.sort {
            Sort::Link => return None,
            Sort::Folder => names.push(entry.name.to_str()?.to_owned()),
            Sort::File | Sort::Other => {}
        }
    }
    names.sort();
    Some(names)
}

/// Whether a folder of content, or one above it, is a link.
fn has_links(root: &Path, content: &str) -> bool {
    let above = root.join(content);
    above
        .ancestors()
        .take_while(|path| *path != root)
        .any(Path::is_symlink)
}

struct Walk {
    root: PathBuf,
    /// The folder without links in its path.
    home: Option<PathBuf>,
    links: Links,
    found: Found,
    /// The folders that were looked into, without links in their paths.
    folders: BTreeSet<PathBuf>,
    /// Links, with the folder of content that they lie in.
    later: Vec<(PathBuf, &'static str, usize)>,
    /// Whether the cases of libraries are looked for.
    has_cases: bool,
}

impl Walk {
    fn of(root: &Path, links: Links) -> Self {
        Self {
            root: root.to_path_buf(),
            home: root.canonicalize().ok(),
            links,
            found: Found::default(),
            folders: BTreeSet::new(),
            later: Vec::new(),
            has_cases: true,
        }
    }

    /// A folder of content, which may be a link.
    fn top(&mut self, folder: &Path, content: &'static str) {
        match has_links(&self.root, content) && folder.symlink_metadata().is_ok() {
            true => self.link(folder, content, 0),
            false => self.folder(folder, content, 0),
        }
    }

    fn folder(&mut self, folder: &Path, content: &'static str, depth: usize) {
        if let Ok(real) = folder.canonicalize()
            && !self.folders.insert(real)
        {
            return;
        }
        let entries = match entries(folder) {
            Ok(entries) => entries,
            Err(error) if is_absent(&error) => return,
            Err(error) => return self.stray(folder, format!("cannot be read: {error}"), ""),
        };
        if depth == 1 {
            self.found.of_systems.insert(folder.to_path_buf());
        }
        let mut paths: Vec<(PathBuf, Sort)> = entries.map(|entry| (entry.path, entry.sort)).collect();
        paths.sort_by(|a, b| a.0.cmp(&b.0));
        for (path, sort) in paths {
            self.entry(path, sort, content, depth);
        }
    }

    fn entry(&mut self, path: PathBuf, sort: Sort, content: &'static str, depth: usize) {
        let name = path.file_name().unwrap_or_default();
        let Some(name) = name.to_str() else {
            let why = "its name is not UTF-8 text".to_owned();
            return self.stray(
                &path,
                why,
                "rename it; use only the letters a to z, digits and `-`",
            );
        };
        if is_passed_over(name) {
            return;
        }
        match sort {
            Sort::Link => self.later.push((path, content, depth)),
            Sort::Folder if content == LIBRARIES && depth == 1 && name == CASES && !self.has_cases => {}
            Sort::Folder => self.inner(&path, content, depth),
            Sort::File | Sort::Other => self.file(path, content, depth),
        }
    }

    fn inner(&mut self, path: &Path, content: &'static str, depth: usize) {
        if depth < MOST_DEPTH {
            return self.folder(path, content, depth + 1);
        }
        let why = format!("folders are read at most {MOST_DEPTH} levels deep");
        self.stray(path, why, "move it up to a folder that is nested less deeply");
    }

    /// A link: to a file or folder of the project that has been read under its own name, or else it is read here.
    fn link(&mut self, path: &Path, content: &'static str, depth: usize) {
        let target = match path.canonicalize() {
            Ok(target) => target,
            Err(error) => {
                let why = format!("this link leads nowhere: {error}");
                return self.stray(path, why, "remove the link, or link to a file that exists");
            }
        };
        let inside = self.home.as_ref().is_some_and(|home| target.starts_with(home));
        if !inside && self.links == Links::Inside {
            let why = format!("this link leads out of the project, to {}", target.display());
            return self.stray(
                path,
                why,
                "copy the target of the link into the project, or run the program with `--outside-links`",
            );
        }
        if target.is_dir() && depth == 0 && self.root.join(content) == path {
            return self.folder(path, content, 0);
        }
        if target.is_dir() {
            return self.inner(path, content, depth);
        }
        let is_known = |one: &PathBuf| one.canonicalize().is_ok_and(|one| one == target);
        let known = target
            .parent()
            .is_some_and(|folder| self.folders.contains(folder))
            && self.found.documents.union(&self.found.language).any(is_known);
        if !known {
            self.file(path.to_path_buf(), content, depth);
        }
    }

    fn file(&mut self, path: PathBuf, content: &'static str, depth: usize) {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if NOTES.iter().any(|end| name.ends_with(end)) {
            return;
        }
        if name == LEDGER {
            if content != "systems" || depth != 1 {
                let why = "a ledger belongs beside the document of its system".to_owned();
                self.stray(&path, why, "move it to `systems/<system>/rulebook.yaml`");
            }
            return;
        }
        let lower = name.to_ascii_lowercase();
        if lower.ends_with(".yaml") || lower.ends_with(".yml") {
            return self.document(path, content, depth);
        }
        if content == FOLDERS[0] && depth == 2 && name.ends_with(ICON) && lies_among_icons(&path) {
            // The looks of the system say which of them are read.
            return;
        }
        if name.ends_with(".cw") && [FOLDERS[0], LIBRARIES].contains(&content) {
            self.found.language.insert(path);
        } else if name.ends_with(".cw") {
            let why = "files of the language belong in the folder of their system or library".to_owned();
            let help = "move the file there; the rules of a card, scenario or case belong in its document, \
            under `rules: |`";
            self.stray(&path, why, help);
        } else {
            let why = "nothing reads this file".to_owned();
            let help = "rename it: documents end in `.yaml`, files of the language in `.cw`, notes in `.md` \
            or `.txt`";
            self.stray(&path, why, help);
        }
    }

    fn document(&mut self, path: PathBuf, content: &'static str, depth: usize) {
        if path.extension().is_some_and(|end| end != "yaml") {
            let to = path.with_extension("yaml");
            let to = to.file_name().unwrap_or_default().to_string_lossy();
            let help = format!("rename it to `{to}`");
            return self.stray(&path, "the name of a document ends in `.yaml`".to_owned(), &help);
        }
        if depth == 0 {
            let what = if content == LIBRARIES { "library" } else { "system" };
            let why = format!("a document belongs in a folder with the name of its {what}");
            let help = format!("move it to `{content}/<{what}>/`");
            return self.stray(&path, why, &help);
        }
        self.found.documents.insert(path);
    }

    /// Folders whose names are almost those of content, and that hold some.
    fn near_folders(&mut self) {
        for (above, names) in [("", &FOLDERS[..5]), ("tests", &["conformance"][..])] {
            let above = self.root.join(above);
            let Ok(entries) = entries(&above) else {
                continue;
            };
            for entry in entries.filter(|entry| entry.sort == Sort::Folder) {
                let name = entry.name.to_string_lossy();
                let meant = crate::diagnostic::nearest(&name, names);
                let Some(meant) = meant.filter(|_| !is_passed_over(&name) && holds_content(&entry.path, 3))
                else {
                    continue;
                };
                let why = "nothing reads this folder".to_owned();
                self.stray(&entry.path, why, &format!("did you mean `{meant}`? rename it"));
            }
        }
    }

    fn stray(&mut self, path: &Path, why: String, help: &str) {
        let (path, help) = (path.to_path_buf(), help.to_owned());
        self.found.strays.push(Stray { path, why, help });
    }
}

/// Whether there is a document or a file of the language in a folder.
fn holds_content(folder: &Path, depth: usize) -> bool {
    entries(folder)
        .into_iter()
        .flatten()
        .any(|entry| match entry.sort {
            Sort::Folder => depth > 0 && holds_content(&entry.path, depth - 1),
            Sort::File | Sort::Link | Sort::Other => entry
                .path
                .extension()
                .is_some_and(|end| end == "yaml" || end == "yml" || end == "cw"),
        })
}

fn lies_among_icons(path: &Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with(ICONS))
}

/// Whether editors or version control leave such a file behind: hidden files, locks and copies.
pub(super) fn is_passed_over(name: &str) -> bool {
    let is_lock = name.starts_with('#') && name.ends_with('#');
    name.starts_with('.') || is_lock || COPIES.iter().any(|end| name.ends_with(end))
}

/// Whether a file of this shown name is a document of the project.
pub(super) fn is_document(name: &str) -> bool {
    let name = within(name);
    let file = name.rsplit('/').next().unwrap_or(name);
    parts_below(name).is_some_and(|parts| parts > 1)
        && file.ends_with(".yaml")
        && file != LEDGER
        && !is_passed_over(file)
}

/// Whether a file of this shown name is a file of the language, which a system should name.
pub(super) fn is_language(name: &str) -> bool {
    let name = within(name);
    let file = name.rsplit('/').next().unwrap_or(name);
    let is_inside = |folder: &str| {
        name.strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    [FOLDERS[0], LIBRARIES].into_iter().any(is_inside) && file.ends_with(".cw") && !is_passed_over(file)
}

/// How many folders and names follow the folder of content in a shown name.
fn parts_below(name: &str) -> Option<usize> {
    let below = |folder: &&str| name.strip_prefix(*folder)?.strip_prefix('/');
    FOLDERS.iter().find_map(below).map(|rest| rest.split('/').count())
}

/// The folder of a document below a folder of content (`river-wars` of `cards/river-wars/new/set.yaml`): the name of its system.
pub(crate) fn folder_of(name: &str) -> Option<&str> {
    let name = within(name);
    let below = |folder: &&str| name.strip_prefix(*folder)?.strip_prefix('/');
    let mut folders = FOLDERS.iter().filter(|folder| **folder != LIBRARIES);
    let (system, _) = folders.find_map(below)?.split_once('/')?;
    Some(system)
}

/// Whether there is nothing; where there are no files at all (a web page), there is nothing anywhere.
fn is_absent(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{NotFound, Unsupported};
    matches!(error.kind(), NotFound | Unsupported)
}
