//! Declarations that nothing uses.
//!
//! A name counts as used if it stands anywhere else in the texts of the project: in rules, facts, or labels. So what is
//! reported is never needed; what is used only by something that is itself unused is found once that is gone. What a card
//! declares nobody else sees, so only its own rules count.

use super::Whole;
use super::texts::{texts, words};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::document::place_of;
use cardwright_documents::rules::declared;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// Looks at every declaration of the system, its sets and their cards.
pub(super) fn check(whole: &Whole<'_>, found: &mut Vec<Diagnostic>) {
    maps(whole, found);
    let texts = texts(whole);
    let declarations: Vec<_> = texts
        .iter()
        .flat_map(|text| text.items.into_iter().map(move |item| (text, item)))
        .filter_map(|(text, item)| Some((text, declared(&item.kind)?)))
        .filter(|(text, (_, name))| text.is_as_written(whole, name))
        .collect();
    let of_all = declarations.iter().filter(|(text, _)| text.card.is_none());
    let times = times(whole, of_all.map(|(_, (_, name))| name.text.as_bytes()));
    for (text, (what, name)) in &declarations {
        let is_used = match text.card {
            Some(card) => text.times_in_all(whole, &name.text) > 1 || is_named_of(whole, card, &name.text),
            None => times.get(name.text.as_bytes()).is_some_and(|&times| times > 1),
        };
        if !is_used {
            let message = format!("nothing uses the {what} `{}`", name.text);
            let diagnostic = Diagnostic::new(codes::UNUSED, text.place(name.span), message);
            found.push(diagnostic.help("remove it, or use it"));
        }
    }
}

/// Maps on which nothing is played.
fn maps(whole: &Whole<'_>, found: &mut Vec<Diagnostic>) {
    let (project, system) = (whole.project, &whole.system.doc.system.value);
    let scenarios = project
        .scenarios
        .iter()
        .map(|one| (&one.doc.system, &one.doc.map));
    let cases = project.cases.iter().map(|one| (&one.doc.system, &one.doc.map));
    let played: BTreeSet<&str> = scenarios
        .chain(cases)
        .filter(|(of, _)| of.value == *system)
        .filter_map(|(_, map)| Some(map.as_ref()?.value.as_str()))
        .collect();
    for ((_, id), map) in project.maps.iter().filter(|((of, _), _)| of == system) {
        if !played.contains(id.as_str()) {
            let message = format!("no scenario uses the map `{id}`");
            let help = format!("use it in a scenario, with `map: {id}`, or remove it");
            let place = place_of(map.file, &map.doc.map);
            found.push(Diagnostic::new(codes::UNUSED, place, message).help(help));
        }
    }
}

/// Whether a scenario or case names what a card keeps to itself, or a fact does.
fn is_named_of(whole: &Whole<'_>, card: &str, name: &str) -> bool {
    let owned = format!("{card}/{name}");
    let mut files = whole.project.sources.iter();
    files.any(|(_, file)| file.text.contains(&owned))
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
