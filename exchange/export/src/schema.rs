//! The JSON Schemas of all documents, from the types that write them, in two drafts.

use crate::folder::Manifest;
use crate::model::document::{self, Document};
use crate::model::{facts, rules, scenario, vector};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// A draft of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draft {
    /// 2020-12: what validators read today.
    Draft2020,
    /// 07: what editors read.
    Draft07,
}

impl Draft {
    /// Both drafts.
    pub const ALL: [Self; 2] = [Self::Draft2020, Self::Draft07];

    /// The name of its folder.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Self::Draft2020 => "2020-12",
            Self::Draft07 => "draft-07",
        }
    }

    fn schema<T: JsonSchema>(self) -> Schema {
        let settings = match self {
            Self::Draft2020 => SchemaSettings::draft2020_12(),
            Self::Draft07 => SchemaSettings::draft07(),
        };
        settings
            .for_serialize()
            .into_generator()
            .into_root_schema_for::<T>()
    }
}

/// The schema of a document.
#[must_use]
pub fn schema(document: &Document, draft: Draft) -> Value {
    let schema = match document.schema {
        "system" => draft.schema::<facts::System>(),
        "rules" => draft.schema::<rules::Rules>(),
        "windows" => draft.schema::<rules::Windows>(),
        "cards" => draft.schema::<facts::Cards>(),
        "card" => draft.schema::<facts::CardLine>(),
        "rule" => draft.schema::<rules::RuleLine>(),
        "ledger-rule" => draft.schema::<facts::LedgerLine>(),
        "map" => draft.schema::<facts::Map>(),
        "scenario" => draft.schema::<scenario::Scenario>(),
        "core-calls" => draft.schema::<facts::CoreCalls>(),
        "vector" => draft.schema::<vector::Vector>(),
        "ask" => draft.schema::<vector::Ask>(),
        "reply" => draft.schema::<vector::Reply>(),
        _ => draft.schema::<Manifest>(),
    };
    let mut schema = schema.to_value();
    close(&mut schema);
    tell_apart(&mut schema);
    pin(&mut schema, document);
    schema
}

/// The schemas of these documents, each with the path of its file.
#[must_use]
pub fn schemas(documents: &[Document]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for draft in Draft::ALL {
        for document in documents {
            let path = format!("schemas/{}/{}.schema.json", draft.folder(), document.schema);
            files.push((path, format!("{:#}\n", schema(document, draft))));
        }
    }
    files
}

/// Closes a schema: an object has no field that it does not list. The `format` of numbers, which tells how
/// Rust keeps them, goes.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("format").is_some_and(Value::is_string) {
                fields.remove("format");
            }
            let is_object = fields.get("properties").is_some_and(Value::is_object);
            if is_object && !fields.contains_key("additionalProperties") && !fields.contains_key("$ref") {
                fields.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// Turns `oneOf` into a choice by tag where a field says which form an object has. `oneOf` looks at all
/// forms, in a time that doubles with each level of a tree.
fn tell_apart(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(tell_apart);
            let forms = fields.get("oneOf").and_then(Value::as_array);
            let told = forms.and_then(|forms| TAGS.into_iter().find_map(|tag| by_tag(tag, forms)));
            if let Some(Value::Object(told)) = told {
                fields.remove("oneOf");
                fields.extend(told);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(tell_apart),
        _ => {}
    }
}

/// The fields that say which of several forms an object has.
const TAGS: [&str; 4] = ["node", "event", "ask", "reply"];

fn by_tag(tag: &str, forms: &[Value]) -> Option<Value> {
    let name = |form: &Value| form["properties"][tag]["const"].as_str().map(str::to_owned);
    let names: Vec<String> = forms.iter().map(name).collect::<Option<_>>()?;
    let cases = names.iter().zip(forms);
    let cases: Vec<Value> = cases
        .map(|(name, form)| json!({ "if": { "properties": { tag: { "const": name } } }, "then": form }))
        .collect();
    Some(json!({
        "type": "object", "required": [tag], "properties": { tag: { "enum": names } }, "allOf": cases,
    }))
}

/// The head of a document says which it is.
fn pin(schema: &mut Value, document: &Document) {
    let definitions = ["$defs", "definitions"].into_iter();
    for key in definitions {
        let head = schema.pointer_mut(&format!("/{key}/Head/properties"));
        if let Some(Value::Object(head)) = head {
            let mut pinned = Map::new();
            pinned.insert("format".to_owned(), json!({ "const": document.id }));
            pinned.insert("version".to_owned(), json!({ "const": document.version }));
            head.extend(pinned);
        }
    }
}

/// The documents of which somebody who reads JSON needs schemas.
pub(crate) const OF_JSON: &[Document] = &[
    document::SYSTEM,
    document::RULES,
    document::WINDOWS,
    document::CARDS,
    document::MAP,
    document::SCENARIO,
    document::CORE_CALLS,
    document::MANIFEST,
];

/// The documents of which somebody who reads JSON Lines needs schemas.
pub(crate) const OF_LINES: &[Document] = &[
    document::CARD,
    document::RULE,
    document::LEDGER_RULE,
    document::MANIFEST,
];
