//! The world of a program: a clock, projects on a disk, and each complete review on a thread of its own.

use super::session::{Ended, Event, Session};
use super::world::World;
use crate::forces;
use crate::program::commands::outside_links;
use crate::program::output;
use cardwright_compiler::Project;
use cardwright_service::{Review, Workspace};
use lsp_server::Message;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How many messages wait at most; an editor that sends more waits itself.
pub(super) const MOST_WAITING: usize = 1000;
/// How long to wait where nothing is due.
const LONG: Duration = Duration::from_secs(3600);

/// The function that sends messages to the editor.
pub(crate) type Out = Box<dyn Fn(&Message) -> io::Result<()> + Send>;

/// The queue of events: its end for those who put events in, and its end for the one who takes them out.
pub(crate) fn events() -> (SyncSender<Event>, Receiver<Event>) {
    sync_channel(MOST_WAITING)
}

/// Answers until the editor ends the talk; whether it did so as agreed. `own` is where reviews put what they have found.
pub(crate) fn talk(out: Out, own: SyncSender<Event>, events: &Receiver<Event>) -> bool {
    let began = Instant::now();
    let desk = Desk { began, out, own };
    let mut session = Session::new(Box::new(desk));
    loop {
        let patience = session
            .due()
            .map_or(LONG, |due| due.saturating_sub(began.elapsed()));
        match events.recv_timeout(patience) {
            Ok(event) => session.take(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => session.take(Event::End),
        }
        while let Ok(event) = events.try_recv() {
            session.take(event);
        }
        if let Some(as_agreed) = session.turn() {
            return as_agreed;
        }
    }
}

struct Desk {
    began: Instant,
    out: Out,
    own: SyncSender<Event>,
}

impl World for Desk {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn root_of(&self, folder: &Path) -> Option<PathBuf> {
        Project::find_root(folder)
    }

    fn open(&self, root: &Path) -> Workspace {
        Workspace::open(root, outside_links())
    }

    fn send(&mut self, message: &Message) -> io::Result<()> {
        (self.out)(message)
    }

    fn review(&mut self, root: &Path, review: Review) -> bool {
        let (to, ended) = (self.own.clone(), Ended::without(root, &review));
        let thread = std::thread::Builder::new().name("lsp-review".to_owned());
        let begun = thread.stack_size(super::STACK).spawn(move || {
            // Made on the thread: one that cannot begin reports nothing.
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

    fn complain(&mut self, what: &str) {
        output::complain(what);
    }
}

/// Sends what has come of a review, whatever ends the thread.
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
