//! Players that are programs.

use crate::border::{Class, calm, data, error};
use crate::content::Content;
use crate::game::Game;
use cardwright::agents;
use cardwright::series::{AgentKind, Thought};
use cardwright::{Answer, Session};
use pyo3::prelude::*;
use std::sync::Mutex;

/// A player that is a program. The same seed gives the same play.
///
/// Args:
///     kind: `random`, `novice`, `club`, `expert`, `search` or `default`.
///     seed: all its chance.
///     think: how much `search` may think about a decision: `500` imagined decisions, or a time (`20ms`).
///
/// Example:
///     >>> agents = cardwright.Agent.seats(content, ["random"], seed=7)
///     >>> while question := game.question:
///     ...     game.decide(agents[question.seat].answer(game))
#[pyclass(frozen, module = "cardwright")]
pub(crate) struct Agent {
    agent: Mutex<Box<dyn agents::Agent + Send>>,
    kind: AgentKind,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (kind = "random", seed = 1, think = None))]
    fn new(kind: &str, seed: u64, think: Option<&str>) -> PyResult<Self> {
        let kind = kind_of(kind)?;
        let agent = Mutex::new(kind.agent(seed, thought(think)?));
        Ok(Self { agent, kind })
    }

    /// The agents of a game of `cardwright sim`: one a player, the last kind for all further ones. With the same seed as the
    /// game's they play the very game that `sim` plays.
    #[staticmethod]
    #[pyo3(signature = (content, kinds, seed = 1, think = None))]
    fn seats(content: &Content, kinds: Vec<String>, seed: u64, think: Option<&str>) -> PyResult<Vec<Self>> {
        let last = kinds
            .last()
            .ok_or_else(|| error(Class::Call, "no-agents", "no agent is named"))?;
        let seats = (1..).zip(content.players());
        let agent = |(seat, _): (usize, String)| {
            let own = seed.wrapping_mul(1_000_003).wrapping_add(seat as u64);
            Self::new(kinds.get(seat - 1).unwrap_or(last), own, think)
        };
        seats.map(agent).collect()
    }

    /// The answer to a game's question, as `Game.decide` takes it: numbers of options, or a place.
    ///
    /// Raises:
    ///     DecisionError: no player has to decide anything.
    fn answer<'py>(&self, py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyAny>> {
        let answer = calm(|| {
            let mut session = game.session()?;
            let busy = |_| error(Class::Call, "busy", "another thread uses this agent just now");
            let mut agent = self.agent.try_lock().map_err(busy)?;
            let (session, agent) = (&mut *session, &mut **agent);
            let answer = match self.kind {
                AgentKind::Random | AgentKind::Default => answer(agent, session),
                AgentKind::Novice | AgentKind::Club | AgentKind::Expert | AgentKind::Search => {
                    py.detach(|| answer(agent, session))
                }
            };
            let nobody = || {
                error(
                    Class::Decision,
                    "nothing-asked",
                    "no player has to decide anything now",
                )
            };
            let place = |answer: &Answer| answer.place().map(|_| session.game().reply_of(answer));
            let answer = answer.ok_or_else(nobody)?;
            let place = place(&answer);
            Ok((answer, place))
        })?;
        match answer {
            (_, Some(place)) => data(py, &place),
            (answer, None) => Ok(answer.options().into_pyobject(py)?.into_any()),
        }
    }

    fn __repr__(&self) -> String {
        format!("<cardwright.Agent {}>", self.kind.name())
    }
}

fn answer(agent: &mut (dyn agents::Agent + Send), session: &mut Session) -> Option<Answer> {
    let game = session.game();
    Some(agent.decide(game, game.decision()?))
}

pub(crate) fn kind_of(name: &str) -> PyResult<AgentKind> {
    name.parse()
        .map_err(|why: String| error(Class::Call, "unknown-agent", why))
}

pub(crate) fn thought(think: Option<&str>) -> PyResult<Thought> {
    let think = think.map_or(Ok(Thought::default()), str::parse);
    think.map_err(|why: String| error(Class::Call, "wrong-budget", why))
}
