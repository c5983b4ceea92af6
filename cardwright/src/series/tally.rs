//! The tally of a series: the results of its games together. It needs the same room for ten games and for a
//! billion.

use super::{AgentKind, Header, Played};
use cardwright_compiler::so_many;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most games that went wrong and are named to people.
const MOST_NAMED: usize = 10;
/// The most games that went wrong and are listed for programs.
const MOST_FAULTS: usize = 1_000;

/// The sum of games, counted in the order of their numbers.
#[derive(Debug)]
pub struct Tally<'a> {
    header: &'a Header,
    games: u64,
    /// The first and the last seed.
    seeds: Option<(u64, u64)>,
    outcomes: BTreeMap<String, u64>,
    /// The games that each seat won.
    wins: Vec<u64>,
    /// For each sort of agent: games with it, and games that it won.
    agents: Vec<(AgentKind, u64, u64)>,
    rounds: Sum,
    decisions: Sum,
    faults: Vec<Fault>,
    faulty: u64,
}

/// A number of each game, summed up.
#[derive(Debug, Default)]
struct Sum {
    least: i64,
    sum: i64,
    most: i64,
}

impl<'a> Tally<'a> {
    /// No games yet.
    #[must_use]
    pub fn new(header: &'a Header) -> Self {
        let lineup = &header.series.lineup;
        let mut agents: Vec<(AgentKind, u64, u64)> = Vec::new();
        for &kind in &lineup.kinds {
            if agents.iter().all(|(known, ..)| *known != kind) {
                agents.push((kind, 0, 0));
            }
        }
        Self {
            header,
            games: 0,
            seeds: None,
            outcomes: BTreeMap::new(),
            wins: vec![0; header.players.len()],
            agents,
            rounds: Sum::default(),
            decisions: Sum::default(),
            faults: Vec::new(),
            faulty: 0,
        }
    }

    /// Counts a game.
    pub fn count(&mut self, game: Played) {
        let (first, _) = self.seeds.unwrap_or((game.seed, game.seed));
        self.seeds = Some((first, game.seed));
        let is_first = self.games == 0;
        self.games += 1;
        self.rounds.count(game.rounds, is_first);
        self.decisions
            .count(i64::try_from(game.decisions).unwrap_or(i64::MAX), is_first);
        self.count_wins(&game);
        *self.outcomes.entry(game.outcome).or_default() += 1;
        if let Some(what) = game.fault {
            self.faulty += 1;
            if self.faults.len() < MOST_FAULTS {
                self.faults.push(Fault {
                    seed: game.seed,
                    what,
                });
            }
        }
    }

    fn count_wins(&mut self, game: &Played) {
        let won = |seat: usize| {
            let player = self.header.players.get(seat);
            player.is_some_and(|player| game.winners.contains(player))
        };
        let seats = 0..self.header.players.len();
        for (kind, games, wins) in &mut self.agents {
            let mut own = seats
                .clone()
                .filter(|&seat| self.header.series.lineup.at(seat, game.game) == *kind)
                .peekable();
            *games += u64::from(own.peek().is_some());
            *wins += u64::from(own.any(won));
        }
        let wins = seats.map(|seat| u64::from(won(seat))).collect::<Vec<_>>();
        self.wins.iter_mut().zip(wins).for_each(|(sum, won)| *sum += won);
    }

    /// The report of the games so far.
    #[must_use]
    pub fn report(self) -> Report {
        let header = self.header;
        let ends = |(outcome, games): (String, u64)| Ends {
            title: header.outcomes.get(&outcome).cloned().unwrap_or_default(),
            outcome,
            games,
        };
        let mut outcomes: Vec<Ends> = self.outcomes.into_iter().map(ends).collect();
        outcomes.sort_by_key(|ends| std::cmp::Reverse(ends.games));
        let agent = |(kind, games, wins): (AgentKind, u64, u64)| Wins {
            agent: kind.name().to_owned(),
            games,
            wins,
        };
        let lineup = &header.series.lineup;
        let (seed, last) = self.seeds.unwrap_or((header.series.seed, header.series.seed));
        Report {
            scenario: header.scenario.clone(),
            planned: header.series.games,
            games: self.games,
            seed,
            last_seed: last,
            outcomes,
            wins: header.players.iter().cloned().zip(self.wins).collect(),
            agents: self.agents.into_iter().map(agent).collect(),
            think: header.think(),
            repeatable: lineup.is_repeatable(),
            rounds: self.rounds.spread(self.games),
            decisions: self.decisions.spread(self.games),
            faulty: self.faulty,
            faults: self.faults,
        }
    }
}

impl Sum {
    fn count(&mut self, number: i64, is_first: bool) {
        let (least, most) = if is_first {
            (number, number)
        } else {
            (self.least, self.most)
        };
        self.least = least.min(number);
        self.most = most.max(number);
        self.sum = self.sum.saturating_add(number);
    }

    fn spread(&self, games: u64) -> Spread {
        #[allow(clippy::cast_precision_loss, reason = "a mean is a fraction")]
        let mean = self.sum as f64 / games.max(1) as f64;
        Spread {
            least: self.least,
            mean,
            most: self.most,
        }
    }
}

/// How the games of a scenario went.
#[derive(Debug, Serialize)]
pub struct Report {
    scenario: String,
    /// How many games the call asks for, all shards together.
    planned: u64,
    games: u64,
    seed: u64,
    #[serde(skip)]
    last_seed: u64,
    /// From the most frequent one.
    outcomes: Vec<Ends>,
    /// How many games each player won, alone or with others; players who won none, too.
    wins: BTreeMap<String, u64>,
    agents: Vec<Wins>,
    /// How much `search` may think, if it plays.
    think: Option<String>,
    /// Whether the same call gives the same games.
    repeatable: bool,
    rounds: Spread,
    decisions: Spread,
    faulty: u64,
    faults: Vec<Fault>,
}

/// Games with one outcome.
#[derive(Debug, Serialize)]
struct Ends {
    outcome: String,
    title: String,
    games: u64,
}

/// Games with a sort of agent.
#[derive(Debug, Serialize)]
struct Wins {
    agent: String,
    games: u64,
    wins: u64,
}

/// A game that went wrong.
#[derive(Debug, Serialize)]
struct Fault {
    seed: u64,
    what: String,
}

/// A number of each game.
#[derive(Debug, Serialize)]
struct Spread {
    least: i64,
    mean: f64,
    most: i64,
}

impl Spread {
    fn text(&self) -> String {
        format!("{:.1} ({} to {})", self.mean, self.least, self.most)
    }
}

#[allow(clippy::cast_precision_loss, reason = "a share is a fraction")]
fn percent(part: u64, of: u64) -> f64 {
    part as f64 * 100.0 / of.max(1) as f64
}

impl Report {
    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &str {
        &self.scenario
    }

    /// How many games the call asks for, all shards together.
    #[must_use]
    pub fn planned(&self) -> u64 {
        self.planned
    }

    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many games each player won, alone or with others; players who won none, too.
    #[must_use]
    pub fn wins(&self) -> &BTreeMap<String, u64> {
        &self.wins
    }

    /// Whether no game went wrong.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.faulty == 0
    }

    /// The tally for people, line by line.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{}: {}, seeds {} to {}",
            self.scenario,
            so_many(self.games, "game", "games"),
            self.seed,
            self.last_seed
        )];
        for ends in &self.outcomes {
            lines.push(format!(
                "{:>7} {:>5.1} %  {} ({})",
                ends.games,
                percent(ends.games, self.games),
                ends.outcome,
                ends.title
            ));
        }
        let wins = self.wins.iter();
        let wins: Vec<String> = wins
            .map(|(player, &games)| format!("{player} {:.1} %", percent(games, self.games)))
            .collect();
        lines.push(format!("  won by: {}", wins.join(", ")));
        if self.agents.len() > 1 {
            let agents = self.agents.iter();
            let agents: Vec<String> = agents
                .map(|agent| format!("{} {:.1} %", agent.agent, percent(agent.wins, agent.games)))
                .collect();
            lines.push(format!("  won by agents: {}", agents.join(", ")));
        }
        // A system need not have rounds.
        if self.rounds.most > 0 {
            lines.push(format!("  rounds: {}", self.rounds.text()));
        }
        lines.push(format!("  decisions: {}", self.decisions.text()));
        if let Some(think) = self.think.as_ref().filter(|_| !self.repeatable) {
            lines.push(format!(
                "  these games cannot be repeated exactly: `--think {think}` depends on the clock"
            ));
        }
        let named = self.faults.iter().take(MOST_NAMED);
        lines.extend(named.map(|fault| format!("  error: seed {}: {}", fault.seed, fault.what)));
        let more = self.faulty.saturating_sub(MOST_NAMED as u64);
        if more > 0 {
            lines.push(format!("  error: {more} more games failed"));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::{Series, Shard};

    fn played(game: u64) -> Played {
        Played {
            game,
            seed: game,
            outcome: "late".to_owned(),
            winners: Vec::new(),
            rounds: 1,
            decisions: 1,
            hash: String::new(),
            fault: Some("it broke".to_owned()),
        }
    }

    // Limit: MOST_FAULTS in cardwright/src/series/tally.rs
    #[test]
    fn all_games_that_went_wrong_are_counted_and_the_first_ones_listed() {
        let series = Series::new(2_000, 0, &[AgentKind::Random]);
        let header = Header::for_tests(series, Shard::WHOLE);
        for games in [MOST_FAULTS as u64, MOST_FAULTS as u64 + 1] {
            let mut tally = Tally::new(&header);
            (0..games).for_each(|game| tally.count(played(game)));
            let report = tally.report();
            assert_eq!((report.faulty, report.faults.len()), (games, MOST_FAULTS));
            assert!(!report.is_fine());
        }
    }
}
