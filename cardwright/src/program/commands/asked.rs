//! Which projects and documents a call means, and what is told of them.

use super::{outside_links, project_at, root_of, wrong_path};
use crate::program::{Ending, names};
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
    /// The faulty card sets that stand aside, so that others can be looked at.
    pub(crate) aside: BTreeSet<String>,
}

impl Asked {
    /// What is asked of a project, and nothing that depends on it.
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

    /// Puts aside the card sets of these errors, if card sets are asked for that need none of them: what is wrong with a set
    /// is told where that one is asked for, not once more for each of its neighbours. What depends on either is then not
    /// looked at. Whether there was something to put aside.
    pub(crate) fn puts_aside(&mut self, told: &[Diagnostic]) -> bool {
        let errors = told.iter().filter(|one| one.code.severity == Severity::Error);
        let faulty: BTreeSet<String> = errors
            .map(|one| self.project.sources.get(one.place.file).name.clone())
            .collect();
        let needed = self.sets_needed();
        let can_stand_aside = |name: &String| {
            let is_needed = needed.contains(&self.set_at(name));
            is_set(name) && !is_needed && !self.wants(name) && !self.aside.contains(name)
        };
        if faulty.is_empty() || !self.asks_for_sets() || !faulty.iter().all(can_stand_aside) {
            return false;
        }
        for name in faulty {
            let (system, id) = self.set_at(&name);
            let empty = format!("set: {id}\nsystem: {system}\ntitle: {id}\ncards: []\n");
            self.project.update(&name, Some(empty));
            self.aside.insert(name);
        }
        self.dependents.clear();
        true
    }

    /// Whether card sets are asked for, and nothing else.
    fn asks_for_sets(&self) -> bool {
        let files = self.project.sources.iter();
        let mut wanted = files.filter(|(_, file)| self.is_named(&file.name)).peekable();
        wanted.peek().is_some() && wanted.all(|(_, file)| is_set(&file.name))
    }

    /// The sets that are asked for, and those that they use.
    fn sets_needed(&self) -> BTreeSet<(String, String)> {
        let sets = &self.project.sets;
        let is_wanted = |file: FileId| self.wants(&self.project.sources.get(file).name);
        let wanted = sets.iter().filter(|(_, set)| is_wanted(set.file));
        let mut open: Vec<(String, String)> = wanted.map(|(key, _)| key.clone()).collect();
        let mut needed = BTreeSet::new();
        while let Some(key) = open.pop() {
            let uses = sets.get(&key).into_iter().flat_map(|set| &set.doc.uses);
            open.extend(
                uses.map(|used| (key.0.clone(), used.value.clone()))
                    .filter(|one| !needed.contains(one)),
            );
            needed.insert(key);
        }
        needed
    }

    /// The system and id of the set in a file; by the file's name, if it cannot be read.
    fn set_at(&self, name: &str) -> (String, String) {
        let mut sets = self.project.sets.iter();
        let found = sets.find(|(_, set)| self.project.sources.get(set.file).name == name);
        found.map_or_else(
            || {
                let system = name.split('/').nth(1).unwrap_or_default();
                let file = name.rsplit('/').next().unwrap_or_default();
                (system.to_owned(), file.trim_end_matches(".yaml").to_owned())
            },
            |(key, _)| key.clone(),
        )
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

/// Whether a file of the project is a card set's.
fn is_set(name: &str) -> bool {
    name.starts_with("cards/")
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
