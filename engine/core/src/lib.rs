//! The rules core: plays verified content, and knows no game.
//!
//! A [`Game`] is content, a seed and decisions. [`Game::advance`] plays until somebody has to decide or the game
//! is over; [`Game::decide`] answers. The same content, seed and decisions give the same [`Game::hash`] everywhere.
//!
//! | file | what lives there |
//! |---|---|
//! | `content` | [`Content`]: a pack made ready, and its index |
//! | `state` | the state, one plain value |
//! | `memory` | what questions about a state gave, as long as that is still so |
//! | `pace` | when the functions of a content get their quick forms |
//! | `occupancy` | which pieces stand on a space |
//! | `world` | cells, tokens, sources of rules: every change to the state |
//! | `host` | the world as the interpreter's host |
//! | `effects` | lasting effects: start, duration, end |
//! | `amounts` | what modifiers come to together |
//! | `values` | values with modifiers, permissions, [`Derivation`] |
//! | `calls` | the core calls, by topic |
//! | `game` | [`Game`]: how it goes on from decision to decision |
//! | `describe`, `inspect`, `saved` | a game's decision in words, what else can be asked of it, how it is stored |
//! | `border` | whether what a stored game names is there |
//! | `windows`, `offers`, `choices`, `places` | the ways in which play comes to a decision |
//! | `decision`, `answer` | [`Decision`], [`Answer`] |
//! | `events`, `sentences`, `labels` | what happened, in words of the pack |
//! | `tellings` | what the content tells of what happens, and asks |
//! | `story` | [`Story`]: a game in the words of its players |
//! | `snapshot` | [`Snapshot`], [`Asked`], [`Told`]: a game by names, for other programs |
//! | `keepers` | who may see a secret |
//! | `stored` | sets that last, and what keyed states hold |
//! | `forces` | rules about building, and fields that are kept for the next game |
//! | `viewer` | [`Viewer`]: whoever is told of a game |
//! | `view`, `determinize` | what a viewer sees, and fair guesses of the rest |
//! | `gaze` | what is worked out for a viewer's eyes ends where something hidden decides |
//! | `undo`, `copies` | [`History`]: going back; copies into buffers that are there |
//! | `replay` | games as their decisions |
//! | `trace` | the same by names, for content that has changed since |
//! | `agents` | players that are programs |
//! | `why` | [`Why`]: what makes each option legal, and why other rules are refused |
//! | `meter` | [`Measured`]: what abilities cost in a game |
//! | `limits` | every limit by name |
//! | `board` | geometry |
//!
//! Not here: source text, the proof of bytecode, and any noun of a game.

pub mod agents;
mod amounts;
mod answer;
pub mod board;
mod border;
mod calls;
mod choices;
mod content;
mod copies;
mod decision;
mod describe;
mod determinize;
mod dice_number;
mod effects;
mod events;
mod forces;
mod game;
mod gaze;
mod host;
mod inspect;
mod keepers;
mod labels;
pub mod limits;
mod memory;
mod meter;
mod occupancy;
mod offers;
mod outcome;
mod pace;
mod places;
mod price;
mod replay;
mod run_memory;
mod running;
mod saved;
mod sentences;
mod snapshot;
mod sources;
mod state;
mod stored;
mod story;
mod tellings;
#[cfg(test)]
mod tests;
mod trace;
mod undo;
mod values;
mod view;
mod viewer;
mod why;
mod windows;
mod world;

pub use answer::Answer;
pub use cardwright_bytecode::pack::Adjustment;
pub use content::Content;
pub use decision::{Decision, DecisionError, DecisionKind, DecisionOption};
pub use events::{Chance, Event, Said};
pub use forces::{Breach, Kept, Recruit};
pub use game::{Game, Status};
pub use inspect::Inquiry;
pub use meter::{Measured, Outlay};
pub use outcome::Outcome;
pub use places::PlaceAsked;
pub use replay::{Drift, FINGERPRINT_EVERY, Recorder, Replay};
pub use saved::{RestoreError, Saved};
pub use snapshot::{
    Asked, Choice, Die, Ended, Entry, Held, Lasting, Place, PlaceWanted, Refused, Reply, SNAPSHOT_FORMAT,
    Snapshot, Thing, Told, Unknown, Value,
};
pub use state::Source;
pub use story::{LineKind, Story, StoryLine};
pub use trace::{MOST_TRACE_BYTES, Trace};
pub use undo::History;
pub use values::{Contribution, Derivation};
pub use view::View;
pub use viewer::Viewer;
pub use why::{Finding, LimitWhy, Link, Location, OptionWhy, RuleWhy, Statement, Verdict, Why};
