//! Excerpts of a source: the lines around some places, with long lines cut and nothing that a terminal would
//! obey.

use cardwright_documents::source::{Location, SourceFile, Sources};
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::borrow::Cow;

/// The longest line that is shown whole, in bytes.
const MOST_LINE_BYTES: usize = 400;
/// How much of a longer line is shown before what is underlined, and how much in all.
const BEFORE: usize = 60;
const WINDOW: usize = 240;
/// The number of lines around a place that are shown.
const AROUND: usize = 1;
/// The mark where a line is cut.
const CUT: &str = "…";

/// A text with every character visible that would steer a terminal or break a picture; line ends and tabs stay.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_steering) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars()
            .map(|letter| picture(letter).unwrap_or(letter))
            .collect(),
    )
}

/// A text in one line: line ends in it are shown, too.
#[must_use]
pub fn one_line(text: &str) -> String {
    visible(&text.replace('\n', "\u{2424}")).replace('\t', " ")
}

/// JSON in which no character steers a terminal. All of those are below U+10000, and stand in texts only.
#[must_use]
pub fn escaped(json: &str) -> Cow<'_, str> {
    let Cow::Owned(shown) = visible(json) else {
        return Cow::Borrowed(json);
    };
    let mut text = String::with_capacity(json.len());
    for (letter, shown) in json.chars().zip(shown.chars()) {
        if letter == shown {
            text.push(letter);
        } else {
            text.push_str(&format!("\\u{:04x}", u32::from(letter)));
        }
    }
    Cow::Owned(text)
}

/// Whether a character steers: a control character, or one that turns the direction of writing.
fn is_steering(letter: char) -> bool {
    picture(letter).is_some()
}

/// The picture of a character that steers.
fn picture(letter: char) -> Option<char> {
    match letter {
        '\n' | '\t' => None,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(letter)),
        '\u{7f}' => Some('\u{2421}'),
        '\u{80}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some(char::REPLACEMENT_CHARACTER)
        }
        _ => None,
    }
}

/// Some lines of a file.
pub(super) struct Excerpt {
    name: String,
    text: String,
    /// Lines before the excerpt.
    lines_before: usize,
    /// Pieces that are shown as they are: where they begin in the file and in the excerpt, and how long they are in both.
    pieces: Vec<Piece>,
    /// The primary place of the diagnostic: its byte in the excerpt, and its column in the file, from 0.
    primary: (usize, usize),
}

struct Piece {
    from: usize,
    to: usize,
    length: usize,
}

impl Excerpt {
    /// The lines of a file in which some places are; the first place is the primary one.
    pub(super) fn of(sources: &Sources, places: &[Location]) -> Self {
        let primary = places.first().copied().unwrap_or_default();
        let file = sources.get(primary.file);
        let mut excerpt = Self {
            name: visible(&file.name).replace('\n', "\u{240a}"),
            text: String::new(),
            lines_before: 0,
            pieces: Vec::new(),
            primary: (0, sources.line_column(primary).1 - 1),
        };
        let first = places.iter().map(|place| place.start).min().unwrap_or(0);
        let last = places.iter().map(|place| place.end).max().unwrap_or(0);
        let lines = file.line_of(first).saturating_sub(AROUND)..=file.line_of(last) + AROUND;
        excerpt.lines_before = *lines.start();
        for line in lines {
            excerpt.line(file, line, places);
        }
        excerpt.primary.0 = excerpt.byte(primary.start);
        excerpt
    }

    fn line(&mut self, file: &SourceFile, line: usize, places: &[Location]) {
        let Some((start, text)) = file.line(line) else {
            return;
        };
        let shown = window(start, text, places);
        let cut = shown != (0..text.len());
        if shown.start > 0 {
            self.text.push_str(CUT);
        }
        for (at, letter) in text[shown.clone()].char_indices() {
            // A return before the line's end is part of it.
            let is_end = letter == '\r' && text[shown.start + at..].trim_end_matches(['\r', '\n']).is_empty();
            let put = picture(letter).filter(|_| !is_end).unwrap_or(letter);
            self.piece(start + shown.start + at, letter.len_utf8());
            self.text.push(put);
        }
        if cut && !self.text.ends_with('\n') {
            self.text.push_str(CUT);
            self.text.push('\n');
        }
    }

    /// Notes a letter of the file that goes to the excerpt's end.
    fn piece(&mut self, from: usize, length: usize) {
        let to = self.text.len();
        match self.pieces.last_mut() {
            Some(last) if last.from + last.length == from && last.to + last.length == to => {
                last.length += length
            }
            _ => self.pieces.push(Piece { from, to, length }),
        }
    }

    /// The place in the excerpt of a byte of the file; for a byte that is cut off, the edge of the cut.
    fn byte(&self, at: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.from <= at);
        let Some(piece) = next.checked_sub(1).and_then(|last| self.pieces.get(last)) else {
            return 0;
        };
        if at <= piece.from + piece.length {
            return piece.to + (at - piece.from);
        }
        self.pieces
            .get(next)
            .map_or(piece.to + piece.length, |piece| piece.to)
    }

    /// A place as a span of the excerpt.
    pub(super) fn span(&self, place: Location, most: usize) -> (usize, usize) {
        let start = self.byte(place.start);
        let end = self.byte(place.end).max(start).min(start + most);
        let end = (end..=self.text.len())
            .find(|&end| self.text.is_char_boundary(end))
            .unwrap_or(start);
        (start, end - start)
    }
}

/// The part of a line that is shown: all of it, or so much around the first place in it.
fn window(start: usize, text: &str, places: &[Location]) -> std::ops::Range<usize> {
    if text.len() <= MOST_LINE_BYTES {
        return 0..text.len();
    }
    let end = start + text.len();
    let within = places
        .iter()
        .filter(|place| place.start < end && place.end >= start);
    let at = within
        .map(|place| place.start.saturating_sub(start))
        .next()
        .unwrap_or(0);
    let edge = |at: usize| (at.min(text.len())..=text.len()).find(|&at| text.is_char_boundary(at));
    let first = edge(at.saturating_sub(BEFORE)).unwrap_or(0);
    first..edge(first + WINDOW).unwrap_or(text.len())
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = self.text.read_span(span, before, after)?;
        // The place that is named above the lines is the one in the file, also where its line is cut.
        let is_primary = before == 0 && after == 0 && span.offset() == self.primary.0;
        let column = if is_primary {
            self.primary.1
        } else {
            contents.column()
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            contents.data(),
            *contents.span(),
            contents.line() + self.lines_before,
            column,
            contents.line_count() + self.lines_before,
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn nothing_steers_a_terminal() {
        assert_eq!(
            visible("a\u{1b}[31mb\u{9b}c\u{202e}\td\n"),
            "a␛[31mb\u{fffd}c\u{fffd}\td\n"
        );
        assert!(matches!(
            visible("Zéhir’s “tongue”"),
            std::borrow::Cow::Borrowed(_)
        ));
    }
}
