//! The exported tree is closed: every id in a document is that of something in the document or in its system.

use crate::kit::{documents, exported_of, json, sample, shipped, small};
use cardwright_compiler::Project;
use cardwright_export::Folder;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The ids that a document declares, by sort: `procedure` to the ids of procedures, and so on.
type Ids = BTreeMap<&'static str, BTreeSet<String>>;

/// Lists of things with an id, and the sort of these.
const LISTS: [(&str, &str); 15] = [
    ("/declarations/defines", "define"),
    ("/declarations/values", "value"),
    ("/declarations/permissions", "permission"),
    ("/declarations/offers", "offer"),
    ("/declarations/procedures", "procedure"),
    ("/declarations/windows", "window"),
    ("/declarations/effects", "effect"),
    ("/declarations/outcomes", "outcome"),
    ("/declarations/rules", "rule"),
    ("/vocabulary/words", "word"),
    ("/vocabulary/records", "record"),
    ("/vocabulary/kinds", "kind"),
    ("/vocabulary/states", "state"),
    ("/vocabulary/tokens", "token"),
    ("/vocabulary/dice", "die"),
];

/// The ids that are known: those of a system, and those of a scenario or case, which replace them.
#[derive(Clone, Default)]
struct Scope {
    ids: Ids,
    /// The slots of each procedure.
    slots: BTreeMap<String, BTreeSet<String>>,
    /// The fields of kinds and records.
    fields: BTreeSet<String>,
    /// The entries of card sets.
    cards: BTreeSet<String>,
}

impl Scope {
    fn of_system(folder: &Folder, system: &str) -> Self {
        let mut scope = Self::default();
        scope.learn(&part(folder, &format!("{system}/system.json")));
        scope.learn(&part(folder, &format!("{system}/rules.json")));
        for call in texts(&part(folder, "core-calls.json")["calls"], "id") {
            scope.ids.entry("call").or_default().insert(call);
        }
        let sets = format!("{system}/cards/");
        let is_set = |path: &str| path.strip_prefix("json/").unwrap_or(path).starts_with(&sets);
        for path in folder.files().keys().filter(|path| is_set(path)) {
            scope.cards.extend(texts(&json(folder, path)["cards"], "id"));
        }
        scope
    }

    /// Takes up what a document declares. What has the id of something known stands in its place.
    fn learn(&mut self, document: &Value) {
        for (list, sort) in LISTS {
            let Some(list) = document.pointer(list) else {
                continue;
            };
            self.ids.entry(sort).or_default().extend(texts(list, "id"));
            for one in list.as_array().expect("a list") {
                let slots = texts(&one["slots"], "name").into_iter().collect();
                match sort {
                    "procedure" => drop(self.slots.insert(id(one), slots)),
                    "kind" | "record" => self.fields.extend(texts(&one["fields"], "name")),
                    _ => {}
                }
            }
        }
    }

    /// Whether there is a thing of a sort with this id.
    fn has(&self, sort: &str, id: &str) -> bool {
        self.ids.get(sort).is_some_and(|ids| ids.contains(id))
    }
}

/// A document of the canonical JSON, in an export of that alone or of everything.
fn part(folder: &Folder, path: &str) -> Value {
    let among_all = format!("json/{path}");
    let is_there = folder.files().contains_key(&among_all);
    json(folder, if is_there { &among_all } else { path })
}

fn id(of: &Value) -> String {
    of["id"].as_str().expect("it has an id").to_owned()
}

fn texts(list: &Value, member: &str) -> Vec<String> {
    let items = list.as_array().into_iter().flatten();
    items
        .filter_map(|one| Some(one[member].as_str()?.to_owned()))
        .collect()
}

/// Members that name something of the sort that is called as they are, wherever they stand.
const NAMING: [&str; 13] = [
    "define",
    "permission",
    "offer",
    "procedure",
    "window",
    "effect",
    "outcome",
    "record",
    "kind",
    "state",
    "token",
    "die",
    "call",
];

/// A walk through a document.
struct Walk<'s> {
    scope: &'s Scope,
    /// How many ids were looked up, and those that lead nowhere.
    looked_up: usize,
    lost: BTreeSet<String>,
}

/// The surroundings of a node.
#[derive(Clone, Copy, Default)]
struct Around<'v> {
    /// The procedure whose slots `slot` means.
    context: Option<&'v str>,
    /// How many locals the function has.
    locals: usize,
}

impl Walk<'_> {
    fn look_up(&mut self, sort: &str, id: &str) {
        self.looked_up += 1;
        if !self.scope.has(sort, id) {
            self.lost.insert(format!("{sort} `{id}`"));
        }
    }

    fn value(&mut self, value: &Value, around: Around<'_>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.value(item, around)),
            Value::Object(fields) => {
                let is_function = fields.contains_key("locals") && fields.contains_key("body");
                let inner = match is_function {
                    true => Around {
                        context: value["context"].as_str(),
                        locals: value["locals"].as_array().map_or(0, Vec::len),
                    },
                    false => around,
                };
                self.object(value, inner);
                for (key, field) in fields {
                    if !(is_a_map(key) && field.is_object()) {
                        let inner = match key.as_str() {
                            // Their locals are those of the condition, or of the body.
                            "costs" | "which" => Around {
                                context: value["condition"]["context"].as_str(),
                                locals: usize::MAX,
                            },
                            _ => inner,
                        };
                        self.member(value, key, field, inner);
                        self.value(field, inner);
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// A member that is an id by its name.
    fn member(&mut self, of: &Value, key: &str, field: &Value, around: Around<'_>) {
        match (key, field) {
            (key, Value::String(id)) if NAMING.contains(&key) => self.look_up(key, id),
            ("context" | "per", Value::String(id)) if key == "context" || of.get("times").is_some() => {
                self.look_up("procedure", id);
            }
            ("field", Value::String(field)) => self.is_there(self.scope.fields.contains(field), key, field),
            ("card", Value::String(card)) => self.is_there(self.scope.cards.contains(card), key, card),
            ("first", Value::String(rule)) => self.look_up("rule", rule),
            ("type" | "result", Value::String(ty)) => self.ty(ty),
            ("local" | "member" | "chosen" | "gives" | "ended" | "replaced", Value::Number(at)) => {
                let is_there = at.as_u64().is_some_and(|at| at < around.locals as u64);
                self.is_there(is_there, key, &at.to_string());
            }
            _ => {}
        }
    }

    /// Members whose sort depends on what stands beside them.
    fn object(&mut self, object: &Value, around: Around<'_>) {
        let text = |key: &str| object[key].as_str();
        match text("node") {
            Some("value" | "modify") => self.look_up("value", text("value").expect("a value")),
            Some("steps") => {
                for key in ["before", "after"] {
                    self.look_up("window", text(key).expect("a window"));
                }
            }
            Some("slot") => self.slot(around.context, text("slot")),
            Some("run-slot") => self.slot(text("procedure"), text("slot")),
            Some("trigger") if object["replaces"] == true => {
                let procedure = text("window").and_then(|window| window.split_once(' '));
                let procedure = procedure.and_then(|(_, step)| step.rsplit_once('.'));
                self.slot(procedure.map(|(procedure, _)| procedure), Some("(replaced)"));
            }
            _ => {}
        }
        if object.get("gathers").is_some_and(Value::is_array) {
            for key in ["before", "at", "after"] {
                self.look_up("window", text(key).expect("a window"));
            }
        }
        if let Some(template) = object.get("template").and_then(Value::as_str) {
            self.is_there(self.scope.cards.contains(template), "template", template);
        }
    }

    fn slot(&mut self, procedure: Option<&str>, slot: Option<&str>) {
        let (procedure, slot) = (procedure.unwrap_or("none"), slot.expect("a slot"));
        let slots = self.scope.slots.get(procedure);
        let is_there = slots.is_some_and(|slots| slots.contains(slot));
        self.is_there(is_there, "slot", &format!("{procedure}: {slot}"));
    }

    fn ty(&mut self, ty: &str) {
        let ty = ty.strip_prefix("set of ").unwrap_or(ty);
        match ty.split_once(':') {
            Some(("word", id)) => self.look_up("word", id),
            Some(("row", id)) => self.look_up("record", id),
            Some(("entity", id)) => self.look_up("kind", id),
            _ => {}
        }
    }

    fn is_there(&mut self, is_there: bool, what: &str, id: &str) {
        self.looked_up += 1;
        if !is_there {
            self.lost.insert(format!("{what} `{id}`"));
        }
    }
}

/// Members that are maps from names of content to values.
fn is_a_map(key: &str) -> bool {
    ["facts", "cells", "fields", "tokens", "states", "content"].contains(&key)
}

/// A procedure's function has a place for each slot that steers its run.
fn steers(document: &Value) -> BTreeSet<String> {
    let procedures = document.pointer("/declarations/procedures");
    let procedures = procedures.and_then(Value::as_array).into_iter().flatten();
    let mut lost = BTreeSet::new();
    for procedure in procedures {
        let slots = texts(&procedure["slots"], "name");
        for (slot, steer) in [("(ended)", "ended"), ("(replaced)", "replaced")] {
            let place = slots.iter().position(|one| one == slot);
            let body = &procedure["function"]["body"];
            if body[steer].as_u64() != place.map(|place| place as u64) {
                lost.insert(format!("`{steer}` of the procedure `{}`", id(procedure)));
            }
        }
    }
    lost
}

/// Looks at all documents of an export; gives how many ids were looked up, and how many documents steer a system's procedure.
fn all_closed(folder: &Folder) -> (usize, usize) {
    let mut systems: BTreeMap<String, Scope> = BTreeMap::new();
    let (mut looked_up, mut steered, mut lost) = (0, 0, BTreeSet::new());
    for (path, schema, value) in documents(folder) {
        let play = match schema.as_str() {
            "rules" | "system" => &value,
            "scenario" => &value["play"],
            "vector" => &value["start"]["play"],
            _ => continue,
        };
        let system = value["system"]
            .as_str()
            .or(value["id"].as_str())
            .expect("a system");
        let known = systems
            .entry(system.to_owned())
            .or_insert_with(|| Scope::of_system(folder, system));
        let mut scope = known.clone();
        let has_play = !std::ptr::eq(play, &raw const value);
        if has_play {
            scope.learn(play);
            let own = play["declarations"]["procedures"].as_array().expect("a list");
            steered += usize::from(own.iter().any(|one| known.slots.contains_key(&id(one))));
        }
        let mut walk = Walk {
            scope: &scope,
            looked_up: 0,
            lost: steers(play),
        };
        walk.value(play, Around::default());
        looked_up += walk.looked_up;
        lost.extend(walk.lost.into_iter().map(|what| format!("{path}: {what}")));
    }
    assert!(lost.is_empty(), "{} ids lead nowhere: {lost:#?}", lost.len());
    (looked_up, steered)
}

#[test]
fn every_id_of_the_sample_leads_to_what_it_means() {
    let (looked_up, _) = all_closed(small());
    assert!(looked_up > 400, "{looked_up} ids");
}

/// A scenario in which alone a step is replaced and a run is ended, as `replaced` and `(ended)` of the procedure show.
#[test]
fn a_procedure_that_only_a_scenario_steers_is_exported_with_it() {
    let folder = sample("good");
    let duel = std::fs::read_to_string(folder.join("scenarios/sample/duel.yaml")).expect("a scenario");
    let steered = duel.replace("scenario: duel", "scenario: steered")
        + "  instead of push.suffer when hits = 1 { give 1 bruise to pushed }\n"
        + "  at push.count when apple on pusher = 1 { end push }\n";
    let files = [("scenarios/sample/steered.yaml".to_owned(), steered)];
    let project = Project::load_with(&folder, files.into());
    let export = exported_of(&project, "json", &[], &[]);
    let (_, steered) = all_closed(&export);
    assert_eq!(steered, 1);
    let play = &part(&export, "sample/scenarios/steered.json")["play"];
    let procedures = play["declarations"]["procedures"].as_array().expect("a list");
    let push = procedures
        .iter()
        .find(|one| one["id"] == "push")
        .expect("it is steered");
    let body = &push["function"]["body"];
    assert!(body["ended"].is_u64() && body["replaced"].is_u64(), "{body}");
}

#[test]
fn every_id_of_the_shipped_content_leads_to_what_it_means() {
    let (looked_up, steered) = all_closed(shipped());
    assert!(
        looked_up > 300_000 && steered > 30,
        "{looked_up} ids, {steered} steered"
    );
}

/// Puts the names of all members of objects in a schema into those that are required somewhere, or those that may be left out.
fn members(schema: &Value, required: &mut BTreeSet<String>, others: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            let listed = fields.get("required").and_then(Value::as_array);
            for name in fields
                .get("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flat_map(|all| all.keys())
            {
                let is_required = listed.is_some_and(|listed| listed.iter().any(|one| one == name));
                let names = if is_required { &mut *required } else { &mut *others };
                names.insert(name.clone());
            }
            fields.values().for_each(|inner| members(inner, required, others));
        }
        Value::Array(items) => items.iter().for_each(|inner| members(inner, required, others)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Members whose own members are called as content calls its fields.
const NAMED_BY_CONTENT: [&str; 2] = ["fields", "facts"];

/// How often members of these names are there; none of them is null.
fn given(value: &Value, names: &BTreeSet<String>) -> usize {
    match value {
        Value::Object(fields) => {
            let named = fields.iter().filter(|(name, _)| names.contains(*name));
            let here = named
                .inspect(|(name, field)| assert!(!field.is_null(), "`{name}` is null"))
                .count();
            let inner = fields
                .iter()
                .filter(|(name, _)| !NAMED_BY_CONTENT.contains(&name.as_str()));
            here + inner.map(|(_, field)| given(field, names)).sum::<usize>()
        }
        Value::Array(items) => items.iter().map(|item| given(item, names)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

#[test]
fn a_member_that_may_be_left_out_is_never_null() {
    let folder = shipped();
    let (mut required, mut others) = (BTreeSet::new(), BTreeSet::new());
    let schemas = folder
        .files()
        .keys()
        .filter(|path| path.contains("schemas/2020-12/"));
    schemas.for_each(|path| members(&json(folder, path), &mut required, &mut others));
    let names: BTreeSet<String> = others.difference(&required).cloned().collect();
    assert!(names.len() > 8 && names.contains("until"), "{names:?}");
    let found: usize = documents(folder)
        .iter()
        .map(|(.., value)| given(value, &names))
        .sum();
    assert!(found > 5_000, "{found} members");
}
