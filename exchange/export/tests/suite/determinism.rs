//! Determinism: the same content gives the same bytes; ids are unique, and every name in the tree is the id
//! of something.

use crate::kit::{exported, json, sample, shipped, small};
use cardwright_export::FORMATS;
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn the_same_content_gives_the_same_bytes() {
    assert!(exported(&sample("good"), "all", &[]).files() == small().files());
}

#[test]
fn formats_say_the_same_alone_and_together() {
    for format in FORMATS.iter().map(|format| format.id()) {
        let alone = exported(&sample("good"), format, &[]);
        for (path, bytes) in alone.files() {
            if path != "manifest.json" {
                assert_eq!(
                    small().files().get(&format!("{format}/{path}")),
                    Some(bytes),
                    "{path}"
                );
            }
        }
    }
}

const LISTS: [&str; 11] = [
    "defines",
    "values",
    "permissions",
    "offers",
    "procedures",
    "windows",
    "effects",
    "movements",
    "active",
    "outcomes",
    "rules",
];

#[test]
fn ids_of_declarations_are_unique_in_each_system() {
    for (path, _) in shipped()
        .files()
        .iter()
        .filter(|(path, _)| path.ends_with("/rules.json"))
    {
        let rules = json(shipped(), path);
        for list in LISTS {
            let mut seen = BTreeSet::new();
            for one in rules["declarations"][list].as_array().expect("a list") {
                let id = one["id"].as_str().or(one["kind"].as_str()).expect("an id");
                assert!(
                    !id.is_empty() && seen.insert(id.to_owned()),
                    "{path}: {list}: {id}"
                );
            }
        }
    }
}

/// The fields that name something, and the lists in which it is.
const REFERENCES: [(&str, &str); 9] = [
    ("define", "defines"),
    ("permission", "permissions"),
    ("offer", "offers"),
    ("procedure", "procedures"),
    ("window", "windows"),
    ("effect", "effects"),
    ("first", "rules"),
    ("per", "procedures"),
    ("context", "procedures"),
];

fn each_reference(value: &Value, look: &mut dyn FnMut(&str, &str)) {
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                if let Some(id) = field.as_str() {
                    look(key, id);
                }
                each_reference(field, look);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| each_reference(item, look)),
        _ => {}
    }
}

#[test]
fn every_name_in_the_tree_is_the_id_of_a_declaration() {
    let mut count = 0;
    for (path, _) in shipped()
        .files()
        .iter()
        .filter(|(path, _)| path.ends_with("/rules.json"))
    {
        let rules = json(shipped(), path);
        let declarations = &rules["declarations"];
        each_reference(declarations, &mut |key, id| {
            let Some((_, list)) = REFERENCES.iter().find(|one| one.0 == key) else {
                return;
            };
            let all = declarations[*list].as_array().expect("a list");
            assert!(
                all.iter().any(|one| one["id"] == id),
                "{path}: there is no {key} `{id}`"
            );
            count += 1;
        });
    }
    assert!(count > 5_000, "only {count} names were looked at");
}

#[test]
fn a_scenario_alone_has_what_it_needs() {
    let folder = exported(&sample("hexes"), "json", &["morning"]);
    let paths: Vec<&str> = folder.files().keys().map(String::as_str).collect();
    assert!(
        paths.iter().any(|path| path.starts_with("crag/scenarios/")),
        "{paths:?}"
    );
    assert!(
        paths.iter().any(|path| path.starts_with("crag/cards/")),
        "{paths:?}"
    );
}
