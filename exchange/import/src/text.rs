//! The text of the card set that is made.

use crate::made::Made;
use crate::mapping::Mapping;
use crate::report::Origin;
use crate::take::Put;
use cardwright_compiler::document::TODO;
use cardwright_dsl::{WIDTH, format_items_within};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;

/// The longest line of facts; longer ones are written one fact a line.
const LONGEST: usize = 160;

/// The text of a set, and what its parts come from.
pub(crate) struct Written {
    pub(crate) text: String,
    /// Later ones lie in earlier ones: the bytes, the row of the data, the field.
    pub(crate) parts: Vec<(Range<usize>, Origin, String)>,
}

/// Writes the set as a document.
pub(crate) fn written(
    mapping: &Mapping,
    made: &Made,
    sources: &BTreeMap<String, Vec<u8>>,
    file: &str,
) -> Written {
    let doc = &mapping.doc;
    let mut out = Written {
        text: String::new(),
        parts: Vec::new(),
    };
    out.head(mapping, sources, file);
    out.line(&format!("set: {}", doc.set.value));
    out.line(&format!("system: {}", doc.system.value));
    out.line(&format!("title: {}", scalar(&doc.title)));
    let mut uses: BTreeSet<&str> = doc.uses.iter().map(|set| set.value.as_str()).collect();
    uses.extend(made.uses.iter().map(String::as_str));
    if !uses.is_empty() {
        let uses: Vec<&str> = uses.into_iter().collect();
        out.line(&format!("uses: [{}]", uses.join(", ")));
    }
    if !made.rows.is_empty() {
        out.line("tables:");
    }
    for (record, rows) in &made.rows {
        out.line(&format!("  {record}:"));
        for row in rows {
            let start = out.text.len();
            out.part(start, &row.origin, record);
            let at = out.parts.len() - 1;
            out.facts(4, &row.id, &row.facts, &row.origin);
            out.parts[at].0.end = out.text.len();
        }
    }
    out.words(mapping);
    out.line(match made.cards.is_empty() {
        true => "cards: []",
        false => "cards:",
    });
    for card in &made.cards {
        let start = out.text.len();
        out.part(start, &card.origin, "card");
        let at = out.parts.len() - 1;
        out.field(&card.origin, "id", &format!("  - id: {}", card.id));
        out.line(&format!("    kind: {}", card.kind));
        out.field(&card.origin, "name", &format!("    name: {}", scalar(&card.name)));
        if !card.facts.is_empty() {
            out.facts(4, "facts", &card.facts, &card.origin);
        }
        if card.is_todo {
            out.line(&format!("    rules: {TODO}"));
        }
        out.parts[at].0.end = out.text.len();
    }
    out
}

impl Written {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn part(&mut self, start: usize, origin: &Origin, field: &str) {
        let end = self.text.len();
        self.parts.push((start..end, origin.clone(), field.to_owned()));
    }

    fn field(&mut self, origin: &Origin, field: &str, line: &str) {
        let start = self.text.len();
        self.line(line);
        self.part(start, origin, field);
    }

    /// Writes the head: the schema that the set follows, and the sources that it comes from.
    fn head(&mut self, mapping: &Mapping, sources: &BTreeMap<String, Vec<u8>>, file: &str) {
        let system = &mapping.doc.system.value;
        let up = "../".repeat(file.matches('/').count());
        self.line(&format!(
            "# yaml-language-server: $schema={up}schemas/{system}/cards.schema.json"
        ));
        self.line(&format!(
            "# Facts that `cardwright import` took by the mapping `{}`; no texts and no pictures.",
            mapping.doc.import.value
        ));
        if let Some(credit) = &mapping.doc.credit {
            for line in credit.lines() {
                self.line(format!("# {line}").trim_end());
            }
        }
        for (name, file) in mapping.files() {
            let bytes = sources.get(name).map_or(&[][..], Vec::as_slice);
            let mut hash = String::new();
            for byte in Sha256::digest(bytes) {
                let _ = write!(hash, "{byte:02x}");
            }
            self.line(&format!("# {} {hash}", one_line(file)));
        }
    }

    /// The words that the set adds.
    fn words(&mut self, mapping: &Mapping) {
        let words = mapping.doc.words.0.iter().filter(|(_, words)| !words.is_empty());
        let lines = words.map(|(of, words)| {
            let words: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
            format!("extend word {} {{ {} }}\n", of.value, words.join(" "))
        });
        let lines: String = lines.collect();
        if lines.is_empty() {
            return;
        }
        self.line("rules: |");
        // What cannot be formatted is no word; the compiler says so.
        let laid_out = format_items_within(&lines, WIDTH - 2).unwrap_or(lines);
        for line in laid_out.lines() {
            let line = format!("  {line}");
            self.line(line.trim_end());
        }
    }

    /// Facts below a name: in one line, or one a line if that would be long.
    fn facts(&mut self, indent: usize, name: &str, facts: &[(String, Put)], origin: &Origin) {
        let indent = " ".repeat(indent);
        let all: Vec<String> = facts
            .iter()
            .map(|(fact, put)| format!("{fact}: {}", value(put)))
            .collect();
        let length = indent.len() + name.len() + all.iter().map(|fact| fact.len() + 2).sum::<usize>() + 4;
        let is_long = length > LONGEST;
        let _ = write!(self.text, "{indent}{name}:{}", if is_long { "\n" } else { " { " });
        for (at, ((fact, _), text)) in facts.iter().zip(&all).enumerate() {
            if is_long {
                let _ = write!(self.text, "{indent}  ");
            } else if at > 0 {
                self.text.push_str(", ");
            }
            let start = self.text.len();
            self.text.push_str(text);
            self.part(start, origin, fact);
            if is_long {
                self.text.push('\n');
            }
        }
        if !is_long {
            self.line(if facts.is_empty() { "}" } else { " }" });
        }
    }
}

/// A fact as YAML writes it.
pub(crate) fn value(put: &Put) -> String {
    match put {
        Put::Text(text) => scalar(text),
        Put::List(list) => {
            let members: Vec<String> = list.iter().map(value).collect();
            format!("[{}]", members.join(", "))
        }
        put => put.to_string(),
    }
}

/// A text as YAML writes it: plainly, if that means the same everywhere.
pub(crate) fn scalar(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || " -_.'/()+".contains(letter);
    let words = ["yes", "no", "true", "false", "on", "off", "null", "y", "n"];
    let lower = text.to_ascii_lowercase();
    let plain = text.chars().next().is_some_and(char::is_alphanumeric)
        && text.chars().any(char::is_alphabetic)
        && text.chars().all(is_plain)
        && text.trim() == text
        && !words.contains(&lower.as_str())
        && !lower.starts_with("0x")
        && !lower.starts_with("0o")
        && text.parse::<f64>().is_err();
    if plain {
        return text.to_owned();
    }
    if text.contains('"') && !text.contains('\'') && !text.chars().any(char::is_control) {
        return format!("'{text}'");
    }
    // What JSON writes, YAML reads.
    serde_json::Value::from(text).to_string()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_where_yaml_would_read_something_else() {
        for plain in ["Kid", "N'dru Suhlak", "TIE/fo", "3in", "A-wing 2"] {
            assert_eq!(scalar(plain), plain);
        }
        for quoted in [
            "yes", "No", "3", "1e5", "0x1f", "", " a", "a: b", "# a", "-a", "~", "NaN", "inf",
        ] {
            assert_eq!(scalar(quoted), format!("\"{quoted}\""));
        }
        assert_eq!(scalar("\"Back\""), "'\"Back\"'");
        assert_eq!(scalar("it's \"Back\""), "\"it's \\\"Back\\\"\"");
    }
}
