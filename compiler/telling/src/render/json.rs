//! For programs: one array, one object for each diagnostic.
//!
//! Bytes (`start`, `end`) count from the file's beginning; lines and columns from 1, columns in characters.

use super::lines_columns;
use cardwright_documents::diagnostic::{Diagnostic, Fix};
use cardwright_documents::source::{Location, Sources};
use serde_json::{Value, json};

/// Diagnostics as one JSON array.
#[must_use]
pub fn for_machines(sources: &Sources, diagnostics: &[Diagnostic]) -> Value {
    diagnostics.iter().map(|one| object(sources, one)).collect()
}

fn object(sources: &Sources, diagnostic: &Diagnostic) -> Value {
    let mut object = place(sources, diagnostic.place);
    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .map(|(at, label)| {
            let mut object = place(sources, *at);
            object["label"] = json!(label);
            object
        })
        .collect();
    let more = json!({
        "code": diagnostic.code.id,
        "name": diagnostic.code.name,
        "severity": diagnostic.code.severity.name(),
        "message": diagnostic.message,
        "label": diagnostic.label,
        "help": diagnostic.help,
        "fix": diagnostic.fix.as_ref().map(|one| fix(sources, one)),
        "related": related,
    });
    if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
        object.extend(more);
    }
    object
}

fn fix(sources: &Sources, fix: &Fix) -> Value {
    let mut object = place(sources, fix.place);
    object["put"] = json!(fix.put);
    object["certain"] = json!(fix.certain);
    object
}

fn place(sources: &Sources, place: Location) -> Value {
    let [(line, column), (end_line, end_column)] = lines_columns(sources, place);
    let file = sources.get(place.file);
    json!({
        "file": file.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "start": place.start + file.offset(),
        "end": place.end + file.offset(),
    })
}
