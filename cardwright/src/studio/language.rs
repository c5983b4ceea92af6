//! The language service for a page without a server: one talk, about the project in memory.

use super::Studio;
use crate::lsp::Talk;
use serde_json::Value;

/// The talk of a page.
pub(super) struct Spoken {
    page: String,
    talk: Talk,
}

impl Studio {
    /// Tells the service something, and gives what it says. Without a message some time has passed.
    pub(super) fn speak(&mut self, page: String, message: &Value) -> Result<Value, String> {
        if self.keeper.texts().is_none() {
            return Err("the server of this studio talks with pages itself".to_owned());
        }
        let spoken = match self.spoken.take() {
            Some(spoken) if spoken.page == page => spoken,
            // A page that begins anew has forgotten what was said.
            _ => Spoken {
                page,
                talk: Talk::about(&self.project),
            },
        };
        let said = self.spoken.insert(spoken).talk.ask(message);
        serde_json::to_value(said).map_err(|error| error.to_string())
    }

    /// Tells the talk of a file that the page has written.
    pub(super) fn tell_talk(&mut self, name: &str, text: &str) {
        if let Some(spoken) = &mut self.spoken {
            spoken.talk.kept(name, text);
        }
    }
}
