//! Values and errors on their way between here and JavaScript.

use js_sys::{Error, JSON, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// An error that JavaScript gets, with `code`, a word that stays as it is.
pub(crate) type Failed = JsValue;

/// An error with a code and a text.
pub(crate) fn thrown(code: &str, text: &str) -> Failed {
    let error = Error::new(text);
    // A new object takes any key.
    let _ = Reflect::set(&error, &"code".into(), &code.into());
    error.into()
}

/// Refuses what is too large.
pub(crate) fn measured(bytes: usize, most: usize, what: &str) -> Result<(), Failed> {
    if bytes <= most {
        return Ok(());
    }
    let text = format!("{what} may have {most} bytes, and has {bytes}");
    Err(thrown("too-large", &text))
}

/// A value from JavaScript.
pub(crate) fn given<T: DeserializeOwned>(value: &JsValue, most: usize, what: &str) -> Result<T, Failed> {
    let json = JSON::stringify(value)?.as_string();
    let json = json.ok_or_else(|| thrown("not-json", &format!("{what}: nothing is given")))?;
    measured(json.len(), most, what)?;
    serde_json::from_str(&json).map_err(|why| thrown("not-json", &format!("{what}: {why}")))
}

/// A value for JavaScript.
pub(crate) fn handed(value: &impl Serialize) -> Result<JsValue, Failed> {
    let json = serde_json::to_string(value).map_err(|why| thrown("not-json", &why.to_string()))?;
    JSON::parse(&json)
}
