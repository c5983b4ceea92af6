//! The bodies of the fuzz targets on damaged content, from fixed seeds: no input panics, hangs or exhausts memory.
//! Each loop ends after its number of inputs or its time, whichever comes first, and says how many inputs went through.
//!
//! `CARDWRIGHT_FUZZ_SECONDS=300 cargo test -p cardwright-conformance fuzzing` looks longer.

use crate::workshop::{root, sample};
use cardwright_bytecode::container::encode;
use cardwright_conformance::hostile::{self, Seeded, mutated_bytes, mutated_text};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Recorder, Status};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long one loop goes on by default.
const SECONDS: u64 = 5;
/// The most inputs of one loop, unless a time is asked for.
const INPUTS: u64 = 600;
/// One input that takes longer hangs.
const HANG: Duration = Duration::from_secs(20);

/// Feeds a target with damaged seeds; the share of inputs that must get to the end is one in `at_least`.
fn feed(
    target: fn(&[u8]) -> bool,
    seeds: &[Vec<u8>],
    damage: fn(&[u8], &mut Seeded) -> Vec<u8>,
    one_in: u64,
) {
    let asked = std::env::var("CARDWRIGHT_FUZZ_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok());
    let (seconds, most) = asked.map_or((SECONDS, INPUTS), |seconds| (seconds, u64::MAX));
    let start = Instant::now();
    assert!(!seeds.is_empty());
    for seed in seeds {
        assert!(
            target(seed),
            "a seed is not sound: {}",
            String::from_utf8_lossy(seed)
        );
    }
    let (mut inputs, mut through) = (0, 0);
    while inputs < most && start.elapsed() < Duration::from_secs(seconds) {
        let mut seeded = Seeded::new(inputs);
        let seed = &seeds[seeded.below(seeds.len())];
        let begun = Instant::now();
        through += u64::from(target(&damage(seed, &mut seeded)));
        assert!(
            begun.elapsed() < HANG,
            "input {inputs} took {:?}",
            begun.elapsed()
        );
        inputs += 1;
    }
    assert!(inputs >= 20, "only {inputs} inputs");
    assert!(
        inputs / one_in <= through,
        "only {through} of {inputs} inputs got to the end"
    );
}

fn words(seed: &[u8], seeded: &mut Seeded) -> Vec<u8> {
    mutated_text(&String::from_utf8_lossy(seed), seeded)
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The language files that use every construct.
fn language() -> Vec<Vec<u8>> {
    let names = ["declarations", "rules", "statements", "expressions"];
    let file = |name: &str| read(&root().join(format!("dsl/tests/samples/{name}.cw")));
    names.map(file).into()
}

/// A replay of the small game.
fn replay() -> Vec<u8> {
    let mut recorder = Recorder::new(hostile::duel(), 3);
    let mut agent = RandomAgent::new(3);
    while !matches!(recorder.advance(), Status::Over(_)) {
        let decision = recorder.game().decision().cloned().expect("somebody is asked");
        let answer = agent.decide(recorder.game(), &decision);
        recorder.decide(&answer).expect("agents answer what is legal");
    }
    serde_json::to_vec(&recorder.replay()).expect("a replay can be written")
}

#[test]
fn no_text_stops_the_parser() {
    feed(hostile::parser, &language(), words, 100);
    feed(hostile::parser, &language(), mutated_bytes, 100);
}

#[test]
fn whatever_is_accepted_is_laid_out_the_same_twice() {
    feed(hostile::formatter, &language(), words, 100);
}

#[test]
fn no_document_stops_the_compiler() {
    let text = |name: &str| String::from_utf8(read(&sample().join(name))).expect("it is text");
    let renamed = |name: &str, old: &str, new: &str| text(name).replacen(old, new, 1).into_bytes();
    let seeds = [
        renamed("scenarios/sample/duel.yaml", "scenario: duel", "scenario: other"),
        renamed("tests/conformance/sample/tricks.yaml", "case: ", "case: other-"),
    ];
    feed(hostile::document, &seeds, words, 100);
    feed(hostile::document, &seeds, mutated_bytes, 200);
}

#[test]
fn whatever_compiles_can_be_played() {
    let seed = read(&sample().join("systems/sample/play.cw"));
    feed(hostile::compiled, &[seed], words, 200);
}

#[test]
fn no_bytes_stop_the_verifier_or_the_game() {
    feed(
        hostile::pack,
        &[encode(hostile::duel().pack(), true)],
        mutated_bytes,
        u64::MAX,
    );
}

#[test]
fn no_replay_stops_the_game() {
    feed(hostile::replay_file, &[replay()], mutated_bytes, 100);
}

/// What fuzzing found.
#[test]
fn what_was_found_does_not_come_back() {
    // The first key stood behind a blank that counts more than one byte, or for blank.
    for document in ["\t\0\u{b}\u{fffd}", " sett: page", "# sett\n sett: page", ""] {
        let _ = hostile::document(document.as_bytes());
    }
    // A comment at the end of a text, without a line's end, kept its blanks.
    for text in ["#\u{13}\t\t", "word a { b } # c  "] {
        let _ = hostile::formatter(text.as_bytes());
    }
}
