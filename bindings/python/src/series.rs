//! Many games, played side by side without Python's lock: what `cardwright sim` does.

use crate::agent::{kind_of, thought};
use crate::border::{Class, calm, data, error};
use crate::content::Content;
use cardwright::series::{self, Header, Lineup, Played, Series, Shard, Tally};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How long games are played until Python may interrupt them.
const BREATH: Duration = Duration::from_millis(100);

/// How the games of a series went.
#[pyclass(frozen, module = "cardwright")]
pub(crate) struct Report(series::Report);

#[pymethods]
impl Report {
    /// Whether no game went wrong.
    #[getter]
    fn is_fine(&self) -> bool {
        self.0.is_fine()
    }

    /// The report for programs, as `cardwright sim --format json` prints it for a scenario.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.0)
    }

    /// The report for people, as `cardwright sim` prints it.
    fn __str__(&self) -> String {
        self.0.lines().join("\n")
    }

    fn __repr__(&self) -> String {
        let first = self.0.lines().into_iter().next();
        format!("<cardwright.Report {}>", first.unwrap_or_default())
    }
}

/// The agents that play, as both functions below take them.
#[derive(FromPyObject)]
pub(crate) struct Agents(Vec<String>);

impl Agents {
    fn series(&self, content: &Content, games: u64, seed: u64, think: Option<&str>) -> PyResult<Series> {
        let kinds = self
            .0
            .iter()
            .map(|name| kind_of(name))
            .collect::<PyResult<Vec<_>>>()?;
        if kinds.is_empty() {
            return Err(error(Class::Call, "no-agents", "no agent is named"));
        }
        let lineup = Lineup {
            kinds,
            think: thought(think)?,
            swap: false,
        };
        lineup
            .fit(&content.0)
            .map_err(|why| error(Class::Call, "too-many-agents", why))?;
        Ok(Series {
            games,
            seed,
            lineup,
            twice: false,
            cards: false,
        })
    }
}

/// Plays many games, side by side and without Python's lock, and reports how they end: the very games of `cardwright sim`
/// with the same numbers. The number of threads changes nothing but time. Ctrl-C ends it.
///
/// Args:
///     content: what is played.
///     games: how many games.
///     agents: the kinds of agents in seat order; the last one plays all further seats.
///     seed: the seed of the first game; each further game has the next number.
///     threads: how many at once; absent, as many as the machine has processors.
///     think: how much `search` may think about a decision: `500` imagined decisions, or a time (`20ms`).
///     swap: whether agents move one seat on from game to game, with each seed played once for every agent.
///     twice: whether each game is played twice, to see that it is the same.
///
/// Example:
///     >>> report = cardwright.simulate(content, 1000, ["greedy", "random"])
///     >>> print(report)
#[pyfunction]
#[pyo3(signature = (content, games = 100, agents = Agents(vec!["random".to_owned()]), seed = 1, threads = None, think = None, swap = false, twice = false), text_signature = "(content, games=100, agents=('random',), seed=1, threads=None, think=None, swap=False, twice=False)")]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn simulate(
    py: Python<'_>,
    content: &Content,
    games: u64,
    agents: Agents,
    seed: u64,
    threads: Option<usize>,
    think: Option<&str>,
    swap: bool,
    twice: bool,
) -> PyResult<Report> {
    let mut series = agents.series(content, games, seed, think)?;
    (series.lineup.swap, series.twice) = (swap, twice);
    let header = Header::new(&content.0, series, Shard::WHOLE);
    let mut tally = Tally::new(&header);
    played(py, content, &header, threads, |game| tally.count(game))?;
    Ok(Report(tally.report()))
}

/// Plays a part of a series, and gives what each game came to as lines: what `cardwright sim --shard --lines` writes into a
/// file. All parts together go to `merge`, wherever they were played.
///
/// Args:
///     shard: which part of how many: `2/8`; the first is `1/8`.
///     content, games, agents, seed, threads, think, swap, twice: those of the whole series, as `simulate` takes them.
#[pyfunction]
#[pyo3(signature = (content, shard, games = 100, agents = Agents(vec!["random".to_owned()]), seed = 1, threads = None, think = None, swap = false, twice = false), text_signature = "(content, shard, games=100, agents=('random',), seed=1, threads=None, think=None, swap=False, twice=False)")]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn play_shard(
    py: Python<'_>,
    content: &Content,
    shard: &str,
    games: u64,
    agents: Agents,
    seed: u64,
    threads: Option<usize>,
    think: Option<&str>,
    swap: bool,
    twice: bool,
) -> PyResult<String> {
    let shard: Shard = shard
        .parse()
        .map_err(|why: String| error(Class::Call, "wrong-shard", why))?;
    let mut series = agents.series(content, games, seed, think)?;
    (series.lineup.swap, series.twice) = (swap, twice);
    let header = Header::new(&content.0, series, shard);
    let mut lines = header.line();
    played(py, content, &header, threads, |game| {
        lines.extend(header.line_of(&game))
    })?;
    // Lines are JSON, which is text.
    Ok(String::from_utf8(lines).unwrap_or_default())
}

/// Joins the lines of all parts of a series, in any order: exactly the report of one run.
///
/// Raises:
///     ContentError: a part is missing, doubled, not whole, or of another series.
#[pyfunction]
pub(crate) fn merge(shards: Vec<String>) -> PyResult<Report> {
    let named = (1..).zip(&shards);
    let named: Vec<_> = named
        .map(|(number, lines): (usize, &String)| (format!("part {number}"), move || Ok(lines.as_bytes())))
        .collect();
    let report = calm(|| Ok(series::merged(&named)))?;
    report
        .map(Report)
        .map_err(|why| error(Class::Content, "not-one-series", why.to_string()))
}

/// Plays the games of a header without Python's lock, which is asked now and then whether to go on.
fn played(
    py: Python<'_>,
    content: &Content,
    header: &Header,
    threads: Option<usize>,
    mut take: impl FnMut(Played) + Send,
) -> PyResult<()> {
    let threads = threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
    let mut breath = Instant::now();
    let mut take = |game: Option<Played>| {
        game.into_iter().for_each(&mut take);
        if breath.elapsed() < BREATH {
            return ControlFlow::Continue(());
        }
        breath = Instant::now();
        match Python::attach(|py| py.check_signals()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(interrupted) => ControlFlow::Break(interrupted),
        }
    };
    let games = header.games();
    let play = || series::play(&content.0, &header.series, games, threads.unwrap_or(1), &mut take);
    match calm(|| Ok(py.detach(play)))? {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(interrupted) => Err(interrupted),
    }
}
