//! The starter of a game: a first card with a rule, a scenario that has it, and a case that fails without the rule.
//!
//! A package holds it as content, in `starters/SYSTEM/`. Its documents are plain ones, in which `new-set` stands for the id of
//! the set that somebody begins, and `New Set` for its title.
//!
//! Not here: the first card of a game that has no starter, see `card_set`.

use super::new::{refuse, title};
use super::sound::sound_or;
use super::surroundings::modeline;
use crate::program::Ending;
use cardwright_compiler::Project;
use cardwright_compiler::packages::{STARTERS, split};

/// The id of the set in the documents of a starter.
const STAND_IN: &str = "new-set";
/// The documents of a starter.
const NAMES: [&str; 3] = ["cards", "scenario", "case"];

/// A set, a scenario and a case that belong together, by their names in the project and their texts.
pub(super) type Documents = Vec<(String, String)>;

/// The documents that the starter of a system makes for a set of this id; nothing if the system has no starter.
pub(super) fn documents(project: &Project, id: &str, system: &str) -> Result<Option<Documents>, Ending> {
    let Some(home) = home(project, system) else {
        return Ok(None);
    };
    let path = |name: &str| format!("{home}{name}.yaml");
    let texts = NAMES.map(|name| project.text_of(&path(name)));
    if texts.iter().all(Option::is_none) {
        return Ok(None);
    }
    let mut documents = Documents::new();
    for (name, text) in NAMES.into_iter().zip(texts) {
        let Some(text) = text else {
            return refuse(format!(
                "{} cannot be read: a starter has the documents `cards.yaml`, `scenario.yaml` and `case.yaml`",
                path(name)
            ));
        };
        let text = text.replace(STAND_IN, id).replace(&title(STAND_IN), &title(id));
        let name = place(name, id, system);
        documents.push((name.clone(), modeline(&name, &text)));
    }
    sound_or(project.clone(), &documents, || {
        format!(
            "nothing is written: the starter in `{home}` has errors as a set called `{id}`; choose another name, or tell the authors of the package"
        )
    })?;
    Ok(Some(documents))
}

/// The folder of the starter of a system, beside the folder of content in which the system lies.
fn home(project: &Project, system: &str) -> Option<String> {
    let file = project.systems.get(system)?.file;
    let package = match split(&project.sources.get(file).name) {
        Some((package, _)) => format!("needs/{package}/"),
        None => String::new(),
    };
    Some(format!("{package}{STARTERS}/{system}/"))
}

/// The name that a document of a starter gets in a new project.
fn place(name: &str, id: &str, system: &str) -> String {
    match name {
        "cards" => format!("cards/{system}/{id}.yaml"),
        "scenario" => format!("scenarios/{system}/{id}-trial.yaml"),
        _ => format!("tests/conformance/{system}/{id}-trial.yaml"),
    }
}
