//! What a system has to say to a question in the words of cards: rows of its phrasebook, names and cards, the best first.

use crate::program::output;
use cardwright_compiler::Project;
use cardwright_compiler::phrasebook::RowTold;
use cardwright_compiler::search::{Found, Kind};
use std::fmt::Write as _;

/// How many rows, names and cards are shown to people.
const MOST_SHOWN: usize = 6;
/// How many names a help offers.
pub(super) const MOST_OFFERED: usize = 3;

/// Shows people what was found.
pub(super) fn text(title: &str, system: &str, question: &str, found: &[Found]) {
    let mut out = format!("# {title} (`{system}`): {question}\n");
    let is_row = |one: &&Found| one.kind == Kind::Row;
    let is_card = |one: &&Found| one.kind == Kind::Card;
    let rows: Vec<&Found> = found.iter().filter(is_row).take(MOST_SHOWN).collect();
    if !rows.is_empty() {
        out.push_str("\n## What a card says, and what one writes\n\n");
        rows.iter().for_each(|one| row(one, &mut out));
    }
    let names = found.iter().filter(|one| !is_row(one) && !is_card(one));
    let names: Vec<&Found> = names.take(MOST_SHOWN).collect();
    if !names.is_empty() {
        out.push_str("\n## Names\n\n");
        for one in names {
            let _ = writeln!(out, "- {} `{}`: {}", what(one.kind), one.name, in_line(&one.says));
        }
        let _ = write!(out, "\n`cardwright explain {system} NAME` says all of a name.\n");
    }
    let cards: Vec<&Found> = found.iter().filter(is_card).take(MOST_SHOWN).collect();
    if !cards.is_empty() {
        out.push_str("\n## Cards\n\n");
        for one in cards {
            let _ = writeln!(out, "- `{}`: {}", one.name, one.says);
        }
    }
    output::line(out.trim_end());
}

fn row(one: &Found, out: &mut String) {
    let Some(row) = &one.row else { return };
    let _ = writeln!(out, "- {} (`{}`)", one.says, one.name);
    let is_code = !row.write.contains('`');
    for line in row.write.lines() {
        let _ = writeln!(out, "  {}{line}", if is_code { "  " } else { "" });
    }
    if !row.cards.is_empty() {
        let cards: Vec<String> = row.cards.iter().map(|card| format!("`{card}`")).collect();
        let _ = writeln!(out, "  Cards that say it: {}", cards.join(", "));
    }
}

/// The results as data.
pub(super) fn json(system: &str, question: &str, found: &[Found]) -> serde_json::Value {
    serde_json::json!({ "system": system, "question": question, "found": found })
}

/// The best names and rows for a help.
pub(super) fn offered(found: &[Found]) -> Option<String> {
    let best = found.iter().take(MOST_OFFERED);
    let best: Vec<String> = best
        .map(|one| match one.kind {
            Kind::Row => format!("\"{}\"", in_line(&one.says)),
            Kind::Value
            | Kind::Permission
            | Kind::Question
            | Kind::Offer
            | Kind::Effect
            | Kind::Procedure
            | Kind::Window
            | Kind::Token
            | Kind::Card => format!("`{}`", one.name),
        })
        .collect();
    (!best.is_empty()).then(|| format!("the same words are in {}", best.join(", ")))
}

/// The rows of a system's phrasebook; none, if it has no phrasebook.
pub(super) fn rows(project: &Project, system: &str) -> Vec<RowTold> {
    let book = project.phrasebooks.get(system);
    book.map(|book| cardwright_compiler::phrasebook::rows(&project.sources, book))
        .unwrap_or_default()
}

fn what(kind: Kind) -> &'static str {
    match kind {
        Kind::Row => "row",
        Kind::Value => "value",
        Kind::Permission => "permission",
        Kind::Question => "question",
        Kind::Offer => "offer",
        Kind::Effect => "effect",
        Kind::Procedure => "procedure",
        Kind::Window => "window",
        Kind::Token => "token",
        Kind::Card => "card",
    }
}

fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
