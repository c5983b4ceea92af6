//! The meaning of one name of a system: the part of its page that is about it.

use super::model::{Fact, Guide, Named};
use super::page::{code, parameters};
use super::{asked, page, parts};
use cardwright_documents::document;
use cardwright_documents::project::{Documents, System};
use std::fmt::Write;

/// All that the page of a system says of a name, and the row of a table that is called so; nothing if the system
/// has no such name. `attack.roll` is a step of a procedure.
#[must_use]
pub fn about(project: &Documents, system: &System, guide: &Guide, name: &str) -> Option<String> {
    let mut out = String::new();
    declared(guide, name, &mut out);
    listed(guide, name, &mut out);
    fields(guide, name, &mut out);
    row(project, system, name, &mut out);
    (!out.is_empty()).then(|| out.trim_end().to_owned())
}

/// Names that one can write, for `did you mean`.
#[must_use]
pub fn names(guide: &Guide) -> Vec<&str> {
    let hooks = [&guide.permissions, &guide.offers, &guide.effects];
    let hooks = hooks.into_iter().flatten().map(|one| one.name.as_str());
    let values = guide.values.iter().map(|one| one.name.as_str());
    let defines = guide.defines.iter().map(|one| one.name.as_str());
    let procedures = guide.procedures.iter().map(|one| one.name.as_str());
    let tokens = guide.tokens.iter().map(|one| one.name.as_str());
    let kinds = guide.kinds.iter().map(|one| one.name.as_str());
    let records = guide.records.iter().map(|one| one.name.as_str());
    let words = guide.words.iter().map(|one| one.name.as_str());
    let calls = guide.calls.iter().map(|one| call_name(&one.call));
    let all = hooks.chain(values).chain(defines).chain(procedures);
    all.chain(tokens)
        .chain(kinds)
        .chain(records)
        .chain(words)
        .chain(calls)
        .collect()
}

/// Writes the declarations that have a part of their own on the page.
fn declared(guide: &Guide, name: &str, out: &mut String) {
    for value in guide.values.iter().filter(|one| one.name == name) {
        out.push_str("A value, which rules may change: ");
        asked::one_value(value, out);
    }
    for hook in guide.permissions.iter().filter(|one| one.name == name) {
        out.push_str("A permission, which rules may forbid: ");
        asked::one_permission(hook, out);
    }
    for hook in guide.offers.iter().filter(|one| one.name == name) {
        out.push_str("An offer, to which cards add options: ");
        page::one_offer(hook, out);
    }
    for hook in guide.effects.iter().filter(|one| one.name == name) {
        out.push_str("An effect, which rules may start: ");
        page::one_effect(hook, out);
    }
    for kind in guide.kinds.iter().filter(|one| one.name == name) {
        parts::one_kind(guide, kind, out);
    }
    for record in guide.records.iter().filter(|one| one.name == name) {
        parts::one_record(guide, record, out);
    }
    let (procedure, step) = name.split_once('.').unwrap_or((name, ""));
    for one in guide.procedures.iter().filter(|one| one.name == procedure) {
        if step.is_empty() || one.steps.iter().any(|other| other.name == step) {
            page::one_procedure(guide, one, out);
        }
    }
}

/// Writes the declarations that have a line in a list of the page.
fn listed(guide: &Guide, name: &str, out: &mut String) {
    for one in guide.defines.iter().filter(|one| one.name == name) {
        let params = match one.params.is_empty() {
            true => String::new(),
            false => format!("({})", parameters(&one.params)),
        };
        let asked = format!("A question: **`{name}{params}`: {}**", one.ty);
        said(&asked, one.says.as_ref(), out);
        let _ = write!(out, "It is worked out so:\n\n```cw\n{}\n```\n\n", one.answer);
    }
    for one in guide.tokens.iter().filter(|one| one.name == name) {
        let limit = one
            .limit
            .map_or(String::new(), |limit| format!(", at most {limit}"));
        let token = format!("A token `{name}` on a {}{limit}", one.on.join(" or "));
        said(&token, one.says.as_ref(), out);
    }
    for one in &guide.words {
        let added = one.added.iter().map(|(word, _)| word);
        if one.name == name {
            let all: Vec<String> = one
                .words
                .iter()
                .chain(added)
                .map(|word| format!("`{word}`"))
                .collect();
            let open = if one.open {
                ", to which sets may add words"
            } else {
                ""
            };
            let type_of = format!("A type of words{open}: {}", all.join(", "));
            said(&type_of, one.says.as_ref(), out);
        } else if one.words.iter().chain(added).any(|word| word == name) {
            said(&format!("A word of the type `{}`", one.name), None, out);
        }
    }
    for one in guide
        .dice
        .iter()
        .filter(|one| one.name == name || one.faces.iter().any(|face| face.0 == name))
    {
        let faces: Vec<String> = one
            .faces
            .iter()
            .map(|(face, sides)| format!("`{face}` on {sides}"))
            .collect();
        let die = format!("The die `{}` has {}", one.name, faces.join(", "));
        said(&die, one.says.as_ref(), out);
    }
    for one in guide.calls.iter().filter(|one| call_name(&one.call) == name) {
        let class = if one.pure { "asks" } else { "does something" };
        let call = format!("A core call that {class}: {}", code(&one.call));
        said(&call, Some(&one.says.to_owned()), out);
    }
    let named = [
        ("A deck", &guide.decks),
        ("A way to move", &guide.movements),
        ("An ending", &guide.outcomes),
    ];
    for (what, all) in named {
        for one in all.iter().filter(|one| one.name == name) {
            let ty = if one.ty.is_empty() {
                String::new()
            } else {
                format!(": {}", one.ty)
            };
            said(&format!("{what} `{name}`{ty}"), one.says.as_ref(), out);
        }
    }
}

/// Facts, state, parameters and variables that are called so, each by whose it is.
fn fields(guide: &Guide, name: &str, out: &mut String) {
    let kinds = guide
        .kinds
        .iter()
        .map(|one| (format!("kind `{}`", one.name), &one.facts));
    let records = guide
        .records
        .iter()
        .map(|one| (format!("row `{}`", one.name), &one.facts));
    let others = [
        ("players".to_owned(), &guide.player),
        ("the game".to_owned(), &guide.state),
    ];
    for (whose, facts) in kinds.chain(records).chain(others) {
        for fact in facts.iter().filter(|fact| fact.name == name) {
            said(&field(fact, &whose), fact.says.as_ref(), out);
        }
    }
    for one in &guide.procedures {
        let vars = one.params.iter().chain(&one.vars);
        for var in vars.filter(|var: &&Named| var.name == name) {
            let what = format!("A name in the windows of `{}`: {}", one.name, var.ty);
            said(&what, var.says.as_ref(), out);
        }
        for step in one.steps.iter().filter(|step| step.name == name) {
            let whole = format!("{}.{name}", one.name);
            let what = format!("A step of `{}`: `explain {whole}` tells its windows", one.name);
            said(&what, step.says.as_ref(), out);
        }
    }
}

fn field(fact: &Fact, whose: &str) -> String {
    let left_out = match &fact.default {
        Some(default) => format!(", {} if left out", code(default)),
        None => String::new(),
    };
    format!(
        "A field of {whose} ({}): {}{left_out}",
        fact.given,
        code(&format!("{}: {}", fact.name, fact.ty))
    )
}

/// The row of a table that is called so, as it is written.
fn row(project: &Documents, system: &System, name: &str, out: &mut String) {
    let id = &system.doc.system.value;
    let sets = project.sets.iter().filter(|((of, _), _)| of == id);
    let libraries = system.libraries.iter().map(|(_, library)| &library.tables);
    let tables = std::iter::once(&system.doc.tables).chain(libraries);
    for (record, rows) in tables
        .chain(sets.map(|(_, set)| &set.doc.tables))
        .flat_map(|tables| &tables.0)
    {
        for (_, facts) in rows.0.iter().filter(|(row, _)| row.value == name) {
            let facts = document::Fact::Map(facts.clone());
            let _ = write!(
                out,
                "A row of `{}`:\n\n```yaml\n{name}: {facts}\n```\n\n",
                record.value
            );
        }
    }
}

fn said(what: &str, says: Option<&String>, out: &mut String) {
    let _ = match says {
        Some(says) => write!(out, "{what}. {says}\n\n"),
        None => write!(out, "{what}.\n\n"),
    };
}

/// The name at the head of a core call as it is written.
fn call_name(call: &str) -> &str {
    call.split(['(', ':']).next().unwrap_or(call).trim()
}
