//! The canonical layout of files of the language, and of the `rules` blocks in documents.
//!
//! A document is only touched between the first and the last line of such a block, and what comes out proves itself
//! before anybody writes it (`proof`). Not here: reading and writing files.

mod proof;
#[cfg(test)]
mod tests;

use crate::diagnostic::Diagnostic;
use crate::document::At;
use crate::project::Documents;
use crate::scalar::{Body, Scalar, Style};
use crate::source::{FileId, SourceFile};
use cardwright_dsl::{WIDTH, format_items_within};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// The first code of what can be wrong with a document that was read.
const FIRST_OF_READ: &str = "cw0010";

/// The errors that keep documents from being read, so that nothing in them is laid out.
pub fn unread(project: &Documents) -> impl Iterator<Item = &Diagnostic> {
    let is_rules = |one: &Diagnostic| project.sources.get(one.place.file).name.ends_with(".cw");
    let wrong = project.diagnostics.iter();
    wrong.filter(move |one| one.code.id < FIRST_OF_READ && !is_rules(one))
}

/// Why a file stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFormatted {
    /// The byte of the file that it is about.
    pub at: usize,
    /// The reason.
    pub why: String,
}

impl NotFormatted {
    fn at(at: usize, why: impl Into<String>) -> Self {
        Self { at, why: why.into() }
    }

    /// The refusal for people: the file, the place and the reason.
    #[must_use]
    pub fn told(&self, file: &SourceFile) -> String {
        let (line, column) = file.line_column(self.at);
        format!("{}:{line}:{column}: {}", file.name, self.why)
    }
}

/// A block that is written anew.
struct Change {
    /// Where the parser of YAML says that the text begins.
    start: usize,
    lines: Range<usize>,
    /// The new lines, each with `\n` at its end.
    put: String,
    /// The text that YAML must then read there.
    meant: String,
}

/// A file as it should be; the blocks are the rules in it.
///
/// # Errors
/// The first fault in a text of the language that cannot be read, or what the new text would say otherwise.
pub fn formatted(file: &SourceFile, blocks: &[&At<String>]) -> Result<String, NotFormatted> {
    let returns = file
        .text
        .find('\n')
        .is_some_and(|end| file.text[..end].ends_with('\r'));
    let ends = |text: String| if returns { text.replace('\n', "\r\n") } else { text };
    if file.name.ends_with(".cw") {
        let text = file.text.replace("\r\n", "\n");
        return laid_out(&text, WIDTH, |at| with_returns(&file.text, at)).map(ends);
    }
    let changes: Result<Vec<_>, _> = blocks
        .par_iter()
        .map(|block| in_place(&file.text, block))
        .collect();
    let mut changes: Vec<Change> = changes?.into_iter().flatten().collect();
    changes.sort_by_key(|change| change.lines.start);
    // A block that is used twice is written once.
    changes.dedup_by_key(|change| change.lines.start);
    let mut text = String::with_capacity(file.text.len());
    let mut done = 0;
    for change in &changes {
        text.push_str(&file.text[done..change.lines.start]);
        text.push_str(&ends(change.put.clone()));
        done = change.lines.end;
    }
    text.push_str(&file.text[done..]);
    if text != file.text {
        proof::says_the_same(&file.text, &text, &changes)?;
    }
    Ok(text)
}

/// The byte of a file that was this one before each `\r\n` became `\n`.
fn with_returns(text: &str, at: usize) -> usize {
    let returns = text.match_indices("\r\n").enumerate();
    let before = returns.take_while(|(gone, (place, _))| place - gone < at);
    at + before.count()
}

/// A block with its lines as they should be; nothing for scalars of other styles.
fn in_place(source: &str, block: &At<String>) -> Result<Option<Change>, NotFormatted> {
    let scalar = Scalar::of(source, block);
    let (Style::Literal, Some(Body { lines, indent })) = (scalar.style, scalar.body) else {
        return Ok(None);
    };
    // The text that an alias stands for is laid out where it stands, if there it is rules.
    if !lines.contains(&block.start) {
        return Ok(None);
    }
    let place = |at| scalar.pieces.place(at..at).start;
    let text = laid_out(&block.value, WIDTH.saturating_sub(indent), place)?;
    let text = text.trim_end_matches('\n');
    let kept = block.value.trim_end_matches('\n').len();
    Ok(Some(Change {
        start: block.start,
        lines,
        put: indented(text, indent),
        meant: format!("{text}{}", &block.value[kept..]),
    }))
}

/// A text in its layout, which has itself for its layout. Faults are in a file, where a place of the text is `at`.
fn laid_out(text: &str, width: usize, at: impl Fn(usize) -> usize) -> Result<String, NotFormatted> {
    let layout = |text: &str| {
        format_items_within(text, width).map_err(|faults| {
            let fault = faults.into_iter().next();
            fault.map_or((0, String::new()), |fault| (fault.span.start, fault.message))
        })
    };
    let once = layout(text).map_err(|(start, why)| NotFormatted::at(at(start), why))?;
    match layout(&once) {
        Ok(twice) if twice == once => Ok(once),
        Ok(_) | Err(_) => {
            let why = "the formatter would change its own output again; this is a bug: report the text";
            Err(NotFormatted::at(at(0), why))
        }
    }
}

/// The rules blocks of all documents, by their files: each is looked at once, however many files there are.
#[must_use]
pub fn blocks(project: &Documents) -> BTreeMap<FileId, Vec<&At<String>>> {
    let sets = project.printed_sets();
    let cards = sets.flat_map(|set| {
        let cards = set.doc.cards.iter().map(|card| &card.rules);
        std::iter::once(&set.doc.rules)
            .chain(cards)
            .map(move |rules| (set.file, rules))
    });
    let overlays = project.overlays.iter();
    let changes = overlays.flat_map(|one| one.doc.cards.iter().map(move |change| (one.file, &change.rules)));
    let scenarios = project.scenarios.iter().map(|one| (one.file, &one.doc.rules));
    let cases = project.cases.iter().map(|one| (one.file, &one.doc.rules));
    let mut blocks: BTreeMap<FileId, Vec<&At<String>>> = BTreeMap::new();
    for (file, rules) in cards.chain(changes).chain(scenarios) {
        blocks.entry(file).or_default().extend(rules);
    }
    // A case of a library is a case of each system that uses it, and still one text.
    for (file, rules) in cases {
        blocks.entry(file).or_insert_with(|| rules.iter().collect());
    }
    blocks
}

fn indented(lines: &str, indent: usize) -> String {
    let line = |line: &str| {
        if line.is_empty() {
            "\n".to_owned()
        } else {
            format!("{:indent$}{line}\n", "")
        }
    };
    lines.split('\n').map(line).collect()
}
