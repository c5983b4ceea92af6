//! `sim`: plays many games of scenarios, side by side, and reports how they end and what went wrong.

use super::build::hex;
use super::{outside_links, pack_at, root_of};
use crate::output::{self, Format};
use crate::seats::{AgentKind, MOST_DECISIONS, Seats, fit_players};
use crate::{Ending, account};
use cardwright_compiler::Project;
use cardwright_core::{Content, Game, Status};
use clap::Args;
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most games of one call.
const MOST_GAMES: u64 = 1_000_000;
/// The most games that went wrong and are named.
const MOST_NAMED: usize = 10;

/// Plays many games.
#[derive(Args)]
pub(crate) struct Sim {
    /// Scenario documents or packs; all scenarios of the project if absent
    scenarios: Vec<PathBuf>,
    /// How many games of each scenario
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// The seed of the first game; each further game has the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The agents in seat order; the last one plays all further seats
    #[arg(long, value_enum, value_delimiter = ',', default_value = "random")]
    agents: Vec<AgentKind>,
    /// Play every game twice: the same seed must give the same game
    #[arg(long)]
    twice: bool,
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// How one game went.
struct Played {
    seed: u64,
    /// Id and title of the outcome.
    outcome: (String, String),
    winners: Vec<String>,
    rounds: i64,
    decisions: usize,
    hash: String,
    /// What went wrong, if anything did.
    fault: Option<String>,
}

/// How the games of a scenario went.
#[derive(Serialize)]
struct Report {
    scenario: String,
    games: u64,
    seed: u64,
    /// From the most frequent one.
    outcomes: Vec<Ends>,
    /// How many games each player won, alone or with others; players who won none, too.
    wins: BTreeMap<String, u64>,
    rounds: Spread,
    decisions: Spread,
    faults: Vec<Fault>,
}

/// Games with one outcome.
#[derive(Serialize)]
struct Ends {
    outcome: String,
    title: String,
    games: u64,
}

/// A game that went wrong.
#[derive(Serialize)]
struct Fault {
    seed: u64,
    what: String,
}

/// A number of each game.
#[derive(Serialize)]
struct Spread {
    least: i64,
    mean: f64,
    most: i64,
}

impl Sim {
    pub(crate) fn run(self) -> Ending {
        let scenarios = match self.scenarios() {
            Ok(scenarios) => scenarios,
            Err(ending) => return ending,
        };
        let mut reports = Vec::new();
        for path in scenarios {
            let pack = match pack_at(&path) {
                Ok(pack) => pack,
                Err(ending) => return ending,
            };
            let content = Content::new(pack);
            if let Err(ending) = fit_players(&self.agents, &content) {
                return ending;
            }
            let report = self.report(&content, &path);
            if self.format == Format::Text {
                report.lines().iter().for_each(|line| output::line(line));
            }
            reports.push(report);
        }
        if self.format == Format::Json {
            match serde_json::to_string_pretty(&reports) {
                Ok(text) => output::line(&text),
                Err(error) => return Ending::WrongCall(error.to_string()),
            }
        }
        if reports.iter().all(|report| report.faults.is_empty()) {
            Ending::Fine
        } else {
            Ending::Errors
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

    fn report(&self, content: &Arc<Content>, path: &Path) -> Report {
        let seeds: Vec<u64> = (0..self.games).map(|game| self.seed.wrapping_add(game)).collect();
        let bar = ProgressBar::new(self.games).with_message(path.display().to_string());
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len}, {eta}")
        {
            bar.set_style(style);
        }
        let played: Vec<Played> = seeds
            .into_par_iter()
            .progress_with(bar.clone())
            .map(|seed| self.played(content, seed))
            .collect();
        bar.finish_and_clear();
        self.summed(content, &played)
    }

    /// Plays a game; with `--twice` once more, with the same seed.
    fn played(&self, content: &Arc<Content>, seed: u64) -> Played {
        let mut first = self.one(content, seed);
        if self.twice && first.fault.is_none() {
            let second = self.one(content, seed);
            if second.hash != first.hash {
                first.fault = Some(format!("played again it ends as {}", second.hash));
            }
        }
        first
    }

    fn one(&self, content: &Arc<Content>, seed: u64) -> Played {
        let mut game = Game::new(content, seed);
        game.record(false);
        let mut seats = Seats::of(content, &self.agents, seed);
        let mut decisions = 0;
        let fault = loop {
            if matches!(game.advance(), Status::Over(_)) {
                break game.fault();
            }
            let Some(decision) = game.decision().cloned() else {
                break Some("nobody can decide".to_owned());
            };
            if decisions == MOST_DECISIONS {
                break Some(format!("not over after {MOST_DECISIONS} decisions"));
            }
            let answer = seats.answer(&game, &decision);
            if let Err(error) = game.decide(&answer) {
                break Some(format!("an answer to `{}` was refused: {error}", decision.prompt));
            }
            decisions += 1;
        };
        let (outcome, winners) = account::ended(&game);
        Played {
            seed,
            outcome,
            winners,
            rounds: game.rounds(),
            decisions,
            hash: hex(&game.hash()),
            fault,
        }
    }

    fn summed(&self, content: &Content, played: &[Played]) -> Report {
        let mut outcomes: BTreeMap<&(String, String), u64> = BTreeMap::new();
        let players = content.players().iter();
        let mut wins: BTreeMap<String, u64> = players
            .map(|&player| (account::player(content, player), 0))
            .collect();
        for game in played {
            *outcomes.entry(&game.outcome).or_default() += 1;
            for winner in &game.winners {
                *wins.entry(winner.clone()).or_default() += 1;
            }
        }
        let mut outcomes: Vec<Ends> = outcomes
            .into_iter()
            .map(|((outcome, title), games)| Ends {
                outcome: outcome.clone(),
                title: title.clone(),
                games,
            })
            .collect();
        outcomes.sort_by_key(|ends| std::cmp::Reverse(ends.games));
        let decisions = |game: &Played| i64::try_from(game.decisions).unwrap_or(i64::MAX);
        let fault = |game: &Played| {
            Some(Fault {
                seed: game.seed,
                what: game.fault.clone()?,
            })
        };
        Report {
            scenario: content.pack().title.scenario.clone(),
            games: self.games,
            seed: self.seed,
            outcomes,
            wins,
            rounds: Spread::of(played.iter().map(|game| game.rounds)),
            decisions: Spread::of(played.iter().map(decisions)),
            faults: played.iter().filter_map(fault).collect(),
        }
    }
}

impl Spread {
    fn of(numbers: impl Iterator<Item = i64> + Clone) -> Self {
        let count = numbers.clone().count();
        #[allow(clippy::cast_precision_loss)]
        let mean = numbers.clone().sum::<i64>() as f64 / count.max(1) as f64;
        Self {
            least: numbers.clone().min().unwrap_or(0),
            mean,
            most: numbers.max().unwrap_or(0),
        }
    }

    fn text(&self) -> String {
        format!("{:.1} ({} to {})", self.mean, self.least, self.most)
    }
}

impl Report {
    /// For people.
    fn lines(&self) -> Vec<String> {
        #[allow(clippy::cast_precision_loss)]
        let share = |games: u64| games as f64 * 100.0 / self.games.max(1) as f64;
        let last = self.seed.wrapping_add(self.games.saturating_sub(1));
        let mut lines = vec![format!(
            "{}: {} games, seeds {} to {last}",
            self.scenario, self.games, self.seed
        )];
        for ends in &self.outcomes {
            lines.push(format!(
                "{:>7} {:>5.1} %  {} ({})",
                ends.games,
                share(ends.games),
                ends.outcome,
                ends.title
            ));
        }
        let wins = self.wins.iter();
        let wins: Vec<String> = wins
            .map(|(player, &games)| format!("{player} {:.1} %", share(games)))
            .collect();
        lines.push(format!("  won by: {}", wins.join(", ")));
        // A system need not have rounds.
        if self.rounds.most > 0 {
            lines.push(format!("  rounds: {}", self.rounds.text()));
        }
        lines.push(format!("  decisions: {}", self.decisions.text()));
        let named = self.faults.iter().take(MOST_NAMED);
        lines.extend(named.map(|fault| format!("  error: seed {}: {}", fault.seed, fault.what)));
        if let Some(more) = self.faults.len().checked_sub(MOST_NAMED).filter(|&more| more > 0) {
            lines.push(format!("  error: {more} more games went wrong"));
        }
        lines
    }
}
