//! The parts of the page that say what rules ask: values, permissions, and the questions that a system answers.

use super::declared::LONG;
use super::model::{Define, Hook, Value};
use super::page::{cell, code, parameters, say, shown};
use std::fmt::Write;

/// Writes the values, which rules may change.
pub(super) fn values(values: &[Value], out: &mut String) {
    out.push_str(
        "## Values\n\nWhat rules may change. Ask one with its arguments: `NAME(...)`. Numbers, lengths and angles can be modified \
         (`modify NAME + 1 when ...`), and everything can be replaced (`replace NAME with ... when ...`). The condition uses the \
         parameters by their names.\n\n",
    );
    values.iter().for_each(|value| one_value(value, out));
    out.push_str(
        "**`controller(controlled: thing)`: player**. Every system has this value: who decides for a piece or card. It is the owner until a \
         rule replaces it.\n\n",
    );
}

pub(super) fn one_value(value: &Value, out: &mut String) {
    let _ = write!(
        out,
        "**`{}({})`: {}**",
        value.name,
        parameters(&value.params),
        value.ty
    );
    say(value.says.as_ref(), out);
    let is_long = value.base.len() > LONG;
    match is_long {
        true => out.push_str(" Before any rule as below"),
        false => _ = write!(out, " Before any rule: `{}`", value.base),
    }
    for limit in &value.limits {
        let _ = write!(out, ", {limit}");
    }
    if let Some(policy) = value.policy {
        let _ = write!(out, "; of several replacements the {policy}");
    }
    out.push_str(".\n\n");
    if is_long {
        let _ = write!(out, "```cw\n{}\n```\n\n", value.base);
    }
    shown(value.shown.as_ref(), out);
}

/// Writes the permissions, which rules may forbid.
pub(super) fn permissions(permissions: &[Hook], out: &mut String) {
    out.push_str(
        "## Permissions\n\nGiven, unless a rule forbids them: `forbid NAME when ...`, `allow NAME when ...`. `can NAME(...)` asks.\n\n",
    );
    permissions.iter().for_each(|hook| one_permission(hook, out));
    out.push_str(
        "**`use-abilities(silenced: thing)`**. Every system has this one: `silence` takes it away.\n\n",
    );
}

pub(super) fn one_permission(hook: &Hook, out: &mut String) {
    let _ = write!(out, "**`{}({})`**", hook.name, parameters(&hook.params));
    say(hook.says.as_ref(), out);
    out.push_str("\n\n");
    shown(hook.shown.as_ref(), out);
}

/// Writes the defines, which rules ask.
pub(super) fn defines(defines: &[Define], out: &mut String) {
    out.push_str(
        "## Questions\n\nWhat the system answers. Ask with parentheses: `NAME(...)`. Those that shipped cards ask most come first.\n\n\
         | question | answer | what it means |\n|---|---|---|\n",
    );
    for define in defines {
        let name = match define.params.is_empty() {
            true => define.name.clone(),
            false => format!("{}({})", define.name, parameters(&define.params)),
        };
        let says = define
            .says
            .as_ref()
            .map_or(String::new(), |says| format!("{} ", cell(says)));
        let answer = match define.answer.len() > LONG {
            true => "As below.".to_owned(),
            false => code(&define.answer),
        };
        let _ = writeln!(out, "| `{name}` | {} | {says}{answer} |", define.ty);
    }
    out.push('\n');
    for define in defines.iter().filter(|define| define.answer.len() > LONG) {
        let _ = write!(
            out,
            "`{}` is worked out so:\n\n```cw\n{}\n```\n\n",
            define.name, define.answer
        );
    }
}
