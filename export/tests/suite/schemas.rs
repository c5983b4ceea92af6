//! The schemas say what is written, and refuse what is not.

use crate::kit::{documents, shipped, small};
use cardwright_export::model::document::{self, Document};
use cardwright_export::schema::{Draft, schema};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Of vectors, of which there are thousands, one in so many is looked at.
const ONE_IN: usize = 12;

fn validators(draft: Draft) -> BTreeMap<&'static str, Validator> {
    let all = document::ALL.iter();
    all.map(|document| {
        let schema = schema(document, draft);
        let validator = jsonschema::validator_for(&schema).expect("it is a schema");
        (document.schema, validator)
    })
    .collect()
}

fn all_are_valid(documents: &[(String, String, Value)], draft: Draft) {
    let validators = validators(draft);
    for (path, schema, value) in documents {
        let validator = validators.get(schema.as_str());
        let validator = validator.unwrap_or_else(|| panic!("{path} says no format"));
        if let Err(error) = validator.validate(value) {
            panic!("{path}, at {}: {error}", error.instance_path());
        }
    }
}

#[test]
fn the_schemas_accept_everything_that_is_exported() {
    let documents = documents(shipped());
    let (vectors, others): (Vec<_>, Vec<_>) = documents.into_iter().partition(|one| one.1 == "vector");
    assert!(others.len() > 1500, "only {} documents", others.len());
    assert!(vectors.len() > 1500, "only {} vectors", vectors.len());
    let some: Vec<_> = vectors.into_iter().step_by(ONE_IN).collect();
    for draft in Draft::ALL {
        all_are_valid(&others, draft);
        all_are_valid(&some, draft);
    }
}

#[test]
fn every_export_holds_the_schemas_of_its_documents() {
    let folder = small();
    for (path, schema, _) in documents(folder) {
        let format = match path.split_once('/') {
            Some((format, _)) => format!("{format}/"),
            None => "json/".to_owned(),
        };
        for draft in Draft::ALL {
            let file = format!("{format}schemas/{}/{schema}.schema.json", draft.folder());
            assert!(folder.files().contains_key(&file), "{path} needs {file}");
        }
    }
}

#[test]
fn every_kind_of_document_has_an_id_and_a_version() {
    for Document { id, version, .. } in document::ALL {
        assert!(id.starts_with("cardwright/") && *version > 0, "{id}");
    }
}

/// Where the typed parts of a document are: paths to every object but those that have names of content as keys.
fn objects(value: &Value, path: String, found: &mut Vec<String>) {
    /// Maps from names of content to values.
    const MAPS: [&str; 6] = ["facts", "cells", "fields", "tokens", "states", "content"];
    match value {
        Value::Object(fields) => {
            found.push(path.clone());
            for (key, field) in fields {
                if !(MAPS.contains(&key.as_str()) && field.is_object()) {
                    let key = key.replace('~', "~0").replace('/', "~1");
                    objects(field, format!("{path}/{key}"), found);
                }
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                objects(item, format!("{path}/{at}"), found);
            }
        }
        _ => {}
    }
}

/// Fields that may be missing.
const OPTIONAL: [&str; 17] = [
    "context",
    "gives",
    "ended",
    "replaced",
    "otherwise",
    "order",
    "until",
    "winners",
    "plain",
    "most",
    "test",
    "when",
    "condition",
    "times",
    "trail",
    "corner",
    "effects",
];

/// What damages a document.
#[derive(Clone, Copy, Debug)]
enum Damage {
    /// A field is missing.
    Missing,
    /// A field has another type than any field can have.
    OtherType,
    /// There is a field that nobody knows.
    Unknown,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_schemas_refuse_damaged_documents(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        field in any::<prop::sample::Index>(),
        damage in prop::sample::select(vec![Damage::Missing, Damage::OtherType, Damage::Unknown]),
    ) {
        static DOCUMENTS: std::sync::OnceLock<Vec<(String, String, Value)>> = std::sync::OnceLock::new();
        static VALIDATORS: std::sync::OnceLock<BTreeMap<&'static str, Validator>> = std::sync::OnceLock::new();
        let documents = DOCUMENTS.get_or_init(|| documents(small()));
        let validators = VALIDATORS.get_or_init(|| validators(Draft::Draft2020));
        let (path, schema, value) = which.get(documents);
        let mut paths = Vec::new();
        objects(value, String::new(), &mut paths);
        let place = place.get(&paths);
        let mut damaged = value.clone();
        let object = damaged.pointer_mut(place).and_then(Value::as_object_mut).expect("it is an object");
        let keys: Vec<String> = object.keys().cloned().collect();
        prop_assume!(!keys.is_empty());
        let key = field.get(&keys);
        match damage {
            Damage::Missing => {
                prop_assume!(!OPTIONAL.contains(&key.as_str()) && !place.ends_with("/changed"));
                object.remove(key);
            }
            Damage::OtherType => {
                // No field is a list of lists of objects.
                object.insert(key.clone(), json!([[{ "nobody": "knows" }]]));
            }
            Damage::Unknown => {
                object.insert("nobody-knows".to_owned(), Value::Null);
            }
        }
        let validator = &validators[schema.as_str()];
        prop_assert!(!validator.is_valid(&damaged), "{path} at {place}: {damage:?} of {key} is not noticed");
    }
}

#[test]
fn a_document_of_another_version_is_refused() {
    let validators = validators(Draft::Draft07);
    for (path, schema, mut value) in documents(small()) {
        value["document"]["version"] = json!(2);
        assert!(!validators[schema.as_str()].is_valid(&value), "{path}");
    }
}
