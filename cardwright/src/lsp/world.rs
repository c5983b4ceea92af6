//! The world around a talk with an editor: time, projects, somebody who reviews, and the way out. A program
//! has a clock, a disk and threads (`desk`); a page has none of them (`memory`).

use cardwright_service::{Review, Workspace};
use lsp_server::Message;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The world around a talk.
pub(super) trait World: Send {
    /// How long the talk has lasted.
    fn now(&self) -> Duration;
    /// The folder of the project in which a folder lies; nothing if there is none.
    fn root_of(&self, folder: &Path) -> Option<PathBuf>;
    /// The project of a folder.
    fn open(&self, root: &Path) -> Workspace;
    /// Hands a message to the editor.
    ///
    /// # Errors
    /// If nobody reads any more.
    fn send(&mut self, message: &Message) -> io::Result<()>;
    /// Has a review carried out, which ends with an event; whether it could begin.
    fn review(&mut self, root: &Path, review: Review) -> bool;
    /// Tells whoever runs the program what the editor is not told.
    fn complain(&mut self, what: &str);
}
