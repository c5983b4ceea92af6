//! All that is wrong with a project: each system, scenario and case is compiled, what was compiled is looked at as a
//! whole, and what is found is put in order.

use crate::allowed::without_allowed;
use crate::provided::unknown_in_parts;
use crate::questions::{Project, Tried};
use cardwright_bytecode::Pack;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_code::link::{Common, GameDoc};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::{Diagnostic, Severity};
use cardwright_documents::document::{AsOf, CardSetDoc, CaseDoc, Date, ScenarioDoc, place_of};
use cardwright_documents::project::{Documents, Loaded, System};
use cardwright_documents::source::{FileId, Location};
use cardwright_lints::{AbilityCost, Cost, Maxima, ability_costs};
use cardwright_telling::search;
use cardwright_trees::Compiled;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A further check of a compiled scenario, made by the caller.
pub type Look<'a> = &'a (dyn Fn(&Documents, &Loaded<ScenarioDoc>, &VerifiedPack) -> Vec<Diagnostic> + Sync);

/// How far somebody looks, the quickest first. Nothing that a nearer look finds is taken back by a farther one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Errors in documents, libraries, and the declarations and cards of systems.
    Errors,
    /// Errors, scenarios, and warnings about content that cannot be meant.
    Games,
    /// All of these, and cases.
    Everything,
}

/// All that is wrong with a project, each error once, in the order of files and places.
#[must_use]
pub fn review(project: &Project) -> Vec<Diagnostic> {
    review_with(project, &|_, _, _| Vec::new())
}

/// All that is wrong with a project, together with the findings of `look` in the scenarios.
#[must_use]
pub fn review_with(project: &Project, look: Look<'_>) -> Vec<Diagnostic> {
    review_to(project, Depth::Everything, look)
}

/// The diagnostics of a project, down to some depth.
#[must_use]
pub fn review_to(project: &Project, depth: Depth, look: Look<'_>) -> Vec<Diagnostic> {
    let everything = Everything::of(project, depth);
    let libraries = project.libraries.par_iter();
    let libraries = libraries.map(|(id, library)| (library, project.ask(|asking| asking.library(id))));
    let faulty: Vec<_> = libraries.filter(|(_, found)| !found.is_empty()).collect();
    // What is wrong with a library on its own is told once, in the library's words.
    let is_own = |one: &&Diagnostic| !faulty.iter().any(|(library, _)| library.has(one.place.file));
    let mut found: Vec<Diagnostic> = everything.diagnostics().filter(is_own).cloned().collect();
    found.extend(project.diagnostics.iter().cloned());
    found.extend(faulty.iter().flat_map(|(_, found)| found.iter().cloned()));
    found.extend(unknown_in_parts(project));
    if depth > Depth::Errors {
        found.extend(unused_libraries(project));
        found.extend(everything.not_meant());
        let scenarios = everything.scenarios.par_iter();
        let packs = scenarios.filter_map(|(one, compiled)| Some((*one, compiled.pack.as_ref()?)));
        found.par_extend(packs.flat_map_iter(|(one, pack)| look(project, one, pack)));
        search::offer(project, &mut found);
    }
    if depth == Depth::Everything && !project.settings.budget.is_empty() {
        found.extend(over_budget(project, &everything.costs().abilities));
    }
    let is_everything = depth == Depth::Everything && project.is_whole();
    let found = project.told_of_own(found);
    in_order(without_allowed(
        &project.settings.allow,
        &project.sources,
        found,
        is_everything,
    ))
}

/// The errors that only an earlier day shows: those in printed cards that overlays change, and in overlays that later ones change. The
/// project is as it was afterwards.
#[must_use]
pub fn earlier_errors(project: &mut Project, told: &[Diagnostic]) -> Vec<Diagnostic> {
    let now = project.as_of();
    let mut days: Vec<Date> = project.overlays.iter().map(|one| one.date).collect();
    days.dedup();
    // On the last day all is as it is now.
    days.pop();
    let mut found = Vec::new();
    let is_changed = |set: &&Loaded<CardSetDoc>| !set.doc.overlays.is_empty();
    let changed = project.sets.values().filter(is_changed);
    let files: BTreeSet<FileId> = changed.flat_map(|set| set.files()).collect();
    if files.is_empty() {
        return found;
    }
    for day in std::iter::once(AsOf::Printed).chain(days.into_iter().map(AsOf::Day)) {
        project.set_as_of(day);
        let names = files.iter().map(|file| project.sources.get(*file).name.clone());
        let names: Vec<String> = names.collect();
        found.extend(names.iter().flat_map(|name| project.errors_in(name)));
    }
    project.set_as_of(now);
    found.retain(|one| !told.contains(one));
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
        .filter(|library| !used(&library.doc.library.value) && project.is_own(library.file));
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

/// The worst costs of every ability of a project.
#[must_use]
pub fn costs(project: &Project) -> Costs {
    Everything::of(project, Depth::Everything).costs()
}

/// The worst costs of the abilities of one game: those of its system, and those of its scenario or case
/// itself.
#[must_use]
pub fn costs_of(project: &Project, pack: &Pack) -> Vec<AbilityCost> {
    let mut maxima = Maxima::default();
    maxima.note(pack);
    ability_costs(pack, &maxima, project.settings.assume).0
}

/// The worst costs of abilities, and the assumptions behind them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Costs {
    /// The abilities in the order of files and places.
    pub abilities: Vec<AbilityRow>,
    /// The assumptions on which the bounds rest, in words.
    pub assumptions: Vec<String>,
}

/// The worst case of one ability.
#[derive(Clone, Debug, Serialize)]
pub struct AbilityRow {
    /// The name for people.
    pub name: String,
    /// The file that it is written in.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The cost of its use.
    #[serde(flatten)]
    pub used: Cost,
    /// Fuel for asking once whether it can be used.
    #[serde(serialize_with = "cardwright_lints::told")]
    pub asked: u64,
    #[serde(skip)]
    place: Location,
}

/// Everything of a project, compiled.
struct Everything<'a> {
    project: &'a Project,
    systems: Vec<(&'a System, Arc<Compiled>)>,
    scenarios: Vec<(&'a Loaded<ScenarioDoc>, Arc<Compiled>)>,
    cases: Vec<(&'a Loaded<CaseDoc>, Tried)>,
}

/// The results of `of` for each case, in their order, on all cores. Cases that play with the same card sets
/// come together, so that their common part is made once.
pub fn side_by_side<'a, T: Send>(
    project: &Project,
    cases: impl Iterator<Item = &'a Loaded<CaseDoc>>,
    of: impl Fn(&'a Loaded<CaseDoc>) -> T + Sync,
) -> Vec<T> {
    let common = |case: &&Loaded<CaseDoc>| Common::of(project, case);
    grouped(cases, common, of)
}

/// The results of `of` for each game, in their order, on all cores; games that have something in common come
/// together.
fn grouped<G: Copy + Send + Sync, T: Send>(
    games: impl Iterator<Item = G>,
    common: impl Fn(&G) -> Option<Common>,
    of: impl Fn(G) -> T + Sync,
) -> Vec<T> {
    let mut groups: BTreeMap<Option<Common>, Vec<(usize, G)>> = BTreeMap::new();
    for (at, game) in games.enumerate() {
        groups.entry(common(&game)).or_default().push((at, game));
    }
    let groups: Vec<_> = groups.into_values().collect();
    let found = groups.par_iter().with_max_len(1).flat_map_iter(|games| {
        let of_game = |&(at, game): &(usize, G)| (at, of(game));
        games.par_iter().map(of_game).collect::<Vec<(usize, T)>>()
    });
    let mut found: Vec<(usize, T)> = found.collect();
    found.sort_unstable_by_key(|one| one.0);
    found.into_iter().map(|one| one.1).collect()
}

/// The result for a scenario or case.
enum Answer<'a> {
    Scenario(&'a Loaded<ScenarioDoc>, Arc<Compiled>),
    Case(&'a Loaded<CaseDoc>, Tried),
}

impl<'a> Everything<'a> {
    fn of(project: &'a Project, depth: Depth) -> Self {
        let systems: Vec<&System> = project.systems.values().collect();
        let systems = systems.into_par_iter();
        let systems = systems.map(|system| (system, project.system(&system.doc.system.value)));
        let systems = systems.collect();
        let scenarios = project.scenarios.iter().filter(|_| depth > Depth::Errors);
        let cases = project.cases.iter().filter(|_| depth == Depth::Everything);
        let games = scenarios.map(GameDoc::Scenario).chain(cases.map(GameDoc::Case));
        let common = |game: &GameDoc<'a>| Common::of_game(project, *game);
        let answers = grouped(games, common, |game| match game {
            GameDoc::Scenario(one) => Answer::Scenario(one, project.ask(|asking| asking.scenario(one))),
            GameDoc::Case(one) => Answer::Case(one, project.ask(|asking| asking.tried(one))),
        });
        let (mut scenarios, mut cases) = (Vec::new(), Vec::new());
        for answer in answers {
            match answer {
                Answer::Scenario(one, compiled) => scenarios.push((one, compiled)),
                Answer::Case(one, tried) => cases.push((one, tried)),
            }
        }
        Self {
            project,
            systems,
            scenarios,
            cases,
        }
    }

    /// Warnings about content that cannot be meant, in systems that can be looked at as a whole: nothing of
    /// them has an error.
    fn not_meant(&self) -> Vec<Diagnostic> {
        let ids = self
            .systems
            .par_iter()
            .map(|(system, _)| &system.doc.system.value);
        let found = ids.flat_map_iter(|id| {
            let lints = self.project.ask(|asking| asking.lints(id));
            lints
                .into_iter()
                .chain(self.project.ask(|asking| asking.phrases(id)))
                .chain(self.project.ask(|asking| asking.looks(id)))
        });
        found.collect()
    }

    fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let systems = self.systems.iter().flat_map(|one| &one.1.diagnostics);
        let scenarios = self.scenarios.iter().flat_map(|one| &one.1.diagnostics);
        let cases = self.cases.iter().flat_map(|one| &one.1.diagnostics);
        systems.chain(scenarios).chain(cases)
    }

    /// How many entities there can be in games of a system.
    fn maxima(&self, system: &str) -> Maxima {
        let scenarios = self.scenarios.iter();
        let own = scenarios.filter(|one| one.0.doc.system.value == system);
        let mut maxima = Maxima::default();
        for pack in own.filter_map(|one| one.1.pack.as_ref()) {
            maxima.note(pack);
        }
        let cases = self.cases.iter().filter(|one| one.0.doc.system.value == system);
        for of_case in cases.filter_map(|one| one.1.maxima.as_ref()) {
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
        for (what, is, may) in ability.used.above(&project.settings.budget) {
            let message = format!(
                "this ability can cost {} {what}, but the budget is {may}",
                cardwright_lints::bound(is)
            );
            let help = "run `check --costs` to see how this is worked out; the budget is set in \
            `cardwright.toml`";
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

/// The number of diagnostics, in words.
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

/// The contents of a project in words, for a report that nothing is wrong with it.
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

/// A number of things, in words: `1 file`, `2 files`.
#[must_use]
pub fn so_many(count: impl std::fmt::Display, one: &str, many: &str) -> String {
    let count = count.to_string();
    let noun = if count == "1" { one } else { many };
    format!("{count} {noun}")
}
