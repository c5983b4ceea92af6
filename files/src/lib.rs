//! The doors for files: nothing is read from outside, and nothing is written, but through here.
//!
//! Each call says where the thing may lie ([`Place`]) and how much of it is read. So no document reads what lies elsewhere, no
//! pipe holds a run up, and nothing that stood on a disk is lost, whatever stops the program.
//!
//! | file | what lives there |
//! |---|---|
//! | `place` | where something may lie, and what a path leads to |
//! | `read` | bytes, texts and folders that come in |
//! | `wait` | a deadline for pipes and devices |
//! | `lines` | lines of bounded length from a stream |
//! | `frames` | messages of bounded length from a stream |
//! | `write` | files that go out: whole, or not at all |
//! | `swap` | folders that go out: the old one or the new one, at any moment |
//! | `log` | a file that grows while a run goes on |
//! | `partner` | another program that is asked in lines |
//! | `program` | another program that is run once |
//! | `names` | which ids can be the names of files, on all systems |
//!
//! `clippy.toml` forbids the calls of the standard library that this crate replaces, everywhere else. Not here: what is in the
//! files, and what is said about it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "this crate is what all others use instead"
)]

mod frames;
mod lines;
#[cfg(feature = "write")]
mod log;
mod names;
mod partner;
mod place;
mod program;
mod read;
#[cfg(feature = "write")]
mod swap;
mod wait;
#[cfg(feature = "write")]
mod write;

pub use frames::{Frame, Frames, stdin_frames};
pub use lines::{Cut, Line, Lines, stdin};
#[cfg(feature = "write")]
pub use log::Log;
pub use names::{MOST_NAME, foreign_name, unusable_name};
pub use partner::{Lost, Partner, end_partners};
pub use place::{Outside, Place};
pub use program::{Program, Ran};
pub use read::{Entry, Sort, Source, beginning, bytes, entries, open, text};
#[cfg(feature = "write")]
pub use swap::{Scratch, SwapError, clear, folder};
#[cfg(feature = "write")]
pub use write::{create, folders, stdout, together, undo, whole};
