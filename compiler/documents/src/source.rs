//! Source files, and places in them. Where the text of a scalar stands in its file, `scalar` knows.

use crate::document::At;
use crate::scalar::{Pieces, Scalar};
use cardwright_bytecode::pack::SourceRef;
use cardwright_dsl::ast::Span;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock};

/// The mark that some editors write before a text, to say that it is UTF-8.
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
    pub fn hash(&self) -> [u8; 32] {
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
    pub fn line_of(&self, at: usize) -> usize {
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
    pub fn line(&self, number: usize) -> Option<(usize, &str)> {
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

/// The number of each file of a folder by its name: the same ones, however often the folder is read again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    /// Only looked up, so its order shows nowhere.
    known: Arc<HashMap<String, FileId>>,
    count: u32,
}

impl Numbers {
    /// How many numbers there are.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }
}

/// All files that were read. Copies cost nothing.
#[derive(Clone, Debug, Default)]
pub struct Sources(Arc<Files>);

#[derive(Clone, Debug, Default)]
struct Files {
    /// By their numbers; nothing is a number of a file that is no longer there.
    files: Vec<Option<Arc<SourceFile>>>,
    /// The first file of each name; only looked up, so its order shows nowhere.
    by_name: HashMap<String, FileId>,
    numbers: Numbers,
}

impl Sources {
    /// No files yet; those that have a number will have it again.
    pub(crate) fn numbered(numbers: Numbers) -> Self {
        Self(Arc::new(Files {
            files: vec![None; numbers.count as usize],
            by_name: HashMap::new(),
            numbers,
        }))
    }

    /// The number of each file that is there, or was.
    pub(crate) fn numbers(&self) -> Numbers {
        self.0.numbers.clone()
    }

    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.share(Arc::new(SourceFile::new(name, text)))
    }

    /// Adds a file that others may have too.
    pub(crate) fn share(&mut self, file: Arc<SourceFile>) -> FileId {
        let files = Arc::make_mut(&mut self.0);
        let known = files.numbers.known.get(&file.name).copied();
        let id = known.filter(|id| files.files[id.0 as usize].is_none());
        let id = id.unwrap_or_else(|| {
            let id = FileId(files.numbers.count);
            files.numbers.count += 1;
            files.files.push(None);
            if known.is_none() {
                Arc::make_mut(&mut files.numbers.known).insert(file.name.clone(), id);
            }
            id
        });
        files.by_name.entry(file.name.clone()).or_insert(id);
        files.files[id.0 as usize] = Some(file);
        id
    }

    /// Puts a file where it has its number.
    pub(crate) fn put(&mut self, id: FileId, file: Arc<SourceFile>) {
        let files = Arc::make_mut(&mut self.0);
        if let Some(place) = files.files.get_mut(id.0 as usize) {
            files.by_name.entry(file.name.clone()).or_insert(id);
            *place = Some(file);
        }
    }

    /// The first file of a name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<FileId> {
        self.0.by_name.get(name).copied()
    }

    /// Some of the files, with the numbers that they have.
    pub(crate) fn only(&self, is_wanted: impl Fn(FileId, &str) -> bool) -> Self {
        let mut sources = Self::numbered(self.0.numbers.clone());
        let files = Arc::make_mut(&mut sources.0);
        for (at, file) in self.0.files.iter().enumerate() {
            let id = FileId(u32::try_from(at).unwrap_or(u32::MAX));
            if let Some(file) = file.as_ref().filter(|file| is_wanted(id, &file.name)) {
                files.by_name.entry(file.name.clone()).or_insert(id);
                files.files[at] = Some(Arc::clone(file));
            }
        }
        sources
    }

    /// Whether there are the same files with the same texts.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let (one, other) = (&self.0.files, &other.0.files);
        let most = one.len().max(other.len());
        (0..most).all(|at| {
            match (
                one.get(at).and_then(Option::as_ref),
                other.get(at).and_then(Option::as_ref),
            ) {
                (Some(one), Some(other)) => {
                    Arc::ptr_eq(one, other) || (one.name == other.name && one.text == other.text)
                }
                (one, other) => one.is_none() && other.is_none(),
            }
        })
    }

    /// Where something stands now that stood at a place of these files before one of them was changed.
    pub fn moved(&self, place: Location, now: &Self) -> Location {
        match (self.shared(place.file), now.shared(place.file)) {
            (Some(before), Some(now)) if !Arc::ptr_eq(before, now) => moved(place, &before.text, &now.text),
            _ => place,
        }
    }

    /// These files under other names.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(&str) -> String) -> Self {
        let mut files = Files::clone(&self.0);
        files.by_name.clear();
        for (at, file) in files.files.iter_mut().enumerate() {
            let Some(file) = file else { continue };
            *file = Arc::new(SourceFile {
                name: name(&file.name),
                ..SourceFile::clone(file)
            });
            let id = FileId(u32::try_from(at).unwrap_or(u32::MAX));
            files.by_name.entry(file.name.clone()).or_insert(id);
        }
        Self(Arc::new(files))
    }

    /// The file of this number; one without a name or text, if it is no longer there.
    #[must_use]
    pub fn get(&self, id: FileId) -> &SourceFile {
        static GONE: LazyLock<SourceFile> = LazyLock::new(|| SourceFile::unread(""));
        self.shared(id).map_or(&GONE, |file| file)
    }

    /// The file of this number, if it is there.
    pub fn shared(&self, id: FileId) -> Option<&Arc<SourceFile>> {
        self.0.files.get(id.0 as usize)?.as_ref()
    }

    /// All files, in the order in which they were first read.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        let numbered = self.0.files.iter().enumerate();
        numbered
            .filter_map(|(at, file)| Some((FileId(u32::try_from(at).unwrap_or(u32::MAX)), &**file.as_ref()?)))
    }

    /// Line and column (from 1) of the start of a place.
    #[must_use]
    pub fn line_column(&self, place: Location) -> (usize, usize) {
        self.get(place.file).line_column(place.start)
    }
}

impl Sources {
    /// A place as the debug tables have it, in a file of this number there.
    pub fn reference(&self, place: Location, file: u32) -> SourceRef {
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

/// A place in a text of which a part was replaced by another one.
fn moved(place: Location, before: &str, now: &str) -> Location {
    let same = |(one, other): &(u8, u8)| one == other;
    let start = before.bytes().zip(now.bytes()).take_while(same).count();
    let rest = before.len().min(now.len()) - start;
    let end = before
        .bytes()
        .rev()
        .zip(now.bytes().rev())
        .take(rest)
        .take_while(same)
        .count();
    let behind = before.len() - end;
    // What is put before a word moves its beginning; what is put behind it does not move its end.
    let is_before = |at: usize| at < start || at == start && (at == place.end || at < behind);
    let moved = |at: usize| match at {
        at if is_before(at) => at,
        at if at >= behind => at + now.len() - before.len(),
        // What stood there is gone.
        _ => start,
    };
    let from = moved(place.start);
    Location {
        file: place.file,
        start: from,
        end: moved(place.end).max(from),
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
    pub fn within(file: FileId, pieces: Pieces) -> Self {
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

#[cfg(test)]
mod tests {
    use super::{FileId, Location, Sources, moved};

    fn at(start: usize, end: usize) -> Location {
        let file = FileId(0);
        Location { file, start, end }
    }

    #[test]
    fn what_stands_behind_a_change_moves_with_it() {
        for (before, now, place, is) in [
            ("one two three", "one 2 three", at(8, 13), at(6, 11)),
            ("one two three", "one 2 three", at(0, 3), at(0, 3)),
            ("one two three", "one 2 three", at(4, 7), at(4, 5)),
            ("one two three", "one and two three", at(4, 7), at(8, 11)),
            ("aaaa", "aa", at(3, 4), at(2, 2)),
            ("", "one", at(0, 0), at(0, 0)),
        ] {
            assert_eq!(moved(place, before, now), is, "{before} -> {now}: {place:?}");
        }
    }

    #[test]
    fn files_keep_their_numbers() {
        let mut first = Sources::default();
        let (one, two) = (first.add("one", "1"), first.add("two", "2"));
        let mut again = Sources::numbered(first.numbers());
        assert_eq!(again.add("two", "2 again"), two);
        assert_eq!((again.named("one"), again.get(one).is_read), (None, false));
        assert_eq!(again.add("three", "3"), FileId(2));
        assert_eq!(again.add("one", "1"), one);
        let read: Vec<&str> = again.iter().map(|(_, file)| file.text.as_str()).collect();
        assert_eq!(read, ["1", "2 again", "3"]);
        assert!(!first.is_same(&again) && first.is_same(&first.only(|_, _| true)));
    }
}
