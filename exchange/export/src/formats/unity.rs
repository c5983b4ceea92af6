//! Unity: JSON with an object at its root and without dictionaries, and the C# classes into which `JsonUtility` reads it.
//!
//! Facts and cards have classes of their own in each system. Systems, rules, maps and scenarios have the same everywhere, `documents`.

mod documents;

use crate::content::Book;
use crate::facts::core_calls;
use crate::folder::Folder;
use crate::format::Format;
use crate::json::document;
use crate::options::Chosen;
use crate::shape::{Document, Shapes, documents as all_documents};
use crate::typed::identifiers::{Called, Language, camel, pascal};
use crate::typed::{Data, File, Member, Plain, Sort, Typed, each_system};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt::Write;

/// JSON and C# classes.
pub(crate) struct Unity;

const VERSION: u32 = 1;

impl Format for Unity {
    fn id(&self) -> &'static str {
        "unity"
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "everything as JSON without dictionaries and with limited depth, with the C# classes for Unity's \
         JsonUtility"
    }

    fn export(&self, book: &Book<'_>, _: &Chosen, folder: &mut Folder) -> Result<(), String> {
        let shapes = Shapes::in_language(&csharp())?;
        let plan = documents::Plan::of(&shapes);
        folder.add("Documents.cs", documents::classes(&plan));
        let calls = core_calls();
        folder.add(
            "core-calls.json",
            documents::document(&plan, Document::CoreCalls(&calls))?,
        );
        each_system(book, |system, typed, files| {
            let id = &system.system.id;
            for (path, document) in all_documents(system) {
                let text = documents::document(&plan, document)?;
                folder.add(&format!("{id}/{path}.json"), text);
            }
            let called = csharp().called(typed);
            let source = classes(id, typed, &called);
            folder.add(&format!("{id}/{}.cs", pascal(id)), source);
            for file in files {
                let root = Root {
                    system: id,
                    file,
                    called: &called,
                };
                folder.add(&format!("{id}/{}.json", file.path), document(&root));
            }
            Ok(())
        })
    }
}

fn csharp() -> Language {
    Language {
        reserved: &[
            "abstract",
            "as",
            "base",
            "bool",
            "break",
            "byte",
            "case",
            "catch",
            "char",
            "checked",
            "class",
            "const",
            "continue",
            "decimal",
            "default",
            "delegate",
            "do",
            "double",
            "else",
            "enum",
            "event",
            "explicit",
            "extern",
            "false",
            "finally",
            "fixed",
            "float",
            "for",
            "foreach",
            "goto",
            "if",
            "implicit",
            "in",
            "int",
            "interface",
            "internal",
            "is",
            "lock",
            "long",
            "namespace",
            "new",
            "null",
            "object",
            "operator",
            "out",
            "override",
            "params",
            "private",
            "protected",
            "public",
            "readonly",
            "ref",
            "return",
            "sbyte",
            "sealed",
            "short",
            "sizeof",
            "stackalloc",
            "static",
            "string",
            "struct",
            "switch",
            "this",
            "throw",
            "true",
            "try",
            "typeof",
            "uint",
            "ulong",
            "unchecked",
            "unsafe",
            "ushort",
            "using",
            "virtual",
            "void",
            "volatile",
            "while",
            // What every class has, and the list of all words.
            "All",
            "Equals",
            "Finalize",
            "GetHashCode",
            "GetType",
            "MemberwiseClone",
            "ReferenceEquals",
            "ToString",
        ],
        prefix: String::new(),
        member: camel,
        word: pascal,
    }
}

const HEAD: &str = "        /// <summary>cardwright/unity.</summary>
        public string format;
        /// <summary>The version of the format.</summary>
        public int version;
        /// <summary>The system's id.</summary>
        public string system;
        /// <summary>The id of the set; of tables, that of the system.</summary>
        public string id;
        /// <summary>What people call it.</summary>
        public string title;
";

/// The classes of a system. Writing into a text never fails.
fn classes(system: &str, typed: &Typed<'_>, called: &Called) -> String {
    let mut out = format!(
        "// Made by `cardwright export --to unity`: cardwright/unity {VERSION}, system `{system}`. docs/exports.md describes it.\n\
         using System;\n\nnamespace Cardwright.{}\n{{\n",
        pascal(system)
    );
    let roots = [
        (
            "Tables",
            Sort::Row,
            "What tables.json holds: the rows of each record.",
        ),
        (
            "Set",
            Sort::Card,
            "What a file of cards holds: the cards of a set, by kind.",
        ),
    ];
    for (root, sort, about) in roots {
        open(root, about, &mut out);
        out.push_str(HEAD);
        for (at, class) in typed.of_sort(sort) {
            let (list, ty) = (&called.lists[at], &called.classes[at].0);
            field(&format!("{}.", class.id), &format!("{ty}[]"), list, &mut out);
        }
        out.push_str("    }\n\n");
    }
    for (class, (name, members)) in typed.classes.iter().zip(&called.classes) {
        let what = match class.sort {
            Sort::Row => "A row of the record",
            Sort::Card => "A card of the kind",
        };
        open(name, &format!("{what} {}.", class.id), &mut out);
        for (member, name) in class.members.iter().zip(members) {
            let none = match member.plain {
                Plain::Id if !member.list => " Empty for none.",
                _ => "",
            };
            let about = format!("{}{none}", member.about);
            field(&about, &csharp_type(member), name, &mut out);
        }
        out.push_str("    }\n\n");
    }
    for (words, (name, constants)) in typed.words.iter().zip(&called.words) {
        let _ = writeln!(
            out,
            "    /// <summary>The words of the type {}; where words are compared, later ones are higher.</summary>\n    \
             public static class {name}\n    {{",
            words.id
        );
        for (constant, word) in constants.iter().zip(&words.words) {
            let word = crate::json::line(word);
            let _ = writeln!(out, "        public const string {constant} = {word};");
        }
        let _ = writeln!(
            out,
            "        public static readonly string[] All = {{ {} }};\n    }}\n",
            constants.join(", ")
        );
    }
    out.truncate(out.trim_end().len());
    out + "\n}\n"
}

fn open(class: &str, about: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "    /// <summary>{about}</summary>\n    [Serializable]\n    public class {class}\n    {{"
    );
}

fn field(about: &str, ty: &str, name: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "        /// <summary>{about}</summary>\n        public {ty} {name};"
    );
}

fn csharp_type(member: &Member<'_>) -> String {
    let one = match member.plain {
        Plain::Text | Plain::Word(_) | Plain::Id => "string",
        Plain::Number => "long",
        Plain::YesNo => "bool",
    };
    format!("{one}{}", if member.list { "[]" } else { "" })
}

/// The root object of a file.
struct Root<'a> {
    system: &'a str,
    file: &'a File<'a>,
    called: &'a Called,
}

impl Serialize for Root<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", "cardwright/unity")?;
        map.serialize_entry("version", &VERSION)?;
        map.serialize_entry("system", self.system)?;
        map.serialize_entry("id", self.file.id)?;
        map.serialize_entry("title", self.file.title)?;
        for (class, objects) in &self.file.objects {
            let members = &self.called.classes[*class].1;
            let objects: Vec<Fields<'_>> = objects.iter().map(|object| Fields { members, object }).collect();
            map.serialize_entry(&self.called.lists[*class], &objects)?;
        }
        map.end()
    }
}

struct Fields<'a> {
    members: &'a [String],
    object: &'a [Data<'a>],
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.members.iter().zip(self.object.iter().map(Plainly)))
    }
}

struct Plainly<'a>(&'a Data<'a>);

impl Serialize for Plainly<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Data::Text(text) | Data::Word(_, text) | Data::Id(Some(text)) => serializer.serialize_str(text),
            Data::Id(None) => serializer.serialize_str(""),
            Data::Number(number) => serializer.serialize_i64(*number),
            Data::YesNo(yes) => serializer.serialize_bool(*yes),
            Data::List(members) => serializer.collect_seq(members.iter().map(Plainly)),
        }
    }
}
