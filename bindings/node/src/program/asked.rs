//! The projects and paths of a call, and which diagnostics concern them.
//!
//! The whole project is always read: which part of it answers a question is only known to who reads
//! the folders.

use super::Folder;
use super::strays::Stray;
use cardwright_compiler::settings::SETTINGS_FILE;
use cardwright_compiler::source::FileId;
use cardwright_compiler::{Diagnostic, Project, Severity, Sources, count};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

/// How files of a project are told.
#[derive(Default)]
pub(super) struct Names {
    /// What stands before each name.
    pub(super) above: String,
    /// The folder of the project from which its files are seen.
    pub(super) within: String,
}

impl Names {
    fn told(&self, name: &str) -> String {
        if self.within.is_empty() {
            return format!("{}{name}", self.above);
        }
        let (file, base) = (name.split('/'), self.within.split('/'));
        let same = file.clone().zip(base.clone()).take_while(|(a, b)| a == b).count();
        let up = base.skip(same).map(|_| "..");
        up.chain(file.skip(same)).collect::<Vec<_>>().join("/")
    }
}

/// A file or folder that is asked for.
pub(super) struct Wanted {
    /// Its name in the project; nothing for the project's folder.
    pub(super) name: String,
    /// The whole path.
    pub(super) path: String,
    pub(super) is_file: bool,
}

impl Wanted {
    /// Whether a file of the project is this one, or lies in it.
    fn holds(&self, name: &str) -> bool {
        let rest = name.strip_prefix(&self.name);
        self.name.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// A project, and what of it is asked for.
pub(super) struct Asked {
    pub(super) project: Project,
    /// Files and folders; all of the project if there are none.
    pub(super) wanted: Vec<Wanted>,
    names: Names,
    strays: Vec<Stray>,
    /// The documents that depend on what is asked for.
    dependents: BTreeSet<String>,
    /// The faulty card sets that stand aside, so that others can be looked at.
    pub(super) aside: BTreeSet<String>,
}

impl Asked {
    pub(super) fn of(folder: Folder) -> Self {
        let Folder {
            names,
            documents,
            mut strays,
            wanted,
        } = folder;
        strays.extend(documents.keys().filter_map(|name| Stray::misplaced(name)));
        // Files that cannot be read come before those that nobody reads, as where the compiler
        // reads folders.
        strays.sort_by(|a, b| (a.code.id, &a.name).cmp(&(b.code.id, &b.name)));
        let root = Path::new(crate::NOWHERE);
        let mut asked = Self {
            project: Project::load_with(root, documents),
            wanted,
            names,
            strays,
            dependents: BTreeSet::new(),
            aside: BTreeSet::new(),
        };
        asked.tell_strays();
        for one in asked.wanted.iter().filter(|one| one.is_file) {
            asked.project.load_file(&root.join(&one.name));
        }
        if !asked.wanted.is_empty() {
            asked.dependents = asked.project.dependents(&|name| asked.wants(name));
        }
        asked
    }

    fn tell_strays(&mut self) {
        self.strays.iter().for_each(|stray| stray.tell(&mut self.project));
    }

    /// The names of files that were not read.
    pub(super) fn unread(&self) -> BTreeSet<&str> {
        self.strays.iter().map(|stray| stray.name.as_str()).collect()
    }

    /// Whether a file of the project is asked for.
    pub(super) fn wants(&self, name: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|one| one.holds(name))
    }

    /// A path that is asked for and has nothing to do with the content.
    pub(super) fn without_content(&self) -> Option<&str> {
        let has = |one: &&Wanted| self.project.sources.iter().any(|(_, file)| one.holds(&file.name));
        let without = self.wanted.iter().find(|one| !has(one));
        without.map(|one| one.path.as_str())
    }

    /// The name of the file in which a diagnostic stands.
    fn name(&self, one: &Diagnostic) -> &str {
        &self.project.sources.get(one.place.file).name
    }

    /// What was found in that which is asked for, and the errors in what depends on it. If there is
    /// no error in either, also the errors that keep it from being looked at: those of its system,
    /// with its sets and maps, and of the scenarios that its cases name.
    pub(super) fn told(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if self.wanted.is_empty() {
            return found;
        }
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

    /// Puts aside the card sets of these errors, if card sets are asked for that need none of them.
    /// Whether there was something to put aside.
    pub(super) fn puts_aside(&mut self, told: &[Diagnostic]) -> bool {
        let errors = told.iter().filter(|one| is_error(one));
        let faulty: BTreeSet<String> = errors.map(|one| self.name(one).to_owned()).collect();
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
        self.tell_strays();
        self.dependents.clear();
        true
    }

    /// Whether card sets are asked for, and nothing else.
    fn asks_for_sets(&self) -> bool {
        let files = self.project.sources.iter().map(|(_, file)| &file.name);
        let mut wanted = files.filter(|name| self.wants(name)).peekable();
        !self.wanted.is_empty() && wanted.peek().is_some() && wanted.all(|name| is_set(name))
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
            let used = uses.map(|used| (key.0.clone(), used.value.clone()));
            open.extend(used.filter(|one| !needed.contains(one)));
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
        let project = &self.project;
        let cases = project.cases.iter();
        let cases = cases.filter(|case| self.wants(&project.sources.get(case.file).name));
        let named: BTreeSet<&str> = cases
            .filter_map(|case| Some(case.doc.scenario.as_ref()?.value.as_str()))
            .collect();
        let scenarios = project.scenarios.iter();
        let scenarios = scenarios.filter(|one| named.contains(one.doc.scenario.value.as_str()));
        scenarios.map(|one| one.file).collect()
    }

    /// The files under the names by which they are told.
    pub(super) fn sources(&self) -> Cow<'_, Sources> {
        let Names { above, within } = &self.names;
        match above.is_empty() && within.is_empty() {
            true => Cow::Borrowed(&self.project.sources),
            false => Cow::Owned(self.project.sources.renamed(|name| self.names.told(name))),
        }
    }
}

fn is_error(one: &Diagnostic) -> bool {
    one.code.severity == Severity::Error
}

/// Whether a file of the project is a card set's.
fn is_set(name: &str) -> bool {
    name.starts_with("cards/")
}
