//! `fmt`: the canonical layout of language files and of the rules in documents.

use super::{project_at, write_whole};
use crate::{Ending, output};
use cardwright_dsl::format_items;
use clap::Args;
use std::path::{Path, PathBuf};

/// Formats language files.
#[derive(Args)]
pub(crate) struct Fmt {
    /// Language files; all files of the project's systems if absent
    paths: Vec<PathBuf>,
    /// Change nothing; fail if a file is not as it would be written
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(crate) fn run(self) -> Ending {
        let paths = match self.paths.is_empty() {
            false => self.paths.clone(),
            true => match system_files() {
                Ok(paths) => paths,
                Err(ending) => return ending,
            },
        };
        let mut changed = 0;
        for path in &paths {
            match self.file(path) {
                Ok(true) => changed += 1,
                Ok(false) => {}
                Err(ending) => return ending,
            }
        }
        if self.check && changed > 0 {
            output::complain(&format!(
                "{changed} files are not formatted; run `cardwright fmt`"
            ));
            return Ending::Errors;
        }
        output::line(&format!("{} files, {changed} changed", paths.len()));
        Ending::Fine
    }

    /// Whether the file changes.
    fn file(&self, path: &Path) -> Result<bool, Ending> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Ending::WrongCall(format!("{}: {error}", path.display())))?;
        let formatted = format_items(&text).map_err(|faults| {
            for fault in &faults {
                output::complain(&format!(
                    "error: {}: byte {}: {}",
                    path.display(),
                    fault.span.start,
                    fault.message
                ));
            }
            Ending::Errors
        })?;
        if formatted == text {
            return Ok(false);
        }
        if self.check {
            output::complain(&path.display().to_string());
        } else {
            write_whole(path, formatted.as_bytes())?;
        }
        Ok(true)
    }
}

fn system_files() -> Result<Vec<PathBuf>, Ending> {
    let project = project_at(None)?;
    let root = std::env::current_dir().map_err(|error| Ending::WrongCall(error.to_string()))?;
    let root = cardwright_compiler::Project::find_root(&root).unwrap_or(root);
    Ok(project
        .sources
        .iter()
        .filter(|(_, file)| file.name.ends_with(".cw"))
        .map(|(_, file)| root.join(&file.name))
        .collect())
}
