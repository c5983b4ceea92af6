//! `verify`: whether a pack file is sound, and what it holds.

use super::build::hex;
use super::read_pack;
use crate::program::Ending;
use crate::program::output::{self, Format};
use cardwright_bytecode::Pack;
use cardwright_bytecode::container::{LoadError, content_hash, load};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Proves that a pack can be run without checks, as every load does.
#[derive(Args)]
pub(crate) struct Verify {
    /// The pack
    pack: PathBuf,
    /// The format of the report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Verify {
    pub(crate) fn run(self) -> Ending {
        let bytes = match read_pack(&self.pack) {
            Ok(bytes) => bytes,
            Err(ending) => return ending,
        };
        let file = self.pack.display().to_string();
        match load(&bytes) {
            Ok(pack) => {
                let facts = Facts::of(&pack, bytes.len());
                match self.format {
                    Format::Text => output::line(&facts.sentence(&file)),
                    Format::Json => output::value(&facts.json(&file)),
                }
                Ending::Fine
            }
            Err(error) => {
                match self.format {
                    Format::Text => output::complain(&format!("error: {file}: {error}")),
                    Format::Json => output::value(&refusal(&file, &error)),
                }
                Ending::Errors
            }
        }
    }
}

fn refusal(file: &str, error: &LoadError) -> Value {
    let stage = match error {
        LoadError::Container(_) => "container",
        LoadError::Verify(_) => "verifier",
    };
    json!({ "file": file, "sound": false, "refused-by": stage, "reason": error.to_string() })
}

/// The contents of a sound pack.
struct Facts {
    bytes: usize,
    content: String,
    functions: usize,
    instructions: usize,
    rules: usize,
    has_lines: bool,
}

impl Facts {
    fn of(pack: &Pack, bytes: usize) -> Self {
        Self {
            bytes,
            content: hex(&content_hash(pack)),
            functions: pack.functions.len(),
            instructions: pack.functions.iter().map(|function| function.code.len()).sum(),
            rules: pack.rules.len(),
            has_lines: pack.functions.iter().any(|function| !function.lines.is_empty()),
        }
    }

    fn sentence(&self, file: &str) -> String {
        let lines = if self.has_lines { "with" } else { "without" };
        format!(
            "{file}: sound: {} instructions in {} functions, {} rules, {lines} source lines; {} bytes, content {}",
            self.instructions, self.functions, self.rules, self.bytes, self.content
        )
    }

    fn json(&self, file: &str) -> Value {
        json!({
            "file": file,
            "sound": true,
            "bytes": self.bytes,
            "content": self.content,
            "functions": self.functions,
            "instructions": self.instructions,
            "rules": self.rules,
            "source-lines": self.has_lines,
        })
    }
}
