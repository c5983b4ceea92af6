//! How YAML writes a scalar, and where each byte of its value stands in the file.
//!
//! ```text
//! rules: >          |first second\n
//!     first         ^^^^^            pieces: value 0..5 is file 12..17
//!     second              ^^^^^^             value 6..12 is file 22..28
//! ```
//!
//! The parser of YAML gives the value and where it begins. Here the file is walked beside the value, by the rules of
//! its style: blocks lose their indentation, lines fold, quotes have escapes. Each step must give what the value
//! has next. Where it does not, the scalar is one piece as a whole: a mark may be too wide, but never at a wrong word.
//!
//! Not here: what a text says, and reading YAML.

#[cfg(test)]
pub(crate) mod lot;
#[cfg(test)]
mod tests;

use crate::document::{At, without_comment};
use serde_yaml::granit_parser::{Event, Parser, options};
use std::ops::Range;
use std::sync::Arc;

/// A stretch of a value, and the bytes of the file that say it. Either each byte of the one is a byte of the other,
/// or the whole is said in another way, as by a `\` and a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    value: Range<usize>,
    file: Range<usize>,
}

impl Piece {
    fn is_verbatim(&self) -> bool {
        self.value.len() == self.file.len()
    }

    /// Whether another piece goes on where this one ends, so that both are one.
    fn is_followed_by(&self, next: &Self) -> bool {
        let is_next = self.value.end == next.value.start && self.file.end == next.file.start;
        is_next && self.is_verbatim() && next.is_verbatim()
    }
}

/// The pieces of a value in their order. A value that is a whole file has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces(Arc<[Piece]>);

impl Pieces {
    /// A value that is these bytes of a file.
    pub fn verbatim(file: Range<usize>) -> Self {
        let value = 0..file.len();
        Self(Arc::new([Piece { value, file }]))
    }

    /// The bytes of the file that say a stretch of the value.
    pub fn place(&self, value: Range<usize>) -> Range<usize> {
        let start = self.start(value.start);
        let end = match value.is_empty() {
            true => start,
            false => self.end(value.end),
        };
        start..end.max(start)
    }

    /// Where the byte of the value begins in the file.
    fn start(&self, at: usize) -> usize {
        let after = self.0.partition_point(|piece| piece.value.start <= at);
        let Some(piece) = self.0.get(after.saturating_sub(1)) else {
            return at;
        };
        match at {
            at if at < piece.value.start => piece.file.start,
            at if at >= piece.value.end => piece.file.end,
            at if piece.is_verbatim() => piece.file.start + (at - piece.value.start),
            _ => piece.file.start,
        }
    }

    /// Where the byte before this one ends in the file.
    fn end(&self, at: usize) -> usize {
        let after = self.0.partition_point(|piece| piece.value.start < at);
        let Some(piece) = self.0.get(after.saturating_sub(1)) else {
            return at;
        };
        match at {
            at if at <= piece.value.start => piece.file.start,
            at if at < piece.value.end && piece.is_verbatim() => piece.file.start + (at - piece.value.start),
            _ => piece.file.end,
        }
    }
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Without quotes.
    Plain,
    /// In quotes of either sort.
    Quoted,
    /// Behind a `|`: its lines stay.
    Literal,
    /// Behind a `>`, which stands at this byte: its lines are joined.
    Folded(usize),
}

/// The lines of a block, from the first below its header to the last that is not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) lines: Range<usize>,
    /// How many blanks stand before each line.
    pub(crate) indent: usize,
}

/// A scalar as it is written.
#[derive(Clone, Debug)]
pub struct Scalar {
    pub(crate) style: Style,
    /// Where its bytes are in the file.
    pub pieces: Pieces,
    /// The lines of a block that is not blank.
    pub(crate) body: Option<Body>,
}

impl Scalar {
    /// How a document writes a text. Of an alias, this is the text that it stands for.
    pub fn of(source: &str, text: &At<String>) -> Self {
        Self::read(source, text.start, &text.value)
            .or_else(|| {
                let start = meant_by_alias(source, text.start)?;
                Self::read(source, start, &text.value)
            })
            .unwrap_or_else(|| Self::unread(text))
    }

    fn read(source: &str, start: usize, value: &str) -> Option<Self> {
        source.get(start..)?;
        Self::block(source, start, value).or_else(|| Self::flow(source, start, value))
    }

    /// A text that does not read as its value.
    fn unread(text: &At<String>) -> Self {
        let whole = Piece {
            value: 0..text.value.len(),
            file: text.start..text.end,
        };
        Self {
            style: Style::Plain,
            pieces: Pieces(Arc::new([whole])),
            body: None,
        }
    }

    fn block(source: &str, start: usize, value: &str) -> Option<Self> {
        let sign = sign_of_block(source, start)?;
        let style = match source.as_bytes().get(sign)? {
            b'|' => Style::Literal,
            _ => Style::Folded(sign),
        };
        let first = sign + after_line(&source[sign..]);
        let mut walk = Walk::new(source, first, value);
        let is_blank = value.trim_matches([' ', '\n']).is_empty();
        let indent = match is_blank {
            true => None,
            false => Some(indent_of_block(&source[first..], value)?),
        };
        if let Some(indent) = indent {
            walk.block(indent, style)?;
        }
        let body = indent.map(|indent| Body {
            lines: first..walk.last,
            indent,
        });
        Some(Self {
            style,
            pieces: walk.done(start),
            body,
        })
    }

    fn flow(source: &str, start: usize, value: &str) -> Option<Self> {
        let quote = source[start..].chars().next().filter(|it| "\"'".contains(*it));
        let begins = start + quote.map_or(0, char::len_utf8);
        let mut walk = Walk::new(source, begins, value);
        walk.flow(quote)?;
        let style = match quote {
            Some(_) => Style::Quoted,
            None => Style::Plain,
        };
        Some(Self {
            style,
            pieces: walk.done(begins),
            body: None,
        })
    }
}

/// Where the text begins that an alias at this byte stands for.
fn meant_by_alias(source: &str, at: usize) -> Option<usize> {
    source.get(at..)?.strip_prefix('*')?;
    let options = options! { emit_anchor_events: true, emit_comments: false };
    let mut scalars = Vec::new();
    for event in Parser::new_from_str_with_options(source, options) {
        let (event, span) = event.ok()?;
        let range = span.byte_range()?;
        match event {
            Event::Scalar(_, _, anchor, _) if anchor > 0 => scalars.push((anchor, range.start)),
            Event::Alias(id) if range.start == at => {
                let meant = scalars.iter().find(|(anchor, _)| *anchor == id);
                return meant.map(|(_, start)| *start);
            }
            _ => {}
        }
    }
    None
}

/// The `|` or `>` of the block whose text begins at a byte: in the last line above that is not blank, or right here
/// if the block is empty.
fn sign_of_block(source: &str, start: usize) -> Option<usize> {
    if source[start..].starts_with(['|', '>']) {
        return Some(start);
    }
    let before = source[..start].trim_end_matches(' ');
    if !before.ends_with(['\n', '\r']) {
        return None;
    }
    let head = before.trim_end();
    let line = &head[head.rfind(['\n', '\r']).map_or(0, |end| end + 1)..];
    let bare = without_comment(line);
    let bare = bare.trim_end_matches(|letter: char| "+-123456789".contains(letter));
    let before = bare.strip_suffix(['|', '>'])?;
    let is_sign = before.is_empty() || before.ends_with([' ', '\t']);
    is_sign.then(|| head.len() - line.len() + before.len())
}

/// How many blanks YAML takes from the lines of a block.
fn indent_of_block(lines: &str, value: &str) -> Option<usize> {
    let blanks = |text: &str| {
        let line = text
            .split(['\n', '\r'])
            .find(|line| !line.trim_matches(' ').is_empty())?;
        Some(line.len() - line.trim_start_matches(' ').len())
    };
    blanks(lines)?.checked_sub(blanks(value)?)
}

/// How many bytes a line has, with its end.
fn after_line(text: &str) -> usize {
    match text.find(['\n', '\r']) {
        Some(end) => end + length_of_break(&text[end..]),
        None => text.len(),
    }
}

/// How many bytes the break has that a text begins with.
fn length_of_break(text: &str) -> usize {
    match text.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

/// A file and the value of a scalar in it, walked side by side.
struct Walk<'a> {
    source: &'a str,
    /// The next byte of the file.
    at: usize,
    value: &'a str,
    /// The next byte of the value.
    told: usize,
    pieces: Vec<Piece>,
    /// Where the last line of a block ends that is not blank.
    last: usize,
}

impl<'a> Walk<'a> {
    fn new(source: &'a str, at: usize, value: &'a str) -> Self {
        Self {
            source,
            at,
            value,
            told: 0,
            pieces: Vec::new(),
            last: at,
        }
    }

    /// The pieces that were found, of a text that begins at this byte.
    fn done(self, start: usize) -> Pieces {
        if !self.pieces.is_empty() {
            return Pieces(self.pieces.into());
        }
        Pieces(Arc::new([Piece {
            value: 0..self.value.len(),
            file: start..start,
        }]))
    }

    fn written(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn meant(&self) -> &'a str {
        &self.value[self.told..]
    }

    /// Bytes that stand in the file as they are.
    fn verbatim(&mut self, text: &str) -> Option<()> {
        self.say(text, self.at..self.at + text.len())
    }

    /// The next character of the value, and the bytes of the file that stand for it.
    fn say(&mut self, meant: &str, file: Range<usize>) -> Option<()> {
        self.meant().strip_prefix(meant)?;
        self.source.get(file.clone())?;
        self.at = file.end;
        let value = self.told..self.told + meant.len();
        self.told = value.end;
        let piece = Piece { value, file };
        match self.pieces.last_mut() {
            _ if meant.is_empty() => {}
            Some(last) if last.is_followed_by(&piece) => {
                (last.value.end, last.file.end) = (piece.value.end, piece.file.end);
            }
            _ => self.pieces.push(piece),
        }
        Some(())
    }
}

/// Blocks.
impl<'a> Walk<'a> {
    /// The lines of a block, from its first one on.
    fn block(&mut self, indent: usize, style: Style) -> Option<()> {
        let (mut ends, mut lines) = (self.at, 0);
        while self.at < self.source.len() && !self.meant().is_empty() {
            let length = after_line(self.written());
            let next = self.at + length;
            let line = self.written()[..length].trim_end_matches(['\n', '\r']);
            let is_blank = line.len() <= indent && line.bytes().all(|byte| byte == b' ');
            if !is_blank {
                let text = line.get(indent..)?;
                if line[..indent].bytes().any(|byte| byte != b' ') {
                    return None;
                }
                let breaks = self.breaks(lines, style)?;
                self.say(breaks, ends..self.at)?;
                self.at += indent;
                self.verbatim(text)?;
                (ends, lines) = (self.at, 0);
                self.last = next;
            }
            lines += 1;
            self.at = next;
            if self.meant().bytes().all(|byte| byte == b'\n') {
                return self.say(self.meant(), ends..next);
            }
        }
        self.meant().is_empty().then_some(())
    }

    /// The text that the line breaks before a line of a block stand for.
    fn breaks(&self, breaks: usize, style: Style) -> Option<&'a str> {
        let kept = self.meant().len() - self.meant().trim_start_matches('\n').len();
        let is_folded = kept == 0 && breaks == 1 && !self.pieces.is_empty();
        match style {
            Style::Folded(_) if is_folded => self.meant().get(..1).filter(|blank| *blank == " "),
            Style::Folded(_) if kept <= breaks => self.meant().get(..kept),
            _ if kept == breaks => self.meant().get(..kept),
            _ => None,
        }
    }
}

/// Texts in quotes and plain ones.
impl Walk<'_> {
    /// Up to the closing quote, or the end of the value.
    fn flow(&mut self, quote: Option<char>) -> Option<()> {
        loop {
            if quote.is_none() && self.meant().is_empty() {
                return Some(());
            }
            let letter = self.written().chars().next()?;
            match (quote, letter) {
                (Some('\''), '\'') if self.written().starts_with("''") => self.escaped('\'', 2)?,
                (Some(quote), letter) if quote == letter => {
                    return self.meant().is_empty().then_some(());
                }
                (Some('"'), '\\') => self.backslash()?,
                (_, ' ' | '\t' | '\n' | '\r') if self.fold(0).is_some() => {}
                _ => self.verbatim(letter.encode_utf8(&mut [0; 4]))?,
            }
        }
    }

    /// The breaks of lines here with the blanks around them, behind some bytes: one is a blank, more are one less.
    fn fold(&mut self, behind: usize) -> Option<()> {
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        let text = &self.written()[behind..];
        let mut at = blanks(text);
        let mut breaks = 0;
        while let length @ 1.. = length_of_break(&text[at..]) {
            breaks += 1;
            at += length;
            at += blanks(&text[at..]);
        }
        let file = self.at..self.at + behind + at;
        match (breaks, behind) {
            (0, _) => None,
            (1, 0) => self.say(" ", file),
            _ => {
                let breaks = "\n".repeat(breaks - 1);
                self.say(&breaks, file)
            }
        }
    }

    /// A `\` in quotes and what follows it.
    fn backslash(&mut self) -> Option<()> {
        let letter = self.written()[1..].chars().next()?;
        match letter {
            '\n' | '\r' => self.fold(1),
            'x' => self.hexadecimal(2),
            'u' if self.meant().chars().next()?.len_utf16() > 1 => {
                self.escaped(self.meant().chars().next()?, 12)
            }
            'u' => self.hexadecimal(4),
            'U' => self.hexadecimal(8),
            _ => self.escaped(named(letter)?, 1 + letter.len_utf8()),
        }
    }

    /// A letter of the value that several bytes of the file say.
    fn escaped(&mut self, letter: char, bytes: usize) -> Option<()> {
        self.say(letter.encode_utf8(&mut [0; 4]), self.at..self.at + bytes)
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<()> {
        let digits = self.written().get(2..2 + digits)?;
        let letter = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
        self.escaped(letter, 2 + digits.len())
    }
}

/// The meaning of a letter behind a `\`.
fn named(letter: char) -> Option<char> {
    Some(match letter {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        ' ' | '"' | '/' | '\\' => letter,
        _ => return None,
    })
}
