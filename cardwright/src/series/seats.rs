//! The players of a series: an agent for each seat.

use cardwright_core::agents::{Agent, Budget, DefaultAgent, Level, RandomAgent, SearchAgent};
use cardwright_core::{Answer, Content, Decision, Game};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The most decisions of a game: far more than any scenario needs.
pub const MOST_DECISIONS: usize = 200_000;
/// How much `search` thinks if nobody says.
pub const DEFAULT_THOUGHT: &str = "500";

/// A sort of agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum AgentKind {
    /// Any legal answer
    Random,
    /// What does best in a few imagined games
    Novice,
    /// What does best in some imagined games; fast enough for thousands of games
    Club,
    /// What does best in many imagined games
    Expert,
    /// What does best in as many imagined games as `--think` allows
    Search,
    /// The default of every decision
    Default,
}

impl AgentKind {
    /// All sorts of agents.
    pub const ALL: [Self; 6] = [
        Self::Random,
        Self::Novice,
        Self::Club,
        Self::Expert,
        Self::Search,
        Self::Default,
    ];

    /// The name in calls and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Novice => "novice",
            Self::Club => "club",
            Self::Expert => "expert",
            Self::Search => "search",
            Self::Default => "default",
        }
    }

    /// An agent of this sort, whose play comes from a seed.
    #[must_use]
    pub fn agent(self, seed: u64, think: Thought) -> Box<dyn Agent + Send> {
        match self {
            Self::Random => Box::new(RandomAgent::new(seed)),
            Self::Novice => Box::new(Level::Novice.agent(seed)),
            Self::Club => Box::new(Level::Club.agent(seed)),
            Self::Expert => Box::new(Level::Expert.agent(seed)),
            Self::Search => Box::new(SearchAgent::new(seed, think.0)),
            Self::Default => Box::new(DefaultAgent),
        }
    }
}

/// How much `search` may think about a decision, as calls write it: `500` imagined decisions, `20ms`, `2s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought(Budget);

impl FromStr for AgentKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            format!("there is no agent `{text}`; the agents are: {known}")
        })
    }
}

impl FromStr for Thought {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |digits: &str| digits.parse().ok().filter(|&number: &u64| number > 0);
        let budget = if let Some(digits) = text.strip_suffix("ms") {
            number(digits).map(|count| Budget::Time(Duration::from_millis(count)))
        } else if let Some(digits) = text.strip_suffix('s') {
            number(digits).map(|count| Budget::Time(Duration::from_secs(count)))
        } else {
            number(text).map(Budget::Decisions)
        };
        budget.map(Self).ok_or_else(|| {
            "write the number of decisions to imagine (`500`), or a time (`20ms`, `2s`)".to_owned()
        })
    }
}

impl Default for Thought {
    /// [`DEFAULT_THOUGHT`].
    fn default() -> Self {
        Self(Budget::Decisions(500))
    }
}

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Budget::Decisions(count) => write!(f, "{count}"),
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// Which agents play, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// The agents, in seat order.
    pub kinds: Vec<AgentKind>,
    /// How much `search` may think.
    pub think: Thought,
    /// Whether agents change seats from game to game.
    pub swap: bool,
}

impl Lineup {
    /// Refuses more agents than there are players: those who come last would play nothing.
    ///
    /// # Errors
    /// If there are more.
    pub fn fit(&self, content: &Content) -> Result<(), String> {
        let players = content.players().len();
        if self.kinds.len() <= players {
            return Ok(());
        }
        let agents = self.kinds.len();
        Err(format!("there are {agents} agents, but only {players} players"))
    }

    /// Whether the same seed gives the same game.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.think.0.is_repeatable() || !self.kinds.contains(&AgentKind::Search)
    }

    /// How many games are played with each seed.
    #[must_use]
    pub fn games_a_seed(&self) -> u64 {
        if self.swap {
            self.kinds.len().max(1) as u64
        } else {
            1
        }
    }

    /// Which agent sits at a seat in a game. The last one plays all further seats; who change seats are dealt out in turn,
    /// and sit one seat further on in each game.
    #[must_use]
    pub fn at(&self, seat: usize, game: u64) -> AgentKind {
        let count = self.kinds.len().max(1);
        let place = match self.swap {
            true => (seat + (game % count as u64) as usize) % count,
            false => seat.min(count - 1),
        };
        self.kinds.get(place).copied().unwrap_or(AgentKind::Club)
    }
}

/// The agents of one game.
pub struct Seats {
    players: Vec<u32>,
    agents: Vec<Box<dyn Agent + Send>>,
}

impl Seats {
    /// The agents of a game. Each has a chance of its own, from the game's seed.
    #[must_use]
    pub fn of(content: &Content, lineup: &Lineup, game: u64, seed: u64) -> Self {
        let agent = |(seat, salt): (usize, u64)| {
            let seed = seed.wrapping_mul(1_000_003).wrapping_add(salt);
            lineup.at(seat, game).agent(seed, lineup.think)
        };
        let players = content.players().to_vec();
        let agents = (0..players.len()).zip(1..).map(agent).collect();
        Self { players, agents }
    }

    /// The answer of the player who is asked.
    pub fn answer(&mut self, game: &Game, decision: &Decision) -> Answer {
        let seat = self.players.iter().position(|&player| player == decision.by);
        match self.agents.get_mut(seat.unwrap_or(0)) {
            Some(agent) => agent.decide(game, decision),
            None => decision.default.clone(),
        }
    }
}
