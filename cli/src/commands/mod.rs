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
use cardwright_compiler::project::Links;
use cardwright_compiler::settings::SETTINGS_FILE;
use cardwright_compiler::source::FileId;
use cardwright_compiler::{Compiled, Diagnostic, Project, Severity, Sources, compile_scenario, count};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The most bytes of a file that a game wrote: a replay of as many decisions as a game can have has a third of it.
const MOST_BYTES: u64 = 16 << 20;
/// The most bytes of a pack.
const MOST_PACK_BYTES: u64 = 64 << 20;

/// Whether links may lead out of projects: what the call says.
static OUTSIDE_LINKS: AtomicBool = AtomicBool::new(false);

/// Sets for the whole run whether links may lead out of projects.
pub(crate) fn allow_outside_links(allowed: bool) {
    OUTSIDE_LINKS.store(allowed, Ordering::Relaxed);
}

/// Whether links may lead out of projects.
pub(crate) fn outside_links() -> Links {
    match OUTSIDE_LINKS.load(Ordering::Relaxed) {
        true => Links::Anywhere,
        false => Links::Inside,
    }
}

/// The project around a path, or around the working folder.
fn project_at(path: Option<&Path>) -> Result<Project, Ending> {
    let start = match path {
        Some(path) => path.canonicalize().map_err(|error| wrong_path(path, &error))?,
        None => std::env::current_dir().map_err(|error| Ending::WrongCall(error.to_string()))?,
    };
    Ok(Project::load_linked(&root_of(&start)?, outside_links()))
}

fn root_of(start: &Path) -> Result<PathBuf, Ending> {
    Project::find_root(start).ok_or_else(|| {
        Ending::WrongCall(format!(
            "no project here: no folder at or above {} has `systems/`",
            start.display()
        ))
    })
}

/// A project, and what of it is asked for.
pub(crate) struct Asked {
    pub(crate) project: Project,
    /// Files and folders, without links; all of the project if there are none.
    pub(crate) paths: Vec<PathBuf>,
    /// What names of files begin with; nothing if only one project is told of.
    prefix: String,
}

impl Asked {
    /// Whether a file of the project is asked for.
    pub(crate) fn wants(&self, name: &str) -> bool {
        if self.paths.is_empty() {
            return true;
        }
        let file = self.project.root().join(name);
        let file = file.canonicalize().unwrap_or(file);
        self.paths.iter().any(|path| file.starts_with(path))
    }

    /// A path that is asked for and has nothing to do with the content.
    fn without_content(&self) -> Option<&PathBuf> {
        let files = self.project.sources.iter().map(|(_, file)| {
            let file = self.project.root().join(&file.name);
            file.canonicalize().unwrap_or(file)
        });
        let files: Vec<PathBuf> = files.collect();
        let mut paths = self.paths.iter();
        paths.find(|path| !files.iter().any(|file| file.starts_with(path)))
    }

    /// What was found in that which is asked for. If there is no error in it, also the errors that keep it from being
    /// looked at: those of its system, with its sets and maps, and of the scenarios that its cases name.
    pub(crate) fn told(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if self.paths.is_empty() {
            return found;
        }
        let name = |one: &Diagnostic| self.project.sources.get(one.place.file).name.as_str();
        let (mut own, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|one| self.wants(name(one)));
        if count(&own).0 == 0 {
            let (folders, scenarios) = (self.systems(), self.scenarios_of_cases());
            let libraries = self.libraries_of(&folders);
            let hinders = |one: &Diagnostic| {
                let name = name(one);
                let mut parts = name.split('/');
                let (above, folder) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
                let of_system = ["systems", "cards", "maps"].contains(&above) && folders.contains(folder);
                let of_library = above == "libraries" && libraries.contains(folder);
                of_system || of_library || scenarios.contains(&one.place.file) || name == SETTINGS_FILE
            };
            let errors = others
                .into_iter()
                .filter(|one| one.code.severity == Severity::Error && hinders(one));
            own.extend(errors);
        }
        own
    }

    /// The systems of what is asked for.
    fn systems(&self) -> BTreeSet<&str> {
        let project = &self.project;
        let names = project.sources.iter().map(|(_, file)| file.name.as_str());
        let folders = names
            .filter(|name| self.wants(name))
            .filter_map(|name| name.trim_start_matches("tests/").split('/').nth(1));
        let scenarios = project
            .scenarios
            .iter()
            .map(|one| (one.file, one.doc.system.value.as_str()));
        let cases = project
            .cases
            .iter()
            .map(|one| (one.file, one.doc.system.value.as_str()));
        let wanted = scenarios
            .chain(cases)
            .filter(|(file, _)| self.wants(&project.sources.get(*file).name));
        folders.chain(wanted.map(|(_, system)| system)).collect()
    }

    fn libraries_of(&self, systems: &BTreeSet<&str>) -> BTreeSet<&str> {
        let systems = systems.iter().filter_map(|id| self.project.systems.get(*id));
        let libraries = systems.flat_map(|system| &system.libraries);
        libraries.map(|(_, doc)| doc.library.value.as_str()).collect()
    }

    fn scenarios_of_cases(&self) -> BTreeSet<FileId> {
        let project = &self.project;
        let cases = project
            .cases
            .iter()
            .filter(|case| self.wants(&project.sources.get(case.file).name));
        let named: BTreeSet<&str> = cases
            .filter_map(|case| Some(case.doc.scenario.as_ref()?.value.as_str()))
            .collect();
        let scenarios = project
            .scenarios
            .iter()
            .filter(|one| named.contains(one.doc.scenario.value.as_str()));
        scenarios.map(|one| one.file).collect()
    }

    /// The files as they are told of.
    pub(crate) fn sources(&self) -> Cow<'_, Sources> {
        match self.prefix.as_str() {
            "" => Cow::Borrowed(&self.project.sources),
            prefix => Cow::Owned(self.project.sources.below(prefix)),
        }
    }

    /// The project's folder, where several projects are told of.
    fn prefix_of_names(&self) -> String {
        let root = self.project.root();
        let here = std::env::current_dir().and_then(|folder| folder.canonicalize());
        let near = here.ok().and_then(|here| root.strip_prefix(here).ok());
        let shown = near.unwrap_or(root).to_string_lossy().replace('\\', "/");
        if shown.is_empty() {
            shown
        } else {
            format!("{shown}/")
        }
    }
}

/// The projects around some paths, each once, with the paths in them; the one around the working folder if there are none.
/// Files that lie in no folder of content are read too.
pub(crate) fn asked(paths: &[PathBuf]) -> Result<Vec<Asked>, Ending> {
    if paths.is_empty() {
        let (project, paths, prefix) = (project_at(None)?, Vec::new(), String::new());
        return Ok(vec![Asked {
            project,
            paths,
            prefix,
        }]);
    }
    let mut by_root: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        let real = path.canonicalize().map_err(|error| wrong_path(path, &error))?;
        by_root.entry(root_of(&real)?).or_default().push(real);
    }
    let asked = by_root.into_iter().map(|(root, paths)| {
        let mut project = Project::load_linked(&root, outside_links());
        for path in paths.iter().filter(|path| path.is_file()) {
            project.load_file(path);
        }
        let prefix = String::new();
        Asked {
            project,
            paths,
            prefix,
        }
    });
    let mut asked: Vec<Asked> = asked.collect();
    if let Some(path) = asked.iter().find_map(Asked::without_content) {
        let why = "no content of the project lies there";
        return Err(wrong_path(path, &why));
    }
    if asked.len() > 1 {
        for one in &mut asked {
            one.prefix = one.prefix_of_names();
        }
    }
    Ok(asked)
}

pub(crate) fn wrong_path(path: &Path, error: &impl std::fmt::Display) -> Ending {
    Ending::WrongCall(format!("{}: {error}", path.display()))
}

/// The pack of a scenario document or of a pack file.
fn pack_at(path: &Path) -> Result<VerifiedPack, Ending> {
    if path.extension().is_some_and(|end| end == "cwp") {
        let bytes = read_pack(path)?;
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
    let bytes = read_bytes(path, MOST_BYTES)?;
    String::from_utf8(bytes).map_err(|_| wrong_path(path, &"it is not UTF-8 text"))
}

/// The bytes of a pack, if it is not larger than one can be.
pub(crate) fn read_pack(path: &Path) -> Result<Vec<u8>, Ending> {
    read_bytes(path, MOST_PACK_BYTES)
}

/// The bytes of a file. No more than these are read, also of a device or pipe that has no end.
fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, Ending> {
    let read = || -> std::io::Result<Vec<u8>> {
        let file = std::fs::File::open(path)?;
        let mut bytes = Vec::new();
        if file.metadata()?.len() <= most {
            file.take(most + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 <= most {
                return Ok(bytes);
            }
        }
        Err(std::io::Error::other(format!("it has more than {most} bytes")))
    };
    read().map_err(|error| wrong_path(path, &error))
}
