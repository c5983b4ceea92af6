//! Finds and reads the documents of a project. This is the only place of the compiler that reads files.
//!
//! A project is a folder with `systems/`, and beside it `cards/`, `scenarios/` and `tests/conformance/`.

use crate::check::Unit;
use crate::codes;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::document::{
    At, CardSetDoc, CaseDoc, DocumentKind, ScenarioDoc, SystemDoc, document_kind, first_line, read,
};
use crate::facts::place_of;
use crate::source::{FileId, Origin, Place, Sources};
use cardwright_bytecode::pack::Level;
use cardwright_dsl::parse_items;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The folders of a project that hold documents.
const FOLDERS: [&str; 4] = ["systems", "cards", "scenarios", "tests/conformance"];
/// How deep folders may lie.
const MOST_DEPTH: usize = 8;
/// How many documents a project may have.
const MOST_FILES: usize = 20_000;

/// A system and its parsed files.
#[derive(Clone, Debug)]
pub struct System {
    /// Its document's file.
    pub file: FileId,
    /// Its document.
    pub doc: SystemDoc,
    pub(crate) units: Vec<Unit>,
    /// The rules of its ledger by id, and how far a program can carry them out; empty if it has none.
    pub ledger: BTreeMap<String, Simulate>,
}

/// A document and its file.
#[derive(Clone, Debug)]
pub struct Loaded<T> {
    /// The file.
    pub file: FileId,
    /// The document.
    pub doc: T,
}

/// All documents of a folder.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// All files that were read.
    pub sources: Sources,
    /// Systems by id.
    pub systems: BTreeMap<String, System>,
    /// Card sets by system and id.
    pub sets: BTreeMap<(String, String), Loaded<CardSetDoc>>,
    /// Scenarios in the order of their paths.
    pub scenarios: Vec<Loaded<ScenarioDoc>>,
    /// Conformance cases in the order of their paths.
    pub cases: Vec<Loaded<CaseDoc>>,
    /// What is wrong with the documents themselves.
    pub diagnostics: Vec<Diagnostic>,
    root: PathBuf,
    /// Texts that stand for files, by their shown names.
    overlay: BTreeMap<String, String>,
    /// What has an error of form; nothing that rests on it is compiled, so that one mistake is one error.
    unread: BTreeSet<(DocumentKind, String)>,
}

#[derive(Deserialize)]
struct Rulebook {
    rules: Vec<RulebookEntry>,
}

#[derive(Deserialize)]
struct RulebookEntry {
    id: String,
    #[serde(default)]
    simulate: Simulate,
}

/// How far a program can carry out a rule of a ledger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Simulate {
    /// Wholly.
    #[default]
    Yes,
    /// In part.
    Partly,
    /// Not at all: it is physical or social.
    No,
}

impl Project {
    /// The nearest folder at or above `start` that has `systems/`.
    #[must_use]
    pub fn find_root(start: &Path) -> Option<PathBuf> {
        start
            .ancestors()
            .find(|folder| folder.join("systems").is_dir())
            .map(Path::to_path_buf)
    }

    /// Reads every document of a project folder. What cannot be read is in the diagnostics.
    #[must_use]
    pub fn load(root: &Path) -> Self {
        Self::load_with(root, BTreeMap::new())
    }

    /// Like [`Project::load`], with texts that stand for what is in the files of these names (relative to the folder).
    #[must_use]
    pub fn load_with(root: &Path, overlay: BTreeMap<String, String>) -> Self {
        let mut project = Self {
            root: root.to_path_buf(),
            overlay,
            ..Self::default()
        };
        let mut paths = Vec::new();
        for folder in FOLDERS {
            documents(&root.join(folder), 0, &mut paths);
        }
        paths.sort();
        for path in paths.iter().take(MOST_FILES) {
            project.load_file(path);
        }
        project
    }

    /// The project's folder; the names of its files are relative to it.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Reads one more document, which need not lie in the project's folders.
    pub fn load_file(&mut self, path: &Path) -> Option<FileId> {
        let name = path
            .strip_prefix(&self.root)
            .unwrap_or(path)
            .to_string_lossy()
            .replace('\\', "/");
        if let Some((id, _)) = self.sources.iter().find(|(_, file)| file.name == name) {
            return Some(id);
        }
        let text = match self.text_of(path) {
            Ok(text) => text,
            Err(error) => {
                let file = self.sources.add(name, "");
                let place = Place {
                    file,
                    start: 0,
                    end: 0,
                };
                self.diagnostics.push(Diagnostic::new(
                    codes::FILE,
                    place,
                    format!("cannot be read: {error}"),
                ));
                return None;
            }
        };
        let kind = document_kind(&text);
        let file = self.sources.add(name, text);
        match kind {
            Some(DocumentKind::System) => self.load_system(file, path),
            Some(DocumentKind::CardSet) => {
                if let Some(doc) = self.read::<CardSetDoc>(file) {
                    self.add_set(file, doc);
                }
            }
            Some(DocumentKind::Scenario) => {
                if let Some(doc) = self.read(file) {
                    self.add_scenario(file, doc);
                }
            }
            Some(DocumentKind::Case) => {
                if let Some(doc) = self.read(file) {
                    self.cases.push(Loaded { file, doc });
                }
            }
            None => {
                self.note_unread(file);
                let (key, place) = self.first_key(file);
                let message = "the document begins with none of the keys `system`, `set`, `scenario`, `case`";
                let help = did_you_mean(&key, ["system", "set", "scenario", "case"]);
                self.diagnostics
                    .push(Diagnostic::new(codes::YAML, place, message).maybe_help(help));
            }
        }
        Some(file)
    }

    /// Whether a document of this id exists, but could not be read.
    pub(crate) fn is_unread(&self, kind: DocumentKind, id: &str) -> bool {
        self.unread.contains(&(kind, id.to_owned()))
    }

    /// The id stands behind the first key, even if the rest of the document makes no sense.
    fn note_unread(&mut self, file: FileId) {
        let text = &self.sources.get(file).text;
        let id = first_line(text)
            .and_then(|line| line.split_once(':'))
            .map_or("", |(_, id)| id.trim());
        // A document without a known first key could be any that is missed elsewhere.
        let all = [
            DocumentKind::System,
            DocumentKind::CardSet,
            DocumentKind::Scenario,
            DocumentKind::Case,
        ];
        let kinds = document_kind(text).map_or(all.to_vec(), |kind| vec![kind]);
        self.unread
            .extend(kinds.into_iter().map(|kind| (kind, id.to_owned())));
    }

    /// The key with which a document begins, and where it stands.
    fn first_key(&self, file: FileId) -> (String, Place) {
        let text = &self.sources.get(file).text;
        let line = first_line(text).unwrap_or("");
        let key = line.split(':').next().unwrap_or("").trim();
        let start = text.find(line).unwrap_or(0);
        (
            key.to_owned(),
            Place {
                file,
                start,
                end: start + key.len(),
            },
        )
    }

    fn read<T: serde::de::DeserializeOwned>(&mut self, file: FileId) -> Option<T> {
        match read(&self.sources, file) {
            Ok(doc) => Some(doc),
            Err(diagnostic) => {
                self.note_unread(file);
                self.diagnostics.push(*diagnostic);
                None
            }
        }
    }

    fn add_scenario(&mut self, file: FileId, doc: ScenarioDoc) {
        let same = |other: &&Loaded<ScenarioDoc>| {
            other.doc.scenario.value == doc.scenario.value && other.doc.system.value == doc.system.value
        };
        if let Some(earlier) = self.scenarios.iter().find(same) {
            let earlier = place_of(earlier.file, &earlier.doc.scenario);
            self.second("scenario", file, &doc.scenario, earlier);
        }
        self.scenarios.push(Loaded { file, doc });
    }

    /// Reports a second document of one id.
    fn second(&mut self, what: &str, file: FileId, id: &At<String>, earlier: Place) {
        let message = format!("there is already a {what} `{}`", id.value);
        let diagnostic = Diagnostic::new(codes::DUPLICATE_NAME, place_of(file, id), message);
        self.diagnostics
            .push(diagnostic.related(earlier, "the other one is here"));
    }

    fn add_set(&mut self, file: FileId, doc: CardSetDoc) {
        let key = (doc.system.value.clone(), doc.set.value.clone());
        if let Some(earlier) = self.sets.get(&key) {
            let earlier = place_of(earlier.file, &earlier.doc.set);
            self.second("card set", file, &doc.set, earlier);
            return;
        }
        self.sets.insert(key, Loaded { file, doc });
    }

    fn load_system(&mut self, file: FileId, path: &Path) {
        let Some(doc) = self.read::<SystemDoc>(file) else {
            return;
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        let errors = self.diagnostics.len();
        let mut units = Vec::new();
        for name in &doc.files {
            let at = folder.join(&name.value);
            match self.text_of(&at) {
                Ok(text) => {
                    let shown = at
                        .strip_prefix(&self.root)
                        .unwrap_or(&at)
                        .to_string_lossy()
                        .replace('\\', "/");
                    let id = self.sources.add(shown, text);
                    units.push(self.parse(Origin::file(id), Level::Core));
                }
                Err(error) => {
                    let message = format!("`{}` cannot be read: {error}", name.value);
                    self.diagnostics
                        .push(Diagnostic::new(codes::FILE, place_of(file, name), message));
                }
            }
        }
        if self.diagnostics.len() > errors {
            self.unread
                .insert((DocumentKind::System, doc.system.value.clone()));
        }
        if let Some(earlier) = self.systems.get(&doc.system.value) {
            let earlier = place_of(earlier.file, &earlier.doc.system);
            self.second("system", file, &doc.system, earlier);
            return;
        }
        let ledger = self.ledger(&folder.join("rulebook.yaml"));
        self.systems.insert(
            doc.system.value.clone(),
            System {
                file,
                doc,
                units,
                ledger,
            },
        );
    }

    fn text_of(&self, path: &Path) -> std::io::Result<String> {
        let shown = path
            .strip_prefix(&self.root)
            .unwrap_or(path)
            .to_string_lossy()
            .replace('\\', "/");
        self.overlay
            .get(&shown)
            .map_or_else(|| std::fs::read_to_string(path), |text| Ok(text.clone()))
    }

    fn ledger(&mut self, path: &Path) -> BTreeMap<String, Simulate> {
        let Ok(text) = std::fs::read_to_string(path) else {
            return BTreeMap::new();
        };
        match serde_yaml::from_str::<Rulebook>(&text) {
            Ok(book) => book
                .rules
                .into_iter()
                .map(|rule| (rule.id, rule.simulate))
                .collect(),
            Err(error) => {
                let shown = path
                    .strip_prefix(&self.root)
                    .unwrap_or(path)
                    .to_string_lossy()
                    .into_owned();
                let file = self.sources.add(shown, text);
                let place = Place {
                    file,
                    start: 0,
                    end: 0,
                };
                self.diagnostics
                    .push(Diagnostic::new(codes::YAML, place, error.to_string()));
                BTreeMap::new()
            }
        }
    }

    fn parse(&mut self, origin: Origin, level: Level) -> Unit {
        let text = self.sources.get(origin.file_id()).text.clone();
        let (items, faults) = parse_items(&text);
        self.diagnostics
            .extend(faults.into_iter().map(|fault| from_fault(&origin, fault)));
        Unit {
            origin,
            items,
            level,
            template: None,
        }
    }
}

/// A fault of the grammar as a diagnostic.
pub(crate) fn from_fault(origin: &Origin, fault: cardwright_dsl::Fault) -> Diagnostic {
    Diagnostic::new(codes::SYNTAX, origin.place(fault.span), fault.message).maybe_help(fault.help)
}

fn documents(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() && depth < MOST_DEPTH {
            documents(&path, depth + 1, paths);
        } else if path.extension().is_some_and(|end| end == "yaml") && !is_ledger(&path) {
            paths.push(path);
        }
    }
}

fn is_ledger(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "rulebook.yaml")
}
