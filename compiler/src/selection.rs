//! Which diagnostics concern somebody who asks for a part of a project, such as a file or a folder.
//!
//! Not here: where the part comes from (paths, links, a page), and how it is told.

use crate::review::count;
use cardwright_documents::diagnostic::{Diagnostic, Severity};
use cardwright_documents::project::Documents;
use cardwright_documents::settings::SETTINGS_FILE;
use cardwright_documents::source::FileId;
use std::collections::BTreeSet;

/// A part of a project.
pub struct Selection<'a> {
    /// The project.
    pub project: &'a Documents,
    /// Whether a file is in the part, by its name in the project.
    pub wants: &'a dyn Fn(&str) -> bool,
    /// The documents that depend on the part.
    pub dependents: &'a BTreeSet<String>,
    /// The card sets that were put aside already.
    pub aside: &'a BTreeSet<String>,
}

/// A faulty card set that is put aside, so that others can be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The name of its file.
    pub name: String,
    /// A set with the same id and no cards.
    pub empty: String,
}

impl Selection<'_> {
    /// The diagnostics in the part, and the errors in what depends on it. If there is no error in either, also the errors that
    /// keep it from being looked at: those of its system, with its sets and maps, and of the scenarios that its cases name.
    #[must_use]
    pub fn told(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let depends = |one: &Diagnostic| is_error(one) && self.dependents.contains(self.name(one));
        let told = |one: &Diagnostic| self.wants(self.name(one)) || depends(one);
        let (mut own, others): (Vec<_>, Vec<_>) = found.into_iter().partition(told);
        if count(&own).0 == 0 {
            let (folders, scenarios) = (self.systems(), self.scenarios_of_cases());
            let libraries = self.libraries_of(&folders);
            let hinders = |one: &Diagnostic| {
                let name = self.name(one);
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

    /// The card sets of these errors that may be put aside, if the part is card sets that need none of them: what is wrong with a
    /// set is told where that one is asked for, not once more for each of its neighbours. None, if an error lies elsewhere.
    #[must_use]
    pub fn may_be_put_aside(&self, told: &[Diagnostic]) -> Vec<Aside> {
        let errors = told.iter().filter(|one| is_error(one));
        let faulty: BTreeSet<&str> = errors.map(|one| self.name(one)).collect();
        if faulty.is_empty() {
            return Vec::new();
        }
        let needed = self.sets_needed();
        let can = |name: &&str| {
            let is_needed = needed.contains(&set_at(self.project, name));
            is_set(name) && !is_needed && !self.wants(name) && !self.aside.contains(*name)
        };
        if !self.is_of_sets() || !faulty.iter().all(can) {
            return Vec::new();
        }
        faulty.into_iter().map(|name| aside(self.project, name)).collect()
    }

    /// For each library that the part names, the systems that use it, in words: they were checked with it.
    #[must_use]
    pub fn users(&self) -> Vec<String> {
        let project = self.project;
        let libraries = project.libraries.iter().filter(|(_, library)| {
            let mut files = project.sources.iter().filter(|(id, _)| library.has(*id));
            files.any(|(_, file)| self.wants(&file.name))
        });
        let line = |(id, library): (&String, _)| {
            let users: Vec<&str> = project.users(library).collect();
            match users.as_slice() {
                [] => format!("no system uses the library `{id}`"),
                users => format!("the library `{id}` is used by {}", users.join(", ")),
            }
        };
        libraries.map(line).collect()
    }

    fn wants(&self, name: &str) -> bool {
        (self.wants)(name)
    }

    /// The name of the file in which a diagnostic stands.
    fn name(&self, one: &Diagnostic) -> &str {
        &self.project.sources.get(one.place.file).name
    }

    /// Whether the part is card sets, and nothing else.
    fn is_of_sets(&self) -> bool {
        let files = self.project.sources.iter().map(|(_, file)| &file.name);
        let mut wanted = files.filter(|name| self.wants(name)).peekable();
        wanted.peek().is_some() && wanted.all(|name| is_set(name))
    }

    /// The sets of the part, and those that they use.
    fn sets_needed(&self) -> BTreeSet<(String, String)> {
        let sets = &self.project.sets;
        let is_wanted = |file: FileId| self.wants(&self.project.sources.get(file).name);
        let wanted = sets.iter().filter(|(_, set)| is_wanted(set.file));
        let mut open: Vec<(String, String)> = wanted.map(|(key, _)| key.clone()).collect();
        let mut needed = BTreeSet::new();
        while let Some(key) = open.pop() {
            let uses = sets.get(&key).into_iter().flat_map(|set| &set.doc.uses);
            let used = uses.map(|used| (key.0.clone(), used.value.clone()));
            open.extend(used.filter(|one| !needed.contains(one)));
            needed.insert(key);
        }
        needed
    }

    /// The systems of the part.
    fn systems(&self) -> BTreeSet<&str> {
        let project = self.project;
        let names = project.sources.iter().map(|(_, file)| file.name.as_str());
        let folders = names
            .filter(|name| self.wants(name))
            .filter_map(|name| name.trim_start_matches("tests/").split('/').nth(1));
        let scenarios = project.scenarios.iter();
        let scenarios = scenarios.map(|one| (one.file, one.doc.system.value.as_str()));
        let cases = project.cases.iter();
        let cases = cases.map(|one| (one.file, one.doc.system.value.as_str()));
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
        let project = self.project;
        let cases = project.cases.iter();
        let cases = cases.filter(|case| self.wants(&project.sources.get(case.file).name));
        let named: BTreeSet<&str> = cases
            .filter_map(|case| Some(case.doc.scenario.as_ref()?.value.as_str()))
            .collect();
        let scenarios = project.scenarios.iter();
        let scenarios = scenarios.filter(|one| named.contains(one.doc.scenario.value.as_str()));
        scenarios.map(|one| one.file).collect()
    }
}

/// Says that not everything was looked at, because of errors in card sets that were put aside.
#[must_use]
pub fn not_looked_at(aside: &BTreeSet<String>) -> Option<String> {
    let aside: Vec<String> = aside.iter().map(|name| format!("`{name}`")).collect();
    (!aside.is_empty()).then(|| {
        format!(
            "what depends on {} was not examined, because of errors there; `cardwright check` reports them",
            aside.join(", ")
        )
    })
}

fn is_error(one: &Diagnostic) -> bool {
    one.code.severity == Severity::Error
}

/// A card set that is put aside, by the name of its file.
#[must_use]
pub fn aside(project: &Documents, name: &str) -> Aside {
    let (system, id) = set_at(project, name);
    Aside {
        name: name.to_owned(),
        empty: format!("set: {id}\nsystem: {system}\ntitle: {id}\ncards: []\n"),
    }
}

/// The system and id of the set in a file; by the file's name, if it cannot be read.
fn set_at(project: &Documents, name: &str) -> (String, String) {
    let mut sets = project.sets.iter();
    let found = sets.find(|(_, set)| project.sources.get(set.file).name == name);
    found.map_or_else(
        || {
            let system = name.split('/').nth(1).unwrap_or_default();
            let file = name.rsplit('/').next().unwrap_or_default();
            (system.to_owned(), file.trim_end_matches(".yaml").to_owned())
        },
        |(key, _)| key.clone(),
    )
}

/// Whether a file of the project is a card set's.
fn is_set(name: &str) -> bool {
    name.starts_with("cards/")
}
