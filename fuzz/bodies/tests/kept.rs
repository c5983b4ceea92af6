//! Kept inputs again, and others from fixed seeds: no input panics, hangs or exhausts memory, and enough get to the end.
//!
//! `CARDWRIGHT_FUZZ_SECONDS=300 cargo test -p cardwright-fuzzing` looks longer at what seeds give.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests and fuzzers put files where they like"
)]

use cardwright_fuzzing::{TARGETS, Target, dictionary, kept};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// The most inputs of one target, unless a time is asked for.
const INPUTS: u64 = 400;
/// How long one target goes on, unless a time is asked for.
const SECONDS: u64 = 6;
/// The longest input that is made at random.
const MOST_BYTES: u64 = 48;
/// The time after which an input hangs.
const HANG: Duration = Duration::from_secs(20);

/// Does this to all targets, each on a thread of its own.
fn each(work: impl Fn(&Target) + Sync) {
    std::thread::scope(|scope| {
        for target in &TARGETS {
            scope.spawn(|| work(target));
        }
    });
}

fn try_one(target: &Target, input: &[u8]) -> bool {
    let begun = Instant::now();
    let whole = (target.run)(input);
    let took = begun.elapsed();
    assert!(
        took < HANG,
        "{}: {} took {took:?}",
        target.name,
        kept::line(input)
    );
    whole
}

#[test]
fn what_was_kept_is_harmless() {
    each(|target| {
        let inputs = kept::inputs(target.name).unwrap_or_else(|why| panic!("{why}"));
        assert!(
            inputs.len() >= 10,
            "{} has {} kept inputs",
            target.name,
            inputs.len()
        );
        for input in &inputs {
            try_one(target, input);
        }
    });
}

/// The numbers of a small generator: the same everywhere.
struct Seeded(u64);

impl Seeded {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = self.next() % MOST_BYTES;
        (0..length).map(|_| self.next() as u8).collect()
    }
}

#[test]
fn nothing_random_does_harm() {
    let asked = std::env::var("CARDWRIGHT_FUZZ_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok());
    let (seconds, most) = asked.map_or((SECONDS, INPUTS), |seconds| (seconds, u64::MAX));
    each(|target| {
        let start = Instant::now();
        let (mut inputs, mut whole) = (0, 0);
        while inputs < most && start.elapsed() < Duration::from_secs(seconds) {
            let input = Seeded(inputs.wrapping_mul(0x9e37_79b9_7f4a_7c15)).bytes();
            whole += u64::from(try_one(target, &input));
            inputs += 1;
        }
        assert!(inputs >= 20, "{}: only {inputs} inputs", target.name);
        assert!(
            inputs / target.one_in <= whole,
            "{}: only {whole} of {inputs} got to the end",
            target.name
        );
    });
}

/// An input that changes nothing gets to the end, wherever inputs are changes to something sound.
#[test]
fn what_is_changed_is_sound() {
    for target in TARGETS
        .iter()
        .filter(|target| target.one_in > 20 && target.one_in < u64::MAX)
    {
        assert!((target.run)(&[]), "{}", target.name);
    }
}

#[test]
fn every_target_has_its_binary() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz_targets");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let stem = |file: std::fs::DirEntry| {
        let text = std::fs::read_to_string(file.path()).expect("it can be read");
        let name = file
            .path()
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        assert!(text.contains(&format!("feed(\"{name}\", data)")), "{name}");
        name
    };
    let binaries: BTreeSet<String> = files.flatten().map(stem).collect();
    assert_eq!(
        binaries,
        TARGETS.iter().map(|target| target.name.to_owned()).collect()
    );
}

#[test]
fn the_dictionary_has_every_word_of_the_language() {
    let known: BTreeSet<&str> = dictionary().iter().map(String::as_str).collect();
    let missing: Vec<&&str> = cardwright_dsl::reserved()
        .iter()
        .filter(|word| !known.contains(**word))
        .collect();
    assert_eq!(missing, [&""; 0]);
}

#[test]
fn a_line_stands_for_any_bytes() {
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let line = kept::line(&all);
    assert!(line.is_ascii() && !line.contains('\n'));
    assert_eq!(kept::input(&line), Ok(all));
    for wrong in ["\\", "\\q", "\\x4", "\\xzz"] {
        assert!(kept::input(wrong).is_err(), "{wrong}");
    }
}
