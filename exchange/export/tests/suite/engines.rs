//! Engines read what is written for them: typed classes in their languages, and the files that fill them.

use crate::documents::type_of;
use crate::kit::{files, json, pascal, shipped, write};
use crate::programs::{Csharp, Godot, told_by_rust};
use crate::tools::{fine, is_there, run};
use serde_json::Value;
use std::fmt::Write;
use std::fs;

/// The systems of the shipped content.
fn systems() -> Vec<&'static str> {
    let files = shipped().files().keys();
    let systems = files.filter_map(|path| path.strip_prefix("json/")?.strip_suffix("/system.json"));
    systems.collect()
}

/// Checks that a typed object has the facts of a card of the canonical JSON; returns how many facts were
/// compared.
fn same(card: &Value, object: &Value, member: fn(&str) -> String, word: fn(&str) -> String) -> usize {
    let name = &card["id"];
    assert_eq!(
        (&object["id"], &object["name"], &object["text"]),
        (name, &card["name"], &card["text"])
    );
    let mut count = 0;
    for (fact, value) in card["facts"].as_object().expect("facts") {
        let key = member(fact);
        let known = object
            .get(&key)
            .or_else(|| object.get(format!("{key}_")))
            .unwrap_or_else(|| panic!("{name} has no {key}: {object}"));
        let alike = |known: &Value, value: &Value| match (known, value) {
            (Value::String(known), Value::String(value)) => known == value || *known == word(value),
            (Value::String(known), Value::Null) => known.is_empty(),
            (known, value) => known == value,
        };
        let is_same = match (known, value) {
            (Value::Array(known), Value::Array(values)) => {
                known.len() == values.len()
                    && known.iter().zip(values).all(|(known, value)| alike(known, value))
            }
            (known, value) => alike(known, value),
        };
        assert!(is_same, "{name}, {fact}: {known} is not {value}");
        count += 1;
    }
    count
}

/// Compares all cards of a typed set with those of the canonical one.
fn same_set(path: &str, set: &Value, member: fn(&str) -> String, word: fn(&str) -> String) -> usize {
    let canonical = json(shipped(), &format!("json/{path}.json"));
    let lists = set
        .as_object()
        .expect("an object")
        .values()
        .filter_map(Value::as_array);
    let objects: Vec<&Value> = lists.flatten().collect();
    let cards = canonical["cards"].as_array().expect("a list");
    assert_eq!(objects.len(), cards.len(), "{path}");
    let facts = cards.iter().map(|card| {
        let object = objects.iter().find(|object| object["id"] == card["id"]);
        same(
            card,
            object.unwrap_or_else(|| panic!("{card} is not in {path}")),
            member,
            word,
        )
    });
    facts.sum()
}

const ENOUGH_FACTS: usize = 5_000;

/// A program in Rust that reads all tables and sets by their types, and tells them as JSON, each on a line.
fn rust_program() -> String {
    let mut text = String::from(
        "#![deny(warnings)]\n#![allow(dead_code)]\n\
         fn tell<T: serde::Serialize + serde::de::DeserializeOwned>(path: &str) {\n\
         let text = std::fs::read_to_string(path).unwrap();\n\
         let value: T = ron::from_str(&text).unwrap_or_else(|error| panic!(\"{path}: {error}\"));\n\
         assert!(ron::from_str::<T>(&text.replacen(\"title:\", \"titel:\", 1)).is_err(), \"damage is not noticed\");\n\
         println!(\"{path} {}\", serde_json::to_string(&value).unwrap());\n}\n",
    );
    let mut main = String::new();
    for system in systems() {
        let module = system.replace('-', "_");
        let _ = writeln!(text, "#[path = \"../{system}/types.rs\"]\nmod {module};");
        let _ = writeln!(main, "tell::<{module}::Tables>(\"{system}/tables.ron\");");
        for path in files("ron", ".ron")
            .iter()
            .filter(|path| path.starts_with(&format!("{system}/cards/")))
        {
            let _ = writeln!(main, "tell::<{module}::Set>(\"{path}\");");
        }
    }
    text + "fn main() {\n" + &main + "}\n"
}

#[test]
fn a_rust_program_reads_all_ron_by_its_types() {
    let told = told_by_rust(&rust_program()).into_iter();
    let sets = told.filter(|(path, _)| path.contains("/cards/"));
    let facts: usize = sets
        .map(|(path, set)| {
            let path = path.strip_suffix(".ron").expect("it is RON");
            same_set(path, &set, |id| id.replace('-', "_"), pascal)
        })
        .sum();
    assert!(facts > ENOUGH_FACTS, "only {facts} facts");
}

pub(crate) const CSHARP: &str = r#"
using System;
using System.IO;
using System.Runtime.Serialization.Json;
public static class Check {
  // How many levels of classes lie in a class. Unity gives up after ten, and never ends with one that can lie within itself.
  static int Depth(Type type, int above) {
    if (above > 10) throw new Exception("Unity does not read " + type);
    if (type.IsArray) return Depth(type.GetElementType(), above);
    int depth = 0;
    if (type.Namespace.StartsWith("Cardwright"))
      foreach (var field in type.GetFields())
        if (!field.IsLiteral && !field.IsStatic) depth = Math.Max(depth, 1 + Depth(field.FieldType, above + 1));
    return depth;
  }
  public static void Main(string[] arguments) {
    for (int at = 0; at < arguments.Length; at += 2) {
      Type type = Type.GetType(arguments[at], true);
      Depth(type, 0);
      var serializer = new DataContractJsonSerializer(type);
      object value;
      using (var input = File.OpenRead(arguments[at + 1])) value = serializer.ReadObject(input);
      using (var output = File.Create(arguments[at + 1] + ".again")) serializer.WriteObject(output, value);
    }
  }
}
"#;

#[test]
fn csharp_classes_are_filled_from_all_json_for_unity_and_give_it_back() {
    let Some(program) = Csharp::compiled(CSHARP, &files("unity", ".cs")) else {
        return;
    };
    let documents = files("unity", ".json");
    let mut arguments = Vec::new();
    for path in &documents {
        let system = path.split('/').next().expect("a system");
        let class = match type_of(path.strip_suffix(".json").expect("it is JSON")) {
            Some(class) => format!("Cardwright.Documents.{class}"),
            None if path.contains("/cards/") => format!("Cardwright.{}.Set", pascal(system)),
            None => format!("Cardwright.{}.Tables", pascal(system)),
        };
        arguments.extend([class, (*path).to_owned()]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    program.told(&arguments);
    let mut facts = 0;
    for path in documents {
        let value = json(shipped(), &format!("unity/{path}"));
        assert!(value.is_object(), "{path}: the root is no object");
        let again = fs::read(program.folder().join(format!("{path}.again"))).expect("it was written");
        let again: Value = serde_json::from_slice(&again).expect("JSON");
        assert!(again == value, "{path} does not come back as it was");
        if let Some(path) = path.strip_suffix(".json").filter(|path| path.contains("/cards/")) {
            facts += same_set(path, &value, camel, str::to_owned);
        }
    }
    assert!(facts > ENOUGH_FACTS, "only {facts} facts");
}

fn camel(id: &str) -> String {
    let name = pascal(id);
    name[..1].to_lowercase() + &name[1..]
}

#[test]
fn a_damaged_file_for_unity_is_refused() {
    let system = systems()[0];
    let name = pascal(system);
    let Some(program) = Csharp::compiled(CSHARP, &[&format!("{system}/{name}.cs")]) else {
        return;
    };
    let path = format!("{system}/tables.json");
    let file = program.folder().join(&path);
    let text = fs::read_to_string(&file).expect("it is there");
    fs::write(&file, text.replacen("\"version\"", "\"versoin\"", 1)).expect("it can be written");
    let class = format!("Cardwright.{name}.Tables");
    assert!(!program.run(&[&class, &path]).status.success());
}

const GDSCRIPT: &str = r#"
extends SceneTree

func told(resource):
	var all = {}
	for property in resource.get_property_list():
		if property.usage & PROPERTY_USAGE_SCRIPT_VARIABLE:
			var value = resource.get(property.name)
			if value is Array and value.size() > 0 and value[0] is Resource:
				var members = []
				for member in value:
					members.append(told(member))
				value = members
			all[property.name] = value
	return all

func _init():
	var paths = File.new()
	paths.open("res://paths.txt", File.READ)
	var out = File.new()
	out.open("res://told.jsonl", File.WRITE)
	while not paths.eof_reached():
		var path = paths.get_line()
		if path != "":
			out.store_line(path + " " + to_json(told(load("res://" + path))))
	out.close()
	quit()
"#;

#[test]
fn godot_3_loads_all_resources_in_format_2() {
    let Some(project) = Godot::project(GDSCRIPT) else {
        return;
    };
    let paths = Godot::export().files().keys();
    let roots = paths.filter(|path| {
        let depth = path.matches('/').count();
        path.ends_with(".tres") && (depth == 1 || depth == 2 && path.contains("/cards/"))
    });
    let roots: Vec<&str> = roots.map(String::as_str).collect();
    let mut facts = 0;
    for (path, told) in project.told(&roots) {
        let value: Value = serde_json::from_str(&told).unwrap_or_else(|error| panic!("{path}: {error}"));
        let path = path.strip_suffix(".tres").expect("it is a resource");
        if path.contains("/cards/") {
            facts += same_set(path, &value, |id| id.replace('-', "_"), str::to_owned);
        } else {
            let rows = value
                .as_object()
                .expect("an object")
                .values()
                .filter_map(Value::as_array);
            let rows: usize = rows.map(Vec::len).sum();
            let system = path.split('/').next().expect("a system");
            assert_eq!(rows, rows_of(system), "{path}");
        }
    }
    assert!(facts > ENOUGH_FACTS, "only {facts} facts");
}

/// How many rows the records of a system have.
fn rows_of(system: &str) -> usize {
    let about = json(shipped(), &format!("json/{system}/system.json"));
    let records = about["vocabulary"]["records"].as_array().expect("a list").iter();
    records
        .map(|record| record["rows"].as_array().map_or(0, Vec::len))
        .sum()
}

const PARSES_ALL: &str = r#"
import pathlib, sys
from godot_parser import load
count = 0
for path in sorted(pathlib.Path(".").rglob("*.tres")):
    file = load(str(path))
    head = file.get_sections()[0]
    assert head.header.attributes["format"] == 3, path
    assert head.header.attributes["load_steps"] == len(file.get_ext_resources()) + len(file.get_sub_resources()) + 1, path
    for needed in file.get_ext_resources():
        assert (path.parent / needed.path).resolve().is_file(), (path, needed.path)
    count += 1
print(count)
"#;

#[test]
fn resources_in_format_3_are_read_and_their_scripts_are_godot_4() {
    let how = "pip install godot-parser gdtoolkit";
    if !is_there("python3", &["-c", "import godot_parser"], how) || !is_there("gdparse", &["--version"], how)
    {
        return;
    }
    let place = tempfile::tempdir().expect("the temporary folder can be written");
    let folder = place.path();
    write("godot", folder);
    let count = fine("python3", &["-c", PARSES_ALL], folder);
    assert_eq!(count.trim(), files("godot", ".tres").len().to_string());
    let scripts = files("godot", ".gd");
    fine("gdparse", &scripts, folder);
    let broken = folder.join(scripts[0]);
    let text = fs::read_to_string(&broken).expect("it is there");
    fs::write(&broken, text.replacen("extends", "extend", 1)).expect("it can be written");
    assert!(!run("gdparse", &scripts[..1], folder).status.success());
}
