//! `sim`: plays many games of scenarios, side by side, and reports how they end and what went wrong.

use super::balance::{Allowed, Balance, Budget, Share, shares};
use super::vary::{Vary, Versions as Contents};
use super::{outside_links, pack_at, root_of, wrong_path};
use crate::program::Ending;
use crate::program::figures;
use crate::program::keeper::{Keeper, unusable};
use crate::program::output::{self, Format};
use crate::program::write::{self, Kind};
use crate::series::{
    AgentKind, DEFAULT_PACE, DEFAULT_THOUGHT, Exactness, Header, Lineup, Looks, Played, Report, Series,
    Shard, Thought, USUAL_UNTIL, Versions, merged, pace, play, play_versions,
};
use cardwright_compiler::Project;
use cardwright_core::Content;
use cardwright_files::{Place, Source};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The most games of a series.
const MOST_GAMES: u64 = 1_000_000_000_000;
/// How many games are played if nobody says.
const USUAL_GAMES: u64 = 100;

/// Plays many games.
#[derive(Args)]
pub(crate) struct Sim {
    /// Scenario documents or packs; by default, all scenarios of the project
    scenarios: Vec<PathBuf>,
    /// The number of games of each scenario, in all shards together: 100 if absent; with `--until` the most,
    /// 100,000 if absent
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// The seed of the first game; each further game uses the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The agents in seat order; the last one plays all further seats
    #[arg(long, value_enum, value_delimiter = ',', default_value = "random")]
    agents: Vec<AgentKind>,
    /// How long `search` may think about a decision: `500` imagined decisions (the same seed always gives the
    /// same game), or `20ms` (it may not)
    #[arg(long, value_name = "BUDGET", default_value = DEFAULT_THOUGHT)]
    think: Thought,
    /// Move the agents one seat on from game to game; each seed is played once for every agent, so that no
    /// agent has the better seat
    #[arg(long)]
    swap: bool,
    /// Play every game twice: the same seed must give the same game
    #[arg(long)]
    twice: bool,
    /// Play until the share of wins of each player is known to so many points on either side, such as `2%`
    #[arg(long, value_name = "POINTS", conflicts_with_all = ["lines", "merge"])]
    until: Option<Exactness>,
    /// Play the same games with other printed facts of a card: `CARD.FACT=2..4`, or a list `CARD.FACT=2,4,6`. Can be
    /// given twice, for all combinations
    #[arg(long, value_name = "CARD.FACT=VALUES", conflicts_with_all = ["lines", "merge"])]
    vary: Vec<Vary>,
    /// Count what becomes of cards and options: on the table, open, taken, and who wins with them
    #[arg(long)]
    cards: bool,
    /// The seconds that a decision takes at a table, to tell how long games last
    #[arg(long, value_name = "SECONDS", default_value_t = DEFAULT_PACE, value_parser = pace)]
    pace: f64,
    /// Play only this part of the games, such as `2/8`
    #[arg(long, value_name = "I/N", requires = "lines")]
    shard: Option<Shard>,
    /// Write the result of each game to this file, as a line of JSON; for one scenario only
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// Continue with the games that are not yet in the file of `--lines`
    #[arg(long, requires = "lines")]
    resume: bool,
    /// Play nothing, but join the files of all shards into the report of one run
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["scenarios", "games", "seed", "agents", "think", "swap", "twice", "cards", "shard", "lines", "resume"]
    )]
    merge: Vec<PathBuf>,
    /// Begin no more games after this time, for all scenarios together: `60s`, `5m`, `1h`
    #[arg(long, value_name = "TIME", conflicts_with_all = ["lines", "merge"])]
    time: Option<Budget>,
    /// Exit with 1 if a player wins too rarely or too often: `red=40..60`, in percent. A difference that
    /// chance can explain does not count
    #[arg(long, value_name = "PLAYER=LOW..HIGH", value_delimiter = ',')]
    wins: Vec<Allowed>,
    /// With `--wins`: exit with 2 if fewer games were played
    #[arg(long, value_name = "GAMES", requires = "wins", default_value_t = 100)]
    least: u64,
    /// Also write the report to this file, as one page of HTML with charts
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Also write the report to this folder, as CSV files
    #[arg(long, value_name = "FOLDER")]
    csv: Option<PathBuf>,
    /// The format of the report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A report, and the shares of wins that the call asks for.
struct Judged {
    report: Report,
    shares: Vec<Share>,
}

impl Sim {
    pub(crate) fn run(self) -> Ending {
        let reports = self.can_be_written().and_then(|()| self.reports());
        match reports {
            Ok(reports) => match self.written(&reports) {
                Ok(()) => self.told(&reports),
                Err(ending) => ending,
            },
            Err(ending) => ending,
        }
    }

    /// Refuses files that could not be written, before hours of games are played.
    fn can_be_written(&self) -> Result<(), Ending> {
        if let Some(page) = self
            .report
            .as_ref()
            .filter(|page| page.as_path() != Path::new("-"))
        {
            write::replaceable(page, Kind::Page, &write::named(page))?;
        }
        match &self.csv {
            Some(folder) => figures::replaceable(folder),
            None => Ok(()),
        }
    }

    /// Writes the files that the call asks for.
    fn written(&self, all: &[Judged]) -> Result<(), Ending> {
        let reports: Vec<&Report> = all.iter().map(|one| &one.report).collect();
        if let Some(path) = &self.report {
            write::result(path, Kind::Page, figures::page(&reports).as_bytes())?;
        }
        match &self.csv {
            Some(folder) => figures::write(folder, &reports),
            None => Ok(()),
        }
    }

    fn reports(&self) -> Result<Vec<Judged>, Ending> {
        let until = self.time.map(|Budget(time)| Instant::now() + time);
        if !self.merge.is_empty() {
            let report = merged(&files(&self.merge)).map_err(unusable)?;
            return Ok(vec![self.judged(report)?]);
        }
        let scenarios = self.scenarios()?;
        if self.lines.is_some() && scenarios.len() != 1 {
            let why = "`--lines` writes the games of one scenario: name the scenario";
            return Err(Ending::WrongCall(why.to_owned()));
        }
        let report = |(at, path): (usize, &PathBuf)| {
            let contents = self.contents(path)?;
            // Each scenario has its share of what is left of the time.
            let left = u32::try_from(scenarios.len() - at).unwrap_or(u32::MAX);
            let until = until.map(|until| {
                let now = Instant::now();
                now + until.saturating_duration_since(now) / left
            });
            self.judged(self.report(&contents, path, until)?)
        };
        scenarios.iter().enumerate().map(report).collect()
    }

    /// Holds a report against the ranges that the call allows, and tells people of it as soon as it is there.
    fn judged(&self, report: Report) -> Result<Judged, Ending> {
        let report = report.at_pace(self.pace);
        let shares = shares(&report, &self.wins)?;
        if self.format == Format::Text {
            report.lines().iter().for_each(|line| output::line(line));
            if self.time.is_some() && report.games < report.planned && !report.is_exact() {
                output::line(&format!(
                    "  the time ran out before {} games were played",
                    report.planned
                ));
            }
            shares.iter().for_each(|share| output::line(&share.line()));
        }
        Ok(Judged { report, shares })
    }

    /// The first scenario of which too few games were played to tell anything.
    fn too_few<'a>(&self, all: &'a [Judged]) -> Option<&'a Report> {
        let mut reports = all.iter().map(|one| &one.report);
        reports.find(|report| !self.wins.is_empty() && report.games < self.least)
    }

    /// Tells programs all reports.
    fn told(&self, all: &[Judged]) -> Ending {
        if self.format == Format::Json {
            let value = |one: &Judged| {
                let mut value = json!(one.report);
                value["balance"] = json!(one.shares);
                value
            };
            let all: Vec<Value> = all.iter().map(value).collect();
            match serde_json::to_string_pretty(&all) {
                Ok(text) => output::line(&text),
                Err(error) => return Ending::WrongCall(error.to_string()),
            }
        }
        if let Some(report) = self.too_few(all) {
            return Ending::WrongCall(format!(
                "{}: {} games are too few to judge who wins; at least {} are needed (`--least`)",
                report.scenario, report.games, self.least
            ));
        }
        let is_balanced = |one: &Judged| one.shares.iter().all(|share| share.balance != Balance::Outside);
        match all.iter().all(|one| one.report.is_fine() && is_balanced(one)) {
            true => Ending::Fine,
            false => Ending::Errors,
        }
    }

    /// The scenarios that are meant.
    fn scenarios(&self) -> Result<Vec<PathBuf>, Ending> {
        if !self.scenarios.is_empty() {
            return Ok(self.scenarios.clone());
        }
        let here = std::env::current_dir().map_err(|error| Ending::WrongCall(error.to_string()))?;
        let all = Project::scenario_files(&root_of(&here)?, outside_links());
        if all.is_empty() {
            return Err(Ending::WrongCall("the project has no scenarios".to_owned()));
        }
        Ok(all)
    }

    fn series(&self) -> Series {
        Series {
            games: self.games.unwrap_or(match self.until {
                Some(_) => USUAL_UNTIL,
                None => USUAL_GAMES,
            }),
            seed: self.seed,
            lineup: Lineup {
                kinds: self.agents.clone(),
                think: self.think,
                swap: self.swap,
            },
            twice: self.twice,
            cards: self.cards,
        }
    }

    /// The content that is played, in all its versions.
    fn contents(&self, path: &Path) -> Result<Contents, Ending> {
        match self.vary.is_empty() {
            true => Ok(Contents {
                contents: vec![Content::new(pack_at(path)?)],
                names: Vec::new(),
            }),
            false => Contents::of(path, &self.vary),
        }
    }

    /// Plays the games of a scenario, or what is left of them.
    fn report(&self, played: &Contents, path: &Path, until: Option<Instant>) -> Result<Report, Ending> {
        let (series, content) = (self.series(), &played.contents[0]);
        series.lineup.fit(content).map_err(Ending::WrongCall)?;
        let header = Header::new(content, series, self.shard.unwrap_or(Shard::WHOLE));
        header.has_room().map_err(Ending::WrongCall)?;
        let mut tally = Versions::new(&header, played.contents.len() - 1);
        let mut games = header.games();
        let mut last = None;
        let mut keeper = match &self.lines {
            None => None,
            Some(file) if self.resume => Some(Keeper::resume(file, &header, |game| {
                last = Some(game.clone());
                tally.count(vec![game]);
            })?),
            Some(file) => Some(Keeper::begin(file, &header)?),
        };
        if let Some(keeper) = &keeper {
            games.start = keeper.due;
        }
        if let (Some(last), Some(file)) = (&last, &self.lines) {
            comes_to_the_same(content, &header, last).map_err(|why| wrong_path(file, &why))?;
        }
        let bar = progress(path, games.end - games.start);
        let threads = rayon::current_num_threads();
        let is_late = || until.is_some_and(|until| Instant::now() >= until);
        let mut looks = Looks::of(self.until, games.end, header.series.lineup.games_a_seed());
        let ending = play_versions(&played.contents, &header.series, games, threads, |versions| {
            if let Some(versions) = versions {
                bar.inc(1);
                let kept = keeper
                    .as_mut()
                    .zip(versions.first())
                    .map(|(keeper, game)| keeper.keep(game));
                if let Some(Err(ending)) = kept {
                    return ControlFlow::Break(Err(ending));
                }
                let number = versions.first().map_or(0, |game| game.game);
                tally.count(versions);
                if looks.is_enough(number + 1, || tally.widest()) {
                    return ControlFlow::Break(Ok(()));
                }
            }
            match is_late() {
                true => ControlFlow::Break(Ok(())),
                false => ControlFlow::Continue(()),
            }
        });
        bar.finish_and_clear();
        match ending {
            ControlFlow::Break(Err(ending)) => Err(ending),
            ControlFlow::Break(Ok(())) | ControlFlow::Continue(()) => {
                let half = tally.widest();
                Ok(tally.report(&played.names).asked_until(looks.until(half)))
            }
        }
    }
}

/// Plays the last game that is kept once more: it must come to what is kept of it, or the others would not belong together.
fn comes_to_the_same(content: &Arc<Content>, header: &Header, kept: &Played) -> Result<(), String> {
    if !header.series.lineup.is_repeatable() {
        return Ok(());
    }
    let again = play(
        content,
        &header.series,
        kept.game..kept.game + 1,
        1,
        |game| match game {
            Some(game) => ControlFlow::Break(game),
            None => ControlFlow::Continue(()),
        },
    );
    match again {
        ControlFlow::Break(again) if again != *kept => Err(format!(
            "game {} ends differently than in this file: {} instead of {}",
            kept.game, again.hash, kept.hash
        )),
        ControlFlow::Break(_) | ControlFlow::Continue(()) => Ok(()),
    }
}

/// Files, and how to open them.
fn files(paths: &[PathBuf]) -> Vec<(String, impl Fn() -> io::Result<Source>)> {
    let file = |path: &PathBuf| {
        let path = path.clone();
        (path.display().to_string(), move || {
            cardwright_files::open(&path, &Place::Named)
        })
    };
    paths.iter().map(file).collect()
}

fn progress(path: &Path, games: u64) -> ProgressBar {
    let bar = output::bar(games).with_message(path.display().to_string());
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len}, {eta}") {
        bar.set_style(style);
    }
    bar
}
