//! Saved objects of Tabletop Simulator: what the game asks of them, and what its tools and its Lua say.

use crate::kit::{exported_with, json, root, sample, shipped, text};
use crate::tools::{fine, is_there, run};
use cardwright_compiler::Project;
use cardwright_export::Place;
use cardwright_export::{Book, Options, export, format_named, parts};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// All saved objects of the shipped content.
fn saves() -> Vec<(&'static str, Value)> {
    let paths = shipped().files().keys();
    let paths = paths
        .filter(|path| path.starts_with("tts/") && path.ends_with(".json") && !path.ends_with("sheets.json"));
    paths.map(|path| (path.as_str(), json(shipped(), path))).collect()
}

/// Every object, those in bags and decks too.
fn objects<'a>(within: &'a Value, found: &mut Vec<&'a Value>) {
    for object in within.as_array().into_iter().flatten() {
        found.push(object);
        objects(&object["ContainedObjects"], found);
    }
}

fn all(save: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    objects(&save["ObjectStates"], &mut found);
    found
}

/// The fields that every object has.
const FIELDS: [&str; 12] = [
    "Name",
    "Transform",
    "Nickname",
    "Description",
    "GMNotes",
    "ColorDiffuse",
    "Locked",
    "Grid",
    "Snap",
    "Autoraise",
    "Sticky",
    "Tooltip",
];

#[test]
fn every_save_has_what_the_game_asks_for() {
    assert!(saves().len() > 30, "only {}", saves().len());
    for (path, save) in saves() {
        for field in ["Grid", "Lighting", "Hands", "Turns", "TabStates"] {
            assert!(save[field].is_object(), "{path} has no {field}");
        }
        let note = save["Note"].as_str().expect("a text");
        assert!(note.starts_with("cardwright/tts 3: "), "{path}: {note}");
        let mut guids = BTreeSet::new();
        for object in all(&save) {
            for field in FIELDS {
                assert!(!object[field].is_null(), "{path}: {object} has no {field}");
            }
            let guid = object["GUID"].as_str().expect("a text");
            let is_guid = guid.len() == 6 && guid.chars().all(|digit| digit.is_ascii_hexdigit());
            assert!(
                is_guid && guids.insert(guid.to_owned()),
                "{path}: {guid} is there twice"
            );
        }
    }
}

#[test]
fn cards_lie_on_sheets_by_their_numbers() {
    let mut keys: BTreeMap<String, Value> = BTreeMap::new();
    let mut cards = 0;
    for (path, save) in saves() {
        for object in all(&save) {
            let is_deck = object["Name"] == "DeckCustom";
            let contained = object["ContainedObjects"].as_array();
            if is_deck {
                let contained = contained.expect("a deck holds cards");
                assert!(contained.len() > 1, "{path}: a card alone must not be a deck");
                let ids: Vec<&Value> = contained.iter().map(|card| &card["CardID"]).collect();
                assert_eq!(
                    ids,
                    object["DeckIDs"]
                        .as_array()
                        .expect("a list")
                        .iter()
                        .collect::<Vec<_>>()
                );
            }
            for (key, sheet) in object["CustomDeck"].as_object().into_iter().flatten() {
                assert_eq!(sheet["NumWidth"], 10);
                assert!(
                    sheet["NumHeight"]
                        .as_u64()
                        .is_some_and(|rows| (1..=7).contains(&rows))
                );
                let known = keys.entry(key.clone()).or_insert_with(|| sheet.clone());
                assert_eq!(known, sheet, "{path}: {key} means two sheets");
            }
            if let Some(id) = object["CardID"].as_u64() {
                let sheet = (id / 100).to_string();
                let places = object["CustomDeck"][&sheet]["NumHeight"]
                    .as_u64()
                    .unwrap_or_default()
                    * 10;
                assert!(id % 100 + 1 < places, "{path}: {id} is the hidden card");
                assert!(
                    object["CustomDeck"][&sheet].is_object(),
                    "{path}: {id} lies on no sheet"
                );
                assert!(i32::try_from(id).is_ok());
                cards += 1;
            }
        }
    }
    assert!(cards > 500, "only {cards} cards");
}

#[test]
fn every_card_is_in_the_save_of_its_set_and_on_one_sheet() {
    let sets = shipped().files().keys();
    for path in sets.filter(|path| path.starts_with("json/") && path.contains("/cards/")) {
        let set = json(shipped(), path);
        let save = path.replacen("json/", "tts/", 1).replacen("/cards/", "/sets/", 1);
        let save = json(shipped(), &save);
        let system = set["system"].as_str().expect("a text");
        let sheets = json(shipped(), &format!("tts/{system}/sheets.json"));
        let sheets = sheets["sheets"].as_array().expect("a list");
        for card in set["cards"].as_array().expect("a list") {
            let note = |object: &&&Value| {
                object["GMNotes"]
                    .as_str()
                    .is_some_and(|note| note.contains(&format!("\"id\":{},", card["id"])))
            };
            let all = all(&save);
            let own: Vec<&&Value> = all
                .iter()
                .filter(|object| object["CardID"].is_u64())
                .filter(note)
                .collect();
            assert_eq!(own.len(), 1, "{path}: {}", card["id"]);
            let id = own[0]["CardID"].as_u64().expect("a number");
            let sheet = sheets
                .iter()
                .find(|sheet| sheet["key"] == id / 100)
                .expect("the sheet is listed");
            assert_eq!(sheet["cards"][(id % 100) as usize], card["id"]);
        }
    }
}

#[test]
fn a_scenario_has_its_pieces_and_decks() {
    let save = json(
        &exported_with(&sample("good"), "tts", &[], &[]),
        "sample/scenarios/duel.json",
    );
    let all = all(&save);
    let named = |name: &str| all.iter().filter(|object| object["Name"] == name).count();
    let duel = json(
        &exported_with(&sample("good"), "json", &[], &[]),
        "sample/scenarios/duel.json",
    );
    let entities = duel["play"]["start"]["entities"].as_array().expect("a list");
    let standing = entities.iter().filter(|entity| entity["at"].is_object()).count();
    assert!(standing > 0 && named("Custom_Token") >= standing, "{save:#}");
    assert_eq!(
        named("DeckCustom") + named("CardCustom") > 0,
        entities.iter().any(|entity| entity["kind"] == "deck")
    );
}

/// Every script of a board or piece gives it a size, and all things that stand on a board lie within it.
#[test]
fn boards_and_pieces_have_their_size_and_lie_on_each_other() {
    let mut boards = 0;
    for (path, save) in saves() {
        let number = |object: &Value, name: &str| object["Transform"][name].as_f64().expect("a number");
        let all = all(&save);
        let Some(board) = all.iter().find(|object| object["Name"] == "Custom_Tile") else {
            continue;
        };
        assert_eq!(board["Locked"], true, "{path}");
        let (wide, long) = size(board).unwrap_or_else(|| panic!("{path}: the board has no size"));
        for piece in all.iter().filter(|object| size(object).is_some()) {
            // What stands nowhere lies beside the board.
            let is_on = number(piece, "posY") > 1.0;
            let (x, z) = (
                number(piece, "posX") - number(board, "posX"),
                number(piece, "posZ") - number(board, "posZ"),
            );
            let is_within = x.abs() <= wide / 2.0 && z.abs() <= long / 2.0;
            assert!(!is_on || is_within, "{path}: {} at {x}, {z}", piece["Nickname"]);
        }
        boards += 1;
    }
    assert!(boards > 30, "only {boards}");
}

/// The size that the script of an object gives it.
fn size(object: &Value) -> Option<(f64, f64)> {
    let script = object["LuaScript"].as_str()?;
    let side = |before: &str, after: &str| {
        let (_, rest) = script.split_once(before)?;
        rest.split_once(after)?.0.parse().ok()
    };
    Some((side("scale.x * ", " /")?, side("scale.z * ", " /")?))
}

#[test]
fn pictures_lie_where_the_option_says() {
    let folder = exported_with(
        &sample("good"),
        "tts",
        &[],
        &["tts.pictures=https://example.org/cards/"],
    );
    let save = text(&folder, "sample/sets/basic.json");
    assert!(
        save.contains("\"https://example.org/cards/sample/basic-goat-1.png\""),
        "{save}"
    );
    let manifest = json(&folder, "manifest.json");
    assert_eq!(
        manifest["formats"][0]["options"]["pictures"],
        "https://example.org/cards/"
    );
}

#[test]
fn an_address_that_is_none_is_refused_and_so_is_an_option_that_is_none() {
    let project = Project::load(&sample("good"));
    let book = Book::of(&project, parts(&project, &[]).expect("everything")).expect("no errors");
    let tts = [format_named("tts").expect("there is one")];
    let told = |choice: &str| {
        let options = Options::read(&[choice.to_owned()], &tts)?;
        export(&book, &tts, &options, &[]).map(|_| ())
    };
    for (choice, part) in [
        ("tts.pictures=cards", "which is not an address"),
        (
            "tts.picture=x",
            "options of this export are `tts.pictures`, `tts.draw`",
        ),
        ("tts.draw=maybe", "its values are yes, no"),
        ("pictures", "write `FORMAT.NAME=VALUE`"),
        ("godot.format=3", "there is no option `godot.format`"),
    ] {
        let error = told(choice).expect_err(choice);
        assert!(error.contains(part), "{choice}: {error}");
    }
    let godot = [format_named("godot").expect("there is one")];
    let error = Options::read(&["godot.format=4".to_owned()], &godot).expect_err("there is no 4");
    assert!(error.contains("its values are 3, 2"), "{error}");
}

const LUA: &str = r#"
local path, id = ...
local spawned
function spawnObjectData(parameters) spawned = parameters return parameters.data end
dofile(path)
local found = ids()
assert(#found > 0, path)
for _, id in ipairs(found) do
  local one = card(id)
  assert(one.name and one.kind and type(one.facts) == "table", id)
  assert(card({ id = id }) == one)
  local object = spawn({ id = id, position = { 1, 2, 3 } })
  assert(spawned.position[3] == 3 and object.CardID == one.card_id)
  local sheet = object.CustomDeck[tostring(math.floor(object.CardID / 100))]
  assert(sheet.FaceURL and sheet.NumWidth == 10, id)
end
assert(card("nobody") == nil and spawn({ id = "nobody" }) == nil)
print(#found)
"#;

#[test]
fn lua_5_2_runs_the_script_of_every_set() {
    if !is_there("lua5.2", &["-v"], "apt-get install lua5.2") {
        return;
    }
    let place = tempfile::tempdir().expect("the temporary folder can be written");
    let folder = place.path();
    fs::write(folder.join("check.lua"), LUA).expect("it can be written");
    let mut cards = 0;
    for (path, save) in saves().iter().filter(|(path, _)| path.contains("/sets/")) {
        if save["ObjectStates"][0]["ContainedObjects"]
            .as_array()
            .is_none_or(Vec::is_empty)
        {
            continue;
        }
        let script = save["ObjectStates"][0]["LuaScript"].as_str().expect("a script");
        assert_eq!(script, text(shipped(), &path.replace(".json", ".lua")));
        fs::write(folder.join("set.lua"), script).expect("it can be written");
        let count = fine("lua5.2", &["check.lua", "set.lua"], folder);
        cards += count.trim().parse::<usize>().expect("a number");
    }
    assert!(cards > 300, "only {cards} cards");
}

#[test]
fn the_audit_of_others_finds_every_picture() {
    let tts = root().join("target/tools/tts/bin/tts");
    let tts = tts.to_str().expect("the path is text");
    if !is_there(
        tts,
        &["--help"],
        "pip install tabletop-simulator-cli into a Python 3.12 environment at target/tools/tts",
    ) {
        return;
    }
    let export = exported_with(&root(), "tts", &[], &["tts.pictures=https://example.org/cards"]);
    let place = tempfile::tempdir().expect("the temporary folder can be written");
    let folder = place.path().join("out");
    export.write(&folder, &Place::Named).expect("there is room");
    let mods = place.path().to_str().expect("the path is text");
    let saves = export
        .files()
        .iter()
        .filter(|(path, _)| path.contains("/sets/") && path.ends_with(".json"));
    for (path, bytes) in saves {
        // It ends badly when pictures are not there yet, as none is; what it tells is whole.
        let told = run(
            tts,
            &["assets", "audit", path, "--mods-dir", mods, "--json"],
            &folder,
        );
        let told = String::from_utf8_lossy(&told.stdout);
        let told: Value = serde_json::from_str(&told).unwrap_or_else(|error| panic!("{told}: {error}"));
        let save: Value = serde_json::from_slice(bytes).expect("JSON");
        let mut pictures = BTreeSet::new();
        for object in all(&save) {
            for sheet in object["CustomDeck"]
                .as_object()
                .into_iter()
                .flat_map(|decks| decks.values())
            {
                pictures.extend(["FaceURL", "BackURL"].map(|side| sheet[side].to_string()));
            }
        }
        let told = told["assets"].to_string();
        for picture in pictures {
            assert!(told.contains(&picture), "{path}: {picture} is not found: {told}");
        }
    }
}
