//! All that is wrong with a project: each system, scenario and case is compiled, what was compiled is looked at as a
//! whole, and what is found is put in order.

use crate::analysis::{AbilityCost, Cost, Maxima, ability_costs, lint};
use crate::codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::document::{CaseDoc, ScenarioDoc};
use crate::facts::place_of;
use crate::link::{Common, Compiled, check_library, compile_case, compile_scenario, compile_system};
use crate::phrasebook;
use crate::project::{Loaded, Project, System};
use crate::search;
use crate::source::{FileId, Location};
use cardwright_bytecode::Pack;
use cardwright_bytecode::verify::VerifiedPack;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// What somebody else finds in a compiled scenario.
pub type Look<'a> = &'a (dyn Fn(&Loaded<ScenarioDoc>, &VerifiedPack) -> Vec<Diagnostic> + Sync);

/// What of a project is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    /// The system; all of them, if absent.
    system: Option<&'a str>,
    /// Whether cases are looked at too.
    has_cases: bool,
    /// Whether how many entities cases have is counted.
    counts: bool,
    /// Whether somebody will ask again, so that what cases have in common is kept.
    keeps: bool,
}

impl<'a> Scope<'a> {
    /// One system with its scenarios, and with its cases or without.
    pub(crate) fn system(id: &'a str, has_cases: bool) -> Self {
        Self {
            system: Some(id),
            has_cases,
            counts: false,
            keeps: true,
        }
    }

    fn everything(counts: bool) -> Self {
        Self {
            system: None,
            has_cases: true,
            counts,
            keeps: false,
        }
    }

    fn has(&self, system: &str) -> bool {
        self.system.is_none_or(|one| one == system)
    }
}

/// All that is wrong with a project, each error once, in the order of files and places.
#[must_use]
pub fn review(project: &Project) -> Vec<Diagnostic> {
    review_with(project, &|_, _| Vec::new())
}

/// The same, with what `look` finds in the scenarios.
#[must_use]
pub fn review_with(project: &Project, look: Look<'_>) -> Vec<Diagnostic> {
    let has_budget = !project.settings.budget.is_empty();
    let mut found = reviewed(project, &Scope::everything(has_budget), look);
    found.extend(project.diagnostics.iter().cloned());
    let libraries = project.libraries.par_iter();
    found.par_extend(libraries.flat_map_iter(|(_, library)| check_library(project, library)));
    found.extend(unused_libraries(project));
    in_order(found)
}

/// Libraries of which no system has anything.
fn unused_libraries(project: &Project) -> Vec<Diagnostic> {
    let used = |id: &str| {
        let mut uses = project.systems.values().flat_map(|system| &system.doc.uses);
        uses.any(|one| one.library.value == id)
    };
    // A misspelt use is told where it stands.
    let mut uses = project.systems.values().flat_map(|system| &system.doc.uses);
    let is_misspelt = uses.any(|one| !project.libraries.contains_key(&one.library.value));
    let libraries = project
        .libraries
        .values()
        .filter(|library| !used(&library.doc.library.value));
    let told = libraries.map(|library| {
        let id = &library.doc.library;
        let message = format!("no system uses the library `{}`", id.value);
        let help = format!(
            "add `uses: [{{ library: {} }}]` to a system, or remove the library",
            id.value
        );
        Diagnostic::new(codes::UNUSED, place_of(library.file, id), message).help(help)
    });
    match project.is_whole() && !project.systems.is_empty() && !is_misspelt {
        true => told.collect(),
        false => Vec::new(),
    }
}

/// What is wrong with systems, their scenarios and cases, in no order.
pub(crate) fn reviewed(project: &Project, scope: &Scope<'_>, look: Look<'_>) -> Vec<Diagnostic> {
    let everything = Everything::of(project, scope);
    let libraries = project.libraries.par_iter();
    let libraries = libraries.filter(|(_, library)| !check_library(project, library).is_empty());
    let faulty: Vec<_> = libraries.map(|(_, library)| library).collect();
    // What is wrong with a library on its own is told once, in the library's words.
    let is_own = |one: &&Diagnostic| !faulty.iter().any(|library| library.has(one.place.file));
    let mut found: Vec<Diagnostic> = everything.diagnostics().filter(is_own).cloned().collect();
    let systems: Vec<_> = everything.whole_systems().collect();
    found.par_extend(systems.par_iter().flat_map_iter(lint::lint));
    let checked = systems.par_iter().map(|whole| whole.system);
    found.par_extend(checked.flat_map_iter(|system| phrasebook::check(project, system)));
    let scenarios = everything.scenarios.par_iter();
    let packs = scenarios.filter_map(|(one, compiled)| Some((*one, compiled.pack.as_ref()?)));
    found.par_extend(packs.flat_map_iter(|(one, pack)| look(one, pack)));
    search::offer(project, &mut found);
    if scope.counts {
        found.extend(over_budget(project, &everything.costs().abilities));
    }
    found
}

/// What every ability of a project costs at worst.
#[must_use]
pub fn costs(project: &Project) -> Costs {
    Everything::of(project, &Scope::everything(true)).costs()
}

/// What the abilities of one game cost at worst: those of its system, and what its scenario or case says itself.
#[must_use]
pub fn costs_of(project: &Project, pack: &Pack) -> Vec<AbilityCost> {
    let mut maxima = Maxima::default();
    maxima.note(pack);
    ability_costs(pack, &maxima, project.settings.assume).0
}

/// What abilities cost at worst, and what was taken for granted.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Costs {
    /// The abilities in the order of files and places.
    pub abilities: Vec<AbilityRow>,
    /// What the bounds rest on, in words.
    pub assumptions: Vec<String>,
}

/// The worst case of one ability.
#[derive(Clone, Debug, Serialize)]
pub struct AbilityRow {
    /// What people call it.
    pub name: String,
    /// The file that it is written in.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// When it is used.
    #[serde(flatten)]
    pub used: Cost,
    /// Fuel for asking once whether it can be used.
    #[serde(serialize_with = "crate::analysis::told")]
    pub asked: u64,
    #[serde(skip)]
    place: Location,
}

/// Everything of a project, compiled.
struct Everything<'a> {
    project: &'a Project,
    systems: Vec<(&'a System, Compiled)>,
    scenarios: Vec<(&'a Loaded<ScenarioDoc>, Compiled)>,
    cases: Vec<Tried<'a>>,
}

/// What is kept of a case: there are many.
struct Tried<'a> {
    system: &'a str,
    diagnostics: Vec<Diagnostic>,
    /// How many entities it has.
    maxima: Option<Maxima>,
}

impl<'a> Tried<'a> {
    fn of(project: &Project, case: &'a Loaded<CaseDoc>, counts: bool) -> Self {
        let compiled = compile_case(project, case);
        let maxima = compiled.pack.as_ref().filter(|_| counts).map(|pack| {
            let mut maxima = Maxima::default();
            maxima.note(pack);
            maxima
        });
        Self {
            system: &case.doc.system.value,
            diagnostics: compiled.diagnostics,
            maxima,
        }
    }
}

/// Something of each case, in their order, on all cores. Cases that play with the same card sets come together, so that what they
/// have in common is made once; unless it `keeps` that, it is gone as soon as they are done.
pub fn side_by_side<'a, T: Send>(
    project: &Project,
    cases: impl Iterator<Item = &'a Loaded<CaseDoc>>,
    keeps: bool,
    of: impl Fn(&'a Loaded<CaseDoc>) -> T + Sync,
) -> Vec<T> {
    let mut groups: BTreeMap<Option<Common>, Vec<(usize, &Loaded<CaseDoc>)>> = BTreeMap::new();
    for (at, case) in cases.enumerate() {
        groups
            .entry(Common::of(project, case))
            .or_default()
            .push((at, case));
    }
    let groups: Vec<_> = groups.into_iter().collect();
    let found = groups
        .par_iter()
        .with_max_len(1)
        .flat_map_iter(|(common, cases)| {
            let of_case = |&(at, case): &(usize, &'a Loaded<CaseDoc>)| (at, of(case));
            let found: Vec<(usize, T)> = cases.par_iter().map(of_case).collect();
            let common = common.as_ref().filter(|_| !keeps);
            common.into_iter().for_each(|common| common.forget(project));
            found
        });
    let mut found: Vec<(usize, T)> = found.collect();
    found.sort_unstable_by_key(|one| one.0);
    found.into_iter().map(|one| one.1).collect()
}

impl<'a> Everything<'a> {
    fn of(project: &'a Project, scope: &Scope<'_>) -> Self {
        let systems: Vec<&System> = project.systems.values().collect();
        let has_case = |one: &&Loaded<CaseDoc>| scope.has_cases && scope.has(&one.doc.system.value);
        Self {
            project,
            systems: systems
                .into_par_iter()
                .filter(|system| scope.has(&system.doc.system.value))
                .map(|system| (system, compile_system(project, system)))
                .collect(),
            scenarios: project
                .scenarios
                .par_iter()
                .filter(|one| scope.has(&one.doc.system.value))
                .map(|one| (one, compile_scenario(project, one)))
                .collect(),
            cases: side_by_side(
                project,
                project.cases.iter().filter(has_case),
                scope.keeps,
                |one| Tried::of(project, one, scope.counts),
            ),
        }
    }

    fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let systems = self.systems.iter().flat_map(|one| &one.1.diagnostics);
        let scenarios = self.scenarios.iter().flat_map(|one| &one.1.diagnostics);
        let cases = self.cases.iter().flat_map(|one| &one.diagnostics);
        systems.chain(scenarios).chain(cases)
    }

    /// The systems that can be looked at as a whole: nothing of them has an error.
    fn whole_systems(&self) -> impl Iterator<Item = lint::Whole<'_>> {
        self.systems.iter().filter_map(|(system, compiled)| {
            let id = &system.doc.system.value;
            let own = self.scenarios.iter().filter(|one| one.0.doc.system.value == *id);
            let scenarios: Vec<(FileId, &Compiled)> = own.map(|one| (one.0.file, &one.1)).collect();
            let all = std::iter::once(compiled).chain(scenarios.iter().map(|one| one.1));
            let fine = all.into_iter().all(|one| one.pack.is_some());
            fine.then_some(lint::Whole {
                project: self.project,
                system,
                compiled,
                scenarios,
            })
        })
    }

    /// How many entities there can be in games of a system.
    fn maxima(&self, system: &str) -> Maxima {
        let scenarios = self.scenarios.iter();
        let own = scenarios.filter(|one| one.0.doc.system.value == system);
        let mut maxima = Maxima::default();
        for pack in own.filter_map(|one| one.1.pack.as_ref()) {
            maxima.note(pack);
        }
        let cases = self.cases.iter().filter(|one| one.system == system);
        for of_case in cases.filter_map(|one| one.maxima.as_ref()) {
            maxima.absorb(of_case);
        }
        maxima
    }

    fn costs(&self) -> Costs {
        let mut costs = Costs::default();
        let mut rows: BTreeMap<Location, AbilityRow> = BTreeMap::new();
        for (system, compiled) in &self.systems {
            let id = &system.doc.system.value;
            let maxima = self.maxima(id);
            let assumptions = &mut costs.assumptions;
            assumptions.extend(
                maxima
                    .kinds
                    .iter()
                    .map(|(kind, (count, where_))| format!("{id}: at most {count} {kind} (`{where_}`)")),
            );
            let own = self.scenarios.iter().filter(|one| one.0.doc.system.value == *id);
            let all = std::iter::once(compiled).chain(own.map(|one| &one.1));
            for one in all {
                let Some(pack) = &one.pack else { continue };
                let (abilities, needed) = ability_costs(pack, &maxima, self.project.settings.assume);
                assumptions.extend(needed);
                for ability in abilities {
                    if let Some(row) = self.row(pack, one, &ability) {
                        let known = rows.entry(row.place).or_insert_with(|| row.clone());
                        known.used = known.used.or(row.used);
                        known.asked = known.asked.max(row.asked);
                    }
                }
            }
        }
        costs.assumptions.sort();
        costs.assumptions.dedup();
        costs.abilities = rows.into_values().collect();
        costs
    }

    fn row(&self, pack: &Pack, compiled: &Compiled, ability: &AbilityCost) -> Option<AbilityRow> {
        let place = compiled.program.rules.get(ability.rule)?.place;
        let sources = &self.project.sources;
        Some(AbilityRow {
            name: pack.rules.get(ability.rule)?.name.clone(),
            file: sources.get(place.file).name.clone(),
            line: sources.line_column(place).0,
            used: ability.used,
            asked: ability.asked,
            place,
        })
    }
}

fn over_budget(project: &Project, abilities: &[AbilityRow]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for ability in abilities {
        for (what, is, may) in project.settings.budget.exceeded(&ability.used) {
            let message = format!(
                "this ability can cost {} {what}; the budget is {may}",
                crate::analysis::bound(is)
            );
            let help = "`check --costs` says what it rests on; the budget stands in `cardwright.toml`";
            found.push(Diagnostic::new(codes::OVER_BUDGET, ability.place, message).help(help));
        }
    }
    found
}

/// Each diagnostic once, in the order of files and places.
pub(crate) fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by(|a, b| (a.place, a.code.id, &a.message).cmp(&(b.place, b.code.id, &b.message)));
    found.dedup_by(|a, b| a.place == b.place && a.code == b.code && a.message == b.message);
    found
}

/// How many of some diagnostics are errors, and how many warnings.
#[must_use]
pub fn count(found: &[Diagnostic]) -> (usize, usize) {
    let errors = found
        .iter()
        .filter(|one| one.code.severity == Severity::Error)
        .count();
    (errors, found.len() - errors)
}

/// How many diagnostics there are, in words.
#[must_use]
pub fn counted(found: &[Diagnostic]) -> String {
    match count(found) {
        (errors, 0) => so_many(errors, "error", "errors"),
        (0, warnings) => so_many(warnings, "warning", "warnings"),
        (errors, warnings) => format!(
            "{}, {}",
            so_many(errors, "error", "errors"),
            so_many(warnings, "warning", "warnings")
        ),
    }
}

/// What a project has, in words, if nothing is wrong with it.
#[must_use]
pub fn whole(project: &Project) -> String {
    let cards: usize = project.sets.values().map(|set| set.doc.cards.len()).sum();
    let libraries = match project.libraries.len() {
        0 => String::new(),
        count => format!("{}, ", so_many(count, "library", "libraries")),
    };
    format!(
        "fine: {}, {libraries}{} with {}, {}, {}",
        so_many(project.systems.len(), "system", "systems"),
        so_many(project.sets.len(), "card set", "card sets"),
        so_many(cards, "card", "cards"),
        so_many(project.scenarios.len(), "scenario", "scenarios"),
        so_many(project.cases.len(), "case", "cases")
    )
}

fn so_many(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
