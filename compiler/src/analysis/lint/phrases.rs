//! Phrases of a system that tell of nothing: their keys name what does not exist.

use super::{Scene, Whole, references};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::document::At;
use crate::source::{FileId, Location};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::SlotDef;
use std::collections::BTreeSet;

/// What can stand before a name.
const BEFORE: [&str; 7] = ["set", "unset", "not", "run", "start", "end", "offer"];

/// Looks at every key.
pub(super) fn check(whole: &Whole<'_>, system: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let keys = keys(whole);
    if keys.is_empty() {
        return;
    }
    let known = names(whole, system);
    for (file, key) in keys {
        if let Some((name, known)) = strange(system, &known, &key.value) {
            let place = place(whole, file, key, name);
            let message = format!("this phrase is about `{name}`, and nothing is called so");
            found.push(Diagnostic::new(codes::UNKNOWN_PHRASE, place, message).suggesting(name, known));
        } else if let Some(param) = of_param(system.pack, &key.value) {
            let place = place(whole, file, key, &key.value);
            let message = format!(
                "nothing reads a phrase of `{}`: a parameter has one phrase for all that it is given to",
                key.value
            );
            let help = format!("write `{param}: ...`, how the parameter is called");
            found.push(Diagnostic::new(codes::UNKNOWN_PHRASE, place, message).help(help));
        }
    }
}

/// The keys of the system's phrases, its sets' and its cards'.
fn keys<'a>(whole: &Whole<'a>) -> Vec<(FileId, &'a At<String>)> {
    let id = &whole.system.doc.system.value;
    let sets = whole.project.sets.iter().filter(|((of, _), _)| of == id);
    let of_sets = sets.flat_map(|(_, set)| {
        let of_cards = set.doc.cards.iter().map(|card| &card.phrases);
        let all = std::iter::once(&set.doc.phrases).chain(of_cards);
        all.map(|phrases| (set.file, phrases))
    });
    let all = std::iter::once((whole.system.file, &whole.system.doc.phrases)).chain(of_sets);
    all.flat_map(|(file, phrases)| phrases.0.iter().map(move |(key, _)| (file, key)))
        .collect()
}

/// The part of a key that names nothing, and what it could name.
fn strange<'k>(
    system: &Scene<'_>,
    known: &BTreeSet<String>,
    key: &'k str,
) -> Option<(&'k str, BTreeSet<String>)> {
    let mut words = key.split(' ').peekable();
    while words.peek().is_some_and(|word| BEFORE.contains(word)) && key.contains(' ') {
        words.next();
    }
    let name = words.next()?;
    if !known.contains(name) {
        return Some((name, known.clone()));
    }
    let procedure = name.split('.').next().unwrap_or(name);
    let def = system.pack.procedures.iter().find(|def| def.name == procedure)?;
    if words.next()? != "as" {
        return None;
    }
    let slot = words.next()?;
    let slots: BTreeSet<String> = def.slots.iter().map(|slot| slot.name.clone()).collect();
    (!slots.contains(slot)).then_some((slot, slots))
}

/// The parameter in a key that is made of a name and one of its parameters. Only the names of procedures are told in this way.
fn of_param<'k>(pack: &Pack, key: &'k str) -> Option<&'k str> {
    let (name, param) = key.split_once(' ')?;
    let values = pack.values.iter().map(|value| (&value.name, &value.params));
    let hooks = pack.offers.iter().chain(&pack.permissions);
    let mut all = values.chain(hooks.map(|hook| (&hook.name, &hook.params)));
    let is_one = all.any(|(of, params)| of == name && params.iter().any(|one| one.name == param));
    is_one.then_some(param)
}

/// Every name that a phrase can be about: those of declarations, of their parts and of their parameters.
fn names(whole: &Whole<'_>, system: &Scene<'_>) -> BTreeSet<String> {
    let (pack, program) = (system.pack, system.program);
    let mut names = references::names(whole, system);
    let parts = |slots: &[SlotDef]| -> Vec<String> { slots.iter().map(|slot| slot.name.clone()).collect() };
    for kind in &pack.kinds {
        names.extend(kind.fields.iter().map(|field| field.name.clone()));
    }
    for record in &pack.records {
        names.extend(record.fields.iter().map(|field| field.name.clone()));
    }
    for value in &pack.values {
        names.insert(value.name.clone());
        names.extend(parts(&value.params));
    }
    for hook in pack.offers.iter().chain(&pack.permissions) {
        names.insert(hook.name.clone());
        names.extend(parts(&hook.params));
    }
    for state in &pack.states {
        names.insert(state.name.clone());
    }
    for effect in &pack.effects {
        names.insert(effect.name.clone());
        names.extend(parts(&effect.params));
    }
    for procedure in &pack.procedures {
        names.insert(procedure.name.clone());
        names.extend(parts(&procedure.slots));
    }
    names.extend(pack.tokens.iter().map(|token| token.name.clone()));
    names.extend(pack.movements.iter().map(|movement| movement.name.clone()));
    for function in &program.functions {
        names.extend(function.name.split(' ').map(str::to_owned));
        names.extend(function.locals.iter().map(|local| local.name.clone()));
    }
    names.extend(
        cardwright_bytecode::registry::CORE_CALLS
            .iter()
            .map(|call| call.name.to_owned()),
    );
    // What a card or set declares is told by its plain name.
    let plain: Vec<String> = names
        .iter()
        .filter_map(|name| Some(name.rsplit_once('/')?.1.to_owned()))
        .collect();
    names.extend(plain);
    names
}

/// Where a name stands in the key of a phrase.
fn place(whole: &Whole<'_>, file: FileId, key: &At<String>, name: &str) -> Location {
    let (start, end) = (key.start, key.end);
    let text = whole.project.sources.get(file).text.get(start..end).unwrap_or("");
    let at = text.find(name).map(|at| (start + at, start + at + name.len()));
    let (start, end) = at.unwrap_or((start, end));
    Location { file, start, end }
}
