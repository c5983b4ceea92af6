//! A phrasebook as a page in Markdown.

use cardwright_documents::document::{PhrasebookDoc, RowOfPhrasesDoc, SectionDoc, Show};
use std::fmt::Write as _;

/// The whole page.
#[must_use]
pub fn page(book: &PhrasebookDoc) -> String {
    let id = &book.phrasebook.value;
    let mut out = format!(
        "<!-- Written by the program from systems/{id}/phrasebook.yaml. Change the rows there, not this page. -->\n\n# {}\n\n",
        book.title
    );
    let mut number = 0;
    for section in &book.sections {
        if let Some(title) = &section.title {
            let depth = usize::from(section.level.unwrap_or(3));
            let _ = write!(out, "{} {}\n\n", "#".repeat(depth), title.value);
        }
        if let Some(text) = &section.text {
            let _ = write!(out, "{}\n\n", text.trim());
        }
        match section.show {
            Show::Table => table(section, &mut out),
            Show::Below | Show::Numbered => below(section, &mut number, &mut out),
        }
    }
    format!("{}\n", out.trim_end())
}

/// Rows one below the other.
fn below(section: &SectionDoc, number: &mut usize, out: &mut String) {
    for row in &section.rows {
        if section.show == Show::Numbered {
            *number += 1;
            let _ = write!(out, "{number}. ");
        }
        let _ = write!(out, "{}\n\n", says(row));
        match row.write.value.contains('`') {
            true => _ = write!(out, "{}\n\n", row.write.value.trim()),
            false => _ = write!(out, "```cw\n{}\n```\n\n", row.write.value.trim_end()),
        }
        let cards = cards(row);
        if !cards.is_empty() {
            let _ = write!(out, "So does {cards}.\n\n");
        }
        if let Some(note) = &row.note {
            let _ = write!(out, "{}\n\n", note.trim());
        }
    }
}

fn table(section: &SectionDoc, out: &mut String) {
    if section.rows.is_empty() {
        return;
    }
    let usual = ["a card says", "you write"].map(str::to_owned);
    let mut columns: Vec<&str> = match section.columns.is_empty() {
        true => usual.iter().map(String::as_str).collect(),
        false => section.columns.iter().map(String::as_str).collect(),
    };
    let has_notes = columns.len() > 2;
    let has_cards = section.rows.iter().any(|row| !row.cards.is_empty());
    if has_cards {
        columns.push("card");
    }
    let _ = writeln!(
        out,
        "| {} |\n|{}",
        columns.join(" | "),
        "---|".repeat(columns.len())
    );
    for row in &section.rows {
        let _ = write!(out, "| {} | {}", says(row), written(row, has_notes));
        if has_notes {
            let _ = write!(out, " | {}", in_line(row.note.as_deref().unwrap_or("")));
        }
        if has_cards {
            let _ = write!(out, " | {}", cards(row));
        }
        out.push_str(" |\n");
    }
    out.push('\n');
}

/// The words of a card, in all wordings.
fn says(row: &RowOfPhrasesDoc) -> String {
    let all: Vec<&str> = row.says.iter().map(|says| says.value.as_str()).collect();
    in_line(&all.join("; "))
}

/// The code to write, in one line; the note behind it, if it has no column.
fn written(row: &RowOfPhrasesDoc, has_notes: bool) -> String {
    let mut cell = in_line(&row.write.value);
    if !cell.contains('`') {
        cell = format!("`{cell}`");
    }
    if let Some(note) = row.note.as_ref().filter(|_| !has_notes) {
        let _ = write!(cell, ". {}", in_line(note));
    }
    cell
}

fn cards(row: &RowOfPhrasesDoc) -> String {
    let all = row.cards.iter().map(|card| format!("`{}`", card.value));
    all.collect::<Vec<_>>().join(", ")
}

fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
