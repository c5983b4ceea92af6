//! A break, as it is told: to people in words, to programs with its place.

use cardwright_compiler::Sources;
use cardwright_compiler::breaking::{Break, BreakKind};
use serde_json::{Value, json};

/// How much of a broken text is told to people.
const TOLD_LETTERS: usize = 60;

/// A break for people: where it is, and what it does.
pub(crate) fn told(sources: &Sources, way: &Break) -> String {
    let (line, _) = sources.line_column(way.place);
    format!(
        "{}:{line} {}",
        sources.get(way.place.file).name,
        in_words(sources, way)
    )
}

/// The effect of a break, in words.
pub(crate) fn in_words(sources: &Sources, way: &Break) -> String {
    let old = short(&sources.get(way.place.file).text[way.place.start..way.place.end]);
    let new = short(&way.with);
    let is_condition = !["yes", "no"].contains(&old.as_str());
    match (way.kind, new.as_str()) {
        (BreakKind::Fixed, "yes") if is_condition => format!("`{old}` always holds"),
        (BreakKind::Fixed, "no") if is_condition => format!("`{old}` never holds"),
        (BreakKind::MayBeLeft, _) => "what must be chosen may be left".to_owned(),
        (BreakKind::Order, "before" | "after") => format!("`{new}` instead of `{old}`"),
        (BreakKind::Order, _) => format!("two change places in `{old}`"),
        (_, "") => format!("without `{old}`"),
        _ => format!("`{old}` becomes `{new}`"),
    }
}

/// A break for programs.
pub(crate) fn as_json(sources: &Sources, way: &Break) -> Value {
    let (line, column) = sources.line_column(way.place);
    let file = sources.get(way.place.file);
    json!({
        "file": file.name, "line": line, "column": column, "start": file.offset() + way.place.start,
        "end": file.offset() + way.place.end, "old": &file.text[way.place.start..way.place.end], "new": way.with,
        "kind": way.kind.name(),
    })
}

/// A text in one line, cut short.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(TOLD_LETTERS) {
        Some((end, _)) => format!("{}...", line[..end].trim_end()),
        None => line,
    }
}
