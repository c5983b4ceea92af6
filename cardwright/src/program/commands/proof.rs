//! `coverage --by-breaking`: which rules the cases prove that claim them, because one of them fails whatever is broken of the
//! content that names the rule.
//!
//! Not here: how breaks are found and made (`cardwright_compiler::breaking`, `cardwright_case_runner::breaking`), and how the
//! result is told (`survivors`).

use super::excuses::{Excuses, name_of};
use super::spot::Spot;
use crate::program::{Ending, names, output};
use cardwright_case_runner::breaking::{Claim, Claims, Proof, Reach, Survivor, claims_of, prove};
use cardwright_compiler::breaking::Breaks;
use cardwright_compiler::packages::split;
use cardwright_compiler::project::{Simulate, System};
use cardwright_compiler::source::FileId;
use cardwright_compiler::{Project, Sources};
use indicatif::ProgressStyle;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Which rules are asked for.
pub(crate) struct Selection {
    /// Rules of the ledger, chapters, either without the ledger's prefix too; all, if there are none.
    pub(crate) rules: Vec<String>,
    /// Only breaks here.
    pub(crate) spot: Option<Spot>,
}

impl Selection {
    /// Whether somebody asked for rules by their names.
    fn is_narrow(&self) -> bool {
        !self.rules.is_empty()
    }

    fn wants(&self, ledger: &str, rule: &str) -> bool {
        let bare = rule.strip_prefix(ledger).and_then(|rest| rest.strip_prefix('-'));
        let is_meant = |asked: &String, rule: &str| {
            let rest = rule.strip_prefix(asked.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let mut asked = self.rules.iter();
        !self.is_narrow()
            || asked.any(|asked| is_meant(asked, rule) || bare.is_some_and(|bare| is_meant(asked, bare)))
    }

    /// The first of the names that means no rule of the ledger.
    pub(crate) fn unknown(&self, system: &System) -> Option<&String> {
        self.rules.iter().find(|asked| {
            let alone = Self {
                rules: vec![(*asked).clone()],
                spot: None,
            };
            !system
                .ledger
                .keys()
                .any(|rule| alone.wants(&system.doc.ledger, rule))
        })
    }
}

/// What a claim is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Worth {
    /// No break survives that is not excused.
    Proven,
    /// The same, but the game does not go on after any break that is noticed.
    Weak,
    /// What content names the rule at cannot be broken; one break of what that leads to is noticed.
    Loose,
    /// Some breaks survive.
    Open,
    /// All breaks survive.
    Hollow,
    /// No break compiles.
    Unbreakable,
    /// Content names the rule nowhere.
    Unplaced,
}

impl Worth {
    pub(crate) const ALL: [Self; 7] = [
        Self::Proven,
        Self::Weak,
        Self::Loose,
        Self::Open,
        Self::Hollow,
        Self::Unbreakable,
        Self::Unplaced,
    ];

    /// How programs are told of it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Weak => "weak",
            Self::Loose => "loose",
            Self::Open => "open",
            Self::Hollow => "hollow",
            Self::Unbreakable => "unbreakable",
            Self::Unplaced => "unplaced",
        }
    }
}

/// A claim, and what came of it.
pub(crate) struct Judged {
    pub(crate) claim: Claim,
    pub(crate) proof: Proof,
    /// The survivors that nothing excuses, and those that something does.
    pub(crate) open: Vec<Survivor>,
    pub(crate) excused: Vec<Survivor>,
}

impl Judged {
    pub(crate) fn worth(&self) -> Worth {
        let is_noticed = !self.proof.noticed.is_empty();
        match self.proof.reach {
            _ if self.claim.breaks.is_none() => Worth::Unplaced,
            _ if self.proof.is_empty() => Worth::Unbreakable,
            _ if !is_noticed => Worth::Hollow,
            Reach::Loose => Worth::Loose,
            _ if !self.open.is_empty() => Worth::Open,
            _ if self.proof.is_weak() => Worth::Weak,
            Reach::Small | Reach::Large => Worth::Proven,
        }
    }
}

/// What came of a system's rules.
pub(crate) struct Proofs<'a> {
    pub(crate) project: &'a Project,
    pub(crate) system: &'a System,
    pub(crate) sources: Cow<'a, Sources>,
    pub(crate) breaks: Breaks,
    pub(crate) excuses: Excuses,
    pub(crate) claims: Vec<Judged>,
    /// Rules that only cases claim which fail as things are.
    pub(crate) failing: BTreeSet<String>,
    /// The rules that are asked for and that a program can carry out.
    pub(crate) asked: BTreeMap<&'a str, Simulate>,
    pub(crate) is_narrow: bool,
}

impl<'a> Proofs<'a> {
    /// Breaks the content of a system and runs the cases.
    pub(crate) fn of(
        project: &'a Project,
        system: &'a System,
        selection: &Selection,
    ) -> Result<Self, Ending> {
        let excuses = Excuses::of(project, &system.doc.system.value)?;
        let mut breaks = Breaks::of(project, system);
        if let Some(spot) = &selection.spot {
            keep_there(&mut breaks, &|place| spot.has(&project.sources, place));
        }
        let is_there = |rule: &str| selection.spot.is_none() || breaks.of_rules.contains_key(rule);
        let wants = |rule: &str| selection.wants(&system.doc.ledger, rule) && is_there(rule);
        let claimed = claimed(project, system, &breaks, &wants);
        let rules = system
            .ledger
            .iter()
            .filter(|(rule, simulate)| **simulate != Simulate::No && wants(rule));
        // Of a ledger that a package has, only rules count that cases here claim.
        let is_own = split(&project.sources.get(system.file).name).is_none();
        let is_claimed = |rule: &str| {
            let mut all = claimed.all.iter();
            all.any(|one| one.rule == rule) || claimed.failing.contains(rule)
        };
        let asked = rules
            .filter(|(rule, _)| is_own || is_claimed(rule))
            .map(|(rule, simulate)| (rule.as_str(), *simulate))
            .collect();
        let proofs = proofs_of(&claimed, &breaks, &wants, &system.doc.system.value);
        let Claims { all, mut failing, .. } = claimed;
        failing.retain(|rule| wants(rule));
        let judged = all.into_iter().zip(proofs);
        let judged = judged.filter(|(claim, _)| wants(&claim.rule));
        let judge = |(claim, proof): (Claim, Proof)| {
            let is_open = |one: &Survivor| {
                let name = name_of(&project.sources, &breaks.all[one.way]);
                excuses.why(&name).is_none()
            };
            let (open, excused) = proof.survived.iter().copied().partition(is_open);
            Judged {
                claim,
                proof,
                open,
                excused,
            }
        };
        let claims = judged.map(judge).collect();
        let is_narrow = selection.is_narrow() || selection.spot.is_some();
        Ok(Self {
            project,
            system,
            sources: names::told(project),
            breaks,
            excuses,
            claims,
            failing,
            asked,
            is_narrow,
        })
    }

    /// Whether there is no rule that could be proven: no ledger, or that of a package of which no case claims a rule.
    pub(crate) fn is_nothing(&self) -> bool {
        self.asked.is_empty() && self.claims.is_empty() && self.failing.is_empty() && !self.is_narrow
    }

    /// How many percent of the rules are proven that can be carried out wholly.
    pub(crate) fn percent(&self) -> f64 {
        let (proven, all) = self.share(Simulate::Yes);
        percent_of(proven, all)
    }

    /// How many rules are proven of those that can be carried out so far, and how many those are.
    pub(crate) fn share(&self, simulate: Simulate) -> (usize, usize) {
        let of = self.asked.iter().filter(|(_, how)| **how == simulate);
        let of: BTreeSet<&str> = of.map(|(rule, _)| *rule).collect();
        let own = self
            .claims
            .iter()
            .filter(|one| of.contains(one.claim.rule.as_str()));
        (own.filter(|one| one.worth() == Worth::Proven).count(), of.len())
    }

    /// The claims that are worth so much.
    pub(crate) fn worth(&self, worth: Worth) -> impl Iterator<Item = &Judged> {
        self.claims.iter().filter(move |one| one.worth() == worth)
    }

    /// The rules that could be carried out and that no case claims.
    pub(crate) fn unclaimed(&self) -> Vec<&str> {
        let claimed: BTreeSet<&str> = self.claims.iter().map(|one| one.claim.rule.as_str()).collect();
        let asked = self.asked.keys().copied();
        asked
            .filter(|rule| !claimed.contains(rule) && !self.failing.contains(*rule))
            .collect()
    }

    /// The name of a break in a file of excuses.
    pub(crate) fn name(&self, way: usize) -> String {
        name_of(&self.project.sources, &self.breaks.all[way])
    }

    /// The name of a case's file.
    pub(crate) fn case(&self, at: usize) -> &str {
        let file = self.project.cases.get(at).map(|case| case.file);
        file.map_or("", |file: FileId| &self.sources.get(file).name)
    }

    /// Excuses of breaks that do not survive, or that nobody makes: where each stands, and what it excuses. Who asks for
    /// some rules alone is told only of breaks that these notice.
    pub(crate) fn stale(&self) -> Vec<(String, &str)> {
        let name = |way: usize| self.name(way);
        let survivors = self.claims.iter().flat_map(|one| &one.excused);
        let used: BTreeSet<String> = survivors.map(|one| name(one.way)).collect();
        let noticed = self.claims.iter().flat_map(|one| &one.proof.noticed);
        let noticed: BTreeSet<String> = match self.is_narrow {
            true => noticed.map(|one| name(one.way)).collect(),
            false => BTreeSet::new(),
        };
        let is_stale = |name: &str| !used.contains(name) && (!self.is_narrow || noticed.contains(name));
        let stale = self.excuses.each().filter(|(name, _)| is_stale(name));
        stale
            .map(|(name, excuse)| (format!("{}:{}", self.excuses.file, excuse.line), name))
            .collect()
    }
}

/// Leaves only the breaks at a place.
fn keep_there(breaks: &mut Breaks, is_meant: &dyn Fn(cardwright_compiler::source::Location) -> bool) {
    let is_there: Vec<bool> = breaks.all.iter().map(|one| is_meant(one.place)).collect();
    let charges = breaks.of_rules.values_mut();
    charges.for_each(|charges| charges.retain(&|way| is_there[way]));
    breaks.of_rules.retain(|_, charges| !charges.is_empty());
}

/// The claims of rules that are wanted, and of those that content names at the same places.
fn claimed<'a>(
    project: &'a Project,
    system: &System,
    breaks: &Breaks,
    wants: &dyn Fn(&str) -> bool,
) -> Claims<'a> {
    let wanted = breaks.of_rules.iter().filter(|(rule, _)| wants(rule));
    let ways: BTreeSet<usize> = wanted.flat_map(|(_, charges)| &charges.small).copied().collect();
    let is_near = |rule: &str| {
        let charges = breaks.of_rules.get(rule);
        charges.is_some_and(|charges| charges.small.iter().any(|way| ways.contains(way)))
    };
    claims_of(project, system, breaks, &|rule| wants(rule) || is_near(rule))
}

/// Makes the breaks, and shows how far that is.
fn proofs_of(claims: &Claims<'_>, breaks: &Breaks, wants: &dyn Fn(&str) -> bool, system: &str) -> Vec<Proof> {
    let bar = output::bar(0).with_message(system.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len} breaks") {
        bar.set_style(style);
    }
    let proofs = prove(claims, &breaks.all, wants, &|known| {
        bar.set_length(known as u64);
        bar.inc(1);
    });
    bar.finish_and_clear();
    proofs
}

/// How many percent a part is; all, if there is nothing.
pub(crate) fn percent_of(part: usize, whole: usize) -> f64 {
    // Ledgers have a few hundred rules.
    #[allow(clippy::cast_precision_loss)]
    match whole {
        0 => 100.0,
        _ => 100.0 * part as f64 / whole as f64,
    }
}
