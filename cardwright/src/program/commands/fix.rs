//! `check --fix`: writes the certain fixes of what was found into the project's own files.
//!
//! All fixes of a file are tried together, in memory. A file is written only if less is wrong in it then; otherwise it stays as it
//! is. Files of packages that the project needs are never written.
//!
//! Not here: which fixes there are (the compiler), and whether a fix is certain (each diagnostic says so).

use super::Asked;
use crate::forces;
use crate::program::{Ending, output, write};
use cardwright_compiler::source::{FileId, Location};
use cardwright_compiler::{Diagnostic, Fix, Project, review_with};
use std::collections::BTreeMap;

/// A file, and what its fixes make of it.
struct Mended {
    file: FileId,
    name: String,
    text: String,
    /// The changes, a line each.
    lines: Vec<String>,
}

/// Mends what can be mended for certain; how many files. A trial run tells the changes and writes nothing.
pub(super) fn mend(asked: &Asked, found: &[Diagnostic], is_trial: bool) -> Result<usize, Ending> {
    let mended = tried(&asked.project, all_mended(asked, found));
    for one in &mended {
        if !is_trial {
            let mark = match asked.project.sources.get(one.file).has_mark {
                true => "\u{feff}",
                false => "",
            };
            let root = asked.project.root();
            write::within(
                root,
                &root.join(&one.name),
                format!("{mark}{}", one.text).as_bytes(),
            )?;
        }
        let told = if is_trial { "would be fixed" } else { "fixed" };
        let lines = one.lines.iter();
        lines.for_each(|line| output::complain(&format!("{told}: {line}")));
    }
    Ok(mended.len())
}

/// The files with certain fixes, each as all of its fixes together make it.
fn all_mended(asked: &Asked, found: &[Diagnostic]) -> Vec<Mended> {
    let project = &asked.project;
    let mut by_file: BTreeMap<FileId, Vec<(&Diagnostic, &Fix)>> = BTreeMap::new();
    for one in found {
        let fix = one.fix.as_ref().filter(|fix| fix.certain);
        let Some(fix) = fix.filter(|fix| project.is_own(fix.place.file)) else {
            continue;
        };
        if !asked.aside.contains(&project.sources.get(fix.place.file).name) {
            by_file.entry(fix.place.file).or_default().push((one, fix));
        }
    }
    let files = by_file.into_iter();
    files.map(|(file, fixes)| mended(asked, file, fixes)).collect()
}

fn mended(asked: &Asked, file: FileId, mut fixes: Vec<(&Diagnostic, &Fix)>) -> Mended {
    let sources = asked.sources();
    let source = asked.project.sources.get(file);
    fixes.sort_by_key(|(_, fix)| (fix.place.start, fix.place.end));
    let (mut text, mut end, mut lines) = (String::new(), 0, Vec::new());
    for (one, fix) in fixes {
        let Location { start, end: to, .. } = fix.place;
        // Of two fixes of the same place the first one is tried; the other one may be offered again.
        let Some(kept) = source
            .text
            .get(end..start)
            .filter(|_| source.text.get(start..to).is_some())
        else {
            continue;
        };
        text.push_str(kept);
        text.push_str(&fix.put);
        end = to;
        let (line, _) = sources.line_column(fix.place);
        let (old, new) = (&source.text[start..to], &fix.put);
        let (file, code) = (&sources.get(file).name, one.code.id);
        lines.push(match old.is_empty() {
            true => format!("{file}:{line}: `{new}` is written ({code})"),
            false => format!("{file}:{line}: `{old}` becomes `{new}` ({code})"),
        });
    }
    text.push_str(source.text.get(end..).unwrap_or_default());
    Mended {
        file,
        name: source.name.clone(),
        text,
        lines,
    }
}

/// The files in which less is wrong with their fixes, if all of them are written together.
fn tried(project: &Project, mut mended: Vec<Mended>) -> Vec<Mended> {
    if mended.is_empty() {
        return mended;
    }
    let before = wrong_in(project);
    loop {
        let mut trial = project.clone();
        let texts = mended
            .iter()
            .map(|one| (one.name.clone(), Some(one.text.clone())));
        trial.update_all(texts);
        let after = wrong_in(&trial);
        let is_better = |one: &Mended| after.get(&one.name) < before.get(&one.name);
        if mended.iter().all(is_better) {
            return mended;
        }
        mended.retain(is_better);
    }
}

/// How much is wrong in each file.
fn wrong_in(project: &Project) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for one in review_with(project, &forces::breaches) {
        let name = project.sources.get(one.place.file).name.clone();
        *counts.entry(name).or_insert(0) += 1;
    }
    counts
}
