//! CSV reads back as it was written; Lua tables are balanced and plain.

use crate::kit::{json, shipped, small, text};
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn every_card_is_one_row_of_one_table() {
    let mut rows = BTreeSet::new();
    for (path, bytes) in shipped()
        .files()
        .iter()
        .filter(|(path, _)| path.starts_with("csv/"))
    {
        let system = path.split('/').nth(1).expect("a system");
        let mut reader = csv::Reader::from_reader(&bytes[..]);
        let head: Vec<String> = reader
            .headers()
            .expect("a head")
            .iter()
            .map(str::to_owned)
            .collect();
        assert_eq!(&head[..5], ["id", "name", "set", "kind", "count"], "{path}");
        assert_eq!(
            head.iter().collect::<BTreeSet<_>>().len(),
            head.len(),
            "{path}: a column twice"
        );
        for record in reader.records() {
            let record = record.unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(
                record[4].parse::<u32>().is_ok_and(|count| count > 0),
                "{path}: {record:?}"
            );
            assert_eq!(record.iter().next_back(), Some("cardwright/csv 1"));
            assert!(
                rows.insert((system.to_owned(), record[0].to_owned())),
                "{path}: {record:?}"
            );
        }
    }
    let sets = shipped()
        .files()
        .keys()
        .filter(|path| path.starts_with("json/") && path.contains("/cards/"));
    let cards: usize = sets
        .map(|path| json(shipped(), path)["cards"].as_array().map_or(0, Vec::len))
        .sum();
    assert_eq!(rows.len(), cards);
}

#[test]
fn facts_are_written_as_in_documents() {
    let goats = text(small(), "csv/sample/goat.csv");
    let mut reader = csv::Reader::from_reader(goats.as_bytes());
    let head = reader.headers().expect("a head").clone();
    let row = reader.records().next().expect("a row").expect("it reads");
    let at = |name: &str| row[head.iter().position(|column| column == name).expect("a column")].to_owned();
    assert_eq!(
        [at("id"), at("strength"), at("base-width"), at("routes")],
        ["billy", "3", "1in", "lane; curve"]
    );
    let bells = text(small(), "csv/sample/bell.csv");
    assert!(
        bells.contains("brass-bell,Brass Bell,basic,bell,2,"),
        "two lie in a deck: {bells}"
    );
}

#[test]
fn a_lua_table_has_every_card_and_its_order() {
    let lua = text(small(), "lua/sample/cards/basic.lua");
    for card in json(small(), "json/sample/cards/basic.json")["cards"]
        .as_array()
        .expect("a list")
    {
        let id = card["id"].as_str().expect("a text");
        assert!(
            lua.contains(&format!("t.cards[\"{id}\"] = (function() return {{")),
            "{lua}"
        );
        assert!(lua.contains(&format!("= \"{id}\"\n")), "{lua}");
    }
    assert!(lua.is_ascii() && !lua.contains("null") && lua.ends_with("return t\n"));
    let open = |value: &Value| value.to_string().matches('{').count();
    assert_eq!(open(&Value::from(lua)), lua.matches('}').count());
}
