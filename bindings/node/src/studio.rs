//! The studio for a page without a server.

use crate::border::handed;
use crate::{Documents, texts};
use wasm_bindgen::prelude::*;

/// A project in memory and the games that are played in it, asked in texts of JSON as `cardwright studio` is by its page.
#[wasm_bindgen]
pub struct Studio(cardwright::studio::Studio);

#[wasm_bindgen]
impl Studio {
    /// Reads documents: an object with their texts by their paths.
    #[wasm_bindgen(constructor)]
    pub fn new(documents: &Documents) -> Result<Self, JsValue> {
        Ok(Self(cardwright::studio::Studio::of_files(texts(documents)?)))
    }

    /// Answers a request: `{"ok": ANSWER}` or `{"error": "why not"}`.
    pub fn answer(&mut self, request: &str) -> String {
        self.0.answer(request)
    }

    /// The texts of the project by their paths, as they are now.
    pub fn documents(&self) -> Result<Documents, JsValue> {
        Ok(handed(&self.0.texts())?.unchecked_into())
    }

    /// The things that have changed since the last call: `files`, `file:NAME`, `game:ID`.
    #[wasm_bindgen(js_name = takeChanged)]
    pub fn take_changed(&mut self) -> Vec<String> {
        self.0.take_changed()
    }
}
