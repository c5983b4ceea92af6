//! What belongs to nothing: files that nobody reads, documents of systems that do not exist, folders with wrong names.

use super::find::{FOLDERS, LIBRARIES, Stray, folder_of};
use super::outside::{BEGINNING, strays as strays_outside};
use super::{Documents, System};
use crate::codes;
use crate::diagnostic::{Diagnostic, nearest};
use crate::document::{At, DocumentKind, document_kind, first_line, outer_key, place_of};
use crate::source::{FileId, Location, SourceFile};
use cardwright_files::{Sort, entries};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Documents {
    /// Reports what belongs to nothing, once all documents are in their places.
    pub(super) fn report_strays(&mut self) {
        let tells_strays = self.library.extent.tells_strays;
        for stray in self.library.strays().to_vec() {
            self.note_unread_stray(&stray.path);
            if tells_strays && !self.meant.contains(&stray.path) {
                self.report_stray(&stray);
            }
        }
        if tells_strays {
            self.report_unnamed_language();
            let is_system = |name: &str| self.systems.contains_key(name);
            let outside = strays_outside(&self.library.found.outside, &is_system, self.library.root());
            outside.iter().for_each(|stray| self.report_stray(stray));
        }
        let told = self.report_folders();
        self.report_empty_folders(&told);
        self.note_cases_of_unknown_folders();
    }

    /// Cases that have their system from a folder with a wrong name: the folder is told of, once.
    fn note_cases_of_unknown_folders(&mut self) {
        let systems = self.cases.iter().map(|case| &case.doc.system);
        let of_folders = systems.filter(|system| is_of_folder(system));
        let unknown = of_folders.filter(|system| !self.systems.contains_key(&system.value));
        for system in unknown {
            self.unread.note(DocumentKind::System, &system.value, None);
        }
    }

    pub(super) fn report_stray(&mut self, stray: &Stray) {
        let file = self.unread_file(&stray.path);
        let diagnostic = Diagnostic::new(codes::STRAY_FILE, at_start(file), stray.why.clone());
        let help = (!stray.help.is_empty()).then(|| stray.help.clone());
        self.diagnostics.push(diagnostic.maybe_help(help));
    }

    /// A file that something is to be said of, and that is not read.
    fn unread_file(&mut self, path: &Path) -> FileId {
        let name = self.library.shown(path);
        match self.sources.named(&name) {
            Some(file) => file,
            None => self.sources.share(Arc::new(SourceFile::unread(name))),
        }
    }

    /// A document under a wrong name may be what others miss; that is no second error.
    fn note_unread_stray(&mut self, path: &Path) {
        if path.is_dir() && !path.is_symlink() {
            documents_below(path, 3)
                .iter()
                .for_each(|path| self.note_unread_stray(path));
            return;
        }
        // What a refused link leads to is not opened; most ids are the names of their files.
        if path.is_symlink() {
            let id = path.file_stem().unwrap_or_default().to_string_lossy();
            return self.note_unread_text(&format!("?: {id}"));
        }
        let looks_like_document = path
            .extension()
            .is_some_and(|end| end.to_string_lossy().to_ascii_lowercase().starts_with('y'));
        if looks_like_document
            && let Ok(text) = self.library.text(&self.library.shown(path))
            && document_kind(&text).is_some()
        {
            self.note_unread_text(&text);
        }
    }

    /// A file that is no text may be what others miss. Most ids are the names of their files; in other encodings the letters
    /// of English are still there.
    pub(super) fn note_unread_file(&mut self, path: &Path) {
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        self.note_unread_text(&format!("?: {id}"));
        if !path.is_file() {
            return;
        }
        if let Some(bytes) = self.library.beginning(path, BEGINNING) {
            let text: String = bytes
                .into_iter()
                .filter(u8::is_ascii)
                .map(char::from)
                .filter(|&letter| letter != '\0')
                .collect();
            self.note_unread_text(&text);
        }
    }

    /// The id stands behind the first key, even if the rest of the document makes no sense.
    pub(super) fn note_unread_text(&mut self, text: &str) {
        let system = outer_key(text, "system").and_then(|at| text[at..].lines().next()?.split_once(':'));
        let system = system.map(|(_, id)| id.split('#').next().unwrap_or(id).trim().to_owned());
        self.note_lost(system.clone(), text);
        let id = first_line(text)
            .and_then(|line| line.split_once(':'))
            .map_or("", |(_, id)| id.trim());
        // A document without a known first key could be any that is missed elsewhere.
        let all = [
            DocumentKind::System,
            DocumentKind::Library,
            DocumentKind::CardSet,
            DocumentKind::Overlay,
            DocumentKind::Map,
            DocumentKind::Scenario,
            DocumentKind::Case,
            DocumentKind::Phrasebook,
            DocumentKind::Looks,
        ];
        let kinds = document_kind(text).map_or(all.to_vec(), |kind| vec![kind]);
        for kind in kinds {
            self.unread.note(kind, id, system.as_deref());
        }
    }

    /// Files of the language that no system names. A misspelt name in `files` is told where it stands.
    fn report_unnamed_language(&mut self) {
        let folders: BTreeSet<&Path> = self
            .system_folders
            .iter()
            .map(|(folder, _)| folder.as_path())
            .collect();
        let mut unnamed = Vec::new();
        for path in self.library.language_files() {
            let folder = path.ancestors().skip(1).find(|folder| folders.contains(folder));
            // A folder without a system is told of once.
            let Some(folder) = folder else { continue };
            if self.sources.named(&self.library.shown(path)).is_none() && !self.meant.contains(path) {
                let name = path.strip_prefix(folder).unwrap_or(path);
                let name = name.to_string_lossy().replace('\\', "/");
                unnamed.push((path.clone(), name, self.library.shown(folder)));
            }
        }
        for (path, name, folder) in unnamed {
            self.report_stray(&Stray {
                path,
                why: "no system or library lists this file, so it is not used".to_owned(),
                help: format!(
                    "add `{name}` to `files:` in `{folder}/{}.yaml`, or remove the file",
                    if folder.starts_with(LIBRARIES) {
                        "library"
                    } else {
                        "system"
                    }
                ),
            });
        }
    }

    /// Documents whose folder has not the name of their system, and those of systems that do not exist. Gives the
    /// folders that something was said of.
    fn report_folders(&mut self) -> BTreeSet<String> {
        self.note_renamed_systems();
        let mut told = BTreeSet::new();
        let mut found = Vec::new();
        for (file, system, is_compiled) in self.systems_named() {
            let name = &self.sources.get(file).name;
            let folder = folder_of(name);
            let exists = self.systems.contains_key(&system.value);
            let is_unread = self.is_unread(DocumentKind::System, &system.value);
            if !exists && !is_unread && !is_of_folder(system) {
                told.extend(folder.map(|_| two_folders(name)));
                // Scenarios and cases are told of when they are compiled.
                if !is_compiled {
                    found.push(unknown_system(self, file, system));
                }
            }
            let Some(folder) = folder.filter(|folder| exists && *folder != system.value) else {
                continue;
            };
            // A folder whose name is no system's is one mistake, however many documents lie in it.
            if self.systems.contains_key(folder) || told.insert(two_folders(name)) {
                let above = two_folders(name);
                let above = above.rsplit_once('/').map_or("", |(above, _)| above);
                let message = format!(
                    "the document is in the folder `{folder}`, but its system is `{}`",
                    system.value
                );
                let help = match self.systems.contains_key(folder) {
                    true => format!(
                        "move the file to `{above}/{}/`, or write `system: {folder}`",
                        system.value
                    ),
                    false if above == FOLDERS[0] => format!(
                        "rename the folder to `{above}/{}`, or write `system: {folder}`",
                        system.value
                    ),
                    false => format!("rename the folder to `{above}/{}`", system.value),
                };
                found.push(Diagnostic::new(codes::WRONG_FOLDER, place_of(file, system), message).help(help));
            }
        }
        self.diagnostics.extend(found);
        self.note_unread_of_unknown_systems();
        told
    }

    /// Who names a set, map or scenario whose system is misspelt has made no mistake.
    fn note_unread_of_unknown_systems(&mut self) {
        let is_unknown = |key: &&(String, String)| !self.systems.contains_key(&key.0);
        let of = |kind: DocumentKind| move |key: &(String, String)| (kind, key.1.clone());
        let sets = self.sets.keys().filter(is_unknown).map(of(DocumentKind::CardSet));
        let maps = self.maps.keys().filter(is_unknown).map(of(DocumentKind::Map));
        let scenarios = self
            .scenario_ids
            .keys()
            .filter(is_unknown)
            .map(of(DocumentKind::Scenario));
        for (kind, id) in sets.chain(maps).chain(scenarios) {
            self.unread.note(kind, &id, None);
        }
    }

    /// Systems whose documents lie in a folder of another name, which is no system's. Whoever gives the name of the folder
    /// has made no mistake: the document of the system has.
    fn note_renamed_systems(&mut self) {
        let folder = |system: &System| Some(folder_of(&self.sources.get(system.file).name)?.to_owned());
        let folders = self.systems.values().filter_map(folder);
        for folder in folders.filter(|folder| !self.systems.contains_key(folder)) {
            self.unread.note(DocumentKind::System, &folder, None);
        }
    }

    /// The files that name a system, where they do, and whether compiling them tells of an unknown one.
    fn systems_named(&self) -> Vec<(FileId, &At<String>, bool)> {
        let systems = self.systems.values().map(|one| (one.file, &one.doc.system, true));
        let sets = self.sets.values().map(|one| (one.file, &one.doc.system, false));
        let overlays = self.overlays.iter().map(|one| (one.file, &one.doc.system, false));
        let books = self.phrasebooks.values();
        let books = books.map(|one| (one.file, &one.doc.phrasebook, false));
        let looks = self.looks.values();
        let looks = looks.map(|one| (one.file, &one.doc.looks, false));
        let maps = self.maps.values().map(|one| (one.file, &one.doc.system, false));
        let scenarios = self.scenarios.iter().map(|one| (one.file, &one.doc.system, true));
        let cases = self.cases.iter().map(|one| (one.file, &one.doc.system, true));
        let mut all: Vec<_> = systems
            .chain(sets)
            .chain(overlays)
            .chain(books)
            .chain(looks)
            .chain(maps)
            .chain(scenarios)
            .chain(cases)
            .collect();
        all.sort_by_key(|one| one.0);
        all
    }

    /// Folders in which a system's documents should lie, but that have the name of none.
    fn report_empty_folders(&mut self, told: &BTreeSet<String>) {
        let root = self.library.root().to_path_buf();
        let has_system = |folder: &Path| self.system_folders.iter().any(|(known, _)| known == folder);
        let of_both = [DocumentKind::System, DocumentKind::Library];
        let is_broken = of_both.iter().any(|kind| self.unread.has_any(*kind));
        let mut strays = Vec::new();
        for folder in self.library.folders_of_systems() {
            let name = folder
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let shown = self.library.shown(folder);
            let above = ["system", "library"].into_iter().zip(["systems", LIBRARIES]);
            let of_systems = above
                .into_iter()
                .find(|(_, above)| folder.parent() == Some(&root.join(above)));
            let is_known = match of_systems {
                Some(_) => has_system(folder) || is_broken,
                None => {
                    self.systems.contains_key(&name)
                        || self.is_unread(DocumentKind::System, &name)
                        || root.join("systems").join(&name).is_dir()
                }
            };
            if is_known || told.contains(&shown) {
                continue;
            }
            let (why, help) = match of_systems {
                Some((what, _)) => (
                    format!("this folder does not contain the document of a {what}"),
                    format!("add `{what}.yaml`, beginning with `{what}: {name}`"),
                ),
                None => (
                    format!("there is no system `{name}`"),
                    match nearest(&name, self.systems.keys()) {
                        Some(near) => format!("did you mean `{near}`? rename the folder"),
                        None => "give the folder the name of its system".to_owned(),
                    },
                ),
            };
            let path = folder.clone();
            strays.push(Stray { path, why, help });
        }
        strays.iter().for_each(|stray| self.report_stray(stray));
    }
}

/// Whether a case does not give its system, so that it has the name of its folder.
fn is_of_folder(system: &At<String>) -> bool {
    system.end == 0
}

/// The documents in a folder that is not read.
fn documents_below(folder: &Path, depth: usize) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in entries(folder).into_iter().flatten() {
        match entry.sort {
            Sort::Folder if depth > 0 => found.extend(documents_below(&entry.path, depth - 1)),
            Sort::File if entry.path.extension().is_some_and(|end| end == "yaml") => found.push(entry.path),
            Sort::Folder | Sort::File | Sort::Link | Sort::Other => {}
        }
    }
    found
}

/// A document's system that does not exist.
pub fn unknown_system(project: &Documents, file: FileId, id: &At<String>) -> Diagnostic {
    let message = format!("there is no system `{}`", id.value);
    let diagnostic = Diagnostic::new(codes::UNKNOWN_SYSTEM, place_of(file, id), message);
    let folder = folder_of(&project.sources.get(file).name);
    let mut diagnostic = diagnostic.suggesting(&id.value, project.systems.keys());
    if diagnostic.help.is_none() {
        let of_folder = folder.filter(|folder| project.systems.contains_key(*folder));
        let known: Vec<String> = project.systems.keys().map(|id| format!("`{id}`")).collect();
        diagnostic.help = Some(match of_folder {
            Some(folder) => format!("this folder is for documents of `{folder}`: write `system: {folder}`"),
            None if known.is_empty() => "add its document to `systems/`".to_owned(),
            None => format!("the systems here are {}", known.join(", ")),
        });
    }
    diagnostic
}

/// The folder of content and the one in it, of a document's name: `cards/river-wars`.
fn two_folders(name: &str) -> String {
    let folder = folder_of(name).unwrap_or_default();
    let end = name
        .find(&format!("/{folder}/"))
        .map_or(0, |at| at + 1 + folder.len());
    name[..end].to_owned()
}

pub(super) fn at_start(file: FileId) -> Location {
    let (start, end) = (0, 0);
    Location { file, start, end }
}
