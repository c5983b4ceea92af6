//! Words about the content that name what does not exist: readings, and the ids of ledger rules in comments.

use super::{Scene, Whole};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::{ReadingDoc, place_of};
use cardwright_documents::source::{FileId, Location};
use cardwright_dsl::ast::ItemKind;
use std::collections::BTreeSet;

/// Looks at the readings of a system, and at the comments of its files and card sets.
pub(super) fn check(whole: &Whole<'_>, system: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let known = names(whole, system);
    for reading in &whole.system.doc.readings {
        dangling(&known, whole.system.file, reading, found);
    }
    if !whole.system.ledger.is_empty() {
        let folders = ["systems", "cards", "scenarios"]
            .map(|folder| format!("{folder}/{}/", whole.system.doc.system.value));
        for (file, source) in whole.project.sources.iter() {
            if folders
                .iter()
                .any(|folder| source.name.starts_with(folder.as_str()))
            {
                ledger_ids(whole, file, &source.text, found);
            }
        }
    }
}

/// Every name that a reading can be about.
pub(super) fn names(whole: &Whole<'_>, system: &Scene<'_>) -> BTreeSet<String> {
    let pack = system.pack;
    let mut names: BTreeSet<String> = BTreeSet::new();
    names.extend(pack.rows.iter().map(|row| row.id.clone()));
    names.extend(pack.templates.iter().map(|template| template.id.clone()));
    names.extend(pack.words.iter().flat_map(|word| word.words.iter().cloned()));
    for record in &pack.records {
        names.extend(
            record
                .fields
                .iter()
                .map(|field| format!("{}.{}", record.name, field.name)),
        );
        names.insert(record.name.clone());
    }
    for kind in &pack.kinds {
        names.extend(
            kind.fields
                .iter()
                .map(|field| format!("{}.{}", kind.name, field.name)),
        );
        names.insert(kind.name.clone());
    }
    for procedure in &pack.procedures {
        names.extend(
            procedure
                .steps
                .iter()
                .map(|step| format!("{}.{step}", procedure.name)),
        );
    }
    let items = whole.system.units.iter().flat_map(|unit| &unit.items);
    names.extend(items.filter_map(|item| match &item.kind {
        ItemKind::Word { name, .. }
        | ItemKind::Token { name, .. }
        | ItemKind::Die { name, .. }
        | ItemKind::Deck { name }
        | ItemKind::Define { name, .. }
        | ItemKind::Value { name, .. }
        | ItemKind::Permission { name, .. }
        | ItemKind::Offer { name, .. }
        | ItemKind::Procedure { name, .. }
        | ItemKind::Effect { name, .. }
        | ItemKind::Movement { name, .. } => Some(name.text.clone()),
        _ => None,
    }));
    names
}

fn dangling(known: &BTreeSet<String>, file: FileId, reading: &ReadingDoc, found: &mut Vec<Diagnostic>) {
    let of = &reading.of;
    if !known.contains(&of.value) {
        let message = format!("there is nothing named `{}` for this reading", of.value);
        let diagnostic = Diagnostic::new(codes::DANGLING_READING, place_of(file, of), message);
        found.push(diagnostic.suggesting(&of.value, known));
    }
}

/// Ids in comments that look like rules of the ledger, but are none.
fn ledger_ids(whole: &Whole<'_>, file: FileId, text: &str, found: &mut Vec<Diagnostic>) {
    let ledger = &whole.system.ledger;
    let prefix = format!("{}-", whole.system.doc.ledger);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let comment = line.find('#').unwrap_or(line.len());
        for (start, _) in line[comment..].match_indices(&prefix) {
            let before = line[..comment + start].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_')) {
                continue;
            }
            let id: &str = line[comment + start..]
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                .next()
                .unwrap_or("");
            let id = id.trim_end_matches('-');
            let numbered = id
                .rsplit('-')
                .next()
                .is_some_and(|end| end.bytes().all(|b| b.is_ascii_digit()));
            if numbered && !ledger.contains_key(id) {
                let start = at + comment + start;
                let place = Location {
                    file,
                    start,
                    end: start + id.len(),
                };
                let message = format!("there is no rule `{id}` in the ledger");
                found
                    .push(Diagnostic::new(codes::UNKNOWN_RULE, place, message).suggesting(id, ledger.keys()));
            }
        }
        at += line.len();
    }
}
