//! `mutate`: how much the cases notice. Breaks content in one place at a time, in memory, and runs the system's cases: a
//! change that no case notices is a rule that nothing proves.
//!
//! A change is noticed as soon as one case fails that passes without it, and only cases are run that run what is changed.
//! Those come first that prove a rule which is named at the changed place, and then those that have noticed most changes so
//! far. What only agents ask is not changed.

use super::breakage::{as_json, told};
use super::project_of_system;
use super::proof::percent_of;
use super::spot::Spot;
use crate::program::output::{self, Format};
use crate::program::{Ending, names};
use cardwright_case_runner::breaking::{Baseline, Hunt, Noticed};
use cardwright_compiler::breaking::{Break, Breaks};
use cardwright_compiler::{Project, compile_system};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Where rules are: a scenario or map is one of many games.
const FOLDERS: [&str; 3] = ["systems/", "libraries/", "cards/"];

/// Tries to break rules and counts what the cases notice.
#[derive(Args)]
pub(crate) struct Mutate {
    /// The system
    system: String,
    /// A folder of the project; the one around the working folder if absent
    #[arg(long)]
    path: Option<PathBuf>,
    /// How many changes that compile are tried
    #[arg(long, default_value_t = 40)]
    count: usize,
    /// Chooses the places
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Change only what stands in this file or folder, or in this line: `FILE:LINE`
    #[arg(long = "where", value_name = "PATH")]
    spot: Option<String>,
    /// End with 1 if fewer percent of the changes are noticed
    #[arg(long, value_name = "PERCENT")]
    threshold: Option<f64>,
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A change that was tried: the number of its break, and what came of it.
type Tried = (usize, Noticed);

impl Mutate {
    pub(crate) fn run(self) -> Ending {
        self.tried().unwrap_or_else(|ending| ending)
    }

    fn tried(&self) -> Result<Ending, Ending> {
        let project = project_of_system(self.path.as_deref(), &self.system)?;
        let spot = self.spot.as_ref().map(|asked| Spot::of(asked, project.root()));
        let spot = spot.transpose()?;
        let breaks = Breaks::of(&project, &project.systems[&self.system]);
        let is_meant = |(_, one): &(usize, &Break)| {
            let name = &project.sources.get(one.place.file).name;
            FOLDERS.iter().any(|folder| name.starts_with(folder))
                && !breaks.is_for_agents(one.place)
                && spot
                    .as_ref()
                    .is_none_or(|spot| spot.has(&project.sources, one.place))
        };
        let open = breaks.all.iter().enumerate().filter(is_meant);
        let baseline = Baseline::of(&project, &self.cases(&project));
        tell_left_out(&project, &baseline);
        if baseline.passing().next().is_none() {
            let system = &self.system;
            output::complain(&format!(
                "no case of `{system}` passes, so none can notice a change"
            ));
            return Ok(Ending::Errors);
        }
        let tried = self.changes(&project, &breaks, &baseline, open.map(|one| one.0).collect());
        let count = |wanted: fn(&Noticed) -> bool| tried.iter().filter(|one| wanted(&one.1)).count();
        let noticed = count(|one| matches!(one, Noticed::By(_)));
        let unreached = count(|one| matches!(one, Noticed::Unreached));
        match self.format {
            Format::Text => {
                let idle = match unreached {
                    0 => String::new(),
                    count => format!(" ({count} where no case runs it)"),
                };
                let survived = tried.len() - noticed;
                output::line(&format!(
                    "{} changes, {noticed} noticed, {survived} survived{idle}",
                    tried.len()
                ));
            }
            Format::Json => output::value(&self.json(&project, &breaks, &baseline, &tried)),
        }
        let percent = percent_of(noticed, tried.len());
        Ok(match self.threshold.is_none_or(|least| percent >= least) {
            true => Ending::Fine,
            false => Ending::Errors,
        })
    }

    /// The numbers of the system's cases.
    fn cases(&self, project: &Project) -> Vec<usize> {
        let own = project.cases.iter().enumerate();
        let own = own.filter(|(_, case)| case.doc.system.value == self.system);
        own.map(|one| one.0).collect()
    }

    /// Tries changes until there are enough that compile.
    fn changes(
        &self,
        project: &Project,
        breaks: &Breaks,
        baseline: &Baseline<'_>,
        mut open: Vec<usize>,
    ) -> Vec<Tried> {
        let sources = names::told(project);
        let bar = ProgressBar::new(self.count.min(open.len()) as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} changes") {
            bar.set_style(style);
        }
        let mut state = self.seed;
        let mut hunt = Hunt::with(baseline);
        let mut tried = Vec::new();
        while tried.len() < self.count && !open.is_empty() {
            let at = usize::try_from(next(&mut state)).unwrap_or(0) % open.len();
            let at = open.swap_remove(at);
            let Some(noticed) = self.noticed(project, breaks, baseline, &mut hunt, at) else {
                continue;
            };
            tried.push((at, noticed));
            bar.set_position(tried.len() as u64);
            if self.format == Format::Text {
                let told = told(&sources, &breaks.all[at]);
                bar.suspend(|| output::line(&verdict(noticed, &told)));
            }
        }
        bar.finish_and_clear();
        tried
    }

    /// What comes of a change; nothing if it does not compile.
    fn noticed(
        &self,
        project: &Project,
        breaks: &Breaks,
        baseline: &Baseline<'_>,
        hunt: &mut Hunt<'_>,
        at: usize,
    ) -> Option<Noticed> {
        let broken = baseline.broken(&breaks.all[at])?;
        let compiled = compile_system(broken.project(), broken.project().systems.get(&self.system)?);
        if !compiled.diagnostics.is_empty() {
            return None;
        }
        let named = breaks.of_rules.iter();
        let named = named.filter(|(_, ways)| ways.all().any(|way| way == at));
        let named: BTreeSet<&str> = named.map(|(rule, _)| rule.as_str()).collect();
        let proves = |case: usize| {
            let proves = &project.cases[case].doc.proves;
            proves.iter().any(|rule| named.contains(rule.value.as_str()))
        };
        Some(hunt.noticed(&broken, &proves))
    }

    fn json(&self, project: &Project, breaks: &Breaks, baseline: &Baseline<'_>, tried: &[Tried]) -> Value {
        let sources = names::told(project);
        let name = |case: usize| sources.get(project.cases[case].file).name.clone();
        let noticed = tried.iter().filter(|one| matches!(one.1, Noticed::By(_))).count();
        let change = |(at, noticed): &Tried| {
            let case = match noticed {
                Noticed::By(case) => Some(name(*case)),
                Noticed::ByNone | Noticed::Unreached => None,
            };
            json!({
                "break": as_json(&sources, &breaks.all[*at]), "noticed": case.is_some(), "case": case,
                "reached": *noticed != Noticed::Unreached,
            })
        };
        json!({
            "system": self.system, "seed": self.seed, "tried": tried.len(), "noticed": noticed,
            "survived": tried.len() - noticed, "changes": tried.iter().map(change).collect::<Vec<_>>(),
            "left_out": baseline.failing().iter().map(|case| name(*case)).collect::<Vec<_>>(),
        })
    }
}

/// Names the cases that fail before anything is changed.
fn tell_left_out(project: &Project, baseline: &Baseline<'_>) {
    let sources = names::told(project);
    for case in baseline.failing() {
        let name = &sources.get(project.cases[*case].file).name;
        output::complain(&format!(
            "{name} is left out, because it fails before anything is changed: `cardwright test` says why"
        ));
    }
}

/// What came of a change, for people.
fn verdict(noticed: Noticed, change: &str) -> String {
    match noticed {
        Noticed::By(_) => format!("noticed  {change}"),
        Noticed::ByNone => format!("SURVIVED {change}"),
        Noticed::Unreached => format!("SURVIVED {change} -- no case runs it"),
    }
}

/// A step of a small generator: which places are tried is no part of any game.
fn next(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}
