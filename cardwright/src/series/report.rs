//! What a series came to, for people and for programs.

use super::cards::{self, CardUse};
use super::lengths::{Minutes, Spread};
use super::rates::Interval;
use cardwright_compiler::so_many;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most games that went wrong and are named to people.
const MOST_NAMED: usize = 10;
/// The name of the printed content where none of the versions is like it.
pub const AS_PRINTED: &str = "as printed";
/// How many seconds a decision takes at a table, if nobody says.
pub const DEFAULT_PACE: f64 = 5.0;

/// How the games of a scenario went.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The scenario.
    pub scenario: String,
    /// How many games the call asks for, all shards together.
    pub planned: u64,
    /// How many games were played.
    pub games: u64,
    /// The seed of the first game.
    pub seed: u64,
    /// The seed of the last one.
    #[serde(skip)]
    pub last_seed: u64,
    /// From the most frequent one.
    pub outcomes: Vec<Ends>,
    /// How many games each player won, alone or with others; players who won none, too.
    pub wins: BTreeMap<String, u64>,
    /// The players in seat order.
    pub players: Vec<Player>,
    /// Whoever made the first decision of a game.
    pub first: Option<First>,
    /// The sorts of agents.
    pub agents: Vec<Agent>,
    /// How much more often a sort of agent wins than another.
    pub differences: Vec<Difference>,
    /// How much `search` may think, if it plays.
    pub think: Option<String>,
    /// Whether the same call gives the same games.
    pub repeatable: bool,
    /// The rounds of a game; all 0 if the content says nothing of rounds.
    pub rounds: Spread,
    /// The decisions of a game.
    pub decisions: Spread,
    /// The minutes of a game at a table.
    pub minutes: Minutes,
    /// By how much the score of a winner is above that of all others in the end.
    pub margin: Option<Spread>,
    /// How far cards and options came, if the call asks for it.
    pub cards: Option<Vec<CardUse>>,
    /// How exactly the call wanted to know who wins.
    pub until: Option<Until>,
    /// The printed content and its versions, if the call asks for them.
    pub versions: Vec<Version>,
    /// How many games went wrong.
    pub faulty: u64,
    /// The first ones of these.
    pub faults: Vec<Fault>,
}

/// Games with one outcome.
#[derive(Debug, Serialize)]
pub struct Ends {
    /// The outcome's id.
    pub outcome: String,
    /// What people call it.
    pub title: String,
    /// How many games.
    pub games: u64,
    /// Of all games.
    #[serde(flatten)]
    pub share: Interval,
}

/// A player, whose seat is always the same.
#[derive(Clone, Debug, Serialize)]
pub struct Player {
    /// The player's id.
    pub player: String,
    /// How many games he won, alone or with others.
    pub wins: u64,
    /// Of all games.
    #[serde(flatten)]
    pub share: Interval,
    /// How much more often he wins than the others do on the average.
    pub lead: Option<Interval>,
    /// With versions: how much more often he wins than with the printed content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Interval>,
}

/// Whoever made the first decision of a game.
#[derive(Debug, Serialize)]
pub struct First {
    /// The player who decides first in every game, if it is always the same.
    pub always: Option<String>,
    /// How many games had one.
    pub games: u64,
    /// How many of these he won.
    pub wins: u64,
    /// Of these games.
    #[serde(flatten)]
    pub share: Interval,
    /// How much more often he wins than the others do on the average.
    pub lead: Option<Interval>,
}

/// Games with a sort of agent.
#[derive(Debug, Serialize)]
pub struct Agent {
    /// Its name.
    pub agent: String,
    /// How many games it played.
    pub games: u64,
    /// How many of these it won.
    pub wins: u64,
    /// Of these games.
    #[serde(flatten)]
    pub share: Interval,
}

/// How much more often a sort of agent wins than another, in games with both.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// The one.
    pub agent: String,
    /// The other.
    pub against: String,
    /// In points of percent.
    #[serde(flatten)]
    pub by: Interval,
}

/// A game that went wrong.
#[derive(Debug, Serialize)]
pub struct Fault {
    /// The seed of the game.
    pub seed: u64,
    /// What went wrong.
    pub what: String,
}

/// How exactly a call wanted to know who wins, and how exactly it is known.
#[derive(Clone, Debug, Serialize)]
pub struct Until {
    /// Half of the width that no player's interval may exceed, in percent.
    pub percent: f64,
    /// Half of the widest interval in the end.
    pub half: f64,
    /// Whether that is exact enough.
    pub reached: bool,
    /// After how many games it was looked.
    pub looks: Vec<u64>,
}

/// The games on a version of the content.
#[derive(Clone, Debug, Serialize)]
pub struct Version {
    /// What differs: `billy.strength = 4`.
    pub version: String,
    /// Whether it is as printed.
    #[serde(rename = "printed")]
    pub is_printed: bool,
    /// The players in seat order.
    pub players: Vec<Player>,
    /// The rounds of a game, on the average.
    pub rounds: f64,
    /// The decisions of a game, on the average.
    pub decisions: f64,
    /// How many games went wrong.
    pub faulty: u64,
}

impl Report {
    /// Whether no game went wrong.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.faulty == 0 && self.versions.iter().all(|version| version.faulty == 0)
    }

    /// Whether the call knows who wins as exactly as it wanted to.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.until.as_ref().is_some_and(|until| until.reached)
    }

    /// Tells the time of games with another number of seconds for each decision.
    #[must_use]
    pub fn at_pace(mut self, seconds: f64) -> Self {
        self.minutes = Minutes::of(&self.decisions, seconds);
        self
    }

    /// Tells how exactly the call wanted to know who wins.
    #[must_use]
    pub fn asked_until(mut self, until: Option<Until>) -> Self {
        self.until = until;
        self
    }

    /// This report as that of the printed version.
    pub(super) fn as_version(&self, version: String) -> Version {
        Version {
            version,
            is_printed: true,
            players: self.players.clone(),
            rounds: self.rounds.mean,
            decisions: self.decisions.mean,
            faulty: self.faulty,
        }
    }

    /// The tally for people, line by line.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{}: {}, seeds {} to {} (in brackets: 95 % intervals)",
            self.scenario,
            games(self.games),
            self.seed,
            self.last_seed
        )];
        lines.extend(self.outcomes.iter().map(Ends::line));
        lines.push(format!("  won by: {}", shares(&self.players)));
        lines.extend(self.seat_lines());
        lines.extend(self.agent_lines());
        lines.extend(self.length_lines());
        if let Some(until) = &self.until {
            lines.push(until.line(self.games));
        }
        lines.extend(self.version_lines());
        lines.extend(self.cards.iter().flat_map(|found| cards::lines(found)));
        lines.extend(self.fault_lines());
        lines
    }

    /// Whether the seat matters.
    fn seat_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let ahead = self
            .players
            .iter()
            .filter_map(|player| Some((player, player.lead?)));
        let best = ahead.reduce(|best, one| if one.1.percent > best.1.percent { one } else { best });
        if let Some((player, lead)) = best {
            lines.push(format!(
                "  {} against {}: {}{}",
                player.player,
                match self.players.len() {
                    2 => "the other",
                    _ => "the others on average",
                },
                lead.difference(),
                none(lead)
            ));
        }
        let first = self.first.as_ref().filter(|first| first.always.is_none());
        if let Some((first, lead)) = first.and_then(|first| Some((first, first.lead?))) {
            lines.push(format!(
                "  whoever decides first wins: {}, against the others {}{}",
                first.share.share(),
                lead.difference(),
                none(lead)
            ));
        }
        lines
    }

    fn agent_lines(&self) -> Vec<String> {
        if self.agents.len() < 2 {
            return Vec::new();
        }
        let agents = self.agents.iter();
        let agents: Vec<String> = agents
            .map(|agent| format!("{} {}", agent.agent, agent.share.share()))
            .collect();
        let mut lines = vec![format!("  won by agents: {}", agents.join(", "))];
        lines.extend(self.differences.iter().map(|one| {
            format!(
                "  {} against {}: {}{}",
                one.agent,
                one.against,
                one.by.difference(),
                none(one.by)
            )
        }));
        lines
    }

    fn length_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        // A system need not have rounds.
        if self.rounds.most > 0 {
            lines.push(format!("  rounds: {}", self.rounds.text()));
        }
        lines.push(format!("  decisions: {}", self.decisions.text()));
        lines.push(format!("  minutes: {}", self.minutes.text()));
        if let Some(margin) = &self.margin {
            lines.push(format!(
                "  score of the winner above the others: {}",
                margin.text()
            ));
        }
        if let Some(think) = self.think.as_ref().filter(|_| !self.repeatable) {
            lines.push(format!(
                "  these games cannot be repeated exactly: `--think {think}` depends on the clock"
            ));
        }
        lines
    }

    fn version_lines(&self) -> Vec<String> {
        if self.versions.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![
            "  versions, with the same seeds; behind each share the difference from the printed one:"
                .to_owned(),
        ];
        lines.extend(self.versions.iter().map(Version::line));
        lines
    }

    fn fault_lines(&self) -> Vec<String> {
        let named = self.faults.iter().take(MOST_NAMED);
        let mut lines: Vec<String> = named
            .map(|fault| format!("  error: seed {}: {}", fault.seed, fault.what))
            .collect();
        let more = self.faulty.saturating_sub(MOST_NAMED as u64);
        if more > 0 {
            lines.push(format!("  error: {more} more games failed"));
        }
        let broken = self
            .versions
            .iter()
            .filter(|one| one.faulty > 0 && !one.is_printed);
        lines.extend(broken.map(|one| format!("  error: {}: {} failed", one.version, games(one.faulty))));
        lines
    }
}

fn games(count: u64) -> String {
    so_many(count, "game", "games")
}

/// What a difference comes to that may be nothing.
fn none(difference: Interval) -> &'static str {
    match difference.has(0.0) {
        true => ", so perhaps none",
        false => "",
    }
}

/// The players by their ids.
fn shares(players: &[Player]) -> String {
    let mut players: Vec<&Player> = players.iter().collect();
    players.sort_by(|one, other| one.player.cmp(&other.player));
    let players: Vec<String> = players
        .into_iter()
        .map(|player| format!("{} {}", player.player, player.share.share()))
        .collect();
    players.join(", ")
}

impl Ends {
    fn line(&self) -> String {
        format!(
            "{:>7} {:>5.1} % {:<16} {} ({})",
            self.games,
            self.share.percent,
            self.share.ends(),
            self.outcome,
            self.title
        )
    }
}

impl Until {
    fn line(&self, played: u64) -> String {
        let known = match self.reached {
            true => "so exact",
            false => "not so exact",
        };
        format!(
            "  asked for until {} %: after {}, {known}: {:.1} points on either side",
            self.percent,
            games(played),
            self.half
        )
    }
}

impl Version {
    /// What people call it.
    #[must_use]
    pub fn title(&self) -> String {
        match self.is_printed && self.version != AS_PRINTED {
            true => format!("{} (printed)", self.version),
            false => self.version.clone(),
        }
    }

    fn line(&self) -> String {
        let players: Vec<String> = self.players.iter().map(|player| self.told(player)).collect();
        format!("    {}: {}", self.title(), players.join(", "))
    }

    fn told(&self, player: &Player) -> String {
        let share = player.share.share();
        match player.difference {
            Some(difference) => format!(
                "{} {share}, {}{}",
                player.player,
                difference.difference(),
                none(difference)
            ),
            None => format!("{} {share}", player.player),
        }
    }
}
