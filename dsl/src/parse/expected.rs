//! Completion: the tokens that can follow at a place of a text, and ways to go on with a text that ends
//! there.
//!
//! The grammar itself is asked: it reads what stands before the place and then a token that it never takes, and says which
//! ones it would have taken. So nothing is offered that cannot stand there.

use super::alphabet::{self, Spelled};
use super::fault::Fault;
use super::recovery::{Unit, next_start};
use super::tokens::Tokens;
use super::{Grammar, Rule, checked_tokens};
use pest::Parser;
use pest::error::Error;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The units of which a text consists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextUnit {
    /// Declarations and rules.
    Items,
    /// Statements.
    Statements,
}

impl TextUnit {
    fn unit(self) -> Unit {
        match self {
            Self::Items => Unit::Item,
            Self::Statements => Unit::Statement,
        }
    }
}

/// The tokens that can follow at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Words of the language, in the order of the alphabet.
    pub words: BTreeSet<&'static str>,
    /// Marks.
    pub marks: BTreeSet<&'static str>,
    /// Whether a name can.
    pub name: bool,
    /// Whether a number can.
    pub number: bool,
    /// Whether a text in quotes can.
    pub text: bool,
}

/// Whether the grammar says all that it would have taken is one switch for the whole program.
static SWITCH: Mutex<()> = Mutex::new(());

/// The tokens that can follow at a byte of a text, after all that stands before it.
#[must_use]
pub fn expected(source: &str, at: usize, unit: TextUnit) -> Expected {
    let mut found = Expected::default();
    let Some(Ok(tokens)) = source.get(..at).map(checked_tokens) else {
        return found;
    };
    for start in starts(&tokens, unit.unit()) {
        add(&tokens, start, unit.unit(), &mut found);
    }
    found
}

/// The first byte of the unit that is still open at a byte; the byte itself if none is.
#[must_use]
pub fn unit_start(source: &str, at: usize, unit: TextUnit) -> usize {
    let Some(Ok(tokens)) = source.get(..at).map(checked_tokens) else {
        return at;
    };
    let starts = starts(&tokens, unit.unit());
    let last = starts.last().and_then(|&start| tokens.code(start));
    last.map_or(at, |token| token.span.start)
}

/// The tokens at which the unit that ends with the text may begin: the last one that may go on, and a new one.
fn starts(tokens: &Tokens<'_>, unit: Unit) -> Vec<usize> {
    let (mut next, mut before) = (0, None);
    while next < tokens.code.len() {
        match Grammar::parse(unit.rule(), tokens.letters(next)) {
            Ok(pairs) => {
                let read = pairs.map(|pair| pair.as_span().end()).max().unwrap_or(0) / alphabet::BYTES;
                (before, next) = (Some(next), next + read.max(1));
            }
            Err(_) => {
                let (_, resume) = next_start(tokens, tokens.code[next], unit, Fault::new(0, 0, ""));
                let after = tokens.code.partition_point(|&index| index < resume);
                if after >= tokens.code.len() || after <= next {
                    return before.into_iter().chain([next]).collect();
                }
                (before, next) = (None, after);
            }
        }
    }
    before.into_iter().chain([next]).collect()
}

/// Adds what can stand behind the tokens from `start` on.
fn add(tokens: &Tokens<'_>, start: usize, unit: Unit, found: &mut Expected) {
    let mut letters = tokens.letters(start).to_owned();
    let end = letters.len();
    letters.push(alphabet::BAD);
    let Some(error) = refused(unit.last_rule(), &letters) else {
        return;
    };
    let Some(attempts) = error.parse_attempts() else {
        return;
    };
    if attempts.max_position != end {
        return;
    }
    for token in attempts.expected_tokens() {
        let Some((start, end)) = range(&token.to_string()) else {
            continue;
        };
        // All names are a range, in which the words lie that may be names.
        let is_name = start < end && (start..=end).contains(&alphabet::NAME);
        found.name |= is_name;
        (start..=end)
            .filter(|_| !is_name)
            .for_each(|letter| spell(letter, found));
    }
}

/// The letters of a range. Its type is none that the library shows, but it is told as `a..b`.
fn range(told: &str) -> Option<(char, char)> {
    let (start, end) = told.split_once("..")?;
    let letter = |text: &str| {
        text.chars()
            .next()
            .filter(|letter| letter.len_utf8() == text.len())
    };
    Some((letter(start)?, letter(end)?))
}

fn spell(letter: char, found: &mut Expected) {
    match alphabet::spelled(letter) {
        Some(Spelled::Word(word)) => _ = found.words.insert(word),
        Some(Spelled::Mark(mark)) => _ = found.marks.insert(mark),
        Some(Spelled::Name) => found.name = true,
        Some(Spelled::Number) => found.number = true,
        Some(Spelled::Text) => found.text = true,
        None => {}
    }
}

/// Why some letters are refused, with all that would have been taken instead.
fn refused(rule: Rule, letters: &str) -> Option<Box<Error<Rule>>> {
    let _switch = SWITCH.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let refused = Grammar::parse(rule, letters).err();
    pest::set_error_detail(false);
    refused.map(Box::new)
}

/// How a text can go on behind a name: first what ends the innermost expression or head, then what ends the rule.
const RESTS: [&str; 34] = [
    "",
    "always",
    "always { }",
    "{ }",
    "+ 1 always",
    "with 1 always",
    "\"T\" always { }",
    "= 0",
    "= nobody",
    "= 1 always { }",
    "to 1",
    "to nobody",
    "of nobody",
    "on nobody",
    "in nobody",
    "of nobody always { }",
    "on nobody always { }",
    "1 to nobody",
    "from nobody",
    ": number",
    ": number = 1",
    "= 1 from nobody",
    "by nobody \"T\" { }",
    "from nobody by nobody \"T\" { }",
    "from (nobody) by nobody \"T\" { }",
    "in nobody { }",
    "times { }",
    "then 1 else 1",
    "else 1",
    "until after x",
    "x changes always { }",
    "changes always { }",
    "x always { }",
    "x in nobody",
];
/// Texts that may complete the unit after its inner brackets are closed.
const ENDS: [&str; 10] = [
    "",
    "{ }",
    "always",
    "always { }",
    "\"T\" always { }",
    "by nobody \"T\" { }",
    ": number = 1",
    "= 1",
    "+ 1 always",
    "while yes { }",
];

/// Texts that may follow the last closing brace: a cost has braces of its own.
const AFTER: [&str; 2] = ["", "{ }"];

/// A text with a name at its end, and behind that a way to go on that the grammar takes: the shortest that is found. Gives
/// only the unit that goes on there, behind as many blanks as stand before it.
#[must_use]
pub fn mended(source: &str, at: usize, unit: TextUnit, name: &str) -> Option<String> {
    let tokens = checked_tokens(source.get(..at)?).ok()?;
    let starts = starts(&tokens, unit.unit()).into_iter().rev();
    let mut starts = starts.map(|start| tokens.code(start).map_or(at, |token| token.span.start));
    starts.find_map(|start| mended_from(source.get(start..at)?, start, unit, name))
}

/// A text for [`mended`] whose last unit begins at the byte `start`; `before` is its text up to the name.
fn mended_from(before: &str, start: usize, unit: TextUnit, name: &str) -> Option<String> {
    let (inner, outer) = closers(before)?;
    let rule = unit.unit().last_rule();
    let reads =
        |text: &str| checked_tokens(text).is_ok_and(|tokens| Grammar::parse(rule, tokens.letters(0)).is_ok());
    for (end, after) in ENDS
        .iter()
        .flat_map(|end| AFTER.iter().map(move |after| (end, after)))
    {
        // What ends the unit stands behind what closes its inner parts.
        if inner.is_empty() && !end.is_empty() || outer.is_empty() && !after.is_empty() {
            continue;
        }
        for rest in RESTS {
            let text = format!("{before} {name} {rest} {inner} {end} {outer} {after}");
            if reads(&text) {
                return Some(format!("{}{text}", " ".repeat(start)));
            }
        }
    }
    None
}

/// The brackets that close everything open in a text: first those up to the innermost brace, then the rest.
fn closers(text: &str) -> Option<(String, String)> {
    let tokens = checked_tokens(text).ok()?;
    let mut open = Vec::new();
    for at in 0..tokens.code.len() {
        match tokens.text(at) {
            "{" => open.push('}'),
            "(" => open.push(')'),
            "[" => open.push(']'),
            "}" | ")" | "]" => _ = open.pop(),
            _ => {}
        }
    }
    open.reverse();
    let count = open.iter().take_while(|letter| **letter != '}').count();
    let spaced = |letters: &[char]| letters.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    Some((spaced(open.get(..count)?), spaced(open.get(count..)?)))
}

#[cfg(test)]
mod tests {
    use super::{TextUnit, expected, mended, unit_start};

    fn words(text: &str) -> Vec<&'static str> {
        expected(text, text.len(), TextUnit::Items)
            .words
            .into_iter()
            .collect()
    }

    #[test]
    fn the_grammar_says_what_can_stand_at_a_place() {
        let behind_head = expected("modify push-of", 14, TextUnit::Items);
        assert!(
            behind_head.marks.contains("+") && !behind_head.name,
            "{behind_head:?}"
        );
        let amount = expected("modify push-of +", 16, TextUnit::Items);
        assert!(
            amount.name && amount.number && amount.words.contains("count"),
            "{amount:?}"
        );
        assert!(words("modify push-of + 1").contains(&"when"));
        assert!(words("").contains(&"modify"));
        assert!(words("at push.modify \"Ring\" when yes").contains(&"once"));
        assert!(words("at push.modify always { ").contains(&"give"));
    }

    #[test]
    fn what_is_broken_before_takes_nothing_away_behind() {
        let text = "modify ++ 1\n\nforbid rest ";
        assert!(words(text).contains(&"when"), "{:?}", words(text));
        assert_eq!(words("modify ++"), [""; 0]);
    }

    #[test]
    fn statements_have_words_of_their_own() {
        let found = expected("give 1 apple to one\n", 20, TextUnit::Statements);
        assert!(
            found.words.contains("give") && !found.words.contains("modify"),
            "{found:?}"
        );
    }

    #[test]
    fn a_text_is_mended_behind_a_name() {
        for text in [
            "modify ",
            "modify push-of + ",
            "modify push-of + 1 when ",
            "at ",
            "at push.",
            "at push.modify when dizzy of ",
            "at push.modify always { give 1 ",
            "at push.modify always { give 1 apple to ",
            "at push.modify always { if ",
            "at push.modify always { run push(",
            "at push.modify always { choose g from (all ",
            "at push.modify always { for each g in ",
            "forbid ",
            "define x (a: ",
            "define x: ",
            "define x: number = count of (all goat where ",
            "replace push-of with ",
            "at push.modify \"Ring\" when yes may cost { spend 1 ",
            "effect angry (victim: goat) { modify push-of + 1 when g is ",
            "procedure x { step y { set ",
        ] {
            assert!(
                mended(text, text.len(), TextUnit::Items, "zz").is_some(),
                "{text}"
            );
        }
    }

    #[test]
    fn what_stands_before_the_unit_does_not_matter() {
        let text = "modify a + 1 always\nat b.c when d and not ";
        let mended = mended(text, text.len(), TextUnit::Items, "zz").expect("it can go on");
        assert!(mended.trim_start().starts_with("at b.c"), "{mended}");
        let text = "define x: number = 1\n + ";
        assert!(super::mended(text, text.len(), TextUnit::Items, "zz").is_some());
    }

    #[test]
    fn the_unit_at_a_place_begins_where_it_begins() {
        let text = "modify a + 1 always\nmodify b ";
        assert_eq!(unit_start(text, text.len(), TextUnit::Items), 20);
        assert_eq!(unit_start(text, 999, TextUnit::Items), 999);
    }
}
