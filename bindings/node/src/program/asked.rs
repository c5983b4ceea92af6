//! The projects and paths of a call, and which diagnostics concern them.
//!
//! The whole project is always read: which part of it answers a question is only known to who reads
//! the folders.

use super::Folder;
use super::strays::Stray;
use cardwright_compiler::{Diagnostic, Project, Selection, Sources};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

/// How files of a project are told.
#[derive(Default)]
pub(super) struct Names {
    /// The prefix of each name.
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

    /// Asks something of the part of the project that is asked for.
    fn selected<T>(&self, ask: impl FnOnce(&Selection<'_>) -> T) -> T {
        ask(&Selection {
            project: &self.project,
            wants: &|name| self.wants(name),
            dependents: &self.dependents,
            aside: &self.aside,
        })
    }

    /// The diagnostics that concern what is asked for.
    pub(super) fn told(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        match self.wanted.is_empty() {
            true => found,
            false => self.selected(|part| part.told(found)),
        }
    }

    /// For each library that is asked for by name, the systems that use it, in words.
    pub(super) fn users(&self) -> Vec<String> {
        match self.wanted.is_empty() {
            true => Vec::new(),
            false => self.selected(|part| part.users()),
        }
    }

    /// Puts aside the card sets of these errors, if they may be. What depends on either is then not looked at. Whether there
    /// was something to put aside.
    pub(super) fn puts_aside(&mut self, told: &[Diagnostic]) -> bool {
        if self.wanted.is_empty() {
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
        self.tell_strays();
        self.dependents.clear();
        true
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
