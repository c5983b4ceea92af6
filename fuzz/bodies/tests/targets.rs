//! The fuzz targets, compiled without libFuzzer: each feeds the body of its name. What libFuzzer's macro makes a program of,
//! the one here makes a function of.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read files where they like"
)]
#![allow(
    unused_attributes,
    reason = "targets are programs without `main`; here they are modules"
)]

extern crate self as libfuzzer_sys;

use cardwright_fuzzing::TARGETS;
use std::collections::BTreeSet;
use std::path::Path;

#[doc(hidden)]
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn feed($data: &[u8]) {
            $body
        }
    };
}

#[path = "../../fuzz_targets/compiled.rs"]
mod compiled;
#[path = "../../fuzz_targets/decisions.rs"]
mod decisions;
#[path = "../../fuzz_targets/document.rs"]
mod document;
#[path = "../../fuzz_targets/formatter.rs"]
mod formatter;
#[path = "../../fuzz_targets/import.rs"]
mod import;
#[path = "../../fuzz_targets/pack.rs"]
mod pack;
#[path = "../../fuzz_targets/pack_file.rs"]
mod pack_file;
#[path = "../../fuzz_targets/parser.rs"]
mod parser;
#[path = "../../fuzz_targets/project.rs"]
mod project;
#[path = "../../fuzz_targets/replay.rs"]
mod replay;
#[path = "../../fuzz_targets/reply.rs"]
mod reply;
#[path = "../../fuzz_targets/runner.rs"]
mod runner;
#[path = "../../fuzz_targets/squad.rs"]
mod squad;
#[path = "../../fuzz_targets/stored.rs"]
mod stored;

/// A function that gives an input to a target.
type Feed = fn(&[u8]);

/// All targets, as they are compiled here.
const COMPILED: [(&str, Feed); 14] = [
    ("compiled", compiled::feed),
    ("decisions", decisions::feed),
    ("document", document::feed),
    ("formatter", formatter::feed),
    ("import", import::feed),
    ("pack", pack::feed),
    ("pack_file", pack_file::feed),
    ("parser", parser::feed),
    ("project", project::feed),
    ("replay", replay::feed),
    ("reply", reply::feed),
    ("runner", runner::feed),
    ("squad", squad::feed),
    ("stored", stored::feed),
];

#[test]
fn each_target_is_a_program_and_feeds_its_body() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = std::fs::read_to_string(fuzz.join("Cargo.toml")).expect("it is there");
    let compiled: BTreeSet<&str> = COMPILED.iter().map(|(name, _)| *name).collect();
    let bodies: BTreeSet<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(compiled, bodies);
    for (name, feed) in COMPILED {
        let path = format!("fuzz_targets/{name}.rs");
        assert!(
            manifest.contains(&format!("name = \"{name}\"\npath = \"{path}\"")),
            "{name}"
        );
        let text = std::fs::read_to_string(fuzz.join(path)).expect("it is there");
        assert!(text.contains(&format!("feed(\"{name}\", data)")), "{text}");
        feed(b"");
    }
}
