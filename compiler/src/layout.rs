//! The canonical layout of files of the language, and of the `rules` blocks in documents.
//!
//! A document is only touched between the first and the last line of such a block. Not here: reading and writing files.

use crate::diagnostic::Diagnostic;
use crate::document::At;
use crate::project::Project;
use crate::source::{FileId, SourceFile};
use cardwright_dsl::{WIDTH, format_items_within};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// The first code of what can be wrong with a document that was read.
const FIRST_OF_READ: &str = "cw0010";

/// What keeps documents from being read, so that nothing in them is laid out.
pub fn unread(project: &Project) -> impl Iterator<Item = &Diagnostic> {
    let is_rules = |one: &Diagnostic| project.sources.get(one.place.file).name.ends_with(".cw");
    let wrong = project.diagnostics.iter();
    wrong.filter(move |one| one.code.id < FIRST_OF_READ && !is_rules(one))
}

/// A file as it should be; the blocks are the rules in it.
///
/// # Errors
/// The first fault in a text of the language that cannot be read.
pub fn formatted(file: &SourceFile, blocks: &[&At<String>]) -> Result<String, String> {
    let returns = file
        .text
        .find('\n')
        .is_some_and(|end| file.text[..end].ends_with('\r'));
    let ends = |text: String| if returns { text.replace('\n', "\r\n") } else { text };
    if file.name.ends_with(".cw") {
        return layout(&file.text.replace("\r\n", "\n"), WIDTH).map(ends);
    }
    let layouts: Result<Vec<_>, String> = blocks
        .par_iter()
        .map(|block| in_place(&file.text, block))
        .collect();
    let mut changes: Vec<(Range<usize>, String)> = layouts?.into_iter().flatten().collect();
    changes.sort_by_key(|(range, _)| range.start);
    let mut text = String::with_capacity(file.text.len());
    let mut done = 0;
    // A block that is used twice by an alias is written once.
    for (range, lines) in changes {
        if range.start < done {
            continue;
        }
        text.push_str(&file.text[done..range.start]);
        text.push_str(&ends(lines));
        done = range.end;
    }
    text.push_str(&file.text[done..]);
    Ok(text)
}

/// The lines of a block, and what should stand there.
fn in_place(text: &str, block: &At<String>) -> Result<Option<(Range<usize>, String)>, String> {
    let Some((lines, indent)) = block_lines(text, block) else {
        return Ok(None);
    };
    Ok(Some((
        lines,
        indented(&layout(&block.value, WIDTH.saturating_sub(indent))?, indent),
    )))
}

fn layout(text: &str, width: usize) -> Result<String, String> {
    format_items_within(text, width).map_err(|faults| {
        faults
            .first()
            .map_or(String::new(), |fault| fault.message.clone())
    })
}

/// The rules blocks of all documents, by their files: each is looked at once, however many files there are.
#[must_use]
pub fn blocks(project: &Project) -> BTreeMap<FileId, Vec<&At<String>>> {
    let sets = project.sets.values();
    let cards = sets.flat_map(|set| {
        let cards = set.doc.cards.iter().map(|card| &card.rules);
        std::iter::once(&set.doc.rules)
            .chain(cards)
            .map(move |rules| (set.file, rules))
    });
    let scenarios = project.scenarios.iter().map(|one| (one.file, &one.doc.rules));
    let cases = project.cases.iter().map(|one| (one.file, &one.doc.rules));
    let mut blocks: BTreeMap<FileId, Vec<&At<String>>> = BTreeMap::new();
    for (file, rules) in cards.chain(scenarios) {
        blocks.entry(file).or_default().extend(rules);
    }
    // A case of a library is a case of each system that uses it, and still one text.
    for (file, rules) in cases {
        blocks.entry(file).or_insert_with(|| rules.iter().collect());
    }
    blocks
}

/// Where the lines of a block scalar are, and how far they are indented; nothing for other scalars.
fn block_lines(text: &str, block: &At<String>) -> Option<(Range<usize>, usize)> {
    let start = text.get(..block.start)?.rfind('\n')? + 1;
    let header = text[..start].trim_end();
    if !(header.ends_with('|') || header.ends_with("|-") || header.ends_with("|+")) {
        return None;
    }
    let count = block.value.trim_end_matches('\n').split('\n').count();
    let length: usize = text[start..]
        .split_inclusive('\n')
        .take(count)
        .map(str::len)
        .sum();
    Some((start..start + length, block.start - start))
}

fn indented(lines: &str, indent: usize) -> String {
    let line = |line: &str| {
        if line.is_empty() {
            "\n".to_owned()
        } else {
            format!("{:indent$}{line}\n", "")
        }
    };
    lines.trim_end_matches('\n').split('\n').map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::blocks;
    use crate::project::Project;
    use std::collections::BTreeMap;
    use std::path::Path;

    #[test]
    fn formatting_a_project_looks_at_each_document_once() {
        let set = |number: usize| {
            let card = "{ id: a, kind: b, name: c, rules: d }";
            let text = format!("set: set-{number}\nsystem: none\ntitle: t\ncards: [{card}, {card}]\n");
            (format!("cards/none/{number}.yaml"), text)
        };
        let sets: BTreeMap<String, String> = (0..30).map(set).collect();
        let project = Project::load_with(Path::new("/nowhere"), sets);
        let blocks = blocks(&project);
        assert_eq!(blocks.len(), 30);
        assert_eq!(blocks.values().map(Vec::len).sum::<usize>(), 60);
    }
}
