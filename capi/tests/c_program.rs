//! A program in C plays whole games through the library, to the same hashes as here; under valgrind without a leak.
//!
//! Without a C compiler the test says so and fails in CI (`CI` is set); without valgrind it says so.
#![cfg(unix)]

use cardwright::{Session, Workshop};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The static library beside this test.
fn library() -> PathBuf {
    let here = std::env::current_exe().expect("a test has a place");
    let deps = here.parent().expect("it lies in a folder");
    let named = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let is_library = |path: &PathBuf| {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            name.starts_with("libcardwright_c") && name.ends_with(".a")
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
fn a_c_program_plays_whole_games() {
    if !has("cc") {
        return;
    }
    let folder = std::env::temp_dir().join(format!("cardwright-capi-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
    let program = folder.join("play");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/play.c");
    let built = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-o"])
        .args([&program, &source, &library()])
        .args(["-lpthread", "-ldl", "-lm"])
        .output()
        .expect("it can be started");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let with_valgrind = has("valgrind");
    for (sample, scenario) in [
        ("good", "duel"),
        ("pitch", "kick-off"),
        ("hexes", ""),
        ("squares", ""),
    ] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../tests/samples")
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
            plays(&program, &pack, seed, with_valgrind && seed == "7");
        }
    }
    // A folder that stays behind harms nobody.
    let _ = std::fs::remove_dir_all(&folder);
}

fn plays(program: &Path, pack: &Path, seed: &str, with_valgrind: bool) {
    let content = cardwright::load(&std::fs::read(pack).expect("it was written")).expect("it is sound");
    let mut session = Session::new(&content, seed.parse().expect("a number"));
    while let Some(asked) = session.asked() {
        session
            .decide(&asked.default.expect("there is one"))
            .expect("it is legal");
    }
    let mut command = match with_valgrind {
        true => Command::new("valgrind"),
        false => Command::new(program),
    };
    if with_valgrind {
        command.args([
            "-q",
            "--error-exitcode=9",
            "--leak-check=full",
            "--show-leak-kinds=definite,indirect",
        ]);
        command
            .args(["--errors-for-leak-kinds=definite,indirect"])
            .arg(program);
    }
    let ran = command.arg(pack).arg(seed).output().expect("it can be started");
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(
        ran.status.success(),
        "{}: {:?}: {told}",
        pack.display(),
        ran.status.code()
    );
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout).trim(),
        session.hash(),
        "{}",
        pack.display()
    );
}
