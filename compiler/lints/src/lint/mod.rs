//! Checks beyond types: what compiles and can be played, but cannot be meant.
//!
//! Each looks at one compiled system with all its card sets, or at what one scenario adds to it. A check reports only
//! what is so for certain: what depends on facts that another scenario could give differently is left alone.
//!
//! | file | finds |
//! |---|---|
//! | `conditions` | conditions that are always or never so, rules that never apply, costs that cannot be paid |
//! | `windows` | rules in windows that never open, options never offered, limits that never start anew, effects that never end |
//! | `cycles` | rules that set each other off without end |
//! | `gone` | rules of a card that could act only when it is gone, or lies as it must not |
//! | `lasting` | effects that end before they do anything |
//! | `resets` | state that a run takes away from the one around it |
//! | `idle` | statements behind the end of their block, rules with nothing in them |
//! | `unasked` | rules about what nobody asks, questions about what nothing ever makes so |
//! | `parameters` | parameters that nothing uses |
//! | `permissions` | one card that gives and denies the same |
//! | `kinds` | targets that cannot exist, cards that nobody can hold |
//! | `endings` | scenarios without an end, outcomes that never come |
//! | `shorter` | what the language says shorter |
//! | `unused` | declarations that nothing uses |
//! | `names` | names that YAML reads otherwise than they look |
//! | `phrases` | phrases that name what does not exist |
//! | `unwritten` | cards of a scenario whose rules are still to be written |
//! | `vain` | names of a procedure that a rule sets to no effect |
//! | `whose` | rules of a card that count for everybody, though nothing says so |
//! | `raw` | what cards do in the raw, though their system has a proper way for it |
//! | `replaced` | rules that stand instead of a step, and leave out what later steps need of it |
//! | `faces` | dice that are turned to a face which they do not have |
//! | `paid` | costs that nobody is asked about |
//! | `spent` | rules of a card that wait for what only comes when it is discarded |
//! | `references` | readings and comments that name what does not exist |
//!
//! `course` knows the order of a procedure's windows, `range` which numbers an expression can give, `runs` in which run of
//! a procedure something happens, `texts` what declares something.

mod conditions;
mod course;
mod cycles;
mod endings;
mod faces;
mod gone;
mod idle;
mod kinds;
mod lasting;
mod names;
mod paid;
mod parameters;
mod permissions;
mod phrases;
mod range;
mod raw;
mod references;
mod replaced;
mod resets;
mod runs;
mod shorter;
mod spent;
mod texts;
mod unasked;
mod unused;
mod unwritten;
mod vain;
mod whose;
mod windows;

use super::timing::Reach;
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::FuncId;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::project::{Documents, System};
use cardwright_documents::source::{FileId, Location};
use cardwright_trees::{Compiled, Program};
use range::Ranges;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A compiled system or scenario, and which part of it is looked at.
struct Scene<'a> {
    pack: &'a Pack,
    program: &'a Program,
    reach: Reach,
    /// The file to which warnings are limited; everything if absent.
    only: Option<FileId>,
    /// The reach of procedures that was asked so far: many rules ask for the same few.
    inside: Mutex<HashMap<FuncId, Arc<Reach>>>,
}

impl<'a> Scene<'a> {
    fn of(compiled: &'a Compiled, only: Option<FileId>) -> Option<Self> {
        let pack: &Pack = compiled.pack.as_ref()?;
        Some(Self {
            pack,
            program: &compiled.program,
            reach: Reach::of_game(pack),
            only,
            inside: Mutex::default(),
        })
    }

    /// Everything that a function can reach, with the rules on its way.
    fn inside(&self, function: FuncId) -> Arc<Reach> {
        let known = || self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(&function) {
            return Arc::clone(known);
        }
        let reach = Arc::new(Reach::from(self.pack, [function]));
        known().insert(function, Arc::clone(&reach));
        reach
    }

    fn is_own(&self, place: Location) -> bool {
        self.only.is_none_or(|file| file == place.file)
    }

    fn ranges(&self) -> Ranges<'a> {
        Ranges {
            pack: self.pack,
            program: self.program,
        }
    }

    /// Whether a rule stands instead of the step before which its window opens.
    fn replaces(&self, rule: usize) -> bool {
        let parts = self.program.gate(self.pack, rule);
        parts.is_some_and(|parts| parts.replaces)
    }

    /// The place of a rule, if it is looked at.
    fn own_rule(&self, rule: usize) -> Option<Location> {
        let place = self.program.rules.get(rule)?.place;
        self.is_own(place).then_some(place)
    }
}

/// A system with everything that was compiled of it.
pub struct Whole<'a> {
    /// The project of the system, with all its texts.
    pub project: &'a Documents,
    /// The system itself.
    pub system: &'a System,
    /// The system with all its sets.
    pub compiled: &'a Compiled,
    /// Its scenarios: their files, and what was compiled.
    pub scenarios: Vec<(FileId, &'a Compiled)>,
}

/// Warnings about content that cannot be meant in a system, its card sets and its scenarios.
pub fn lint(whole: &Whole<'_>) -> Vec<Diagnostic> {
    let Some(system) = Scene::of(whole.compiled, None) else {
        return Vec::new();
    };
    let scenarios: Vec<Scene<'_>> = whole
        .scenarios
        .par_iter()
        .filter_map(|(file, compiled)| Scene::of(compiled, Some(*file)))
        .collect();
    let of_scenes = || {
        let scenes = std::iter::once(&system).chain(&scenarios);
        let scenes: Vec<&Scene<'_>> = scenes.collect();
        scenes.into_par_iter().flat_map(|scene| {
            side_by_side(&[
                &|found| conditions::check(scene, found),
                &|found| cycles::check(scene, found),
                &|found| lasting::check(scene, found),
                &|found| permissions::check(scene, found),
                &|found| gone::check(scene, found),
                &|found| idle::check(scene, found),
                &|found| resets::check(scene, found),
                &|found| whose::check(scene, found),
                &|found| replaced::check(scene, found),
                &|found| faces::check(scene, found),
                &|found| paid::check(scene, found),
                &|found| spent::check(scene, found),
            ])
        })
    };
    let of_whole = || {
        side_by_side(&[
            &|found| unused::check(whole, found),
            &|found| parameters::check(whole, &system, &scenarios, found),
            &|found| windows::check(&system, &scenarios, found),
            &|found| vain::check(&system, &scenarios, found),
            &|found| unasked::check(whole, &system, &scenarios, found),
            &|found| kinds::check(whole, &system, &scenarios, found),
            &|found| endings::check(whole, &system, &scenarios, found),
            &|found| references::check(whole, &system, found),
            &|found| phrases::check(whole, &system, found),
            &|found| unwritten::check(whole, found),
            &|found| raw::check(whole, found),
            &|found| names::check(whole, found),
            &|found| shorter::check(whole, found),
        ])
    };
    let (mut found, more): (Vec<Diagnostic>, _) = rayon::join(|| of_scenes().collect(), of_whole);
    found.extend(more);
    found
}

/// Warnings about the rules of one file, of which no code is made.
pub fn lint_rules(pack: &Pack, program: &Program, file: FileId) -> Vec<Diagnostic> {
    let scene = Scene {
        pack,
        program,
        reach: Reach::default(),
        only: Some(file),
        inside: Mutex::default(),
    };
    side_by_side(&[
        &|found| conditions::check(&scene, found),
        &|found| permissions::check(&scene, found),
        &|found| gone::check(&scene, found),
        &|found| idle::check(&scene, found),
    ])
}

/// A check, which adds what it finds.
type Check<'a> = &'a (dyn Fn(&mut Vec<Diagnostic>) + Sync);

/// Checks on all cores; what they find, in their order.
fn side_by_side(checks: &[Check<'_>]) -> Vec<Diagnostic> {
    let found = checks.par_iter().flat_map_iter(|check| {
        let mut found = Vec::new();
        check(&mut found);
        found
    });
    found.collect()
}
