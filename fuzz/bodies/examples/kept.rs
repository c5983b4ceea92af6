//! Exchanges kept inputs with a fuzzer: `cargo run -p cardwright-fuzzing --example kept -- FOLDER`.
//!
//! If `FOLDER/TARGET` holds files (what libFuzzer found, minimised), they become the kept inputs of that
//! target. Otherwise the kept inputs are written there as files, with which libFuzzer begins.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests and fuzzers put files where they like"
)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example may print")]

use cardwright_fuzzing::{TARGETS, kept};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("which folder? `cargo run -p cardwright-fuzzing --example kept -- FOLDER`");
        return ExitCode::from(2);
    };
    for target in &TARGETS {
        match exchange(target.name, &folder.join(target.name)) {
            Ok(done) => println!("{}: {done}", target.name),
            Err(why) => {
                eprintln!("{}: {why}", target.name);
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

fn exchange(target: &str, folder: &Path) -> Result<String, String> {
    let told = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| format!("{path}: {error}")
    };
    fs::create_dir_all(folder).map_err(told(folder))?;
    let mut found = BTreeSet::new();
    for file in fs::read_dir(folder).map_err(told(folder))? {
        let path = file.map_err(told(folder))?.path();
        found.insert(fs::read(&path).map_err(told(&path))?);
    }
    if found.is_empty() {
        let inputs = kept::inputs(target)?;
        for (at, input) in inputs.iter().enumerate() {
            let path = folder.join(format!("{at:04}"));
            fs::write(&path, input).map_err(told(&path))?;
        }
        return Ok(format!("{} inputs written", inputs.len()));
    }
    let mut lines: Vec<String> = found.iter().map(|input| kept::line(input)).collect();
    lines.sort_by_key(|line| (line.len(), line.clone()));
    let file = kept::file(target);
    fs::write(&file, lines.join("\n") + "\n").map_err(told(&file))?;
    Ok(format!("{} inputs kept", lines.len()))
}
