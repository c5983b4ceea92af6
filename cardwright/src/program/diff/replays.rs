//! Kept games, tried on the later version: one that goes otherwise there is a game that somebody loses.

use super::Version;
use super::levels::{Change, REPLAY_PARTS};
use crate::program::Ending;
use crate::program::commands::{read_text, wrong_path};
use cardwright_compiler::{Project, compile_scenario};
use cardwright_core::{Content, Drift, Replay};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Tries replays; how many there were, and those that part.
pub(super) fn tried(before: &Version, after: &Version, files: &[PathBuf]) -> Result<Vec<Change>, Ending> {
    let mut changes = Vec::new();
    for file in files {
        let replay: Replay =
            serde_json::from_str(&read_text(file)?).map_err(|error| wrong_path(file, &error))?;
        changes.extend(one(before, after, file, &replay)?);
    }
    Ok(changes)
}

fn one(before: &Version, after: &Version, file: &Path, replay: &Replay) -> Result<Option<Change>, Ending> {
    let Some(name) = scenario_of(&before.project, replay) else {
        let why = format!("no scenario of {} gives this game", before.name);
        return Err(wrong_path(file, &why));
    };
    let (system, scenario) = name.split_once('/').unwrap_or((&name, ""));
    let parted = match content(&after.project, &name) {
        Some(content) => replay.run_on(&content).err().map(told),
        None => Some("its scenario cannot be played any more".to_owned()),
    };
    Ok(parted.map(|why| {
        let file_name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        let about = format!("{scenario} {}", file_name.unwrap_or_default());
        let path = file.display().to_string();
        Change::new(REPLAY_PARTS, system, about)
            .saying(why)
            .in_file(Some(&path))
    }))
}

fn told(drift: Drift) -> String {
    match drift {
        Drift::OtherContent => "it fits the content alone that it was played with".to_owned(),
        drift => drift.to_string(),
    }
}

/// The scenario that comes to the game of a replay: by its trace, or by the hash of its content.
fn scenario_of(project: &Project, replay: &Replay) -> Option<String> {
    let scenarios = project.scenarios.iter();
    let mut names = scenarios.map(|one| format!("{}/{}", one.doc.system.value, one.doc.scenario.value));
    match &replay.trace {
        Some(trace) => names.find(|name| name == trace.scenario()),
        None => {
            names.find(|name| content(project, name).is_some_and(|content| content.hash() == replay.content))
        }
    }
    .filter(|name| content(project, name).is_some_and(|content| replay.run_on(&content).is_ok()))
}

fn content(project: &Project, name: &str) -> Option<Arc<Content>> {
    let is_it = |system: &str, scenario: &str| name.split_once('/') == Some((system, scenario));
    let mut scenarios = project.scenarios.iter();
    let scenario = scenarios.find(|one| is_it(&one.doc.system.value, &one.doc.scenario.value))?;
    compile_scenario(project, scenario).pack.map(Content::new)
}
