//! Folds, the parts of a file that can be folded away: blocks of the language, texts in braces, runs of
//! comments, and entries of documents.

use crate::blocks::{Block, blocks};
use crate::workspace::Workspace;
use std::ops::Range;

/// Bytes from the first line that stays to the last one that goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The bytes.
    pub bytes: Range<usize>,
    /// Whether these are comments.
    pub is_comment: bool,
}

/// The folds of a file.
#[must_use]
pub fn folds(workspace: &Workspace, name: &str) -> Vec<Fold> {
    let Some(text) = workspace.text(name) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for block in blocks(name, text) {
        braces(&block, &mut found);
    }
    if !name.ends_with(".cw") {
        entries(text, &mut found);
    }
    comments(text, &mut found);
    found.retain(|fold| text[fold.bytes.clone()].contains('\n'));
    found.sort_by_key(|fold| (fold.bytes.start, fold.bytes.end));
    found.dedup();
    found
}

fn braces(block: &Block, found: &mut Vec<Fold>) {
    let mut open = Vec::new();
    for token in cardwright_dsl::lexemes(&block.text) {
        match &block.text[token.span.start..token.span.end] {
            "{" | "(" | "[" => open.push(token.span.start),
            "}" | ")" | "]" => {
                let Some(start) = open.pop() else { continue };
                let before = block.text[..token.span.start].trim_end().len();
                found.push(Fold {
                    bytes: block.place(start)..block.place(before),
                    is_comment: false,
                });
            }
            _ => {}
        }
    }
}

/// Lines of a document with all that is indented deeper below them.
fn entries(text: &str, found: &mut Vec<Fold>) {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let (mut at, mut last) = (0, 0);
    let mut close = |open: &mut Vec<(usize, usize)>, indent: usize, last: usize| {
        while open.last().is_some_and(|&(_, other)| other >= indent) {
            let start = open.pop().map_or(0, |one| one.0);
            let bytes = start..last.max(start);
            found.push(Fold {
                bytes,
                is_comment: false,
            });
        }
    };
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if !bare.is_empty() && !bare.starts_with('#') {
            let indent = line.len() - line.trim_start_matches(' ').len();
            close(&mut open, indent, last);
            open.push((at, indent));
        }
        if !bare.is_empty() {
            last = at + line.trim_end().len();
        }
        at += line.len();
    }
    close(&mut open, 0, last);
}

fn comments(text: &str, found: &mut Vec<Fold>) {
    let mut run: Option<Range<usize>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with('#') {
            let end = at + line.trim_end().len();
            run = Some(run.map_or(at, |run| run.start)..end);
        } else if let Some(bytes) = run.take() {
            found.push(Fold {
                bytes,
                is_comment: true,
            });
        }
        at += line.len();
    }
    found.extend(run.map(|bytes| Fold {
        bytes,
        is_comment: true,
    }));
}
