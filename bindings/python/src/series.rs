//! Many games, played side by side without Python's lock: what `cardwright sim` does.

use crate::agent::{kind_of, thought};
use crate::border::{Class, calm, data, error};
use crate::content::Content;
use cardwright::series::{self, Exactness, Header, Lineup, Looks, Played, Series, Shard, Tally, USUAL_UNTIL};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How many games are played if nobody says.
const USUAL_GAMES: u64 = 100;
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
    /// The agents if nobody says.
    pub(crate) fn random() -> Self {
        Self(vec!["random".to_owned()])
    }

    /// The agents in their seats.
    pub(crate) fn lineup(&self, content: &Content, think: Option<&str>, swap: bool) -> PyResult<Lineup> {
        let kinds = self.0.iter().map(|name| kind_of(name));
        let lineup = Lineup {
            kinds: kinds.collect::<PyResult<Vec<_>>>()?,
            think: thought(think)?,
            swap,
        };
        if lineup.kinds.is_empty() {
            return Err(error(Class::Call, "no-agents", "no agent is named"));
        }
        lineup
            .fit(&content.0)
            .map_err(|why| error(Class::Call, "too-many-agents", why))?;
        Ok(lineup)
    }
}

/// The header of a series, or of a shard of it.
fn header(content: &Content, series: Series, shard: Shard) -> PyResult<Header> {
    let header = Header::new(&content.0, series, shard);
    header
        .has_room()
        .map_err(|why| error(Class::Call, "too-many-cards", why))?;
    Ok(header)
}

/// How exactly it is to be known who wins: points of percent, as a number or as `sim --until` takes them.
fn exactness(until: &Bound<'_, PyAny>) -> PyResult<Exactness> {
    let text = until.str()?.to_string();
    text.parse()
        .map_err(|why: String| error(Class::Call, "wrong-exactness", why))
}

/// A report that tells the time of games with so many seconds for each decision.
fn at_pace(report: series::Report, pace: Option<f64>) -> PyResult<Report> {
    let seconds = pace.map(|seconds| series::pace(&seconds.to_string())).transpose();
    let seconds = seconds.map_err(|why| error(Class::Call, "wrong-pace", why))?;
    Ok(Report(match seconds {
        Some(seconds) => report.at_pace(seconds),
        None => report,
    }))
}

/// Plays many games, side by side and without Python's lock, and reports how they end: the very games of `cardwright sim`
/// with the same numbers. The number of threads changes nothing but time. Ctrl-C ends it.
///
/// Args:
///     content: what is played.
///     games: how many games: 100 if absent; with `until` the most, 100,000 if absent.
///     agents: the kinds of agents in seat order; the last one plays all further seats.
///     seed: the seed of the first game; each further game has the next number.
///     threads: how many at once; absent, as many as the machine has processors.
///     think: how much `search` may think about a decision: `500` imagined decisions, or a time (`20ms`).
///     swap: whether agents move one seat on from game to game, with each seed played once for every agent.
///     twice: whether each game is played twice, to see that it is the same.
///     cards: whether it is counted what becomes of cards and options; `data["cards"]` has it.
///     until: play until the share of wins of each player is known to so many points on either side: `2` or `"2%"`.
///     pace: the seconds that a decision takes at a table, to tell how long games last; 5 if absent.
///
/// Example:
///     >>> report = cardwright.simulate(content, 1000, ["novice", "random"])
///     >>> print(report)
#[pyfunction]
#[pyo3(signature = (content, games = None, agents = Agents::random(), seed = 1, threads = None, think = None, swap = false, twice = false, cards = false, until = None, pace = None), text_signature = "(content, games=None, agents=('random',), seed=1, threads=None, think=None, swap=False, twice=False, cards=False, until=None, pace=None)")]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn simulate(
    py: Python<'_>,
    content: &Content,
    games: Option<u64>,
    agents: Agents,
    seed: u64,
    threads: Option<usize>,
    think: Option<&str>,
    swap: bool,
    twice: bool,
    cards: bool,
    until: Option<&Bound<'_, PyAny>>,
    pace: Option<f64>,
) -> PyResult<Report> {
    let until = until.map(exactness).transpose()?;
    let usual = until.map_or(USUAL_GAMES, |_| USUAL_UNTIL);
    let series = Series {
        games: games.unwrap_or(usual),
        seed,
        lineup: agents.lineup(content, think, swap)?,
        twice,
        cards,
    };
    let header = header(content, series, Shard::WHOLE)?;
    let mut looks = Looks::of(until, header.series.games, header.series.lineup.games_a_seed());
    let mut tally = Tally::new(&header);
    played(py, content, &header, threads, |game| {
        let number = game.game;
        tally.count(game);
        !looks.is_enough(number + 1, || tally.widest())
    })?;
    let until = looks.until(tally.widest());
    at_pace(tally.report().asked_until(until), pace)
}

/// Plays a part of a series, and gives what each game came to as lines: what `cardwright sim --shard --lines` writes into a
/// file. All parts together go to `merge`, wherever they were played.
///
/// Args:
///     shard: which part of how many: `2/8`; the first is `1/8`.
///     content, games, agents, seed, threads, think, swap, twice, cards: those of the whole series, as `simulate` takes them.
#[pyfunction]
#[pyo3(signature = (content, shard, games = USUAL_GAMES, agents = Agents::random(), seed = 1, threads = None, think = None, swap = false, twice = false, cards = false), text_signature = "(content, shard, games=100, agents=('random',), seed=1, threads=None, think=None, swap=False, twice=False, cards=False)")]
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
    cards: bool,
) -> PyResult<String> {
    let shard: Shard = shard
        .parse()
        .map_err(|why: String| error(Class::Call, "wrong-shard", why))?;
    let series = Series {
        games,
        seed,
        lineup: agents.lineup(content, think, swap)?,
        twice,
        cards,
    };
    let header = header(content, series, shard)?;
    let mut lines = header.line();
    played(py, content, &header, threads, |game| {
        lines.extend(header.line_of(&game));
        true
    })?;
    // Lines are JSON, which is text.
    Ok(String::from_utf8(lines).unwrap_or_default())
}

/// Joins the lines of all parts of a series, in any order: exactly the report of one run.
///
/// Args:
///     shards: the lines of all parts.
///     pace: the seconds that a decision takes at a table, as `simulate` takes them.
///
/// Raises:
///     ContentError: a part is missing, doubled, not whole, or of another series.
#[pyfunction]
#[pyo3(signature = (shards, pace = None))]
pub(crate) fn merge(shards: Vec<String>, pace: Option<f64>) -> PyResult<Report> {
    let named = (1..).zip(&shards);
    let named: Vec<_> = named
        .map(|(number, lines): (usize, &String)| (format!("part {number}"), move || Ok(lines.as_bytes())))
        .collect();
    let report = calm(|| Ok(series::merged(&named)))?;
    at_pace(
        report.map_err(|why| error(Class::Content, "not-one-series", why.to_string()))?,
        pace,
    )
}

/// Plays the games of a header without Python's lock, which is asked now and then whether to go on, until one is the last that
/// is wanted.
fn played(
    py: Python<'_>,
    content: &Content,
    header: &Header,
    threads: Option<usize>,
    mut take: impl FnMut(Played) -> bool + Send,
) -> PyResult<()> {
    let threads = threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
    let mut breath = Instant::now();
    let mut take = |game: Option<Played>| {
        if game.is_some_and(|game| !take(game)) {
            return ControlFlow::Break(Ok(()));
        }
        if breath.elapsed() < BREATH {
            return ControlFlow::Continue(());
        }
        breath = Instant::now();
        match Python::attach(|py| py.check_signals()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(interrupted) => ControlFlow::Break(Err(interrupted)),
        }
    };
    let games = header.games();
    let play = || series::play(&content.0, &header.series, games, threads.unwrap_or(1), &mut take);
    match calm(|| Ok(py.detach(play)))? {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(ended) => ended,
    }
}
