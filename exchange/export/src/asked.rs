//! The selection of content to export: everything, or the systems, scenarios and card sets that somebody
//! names.

use cardwright_compiler::Project;
use std::collections::{BTreeMap, BTreeSet};

/// The part of a system that is exported. Its words, kinds and rules always are: nothing means anything
/// without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole system.
    Whole,
    /// These scenarios and card sets.
    Some {
        /// Scenarios by their ids.
        scenarios: BTreeSet<String>,
        /// Card sets by their ids.
        sets: BTreeSet<String>,
        /// Maps by their ids: those of the scenarios.
        maps: BTreeSet<String>,
    },
}

impl Part {
    pub(crate) fn has_scenario(&self, id: &str) -> bool {
        match self {
            Self::Whole => true,
            Self::Some { scenarios, .. } => scenarios.contains(id),
        }
    }

    pub(crate) fn has_set(&self, id: &str) -> bool {
        match self {
            Self::Whole => true,
            Self::Some { sets, .. } => sets.contains(id),
        }
    }

    pub(crate) fn has_map(&self, id: &str) -> bool {
        match self {
            Self::Whole => true,
            Self::Some { maps, .. } => maps.contains(id),
        }
    }
}

/// Why something cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The name is unknown; with a hint at the one that may be meant.
    Name(String, String),
    /// Several things are called so: how each is named.
    Several(String, Vec<String>),
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name(name, help) => {
                write!(out, "there is no system, scenario or card set `{name}`; {help}")
            }
            Self::Several(name, ways) => {
                write!(out, "`{name}` is ambiguous: write {}", ways.join(" or "))
            }
        }
    }
}

impl std::error::Error for Unknown {}

/// The sort of thing that a name can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    System,
    Scenario,
    Set,
}

/// The parts of systems that names mean; all systems without names. A scenario or set of several systems is named with its system,
/// `SYSTEM/ID`.
///
/// # Errors
/// If a name means nothing, or several things.
pub fn parts(project: &Project, names: &[String]) -> Result<BTreeMap<String, Part>, Unknown> {
    if names.is_empty() {
        let systems = project.systems.keys();
        return Ok(systems.map(|id| (id.clone(), Part::Whole)).collect());
    }
    let known = known(project);
    let mut parts = BTreeMap::new();
    for name in names {
        let mut meant = known.iter().filter(|one| one.2 == *name || one.full() == *name);
        let Some(found) = meant.next() else {
            return Err(Unknown::Name(name.clone(), near(&known, name)));
        };
        let others: Vec<&Meaning> = meant.collect();
        if !others.is_empty() && found.0 != Sort::System {
            let ways = std::iter::once(&found)
                .chain(&others)
                .map(|one| format!("`{}`", one.full()));
            return Err(Unknown::Several(name.clone(), ways.collect()));
        }
        add(project, &mut parts, found);
    }
    Ok(parts)
}

/// A name: what sort of thing it is, of which system, and its id.
struct Meaning(Sort, String, String);

impl Meaning {
    fn full(&self) -> String {
        match self.0 {
            Sort::System => self.2.clone(),
            Sort::Scenario | Sort::Set => format!("{}/{}", self.1, self.2),
        }
    }
}

fn known(project: &Project) -> Vec<Meaning> {
    let systems = project.systems.keys();
    let systems = systems.map(|id| Meaning(Sort::System, id.clone(), id.clone()));
    let scenarios = project.scenarios.iter().map(|scenario| {
        let (system, id) = (&scenario.doc.system.value, &scenario.doc.scenario.value);
        Meaning(Sort::Scenario, system.clone(), id.clone())
    });
    let sets = project.sets.keys();
    let sets = sets.map(|(system, id)| Meaning(Sort::Set, system.clone(), id.clone()));
    systems.chain(scenarios).chain(sets).collect()
}

/// A name that is nearly this one, or what there is.
fn near(known: &[Meaning], name: &str) -> String {
    let names = known.iter().map(|one| one.2.as_str());
    cardwright_compiler::diagnostic::did_you_mean(name, names).unwrap_or_else(|| {
        let systems = known.iter().filter(|one| one.0 == Sort::System);
        let systems: Vec<String> = systems.map(|one| format!("`{}`", one.2)).collect();
        format!("the systems are {}", systems.join(", "))
    })
}

fn add(project: &Project, parts: &mut BTreeMap<String, Part>, found: &Meaning) {
    let Meaning(sort, system, id) = found;
    if *sort == Sort::System {
        parts.insert(system.clone(), Part::Whole);
        return;
    }
    let part = parts.entry(system.clone()).or_insert_with(|| Part::Some {
        scenarios: BTreeSet::new(),
        sets: BTreeSet::new(),
        maps: BTreeSet::new(),
    });
    let Part::Some {
        scenarios,
        sets,
        maps,
    } = part
    else {
        return;
    };
    if *sort == Sort::Set {
        sets.insert(id.clone());
        return;
    }
    scenarios.insert(id.clone());
    let all = project.scenarios.iter();
    for scenario in all.filter(|one| one.doc.system.value == *system && one.doc.scenario.value == *id) {
        sets.extend(scenario.doc.sets.iter().map(|set| set.value.clone()));
        maps.extend(scenario.doc.map.iter().map(|map| map.value.clone()));
    }
}
