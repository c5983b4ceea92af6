//! Conformance vectors: recorded from cases and games, played by any program, compared step by step.
//!
//! | file | what lives there |
//! |---|---|
//! | `session` | a game that is told step by step |
//! | `source` | the case or scenario that a vector is about |
//! | `record` | vectors of cases and of games |
//! | `serve` | the reference runner: this program's own core behind the protocol |
//! | `drive` | driving a runner through vectors, and where it parts from them |
//! | `read` | vectors from files |

mod drive;
mod read;
mod record;
mod serve;
mod session;
mod source;

pub use cardwright_files::Lines;
pub use drive::{Divergence, Program, Runner, Skip, Tally, Verdict, drive};
pub use read::{Unread, vectors_at};
#[cfg(feature = "formats")]
pub(crate) use record::{cases, games};
pub use serve::{Reference, serve};

/// The version of the runner protocol.
pub const PROTOCOL: u32 = 1;
/// The most bytes of a line of the runner protocol, either way.
pub const MOST_LINE: usize = 16 << 20;
