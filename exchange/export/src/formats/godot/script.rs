//! GDScript classes.

use super::{Engine, HEAD, System, VERSION, script_file};
use crate::typed::identifiers::{distinct, pascal, shouted};
use crate::typed::{Member, Plain, Sort};
use std::fmt::Write;

/// The scripts of a system, by their files. Writing into a text never fails.
pub(super) fn all(system: &System<'_>) -> Vec<(String, String)> {
    let mut scripts = Vec::new();
    let roots = [
        (Sort::Row, "What `tables.tres` is: the rows of each record."),
        (Sort::Card, "What a set is: its cards, by kind."),
    ];
    for (sort, about) in roots {
        let name = system.root(sort);
        let mut text = system.opening(&name, about);
        for member in HEAD {
            let (ty, none) = match member {
                "version" => ("int", "0"),
                _ => ("String", "\"\""),
            };
            system.variable(member, ty, none, "", &mut text);
        }
        for (at, class) in system.typed.of_sort(sort) {
            let about = format!("`{}`.", class.id);
            system.variable(&system.called.lists[at], "Array", "[]", &about, &mut text);
        }
        scripts.push((script_file(&name), text));
    }
    for at in 0..system.typed.classes.len() {
        let (class, name, members) = system.class(at);
        let what = match class.sort {
            Sort::Row => "A row of the record",
            Sort::Card => "A card of the kind",
        };
        let mut text = system.opening(name, &format!("{what} `{}`.", class.id));
        for (member, name) in class.members.iter().zip(members) {
            let (ty, none) = ty(member, system.engine);
            system.variable(name, ty, none, &member.about, &mut text);
        }
        scripts.push((script_file(name), text));
    }
    let name = pascal(&format!("{} words", system.id));
    scripts.push((script_file(&name), system.words(&name)));
    scripts
}

/// A member's type, and what stands for nothing.
fn ty(member: &Member<'_>, engine: Engine) -> (&'static str, &'static str) {
    match (member.plain, member.list, engine) {
        (Plain::Number | Plain::YesNo, true, _) => ("Array", "[]"),
        (_, true, Engine::Three) => ("PoolStringArray", "PoolStringArray()"),
        (_, true, Engine::Four) => ("PackedStringArray", "PackedStringArray()"),
        (Plain::Number, false, _) => ("int", "0"),
        (Plain::YesNo, false, _) => ("bool", "false"),
        (_, false, _) => ("String", "\"\""),
    }
}

impl System<'_> {
    fn opening(&self, class: &str, about: &str) -> String {
        format!(
            "# Made by `cardwright export --to godot`: cardwright/godot {VERSION}, system `{}`.\n\
             # docs/exports.md describes it.\nclass_name {class}\nextends Resource\n# {about}\n",
            self.id
        )
    }

    fn variable(&self, name: &str, ty: &str, none: &str, about: &str, out: &mut String) {
        out.push('\n');
        if !about.is_empty() {
            let mark = match self.engine {
                Engine::Three => "#",
                Engine::Four => "##",
            };
            let _ = writeln!(out, "{mark} {about}");
        }
        let _ = match self.engine {
            Engine::Three => writeln!(out, "export({ty}) var {name} = {none}"),
            Engine::Four => writeln!(out, "@export var {name}: {ty} = {none}"),
        };
    }

    fn words(&self, class: &str) -> String {
        let about = "The words of each type; where words are compared, later ones are higher.";
        let mut out = self.opening(class, about);
        let types = &self.typed.words;
        let names = distinct(
            types.iter().map(|words| shouted(&words.id)),
            &["PI", "TAU", "INF", "NAN"],
        );
        for (words, name) in types.iter().zip(names) {
            let _ = write!(out, "\nconst {name} = [\n");
            for word in &words.words {
                let _ = writeln!(out, "\t{},", super::text::quoted(word));
            }
            out.push_str("]\n");
        }
        out
    }
}
