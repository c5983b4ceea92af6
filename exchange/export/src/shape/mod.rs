//! The documents of the model as types of a programming language, before anybody says of which.
//!
//! There is one description of the model: the JSON Schema that comes from its types. From it come [`Shapes`], and from these the
//! types that each language declares. [`tell`] tells a document by its shapes to whatever writes it.
//!
//! Not here: rows and cards, which have types of their own in each system (`typed`).

mod told;

pub(crate) use told::{Target, tell};

use crate::content::SystemBook;
use crate::json::document;
use crate::model::{facts, rules, scenario};
use crate::typed::identifiers::{Language, distinct, pascal};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The documents that are written by their shapes.
#[derive(JsonSchema, Serialize)]
struct Documents {
    system: facts::System,
    rules: rules::Rules,
    map: facts::Map,
    scenario: scenario::Scenario,
    core_calls: facts::CoreCalls,
}

/// All types of the documents, sorted by name.
pub(crate) struct Shapes {
    pub(crate) definitions: Vec<Definition>,
}

/// A type.
pub(crate) struct Definition {
    /// Its name in the model.
    pub(crate) id: String,
    /// Its name in the language, as all names below.
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) form: Form,
}

/// The form of a type.
pub(crate) enum Form {
    /// A text with a meaning of its own.
    Text,
    /// One of these words.
    Words(Vec<Word>),
    /// An object with fields.
    Record(Vec<Field>),
    /// One of several forms.
    Choice(Vec<Variant>),
}

/// A word.
pub(crate) struct Word {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) about: String,
}

/// A field.
pub(crate) struct Field {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) shape: Shape,
}

/// A form of a choice.
pub(crate) struct Variant {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) holds: Holds,
}

impl Variant {
    /// Whether it says everything by itself.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.holds {
            Holds::Fields(fields) => fields.is_empty(),
            Holds::Value(value) => value.is_none(),
        }
    }
}

/// The content of a form of a choice.
pub(crate) enum Holds {
    /// Fields. In JSON the field `node` says which form it is.
    Fields(Vec<Field>),
    /// Just a value, or nothing. In JSON one sees by the value which form it is.
    Value(Option<Shape>),
}

/// The shape of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    Number,
    YesNo,
    /// A value of a type, by its place among the definitions.
    Of(usize),
    List(Box<Shape>),
    /// From texts to values.
    Map(Box<Shape>),
    Maybe(Box<Shape>),
}

/// A document, by the name of its type.
#[derive(Clone, Copy)]
pub(crate) enum Document<'a> {
    System(&'a facts::System),
    Rules(&'a rules::Rules),
    Map(&'a facts::Map),
    Scenario(&'a scenario::Scenario),
    CoreCalls(&'a facts::CoreCalls),
}

/// The types that are documents.
pub(crate) const ROOTS: [&str; 5] = ["CoreCalls", "Map", "Rules", "Scenario", "System"];

impl Document<'_> {
    pub(crate) fn type_name(self) -> &'static str {
        match self {
            Self::System(_) => "System",
            Self::Rules(_) => "Rules",
            Self::Map(_) => "Map",
            Self::Scenario(_) => "Scenario",
            Self::CoreCalls(_) => "CoreCalls",
        }
    }

    /// The document as JSON.
    fn value(self) -> Value {
        let value = match self {
            Self::System(value) => serde_json::to_value(value),
            Self::Rules(value) => serde_json::to_value(value),
            Self::Map(value) => serde_json::to_value(value),
            Self::Scenario(value) => serde_json::to_value(value),
            Self::CoreCalls(value) => serde_json::to_value(value),
        };
        // Plain data with texts as keys can always be told.
        value.unwrap_or_default()
    }

    /// The canonical JSON.
    pub(crate) fn json(self) -> Vec<u8> {
        match self {
            Self::System(value) => document(value),
            Self::Rules(value) => document(value),
            Self::Map(value) => document(value),
            Self::Scenario(value) => document(value),
            Self::CoreCalls(value) => document(value),
        }
    }
}

/// All documents of a system, each with its path in the system's folder, without an ending.
pub(crate) fn documents<'a>(book: &'a SystemBook<'_>) -> Vec<(String, Document<'a>)> {
    let mut documents = vec![
        ("system".to_owned(), Document::System(&book.system)),
        ("rules".to_owned(), Document::Rules(&book.rules)),
    ];
    let maps = book.maps.iter();
    documents.extend(maps.map(|map| (format!("maps/{}", map.id), Document::Map(map))));
    let scenarios = book.scenarios.iter();
    documents.extend(scenarios.map(|one| (format!("scenarios/{}", one.id), Document::Scenario(one))));
    documents
}

impl Shapes {
    /// The types of the model, as a language calls them.
    ///
    /// # Errors
    /// If a part of the model's schema cannot be told in a language.
    pub(crate) fn in_language(language: &Language) -> Result<Self, String> {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let schema = settings.into_generator().into_root_schema_for::<Documents>();
        let mut shapes = Self::of(&schema.to_value()["$defs"])?;
        shapes.call(language);
        Ok(shapes)
    }

    fn call(&mut self, language: &Language) {
        let ids = self
            .definitions
            .iter()
            .map(|one| format!("{}{}", language.prefix, one.id));
        let names = distinct(ids, language.reserved);
        for (definition, name) in self.definitions.iter_mut().zip(names) {
            definition.name = name;
            match &mut definition.form {
                Form::Text => {}
                Form::Words(words) => {
                    let names = words.iter().map(|word| (language.word)(&word.id));
                    let names = distinct(names, language.reserved);
                    words
                        .iter_mut()
                        .zip(names)
                        .for_each(|(word, name)| word.name = name);
                }
                Form::Record(fields) => call_fields(fields, language),
                Form::Choice(variants) => {
                    let names = variants.iter().map(|variant| variant_name(&variant.id));
                    let names = distinct(names, language.reserved);
                    for (variant, name) in variants.iter_mut().zip(names) {
                        variant.name = name;
                        if let Holds::Fields(fields) = &mut variant.holds {
                            call_fields(fields, language);
                        }
                    }
                }
            }
        }
    }

    fn of(schemas: &Value) -> Result<Self, String> {
        let schemas = schemas.as_object().ok_or("the model has no definitions")?;
        let reader = Reader {
            places: schemas
                .keys()
                .zip(0..)
                .map(|(name, at)| (name.as_str(), at))
                .collect(),
        };
        let definitions = schemas.iter().map(|(name, schema)| {
            let form = reader.form(schema).map_err(|why| format!("{name}: {why}"))?;
            Ok(Definition {
                id: name.clone(),
                name: String::new(),
                about: about(schema),
                form,
            })
        });
        Ok(Self {
            definitions: definitions.collect::<Result<_, String>>()?,
        })
    }

    /// The place of a type.
    pub(crate) fn place(&self, id: &str) -> Option<usize> {
        self.definitions.iter().position(|one| one.id == id)
    }

    /// For each type, those whose values can lie within its values; through lists only if `lists` says so.
    pub(crate) fn within(&self, lists: bool) -> Vec<Vec<bool>> {
        let count = self.definitions.len();
        let mut within = vec![vec![false; count]; count];
        for (at, definition) in self.definitions.iter().enumerate() {
            definition.each_shape(&mut |shape| {
                if let Some(part) = shape.part(lists) {
                    within[at][part] = true;
                }
            });
        }
        for middle in 0..count {
            for one in 0..count {
                if within[one][middle] {
                    let further = within[middle].clone();
                    let reached = within[one].iter_mut().zip(further);
                    reached.for_each(|(known, further)| *known |= further);
                }
            }
        }
        within
    }
}

/// A form that is called after a type keeps its name.
fn variant_name(id: &str) -> String {
    match id.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        true => id.to_owned(),
        false => pascal(id),
    }
}

fn call_fields(fields: &mut [Field], language: &Language) {
    let names = fields.iter().map(|field| (language.member)(&field.id));
    let names = distinct(names, language.reserved);
    fields
        .iter_mut()
        .zip(names)
        .for_each(|(field, name)| field.name = name);
}

impl Definition {
    pub(crate) fn each_shape(&self, look: &mut impl FnMut(&Shape)) {
        match &self.form {
            Form::Text | Form::Words(_) => {}
            Form::Record(fields) => fields.iter().for_each(|field| look(&field.shape)),
            Form::Choice(variants) => {
                for variant in variants {
                    match &variant.holds {
                        Holds::Fields(fields) => fields.iter().for_each(|field| look(&field.shape)),
                        Holds::Value(shape) => shape.iter().for_each(&mut *look),
                    }
                }
            }
        }
    }
}

impl Shape {
    /// The type of which it holds values.
    fn part(&self, lists: bool) -> Option<usize> {
        match self {
            Self::Of(at) => Some(*at),
            Self::Maybe(what) => what.part(lists),
            Self::List(what) | Self::Map(what) if lists => what.part(lists),
            _ => None,
        }
    }
}

/// Reads schemas.
struct Reader<'a> {
    places: BTreeMap<&'a str, usize>,
}

impl Reader<'_> {
    fn form(&self, schema: &Value) -> Result<Form, String> {
        if let Some(forms) = schema["oneOf"].as_array() {
            if forms.iter().all(|form| form["const"].is_string()) {
                let word = |form: &Value| Word {
                    id: form["const"].as_str().unwrap_or_default().to_owned(),
                    name: String::new(),
                    about: about(form),
                };
                return Ok(Form::Words(forms.iter().map(word).collect()));
            }
            return forms
                .iter()
                .map(|form| self.tagged(form))
                .collect::<Result<_, _>>()
                .map(Form::Choice);
        }
        if let Some(forms) = schema["anyOf"].as_array() {
            let mut variants = Vec::new();
            for form in forms {
                self.untagged(form, &mut variants)?;
            }
            return Ok(Form::Choice(variants));
        }
        match schema["type"].as_str() {
            Some("string") => Ok(Form::Text),
            Some("object") => self.fields(schema).map(Form::Record),
            _ => Err(format!("no type is made of {schema}")),
        }
    }

    fn tagged(&self, form: &Value) -> Result<Variant, String> {
        let id = form["properties"][TAG]["const"].as_str();
        Ok(Variant {
            id: id
                .ok_or_else(|| format!("nothing says which form it is: {form}"))?
                .to_owned(),
            name: String::new(),
            about: about(form),
            holds: Holds::Fields(self.fields(form)?),
        })
    }

    /// Several, if the schema names several types.
    fn untagged(&self, form: &Value, variants: &mut Vec<Variant>) -> Result<(), String> {
        let mut add = |id: &str, shape: Option<Shape>| {
            variants.push(Variant {
                id: id.to_owned(),
                name: String::new(),
                about: about(form),
                holds: Holds::Value(shape),
            });
        };
        if let Some(types) = form["type"].as_array() {
            for ty in types {
                match ty.as_str() {
                    Some("null") => add("null", None),
                    Some("boolean") => add("yes-no", Some(Shape::YesNo)),
                    Some("integer") => add("number", Some(Shape::Number)),
                    Some("string") => add("text", Some(Shape::Text)),
                    _ => return Err(format!("nobody knows {ty}")),
                }
            }
            return Ok(());
        }
        let shape = self.shape(form)?;
        match &form["$ref"] {
            Value::String(name) => add(name.rsplit('/').next().unwrap_or_default(), Some(shape)),
            _ => add("list", Some(shape)),
        }
        Ok(())
    }

    /// The fields: first those that are always there, in their order.
    fn fields(&self, schema: &Value) -> Result<Vec<Field>, String> {
        let Some(properties) = schema["properties"].as_object() else {
            return Ok(Vec::new());
        };
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        let required: Vec<&str> = required.iter().filter_map(Value::as_str).collect();
        let optional = properties.keys().map(String::as_str);
        let optional = optional.filter(|name| !required.contains(name));
        let names = required
            .iter()
            .copied()
            .chain(optional)
            .filter(|name| *name != TAG);
        let field = |name: &str| {
            let property = &properties[name];
            let shape = self.shape(property).map_err(|why| format!("{name}: {why}"))?;
            Ok(Field {
                id: name.to_owned(),
                name: String::new(),
                about: about(property),
                shape: match (&shape, required.contains(&name)) {
                    (Shape::Maybe(_), _) | (_, true) => shape,
                    (_, false) => Shape::Maybe(Box::new(shape)),
                },
            })
        };
        names.map(field).collect()
    }

    fn shape(&self, schema: &Value) -> Result<Shape, String> {
        if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
            let place = self.places.get(name);
            return place
                .map(|at| Shape::Of(*at))
                .ok_or_else(|| format!("there is no {name}"));
        }
        let maybe = |shape| Shape::Maybe(Box::new(shape));
        if let [Value::Object(one), Value::Object(none)] =
            schema["anyOf"].as_array().map_or(&[][..], Vec::as_slice)
            && none.get("type").is_some_and(|ty| ty == "null")
        {
            return self.shape(&Value::Object(one.clone())).map(maybe);
        }
        let (ty, optional) = match &schema["type"] {
            Value::Array(types) => (types[0].as_str(), types.get(1).is_some_and(|ty| ty == "null")),
            ty => (ty.as_str(), false),
        };
        let shape = match ty {
            Some("string") => Shape::Text,
            Some("integer") => Shape::Number,
            Some("boolean") => Shape::YesNo,
            Some("array") => Shape::List(Box::new(self.shape(&schema["items"])?)),
            Some("object") => Shape::Map(Box::new(self.shape(&schema["additionalProperties"])?)),
            _ => return Err(format!("nobody knows what {schema} is")),
        };
        Ok(if optional { maybe(shape) } else { shape })
    }
}

/// The field that says which form of a choice it is.
pub(crate) const TAG: &str = "node";

/// The description in a schema, on one line.
fn about(schema: &Value) -> String {
    let about = schema["description"].as_str().unwrap_or_default();
    about.replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::{Form, Holds, ROOTS, Shape, Shapes};
    use crate::typed::identifiers::{Language, pascal, snake};

    fn shapes() -> Shapes {
        let language = Language {
            reserved: &["type"],
            prefix: String::new(),
            member: snake,
            word: pascal,
        };
        Shapes::in_language(&language).expect("the model can be said")
    }

    #[test]
    fn every_type_of_the_model_has_a_shape_with_its_fields_in_order() {
        let shapes = shapes();
        assert!(ROOTS.iter().all(|root| shapes.place(root).is_some()));
        let question = &shapes.definitions[shapes.place("Question").expect("it is there")];
        let Form::Choice(variants) = &question.form else {
            panic!("a question is one of several");
        };
        let filter = variants.iter().find(|variant| variant.id == "filter");
        let Some(Holds::Fields(fields)) = filter.map(|variant| &variant.holds) else {
            panic!("a filter has fields");
        };
        let fields: Vec<&str> = fields.iter().map(|field| field.id.as_str()).collect();
        assert_eq!(fields, ["member", "set", "condition"]);
    }

    #[test]
    fn a_value_says_by_itself_which_form_it_has() {
        let shapes = shapes();
        let value = &shapes.definitions[shapes.place("Value").expect("it is there")];
        let Form::Choice(variants) = &value.form else {
            panic!("a value is one of several");
        };
        let forms: Vec<&str> = variants.iter().map(|variant| variant.id.as_str()).collect();
        assert_eq!(forms, ["null", "yes-no", "number", "text", "list", "Pose"]);
        let Holds::Value(Some(Shape::List(_))) = &variants[4].holds else {
            panic!("a list has members");
        };
    }
}
