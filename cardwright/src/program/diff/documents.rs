//! Which documents differ: which systems have to be looked into, and which sets are new or gone.

use super::Version;
use super::levels::{Change, SET_GONE, SET_NEW, SHARED_GONE, SYSTEM_GONE, SYSTEM_NEW, TITLE_CHANGED};
use super::sides::Pair;
use crate::program::counts::counted;
use cardwright_compiler::Project;
use cardwright_compiler::source::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// The systems of two versions.
pub(super) struct Split {
    /// Those of both that differ.
    pub(super) both: Vec<String>,
    /// Those of both whose documents are the same.
    pub(super) same: Vec<String>,
    /// Those that only one has.
    pub(super) changes: Vec<Change>,
}

/// Which systems differ; of those of these ids, if there are any.
pub(super) fn split(before: &Version, after: &Version, wanted: &[String]) -> Split {
    let ids = |version: &Version| -> BTreeSet<String> {
        let systems = version.project.systems.keys();
        let wanted = systems.filter(|id| wanted.is_empty() || wanted.contains(id));
        wanted.cloned().collect()
    };
    let (old, new) = (ids(before), ids(after));
    let titled = |sort, version: &Version, id: &String| {
        let title = version
            .project
            .systems
            .get(id)
            .map_or("", |system| &system.doc.title);
        Change::new(sort, id, "").titled(title)
    };
    let gone = old.difference(&new).map(|id| titled(SYSTEM_GONE, before, id));
    let come = new.difference(&old).map(|id| titled(SYSTEM_NEW, after, id));
    let differs = |id: &&String| texts(&before.project, id) != texts(&after.project, id);
    let (both, same) = old.intersection(&new).partition(differs);
    Split {
        both: Vec::into_iter(both).cloned().collect(),
        same: Vec::into_iter(same).cloned().collect(),
        changes: gone.chain(come).collect(),
    }
}

/// Whether a file belongs to a system: its own, those of its libraries, sets, overlays in force, maps, scenarios, its phrasebook and
/// its looks.
pub(super) fn belongs(project: &Project, id: &str, file: FileId) -> bool {
    let is_of = |(system, _): &(String, String)| system == id;
    let sets = project
        .sets
        .iter()
        .filter(|(key, _)| is_of(key))
        .map(|(_, one)| one.file);
    let maps = project
        .maps
        .iter()
        .filter(|(key, _)| is_of(key))
        .map(|(_, one)| one.file);
    let scenarios = project
        .scenarios
        .iter()
        .filter(|one| one.doc.system.value == id)
        .map(|one| one.file);
    let book = project.phrasebooks.get(id).map(|one| one.file);
    let overlays = project
        .overlays_of(id)
        .filter(|one| project.is_in_force(one))
        .map(|one| one.file);
    let mut documents = sets.chain(overlays).chain(maps).chain(scenarios).chain(book);
    project.systems.get(id).is_some_and(|system| system.has(file)) || documents.any(|one| one == file)
}

/// The texts of the documents of a system by their names: with line ends as on Unix, so that a clone on another system is no change.
fn texts(project: &Project, id: &str) -> BTreeMap<String, String> {
    let of_cases = project
        .cases
        .iter()
        .filter(|one| one.doc.system.value == id)
        .map(|one| one.file);
    let cases: BTreeSet<FileId> = of_cases.collect();
    let looks = format!("systems/{id}/looks.yaml");
    let files = project.sources.iter();
    let own = files
        .filter(|(file, source)| cases.contains(file) || source.name == looks || belongs(project, id, *file));
    own.map(|(_, source)| (source.name.clone(), source.text.replace("\r\n", "\n")))
        .collect()
}

/// The lines of a document that say something: no comments and no empty lines, whatever the line ends.
pub(crate) fn said(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim_end);
    lines
        .filter(|line| !line.is_empty() && !line.trim_start().starts_with('#'))
        .collect()
}

/// The sets that are new or gone, what they no longer share, and titles.
pub(super) fn changes(pair: &Pair<'_>) -> Vec<Change> {
    let (system, mut changes) = (pair.id(), Vec::new());
    let old: BTreeMap<_, _> = pair.old.sets().collect();
    let new: BTreeMap<_, _> = pair.new.sets().collect();
    for (id, set) in &old {
        let file = Some(pair.old.project.sources.get(set.file).name.as_str());
        let Some(now) = new.get(id) else {
            changes.push(
                Change::new(SET_GONE, system, *id)
                    .titled(&set.doc.title)
                    .in_file(file),
            );
            continue;
        };
        let shares: BTreeSet<&str> = now.doc.shares.iter().map(|name| name.value.as_str()).collect();
        let gone = set
            .doc
            .shares
            .iter()
            .filter(|name| !shares.contains(name.value.as_str()));
        changes.extend(gone.map(|name| {
            Change::new(SHARED_GONE, system, format!("{id} {}", name.value))
                .titled(&now.doc.title)
                .in_file(file)
        }));
        changes.extend(retitled(system, id, (&set.doc.title, &now.doc.title)));
    }
    let come = new.iter().filter(|(id, _)| !old.contains_key(*id));
    changes.extend(come.map(|(id, set)| {
        let file = Some(pair.new.project.sources.get(set.file).name.as_str());
        let cards = counted(set.doc.cards.len(), "card");
        Change::new(SET_NEW, system, *id)
            .titled(&set.doc.title)
            .saying(cards)
            .in_file(file)
    }));
    changes.extend(retitled(
        system,
        "",
        (&pair.old.system.doc.title, &pair.new.system.doc.title),
    ));
    changes
}

fn retitled(system: &str, about: &str, (old, new): (&str, &str)) -> Option<Change> {
    (old != new).then(|| {
        Change::new(TITLE_CHANGED, system, about)
            .titled(new)
            .with_texts(old, new)
    })
}
