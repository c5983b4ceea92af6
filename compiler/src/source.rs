//! Source files, and places in them. Where the text of a scalar stands in its file, `scalar` knows.

use crate::document::At;
use crate::scalar::{Pieces, Scalar};
use cardwright_bytecode::pack::SourceRef;
use cardwright_dsl::ast::Span;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// What some editors write before a text, to say that it is UTF-8.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// A file's number in [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// Bytes of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Which file.
    pub file: FileId,
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// One file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name as people see it.
    pub name: String,
    /// Its text, without the byte order mark that it may begin with.
    pub text: String,
    /// Whether it begins with a byte order mark.
    pub has_mark: bool,
    /// Whether the file was read; one that was not has no text here.
    pub is_read: bool,
    line_starts: Vec<usize>,
    hash: OnceLock<[u8; 32]>,
}

impl SourceFile {
    /// A file of this name and text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        let has_mark = text.starts_with(BYTE_ORDER_MARK);
        if has_mark {
            text.drain(..BYTE_ORDER_MARK.len_utf8());
        }
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Self {
            name: name.into(),
            text,
            has_mark,
            is_read: true,
            line_starts,
            hash: OnceLock::new(),
        }
    }

    /// The hash of its text.
    pub(crate) fn hash(&self) -> [u8; 32] {
        *self
            .hash
            .get_or_init(|| *blake3::hash(self.text.as_bytes()).as_bytes())
    }

    /// Where the text begins in the file.
    #[must_use]
    pub fn offset(&self) -> usize {
        if self.has_mark {
            BYTE_ORDER_MARK.len_utf8()
        } else {
            0
        }
    }

    /// The number of the line that a byte is in, from 0.
    pub(crate) fn line_of(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at).max(1) - 1
    }

    /// Line and column (from 1) of a byte.
    #[must_use]
    pub fn line_column(&self, at: usize) -> (usize, usize) {
        let line = self.line_of(at);
        let before = self.text.get(self.line_starts[line]..at);
        (line + 1, before.map_or(1, |text| text.chars().count() + 1))
    }

    /// A line by its number from 0, with its end, and where it begins.
    pub(crate) fn line(&self, number: usize) -> Option<(usize, &str)> {
        let start = *self.line_starts.get(number)?;
        let end = self
            .line_starts
            .get(number + 1)
            .copied()
            .unwrap_or(self.text.len());
        Some((start, self.text.get(start..end)?))
    }

    /// A file or folder that is not read, but that something is to be said of.
    #[must_use]
    pub fn unread(name: impl Into<String>) -> Self {
        Self {
            is_read: false,
            ..Self::new(name, "")
        }
    }
}

/// All files that were read.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Arc<SourceFile>>,
    /// The first file of each name; only looked up, so its order shows nowhere.
    by_name: HashMap<String, FileId>,
}

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.share(Arc::new(SourceFile::new(name, text)))
    }

    /// Adds a file that others may have too.
    pub(crate) fn share(&mut self, file: Arc<SourceFile>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.by_name.entry(file.name.clone()).or_insert(id);
        self.files.push(file);
        id
    }

    /// The first file of a name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<FileId> {
        self.by_name.get(name).copied()
    }

    /// The same files under other names.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(&str) -> String) -> Self {
        let mut sources = Self::default();
        for file in &self.files {
            sources.share(Arc::new(SourceFile {
                name: name(&file.name),
                ..SourceFile::clone(file)
            }));
        }
        sources
    }

    /// The file of this number.
    #[must_use]
    pub fn get(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order in which they were read.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(at, file)| (FileId(u32::try_from(at).unwrap_or(u32::MAX)), &**file))
    }

    /// Line and column (from 1) of the start of a place.
    #[must_use]
    pub fn line_column(&self, place: Location) -> (usize, usize) {
        self.get(place.file).line_column(place.start)
    }
}

impl Sources {
    /// A place as the debug tables have it, in a file of this number there.
    pub(crate) fn reference(&self, place: Location, file: u32) -> SourceRef {
        let (line, column) = self.line_column(place);
        let inside = self.get(place.file).text.get(place.start..place.end);
        let inside = inside.unwrap_or_default();
        let (breaks, last) = match inside.rsplit_once('\n') {
            Some((before, last)) => (before.matches('\n').count() + 1, last),
            None => (0, inside),
        };
        let from = if breaks == 0 { column } else { 1 };
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        SourceRef {
            file,
            line: number(line),
            column: number(column),
            end_line: number(line + breaks),
            end_column: number(from + last.chars().count()),
        }
    }
}

/// Where a text of the language stands: it is a whole file, or a scalar of a document.
#[derive(Clone, Debug)]
pub struct Origin {
    file: FileId,
    pieces: Pieces,
}

impl Origin {
    /// Text that is a whole file.
    #[must_use]
    pub fn file(file: FileId) -> Self {
        Self::within(file, Pieces::default())
    }

    /// Text of a scalar in a document.
    #[must_use]
    pub fn scalar(file: FileId, source: &str, text: &At<String>) -> Self {
        Self::within(file, Scalar::of(source, text).pieces)
    }

    /// Text whose place in the file is known already.
    pub(crate) fn within(file: FileId, pieces: Pieces) -> Self {
        Self { file, pieces }
    }

    /// The file.
    #[must_use]
    pub fn file_id(&self) -> FileId {
        self.file
    }

    /// Where bytes of the text are in the file.
    #[must_use]
    pub fn place(&self, span: Span) -> Location {
        let bytes = self.pieces.place(span.start..span.end);
        Location {
            file: self.file,
            start: bytes.start,
            end: bytes.end,
        }
    }
}
