//! The meaning of each name in the rules and facts of a system, a scenario or a case: for an editor that goes
//! from a name to its declaration, and from there to all names that mean it.
//!
//! Names are given in text with errors, too, as far as they mean something all the same.

use super::base::Bases;
use super::declared::Declared as DeclaredSystem;
use super::parts::{Linker, Part, Stage};
use super::sets_of;
use super::situation::{Situation, situation_of_case};
use cardwright_bytecode::pack::Level;
use cardwright_documents::document::{CaseDoc, ScenarioDoc};
use cardwright_documents::project::{Documents, Loaded, System};
use cardwright_documents::rules::{Declarer, Rules, Unit};
use cardwright_documents::source::{FileId, Location, Origin};
use cardwright_meaning::check::Compiler;
use cardwright_meaning::check::cursor::Scene;
use cardwright_meaning::check::uses::{Declared, Meaning, Sites, Uses, declared};
use std::collections::BTreeMap;

/// A name, and what it means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameUse {
    /// The place of the name.
    pub place: Location,
    /// The place of its declaration; `None` if every system has it.
    pub declared: Option<Location>,
    /// Its name where it is declared.
    pub name: String,
    /// The sort of thing: `define`, `field`, `token`.
    pub what: &'static str,
    /// Its type as a designer writes it; empty, if it has none.
    pub ty: String,
}

/// The names in the rules and facts of a system with all its card sets, and in their declarations.
pub fn uses_of_system(project: &Documents, system: &System) -> Vec<NameUse> {
    let id = &system.doc.system.value;
    let situation = Situation::of_system(system, sets_of(project, system));
    let linker = Linker {
        project,
        system,
        situation: &situation,
    };
    let sets = project.sets_and_remains(id);
    let mut compiler = Compiler::new(&project.sources, Origin::file(system.file));
    compiler.names.broken.extend(project.lost(id).unwrap_or_default());
    compiler.uses = Some(Box::default());
    let part = linker.common(&mut compiler, &sets);
    put(&linker, compiler, part, Stage::FIRST)
}

/// The names in a scenario.
pub fn uses_of_scenario(project: &Documents, scenario: &Loaded<ScenarioDoc>) -> Vec<NameUse> {
    let system = project.systems.get(&scenario.doc.system.value);
    let situation = Situation::of_scenario(scenario);
    system.map_or_else(Vec::new, |system| uses_of_situation(project, system, &situation))
}

/// The names in a case.
pub fn uses_of_case(project: &Documents, case: &Loaded<CaseDoc>) -> Vec<NameUse> {
    let system = project.systems.get(&case.doc.system.value);
    match (system, situation_of_case(project, case)) {
        (Some(system), Ok(situation)) => uses_of_situation(project, system, &situation),
        _ => Vec::new(),
    }
}

fn uses_of_situation(project: &Documents, system: &System, situation: &Situation<'_>) -> Vec<NameUse> {
    let linker = Linker {
        project,
        system,
        situation,
    };
    let Ok(sets) = linker.sets() else {
        return Vec::new();
    };
    let mut compiler = Compiler::new(&project.sources, Origin::file(situation.file));
    compiler.uses = Some(Box::default());
    let mut part = linker.common(&mut compiler, &sets);
    linker.own(&mut compiler, &mut part);
    let mut found = put(&linker, compiler, part, Stage::WHOLE);
    found.retain(|one| one.place.file == situation.file);
    found
}

/// Checks a part, and gives the names in it.
fn put<'a>(linker: &Linker<'a>, mut compiler: Compiler<'_>, part: Part<'a>, stage: Stage) -> Vec<NameUse> {
    // What is wrong is told elsewhere.
    compiler.diagnostics.clear();
    let sites = part.sites();
    linker.put(&mut compiler, part, stage);
    resolved(compiler, &sites)
}

/// The names that a compiler has met, with what they mean.
fn resolved(mut compiler: Compiler<'_>, sites: &Sites<'_>) -> Vec<NameUse> {
    let Uses { met, rows, .. } = *compiler.uses.take().unwrap_or_default();
    let mut known = declared(&mut compiler.names, &compiler.pack, sites);
    for (meaning, row) in rows {
        known.entry(Meaning::At(row.place)).or_insert_with(|| row.clone());
        known.entry(meaning).or_insert(row);
    }
    let mut found: Vec<NameUse> = Vec::with_capacity(met.len());
    for one in met {
        let Some((declared, name, what)) = meant(&compiler, &known, &one.meaning, one.place) else {
            continue;
        };
        let ty = one.ty.map_or_else(String::new, |ty| compiler.type_name(ty));
        found.push(NameUse {
            place: one.place,
            declared,
            name,
            what,
            ty,
        });
    }
    for one in known.values() {
        found.push(NameUse {
            place: one.place,
            declared: Some(one.place),
            name: one.name.clone(),
            what: one.what,
            ty: String::new(),
        });
    }
    found.sort();
    // A name may be looked up several times; where one says more than another, it comes last.
    found.dedup_by(|later, earlier| {
        let is_same = later.place == earlier.place && later.declared == earlier.declared;
        if is_same && earlier.ty.is_empty() {
            std::mem::swap(later, earlier);
        }
        is_same
    });
    found
}

/// A declaration: its place, its name, and its sort.
type Meant = (Option<Location>, String, &'static str);

fn meant(
    compiler: &Compiler<'_>,
    known: &BTreeMap<Meaning, Declared>,
    meaning: &Meaning,
    place: Location,
) -> Option<Meant> {
    let written = || {
        let text = compiler.sources.get(place.file).text.get(place.start..place.end);
        text.unwrap_or_default().to_owned()
    };
    if let Some(declared) = known.get(meaning) {
        return Some((Some(declared.place), declared.name.clone(), declared.what));
    }
    match meaning {
        Meaning::Own => Some((None, written(), "built in")),
        Meaning::At(at) => {
            // A rule sees parameters of what it is about; their place is then the whole rule.
            let param = Meaning::Param(*at, written());
            match known.get(&param) {
                Some(declared) => Some((Some(declared.place), declared.name.clone(), declared.what)),
                None => Some((Some(*at), written(), "name")),
            }
        }
        Meaning::Constant(..)
        | Meaning::Field(..)
        | Meaning::Slot(..)
        | Meaning::Step(..)
        | Meaning::Param(..) => None,
    }
}

/// The home of a text that a cursor is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home<'a> {
    /// In a file of the system, or of a library that it uses.
    System,
    /// The head of a set.
    Set(&'a str),
    /// A card.
    Card(&'a str),
}

/// The file and the owner of a text that a cursor is in.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The file.
    pub file: FileId,
    /// The owner of the rules there.
    pub home: Home<'a>,
}

/// The scene at the cursor in a text of rules of a system.
pub fn scene_in_rules(
    project: &Documents,
    declared: &DeclaredSystem,
    Place { file, home }: Place<'_>,
    text: &str,
) -> Option<Scene> {
    let mut compiler = Compiler::resume(&project.sources, declared.known().clone(), Origin::file(file));
    compiler.uses = Some(Box::default());
    let (owner, template) = match home {
        Home::System => (Declarer::SYSTEM, None),
        Home::Set(id) => (compiler.names.scopes().set_named(id)?, None),
        Home::Card(id) => {
            let owner = compiler.names.scopes().card_named(id)?;
            (owner, Some(compiler.names.templates.get(id).copied()?))
        }
    };
    let level = match home {
        Home::System => Level::Core,
        Home::Set(_) | Home::Card(_) => Level::Card,
    };
    let unit = Unit {
        origin: Origin::file(file),
        items: Rules::of(text).items,
        level,
        template,
        owner,
    };
    let units = [unit];
    compiler.declare_types(&units);
    compiler.declare_fields(&units);
    compiler.declare_signatures(&units);
    compiler.check_defines(&units);
    compiler.tellings(&units);
    compiler.rules(&units[0]);
    compiler.procedures(&units[0]);
    compiler.uses.take()?.scene
}

/// The scene at the cursor in a scenario: the name that stands for it is in one of its texts.
pub fn scene_in_scenario(
    project: &Documents,
    bases: &dyn Bases,
    scenario: &Loaded<ScenarioDoc>,
) -> Option<Scene> {
    let system = project.systems.get(&scenario.doc.system.value)?;
    scene_in(project, bases, system, &Situation::of_scenario(scenario))
}

/// The scene at the cursor in a case.
pub fn scene_in_case(project: &Documents, bases: &dyn Bases, case: &Loaded<CaseDoc>) -> Option<Scene> {
    let system = project.systems.get(&case.doc.system.value)?;
    scene_in(project, bases, system, &situation_of_case(project, case).ok()?)
}

fn scene_in(
    project: &Documents,
    bases: &dyn Bases,
    system: &System,
    situation: &Situation<'_>,
) -> Option<Scene> {
    let linker = Linker {
        project,
        system,
        situation,
    };
    let base = bases.base(&linker, &linker.sets().ok()?);
    let mut compiler = Compiler::resume(&project.sources, base.known.clone(), Origin::file(situation.file));
    compiler.uses = Some(Box::default());
    let mut part = Part::default();
    linker.own(&mut compiler, &mut part);
    compiler.diagnostics.clear();
    linker.put(&mut compiler, part, Stage::LAST);
    compiler.uses.take()?.scene
}
