//! A project with the texts that are open in an editor. All that this crate asks of the compiler's state goes through
//! here.

use crate::names::{Names, names_of_system, systems_of};
use crate::problems::Problem;
use crate::told::Told;
use cardwright_compiler::project::Links;
use cardwright_compiler::source::SourceFile;
use cardwright_compiler::{Depth, Documents, Project, review_to};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The longest text that is taken from an editor, in bytes: what no file may have either.
pub const MOST_TEXT: usize = 16 << 20;

pub use cardwright_compiler::Look;

/// A project, and the texts that stand for its files.
pub struct Workspace {
    root: PathBuf,
    home: Home,
    project: Project,
    /// A copy of the project for another thread, with a memory of its own.
    reviewer: Arc<Mutex<Project>>,
    /// The texts that have changed since the reviewer was brought up to date; `None` for a file that is gone.
    unreviewed: BTreeMap<String, Option<String>>,
    /// The texts that are open, by names of files.
    open: BTreeMap<String, String>,
    /// How often something has changed.
    generation: u64,
    remembered: Mutex<Remembered>,
}

/// The home of a project's files.
enum Home {
    /// On the disk.
    Disk(Links),
    /// In memory: here are the texts of the files that are open, as they are without the editor.
    Memory(BTreeMap<String, String>),
}

/// Answers that are kept until something changes, by systems.
#[derive(Default)]
struct Remembered {
    generation: u64,
    names: BTreeMap<String, Arc<Names>>,
    /// The generation in which it was looked at last, and what was known when it compiled last.
    told: BTreeMap<String, (u64, Option<Arc<Told>>)>,
}

impl Workspace {
    /// Reads the project of a folder.
    #[must_use]
    pub fn open(root: &Path, links: Links) -> Self {
        Self::of(
            root.to_path_buf(),
            Home::Disk(links),
            Project::load_linked(root, links),
        )
    }

    /// A workspace for a project in memory, of which nothing is on a disk.
    #[must_use]
    pub fn in_memory(project: Project) -> Self {
        let root = project.root().to_path_buf();
        Self::of(root, Home::Memory(BTreeMap::new()), project)
    }

    fn of(root: PathBuf, home: Home, project: Project) -> Self {
        Self {
            root,
            home,
            reviewer: Arc::new(Mutex::new(project.clone())),
            project,
            unreviewed: BTreeMap::new(),
            open: BTreeMap::new(),
            generation: 0,
            remembered: Mutex::default(),
        }
    }

    /// The project's folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The project as it is now.
    #[must_use]
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// How often something has changed.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether a file of this name is a part of the project, or would be.
    #[must_use]
    pub fn is_content(name: &str) -> bool {
        let is_inside = Documents::FOLDERS.iter().any(|folder| {
            let rest = name.strip_prefix(folder);
            rest.is_some_and(|rest| rest.starts_with('/'))
        });
        let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && part != "..";
        let is_read = name.ends_with(".yaml") || name.ends_with(".cw");
        is_inside && is_read && name.split('/').all(is_plain)
    }

    /// The text of a file, as it is open or as it was read.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        let sources = &self.project().sources;
        let file = sources.get(sources.named(name)?);
        file.is_read.then_some(file.text.as_str())
    }

    /// The names of the files that are open.
    pub fn open_files(&self) -> impl Iterator<Item = &str> {
        self.open.keys().map(String::as_str)
    }

    /// The answers that were kept for the project as it is now.
    fn remembered(&self) -> std::sync::MutexGuard<'_, Remembered> {
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if remembered.generation != self.generation {
            remembered.generation = self.generation;
            remembered.names.clear();
        }
        remembered
    }

    /// The names in the rules, facts and ids of a system.
    pub(crate) fn remembered_names(&self, system: &str) -> Arc<Names> {
        if let Some(names) = self.remembered().names.get(system) {
            return names.clone();
        }
        let names = Arc::new(names_of_system(self.project(), system));
        self.remembered().names.insert(system.to_owned(), names.clone());
        names
    }

    /// The knowledge about a system from when it compiled last; `None` if it never did.
    #[must_use]
    pub fn told(&self, system: &str) -> Option<Arc<Told>> {
        let known = self.remembered().told.get(system).cloned();
        let last = match known {
            Some((generation, told)) if generation == self.generation => return told,
            Some((_, told)) => told,
            None => None,
        };
        let told = Told::of(self.project(), system, self.generation)
            .map(Arc::new)
            .or(last);
        let now = (self.generation, told.clone());
        self.remembered().told.insert(system.to_owned(), now);
        told
    }

    /// The knowledge about a system from when it was looked at last, however long ago; looks at it now, if it
    /// never was.
    pub(crate) fn last_told(&self, system: &str) -> Option<Arc<Told>> {
        let known = self
            .remembered()
            .told
            .get(system)
            .and_then(|known| known.1.clone());
        known.or_else(|| self.told(system))
    }

    /// Looks at the systems of a file as long as they compile: its text may be broken from now on.
    fn know(&self, name: &str) {
        for system in systems_of(self.project(), name) {
            let is_known = self.remembered().told.contains_key(&system);
            if !is_known {
                // It is remembered.
                drop(self.told(&system));
            }
        }
    }

    /// Takes over what another thread has found out about a system.
    pub fn take_told(&mut self, told: Arc<Told>) {
        let system = told.system.clone();
        let known = (told.generation, Some(told));
        self.remembered().told.insert(system, known);
    }

    /// Lets a text stand for a file; whether the project takes it.
    pub fn edit(&mut self, name: &str, text: String) -> bool {
        if !Self::is_content(name) || text.len() > MOST_TEXT {
            return false;
        }
        if self.open.get(name) == Some(&text) {
            return true;
        }
        self.know(name);
        if let Home::Memory(texts) = &mut self.home
            && !self.open.contains_key(name)
        {
            texts.extend(self.project.text_of(name).map(|text| (name.to_owned(), text)));
        }
        self.open.insert(name.to_owned(), text.clone());
        self.generation += 1;
        self.update(vec![(name.to_owned(), Some(text))]);
        true
    }

    /// Lets a file be again what it is without the editor.
    pub fn close(&mut self, name: &str) {
        let Some(text) = self.open.remove(name) else {
            return;
        };
        if let Home::Memory(texts) = &mut self.home {
            let kept = texts.remove(name);
            self.generation += u64::from(kept.as_ref() != Some(&text));
            return self.update(vec![(name.to_owned(), kept)]);
        }
        if self.on_disk(name).as_ref() == Some(&text) {
            self.update(vec![(name.to_owned(), None)]);
            return;
        }
        self.generation += 1;
        match self.root.join(name).is_file() {
            true => self.update(vec![(name.to_owned(), None)]),
            false => self.read_again(),
        }
    }

    /// Takes note of files that have perhaps changed on the disk; whether something is new.
    pub fn changed_on_disk(&mut self, names: &[String]) -> bool {
        let (mut texts, mut is_new) = (Vec::new(), false);
        for name in names {
            if self.open.contains_key(name) || !self.project.folder().is_content(name) {
                continue;
            }
            let path = self.root.join(name);
            let is_known = self.project.folder().is_known(name);
            if is_known && path.is_file() {
                if self.project.folder().is_changed(name) {
                    texts.push((name.clone(), None));
                }
            } else if is_known || path.exists() {
                self.read_again();
                is_new = true;
            }
        }
        is_new |= !texts.is_empty();
        self.update(texts);
        self.generation += u64::from(is_new);
        is_new
    }

    /// Gives a file in memory another text; one that is open keeps that of the editor. Whether something is new.
    pub fn keep(&mut self, name: &str, text: &str) -> bool {
        if self.open.contains_key(name) {
            if let Home::Memory(texts) = &mut self.home {
                texts.insert(name.to_owned(), text.to_owned());
            }
            return false;
        }
        self.generation += 1;
        self.update(vec![(name.to_owned(), Some(text.to_owned()))]);
        true
    }

    /// Gives files other texts, or those on the disk.
    fn update(&mut self, texts: Vec<(String, Option<String>)>) {
        if !texts.is_empty() {
            self.unreviewed.extend(texts.iter().cloned());
            self.project.update_all(texts);
        }
    }

    /// The text of a file as it is on the disk, without a byte order mark.
    fn on_disk(&self, name: &str) -> Option<String> {
        let Home::Disk(_) = self.home else { return None };
        let path = self.project.path_of(name);
        let most = u64::try_from(MOST_TEXT).unwrap_or(u64::MAX);
        let text = cardwright_files::text(&path, self.project.place_of(name), most).ok()?;
        Some(SourceFile::new(name, text).text)
    }

    /// Reads all files, except those that are open.
    fn read_again(&mut self) {
        let Home::Disk(links) = self.home else { return };
        self.project = Project::load_linked(&self.root, links);
        let open = self
            .open
            .iter()
            .map(|(name, text)| (name.clone(), Some(text.clone())));
        self.project.update_all(open);
        self.reviewer = Arc::new(Mutex::new(self.project.clone()));
        self.unreviewed.clear();
    }

    /// The errors that there would be with other texts for some files.
    pub(crate) fn errors_with(&self, texts: &BTreeMap<String, String>) -> Vec<Problem> {
        let mut project = self.reviewer.lock().unwrap_or_else(PoisonError::into_inner);
        project.update_all(self.unreviewed.clone());
        project.update_all(
            texts
                .iter()
                .map(|(name, text)| (name.clone(), Some(text.clone()))),
        );
        let found = review_to(&project, Depth::Everything, &|_, _, _| Vec::new());
        let problems = found.iter().map(|one| Problem::of(&project.sources, one));
        let errors = problems.filter(Problem::is_error).collect();
        let before = texts
            .keys()
            .map(|name| (name.clone(), self.open.get(name).cloned()));
        project.update_all(before);
        errors
    }

    /// The errors in documents, and in declarations and cards of systems: what is known at once.
    #[must_use]
    pub fn errors(&self) -> Vec<Problem> {
        let sources = &self.project().sources;
        let all = review_to(&self.project, Depth::Errors, &|_, _, _| Vec::new());
        all.iter().map(|one| Problem::of(sources, one)).collect()
    }

    /// The errors of one file, as far as they are known at once: a part of [`errors`](Self::errors).
    #[must_use]
    pub fn errors_in(&self, name: &str) -> Vec<Problem> {
        let sources = &self.project().sources;
        let all = self.project.errors_in(name);
        all.iter().map(|one| Problem::of(sources, one)).collect()
    }

    /// A review of the project as it is now, for another thread to carry out.
    #[must_use]
    pub fn review(&mut self) -> Review {
        let open = self.open.keys();
        let systems = open.flat_map(|file| systems_of(self.project(), file)).collect();
        Review {
            reviewer: Arc::clone(&self.reviewer),
            changes: std::mem::take(&mut self.unreviewed),
            generation: self.generation,
            systems,
        }
    }
}

/// A project at a time, about which everything is to be said.
pub struct Review {
    reviewer: Arc<Mutex<Project>>,
    /// The texts that have changed since the last review; `None` for a file that is gone.
    changes: BTreeMap<String, Option<String>>,
    /// How often something had changed then.
    pub generation: u64,
    /// The systems of the files that are open.
    systems: BTreeSet<String>,
}

/// The result of a review.
pub struct Reviewed {
    /// All errors and warnings.
    pub problems: Vec<Problem>,
    /// The knowledge about the systems of the files that are open, as far as they compile.
    pub told: Vec<Arc<Told>>,
}

impl Review {
    /// Carries the review out; `look` adds its own findings in scenarios.
    #[must_use]
    pub fn carry_out(self, look: Look<'_>) -> Reviewed {
        let mut project = self.reviewer.lock().unwrap_or_else(PoisonError::into_inner);
        project.update_all(self.changes);
        let told = self
            .systems
            .iter()
            .filter_map(|system| Told::of(&project, system, self.generation));
        let told = told.map(Arc::new).collect();
        let found = review_to(&project, Depth::Everything, look);
        let problems = found
            .iter()
            .map(|one| Problem::of(&project.sources, one))
            .collect();
        Reviewed { problems, told }
    }
}
