//! Bytes of a file by its name.

use cardwright_compiler::Sources;
use cardwright_compiler::source::Location;
use std::ops::Range;

/// Bytes of the text of a file, without the byte order mark that it may begin with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file's name in its project.
    pub file: String,
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Place {
    /// Bytes of a file.
    #[must_use]
    pub fn new(file: impl Into<String>, bytes: Range<usize>) -> Self {
        Self {
            file: file.into(),
            start: bytes.start,
            end: bytes.end,
        }
    }

    /// A place of the compiler's, by the name of its file.
    #[must_use]
    pub(crate) fn of(sources: &Sources, at: Location) -> Self {
        Self::new(&sources.get(at.file).name, at.start..at.end)
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Whether a byte is in the place, or just behind it.
    #[must_use]
    pub fn touches(&self, at: usize) -> bool {
        (self.start..=self.end).contains(&at)
    }
}

/// A change of a file: a text in place of some bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// The bytes that go.
    pub place: Place,
    /// The text that comes there.
    pub put: String,
}

impl Edit {
    /// The edit that makes one text of another: it replaces all between the common beginning and the common
    /// end.
    #[must_use]
    pub fn between(file: &str, before: &str, after: &str) -> Self {
        let pairs = before.chars().zip(after.chars());
        let same = pairs.take_while(|(old, new)| old == new);
        let start: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
        let (old, new) = (before.get(start..), after.get(start..));
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        let pairs = old.chars().rev().zip(new.chars().rev());
        let same = pairs.take_while(|(old, new)| old == new);
        let end: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
        Self {
            place: Place::new(file, start..before.len() - end),
            put: new.get(..new.len() - end).unwrap_or_default().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Edit;

    #[test]
    fn an_edit_is_as_short_as_it_can_be() {
        for (before, after, length) in [
            ("a b c", "a bb c", 0),
            ("aä", "aö", 2),
            ("", "x", 0),
            ("x", "", 1),
            ("x", "x", 0),
        ] {
            let edit = Edit::between("f", before, after);
            let mut text = before.to_owned();
            text.replace_range(edit.place.bytes(), &edit.put);
            assert_eq!(text, after);
            assert_eq!(edit.place.bytes().len(), length, "{before} {after}");
        }
    }
}
