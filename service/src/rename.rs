//! Giving something another name, wherever it is named.
//!
//! A rename proves itself: the project with the changes is read and compiled, its scenarios and cases too, and what has an
//! error then and had none before is why it is not done.

use crate::definition::definition;
use crate::names::{Use, all_names, systems_of};
use crate::place::{Edit, Place};
use crate::problems::Problem;
use crate::workspace::Workspace;
use cardwright_compiler::packages::split;
use cardwright_dsl::{Sort, lexemes};
use std::collections::{BTreeMap, BTreeSet};

/// The longest name.
const MOST_NEW_NAME: usize = 100;

/// Why a name stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRenamed {
    /// The reason, for people.
    pub why: String,
}

fn refused(why: impl Into<String>) -> NotRenamed {
    NotRenamed { why: why.into() }
}

/// The name at a byte, if it can be another one.
#[must_use]
pub fn renamable(workspace: &Workspace, file: &str, at: usize) -> Option<Place> {
    let found = definition(workspace, file, at)?;
    let text = workspace.text(file)?.get(found.name.bytes())?;
    let own = text.rfind('/').map_or(0, |slash| slash + 1);
    Some(Place::new(file, found.name.start + own..found.name.end))
}

/// The changes that give what is named at a byte another name.
///
/// # Errors
/// If the name cannot be one, there is nothing to name, or something would be wrong afterwards.
pub fn rename(workspace: &Workspace, file: &str, at: usize, new: &str) -> Result<Vec<Edit>, NotRenamed> {
    if !is_name(new) {
        return Err(refused(format!(
            "`{new}` is not a name: a name has lowercase letters, digits and single hyphens"
        )));
    }
    let found = definition(workspace, file, at)
        .ok_or_else(|| refused("there is no name here that can be renamed"))?;
    let project = workspace.project();
    if let Some((package, _)) = split(&found.declared.file) {
        return Err(refused(format!(
            "this is declared in the package `{package}`, which this project cannot change"
        )));
    }
    let systems = systems_of(project, &found.declared.file);
    let mut edits = BTreeSet::new();
    for system in &systems {
        let names = all_names(project, system, &found.word);
        let declared: Vec<&Use> = names.meaning(&found.declared).collect();
        let old = declared.first().map(|one| one.name.clone());
        let old = old.ok_or_else(|| refused("the declaration of this name cannot be found"))?;
        for one in declared {
            edits.insert(edit(workspace, &one.place, &old, new)?);
        }
        edits.extend(in_documents(workspace, system, &old, new));
    }
    let edits: Vec<Edit> = edits.into_iter().collect();
    if let Some((package, _)) = edits.iter().find_map(|one| split(&one.place.file)) {
        return Err(refused(format!(
            "the package `{package}` uses this name, and this project cannot change the package"
        )));
    }
    prove(workspace, &edits)?;
    Ok(edits)
}

fn is_name(text: &str) -> bool {
    let is_word = matches!(&lexemes(text)[..], [one] if matches!(one.sort, Sort::Name | Sort::Word));
    is_word && text.len() <= MOST_NEW_NAME && !text.contains('/') && text.trim() == text
}

/// The new name in place of the old one, which may stand behind its owner.
fn edit(workspace: &Workspace, place: &Place, old: &str, new: &str) -> Result<Edit, NotRenamed> {
    let text = workspace
        .text(&place.file)
        .and_then(|text| text.get(place.bytes()));
    let text = text.unwrap_or_default();
    let start = place.end - old.len().min(text.len());
    let is_it = text == old || text.strip_suffix(old).is_some_and(|owner| owner.ends_with('/'));
    if !is_it {
        return Err(refused(format!(
            "in {}, the name is written `{text}`, not `{old}`",
            place.file
        )));
    }
    Ok(Edit {
        place: Place::new(&place.file, start..place.end),
        put: new.to_owned(),
    })
}

/// The edits beyond rules and facts in documents of a system: in keys of phrases, in the sections of the
/// system, in those that sets share. The proof shows whether they were meant.
fn in_documents(workspace: &Workspace, system: &str, old: &str, new: &str) -> Vec<Edit> {
    let project = workspace.project();
    let systems = project
        .systems
        .get(system)
        .map(|one| (one.file, SECTIONS_OF_SYSTEM));
    let sets = project.sets.iter().filter(|(key, _)| key.0 == system);
    let sets = sets.map(|(_, set)| (set.file, SECTIONS_OF_SET));
    let books = project
        .phrasebooks
        .get(system)
        .map(|one| (one.file, SECTIONS_OF_BOOK));
    let mut edits = Vec::new();
    for (file, sections) in systems.into_iter().chain(sets).chain(books) {
        let file = project.sources.get(file);
        for bytes in words_in(&file.text, sections, old) {
            edits.push(Edit {
                place: Place::new(&file.name, bytes),
                put: new.to_owned(),
            });
        }
    }
    edits
}

/// Parts of documents by their keys, and whether names stand in the keys below or in the values.
type Sections = &'static [(&'static str, Words)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    Keys,
    Values,
}

const SECTIONS_OF_SYSTEM: Sections = &[
    ("phrases", Words::Keys),
    ("ways", Words::Values),
    ("main", Words::Values),
    ("round", Words::Values),
    ("score", Words::Values),
    ("order", Words::Values),
    ("with", Words::Values),
    ("stage", Words::Values),
];
const SECTIONS_OF_SET: Sections = &[("phrases", Words::Keys), ("shares", Words::Values)];
const SECTIONS_OF_BOOK: Sections = &[("settings", Words::Values), ("write", Words::Values)];

/// The bytes of a word in some parts of a document.
fn words_in(text: &str, sections: Sections, word: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut section: Option<(usize, Words)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, bare) = (at, line.trim_start_matches([' ', '-', '{']));
        at += line.len();
        let indent = line.len() - bare.len();
        if bare.trim().is_empty() || bare.starts_with('#') {
            continue;
        }
        if section.is_some_and(|(column, _)| indent <= column) {
            section = None;
        }
        let (key, value) = bare.split_once(':').unwrap_or((bare, ""));
        let named = sections
            .iter()
            .find(|(known, _)| *known == key.trim_matches(['"', '\'']));
        let part = match (section, named) {
            (Some((_, Words::Keys)), _) => start + indent..start + indent + key.len(),
            (Some((_, Words::Values)), _) | (None, Some((_, Words::Values))) => {
                let from = start + line.len() - value.len();
                from.min(start + line.len())..start + line.len()
            }
            (None, _) => start..start,
        };
        if let (None, Some((_, words))) = (section, named) {
            section = Some((indent, *words));
        }
        found.extend(whole_words(text, part, word));
    }
    found
}

/// The places of a word in some bytes of a text, as far as it stands alone.
fn whole_words(text: &str, bytes: std::ops::Range<usize>, word: &str) -> Vec<std::ops::Range<usize>> {
    let part = text.get(bytes.clone()).unwrap_or_default();
    let joins = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    let is_alone = |at: &usize| {
        let before = part.get(..*at).and_then(|text| text.chars().next_back());
        let after = part.get(at + word.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(joins) && !after.is_some_and(joins)
    };
    let all = part.match_indices(word).map(|(at, _)| at).filter(is_alone);
    all.map(|at| bytes.start + at..bytes.start + at + word.len())
        .collect()
}

/// Shows that nothing is wrong after some changes that was right before.
fn prove(workspace: &Workspace, edits: &[Edit]) -> Result<(), NotRenamed> {
    let found = workspace.errors_with(&edited(workspace, edits));
    if found.is_empty() {
        return Ok(());
    }
    let before = workspace.errors_with(&BTreeMap::new());
    let is_new = |one: &&Problem| {
        let is_same = |other: &Problem| other.place.file == one.place.file && other.message == one.message;
        !before.iter().any(is_same)
    };
    match found.iter().find(is_new) {
        Some(one) => Err(refused(format!(
            "this would cause an error in {}: {}",
            one.place.file, one.message
        ))),
        None => Ok(()),
    }
}

/// The texts of files with some changes.
pub(crate) fn edited(workspace: &Workspace, edits: &[Edit]) -> BTreeMap<String, String> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| std::cmp::Reverse(edit.place.start));
    for edit in sorted {
        let name = &edit.place.file;
        let before = || workspace.text(name).unwrap_or_default().to_owned();
        let text = texts.entry(name.clone()).or_insert_with(before);
        text.replace_range(edit.place.bytes(), &edit.put);
    }
    texts
}
