//! Lines and columns as editors count them, and the bytes that they mean.
//!
//! A line ends with `\n`, `\r\n` or `\r`. Columns count bytes, or units of UTF-16, in which a letter beyond the first
//! 65,536 is two. What lies outside of the text means the nearest place in it.

/// The unit in which columns count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, which every editor knows.
    #[default]
    Utf16,
}

/// A line and a column, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// The index of the lines of a text: the bytes at which they begin.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
    length: usize,
}

impl Lines {
    /// The lines of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        Self {
            starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect(),
            length: text.len(),
        }
    }

    /// How many lines there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The byte at a line and column; the nearest one, if there is no such.
    #[must_use]
    pub fn byte(&self, text: &str, spot: Spot, encoding: Encoding) -> usize {
        let line = usize::try_from(spot.line).unwrap_or(usize::MAX);
        let Some(&start) = self.starts.get(line) else {
            return self.length;
        };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.length);
        let within = text.get(start..end).unwrap_or_default();
        let within = within.trim_end_matches(['\n', '\r']);
        let wanted = usize::try_from(spot.column).unwrap_or(usize::MAX);
        let mut column = 0;
        for (at, letter) in within.char_indices() {
            let width = width(letter, encoding);
            if column + width > wanted {
                return start + at;
            }
            column += width;
        }
        start + within.len()
    }

    /// The line and column of a byte.
    #[must_use]
    pub fn spot(&self, text: &str, at: usize, encoding: Encoding) -> Spot {
        let at = (0..=at.min(text.len()))
            .rev()
            .find(|&at| text.is_char_boundary(at));
        let at = at.unwrap_or(0);
        let line = self.starts.partition_point(|&start| start <= at).max(1) - 1;
        let before = self.starts.get(line).and_then(|&start| text.get(start..at));
        let column: usize = before
            .unwrap_or_default()
            .chars()
            .map(|letter| width(letter, encoding))
            .sum();
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Spot {
            line: number(line),
            column: number(column),
        }
    }
}

fn width(letter: char, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => letter.len_utf8(),
        Encoding::Utf16 => letter.len_utf16(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Lines, Spot};

    const TEXT: &str = "a\u{1f3b2}b\r\nzwölf\rx\n";

    fn spot(line: u32, column: u32) -> Spot {
        Spot { line, column }
    }

    #[test]
    fn a_letter_beyond_the_first_plane_is_two_units_or_four_bytes() {
        let lines = Lines::of(TEXT);
        let b = TEXT.find('b').unwrap_or_default();
        assert_eq!(lines.spot(TEXT, b, Encoding::Utf16), spot(0, 3));
        assert_eq!(lines.spot(TEXT, b, Encoding::Utf8), spot(0, 5));
        assert_eq!(lines.byte(TEXT, spot(0, 3), Encoding::Utf16), b);
        // In the midst of the letter: its beginning.
        assert_eq!(lines.byte(TEXT, spot(0, 2), Encoding::Utf16), 1);
        assert_eq!(lines.byte(TEXT, spot(0, 3), Encoding::Utf8), 1);
    }

    #[test]
    fn all_three_ends_of_lines_are_ends() {
        let lines = Lines::of(TEXT);
        assert_eq!(lines.count(), 4);
        let at = |part: &str| TEXT.find(part).unwrap_or_default();
        assert_eq!(lines.spot(TEXT, at("zw"), Encoding::Utf16), spot(1, 0));
        assert_eq!(lines.spot(TEXT, at("lf"), Encoding::Utf16), spot(1, 3));
        assert_eq!(lines.spot(TEXT, at("x"), Encoding::Utf16), spot(2, 0));
        assert_eq!(lines.spot(TEXT, TEXT.len(), Encoding::Utf16), spot(3, 0));
    }

    #[test]
    fn what_lies_outside_means_the_nearest_place() {
        let lines = Lines::of(TEXT);
        let byte = |line, column| lines.byte(TEXT, spot(line, column), Encoding::Utf16);
        assert_eq!(byte(0, 99), TEXT.find('\r').unwrap_or_default());
        assert_eq!(byte(9, 0), TEXT.len());
        assert_eq!(byte(u32::MAX, u32::MAX), TEXT.len());
        assert_eq!(lines.spot(TEXT, usize::MAX, Encoding::Utf8), spot(3, 0));
    }

    #[test]
    fn every_byte_goes_there_and_back() {
        let lines = Lines::of(TEXT);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (at, _) in TEXT.char_indices().filter(|(_, letter)| *letter != '\n') {
                let there = lines.spot(TEXT, at, encoding);
                assert_eq!(lines.byte(TEXT, there, encoding), at, "{at}");
            }
        }
    }
}
