//! Who plays: an agent for each seat.

use crate::Ending;
use cardwright_core::agents::{Agent, DefaultAgent, GreedyAgent, RandomAgent};
use cardwright_core::{Answer, Content, Decision, Game};
use clap::ValueEnum;

/// The most decisions of a game: far more than any scenario needs.
pub(crate) const MOST_DECISIONS: usize = 200_000;

/// A sort of agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AgentKind {
    /// Any legal answer
    Random,
    /// What leads to the best score a little later
    Greedy,
    /// The default of every decision
    Default,
}

impl AgentKind {
    fn agent(self, seed: u64) -> Box<dyn Agent> {
        match self {
            Self::Random => Box::new(RandomAgent::new(seed)),
            Self::Greedy => Box::new(GreedyAgent::new(seed)),
            Self::Default => Box::new(DefaultAgent),
        }
    }
}

/// Refuses more agents than there are players: those who come last would play nothing.
pub(crate) fn fit_players(kinds: &[AgentKind], content: &Content) -> Result<(), Ending> {
    let players = content.players().len();
    if kinds.len() <= players {
        return Ok(());
    }
    Err(Ending::WrongCall(format!(
        "`--agents` names {} agents, but only {players} play",
        kinds.len()
    )))
}

/// The agents of one game.
pub(crate) struct Seats {
    players: Vec<u32>,
    agents: Vec<Box<dyn Agent>>,
}

impl Seats {
    /// Agents in seat order; the last kind plays all further seats. Each has a chance of its own, from the game's seed.
    pub(crate) fn of(content: &Content, kinds: &[AgentKind], seed: u64) -> Self {
        let agent = |(seat, salt): (usize, u64)| {
            let kind = kinds.get(seat).or(kinds.last()).copied();
            let kind = kind.unwrap_or(AgentKind::Greedy);
            kind.agent(seed.wrapping_mul(1_000_003).wrapping_add(salt))
        };
        let players = content.players().to_vec();
        let agents = (0..players.len()).zip(1..).map(agent).collect();
        Self { players, agents }
    }

    /// What the one who is asked answers.
    pub(crate) fn answer(&mut self, game: &Game, decision: &Decision) -> Answer {
        let seat = self.players.iter().position(|&player| player == decision.by);
        match self.agents.get_mut(seat.unwrap_or(0)) {
            Some(agent) => agent.decide(game, decision),
            None => decision.default.clone(),
        }
    }
}
