//! The SQLite database is sound, and its queries give what the JSON gives.

use crate::kit::{json, shipped};
use rusqlite::{Connection, OpenFlags, types::ValueRef};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn database() -> (tempfile::TempDir, Connection) {
    let place = tempfile::tempdir().expect("the temporary folder can be written");
    let path = place.path().join("export.sqlite");
    std::fs::write(&path, &shipped().files()["sqlite/cardwright.sqlite"]).expect("it can be written");
    let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("it opens");
    (place, connection)
}

fn one(connection: &Connection, query: &str) -> String {
    let value = |row: &rusqlite::Row<'_>| {
        Ok(match row.get_ref(0)? {
            ValueRef::Integer(n) => n.to_string(),
            ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
            other => format!("{other:?}"),
        })
    };
    connection
        .query_row(query, [], value)
        .unwrap_or_else(|error| panic!("{query}: {error}"))
}

#[test]
fn the_database_is_sound() {
    let (_place, connection) = database();
    assert_eq!(one(&connection, "PRAGMA integrity_check"), "ok");
    assert_eq!(one(&connection, "PRAGMA user_version"), "1");
    assert_eq!(
        one(&connection, "SELECT value FROM meta WHERE key = 'format'"),
        "cardwright/sqlite"
    );
    let mut check = connection
        .prepare("PRAGMA foreign_key_check")
        .expect("it is a query");
    assert_eq!(
        check
            .query([])
            .expect("it runs")
            .next()
            .expect("it reads")
            .map(|_| ()),
        None
    );
}

/// The facts of each card as the database has them, as JSON.
fn facts(connection: &Connection) -> BTreeMap<(String, String), BTreeMap<String, Value>> {
    let query = "SELECT f.system, f.card, f.field, k.type, f.number, f.text,
        (SELECT json_group_array(coalesce(m.number, m.text)) FROM
          (SELECT number, text FROM card_fact_members
           WHERE system = f.system AND card = f.card AND field = f.field ORDER BY position) AS m)
        FROM card_facts AS f JOIN kind_fields AS k
          ON k.system = f.system AND k.kind = f.kind AND k.name = f.field";
    let mut statement = connection.prepare(query).expect("it is a query");
    let mut rows = statement.query([]).expect("it runs");
    let mut all: BTreeMap<(String, String), BTreeMap<String, Value>> = BTreeMap::new();
    while let Some(row) = rows.next().expect("it reads") {
        let text = |at: usize| row.get::<_, Option<String>>(at).expect("a text");
        let ty = text(3).unwrap_or_default();
        let number = row.get::<_, Option<i64>>(4).expect("a number");
        let value = match (number, text(5)) {
            _ if ty.starts_with("set of") => {
                serde_json::from_str(&text(6).unwrap_or_default()).expect("a list")
            }
            (Some(n), _) if ty == "yes-no" => json!(n != 0),
            (Some(n), _) => json!(n),
            (None, text) => json!(text),
        };
        let key = (text(0).unwrap_or_default(), text(1).unwrap_or_default());
        all.entry(key)
            .or_default()
            .insert(text(2).unwrap_or_default(), value);
    }
    all
}

#[test]
fn its_queries_give_what_the_json_gives() {
    let (_place, connection) = database();
    let facts = facts(&connection);
    let mut cards = 0;
    for path in shipped()
        .files()
        .keys()
        .filter(|path| path.starts_with("json/") && path.contains("/cards/"))
    {
        let set = json(shipped(), path);
        let system = set["system"].as_str().expect("a text").to_owned();
        for card in set["cards"].as_array().expect("a list") {
            let id = card["id"].as_str().expect("a text").to_owned();
            let known = facts
                .get(&(system.clone(), id.clone()))
                .cloned()
                .unwrap_or_default();
            assert_eq!(json!(known), card["facts"], "{system}/{id}");
            let text = card["text"]
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(Value::as_str);
            let text: Vec<&str> = text.collect();
            let told: Option<String> = connection
                .query_row(
                    "SELECT text FROM card_list WHERE system = ?1 AND id = ?2",
                    [&system, &id],
                    |row| row.get(0),
                )
                .expect("the card is there");
            assert_eq!(told.unwrap_or_default(), text.join("\n\n"), "{system}/{id}");
            cards += 1;
        }
    }
    assert_eq!(one(&connection, "SELECT count(*) FROM cards"), cards.to_string());
    assert!(cards > 300, "only {cards} cards");
}

#[test]
fn its_rules_are_those_of_the_json() {
    let (_place, connection) = database();
    for path in shipped()
        .files()
        .keys()
        .filter(|path| path.starts_with("json/") && path.ends_with("/rules.json"))
    {
        let rules = json(shipped(), path);
        let system = rules["system"].as_str().expect("a text");
        let mut statement = connection
            .prepare("SELECT json FROM rules WHERE system = ?1 ORDER BY position")
            .expect("it is a query");
        let known = statement
            .query_map([system], |row| row.get::<_, String>(0))
            .expect("it runs");
        let known: Vec<Value> = known
            .map(|json| serde_json::from_str(&json.expect("a text")).expect("JSON"))
            .collect();
        assert!(Value::Array(known) == rules["declarations"]["rules"], "{system}");
    }
}
