//! The reference runner of conformance vectors, inside Python.

use crate::border::{Class, calm, error};
use cardwright_compiler::Project;
use cardwright_export::conform::Reference;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// A runner of conformance vectors with the content of a project: `docs/exports.md` describes what it is asked and what it
/// answers. `python -m cardwright.conform FOLDER` is such a program.
///
/// Args:
///     folder: the project's folder.
#[pyclass(frozen, module = "cardwright")]
pub(crate) struct Runner(Mutex<Reference<Arc<Project>>>);

#[pymethods]
impl Runner {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        if !folder.is_dir() {
            let text = format!("there is no folder `{}`", folder.display());
            return Err(error(Class::Content, "no-folder", text));
        }
        let project = calm(|| Ok(py.detach(|| Project::load(&folder))))?;
        Ok(Self(Mutex::new(Reference::new(Arc::new(project)))))
    }

    /// The answer to a line; `None` if it says goodbye.
    fn answer(&self, line: &str) -> PyResult<Option<String>> {
        calm(|| {
            let runner = self.0.try_lock();
            let mut runner =
                runner.map_err(|_| error(Class::Call, "busy", "another thread uses this runner just now"))?;
            Ok(runner.answer(line))
        })
    }
}
