//! The questions, and how each is answered from others.
//!
//! The documents of a project are all that comes in. A question sees them through a part of them ([`Part`]), so an answer is worked
//! out again only if something in its part has changed. Bases are no questions, since there are too many to keep all: see
//! [`store`](super::store).
//!
//! Answers of many questions are worked out on all cores, and some are worked out on all cores by themselves. No two of the latter may wait
//! for each other: whoever asks many questions asks first for systems and scenarios, then for what rests on these.

use super::signature::Signature;
use super::store::Store;
use cardwright_code::link::{self, Base, Bases, Declared, GameDoc, Linker};
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{CardSetDoc, CaseDoc, ScenarioDoc};
use cardwright_documents::project::{Documents, Loaded, Needed, Part};
use cardwright_documents::source::{FileId, SourceFile};
use cardwright_lints::{Maxima, lint};
use cardwright_telling::phrasebook;
use cardwright_trees::Compiled;
use std::sync::Arc;

/// The database of remembered answers.
#[salsa::db]
pub(crate) trait Ask: salsa::Database {
    /// The bases at hand.
    fn store(&self) -> &Store;
}

#[salsa::db]
#[derive(Clone)]
pub(super) struct Database {
    storage: salsa::Storage<Self>,
    store: Arc<Store>,
}

impl Database {
    pub(super) fn of(handle: salsa::StorageHandle<Self>, store: Arc<Store>) -> Self {
        Self {
            storage: handle.into_storage(),
            store,
        }
    }

    pub(super) fn into_handle(self) -> salsa::StorageHandle<Self> {
        self.storage.into_zalsa_handle()
    }
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Ask for Database {
    fn store(&self) -> &Store {
        &self.store
    }
}

/// The documents of the project as they are now.
#[salsa::input(singleton)]
pub(super) struct Content {
    #[returns(ref)]
    pub(super) whole: Part,
}

/// A system by its id.
#[salsa::interned]
pub(super) struct SystemId<'db> {
    #[returns(ref)]
    pub(super) id: String,
}

/// The beginning of a game of a system.
#[salsa::interned]
pub(super) struct NeededOf<'db> {
    #[returns(copy)]
    system: SystemId<'db>,
    #[returns(ref)]
    needed: Needed,
}

/// A scenario or case: a case of a library is one of each system that uses it.
#[salsa::interned]
pub(super) struct Game<'db> {
    #[returns(copy)]
    pub(super) system: SystemId<'db>,
    #[returns(copy)]
    pub(super) file: FileId,
    #[returns(copy)]
    pub(super) is_case: bool,
}

/// A compilation, shared by all who ask.
#[derive(Clone, Debug)]
pub(super) struct Shared(pub(super) Arc<Compiled>);

/// Declarations, shared by all who ask.
#[derive(Clone)]
pub(super) struct SharedDeclared(pub(super) Arc<Declared>);

/// The part of a compiled case that is kept: there are many.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tried {
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The maxima of its entities, if it compiles.
    pub(crate) maxima: Option<Maxima>,
}

/// A scenario or case, with the text of its file.
#[derive(Clone, Debug)]
struct Beginning {
    doc: BeginningDoc,
    text: Arc<SourceFile>,
}

#[derive(Clone, Debug)]
enum BeginningDoc {
    Scenario(Loaded<ScenarioDoc>),
    Case(Loaded<CaseDoc>),
}

impl Beginning {
    fn doc(&self) -> GameDoc<'_> {
        match &self.doc {
            BeginningDoc::Scenario(one) => GameDoc::Scenario(one),
            BeginningDoc::Case(one) => GameDoc::Case(one),
        }
    }
}

impl PartialEq for Beginning {
    fn eq(&self, other: &Self) -> bool {
        let is_same = match (&self.doc, &other.doc) {
            (BeginningDoc::Scenario(one), BeginningDoc::Scenario(other)) => Arc::ptr_eq(&one.doc, &other.doc),
            (BeginningDoc::Case(one), BeginningDoc::Case(other)) => Arc::ptr_eq(&one.doc, &other.doc),
            _ => false,
        };
        is_same && Arc::ptr_eq(&self.text, &other.text)
    }
}

/// The part of the documents that a system can notice.
#[salsa::tracked(returns(ref))]
pub(super) fn part_of_system<'db>(db: &'db dyn Ask, system: SystemId<'db>) -> Part {
    db.store().note("part_of_system");
    let whole = Content::get(db).whole(db);
    Part(Arc::new(whole.0.of_system(system.id(db))))
}

/// The part of a system without scenarios and cases.
#[salsa::tracked(returns(ref))]
pub(super) fn part_of_rules<'db>(db: &'db dyn Ask, system: SystemId<'db>) -> Part {
    db.store().note("part_of_rules");
    Part(Arc::new(part_of_system(db, system).0.without_games()))
}

/// The documents that a game can notice besides its own.
#[salsa::tracked(returns(ref))]
fn part_of_game<'db>(db: &'db dyn Ask, of: NeededOf<'db>) -> Part {
    db.store().note("part_of_game");
    let part = part_of_system(db, of.system(db));
    Part(Arc::new(part.0.of_game(of.needed(db))))
}

/// The document of a scenario or case.
#[salsa::tracked(returns(ref))]
fn beginning<'db>(db: &'db dyn Ask, game: Game<'db>) -> Option<Beginning> {
    db.store().note("beginning");
    let part = &part_of_system(db, game.system(db)).0;
    let file = game.file(db);
    let doc = match game.is_case(db) {
        true => part.case_in(file).map(|one| BeginningDoc::Case(one.clone())),
        false => {
            let mut scenarios = part.scenarios.iter();
            let found = scenarios.find(|one| one.file == file);
            found.map(|one| BeginningDoc::Scenario(one.clone()))
        }
    };
    let text = Arc::clone(part.sources.shared(file)?);
    Some(Beginning { doc: doc?, text })
}

/// The beginning of a game, if it is known.
#[salsa::tracked(returns(copy))]
fn needed_of<'db>(db: &'db dyn Ask, game: Game<'db>) -> Option<NeededOf<'db>> {
    db.store().note("needed_of");
    let system = game.system(db);
    let beginning = beginning(db, game).as_ref()?;
    let needed = link::needed(&part_of_system(db, system).0, beginning.doc())?;
    Some(NeededOf::new(db, system, needed))
}

/// The result of `make` for a scenario or case, computed from as little as it can rest on; `is_fine` says
/// whether nothing is wrong with it.
fn made_of_game<'db, T>(
    db: &'db dyn Ask,
    game: Game<'db>,
    make: impl Fn(&Documents, &dyn Bases, GameDoc<'_>) -> T,
    is_fine: impl Fn(&T) -> bool,
) -> Option<T> {
    let beginning = beginning(db, game).as_ref()?;
    let bases = BasesOf {
        db,
        system: game.system(db),
    };
    let make = |part: &Documents| Some(make(part, &bases, beginning.doc()));
    // Nothing else is asked for as long as nothing is wrong: what rests on the whole system is worked out again far more often.
    if let Some(needed) = needed_of(db, game) {
        let part = part_of_game(db, needed)
            .0
            .with_text(game.file(db), &beginning.text);
        let made = make(&part).filter(&is_fine);
        if made.is_some() {
            return made;
        }
    }
    // What is told of an error may name what else there is: of an unknown system all systems.
    let part = &part_of_system(db, game.system(db)).0;
    match part.systems.is_empty() {
        true => make(&Content::get(db).whole(db).0),
        false => make(part),
    }
}

/// The bases of a system. Each rests on the system and its card sets alone.
pub(super) struct BasesOf<'db> {
    pub(super) db: &'db dyn Ask,
    pub(super) system: SystemId<'db>,
}

impl Bases for BasesOf<'_> {
    fn base(&self, _: &Linker<'_>, sets: &[&Loaded<CardSetDoc>]) -> Arc<Base> {
        let needed = Needed {
            sets: sets.iter().map(|set| set.doc.set.value.clone()).collect(),
            map: None,
            scenario: None,
        };
        // Whoever compares two projects asks both by turns.
        salsa::attach_allow_change(self.db, || {
            let part = part_of_game(self.db, NeededOf::new(self.db, self.system, needed.clone()));
            let id = self.system.id(self.db);
            let make = || link::base_of(&part.0, id, &needed.sets);
            // Systems, lints and phrasebooks begin with this one.
            let is_whole = needed.sets == *all_sets(self.db, self.system);
            self.db.store().base(part, is_whole.then_some(id), make)
        })
    }
}

/// The ids of all card sets of a system.
#[salsa::tracked(returns(ref))]
fn all_sets<'db>(db: &'db dyn Ask, id: SystemId<'db>) -> Vec<String> {
    let part = &part_of_rules(db, id).0;
    part.sets.keys().map(|(_, set)| set.clone()).collect()
}

/// A system with all its card sets.
#[salsa::tracked(returns(ref), no_eq)]
pub(super) fn system<'db>(db: &'db dyn Ask, id: SystemId<'db>) -> Shared {
    db.store().note("system");
    let part = &part_of_rules(db, id).0;
    let compiled = part.systems.get(id.id(db)).map(|system| {
        let bases = BasesOf { db, system: id };
        link::compile_system(part, &bases, system)
    });
    Shared(Arc::new(compiled.unwrap_or_default()))
}

/// A scenario, which lints look at.
#[salsa::tracked(returns(ref), no_eq)]
pub(super) fn scenario<'db>(db: &'db dyn Ask, game: Game<'db>) -> Shared {
    db.store().note("scenario");
    let compile = |part: &Documents, bases: &dyn Bases, doc: GameDoc<'_>| match doc {
        GameDoc::Scenario(one) => link::compile_scenario(part, bases, one),
        GameDoc::Case(one) => link::compile_case(part, bases, one),
    };
    let compiled = made_of_game(db, game, compile, |made| made.diagnostics.is_empty());
    Shared(Arc::new(compiled.unwrap_or_default()))
}

/// The diagnostics of a case, and a few facts about it.
#[salsa::tracked(returns(ref))]
pub(super) fn tried<'db>(db: &'db dyn Ask, game: Game<'db>) -> Tried {
    db.store().note("tried");
    let check = |part: &Documents, bases: &dyn Bases, doc: GameDoc<'_>| match doc {
        GameDoc::Case(one) => link::check_case(part, bases, one),
        GameDoc::Scenario(_) => Err(Vec::new()),
    };
    match made_of_game(db, game, check, Result::is_ok) {
        Some(Ok(pack)) => {
            let mut maxima = Maxima::default();
            maxima.note(&pack);
            Tried {
                diagnostics: Vec::new(),
                maxima: Some(maxima),
            }
        }
        Some(Err(diagnostics)) => Tried {
            diagnostics,
            maxima: None,
        },
        None => Tried::default(),
    }
}

/// Warnings about content that cannot be meant in a system, its card sets and its scenarios; empty if one of
/// them has an error.
#[salsa::tracked(returns(ref))]
pub(super) fn lints<'db>(db: &'db dyn Ask, id: SystemId<'db>) -> Vec<Diagnostic> {
    db.store().note("lints");
    let part = &part_of_system(db, id).0;
    let Some(of) = part.systems.get(id.id(db)) else {
        return Vec::new();
    };
    if !is_sound(db, id) {
        return Vec::new();
    }
    let compiled = &system(db, id).0;
    let scenarios = part.scenarios.iter();
    let scenarios = scenarios.map(|one| (one.file, &*scenario(db, Game::new(db, id, one.file, false)).0));
    let scenarios: Vec<(FileId, &Compiled)> = scenarios.collect();
    lint::lint(&lint::Whole {
        project: part,
        system: of,
        compiled,
        scenarios,
    })
}

/// The diagnostics of the phrasebook of a system.
#[salsa::tracked(returns(ref))]
pub(super) fn phrases<'db>(db: &'db dyn Ask, id: SystemId<'db>) -> Vec<Diagnostic> {
    db.store().note("phrases");
    let part = &part_of_system(db, id).0;
    // What has errors has no rows that could be tried.
    let sound = part.systems.get(id.id(db)).filter(|_| is_sound(db, id));
    sound.map_or_else(Vec::new, |of| {
        phrasebook::check(part, &BasesOf { db, system: id }, of)
    })
}

/// The diagnostics of the looks of a system.
#[salsa::tracked(returns(ref))]
pub(super) fn looks<'db>(db: &'db dyn Ask, id: SystemId<'db>) -> Vec<Diagnostic> {
    db.store().note("looks");
    let part = &part_of_system(db, id).0;
    let compiled = &system(db, id).0;
    match (&compiled.pack, part.looks.get(id.id(db))) {
        (Some(pack), Some(loaded)) => cardwright_code::looks::check(part, pack, loaded),
        _ => Vec::new(),
    }
}

/// Whether a system can be looked at as a whole: neither it nor one of its scenarios has an error.
fn is_sound<'db>(db: &'db dyn Ask, id: SystemId<'db>) -> bool {
    let part = &part_of_system(db, id).0;
    let mut scenarios = part.scenarios.iter();
    let is_sound = |file| scenario(db, Game::new(db, id, file, false)).0.pack.is_some();
    system(db, id).0.pack.is_some() && scenarios.all(|one| is_sound(one.file))
}

/// A library by its id.
#[salsa::interned]
pub(super) struct LibraryId<'db> {
    #[returns(ref)]
    id: String,
}

#[salsa::tracked(returns(ref))]
fn part_of_library<'db>(db: &'db dyn Ask, library: LibraryId<'db>) -> Part {
    db.store().note("part_of_library");
    let whole = Content::get(db).whole(db);
    Part(Arc::new(whole.0.of_library(library.id(db))))
}

/// The diagnostics of a library on its own.
#[salsa::tracked(returns(ref))]
pub(super) fn library<'db>(db: &'db dyn Ask, id: LibraryId<'db>) -> Vec<Diagnostic> {
    db.store().note("library");
    let part = &part_of_library(db, id).0;
    let library = part.libraries.get(id.id(db));
    library.map_or_else(Vec::new, |library| link::check_library(part, library))
}

#[salsa::tracked(returns(ref))]
fn signature_of<'db>(db: &'db dyn Ask, id: SystemId<'db>) -> Signature {
    db.store().note("signature_of");
    Signature(part_of_rules(db, id).clone())
}

/// A system with all its card sets, before the rules of cards are checked. It stays while only such rules change, so places in it are those
/// of the files as they were then.
#[salsa::tracked(returns(ref), no_eq)]
pub(super) fn declared<'db>(db: &'db dyn Ask, id: SystemId<'db>) -> SharedDeclared {
    db.store().note("declared");
    let Signature(part) = signature_of(db, id);
    SharedDeclared(Arc::new(Declared::of(&part.0, id.id(db))))
}

/// The errors in the declarations and cards in the file of a card set, as far as they can be known without
/// the rules of others.
pub(super) fn errors_of_set<'db>(db: &'db dyn Ask, id: SystemId<'db>, file: FileId) -> Vec<Diagnostic> {
    let part = &part_of_rules(db, id).0;
    let mut sets = part.sets.values().chain(part.remains());
    let set = sets.find(|set| set.file == file);
    set.map_or_else(Vec::new, |set| declared(db, id).0.errors_in(&part.sources, set))
}
