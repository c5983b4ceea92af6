//! The export of the sample system, as it stands on the disk: whoever changes what is exported sees what changes.

use crate::kit::{small, text};

#[test]
fn the_sample_is_exported_so() {
    for file in ["system", "windows", "cards/basic", "scenarios/duel"] {
        let name = file.replace('/', "-");
        insta::assert_snapshot!(name, text(small(), &format!("json/sample/{file}.json")));
    }
}

#[test]
fn a_rule_of_the_sample_is_exported_so() {
    let rules = text(small(), "jsonl/sample/rules.jsonl");
    let bell = rules
        .lines()
        .find(|line| line.contains("Ring the bell"))
        .expect("the bell has a rule");
    let bell: serde_json::Value = serde_json::from_str(bell).expect("JSON");
    insta::assert_snapshot!("rule", format!("{bell:#}"));
}

#[test]
fn the_files_of_an_export_are_these() {
    let paths: Vec<&str> = small().files().keys().map(String::as_str).collect();
    insta::assert_snapshot!("files", paths.join("\n"));
}
