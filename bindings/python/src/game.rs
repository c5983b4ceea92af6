//! A game.

use crate::border::{Class, calm, data, error};
use crate::content::Content;
use cardwright::{Answer, Decision, Refused, Replay, Reply, Session, Viewer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// The most members of an answer.
const MOST_ANSWERS: usize = 1 << 16;

/// A game: it always stands at a question, or is over.
///
/// On every machine, the same content, the same seed and the same answers give the same game: its `hash`
/// proves it.
///
/// Args:
///     content: what is played.
///     seed: all chance of this game.
///     quick: several times as fast, for whoever plays many games by the numbers of options: there are no events, and `undo`
///         needs `unfair=True`.
///
/// Example:
///     >>> game = cardwright.Game(content, seed=7)
///     >>> while decision := game.decision():
///     ...     game.decide(decision["default"])
///     >>> game.outcome["title"]
#[pyclass(frozen, module = "cardwright")]
pub(crate) struct Game {
    session: Mutex<Session>,
    quick: bool,
}

impl Game {
    /// A game, while nobody else plays it.
    pub(crate) fn session(&self) -> PyResult<MutexGuard<'_, Session>> {
        self.session.try_lock().map_err(|why| match why {
            TryLockError::WouldBlock => error(Class::Call, "busy", "another thread plays this game just now"),
            TryLockError::Poisoned(_) => {
                error(Class::Fault, "panic", "a fault of cardwright broke this game")
            }
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut Session) -> PyResult<T>) -> PyResult<T> {
        calm(|| work(&mut *self.session()?))
    }

    fn of(session: Session, quick: bool) -> Self {
        let session = Mutex::new(session);
        Self { session, quick }
    }
}

/// The open question, in numbers: for whoever answers by the numbers of options.
#[pyclass(frozen, get_all, module = "cardwright")]
pub(crate) struct Question {
    /// The player who is asked, as a place in `Content.players`.
    seat: usize,
    /// How many options there are.
    count: usize,
    /// How many options have to be chosen at least.
    least: usize,
    /// How many can be chosen at most.
    most: usize,
    /// Whether the order matters in which options are chosen.
    ordered: bool,
    /// Whether a place is asked for; then there are no options.
    place: bool,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (content, seed = 1, quick = false))]
    fn new(content: &Content, seed: u64, quick: bool) -> PyResult<Self> {
        let begin = if quick { Session::quick } else { Session::new };
        calm(|| Ok(Self::of(begin(&content.0, seed), quick)))
    }

    /// Goes on with a game that `save` gave: its decisions are made again, and checked.
    ///
    /// Raises:
    ///     ContentError: the text is no saved game, or does not come to the same with this content.
    #[staticmethod]
    #[pyo3(signature = (content, saved, quick = false))]
    fn resume(py: Python<'_>, content: &Content, saved: &str, quick: bool) -> PyResult<Self> {
        let saved: Replay =
            serde_json::from_str(saved).map_err(|why| error(Class::Content, "not-json", why.to_string()))?;
        let resume = if quick {
            Session::resume_quick
        } else {
            Session::resume
        };
        let session = calm(|| Ok(py.detach(|| resume(&content.0, &saved))))?;
        let session = session.map_err(|drift| error(Class::Content, "other-game", drift.to_string()))?;
        Ok(Self::of(session, quick))
    }

    /// The game as it can be stored, as JSON: its seed and decisions. `cardwright run --from` plays it, too.
    ///
    /// Raises:
    ///     CallError: the game is imagined, and has no past.
    fn save(&self) -> PyResult<String> {
        let saved = self.with(|session| Ok(session.save()))?;
        let saved = saved.map_err(|why| error(Class::Call, why.code(), why.to_string()))?;
        serde_json::to_string(&saved).map_err(|why| error(Class::Fault, "not-json", why.to_string()))
    }

    /// Another game that stands where this one does.
    fn copy(&self) -> PyResult<Self> {
        let session = self.with(|session| Ok(session.clone()))?;
        Ok(Self::of(session, self.quick))
    }

    /// A game that somebody cannot tell from this one: what is hidden from him, and all dice to come, are drawn from `seed`. This
    /// is what a search plays in, since a copy knows what is hidden, and what will be rolled. It goes on like any other game; it
    /// cannot be saved, and nothing is taken back in it.
    ///
    /// Args:
    ///     viewer: a player's id, `public`, or `judge`, for whom only the dice to come are others. Absent, who is asked.
    ///     seed: all that is drawn anew.
    ///
    /// Example:
    ///     >>> guess = game.imagine("south", seed=3)
    ///     >>> guess.snapshot("south") == game.snapshot("south")
    ///     True
    #[pyo3(signature = (viewer = None, seed = 1))]
    fn imagine(&self, viewer: Option<&str>, seed: u64) -> PyResult<Self> {
        let imagined = self.with(|session| {
            let viewer = asked_or(session, viewer)?;
            Ok(session.imagine(viewer, seed))
        })?;
        Ok(Self::of(imagined, self.quick))
    }

    /// Whether it is an imagined one.
    #[getter]
    fn is_imagined(&self) -> PyResult<bool> {
        self.with(|session| Ok(session.is_imagined()))
    }

    /// A number that is another one once chance has decided something: dice were rolled, cards drawn or shuffled.
    #[getter]
    fn chance_mark(&self) -> PyResult<u64> {
        self.with(|session| Ok(session.game().chance_mark()))
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    /// The content that is played.
    #[getter]
    fn content(&self) -> PyResult<Content> {
        self.with(|session| Ok(Content(session.game().content().clone())))
    }

    /// Whether it is over.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        self.with(|session| Ok(session.game().decision().is_none()))
    }

    /// How many decisions were made.
    #[getter]
    fn decisions(&self) -> PyResult<usize> {
        self.with(|session| Ok(session.decisions()))
    }

    /// How many rounds have begun; 0 if the system has none.
    #[getter]
    fn rounds(&self) -> PyResult<i64> {
        self.with(|session| Ok(session.game().rounds()))
    }

    /// The hash of everything that can matter from now on, as 64 hexadecimal digits; the same on every
    /// machine.
    #[getter]
    fn hash(&self) -> PyResult<String> {
        self.with(|session| Ok(session.hash()))
    }

    /// How the game ended (`outcome`, `title`, `winners`, `fault`); `None` while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.with(|session| data(py, &session.ended(Viewer::Public)))
    }

    /// The open question, by ids and texts (`by`, `prompt`, `kind`, `options`, `default`, ...); `None` once
    /// the game is over.
    ///
    /// Args:
    ///     viewer: who looks: a player's id, `public` or `judge`. Absent, who is asked. Only who is asked, and a judge, see
    ///         the options.
    ///
    /// Example:
    ///     >>> game.decision()["options"]
    ///     [{'id': 'left', 'text': 'left'}, {'id': 'right', 'text': 'right'}]
    #[pyo3(signature = (viewer = None))]
    fn decision<'py>(&self, py: Python<'py>, viewer: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        self.with(|session| match viewer {
            None => data(py, &session.asked()),
            Some(name) => data(py, &session.game().asked(viewer_of(session, name)?)),
        })
    }

    /// The open question, in numbers; `None` once the game is over. Much quicker than `decision`.
    #[getter]
    fn question(&self) -> PyResult<Option<Question>> {
        self.with(|session| {
            let game = session.game();
            let asked = |decision: &Decision| Question {
                seat: game
                    .players()
                    .iter()
                    .position(|&one| one == decision.by)
                    .unwrap_or(0),
                count: decision.options.len(),
                least: decision.least,
                most: decision.most,
                ordered: decision.ordered,
                place: decision.place.is_some(),
            };
            Ok(game.decision().map(asked))
        })
    }

    /// Legal places, if a place is asked for: the default first, then places by chance, the same ones each time. Where there are few,
    /// one can be there several times.
    ///
    /// Args:
    ///     most: how many, up to 1000.
    #[pyo3(signature = (most = 8))]
    fn places<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let most = most.min(MOST_PLACES);
        let places = self.with(|session| {
            let game = session.game();
            // The game's own chance must not show.
            let places = game.some_places(session.decisions() as u64, 0..most);
            Ok(places
                .iter()
                .map(|place| game.reply_of(place))
                .collect::<Vec<Reply>>())
        })?;
        places.iter().map(|place| data(py, place)).collect()
    }

    /// Answers the question, and plays on to the next one or to the end.
    ///
    /// Args:
    ///     answer: an option by its number (`0`) or id (`"left"`), several as a list (`[0, 2]`, `["left"]`, `[]` for nothing),
    ///         a place (`{"x": 18, "y": 4.5, "facing": 90}`, inches and degrees), or `None` for the default.
    ///
    /// Raises:
    ///     DecisionError: the answer is not legal, and `code` says why in one word; nothing has changed.
    #[pyo3(signature = (answer = None))]
    fn decide(&self, answer: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let answer = match answer {
            None => Meant::Default,
            Some(answer) => read(answer)?,
        };
        self.with(|session| {
            let made = match answer {
                Meant::Names(reply) => session.decide(&reply),
                Meant::Default => match session.game().decision() {
                    Some(decision) => session.answer(&decision.default.clone()),
                    None => session.answer(&Answer::nothing()),
                },
                Meant::Numbers(mut options) => {
                    if session
                        .game()
                        .decision()
                        .is_some_and(|decision| !decision.ordered)
                    {
                        options.sort_unstable();
                    }
                    session.answer(&Answer::Options(options))
                }
            };
            made.map_err(|why| refused(&why))
        })
    }

    /// How the game stands, as somebody may know it: `docs/embedding.md` describes all of it.
    ///
    /// Args:
    ///     viewer: a player's id, `public` (who plays no part), or `judge` (who sees all).
    #[pyo3(signature = (viewer = "public"))]
    fn snapshot<'py>(&self, py: Python<'py>, viewer: &str) -> PyResult<Bound<'py, PyAny>> {
        self.with(|session| data(py, &session.snapshot(viewer_of(session, viewer)?)))
    }

    /// The events since the last decision, as a viewer may know them: `event`, `text`, `about`.
    #[pyo3(signature = (viewer = "public"))]
    fn events<'py>(&self, py: Python<'py>, viewer: &str) -> PyResult<Bound<'py, PyAny>> {
        self.with(|session| data(py, &session.events(viewer_of(session, viewer)?)))
    }

    /// Why the options are there, and why other rules are refused, as somebody may know it. Where something decides that is
    /// hidden from the viewer, it says so.
    ///
    /// Args:
    ///     viewer: a player's id, `public` or `judge`. Absent, who is asked.
    #[pyo3(signature = (viewer = None))]
    fn why<'py>(&self, py: Python<'py>, viewer: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        self.with(|session| {
            let viewer = asked_or(session, viewer)?;
            data(py, &session.why(viewer))
        })
    }

    /// Takes the last decision back, if nothing was rolled, drawn or shown since; with `unfair` in any case.
    ///
    /// Raises:
    ///     DecisionError: there is none, or it would not be fair; `code` is `nothing-to-undo`, `shown-since` or `quick`.
    #[pyo3(signature = (unfair = false))]
    fn undo(&self, unfair: bool) -> PyResult<()> {
        self.with(|session| {
            let undone = if unfair {
                session.take_back()
            } else {
                session.undo()
            };
            undone.map_err(|why| error(Class::Decision, why.code(), why.to_string()))
        })
    }

    /// A game goes to another process as its content, its seed and its decisions.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Content, String, bool))> {
        let resume = py.get_type::<Self>().getattr("resume")?;
        Ok((resume, (self.content()?, self.save()?, self.quick)))
    }

    fn __repr__(&self) -> PyResult<String> {
        self.with(|session| {
            let scenario = &session.game().content().pack().title.scenario;
            let decisions = session.decisions();
            Ok(format!("<cardwright.Game {scenario}, {decisions} decisions>"))
        })
    }
}

/// The viewer of a name; without one, who is asked.
fn asked_or(session: &Session, name: Option<&str>) -> PyResult<Viewer> {
    match (name, session.game().decision()) {
        (None, Some(decision)) => Ok(Viewer::Player(decision.by)),
        (name, _) => viewer_of(session, name.unwrap_or("public")),
    }
}

/// The most places that are looked for at once.
const MOST_PLACES: usize = 1_000;

/// An answer as it was given.
enum Meant {
    Default,
    Names(Reply),
    Numbers(Vec<usize>),
}

fn read(answer: &Bound<'_, PyAny>) -> PyResult<Meant> {
    if answer.is_instance_of::<PyInt>() && !answer.is_instance_of::<PyBool>() {
        return Ok(Meant::Numbers(vec![number(answer)?]));
    }
    if answer.is_instance_of::<PyString>() {
        return Ok(Meant::Names(Reply::Option(answer.extract()?)));
    }
    if let Ok(place) = answer.cast::<PyDict>() {
        return place_in(place);
    }
    if answer.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(
            "an answer is no truth; the ids are `yes` and `no`",
        ));
    }
    let Ok(items) = answer.try_iter() else {
        // Numbers of other packages, such as numpy's.
        return Ok(Meant::Numbers(vec![number(answer)?]));
    };
    // A range may have more members than there is memory, and a generator may have no end.
    let items: Vec<Bound<'_, PyAny>> = items.take(MOST_ANSWERS + 1).collect::<PyResult<_>>()?;
    if items.len() > MOST_ANSWERS {
        let text = format!("an answer has at most {MOST_ANSWERS} members");
        return Err(error(Class::Decision, "too-many", text));
    }
    if items.iter().any(|item| item.is_instance_of::<PyString>()) {
        let ids = items.iter().map(|item| item.extract::<String>());
        return Ok(Meant::Names(Reply::Options(ids.collect::<PyResult<_>>()?)));
    }
    let numbers = items.iter().map(number);
    Ok(Meant::Numbers(numbers.collect::<PyResult<_>>()?))
}

fn number(item: &Bound<'_, PyAny>) -> PyResult<usize> {
    item.extract::<i64>()
        .map_err(|_| {
            PyTypeError::new_err("an answer is an option's number or id, a list of them, a place, or None")
        })
        .and_then(|number| {
            let wrong = |_| {
                error(
                    Class::Decision,
                    "unknown-option",
                    format!("no option has the number {number}"),
                )
            };
            usize::try_from(number).map_err(wrong)
        })
}

fn place_in(place: &Bound<'_, PyDict>) -> PyResult<Meant> {
    let part = |name: &str| -> PyResult<f64> {
        let part = place.get_item(name)?;
        let part = part.ok_or_else(|| {
            PyValueError::new_err(format!("a place has `x`, `y` and `facing`; `{name}` is missing"))
        })?;
        part.extract()
    };
    let (x, y, facing) = (part("x")?, part("y")?, part("facing")?);
    Ok(Meant::Names(Reply::Place { x, y, facing }))
}

pub(crate) fn refused(why: &Refused) -> PyErr {
    error(Class::Decision, why.code(), why.to_string())
}

fn viewer_of(session: &Session, name: &str) -> PyResult<Viewer> {
    session.viewer(name).ok_or_else(|| {
        let players = session.game().players().iter();
        let players: Vec<String> = players.map(|&player| session.game().id_of(player)).collect();
        let known = players.join(", ");
        error(
            Class::Call,
            "unknown-viewer",
            format!("there is no viewer `{name}`; the viewers are: {known}, public, judge"),
        )
    })
}
