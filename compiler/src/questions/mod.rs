//! A project that answers questions: what is wrong with it, what its systems, scenarios and cases are when they are compiled. Each answer
//! is worked out once, and again only if something has changed that it rests on.
//!
//! | file | what lives there |
//! |---|---|
//! | `database` | the questions, and how each is answered from others |
//! | `names` | what names mean, and what a cursor sees: for editors |
//! | `signature` | what others can notice of card sets |
//! | `store` | systems with card sets, which many scenarios and cases begin with |

mod database;
mod names;
mod signature;
mod store;

use crate::review::in_order;
use cardwright_bytecode::pack::Pack;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_code::link::{self, Change, Common, Declared};
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{CaseDoc, MapDoc, ScenarioDoc};
use cardwright_documents::project::{
    Documents, Folder, Links, Loaded, Part, Question, SharedLibrary, System,
};
use cardwright_documents::source::{FileId, Location};
use cardwright_trees::{Compiled, Program};
use database::{BasesOf, Content, Database, Game, LibraryId, SystemId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use store::Store;

pub(crate) use database::Tried;
pub use names::{
    scene_in_case, scene_in_rules, scene_in_scenario, uses_of_case, uses_of_scenario, uses_of_system,
};

/// A project: its documents as they are now, and what is known of them.
#[derive(Default)]
pub struct Project {
    folder: Folder,
    /// The answers so far; a copy begins anew.
    memory: OnceLock<Memory>,
}

struct Memory {
    handle: salsa::StorageHandle<Database>,
    store: Arc<Store>,
}

impl Memory {
    fn of(documents: &Arc<Documents>) -> Self {
        let store = Arc::new(Store::default());
        let db = Database::of(salsa::StorageHandle::new(None), Arc::clone(&store));
        Content::new(&db, Part(Arc::clone(documents)));
        Self {
            handle: db.into_handle(),
            store,
        }
    }

    /// The memory turned to other documents: answers that do not rest on a change stay.
    fn turned_to(self, documents: &Arc<Documents>) -> Self {
        use salsa::Setter;
        let mut db = Database::of(self.handle, Arc::clone(&self.store));
        Content::get(&db)
            .set_whole(&mut db)
            .to(Part(Arc::clone(documents)));
        Self {
            handle: db.into_handle(),
            store: self.store,
        }
    }
}

impl Deref for Project {
    type Target = Documents;

    fn deref(&self) -> &Documents {
        self.folder.documents()
    }
}

impl Clone for Project {
    fn clone(&self) -> Self {
        Self::of(self.folder.clone())
    }
}

impl std::fmt::Debug for Project {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Project")
            .field("root", &self.root())
            .finish_non_exhaustive()
    }
}

impl Project {
    /// A folder of documents.
    #[must_use]
    pub fn of(folder: Folder) -> Self {
        Self {
            folder,
            memory: OnceLock::new(),
        }
    }

    /// The nearest folder at or above `start` that has `systems/`.
    #[must_use]
    pub fn find_root(start: &Path) -> Option<PathBuf> {
        Documents::find_root(start)
    }

    /// Reads every document of a project folder. What cannot be read is in the diagnostics.
    #[must_use]
    pub fn load(root: &Path) -> Self {
        Self::of(Folder::load(root))
    }

    /// Like [`Project::load`], with links that may lead out of the folder or not.
    #[must_use]
    pub fn load_linked(root: &Path, links: Links) -> Self {
        Self::of(Folder::load_linked(root, links))
    }

    /// Reads what answers a question; everything, if something does not lie where it should.
    #[must_use]
    pub fn load_for(root: &Path, links: Links, question: Question<'_>) -> Self {
        Self::of(Folder::load_for(root, links, question))
    }

    /// Like [`Project::load`], with texts that stand for what is in the files of these names (relative to the folder,
    /// with `/`). A document of the project's folders need not be on the disk: it may be new in an editor.
    #[must_use]
    pub fn load_with(root: &Path, overlay: BTreeMap<String, String>) -> Self {
        Self::of(Folder::load_with(root, overlay))
    }

    /// Documents that are in memory alone, at a folder in which nothing lies. The packages that they need lie where those of another
    /// folder, `home`, do.
    #[must_use]
    pub fn load_texts(nowhere: &Path, texts: BTreeMap<String, String>, home: &Path) -> Self {
        Self::of(Folder::load_texts(nowhere, texts, home))
    }

    /// The documents of scenarios, in the order of their paths. No more than the folders is read.
    #[must_use]
    pub fn scenario_files(root: &Path, links: Links) -> Vec<PathBuf> {
        Folder::scenario_files(root, links)
    }

    /// The folder with its files.
    #[must_use]
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The names of the documents that depend on those for which `is_asked` says yes.
    #[must_use]
    pub fn dependents(&self, is_asked: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.folder.dependents(is_asked)
    }

    /// Gives one file another text, or with `None` the one that is on the disk. Only this file is read and parsed, and only what
    /// rests on it is worked out again when somebody asks.
    pub fn update(&mut self, name: &str, text: Option<String>) {
        self.change(|folder| folder.update(name, text));
    }

    /// Gives several files other texts, as [`update`](Self::update) does for one.
    pub fn update_all(&mut self, texts: impl IntoIterator<Item = (String, Option<String>)>) {
        self.change(|folder| folder.update_all(texts));
    }

    /// Reads one more document, which need not lie in the project's folders.
    pub fn load_file(&mut self, path: &Path) -> Option<FileId> {
        self.change(|folder| folder.load_file(path))
    }

    /// Adds what somebody else has found at the beginning of a file, which need not be there.
    pub fn tell_of(&mut self, name: &str, found: &dyn Fn(Location) -> Diagnostic) {
        self.change(|folder| folder.tell_of(name, found));
    }

    fn change<T>(&mut self, change: impl FnOnce(&mut Folder) -> T) -> T {
        let done = change(&mut self.folder);
        if let Some(memory) = self.memory.take() {
            let memory = memory.turned_to(self.folder.documents());
            // It is empty: it was taken just now.
            drop(self.memory.set(memory));
        }
        done
    }

    /// Asks the memory a question, in this thread.
    pub(crate) fn ask<T>(&self, ask: impl FnOnce(&Asking) -> T) -> T {
        let memory = self.memory.get_or_init(|| Memory::of(self.folder.documents()));
        let asking = Asking(Database::of(memory.handle.clone(), Arc::clone(&memory.store)));
        // While a thread waits for work that it has given to others, it may be given another project to look at, or the same one by
        // another asker.
        salsa::attach_allow_change(&asking.0, || ask(&asking))
    }

    /// The errors of the document in a file, as far as they can be found at once: whatever rests on the rules
    /// of others (cases of sets, recursion, secrets, and rules that cannot be meant) a
    /// [`review`](crate::review) tells later, and takes none of this back.
    #[must_use]
    pub fn errors_in(&self, name: &str) -> Vec<Diagnostic> {
        let Some(file) = self.sources.named(name) else {
            return Vec::new();
        };
        let of_document = self.diagnostics.iter().filter(|one| one.place.file == file);
        let mut found: Vec<Diagnostic> = of_document.cloned().collect();
        let of_set = self.sets.iter().map(|(key, set)| (&key.0, set.file));
        let remains = self.remains().map(|set| (&set.doc.system.value, set.file));
        let of_game = |one: &Loaded<ScenarioDoc>| one.file == file;
        if let Some((system, _)) = of_set.chain(remains).find(|one| one.1 == file) {
            found.extend(self.ask(|asking| asking.errors_of_set(system, file)));
        } else if let Some(scenario) = self.scenarios.iter().find(|one| of_game(one)) {
            found.extend(
                self.ask(|asking| asking.scenario(scenario))
                    .diagnostics
                    .iter()
                    .cloned(),
            );
        } else if self.cases.iter().any(|one| one.file == file) {
            let cases = self.cases.iter().filter(|one| one.file == file);
            found.extend(cases.flat_map(|case| self.ask(|asking| asking.tried(case)).diagnostics));
        } else {
            let systems = self.systems.values().filter(|one| one.has(file));
            found.extend(systems.flat_map(|one| self.system(&one.doc.system.value).diagnostics.clone()));
        }
        found.retain(|one| one.place.file == file);
        in_order(self.told_of_own(found))
    }

    /// How often an answer to each question was worked out since the last time that somebody wanted to know.
    #[must_use]
    pub fn take_asked(&self) -> BTreeMap<&'static str, usize> {
        self.memory
            .get()
            .map_or_else(BTreeMap::new, |memory| memory.store.take_asked())
    }

    /// A system with all its card sets and no scenario.
    #[must_use]
    pub(crate) fn system(&self, id: &str) -> Arc<Compiled> {
        self.ask(|asking| asking.system(id))
    }
}

/// The view of the memory for one thread that asks.
pub(crate) struct Asking(Database);

impl Asking {
    pub(crate) fn system(&self, id: &str) -> Arc<Compiled> {
        Arc::clone(&database::system(&self.0, self.id(id)).0)
    }

    pub(crate) fn scenario(&self, scenario: &Loaded<ScenarioDoc>) -> Arc<Compiled> {
        let game = self.game(&scenario.doc.system.value, scenario.file, false);
        Arc::clone(&database::scenario(&self.0, game).0)
    }

    pub(crate) fn tried(&self, case: &Loaded<CaseDoc>) -> Tried {
        let game = self.game(&case.doc.system.value, case.file, true);
        database::tried(&self.0, game).clone()
    }

    pub(crate) fn lints(&self, system: &str) -> Vec<Diagnostic> {
        database::lints(&self.0, self.id(system)).clone()
    }

    pub(crate) fn phrases(&self, system: &str) -> Vec<Diagnostic> {
        database::phrases(&self.0, self.id(system)).clone()
    }

    pub(crate) fn looks(&self, system: &str) -> Vec<Diagnostic> {
        database::looks(&self.0, self.id(system)).clone()
    }

    pub(crate) fn library(&self, id: &str) -> Vec<Diagnostic> {
        database::library(&self.0, LibraryId::new(&self.0, id.to_owned())).clone()
    }

    fn errors_of_set(&self, system: &str, file: FileId) -> Vec<Diagnostic> {
        database::errors_of_set(&self.0, self.id(system), file)
    }

    fn declared(&self, system: &str) -> Arc<Declared> {
        Arc::clone(&database::declared(&self.0, self.id(system)).0)
    }

    fn id(&self, system: &str) -> SystemId<'_> {
        SystemId::new(&self.0, system.to_owned())
    }

    fn game(&self, system: &str, file: FileId, is_case: bool) -> Game<'_> {
        Game::new(&self.0, self.id(system), file, is_case)
    }

    fn bases(&self, system: &str) -> BasesOf<'_> {
        BasesOf {
            db: &self.0,
            system: self.id(system),
        }
    }
}

/// The diagnostics of a library on its own, with examples of all that it needs.
#[must_use]
pub fn check_library(project: &Project, library: &SharedLibrary) -> Vec<Diagnostic> {
    project.ask(|asking| asking.library(&library.doc.library.value))
}

/// Compiles a system with all its card sets and no scenario.
#[must_use]
pub fn compile_system(project: &Project, system: &System) -> Arc<Compiled> {
    project.system(&system.doc.system.value)
}

/// Compiles a system with all its card sets and the spaces of a map.
#[must_use]
pub fn compile_map(project: &Project, map: &Loaded<MapDoc>) -> Compiled {
    project.ask(|asking| link::compile_map(project, &asking.bases(&map.doc.system.value), map))
}

/// Compiles a scenario of the project, or one that is written for it.
#[must_use]
pub fn compile_scenario(project: &Project, scenario: &Loaded<ScenarioDoc>) -> Compiled {
    project.ask(|asking| link::compile_scenario(project, &asking.bases(&scenario.doc.system.value), scenario))
}

/// Compiles a scenario with so many blanks of kinds besides, by the names of the kinds: with `Game::joined` of the core somebody
/// tries what would be if such a thing were there.
#[must_use]
pub fn compile_with_blanks(
    project: &Project,
    scenario: &Loaded<ScenarioDoc>,
    blanks: &[(String, usize)],
) -> Compiled {
    let system = &scenario.doc.system.value;
    project.ask(|asking| link::compile_with_blanks(project, &asking.bases(system), scenario, blanks))
}

/// Compiles a conformance case of the project, or one that is written for it.
#[must_use]
pub fn compile_case(project: &Project, case: &Loaded<CaseDoc>) -> Compiled {
    project.ask(|asking| link::compile_case(project, &asking.bases(&case.doc.system.value), case))
}

/// A system with some of its card sets: what all scenarios and cases that play with these have in common, and share; nothing, if it
/// has errors.
#[must_use]
pub fn compile_common(project: &Project, system: &System, sets: &[String]) -> Option<(Pack, Program)> {
    let id = &system.doc.system.value;
    project.ask(|asking| link::compile_common(project, &asking.bases(id), system, sets))
}

/// The effect of a break at a place on a case, given by its number in the project before and after it.
#[must_use]
pub fn changed(before: &Project, after: &Project, case: usize, place: Location) -> Change {
    let Some(system) = before.cases.get(case).map(|case| &case.doc.system.value) else {
        return Change::Anything;
    };
    before.ask(|old| {
        let old = old.bases(system);
        after.ask(|new| link::changed((before, &old), (after, &new.bases(system)), case, place))
    })
}

/// Whether the pack of a case has all of what it has in common with others at its beginning, so that numbers mean the same in both. It has
/// not if the case changes what its system declares.
#[must_use]
pub fn begins(project: &Project, case: &Loaded<CaseDoc>, pack: &VerifiedPack) -> bool {
    project.ask(|asking| Common::begins(project, &asking.bases(&case.doc.system.value), case, pack))
}
