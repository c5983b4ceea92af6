//! JSON Schemas of one system: those of the documents, with its kinds, facts, rows, words and ids filled in, so that an
//! editor completes them and marks what is wrong.
//!
//! A document that `check` takes is taken by its schema too, with one exception: facts and words that rules
//! of sets add stand in it only after it has been written anew. Scenarios and cases add words for themselves,
//! so theirs take any where a type is open. Ids are offered, and others are taken: sets gain entries and rows
//! all the time.

use super::model::{Fact, Guide, Kind, Record};
use cardwright_documents::document;
use serde_json::{Map, Value, json};

/// The schemas of a system: the name of each file below the folder of schemas, and its text.
#[must_use]
pub fn schemas(guide: &Guide) -> Vec<(String, String)> {
    let filled = [
        ("cards", cards as fn(&Guide, &mut Value)),
        ("overlay", overlay),
        ("scenario", situation),
        ("case", situation),
        ("system", system),
    ];
    let all = document::schemas();
    let closed = closed(guide);
    let schema = |(name, fill): (&str, fn(&Guide, &mut Value))| {
        let guide = if matches!(name, "scenario" | "case") {
            guide
        } else {
            &closed
        };
        let file = format!("{name}.schema.json");
        let (_, text) = all.iter().find(|(other, _)| *other == file)?;
        let mut schema: Value = serde_json::from_str(text).ok()?;
        define_types(guide, &mut schema);
        fill(guide, &mut schema);
        set(
            &mut schema,
            &["properties", "system"],
            json!({ "const": guide.system }),
        );
        Some((format!("{}/{file}", guide.system), format!("{schema:#}\n")))
    };
    filled.into_iter().filter_map(schema).collect()
}

/// The guide with all word types closed: none takes words that are not known.
fn closed(guide: &Guide) -> Guide {
    let mut closed = guide.clone();
    let all = closed.words.iter_mut().chain(&mut closed.of_sets.words);
    all.for_each(|words| words.open = false);
    closed
}

/// Puts a value at a path, if what is around it is there.
fn set(schema: &mut Value, path: &[&str], value: Value) {
    let Some((last, around)) = path.split_last() else {
        return;
    };
    let mut at = schema;
    for key in around {
        let Some(next) = at.get_mut(*key) else { return };
        at = next;
    }
    // A list of demands must have one.
    let is_empty = value.as_array().is_some_and(Vec::is_empty);
    if let Some(map) = at.as_object_mut().filter(|_| !is_empty) {
        map.insert((*last).to_owned(), value);
    }
}

/// Kinds with those that sets declare for themselves.
fn kinds(guide: &Guide) -> impl Iterator<Item = &Kind> {
    guide.kinds.iter().chain(&guide.of_sets.kinds)
}

fn records(guide: &Guide) -> impl Iterator<Item = &Record> {
    guide.records.iter().chain(&guide.of_sets.records)
}

/// The definitions that facts refer to: what an entry of each kind and a row of each record gives.
fn define_types(guide: &Guide, schema: &mut Value) {
    for record in records(guide) {
        let row = object(guide, record.facts.iter(), |fact| fact.required);
        set(schema, &["definitions", &row_name(&record.name)], row);
    }
    for kind in kinds(guide) {
        let own: Vec<&str> = kind.facts.iter().map(|fact| fact.name.as_str()).collect();
        let made = kind
            .makes
            .iter()
            .filter_map(|made| kinds(guide).find(|kind| kind.name == made.0));
        let facts = kind.facts.iter().chain(made.flat_map(|kind| &kind.facts));
        // What a made entry must have may also stand in an entry of its own.
        let required = |fact: &Fact| fact.required && own.contains(&fact.name.as_str());
        let entry = object(guide, facts.clone(), required);
        set(schema, &["definitions", &facts_name(&kind.name)], entry);
        let any = object(guide, facts, |_| false);
        set(schema, &["definitions", &state_name(&kind.name)], any);
    }
    let player = object(guide, guide.player.iter(), |_| false);
    set(schema, &["definitions", &state_name("player")], player);
    tables(guide, schema);
}

fn row_name(record: &str) -> String {
    format!("row of {record}")
}

fn facts_name(kind: &str) -> String {
    format!("facts of {kind}")
}

/// Facts of something in play, of which none must be there.
fn state_name(kind: &str) -> String {
    format!("facts in play of {kind}")
}

fn refer(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{}", name.replace(' ', "%20")) })
}

/// An object with these facts and no others.
fn object<'a>(
    guide: &Guide,
    facts: impl Iterator<Item = &'a Fact>,
    required: impl Fn(&Fact) -> bool,
) -> Value {
    let mut properties = Map::new();
    let mut needed = Vec::new();
    for fact in facts {
        if required(fact) && !needed.contains(&json!(fact.name)) {
            needed.push(json!(fact.name));
        }
        properties.insert(fact.name.clone(), described(fact, of_type(guide, &fact.ty)));
    }
    json!({ "type": "object", "properties": properties, "required": needed, "additionalProperties": false })
}

/// The schema of a fact with the text that an editor shows beside it.
fn described(fact: &Fact, mut schema: Value) -> Value {
    let default = fact
        .default
        .as_ref()
        .map(|default| format!(" Left out, it is {default}."));
    let says = fact.says.as_ref().map(|says| format!(" {says}"));
    let text = format!(
        "{}, {}.{}{}",
        fact.ty,
        fact.given,
        says.unwrap_or_default(),
        default.unwrap_or_default()
    );
    if let Some(map) = schema.as_object_mut() {
        map.insert("description".to_owned(), json!(text));
    }
    schema
}

/// The schema of the text that a document writes for a type.
fn of_type(guide: &Guide, ty: &str) -> Value {
    if let Some(member) = ty.strip_prefix("set of ") {
        let list = json!({ "type": "array", "items": of_type(guide, member) });
        return match records(guide).find(|record| record.name == member) {
            None => list,
            Some(_) => {
                let rows = json!({ "type": "object", "additionalProperties": refer(&row_name(member)) });
                json!({ "anyOf": [list, rows] })
            }
        };
    }
    if let Some(kind) = ty.strip_prefix("template of ") {
        return ids(entries(guide).filter(|(of, _)| *of == kind).map(|(_, id)| id));
    }
    match ty {
        "number" => json!({ "type": "integer" }),
        "yes-no" => json!({ "enum": [true, false, "yes", "no"] }),
        "length" => measure("in|mm"),
        "angle" => measure("deg"),
        _ => named(guide, ty),
    }
}

fn named(guide: &Guide, ty: &str) -> Value {
    let words = guide
        .words
        .iter()
        .chain(&guide.of_sets.words)
        .find(|words| words.name == ty);
    if let Some(words) = words {
        let added = words.added.iter().map(|(word, _)| word);
        let mut all: Vec<&String> = words.words.iter().chain(added).collect();
        all.dedup();
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|word| seen.insert(*word));
        return match words.open {
            true => ids(all.into_iter().map(String::as_str)),
            false => json!({ "enum": all }),
        };
    }
    match records(guide).find(|record| record.name == ty) {
        Some(record) => {
            let known = record.rows.iter().chain(&record.of_sets).map(String::as_str);
            json!({ "anyOf": [ids(known), refer(&row_name(ty))] })
        }
        // A text, a face, an entity of the scenario.
        None => json!({ "type": ["string", "integer", "boolean"] }),
    }
}

fn measure(units: &str) -> Value {
    let written = format!(r"^-?[0-9]{{1,6}}(\.[0-9]{{1,3}})?({units})$");
    json!({ "anyOf": [{ "type": "string", "pattern": written }, { "const": 0 }] })
}

/// Ids that are known, and any other one.
fn ids<'a>(known: impl Iterator<Item = &'a str>) -> Value {
    let known: std::collections::BTreeSet<&str> = known.collect();
    match known.is_empty() {
        true => json!({ "type": "string" }),
        false => json!({ "anyOf": [{ "enum": known }, { "type": "string" }] }),
    }
}

/// The entries of the shipped sets: kind and id.
fn entries(guide: &Guide) -> impl Iterator<Item = (&str, &str)> + Clone {
    let entries = guide.sets.iter().flat_map(|set| &set.entries);
    entries.flat_map(|(kind, ids)| ids.iter().map(move |id| (kind.as_str(), id.as_str())))
}

fn tables(guide: &Guide, schema: &mut Value) {
    let rows = records(guide).map(|record| {
        let rows = json!({ "type": "object", "additionalProperties": refer(&row_name(&record.name)) });
        (record.name.clone(), rows)
    });
    let rows: Map<String, Value> = rows.collect();
    let described = json!({ "description": "Rows of the system's records.", "type": "object",
        "properties": rows, "additionalProperties": false });
    set(schema, &["properties", "tables"], described);
}

/// If a key is one of some values, the facts are of a kind.
fn when(key: &str, is: Value, facts: &str, must: bool) -> Value {
    let required = if must { json!(["facts"]) } else { json!([]) };
    json!({
        "if": { "properties": { key: is }, "required": [key] },
        "then": { "properties": { "facts": refer(facts) }, "required": required },
    })
}

fn cards(guide: &Guide, schema: &mut Value) {
    let of_kind = kinds(guide).map(|kind| {
        let must = kind.facts.iter().any(|fact| fact.required);
        when(
            "kind",
            json!({ "const": kind.name }),
            &facts_name(&kind.name),
            must,
        )
    });
    let of_kind: Vec<Value> = of_kind.collect();
    let names: Vec<&str> = kinds(guide).map(|kind| kind.name.as_str()).collect();
    set(
        schema,
        &["definitions", "CardDoc", "properties", "kind"],
        json!({ "description": "What it is.", "enum": names }),
    );
    set(
        schema,
        &["definitions", "CardDoc", "properties", "facts"],
        json!({ "type": "object" }),
    );
    set(schema, &["definitions", "CardDoc", "allOf"], json!(of_kind));
    let sets = ids(guide.sets.iter().map(|set| set.id.as_str()));
    set(schema, &["properties", "uses", "items"], sets);
}

/// An overlay: what it changes of a card depends on the kind of the card.
fn overlay(guide: &Guide, schema: &mut Value) {
    let of_kind = kinds(guide).filter_map(|kind| {
        let known = entries(guide).filter(|(of, _)| *of == kind.name);
        let known: Vec<&str> = known.map(|(_, id)| id).collect();
        let facts = state_name(&kind.name);
        (!known.is_empty()).then(|| when("card", json!({ "enum": known }), &facts, false))
    });
    let of_kind: Vec<Value> = of_kind.collect();
    let change = |key: &'static str| ["definitions", "ChangeDoc", "properties", key];
    set(schema, &change("card"), ids(entries(guide).map(|(_, id)| id)));
    set(schema, &change("facts"), json!({ "type": "object" }));
    set(schema, &["definitions", "ChangeDoc", "allOf"], json!(of_kind));
    // An overlay has no rows of its own.
    if let Some(keys) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        keys.remove("tables");
    }
}

/// A scenario or a case.
fn situation(guide: &Guide, schema: &mut Value) {
    let sets = ids(guide.sets.iter().map(|set| set.id.as_str()));
    set(schema, &["properties", "sets", "items"], sets);
    let facts = refer(&state_name("player"));
    set(
        schema,
        &["definitions", "PlayerDoc", "properties", "facts"],
        facts,
    );
    tokens(guide, schema, "PlayerDoc", |on| on == "player");
    let class = |wanted: &'static str| move |kind: &&Kind| kind.class == wanted;
    for (doc, wanted) in [("PieceDoc", "piece"), ("LooseCardDoc", "card")] {
        let of_class: Vec<&Kind> = kinds(guide).filter(class(wanted)).collect();
        let of_kind = of_class.iter().map(|kind| {
            let known: Vec<&str> = entries(guide)
                .filter(|(of, _)| *of == kind.name)
                .map(|(_, id)| id)
                .collect();
            when(
                "template",
                json!({ "enum": known }),
                &state_name(&kind.name),
                false,
            )
        });
        // An enumeration of nothing is none.
        let of_kind: Vec<Value> = of_kind
            .filter(|one| one["if"]["properties"]["template"]["enum"] != json!([]))
            .collect();
        let is_of_class = |kind: &str| of_class.iter().any(|one| one.name == kind);
        let templates = ids(entries(guide)
            .filter(|(kind, _)| is_of_class(kind))
            .map(|(_, id)| id));
        set(schema, &["definitions", doc, "properties", "template"], templates);
        set(
            schema,
            &["definitions", doc, "properties", "facts"],
            json!({ "type": "object" }),
        );
        set(schema, &["definitions", doc, "allOf"], json!(of_kind));
        tokens(guide, schema, doc, is_of_class);
    }
    let is_card = |kind: &str| kinds(guide).any(|one| one.class == "card" && one.name == kind);
    let held = ids(entries(guide).filter(|(kind, _)| is_card(kind)).map(|(_, id)| id));
    set(
        schema,
        &["definitions", "PieceDoc", "properties", "cards", "items"],
        held,
    );
}

/// The tokens that something of a class can carry.
fn tokens(guide: &Guide, schema: &mut Value, doc: &str, carries: impl Fn(&str) -> bool) {
    let own = guide.tokens.iter().chain(&guide.of_sets.tokens);
    let own = own.filter(|token| token.on.iter().any(|on| carries(on)));
    let own: Map<String, Value> = own
        .map(|token| (token.name.clone(), json!({ "type": "integer" })))
        .collect();
    let described = json!({ "description": "Tokens at the start.", "type": "object", "properties": own, "additionalProperties": false });
    set(schema, &["definitions", doc, "properties", "tokens"], described);
}

/// Of a system's own document only the rows are its own.
fn system(_: &Guide, _: &mut Value) {}
