//! The parser and the formatter.

use crate::script::Script;
use cardwright_dsl::{Fault, format_items, parse_block, parse_expr, parse_items};

/// The language files that use every construct.
const SAMPLES: [&str; 4] = [
    include_str!("../../../dsl/tests/samples/declarations.cw"),
    include_str!("../../../dsl/tests/samples/rules.cw"),
    include_str!("../../../dsl/tests/samples/statements.cw"),
    include_str!("../../../dsl/tests/samples/expressions.cw"),
];

/// The parser reads any text and points into it, and the formatter lays out what is sound. Whether it is a sound file.
pub(crate) fn parser(data: &[u8]) -> bool {
    let source = String::from_utf8_lossy(data);
    let (_, faults) = parse_items(&source);
    let (_, of_block) = parse_block(&source);
    let of_expr = parse_expr(&source).err();
    for Fault { span, .. } in faults.iter().chain(&of_block).chain(&of_expr) {
        assert!(
            source.get(span.start..span.end).is_some(),
            "{span:?} in {source:?}"
        );
    }
    laid_out(&source)
}

/// Some items of a sample with changed words. Whether they are still sound.
pub(crate) fn formatter(data: &[u8]) -> bool {
    let mut script = Script::new(data);
    let [base, other] = [(); 2].map(|()| SAMPLES[script.below(SAMPLES.len())]);
    let from = script.below(base.len());
    laid_out(&script.changed_text(some_of(base, from), other))
}

/// A law: the formatter lays out exactly what the parser accepts, and its result is stable. Returns whether
/// the text was accepted.
fn laid_out(source: &str) -> bool {
    let sound = parse_items(source).1.is_empty();
    match format_items(source) {
        Ok(once) => {
            assert!(sound, "laid out in spite of faults: {source:?}");
            assert_eq!(format_items(&once).as_ref(), Ok(&once), "not stable: {source:?}");
        }
        Err(faults) => assert!(!sound, "{faults:?} in {source:?}"),
    }
    sound
}

/// The items of a sample from a place on, so that inputs stay small.
fn some_of(sample: &str, from: usize) -> &str {
    const ITEMS: usize = 6;
    let starts: Vec<usize> = sample.match_indices("\n\n").map(|(at, _)| at + 2).collect();
    let first = starts.partition_point(|&start| start < from);
    let start = starts.get(first).copied().unwrap_or(0);
    let end = starts.get(first + ITEMS).copied().unwrap_or(sample.len());
    &sample[start.min(end)..end]
}
