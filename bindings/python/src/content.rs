//! Content: from documents, and from packs.

use crate::border::{Class, calm, data, error};
use crate::layout::layout;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// A project of documents: what is wrong with them, and content of what is right.
///
/// Args:
///     folder: the project's folder, which has `systems/`.
///
/// Example:
///     >>> workshop = cardwright.Workshop("my-game")
///     >>> workshop.is_fine or print(workshop.told())
///     >>> content = workshop.content("first-clash")
#[pyclass(frozen, module = "cardwright")]
pub(crate) struct Workshop(cardwright::Workshop);

#[pymethods]
impl Workshop {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        if !folder.is_dir() {
            let text = format!("there is no folder `{}`", folder.display());
            return Err(error(Class::Content, "no-folder", text));
        }
        calm(|| Ok(Self(py.detach(|| cardwright::Workshop::open(&folder)))))
    }

    /// A project that is in memory: for each document its path, with `/`, and its text.
    ///
    /// Example:
    ///     >>> cardwright.Workshop.of_files({"systems/mine/system.yaml": "system: mine\n"}).is_fine
    ///     False
    #[staticmethod]
    fn of_files(py: Python<'_>, files: BTreeMap<String, String>) -> PyResult<Self> {
        calm(|| Ok(Self(py.detach(|| cardwright::Workshop::of_files(files)))))
    }

    /// Whether nothing is an error.
    #[getter]
    fn is_fine(&self) -> bool {
        self.0.is_fine()
    }

    /// The errors and warnings, for people.
    fn told(&self) -> PyResult<String> {
        calm(|| Ok(self.0.told()))
    }

    /// The errors and warnings, for programs: as `cardwright check --format json` prints them.
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        calm(|| data(py, &self.0.diagnostics()))
    }

    /// The ids of the scenarios.
    #[getter]
    fn scenarios(&self) -> Vec<String> {
        self.0.scenarios().map(str::to_owned).collect()
    }

    /// A scenario, ready to be played.
    ///
    /// Raises:
    ///     ContentError: there is no such scenario, or it has errors; the text says which.
    fn content(&self, py: Python<'_>, scenario: &str) -> PyResult<Content> {
        let made = calm(|| Ok(py.detach(|| self.0.content(scenario))))?;
        made.map(Content).map_err(|why| not_playable(&why))
    }

    /// The pack of a scenario, which `load` takes, as `cardwright build` writes it; with the lines of its sources if wanted.
    ///
    /// Raises:
    ///     ContentError: as `content` does.
    #[pyo3(signature = (scenario, lines = false))]
    fn pack<'py>(&self, py: Python<'py>, scenario: &str, lines: bool) -> PyResult<Bound<'py, PyBytes>> {
        let made = calm(|| Ok(py.detach(|| self.0.pack(scenario, lines))))?;
        let bytes = made.map_err(|why| not_playable(&why))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A card's rules as plain text; `None` if there is no such card, or its system has errors.
    fn explain(&self, py: Python<'_>, card: &str) -> PyResult<Option<String>> {
        calm(|| Ok(py.detach(|| self.0.explain(card))))
    }

    /// A text of the language in its canonical layout.
    ///
    /// Raises:
    ///     ContentError: it cannot be read.
    ///
    /// Example:
    ///     >>> cardwright.Workshop.format("word  slot{elite}")
    ///     'word slot { elite }\n'
    #[staticmethod]
    fn format(text: &str) -> PyResult<String> {
        let made = calm(|| Ok(cardwright::Workshop::format(text)))?;
        made.map_err(|why| error(Class::Content, "not-the-language", why))
    }
}

fn not_playable(why: &cardwright::NotPlayable) -> PyErr {
    error(Class::Content, "not-playable", why.to_string())
}

/// The content of a pack, which `cardwright build` and `Workshop.pack` write. Any bytes are either proved sound or refused.
///
/// Raises:
///     ContentError: the bytes are no pack, or it cannot be proved that the pack is safe to play.
///
/// Example:
///     >>> content = cardwright.load(open("duel.cwp", "rb").read())
#[pyfunction]
pub(crate) fn load(py: Python<'_>, pack: &[u8]) -> PyResult<Content> {
    let loaded = calm(|| Ok(py.detach(|| cardwright::load(pack))))?;
    let content = loaded.map_err(|why| error(Class::Content, "no-pack", why.to_string()))?;
    Ok(Content(content))
}

/// Content, ready to be played. It can be used by several threads.
#[pyclass(frozen, module = "cardwright")]
pub(crate) struct Content(pub(crate) Arc<cardwright::Content>);

#[pymethods]
impl Content {
    /// The scenario's id.
    #[getter]
    fn scenario(&self) -> &str {
        &self.0.pack().title.scenario
    }

    /// The title of the scenario.
    #[getter]
    fn title(&self) -> &str {
        &self.0.pack().title.name
    }

    /// The system's id.
    #[getter]
    fn system(&self) -> &str {
        &self.0.pack().title.system
    }

    /// The ids of the players, in seat order.
    #[getter]
    pub(crate) fn players(&self) -> Vec<String> {
        self.0.player_ids().map(str::to_owned).collect()
    }

    /// The hash that identifies the content, as 64 hexadecimal digits.
    #[getter]
    fn hash(&self) -> PyResult<String> {
        calm(|| Ok(cardwright::hex(&self.0.hash())))
    }

    /// The parts of the content: the things with their kinds, the fields of the kinds with their types, the
    /// board. The layout tells nothing about a game, and is the same for everybody; `cardwright.numbers`
    /// gives each part a place in a vector.
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        calm(|| data(py, &layout(&self.0)))
    }

    /// The pack, which `load` takes: so content can be given to another process.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        calm(|| {
            let bytes = cardwright_bytecode::container::encode(self.0.pack(), false);
            Ok(PyBytes::new(py, &bytes))
        })
    }

    fn __repr__(&self) -> String {
        let title = &self.0.pack().title;
        format!("<cardwright.Content {} of {}>", title.scenario, title.system)
    }

    /// Content goes to another process as its pack.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.import("cardwright")?.getattr("load")?, (self.pack(py)?,)))
    }
}
