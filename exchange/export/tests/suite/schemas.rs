//! The schemas say what is written, and refuse what is not.

use crate::kit::{documents, shipped, small};
use cardwright_export::model::document::{self, Document};
use cardwright_export::schema::{Draft, schema};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The share of vectors that are looked at, since there are thousands: one in so many.
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

/// The paths of the typed parts of a document: of every object but those that have names of content as keys.
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

/// A way to damage a document.
#[derive(Clone, Copy, Debug)]
enum Damage {
    /// A field is missing.
    Missing,
    /// A field has another type than any field can have.
    OtherType,
    /// There is a field that nobody knows.
    Unknown,
}

/// How many damaged documents are looked at.
const DAMAGED: usize = 3000;

/// Numbers that look like chance and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count.max(1) as u64) as usize
    }
}

#[test]
fn the_schemas_refuse_damaged_documents() {
    let documents = documents(small());
    let validators = validators(Draft::Draft2020);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut looked_at = 0;
    for _ in 0..DAMAGED {
        let (path, schema, value) = &documents[dice.below(documents.len())];
        let mut paths = Vec::new();
        objects(value, String::new(), &mut paths);
        let place = &paths[dice.below(paths.len())];
        let damage = [Damage::Missing, Damage::OtherType, Damage::Unknown][dice.below(3)];
        let mut damaged = value.clone();
        let object = damaged.pointer_mut(place).and_then(Value::as_object_mut);
        let object = object.expect("it is an object");
        let keys: Vec<String> = object.keys().cloned().collect();
        let may_miss = |key: &str| OPTIONAL.contains(&key) || place.ends_with("/changed");
        let key = match keys.get(dice.below(keys.len())) {
            Some(key) if !(matches!(damage, Damage::Missing) && may_miss(key)) => key,
            _ => continue,
        };
        match damage {
            Damage::Missing => {
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
        assert!(
            !validator.is_valid(&damaged),
            "{path} at {place}: {damage:?} of {key} is not noticed"
        );
        looked_at += 1;
    }
    assert!(looked_at > DAMAGED / 2, "only {looked_at}");
}

#[test]
fn a_document_of_another_version_is_refused() {
    let validators = validators(Draft::Draft07);
    for (path, schema, mut value) in documents(small()) {
        value["document"]["version"] = json!(2);
        assert!(!validators[schema.as_str()].is_valid(&value), "{path}");
    }
}
