//! Phrases of a system that tell of nothing: their keys name what does not exist.

use super::{Scene, Whole, references};
use cardwright_bytecode::Pack;
use cardwright_bytecode::pack::SlotDef;
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::At;
use cardwright_documents::source::{FileId, Location};
use cardwright_trees::Body;
use std::collections::BTreeSet;

/// Words that can stand before a name.
const BEFORE: [&str; 11] = [
    "set", "unset", "not", "run", "start", "end", "offer", "running", "during", "take", "first",
];

/// Signs that can stand behind a name instead of its arguments: the number after it, or the thing that it is
/// compared with or has, is one more argument of the phrase.
const SIGNS: [&str; 7] = ["=", "<", "<=", ">", ">=", "is", "has"];

/// Looks at every key.
pub(super) fn check(whole: &Whole<'_>, system: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let keys = keys(whole);
    if keys.is_empty() {
        return;
    }
    let known = names(whole, system);
    for (file, key, phrase) in keys {
        if let Some((message, help)) = misplaced(system, &key.value, phrase) {
            let place = place(whole, file, key, &key.value);
            found.push(Diagnostic::new(codes::UNKNOWN_PHRASE, place, message).help(help));
        } else if let Some((name, known)) = strange(system, &known, &key.value) {
            let place = place(whole, file, key, name);
            let message = format!("this phrase is for `{name}`, but there is nothing with this name");
            found.push(Diagnostic::new(codes::UNKNOWN_PHRASE, place, message).suggesting(name, known));
        } else if let Some(param) = of_param(system.pack, &key.value) {
            let place = place(whole, file, key, &key.value);
            let message = format!(
                "the phrase of `{}` is never used: a parameter has the same phrase everywhere",
                key.value
            );
            let help = format!("write `{param}: ...`, with the words for the parameter");
            found.push(Diagnostic::new(codes::UNKNOWN_PHRASE, place, message).help(help));
        }
    }
}

/// The keys of the system's phrases, its sets' and its cards', each with its phrase.
fn keys<'a>(whole: &Whole<'a>) -> Vec<(FileId, &'a At<String>, &'a str)> {
    let id = &whole.system.doc.system.value;
    let sets = whole.project.sets.iter().filter(|((of, _), _)| of == id);
    let of_sets = sets.flat_map(|(_, set)| {
        let of_cards = set.doc.cards.iter().map(|card| &card.phrases);
        let all = std::iter::once(&set.doc.phrases).chain(of_cards);
        all.map(|phrases| (set.file, phrases))
    });
    let all = std::iter::once((whole.system.file, &whole.system.doc.phrases)).chain(of_sets);
    all.flat_map(|(file, phrases)| {
        let phrases = phrases.0.iter();
        phrases.map(move |(key, phrase)| (file, key, phrase.as_str()))
    })
    .collect()
}

/// The mistake in the places for arguments in a phrase, or in its key's arguments, and the help for it.
fn misplaced(system: &Scene<'_>, key: &str, phrase: &str) -> Option<(String, String)> {
    if !phrase.is_empty() && !phrase.contains('{') && !phrase.chars().any(char::is_alphabetic) {
        let message = format!("`{phrase}` is not a phrase: it contains no word");
        return Some((
            message,
            format!("write `{key}` in words, for example `{{1}} is ready`"),
        ));
    }
    let mut words = key.split(' ').peekable();
    while words
        .peek()
        .is_some_and(|word| BEFORE.contains(word) || *word == "running")
        && key.contains(' ')
    {
        words.next();
    }
    let name = words.next().unwrap_or(key);
    let around = key.strip_prefix("during ");
    let is_procedure = |name: &str| {
        system
            .pack
            .procedures
            .iter()
            .any(|one| is_called(&one.name, name))
    };
    if let Some(around) = around.filter(|around| !is_procedure(around)) {
        let message = format!(
            "`during` must be followed by the name of a procedure, but `{around}` is not \
        one"
        );
        return Some((message, format!("write `{around}: ...`")));
    }
    if let Some(wrong) = switched(key) {
        return Some(wrong);
    }
    let mut counts = arities(
        system,
        name,
        key.split(' ').next().unwrap_or(""),
        around.is_some(),
    );
    let given: Vec<&str> = words.collect();
    // `gap <=` is told of the number, too.
    let is_compared = given.first().is_some_and(|word| SIGNS.contains(word));
    if is_compared {
        counts.iter_mut().for_each(|count| *count += 1);
    }
    let known = counts.iter().copied().max();
    let is_of_name = is_compared || given.first() == Some(&"as") || has_slot(system, name, &given);
    let is_pattern = !given.is_empty() && !is_of_name;
    if let Some(known) = known.filter(|_| is_pattern && !counts.contains(&given.len())) {
        let message = format!("`{name}` has {}, not {}", arguments(known), given.len());
        let before = key.split(' ').take_while(|word| *word != name);
        // Stars alone would name none of them.
        let stars = std::iter::once("you").chain(std::iter::repeat("*")).take(known);
        let pattern: Vec<&str> = before.chain([name]).chain(stars).collect();
        let pattern = pattern.join(" ");
        return Some((
            message,
            format!("write one word for each argument, or `*` for any, for example `{pattern}`"),
        ));
    }
    if is_pattern && given.iter().all(|word| *word == "*") {
        let plain: Vec<&str> = key.split(' ').take_while(|word| *word != "*").collect();
        let message = format!("the phrase of `{key}` is never used: it names none of the arguments");
        return Some((
            message,
            format!("write `{}: ...`, which is for all arguments", plain.join(" ")),
        ));
    }
    let mut rest = phrase;
    while let Some((_, after)) = rest.split_once('{') {
        let number = after
            .split_once('}')
            .and_then(|(number, _)| number.strip_prefix('-').unwrap_or(number).parse::<usize>().ok());
        let Some(number) = number.filter(|number| *number > 0) else {
            let message = "`{` begins a placeholder for an argument, but this is not one".to_owned();
            return Some((
                message,
                "write `{1}` for the first argument, `{2}` for the second".to_owned(),
            ));
        };
        if let Some(known) = known.filter(|known| number > *known) {
            let message = format!("there is no `{{{number}}}`: `{name}` has {}", arguments(known));
            let help = match known {
                0 => "leave it out".to_owned(),
                1 => "write `{1}`".to_owned(),
                known => format!("write `{{1}}` to `{{{known}}}`"),
            };
            return Some((message, help));
        }
        rest = after;
    }
    None
}

/// A key that says to what a yes or no is set, where `set` and `unset` already do.
fn switched(key: &str) -> Option<(String, String)> {
    let key_of = key.strip_prefix("set ").or_else(|| key.strip_prefix("unset "))?;
    let (name, value) = key_of.rsplit_once(" to ")?;
    let right = match value {
        "yes" => "set",
        "no" => "unset",
        _ => return None,
    };
    Some((
        format!(
            "the phrase of `{key}` is never used: `set` is for a change to yes, `unset` for a change to no"
        ),
        format!("write `{right} {name}: ...`"),
    ))
}

/// Whether the words behind a name begin with a name of that procedure: `attack weapon`.
fn has_slot(system: &Scene<'_>, name: &str, given: &[&str]) -> bool {
    let mut procedures = system
        .pack
        .procedures
        .iter()
        .filter(|one| is_called(&one.name, name));
    let is_slot = |slot: &SlotDef| given.first() == Some(&slot.name.as_str());
    procedures.any(|procedure| procedure.slots.iter().any(is_slot))
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no argument".to_owned(),
        1 => "one argument".to_owned(),
        count => format!("{count} arguments"),
    }
}

/// Whether a declared name is told by this one, which may leave its owner out.
fn is_called(known: &str, name: &str) -> bool {
    known == name || known.rsplit('/').next() == Some(name)
}

/// How many arguments those have of a name that can be told with them; nothing where that is not known. What stands before
/// the name says what is meant: a procedure is told with its arguments where it is run, else without.
fn arities(system: &Scene<'_>, name: &str, before: &str, is_during: bool) -> Vec<usize> {
    if is_during {
        return vec![0];
    }
    let (pack, program) = (system.pack, system.program);
    let is_it = |known: &str| is_called(known, name);
    let lasting = pack.effects.iter().filter(|one| is_it(&one.name));
    let lasting = lasting.map(|one| one.params.len());
    let offers = pack.offers.iter().filter(|one| is_it(&one.name));
    let offers = offers.map(|one| one.params.len());
    let is_steps = |body: &Body| matches!(body, Body::Steps { .. });
    let defines = |steps: bool| {
        let all = program.functions.iter().filter(|one| is_it(&one.name));
        all.filter(move |one| is_steps(&one.body) == steps)
            .map(|one| one.params)
    };
    match before {
        "run" => return defines(true).collect(),
        // `end` is told of the run at hand, too.
        "end" if pack.procedures.iter().any(|one| is_it(&one.name)) => return lasting.chain([0]).collect(),
        "start" | "end" | "running" => return lasting.collect(),
        "offer" => return offers.collect(),
        "take" => return vec![0],
        _ => {}
    }
    let is_other = pack.tokens.iter().any(|one| is_it(&one.name))
        || pack.movements.iter().any(|one| is_it(&one.name))
        || cardwright_bytecode::registry::CORE_CALLS
            .iter()
            .any(|call| call.name == name)
        || pack
            .kinds
            .iter()
            .any(|kind| kind.fields.iter().any(|field| field.name == name))
        || pack
            .records
            .iter()
            .any(|record| record.fields.iter().any(|field| field.name == name));
    if is_other {
        return Vec::new();
    }
    let values = pack.values.iter().filter(|one| is_it(&one.name));
    let permissions = pack.permissions.iter().filter(|one| is_it(&one.name));
    let states = pack.states.iter().filter(|one| is_it(&one.name));
    let mut counts: Vec<usize> = values.map(|one| one.params.len()).collect();
    counts.extend(permissions.map(|one| one.params.len()));
    counts.extend(states.map(|one| one.keys.len()));
    counts.extend(defines(false).chain(lasting).chain(offers));
    if pack.procedures.iter().any(|one| is_it(&one.name)) {
        counts.push(0);
    }
    counts
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
    let offers = pack.offers.iter().map(|offer| (&offer.name, &offer.params));
    let permissions = pack.permissions.iter();
    let permissions = permissions.map(|permission| (&permission.name, &permission.params));
    let mut all = values.chain(offers).chain(permissions);
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
    for offer in &pack.offers {
        names.insert(offer.name.clone());
        names.extend(parts(&offer.params));
    }
    for permission in &pack.permissions {
        names.insert(permission.name.clone());
        names.extend(parts(&permission.params));
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

/// The place of a name in the key of a phrase.
fn place(whole: &Whole<'_>, file: FileId, key: &At<String>, name: &str) -> Location {
    let (start, end) = (key.start, key.end);
    let text = whole.project.sources.get(file).text.get(start..end).unwrap_or("");
    let at = text.find(name).map(|at| (start + at, start + at + name.len()));
    let (start, end) = at.unwrap_or((start, end));
    Location { file, start, end }
}
