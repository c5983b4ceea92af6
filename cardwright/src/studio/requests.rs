//! The requests of a page to the studio.

use super::forces::{ForcePick, Forces};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A request. `studio/page/src/protocol.ts` says the same for the page, with the answers.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Request {
    /// The overview: systems, scenarios, files.
    Project,
    /// The text of a file.
    Read { file: String },
    /// Gives a file another text, if it still has the version that the page knows; none for a new file.
    Write {
        file: String,
        text: String,
        version: Option<String>,
    },
    /// The problems of a file, or of the whole project.
    Check { file: Option<String> },
    /// A message of the Language Server Protocol, for a project in memory: a server has talks of its own.
    #[cfg(feature = "lsp")]
    Lsp {
        /// The page that talks. Another name begins another talk.
        page: String,
        #[serde(default)]
        message: serde_json::Value,
    },
    /// A card in words.
    Card { system: String, card: String },
    /// The cases of a file, or those that name a card in it, carried out.
    Cases { file: String },
    /// Begins a game.
    NewGame {
        scenario: String,
        seed: u64,
        seats: BTreeMap<String, String>,
        /// The forces that players bring, instead of those of the scenario.
        #[serde(default)]
        forces: Forces,
    },
    /// A force as far as it is built.
    Force {
        scenario: String,
        player: String,
        /// The force; that of the scenario, if absent.
        chosen: Option<Vec<ForcePick>>,
    },
    /// A legal force at random.
    RandomForce {
        scenario: String,
        player: String,
        seed: u64,
    },
    /// Writes a scenario with forces as a file of the project.
    KeepForce {
        scenario: String,
        forces: Forces,
        id: String,
    },
    /// Opens a recorded game.
    OpenGame {
        replay: String,
        /// The scenario that was played; looked for by the content, if absent.
        scenario: Option<String>,
    },
    /// The games that are open.
    Games,
    /// A game as somebody sees it, now or after so many decisions.
    View {
        game: String,
        viewer: ViewerName,
        at: Option<usize>,
        width: f64,
        #[serde(default)]
        dark: bool,
    },
    /// The story, from a line on.
    Story {
        game: String,
        viewer: ViewerName,
        #[serde(default)]
        from: usize,
    },
    /// A person decides.
    Decide {
        game: String,
        by: String,
        reply: PageReply,
    },
    /// Lets agents go on.
    Let { game: String },
    /// The items that a decision would move.
    Preview {
        game: String,
        by: String,
        reply: PageReply,
        width: f64,
        #[serde(default)]
        dark: bool,
    },
    /// Takes the last decision of somebody back.
    Undo { game: String, by: String },
    /// Why the options are there.
    Why {
        game: String,
        viewer: ViewerName,
        at: Option<usize>,
    },
    /// A new game that begins like another one.
    Branch {
        game: String,
        at: usize,
        /// The players who play on; a person at each seat that is not named.
        #[serde(default)]
        seats: BTreeMap<String, String>,
    },
    /// The game as it can be stored.
    Save { game: String },
    /// A moment of a game as a case.
    Case { game: String, at: usize, title: String },
    /// The decision at which two games part.
    Compare { game: String, other: String },
    /// Closes a game.
    Close { game: String },
}

/// A viewer.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum ViewerName {
    /// A player by his id.
    Player { player: String },
    /// `public` or `judge`.
    Named(String),
}

/// How a page answers a question.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum PageReply {
    /// The ids of options.
    Options(Vec<String>),
    /// A place on the flat table, in inches and degrees.
    Place { x: f64, y: f64, facing: f64 },
    /// A point of the picture of the board, in pixels of a scene of this width.
    Picture { x: f64, y: f64, turn: f64, width: f64 },
}
