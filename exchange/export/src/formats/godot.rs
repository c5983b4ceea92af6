//! Godot: resources (`.tres`), and the GDScript classes whose values they are.
//!
//! Every card is a resource of its own; that of its set lists all of them, so that loading one file loads a set. Paths in
//! resources are relative: the folder may lie anywhere in a project. Cards name each other by ids, never by resources, which must
//! not lead in circles. Systems, rules, maps and scenarios are JSON that a script reads, `documents`.

mod documents;
mod script;
mod text;

use crate::content::Book;
use crate::facts::core_calls;
use crate::folder::Folder;
use crate::format::Format;
use crate::json::document;
use crate::options::{Chosen, FormatOption};
use crate::shape::{Shapes, documents as all_documents};
use crate::typed::identifiers::{Called, Language, shouted, snake};
use crate::typed::{Class, Data, File, Sort, Typed, each_system};
use text::Resource;

/// Resources and GDScript.
pub(crate) struct Godot;

const VERSION: u32 = 1;

const FORMAT: &str = "format";

const OPTIONS: &[FormatOption] = &[FormatOption {
    name: FORMAT,
    about: "how resources are written: 3 for Godot 4, 2 for Godot 3",
    default: "3",
    values: &["3", "2"],
}];

/// The version of Godot that reads the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    /// Godot 3, which reads format 2.
    Three,
    /// Godot 4, which reads format 3.
    Four,
}

impl Format for Godot {
    fn id(&self) -> &'static str {
        "godot"
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "cards as Godot resources (.tres), rules as JSON, with their GDScript classes"
    }

    fn options(&self) -> &'static [FormatOption] {
        OPTIONS
    }

    fn export(&self, book: &Book<'_>, chosen: &Chosen, folder: &mut Folder) -> Result<(), String> {
        let engine = match chosen.get(FORMAT) {
            "2" => Engine::Three,
            _ => Engine::Four,
        };
        let shapes = Shapes::in_language(&gdscript(documents::PREFIX))?;
        folder.add("documents.gd", documents::script(&shapes, engine));
        folder.add("core-calls.json", document(&core_calls()));
        each_system(book, |system, typed, files| {
            let id = &system.system.id;
            for (path, one) in all_documents(system) {
                folder.add(&format!("{id}/{path}.json"), one.json());
            }
            let called = gdscript(id).called(typed);
            let system = System {
                engine,
                id,
                typed,
                called: &called,
            };
            system.scripts(folder);
            for file in files {
                system.resources(file, folder);
            }
            Ok(())
        })
    }
}

/// A system's files.
struct System<'a> {
    engine: Engine,
    id: &'a str,
    typed: &'a Typed<'a>,
    called: &'a Called,
}

/// The members that tables and sets begin with.
const HEAD: [&str; 5] = ["format", "version", "system", "id", "title"];

impl System<'_> {
    fn scripts(&self, folder: &mut Folder) {
        for (path, text) in script::all(self) {
            folder.add(&format!("{}/types/{path}", self.id), text);
        }
    }

    /// The name of the class of tables, and of that of sets.
    fn root(&self, sort: Sort) -> String {
        let what = match sort {
            Sort::Row => "tables",
            Sort::Card => "set",
        };
        crate::typed::identifiers::pascal(&format!("{} {what}", self.id))
    }

    fn class(&self, at: usize) -> (&Class<'_>, &str, &[String]) {
        let (name, members) = &self.called.classes[at];
        (&self.typed.classes[at], name, members)
    }

    fn resources(&self, file: &File<'_>, folder: &mut Folder) {
        let path = format!("{}/{}", self.id, file.path);
        let sort = file.sort;
        // Cards lie one folder deeper than tables, and their files in that of their set.
        let types = if sort == Sort::Row { "types" } else { "../types" };
        let mut root = Resource::new(self.engine, &format!("{types}/{}", script_file(&self.root(sort))));
        root.named(&self.root(sort));
        let texts = ["cardwright/godot", "", self.id, file.id, file.title];
        for (name, text) in HEAD.into_iter().zip(texts) {
            match name {
                "version" => root.set(name, VERSION.to_string()),
                name => root.set(name, text::quoted(text)),
            }
        }
        for (at, objects) in &file.objects {
            let (about, class, names) = self.class(*at);
            let list = objects.iter().map(|object| {
                let fields = about.members.iter().zip(names).zip(object);
                // As Godot itself does it: an empty list, which the class has anyway, is not written.
                let fields = fields.filter(|(_, data)| **data != Data::List(Vec::new()));
                let fields = fields.map(|((member, name), data)| {
                    (name.clone(), text::data(data, member.plain, self.engine))
                });
                if sort == Sort::Row {
                    let script = root.script(&format!("{types}/{}", script_file(class)));
                    return root.inner(script, fields.collect());
                }
                let card = match object.first() {
                    Some(Data::Text(id)) => id.replace('/', "-"),
                    _ => String::new(),
                };
                let mut own = Resource::new(self.engine, &format!("../../types/{}", script_file(class)));
                own.named(class);
                fields.for_each(|(name, value)| own.set(&name, value));
                folder.add(&format!("{path}/{card}.tres"), own.written());
                root.outer(&format!("{}/{card}.tres", file.id))
            });
            let list: Vec<String> = list.collect();
            root.set(&self.called.lists[*at], format!("[{}]", list.join(", ")));
        }
        folder.add(&format!("{path}.tres"), root.written());
    }
}

/// The file in which a class is written.
fn script_file(class: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    for letter in class.chars() {
        if letter.is_ascii_uppercase() && before != '_' {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
        before = letter;
    }
    out + ".gd"
}

fn gdscript(system: &str) -> Language {
    Language {
        reserved: &[
            // What the language keeps for itself, in either version.
            "and",
            "as",
            "assert",
            "await",
            "break",
            "breakpoint",
            "class",
            "class_name",
            "const",
            "continue",
            "elif",
            "else",
            "enum",
            "export",
            "extends",
            "false",
            "for",
            "func",
            "if",
            "in",
            "is",
            "master",
            "match",
            "namespace",
            "not",
            "null",
            "onready",
            "or",
            "pass",
            "preload",
            "puppet",
            "remote",
            "return",
            "self",
            "setget",
            "signal",
            "slave",
            "static",
            "super",
            "sync",
            "tool",
            "trait",
            "true",
            "var",
            "void",
            "when",
            "while",
            "yield",
            "PI",
            "TAU",
            "INF",
            "NAN",
            // Functions that are everywhere.
            "abs",
            "ceil",
            "char",
            "floor",
            "len",
            "load",
            "max",
            "min",
            "print",
            "range",
            "round",
            "sign",
            "sqrt",
            "str",
            // What every resource has.
            "call",
            "changed",
            "connect",
            "disconnect",
            "duplicate",
            "free",
            "get",
            "notification",
            "reference",
            "resource_name",
            "resource_path",
            "script",
            "set",
            "tr",
            "unreference",
        ],
        prefix: system.to_owned(),
        member: snake,
        word: shouted,
    }
}
