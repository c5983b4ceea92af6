//! The JSON Schemas of the documents, from the types that read them.

use super::{
    CardSetDoc, CaseDoc, ImportDoc, LibraryDoc, ListsDoc, LooksDoc, MapDoc, OverlayDoc, PhrasebookDoc,
    ScenarioDoc, SquadsDoc, SystemDoc,
};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};

/// Every schema: the name of its file in `schemas/`, and its text.
#[must_use]
pub fn schemas() -> Vec<(&'static str, String)> {
    vec![
        ("system.schema.json", text::<SystemDoc>()),
        ("library.schema.json", text::<LibraryDoc>()),
        ("cards.schema.json", text::<CardSetDoc>()),
        ("overlay.schema.json", text::<OverlayDoc>()),
        ("map.schema.json", text::<MapDoc>()),
        ("scenario.schema.json", text::<ScenarioDoc>()),
        ("case.schema.json", text::<CaseDoc>()),
        ("phrasebook.schema.json", text::<PhrasebookDoc>()),
        ("looks.schema.json", text::<LooksDoc>()),
        ("import.schema.json", text::<ImportDoc>()),
        ("squads.schema.json", text::<SquadsDoc>()),
        ("lists.schema.json", text::<ListsDoc>()),
    ]
}

/// A schema as the editors of YAML read it best: draft 07.
fn text<T: JsonSchema>() -> String {
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
