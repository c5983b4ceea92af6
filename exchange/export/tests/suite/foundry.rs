//! Modules for Foundry VTT: their packs are what the official tool and LevelDB itself read.

use crate::kit::{json, shipped};
use crate::tools::{fine, is_there};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The modules of the shipped content: their folders and manifests.
fn modules() -> Vec<(&'static str, Value)> {
    let paths = shipped().files().keys();
    let modules = paths.filter_map(|path| path.strip_prefix("foundry/")?.strip_suffix("/module.json"));
    modules
        .map(|module| (module, json(shipped(), &format!("foundry/{module}/module.json"))))
        .collect()
}

/// The documents of a pack in `sources`.
fn sources(module: &str, pack: &str) -> Vec<Value> {
    let within = format!("foundry/{module}/sources/{pack}/");
    let paths = shipped().files().keys().filter(|path| path.starts_with(&within));
    paths.map(|path| json(shipped(), path)).collect()
}

/// A document and all that it embeds.
fn each<'a>(document: &'a Value, found: &mut Vec<&'a Value>) {
    found.push(document);
    for embedded in ["cards", "pages", "walls", "drawings", "tokens"] {
        for one in document[embedded].as_array().into_iter().flatten() {
            each(one, found);
        }
    }
}

#[test]
fn a_module_names_its_packs_and_every_document_has_an_id_of_its_own() {
    assert_eq!(modules().len(), 5);
    for (module, manifest) in modules() {
        assert_eq!(manifest["id"], module);
        let mut keys = BTreeSet::new();
        for pack in manifest["packs"].as_array().expect("a list") {
            let name = pack["name"].as_str().expect("a text");
            let path = format!("foundry/{module}/packs/{name}/CURRENT");
            assert!(shipped().files().contains_key(&path), "there is no {path}");
            for document in sources(module, name) {
                let mut all = Vec::new();
                each(&document, &mut all);
                for one in all {
                    let id = one["_id"].as_str().expect("a text");
                    let is_id = id.len() == 16 && id.chars().all(|letter| letter.is_ascii_alphanumeric());
                    let key = one["_key"].as_str().expect("a text");
                    assert!(
                        is_id && key.ends_with(id) && keys.insert(key.to_owned()),
                        "{module}: {key}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_card_lies_in_a_deck_and_has_a_page() {
    for (module, manifest) in modules() {
        let system = manifest["flags"]["cardwright"]["system"]
            .as_str()
            .expect("a text");
        let of = |pack: &str, embedded: &str| {
            let mut found: BTreeMap<String, Value> = BTreeMap::new();
            for document in sources(module, pack) {
                for one in document[embedded].as_array().into_iter().flatten() {
                    let card = one["flags"][module]["card"].as_str().expect("a text").to_owned();
                    assert!(found.insert(card, one.clone()).is_none(), "{module}: {one}");
                }
            }
            found
        };
        let (cards, pages) = (of("cards", "cards"), of("journal", "pages"));
        let sets = shipped().files().keys();
        let within = format!("json/{system}/cards/");
        for path in sets.filter(|path| path.starts_with(&within)) {
            for card in json(shipped(), path)["cards"].as_array().expect("a list") {
                let id = card["id"].as_str().expect("a text");
                assert_eq!(cards[id]["flags"][module]["facts"], card["facts"], "{id}");
                assert_eq!(pages[id]["name"], card["name"], "{id}");
            }
        }
        let scenes = sources(module, "scenes");
        let maps = shipped().files().keys();
        let ends = [
            format!("json/{system}/maps/"),
            format!("json/{system}/scenarios/"),
        ];
        let wanted = maps
            .filter(|path| ends.iter().any(|end| path.starts_with(end)))
            .count();
        assert_eq!(scenes.len(), wanted, "{module}");
    }
}

#[test]
fn every_piece_that_stands_on_a_board_is_a_token_with_a_picture_in_its_scene() {
    let (mut turned, mut large) = (0, 0);
    for (module, manifest) in modules() {
        let system = manifest["flags"]["cardwright"]["system"]
            .as_str()
            .expect("a text");
        let mut tokens = 0;
        for scene in sources(module, "scenes") {
            let number = |value: &Value| value.as_f64().expect("a number");
            for token in scene["tokens"].as_array().expect("a list") {
                let source = token["texture"]["src"].as_str().expect("a text");
                let path = source.strip_prefix("modules/").expect("it is the module's own");
                let picture = shipped().files().get(&format!("foundry/{path}"));
                assert!(
                    picture.is_some_and(|bytes| bytes.starts_with(b"\x89PNG")),
                    "{path}"
                );
                let (wide, tall) = (number(&token["width"]), number(&token["height"]));
                assert!(wide > 0.0 && tall > 0.0, "{token}");
                let middle = |at: &Value, size: f64| number(at) + size * 50.0;
                let x = middle(&token["x"], wide);
                let y = middle(&token["y"], tall);
                assert!((0.0..=number(&scene["width"])).contains(&x), "{token}");
                assert!((0.0..=number(&scene["height"])).contains(&y), "{token}");
                turned += usize::from(number(&token["rotation"]) > 0.0);
                large += usize::from(wide >= 2.0);
                tokens += 1;
            }
        }
        let scenarios = shipped().files().keys();
        let within = format!("json/{system}/scenarios/");
        let standing: usize = scenarios
            .filter(|path| path.starts_with(&within))
            .map(|path| {
                let scenario = json(shipped(), path);
                let pieces = scenario["play"]["start"]["entities"]
                    .as_array()
                    .expect("a list")
                    .clone();
                pieces.iter().filter(|piece| !piece["at"].is_null()).count()
            })
            .sum();
        assert_eq!(tokens, standing, "{module}");
    }
    assert!(turned > 2 && large > 3, "{turned} are turned, {large} are large");
}

/// The folders in which node finds packages.
fn packages() -> String {
    let own = crate::kit::root().join("target/tools/node_modules");
    let own = own.to_string_lossy().into_owned();
    match std::env::var("NODE_PATH") {
        Ok(path) if !path.is_empty() => format!("{path}:{own}"),
        _ => own,
    }
}

const FIND: &str = r#"
const fs = require("fs");
const [script, paths, ...rest] = process.argv.slice(1);
const found = (file) => paths.split(":").map((path) => `${path}/${file}`).find((path) => fs.existsSync(path));
const tool = found("@foundryvtt/foundryvtt-cli/index.mjs");
const level = found("classic-level");
if (!tool || !level) { console.error("not installed"); process.exit(1); }
"#;

const READ: &str = r#"
(async () => {
  const { extractPack } = await import(tool);
  const { ClassicLevel } = require(level);
  const [pack, out] = rest;
  const keys = [];
  const database = new ClassicLevel(pack, { keyEncoding: "utf8", valueEncoding: "json" });
  for await (const [key, value] of database.iterator()) keys.push([key, value._id]);
  await database.close();
  await extractPack(pack, out, { log: false });
  const documents = fs.readdirSync(out).map((file) => JSON.parse(fs.readFileSync(`${out}/${file}`, "utf8")));
  console.log(JSON.stringify({ keys, documents }));
})().catch((error) => { console.error(error); process.exit(1); });
"#;

/// The tool gives what was written; lists of what a document could embed, and does not, it adds empty.
fn same(extracted: &Value, known: &Value) {
    match (extracted, known) {
        (Value::Object(extracted), Value::Object(known)) => {
            for (key, value) in extracted {
                match known.get(key) {
                    Some(known) => same(value, known),
                    None => assert_eq!(value, &Value::Array(Vec::new()), "{key} comes from nowhere"),
                }
            }
            let missing = known.keys().find(|key| !extracted.contains_key(*key));
            assert_eq!(missing, None);
        }
        (Value::Array(extracted), Value::Array(known)) => {
            assert_eq!(extracted.len(), known.len());
            extracted
                .iter()
                .zip(known)
                .for_each(|(extracted, known)| same(extracted, known));
        }
        (Value::Number(extracted), Value::Number(known)) => assert_eq!(extracted.as_f64(), known.as_f64()),
        (extracted, known) => assert_eq!(extracted, known),
    }
}

#[test]
fn the_official_tool_and_leveldb_read_every_pack() {
    let how = "npm install @foundryvtt/foundryvtt-cli classic-level, with NODE_PATH set to their folder";
    let place = tempfile::tempdir().expect("the temporary folder can be written");
    let folder = place.path();
    fs::write(folder.join("find.cjs"), FIND).expect("it can be written");
    fs::write(folder.join("read.cjs"), format!("{FIND}{READ}")).expect("it can be written");
    let probe = folder.join("find.cjs");
    let packages = packages();
    if !is_there(
        "node",
        &[probe.to_str().expect("the path is text"), &packages],
        how,
    ) {
        return;
    }
    let mut documents = 0;
    for (module, manifest) in modules() {
        for pack in manifest["packs"].as_array().expect("a list") {
            let name = pack["name"].as_str().expect("a text");
            let within = format!("foundry/{module}/packs/{name}/");
            let target = folder.join(format!("{module}-{name}"));
            fs::create_dir(&target).expect("it can be made");
            for (path, bytes) in shipped().files() {
                if let Some(file) = path.strip_prefix(&within) {
                    fs::write(target.join(file), bytes).expect("it can be written");
                }
            }
            let target = target.to_str().expect("the path is text");
            let out = format!("{target}-out");
            fs::create_dir(&out).expect("it can be made");
            let told = fine("node", &["read.cjs", &packages, target, &out], folder);
            let told: Value = serde_json::from_str(&told).unwrap_or_else(|error| panic!("{told}: {error}"));
            let mut known: Vec<Value> = sources(module, name);
            let mut all = Vec::new();
            known.iter().for_each(|document| each(document, &mut all));
            let mut keys: Vec<&str> = all.iter().filter_map(|one| one["_key"].as_str()).collect();
            keys.sort_unstable();
            let stored = told["keys"].as_array().expect("a list");
            let stored: Vec<&str> = stored.iter().filter_map(|entry| entry[0].as_str()).collect();
            assert_eq!(stored, keys, "{module}/{name}");
            documents += stored.len();
            let mut extracted = told["documents"].as_array().expect("a list").clone();
            let by_key = |one: &Value| one["_key"].as_str().unwrap_or_default().to_owned();
            extracted.sort_by_key(by_key);
            known.sort_by_key(by_key);
            assert_eq!(extracted.len(), known.len(), "{module}/{name}");
            for (extracted, known) in extracted.iter().zip(&known) {
                same(extracted, known);
            }
        }
    }
    assert!(documents > 1_000, "only {documents} documents");
}
