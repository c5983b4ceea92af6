//! A part of a project's documents: no more than one system, or one game of it, can notice. Two parts that are the same give the
//! same answers, whatever else has changed.

use super::find::folder_of;
use super::{Documents, Loaded, Overlay, SharedLibrary, System};
use crate::document::{CardSetDoc, CaseDoc};
use crate::rules::Unit;
use crate::source::{FileId, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The beginning of a game of a system.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Needed {
    /// The ids of its card sets, in their order.
    pub sets: Vec<String>,
    /// The id of its map.
    pub map: Option<String>,
    /// The id of the scenario from which it starts.
    pub scenario: Option<String>,
}

impl Documents {
    /// The part that one system can notice: itself, its libraries, sets, maps, phrasebook, looks, scenarios and cases.
    pub fn of_system(&self, id: &str) -> Self {
        let (system, unread) = (self.systems.get(id), &self.unread);
        let own = |key: &&(String, String)| key.0 == id;
        let sets = self.sets.iter().filter(|(key, _)| own(key));
        let remains = self.remains.iter().filter(|(key, _)| own(key));
        let maps = self.maps.iter().filter(|(key, _)| own(key));
        let printed = self.printed.iter().filter(|(key, _)| own(key));
        let overlays = self.overlays.iter().filter(|one| one.doc.system.value == id);
        let scenarios = self.scenarios.iter().filter(|one| one.doc.system.value == id);
        let cases = self.cases.iter().filter(|one| one.doc.system.value == id);
        let mut part = Self {
            systems: system
                .map(|system| (id.to_owned(), system.clone()))
                .into_iter()
                .collect(),
            libraries: self.used_by(system),
            sets: sets.map(|(key, set)| (key.clone(), set.clone())).collect(),
            printed: printed.map(|(key, set)| (key.clone(), set.clone())).collect(),
            overlays: overlays.cloned().collect(),
            phrasebooks: self
                .phrasebooks
                .get(id)
                .map(|one| (id.to_owned(), one.clone()))
                .into_iter()
                .collect(),
            looks: self
                .looks
                .get(id)
                .map(|one| (id.to_owned(), one.clone()))
                .into_iter()
                .collect(),
            maps: maps.map(|(key, map)| (key.clone(), map.clone())).collect(),
            scenarios: scenarios.cloned().collect(),
            cases: cases.cloned().collect(),
            settings: self.settings.clone(),
            library: self.library.clone(),
            unread: unread.seen_by(id, |one| self.systems.contains_key(one)),
            remains: remains.map(|(key, set)| (key.clone(), set.clone())).collect(),
            lost: self.lost_of(id),
            ..Self::default()
        };
        let files = part.files();
        part.ill_formed = self.ill_formed.intersection(&files).copied().collect();
        // What cannot be read still names things.
        let is_of_nobody = |of: &str| !self.systems.contains_key(of);
        let is_own = |file: FileId, name: &str| {
            files.contains(&file) || folder_of(name).is_some_and(|of| of == id || is_of_nobody(of))
        };
        part.sources = self.sources.only(is_own);
        part
    }

    /// The part that a library can notice on its own.
    pub fn of_library(&self, id: &str) -> Self {
        let library = self.libraries.get(id);
        let part = Self {
            sources: self.sources.clone(),
            libraries: library
                .map(|one| (id.to_owned(), one.clone()))
                .into_iter()
                .collect(),
            library: self.library.clone(),
            unread: self.unread.of_libraries(),
            ..Self::default()
        };
        part.with_its_files()
    }

    /// The case in a file.
    pub fn case_in(&self, file: FileId) -> Option<&Loaded<CaseDoc>> {
        let of_file = || self.cases.iter().find(|one| one.file == file);
        let at = self.cases.binary_search_by_key(&file, |one| one.file);
        // Those of libraries stand behind all others.
        at.ok().and_then(|at| self.cases.get(at)).or_else(of_file)
    }

    fn used_by(&self, system: Option<&System>) -> BTreeMap<String, SharedLibrary> {
        let used = system.map_or(&[][..], |system| &system.libraries);
        let used = used.iter().map(|(_, doc)| &doc.library.value);
        used.filter_map(|id| Some((id.clone(), self.libraries.get(id)?.clone())))
            .collect()
    }

    /// The lost words of a system, and those of which nobody knows whose they are.
    fn lost_of(&self, id: &str) -> BTreeMap<Option<String>, BTreeSet<String>> {
        let of = [Some(id.to_owned()), None];
        let lost = self.lost.iter().filter(|(system, _)| of.contains(system));
        lost.map(|(system, words)| (system.clone(), words.clone()))
            .collect()
    }

    /// Of the part of a system what a game needs; its own document is not among it.
    pub fn of_game(&self, needed: &Needed) -> Self {
        let is_needed = |id: &str, of: &Option<String>| of.as_deref() == Some(id);
        let scenarios = self.scenarios.iter();
        let mut part = self.without_games();
        part.sets.retain(|key, _| needed.sets.contains(&key.1));
        part.leave_out_overlays();
        part.maps.retain(|key, _| is_needed(&key.1, &needed.map));
        part.scenarios = scenarios
            .filter(|one| is_needed(&one.doc.scenario.value, &needed.scenario))
            .cloned()
            .collect();
        part.with_its_files()
    }

    /// These documents with the text of one more file.
    pub fn with_text(&self, file: FileId, text: &Arc<SourceFile>) -> Self {
        let mut part = self.clone();
        part.sources.put(file, Arc::clone(text));
        part
    }

    /// These documents without scenarios and cases, and without what is told about the whole.
    pub fn without_games(&self) -> Self {
        let part = Self {
            scenarios: Vec::new(),
            cases: Vec::new(),
            phrasebooks: BTreeMap::new(),
            looks: BTreeMap::new(),
            ..self.clone()
        };
        part.with_its_files()
    }

    fn with_its_files(mut self) -> Self {
        let files = self.files();
        self.sources = self.sources.only(|file, _| files.contains(&file));
        self
    }

    /// The files of its documents and of the language.
    pub(crate) fn files(&self) -> BTreeSet<FileId> {
        let systems = self.systems.values().flat_map(|one| {
            let units = one.units.iter().map(|unit| unit.origin.file_id());
            let libraries = one.libraries.iter().map(|library| library.0);
            units.chain(libraries).chain([one.file])
        });
        let libraries = self.libraries.values().flat_map(|one| {
            let units = one.units().map(|unit| unit.origin.file_id());
            units.chain([one.file])
        });
        let sets = self
            .sets
            .values()
            .chain(self.remains.values())
            .map(|one| one.file);
        let overlays = self.overlays.iter().map(|one| one.file);
        let others = self.maps.values().map(|one| one.file);
        let books = self.phrasebooks.values().map(|one| one.file);
        let looks = self.looks.values().map(|one| one.file);
        let games = self
            .scenarios
            .iter()
            .map(|one| one.file)
            .chain(self.cases.iter().map(|one| one.file));
        systems
            .chain(libraries)
            .chain(sets)
            .chain(overlays)
            .chain(others)
            .chain(books)
            .chain(looks)
            .chain(games)
            .collect()
    }
}

/// A part of a project's documents. Two are the same if the same texts are in them.
#[derive(Clone, Debug)]
pub struct Part(pub Arc<Documents>);

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.is_same_but(other, &same_set) && self.0.sources.is_same(&other.0.sources)
    }
}

impl Part {
    /// Whether two parts are the same, if their sets are that in some way, wherever anything stands.
    pub fn is_same_but(
        &self,
        other: &Self,
        same_set: &dyn Fn(&Loaded<CardSetDoc>, &Loaded<CardSetDoc>) -> bool,
    ) -> bool {
        let Documents {
            sources: _,
            systems,
            libraries,
            sets,
            overlays,
            printed: _,
            phrasebooks,
            looks,
            maps,
            scenarios,
            cases,
            settings,
            diagnostics: _,
            library,
            library_cases: _,
            unread,
            lost,
            remains,
            ill_formed,
            scenario_ids: _,
            system_folders: _,
            meant: _,
            clashes: _,
            of_packages: _,
        } = &*self.0;
        let other = &*other.0;
        unread == &other.unread
            && lost == &other.lost
            && ill_formed == &other.ill_formed
            && settings == &other.settings
            && library.extent == other.library.extent
            && same_maps(systems, &other.systems, same_system)
            && same_maps(libraries, &other.libraries, same_library)
            && same_maps(sets, &other.sets, same_set)
            && same_lists(overlays, &other.overlays, Overlay::is)
            && same_maps(remains, &other.remains, same_set)
            && same_maps(phrasebooks, &other.phrasebooks, same_document)
            && looks == &other.looks
            && same_maps(maps, &other.maps, same_document)
            && same_lists(scenarios, &other.scenarios, same_document)
            && same_lists(cases, &other.cases, same_document)
    }
}

impl Eq for Part {}

fn same_system(one: &System, other: &System) -> bool {
    one.file == other.file
        && one.own == other.own
        && Arc::ptr_eq(&one.doc, &other.doc)
        && Arc::ptr_eq(&one.ledger, &other.ledger)
        && same_lists(&one.units, &other.units, |one, other| one.is(other))
        && same_lists(&one.libraries, &other.libraries, |one, other| {
            one.0 == other.0 && Arc::ptr_eq(&one.1, &other.1)
        })
}

fn same_library(one: &SharedLibrary, other: &SharedLibrary) -> bool {
    let same_units = |one: &[Unit], other: &[Unit]| same_lists(one, other, Unit::is);
    one.file == other.file
        && Arc::ptr_eq(&one.doc, &other.doc)
        && same_units(&one.needs, &other.needs)
        && same_units(&one.defaults, &other.defaults)
        && same_units(&one.shared, &other.shared)
}

fn same_set(one: &Loaded<CardSetDoc>, other: &Loaded<CardSetDoc>) -> bool {
    same_document(one, other) && Arc::ptr_eq(&one.rules, &other.rules)
}

fn same_document<T>(one: &Loaded<T>, other: &Loaded<T>) -> bool {
    one.file == other.file && Arc::ptr_eq(&one.doc, &other.doc)
}

fn same_lists<T>(one: &[T], other: &[T], is_same: impl Fn(&T, &T) -> bool) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
}

fn same_maps<K: PartialEq, V>(
    one: &BTreeMap<K, V>,
    other: &BTreeMap<K, V>,
    is_same: impl Fn(&V, &V) -> bool,
) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|(one, other)| one.0 == other.0 && is_same(one.1, other.1))
}
