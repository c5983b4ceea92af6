//! The one reader reads what the YAML crate reads without it, and stops where that stops, with the same words.

use super::from_str;
use crate::document::{CardSetDoc, CaseDoc, DocumentKind, MapDoc, ScenarioDoc, SystemDoc, document_kind};
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::path::Path;

fn told<T: Debug>(read: Result<T, serde_yaml::Error>) -> String {
    match read {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("{error} {:?}", error.location()),
    }
}

fn both<T: DeserializeOwned + Debug>(text: &str) -> bool {
    let (one, other) = (from_str::<T>(text), serde_yaml::from_str::<T>(text));
    let stops = one.is_err();
    assert_eq!(told(one), told(other), "{text}");
    stops
}

/// The same by both ways; whether both stop.
fn same(text: &str) -> bool {
    match document_kind(text) {
        Some(DocumentKind::System) => both::<SystemDoc>(text),
        Some(DocumentKind::CardSet) => both::<CardSetDoc>(text),
        Some(DocumentKind::Map) => both::<MapDoc>(text),
        Some(DocumentKind::Scenario) => both::<ScenarioDoc>(text),
        _ => both::<CaseDoc>(text),
    }
}

fn documents(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("it is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|end| end == "yaml") {
            let text = std::fs::read_to_string(&path).expect("it is text");
            found.extend(document_kind(&text).map(|_| text));
        }
    }
}

/// What can be wrong with a line.
fn damaged(line: &str) -> Vec<String> {
    let (key, value) = line.split_once(": ").unwrap_or((line, ""));
    vec![
        String::new(),
        format!("{line}\n{line}"),
        format!(" {line}"),
        format!("{key}: [1, {{ a: b }}]"),
        format!("{key}: {{ nothing-known: 1 }}"),
        format!("{key}: 99999999999999999999"),
        format!("{key}: ~"),
        format!("{key}: *nowhere"),
        format!("{key}: \"{value}"),
        format!("{key}x: {value}"),
        format!("{line}: {value}"),
    ]
}

#[test]
fn whatever_is_wrong_with_a_document_is_told_as_the_yaml_crate_tells_it() {
    let mut all = Vec::new();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/samples");
    for sample in ["good", "hexes"] {
        documents(&samples.join(sample), &mut all);
    }
    let mut stopped = 0;
    for text in &all {
        assert!(!same(text), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        for at in 0..lines.len() {
            for line in damaged(lines[at]) {
                let mut lines = lines.clone();
                lines[at] = &line;
                stopped += usize::from(same(&lines.join("\n")));
            }
        }
    }
    assert!(stopped > 500, "{stopped} of the damaged documents are refused");
}
