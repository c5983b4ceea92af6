//! Cardwright for programs: load or compile content, play it, look at it, save it.
//!
//! ```
//! use cardwright::{Session, Viewer};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
//! # let pack = cardwright::Workshop::open(sample.as_ref()).pack("duel", false)?;
//! // let pack = std::fs::read("duel.cwp")?;        // written by `cardwright build`
//! let content = cardwright::load(&pack)?;
//! let mut session = Session::new(&content, 7);
//! while let Some(asked) = session.asked() {
//!     println!("{}: {}", asked.by, asked.prompt);
//!     let reply = asked.default.expect("there always is one");
//!     session.decide(&reply)?;
//! }
//! println!("{}", session.ended(Viewer::Public).expect("it is over").title);
//! # let snapshot = session.snapshot(Viewer::Public);
//! # assert!(snapshot.decision.is_none());
//! # Ok(())
//! # }
//! ```
//!
//! | what | where |
//! |---|---|
//! | [`load`] | a pack in bytes becomes content |
//! | [`Workshop`] | documents become diagnostics, packs, content (feature `compile`) |
//! | [`Session`] | a game by names: asked, answered, undone, saved |
//! | [`Snapshot`], [`Asked`], [`Told`] | what a program sees of a game; all of it is `serde` data |
//! | [`Telling`] | everything that can be asked about a game, each for a [`Viewer`] |
//! | [`Host`] | the same as lines of JSON: what `cardwright serve --stdio` speaks |
//! | [`series`] | many games of a scenario, played side by side: what `cardwright sim` does |
//! | [`Game`], [`Recorder`], [`History`], [`agents`] | the rules core itself, for who wants to search or simulate |
//!
//! | [`studio`] | a project and its games for a page (feature `studio`) |
//!
//! Features: `compile` brings the compiler, `cli` (the default) the program. To play packs, neither is needed:
//! `cardwright = { version = "0.1", default-features = false }`.
//!
//! The program of the same name only calls [`program`]. See `docs/embedding.md` for all ways in.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests put files where they like, and start programs"
    )
)]

mod embed;
#[cfg(any(feature = "cli", feature = "lsp"))]
mod forces;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(feature = "cli")]
mod program;
pub mod series;
#[cfg(feature = "studio")]
pub mod studio;

pub use cardwright_bytecode::container::LoadError;
pub use cardwright_core::agents;
pub use cardwright_core::{
    Answer, Asked, Choice, Content, Decision, DecisionError, Die, Drift, Ended, Entry, Event, Game, Held,
    History, Lasting, LineKind, Outcome, Place, PlaceWanted, Recorder, Refused, Replay, Reply,
    SNAPSHOT_FORMAT, Snapshot, Status, Story, StoryLine, Thing, Told, Unknown, Value, Viewer, Why,
};
pub use cardwright_files::{Line, Lines};
pub use embed::hex;
pub use embed::load::load;
pub use embed::protocol::{Host, MOST_LINE, PROTOCOL};
pub use embed::session::{Imagined, NoUndo, Session};
pub use embed::telling::Telling;
#[cfg(feature = "compile")]
pub use embed::workshop::{NotPlayable, Workshop};
#[cfg(feature = "cli")]
pub use program::main as program;
