//! `schema`: writes the JSON Schemas of the documents, and of those of each system of the project, or checks that they are
//! fresh.

use super::{outside_links, root_around, whole_project, with_packages, wrong_path};
use crate::program::write::{self, Kind};
use crate::program::{Ending, output};
use cardwright_compiler::document::schemas;
use cardwright_compiler::{compile_system, count, guide};
use cardwright_import::documents;
use clap::Args;
use std::path::{Path, PathBuf};

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
        let mut all = of_documents();
        match of_systems() {
            Ok(schemas) => all.extend(schemas),
            Err(ending) => return ending,
        }
        match self.check {
            true => self.checked(&all),
            false => self.written(&all).err().unwrap_or(Ending::Fine),
        }
    }

    /// Writes all schemas, once it is clear that none of them stands in the way of something else.
    fn written(&self, all: &[(String, String)]) -> Result<(), Ending> {
        let wrong = |path: &Path| {
            let path = path.to_path_buf();
            move |error: std::io::Error| wrong_path(&path, &error)
        };
        let home = write::named(&self.folder.join("schema"));
        cardwright_files::folders(&self.folder, &home).map_err(wrong(&self.folder))?;
        let place = outside_links().place(&self.folder);
        for (name, _) in all {
            write::replaceable(&self.folder.join(name), Kind::Schema, &place)?;
        }
        for (name, text) in all {
            let path = self.folder.join(name);
            let folder = path.parent().unwrap_or(&self.folder);
            cardwright_files::folders(folder, &place).map_err(wrong(folder))?;
            write::within(&self.folder, &path, text.as_bytes())?;
            output::line(&path.display().to_string());
        }
        Ok(())
    }

    /// Tells which schemas are not as they would be written.
    fn checked(&self, all: &[(String, String)]) -> Ending {
        let place = outside_links().place(&self.folder);
        let is_stale = |(name, text): &&(String, String)| {
            let old = cardwright_files::text(&self.folder.join(name), &place, text.len() as u64);
            old.ok().as_ref() != Some(text)
        };
        let stale = all.iter().filter(is_stale);
        let stale: Vec<String> = stale
            .map(|(name, _)| self.folder.join(name).display().to_string())
            .collect();
        if stale.is_empty() {
            return Ending::Fine;
        }
        output::complain(&format!("stale: {}; run `cardwright schema`", stale.join(", ")));
        Ending::Errors
    }
}

/// The schemas of the documents of any system, by their names in the folder of schemas.
pub(super) fn of_documents() -> Vec<(String, String)> {
    let all = schemas().into_iter().chain(documents::schemas());
    all.map(|(name, text)| (name.to_owned(), text)).collect()
}

/// The schemas of each system of the project; none outside of a project. A system that does not compile has none that
/// could be trusted.
fn of_systems() -> Result<Vec<(String, String)>, Ending> {
    let Ok(root) = root_around(None) else {
        return Ok(Vec::new());
    };
    let project = with_packages(whole_project(&root))?;
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
