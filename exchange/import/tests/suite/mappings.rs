//! The mappings of this project, each on the sample of its data that lies beside it.

use super::{problems, root};
use cardwright_compiler::Project;
use cardwright_import::documents;
use cardwright_import::lists::Lists;
use cardwright_import::squads::Form;
use cardwright_import::{Import, Mapping, Refused};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All mappings of cards.
fn mappings() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root().join("imports")).expect("there are mappings");
    let files = folders
        .flatten()
        .flat_map(|folder| std::fs::read_dir(folder.path()).expect("a folder"));
    let files = files.flatten().map(|file| file.path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|end| end == "yaml") && !is_form(path))
        .collect();
    files.sort();
    files
}

/// Whether a file is a form: of squads, or of lists.
fn is_form(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).expect("it can be read");
    Form::is_form(&text) || Lists::is_form(&text)
}

#[test]
fn every_mapping_makes_a_set_of_its_sample_that_the_compiler_takes() {
    let project = Project::load(&root());
    let mappings = mappings();
    assert!(!mappings.is_empty());
    for path in mappings {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let mapping = Mapping::read("mapping.yaml", text).unwrap_or_else(|why| panic!("{why:?}"));
        let sample = path.with_file_name("sample");
        let read = |(name, file): (&str, &str)| {
            let bytes = std::fs::read(sample.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            (name.to_owned(), bytes)
        };
        let sources: BTreeMap<String, Vec<u8>> = mapping.files().map(read).collect();
        let file = format!(
            "cards/{}/{}.yaml",
            mapping.doc.system.value, mapping.doc.set.value
        );
        let import = Import {
            mapping: &mapping,
            project: &project,
            sources: &sources,
            file: &file,
        };
        let outcome = import.run().unwrap_or_else(|why| panic!("{why:?}"));
        assert_eq!(problems(&outcome), [""; 0]);
        assert_eq!(
            outcome.unmapped,
            [],
            "a mapping of this project says what it leaves out"
        );
        assert!(outcome.cards > 0 && outcome.todo > 0 && !outcome.skipped.is_empty());
        let text = outcome.text.expect("a set");
        assert_eq!(Some(text.as_str()), import.run().expect("again").text.as_deref());
        insta::assert_snapshot!(mapping.doc.import.value.clone(), text);
    }
}

#[test]
fn the_committed_schemas_are_fresh() {
    for (name, text) in documents::schemas() {
        let path = root().join("schemas").join(name);
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == text,
            "{} is stale; run `cardwright schema`",
            path.display()
        );
    }
}

#[test]
fn the_schema_takes_every_mapping() {
    let schemas = documents::schemas();
    let (_, schema) = schemas
        .iter()
        .find(|(name, _)| *name == "import.schema.json")
        .expect("a schema");
    let schema = serde_json::from_str(schema).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    for path in mappings() {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let mapping: serde_json::Value = serde_yaml::from_str(&text).expect("it is YAML");
        let wrong: Vec<String> = validator
            .iter_errors(&mapping)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(wrong, [""; 0]);
        let broken = text.replacen("each:", "eech:", 1);
        let broken: serde_json::Value = serde_yaml::from_str(&broken).expect("it is YAML");
        assert!(!validator.is_valid(&broken));
    }
}

/// The errors for which a form with these members is refused.
fn refused(members: &str) -> Vec<String> {
    let text = format!(
        "lists: herd\nsystem: sample\ntitle: goats\nfiles:\n  herd.json:\n    kind: goat\n    members: {members}\n"
    );
    match Lists::read("form.yaml", text) {
        Ok(_) => Vec::new(),
        Err(Refused::Mapping(found)) => found.1.into_iter().map(|one| one.message).collect(),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_member_of_a_list_is_made_of_one_thing() {
    let accepted = [
        "{ a: name }",
        "{ a: [{ value: 1, when: { id: x } }, { all: [name, text] }] }",
    ];
    for members in accepted {
        assert_eq!(refused(members), [""; 0], "{members}");
    }
    for (members, told) in [
        ("{ a: { field: name, value: 1 } }", "`a` has more than one source"),
        (
            "{ a: { flags: { quick: Q }, all: [name] } }",
            "`a` has more than one source",
        ),
        (
            "{ a: { all: [{ field: name, value: 1 }] } }",
            "`a` has more than one source",
        ),
        ("{ a: { join: \"+\" } }", "`a` has no source"),
        ("{ a: { value: [1, { b: 1 }] } }", "`a` has a map as its `value`"),
        ("{ a: { value: { b: 1 } } }", "`a` has a map as its `value`"),
    ] {
        let found = refused(members);
        assert!(
            found.len() == 1 && found[0].starts_with(told),
            "{members}: {found:?}"
        );
    }
}
