//! `lsp`: answers an editor, in the Language Server Protocol, on standard input and output.
//!
//! ```text
//! standard input -> transport -> session -> service (what an editor asks, without a protocol)
//!                                  ^  \--> review, on a thread of its own
//!                                  \------/
//! ```
//!
//! | file | what lives there |
//! |---|---|
//! | `transport` | messages in and out, each of a bounded length |
//! | `session` | the loop: all changes first, then errors, then answers, then the complete review |
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
mod documents;
mod review;
mod rooms;
mod session;
mod shapes;
mod start;
#[cfg(test)]
mod tests;
mod transport;
mod uris;

use crate::program::Ending;
use clap::Args;
pub(crate) use session::{Event, Session};
pub(crate) use transport::{event, events};

/// The stack of the thread that answers: the compiler's limits of nesting hold on less.
const STACK: usize = 16 << 20;

/// Answers an editor.
#[derive(Args)]
pub(crate) struct Lsp {
    /// Talk over standard input and output; so far the only way, so editors may leave it out
    #[arg(long)]
    stdio: bool,
}

impl Lsp {
    pub(crate) fn run(self) -> Ending {
        let Self { stdio: _ } = self;
        let (send, events) = transport::events();
        let reader = send.clone();
        let reading = std::thread::Builder::new()
            .name("lsp-reader".to_owned())
            .spawn(move || transport::read(&reader));
        if let Err(error) = reading {
            return Ending::WrongCall(error.to_string());
        }
        let answering = std::thread::Builder::new()
            .name("lsp".to_owned())
            .stack_size(STACK)
            .spawn(move || Session::new(Box::new(transport::write), send).run(&events));
        match answering.map(std::thread::JoinHandle::join) {
            Ok(Ok(true)) => Ending::Fine,
            // The editor has gone without a word, or the thread has told why it ended.
            Ok(Ok(false) | Err(_)) => Ending::Errors,
            Err(error) => Ending::WrongCall(error.to_string()),
        }
    }
}
