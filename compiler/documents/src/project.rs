//! Finds and reads the documents of a project, through the door of `cardwright-files`.
//!
//! A project is a folder with `systems/`, and beside it `libraries/`, `cards/`, `maps/`, `scenarios/` and `tests/conformance/`.
use crate::codes;
use crate::diagnostic::{Code, Diagnostic, Fix, listed, nearest};
use crate::document::{
    self, At, CardSetDoc, CaseDoc, Document, DocumentKind, FIRST_KEYS, LibraryDoc, LooksDoc, MapDoc,
    OverlayDoc, PhrasebookDoc, Remains, ScenarioDoc, SetRules, SystemDoc, first_line, place_of, read,
};
use crate::packages::NEEDS;
use crate::rules::Unit;
use crate::settings::{SETTINGS_FILE, Settings};
use crate::source::{FileId, Location, Origin, SourceFile, Sources};
use cardwright_dsl::FaultKind;
use library::Library;
use remarks::Remarks;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use unread::Unread;

mod belong;
mod find;
mod folder;
mod ids;
mod language;
mod ledger;
mod library;
mod looks;
mod mounted;
mod narrow;
mod needs;
mod outside;
mod overlaid;
mod part;
mod remarks;
mod shared;
mod stage;
mod texts;
mod unread;

pub use belong::unknown_system;
pub use find::Links;
pub(crate) use find::folder_of as system_of;
pub use folder::Folder;
pub use ledger::Simulate;
pub use looks::LoadedLooks;
pub use narrow::{Needed, Part};
pub use overlaid::Overlay;
pub use part::{Question, asks_for_whole};
pub use shared::SharedLibrary;
pub use shared::put;

/// The name of a system's ledger, beside its document.
const LEDGER: &str = "rulebook.yaml";
/// Keys that stand at the beginning of lines in cases, and in no other documents.
const CASE_KEYS: [&str; 7] = ["proves", "given", "when", "expect", "decisions", "dice", "events"];
/// How many documents a project may have.
pub const MOST_DOCUMENTS: usize = 20_000;

/// A system and its parsed files.
#[derive(Clone, Debug)]
pub struct System {
    /// Its document's file.
    pub file: FileId,
    /// Its document.
    pub doc: Arc<SystemDoc>,
    /// Its language files, and those of the libraries that it uses.
    pub units: Vec<Unit>,
    /// How many of these, the first ones, are its own.
    pub(crate) own: usize,
    /// The documents of the libraries that it uses.
    pub libraries: Vec<(FileId, Arc<LibraryDoc>)>,
    /// The rules of its ledger by id, and how far a program can carry them out; empty if it has none.
    pub ledger: Arc<BTreeMap<String, Simulate>>,
}

impl System {
    /// Whether a file is its own, or one of its libraries.
    pub fn has(&self, file: FileId) -> bool {
        let is_unit = || self.units.iter().any(|unit| unit.origin.file_id() == file);
        self.file == file || is_unit() || self.libraries.iter().any(|one| one.0 == file)
    }
}

/// A document and its file.
#[derive(Clone, Debug)]
pub struct Loaded<T> {
    /// The file.
    pub file: FileId,
    /// The document.
    pub doc: Arc<T>,
    /// The parsed rules of a set; empty for other documents.
    pub rules: Arc<SetRules>,
}

impl Loaded<CardSetDoc> {
    /// The file of the set, and those of the overlays that have changed some of its cards.
    pub fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        std::iter::once(self.file).chain(self.doc.overlays.iter().copied())
    }

    /// Whether a part of the set stands in this file.
    #[must_use]
    pub fn has(&self, file: FileId) -> bool {
        self.files().any(|one| one == file)
    }
}

/// All documents of a folder.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    /// All files that were read.
    pub sources: Sources,
    /// Systems by id.
    pub systems: BTreeMap<String, System>,
    /// Libraries by id.
    pub libraries: BTreeMap<String, SharedLibrary>,
    /// Card sets by system and id, as overlays in force change them.
    pub sets: BTreeMap<(String, String), Loaded<CardSetDoc>>,
    /// The overlays of all systems, in the order in which they come into force.
    pub overlays: Vec<Overlay>,
    /// The sets that overlays in force change, as they were printed.
    printed: BTreeMap<(String, String), Loaded<CardSetDoc>>,
    /// Phrasebooks by system.
    pub phrasebooks: BTreeMap<String, Loaded<PhrasebookDoc>>,
    /// How systems look, by system.
    pub looks: BTreeMap<String, LoadedLooks>,
    /// Maps by system and id.
    pub maps: BTreeMap<(String, String), Loaded<MapDoc>>,
    /// Scenarios in the order of their paths.
    pub scenarios: Vec<Loaded<ScenarioDoc>>,
    /// Conformance cases in the order of their paths.
    pub cases: Vec<Loaded<CaseDoc>>,
    /// The settings of the project.
    pub settings: Settings,
    /// The diagnostics of the documents themselves.
    pub diagnostics: Vec<Diagnostic>,
    library: Library,
    /// The cases of libraries, as they are written.
    library_cases: Vec<Loaded<CaseDoc>>,
    /// The documents with an error of form; nothing that rests on it is compiled, so that one mistake is one error.
    unread: Unread,
    /// By system, the words of documents that are not read, or of the parts of them that are not: to use what they may
    /// declare is no second error. Nobody knows of some of what system they are.
    lost: BTreeMap<Option<String>, BTreeSet<String>>,
    /// The readable rest of card sets that cannot be read as a whole, by system and id. It is checked; for whoever would play
    /// with it, such a set is not read.
    remains: BTreeMap<(String, String), Loaded<CardSetDoc>>,
    /// Documents with ids that cannot be ids.
    ill_formed: BTreeSet<FileId>,
    /// Where the first scenario of a system and id is.
    scenario_ids: BTreeMap<(String, String), Location>,
    /// The folders of systems, and each document that one of them begins with.
    system_folders: Vec<(PathBuf, FileId)>,
    /// Files of the language that misspelt names under `files` mean.
    meant: BTreeSet<PathBuf>,
    /// The things that two packages both provide, or a package and the project.
    clashes: Vec<Diagnostic>,
    /// The diagnostics of the documents of packages.
    of_packages: Vec<Diagnostic>,
}

impl Documents {
    /// The folders of content.
    pub const FOLDERS: [&str; 6] = find::FOLDERS;

    /// The nearest folder at or above `start` that has `systems/` or `cardwright.toml`. For a file in the folder `needs` of
    /// a project, that is the project.
    #[must_use]
    pub fn find_root(start: &Path) -> Option<PathBuf> {
        let is_project =
            |folder: &Path| folder.join("systems").is_dir() || folder.join(SETTINGS_FILE).is_file();
        let found = start.ancestors().find(|folder| is_project(folder))?;
        let needs = found.parent().filter(|folder| folder.ends_with(NEEDS));
        let user = needs
            .and_then(Path::parent)
            .filter(|user| user.join(SETTINGS_FILE).is_file());
        Some(user.unwrap_or(found).to_path_buf())
    }

    /// Whether everything was read.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.library.extent.is_whole
    }

    /// The text of a file by its name in the project, if it may be read.
    #[must_use]
    pub fn text_of(&self, name: &str) -> Option<String> {
        self.library.text(name).ok()
    }

    /// Puts the documents of a library into their places.
    fn assembled(library: Library, extra: &[PathBuf]) -> Self {
        let mut project = Self {
            sources: Sources::numbered(library.numbers.clone()),
            library,
            ..Self::default()
        };
        if project.report_mounts() {
            project.library.numbers = project.sources.numbers();
            return project;
        }
        let documents = project.library.documents();
        for path in documents.iter().take(MOST_DOCUMENTS) {
            project.place(path);
        }
        if documents.len() > MOST_DOCUMENTS {
            let message = format!(
                "the project has {} documents; the most is {MOST_DOCUMENTS}",
                documents.len()
            );
            let diagnostic = Diagnostic::new(codes::TOO_LARGE, Location::default(), message);
            project.diagnostics.push(diagnostic);
        }
        project.apply_overlays();
        project.use_libraries();
        project.report_strays();
        for path in extra {
            project.load_file(path);
        }
        project.load_settings();
        project.tell_of_mounts();
        project.library.numbers = project.sources.numbers();
        project
    }

    /// The settings are optional; a project without them has no budget.
    fn load_settings(&mut self) {
        let text = match self.library.text(SETTINGS_FILE) {
            Ok(text) => text,
            Err(error) => return self.report_unreadable(&self.root().join(SETTINGS_FILE), &error),
        };
        let file = self.sources.add(SETTINGS_FILE, text.clone());
        match self.library.settings(file, &text) {
            Ok(settings) => self.settings = settings,
            Err(diagnostic) => self.diagnostics.push(*diagnostic),
        }
    }

    /// The project's folder; the names of its files are relative to it.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.library.root()
    }

    /// Reads one more document, which need not lie in the project's folders.
    fn load_file(&mut self, path: &Path) -> Option<FileId> {
        if let Some(id) = self.sources.named(&self.library.shown(path)) {
            return Some(id);
        }
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if name == LEDGER {
            return self.load_ledger(path);
        }
        if path.is_dir() || !name.ends_with(".yaml") {
            let (why, help) = match path.is_dir() {
                true => (
                    "this is a folder, not a document",
                    "name a file in the folder that ends in `.yaml`",
                ),
                false => (
                    "this file is not part of the project",
                    "the names of documents end in `.yaml`; a file of the language must be listed by its \
                     system under `files:`",
                ),
            };
            self.report_stray(&find::Stray {
                path: path.to_path_buf(),
                why: why.to_owned(),
                help: help.to_owned(),
            });
            return self.sources.named(&self.library.shown(path));
        }
        self.place(path)
    }

    /// A ledger that is asked for by name. One that is fine is no source otherwise: its words are those of a rulebook.
    fn load_ledger(&mut self, path: &Path) -> Option<FileId> {
        self.ledger(path);
        let (text, _) = self.library.ledger(path).ok()?;
        let known = self.sources.named(&text.name);
        Some(known.unwrap_or_else(|| self.sources.share(text)))
    }

    fn place(&mut self, path: &Path) -> Option<FileId> {
        let (ahead, remarks) = match self.library.document(path) {
            Ok(read) => read,
            Err(error) => {
                let unread = SourceFile::unread(self.library.shown(path));
                let place = belong::at_start(self.sources.share(Arc::new(unread)));
                let message = format!("the file cannot be read: {error}");
                self.diagnostics
                    .push(Diagnostic::new(codes::FILE, place, message));
                self.note_unread_file(path);
                return None;
            }
        };
        let file = self.sources.share(ahead.file.clone());
        if let Some(document) = &ahead.document {
            self.diagnostics.extend(remarks.found(file));
            if remarks.is_ill_formed {
                self.note_ill_formed(file, document);
            }
        }
        match ahead.document {
            Some(Document::System(doc)) => self.add_system(file, doc, path),
            Some(Document::Library(doc)) => self.add_library(file, doc, path),
            Some(Document::CardSet(doc, rules)) => self.add_set(Loaded { file, doc, rules }),
            Some(Document::Overlay(doc, rules)) => self.add_overlay(Loaded { file, doc, rules }),
            Some(Document::Map(doc)) => self.add_map(file, doc),
            Some(Document::Phrasebook(doc)) => self.add_phrasebook(file, doc),
            Some(Document::Looks(doc)) => self.add_looks(file, doc, path),
            Some(Document::Scenario(doc)) => self.add_scenario(file, doc),
            Some(Document::Case(doc)) if document::library_of(&self.sources.get(file).name).is_some() => {
                self.add_library_case(file, doc);
            }
            Some(Document::Case(doc)) => self.cases.push(Loaded {
                file,
                doc,
                rules: Arc::default(),
            }),
            None if self.keep_remains(file, ahead.remains, &remarks) => {}
            None => self.report_unread(file, ahead.kind),
        }
        Some(file)
    }

    /// Keeps what is left of a card set with mistakes, and reports these; whether anything is left.
    fn keep_remains(&mut self, file: FileId, remains: Option<Arc<Remains>>, remarks: &Remarks) -> bool {
        let Some(remains) = remains else { return false };
        self.diagnostics.extend(remains.mistakes(file));
        let (doc, rules) = (remains.set.clone(), remains.rules.clone());
        self.diagnostics.extend(remarks.found(file));
        if remarks.is_ill_formed {
            let document = Document::CardSet(doc.clone(), rules.clone());
            self.note_ill_formed(file, &document);
        }
        let (system, id) = (doc.system.value.clone(), doc.set.value.clone());
        self.unread.note(DocumentKind::CardSet, &id, Some(&system));
        self.note_lost(Some(system.clone()), &remains.left_out);
        self.remains.insert((system, id), Loaded { file, doc, rules });
        true
    }

    /// Notes that the declarations of a text that is not read are not known.
    fn note_lost(&mut self, system: Option<String>, text: &str) {
        self.lost.entry(system).or_default().extend(words(text));
    }

    /// Reports why a file is no document.
    fn report_unread(&mut self, file: FileId, kind: Option<DocumentKind>) {
        let text = self.sources.get(file).text.clone();
        self.note_unread_text(&text);
        let refused = match kind {
            Some(DocumentKind::System) => read::<SystemDoc>(&self.sources, file).err(),
            Some(DocumentKind::Library) => read::<LibraryDoc>(&self.sources, file).err(),
            Some(DocumentKind::CardSet) => read::<CardSetDoc>(&self.sources, file).err(),
            Some(DocumentKind::Overlay) => read::<OverlayDoc>(&self.sources, file).err(),
            Some(DocumentKind::Map) => read::<MapDoc>(&self.sources, file).err(),
            Some(DocumentKind::Scenario) => read::<ScenarioDoc>(&self.sources, file).err(),
            Some(DocumentKind::Case) => read::<CaseDoc>(&self.sources, file).err(),
            Some(DocumentKind::Phrasebook) => read::<PhrasebookDoc>(&self.sources, file).err(),
            Some(DocumentKind::Looks) => read::<LooksDoc>(&self.sources, file).err(),
            None => None,
        };
        let is_told_by_key = matches!(kind, None | Some(DocumentKind::System));
        let late = is_told_by_key.then(|| self.late_first_key(file)).flatten();
        let diagnostic = match (late, refused) {
            (Some(late), _) => late,
            (None, Some(refused)) => *refused,
            (None, None) => self.unknown_kind(file),
        };
        self.diagnostics.push(diagnostic);
    }

    fn unknown_kind(&self, file: FileId) -> Diagnostic {
        let (key, place) = self.first_key(file);
        let message = format!(
            "the document does not begin with one of the keys {}",
            listed(&FIRST_KEYS.map(str::to_owned))
        );
        let mut diagnostic =
            Diagnostic::new(codes::UNKNOWN_DOCUMENT, place, message).suggesting(&key, FIRST_KEYS);
        if diagnostic.help.is_none() {
            diagnostic.help = Some(
                "begin with the type of the document and its id, for example `set: \
            my-cards`"
                    .to_owned(),
            );
        }
        diagnostic
    }

    /// A document whose first key stands further down: `system` before `set` makes it a system.
    fn late_first_key(&self, file: FileId) -> Option<Diagnostic> {
        let text = &self.sources.get(file).text;
        let (first, place) = self.first_key(file);
        if first != FIRST_KEYS[0] && nearest_or_same(&first) {
            return None;
        }
        // Cases may name scenarios, and those may name maps.
        let late = |key: &&'static str| Some((*key, document::outer_key(text, key)?));
        if let Some(case) = self.case_elsewhere(file, &first, place) {
            return Some(case);
        }
        let (key, start) = ["case", "scenario", "set", "map"].iter().find_map(late)?;
        let end = start + key.len();
        let message = format!("`{key}` comes too late: the first key gives the type of the document");
        let diagnostic = Diagnostic::new(codes::UNKNOWN_DOCUMENT, Location { file, start, end }, message);
        let help = format!("move the line `{key}: ...` before the line `{first}: ...`");
        Some(diagnostic.related(place, "it begins with this").help(help))
    }

    /// A case that lies among other documents; there it would have to say first what it is.
    fn case_elsewhere(&self, file: FileId, first: &str, place: Location) -> Option<Diagnostic> {
        let text = &self.sources.get(file).text;
        let of_cases = |key: &&&str| document::outer_key(text, key).is_some();
        if FIRST_KEYS.contains(&first) || CASE_KEYS.iter().filter(of_cases).count() < 2 {
            return None;
        }
        let folder = system_of(&self.sources.get(file).name).unwrap_or("<system>");
        let message = "this is a conformance case, but it is not in the folder for cases";
        let help = format!(
            "move the file to `tests/conformance/{folder}/`; if it is not a case, begin it \
        with the type of the document"
        );
        Some(Diagnostic::new(codes::UNKNOWN_DOCUMENT, place, message).help(help))
    }

    /// Whether an entry of a system has rules that are still to be written.
    #[must_use]
    pub fn is_todo(&self, system: &str, card: &str) -> bool {
        let sets = self.sets.iter().filter(|((of, _), _)| of == system);
        let mut cards = sets.flat_map(|(_, set)| &set.doc.cards);
        cards.any(|one| one.is_todo && one.id.value == card)
    }

    /// Whether a document of this id exists, but could not be read.
    pub fn is_unread(&self, kind: DocumentKind, id: &str) -> bool {
        self.unread.has(kind, id)
    }

    /// The words of what is not read of a system; nothing if all of it is.
    pub fn lost(&self, system: &str) -> Option<BTreeSet<String>> {
        let of_system = self.lost.get(&Some(system.to_owned()));
        let of_any = self.lost.get(&None);
        let mut all = of_system.into_iter().chain(of_any).peekable();
        all.peek()?;
        Some(all.flatten().cloned().collect())
    }

    /// The card sets of a system, and what is left of those that cannot be read as a whole.
    pub fn sets_and_remains(&self, system: &str) -> Vec<&Loaded<CardSetDoc>> {
        let all = self.sets.iter().chain(&self.remains);
        let own = all.filter(|((of, _), _)| of == system);
        own.map(|(_, set)| set).collect()
    }

    /// The readable rest of card sets that cannot be read as a whole.
    pub fn remains(&self) -> impl Iterator<Item = &Loaded<CardSetDoc>> {
        self.remains.values()
    }

    /// Whether a document has ids that cannot be ids.
    pub fn is_ill_formed(&self, file: FileId) -> bool {
        self.ill_formed.contains(&file)
    }

    /// The key with which a document begins, and where it stands.
    fn first_key(&self, file: FileId) -> (String, Location) {
        let text = &self.sources.get(file).text;
        let line = first_line(text).unwrap_or(&text[..0]);
        let written = line.split(':').next().unwrap_or("");
        let key = written.trim();
        // The line is a part of the text, so this is where the key begins in it; a comment may say the same earlier.
        let start = written.as_ptr().addr() - text.as_ptr().addr();
        let start = start + (written.len() - written.trim_start().len());
        (
            key.to_owned(),
            Location {
                file,
                start,
                end: start + key.len(),
            },
        )
    }

    /// Reports a file that need not be there, and that is there and cannot be read. A refused link is told of already.
    fn report_unreadable(&mut self, path: &Path, error: &str) {
        if !self.library.is_there(path) || self.library.strays().iter().any(|stray| stray.path == path) {
            return;
        }
        let unread = SourceFile::unread(self.library.shown(path));
        let place = belong::at_start(self.sources.share(Arc::new(unread)));
        let message = format!("the file cannot be read: {error}");
        self.diagnostics
            .push(Diagnostic::new(codes::FILE, place, message));
    }

    fn add_scenario(&mut self, file: FileId, doc: Arc<ScenarioDoc>) {
        let key = (doc.system.value.clone(), doc.scenario.value.clone());
        match self.scenario_ids.get(&key).copied() {
            Some(earlier) => self.second("scenario", file, &doc.scenario, earlier),
            None => drop(self.scenario_ids.insert(key, place_of(file, &doc.scenario))),
        }
        let rules = Arc::default();
        self.scenarios.push(Loaded { file, doc, rules });
    }

    /// Reports a second document of one id.
    fn second(&mut self, what: &str, file: FileId, id: &At<String>, earlier: Location) {
        let providers = self.providers(file, earlier.file);
        let message = match &providers {
            None => format!("there is already a {what} `{}`", id.value),
            Some((one, other)) => format!("{one} and {other} both provide the {what} `{}`", id.value),
        };
        let diagnostic = Diagnostic::new(codes::DUPLICATE_DOCUMENT, place_of(file, id), message);
        let diagnostic = diagnostic.related(earlier, "the other one is here");
        match providers {
            None => self.diagnostics.push(diagnostic),
            Some(_) => self.clashes.push(diagnostic),
        }
    }

    fn add_set(&mut self, set: Loaded<CardSetDoc>) {
        let key = (set.doc.system.value.clone(), set.doc.set.value.clone());
        if let Some(earlier) = self.sets.get(&key) {
            let earlier = place_of(earlier.file, &earlier.doc.set);
            self.second("card set", set.file, &set.doc.set, earlier);
            return;
        }
        self.sets.insert(key, set);
    }

    fn add_map(&mut self, file: FileId, doc: Arc<MapDoc>) {
        let key = (doc.system.value.clone(), doc.map.value.clone());
        if let Some(earlier) = self.maps.get(&key) {
            let earlier = place_of(earlier.file, &earlier.doc.map);
            self.second("map", file, &doc.map, earlier);
            return;
        }
        let rules = Arc::default();
        self.maps.insert(key, Loaded { file, doc, rules });
    }

    fn add_phrasebook(&mut self, file: FileId, doc: Arc<PhrasebookDoc>) {
        if let Some(earlier) = self.phrasebooks.get(&doc.phrasebook.value) {
            let earlier = place_of(earlier.file, &earlier.doc.phrasebook);
            self.second("phrasebook", file, &doc.phrasebook, earlier);
            return;
        }
        let rules = Arc::default();
        let id = doc.phrasebook.value.clone();
        self.phrasebooks.insert(id, Loaded { file, doc, rules });
    }

    fn add_system(&mut self, file: FileId, doc: Arc<SystemDoc>, path: &Path) {
        let folder = path.parent().unwrap_or(Path::new("."));
        self.system_folders.push((folder.to_path_buf(), file));
        let errors = self.diagnostics.len();
        let units = self.units(file, &doc.files, folder);
        if self.diagnostics.len() > errors {
            self.unread.note(DocumentKind::System, &doc.system.value, None);
        }
        if let Some(earlier) = self.systems.get(&doc.system.value) {
            let earlier = place_of(earlier.file, &earlier.doc.system);
            self.second("system", file, &doc.system, earlier);
            return;
        }
        let ledger = self.ledger(&folder.join(LEDGER));
        let id = doc.system.value.clone();
        let system = System {
            file,
            doc,
            own: units.len(),
            units,
            libraries: Vec::new(),
            ledger,
        };
        self.systems.insert(id, system);
    }

    /// A system's ledger; none, if there is no such file.
    fn ledger(&mut self, path: &Path) -> Arc<BTreeMap<String, Simulate>> {
        if !self.library.extent.has_ledgers {
            return Arc::default();
        }
        match self.library.ledger(path) {
            Err(error) => {
                self.report_unreadable(path, &error);
                Arc::default()
            }
            Ok((_, Some(ledger))) => ledger,
            Ok((text, None)) => {
                let file = self.sources.share(text);
                self.diagnostics.extend(ledger::refusal(&self.sources, file));
                Arc::default()
            }
        }
    }
}

/// The words of a text that could be names.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    let words = words.map(|word| word.trim_matches('-'));
    words.filter(|word| !word.is_empty()).map(str::to_owned)
}

/// Whether a key is one that a document begins with, or was meant to be.
fn nearest_or_same(key: &str) -> bool {
    FIRST_KEYS.contains(&key) || nearest(key, FIRST_KEYS).is_some()
}

/// Whether a file's name leads to nowhere outside the folder that it begins in.
fn lies_within(name: &str) -> bool {
    let parts = Path::new(name).components();
    parts.clone().count() > 0
        && parts
            .clone()
            .all(|part| matches!(part, std::path::Component::Normal(_)))
}

/// A fault of the grammar as a diagnostic.
pub fn from_fault(origin: &Origin, fault: cardwright_dsl::Fault) -> Diagnostic {
    let place = origin.place(fault.span);
    let mut diagnostic = Diagnostic::new(code_of(fault.kind), place, fault.message).maybe_help(fault.help);
    diagnostic.fix = fault.fix.map(|put| Fix {
        place,
        put,
        certain: true,
    });
    diagnostic
}

fn code_of(kind: FaultKind) -> &'static Code {
    match kind {
        FaultKind::Unexpected => codes::SYNTAX,
        FaultKind::Unclosed => codes::UNCLOSED,
        FaultKind::Stray => codes::STRAY,
        FaultKind::UnclosedQuote => codes::UNCLOSED_QUOTE,
        FaultKind::BadName => codes::BAD_NAME,
        FaultKind::BadNumber => codes::BAD_NUMBER,
        FaultKind::ForeignMark => codes::FOREIGN_MARK,
        FaultKind::UnknownKeyword => codes::UNKNOWN_KEYWORD,
        FaultKind::Reserved => codes::RESERVED,
        FaultKind::GateOrder => codes::GATE_ORDER,
        FaultKind::CutShort => codes::CUT_SHORT,
        FaultKind::TooDeep => codes::TOO_DEEP,
        FaultKind::NoCondition => codes::NO_CONDITION,
        FaultKind::RollElsewhere => codes::ROLL_ELSEWHERE,
        FaultKind::Twice => codes::TWICE,
    }
}
