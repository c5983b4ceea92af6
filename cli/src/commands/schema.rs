//! `schema`: the JSON Schemas of the documents, from the types that read them.

use super::write_whole;
use crate::{Ending, output};
use cardwright_compiler::document::{CardSetDoc, CaseDoc, ScenarioDoc, SystemDoc};
use clap::Args;
use schemars::generate::SchemaSettings;
use schemars::JsonSchema;
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
            let path = self.folder.join(format!("{name}.schema.json"));
            if self.check {
                if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
                    continue;
                }
                stale.push(path.display().to_string());
            } else {
                if let Err(error) = std::fs::create_dir_all(&self.folder) {
                    return Ending::WrongCall(format!("{}: {error}", self.folder.display()));
                }
                if let Err(ending) = write_whole(&path, text.as_bytes()) {
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

fn schemas() -> Vec<(&'static str, String)> {
    vec![
        ("system", text::<SystemDoc>()),
        ("card-set", text::<CardSetDoc>()),
        ("scenario", text::<ScenarioDoc>()),
        ("case", text::<CaseDoc>()),
    ]
}

/// A schema as the editors of YAML read it best: draft 07.
fn text<T: JsonSchema>() -> String {
    let schema = SchemaSettings::draft07().into_generator().into_root_schema_for::<T>();
    format!("{:#}\n", schema.as_value())
}
