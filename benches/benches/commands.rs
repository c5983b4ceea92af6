//! Commands of the program for which a person waits: its start, reading and telling included. The program is
//! the one that `CARDWRIGHT` names, or else the release build of this repository: `cargo build --release`
//! makes it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benches read what they measure"
)]

use cardwright_benches::content::repository_root;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn main() {
    divan::main();
}

const CHECKS: [&str; 4] = [
    "check",
    "check cards/x-wing/salvage.yaml",
    "check cards/heroscape/ashfall.yaml",
    "check cards/x-wing/pilots.yaml",
];

const PLAYS: [&str; 2] = [
    "sim scenarios/x-wing/skirmish.yaml --games 1",
    "sim scenarios/heroscape/the-gorge.yaml --games 1",
];

/// The commands that take seconds.
const LONG: [&str; 2] = ["test", "mutate x-wing --count 40 --seed 1"];

fn program() -> PathBuf {
    let built = || repository_root().join("target/release/cardwright");
    std::env::var_os("CARDWRIGHT").map_or_else(built, PathBuf::from)
}

/// Runs a command; one that finds something ends with 1, and one that was called wrongly with 2.
fn run(command: &str) {
    let status = Command::new(program())
        .args(command.split(' '))
        .current_dir(repository_root())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("build the program first: `cargo build --release`");
    assert!(matches!(status.code(), Some(0 | 1)), "`{command}` ended with {status}");
}

#[divan::bench(args = CHECKS, sample_count = 10, sample_size = 1)]
fn check(command: &str) {
    run(command);
}

#[divan::bench(args = PLAYS, sample_count = 10, sample_size = 1)]
fn play(command: &str) {
    run(command);
}

#[divan::bench(args = LONG, sample_count = 3, sample_size = 1)]
fn long(command: &str) {
    run(command);
}
