//! `schema`: writes the JSON Schemas of the documents, and of those of each system of the project, or checks that they are
//! fresh.

use super::project_at;
use crate::program::{Ending, output, write};
use cardwright_compiler::document::schemas;
use cardwright_compiler::{compile_system, count, guide};
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
        let of_documents = schemas().into_iter().map(|(name, text)| (name.to_owned(), text));
        let mut all: Vec<(String, String)> = of_documents.collect();
        match of_systems() {
            Ok(schemas) => all.extend(schemas),
            Err(ending) => return ending,
        }
        let mut stale = Vec::new();
        for (name, text) in all {
            let path = self.folder.join(name);
            if self.check {
                if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
                    continue;
                }
                stale.push(path.display().to_string());
            } else {
                let folder = path.parent().unwrap_or(&self.folder);
                if let Err(error) = std::fs::create_dir_all(folder) {
                    return Ending::WrongCall(format!("{}: {error}", folder.display()));
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

/// The schemas of each system of the project; none outside of a project. A system that does not compile has none that
/// could be trusted.
fn of_systems() -> Result<Vec<(String, String)>, Ending> {
    let Ok(project) = project_at(None) else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    for system in project.systems.values() {
        let compiled = compile_system(&project, system);
        let Some(guide) = guide::guide(&project, system, &compiled) else {
            let found: Vec<_> = project
                .diagnostics
                .iter()
                .chain(&compiled.diagnostics)
                .cloned()
                .collect();
            output::diagnostics(&project.sources, &found, output::Format::Text);
            let message = format!(
                "the schemas of `{}` need content without errors",
                system.doc.system.value
            );
            output::complain(&format!("{message}: {} are left", count(&found).0));
            return Err(Ending::Errors);
        };
        all.extend(guide::schemas(&guide));
    }
    Ok(all)
}
