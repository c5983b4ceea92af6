//! Looks for a case that notices a break, the likeliest ones first.

use super::baseline::{Baseline, Broken};
use super::{Ran, ran};
use rayon::prelude::*;
use std::cmp::Reverse;

/// How many cases are run at first before it is looked whether one of them failed; then twice as many, and so on.
const AT_FIRST: usize = 2;
/// The most of that.
const AT_ONCE: usize = 16;

/// The result of a hunt for one break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// This case fails.
    By(usize),
    /// No case fails, but the game of this one does not come to an end: it runs into a fault or a limit.
    Stuck(usize),
    /// All cases pass that run what is broken.
    ByNone,
    /// No case runs what is broken.
    Unreached,
}

/// Tries one break after the other, and remembers which cases have noticed most.
#[derive(Debug)]
pub struct Hunt<'a> {
    baseline: &'a Baseline<'a>,
    /// The number of breaks that each case of the project has noticed.
    kills: Vec<usize>,
}

impl<'a> Hunt<'a> {
    /// A hunt with the cases that pass while nothing is broken.
    #[must_use]
    pub fn with(baseline: &'a Baseline<'a>) -> Self {
        let most = baseline.passing().last().map_or(0, |last| last + 1);
        Self {
            baseline,
            kills: vec![0; most],
        }
    }

    /// Runs the cases that run what is broken, until one fails: first those that `is_likely` to, then those that have noticed
    /// most so far, then those that run little.
    pub fn noticed(&mut self, broken: &Broken<'_>, is_likely: &dyn Fn(usize) -> bool) -> Noticed {
        let mut cases: Vec<usize> = self.baseline.passing().collect();
        cases.sort_by_key(|&case| {
            let kills = self.kills.get(case).copied();
            (!is_likely(case), Reverse(kills), self.baseline.size(case), case)
        });
        let mut open = cases.into_iter().filter(|case| broken.reaches(*case));
        let mut noticed = Noticed::Unreached;
        let mut few = AT_FIRST;
        loop {
            let turn: Vec<usize> = open.by_ref().take(few).collect();
            if turn.is_empty() {
                return noticed;
            }
            let came = turn.par_iter().map(|&case| (case, ran(broken.project(), case)));
            let came: Vec<(usize, Ran)> = came.collect();
            let first = |is_meant: fn(Ran) -> bool| came.iter().find(|one| is_meant(one.1)).map(|one| one.0);
            if let Some(case) = first(|ran| matches!(ran, Ran::Failed | Ran::Refused)) {
                if let Some(kills) = self.kills.get_mut(case) {
                    *kills += 1;
                }
                return Noticed::By(case);
            }
            noticed = match (noticed, first(|ran| ran == Ran::Stuck)) {
                (Noticed::Stuck(case), _) | (_, Some(case)) => Noticed::Stuck(case),
                _ => Noticed::ByNone,
            };
            few = AT_ONCE.min(few * 2);
        }
    }
}
