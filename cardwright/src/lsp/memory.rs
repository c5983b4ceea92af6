//! The world of a page without a server: a project in memory, a clock that is moved by hand, and reviews at once.

use super::messages::event;
use super::rooms::QUIET;
use super::session::{Ended, Event, Session};
use super::world::World;
use crate::forces;
use crate::studio::MEMORY_ROOT as ROOT;
use cardwright_compiler::Project;
use cardwright_service::{Review, Workspace};
use lsp_server::Message;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A talk about a project in memory.
pub(crate) struct Talk {
    session: Session,
    shared: Arc<Mutex<Shared>>,
}

/// The state that the talk and its world share.
#[derive(Default)]
struct Shared {
    now: Duration,
    /// The messages that were said, and not fetched yet.
    said: Vec<Message>,
    /// Reviews that are to be carried out.
    due: Vec<(PathBuf, Review)>,
}

impl Talk {
    pub(crate) fn about(project: &Project) -> Self {
        let shared = Arc::<Mutex<Shared>>::default();
        let page = Page {
            project: project.clone(),
            shared: Arc::clone(&shared),
        };
        Self {
            session: Session::new(Box::new(page)),
            shared,
        }
    }

    /// Tells the service something, and gives all that it says. Without a message some time has passed: what has changed is
    /// reviewed.
    pub(crate) fn ask(&mut self, message: &Value) -> Vec<Message> {
        match message {
            Value::Null => self.shared().now += QUIET,
            message => self.session.take(event(message.to_string().as_bytes())),
        }
        self.turn();
        std::mem::take(&mut self.shared().said)
    }

    /// A file was given another text outside of this talk.
    pub(crate) fn kept(&mut self, name: &str, text: &str) {
        self.session.kept(Path::new(ROOT), name, text);
        self.turn();
    }

    fn turn(&mut self) {
        // Only a shut talk says that it has ended; what it says then is fetched like everything.
        let _ = self.session.turn();
        loop {
            let Some((root, review)) = self.shared().due.pop() else {
                return;
            };
            let mut ended = Ended::without(&root, &review);
            ended.found = Some(review.carry_out(&forces::breaches));
            self.session.take(Event::Reviewed(ended));
            let _ = self.session.turn();
        }
    }

    fn shared(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Page {
    project: Project,
    shared: Arc<Mutex<Shared>>,
}

impl Page {
    fn shared(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl World for Page {
    fn now(&self) -> Duration {
        self.shared().now
    }

    fn root_of(&self, folder: &Path) -> Option<PathBuf> {
        folder.starts_with(ROOT).then(|| PathBuf::from(ROOT))
    }

    fn open(&self, _: &Path) -> Workspace {
        Workspace::in_memory(self.project.clone())
    }

    fn send(&mut self, message: &Message) -> io::Result<()> {
        self.shared().said.push(message.clone());
        Ok(())
    }

    fn review(&mut self, root: &Path, review: Review) -> bool {
        self.shared().due.push((root.to_path_buf(), review));
        true
    }

    /// There is nobody to whom it could be told.
    fn complain(&mut self, _: &str) {}
}
