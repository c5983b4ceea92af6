//! Many games side by side, played by numbered actions: what `cardwright/vector.py` makes arrays of.
//!
//! Numbers come and go as bytes, in the order and size of the machine, which whoever has `numpy` reads without a copy. So this needs
//! neither `numpy` nor the buffers that Python's stable interface lacks before 3.11.

use crate::border::{Class, calm, error};
use crate::content::Content;
use crate::seated::{End, Rules, Seated};
use crate::series::Agents;
use crate::sight::Sight;
use crate::turn::{LEAST_ACTIONS, Size};
use crate::workers::Workers;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// The most games of a batch.
const MOST_GAMES: usize = 1 << 16;
/// The most numbered actions.
const MOST_ACTIONS: usize = 1 << 12;
/// The most threads.
const MOST_THREADS: usize = 1 << 10;
/// How many bytes a number of an observation has.
const NUMBER: usize = size_of::<f32>();

/// Games that are played side by side, each a place of its own: when one is over, the next one begins there. Use
/// `cardwright.vector`, which makes arrays of `numpy` of it.
///
/// Args:
///     content: what is played.
///     games: how many games side by side.
///     seats: the players whom the caller plays, by their ids; absent, the first one.
///     agents: the agents of all seats in seat order, as `simulate` takes them; those at the caller's seats play nothing.
///     actions: how many numbered actions there are; see `cardwright.numbers`.
///     places: how many places are offered at most, if a place is asked for: to find legal ones takes time.
///     most_actions: after so many actions a game is broken off.
///     threads: how many games are stepped at once; absent, as many as the machine has processors.
///     think: how much `search` may think, as `simulate` takes it.
#[pyclass(frozen, module = "cardwright")]
pub(crate) struct Batch {
    rules: Rules,
    sight: Sight,
    workers: Workers,
    games: Mutex<Vec<Seated>>,
    count: usize,
    /// How many decisions were made in steps.
    decisions: AtomicU64,
}

/// Where the observation of a game goes, if there are observations.
type Row<'a> = Option<&'a mut [u8]>;

/// What a step gives: masks, rewards, ends, seats, what ended games are worth to each seat, observations, and the observations of
/// games that ended in it.
type Stepped<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Option<Bound<'py, PyByteArray>>,
    Option<Bound<'py, PyByteArray>>,
);

/// What a step came to for one game.
#[derive(Clone)]
struct Came {
    reward: f64,
    /// 0 if it goes on, 1 if it is over, 2 if it was broken off.
    end: u8,
    worths: Vec<f64>,
    /// How many decisions were made, by whomever.
    decisions: u64,
    /// What the one who acted saw at the end, if a next game has begun since.
    last: Vec<u8>,
    /// Whether no further game asks whom Python plays.
    is_stuck: bool,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (content, games, seats = None, agents = Agents::random(), actions = 64, places = 8, most_actions = 20_000, threads = None, think = None), text_signature = "(content, games, seats=None, agents=('random',), actions=64, places=8, most_actions=20000, threads=None, think=None)")]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        content: &Content,
        games: usize,
        seats: Option<Vec<String>>,
        agents: Agents,
        actions: usize,
        places: usize,
        most_actions: u64,
        threads: Option<usize>,
        think: Option<&str>,
    ) -> PyResult<Self> {
        between("games", games, 1, MOST_GAMES)?;
        between("actions", actions, LEAST_ACTIONS, MOST_ACTIONS)?;
        between("places", places, 1, MOST_ACTIONS)?;
        let places = places.min(actions - 2);
        let rules = Rules {
            content: content.0.clone(),
            lineup: agents.lineup(content, think, false)?,
            is_ours: ours(content, seats)?,
            size: Size { actions, places },
            most_actions: most_actions.max(1),
            stride: games as u64,
        };
        let here = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or_else(here);
        between("threads", threads, 1, MOST_THREADS)?;
        let workers = Workers::new(threads).map_err(|why| error(Class::Call, "no-threads", why))?;
        Ok(Self {
            sight: Sight::of(&content.0, actions),
            rules,
            workers,
            games: Mutex::default(),
            count: games,
            decisions: AtomicU64::new(0),
        })
    }

    /// How many numbers an observation has.
    #[getter]
    fn size(&self) -> usize {
        self.sight.size()
    }

    /// Begins all games anew.
    ///
    /// Args:
    ///     seeds: the seed of the first game of each place; each further one's is higher by the number of games side by side.
    ///     observe: whether there are observations.
    ///
    /// Returns:
    ///     As `step` does.
    #[pyo3(signature = (seeds, observe = true))]
    fn reset<'py>(&self, py: Python<'py>, seeds: Vec<u64>, observe: bool) -> PyResult<Stepped<'py>> {
        calm(|| {
            if seeds.len() != self.count {
                let text = format!("there are {} games and {} seeds", self.count, seeds.len());
                return Err(error(Class::Call, "wrong-count", text));
            }
            let mut games = self.lock()?;
            let mut begun = Vec::new();
            let seen = self.with_rows(py, observe, |rows| {
                let mut all: Vec<_> = seeds.into_iter().zip(rows).map(|pair| (pair, None)).collect();
                let begin = |((seed, row), game): &mut ((u64, Row<'_>), Option<Seated>)| {
                    *game = Seated::begin(&self.rules, *seed);
                    if let (Some(game), Some(row)) = (game, row) {
                        self.see(game, row);
                    }
                };
                py.detach(|| self.workers.each(&mut all, begin));
                begun = all.into_iter().map(|(_, game)| game).collect();
            })?;
            let begun: Option<Vec<Seated>> = begun.into_iter().collect();
            *games = begun.ok_or_else(stuck)?;
            let came = vec![Came::nothing(&self.rules); games.len()];
            Ok(told(py, &games, &came, seen, None))
        })
    }

    /// Takes an action in each game, and plays on to the next question to one of the caller's seats. Where a game has ended in the step
    /// before, its action counts for nothing and the next game begins; with `at_once` it begins in the same step.
    ///
    /// Args:
    ///     actions: the action of each game, as bytes of 64-bit numbers.
    ///     observe: whether there are observations.
    ///     at_once: whether the next game begins in the step that ends one.
    ///
    /// Returns:
    ///     Bytes: masks (8 bits for each game and action), rewards (64-bit floats), ends (8 bits: 1 over, 2 broken off), seats
    ///     that are asked (8 bits), what ended games are worth to each seat (64-bit floats), observations and, with `at_once`, those of
    ///     games that ended (32-bit floats).
    ///
    /// Raises:
    ///     DecisionError: an action is not allowed; no game has changed.
    #[pyo3(signature = (actions, observe = true, at_once = false))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &[u8],
        observe: bool,
        at_once: bool,
    ) -> PyResult<Stepped<'py>> {
        calm(|| {
            let games = &mut *self.lock()?;
            let actions = self.allowed(games, actions)?;
            let mut came: Vec<Came> = Vec::new();
            let seen = self.with_rows(py, observe, |rows| {
                let work = games.iter_mut().zip(actions).zip(rows);
                let mut all: Vec<_> = work.map(|pair| (pair, None)).collect();
                let step =
                    |(((game, action), row), came): &mut (((&mut Seated, i64), Row<'_>), Option<Came>)| {
                        *came = Some(self.step_one(game, *action, observe, at_once));
                        // At once, while the game is still near the core.
                        if let Some(row) = row {
                            self.see(game, row);
                        }
                    };
                py.detach(|| self.workers.each(&mut all, step));
                came = all.into_iter().filter_map(|(_, came)| came).collect();
            })?;
            let decisions = came.iter().map(|came| came.decisions).sum();
            self.decisions.fetch_add(decisions, Ordering::Relaxed);
            if came.iter().any(|came| came.is_stuck) {
                return Err(stuck());
            }
            let last = (observe && at_once).then(|| came.iter().flat_map(|came| came.last.iter().copied()));
            let last = last.map(|last| PyByteArray::new(py, &last.collect::<Vec<u8>>()));
            Ok(told(py, games, &came, seen, last))
        })
    }

    /// An action for each game that its mask allows, each as likely, as bytes of 64-bit numbers; 0 where a game is over.
    fn sample<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyBytes>> {
        calm(|| {
            let games = self.lock()?;
            let draw = |(number, game): (u64, &Seated)| drawn(&game.mask, mixed(seed, number)) as i64;
            let drawn = (1..).zip(games.iter()).map(draw);
            let bytes: Vec<u8> = drawn.flat_map(i64::to_ne_bytes).collect();
            Ok(PyBytes::new(py, &bytes))
        })
    }

    /// How many decisions were made in all steps, by the caller and by agents.
    #[getter]
    fn decisions(&self) -> u64 {
        self.decisions.load(Ordering::Relaxed)
    }

    /// The seed of each place's game, which `cardwright sim --seed` plays with the same agents.
    #[getter]
    fn seeds(&self) -> PyResult<Vec<u64>> {
        Ok(self.lock()?.iter().map(|game| game.seed).collect())
    }

    /// The hash of each game, as `Game.hash` gives it.
    #[getter]
    fn hashes(&self) -> PyResult<Vec<String>> {
        calm(|| {
            let games = self.lock()?;
            Ok(games
                .iter()
                .map(|game| cardwright::hex(&game.game.hash()))
                .collect())
        })
    }

    fn __repr__(&self) -> String {
        let scenario = &self.rules.content.pack().title.scenario;
        format!("<cardwright.Batch of {} games of {scenario}>", self.count)
    }
}

impl Batch {
    fn lock(&self) -> PyResult<MutexGuard<'_, Vec<Seated>>> {
        self.games.try_lock().map_err(|why| match why {
            TryLockError::WouldBlock => {
                error(Class::Call, "busy", "another thread plays these games just now")
            }
            TryLockError::Poisoned(_) => {
                error(Class::Fault, "panic", "a fault of cardwright broke these games")
            }
        })
    }

    /// The actions that bytes mean, if every game allows its own.
    fn allowed(&self, games: &[Seated], bytes: &[u8]) -> PyResult<Vec<i64>> {
        if games.is_empty() {
            return Err(error(Class::Call, "not-begun", "`reset` comes first"));
        }
        let (whole, rest) = bytes.as_chunks();
        if whole.len() != games.len() || !rest.is_empty() {
            let text = format!(
                "there are {} games and {} bytes of actions",
                games.len(),
                bytes.len()
            );
            return Err(error(Class::Call, "wrong-count", text));
        }
        let actions: Vec<i64> = whole.iter().map(|&bytes| i64::from_ne_bytes(bytes)).collect();
        let mut all = games.iter().zip(&actions).enumerate();
        match all.find(|(_, (game, action))| game.end.is_none() && !game.allows(**action)) {
            None => Ok(actions),
            Some((place, (_, action))) => {
                let text =
                    format!("action {action} is not allowed in game {place} now; its mask says which are");
                Err(error(Class::Decision, "not-allowed", text))
            }
        }
    }

    fn step_one(&self, game: &mut Seated, action: i64, observe: bool, at_once: bool) -> Came {
        let mut came = Came::nothing(&self.rules);
        if game.end.is_some() {
            came.is_stuck = !self.begin_next(game);
            return came;
        }
        let (seat, before) = (game.seat, game.decisions);
        game.act(&self.rules, usize::try_from(action).unwrap_or(0));
        came.decisions = game.decisions - before;
        let Some(end) = game.end else {
            return came;
        };
        came.end = if end == End::Over { 1 } else { 2 };
        if end == End::Over {
            came.reward = game.worth(seat);
            came.worths = (0..came.worths.len()).map(|seat| game.worth(seat)).collect();
        }
        if at_once {
            if observe {
                came.last = vec![0; self.sight.size() * NUMBER];
                self.see(game, &mut came.last);
            }
            came.is_stuck = !self.begin_next(game);
        }
        came
    }

    fn begin_next(&self, game: &mut Seated) -> bool {
        let next = game.next(&self.rules);
        let is_there = next.is_some();
        next.into_iter().for_each(|next| *game = next);
        is_there
    }

    /// Writes what the one who is asked, or acted last, sees of a game.
    fn see(&self, game: &Seated, bytes: &mut [u8]) {
        let mut row = vec![0.0; self.sight.size()];
        let player = game.game.players().get(game.seat).copied().unwrap_or_default();
        self.sight
            .see(&game.game, &game.turn, game.decisions, player, &mut row);
        let (whole, _) = bytes.as_chunks_mut();
        for (bytes, number) in whole.iter_mut().zip(row) {
            *bytes = number.to_ne_bytes();
        }
    }

    /// Does something with the rows of observations, one for each game, which stand where Python reads them; without observations there are none.
    fn with_rows<'py>(
        &self,
        py: Python<'py>,
        observe: bool,
        work: impl FnOnce(Vec<Row<'_>>),
    ) -> PyResult<Option<Bound<'py, PyByteArray>>> {
        if !observe {
            work((0..self.count).map(|_| None).collect());
            return Ok(None);
        }
        let wide = self.sight.size() * NUMBER;
        let rows = PyByteArray::new_with(py, wide * self.count, |bytes| {
            work(bytes.chunks_exact_mut(wide).map(Some).collect());
            Ok(())
        });
        rows.map(Some)
    }
}

/// What a step came to, as bytes.
fn told<'py>(
    py: Python<'py>,
    games: &[Seated],
    came: &[Came],
    seen: Option<Bound<'py, PyByteArray>>,
    last: Option<Bound<'py, PyByteArray>>,
) -> Stepped<'py> {
    let masks: Vec<u8> = games.iter().flat_map(|game| game.mask.iter().copied()).collect();
    let rewards: Vec<u8> = came.iter().flat_map(|came| came.reward.to_ne_bytes()).collect();
    let ends: Vec<u8> = came.iter().map(|came| came.end).collect();
    let seats: Vec<u8> = games.iter().map(|game| game.seat.min(255) as u8).collect();
    let worths = came.iter().flat_map(|came| came.worths.iter());
    let worths: Vec<u8> = worths.flat_map(|worth| worth.to_ne_bytes()).collect();
    (
        PyByteArray::new(py, &masks),
        PyByteArray::new(py, &rewards),
        PyByteArray::new(py, &ends),
        PyByteArray::new(py, &seats),
        PyByteArray::new(py, &worths),
        seen,
        last,
    )
}

impl Came {
    fn nothing(rules: &Rules) -> Self {
        Self {
            reward: 0.0,
            end: 0,
            worths: vec![0.0; rules.is_ours.len()],
            decisions: 0,
            last: Vec::new(),
            is_stuck: false,
        }
    }
}

/// For each seat, whether the caller plays it.
fn ours(content: &Content, seats: Option<Vec<String>>) -> PyResult<Vec<bool>> {
    let players = content.players();
    let seats = seats.unwrap_or_else(|| players.first().cloned().into_iter().collect());
    if let Some(unknown) = seats.iter().find(|seat| !players.contains(seat)) {
        let text = format!(
            "there is no player `{unknown}`; the players are: {}",
            players.join(", ")
        );
        return Err(error(Class::Call, "unknown-player", text));
    }
    if seats.is_empty() {
        return Err(error(
            Class::Call,
            "no-seats",
            "no player is named whom the caller plays",
        ));
    }
    Ok(players.iter().map(|player| seats.contains(player)).collect())
}

fn between(what: &str, count: usize, least: usize, most: usize) -> PyResult<()> {
    match (least..=most).contains(&count) {
        true => Ok(()),
        false => {
            let text = format!("`{what}` is {count}, but must be from {least} to {most}");
            Err(error(Class::Call, "out-of-range", text))
        }
    }
}

fn stuck() -> PyErr {
    let text = "no game asks a player whom the caller plays";
    error(Class::Call, "never-asked", text)
}

/// A number that looks like chance, from a seed and a place: the finisher of SplitMix64.
fn mixed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// One of the actions that a mask allows; 0 if it allows none.
fn drawn(mask: &[u8], chance: u64) -> usize {
    let allowed = mask.iter().filter(|&&allowed| allowed == 1).count() as u64;
    // The top half of the number times the count: as even as anybody needs.
    let wanted = ((chance >> 32) * allowed) >> 32;
    let mut open = mask.iter().enumerate().filter(|(_, allowed)| **allowed == 1);
    open.nth(wanted as usize).map_or(0, |(action, _)| action)
}
