//! Lua tables: files that return a table, for Lua 5.1 to 5.4, LuaJIT and MoonSharp.
//!
//! Texts stand in quotes with escapes that all of them read. Nothing (`null`) is left out of a table. Each entry is made by a
//! function of its own, since LuaJIT allows a function only so many constants.

use crate::content::Book;
use crate::folder::Folder;
use crate::format::Format;
use crate::options::Chosen;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// Lua tables.
pub(crate) struct Lua;

impl Format for Lua {
    fn id(&self) -> &'static str {
        "lua"
    }

    fn version(&self) -> u32 {
        1
    }

    fn about(&self) -> &'static str {
        "tables of facts and cards by id, for Lua 5.1 to 5.4, LuaJIT and Tabletop Simulator's MoonSharp"
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        for system in &book.systems {
            let about = &system.system;
            let id = &about.id;
            let mut file = File::new(&[("system", id), ("title", &about.title)]);
            let vocabulary = &about.vocabulary;
            file.table(
                "words",
                vocabulary.words.iter().map(|words| (&words.id, &words.words)),
            );
            file.table(
                "records",
                vocabulary.records.iter().map(|record| {
                    let rows = record.rows.iter();
                    let rows: Vec<(&String, &crate::model::Values)> =
                        rows.map(|row| (&row.id, &row.cells)).collect();
                    (&record.id, ById(rows))
                }),
            );
            file.table("kinds", vocabulary.kinds.iter().map(|kind| (&kind.id, kind)));
            file.table("tokens", vocabulary.tokens.iter().map(|token| (&token.id, token)));
            file.table("dice", vocabulary.dice.iter().map(|die| (&die.id, &die.sides)));
            folder.add(&format!("{id}/system.lua"), file.end());
            for set in &system.sets {
                let mut file = File::new(&[("system", id), ("set", &set.id), ("title", &set.title)]);
                file.table("cards", set.cards.iter().map(|card| (&card.id, card)));
                folder.add(&format!("{id}/cards/{}.lua", set.id), file.end());
            }
            for scenario in &system.scenarios {
                let about = [
                    ("system", id),
                    ("scenario", &scenario.id),
                    ("title", &scenario.title),
                ];
                let mut file = File::new(&about);
                let entities = scenario.play.start.entities.iter();
                file.table("entities", entities.map(|entity| (&entity.id, entity)));
                folder.add(&format!("{id}/scenarios/{}.lua", scenario.id), file.end());
            }
        }
        Ok(())
    }
}

/// Values by ids, in their order.
struct ById<K, V>(Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for ById<K, V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// A file that returns a table.
struct File {
    text: String,
}

impl File {
    fn new(about: &[(&str, &String)]) -> Self {
        let mut text = "-- Made by `cardwright export --to lua`; docs/exports.md describes it.\n\
            local t = { format = \"cardwright/lua\", version = 1 }\n"
            .to_owned();
        for (key, value) in about {
            let _ = write!(text, "t.{key} = ");
            quoted(value, &mut text);
            text.push('\n');
        }
        Self { text }
    }

    /// A table of entries by ids. `order` beside it lists the ids, since tables of Lua have no order.
    fn table<'a>(&mut self, name: &str, entries: impl Iterator<Item = (&'a String, impl Serialize)>) {
        let _ = writeln!(self.text, "t.{name} = {{}}\nt.{name}_order = {{}}");
        for (id, entry) in entries {
            let mut key = String::new();
            quoted(id, &mut key);
            let _ = write!(self.text, "t.{name}[{key}] = (function() return ");
            // Plain data with texts as keys can always be written.
            written(&serde_json::to_value(&entry).unwrap_or_default(), &mut self.text);
            let _ = writeln!(self.text, " end)()\nt.{name}_order[#t.{name}_order + 1] = {key}");
        }
    }

    fn end(mut self) -> String {
        self.text.push_str("return t\n");
        self.text
    }
}

/// A value as Lua reads it.
pub(super) fn written(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("nil"),
        Value::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
        Value::Number(number) => {
            let _ = write!(out, "{number}");
        }
        Value::String(text) => quoted(text, out),
        Value::Array(items) => {
            out.push('{');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                written(item, out);
            }
            out.push('}');
        }
        Value::Object(fields) => {
            out.push('{');
            let there = fields.iter().filter(|(_, field)| !field.is_null());
            for (at, (key, field)) in there.enumerate() {
                out.push_str(if at > 0 { ", [" } else { "[" });
                quoted(key, out);
                out.push_str("] = ");
                written(field, out);
            }
            out.push('}');
        }
    }
}

/// A text in quotes: everything but plain letters as the number of its byte, in three digits, so that no digit behind it matters.
pub(super) fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | 0..=31 | 127.. => {
                let _ = write!(out, "\\{byte:03}");
            }
            plain => out.push(char::from(plain)),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_text_is_read_as_it_was_by_every_lua() {
        let mut out = String::new();
        quoted("a\"]]\\\n1\u{e9}\0", &mut out);
        assert_eq!(out, r#""a\034]]\092\0101\195\169\000""#);
    }
}
