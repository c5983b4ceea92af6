//! Programs in C and in Python play whole games through the library, to the same hashes as here; the one in C under
//! valgrind without a leak.
//!
//! If a tool is missing (a C compiler, valgrind, Python), the test says so; in CI (`CI` is set) it fails.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests put files where they like, and start programs"
)]
#![cfg(unix)]

use cardwright::agents::{Agent, DefaultAgent, RandomAgent};
use cardwright::{Content, Session, Workshop};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// The library beside this test with this ending.
fn library(ending: &str) -> PathBuf {
    let here = std::env::current_exe().expect("a test has a place");
    let deps = here.parent().expect("it lies in a folder");
    let named = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let is_library = |path: &PathBuf| {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            name.starts_with("libcardwright_c") && name.ends_with(ending)
        };
        entries.map(|entry| entry.path()).filter(is_library).collect()
    };
    let mut found = named(deps);
    if found.is_empty() {
        found = named(deps.parent().expect("it lies in a folder"));
    }
    let age = |path: &PathBuf| path.metadata().and_then(|about| about.modified()).ok();
    found
        .into_iter()
        .max_by_key(age)
        .expect("cargo has built the library")
}

fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("no `{program}` here");
        assert!(std::env::var_os("CI").is_none(), "CI needs `{program}`");
    }
    found
}

#[test]
fn programs_in_other_languages_play_whole_games() {
    if !has("cc") {
        return;
    }
    let folder = std::env::temp_dir().join(format!("cardwright-capi-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
    let program = folder.join("play");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/play.c");
    let built = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-o"])
        .args([&program, &source, &library(".a")])
        .args(["-lpthread", "-ldl", "-lm"])
        .output()
        .expect("it can be started");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let (with_valgrind, with_python) = (has("valgrind"), has("python3"));
    for (sample, scenario) in [
        ("good", "duel"),
        ("pitch", "kick-off"),
        ("hexes", ""),
        ("squares", ""),
    ] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/samples")
            .join(sample);
        let workshop = Workshop::open(&root);
        let known = workshop
            .scenarios()
            .find(|id| *id == scenario)
            .or(workshop.scenarios().next());
        let scenario = known.expect("a sample has a scenario");
        let pack = folder.join(format!("{sample}.cwp"));
        let bytes = workshop
            .pack(scenario, true)
            .unwrap_or_else(|why| panic!("{why}"));
        std::fs::write(&pack, bytes).expect("the temporary folder can be written");
        for seed in ["1", "7"] {
            plays(Command::new(&program), &pack, seed, true);
        }
        if with_valgrind {
            plays(under_valgrind(&program), &pack, "7", true);
        }
        if with_python {
            plays(in_python(), &pack, "7", false);
        }
    }
    // A folder that stays behind harms nobody.
    let _ = std::fs::remove_dir_all(&folder);
}

/// A command that fails if memory is used wrongly or is lost.
fn under_valgrind(program: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command
        .args(["-q", "--error-exitcode=9", "--leak-check=full"])
        .args(["--errors-for-leak-kinds=definite,indirect"])
        .arg(program);
    command
}

fn in_python() -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/play.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(library(std::env::consts::DLL_SUFFIX));
    command
}

/// The hash of a game once this agent has played all seats of it.
fn hash_of(content: &Arc<Content>, seed: &str, mut agent: impl Agent) -> String {
    let mut session = Session::new(content, seed.parse().expect("a number"));
    while let Some(decision) = session.game().decision() {
        let answer = agent.decide(session.game(), decision);
        session.answer(&answer).expect("it is legal");
    }
    session.hash()
}

/// Lets a command play a pack with a seed, first by an agent if it can: it comes to the same hashes as here.
fn plays(mut command: Command, pack: &Path, seed: &str, by_agent: bool) {
    let content = cardwright::load(&std::fs::read(pack).expect("it was written")).expect("it is sound");
    let first = by_agent.then(|| hash_of(&content, seed, RandomAgent::new(3)));
    let hashes: Vec<String> = first
        .into_iter()
        .chain([hash_of(&content, seed, DefaultAgent)])
        .collect();
    let ran = command.arg(pack).arg(seed).output().expect("it can be started");
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(
        ran.status.success(),
        "{command:?}: {:?}: {told}",
        ran.status.code()
    );
    let told = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert_eq!(told.lines().collect::<Vec<_>>(), hashes, "{command:?}");
}
