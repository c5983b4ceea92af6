//! Lists in the form of others: the published schemas take them, and an import of them finds the facts that are here.

use crate::kit::root;
use cardwright_compiler::Project;
use cardwright_export::{Book, Folder, Format, Lists, Options, export, parts};
use cardwright_import::lists::Lists as Form;
use cardwright_import::{Import, Mapping};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

const FORM: &str = "imports/x-wing/xwing-data-lists.yaml";
const MAPPING: &str = "imports/x-wing/xwing-data.yaml";
/// The schemas that those publish whose form it is (MIT, see the README beside them).
const SCHEMAS: &str = "imports/x-wing/sample/schemas";

fn text_of(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| Project::load(&root()))
}

/// The folder that a form makes of its system.
fn made(form: String) -> Result<Folder, String> {
    let form = Form::read("form.yaml", form).unwrap_or_else(|why| panic!("{why:?}"));
    let what = [form.doc.system.value.clone()];
    let book = Book::of(project(), parts(project(), &what).expect("there is one")).expect("no errors");
    let lists = Lists::of(form);
    let formats: [&dyn Format; 1] = [&lists];
    let options = Options::read(&[], &formats).expect("there are none");
    export(&book, &formats, &options, &what)
}

fn told() -> &'static Folder {
    static TOLD: OnceLock<Folder> = OnceLock::new();
    TOLD.get_or_init(|| made(text_of(FORM)).expect("it can be written"))
}

/// The lists by their names, without the folder and the end.
fn lists() -> BTreeMap<String, Vec<Value>> {
    let files = told().files().iter();
    let files = files.filter(|(path, _)| path.ends_with(".js"));
    files
        .map(|(path, bytes)| {
            let name = Path::new(path).file_stem().expect("a name");
            let list: Vec<Value> = serde_json::from_slice(bytes).expect("a list");
            (name.to_str().expect("text").to_owned(), list)
        })
        .collect()
}

/// A published schema on its own: with what it refers to, and with `$merge`, which only their validator knows, carried out.
fn schema(name: &str) -> Value {
    let read = |name: &str| text_of(&format!("{SCHEMAS}/{name}.json")).replace("definitions.json#/", "#/");
    let parse = |name: &str| serde_json::from_str::<Value>(&read(name)).expect("JSON");
    let mut schema = parse(name);
    let common = parse("definitions");
    for (id, definition) in common["definitions"].as_object().expect("definitions") {
        schema["definitions"][id] = definition.clone();
    }
    schema.as_object_mut().expect("an object").remove("id");
    let definitions = schema["definitions"].clone();
    let named = |part: &Value| {
        let name = part["$ref"].as_str().and_then(|name| name.rsplit('/').next());
        definitions[name.expect("a name")].clone()
    };
    let forms = schema.get_mut("oneOf").and_then(Value::as_array_mut);
    for form in forms.into_iter().flatten() {
        let mut whole = named(&form["$merge"]["source"]);
        merge(&mut whole, named(&form["$merge"]["with"]));
        *form = whole;
    }
    schema
}

fn merge(whole: &mut Value, with: Value) {
    match (whole, with) {
        (Value::Object(whole), Value::Object(with)) => {
            for (key, value) in with {
                merge(whole.entry(key).or_insert(Value::Null), value);
            }
        }
        (whole, with) => *whole = with,
    }
}

#[test]
fn the_published_schemas_take_every_object_and_refuse_damaged_ones() {
    let mut count = 0;
    for (name, list) in lists() {
        let schema = schema(&name);
        let validator = jsonschema::draft4::new(&schema).expect("it is a schema");
        for object in &list {
            let wrong: Vec<String> = validator
                .iter_errors(object)
                .map(|error| error.to_string())
                .collect();
            assert_eq!(wrong, [""; 0], "{object}");
            count += 1;
            let mut damages: Vec<Value> = ["name", "id", "xws"]
                .iter()
                .map(|key| {
                    let mut damaged = object.clone();
                    damaged.as_object_mut().expect("an object").remove(*key);
                    damaged
                })
                .collect();
            for member in object.as_object().expect("an object").keys() {
                let mut damaged = object.clone();
                damaged[member] = json!({ "odd": 1 });
                damages.push(damaged);
            }
            let mut damaged = object.clone();
            damaged["odd"] = json!(1);
            damages.push(damaged);
            for damaged in damages {
                assert!(!validator.is_valid(&damaged), "{damaged} is accepted");
            }
        }
    }
    assert!(count > 150, "only {count}");
}

#[test]
fn ids_of_objects_are_unique() {
    for (name, list) in lists() {
        let mut ids: Vec<i64> = list.iter().filter_map(|object| object["id"].as_i64()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), list.len(), "{name}");
    }
}

#[test]
fn an_import_of_what_is_exported_finds_the_same_facts() {
    let mapping = Mapping::read("mapping.yaml", text_of(MAPPING)).unwrap_or_else(|why| panic!("{why:?}"));
    let system = mapping.doc.system.value.clone();
    let read = |(name, file): (&str, &str)| {
        let bytes = &told().files()[&format!("{system}/{file}")];
        (name.to_owned(), bytes.clone())
    };
    let sources = mapping.files().map(read).collect();
    let import = Import {
        mapping: &mapping,
        project: project(),
        sources: &sources,
        file: "cards/x-wing/back.yaml",
    };
    let outcome = import.run().unwrap_or_else(|why| panic!("{why:?}"));
    // Two shipped upgrades have one printed name: from a list of names the second one is new, and has no id of its own.
    let alike = &outcome.problems;
    assert!(matches!(&alike[..], [one] if one.field == "id"), "{alike:?}");
    let differences: Vec<String> = (outcome.differences.iter())
        .map(|one| format!("{}: {}: {}, {}", one.what, one.fact, one.here, one.there))
        .collect();
    // The data has no firing arcs of huge ships, and names the ships of both factions alike.
    let expected = [
        "ship-type cr90-fore: turret: yes, no",
        "slave-i: ships: [firespray-31], [firespray-31, firespray-31-scum]",
    ];
    assert_eq!(differences, expected);
    assert_eq!((outcome.text.as_deref(), outcome.cards), (None, 1));
    assert!(outcome.known.len() > 150, "only {}", outcome.known.len());
}

#[test]
fn what_a_form_asks_for_and_no_card_has_is_refused() {
    let broken = |find: &str, put: &str| {
        let text = text_of(FORM);
        assert!(text.contains(find), "there is no {find}");
        made(text.replacen(find, put, 1)).err().unwrap_or_default()
    };
    let wrong = broken("points: cost", "points: costs");
    assert!(wrong.contains("there is no fact `costs`"), "{wrong}");
    let wrong = broken("field: type.bar.slot", "field: type.bars.slot");
    assert!(wrong.contains("there is no fact `bars`"), "{wrong}");
    let wrong = Form::read("form.yaml", text_of(FORM).replacen("by: name", "by: nome", 1));
    assert!(wrong.is_err());
}

#[test]
fn the_schema_of_forms_takes_this_one() {
    let schemas = cardwright_import::documents::schemas();
    let (_, schema) = schemas
        .iter()
        .find(|(name, _)| *name == "lists.schema.json")
        .expect("a schema");
    let schema = serde_json::from_str(schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    let form: Value = serde_yaml::from_str(&text_of(FORM)).expect("it is YAML");
    let wrong: Vec<String> = validator
        .iter_errors(&form)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(wrong, [""; 0]);
    let broken: Value =
        serde_yaml::from_str(&text_of(FORM).replacen("members:", "member:", 1)).expect("it is YAML");
    assert!(!validator.is_valid(&broken));
}
