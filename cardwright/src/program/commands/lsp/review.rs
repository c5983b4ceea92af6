//! The complete review of a project, on a thread of its own: warnings, and what is wrong with scenarios and cases.

use super::session::Event;
use crate::program::forces;
use cardwright_service::{Review, Reviewed};
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;

/// A review that has ended.
pub(crate) struct Ended {
    /// The project's folder.
    pub(super) root: PathBuf,
    /// How often something had changed when it began.
    pub(super) generation: u64,
    /// What it has found; nothing if it could not be carried out.
    pub(super) found: Option<Reviewed>,
}

/// Sends what has come of it, whatever ends the thread.
struct Report {
    to: SyncSender<Event>,
    ended: Option<Ended>,
}

impl Drop for Report {
    fn drop(&mut self) {
        // Nobody waits for it any more if it cannot be sent.
        drop(
            self.ended
                .take()
                .map(|ended| self.to.send(Event::Reviewed(ended))),
        );
    }
}

/// Begins a review; whether it could.
pub(super) fn begin(root: PathBuf, review: Review, to: SyncSender<Event>) -> bool {
    let thread = std::thread::Builder::new().name("lsp-review".to_owned());
    let begun = thread.stack_size(super::STACK).spawn(move || {
        let ended = Ended {
            root,
            generation: review.generation,
            found: None,
        };
        let mut report = Report {
            to,
            ended: Some(ended),
        };
        let found = review.carry_out(&forces::breaches);
        if let Some(ended) = &mut report.ended {
            ended.found = Some(found);
        }
    });
    begun.is_ok()
}
