//! The colours of editors: the TextMate grammar is made from the words of the language, and colours
//! all shipped rules as the parser reads them. This writes it anew:
//! `CARDWRIGHT_UPDATE=1 cargo test -p cardwright-tests --test chain editors`
//!
//! Not here: how the grammar gets into YAML, all else of the extensions, and that the book reads the
//! grammar as editors do; see `editors/test.sh`.

mod grammar;
mod truth;

use crate::formatting::all_texts;
use crate::workshop::root;
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};

const GRAMMAR: &str = "editors/vscode/syntaxes/cardwright.tmLanguage.json";

#[test]
fn the_grammar_of_editors_is_fresh() {
    let file = root().join("tests/chain/editors/colours.txt");
    let colours = std::fs::read_to_string(file).expect("the colours are there");
    let text = grammar::grammar(&colours);
    let path = root().join(GRAMMAR);
    if std::env::var_os("CARDWRIGHT_UPDATE").is_some() {
        std::fs::write(&path, &text).expect("the grammar can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "{GRAMMAR} is stale: run CARDWRIGHT_UPDATE=1 cargo test -p cardwright-tests --test chain \
         editors"
    );
}

/// Whether node and the library that editors colour with are there; says so if not.
fn is_there() -> bool {
    let tools = root().join("editors/vscode/tools.cjs");
    let probe =
        "const { tool } = require(process.argv[1]); tool('vscode-textmate'); tool('vscode-oniguruma')";
    let started = Command::new("node")
        .args(["-e", probe])
        .arg(tools)
        .stderr(Stdio::null())
        .status();
    if started.is_ok_and(|status| status.success()) {
        return true;
    }
    let message = "node with vscode-textmate and vscode-oniguruma is missing (see .ci/tools); \
                   the colours of rules are SKIPPED";
    assert!(std::env::var_os("CI").is_none(), "{message}");
    eprintln!("{message}");
    false
}

/// The answer of `editors/vscode/tests/colours.cjs` to texts whose words are known.
fn coloured(texts: &Value) -> Value {
    let script = root().join("editors/vscode/tests/colours.cjs");
    let mut child = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node can be started");
    let mut to = child.stdin.take().expect("it was asked for");
    let sent = texts.to_string();
    let writer = std::thread::spawn(move || to.write_all(sent.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer
        .join()
        .expect("writing does not panic")
        .expect("all of it is read");
    assert!(output.status.success(), "colours.cjs fails");
    serde_json::from_slice(&output.stdout).expect("it answers in JSON")
}

#[test]
fn all_shipped_rules_are_coloured_as_the_parser_reads_them() {
    if !is_there() {
        return;
    }
    // The examples of the reference have what no game uses.
    let file = root().join("docs/language.md");
    let page = std::fs::read_to_string(file).expect("the reference is there");
    let examples = ("docs/language.md".to_owned(), crate::book::system(&page));
    let shipped = all_texts().into_iter().map(|text| (text.name, text.text));
    let texts = shipped.chain([examples]);
    let told: Vec<Value> = texts
        .map(|(name, text)| json!({ "name": name, "words": truth::words(&text), "text": text }))
        .collect();
    let answer = coloured(&json!(told));
    let keywords = answer["keywords"].as_u64().expect("it counts them");
    assert!(
        keywords > 40_000,
        "only {keywords} words of the language were looked at"
    );
    let wrong = answer["wrong"].as_array().expect("it lists them");
    let shown: Vec<String> = wrong
        .iter()
        .take(50)
        .map(|one| one.as_str().unwrap_or_default().to_owned())
        .collect();
    assert!(wrong.is_empty(), "{} places:\n{}", wrong.len(), shown.join("\n"));
}
