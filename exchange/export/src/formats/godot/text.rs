//! Resources as text, in format 2 and format 3.

use super::Engine;
use crate::typed::{Data, Plain};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A resource that is being written.
pub(super) struct Resource {
    engine: Engine,
    /// The class, as format 3 says it.
    class: String,
    /// Files that it needs, with their types, by their paths; each with its number.
    needs: BTreeMap<String, (usize, &'static str)>,
    /// Resources within it.
    inner: Vec<(String, Vec<(String, String)>)>,
    fields: Vec<(String, String)>,
}

impl Resource {
    /// A resource of the class in this script.
    pub(super) fn new(engine: Engine, script: &str) -> Self {
        let mut resource = Self {
            engine,
            class: String::new(),
            needs: BTreeMap::new(),
            inner: Vec::new(),
            fields: Vec::new(),
        };
        let script = resource.script(script);
        resource.set("script", script);
        resource
    }

    /// Sets the name of its class.
    pub(super) fn named(&mut self, class: &str) {
        class.clone_into(&mut self.class);
    }

    pub(super) fn set(&mut self, name: &str, value: String) {
        self.fields.push((name.to_owned(), value));
    }

    /// A script by its path: how it is named in the resource.
    pub(super) fn script(&mut self, path: &str) -> String {
        self.need(path, "Script")
    }

    /// Another resource by its path.
    pub(super) fn outer(&mut self, path: &str) -> String {
        self.need(path, "Resource")
    }

    fn need(&mut self, path: &str, ty: &'static str) -> String {
        let next = self.needs.len() + 1;
        let (number, _) = *self.needs.entry(path.to_owned()).or_insert((next, ty));
        match self.engine {
            Engine::Three => format!("ExtResource( {number} )"),
            Engine::Four => format!("ExtResource(\"{number}\")"),
        }
    }

    /// A resource within this one.
    pub(super) fn inner(&mut self, script: String, fields: Vec<(String, String)>) -> String {
        self.inner.push((script, fields));
        let number = self.inner.len();
        match self.engine {
            Engine::Three => format!("SubResource( {number} )"),
            Engine::Four => format!("SubResource(\"{number}\")"),
        }
    }

    /// Its text. Writing into a text never fails.
    pub(super) fn written(self) -> String {
        let steps = self.needs.len() + self.inner.len() + 1;
        let mut out = match self.engine {
            Engine::Three => format!("[gd_resource type=\"Resource\" load_steps={steps} format=2]\n\n"),
            Engine::Four => format!(
                "[gd_resource type=\"Resource\" script_class=\"{}\" load_steps={steps} format=3]\n\n",
                self.class
            ),
        };
        let mut needs: Vec<(&String, &(usize, &str))> = self.needs.iter().collect();
        needs.sort_by_key(|(_, (number, _))| *number);
        for (path, (number, ty)) in needs {
            let _ = match self.engine {
                Engine::Three => writeln!(out, "[ext_resource path=\"{path}\" type=\"{ty}\" id={number}]"),
                Engine::Four => writeln!(
                    out,
                    "[ext_resource type=\"{ty}\" path=\"{path}\" id=\"{number}\"]"
                ),
            };
        }
        for (number, (script, fields)) in (1..).zip(&self.inner) {
            let _ = match self.engine {
                Engine::Three => writeln!(out, "\n[sub_resource type=\"Resource\" id={number}]"),
                Engine::Four => writeln!(out, "\n[sub_resource type=\"Resource\" id=\"{number}\"]"),
            };
            let _ = writeln!(out, "script = {script}");
            assigned(fields, &mut out);
        }
        out.push_str("\n[resource]\n");
        assigned(&self.fields, &mut out);
        out
    }
}

fn assigned(fields: &[(String, String)], out: &mut String) {
    for (name, value) in fields {
        let _ = writeln!(out, "{name} = {value}");
    }
}

/// A value of a member.
pub(super) fn data(data: &Data<'_>, plain: Plain<'_>, engine: Engine) -> String {
    let members = match data {
        Data::Text(text) | Data::Word(_, text) | Data::Id(Some(text)) => return quoted(text),
        Data::Id(None) => return quoted(""),
        Data::Number(number) => return number.to_string(),
        Data::YesNo(yes) => return yes.to_string(),
        Data::List(members) => members,
    };
    let told: Vec<String> = members
        .iter()
        .map(|member| self::data(member, plain, engine))
        .collect();
    let told = told.join(", ");
    match (plain, engine) {
        (Plain::Number | Plain::YesNo, _) => format!("[{told}]"),
        (_, Engine::Three) => format!("PoolStringArray( {told} )"),
        (_, Engine::Four) => format!("PackedStringArray({told})"),
    }
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
