//! Which projects and documents a call means, and what is told of them.

use super::{outside_links, project_at, root_of, wrong_path};
use crate::{Ending, names};
use cardwright_compiler::project::Question;
use cardwright_compiler::settings::SETTINGS_FILE;
use cardwright_compiler::source::FileId;
use cardwright_compiler::{Diagnostic, Project, Severity, Sources, count};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What somebody wants to do with documents.
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
}

impl Asked {
    /// What is asked of a project, and nothing that depends on it.
    pub(crate) fn of(project: Project, paths: Vec<PathBuf>) -> Self {
        Self {
            project,
            paths,
            dependents: BTreeSet::new(),
        }
    }

    fn read(root: &std::path::Path, paths: Vec<PathBuf>, purpose: Purpose) -> Self {
        let question = match purpose {
            Purpose::Check => Question::Dependents(&paths),
            Purpose::Use => Question::Needed(&paths),
        };
        let project = Project::load_for(root, outside_links(), question);
        let mut asked = Self::of(project, paths);
        for path in asked.paths.iter().filter(|path| path.is_file()) {
            asked.project.load_file(path);
        }
        if purpose == Purpose::Check {
            asked.dependents = asked.project.dependents(&|name| asked.is_named(name));
        }
        asked
    }

    /// The same with everything that the project has.
    pub(crate) fn whole(&self) -> Self {
        let mut project = Project::load_linked(self.project.root(), outside_links());
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

    /// What was found in that which is asked for, and the errors in what depends on it. If there is no error in either,
    /// also the errors that keep it from being looked at: those of its system, with its sets and maps, and of the
    /// scenarios that its cases name.
    pub(crate) fn told(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if self.paths.is_empty() {
            return found;
        }
        let name = |one: &Diagnostic| self.project.sources.get(one.place.file).name.as_str();
        let is_error = |one: &Diagnostic| one.code.severity == Severity::Error;
        let depends = |one: &Diagnostic| is_error(one) && self.dependents.contains(name(one));
        let told = |one: &Diagnostic| self.wants(name(one)) || depends(one);
        let (mut own, others): (Vec<_>, Vec<_>) = found.into_iter().partition(told);
        if count(&own).0 == 0 {
            let (folders, scenarios) = (self.systems(), self.scenarios_of_cases());
            let libraries = self.libraries_of(&folders);
            let hinders = |one: &Diagnostic| {
                let name = name(one);
                let mut parts = name.split('/');
                let (above, folder) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
                let of_system = ["systems", "cards", "maps"].contains(&above) && folders.contains(folder);
                let of_library = above == "libraries" && libraries.contains(folder);
                of_system || of_library || scenarios.contains(&one.place.file) || name == SETTINGS_FILE
            };
            own.extend(others.into_iter().filter(|one| is_error(one) && hinders(one)));
        }
        own
    }

    /// The systems of what is asked for.
    fn systems(&self) -> BTreeSet<&str> {
        let project = &self.project;
        let names = project.sources.iter().map(|(_, file)| file.name.as_str());
        let folders = names
            .filter(|name| self.wants(name))
            .filter_map(|name| name.trim_start_matches("tests/").split('/').nth(1));
        let scenarios = project
            .scenarios
            .iter()
            .map(|one| (one.file, one.doc.system.value.as_str()));
        let cases = project
            .cases
            .iter()
            .map(|one| (one.file, one.doc.system.value.as_str()));
        let wanted = scenarios
            .chain(cases)
            .filter(|(file, _)| self.wants(&project.sources.get(*file).name));
        folders.chain(wanted.map(|(_, system)| system)).collect()
    }

    fn libraries_of(&self, systems: &BTreeSet<&str>) -> BTreeSet<&str> {
        let systems = systems.iter().filter_map(|id| self.project.systems.get(*id));
        let libraries = systems.flat_map(|system| &system.libraries);
        libraries.map(|(_, doc)| doc.library.value.as_str()).collect()
    }

    fn scenarios_of_cases(&self) -> BTreeSet<FileId> {
        let project = &self.project;
        let cases = project
            .cases
            .iter()
            .filter(|case| self.wants(&project.sources.get(case.file).name));
        let named: BTreeSet<&str> = cases
            .filter_map(|case| Some(case.doc.scenario.as_ref()?.value.as_str()))
            .collect();
        let scenarios = project
            .scenarios
            .iter()
            .filter(|one| named.contains(one.doc.scenario.value.as_str()));
        scenarios.map(|one| one.file).collect()
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
        return Ok(vec![Asked::of(project_at(None)?, Vec::new())]);
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
        let why = "no content of the project lies there";
        return Err(wrong_path(path, &why));
    }
    Ok(asked)
}
