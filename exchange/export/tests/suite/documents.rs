//! Engines read systems, rules, maps and scenarios by the types made for them, and find in them what the canonical JSON says.

use crate::engines::CSHARP;
use crate::kit::{files, json, pascal, shipped};
use crate::programs::{Csharp, Godot, told_by_rust};
use serde_json::{Map, Value};
use std::fmt::Write;
use std::fs;

/// How many values of documents are compared at least.
const ENOUGH: usize = 100_000;

/// The documents of a format, and the type of each: not tables and cards.
fn documents(format: &str, ending: &str) -> Vec<(&'static str, &'static str)> {
    let documents = files(format, ending).into_iter().filter_map(|path| {
        let ty = type_of(path.strip_suffix(ending)?)?;
        Some((path, ty))
    });
    let documents: Vec<_> = documents.collect();
    for ty in ["CoreCalls", "Map", "Rules", "Scenario", "System"] {
        assert!(
            documents.iter().any(|(_, one)| *one == ty),
            "{format} has no {ty}"
        );
    }
    documents
}

/// The type of a document by its path.
pub(crate) fn type_of(path: &str) -> Option<&'static str> {
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        ["core-calls"] => Some("CoreCalls"),
        [_, "system"] => Some("System"),
        [_, "rules"] => Some("Rules"),
        [_, "maps", _] => Some("Map"),
        [_, "scenarios", _] => Some("Scenario"),
        _ => None,
    }
}

/// Compares what a Rust program tells with the canonical JSON, where a choice has a `node` and a value stands by itself; gives
/// how many values were compared.
fn same(told: &Value, canonical: &Value, place: &str) -> usize {
    match (told, canonical) {
        (Value::Array(told), Value::Array(canonical)) => {
            assert_eq!(told.len(), canonical.len(), "{place}");
            let pairs = told.iter().zip(canonical).zip(0..);
            pairs
                .map(|((told, canonical), at)| same(told, canonical, &format!("{place}/{at}")))
                .sum()
        }
        (told, Value::Object(canonical)) if canonical.contains_key("node") => {
            let name = pascal(canonical["node"].as_str().expect("a node is a text"));
            let mut rest = canonical.clone();
            rest.remove("node");
            match told {
                Value::String(told) => {
                    assert_eq!((told, rest.len()), (&name, 0), "{place}");
                    1
                }
                told => same(&told[&name], &Value::Object(rest), &format!("{place}/{name}")),
            }
        }
        (Value::Object(fields), _) if is_value(fields, canonical) => {
            same(fields.values().next().expect("there is one"), canonical, place)
        }
        (Value::Object(told), Value::Object(canonical)) => {
            let there = told.values().filter(|value| !value.is_null()).count();
            assert!(there <= canonical.len(), "{place} has more than {canonical:?}");
            let fields = canonical.iter().map(|(key, value)| {
                let place = format!("{place}/{key}");
                let told = told.get(key).or_else(|| told.get(&format!("{key}_")));
                same(
                    told.unwrap_or_else(|| panic!("{place} is not there")),
                    value,
                    &place,
                )
            });
            fields.sum()
        }
        (Value::String(told), Value::String(canonical)) => {
            assert!(
                told == canonical || *told == pascal(canonical),
                "{place}: {told} is not {canonical}"
            );
            1
        }
        (Value::String(told), Value::Null) => {
            assert_eq!(told, "Null", "{place}");
            1
        }
        (told, canonical) => {
            assert_eq!(told, canonical, "{place}");
            1
        }
    }
}

/// Whether this is a value that says its form: `{"Number": 3}`.
fn is_value(told: &Map<String, Value>, canonical: &Value) -> bool {
    const FORMS: [&str; 7] = [
        "YesNo",
        "Number",
        "Text",
        "List",
        "Pose",
        "PlanePose",
        "SpacesPose",
    ];
    told.len() == 1
        && told
            .keys()
            .all(|key| FORMS.contains(&key.as_str()) && canonical.get(key).is_none())
}

const RUST: &str = r#"#![deny(warnings)]
#![allow(dead_code)]
#[path = "../documents.rs"]
mod documents;
const DAMAGES: [(&str, &str); 5] = [
    ("document:", "dokument:"),
    ("version:1", "version:\"one\""),
    ("Gives(", "Gives2("),
    ("parameters:", "more:1,parameters:"),
    (",at:\"", ",spot:\""),
];
fn tell<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq>(path: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    let value: T = ron::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let again: T = ron::from_str(&ron::to_string(&value).unwrap()).unwrap();
    assert!(again == value, "{path} does not come back as it was");
    for (whole, broken) in DAMAGES {
        let damaged = text.replacen(whole, broken, 1);
        assert!(damaged == text || ron::from_str::<T>(&damaged).is_err(), "{path}: {broken} is not noticed");
    }
    println!("{path} {}", serde_json::to_string(&value).unwrap());
}
"#;

#[test]
fn a_rust_program_reads_all_documents_and_finds_what_the_json_says() {
    let mut program = String::from(RUST);
    program.push_str("fn main() {\n");
    for (path, ty) in documents("ron", ".ron") {
        let _ = writeln!(program, "    tell::<documents::{ty}>({path:?});");
    }
    program.push_str("}\n");
    let all = told_by_rust(&program);
    assert_eq!(all.len(), documents("ron", ".ron").len());
    let mut compared = 0;
    for (path, mut told) in all {
        let fields = told.as_object_mut().expect("an object");
        assert_eq!(fields.remove("format"), Some("cardwright/ron".into()), "{path}");
        fields.remove("version");
        let canonical = json(shipped(), &format!("json/{}", path.replace(".ron", ".json")));
        compared += same(&told, &canonical, &path);
    }
    assert!(compared > ENOUGH, "only {compared} values");
}

/// Follows the places of the tree: tells of each define that is one expression what that is.
const CSHARP_WALK: &str = r#"
using System;
using System.IO;
using System.Runtime.Serialization.Json;
using Cardwright.Documents;
public static class Walk {
  public static void Main(string[] arguments) {
    var serializer = new DataContractJsonSerializer(typeof(Rules));
    Rules rules;
    using (var input = File.OpenRead(arguments[0])) rules = (Rules)serializer.ReadObject(input);
    var tree = rules.tree;
    foreach (var define in rules.declarations.defines) {
      var function = tree.function[define.function];
      if (function.body.node != Body.Node.Gives) continue;
      var expression = tree.expression[tree.bodyGives[function.body.place].value];
      string inner = "";
      if (expression.is_.node == Question.Node.Operation) {
        var operation = tree.questionOperation[expression.is_.place];
        inner = " " + operation.operation + " " + tree.expression[operation.left].at + " " + tree.expression[operation.right].at;
      }
      Console.WriteLine(define.id + " " + expression.type + " " + expression.at + inner);
    }
  }
}
"#;

#[test]
fn a_csharp_program_follows_the_places_of_the_tree() {
    let Some(program) = Csharp::compiled(CSHARP_WALK, &["Documents.cs"]) else {
        return;
    };
    let mut operations = 0;
    for (path, ty) in documents("unity", ".json") {
        if ty != "Rules" {
            continue;
        }
        let told = program.told(&[path]);
        let canonical = json(shipped(), &format!("json/{path}"));
        let wanted = defines_of(&canonical);
        operations += wanted.iter().filter(|line| line.split(' ').count() > 3).count();
        assert_eq!(told.lines().collect::<Vec<_>>(), wanted, "{path}");
    }
    assert!(operations > 50, "only {operations} operations");
}

fn defines_of(rules: &Value) -> Vec<String> {
    let defines = rules["declarations"]["defines"]
        .as_array()
        .expect("a list")
        .iter();
    let gives = defines.filter(|define| define["function"]["body"]["node"] == "gives");
    let line = |define: &Value| {
        let value = &define["function"]["body"]["value"];
        let text = |value: &Value| value.as_str().expect("a text").replace('"', "");
        let mut line = [&define["id"], &value["type"], &value["at"]].map(text).join(" ");
        let is = &value["is"];
        if is["node"] == "operation" {
            let parts = [&is["operation"], &is["left"]["at"], &is["right"]["at"]].map(text);
            line = format!("{line} {}", parts.join(" "));
        }
        line
    };
    gives.map(line).collect()
}

/// Replacements that damage a document for another program.
const DAMAGES: [(&str, &str); 6] = [
    ("\"declarations\"", "\"deklarations\""),
    ("\"parameters\":1", "\"parameters\":\"one\""),
    ("\"node\":\"gives\"", "\"node\":\"gifts\""),
    ("\"locals\":[", "\"more\":1,\"locals\":["),
    ("\"version\": 1", "\"version\": 99"),
    ("\"policy\":\"", "\"policy\":\"no-"),
];

const GDSCRIPT: &str = r#"
extends SceneTree

func told(value):
	if value is Array:
		var members = []
		for member in value:
			members.append(told(member))
		return members
	if value is Dictionary:
		var map = {}
		for key in value:
			map[key] = told(value[key])
		return map
	if not (value is Object):
		return value
	var all = {}
	for property in value.get_property_list():
		if property.usage & PROPERTY_USAGE_SCRIPT_VARIABLE:
			all[property.name] = told(value.get(property.name))
	return all

func _init():
	var documents = load("res://documents.gd").new()
	var paths = File.new()
	paths.open("res://paths.txt", File.READ)
	var out = File.new()
	out.open("res://told.jsonl", File.WRITE)
	while not paths.eof_reached():
		var path = paths.get_line()
		if path != "":
			var value = documents.read("res://" + path)
			out.store_line(path + " " + ("wrong: " + documents.wrong if value == null else to_json(told(value))))
	out.close()
	quit()
"#;

/// A document as Godot tells it, or the canonical one: without what is nothing, and with names that are no words of a language.
fn plain(value: &Value) -> Value {
    match value {
        Value::Array(members) => members.iter().map(plain).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, field)| !field.is_null());
            let fields = fields.map(|(key, field)| (key.trim_end_matches('_').to_owned(), plain(field)));
            Value::Object(fields.collect())
        }
        value => value.clone(),
    }
}

#[test]
fn godot_3_reads_all_documents_and_finds_what_the_json_says() {
    let Some(project) = Godot::project(GDSCRIPT) else {
        return;
    };
    let paths: Vec<&str> = documents("godot", ".json")
        .iter()
        .map(|(path, _)| *path)
        .collect();
    for (path, told) in project.told(&paths) {
        let told: Value = serde_json::from_str(&told).unwrap_or_else(|_| panic!("{path}: {told}"));
        let canonical = json(shipped(), &format!("json/{path}"));
        assert!(plain(&told) == plain(&canonical), "{path} is not as it was");
    }
}

#[test]
fn the_documents_for_godot_are_the_canonical_ones() {
    for (path, _) in documents("godot", ".json") {
        let bytes = |format: &str| &shipped().files()[&format!("{format}/{path}")];
        assert!(bytes("godot") == bytes("json"), "{path}");
    }
}

#[test]
fn godot_3_refuses_damaged_documents() {
    let Some(project) = Godot::project(GDSCRIPT) else {
        return;
    };
    let folder = project.folder();
    let rules = documents("godot", ".json")
        .into_iter()
        .find(|(_, ty)| *ty == "Rules");
    let (path, _) = rules.expect("there are rules");
    let text = fs::read_to_string(folder.join(path)).expect("it is there");
    let mut paths = vec![path.to_owned()];
    for (number, (whole, broken)) in DAMAGES.iter().enumerate() {
        let damaged = text.replacen(whole, broken, 1);
        assert_ne!(damaged, text, "{whole} is not there");
        paths.push(format!("damaged-{number}.json"));
        fs::write(folder.join(&paths[number + 1]), damaged).expect("it can be written");
    }
    fs::write(folder.join("cut.json"), &text[..text.len() / 2]).expect("it can be written");
    paths.push("cut.json".to_owned());
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let told = project.told(&paths);
    assert!(told[0].1.starts_with('{'), "what is whole is read");
    for (path, told) in &told[1..] {
        assert!(
            told.starts_with("wrong: res://"),
            "{path}: {}",
            &told[..told.len().min(80)]
        );
    }
}

#[test]
fn damaged_documents_for_unity_are_refused() {
    let Some(program) = Csharp::compiled(CSHARP, &["Documents.cs"]) else {
        return;
    };
    let folder = program.folder();
    let (path, ty) = documents("unity", ".json")
        .into_iter()
        .find(|(_, ty)| *ty == "Rules")
        .expect("rules");
    let text = fs::read_to_string(folder.join(path)).expect("it is there");
    let damages = [
        ("\"declarations\"", "\"deklarations\""),
        ("\"parameters\":1", "\"parameters\":\"one\""),
        ("\"tree\"", "\"trees\""),
    ];
    for (whole, broken) in damages {
        let damaged = text.replacen(whole, broken, 1);
        assert_ne!(damaged, text, "{whole} is not there");
        fs::write(folder.join("damaged.json"), damaged).expect("it can be written");
        let class = format!("Cardwright.Documents.{ty}");
        let ran = program.run(&[&class, "damaged.json"]);
        assert!(!ran.status.success(), "{broken} is not noticed");
    }
}
