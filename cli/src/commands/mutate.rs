//! `mutate`: how much the cases notice. Breaks content in one place at a time, in memory, and runs the system's cases: a
//! change that no case notices is a rule that nothing proves.
//!
//! A change is noticed as soon as one case fails. So those cases come first that prove a rule which is named at the
//! changed place, and then those that have noticed most changes so far. What only agents ask is not changed.

use super::project_of_system;
use super::proof::{as_json, percent_of, told};
use super::spot::Spot;
use crate::output::{self, Format};
use crate::{Ending, names};
use cardwright_compiler::breaking::{Break, Breaks};
use cardwright_compiler::{Project, compile_system};
use cardwright_conformance::Outcome;
use cardwright_conformance::breaking::{broken, outcome};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How many cases are run before it is looked whether one of them failed.
const AT_ONCE: usize = 16;
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

/// A change that was tried: the number of its break, and the case that noticed it.
type Tried = (usize, Option<usize>);

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
        let tried = self.changes(&project, &breaks, open.map(|one| one.0).collect());
        let noticed = tried.iter().filter(|one| one.1.is_some()).count();
        match self.format {
            Format::Text => output::line(&format!(
                "{} changes, {noticed} noticed, {} survived",
                tried.len(),
                tried.len() - noticed
            )),
            Format::Json => output::value(&self.json(&project, &breaks, &tried)),
        }
        let percent = percent_of(noticed, tried.len());
        Ok(match self.threshold.is_none_or(|least| percent >= least) {
            true => Ending::Fine,
            false => Ending::Errors,
        })
    }

    /// Tries changes until there are enough that compile.
    fn changes(&self, project: &Project, breaks: &Breaks, mut open: Vec<usize>) -> Vec<Tried> {
        let sources = names::told(project);
        let bar = ProgressBar::new(self.count.min(open.len()) as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} changes") {
            bar.set_style(style);
        }
        let mut state = self.seed;
        let mut kills = vec![0; project.cases.len()];
        let mut tried = Vec::new();
        while tried.len() < self.count && !open.is_empty() {
            let at = usize::try_from(next(&mut state)).unwrap_or(0) % open.len();
            let at = open.swap_remove(at);
            let Some(noticed) = self.noticed(project, breaks, at, &mut kills) else {
                continue;
            };
            tried.push((at, noticed));
            bar.set_position(tried.len() as u64);
            if self.format == Format::Text {
                let word = if noticed.is_some() { "noticed " } else { "SURVIVED" };
                let told = told(&sources, &breaks.all[at]);
                bar.suspend(|| output::line(&format!("{word} {told}")));
            }
        }
        bar.finish_and_clear();
        tried
    }

    /// The case that fails after a change, if one does; nothing at all if the change does not compile.
    fn noticed(
        &self,
        project: &Project,
        breaks: &Breaks,
        at: usize,
        kills: &mut [usize],
    ) -> Option<Option<usize>> {
        let changed = broken(project, &breaks.all[at])?;
        let compiled = compile_system(&changed, changed.systems.get(&self.system)?);
        if !compiled.diagnostics.is_empty() {
            return None;
        }
        let named = breaks.of_rules.iter().filter(|(_, ways)| ways.contains(&at));
        let named: BTreeSet<&str> = named.map(|(rule, _)| rule.as_str()).collect();
        let own = project.cases.iter().enumerate();
        let own = own.filter(|(_, case)| case.doc.system.value == self.system);
        let mut cases: Vec<usize> = own.map(|one| one.0).collect();
        let proves = |case: usize| {
            let proves = &project.cases[case].doc.proves;
            proves.iter().any(|rule| named.contains(rule.value.as_str()))
        };
        cases.sort_by_key(|&case| (!proves(case), Reverse(kills.get(case).copied())));
        let noticed = cases.chunks(AT_ONCE).find_map(|few| {
            let fails = |case: &&usize| outcome(&changed, **case) != Some(Outcome::Passed);
            few.par_iter().find_first(fails).copied()
        });
        if let Some(kills) = noticed.and_then(|case| kills.get_mut(case)) {
            *kills += 1;
        }
        Some(noticed)
    }

    fn json(&self, project: &Project, breaks: &Breaks, tried: &[Tried]) -> Value {
        let sources = names::told(project);
        let noticed = tried.iter().filter(|one| one.1.is_some()).count();
        let change = |(at, case): &Tried| {
            let case = case.map(|case| sources.get(project.cases[case].file).name.clone());
            json!({ "break": as_json(&sources, &breaks.all[*at]), "noticed": case.is_some(), "case": case })
        };
        json!({
            "system": self.system, "seed": self.seed, "tried": tried.len(), "noticed": noticed,
            "survived": tried.len() - noticed, "changes": tried.iter().map(change).collect::<Vec<_>>(),
        })
    }
}

/// A step of a small generator: which places are tried is no part of any game.
fn next(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}
