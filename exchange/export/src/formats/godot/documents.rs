//! Systems, rules, maps and scenarios: the GDScript classes into which one script reads the canonical JSON.
//!
//! A tree of rules as resources would be a resource for each of its twenty thousand nodes. So the rules stay JSON, and `documents.gd`
//! reads them: it knows the types of all fields, and takes nothing that has others.

use super::{Engine, VERSION};
use crate::model::document::{self, Document as Kind};
use crate::shape::{Definition, Field, Form, Holds, Shape, Shapes, Variant};
use crate::typed::identifiers::shouted;
use std::fmt::Write;

/// The prefix of the names of classes, since Godot has an `Expression`, a `Window` and a `Shape` of its own.
pub(super) const PREFIX: &str = "Cw";

/// The documents that the script reads, with their types.
const DOCUMENTS: [(Kind, &str); 5] = [
    (document::CORE_CALLS, "CoreCalls"),
    (document::MAP, "Map"),
    (document::RULES, "Rules"),
    (document::SCENARIO, "Scenario"),
    (document::SYSTEM, "System"),
];

/// The script. Writing into a text never fails.
pub(super) fn script(shapes: &Shapes, engine: Engine) -> String {
    let base = match engine {
        Engine::Three => "Reference",
        Engine::Four => "RefCounted",
    };
    let mut script = Script {
        shapes,
        engine,
        out: format!(
            "# Made by `cardwright export --to godot`: cardwright/godot {VERSION}. docs/exports.md describes it.\n\
             class_name CardwrightDocuments\nextends {base}\n\
             # Reads systems, rules, maps and scenarios: `CardwrightDocuments.new().read(\"res://x/rules.json\")`.\n\n"
        ),
    };
    script.tables();
    script.out.push_str(READER);
    script.out.push_str(match engine {
        Engine::Three => OPEN_3,
        Engine::Four => OPEN_4,
    });
    script.makes();
    shapes
        .definitions
        .iter()
        .for_each(|definition| script.class(definition));
    script.out
}

/// Reads by the tables above it.
const READER: &str = r##"
# What is wrong with what was read last; empty, if nothing is.
var wrong = ""

# A document; null, if it is damaged: `wrong` says where.
func read(path):
	wrong = ""
	var data = _open(path)
	if not (data is Dictionary) or not (data.get("document") is Dictionary):
		return _no(path, "is not a document")
	var head = data["document"]
	var known = DOCUMENTS.get(head.get("format"))
	if known == null or known[1] != head.get("version"):
		return _no(path, "is not a document of a known format and version")
	var value = _value(data, known[0], path)
	return value if wrong == "" else null

func _no(place, what):
	if wrong == "":
		wrong = place + " " + what
	return null

func _value(data, shape, place):
	if wrong != "":
		return null
	if shape is Array:
		return _several(data, shape, place)
	match shape:
		"text":
			return data if data is String else _no(place, "is not a text")
		"number":
			if (data is float or data is int) and data == floor(data):
				return int(data)
			return _no(place, "is not a whole number")
		"yes-no":
			return data if data is bool else _no(place, "is neither yes nor no")
		"nothing":
			return null if data == null else _no(place, "is something")
	var form = TYPES[shape]
	match form[0]:
		"words":
			return data if data is String and data in form[1] else _no(place, "is no " + shape)
		"record":
			return _object(data, shape, form[1], 0, place)
		"tagged":
			if not (data is Dictionary) or not (data.get("node") is String) or not form[1].has(data["node"]):
				return _no(place, "is no " + shape)
			var variant = form[1][data["node"]]
			var object = _object(data, variant[0], variant[1], 1, place)
			if object != null:
				object.node = data["node"]
			return object
	return _untagged(data, shape, form[1], place)

func _several(data, shape, place):
	match shape[0]:
		"maybe":
			return null if data == null else _value(data, shape[1], place)
		"list":
			if not (data is Array):
				return _no(place, "is not a list")
			var list = []
			for at in range(data.size()):
				list.append(_value(data[at], shape[1], place + "/" + str(at)))
			return list
	if not (data is Dictionary):
		return _no(place, "is not a map")
	var map = {}
	for key in data:
		map[key] = _value(data[key], shape[1], place + "/" + key)
	return map

func _object(data, name, fields, more, place):
	if not (data is Dictionary):
		return _no(place, "is no " + name)
	var object = _make(name)
	for field in fields:
		if data.has(field[0]):
			more += 1
		elif not (field[2] is Array and field[2][0] == "maybe"):
			return _no(place, "has no " + field[0])
		object.set(field[1], _value(data.get(field[0]), field[2], place + "/" + field[0]))
	return object if more == data.size() else _no(place, "has fields that no " + name + " has")

# One of several: the first that it can be.
func _untagged(data, shape, forms, place):
	if wrong != "":
		return null
	for form in forms:
		var value = _value(data, form, place)
		if wrong == "":
			return value
		wrong = ""
	return _no(place, "is no " + shape)
"##;

const OPEN_3: &str = r##"
func _open(path):
	var file = File.new()
	if file.open(path, File.READ) != OK:
		return null
	var parsed = JSON.parse(file.get_as_text())
	file.close()
	return parsed.result if parsed.error == OK else null
"##;

const OPEN_4: &str = r##"
func _open(path):
	var json = JSON.new()
	var error = json.parse(FileAccess.get_file_as_string(path))
	return json.data if error == OK else null
"##;

struct Script<'a> {
    shapes: &'a Shapes,
    engine: Engine,
    out: String,
}

impl Script<'_> {
    /// The tables by which the reader works.
    fn tables(&mut self) {
        self.out.push_str("const DOCUMENTS = {\n");
        for (kind, name) in DOCUMENTS {
            let _ = writeln!(
                self.out,
                "\t\"{}\": [\"{PREFIX}{name}\", {}],",
                kind.id, kind.version
            );
        }
        self.out.push_str("}\n\n# Of each type its form; of each field what it is called in JSON, what here, and its shape.\nconst TYPES = {\n");
        for definition in &self.shapes.definitions {
            let form = self.form(definition);
            if let Some(form) = form {
                let _ = writeln!(self.out, "\t\"{}\": {form},", definition.name);
            }
        }
        self.out.push_str("}\n");
    }

    fn form(&self, definition: &Definition) -> Option<String> {
        Some(match &definition.form {
            Form::Text => return None,
            Form::Words(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("\"{}\"", word.id)).collect();
                format!("[\"words\", [{}]]", words.join(", "))
            }
            Form::Record(fields) => format!("[\"record\", {}]", self.fields(fields)),
            Form::Choice(variants) if is_tagged(variants) => {
                let variant = |variant: &Variant| match &variant.holds {
                    Holds::Fields(fields) => format!(
                        "\"{}\": [\"{}{}\", {}]",
                        variant.id,
                        definition.name,
                        variant.name,
                        self.fields(fields)
                    ),
                    Holds::Value(_) => String::new(),
                };
                let variants: Vec<String> = variants.iter().map(variant).collect();
                format!("[\"tagged\", {{{}}}]", variants.join(", "))
            }
            Form::Choice(variants) => {
                let variant = |variant: &Variant| match &variant.holds {
                    Holds::Value(Some(shape)) => self.shape(shape),
                    _ => "\"nothing\"".to_owned(),
                };
                let variants: Vec<String> = variants.iter().map(variant).collect();
                format!("[\"untagged\", [{}]]", variants.join(", "))
            }
        })
    }

    fn fields(&self, fields: &[Field]) -> String {
        let field = |field: &Field| {
            format!(
                "[\"{}\", \"{}\", {}]",
                field.id,
                field.name,
                self.shape(&field.shape)
            )
        };
        let fields: Vec<String> = fields.iter().map(field).collect();
        format!("[{}]", fields.join(", "))
    }

    fn shape(&self, shape: &Shape) -> String {
        match shape {
            Shape::Text => "\"text\"".to_owned(),
            Shape::Number => "\"number\"".to_owned(),
            Shape::YesNo => "\"yes-no\"".to_owned(),
            Shape::Of(at) => match &self.shapes.definitions[*at] {
                Definition { form: Form::Text, .. } => "\"text\"".to_owned(),
                definition => format!("\"{}\"", definition.name),
            },
            Shape::List(member) => format!("[\"list\", {}]", self.shape(member)),
            Shape::Map(value) => format!("[\"map\", {}]", self.shape(value)),
            Shape::Maybe(what) => format!("[\"maybe\", {}]", self.shape(what)),
        }
    }

    /// How the reader makes objects.
    fn makes(&mut self) {
        self.out.push_str("\nfunc _make(name):\n\tmatch name:\n");
        for definition in &self.shapes.definitions {
            let name = &definition.name;
            let names = match &definition.form {
                Form::Record(_) => vec![name.clone()],
                Form::Choice(variants) if is_tagged(variants) => variants
                    .iter()
                    .map(|variant| format!("{name}{}", variant.name))
                    .collect(),
                _ => Vec::new(),
            };
            for name in names {
                let _ = writeln!(self.out, "\t\t\"{name}\":\n\t\t\treturn {name}.new()");
            }
        }
    }

    fn class(&mut self, definition: &Definition) {
        let name = &definition.name;
        match &definition.form {
            Form::Text => {}
            Form::Words(words) => {
                self.open("", &definition.about, name, "");
                for word in words {
                    self.about("\t", &word.about);
                    let _ = writeln!(self.out, "\tconst {} = \"{}\"", shouted(&word.id), word.id);
                }
            }
            Form::Record(fields) => {
                self.open("", &definition.about, name, "");
                self.members(fields);
            }
            Form::Choice(variants) if is_tagged(variants) => {
                self.open("", &definition.about, name, "");
                self.about("\t", "Which form it is.");
                self.out.push_str("\tvar node = \"\"\n");
                for variant in variants {
                    let Holds::Fields(fields) = &variant.holds else {
                        continue;
                    };
                    self.open("", &variant.about, &format!("{name}{}", variant.name), name);
                    if fields.is_empty() {
                        self.out.push_str("\tpass\n");
                    }
                    self.members(fields);
                }
            }
            // A value of the language says by itself what it is.
            Form::Choice(_) => {}
        }
    }

    fn open(&mut self, indent: &str, about: &str, name: &str, base: &str) {
        self.out.push('\n');
        self.about(indent, about);
        let _ = match base {
            "" => writeln!(self.out, "{indent}class {name}:"),
            base => writeln!(self.out, "{indent}class {name} extends {base}:"),
        };
    }

    fn about(&mut self, indent: &str, about: &str) {
        let mark = match self.engine {
            Engine::Three => "#",
            Engine::Four => "##",
        };
        if !about.is_empty() {
            let _ = writeln!(self.out, "{indent}{mark} {about}");
        }
    }

    fn members(&mut self, fields: &[Field]) {
        for field in fields {
            self.about("\t", &field.about);
            let ty = self.ty(&field.shape);
            let _ = writeln!(self.out, "\tvar {}{ty}", field.name);
        }
    }

    /// The type and default behind a member's name. A member that may be missing has no type, since null is
    /// of none.
    fn ty(&self, shape: &Shape) -> String {
        match shape {
            Shape::Text => ": String = \"\"".to_owned(),
            Shape::Number => ": int = 0".to_owned(),
            Shape::YesNo => ": bool = false".to_owned(),
            Shape::List(_) => ": Array = []".to_owned(),
            Shape::Map(_) => ": Dictionary = {}".to_owned(),
            Shape::Maybe(_) => String::new(),
            Shape::Of(at) => match &self.shapes.definitions[*at] {
                Definition {
                    form: Form::Text | Form::Words(_),
                    ..
                } => ": String = \"\"".to_owned(),
                Definition {
                    form: Form::Choice(variants),
                    ..
                } if !is_tagged(variants) => String::new(),
                definition => format!(": {}", definition.name),
            },
        }
    }
}

/// Whether a field says which form of a choice it is.
fn is_tagged(variants: &[Variant]) -> bool {
    variants
        .iter()
        .all(|variant| matches!(variant.holds, Holds::Fields(_)))
}
