//! The tools of others read what is exported. A tool that is missing is named: a test without it is skipped here, and fails where
//! the variable `CI` is set.

use crate::kit::small;
use cardwright_export::Place;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Whether a program can be started; says so if not.
pub(crate) fn is_there(program: &str, probe: &[&str], how: &str) -> bool {
    let started = Command::new(program)
        .args(probe)
        // Some write a log where they stand.
        .current_dir(std::env::temp_dir())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if started.is_ok_and(|status| status.success()) {
        return true;
    }
    let message = format!("`{program}` is missing: {how}; its check is SKIPPED");
    assert!(std::env::var_os("CI").is_none(), "{message}");
    eprintln!("{message}");
    false
}

/// The sample's export on the disk.
pub(crate) fn written() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("the temporary folder can be written");
    small()
        .write(&place.path().join("out"), &Place::Named)
        .expect("there is room");
    place
}

pub(crate) fn run(program: &str, arguments: &[&str], folder: &Path) -> Output {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    output.unwrap_or_else(|error| panic!("{program}: {error}"))
}

pub(crate) fn fine(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = run(program, arguments, folder);
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const DOCUMENTS: [(&str, &str); 6] = [
    ("system", "sample/system.json"),
    ("rules", "sample/rules.json"),
    ("windows", "sample/windows.json"),
    ("cards", "sample/cards/basic.json"),
    ("scenario", "sample/scenarios/duel.json"),
    ("core-calls", "core-calls.json"),
];

#[test]
fn check_jsonschema_accepts_the_export_and_refuses_a_damaged_one() {
    if !is_there("check-jsonschema", &["--version"], "pip install check-jsonschema") {
        return;
    }
    let place = written();
    let folder = place.path().join("out/json");
    for draft in ["2020-12", "draft-07"] {
        for (schema, file) in DOCUMENTS {
            let schema = format!("schemas/{draft}/{schema}.schema.json");
            fine("check-jsonschema", &["--schemafile", &schema, file], &folder);
        }
    }
    let cards = folder.join("sample/cards/basic.json");
    let text = std::fs::read_to_string(&cards).expect("it is there");
    std::fs::write(&cards, text.replacen("\"kind\":\"goat\"", "\"kin\":\"goat\"", 1))
        .expect("it can be written");
    let arguments = [
        "--schemafile",
        "schemas/2020-12/cards.schema.json",
        "sample/cards/basic.json",
    ];
    assert!(!run("check-jsonschema", &arguments, &folder).status.success());
}

const AJV: &str = r#"
const Ajv = require(process.argv[2] === "2020-12" ? "ajv/dist/2020" : "ajv").default;
const fs = require("fs");
const [draft, schema, file] = process.argv.slice(2);
const read = (path) => JSON.parse(fs.readFileSync(path, "utf8"));
const validate = new Ajv({ strict: false }).compile(read(`schemas/${draft}/${schema}.schema.json`));
const value = read(file);
if (!validate(value)) { console.log(validate.errors); process.exit(1); }
const damaged = { ...value, document: { ...value.document, version: "one" } };
if (validate(damaged)) { console.log("a damaged document is accepted"); process.exit(1); }
const [key] = Object.keys(value).slice(-1);
const { [key]: gone, ...rest } = value;
if (validate(rest)) { console.log(`nobody misses ${key}`); process.exit(1); }
"#;

#[test]
fn ajv_accepts_the_export_and_refuses_a_damaged_one() {
    if !is_there(
        "node",
        &["-e", "require('ajv')"],
        "npm install ajv, with NODE_PATH set to its folder",
    ) {
        return;
    }
    let place = written();
    let folder = place.path().join("out/json");
    let script = folder.join("check.cjs");
    std::fs::write(&script, AJV).expect("it can be written");
    for draft in ["2020-12", "draft-07"] {
        for (schema, file) in DOCUMENTS {
            fine("node", &["check.cjs", draft, schema, file], &folder);
        }
    }
}

const LUA: &str = r#"
local cards = dofile("sample/cards/basic.lua")
assert(cards.format == "cardwright/lua" and cards.version == 1 and cards.set == "basic")
assert(#cards.cards_order == 3 and cards.cards["billy"].facts["strength"] == 3)
assert(cards.cards["billy"].facts["routes"][1] == "lane")
local system = dofile("sample/system.lua")
assert(system.dice["horn"][1] == "butt" and system.records["route"]["ledge"]["bend"] == -45000)
local duel = dofile("sample/scenarios/duel.lua")
assert(duel.entities["first-goat"].owner == "north")
"#;

fn lua_reads_it(lua: &str, how: &str) {
    if !is_there(lua, &["-v"], how) {
        return;
    }
    let place = written();
    let folder = place.path().join("out/lua");
    std::fs::write(folder.join("check.lua"), LUA).expect("it can be written");
    fine(lua, &["check.lua"], &folder);
}

#[test]
fn lua_5_1_reads_the_tables() {
    lua_reads_it("lua5.1", "apt-get install lua5.1");
}

#[test]
fn lua_5_2_reads_the_tables() {
    lua_reads_it("lua5.2", "apt-get install lua5.2");
}

#[test]
fn lua_5_4_reads_the_tables() {
    lua_reads_it("lua5.4", "apt-get install lua5.4");
}

#[test]
fn luajit_reads_the_tables() {
    lua_reads_it("luajit", "apt-get install luajit");
}

#[test]
fn the_sqlite_program_reads_the_database() {
    if !is_there("sqlite3", &["-version"], "apt-get install sqlite3") {
        return;
    }
    let place = written();
    let folder = place.path().join("out/sqlite");
    let ask = |query: &str| {
        let output = run("sqlite3", &["cardwright.sqlite", query], &folder);
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    assert_eq!(ask("PRAGMA integrity_check; PRAGMA foreign_key_check;"), "ok");
    assert_eq!(ask("SELECT count(*) FROM cards"), "3");
}
