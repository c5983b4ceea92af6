//! The pieces of code in what a row says to write, with examples in their holes.
//!
//! A text without backticks is one piece. Otherwise each text between single backticks is a piece, and so is each block between
//! lines of three. Between double ones stands what is shown and not compiled: a part of a piece; so does a block that names another
//! language. `...` stands for whatever a card says besides, and is left out.

use super::patched::Patched;
use cardwright_documents::document::{At, RowOfPhrasesDoc};
use cardwright_documents::scalar::Scalar;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A piece of code.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The place in the file.
    pub(super) place: Range<usize>,
    /// The code as it is written.
    pub(super) written: String,
    /// The code with an example in each hole, and without what `...` stands for.
    pub(super) filled: Patched,
}

/// The pieces of a row in a file of this text.
pub(super) fn pieces(source: &str, row: &RowOfPhrasesDoc) -> Vec<Piece> {
    let scalar = Scalar::of(source, &row.write);
    let place = |at: usize| scalar.pieces.place(at..at).start;
    let text = &row.write.value;
    let ranges = code_in(text).into_iter().filter(|code| code.is_compiled);
    let piece = |code: Code| {
        let whole = whole(text, code.range.clone(), &place);
        let cut = without_dots(&whole);
        Piece {
            place: place(code.range.start)..place(code.range.end.max(1) - 1) + 1,
            written: text[code.range].to_owned(),
            filled: filled(&cut, &row.with.0),
        }
    };
    ranges.map(piece).collect()
}

/// Code in a text.
pub(super) struct Code {
    pub(super) range: Range<usize>,
    pub(super) is_compiled: bool,
}

/// The code in a text, without the backticks around it.
pub(super) fn code_in(text: &str) -> Vec<Code> {
    if !text.contains('`') {
        let start = text.len() - text.trim_start().len();
        let range = start..text.trim_end().len().max(start);
        let is_compiled = true;
        return vec![Code { range, is_compiled }];
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('`').map(|next| at + next) {
        let ticks = text[open..].bytes().take_while(|&byte| byte == b'`').count();
        let start = open + ticks;
        let Some(end) = text[start..].find(&"`".repeat(ticks)).map(|next| start + next) else {
            break;
        };
        found.push(Code {
            range: start..end,
            is_compiled: ticks == 1 || (ticks == 3 && text[start..].starts_with('\n')),
        });
        at = end + ticks;
    }
    found
}

/// A part of a scalar with its places in the file, line by line.
fn whole(text: &str, range: Range<usize>, place: &impl Fn(usize) -> usize) -> Patched {
    let mut out = Patched::default();
    let mut at = range.start;
    for line in text[range].split_inclusive('\n') {
        out.same(line, place(at));
        at += line.len();
    }
    out
}

/// Words that are left out together with the `...` behind or before them.
const BEFORE_DOTS: [&str; 5] = ["and", "or", "when", "where", ""];

/// The code without `...`.
fn without_dots(code: &Patched) -> Patched {
    let text = &code.text;
    let mut out = Patched::default();
    let mut at = 0;
    let mut from = 0;
    while let Some(dots) = text[from..].find("...").map(|next| from + next) {
        from = dots + 3;
        // In quotes they are a label.
        if text[..dots].ends_with('"') {
            continue;
        }
        let before = text[at..dots].trim_end_matches([' ', '\n']).len() + at;
        let after = &text[dots + 3..];
        let joins = ["and ", "or "]
            .iter()
            .find(|word| after.trim_start().starts_with(*word));
        let (start, end) = match joins {
            Some(word) => {
                let rest = after.trim_start();
                (dots, text.len() - rest.len() + word.len())
            }
            None => {
                let word = BEFORE_DOTS
                    .iter()
                    .find(|word| text[at..before].ends_with(*word))
                    .map_or(0, |word| word.len());
                (before - word, dots + 3)
            }
        };
        out.join(&code.part(at..start));
        out.instead(" ", start..start);
        at = end;
        from = from.max(end);
    }
    out.join(&code.part(at..text.len()));
    // What goes on from a piece before it.
    for word in ["and ", "or "] {
        let start = out.text.len() - out.text.trim_start().len();
        if out.text[start..].starts_with(word) {
            return out.part(start + word.len()..out.text.len());
        }
    }
    out
}

/// The code with an example in each hole.
fn filled(code: &Patched, holes: &[(At<String>, At<String>)]) -> Patched {
    let examples: BTreeMap<&str, &At<String>> = holes
        .iter()
        .map(|(name, example)| (name.value.as_str(), example))
        .collect();
    let mut out = Patched::default();
    let mut done = 0;
    let bound = bound(&code.text);
    for range in words(&code.text) {
        let word = &code.text[range.clone()];
        let Some(example) = examples.get(word).filter(|_| !bound.contains(word)) else {
            continue;
        };
        out.join(&code.part(done..range.start));
        out.instead(&example.value, example.start..example.end);
        done = range.end;
    }
    out.join(&code.part(done..code.text.len()));
    out
}

/// Words before a name that a code gives itself.
const GIVES_NAME: [&str; 5] = ["choose", "choosing", "each", "let", "members"];

/// Words before a kind and the name of one of its members: `all bell u`, `after goat c moves`.
const BEFORE_KIND: [&str; 3] = ["all", "after", "before"];

/// The words of a code that are names in it, so that they stand for nothing else: `choose c from ...`, `all bell u`, `c: goat`.
fn bound(code: &str) -> BTreeSet<&str> {
    let all = words(code);
    let word = |at: Option<usize>| {
        at.and_then(|at| all.get(at))
            .map_or("", |range| &code[range.clone()])
    };
    let is_bound = |(at, range): &(usize, &Range<usize>)| {
        let (before, further) = (word(at.checked_sub(1)), word(at.checked_sub(2)));
        let is_kind = code[..range.start].ends_with(' ') && !before.is_empty();
        let is_named = GIVES_NAME.contains(&before) || BEFORE_KIND.contains(&further) && is_kind;
        is_named || code[range.end..].starts_with(':')
    };
    let found = all.iter().enumerate().filter(is_bound);
    found.map(|(_, range)| &code[range.clone()]).collect()
}

/// The words of a code that are not in quotes: names, numbers, holes.
pub(super) fn words(code: &str) -> Vec<Range<usize>> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let mut found = Vec::new();
    let mut start = None;
    let mut is_quoted = false;
    for (at, letter) in code.char_indices().chain([(code.len(), ' ')]) {
        if letter == '"' {
            is_quoted = !is_quoted;
        }
        match (is_word(letter) && !is_quoted, start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                found.push(first..at);
                start = None;
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(code: &str) -> String {
        let mut text = Patched::default();
        text.same(code, 0);
        without_dots(&text)
            .text
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn single_backticks_hold_code_and_double_ones_a_part_of_it() {
        let all = code_in("`a` and ``= 1``, not `b c`");
        let told: Vec<(usize, bool)> = all
            .iter()
            .map(|code| (code.range.start, code.is_compiled))
            .collect();
        assert_eq!(told, [(1, true), (10, false), (22, true)]);
        assert_eq!(code_in(" a b\n")[0].range, 1..4);
    }

    #[test]
    fn dots_are_left_out_with_the_word_that_joins_them() {
        assert_eq!(
            cut("modify a + 1 when attacker is you and ..."),
            "modify a + 1 when attacker is you"
        );
        assert_eq!(cut("... and wounds = 1"), "wounds = 1");
        assert_eq!(cut("and succeeds"), "succeeds");
        assert_eq!(cut("forbid act when ..."), "forbid act");
        assert_eq!(cut("until after round { ... }"), "until after round { }");
        assert_eq!(cut("at a.b \"...\" when ... may"), "at a.b \"...\" may");
    }

    #[test]
    fn what_a_code_names_itself_is_no_hole() {
        let code = "choose c from (all bell u on s) { run lay(c, u, to: t) }";
        let found: Vec<&str> = bound(code).into_iter().collect();
        assert_eq!(found, ["c", "to", "u"]);
    }

    #[test]
    fn words_in_quotes_are_no_holes() {
        let code = "choose c from a \"Which c?\" { run x(c) }";
        let found: Vec<&str> = words(code).into_iter().map(|range| &code[range]).collect();
        assert_eq!(found, ["choose", "c", "from", "a", "run", "x", "c"]);
    }
}
