//! The JSON Schemas are fresh, every document follows its own, and what breaks a schema is refused by the reader too.

use crate::workshop::{Copy, check, hexes, root, sample};
use cardwright_compiler::document::schemas;
use cardwright_compiler::guide;
use jsonschema::Validator;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The folders of a project that hold documents.
const FOLDERS: [&str; 6] = [
    "systems",
    "libraries",
    "cards",
    "maps",
    "scenarios",
    "tests/conformance",
];

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|end| end == "yaml") && !path.ends_with("rulebook.yaml") {
            found.push(path);
        }
    }
}

fn documents_of(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    FOLDERS
        .iter()
        .for_each(|folder| documents(&root.join(folder), &mut found));
    found.sort();
    found
}

/// The schema of a document, told by its first key; a case need not have one.
fn schema_of(text: &str) -> &'static str {
    let is_case = text.lines().any(|line| line.starts_with("proves:"));
    let kind = cardwright_compiler::document::document_kind(text).filter(|_| !is_case);
    match kind.unwrap_or(cardwright_compiler::document::DocumentKind::Case) {
        cardwright_compiler::document::DocumentKind::System => "system.schema.json",
        cardwright_compiler::document::DocumentKind::Library => "library.schema.json",
        cardwright_compiler::document::DocumentKind::Overlay => "overlay.schema.json",
        cardwright_compiler::document::DocumentKind::CardSet => "cards.schema.json",
        cardwright_compiler::document::DocumentKind::Map => "map.schema.json",
        cardwright_compiler::document::DocumentKind::Scenario => "scenario.schema.json",
        cardwright_compiler::document::DocumentKind::Case => "case.schema.json",
        cardwright_compiler::document::DocumentKind::Phrasebook => "phrasebook.schema.json",
        cardwright_compiler::document::DocumentKind::Looks => "looks.schema.json",
    }
}

fn validator(name: &str) -> Validator {
    let all = schemas();
    let (_, text) = all
        .iter()
        .find(|(other, _)| *other == name)
        .expect("every sort of document has a schema");
    let schema: Value = serde_json::from_str(text).expect("a schema is JSON");
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    jsonschema::draft7::new(&schema).expect("a schema is a schema")
}

/// The errors of a text by its schema.
fn faults(text: &str) -> Vec<String> {
    // As editors read YAML 1.2: `yes` is a word there, and only a field of the language makes it a truth.
    let options = serde_yaml::options! { strict_booleans: true };
    let value: Value = match serde_yaml::from_str_with_options(text, options) {
        Ok(value) => value,
        Err(error) => return vec![error.to_string()],
    };
    let validator = validator(schema_of(text));
    validator
        .iter_errors(&value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn the_committed_schemas_are_fresh() {
    for (name, text) in schemas() {
        let path = root().join("schemas").join(name);
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == text,
            "{} is stale; run `cardwright schema`",
            path.display()
        );
    }
}

/// Editors of YAML put defaults into what they offer, and fall over one that is `null`.
#[test]
fn no_default_of_a_schema_is_null() {
    for (name, text) in schemas() {
        assert!(!text.contains("\"default\": null"), "{name}");
    }
}

#[test]
fn every_document_follows_its_schema() {
    let mut all = documents_of(&root());
    all.extend(documents_of(&sample()));
    all.extend(documents_of(&hexes()));
    assert!(all.len() >= 10, "only {} documents were found", all.len());
    for path in all {
        let text = std::fs::read_to_string(&path).expect("the document can be read");
        let faults = faults(&text);
        assert!(faults.is_empty(), "{}:\n{}", path.display(), faults.join("\n"));
    }
}

#[test]
fn a_schema_that_a_document_names_exists() {
    for path in documents_of(&root()) {
        let text = std::fs::read_to_string(&path).expect("the document can be read");
        let named = text
            .lines()
            .next()
            .and_then(|line| line.split_once("$schema="))
            .map(|(_, name)| name.trim());
        if let Some(named) = named {
            let target = path.parent().expect("a document lies in a folder").join(named);
            assert!(
                target.exists(),
                "{} names {named}, which is not there",
                path.display()
            );
            assert!(
                named.ends_with(schema_of(&text)),
                "{} names the schema of another sort",
                path.display()
            );
        }
    }
}

/// Slips of form: a file of the sample, what is replaced, and by what.
const SLIPS: [(&str, &str, &str); 13] = [
    (
        "cards/sample/basic.yaml",
        "    name: Billy\n",
        "    nmae: Billy\n",
    ),
    ("cards/sample/basic.yaml", "    name: Billy\n", ""),
    (
        "cards/sample/basic.yaml",
        "title: Two goats and their bells\n",
        "",
    ),
    (
        "cards/sample/basic.yaml",
        "reading: [base-width]",
        "reading: base-width",
    ),
    (
        "cards/sample/basic.yaml",
        "    note: The size is ours.\n",
        "    notes: The size is ours.\n",
    ),
    ("scenarios/sample/duel.yaml", "sets: [basic]", "sets: basic"),
    (
        "scenarios/sample/duel.yaml",
        "table: { width: 12in, length: 12in }",
        "table: { width: 12in }",
    ),
    (
        "scenarios/sample/duel.yaml",
        "tokens: { bruise: 1 }",
        "tokens: { bruise: many }",
    ),
    (
        "scenarios/sample/duel.yaml",
        "at: { x: 3in, y: 3in }",
        "at: { x: 3in, z: 3in }",
    ),
    (
        "scenarios/sample/duel.yaml",
        "{ brass-bell: 2 }",
        "{ brass-bell: -2 }",
    ),
    ("systems/sample/system.yaml", "main: game\n", ""),
    (
        "systems/sample/system.yaml",
        "files: [words.cw, play.cw]",
        "files: { words: play }",
    ),
    (
        "tests/conformance/sample/tricks.yaml",
        "decisions: [Nap]",
        "decision: [Nap]",
    ),
];

#[test]
fn what_breaks_a_schema_is_one_error_of_the_reader_too() {
    for (file, find, put) in SLIPS {
        let copy = Copy::of(&sample()).with(file, find, put);
        assert!(
            !faults(&copy.text(file)).is_empty(),
            "{file}: the schema lets `{put}` for `{find}` pass"
        );
        let found = check(&copy.project());
        let codes: Vec<_> = found
            .iter()
            .map(|diagnostic| (diagnostic.code.id, &diagnostic.message))
            .collect();
        assert!(
            matches!(codes.as_slice(), [(code, _)] if code.starts_with("cw000")),
            "{file}: `{put}` for `{find}`: {codes:?}"
        );
    }
}

/// The schemas of one system of the repository, by the names of their files.
fn of_system(system: &str) -> Vec<(String, String)> {
    let project = crate::workshop::project();
    let compiled = cardwright_compiler::compile_system(project, &project.systems[system]);
    let guide = guide::guide(project, &project.systems[system], &compiled).expect("the system compiles");
    guide::schemas(&guide)
}

fn systems() -> impl Iterator<Item = &'static str> {
    crate::workshop::project().systems.keys().map(String::as_str)
}

#[test]
fn the_committed_schemas_of_each_system_are_fresh() {
    for (name, text) in systems().flat_map(of_system) {
        let path = root().join("schemas").join(&name);
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == text, "{name} is stale; run `cardwright schema`");
    }
}

/// A schema of a system, ready to judge.
fn judge(all: &[(String, String)], name: &str) -> Validator {
    let (_, text) = all
        .iter()
        .find(|(other, _)| other.ends_with(name))
        .expect("each system has it");
    let schema: Value = serde_json::from_str(text).expect("a schema is JSON");
    jsonschema::draft7::new(&schema).expect("a schema is a schema")
}

/// The errors of a document by the schema of a system, as an editor reads it.
fn faults_of(validator: &Validator, text: &str) -> Vec<String> {
    let options = serde_yaml::options! { strict_booleans: true };
    let value: Value = serde_yaml::from_str_with_options(text, options).expect("the document is YAML");
    let errors = validator.iter_errors(&value);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn every_document_follows_the_schema_of_its_system() {
    for system in systems() {
        let all = of_system(system);
        let sorts = ["cards", "scenario", "case", "system"].map(|sort| format!("{sort}.schema.json"));
        let judges = sorts.map(|name| (judge(&all, &format!("/{name}")), name));
        let mut count = 0;
        for path in documents_of(&root()) {
            let text = std::fs::read_to_string(&path).expect("the document can be read");
            let name = schema_of(&text);
            let of_this = path.components().any(|part| part.as_os_str() == system);
            let judge = judges.iter().find(|(_, other)| other == name).filter(|_| of_this);
            let Some((judge, _)) = judge else { continue };
            let faults = faults_of(judge, &text);
            assert!(faults.is_empty(), "{}:\n{}", path.display(), faults.join("\n"));
            count += 1;
        }
        assert!(count > 20, "{system}: only {count} documents");
    }
}

#[test]
fn a_document_that_a_check_refuses_breaks_the_schema_of_its_system() {
    let slips = [
        ("upgrades", "cost: 1,", "cosst: 1,"),
        ("upgrades", "slot: elite", "slot: elit"),
        ("upgrades", "slot: elite, ", ""),
        ("upgrades", "kind: upgrade", "kind: upgrad"),
        ("upgrades", "cost: 1,", "cost: 1in,"),
        ("upgrades", "least-range: 1,", "least-rage: 1,"),
        ("upgrades", "needs-lock: yes,", "needs-lock: maybe,"),
        ("upgrades", "  weapon:\n", "  weapn:\n"),
        ("upgrades", "system: x-wing", "system: y-wing"),
        ("epic", "base-width: 3.15in", "base-width: 3.15"),
    ];
    let all = of_system("x-wing");
    let judge = judge(&all, "/cards.schema.json");
    for (file, find, put) in slips {
        let file = format!("cards/x-wing/{file}.yaml");
        let text = std::fs::read_to_string(root().join(&file)).expect("the set is there");
        assert!(text.contains(find), "{file}: `{find}`");
        let text = text.replacen(find, put, 1);
        assert!(!faults_of(&judge, &text).is_empty(), "`{put}` for `{find}`");
        let mut project = crate::workshop::project().clone();
        project.update(&file, Some(text));
        let compiled = cardwright_compiler::compile_system(&project, &project.systems["x-wing"]);
        let wrong = project.diagnostics.len() + compiled.diagnostics.len();
        assert!(wrong > 0, "`{put}` for `{find}` is nothing wrong");
    }
}
