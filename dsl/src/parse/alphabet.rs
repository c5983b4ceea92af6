//! The alphabet in which the grammar reads tokens: one character for each word and mark of the language, one for
//! all names, for numbers, for texts.
//!
//! `words.pest` gives each character its rules. It is made from the lists here and in `words`; a test holds them
//! together, and `CARDWRIGHT_UPDATE=1 cargo test -p cardwright-dsl` writes the file anew.

use std::sync::LazyLock;

use super::words::{FREE, GATE_WORDS, RESERVED};

/// Units of measure, which may also be names.
const UNITS: [&str; 5] = ["degree", "degrees", "inch", "inches", "mm"];

/// The units of measure that a number can have, in the order of the alphabet.
#[must_use]
pub fn units() -> &'static [&'static str] {
    &UNITS
}

/// The marks with the names of their rules; the operators first, since the grammar reads them as one.
const MARKS: [(&str, &str); 18] = [
    ("=", "equal"),
    ("<", "less"),
    ("<=", "less_or_equal"),
    (">", "more"),
    (">=", "more_or_equal"),
    ("+", "plus"),
    ("-", "minus"),
    ("*", "star"),
    ("/", "slash"),
    (",", "comma"),
    (":", "colon"),
    (".", "dot"),
    ("{", "open"),
    ("}", "close"),
    ("(", "lparen"),
    (")", "rparen"),
    ("[", "lbracket"),
    ("]", "rbracket"),
];

/// How many bytes a character takes, so that bytes of the grammar's input count tokens.
pub(super) const BYTES: usize = 2;
/// The first character; from here on each takes [`BYTES`].
const FIRST: u32 = 0x100;

/// The character for a token that is no part of the language.
pub(super) const BAD: char = letter(0);
/// A text in quotes.
pub(super) const QUOTED: char = letter(1);
/// A number without decimals.
pub(super) const WHOLE: char = letter(2);
/// A number with decimals.
pub(super) const DECIMAL: char = letter(3);
const MARKS_FROM: usize = 4;
/// A name behind the id of its owner: `starter/fresh-on`. With the names that follow it is what can be known.
const QUALIFIED: char = letter(MARKS_FROM + MARKS.len());
/// A name that is no word of the language. The words follow: first those that may be names, so that all names are
/// one range; last those that begin a clause of a gate, so that the names of procedures are one.
pub(super) const NAME: char = letter(MARKS_FROM + MARKS.len() + 1);

/// The bytes of what is no word or mark of the language.
pub(super) const PLAIN: [[u8; BYTES]; 5] = [
    bytes(NAME),
    bytes(QUALIFIED),
    bytes(WHOLE),
    bytes(QUOTED),
    bytes(DECIMAL),
];

const fn bytes(letter: char) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    letter.encode_utf8(&mut bytes);
    bytes
}

const fn letter(index: usize) -> char {
    #[allow(clippy::cast_possible_truncation, reason = "the alphabet is small")]
    match char::from_u32(FIRST + index as u32) {
        Some(letter) => letter,
        None => panic!("the alphabet lies where all numbers are characters"),
    }
}

/// The words in the order of their characters.
fn words() -> impl Iterator<Item = (&'static str, char)> {
    let of_gates = |word: &&str| GATE_WORDS.contains(word);
    let reserved = RESERVED.into_iter().filter(move |word| !of_gates(word));
    let gates = RESERVED.into_iter().filter(of_gates);
    let words = FREE.into_iter().chain(UNITS).chain(reserved).chain(gates);
    let after = MARKS_FROM + MARKS.len() + 2;
    words
        .enumerate()
        .map(move |(index, word)| (word, letter(after + index)))
}

/// The character of a word or name.
pub(super) fn of_word(text: &str) -> char {
    /// By first letter: few of each, so that a look is a comparison or two.
    static WORDS: LazyLock<Vec<Vec<(&str, char)>>> = LazyLock::new(|| {
        let beginning = |first: u8| words().filter(move |(word, _)| word.as_bytes()[0] == first);
        (b'a'..=b'z').map(|first| beginning(first).collect()).collect()
    });
    if text.contains('/') {
        return QUALIFIED;
    }
    let first = text
        .as_bytes()
        .first()
        .map_or(0, |first| first.wrapping_sub(b'a'));
    let known = WORDS.get(usize::from(first)).map_or(&[][..], Vec::as_slice);
    known
        .iter()
        .find(|(word, _)| *word == text)
        .map_or(NAME, |known| known.1)
}

/// The token, or the class of tokens, that a character of the grammar's input stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelled {
    Word(&'static str),
    Mark(&'static str),
    Name,
    Number,
    Text,
}

/// The token that a character stands for; `None` if it stands for nothing that is written.
pub(super) fn spelled(letter: char) -> Option<Spelled> {
    match letter {
        NAME | QUALIFIED => Some(Spelled::Name),
        WHOLE | DECIMAL => Some(Spelled::Number),
        QUOTED => Some(Spelled::Text),
        _ => {
            let mark = MARKS.iter().find(|(mark, _)| of_mark(mark) == letter);
            let mark = mark.map(|(mark, _)| Spelled::Mark(mark));
            mark.or_else(|| {
                words()
                    .find(|one| one.1 == letter)
                    .map(|one| Spelled::Word(one.0))
            })
        }
    }
}

/// The character of a mark.
pub(super) fn of_mark(text: &str) -> char {
    let index = MARKS.iter().position(|(mark, _)| *mark == text);
    index.map_or(BAD, |index| letter(MARKS_FROM + index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/words.pest");
    const OPERATORS: usize = 9;

    /// A rule that reads one of a range of characters.
    fn rule(text: &mut String, name: &str, silent: bool, first: char, last: char) {
        let (mark, first, last) = (if silent { "_" } else { "" }, u32::from(first), u32::from(last));
        writeln!(
            text,
            "{name} = {mark}{{ '\\u{{{first:04x}}}'..'\\u{{{last:04x}}}' }}"
        )
        .expect("a string takes any text");
    }

    fn letter_of(word: &str) -> char {
        words().find(|(known, _)| *known == word).expect("it is a word").1
    }

    fn file() -> String {
        let mut text = String::from(
            "// The words and marks of the language in the alphabet of `parse/alphabet.rs`. Made from it: do not edit, but run\n\
             // CARDWRIGHT_UPDATE=1 cargo test -p cardwright-dsl\n\n",
        );
        let last_reserved = RESERVED
            .into_iter()
            .rfind(|word| !GATE_WORDS.contains(word))
            .expect("there are others");
        let mut ranges = |name: &str, first, last| rule(&mut text, name, true, first, last);
        ranges("any_name", NAME, letter_of(UNITS[UNITS.len() - 1]));
        ranges("any_procedure_name", NAME, letter_of(last_reserved));
        ranges("any_known", QUALIFIED, letter_of(UNITS[UNITS.len() - 1]));
        ranges("any_known_procedure", QUALIFIED, letter_of(last_reserved));
        ranges("any_unit", letter_of(UNITS[0]), letter_of(UNITS[UNITS.len() - 1]));
        ranges(
            "operator_mark",
            of_mark(MARKS[0].0),
            of_mark(MARKS[OPERATORS - 1].0),
        );
        ranges("m_quoted", QUOTED, QUOTED);
        ranges("m_whole", WHOLE, WHOLE);
        ranges("m_decimal", DECIMAL, DECIMAL);
        text.push_str("any_operator = _{ operator_mark | w_and | w_or }\n\n");
        let mut words: Vec<(&str, char)> = words().filter(|(word, _)| !UNITS.contains(word)).collect();
        words.sort_unstable();
        let mut marks: Vec<(&str, char)> = MARKS.iter().map(|(mark, name)| (*name, of_mark(mark))).collect();
        marks.sort_unstable();
        for (prefix, silent, known) in [
            ("w_", true, &words),
            ("m_", true, &marks),
            ("k_", false, &words),
            ("p_", false, &marks),
        ] {
            for (name, letter) in known {
                rule(&mut text, &format!("{prefix}{name}"), silent, *letter, *letter);
            }
            text.push('\n');
        }
        text.truncate(text.trim_end().len() + 1);
        text
    }

    #[test]
    fn the_words_of_the_grammar_are_fresh() {
        if std::env::var_os("CARDWRIGHT_UPDATE").is_some() {
            std::fs::write(FILE, file()).expect("the file can be written");
        }
        assert_eq!(std::fs::read_to_string(FILE).expect("the file is there"), file());
    }

    #[test]
    fn each_character_takes_its_bytes_and_belongs_to_one_word() {
        let mut letters: Vec<char> = words().map(|(_, letter)| letter).collect();
        letters.extend(MARKS.iter().map(|(mark, _)| of_mark(mark)));
        letters.extend([BAD, QUOTED, WHOLE, DECIMAL, QUALIFIED, NAME]);
        assert!(letters.iter().all(|letter| letter.len_utf8() == BYTES));
        let count = letters.len();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), count);
        assert!(words().all(|(word, letter)| of_word(word) == letter));
    }
}
