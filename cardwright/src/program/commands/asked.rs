//! Which projects and documents a call means, and what is told of them.

use super::{part_of_project, root_around, root_of, whole_project, wrong_path};
use crate::program::{Ending, names};
use cardwright_compiler::project::Question;
use cardwright_compiler::{Diagnostic, Project, Selection, Sources};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The purpose for which documents are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Check them, and all that depends on them.
    Check,
    /// Work with them alone.
    Use,
}

/// A project, and what of it is asked for.
pub(crate) struct Asked {
    pub(crate) project: Project,
    /// Files and folders, without links; all of the project if there are none.
    pub(crate) paths: Vec<PathBuf>,
    /// The documents that depend on these.
    dependents: BTreeSet<String>,
    /// The faulty card sets that stand aside, so that others can be looked at.
    pub(crate) aside: BTreeSet<String>,
}

impl Asked {
    /// These paths of a project, and nothing that depends on them.
    pub(crate) fn of(project: Project, paths: Vec<PathBuf>) -> Self {
        Self {
            project,
            paths,
            dependents: BTreeSet::new(),
            aside: BTreeSet::new(),
        }
    }

    fn read(root: &std::path::Path, paths: Vec<PathBuf>, purpose: Purpose) -> Self {
        let question = match purpose {
            Purpose::Check => Question::Dependents(&paths),
            Purpose::Use => Question::Needed(&paths),
        };
        let project = part_of_project(root, question);
        let mut asked = Self::of(project, paths);
        for path in asked.paths.iter().filter(|path| path.is_file()) {
            asked.project.load_file(path);
        }
        if purpose == Purpose::Check {
            asked.dependents = asked.project.dependents(&|name| asked.is_named(name));
        }
        asked
    }

    /// This question with everything that the project has.
    pub(crate) fn whole(&self) -> Self {
        let mut project = whole_project(self.project.root());
        for path in self.paths.iter().filter(|path| path.is_file()) {
            project.load_file(path);
        }
        let mut asked = Self::of(project, self.paths.clone());
        asked.dependents = asked.project.dependents(&|name| asked.is_named(name));
        asked
    }

    /// Whether a file of the project is asked for under its own name.
    fn is_named(&self, name: &str) -> bool {
        let file = self.project.root().join(name);
        self.paths.iter().any(|path| file.starts_with(path))
    }

    /// Whether a file of the project is asked for.
    pub(crate) fn wants(&self, name: &str) -> bool {
        if self.paths.is_empty() || self.is_named(name) {
            return true;
        }
        let file = self.project.root().join(name);
        let file = file.canonicalize().unwrap_or(file);
        self.paths.iter().any(|path| file.starts_with(path))
    }

    /// A path that is asked for and has nothing to do with the content.
    fn without_content(&self) -> Option<&PathBuf> {
        if self.lacks_packages() {
            return None;
        }
        let files = self
            .project
            .sources
            .iter()
            .map(|(_, file)| self.project.root().join(&file.name));
        let files: Vec<PathBuf> = files.collect();
        let holds = |path: &PathBuf| {
            let has = |file: &PathBuf| file.starts_with(path);
            let leads = |file: &PathBuf| file.canonicalize().is_ok_and(|file| has(&file));
            files.iter().any(has) || files.iter().any(leads)
        };
        self.paths.iter().find(|path| !holds(path))
    }

    /// Asks something of the part of the project that is asked for.
    fn selected<T>(&self, ask: impl FnOnce(&Selection<'_>) -> T) -> T {
        ask(&Selection {
            project: &self.project,
            wants: &|name| self.wants(name),
            dependents: &self.dependents,
            aside: &self.aside,
        })
    }

    /// Whether packages are missing: then nothing else is known of the project.
    fn lacks_packages(&self) -> bool {
        !self.project.mount_errors().is_empty() || self.project.hides_needs()
    }

    /// The diagnostics that concern what is asked for.
    pub(crate) fn told(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        match self.paths.is_empty() || self.lacks_packages() {
            true => found,
            false => self.selected(|part| part.told(found)),
        }
    }

    /// Who uses the libraries that are asked for by name.
    pub(crate) fn users(&self) -> Vec<String> {
        match self.paths.is_empty() {
            true => Vec::new(),
            false => self.selected(|part| part.users()),
        }
    }

    /// Puts aside the card sets of these errors, if they may be. What depends on either is then not looked at. Whether there
    /// was something to put aside.
    pub(crate) fn puts_aside(&mut self, told: &[Diagnostic]) -> bool {
        if self.paths.is_empty() {
            return false;
        }
        let sets = self.selected(|part| part.may_be_put_aside(told));
        if sets.is_empty() {
            return false;
        }
        for set in sets {
            self.project.update(&set.name, Some(set.empty));
            self.aside.insert(set.name);
        }
        self.dependents.clear();
        true
    }

    /// The files under the names by which they are told.
    pub(crate) fn sources(&self) -> Cow<'_, Sources> {
        names::told(&self.project)
    }
}

/// The projects around some paths, each once, with the paths in them; the one around the working folder if there are none.
/// Files that lie in no folder of content are read too.
pub(crate) fn asked(paths: &[PathBuf], purpose: Purpose) -> Result<Vec<Asked>, Ending> {
    if paths.is_empty() {
        return Ok(vec![Asked::of(whole_project(&root_around(None)?), Vec::new())]);
    }
    let mut by_root: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        let real = path.canonicalize().map_err(|error| wrong_path(path, &error))?;
        by_root.entry(root_of(&real)?).or_default().push(real);
    }
    let asked = by_root.into_iter();
    let asked: Vec<Asked> = asked
        .map(|(root, paths)| Asked::read(&root, paths, purpose))
        .collect();
    if let Some(path) = asked.iter().find_map(Asked::without_content) {
        let why = "there is no content of the project there";
        return Err(wrong_path(path, &why));
    }
    Ok(asked)
}
