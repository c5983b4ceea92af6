//! Proof by breaking: a case proves a rule only if it fails whatever is broken of the content that carries the rule.
//!
//! Each break that concerns a rule is made in turn, the smallest ones first, and the cases that claim this very rule are run
//! until one of them fails. A break that none of them notices survives. One that does not compile says nothing.
//!
//! If content names several rules at once, a break concerns all of them: of one that survives it is said
//! whether a case notices it that claims another of these rules.
//!
//! Each break is compiled once for all rules that it concerns, side by side with others. So what comes out does not depend
//! on the number of threads.
//!
//! | file | what lives there |
//! |---|---|
//! | `baseline` | what the cases do while nothing is broken, and which of them a break can matter to |
//! | `hunt` | looks for any case that notices a break |

use crate::{Outcome, outcome_of_case};
use cardwright_compiler::breaking::{Break, Breaks, Charges};
use cardwright_compiler::project::{Simulate, System};
use cardwright_compiler::{Project, compile_case};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

mod baseline;
mod hunt;

pub use baseline::{Baseline, Broken};
pub use hunt::{Hunt, Noticed};

/// A rule that cases claim to prove.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its id in the ledger.
    pub rule: String,
    /// The cases that claim it and pass, by their numbers in the project.
    pub cases: Vec<usize>,
    /// The breaks that concern it; nothing, if content does not name it.
    pub breaks: Option<Charges>,
}

/// How near the breaks are to a rule that were tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Small ones, at the place that names the rule.
    #[default]
    Small,
    /// Large ones there, since no small one compiles.
    Large,
    /// Those at the places to which it only leads, since nothing there can be broken.
    Loose,
}

impl Reach {
    const ALL: [Self; 3] = [Self::Small, Self::Large, Self::Loose];

    fn of(self, charges: &Charges) -> &[usize] {
        match self {
            Self::Small => &charges.small,
            Self::Large => &charges.large,
            Self::Loose => &charges.loose,
        }
    }
}

/// A break that a case notices which claims the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noticing {
    /// The number of the break.
    pub way: usize,
    /// The case that fails.
    pub case: usize,
    /// Whether it fails because the game does not even go on.
    pub is_stuck: bool,
}

/// A break after which all cases pass that claim the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survivor {
    /// The number of the break.
    pub way: usize,
    /// A case that fails, and that claims another rule which content names at the same place.
    pub elsewhere: Option<usize>,
}

/// The proof of a claim: the breaks that were tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// How near the breaks are that were tried.
    pub reach: Reach,
    /// The breaks that were noticed.
    pub noticed: Vec<Noticing>,
    /// The breaks that were not.
    pub survived: Vec<Survivor>,
}

impl Proof {
    /// Whether no break compiled.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.noticed.is_empty() && self.survived.is_empty()
    }

    /// Puts the breaks in the order in which the claim has them.
    fn smallest_first(&mut self, claim: &Claim) {
        let ways = claim.breaks.iter().flat_map(|charges| self.reach.of(charges));
        let ranks: BTreeMap<usize, usize> = ways.enumerate().map(|(rank, &way)| (way, rank)).collect();
        self.noticed.sort_by_key(|one| ranks.get(&one.way));
        self.survived.sort_by_key(|one| ranks.get(&one.way));
    }

    /// Whether the game does not go on after any break that was noticed.
    #[must_use]
    pub fn is_weak(&self) -> bool {
        self.noticed.iter().all(|one| one.is_stuck)
    }
}

/// The claims that the cases of a system make.
#[derive(Debug)]
pub struct Claims<'a> {
    /// The claims by rule, of all rules that a program can carry out.
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

/// Makes every break that concerns a rule which is asked for; of other claims only those breaks that they share with these.
/// `done` is called after each break, with how many there are so far.
#[must_use]
pub fn prove(
    claims: &Claims<'_>,
    breaks: &[Break],
    is_asked: &dyn Fn(&str) -> bool,
    done: &(dyn Fn(usize) + Sync),
) -> Vec<Proof> {
    let mut proofs = vec![Proof::default(); claims.all.len()];
    let mut known = 0;
    for reach in Reach::ALL {
        let turn = turn_of(&claims.all, &proofs, reach, is_asked);
        known += turn.len();
        let came = turn.par_iter().map(|(way, of)| {
            let came = breaks.get(*way).and_then(|one| claims.baseline.broken(one));
            let came = came.map(|broken| judged(&broken, &claims.all, of));
            done(known);
            (*way, came.unwrap_or_default())
        });
        for (way, came) in came.collect::<Vec<_>>() {
            learn(&mut proofs, way, &came, reach);
        }
    }
    for (proof, claim) in proofs.iter_mut().zip(&claims.all) {
        proof.smallest_first(claim);
    }
    proofs
}

/// The breaks of a reach that are to be made, each with the claims that it concerns: those that no break has told anything of
/// so far.
fn turn_of(
    claims: &[Claim],
    proofs: &[Proof],
    reach: Reach,
    is_asked: &dyn Fn(&str) -> bool,
) -> Vec<(usize, Vec<usize>)> {
    let mut turn: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut wanted: BTreeSet<usize> = BTreeSet::new();
    for (at, claim) in claims.iter().enumerate().filter(|(at, _)| proofs[*at].is_empty()) {
        for &way in claim.breaks.iter().flat_map(|charges| reach.of(charges)) {
            turn.entry(way).or_default().push(at);
            if is_asked(&claim.rule) {
                wanted.insert(way);
            }
        }
    }
    turn.retain(|way, _| wanted.contains(way));
    turn.into_iter().collect()
}

/// Notes down what came of a break for each claim that it concerns.
fn learn(proofs: &mut [Proof], way: usize, came: &BTreeMap<usize, Came>, reach: Reach) {
    let elsewhere = came.values().find_map(|came| came.case());
    for (&at, came) in came {
        let proof = &mut proofs[at];
        match *came {
            Came::Failed(case) => proof.noticed.push(Noticing {
                way,
                case,
                is_stuck: false,
            }),
            Came::Stuck(case) => proof.noticed.push(Noticing {
                way,
                case,
                is_stuck: true,
            }),
            Came::Passed => proof.survived.push(Survivor { way, elsewhere }),
            Came::Refused => continue,
        }
        proof.reach = reach;
    }
}

/// The result of a claim's cases after a break.
#[derive(Clone, Copy, Debug)]
enum Came {
    Failed(usize),
    Stuck(usize),
    Passed,
    /// No case compiles.
    Refused,
}

impl Came {
    /// The case that notices it.
    const fn case(&self) -> Option<usize> {
        match self {
            Self::Failed(case) | Self::Stuck(case) => Some(*case),
            Self::Passed | Self::Refused => None,
        }
    }
}

/// The result of one case.
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

/// Runs a case, by its number in the project.
fn ran(project: &Project, case: usize) -> Ran {
    let Some(case) = project.cases.get(case) else {
        return Ran::Refused;
    };
    let compiled = compile_case(project, case);
    let Some(pack) = compiled.pack else {
        return match crate::verdict::does_not_hold(&compiled.diagnostics) {
            true => Ran::Failed,
            false => Ran::Refused,
        };
    };
    match outcome_of_case(pack, &case.doc) {
        Outcome::Passed => Ran::Passed,
        Outcome::Failed => Ran::Failed,
        Outcome::Stuck => Ran::Stuck,
    }
}
