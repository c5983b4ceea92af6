//! CSV: one file a kind, one row a card, flat columns. What nanDECK, Squib and spreadsheets eat.
//!
//! Lengths and angles are written as documents write them (`2.5in`, `90deg`), sets with `; ` between their members. A fact that is a
//! row of a record has a column for its id, and one for each field of the row: `dial`, `dial.speed`.

use crate::content::{Book, SystemBook};
use crate::folder::Folder;
use crate::format::Format;
use crate::model::facts::{Card, Kind, Record};
use crate::model::{Slot, Type, Value, Values};
use crate::options::Chosen;
use cardwright_bytecode::Base;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// CSV.
pub(crate) struct Csv;

/// The value of the column `format` in each row.
const MARK: &str = "cardwright/csv 1";

impl Format for Csv {
    fn id(&self) -> &'static str {
        "csv"
    }

    fn version(&self) -> u32 {
        1
    }

    fn about(&self) -> &'static str {
        "one table for each kind, one row for each card with its count, for nanDECK, Squib and spreadsheets"
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        for system in &book.systems {
            let counts = counts(book, system);
            for kind in &system.system.vocabulary.kinds {
                if let Some(table) = table(system, kind, &counts).map_err(|error| error.to_string())? {
                    let name = kind.id.replace('/', "-");
                    folder.add(&format!("{}/{name}.csv", system.system.id), table);
                }
            }
        }
        Ok(())
    }
}

/// How often each card lies in the decks of a scenario, at most.
fn counts(book: &Book<'_>, system: &SystemBook<'_>) -> BTreeMap<String, u32> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let scenarios = book.project.scenarios.iter();
    for scenario in scenarios.filter(|one| one.doc.system.value == system.system.id) {
        for (_, deck) in &scenario.doc.decks.0 {
            for (card, count) in &deck.0 {
                let known = counts.entry(card.value.clone()).or_default();
                *known = (*known).max(count.value);
            }
        }
    }
    counts
}

/// A column: its name, and what stands there.
struct Column<'a> {
    name: String,
    fact: &'a str,
    cell: Option<&'a Slot>,
    ty: &'a Type,
}

/// The table of a kind; nothing, if no set has such a card.
fn table(
    system: &SystemBook<'_>,
    kind: &Kind,
    counts: &BTreeMap<String, u32>,
) -> Result<Option<Vec<u8>>, csv::Error> {
    let cards = system.sets.iter();
    let cards = cards.flat_map(|set| set.cards.iter().map(|card| (set.id.as_str(), card)));
    let mut cards: Vec<(&str, &Card)> = cards.filter(|(_, card)| card.kind == kind.id).collect();
    if cards.is_empty() {
        return Ok(None);
    }
    cards.sort_by(|one, other| one.1.id.cmp(&other.1.id));
    let columns = columns(system, kind);
    let mut out = csv::Writer::from_writer(Vec::new());
    let own = ["id", "name", "set", "kind", "count"].into_iter();
    let facts = columns.iter().map(|column| column.name.as_str());
    out.write_record(
        own.chain(facts)
            .chain(["text", "format"])
            .map(|name| inert(name).into_owned().into_bytes()),
    )?;
    for (set, card) in cards {
        let count = counts.get(&card.id).copied().unwrap_or(1).max(1).to_string();
        let own = [&card.id, &card.name, set, &card.kind, &count].map(str::to_owned);
        let facts = columns.iter().map(|column| written(system, column, card));
        let last = [card.text.join("\n\n"), MARK.to_owned()];
        out.write_record(
            own.into_iter()
                .chain(facts)
                .chain(last)
                .map(|cell| inert(&cell).into_owned().into_bytes()),
        )?;
    }
    out.flush()?;
    Ok(Some(out.into_inner().map_err(|error| error.into_error())?))
}

fn columns<'a>(system: &'a SystemBook<'_>, kind: &'a Kind) -> Vec<Column<'a>> {
    let mut columns = Vec::new();
    for field in kind.fields.iter().filter(|field| !field.state) {
        columns.push(Column {
            name: named(&field.name),
            fact: &field.name,
            cell: None,
            ty: &field.ty,
        });
        for cell in record_of(system, &field.ty).map_or(&[][..], |record| &record.fields) {
            columns.push(Column {
                name: format!("{}.{}", field.name, cell.name),
                fact: &field.name,
                cell: Some(cell),
                ty: &cell.ty,
            });
        }
    }
    columns
}

/// A fact that is called as one of the first columns says that it is a fact.
fn named(fact: &str) -> String {
    match fact {
        "id" | "name" | "set" | "kind" | "count" | "text" | "format" => format!("fact.{fact}"),
        other => other.to_owned(),
    }
}

/// The record of a type that is one row of the system.
fn record_of<'a>(system: &'a SystemBook<'_>, ty: &Type) -> Option<&'a Record> {
    let id = ty.0.strip_prefix("row:")?;
    let mut records = system.system.vocabulary.records.iter();
    records.find(|record| record.id == id)
}

fn written(system: &SystemBook<'_>, column: &Column<'_>, card: &Card) -> String {
    let fact = card.facts.get(column.fact).unwrap_or(&Value::Null);
    let Some(cell) = column.cell else {
        return text(column.ty, fact);
    };
    let ty = system
        .system
        .vocabulary
        .kinds
        .iter()
        .find(|kind| kind.id == card.kind);
    let ty = ty.and_then(|kind| kind.fields.iter().find(|field| field.name == column.fact));
    let record = ty.and_then(|field| record_of(system, &field.ty));
    let cells: Option<&Values> = record.and_then(|record| {
        let row = record
            .rows
            .iter()
            .find(|row| *fact == Value::Name(row.id.clone()));
        row.map(|row| &row.cells)
    });
    let value = cells.and_then(|cells| cells.get(&cell.name));
    value.map_or_else(String::new, |value| text(column.ty, value))
}

/// A cell that no spreadsheet takes for a formula: one that begins as they do has a `'` before it. Numbers and measures are none.
fn inert(cell: &str) -> Cow<'_, str> {
    let begins = cell.trim_start_matches([' ', '\u{feff}', '\u{a0}']);
    let rest = begins.strip_prefix(['+', '-']).unwrap_or(begins);
    let unit = rest.trim_start_matches(|one: char| one.is_ascii_digit() || one == '.');
    let is_number = unit.len() < rest.len() && unit.chars().all(|one| one.is_ascii_lowercase());
    match begins.starts_with([
        '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
    ]) && !is_number
    {
        true => Cow::Owned(format!("'{cell}")),
        false => Cow::Borrowed(cell),
    }
}

/// Rows of cells as CSV, in which no cell is a formula.
///
/// # Errors
/// If rows differ in their number of cells.
pub fn csv_rows(rows: &[Vec<String>]) -> Result<Vec<u8>, String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    for row in rows {
        let cells = row.iter().map(|cell| inert(cell).into_owned().into_bytes());
        out.write_record(cells).map_err(|error| error.to_string())?;
    }
    out.into_inner().map_err(|error| error.to_string())
}

/// A value as people write it.
pub(super) fn text(ty: &Type, value: &Value) -> String {
    let base = ty.0.strip_prefix("set of ").unwrap_or(&ty.0);
    match value {
        Value::Null => String::new(),
        Value::YesNo(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => match base {
            "length" => Base::Length.written(*number),
            "angle" => Base::Angle.written(*number),
            _ => number.to_string(),
        },
        Value::Name(name) => name.clone(),
        Value::List(members) => {
            let members: Vec<String> = members.iter().map(|member| text(ty, member)).collect();
            members.join("; ")
        }
        Value::Pose(pose) => crate::json::line(pose),
    }
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn what_begins_as_a_formula_is_a_text() {
        for cell in [
            "=1+1",
            "+cmd|' /C calc'!A0",
            "-2+3",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            " =1",
            "-",
            "+",
            "-cmd",
            "-2in+1",
            "＝1",
        ] {
            assert_eq!(inert(cell), format!("'{cell}"));
        }
        for cell in ["", "-3", "+2", "-2.5in", "90deg", "a=b", "Fire", "2 = 2", "'x"] {
            assert_eq!(inert(cell), cell);
        }
    }
}
