//! Declarations that nothing uses.
//!
//! A name counts as used if it stands anywhere else in the texts of the project: in rules, facts, or labels. So what is
//! reported is never needed; what is used only by something that is itself unused is found once that is gone.

use super::Whole;
use crate::check::Unit;
use crate::codes;
use crate::diagnostic::Diagnostic;
use cardwright_dsl::ast::{ItemKind, Name};
use rayon::prelude::*;
use std::collections::HashMap;

/// Looks at every declaration of the system.
pub(super) fn check(whole: &Whole<'_>, found: &mut Vec<Diagnostic>) {
    let units = whole.system.units.iter();
    let declarations: Vec<_> = units
        .flat_map(|unit| (&unit.items).into_iter().map(move |item| (unit, item)))
        .filter_map(|(unit, item)| Some((unit, declared(&item.kind)?)))
        .filter(|(unit, (_, name))| is_as_written(whole, unit, name))
        .collect();
    let names = declarations.iter().map(|(_, (_, name))| name.text.as_bytes());
    let times = times(whole, names);
    for (unit, (what, name)) in declarations {
        if times.get(name.text.as_bytes()).is_none_or(|&times| times <= 1) {
            let message = format!("nothing uses the {what} `{}`", name.text);
            let place = unit.origin.place(name.span);
            let diagnostic = Diagnostic::new(codes::UNUSED, place, message);
            found.push(diagnostic.help("remove it, or use it"));
        }
    }
}

/// Whether a name stands in its file: what a system calls otherwise than its library does is used there under the
/// library's name.
fn is_as_written(whole: &Whole<'_>, unit: &Unit, name: &Name) -> bool {
    let place = unit.origin.place(name.span);
    let text = &whole.project.sources.get(place.file).text;
    text.get(place.start..place.end) == Some(name.text.as_str())
}

/// How often each of some names stands in the texts of the project.
fn times<'a>(whole: &Whole<'_>, names: impl Iterator<Item = &'a [u8]>) -> HashMap<&'a [u8], usize> {
    let none: HashMap<&[u8], usize> = names.map(|name| (name, 0)).collect();
    let files: Vec<_> = whole.project.sources.iter().collect();
    let counted = files.par_iter().fold(
        || none.clone(),
        |mut times, (_, file)| {
            for word in words(&file.text) {
                if let Some(count) = times.get_mut(word) {
                    *count += 1;
                }
            }
            times
        },
    );
    let all = counted.reduce_with(|mut all, more| {
        more.into_iter()
            .for_each(|(name, count)| *all.entry(name).or_default() += count);
        all
    });
    all.unwrap_or(none)
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
fn words(text: &str) -> impl Iterator<Item = &[u8]> {
    let code = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or(line).as_bytes());
    code.flat_map(|line| line.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-'))
        .map(trimmed)
        .filter(|word| !word.is_empty())
}

/// A word without the dashes around it.
fn trimmed(word: &[u8]) -> &[u8] {
    let is_letter = |byte: &u8| *byte != b'-';
    let start = word.iter().position(is_letter).unwrap_or(word.len());
    let end = word.iter().rposition(is_letter).map_or(start, |last| last + 1);
    &word[start..end]
}
