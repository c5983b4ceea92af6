//! `fmt`: the canonical layout of language files and of the `rules` blocks in documents.
//!
//! A document is only touched between the first and the last line of such a block.

use super::{project_at, write_whole};
use crate::{Ending, output};
use cardwright_compiler::Project;
use cardwright_compiler::document::At;
use cardwright_compiler::source::FileId;
use cardwright_dsl::format_items;
use clap::Args;
use rayon::prelude::*;
use std::ops::Range;
use std::path::PathBuf;

/// Formats language files and the rules in documents.
#[derive(Args)]
pub(crate) struct Fmt {
    /// Files or folders of the project; all of it if absent
    paths: Vec<PathBuf>,
    /// Change nothing; fail if a file is not as it would be written
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(crate) fn run(self) -> Ending {
        let project = match project_at(self.paths.first().map(PathBuf::as_path)) {
            Ok(project) => project,
            Err(ending) => return ending,
        };
        let paths: Vec<PathBuf> = self
            .paths
            .iter()
            .filter_map(|path| path.canonicalize().ok())
            .collect();
        let wanted = |name: &str| {
            let path = project.root().join(name);
            paths.is_empty() || paths.iter().any(|wanted| path.starts_with(wanted))
        };
        let files: Vec<_> = project
            .sources
            .iter()
            .filter(|(_, file)| wanted(&file.name))
            .collect();
        let texts: Vec<_> = files.par_iter().map(|(id, _)| formatted(&project, *id)).collect();
        let (seen, mut changed, mut broken) = (files.len(), 0, false);
        for ((_, file), text) in files.into_iter().zip(texts) {
            match text {
                Err(why) => {
                    output::complain(&format!("error: {}: {why}", file.name));
                    broken = true;
                }
                Ok(text) if text == file.text => {}
                Ok(text) => {
                    changed += 1;
                    if self.check {
                        output::complain(&file.name);
                    } else if let Err(ending) = write_whole(&project.root().join(&file.name), text.as_bytes())
                    {
                        return ending;
                    }
                }
            }
        }
        if self.check && changed > 0 {
            output::complain(&format!(
                "{changed} files are not formatted; run `cardwright fmt`"
            ));
        } else {
            output::line(&format!("{seen} files, {changed} changed"));
        }
        if broken || (self.check && changed > 0) {
            Ending::Errors
        } else {
            Ending::Fine
        }
    }
}

/// A file as it should be.
fn formatted(project: &Project, id: FileId) -> Result<String, String> {
    let file = project.sources.get(id);
    if file.name.ends_with(".cw") {
        return layout(&file.text);
    }
    let blocks = blocks(project, id);
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
        text.push_str(&lines);
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
    Ok(Some((lines, indented(&layout(&block.value)?, indent))))
}

fn layout(text: &str) -> Result<String, String> {
    format_items(text).map_err(|faults| {
        faults
            .first()
            .map_or(String::new(), |fault| fault.message.clone())
    })
}

/// The rules blocks of a document.
fn blocks(project: &Project, id: FileId) -> Vec<&At<String>> {
    let sets = project.sets.values().filter(|set| set.file == id);
    let cards = sets.flat_map(|set| set.doc.cards.iter().filter_map(|card| card.rules.as_ref()));
    let scenarios = project
        .scenarios
        .iter()
        .filter(|one| one.file == id)
        .filter_map(|one| one.doc.rules.as_ref());
    let cases = project
        .cases
        .iter()
        .filter(|one| one.file == id)
        .filter_map(|one| one.doc.rules.as_ref());
    cards.chain(scenarios).chain(cases).collect()
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
