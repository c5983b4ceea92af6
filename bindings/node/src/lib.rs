//! Cardwright for web pages and node. `docs/embedding.md` shows a game; `cardwright.d.ts` has all types.
//!
//! | file | what lives there |
//! |---|---|
//! | `lib` | [`Workshop`], [`Content`], [`Runner`] |
//! | `session` | [`Session`](session::Session): a game by names |
//! | `numbers` | [`Game`](numbers::Game): a game by numbers, for who plays thousands |
//! | `studio` | [`Studio`](studio::Studio): the studio for a page without a server |
//! | `program` | [`Call`](program::Call): the verbs of `npx cardwright` |
//! | `border` | values and errors on their way between here and JavaScript |
//!
//! Values cross the border as JSON, so that they have the shapes that `cardwright serve` and the C library have.

mod border;
mod numbers;
mod program;
mod session;
mod studio;

use border::{Failed, given, handed, measured, thrown};
use cardwright_compiler::Project;
use cardwright_export::conform::Reference;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// The most bytes of a pack.
const MOST_PACK: usize = 64 << 20;
/// The most bytes of all documents of a project together.
const MOST_DOCUMENTS: usize = 64 << 20;
/// The most bytes of one text.
const MOST_TEXT: usize = 4 << 20;
/// The folder of documents that are in memory: no folder has this name.
const NOWHERE: &str = "cardwright: in memory, not in a folder";

/// The types that signatures do not tell: the shapes of JSON values.
#[wasm_bindgen(typescript_custom_section)]
const SHAPES: &str = include_str!("shapes.d.ts");

#[wasm_bindgen]
extern "C" {
    /// Documents by their paths.
    #[wasm_bindgen(typescript_type = "Documents")]
    pub type Documents;
    /// The diagnostics of `cardwright check --format json`.
    #[wasm_bindgen(typescript_type = "Diagnostics")]
    pub type Diagnostics;
}

/// A project of documents in memory: what is wrong with them, and content of what is right.
#[wasm_bindgen]
pub struct Workshop(cardwright::Workshop);

#[wasm_bindgen]
impl Workshop {
    /// Reads documents: an object with their texts by their paths (`systems/mine/system.yaml`, with `/`).
    #[wasm_bindgen(constructor)]
    pub fn new(documents: &Documents) -> Result<Self, JsValue> {
        Ok(Self(cardwright::Workshop::of_files(texts(documents)?)))
    }

    /// Whether nothing is an error.
    #[wasm_bindgen(getter, js_name = isFine)]
    pub fn is_fine(&self) -> bool {
        self.0.is_fine()
    }

    /// The errors and warnings, for people.
    pub fn told(&self) -> String {
        self.0.told()
    }

    /// The errors and warnings, for programs.
    pub fn diagnostics(&self) -> Result<Diagnostics, JsValue> {
        Ok(handed(&self.0.diagnostics())?.unchecked_into())
    }

    /// The ids of the scenarios.
    pub fn scenarios(&self) -> Vec<String> {
        self.0.scenarios().map(str::to_owned).collect()
    }

    /// A scenario, ready to be played. Throws `not-playable` if there is none, or it has errors.
    pub fn content(&self, scenario: &str) -> Result<Content, JsValue> {
        let content = self.0.content(scenario);
        content.map(Content).map_err(|why| thrown("not-playable", &why.0))
    }

    /// The pack of a scenario, which `Content.load` takes: with or without the lines of its sources.
    pub fn pack(&self, scenario: &str, with_lines: Option<bool>) -> Result<Vec<u8>, JsValue> {
        let pack = self.0.pack(scenario, with_lines.unwrap_or(false));
        pack.map_err(|why| thrown("not-playable", &why.0))
    }

    /// A card's rules as plain text; `undefined` if there is no such card, or its system has errors.
    pub fn explain(&self, card: &str) -> Option<String> {
        self.0.explain(card)
    }

    /// A text of the language in its canonical layout. Throws `not-readable` with what is wrong, one line each.
    pub fn format(text: &str) -> Result<String, JsValue> {
        measured(text.len(), MOST_TEXT, "the text")?;
        cardwright::Workshop::format(text).map_err(|why| thrown("not-readable", &why))
    }
}

/// A scenario, ready to be played by any number of games.
#[wasm_bindgen]
pub struct Content(Arc<cardwright::Content>);

#[wasm_bindgen]
impl Content {
    /// Loads a pack, which `cardwright build` writes. Any bytes are either proved sound or refused (`unsound`).
    pub fn load(pack: &[u8]) -> Result<Self, JsValue> {
        measured(pack.len(), MOST_PACK, "the pack")?;
        let content = cardwright::load(pack).map_err(|why| thrown("unsound", &why.to_string()))?;
        Ok(Self(content))
    }
}

/// Plays conformance vectors: the runner protocol of `cardwright conform`, one line in and one out.
#[wasm_bindgen]
pub struct Runner(Reference<Project>);

#[wasm_bindgen]
impl Runner {
    /// A runner for the cases and scenarios of a project.
    #[wasm_bindgen(constructor)]
    pub fn new(documents: &Documents) -> Result<Self, JsValue> {
        let project = Project::load_with(Path::new(NOWHERE), texts(documents)?);
        Ok(Self(Reference::new(project)))
    }

    /// The answer to a line; `undefined` if it says goodbye.
    pub fn reply(&mut self, line: &str) -> Result<Option<String>, JsValue> {
        measured(line.len(), MOST_TEXT, "the line")?;
        Ok(self.0.answer(line))
    }
}

fn texts(documents: &Documents) -> Result<BTreeMap<String, String>, Failed> {
    let texts: BTreeMap<String, String> = given(documents, MOST_DOCUMENTS, "the documents")?;
    Ok(texts)
}
