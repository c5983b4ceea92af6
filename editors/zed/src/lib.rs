//! Cardwright in Zed: which program serves, and what it is told.
//!
//! Not here: what it answers, see `cardwright lsp`.

use zed_extension_api::serde_json::{Value, json};
use zed_extension_api::settings::LspSettings;
use zed_extension_api::{Command, Extension, LanguageServerId, Result, Worktree, register_extension};

struct Cardwright;

/// What the user's settings say about a server.
fn settings(id: &LanguageServerId, worktree: &Worktree) -> LspSettings {
    LspSettings::for_worktree(id.as_ref(), worktree).unwrap_or_default()
}

impl Extension for Cardwright {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let said = settings(id, worktree).binary.and_then(|binary| binary.path);
        let program = said.or_else(|| worktree.which("cardwright"));
        Ok(Command {
            command: program.ok_or(
                "`cardwright` is not on the PATH: install it, or name it in `lsp.cardwright.binary.path`",
            )?,
            args: vec!["lsp".to_owned()],
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<Value>> {
        // Zed has a server for YAML of its own, which tells what the schemas say.
        let beside_it = json!({ "yaml": "beyond-schema", "hints": false });
        Ok(settings(id, worktree).initialization_options.or(Some(beside_it)))
    }
}

register_extension!(Cardwright);
