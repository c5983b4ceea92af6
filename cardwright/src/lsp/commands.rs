//! The commands of lenses. The server carries them out itself, so that every editor can: run cases, play a
//! scenario, write a case.

use super::answers::{Answer, Refusal};
use super::session::Session;
use super::uris;
use crate::Session as Playing;
use cardwright_case_runner::Verdict;
use cardwright_compiler::compile_scenario;
use cardwright_compiler::document::ScenarioDoc;
use cardwright_compiler::project::Loaded;
use cardwright_core::{Content, Viewer};
use cardwright_service::{Deed, Lens};
use gen_lsp_types as lsp;
use lsp_server::ErrorCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const RUN_CASES: &str = "cardwright.runCases";
const PLAY: &str = "cardwright.play";
const WRITE_CASE: &str = "cardwright.writeCase";

/// The names of all commands.
pub(super) const ALL: [&str; 3] = [RUN_CASES, PLAY, WRITE_CASE];

/// The seed of such a game.
const SEED: u64 = 1;

/// The arguments of a command.
#[derive(Serialize, Deserialize)]
struct About {
    /// The project's folder.
    root: PathBuf,
    /// Names of files in it.
    files: Vec<String>,
}

/// A lens as a command.
pub(super) fn command(root: &Path, lens: &Lens) -> lsp::Command {
    let (name, files) = match &lens.deed {
        Deed::RunCases(cases) => (RUN_CASES, cases.clone()),
        Deed::Play(scenario) => (PLAY, vec![scenario.clone()]),
        Deed::WriteCase(scenario) => (WRITE_CASE, vec![scenario.clone()]),
    };
    let about = About {
        root: root.to_path_buf(),
        files,
    };
    lsp::Command {
        title: lens.title(),
        tooltip: None,
        command: name.to_owned(),
        arguments: serde_json::to_value(about).ok().map(|about| vec![about]),
    }
}

fn refused(why: impl Into<String>) -> Refusal {
    Refusal {
        code: ErrorCode::InvalidParams,
        why: why.into(),
    }
}

/// Carries a command out; its answer is what it tells.
pub(super) fn execute(session: &mut Session, params: &lsp::ExecuteCommandParams) -> Answer {
    let about = params.arguments.as_ref().and_then(|all| all.first());
    let about: Option<About> = about.and_then(|one| serde_json::from_value(one.clone()).ok());
    let about = about.ok_or_else(|| refused("the command has no arguments"))?;
    if !session.rooms.contains_key(&about.root) {
        return Err(refused("this project is not open"));
    }
    match params.command.as_str() {
        RUN_CASES => run_cases(session, &about),
        PLAY => play(session, &about),
        WRITE_CASE => write_case(session, &about),
        other => Err(refused(format!("there is no command `{other}`"))),
    }
}

fn run_cases(session: &mut Session, about: &About) -> Answer {
    let Some(room) = session.rooms.get(&about.root) else {
        return Ok(Value::Null);
    };
    let project = room.workspace.project();
    let name = |file| project.sources.get(file).name.as_str();
    let asked = project
        .cases
        .iter()
        .filter(|case| about.files.iter().any(|one| one == name(case.file)));
    let asked: Vec<_> = asked.collect();
    let verdicts = Verdict::of_all(project, &asked);
    let (mut passed, mut text) = (0, String::new());
    for (case, verdict) in asked.iter().zip(&verdicts) {
        if verdict.passed() {
            passed += 1;
            continue;
        }
        let reason = verdict.reasons().into_iter().next();
        let reason = reason.unwrap_or_else(|| "a document that it needs has errors".to_owned());
        let _ = write!(text, "\n{}: {reason}", name(case.file));
    }
    let told = format!("{passed} of {} cases pass{text}", asked.len());
    let is_fine = passed == asked.len() && !asked.is_empty();
    session.show_as(
        if is_fine {
            lsp::MessageType::Info
        } else {
            lsp::MessageType::Error
        },
        &told,
    );
    Ok(Value::String(told))
}

/// The scenario that a command is about.
fn scenario<'s>(session: &'s Session, about: &About) -> Result<&'s Loaded<ScenarioDoc>, Refusal> {
    let room = session
        .rooms
        .get(&about.root)
        .ok_or_else(|| refused("this project is not open"))?;
    let project = room.workspace.project();
    let is_it = |one: &&Loaded<ScenarioDoc>| about.files.first() == Some(&project.sources.get(one.file).name);
    let found = project.scenarios.iter().find(is_it);
    found.ok_or_else(|| refused("this is not a scenario, or it cannot be read"))
}

fn play(session: &mut Session, about: &About) -> Answer {
    let found = scenario(session, about)?;
    let room = session
        .rooms
        .get(&about.root)
        .ok_or_else(|| refused("this project is not open"))?;
    let Some(pack) = compile_scenario(room.workspace.project(), found).pack else {
        return Err(refused("the scenario has errors"));
    };
    let title = found.doc.title.clone();
    let mut playing = Playing::new(&Content::new(pack), SEED);
    while let Some(asked) = playing.asked() {
        // The core ends a game that goes on and on.
        let is_taken = asked.default.is_some_and(|reply| playing.decide(&reply).is_ok());
        if !is_taken {
            break;
        }
    }
    let ended = playing
        .ended(Viewer::Public)
        .map_or_else(|| "it does not end".to_owned(), |ended| ended.title);
    let told = format!("{title}: {ended}, after {} decisions", playing.decisions());
    session.show_as(lsp::MessageType::Info, &told);
    Ok(Value::String(told))
}

/// Asks the editor to make a file with a case that begins as a scenario does.
fn write_case(session: &mut Session, about: &About) -> Answer {
    let doc = scenario(session, about)?.doc.clone();
    let piece = doc
        .pieces
        .first()
        .ok_or_else(|| refused("the scenario has no pieces"))?;
    let owner = piece
        .owner
        .as_ref()
        .map_or("nobody", |owner| owner.value.as_str());
    let text = format!(
        "# What must happen\nproves: []\nscenario: {}\ngiven: |\n  # statements that set the situation up\nwhen: |\n  # \
         what is put to the test, such as: run round\ndecisions: []\ndice: []\nexpect:\n  - owner of {} is {owner}\n",
        doc.scenario.value, piece.id.value,
    );
    let folder = format!("tests/conformance/{}", doc.system.value);
    let room = session
        .rooms
        .get(&about.root)
        .ok_or_else(|| refused("this project is not open"))?;
    let project = room.workspace.project();
    let free = |name: &String| !project.folder().is_known(name) && !about.root.join(name).exists();
    let names = (1..1000).map(|number| format!("{folder}/{}-{number}.yaml", doc.scenario.value));
    let name = names
        .into_iter()
        .find(free)
        .ok_or_else(|| refused("there are too many cases of this name"))?;
    let uri = uris::uri(&about.root.join(&name));
    let start = json!({ "line": 0, "character": 0 });
    let changes = json!([
        { "kind": "create", "uri": uri },
        {
            "textDocument": { "uri": uri, "version": null },
            "edits": [{ "range": { "start": start, "end": start }, "newText": text }],
        },
    ]);
    let params = json!({ "label": "write a case", "edit": { "documentChanges": changes } });
    session.ask("workspace/applyEdit", params);
    Ok(Value::String(name))
}
