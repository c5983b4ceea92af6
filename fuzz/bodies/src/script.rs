//! Bytes as changes: a short input stands for a few edits of something sound.

use crate::kept;
use std::sync::LazyLock;

/// The words that texts are changed with, beside their own: one a line, in the form of libFuzzer's
/// dictionaries.
const DICTIONARY: &str = include_str!("../dictionary.txt");
/// The most changes of one text; longer inputs are other texts, not more damaged ones.
const MOST_CHANGES: usize = 12;

/// Bytes that are read as numbers. Behind their end there are only zeros.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    rest: &'a [u8],
}

impl<'a> Script<'a> {
    /// Begins with the first byte.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Whether there is nothing left.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.rest.is_empty()
    }

    /// The bytes that are left.
    #[must_use]
    pub fn rest(self) -> &'a [u8] {
        self.rest
    }

    /// A script of its own: the next bytes, so many at most.
    pub fn part(&mut self, length: usize) -> Self {
        let (part, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.rest = rest;
        Self::new(part)
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.rest.split_first() else {
            return 0;
        };
        self.rest = rest;
        byte
    }

    /// The next two bytes as a number below a limit; 0 if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let number = usize::from(self.byte()) << 8 | usize::from(self.byte());
        number % limit.max(1)
    }

    /// The next eight bytes as a number.
    pub fn number(&mut self) -> u64 {
        (0..8).fold(0, |number, _| number << 8 | u64::from(self.byte()))
    }

    /// A text with words taken out, moved, doubled, put in, or replaced by those of another text or the dictionary, and with
    /// lines doubled or taken out.
    pub fn changed_text(&mut self, text: &str, other: &str) -> String {
        let mut words = words(text);
        let others = self::words(other);
        let odd = dictionary();
        for _ in 0..MOST_CHANGES {
            if self.is_over() || words.is_empty() {
                break;
            }
            let sort = self.byte() % 9;
            let at = self.below(words.len());
            match sort {
                0 => drop(words.remove(at)),
                1 => {
                    let with = self.below(words.len());
                    words.swap(at, with);
                }
                2 => words.insert(at, words[self.below(words.len())]),
                3 => words[at] = words[self.below(words.len())],
                4 if !others.is_empty() => words.insert(at, others[self.below(others.len())]),
                5 if !others.is_empty() => words[at] = others[self.below(others.len())],
                6 => words.insert(at, &odd[self.below(odd.len())]),
                7 => {
                    let line = line_of(&words, at);
                    let copy = words[line].to_vec();
                    let at = self.below(words.len());
                    words.splice(at..at, copy);
                }
                _ => drop(words.drain(line_of(&words, at))),
            }
        }
        words.concat()
    }

    /// A file with bytes changed, taken out or put in, or cut off.
    pub fn changed_bytes(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        while !self.is_over() && !bytes.is_empty() {
            let sort = self.byte() % 8;
            let at = self.below(bytes.len());
            match sort {
                0 => bytes.truncate(at),
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, self.byte()),
                3 => bytes[at] ^= 1 << (self.byte() % 8),
                4 => bytes[at] = bytes[at].wrapping_add(self.byte()),
                5 => {
                    let with = self.below(bytes.len());
                    bytes.swap(at, with);
                }
                _ => bytes[at] = self.byte(),
            }
        }
        bytes
    }
}

/// The words of a text, with what stands behind each.
fn words(text: &str) -> Vec<&str> {
    text.split_inclusive([' ', '\n', '(', ')', '"', '.', ',', ':', '[', ']', '{', '}'])
        .collect()
}

/// The words of the line in which one stands.
fn line_of(words: &[&str], at: usize) -> std::ops::Range<usize> {
    let ends = |word: &&str| word.ends_with('\n');
    let start = words[..at].iter().rposition(ends).map_or(0, |before| before + 1);
    let end = words[at..]
        .iter()
        .position(ends)
        .map_or(words.len(), |more| at + more + 1);
    start..end
}

/// The words of the dictionary.
pub fn dictionary() -> &'static [String] {
    static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let quoted = DICTIONARY
            .lines()
            .filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
        let words = quoted.map(|word| kept::input(word).expect("a word of a dictionary"));
        words
            .map(|word| String::from_utf8_lossy(&word).into_owned())
            .collect()
    });
    &WORDS
}
