//! All that is wrong with a project: each system, scenario and case is compiled, what was compiled is looked at as a
//! whole, and what is found is put in order.

use crate::analysis::{AbilityCost, Cost, Maxima, ability_costs, lint};
use crate::codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::document::{CaseDoc, ScenarioDoc};
use crate::link::{Compiled, check_library, compile_case, compile_scenario, compile_system};
use crate::project::{Loaded, Project, System};
use crate::source::{FileId, Location};
use crate::tree::Program;
use cardwright_bytecode::Pack;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// All that is wrong with a project, each error once, in the order of files and places.
#[must_use]
pub fn review(project: &Project) -> Vec<Diagnostic> {
    let everything = Everything::of(project);
    let mut found = project.diagnostics.clone();
    let libraries = project.libraries.par_iter();
    let libraries: Vec<_> = libraries
        .map(|(_, library)| (library, check_library(project, library)))
        .collect();
    let faulty = |file| {
        libraries
            .iter()
            .any(|(one, found)| !found.is_empty() && one.has(file))
    };
    let compiled = everything.compiled().flat_map(|one| &one.diagnostics);
    // What is wrong with a library on its own is told once, in the library's words.
    found.extend(compiled.filter(|one| !faulty(one.place.file)).cloned());
    found.extend(libraries.iter().flat_map(|one| one.1.iter().cloned()));
    let systems: Vec<_> = everything.whole_systems().collect();
    found.par_extend(systems.par_iter().flat_map_iter(lint::lint));
    if !project.settings.budget.is_empty() {
        found.extend(over_budget(project, &everything.costs().abilities));
    }
    in_order(found)
}

/// Of a case only the tables are looked at later.
fn without_trees(mut compiled: Compiled) -> Compiled {
    compiled.program = Program::default();
    compiled
}

/// What every ability of a project costs at worst.
#[must_use]
pub fn costs(project: &Project) -> Costs {
    Everything::of(project).costs()
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
    cases: Vec<(&'a Loaded<CaseDoc>, Compiled)>,
}

impl<'a> Everything<'a> {
    fn of(project: &'a Project) -> Self {
        let systems: Vec<&System> = project.systems.values().collect();
        Self {
            project,
            systems: systems
                .into_par_iter()
                .map(|system| (system, compile_system(project, system)))
                .collect(),
            scenarios: project
                .scenarios
                .par_iter()
                .map(|one| (one, compile_scenario(project, one)))
                .collect(),
            cases: project
                .cases
                .par_iter()
                .map(|one| (one, without_trees(compile_case(project, one))))
                .collect(),
        }
    }

    fn compiled(&self) -> impl Iterator<Item = &Compiled> {
        let systems = self.systems.iter().map(|one| &one.1);
        let scenarios = self.scenarios.iter().map(|one| &one.1);
        systems
            .chain(scenarios)
            .chain(self.cases.iter().map(|one| &one.1))
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
        let scenarios = self
            .scenarios
            .iter()
            .filter(|one| one.0.doc.system.value == system)
            .map(|one| &one.1);
        let cases = self
            .cases
            .iter()
            .filter(|one| one.0.doc.system.value == system)
            .map(|one| &one.1);
        let mut maxima = Maxima::default();
        for pack in scenarios.chain(cases).filter_map(|one| one.pack.as_ref()) {
            maxima.note(pack);
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
fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
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
