//! A project that is kept compiled while somebody works on it.
//!
//! The answer to a change comes in parts, the quickest first: what is wrong with the changed system ([`Warm::errors`],
//! some milliseconds), then all that is said of it and its scenarios ([`Warm::reviewed`]), then of its cases too
//! ([`Warm::tried`]). The last one is what [`review`](crate::review) says of the project, which a test holds together
//! over many changes. What is found in other systems stands as it was found before.

use crate::diagnostic::Diagnostic;
use crate::link::check_library;
use crate::project::{Project, lies_in, system_of};
use crate::recheck::Recheck;
use crate::review::{Look, Scope, in_order, review_with, reviewed};
use crate::source::{FileId, Location, Sources};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What a change of a file on the disk means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// Nothing: the file is not read.
    Nothing,
    /// A document has perhaps another text, and no file is new or gone.
    Text,
    /// There are other files than before.
    Files,
}

/// A project whose systems are compiled.
pub struct Warm {
    project: Project,
    systems: BTreeMap<String, Known>,
    /// The systems that have changed since all was found in them.
    changed: BTreeSet<String>,
}

/// What is known of a system.
struct Known {
    recheck: Recheck,
    /// What was found in its declarations, cards and scenarios.
    reviewed: Vec<Diagnostic>,
    /// What was found in its cases.
    tried: Vec<Diagnostic>,
}

impl Known {
    fn of(project: &Project, system: &str) -> Self {
        Self {
            recheck: Recheck::new(project, system),
            reviewed: Vec::new(),
            tried: Vec::new(),
        }
    }
}

impl Warm {
    /// Compiles the systems of a project.
    #[must_use]
    pub fn new(project: Project) -> Self {
        let ids: Vec<&String> = project.systems.keys().collect();
        let systems = ids
            .into_par_iter()
            .map(|id| (id.clone(), Known::of(&project, id)));
        Self {
            systems: systems.collect(),
            changed: project.systems.keys().cloned().collect(),
            project,
        }
    }

    /// The project as it is now.
    #[must_use]
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// What it means that a file or folder of this name has changed on the disk.
    #[must_use]
    pub fn news(&self, name: &str) -> News {
        let path = self.project.root().join(name);
        let known = self.project.sources.named(name).is_some() || self.project.is_ledger(name);
        match (self.project.is_content(name), known) {
            (true, true) if path.is_file() => News::Text,
            (true, known) if known || path.exists() => News::Files,
            _ => News::Nothing,
        }
    }

    /// Takes note of files that have perhaps changed on the disk; whether one has. None is new and none is gone.
    pub fn update(&mut self, names: &[String]) -> bool {
        let changed = names.iter().filter(|name| self.project.is_changed(name));
        let texts: Vec<_> = changed.map(|name| (name.as_str(), None)).collect();
        let has_changed = !texts.is_empty();
        if has_changed {
            self.set(texts);
        }
        has_changed
    }

    /// Gives a file another text than the one on the disk.
    pub fn edit(&mut self, name: &str, text: String) {
        self.set(vec![(name, Some(text))]);
    }

    fn set(&mut self, texts: Vec<(&str, Option<String>)>) {
        let sources = self.project.sources.clone();
        for (name, text) in texts {
            let touched = self.touched(name);
            self.changed.extend(touched);
            self.project.update(name, text);
        }
        let same = self.project.systems.keys().eq(self.systems.keys());
        if !same || !self.is_plain() {
            // Whatever one document is missing another one may have, in whichever system.
            self.changed.extend(self.project.systems.keys().cloned());
        }
        self.systems.retain(|id, _| self.project.systems.contains_key(id));
        self.changed.retain(|id| self.project.systems.contains_key(id));
        for known in self.systems.values_mut() {
            for found in [&mut known.reviewed, &mut known.tried] {
                *found = found
                    .drain(..)
                    .filter_map(|one| moved(one, &sources, &self.project.sources))
                    .collect();
            }
        }
        for id in &self.changed {
            match self.systems.get_mut(id) {
                Some(known) => drop(known.recheck.update(&self.project)),
                None => drop(self.systems.insert(id.clone(), Known::of(&self.project, id))),
            }
        }
    }

    /// The systems for which a file matters.
    fn touched(&self, name: &str) -> Vec<String> {
        let uses = |id: &&String| {
            let libraries = self
                .project
                .systems
                .get(*id)
                .map_or(&[][..], |system| &system.libraries);
            let mut names = libraries.iter().map(|one| &self.project.sources.get(one.0).name);
            names.any(|library| {
                library
                    .rsplit_once('/')
                    .is_some_and(|(folder, _)| lies_in(name, folder))
            })
        };
        let ids = self.project.systems.keys();
        match system_of(name) {
            Some(system) => vec![system.to_owned()],
            None if name.starts_with("libraries/") => ids.filter(uses).cloned().collect(),
            None => ids.cloned().collect(),
        }
    }

    /// Whether each document is in order and belongs to a system.
    fn is_plain(&self) -> bool {
        let project = &self.project;
        let scenarios = project.scenarios.iter().map(|one| &one.doc.system.value);
        let mut named = scenarios.chain(project.cases.iter().map(|one| &one.doc.system.value));
        project.diagnostics.is_empty() && named.all(|system| project.systems.contains_key(system))
    }

    /// The errors in documents, and in the declarations and cards of systems.
    #[must_use]
    pub fn errors(&self) -> Vec<Diagnostic> {
        let systems = self
            .systems
            .values()
            .flat_map(|known| known.recheck.diagnostics());
        let mut found: Vec<Diagnostic> = systems.cloned().collect();
        // What is wrong with a library on its own is told once, in the library's words.
        for library in self.project.libraries.values() {
            let is_its_own = |one: &Diagnostic| library.has(one.place.file);
            if found.iter().any(is_its_own) {
                let own = check_library(&self.project, library);
                found.retain(|one| own.is_empty() || !is_its_own(one));
                found.extend(own);
            }
        }
        found.extend(self.project.diagnostics.iter().cloned());
        in_order(found)
    }

    /// What there is to say of documents, systems and scenarios, with what `look` finds in these.
    pub fn reviewed(&mut self, look: Look<'_>) -> Vec<Diagnostic> {
        for id in &self.changed {
            let scope = Scope::system(id, false);
            let found = reviewed(&self.project, &scope, look);
            if let Some(known) = self.systems.get_mut(id) {
                known.reviewed = found;
            }
        }
        self.all(|known| &known.reviewed)
    }

    /// All that there is to say of the project.
    pub fn tried(&mut self, look: Look<'_>) -> Vec<Diagnostic> {
        if !self.is_plain() {
            return review_with(&self.project, look);
        }
        // What abilities cost at worst rests on all games that there are.
        if !self.project.settings.budget.is_empty() {
            self.changed.clear();
            return review_with(&self.project, look);
        }
        for id in std::mem::take(&mut self.changed) {
            let scope = Scope::system(&id, true);
            let found = reviewed(&self.project, &scope, look);
            if let Some(known) = self.systems.get_mut(&id) {
                known.tried = found;
            }
        }
        self.all(|known| &known.tried)
    }

    fn all(&self, of: impl Fn(&Known) -> &Vec<Diagnostic>) -> Vec<Diagnostic> {
        let project = &self.project;
        let libraries = project.libraries.par_iter();
        let libraries = libraries.flat_map_iter(|(_, library)| check_library(project, library));
        let mut found: Vec<Diagnostic> = libraries.collect();
        found.extend(project.diagnostics.iter().cloned());
        found.extend(self.systems.values().flat_map(|known| of(known).iter().cloned()));
        in_order(found)
    }
}

/// What was found, with the numbers that files have now; nothing, if one is gone.
fn moved(mut found: Diagnostic, from: &Sources, to: &Sources) -> Option<Diagnostic> {
    let file = |id: FileId| to.named(&from.get(id).name);
    let place = |place: Location| file(place.file).map(|file| Location { file, ..place });
    found.place = place(found.place)?;
    for (at, _) in &mut found.related {
        *at = place(*at)?;
    }
    if let Some(fix) = &mut found.fix {
        fix.place = place(fix.place)?;
    }
    Some(found)
}
