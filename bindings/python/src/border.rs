//! The border that every call from Python crosses: errors get their classes, panics stop here, data becomes
//! Python's.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyNone};
use serde::Serialize;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The classes of errors, which `cardwright/errors.py` declares.
#[derive(Clone, Copy)]
pub(crate) enum Class {
    /// Documents, packs, saved games.
    Content,
    /// Answers, and going back.
    Decision,
    /// Calls that name what there is not.
    Call,
    /// A fault of cardwright itself.
    Fault,
}

/// An error of a class: one word that stays as it is, and a text for people.
pub(crate) fn error(class: Class, code: &str, text: impl Into<String>) -> PyErr {
    let name = match class {
        Class::Content => "ContentError",
        Class::Decision => "DecisionError",
        Class::Call => "CallError",
        Class::Fault => "Fault",
    };
    let text = text.into();
    Python::attach(|py| {
        let made = py.import("cardwright.errors").and_then(|errors| {
            let error = errors.getattr(name)?.call1((code, text.as_str()))?;
            Ok(PyErr::from_value(error))
        });
        made.unwrap_or_else(|_| PyRuntimeError::new_err(text.clone()))
    })
}

/// Does a call's work. A panic becomes an error like any other.
pub(crate) fn calm<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let text = "a fault of cardwright; please report it, and go on with a new game";
        Err(error(Class::Fault, "panic", text))
    })
}

/// Plain data as Python has it.
pub(crate) fn data<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(data);
    let value = value.map_err(|why| error(Class::Fault, "not-json", why.to_string()))?;
    python_value(py, &value)
}

fn python_value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => PyNone::get(py).to_owned().into_any(),
        Value::Bool(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().unwrap_or_default().into_pyobject(py)?.into_any(),
        },
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(python_value(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, python_value(py, value)?)?;
            }
            dict.into_any()
        }
    })
}
