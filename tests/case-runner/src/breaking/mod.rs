//! Proof by breaking: a case proves a rule only if it fails as soon as the content that carries the rule is broken.
//!
//! The content around a rule is broken in one way after the other, and the cases that claim the rule are run, until one
//! of them fails. A break that does not compile says nothing. One after which the game does not go on (a fault, no end) is
//! weaker: it counts only if no other break is noticed.
//!
//! Breaks are tried in turns: in each turn every claim that is still open names its next breaks, each of these is compiled
//! once for all who named it, side by side. So what comes out does not depend on the number of threads.
//!
//! | file | what lives there |
//! |---|---|
//! | `baseline` | what the cases do while nothing is broken, and which of them a break can matter to |
//! | `hunt` | looks for any case that notices a break |

use crate::{Outcome, outcome_of_case};
use cardwright_compiler::breaking::{Break, Breaks};
use cardwright_compiler::project::{Simulate, System};
use cardwright_compiler::{Project, compile_case};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

mod baseline;
mod hunt;

pub use baseline::{Baseline, Broken};
pub use hunt::{Hunt, Noticed};

/// How many breaks a claim names in a turn.
const IN_A_TURN: usize = 4;

/// A rule that cases claim to prove.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its id in the ledger.
    pub rule: String,
    /// The cases that claim it and pass, by their numbers in the project.
    pub cases: Vec<usize>,
    /// The numbers of the breaks that concern it, in the order in which they are tried; nothing, if content does not name it.
    pub breaks: Option<Vec<usize>>,
}

/// What came of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A case fails after a break.
    Proven {
        /// The case.
        case: usize,
        /// The break.
        by: usize,
        /// Whether the game does not even go on after it, and nothing better was found.
        stuck: bool,
    },
    /// All cases pass after every break that compiles.
    Hollow {
        /// The breaks that compiled, and were not noticed.
        passed: Vec<usize>,
    },
    /// Content names the rule, but what it names so cannot be broken.
    Unbreakable,
    /// Content names the rule nowhere.
    Unplaced,
}

/// What the cases of a system claim.
#[derive(Debug)]
pub struct Claims<'a> {
    /// By rule, of all that a program can carry out.
    pub all: Vec<Claim>,
    /// The rules that only cases claim which fail as things are.
    pub failing: BTreeSet<String>,
    /// The cases, before anything is broken.
    pub baseline: Baseline<'a>,
}

/// The claims of a system's cases.
#[must_use]
pub fn claims_of<'a>(
    project: &'a Project,
    system: &System,
    breaks: &Breaks,
    wanted: &dyn Fn(&str) -> bool,
) -> Claims<'a> {
    let id = &system.doc.system.value;
    let mut claiming: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, case) in project.cases.iter().enumerate() {
        if case.doc.system.value != *id {
            continue;
        }
        for rule in &case.doc.proves {
            let simulate = system.ledger.get(&rule.value);
            let is_of_programs = simulate.is_some_and(|simulate| *simulate != Simulate::No);
            if is_of_programs && wanted(&rule.value) {
                claiming.entry(&rule.value).or_default().push(at);
            }
        }
    }
    let asked: BTreeSet<usize> = claiming.values().flatten().copied().collect();
    let asked: Vec<usize> = asked.into_iter().collect();
    let baseline = Baseline::of(project, &asked);
    let mut failing = BTreeSet::new();
    let mut claims = Vec::new();
    for (rule, mut cases) in claiming {
        cases.retain(|case| baseline.passes(*case));
        cases.dedup();
        // A case that claims little is about this rule, and soon over.
        cases.sort_by_key(|case| (project.cases[*case].doc.proves.len(), *case));
        if cases.is_empty() {
            failing.insert(rule.to_owned());
            continue;
        }
        claims.push(Claim {
            rule: rule.to_owned(),
            cases,
            breaks: breaks.of_rules.get(rule).cloned(),
        });
    }
    Claims {
        all: claims,
        failing,
        baseline,
    }
}

/// Breaks content until each claim is proven or nothing is left to break. `done` is told how many claims are settled.
#[must_use]
pub fn prove(claims: &Claims<'_>, breaks: &[Break], done: &dyn Fn(usize)) -> Vec<Proof> {
    let (baseline, claims) = (&claims.baseline, &claims.all);
    let mut tries: Vec<Try> = claims.iter().map(Try::of).collect();
    loop {
        let mut turn: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, one) in tries.iter().enumerate() {
            for &way in one.next(&claims[at]) {
                turn.entry(way).or_default().push(at);
            }
        }
        if turn.is_empty() {
            break;
        }
        let turn: Vec<(usize, Vec<usize>)> = turn.into_iter().collect();
        let came = turn.par_iter().map(|(way, of)| {
            let broken = baseline.broken(breaks.get(*way)?)?;
            Some((*way, judged(&broken, claims, of)))
        });
        let came: BTreeMap<usize, BTreeMap<usize, Came>> =
            came.collect::<Vec<_>>().into_iter().flatten().collect();
        for (at, one) in tries.iter_mut().enumerate() {
            one.learn(&claims[at], at, &came);
        }
        done(tries.iter().filter(|one| one.is_settled).count());
    }
    let proofs = tries.into_iter().zip(claims);
    proofs.map(|(one, claim)| one.proof(claim)).collect()
}

/// How a claim stands.
#[derive(Default)]
struct Try {
    /// How many of its breaks were tried.
    tried: usize,
    is_settled: bool,
    proven: Option<(usize, usize)>,
    stuck: Option<(usize, usize)>,
    passed: Vec<usize>,
}

impl Try {
    fn of(claim: &Claim) -> Self {
        Self {
            is_settled: claim.breaks.as_ref().is_none_or(Vec::is_empty),
            ..Self::default()
        }
    }

    /// The breaks that are to be tried next.
    fn next<'c>(&self, claim: &'c Claim) -> &'c [usize] {
        let all = claim.breaks.as_deref().unwrap_or_default();
        if self.is_settled {
            return &[];
        }
        let end = all.len().min(self.tried + IN_A_TURN);
        &all[self.tried..end]
    }

    fn learn(&mut self, claim: &Claim, at: usize, came: &BTreeMap<usize, BTreeMap<usize, Came>>) {
        if self.is_settled {
            return;
        }
        let ways = self.next(claim);
        self.tried += ways.len();
        for &way in ways {
            match came.get(&way).and_then(|of| of.get(&at)) {
                Some(Came::Failed(case)) => {
                    self.proven = Some((*case, way));
                    self.is_settled = true;
                    return;
                }
                Some(Came::Stuck(case)) => self.stuck = self.stuck.or(Some((*case, way))),
                Some(Came::Passed) => self.passed.push(way),
                Some(Came::Refused) | None => {}
            }
        }
        self.is_settled = claim.breaks.as_ref().is_none_or(|all| self.tried >= all.len());
    }

    fn proof(self, claim: &Claim) -> Proof {
        let found = self.proven.map(|found| (found, false));
        match found.or(self.stuck.map(|found| (found, true))) {
            Some(((case, by), stuck)) => Proof::Proven { case, by, stuck },
            None if claim.breaks.is_none() => Proof::Unplaced,
            None if self.passed.is_empty() => Proof::Unbreakable,
            None => Proof::Hollow { passed: self.passed },
        }
    }
}

/// What came of the cases of a claim after a break.
#[derive(Clone, Copy, Debug)]
enum Came {
    Failed(usize),
    Stuck(usize),
    Passed,
    /// No case compiles.
    Refused,
}

/// What came of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ran {
    Passed,
    Failed,
    Stuck,
    Refused,
}

/// Runs the cases of claims after a break: of each claim until one fails.
fn judged(broken: &Broken<'_>, claims: &[Claim], of: &[usize]) -> BTreeMap<usize, Came> {
    let mut known: BTreeMap<usize, Ran> = BTreeMap::new();
    let mut run = |case: usize| *known.entry(case).or_insert_with(|| broken.ran(case));
    let mut came = BTreeMap::new();
    for &at in of {
        let mut all = Came::Refused;
        for &case in &claims[at].cases {
            match (run(case), all) {
                (Ran::Failed, _) => {
                    all = Came::Failed(case);
                    break;
                }
                (Ran::Stuck, Came::Refused | Came::Passed) => all = Came::Stuck(case),
                (Ran::Passed, Came::Refused) => all = Came::Passed,
                _ => {}
            }
        }
        came.insert(at, all);
    }
    came
}

/// What comes of a case, by its number in the project.
fn ran(project: &Project, case: usize) -> Ran {
    let compiled = project
        .cases
        .get(case)
        .map(|case| (compile_case(project, case).pack, case));
    match compiled {
        Some((Some(pack), case)) => match outcome_of_case(pack, &case.doc) {
            Outcome::Passed => Ran::Passed,
            Outcome::Failed => Ran::Failed,
            Outcome::Stuck => Ran::Stuck,
        },
        _ => Ran::Refused,
    }
}
