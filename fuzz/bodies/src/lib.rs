//! Laws that hold for any input at all: nothing panics, hangs or takes all memory, each message points into
//! the text that was given, and the laws of a game hold whatever is done to it.
//!
//! A [`Target`] takes bytes. Some read them as they are; most read them as a [`Script`] of changes to something sound, so that
//! what a fuzzer makes up gets past the first check. The result says whether the input got to the end of its way (a text without
//! faults, a pack that was played, ...).
//!
//! | file | what lives there |
//! |---|---|
//! | `script` | bytes as changes to texts, files and lists |
//! | `sample` | the small game that is changed |
//! | `texts` | the parser and the formatter |
//! | `projects` | documents, whole projects, language that is played |
//! | `packs` | packs as files, and packs whose hash is right |
//! | `games` | decisions, replays, stored games |
//! | `guests` | what other programs send: lines of the runner's protocol, replies, squads, data to import |
//! | `kept` | inputs that were worth keeping, as text |
//!
//! `fuzz/` gives the targets what libFuzzer makes up; `tests/kept.rs` tries the kept inputs again, and others from fixed seeds. `examples/kept.rs` exchanges kept
//! inputs with libFuzzer.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests and fuzzers put files where they like"
)]

mod games;
mod guests;
pub mod kept;
mod packs;
mod projects;
mod sample;
mod script;
mod texts;

pub use packs::play;
pub use script::{Script, dictionary};

use std::sync::Once;

/// A target: a part of the program that takes input from outside.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of the binary in `fuzz/` and of the file of kept inputs.
    pub name: &'static str,
    /// Tries one input; whether that got to the end of its way.
    pub run: fn(&[u8]) -> bool,
    /// The share of inputs made at random that get to the end at least: one in so many.
    pub one_in: u64,
}

const fn target(name: &'static str, run: fn(&[u8]) -> bool, one_in: u64) -> Target {
    Target { name, run, one_in }
}

/// All targets.
pub const TARGETS: [Target; 14] = [
    target("parser", texts::parser, u64::MAX),
    target("formatter", texts::formatter, 50),
    target("document", projects::document, u64::MAX),
    target("project", projects::project, 100),
    target("compiled", projects::compiled, 100),
    target("pack_file", packs::file, u64::MAX),
    target("pack", packs::hashed, 100),
    target("decisions", games::decisions, 4),
    target("replay", games::replay, 100),
    target("stored", games::stored, 100),
    target("runner", guests::runner, 20),
    target("reply", guests::reply, 10),
    target("squad", guests::squad, 100),
    target("import", guests::import, 100),
];

/// Tries one input on the target with this name, all on this thread: the entry for a fuzzer.
///
/// # Panics
/// If there is no such target, or if a law is broken.
pub fn feed(name: &str, data: &[u8]) {
    static POOL: Once = Once::new();
    // Should there be a pool already, that one serves as well.
    POOL.call_once(|| {
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build_global();
    });
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no target {name}"));
    (target.run)(data);
}
