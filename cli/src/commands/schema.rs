//! `schema`: writes the JSON Schemas of the documents, or checks that they are fresh.

use crate::{Ending, output, write};
use cardwright_compiler::document::schemas;
use clap::Args;
use std::path::PathBuf;

/// Writes or checks the JSON Schemas.
#[derive(Args)]
pub(crate) struct Schema {
    /// Where the schemas lie
    #[arg(long, default_value = "schemas")]
    folder: PathBuf,
    /// Change nothing; fail if a file is not as it would be written
    #[arg(long)]
    check: bool,
}

impl Schema {
    pub(crate) fn run(self) -> Ending {
        let mut stale = Vec::new();
        for (name, text) in schemas() {
            let path = self.folder.join(name);
            if self.check {
                if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
                    continue;
                }
                stale.push(path.display().to_string());
            } else {
                if let Err(error) = std::fs::create_dir_all(&self.folder) {
                    return Ending::WrongCall(format!("{}: {error}", self.folder.display()));
                }
                if let Err(ending) = write::within(&self.folder, &path, text.as_bytes()) {
                    return ending;
                }
                output::line(&path.display().to_string());
            }
        }
        if stale.is_empty() {
            return Ending::Fine;
        }
        output::complain(&format!("stale: {}; run `cardwright schema`", stale.join(", ")));
        Ending::Errors
    }
}
