//! The result of `mutate`: each change with its class, and how that is told.
//!
//! Not here: how changes are made and tried (`mutate`).

use super::breakage::as_json;
use super::proof::percent_of;
use crate::program::counts::{counted, one_or_many};
use crate::program::names;
use cardwright_compiler::Project;
use cardwright_compiler::breaking::Breaks;
use serde_json::{Value, json};

/// The classes of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A case fails.
    Noticed,
    /// No case fails, and nothing says that this is right.
    Missed,
    /// No case fails, but in one of them the game does not come to an end.
    TimedOut,
    /// No case fails, and the file of excuses says why.
    Excused,
    /// It does not compile.
    Unviable,
}

impl Class {
    const fn name(self) -> &'static str {
        match self {
            Self::Noticed => "noticed",
            Self::Missed => "missed",
            Self::TimedOut => "timed-out",
            Self::Excused => "excused",
            Self::Unviable => "unviable",
        }
    }
}

/// A change that was made.
#[derive(Debug)]
pub(super) struct Mutant {
    /// The number of its break.
    pub(super) way: usize,
    pub(super) class: Class,
    /// The case that fails, or whose game does not come to an end.
    pub(super) case: Option<String>,
    /// Whether a case runs what is changed.
    pub(super) is_reached: bool,
    /// Why it may be missed.
    pub(super) why: Option<String>,
}

impl Mutant {
    /// A line for people; `change` says what is changed.
    pub(super) fn told(&self, change: &str) -> String {
        let class = match self.class {
            Class::Missed => "MISSED",
            Class::TimedOut => "TIMED-OUT",
            class => class.name(),
        };
        let more = match (self.is_reached, &self.why) {
            (_, Some(why)) => format!(" -- {why}"),
            (false, None) => " -- no case runs it".to_owned(),
            (true, None) => String::new(),
        };
        format!("{class:<9} {change}{more}")
    }
}

/// The changes that were made of a system.
#[derive(Debug)]
pub(super) struct Mutants {
    pub(super) system: String,
    pub(super) seed: u64,
    pub(super) shard: Option<String>,
    /// The revision since which content is changed.
    pub(super) since: Option<String>,
    /// How many changes the call means, with those that are not made.
    pub(super) possible: usize,
    /// How many changes of printed costs are left out.
    pub(super) costs: usize,
    pub(super) all: Vec<Mutant>,
}

impl Mutants {
    fn count(&self, class: Class) -> usize {
        self.all.iter().filter(|one| one.class == class).count()
    }

    /// How many changes compile.
    fn tried(&self) -> usize {
        self.all.len() - self.count(Class::Unviable)
    }

    /// How many changes are not made.
    fn skipped(&self) -> usize {
        self.possible - self.all.len()
    }

    /// How many percent are noticed of those that should be.
    pub(super) fn percent(&self) -> f64 {
        let noticed = self.count(Class::Noticed);
        let of = noticed + self.count(Class::Missed) + self.count(Class::TimedOut);
        percent_of(noticed, of)
    }

    /// The sum for people.
    pub(super) fn lines(&self) -> Vec<String> {
        let since = self
            .since
            .as_ref()
            .map(|since| format!(" that differ from {since}"));
        let since = since.unwrap_or_default();
        let costs = match self.costs {
            0 => String::new(),
            costs => format!("; {} of printed costs left out", counted(costs, "change")),
        };
        if self.possible == 0 {
            return vec![format!(
                "0 changes: nothing can be changed in lines{since}{costs}"
            )];
        }
        let sample = match self.skipped() {
            0 => "all that are possible".to_owned(),
            skipped => format!("a sample (seed {}) that skips {skipped} more", self.seed),
        };
        let unreached = self
            .all
            .iter()
            .filter(|one| one.class == Class::Missed && !one.is_reached);
        let unreached = match unreached.count() {
            0 => String::new(),
            count => format!(" ({count} where no case runs it)"),
        };
        let [noticed, missed, late, excused, unviable] = [
            Class::Noticed,
            Class::Missed,
            Class::TimedOut,
            Class::Excused,
            Class::Unviable,
        ]
        .map(|class| self.count(class));
        vec![
            format!(
                "{}, {noticed} noticed, {missed} missed{unreached}, {late} timed out, {excused} excused: {:.1} % noticed",
                counted(self.tried(), "change"),
                self.percent(),
            ),
            format!(
                "these are {sample}, and {}{costs}",
                one_or_many(unviable, "that does not compile", "that do not compile"),
            ),
        ]
    }

    /// The result for programs.
    pub(super) fn value(&self, project: &Project, breaks: &Breaks) -> Value {
        let sources = names::told(project);
        let change = |one: &Mutant| {
            json!({
                "break": as_json(&sources, &breaks.all[one.way]), "class": one.class.name(), "case": one.case,
                "reached": one.is_reached, "why": one.why,
            })
        };
        json!({
            "system": self.system, "seed": self.seed, "shard": self.shard, "since": self.since,
            "possible": self.possible, "costs": self.costs, "sample": self.skipped() > 0, "tried": self.tried(),
            "noticed": self.count(Class::Noticed), "missed": self.count(Class::Missed),
            "timed_out": self.count(Class::TimedOut), "excused": self.count(Class::Excused),
            "unviable": self.count(Class::Unviable), "skipped": self.skipped(),
            "percent": (self.percent() * 10.0).round() / 10.0,
            "changes": self.all.iter().map(change).collect::<Vec<_>>(),
        })
    }
}
