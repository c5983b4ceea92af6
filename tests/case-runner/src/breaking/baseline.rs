//! The baseline of a hunt: whether the cases pass while nothing is broken, and which parts of their content
//! they run. A break of anything else cannot matter to them.

use super::{Ran, ran};
use crate::{Outcome, Trace, trace_of_case};
use cardwright_bytecode::pack::{FuncId, Id};
use cardwright_compiler::breaking::Break;
use cardwright_compiler::link::{Change, Common, Written};
use cardwright_compiler::{Project, begins, changed, compile_case};
use cardwright_core::Content;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Some cases of a project, run once before anything is broken.
#[derive(Debug)]
pub struct Baseline<'a> {
    project: &'a Project,
    /// The cases that pass, by their numbers in the project.
    passing: BTreeMap<usize, Known>,
    failing: Vec<usize>,
}

/// A case that passes, and the content that it runs.
#[derive(Debug)]
struct Known {
    /// The content that the case is added to; `None` if that is not known.
    common: Option<Common>,
    trace: Trace,
    /// The trace by names instead of numbers, if the case changes the content that it is added to: then
    /// numbers mean something else.
    written: Option<Written>,
    /// How many functions it runs.
    size: usize,
}

impl<'a> Baseline<'a> {
    /// Runs cases, given by their numbers in the project.
    #[must_use]
    pub fn of(project: &'a Project, cases: &[usize]) -> Self {
        let came = cases.par_iter().map(|&case| (case, known(project, case)));
        let came: Vec<(usize, Option<Known>)> = came.collect();
        let failing = came.iter().filter(|(_, known)| known.is_none());
        Self {
            project,
            failing: failing.map(|one| one.0).collect(),
            passing: came
                .into_iter()
                .filter_map(|(case, known)| Some((case, known?)))
                .collect(),
        }
    }

    /// The cases that pass.
    pub fn passing(&self) -> impl Iterator<Item = usize> + '_ {
        self.passing.keys().copied()
    }

    /// Whether a case passes.
    #[must_use]
    pub fn passes(&self, case: usize) -> bool {
        self.passing.contains_key(&case)
    }

    /// The cases that fail, or do not compile, though nothing is broken: they would seem to notice everything.
    #[must_use]
    pub fn failing(&self) -> &[usize] {
        &self.failing
    }

    /// How many functions a case runs.
    #[must_use]
    pub fn size(&self, case: usize) -> usize {
        self.passing.get(&case).map_or(0, |known| known.size)
    }

    /// The project after a break; nothing if a document has no longer the form of one.
    #[must_use]
    pub fn broken<'b>(&'b self, way: &'b Break) -> Option<Broken<'b>> {
        let source = self.project.sources.get(way.place.file);
        let mut text = source.text.clone();
        text.replace_range(way.place.start..way.place.end, &way.with);
        let mut project = self.project.clone();
        project.update(&source.name, Some(text));
        let has_form = project.diagnostics.len() <= self.project.diagnostics.len();
        has_form.then(|| Broken {
            baseline: self,
            way,
            project,
            changes: Mutex::default(),
        })
    }
}

fn known(project: &Project, number: usize) -> Option<Known> {
    let case = project.cases.get(number)?;
    let pack = compile_case(project, case).pack?;
    let content = Content::new(pack);
    let pack = content.pack();
    let (outcome, trace) = trace_of_case(&content, &case.doc);
    let ran = || {
        (0..)
            .map(Id::new)
            .zip(&trace.functions)
            .filter(|one| *one.1)
            .map(|one| one.0)
    };
    let written = !begins(project, case, pack);
    let written = written.then(|| Written::of(pack, ran(), &trace.templates));
    let size = ran().count();
    (outcome == Outcome::Passed).then(|| Known {
        common: Common::of(project, case),
        trace,
        written,
        size,
    })
}

/// A project after a break.
#[derive(Debug)]
pub struct Broken<'b> {
    baseline: &'b Baseline<'b>,
    way: &'b Break,
    project: Project,
    /// The changes for cases that are added to the same content.
    changes: Mutex<BTreeMap<Common, Arc<Change>>>,
}

impl Broken<'_> {
    /// The project as it is now.
    #[must_use]
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// Whether a case runs what is broken, as far as can be known. One that does not passes as before.
    #[must_use]
    pub fn reaches(&self, case: usize) -> bool {
        let Some(known) = self.baseline.passing.get(&case) else {
            return true;
        };
        let Some(common) = &known.common else {
            return true;
        };
        match &*self.change(common, case) {
            Change::Anything => true,
            Change::Only {
                functions,
                templates,
                written,
            } => {
                if let Some(own) = &known.written {
                    return own.meets(written);
                }
                let runs = |function: &FuncId| known.trace.functions.get(function.place()) == Some(&true);
                functions.iter().any(runs) || !templates.is_disjoint(&known.trace.templates)
            }
        }
    }

    fn change(&self, common: &Common, case: usize) -> Arc<Change> {
        let changes = || self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = changes().get(common) {
            return known.clone();
        }
        let change = Arc::new(changed(
            self.baseline.project,
            &self.project,
            case,
            self.way.place,
        ));
        changes().entry(common.clone()).or_insert(change).clone()
    }

    /// The result of a case.
    pub(super) fn ran(&self, case: usize) -> Ran {
        match self.reaches(case) {
            true => ran(&self.project, case),
            false => Ran::Passed,
        }
    }
}
