//! `mutate`: how much the cases notice. Breaks content in one place at a time, in memory, and runs the system's cases: a
//! change that no case notices is a rule that nothing proves.
//!
//! A change is noticed as soon as one case fails that passes without it, and only cases are run that run what is changed.
//! Those come first that prove a rule which is named at the changed place, and then those that have noticed most changes so
//! far. A game that does not come to an end is no notice. Scores, which only agents ask, are not changed, and what something costs
//! neither: a case that shows it can only say the number again.
//!
//! Not here: which lines differ from a revision (`touched`), which changes may be missed (`excuses`), and how the result is told
//! (`mutants`).

use super::breakage::told;
use super::excuses::{Excuses, name_of};
use super::mutants::{Class, Mutant, Mutants};
use super::project_of_system;
use super::spot::Spot;
use super::touched::Touched;
use crate::program::diff::{Version, costs};
use crate::program::output::{self, Format};
use crate::program::{Ending, names};
use crate::series::Shard;
use cardwright_case_runner::breaking::{Baseline, Hunt, Noticed};
use cardwright_compiler::breaking::{Break, Breaks};
use cardwright_compiler::{Project, Sources, compile_system};
use clap::Args;
use indicatif::ProgressStyle;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Where rules are: a scenario or map is one of many games.
const FOLDERS: [&str; 3] = ["systems/", "libraries/", "cards/"];
/// How many changes are tried if the call does not say.
const USUAL_COUNT: usize = 40;

/// Tries to break rules and counts what the cases notice.
#[derive(Args)]
pub(crate) struct Mutate {
    /// The system
    system: String,
    /// A folder of the project; the one around the working folder if absent
    #[arg(long)]
    path: Option<PathBuf>,
    /// How many changes that compile are tried; 40 if absent, and with `--in-diff` all
    #[arg(long)]
    count: Option<usize>,
    /// Try all changes
    #[arg(long, conflicts_with = "count")]
    all: bool,
    /// The number that chooses the places
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Change only this file or folder, or this line: `FILE:LINE`
    #[arg(long = "where", value_name = "PATH")]
    spot: Option<String>,
    /// Change only lines and cards that differ from those of a git revision
    #[arg(long, value_name = "REVISION")]
    in_diff: Option<String>,
    /// Try only part K of N equal parts of the changes, so that N calls try all of them
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Say so if fewer percent of the changes are noticed
    #[arg(long, value_name = "PERCENT")]
    low: Option<f64>,
    /// End with 1 if fewer percent of the changes are noticed
    #[arg(long = "break", value_name = "PERCENT")]
    least: Option<f64>,
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A system whose content is changed, and the cases that may notice.
struct Trial<'a> {
    project: &'a Project,
    breaks: &'a Breaks,
    baseline: &'a Baseline<'a>,
    excuses: &'a Excuses,
}

impl Mutate {
    pub(crate) fn run(self) -> Ending {
        self.tried().unwrap_or_else(|ending| ending)
    }

    fn tried(&self) -> Result<Ending, Ending> {
        let project = project_of_system(self.path.as_deref(), &self.system)?;
        let since = self.in_diff.as_deref().map(Version::read).transpose()?;
        let breaks = Breaks::of(&project, &project.systems[&self.system]);
        let (possible, costs) = self.possible(&project, &breaks, since.as_ref())?;
        let baseline = Baseline::of(&project, &self.cases(&project));
        self.refuse_red(&project, &baseline)?;
        let excuses = Excuses::of(&project, &self.system)?;
        let trial = Trial {
            project: &project,
            breaks: &breaks,
            baseline: &baseline,
            excuses: &excuses,
        };
        let mutants = Mutants {
            system: self.system.clone(),
            seed: self.seed,
            shard: self.shard.map(|shard| shard.to_string()),
            since: self.in_diff.clone(),
            possible: possible.len(),
            costs,
            all: self.changes(&trial, possible),
        };
        match self.format {
            Format::Text => mutants.lines().iter().for_each(|line| output::line(line)),
            Format::Json => output::value(&mutants.value(&project, &breaks)),
        }
        self.tell_vain(&trial, &mutants);
        Ok(self.judged(&mutants))
    }

    /// Whether enough is noticed.
    fn judged(&self, mutants: &Mutants) -> Ending {
        let percent = mutants.percent();
        if let Some(low) = self.low.filter(|&low| percent < low) {
            output::complain(&format!(
                "warning: {percent:.1} % are noticed; the aim is {low} %"
            ));
        }
        match self.least.is_none_or(|least| percent >= least) {
            true => Ending::Fine,
            false => Ending::Errors,
        }
    }

    /// The changes that are meant, by their numbers, and how many of printed costs are left out.
    fn possible(
        &self,
        project: &Project,
        breaks: &Breaks,
        since: Option<&Version>,
    ) -> Result<(Vec<usize>, usize), Ending> {
        let spot = self.spot.as_ref().map(|asked| Spot::of(asked, project.root()));
        let spot = spot.transpose()?;
        let touched = since.map(|since| Touched::of(project, &self.system, since));
        let is_meant = |one: &Break| {
            let name = &project.sources.get(one.place.file).name;
            let has_spot = |spot: &Spot| spot.has(&project.sources, one.place);
            let is_touched = |touched: &Touched| touched.has(&project.sources, one.place);
            FOLDERS.iter().any(|folder| name.starts_with(folder))
                && !breaks.is_for_agents(one.place)
                && spot.as_ref().is_none_or(has_spot)
                && touched.as_ref().is_none_or(is_touched)
        };
        let costs = costs_of(project, &self.system);
        let meant = breaks.all.iter().enumerate().filter(|(_, one)| is_meant(one));
        let (costs, meant): (Vec<_>, Vec<_>) =
            meant.partition(|(_, one)| is_cost(&project.sources, one, &costs));
        match meant.is_empty() && since.is_none() {
            true => Err(Ending::WrongCall("there is nothing to change".to_owned())),
            false => Ok((meant.into_iter().map(|one| one.0).collect(), costs.len())),
        }
    }

    /// Where cases fail before anything is changed, they would seem to notice everything.
    fn refuse_red(&self, project: &Project, baseline: &Baseline<'_>) -> Result<(), Ending> {
        let sources = names::told(project);
        let failing = baseline.failing();
        for case in failing {
            output::complain(&sources.get(project.cases[*case].file).name);
        }
        let system = &self.system;
        match (failing.len(), baseline.passing().next()) {
            (0, Some(_)) => Ok(()),
            (0, None) => Err(Ending::WrongCall(format!(
                "`{system}` has no cases, so none can notice a change"
            ))),
            (count, _) => Err(Ending::WrongCall(format!(
                "before anything is changed, {count} of the cases of `{system}` fail, those above: `cardwright test` says why"
            ))),
        }
    }

    /// The numbers of the system's cases.
    fn cases(&self, project: &Project) -> Vec<usize> {
        let own = project.cases.iter().enumerate();
        let own = own.filter(|(_, case)| case.doc.system.value == self.system);
        own.map(|one| one.0).collect()
    }

    /// How many changes are tried at most.
    fn most(&self) -> usize {
        match (self.count, self.all || self.in_diff.is_some()) {
            (Some(count), _) => count,
            (None, true) => usize::MAX,
            (None, false) => USUAL_COUNT,
        }
    }

    /// The changes in the order in which they are tried: by their places if all are, else as chance has it. Of a part only those that
    /// fall to it.
    fn order(&self, mut open: Vec<usize>) -> Vec<usize> {
        let mut state = self.seed;
        let mut order = Vec::with_capacity(open.len());
        while !open.is_empty() {
            let at = usize::try_from(next(&mut state)).unwrap_or(0) % open.len();
            order.push(open.swap_remove(at));
        }
        if let Some(Shard { number, of }) = self.shard {
            let [number, of] = [number, of].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
            order = order.into_iter().skip(number - 1).step_by(of).collect();
        }
        if order.len() <= self.most() {
            order.sort_unstable();
        }
        order
    }

    /// Tries changes until there are enough that compile.
    fn changes(&self, trial: &Trial<'_>, open: Vec<usize>) -> Vec<Mutant> {
        let sources = names::told(trial.project);
        let order = self.order(open);
        let bar = output::bar(self.most().min(order.len()) as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} changes") {
            bar.set_style(style);
        }
        let mut hunt = Hunt::with(trial.baseline);
        let (mut mutants, mut viable) = (Vec::new(), 0);
        // A sample is told in the order of places when all of it is there.
        let is_sample = order.len() > self.most();
        let tell = |mutant: &Mutant| {
            if self.format == Format::Text && mutant.class != Class::Unviable {
                let told = mutant.told(&told(&sources, &trial.breaks.all[mutant.way]));
                bar.suspend(|| output::line(&told));
            }
        };
        for way in order {
            if viable == self.most() {
                break;
            }
            let mutant = trial.mutant(&self.system, &mut hunt, way);
            viable += usize::from(mutant.class != Class::Unviable);
            bar.set_position(viable as u64);
            if !is_sample {
                tell(&mutant);
            }
            mutants.push(mutant);
        }
        mutants.sort_by_key(|mutant| mutant.way);
        if is_sample {
            mutants.iter().for_each(tell);
        }
        bar.finish_and_clear();
        mutants
    }

    /// Tells the excuses of changes that a case notices.
    fn tell_vain(&self, trial: &Trial<'_>, mutants: &Mutants) {
        let noticed = mutants.all.iter().filter(|one| one.class == Class::Noticed);
        let noticed: BTreeSet<String> = noticed.map(|one| trial.name(one.way)).collect();
        for (name, excuse) in trial.excuses.each().filter(|(name, _)| noticed.contains(*name)) {
            let file = &trial.excuses.file;
            output::complain(&format!("{file}:{}: this excuses nothing: {name}", excuse.line));
        }
    }
}

impl Trial<'_> {
    /// The name of a change in a file of excuses.
    fn name(&self, way: usize) -> String {
        name_of(&self.project.sources, &self.breaks.all[way])
    }

    /// A change, and its result.
    fn mutant(&self, system: &str, hunt: &mut Hunt<'_>, way: usize) -> Mutant {
        let noticed = self.noticed(system, hunt, way);
        let why = self.excuses.why(&self.name(way)).map(str::to_owned);
        let name = |case: usize| {
            let sources = names::told(self.project);
            sources.get(self.project.cases[case].file).name.clone()
        };
        let (class, case) = match noticed {
            None => (Class::Unviable, None),
            Some(Noticed::By(case)) => (Class::Noticed, Some(name(case))),
            Some(Noticed::Stuck(_) | Noticed::ByNone | Noticed::Unreached) if why.is_some() => {
                (Class::Excused, None)
            }
            Some(Noticed::Stuck(case)) => (Class::TimedOut, Some(name(case))),
            Some(Noticed::ByNone | Noticed::Unreached) => (Class::Missed, None),
        };
        Mutant {
            way,
            class,
            case,
            is_reached: noticed != Some(Noticed::Unreached),
            why: why.filter(|_| class == Class::Excused),
        }
    }

    /// The result of a change; nothing if it does not compile.
    fn noticed(&self, system: &str, hunt: &mut Hunt<'_>, way: usize) -> Option<Noticed> {
        let broken = self.baseline.broken(&self.breaks.all[way])?;
        let compiled = compile_system(broken.project(), broken.project().systems.get(system)?);
        if !compiled.diagnostics.is_empty() {
            return None;
        }
        let named = self.breaks.of_rules.iter();
        let named = named.filter(|(_, ways)| ways.all().any(|one| one == way));
        let named: BTreeSet<&str> = named.map(|(rule, _)| rule.as_str()).collect();
        let proves = |case: usize| {
            let proves = &self.project.cases[case].doc.proves;
            proves.iter().any(|rule| named.contains(rule.value.as_str()))
        };
        Some(hunt.noticed(&broken, &proves))
    }
}

/// The keys under which documents of a system write what something costs.
fn costs_of(project: &Project, system: &str) -> BTreeSet<String> {
    let compiled = project
        .systems
        .get(system)
        .map(|system| compile_system(project, system));
    let pack = compiled.as_ref().and_then(|compiled| compiled.pack.as_ref());
    let fields = pack.map(|pack| costs(project, system, pack)).unwrap_or_default();
    let keys = fields.iter().filter_map(|field| field.rsplit('.').next());
    keys.map(str::to_owned).collect()
}

/// Whether a change is one of what stands under one of these keys in a document.
fn is_cost(sources: &Sources, way: &Break, keys: &BTreeSet<String>) -> bool {
    let file = sources.get(way.place.file);
    let line = file.text[..way.place.start]
        .rsplit('\n')
        .next()
        .unwrap_or_default();
    let key = line.trim_end().strip_suffix(':');
    let key = key.and_then(|text| text.rsplit([' ', '{', ',']).next());
    file.name.ends_with(".yaml") && key.is_some_and(|key| keys.contains(key))
}

/// A step of a small generator: which places are tried is no part of any game.
fn next(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}
