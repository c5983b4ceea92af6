//! Declarations that nothing uses.
//!
//! A name counts as used if it stands anywhere else in the texts of the project: in rules, facts, or labels. So what is
//! reported is never needed; what is used only by something that is itself unused is found once that is gone.

use super::Whole;
use crate::codes;
use crate::diagnostic::Diagnostic;
use cardwright_dsl::ast::{ItemKind, Name};
use std::collections::HashMap;

/// Looks at every declaration of the system.
pub(super) fn check(whole: &Whole<'_>, found: &mut Vec<Diagnostic>) {
    let mut times: HashMap<&str, usize> = HashMap::new();
    for (_, file) in whole.project.sources.iter() {
        words(&file.text).for_each(|word| *times.entry(word).or_default() += 1);
    }
    for unit in &whole.system.units {
        for item in &unit.items {
            let Some((what, name)) = declared(&item.kind) else {
                continue;
            };
            if times.get(name.text.as_str()).copied().unwrap_or(0) <= 1 {
                let message = format!("nothing uses the {what} `{}`", name.text);
                let place = unit.origin.place(name.span);
                let diagnostic = Diagnostic::new(codes::UNUSED, place, message);
                found.push(diagnostic.help("remove it, or use it"));
            }
        }
    }
}

/// What a declaration declares, if it is there to be used by others.
fn declared(item: &ItemKind) -> Option<(&'static str, &Name)> {
    Some(match item {
        ItemKind::Word { name, .. } => ("word type", name),
        ItemKind::Record { name, .. } => ("record", name),
        ItemKind::Piece(decl) => ("kind of piece", &decl.name),
        ItemKind::Card { decl, .. } => ("kind of card", &decl.name),
        ItemKind::Token { name, .. } => ("token", name),
        ItemKind::Die { name, .. } => ("die", name),
        ItemKind::Deck { name } => ("deck", name),
        ItemKind::Define { name, .. } => ("define", name),
        ItemKind::Value { name, .. } => ("value", name),
        ItemKind::Permission { name, .. } => ("permission", name),
        ItemKind::Offer { name, .. } => ("offer", name),
        ItemKind::Procedure { name, .. } => ("procedure", name),
        ItemKind::Effect { name, .. } => ("effect", name),
        ItemKind::Movement { name, .. } => ("movement", name),
        _ => return None,
    })
}

/// The words of a text, without comments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().map(|line| line.split('#').next().unwrap_or(line));
    code.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-'))
        .map(|word| word.trim_matches('-'))
        .filter(|word| !word.is_empty())
}
