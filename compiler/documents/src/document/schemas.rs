//! The JSON Schemas of the documents, from the types that read them.

use super::{
    CardSetDoc, CaseDoc, LibraryDoc, LooksDoc, MapDoc, OverlayDoc, PhrasebookDoc, ScenarioDoc, SystemDoc,
};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};

/// Every schema: the name of its file in `schemas/`, and its text.
#[must_use]
pub fn schemas() -> Vec<(&'static str, String)> {
    vec![
        ("system.schema.json", schema_of::<SystemDoc>()),
        ("library.schema.json", schema_of::<LibraryDoc>()),
        ("cards.schema.json", schema_of::<CardSetDoc>()),
        ("overlay.schema.json", schema_of::<OverlayDoc>()),
        ("map.schema.json", schema_of::<MapDoc>()),
        ("scenario.schema.json", schema_of::<ScenarioDoc>()),
        ("case.schema.json", schema_of::<CaseDoc>()),
        ("phrasebook.schema.json", schema_of::<PhrasebookDoc>()),
        ("looks.schema.json", schema_of::<LooksDoc>()),
    ]
}

/// A schema as the editors of YAML read it best: draft 07.
#[must_use]
pub fn schema_of<T: JsonSchema>() -> String {
    let schema = SchemaSettings::draft07()
        .with_transform(RecursiveTransform(without_null))
        .into_generator()
        .into_root_schema_for::<T>();
    format!("{:#}\n", schema.as_value())
}

/// Takes away that a key which may be left out is `null` then: yaml-language-server 2.0.0 takes that for a text, and offers
/// nothing in the whole document.
fn without_null(schema: &mut Schema) {
    if schema.get("default").is_some_and(serde_json::Value::is_null) {
        schema.remove("default");
    }
}
