//! `fmt`: the canonical layout of language files and of the `rules` blocks in documents.
//!
//! A document is only touched between the first and the last line of such a block.

use super::asked::Asked;
use super::printed::Printed;
use super::{Ending, Rewritten};
use cardwright_compiler::Project;
use cardwright_compiler::document::At;
use cardwright_compiler::source::{FileId, SourceFile};
use cardwright_dsl::{WIDTH, format_items_within};
use std::collections::BTreeMap;
use std::ops::Range;

/// The first code of what can be wrong with a document that was read.
const FIRST_OF_READ: &str = "cw0010";

/// What came of formatting.
#[derive(Default)]
struct Tally {
    seen: usize,
    changed: usize,
    broken: bool,
}

pub(super) fn run(
    asked: &[Asked],
    only_checks: bool,
    out: &mut Printed,
    files: &mut Vec<Rewritten>,
) -> Ending {
    let mut tally = Tally::default();
    for (project, one) in asked.iter().enumerate() {
        let changed = changed(one, &mut tally, out);
        tally.changed += changed.len();
        for (file, text) in changed {
            let name = file.name.clone();
            match only_checks {
                true => out.complain(&name),
                false => files.push(Rewritten { project, name, text }),
            }
        }
    }
    let Tally {
        seen,
        changed,
        broken,
    } = tally;
    let is_unformatted = only_checks && changed > 0;
    if is_unformatted {
        out.complain(&format!(
            "{changed} files are not formatted; run `cardwright fmt`"
        ));
    } else {
        out.line(&format!("{seen} files, {changed} changed"));
    }
    match broken || is_unformatted {
        true => Ending::Errors,
        false => Ending::Fine,
    }
}

/// The files of one project that should look otherwise, with their new texts.
fn changed<'a>(asked: &'a Asked, tally: &mut Tally, out: &mut Printed) -> Vec<(&'a SourceFile, String)> {
    let blocks = blocks(&asked.project);
    let unread = asked.unread();
    let files = asked.project.sources.iter();
    let files = files.filter(|(_, file)| asked.wants(&file.name) && !unread.contains(file.name.as_str()));
    tally.broken |= tell_unread(asked, out);
    let mut changed = Vec::new();
    for (id, file) in files {
        tally.seen += 1;
        match formatted(file, blocks.get(&id).map_or(&[], Vec::as_slice)) {
            Err(why) => {
                out.complain(&format!("error: {}: {why}", file.name));
                tally.broken = true;
            }
            Ok(text) if text == file.text => {}
            Ok(text) => {
                let mark = if file.has_mark { "\u{feff}" } else { "" };
                changed.push((file, format!("{mark}{text}")));
            }
        }
    }
    changed
}

/// Tells which documents cannot be read, so that nothing in them is formatted; whether there are
/// any.
fn tell_unread(asked: &Asked, out: &mut Printed) -> bool {
    let name = |id: FileId| &asked.project.sources.get(id).name;
    let wrong = asked.project.diagnostics.iter();
    let unread = wrong.filter(|one| one.code.id < FIRST_OF_READ && !name(one.place.file).ends_with(".cw"));
    let mut any = false;
    for one in unread.filter(|one| asked.wants(name(one.place.file))) {
        out.complain(&format!("error: {}: {}", name(one.place.file), one.message));
        any = true;
    }
    any
}

/// A file as it should be; the blocks are the rules in it.
fn formatted(file: &SourceFile, blocks: &[&At<String>]) -> Result<String, String> {
    let first_end = file.text.find('\n');
    let returns = first_end.is_some_and(|end| file.text[..end].ends_with('\r'));
    let ends = |text: String| {
        if returns { text.replace('\n', "\r\n") } else { text }
    };
    if file.name.ends_with(".cw") {
        return layout(&file.text.replace("\r\n", "\n"), WIDTH).map(ends);
    }
    let layouts: Result<Vec<_>, String> = blocks.iter().map(|block| in_place(&file.text, block)).collect();
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
    let laid_out = layout(&block.value, WIDTH.saturating_sub(indent))?;
    Ok(Some((lines, indented(&laid_out, indent))))
}

fn layout(text: &str, width: usize) -> Result<String, String> {
    let first = |faults: Vec<cardwright_dsl::Fault>| faults.into_iter().next().map(|fault| fault.message);
    format_items_within(text, width).map_err(|faults| first(faults).unwrap_or_default())
}

/// The rules blocks of all documents, by their files.
fn blocks(project: &Project) -> BTreeMap<FileId, Vec<&At<String>>> {
    let sets = project.sets.values();
    let cards = sets.flat_map(|set| {
        let cards = set.doc.cards.iter().map(|card| &card.rules);
        let all = std::iter::once(&set.doc.rules).chain(cards);
        all.map(move |rules| (set.file, rules))
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
    let lines = text[start..].split_inclusive('\n').take(count);
    let length: usize = lines.map(str::len).sum();
    Some((start..start + length, block.start - start))
}

fn indented(lines: &str, indent: usize) -> String {
    let line = |line: &str| match line.is_empty() {
        true => "\n".to_owned(),
        false => format!("{:indent$}{line}\n", ""),
    };
    lines.trim_end_matches('\n').split('\n').map(line).collect()
}
