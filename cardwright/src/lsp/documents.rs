//! The texts that are open in the editor, and their changes.
//!
//! A text may begin with a byte order mark, which the editor counts and the compiler does not.

use cardwright_service::{Encoding, Lines, Spot};
use gen_lsp_types::{Position, Range, TextDocumentContentChangeEvent};
use std::path::PathBuf;

/// A text that is open.
pub(super) struct Document {
    /// The folder of its project; nothing if it belongs to none.
    pub(super) root: Option<PathBuf>,
    /// Its name in the project.
    pub(super) name: String,
    /// The version that the editor gave it.
    pub(super) version: i32,
    text: String,
    lines: Lines,
}

impl Document {
    pub(super) fn new(root: Option<PathBuf>, name: String, version: i32, text: String) -> Self {
        let lines = Lines::of(&text);
        Self {
            root,
            name,
            version,
            text,
            lines,
        }
    }

    /// The text as the compiler reads it.
    pub(super) fn content(&self) -> &str {
        self.text.get(self.mark()..).unwrap_or_default()
    }

    /// How many bytes the byte order mark has.
    fn mark(&self) -> usize {
        let mark = cardwright_compiler::source::BYTE_ORDER_MARK;
        if self.text.starts_with(mark) {
            mark.len_utf8()
        } else {
            0
        }
    }

    /// Changes the text. One that comes too late, or makes it longer than a text may be, is passed over; whether it was
    /// taken.
    pub(super) fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> bool {
        if version <= self.version {
            return false;
        }
        self.version = version;
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    self.text = whole.text;
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let byte = |at: Position| self.lines.byte(&self.text, spot(at), encoding);
                    let (start, end) = (byte(part.range.start), byte(part.range.end));
                    self.text
                        .replace_range(start.min(end)..end.max(start), &part.text);
                }
            }
            self.lines = Lines::of(&self.text);
        }
        true
    }

    /// The byte of [`content`](Self::content) at a position.
    pub(super) fn byte(&self, at: Position, encoding: Encoding) -> usize {
        let byte = self.lines.byte(&self.text, spot(at), encoding);
        byte.saturating_sub(self.mark())
    }

    /// The range of bytes of [`content`](Self::content).
    pub(super) fn range(&self, start: usize, end: usize, encoding: Encoding) -> Range {
        let mark = self.mark();
        ranged(&self.lines, &self.text, (start + mark, end + mark), encoding)
    }
}

/// The range of bytes of a text.
pub(super) fn ranged(lines: &Lines, text: &str, (start, end): (usize, usize), encoding: Encoding) -> Range {
    let position = |at: usize| {
        let spot = lines.spot(text, at, encoding);
        Position {
            line: spot.line,
            character: spot.column,
        }
    };
    Range {
        start: position(start),
        end: position(end),
    }
}

fn spot(at: Position) -> Spot {
    Spot {
        line: at.line,
        column: at.character,
    }
}
