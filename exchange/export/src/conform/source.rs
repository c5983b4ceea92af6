//! The case or scenario that a vector is about.

use crate::content::{Played, Wrong};
use crate::names::Known;
use cardwright_compiler::document::{CaseDoc, ScenarioDoc};
use cardwright_compiler::project::Loaded;
use cardwright_compiler::source::FileId;
use cardwright_compiler::{Project, compile_case, compile_scenario};

/// A case or a scenario.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Case(&'a Loaded<CaseDoc>),
    Game(&'a Loaded<ScenarioDoc>),
}

impl<'a> Source<'a> {
    /// The case or scenario that a vector names.
    pub(crate) fn named(project: &'a Project, system: &str, file: &str) -> Option<Self> {
        let is_file = |id: FileId| project.sources.get(id).name == file;
        let mut cases = project.cases.iter();
        let case = cases.find(|case| case.doc.system.value == system && is_file(case.file));
        let mut scenarios = project.scenarios.iter();
        let scenario =
            scenarios.find(|scenario| scenario.doc.system.value == system && is_file(scenario.file));
        case.map(Self::Case).or(scenario.map(Self::Game))
    }

    pub(crate) fn file(&self) -> FileId {
        match self {
            Self::Case(case) => case.file,
            Self::Game(scenario) => scenario.file,
        }
    }

    pub(crate) fn system(&self) -> &'a str {
        match self {
            Self::Case(case) => &case.doc.system.value,
            Self::Game(scenario) => &scenario.doc.system.value,
        }
    }

    /// The id of its vector: the same as long as its file has its name.
    pub(crate) fn id(&self, project: &Project) -> String {
        let name = &project.sources.get(self.file()).name;
        let name = name.strip_suffix(".yaml").unwrap_or(name);
        match self {
            Self::Case(case) => {
                let folder = format!("tests/conformance/{}/", case.doc.system.value);
                format!("case/{}", name.strip_prefix(&folder).unwrap_or(name))
            }
            Self::Game(scenario) => format!("game/{}", scenario.doc.scenario.value),
        }
    }

    /// The scenario of which a case takes sets, map and pieces.
    fn stage(project: &'a Project, case: &CaseDoc) -> Option<&'a Loaded<ScenarioDoc>> {
        let id = case.scenario.as_ref()?;
        let mut scenarios = project.scenarios.iter();
        scenarios.find(|scenario| {
            let doc = &scenario.doc;
            doc.scenario.value == id.value && doc.system.value == case.system.value
        })
    }

    /// The scenario on which it rests, if it is a case with one.
    pub(crate) fn scenario(&self, project: &'a Project) -> Option<&'a str> {
        match self {
            Self::Case(case) => Some(&Self::stage(project, &case.doc)?.doc.scenario.value),
            Self::Game(scenario) => Some(&scenario.doc.scenario.value),
        }
    }

    /// The card sets in use.
    pub(crate) fn sets(&self, project: &Project) -> Vec<String> {
        let ids = |doc: &ScenarioDoc| doc.sets.iter().map(|set| set.value.clone()).collect();
        let mut sets: Vec<String> = match self {
            Self::Game(scenario) => ids(&scenario.doc),
            Self::Case(case) => {
                let doc = &case.doc;
                let starts_there = doc.table.is_none() && doc.players.is_empty();
                let stage = Source::stage(project, doc).filter(|_| starts_there);
                let mut sets: Vec<String> = stage.map(|stage| ids(&stage.doc)).unwrap_or_default();
                sets.extend(doc.sets.iter().map(|set| set.value.clone()));
                sets
            }
        };
        let mut seen = std::collections::BTreeSet::new();
        sets.retain(|set| seen.insert(set.clone()));
        sets
    }

    /// The map on which it is played.
    pub(crate) fn map(&self, project: &Project) -> Option<String> {
        let id = |doc: &ScenarioDoc| doc.map.as_ref().map(|map| map.value.clone());
        match self {
            Self::Game(scenario) => id(&scenario.doc),
            Self::Case(case) if case.doc.board.is_some() => None,
            Self::Case(case) => {
                let own = case.doc.map.as_ref().map(|map| map.value.clone());
                own.or_else(|| id(&Source::stage(project, &case.doc)?.doc))
            }
        }
    }

    /// Compiled, with the ids that its system has.
    pub(crate) fn played(&self, project: &Project, known: &Known) -> Result<Played, Wrong> {
        let compiled = match self {
            Self::Case(case) => compile_case(project, case),
            Self::Game(scenario) => compile_scenario(project, scenario),
        };
        Played::of(project, self.system(), known, compiled, &self.sets(project))
    }
}
