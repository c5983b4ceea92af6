//! `diff`: tells what changes on the table between two versions of a project.

use crate::program::diff::{Excused, Level, Plan, Report, Version, compare, is_of_coverage};
use crate::program::{Ending, output};
use crate::series::{AgentKind, DEFAULT_THOUGHT, Lineup, Thought};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// What changes between two versions.
#[derive(Args)]
pub(crate) struct Diff {
    /// The earlier version: a git revision, a folder, or `REV:PATH` for a folder in a revision
    #[arg(default_value = "HEAD")]
    before: String,
    /// The later version; the project around the working folder if absent
    after: Option<String>,
    /// Compare only these systems
    #[arg(long = "system", value_name = "ID")]
    systems: Vec<String>,
    /// How many games of each scenario are played on both versions
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(0..=10_000))]
    games: u64,
    /// The seed of the first game; each further game has the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The agents in seat order; the last one plays all further seats
    #[arg(long, value_enum, value_delimiter = ',', default_value = "random")]
    agents: Vec<AgentKind>,
    /// How much `search` may think about a decision, in imagined decisions
    #[arg(long, value_name = "BUDGET", default_value = DEFAULT_THOUGHT)]
    think: Thought,
    /// How many seconds all games together may take; the report says how many were not played
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Kept games that have to go on as they are: files of `run --replay` or the studio
    #[arg(long = "replay", value_name = "FILE")]
    replays: Vec<PathBuf>,
    /// End with exit code 1 if a change is of this level or graver, and not excused
    #[arg(long, value_enum, value_name = "LEVEL")]
    fail_on: Option<Level>,
    /// A file with changes that are meant, each with its reason
    #[arg(long, value_name = "FILE")]
    excuses: Option<PathBuf>,
    /// How to report
    #[arg(long, value_enum, default_value = "human")]
    format: DiffFormat,
}

/// The form of a report of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// For people
    #[value(alias = "text")]
    Human,
    /// For a pull request
    Markdown,
    /// For programs
    Json,
}

impl Diff {
    pub(crate) fn run(self) -> Ending {
        self.compared().unwrap_or_else(|ending| ending)
    }

    fn compared(&self) -> Result<Ending, Ending> {
        let plan = self.plan();
        if !plan.lineup.is_repeatable() {
            let why = "games are compared by their seeds: give `--think` a count of decisions, not a time";
            return Err(Ending::WrongCall(why.to_owned()));
        }
        let mut excused = match &self.excuses {
            Some(path) => Excused::read(path)?,
            None => Excused::default(),
        };
        // If packages are missing here, `fetch` brings them, and that may be all that the earlier version lacks.
        let after = match &self.after {
            Some(name) => Version::read(name)?,
            None => Version::here()?,
        };
        let before = Version::read(&self.before)?;
        self.know_systems(&before, &after)?;
        let versions = (&before, &after);
        let mut report = compare(versions, &self.systems, &plan, &self.replays)?;
        excused.apply(&mut report.changes);
        report.unused = excused.unused(&|id| !is_of_coverage(id));
        self.tell(&report);
        if report.compared.is_nothing() {
            return Err(Ending::WrongCall(
                "nothing was compared: the versions have no system in common".to_owned(),
            ));
        }
        let is_broken = report.changes.iter().any(|one| one.sort.id == "does-not-compile");
        let fails = self.fail_on.is_some_and(|level| report.fails(level));
        Ok(if is_broken || fails {
            Ending::Errors
        } else {
            Ending::Fine
        })
    }

    fn plan(&self) -> Plan {
        Plan {
            games: self.games,
            seed: self.seed,
            lineup: Lineup {
                kinds: self.agents.clone(),
                think: self.think,
                swap: false,
            },
            time: Duration::from_secs(self.seconds),
        }
    }

    /// A misspelt system would compare nothing and be fine.
    fn know_systems(&self, before: &Version, after: &Version) -> Result<(), Ending> {
        let is_known = |id: &&String| {
            before.project.systems.contains_key(*id) || after.project.systems.contains_key(*id)
        };
        match self.systems.iter().find(|id| !is_known(id)) {
            Some(id) => Err(Ending::WrongCall(format!("neither version has a system `{id}`"))),
            None => Ok(()),
        }
    }

    fn tell(&self, report: &Report) {
        match self.format {
            DiffFormat::Human => output::line(report.text().trim_end()),
            DiffFormat::Markdown => output::line(report.markdown().trim_end()),
            DiffFormat::Json => output::value(&report.json()),
        }
    }
}
