//! The parameters of what is called around a byte, and which of them is written there.

use crate::blocks::block_at;
use crate::names::systems_of;
use crate::workspace::Workspace;
use cardwright_compiler::guide::{Guide, Named};
use cardwright_dsl::{Sort, lexemes};

/// The signature of the call at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The label of the called thing: its name, its parameters and its type.
    pub label: String,
    /// The parameters as they stand in the label.
    pub params: Vec<String>,
    /// The number of the parameter that is being written, from 0.
    pub at: usize,
    /// The description of the called thing.
    pub says: Option<String>,
}

/// A name and what stands before it.
struct Call<'t> {
    word: &'t str,
    name: &'t str,
    at: usize,
}

/// The signature of the innermost call around a byte of a file.
#[must_use]
pub fn signature(workspace: &Workspace, file: &str, at: usize) -> Option<Signature> {
    let (block, inside) = block_at(file, workspace.text(file)?, at)?;
    let call = call(block.text.get(..inside)?)?;
    let system = systems_of(workspace.project(), file).into_iter().next()?;
    let told = workspace.last_told(&system)?;
    of_call(&told.guide, &call)
}

/// The innermost call that is open at the end of a text. It is found by its marks, since the text is broken.
fn call(text: &str) -> Option<Call<'_>> {
    let tokens: Vec<(Sort, &str)> = lexemes(text)
        .into_iter()
        .filter(|one| one.sort != Sort::Comment)
        .map(|one| (one.sort, &text[one.span.start..one.span.end]))
        .collect();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (at, (_, token)) in tokens.iter().enumerate() {
        match *token {
            "(" | "[" | "{" => open.push((at, 0)),
            ")" | "]" | "}" => _ = open.pop(),
            "," => open.iter_mut().last().into_iter().for_each(|one| one.1 += 1),
            _ => {}
        }
    }
    let &(paren, commas) = open
        .last()
        .filter(|(at, _)| tokens.get(*at).is_some_and(|one| one.1 == "("))?;
    let (sort, name) = *tokens.get(paren.checked_sub(1)?)?;
    let word = paren
        .checked_sub(2)
        .and_then(|at| tokens.get(at))
        .map_or("", |one| one.1);
    matches!(sort, Sort::Name | Sort::Word).then_some(Call {
        word,
        name,
        at: commas,
    })
}

fn of_call(guide: &Guide, call: &Call<'_>) -> Option<Signature> {
    let procedures = guide
        .procedures
        .iter()
        .map(|one| (&one.name, &one.params, &one.says, ""));
    let of = |all: &[cardwright_compiler::guide::Hook]| -> Option<Signature> {
        let one = all.iter().find(|one| one.name == call.name)?;
        Some(told(call, &one.params, "", one.says.clone()))
    };
    let found = match call.word {
        "run" | "before" | "after" | "at" | "end" => procedures
            .clone()
            .find(|one| one.0 == call.name)
            .map(|one| told(call, one.1, "", one.2.clone())),
        "can" | "forbid" | "allow" => of(&guide.permissions),
        "offer" | "options" => of(&guide.offers),
        "start" | "running" => of(&guide.effects),
        _ => None,
    };
    found
        .or_else(|| {
            let one = guide.defines.iter().find(|one| one.name == call.name)?;
            Some(told(call, &one.params, &one.ty, one.says.clone()))
        })
        .or_else(|| {
            let one = guide.values.iter().find(|one| one.name == call.name)?;
            Some(told(call, &one.params, &one.ty, one.says.clone()))
        })
        .or_else(|| of_core(guide, call))
}

fn told(call: &Call<'_>, params: &[Named], ty: &str, says: Option<String>) -> Signature {
    let params: Vec<String> = params
        .iter()
        .map(|one| format!("{}: {}", one.name, one.ty))
        .collect();
    let ty = if ty.is_empty() {
        String::new()
    } else {
        format!(": {ty}")
    };
    Signature {
        label: format!("{}({}){ty}", call.name, params.join(", ")),
        params,
        at: call.at,
        says,
    }
}

/// A core call, whose signature the guide has as a text.
fn of_core(guide: &Guide, call: &Call<'_>) -> Option<Signature> {
    let is_it = |text: &str| {
        text.split(['(', ':'])
            .next()
            .is_some_and(|name| name.trim() == call.name)
    };
    let one = guide.calls.iter().find(|one| is_it(&one.call))?;
    let inner = one
        .call
        .split_once('(')
        .and_then(|(_, rest)| rest.split_once(')'));
    let params = inner.map_or("", |inner| inner.0);
    Some(Signature {
        label: one.call.clone(),
        params: params
            .split(", ")
            .filter(|one| !one.is_empty())
            .map(str::to_owned)
            .collect(),
        at: call.at,
        says: Some(one.says.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::call;

    #[test]
    fn the_innermost_open_call_is_found_by_its_marks() {
        let found = call("run push(one, rival-of(").expect("one is open");
        assert_eq!((found.name, found.at), ("rival-of", 0));
        let found = call("run push(rival-of(a, b), [c, d], ").expect("one is open");
        assert_eq!((found.word, found.name, found.at), ("run", "push", 2));
        assert!(call("run push(one) { x").is_none());
        assert!(call("when (").is_none());
        assert!(call("").is_none());
    }
}
