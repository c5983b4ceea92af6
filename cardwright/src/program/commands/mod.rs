//! The verbs of the program, and what they share: finding the project and the document that is meant.

mod asked;
mod balance;
mod breakage;
pub(crate) mod build;
mod card_set;
mod changed;
pub(crate) mod check;
pub(crate) mod comment;
pub(crate) mod completions;
pub(crate) mod conform;
pub(crate) mod coverage;
mod covered;
mod covered_text;
pub(crate) mod diff;
pub(crate) mod disasm;
mod excuses;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fetch;
mod file_set;
mod fix;
pub(crate) mod fmt;
mod forms;
mod found;
pub(crate) mod import;
mod intact;
#[cfg(feature = "lsp")]
pub(crate) mod lsp;
mod mutants;
pub(crate) mod mutate;
pub(crate) mod new;
mod overlays;
pub(crate) mod pack;
mod pairs;
#[cfg(feature = "pdf")]
pub(crate) mod print;
mod proof;
mod regress;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod sim;
mod sound;
mod spot;
mod squads;
mod starter;
#[cfg(feature = "browser")]
pub(crate) mod studio;
mod surroundings;
mod survivors;
pub(crate) mod test;
mod touched;
mod vary;
pub(crate) mod verify;
#[cfg(feature = "browser")]
pub(crate) mod view;
mod watch;
mod weakening;

use crate::program::{Ending, output};
pub(crate) use asked::{Asked, Purpose, asked};
use cardwright_bytecode::container;
use cardwright_bytecode::verify::VerifiedPack;
use cardwright_compiler::document::AsOf;
use cardwright_compiler::looks::{Looks, looks_in};
use cardwright_compiler::project::{Links, Question};
use cardwright_compiler::{Compiled, Diagnostic, Project, compile_scenario};
use cardwright_files::Place;
pub(crate) use excuses::lines as excused_lines;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The most bytes of a file that a game wrote: a replay of as many decisions as a game can have has half of it.
pub(crate) const MOST_BYTES: u64 = 16 << 20;
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

/// The day for which cards are asked: what the call says.
static AS_OF: OnceLock<AsOf> = OnceLock::new();

/// Sets for the whole run the day for which cards are asked.
pub(crate) fn ask_as_of(as_of: AsOf) {
    // Nobody has asked before: the program begins with this.
    let _ = AS_OF.set(as_of);
}

/// The day for which cards are asked.
pub(crate) fn as_of() -> AsOf {
    AS_OF.get().copied().unwrap_or_default()
}

/// All of a project, with the cards of the day that is asked for.
pub(crate) fn whole_project(root: &Path) -> Project {
    read(|| Project::load_linked(root, outside_links()).on(as_of()))
}

/// The part of a project that answers a question, with the cards of the day that is asked for.
pub(crate) fn part_of_project(root: &Path, question: Question<'_>) -> Project {
    read(|| Project::load_for(root, outside_links(), question).on(as_of()))
}

/// The project around a path, or around the working folder, with the packages that it needs.
fn project_at(path: Option<&Path>) -> Result<Project, Ending> {
    with_packages(whole_project(&root_around(path)?))
}

/// A project with all that its settings need: without its packages, whatever is told of it is wrong.
pub(crate) fn with_packages(project: Project) -> Result<Project, Ending> {
    if project.hides_needs() {
        output::diagnostics(&project.sources, &project.diagnostics, output::Format::Text);
        return Err(Ending::Errors);
    }
    match missing_packages(&project) {
        None => Ok(project),
        Some(ending) => Err(ending),
    }
}

/// Why packages of a project cannot be had, and the advice.
fn missing_packages(project: &Project) -> Option<Ending> {
    let told = project.mount_errors().iter().map(|one| match &one.help {
        Some(help) => format!("{}; {help}", one.message),
        None => one.message.clone(),
    });
    let told: Vec<String> = told.collect();
    let told = told.join("\n  ");
    (!told.is_empty()).then(|| Ending::WrongCall(format!("this project cannot be used yet: {told}")))
}

/// A project that is read, with a note of how much and how long that took.
fn read(load: impl FnOnce() -> Project) -> Project {
    let begun = Instant::now();
    let project = load();
    let (files, bytes) = project.sources.iter().fold((0, 0), |(files, bytes), (_, file)| {
        (files + 1, bytes + file.text.len())
    });
    let (root, seconds) = (project.root().display(), begun.elapsed().as_secs_f64());
    output::detail(&format!(
        "read {files} files, {bytes} bytes, of {root} in {seconds:.2} s"
    ));
    project
}

/// A system with its cases, libraries, sets, maps and scenarios, from the project around a path or the working folder.
fn project_of_system(path: Option<&Path>, system: &str) -> Result<Project, Ending> {
    let root = root_around(path)?;
    let folder = [root.join("systems").join(system)];
    let part = part_of_project(&root, Question::Dependents(&folder));
    if part.systems.contains_key(system) {
        return Ok(part);
    }
    let whole = with_packages(whole_project(&root))?;
    if whole.systems.contains_key(system) {
        return Ok(whole);
    }
    Err(Ending::WrongCall(format!("there is no system `{system}`")))
}

/// The folder of the project around a path, or around the working folder.
pub(crate) fn root_around(path: Option<&Path>) -> Result<PathBuf, Ending> {
    let start = match path {
        Some(path) => path.canonicalize().map_err(|error| wrong_path(path, &error))?,
        None => std::env::current_dir().map_err(|error| Ending::WrongCall(error.to_string()))?,
    };
    root_of(&start)
}

fn root_of(start: &Path) -> Result<PathBuf, Ending> {
    Project::find_root(start).ok_or_else(|| {
        Ending::WrongCall(format!(
            "there is no project here: neither {} nor a folder above it has `systems/`",
            start.display()
        ))
    })
}

pub(crate) fn wrong_path(path: &Path, error: &impl std::fmt::Display) -> Ending {
    Ending::WrongCall(format!("{}: {error}", path.display()))
}

/// The pack of a scenario document or of a pack file.
fn pack_at(path: &Path) -> Result<VerifiedPack, Ending> {
    game_at(path).map(|(pack, _)| pack)
}

/// The pack of a scenario document or of a pack file, with the looks of its game. A pack file says nothing of that, so its game looks plain.
fn game_at(path: &Path) -> Result<Playable, Ending> {
    if path.extension().is_some_and(|end| end == "cwp") {
        let bytes = read_pack(path)?;
        let pack = container::load(&bytes).map_err(|error| {
            output::complain(&format!("error: {}: {error}", path.display()));
            Ending::Errors
        })?;
        return Ok((pack, Looks::default()));
    }
    let file = path.canonicalize().map_err(|error| wrong_path(path, &error))?;
    let root = root_of(&file)?;
    let part = with_packages(part_of_project(&root, Question::Game(&file)))?;
    if let Ok(game) = pack_of(part, &file, path) {
        return Ok(game);
    }
    // Why it cannot be played is told with knowledge of the whole project.
    let whole = whole_project(&root);
    pack_of(whole, &file, path).map_err(|(told, ending)| {
        told.iter().for_each(|told| told.tell());
        ending
    })
}

/// A pack, and how its game looks.
type Playable = (VerifiedPack, Looks);

/// Why something cannot be played.
struct Refused {
    asked: Asked,
    found: Vec<Diagnostic>,
}

impl Refused {
    fn tell(&self) {
        output::diagnostics(&self.asked.sources(), &self.found, output::Format::Text);
    }
}

/// The pack of a scenario and its looks, if neither it nor what it needs has an error.
fn pack_of(
    mut project: Project,
    file: &Path,
    path: &Path,
) -> Result<Playable, (Option<Box<Refused>>, Ending)> {
    let Some(id) = project.load_file(file) else {
        let why = format!("{} cannot be read", path.display());
        return Err((None, Ending::WrongCall(why)));
    };
    let scenario = project.scenarios.iter().find(|scenario| scenario.file == id);
    let is_scenario = scenario.is_some();
    let Compiled {
        pack, diagnostics, ..
    } = scenario.map_or_else(Compiled::default, |scenario| compile_scenario(&project, scenario));
    let looks = match (&pack, scenario) {
        (Some(pack), Some(scenario)) => looks_in(&project, &scenario.doc, pack),
        _ => Looks::default(),
    };
    let all = project.diagnostics.iter().cloned().chain(diagnostics).collect();
    let asked = Asked::of(project, vec![file.to_path_buf()]);
    let found = asked.told(all);
    match pack {
        Some(pack) if found.is_empty() => Ok((pack, looks)),
        _ if found.is_empty() && !is_scenario => {
            let why = format!("{} is not a scenario", path.display());
            Err((None, Ending::WrongCall(why)))
        }
        _ => Err((Some(Box::new(Refused { asked, found })), Ending::Errors)),
    }
}

/// The text of a file that a game wrote, if it is not larger than one can be.
pub(crate) fn read_text(path: &Path) -> Result<String, Ending> {
    cardwright_files::text(path, &Place::Named, MOST_BYTES).map_err(|error| wrong_path(path, &error))
}

/// The bytes of a pack, if it is not larger than one can be.
pub(crate) fn read_pack(path: &Path) -> Result<Vec<u8>, Ending> {
    read_bytes(path, MOST_PACK_BYTES)
}

/// The bytes of a file that the caller names. A device or pipe that has no end, or says nothing, is an error in time.
fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, Ending> {
    cardwright_files::bytes(path, &Place::Named, most).map_err(|error| wrong_path(path, &error))
}
