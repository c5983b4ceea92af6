//! The verbs of the program, and what they share: finding the project and the document that is meant.

pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod coverage;
pub(crate) mod disasm;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod mutate;
pub(crate) mod new;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod sim;
pub(crate) mod test;
pub(crate) mod verify;

use crate::{Ending, output};
use cardwright_bytecode::container;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::{Compiled, Project, compile_scenario};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most bytes of a file that a game wrote: a replay of as many decisions as a game can have has a third of it.
const MOST_BYTES: u64 = 16 << 20;

/// The project around a path, or around the working folder.
fn project_at(path: Option<&Path>) -> Result<Project, Ending> {
    let start = match path {
        Some(path) => path.canonicalize().map_err(|error| wrong_path(path, &error))?,
        None => std::env::current_dir().map_err(|error| Ending::WrongCall(error.to_string()))?,
    };
    let root = Project::find_root(&start).ok_or_else(|| {
        Ending::WrongCall(format!(
            "no project here: no folder at or above {} has `systems/`",
            start.display()
        ))
    })?;
    Ok(Project::load(&root))
}

pub(crate) fn wrong_path(path: &Path, error: &impl std::fmt::Display) -> Ending {
    Ending::WrongCall(format!("{}: {error}", path.display()))
}

/// The pack of a scenario document or of a pack file.
fn pack_at(path: &Path) -> Result<VerifiedPack, Ending> {
    if path.extension().is_some_and(|end| end == "cwp") {
        let bytes = std::fs::read(path).map_err(|error| wrong_path(path, &error))?;
        return container::load(&bytes).map_err(|error| {
            output::complain(&format!("error: {}: {error}", path.display()));
            Ending::Errors
        });
    }
    let mut project = project_at(Some(path))?;
    let file = path.canonicalize().map_err(|error| wrong_path(path, &error))?;
    let Some(id) = project.load_file(&file) else {
        return Err(Ending::WrongCall(format!("{} cannot be read", path.display())));
    };
    let Some(scenario) = project.scenarios.iter().find(|scenario| scenario.file == id) else {
        output::diagnostics(&project.sources, &project.diagnostics, output::Format::Text);
        return Err(if project.diagnostics.is_empty() {
            Ending::WrongCall(format!("{} is not a scenario", path.display()))
        } else {
            Ending::Errors
        });
    };
    let Compiled {
        pack, diagnostics, ..
    } = compile_scenario(&project, scenario);
    let all: Vec<_> = project.diagnostics.iter().cloned().chain(diagnostics).collect();
    match pack {
        Some(pack) if all.is_empty() => Ok(pack),
        _ => {
            output::diagnostics(&project.sources, &all, output::Format::Text);
            Err(Ending::Errors)
        }
    }
}

/// The text of a file that a game wrote, if it is not larger than one can be.
pub(crate) fn read_text(path: &Path) -> Result<String, Ending> {
    let read = |path: &Path| -> std::io::Result<String> {
        let mut text = String::new();
        let mut file = std::fs::File::open(path)?.take(MOST_BYTES + 1);
        file.read_to_string(&mut text)?;
        Ok(text)
    };
    let text = read(path).map_err(|error| wrong_path(path, &error))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(wrong_path(path, &format!("it has more than {MOST_BYTES} bytes")));
    }
    Ok(text)
}

/// Writes a file whole or not at all: to a neighbour first, then renamed.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Ending> {
    let mut part: PathBuf = path.to_path_buf();
    let name = path
        .file_name()
        .map_or_else(|| "out".to_owned(), |name| name.to_string_lossy().into_owned());
    part.set_file_name(format!(".{name}.part"));
    std::fs::write(&part, bytes)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| wrong_path(path, &error))
}
