//! Puts one system, scenario or case together into a pack.
//!
//! | file | what lives there |
//! |---|---|
//! | `situation` | what a scenario or case starts with |
//! | `parts` | the order in which a pack is put together |
//! | `base` | what many scenarios and cases have in common, compiled once |
//! | `changed` | what a break changes of that |
//! | `declared` | a system before the rules of its cards are checked, which are then checked set by set |
//! | `uses` | what each name means, for editors |
//! | `expectations` | what a case expects, as it is written |
//! | `board`, `entities`, `templates`, `main_function` | what packs are made of besides rules |

use crate::emit;
use crate::secrets;
use cardwright_bytecode::pack::{Pack, Title};
use cardwright_bytecode::verify::{self, Foundation};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{At, CardSetDoc, CaseDoc, DocumentKind, MapDoc, ScenarioDoc, place_of};
use cardwright_documents::project::{Documents, Loaded, Needed, SharedLibrary, System, unknown_system};
use cardwright_documents::source::{FileId, Location, Origin, Sources};
use cardwright_meaning::check::{Compiler, Known};
use cardwright_trees::{Compiled, Program};
use parts::{Part, Stage};
use situation::{Situation, situation_of_case};
use std::collections::BTreeSet;

mod base;
mod board;
mod changed;
mod declared;
mod entities;
mod expectations;
mod main_function;
mod parts;
mod placing;
mod situation;
mod templates;
mod uses;

pub use base::{Base, Bases};
pub use changed::changed;
pub use changed::{Change, Common, Written};
pub use declared::Declared;
pub use parts::{Linker, is_plain};
pub(crate) use situation::Setup;
pub use uses::{
    Home, NameUse, Place, scene_in_case, scene_in_rules, scene_in_scenario, uses_of_case, uses_of_scenario,
    uses_of_system,
};

/// The diagnostics of a library on its own, with examples of all that it needs.
#[must_use]
pub fn check_library(project: &Documents, library: &SharedLibrary) -> Vec<Diagnostic> {
    if project.is_unread(DocumentKind::Library, &library.doc.library.value) {
        return Vec::new();
    }
    let system = library.alone();
    let linker = Linker {
        project,
        system: &system,
        situation: &Situation::of_system(&system, Vec::new()),
    };
    let mut compiler = Compiler::new(&project.sources, Origin::file(library.file));
    let part = linker.common(&mut compiler, &[]);
    linker.put(&mut compiler, part, Stage::WHOLE);
    let mut found = compiler.diagnostics;
    found.sort_by_key(|diagnostic| diagnostic.place);
    found.dedup();
    found
}

/// Compiles a system with all its card sets and no scenario.
pub fn compile_system(project: &Documents, bases: &dyn Bases, system: &System) -> Compiled {
    let situation = Situation::of_system(system, sets_of(project, system));
    let mut compiled = compile(project, bases, system, &situation);
    if let Some(lost) = project.lost(&system.doc.system.value) {
        compiled.diagnostics = checked_without(&lost, project, system, &situation);
        compiled.pack.take_if(|_| !compiled.diagnostics.is_empty());
    }
    compiled
}

/// The diagnostics of a system of which something is not read: with all its card sets, and with the remains
/// of those that cannot be read as a whole. A use of words that the lost parts may declare is no error.
fn checked_without(
    lost: &BTreeSet<String>,
    project: &Documents,
    system: &System,
    situation: &Situation<'_>,
) -> Vec<Diagnostic> {
    if project.is_unread(DocumentKind::System, &system.doc.system.value) {
        return Vec::new();
    }
    let linker = Linker {
        project,
        system,
        situation,
    };
    let sets = project.sets_and_remains(&system.doc.system.value);
    if sets.iter().any(|set| project.is_ill_formed(set.file)) {
        return Vec::new();
    }
    let mut compiler = Compiler::new(&project.sources, Origin::file(system.file));
    compiler.names.broken.extend(lost.iter().cloned());
    let mut part = linker.common(&mut compiler, &sets);
    linker.own(&mut compiler, &mut part);
    linker.put(&mut compiler, part, Stage::WHOLE);
    let mut found = compiler.diagnostics;
    found.sort_by_key(|diagnostic| diagnostic.place);
    found.dedup();
    found
}

/// A system with all its card sets and one more, which is in no project.
#[derive(Default)]
pub struct Beside {
    /// The tables; no code is made of it.
    pub known: Known,
    /// The file in which the further set stands.
    pub file: FileId,
    /// The diagnostics of the further set.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks one more card set beside all those of a system; nothing, if that one has errors itself.
pub fn check_beside(
    project: &Documents,
    bases: &dyn Bases,
    system: &System,
    sources: &Sources,
    set: &Loaded<CardSetDoc>,
) -> Option<Beside> {
    let situation = Situation::of_system(system, sets_of(project, system));
    let linker = Linker {
        project,
        system,
        situation: &situation,
    };
    let base = bases.base(&linker, &linker.sets().ok()?);
    let known = base.known_with(base.coded().ok()?);
    let mut compiler = Compiler::resume(sources, known, Origin::file(set.file));
    let part = linker.beside(&mut compiler, set);
    linker.put(&mut compiler, part, Stage::BESIDE);
    let (known, diagnostics) = compiler.into_known();
    let file = set.file;
    Some(Beside {
        known,
        file,
        diagnostics,
    })
}

/// A system with some of its card sets: what all scenarios and cases that play with these have in common, and share; nothing, if it
/// has errors.
pub fn compile_common(
    project: &Documents,
    bases: &dyn Bases,
    system: &System,
    sets: &[String],
) -> Option<(Pack, Program)> {
    let all = sets_of(project, system);
    let named = |id: &String| all.iter().find(|(_, set)| set.value == *id).copied();
    let situation = Situation::of_system(system, sets.iter().filter_map(named).collect());
    let linker = Linker {
        project,
        system,
        situation: &situation,
    };
    let base = bases.base(&linker, &linker.sets().ok()?);
    let pack = base.coded().ok()?.pack().clone();
    Some((pack, base.known.program.clone()))
}

/// The base of a system with the card sets of these ids.
pub fn base_of(project: &Documents, id: &str, sets: &[String]) -> Base {
    let Some(system) = project.systems.get(id) else {
        return Base::default();
    };
    let named = |set: &String| project.sets.get(&(id.to_owned(), set.clone()));
    let sets: Vec<_> = sets.iter().filter_map(named).collect();
    let linker = Linker {
        project,
        system,
        situation: &Situation::of_system(system, Vec::new()),
    };
    Base::of(&linker, &sets)
}

/// The things with which a scenario or case begins, if they are known: so that it need not be compiled again
/// if anything else has changed.
pub fn needed(project: &Documents, game: GameDoc<'_>) -> Option<Needed> {
    let situation = match game {
        GameDoc::Scenario(scenario) => Situation::of_scenario(scenario),
        GameDoc::Case(case) => situation_of_case(project, case).ok()?,
    };
    let system = project.systems.get(game.system())?;
    let linker = Linker {
        project,
        system,
        situation: &situation,
    };
    let sets = linker
        .sets()
        .ok()?
        .into_iter()
        .map(|set| set.doc.set.value.clone());
    let scenario = match game {
        GameDoc::Scenario(_) => None,
        GameDoc::Case(case) => case.doc.scenario.as_ref().map(|id| id.value.clone()),
    };
    Some(Needed {
        sets: sets.collect(),
        map: situation.map.map(|(_, map)| map.value.clone()),
        scenario,
    })
}

/// A document with which a game begins.
#[derive(Clone, Copy)]
pub enum GameDoc<'a> {
    /// A scenario.
    Scenario(&'a Loaded<ScenarioDoc>),
    /// A conformance case.
    Case(&'a Loaded<CaseDoc>),
}

impl GameDoc<'_> {
    /// The id of its system.
    pub(crate) fn system(&self) -> &str {
        match self {
            Self::Scenario(one) => &one.doc.system.value,
            Self::Case(one) => &one.doc.system.value,
        }
    }
}

/// All card sets of a system.
fn sets_of<'a>(project: &'a Documents, system: &System) -> Vec<(FileId, &'a At<String>)> {
    let sets = project.sets.iter();
    let own = sets.filter(|(key, _)| key.0 == system.doc.system.value);
    own.map(|(_, set)| (set.file, &set.doc.set)).collect()
}

/// Compiles a system with all its card sets and the spaces of a map.
pub fn compile_map(project: &Documents, bases: &dyn Bases, map: &Loaded<MapDoc>) -> Compiled {
    let Some(system) = project.systems.get(&map.doc.system.value) else {
        return Compiled::default();
    };
    let situation = Situation {
        map: Some((map.file, &map.doc.map)),
        ..Situation::of_system(system, sets_of(project, system))
    };
    compile(project, bases, system, &situation)
}

/// Compiles a scenario.
pub fn compile_scenario(project: &Documents, bases: &dyn Bases, scenario: &Loaded<ScenarioDoc>) -> Compiled {
    compile_with_blanks(project, bases, scenario, &[])
}

/// Compiles a scenario with so many blanks of kinds besides, so that somebody can try what would be if such a thing were there.
pub fn compile_with_blanks(
    project: &Documents,
    bases: &dyn Bases,
    scenario: &Loaded<ScenarioDoc>,
    blanks: &[(String, usize)],
) -> Compiled {
    if project.is_ill_formed(scenario.file) {
        return Compiled::default();
    }
    let id = &scenario.doc.system;
    let situation = Situation {
        blanks,
        ..Situation::of_scenario(scenario)
    };
    match project.systems.get(&id.value) {
        Some(system) => compile(project, bases, system, &situation),
        None => Compiled::refused(without_system(project, scenario.file, id)),
    }
}

/// Compiles a conformance case.
pub fn compile_case(project: &Documents, bases: &dyn Bases, case: &Loaded<CaseDoc>) -> Compiled {
    match game_of(project, case) {
        Ok((system, situation)) => compile(project, bases, system, &situation),
        Err(diagnostics) => Compiled::refused(diagnostics),
    }
}

/// Checks a case. Gives the tables of its pack, or its errors. Nobody plays it here, so nothing is proved of
/// it, and only its own functions are tried for their size: those of its system are looked at where the
/// system is compiled.
pub fn check_case(
    project: &Documents,
    bases: &dyn Bases,
    case: &Loaded<CaseDoc>,
) -> Result<Pack, Vec<Diagnostic>> {
    let (system, situation) = game_of(project, case)?;
    let linker = linker(project, system, &situation)?;
    let sets = linker.sets()?;
    let base = bases.base(&linker, &sets);
    let together = put_together(&linker, &sets, base.checked()?);
    if !together.diagnostics.is_empty() {
        return Err(together.diagnostics);
    }
    let (mut pack, program) = (together.known.pack, together.known.program);
    match emit::too_large(&program, &mut pack, &project.sources, case.file) {
        none if none.is_empty() => Ok(pack),
        places => Err(too_large(places)),
    }
}

/// With what a case begins; otherwise what is wrong, which may be nothing that it has not said itself.
fn game_of<'a>(
    project: &'a Documents,
    case: &'a Loaded<CaseDoc>,
) -> Result<(&'a System, Situation<'a>), Vec<Diagnostic>> {
    if project.is_ill_formed(case.file) {
        return Err(Vec::new());
    }
    let id = &case.doc.system;
    if id.value.is_empty() {
        let place = Location {
            file: case.file,
            start: 0,
            end: 0,
        };
        let message = "the case does not say which game it belongs to";
        let help = "move the file to `tests/conformance/<system>/`, or add `system: ID`";
        return Err(vec![
            Diagnostic::new(codes::MISSING_KEY, place, message).help(help),
        ]);
    }
    // What game it is comes first: its scenarios are those of that game.
    let system = project
        .systems
        .get(&id.value)
        .ok_or_else(|| without_system(project, case.file, id))?;
    Ok((system, situation_of_case(project, case)?))
}

fn without_system(project: &Documents, file: FileId, id: &At<String>) -> Vec<Diagnostic> {
    match project.is_unread(DocumentKind::System, &id.value) {
        true => Vec::new(),
        false => vec![unknown_system(project, file, id)],
    }
}

fn compile(project: &Documents, bases: &dyn Bases, system: &System, situation: &Situation<'_>) -> Compiled {
    let linked = linker(project, system, situation).and_then(|linker| Ok((linker.sets()?, linker)));
    match linked {
        Ok((sets, linker)) => compile_onto_base(&linker, &sets, &bases.base(&linker, &sets)),
        Err(diagnostics) => Compiled::refused(diagnostics),
    }
}

/// The linker of a situation, if all of its documents are read; a document that is not has its own errors.
fn linker<'a>(
    project: &'a Documents,
    system: &'a System,
    situation: &'a Situation<'a>,
) -> Result<Linker<'a>, Vec<Diagnostic>> {
    let sets = situation.sets.iter().map(|(_, set)| (DocumentKind::CardSet, set));
    let map = situation.map.iter().map(|(_, map)| (DocumentKind::Map, map));
    let rests_on_unread = sets
        .chain(map)
        .any(|(kind, id)| project.is_unread(kind, &id.value));
    if rests_on_unread || project.is_unread(DocumentKind::System, &system.doc.system.value) {
        return Err(Vec::new());
    }
    Ok(Linker {
        project,
        system,
        situation,
    })
}

/// Adds the situation to what it has in common with others.
fn compile_onto_base(linker: &Linker<'_>, sets: &[&Loaded<CardSetDoc>], base: &Base) -> Compiled {
    let (foundation, known) = match base.coded() {
        Ok(foundation) => (foundation, base.known_with(foundation)),
        Err(wrong) => return Compiled::refused(wrong.to_vec()),
    };
    let together = put_together(linker, sets, &known);
    finish(together, linker, foundation)
}

/// A situation with its system and sets, checked.
struct Together {
    known: Known,
    diagnostics: Vec<Diagnostic>,
    /// Whether it begins with the functions of the base.
    is_onto_base: bool,
}

/// Puts a situation onto its base; or everything together anew, where the situation changes what its system and sets declare.
fn put_together(linker: &Linker<'_>, sets: &[&Loaded<CardSetDoc>], base: &Known) -> Together {
    let origin = Origin::file(linker.situation.file);
    let sources = &linker.project.sources;
    let mut compiler = Compiler::resume(sources, base.clone(), origin.clone());
    let mut part = Part::default();
    linker.own(&mut compiler, &mut part);
    if !part.changes(&compiler) {
        linker.put(&mut compiler, part, Stage::LAST);
        if !compiler.is_reopened {
            return together(compiler, linker, Some(base));
        }
    }
    let mut compiler = Compiler::new(sources, origin);
    let mut part = linker.common(&mut compiler, sets);
    linker.own(&mut compiler, &mut part);
    linker.put(&mut compiler, part, Stage::WHOLE);
    together(compiler, linker, None)
}

fn together(compiler: Compiler<'_>, linker: &Linker<'_>, base: Option<&Known>) -> Together {
    let situation = linker.situation;
    let (mut known, mut diagnostics) = compiler.into_known();
    known.pack.title = Title {
        system: linker.system.doc.system.value.clone(),
        scenario: situation.id.value.clone(),
        name: situation.name.to_owned(),
    };
    if diagnostics.is_empty() {
        let first = base.map_or(0, |base| base.program.functions.len());
        let case = situation.case.map(|_| situation.file);
        diagnostics.extend(secrets::told(&known.pack, &known.program, first, case));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    diagnostics.dedup();
    Together {
        known,
        diagnostics,
        is_onto_base: base.is_some(),
    }
}

/// Makes code and verifies it, if nothing is wrong. What is proved of a base holds for its functions, the first ones.
fn finish(together: Together, linker: &Linker<'_>, base: &Foundation) -> Compiled {
    let Together {
        known,
        diagnostics,
        is_onto_base,
    } = together;
    if !diagnostics.is_empty() {
        return Compiled::refused(diagnostics);
    }
    let (mut pack, program) = (known.pack, known.program);
    let places = emit::functions(&program, &mut pack, &linker.project.sources);
    if !places.is_empty() {
        return Compiled::refused(too_large(places));
    }
    let verified = match is_onto_base {
        true => base.verify(pack),
        false => verify::verify(pack),
    };
    match verified {
        Ok(pack) => Compiled {
            pack: Some(pack),
            program,
            diagnostics: Vec::new(),
        },
        Err(error) => {
            let place = place_of(linker.situation.file, linker.situation.id);
            let message = format!("the verifier rejected this: {error}");
            Compiled::refused(vec![Diagnostic::new(codes::REFUSED, place, message)])
        }
    }
}

/// The diagnostics of functions that are too large.
fn too_large(places: Vec<Location>) -> Vec<Diagnostic> {
    let told = places.into_iter().map(|place| {
        Diagnostic::new(
            codes::TOO_LARGE,
            place,
            "this is too large to compile as one function",
        )
        .help("split it into several procedures or defines")
    });
    let mut told: Vec<Diagnostic> = told.collect();
    told.sort_by_key(|diagnostic| diagnostic.place);
    told.dedup();
    told
}
