//! Systems, rules, maps and scenarios: their C# classes, and JSON that fills them.
//!
//! `JsonUtility` reads no class that can lie within itself (it gives up ten levels down), knows no classes that stand for
//! several, and no null. So whatever can lie within itself stands in a list of the document's `tree`, and a number says where;
//! and of a choice `node` says which form it is, and `place` where its fields stand. Parts come before what they are part of.

use super::VERSION;
use crate::json::line;
use crate::shape::{
    Definition, Document, Field, Form, Holds, ROOTS, Shape, Shapes, TAG, Target, Variant, Word, tell,
};
use crate::typed::identifiers::camel;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The plan of a file: the lists in which the objects of each type stand.
pub(super) struct Plan<'a> {
    shapes: &'a Shapes,
    /// The classes whose objects stand in lists of the tree.
    pools: Vec<String>,
    /// For each type, the pool of its objects.
    of_record: BTreeMap<usize, usize>,
    /// For each form of a choice, the pool of its fields.
    of_variant: BTreeMap<(usize, usize), usize>,
}

/// How something that need not be there is said where there is no null.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Absent {
    /// An empty text.
    EmptyText,
    /// -1 in the place of a place.
    NoPlace,
    /// A choice without a node.
    NoNode,
    /// An empty list, and a member that says so.
    Has,
    /// A list of at most one.
    EmptyList,
}

impl<'a> Plan<'a> {
    pub(super) fn of(shapes: &'a Shapes) -> Self {
        let within = shapes.within(true);
        let mut plan = Self {
            shapes,
            pools: Vec::new(),
            of_record: BTreeMap::new(),
            of_variant: BTreeMap::new(),
        };
        for (at, definition) in shapes.definitions.iter().enumerate() {
            let name = &definition.name;
            match &definition.form {
                Form::Record(_) if within[at][at] => {
                    plan.of_record.insert(at, plan.pools.len());
                    plan.pools.push(name.clone());
                }
                Form::Choice(variants) => {
                    for (number, variant) in variants.iter().enumerate() {
                        if !variant.is_empty() && scalar(variant).is_none() {
                            plan.of_variant.insert((at, number), plan.pools.len());
                            plan.pools.push(format!("{name}{}", variant.name));
                        }
                    }
                }
                _ => {}
            }
        }
        plan
    }

    fn definition(&self, at: usize) -> &'a Definition {
        &self.shapes.definitions[at]
    }

    fn absent(&self, shape: &Shape) -> Absent {
        match shape {
            Shape::Text => Absent::EmptyText,
            Shape::List(_) | Shape::Map(_) => Absent::Has,
            Shape::Of(at) => match self.definition(*at).form {
                Form::Text | Form::Words(_) => Absent::EmptyText,
                Form::Choice(_) => Absent::NoNode,
                Form::Record(_) if self.of_record.contains_key(at) => Absent::NoPlace,
                Form::Record(_) => Absent::EmptyList,
            },
            _ => Absent::EmptyList,
        }
    }

    fn ty(&self, shape: &Shape) -> String {
        match shape {
            Shape::Text => "string".to_owned(),
            Shape::Number => "long".to_owned(),
            Shape::YesNo => "bool".to_owned(),
            Shape::Of(at) => match self.definition(*at).form {
                Form::Text | Form::Words(_) => "string".to_owned(),
                Form::Record(_) if self.of_record.contains_key(at) => "int".to_owned(),
                _ => self.definition(*at).name.clone(),
            },
            Shape::List(member) => format!("{}[]", self.ty(member)),
            Shape::Map(value) => format!("{}[]", self.entry(value)),
            Shape::Maybe(what) if self.absent(what) == Absent::EmptyList => format!("{}[]", self.ty(what)),
            Shape::Maybe(what) => self.ty(what),
        }
    }

    /// The class of the entries of a map.
    fn entry(&self, value: &Shape) -> String {
        let name = self.ty(value).replace("[]", "List");
        format!("{}{}ByName", name[..1].to_ascii_uppercase(), &name[1..])
    }
}

/// The shape of a form that is just a text, a number, or yes or no.
fn scalar(variant: &Variant) -> Option<&Shape> {
    match &variant.holds {
        Holds::Value(Some(shape @ (Shape::Text | Shape::Number | Shape::YesNo))) => Some(shape),
        _ => None,
    }
}

/// The classes. Writing into a text never fails.
pub(super) fn classes(plan: &Plan<'_>) -> String {
    let mut out = format!(
        "// Made by `cardwright export --to unity`: cardwright/unity {VERSION}. docs/exports.md describes it.\n\
         using System;\n\nnamespace Cardwright.Documents\n{{\n"
    );
    let mut entries = BTreeMap::new();
    for (at, definition) in plan.shapes.definitions.iter().enumerate() {
        definition.each_shape(&mut |shape| {
            if let Shape::Map(value) = shape {
                entries.insert(plan.entry(value), plan.ty(value));
            }
        });
        match &definition.form {
            Form::Text => {}
            Form::Words(words) => constants(definition, words, &mut out),
            Form::Record(fields) => {
                open(&definition.name, &definition.about, &mut out);
                if ROOTS.contains(&definition.id.as_str()) {
                    member("cardwright/unity.", "string", "format", &mut out);
                    member("The version of the format.", "int", "version", &mut out);
                    member("What can lie within itself.", "Tree", "tree", &mut out);
                }
                members(plan, fields, &mut out);
                out.push_str("    }\n\n");
            }
            Form::Choice(variants) => choice(plan, at, variants, &mut out),
        }
    }
    for (name, value) in entries {
        open(&name, "A value by its name.", &mut out);
        member("The name.", "string", "key", &mut out);
        member("The value.", &value, "value", &mut out);
        out.push_str("    }\n\n");
    }
    open(
        "Tree",
        "What can lie within itself, and what the forms of choices consist of, by places from 0.",
        &mut out,
    );
    for pool in &plan.pools {
        member(
            &format!("{pool}."),
            &format!("{pool}[]"),
            &camel_of(pool),
            &mut out,
        );
    }
    out + "    }\n}\n"
}

/// `QuestionFilter` as `questionFilter`.
fn camel_of(pascal: &str) -> String {
    pascal[..1].to_ascii_lowercase() + &pascal[1..]
}

fn constants(definition: &Definition, words: &[Word], out: &mut String) {
    let _ = writeln!(
        out,
        "    /// <summary>{}</summary>\n    public static class {}\n    {{",
        xml(&definition.about),
        definition.name
    );
    for word in words {
        let (about, id) = (xml(&word.about), line(&word.id));
        let _ = writeln!(
            out,
            "        /// <summary>{about}</summary>\n        public const string {} = {id};",
            word.name
        );
    }
    out.push_str("    }\n\n");
}

/// The class of a choice, and those of its forms.
fn choice(plan: &Plan<'_>, at: usize, variants: &[Variant], out: &mut String) {
    let definition = plan.definition(at);
    open(&definition.name, &definition.about, out);
    out.push_str("        /// <summary>The forms that it can have.</summary>\n        public static class Node\n        {\n");
    for variant in variants {
        let (about, id) = (xml(&variant.about), line(&variant.id));
        let _ = writeln!(
            out,
            "            /// <summary>{about}</summary>\n            public const string {} = {id};",
            variant.name
        );
    }
    out.push_str("        }\n");
    member("Which form it is; empty for none.", "string", TAG, out);
    for variant in variants {
        if let Some(shape) = scalar(variant) {
            member(
                &format!("Of the form {}.", variant.id),
                &plan.ty(shape),
                &camel(&variant.id),
                out,
            );
        }
    }
    let lists = (0..variants.len()).filter_map(|number| plan.of_variant.get(&(at, number)));
    let lists: Vec<String> = lists.map(|pool| camel_of(&plan.pools[*pool])).collect();
    let about = match lists.as_slice() {
        [] => "-1.".to_owned(),
        lists => format!(
            "Its place in one of these lists of the tree, -1 for none: {}.",
            lists.join(", ")
        ),
    };
    member(&about, "int", "place", out);
    out.push_str("    }\n\n");
    for (number, variant) in variants.iter().enumerate() {
        let Some(pool) = plan.of_variant.get(&(at, number)) else {
            continue;
        };
        open(&plan.pools[*pool], &variant.about, out);
        match &variant.holds {
            Holds::Fields(fields) => members(plan, fields, out),
            Holds::Value(Some(shape)) => member("What it is.", &plan.ty(shape), "value", out),
            Holds::Value(None) => {}
        }
        out.push_str("    }\n\n");
    }
}

fn members(plan: &Plan<'_>, fields: &[Field], out: &mut String) {
    for Field {
        name, about, shape, ..
    } in fields
    {
        let (mut inner, mut none) = (shape, "");
        if let Shape::Maybe(what) = shape {
            inner = what;
            none = match plan.absent(what) {
                Absent::EmptyText => " Empty for none.",
                Absent::NoPlace => " -1 for none.",
                Absent::NoNode => " Without a node for none.",
                Absent::EmptyList => " A list of one, or of none.",
                Absent::Has => {
                    member("Whether there is the next one.", "bool", &has(name), out);
                    ""
                }
            };
        }
        let place = match inner {
            Shape::Of(at) => plan.of_record.get(at),
            Shape::List(member) | Shape::Maybe(member) => match &**member {
                Shape::Of(at) => plan.of_record.get(at),
                _ => None,
            },
            _ => None,
        };
        let place = place.map_or(String::new(), |pool| {
            format!(" Places in {}.", camel_of(&plan.pools[*pool]))
        });
        member(&format!("{about}{none}{place}"), &plan.ty(shape), name, out);
    }
}

/// `winners` as `hasWinners`.
fn has(name: &str) -> String {
    format!("has{}{}", name[..1].to_ascii_uppercase(), &name[1..])
}

fn open(class: &str, about: &str, out: &mut String) {
    super::open(class, &xml(about), out);
}

fn member(about: &str, ty: &str, name: &str, out: &mut String) {
    super::field(&xml(about), ty, name, out);
}

/// A text as a comment in XML can hold it.
fn xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A document as JSON.
///
/// # Errors
/// If a part of it has not the shape of its type.
pub(super) fn document(plan: &Plan<'_>, document: Document<'_>) -> Result<String, String> {
    let mut json = Json {
        plan,
        open: vec![String::new()],
        pools: vec![Vec::new(); plan.pools.len()],
        lists: 0,
        late: None,
    };
    tell(plan.shapes, document, &mut json)?;
    Ok(json.open.concat() + "\n")
}

struct Json<'a> {
    plan: &'a Plan<'a>,
    /// The document, and within it what will stand in the tree, the innermost last.
    open: Vec<String>,
    /// The objects of each list of the tree.
    pools: Vec<Vec<String>>,
    /// How many lists are open.
    lists: usize,
    /// The name of a field before whose value something else comes.
    late: Option<String>,
}

impl Json<'_> {
    fn out(&mut self) -> &mut String {
        if self.open.is_empty() {
            self.open.push(String::new());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn put(&mut self, text: &str) {
        self.out().push_str(text);
    }

    fn next(&mut self) {
        if !self.out().ends_with(['[', '{']) {
            self.put(",");
        }
    }

    /// The members of the outermost lists have lines of their own.
    fn new_line(&mut self) {
        if self.lists < 2 && self.open.len() == 1 {
            self.put("\n");
        }
    }

    fn name(&mut self, name: &str) {
        self.next();
        if self.lists == 0 {
            self.new_line();
        }
        self.put(&format!("\"{name}\":"));
    }

    /// Puts what is open into a list of the tree; gives its place.
    fn put_into_tree(&mut self, pool: usize) -> usize {
        let object = self.open.pop().unwrap_or_default();
        self.pools[pool].push(object);
        self.pools[pool].len() - 1
    }

    /// A choice: its node, the value of a form that is just one, and where its fields stand.
    fn choice(&mut self, of: usize, variant: Option<usize>, value: &str, place: Option<usize>) {
        let Form::Choice(variants) = &self.plan.definition(of).form else {
            return;
        };
        let node = variant.map_or("", |variant| &variants[variant].id);
        let mut text = format!("{{\"{TAG}\":\"{node}\"");
        for (at, form) in variants.iter().enumerate() {
            let none = match scalar(form) {
                None => continue,
                Some(Shape::Number) => "0",
                Some(Shape::YesNo) => "false",
                Some(_) => "\"\"",
            };
            let value = if variant == Some(at) { value } else { none };
            let _ = write!(text, ",\"{}\":{value}", camel(&form.id));
        }
        let _ = match place {
            Some(place) => write!(text, ",\"place\":{place}}}"),
            None => write!(text, ",\"place\":-1}}"),
        };
        self.put(&text);
    }

    fn tree(&mut self) {
        self.put(",\n\"tree\":{");
        for (pool, objects) in self.plan.pools.iter().zip(std::mem::take(&mut self.pools)) {
            self.next();
            let end = if objects.is_empty() { "" } else { "\n" };
            self.put(&format!(
                "\n\"{}\":[{end}{}{end}]",
                camel_of(pool),
                objects.join(",\n")
            ));
        }
        self.put("}");
    }
}

impl Target for Json<'_> {
    fn text(&mut self, text: &str) {
        self.put(&line(&text));
    }

    fn number(&mut self, number: i64) {
        self.put(&number.to_string());
    }

    fn yes_no(&mut self, yes: bool) {
        self.put(if yes { "true" } else { "false" });
    }

    fn word(&mut self, of: usize, word: usize) {
        if let Form::Words(words) = &self.plan.definition(of).form {
            self.text(&words[word].id);
        }
    }

    fn none(&mut self, shape: &Shape) {
        match (self.plan.absent(shape), shape) {
            (Absent::EmptyText, _) => self.put("\"\""),
            (Absent::NoPlace, _) => self.put("-1"),
            (Absent::NoNode, Shape::Of(of)) => self.choice(*of, None, "", None),
            (Absent::Has, _) => {
                let name = self.late.take().unwrap_or_default();
                self.name(&has(&name));
                self.put("false");
                self.name(&name);
                self.put("[]");
            }
            _ => self.put("[]"),
        }
    }

    fn open_some(&mut self, shape: &Shape) {
        match self.plan.absent(shape) {
            Absent::EmptyList => self.put("["),
            Absent::Has => {
                let name = self.late.take().unwrap_or_default();
                self.name(&has(&name));
                self.put("true");
                self.name(&name);
            }
            _ => {}
        }
    }

    fn close_some(&mut self, shape: &Shape) {
        if self.plan.absent(shape) == Absent::EmptyList {
            self.put("]");
        }
    }

    fn open_list(&mut self, _: &Shape) {
        self.lists += 1;
        self.put("[");
    }

    fn close_list(&mut self, shape: &Shape) {
        let is_filled = !self.out().ends_with('[');
        if is_filled && matches!(shape, Shape::Map(_)) {
            self.put("}");
        }
        if is_filled {
            self.new_line();
        }
        self.lists -= 1;
        self.put("]");
    }

    fn member(&mut self) {
        self.next();
        self.new_line();
    }

    fn key(&mut self, key: &str) {
        if !self.out().ends_with('[') {
            self.put("}");
        }
        self.member();
        self.put(&format!("{{\"key\":{},\"value\":", line(&key)));
    }

    fn open_record(&mut self, of: usize) {
        if self.plan.of_record.contains_key(&of) {
            self.open.push(String::new());
        }
        let is_root = self.open.len() == 1 && self.out().is_empty();
        self.put("{");
        if is_root {
            self.put(&format!(
                "\n\"format\":\"cardwright/unity\",\n\"version\":{VERSION}"
            ));
        }
    }

    fn close_record(&mut self, of: usize) {
        if self.open.len() == 1 && ROOTS.contains(&self.plan.definition(of).id.as_str()) {
            self.tree();
        }
        self.put("}");
        if let Some(pool) = self.plan.of_record.get(&of) {
            let place = self.put_into_tree(*pool);
            self.put(&place.to_string());
        }
    }

    fn open_variant(&mut self, of: usize, variant: usize) {
        self.open.push(String::new());
        if self.plan.of_variant.contains_key(&(of, variant)) {
            self.put("{");
            if let Form::Choice(variants) = &self.plan.definition(of).form
                && matches!(variants[variant].holds, Holds::Value(_))
            {
                self.put("\"value\":");
            }
        }
    }

    fn close_variant(&mut self, of: usize, variant: usize) {
        match self.plan.of_variant.get(&(of, variant)) {
            Some(pool) => {
                self.put("}");
                let place = self.put_into_tree(*pool);
                self.choice(of, Some(variant), "", Some(place));
            }
            None => {
                let value = self.open.pop().unwrap_or_default();
                self.choice(of, Some(variant), &value, None);
            }
        }
    }

    fn field(&mut self, field: &Field) {
        match &field.shape {
            Shape::Maybe(what) if self.plan.absent(what) == Absent::Has => {
                self.late = Some(field.name.clone())
            }
            _ => self.name(&field.name),
        }
    }
}
