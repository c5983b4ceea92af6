//! For code scanning: SARIF 2.1.0, as far as GitHub and editors read it.
//!
//! Few keys of the format are needed, and none of them is optional here; so they are written out instead of taken
//! from a crate of generated types.

use super::{lines_columns, uri};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::{Code, Diagnostic, Fix, Severity};
use cardwright_documents::source::{Location, Sources};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The address of the program and its pages.
const HOME: &str = env!("CARGO_PKG_REPOSITORY");
/// The number of digits of a hash that tell results apart.
const FINGERPRINT_DIGITS: usize = 16;

/// Diagnostics as one SARIF log.
#[must_use]
pub fn for_scanners(sources: &Sources, diagnostics: &[Diagnostic]) -> Value {
    let results = diagnostics.iter().map(|one| result(sources, one));
    let results: Vec<Value> = results
        .zip(fingerprints(sources, diagnostics))
        .map(|(mut result, fingerprint)| {
            result["partialFingerprints"] = json!({ "primaryLocationLineHash": fingerprint });
            result
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "cardwright",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": HOME,
                "rules": codes::ALL.iter().map(|code| rule(code)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: &Code) -> Value {
    json!({
        "id": code.id,
        "name": code.name,
        "shortDescription": { "text": code.summary() },
        "helpUri": format!("{HOME}/blob/main/compiler/documents/pages/{}-{}.md", code.id, code.name),
        "help": { "text": code.page, "markdown": code.page },
        "defaultConfiguration": { "level": level(code.severity) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn result(sources: &Sources, diagnostic: &Diagnostic) -> Value {
    let text = match &diagnostic.help {
        Some(help) => format!("{}: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let related: Vec<Value> = (0..)
        .zip(&diagnostic.related)
        .map(|(number, (place, label))| {
            let mut location = location(sources, *place);
            location["id"] = json!(number);
            location["message"] = json!({ "text": label });
            location
        })
        .collect();
    let mut result = json!({
        "ruleId": diagnostic.code.id,
        "ruleIndex": codes::ALL.iter().position(|code| code.id == diagnostic.code.id),
        "level": level(diagnostic.code.severity),
        "message": { "text": text },
        "locations": [location(sources, diagnostic.place)],
        "relatedLocations": related,
    });
    if let Some(one) = &diagnostic.fix {
        result["fixes"] = json!([fix(sources, one, diagnostic.help.as_deref())]);
    }
    result
}

/// By what a scanner knows a result again when lines have moved: the rule, the file, the text of the line, and how many
/// such results came before.
fn fingerprints(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<String> {
    let mut seen: HashMap<blake3::Hash, usize> = HashMap::new();
    let fingerprint = |one: &Diagnostic| {
        let file = sources.get(one.place.file);
        let line = file.line(file.line_of(one.place.start)).map_or("", |line| line.1);
        let parts = [one.code.id, &file.name, line.trim()].join("\n");
        let hash = blake3::hash(parts.as_bytes());
        let count = seen.entry(hash).or_default();
        *count += 1;
        format!("{}:{count}", &hash.to_hex()[..FINGERPRINT_DIGITS])
    };
    diagnostics.iter().map(fingerprint).collect()
}

fn fix(sources: &Sources, fix: &Fix, help: Option<&str>) -> Value {
    json!({
        "description": { "text": help.unwrap_or("write this instead") },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(&sources.get(fix.place.file).name) },
            "replacements": [{
                "deletedRegion": region(sources, fix.place),
                "insertedContent": { "text": fix.put },
            }],
        }],
    })
}

fn location(sources: &Sources, place: Location) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&sources.get(place.file).name) },
        "region": region(sources, place),
    } })
}

fn region(sources: &Sources, place: Location) -> Value {
    let [(line, column), (end_line, end_column)] = lines_columns(sources, place);
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}
