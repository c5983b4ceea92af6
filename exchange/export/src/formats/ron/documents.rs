//! Systems, rules, maps and scenarios: their Rust types, and RON that fills them.

use super::{VERSION, quoted};
use crate::shape::{
    Definition, Document, Field, Form, Holds, ROOTS, Shape, Shapes, Target, Variant, Word, tell,
};
use std::fmt::Write;

const DERIVED: &str =
    "#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]\n#[serde(deny_unknown_fields)]\n";

const HEAD: &str = "    /// `cardwright/ron`.\n    pub format: String,\n    /// The version of the format.\n    pub version: u32,\n";

/// The module of the types. Writing into a text never fails.
pub(super) fn types(shapes: &Shapes) -> String {
    let mut out = format!(
        "// Made by `cardwright export --to ron`: cardwright/ron {VERSION}. docs/exports.md describes it.\n\n\
         use serde::{{Deserialize, Serialize}};\nuse std::collections::BTreeMap;\n"
    );
    let types = Types {
        shapes,
        // What lies in itself without a list needs a place of its own.
        within: shapes.within(false),
    };
    for (at, definition) in shapes.definitions.iter().enumerate() {
        types.write(at, definition, &mut out);
    }
    out
}

struct Types<'a> {
    shapes: &'a Shapes,
    within: Vec<Vec<bool>>,
}

impl Types<'_> {
    fn write(&self, at: usize, definition: &Definition, out: &mut String) {
        let name = &definition.name;
        let _ = writeln!(out, "\n/// {}", definition.about);
        let _ = match &definition.form {
            Form::Text => writeln!(out, "pub type {name} = String;"),
            Form::Words(words) => return enumeration(name, words, out),
            Form::Record(fields) => {
                let _ = writeln!(out, "{DERIVED}pub struct {name} {{");
                if ROOTS.contains(&definition.id.as_str()) {
                    out.push_str(HEAD);
                }
                self.fields(at, fields, "    pub ", out);
                writeln!(out, "}}")
            }
            Form::Choice(variants) => {
                let _ = writeln!(out, "{DERIVED}pub enum {name} {{");
                variants.iter().for_each(|variant| self.variant(at, variant, out));
                writeln!(out, "}}")
            }
        };
    }

    fn variant(&self, at: usize, variant: &Variant, out: &mut String) {
        if !variant.about.is_empty() {
            let _ = writeln!(out, "    /// {}", variant.about);
        }
        let name = &variant.name;
        let _ = match &variant.holds {
            Holds::Fields(fields) if fields.is_empty() => writeln!(out, "    {name},"),
            Holds::Value(None) => writeln!(out, "    {name},"),
            Holds::Value(Some(shape)) => writeln!(out, "    {name}({}),", self.ty(at, shape)),
            Holds::Fields(fields) => {
                let _ = writeln!(out, "    {name} {{");
                self.fields(at, fields, "        ", out);
                writeln!(out, "    }},")
            }
        };
    }

    fn fields(&self, at: usize, fields: &[Field], before: &str, out: &mut String) {
        let indent = &before[..before.len() - before.trim_start().len()];
        for field in fields {
            let ty = self.ty(at, &field.shape);
            let _ = writeln!(out, "{indent}/// {}\n{before}{}: {ty},", field.about, field.name);
        }
    }

    fn ty(&self, at: usize, shape: &Shape) -> String {
        match shape {
            Shape::Text => "String".to_owned(),
            Shape::Number => "i64".to_owned(),
            Shape::YesNo => "bool".to_owned(),
            Shape::Of(part) => {
                let name = &self.shapes.definitions[*part].name;
                match self.within[*part][at] {
                    true => format!("Box<{name}>"),
                    false => name.clone(),
                }
            }
            Shape::Maybe(what) => format!("Option<{}>", self.ty(at, what)),
            Shape::List(member) => format!("Vec<{}>", self.in_list(at, member)),
            Shape::Map(value) => format!("BTreeMap<String, {}>", self.in_list(at, value)),
        }
    }

    /// The type of a member of a list. It needs no box, since it has its own place there.
    fn in_list(&self, at: usize, shape: &Shape) -> String {
        match shape {
            Shape::Of(part) => self.shapes.definitions[*part].name.clone(),
            Shape::Maybe(what) => format!("Option<{}>", self.in_list(at, what)),
            shape => self.ty(at, shape),
        }
    }
}

fn enumeration(name: &str, words: &[Word], out: &mut String) {
    let _ = writeln!(
        out,
        "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]\npub enum {name} {{"
    );
    for word in words {
        let _ = writeln!(out, "    /// {}\n    {},", word.about, word.name);
    }
    out.push_str("}\n");
}

/// A document as RON.
///
/// # Errors
/// If a part of it has not the shape of its type.
pub(super) fn document(shapes: &Shapes, document: Document<'_>) -> Result<String, String> {
    let mut text = Text {
        shapes,
        out: String::new(),
        lists: 0,
    };
    tell(shapes, document, &mut text)?;
    text.out.push('\n');
    Ok(text.out)
}

struct Text<'a> {
    shapes: &'a Shapes,
    out: String,
    /// How many lists are open.
    lists: usize,
}

impl Text<'_> {
    /// Ends what stands before, if something does.
    fn next(&mut self) {
        if !self.out.ends_with(['(', '[', '{']) {
            self.out.push(',');
        }
    }

    /// Begins a line for a value that stands in no list, or for a member of the outermost lists.
    fn new_line(&mut self) {
        if self.lists < 2 {
            self.out.push('\n');
        }
    }
}

impl Target for Text<'_> {
    fn text(&mut self, text: &str) {
        quoted(text, &mut self.out);
    }

    fn number(&mut self, number: i64) {
        let _ = write!(self.out, "{number}");
    }

    fn yes_no(&mut self, yes: bool) {
        self.out.push_str(if yes { "true" } else { "false" });
    }

    fn word(&mut self, of: usize, word: usize) {
        if let Form::Words(words) = &self.shapes.definitions[of].form {
            self.out.push_str(&words[word].name);
        }
    }

    fn none(&mut self, _: &Shape) {
        self.out.push_str("None");
    }

    fn open_some(&mut self, _: &Shape) {
        self.out.push_str("Some(");
    }

    fn close_some(&mut self, _: &Shape) {
        self.out.push(')');
    }

    fn open_list(&mut self, shape: &Shape) {
        self.lists += 1;
        self.out
            .push(if matches!(shape, Shape::Map(_)) { '{' } else { '[' });
    }

    fn close_list(&mut self, shape: &Shape) {
        if !self.out.ends_with(['[', '{']) {
            self.new_line();
        }
        self.lists -= 1;
        self.out
            .push(if matches!(shape, Shape::Map(_)) { '}' } else { ']' });
    }

    fn member(&mut self) {
        self.next();
        self.new_line();
    }

    fn key(&mut self, key: &str) {
        self.member();
        quoted(key, &mut self.out);
        self.out.push(':');
    }

    fn open_record(&mut self, _: usize) {
        let is_root = self.out.is_empty();
        self.out.push('(');
        if is_root {
            let _ = write!(self.out, "format:\"cardwright/ron\",version:{VERSION}");
        }
    }

    fn close_record(&mut self, _: usize) {
        self.out.push(')');
    }

    fn open_variant(&mut self, of: usize, variant: usize) {
        let Form::Choice(variants) = &self.shapes.definitions[of].form else {
            return;
        };
        self.out.push_str(&variants[variant].name);
        if !variants[variant].is_empty() {
            self.out.push('(');
        }
    }

    fn close_variant(&mut self, of: usize, variant: usize) {
        if let Form::Choice(variants) = &self.shapes.definitions[of].form
            && !variants[variant].is_empty()
        {
            self.out.push(')');
        }
    }

    fn field(&mut self, field: &Field) {
        self.next();
        if self.lists == 0 {
            self.out.push('\n');
        }
        self.out.push_str(&field.name);
        self.out.push(':');
    }
}
