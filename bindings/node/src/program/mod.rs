//! The verbs of `npx cardwright`: `check`, `fmt`, `explain` and `test`, for content that node has
//! read from a folder.
//!
//! | file | what lives there |
//! |---|---|
//! | `mod` | [`Call`], which `npm/cli.js` makes, and what it gets back |
//! | `asked` | the projects and paths of a call, and which diagnostics concern them |
//! | `strays` | files that lie in a folder of content and are not read |
//! | `printed` | lines for standard output and standard error |
//! | `check`, `fmt`, `explain`, `test` | one verb each |
//!
//! They print what the native program prints; `tests/cli.test.mjs` holds the two side by side.
//! Compiling, rendering and playing are the libraries'. Not here: files, links, options and exit
//! codes of the process, which are `npm/*.js`.

mod asked;
mod check;
mod explain;
mod fmt;
/// Rules about building. The file stands on libraries only, so that the native program and this
/// module share it.
#[path = "../../../../cardwright/src/forces.rs"]
mod forces;
mod printed;
mod strays;
mod test;

use crate::border::{handed, measured, thrown};
use crate::{MOST_DOCUMENTS, MOST_TEXT};
use asked::{Asked, Names, Wanted};
use printed::{Part, Printed, ReportFormat};
use serde::Serialize;
use std::collections::BTreeMap;
use strays::Stray;
use wasm_bindgen::prelude::*;

/// How a verb ended.
enum Ending {
    /// Exit code 0.
    Fine,
    /// Exit code 1: the content has errors.
    Errors,
    /// Exit code 2: the call cannot be carried out.
    WrongCall(String),
}

/// The outcome of a call.
#[derive(Serialize)]
struct Outcome {
    /// The exit code.
    code: u8,
    printed: Vec<Part>,
    files: Vec<Rewritten>,
}

/// A file that `fmt` lays out anew.
#[derive(Serialize)]
struct Rewritten {
    /// The number of its project.
    project: usize,
    name: String,
    text: String,
}

/// The files of one project, as node has read them.
#[derive(Default)]
struct Folder {
    names: Names,
    documents: BTreeMap<String, String>,
    strays: Vec<Stray>,
    wanted: Vec<Wanted>,
}

/// A call of the program: content first, then one verb.
#[wasm_bindgen(skip_typescript)]
pub struct Call {
    folders: Vec<Folder>,
    bytes: usize,
    has_colours: bool,
}

#[wasm_bindgen]
impl Call {
    /// A call without content.
    #[wasm_bindgen(constructor, skip_typescript)]
    pub fn new(has_colours: bool) -> Self {
        Self {
            folders: Vec::new(),
            bytes: 0,
            has_colours,
        }
    }

    /// The version of the program, and that of what it tells programs, which docs/reports.md
    /// describes.
    #[wasm_bindgen(skip_typescript)]
    pub fn version() -> String {
        concat!(env!("CARGO_PKG_VERSION"), ", reports 2").to_owned()
    }

    /// Begins a project. Its files are told with `above` before their names; or as seen from its
    /// folder `within`.
    #[wasm_bindgen(skip_typescript)]
    pub fn folder(&mut self, above: String, within: String) {
        let names = Names { above, within };
        self.folders.push(Folder {
            names,
            ..Folder::default()
        });
    }

    /// Adds a document or a file of the language to the project that was begun last.
    #[wasm_bindgen(skip_typescript)]
    pub fn document(&mut self, name: String, text: String) -> Result<(), JsValue> {
        self.bytes = self.bytes.saturating_add(name.len() + text.len());
        measured(self.bytes, MOST_DOCUMENTS, "all documents together")?;
        self.last()?.documents.insert(name, text);
        Ok(())
    }

    /// Adds a file that node does not read: `file`, `deep`, `dead-link`, `outside-link` or
    /// `unreadable`, with more about it.
    #[wasm_bindgen(skip_typescript)]
    pub fn stray(&mut self, name: String, sort: &str, about: String) -> Result<(), JsValue> {
        self.last()?.strays.push(Stray::of(name, sort, about));
        Ok(())
    }

    /// Asks for a file or folder of the project that was begun last: its name there, and its whole
    /// path.
    #[wasm_bindgen(skip_typescript)]
    pub fn ask(&mut self, name: String, path: String, is_file: bool) -> Result<(), JsValue> {
        self.last()?.wanted.push(Wanted { name, path, is_file });
        Ok(())
    }

    /// `cardwright check`.
    #[wasm_bindgen(skip_typescript)]
    pub fn check(self, format: &str, deny_warnings: bool) -> Result<JsValue, JsValue> {
        let format = ReportFormat::of(format)?;
        self.ended(|asked, out, _| check::run(asked, format, deny_warnings, out))
    }

    /// `cardwright fmt`, which writes nothing: node does.
    #[wasm_bindgen(skip_typescript)]
    pub fn fmt(self, only_checks: bool) -> Result<JsValue, JsValue> {
        self.ended(|asked, out, files| fmt::run(&asked, only_checks, out, files))
    }

    /// `cardwright explain`, without a project if only mistakes are asked for. Node knows whether
    /// the game has a phrasebook.
    #[wasm_bindgen(skip_typescript)]
    pub fn explain(
        self,
        wanted: Option<String>,
        is_json: bool,
        has_abilities: bool,
    ) -> Result<JsValue, JsValue> {
        measured(wanted.as_ref().map_or(0, String::len), MOST_TEXT, "the name")?;
        let question = explain::Question {
            wanted: wanted.as_deref(),
            is_json,
            has_abilities,
        };
        self.ended(|asked, out, _| question.run(asked.into_iter().next(), out))
    }

    /// `cardwright test`.
    #[wasm_bindgen(skip_typescript)]
    pub fn test(self, filter: Option<String>, tells_all: bool, format: &str) -> Result<JsValue, JsValue> {
        let test = test::Test {
            filter,
            tells_all,
            format: ReportFormat::of(format)?,
        };
        self.ended(|asked, out, _| test.run(&asked, out))
    }

    fn last(&mut self) -> Result<&mut Folder, JsValue> {
        let last = self.folders.last_mut();
        last.ok_or_else(|| thrown("no-project", "no project was begun"))
    }

    fn ended(
        self,
        verb: impl FnOnce(Vec<Asked>, &mut Printed, &mut Vec<Rewritten>) -> Ending,
    ) -> Result<JsValue, JsValue> {
        let mut out = Printed::new(self.has_colours);
        let mut files = Vec::new();
        let asked: Vec<Asked> = self.folders.into_iter().map(Asked::of).collect();
        let ending = match asked.iter().find_map(Asked::without_content) {
            Some(path) => Ending::WrongCall(format!("{path}: there is no content of the project there")),
            None => verb(asked, &mut out, &mut files),
        };
        let code = match ending {
            Ending::Fine => 0,
            Ending::Errors => 1,
            Ending::WrongCall(why) => {
                out.complain(&format!("error: {why}"));
                2
            }
        };
        handed(&Outcome {
            code,
            printed: out.parts(),
            files,
        })
    }
}
