//! RON with the serde types that read it: for Bevy, and every other program in Rust.
//!
//! `types.rs` has a struct for each record and kind, and an enum for each type of words; `tables.ron` and `cards/SET.ron` are
//! values of its `Tables` and `Set`. Systems, rules, maps and scenarios have the same types everywhere, `documents`.

mod documents;

use crate::content::Book;
use crate::facts::core_calls;
use crate::folder::Folder;
use crate::format::Format;
use crate::options::Chosen;
use crate::shape::{Document, Shapes, documents as all_documents};
use crate::typed::identifiers::{Called, Language, pascal, snake};
use crate::typed::{Data, File, Member, Plain, Sort, Typed, each_system};
use std::fmt::Write;

/// RON and Rust types.
pub(crate) struct Ron;

const VERSION: u32 = 1;

impl Format for Ron {
    fn id(&self) -> &'static str {
        "ron"
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "everything as RON, with the Rust types that read it, for Bevy and other programs in Rust"
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        let shapes = Shapes::in_language(&rust())?;
        folder.add("documents.rs", documents::types(&shapes));
        let calls = core_calls();
        folder.add(
            "core-calls.ron",
            documents::document(&shapes, Document::CoreCalls(&calls))?,
        );
        each_system(book, |system, typed, files| {
            let id = &system.system.id;
            for (path, document) in all_documents(system) {
                let text = documents::document(&shapes, document)?;
                folder.add(&format!("{id}/{path}.ron"), text);
            }
            let called = rust().called(typed);
            folder.add(&format!("{id}/types.rs"), types(id, typed, &called));
            for file in files {
                let text = Text {
                    typed,
                    called: &called,
                }
                .file(id, file);
                folder.add(&format!("{id}/{}.ron", file.path), text);
            }
            Ok(())
        })
    }
}

fn rust() -> Language {
    Language {
        reserved: &[
            "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
            "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
            "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
            "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe",
            "unsized", "use", "virtual", "where", "while", "yield", "Self",
        ],
        prefix: String::new(),
        member: snake,
        word: pascal,
    }
}

const HEAD: &str = "\
    /// `cardwright/ron`.
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The system's id.
    pub system: String,
    /// The id of the set; of tables, that of the system.
    pub id: String,
    /// Its display name.
    pub title: String,
";

const DERIVED: &str =
    "#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]\n#[serde(deny_unknown_fields)]\n";

/// The module of a system's types. Writing into a text never fails.
fn types(system: &str, typed: &Typed<'_>, called: &Called) -> String {
    let mut out = format!(
        "// Made by `cardwright export --to ron`: cardwright/ron {VERSION}, system `{system}`. docs/exports.md describes it.\n\n\
         use serde::{{Deserialize, Serialize}};\n"
    );
    let roots = [
        (
            "Tables",
            Sort::Row,
            "What `tables.ron` holds: the rows of each record.",
        ),
        (
            "Set",
            Sort::Card,
            "What a file of `cards` holds: the cards of a set, by kind.",
        ),
    ];
    for (root, sort, about) in roots {
        let _ = write!(out, "\n/// {about}\n{DERIVED}pub struct {root} {{\n{HEAD}");
        for (at, class) in typed.of_sort(sort) {
            let (list, ty) = (&called.lists[at], &called.classes[at].0);
            let _ = writeln!(out, "    /// `{}`.\n    pub {list}: Vec<{ty}>,", class.id);
        }
        out.push_str("}\n");
    }
    for (class, (name, members)) in typed.classes.iter().zip(&called.classes) {
        let what = match class.sort {
            Sort::Row => "A row of the record",
            Sort::Card => "A card of the kind",
        };
        let _ = write!(
            out,
            "\n/// {what} `{}`.\n{DERIVED}pub struct {name} {{\n",
            class.id
        );
        for (member, name) in class.members.iter().zip(members) {
            let ty = rust_type(typed, called, member);
            let _ = writeln!(out, "    /// {}\n    pub {name}: {ty},", member.about);
        }
        out.push_str("}\n");
    }
    for (words, (name, variants)) in typed.words.iter().zip(&called.words) {
        enumeration(&words.id, name, variants.iter().zip(&words.words), &mut out);
    }
    out
}

fn rust_type(typed: &Typed<'_>, called: &Called, member: &Member<'_>) -> String {
    let one = match member.plain {
        Plain::Text => "String",
        Plain::Number => "i64",
        Plain::YesNo => "bool",
        Plain::Id if member.list => "String",
        Plain::Id => "Option<String>",
        Plain::Word(ty) => word_type(typed, called, ty).map_or("String", |(name, _)| name),
    };
    match member.list {
        true => format!("Vec<{one}>"),
        false => one.to_owned(),
    }
}

/// The name of a type of words, and the names of its words.
fn word_type<'c>(typed: &Typed<'_>, called: &'c Called, ty: &str) -> Option<&'c (String, Vec<String>)> {
    let at = typed.words.iter().position(|words| words.id == ty)?;
    called.words.get(at)
}

fn enumeration<'a>(
    id: &str,
    name: &str,
    words: impl Iterator<Item = (&'a String, &'a String)> + Clone,
    out: &mut String,
) {
    let _ = write!(
        out,
        "\n/// A word of the type `{id}`; where words are compared, later ones are higher.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]\n\
         pub enum {name} {{\n"
    );
    for (variant, word) in words.clone() {
        let _ = writeln!(out, "    /// `{word}`.\n    {variant},");
    }
    let _ = write!(
        out,
        "}}\n\nimpl {name} {{\n    /// All of them.\n    pub const ALL: &'static [Self] = &["
    );
    for (variant, _) in words.clone() {
        let _ = write!(out, "Self::{variant}, ");
    }
    out.push_str("];\n\n    /// The word as content writes it.\n    pub fn id(self) -> &'static str {\n        match self {\n");
    for (variant, word) in words {
        let _ = writeln!(out, "            Self::{variant} => {word:?},");
    }
    out.push_str("        }\n    }\n}\n");
}

/// Writes values.
struct Text<'a> {
    typed: &'a Typed<'a>,
    called: &'a Called,
}

impl Text<'_> {
    fn file(&self, system: &str, file: &File<'_>) -> String {
        let mut out = format!("(\n  format: \"cardwright/ron\",\n  version: {VERSION},\n");
        for (name, text) in [("system", system), ("id", file.id), ("title", file.title)] {
            let _ = write!(out, "  {name}: ");
            quoted(text, &mut out);
            out.push_str(",\n");
        }
        for (class, objects) in &file.objects {
            let _ = writeln!(out, "  {}: [", self.called.lists[*class]);
            for object in objects {
                out.push_str("    (");
                for (name, data) in self.called.classes[*class].1.iter().zip(object) {
                    let _ = write!(out, "{name}: ");
                    self.data(data, false, &mut out);
                    out.push_str(", ");
                }
                out.push_str("),\n");
            }
            out.push_str("  ],\n");
        }
        out + ")\n"
    }

    fn data(&self, data: &Data<'_>, in_list: bool, out: &mut String) {
        let _ = match data {
            Data::Text(text) => return quoted(text, out),
            Data::Number(number) => write!(out, "{number}"),
            Data::YesNo(yes) => write!(out, "{yes}"),
            Data::Word(ty, word) => write!(out, "{}", self.variant(ty, word)),
            Data::Id(None) => write!(out, "None"),
            Data::Id(Some(id)) if in_list => return quoted(id, out),
            Data::Id(Some(id)) => {
                out.push_str("Some(");
                quoted(id, out);
                write!(out, ")")
            }
            Data::List(members) => {
                out.push('[');
                for (at, member) in members.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    self.data(member, true, out);
                }
                write!(out, "]")
            }
        };
    }

    fn variant(&self, ty: &str, word: &str) -> &str {
        let words = self.typed.words.iter().find(|words| words.id == ty);
        let at = words.and_then(|words| words.words.iter().position(|known| known == word));
        let called = word_type(self.typed, self.called, ty);
        at.and_then(|at| called?.1.get(at)).map_or("", String::as_str)
    }
}

/// A text in quotes, as Rust and RON read it.
fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if letter.is_control() => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
}
