//! Talks with editors in the Language Server Protocol: `cardwright lsp`, the studio, and pages without a server.
//!
//! ```text
//! messages -> session -> service (what an editor asks, without a protocol)
//!               |  ^
//!               v  |
//!              world: desk (a program: clock, disk, threads) or memory (a page)
//! ```
//!
//! | file | what lives there |
//! |---|---|
//! | `session` | a talk: all changes first, then errors, then answers, then the complete review |
//! | `messages` | what bytes say |
//! | `world` | what a talk needs of what is around it |
//! | `desk` | the world of a program |
//! | `memory` | the world of a page: a project in memory, no clock and no threads |
//! | `rooms` | the projects that are open, and what was told of them |
//! | `documents` | the texts that are open, and their changes |
//! | `answers` | one function for each question of an editor |
//! | `commands` | what lenses do: run cases, play |
//! | `shapes` | from the service's data to the protocol's |
//! | `start` | what both sides can do |
//! | `uris` | files by their URIs |
//!
//! Here is only translated: what is told of content is decided in `service` and below.

mod answers;
mod commands;
#[cfg(feature = "cli")]
mod desk;
mod documents;
#[cfg(feature = "studio")]
mod memory;
mod messages;
mod rooms;
mod session;
mod shapes;
mod start;
#[cfg(all(test, feature = "cli"))]
mod tests;
mod uris;
mod world;

#[cfg(feature = "cli")]
pub(crate) use desk::{events, talk};
#[cfg(feature = "studio")]
pub(crate) use memory::Talk;
#[cfg(feature = "cli")]
pub(crate) use messages::event;
#[cfg(feature = "cli")]
pub(crate) use session::Event;

/// The stack of the threads that answer and review: the compiler's limits of nesting hold on less.
#[cfg(feature = "cli")]
pub(crate) const STACK: usize = 16 << 20;
