//! Words, marks and numbers of other languages, and how the same is written here.

use super::Rule;
use super::fault::{Fault, FaultKind};
use super::spoken::in_other_unit;
use super::tokens::{Token, TokenKind};
use crate::measure::Unit;
use crate::unseen::{false_blank, unseen};

/// Words with which other languages say what is said in another way here, where a statement or declaration begins.
pub(super) const HABITS: [(&str, &str); 21] = [
    (
        "during",
        "a rule begins with its window, and `during PROCEDURE` follows it: `after NAME during PROCEDURE \
         when ...`",
    ),
    ("isnt", "write `is not`"),
    ("than", "write `>`, `<`, `>=` or `<=`: `wounds of you > 3`"),
    ("equals", "write `=` or `is`"),
    (
        "return",
        "to leave a rule or procedure, write `stop`; to give a result from a procedure, write `set NAME to \
         …`",
    ),
    (
        "while",
        "write `repeat N times { … }` or `for each x in SET { … }`; there are no loops without an end",
    ),
    (
        "loop",
        "write `repeat N times { … }` or `for each x in SET { … }`",
    ),
    ("foreach", "write `for each x in SET { … }`"),
    (
        "function",
        "write `define NAME (x: TYPE): TYPE = …` to work out a value, or `procedure NAME (x: TYPE) { … }` \
         to make something happen",
    ),
    (
        "func",
        "write `define NAME (x: TYPE): TYPE = …` to work out a value, or `procedure NAME (x: TYPE) { … }` \
         to make something happen",
    ),
    (
        "fn",
        "write `define NAME (x: TYPE): TYPE = …` to work out a value, or `procedure NAME (x: TYPE) { … }` \
         to make something happen",
    ),
    (
        "def",
        "write `define NAME (x: TYPE): TYPE = …` to work out a value, or `procedure NAME (x: TYPE) { … }` \
         to make something happen",
    ),
    (
        "const",
        "write `let NAME = …`, or, outside rules, `define NAME: TYPE = …`",
    ),
    ("elif", "write `else if … { … }`"),
    ("elseif", "write `else if … { … }`"),
    ("unless", "write `if not (…) { … }`"),
    ("switch", "write `if … { … } else if … { … }`"),
    (
        "import",
        "to use names from another card set, list it under `uses:` at the top of this one",
    ),
    (
        "include",
        "to use names from another card set, list it under `uses:` at the top of this one",
    ),
    ("enum", "write `word NAME { one two }`"),
    ("struct", "write `record NAME { field: TYPE }`"),
];

/// A word of other languages before or at the place of the fault.
pub(super) fn habit(source: &str, tokens: &[Token], token: &Token, positives: &[Rule]) -> Option<Fault> {
    let known = |at: &Token| HABITS.iter().find(|(word, _)| *word == at.text(source));
    let at = tokens.iter().position(|other| other.span == token.span)?;
    let starts = [Rule::statement, Rule::item, Rule::rule_item];
    let is_start = positives.iter().any(|rule| starts.contains(rule));
    let before = tokens[..at].last();
    let fits_call = positives
        .iter()
        .any(|rule| matches!(rule, Rule::args | Rule::p_lparen | Rule::quoted));
    let (word, help) = match (known(token).filter(|_| is_start), before) {
        (Some((_, help)), _) => (token, help),
        (None, Some(before)) if fits_call && before.kind == TokenKind::Word => (before, &known(before)?.1),
        _ => return None,
    };
    let message = format!("`{}` is not a word of this language", word.text(source));
    let fault = Fault::at(word.span, message).kind(FaultKind::UnknownKeyword);
    Some(fault.help(*help))
}

pub(super) fn bad_number(token: &Token, text: &str) -> Fault {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = &text[..text.len() - unit.len()];
    let other = || in_other_unit(number, unit);
    let meant = match unit {
        "in" | "inch" | "inches" => Some(Unit::Inch),
        "deg" | "degree" | "degrees" => Some(Unit::Degree),
        "mm" => Some(Unit::Millimetre),
        _ => None,
    };
    if let Some(meant) = meant {
        let put = format!("{number} {}", meant.in_rules());
        return Fault::at(token.span, format!("`{text}` is not a number"))
            .help(format!("in rules, write the unit as a separate word: `{put}`"))
            .fix(put)
            .kind(FaultKind::BadNumber);
    }
    if let Some(put) = other() {
        let fault = Fault::at(token.span, format!("`{text}` is not a number")).kind(FaultKind::BadNumber);
        return fault.help(format!("write `{put}`")).fix(put);
    }
    let is_die = |unit: &str| {
        unit.strip_prefix(['d', 'D'])
            .is_some_and(|sides| sides.parse::<u16>().is_ok())
    };
    if is_die(unit) {
        let fault = Fault::at(token.span, format!("`{text}` is not a number")).kind(FaultKind::BadNumber);
        return fault.help(format!(
            "write `roll {number} DIE`, and declare the faces with `die DIE {{ ... }}`; for a plain number \
             from 1 to 6, write `random(6)`"
        ));
    }
    let fault = match (unit.is_empty(), number.contains('.')) {
        (true, true) => Fault::at(token.span, format!("`{text}` has more than three decimals")),
        (true, false) => Fault::at(token.span, format!("`{text}` is too large")),
        (false, _) => Fault::at(token.span, format!("`{text}` is not a number")).help(format!(
            "write a space after `{number}`; write a length as `{number} inches`, an angle as `{number} \
             degrees`"
        )),
    };
    fault.kind(FaultKind::BadNumber)
}

/// A text in quotes with a character in it that nobody sees.
pub(super) fn unseen_letter(token: &Token, text: &str) -> Fault {
    let letter = text.chars().find(|letter| unseen(*letter).is_some());
    let what = letter.and_then(unseen).unwrap_or("something");
    let code = letter.map_or(0, u32::from);
    let message = format!("this text contains an invisible character: {what} (U+{code:04X})");
    let put: String = text.chars().filter(|letter| unseen(*letter).is_none()).collect();
    let fault = Fault::at(token.span, message).kind(FaultKind::ForeignMark);
    fault.help("delete the character").fix(put)
}

/// The fault of a character between words that looks like a blank, or that nobody can see.
fn unseen_mark(token: &Token, text: &str) -> Option<Fault> {
    let letter = text.chars().next()?;
    let (what, put) = match (false_blank(letter), unseen(letter)) {
        (Some(what), _) => (format!("{what}, not an ordinary space"), " "),
        (None, what) => (format!("{}, which is invisible", what?), ""),
    };
    let message = format!("this character is {what} (U+{:04X})", u32::from(letter));
    let fault = Fault::at(token.span, message).kind(FaultKind::ForeignMark);
    let help = if put.is_empty() {
        "delete it"
    } else {
        "write an ordinary space instead"
    };
    Some(fault.help(help).fix(put))
}

pub(super) fn bad_mark(token: &Token, text: &str) -> Fault {
    if let Some(fault) = unseen_mark(token, text) {
        return fault;
    }
    let fault =
        Fault::at(token.span, format!("`{text}` is not part of the language")).kind(FaultKind::ForeignMark);
    let (instead, put) = match text {
        "==" => ("write `=` or `is`", "="),
        "!=" | "<>" => ("write `is not`", "is not"),
        "=<" => ("write `<=`", "<="),
        "=>" => ("write `>=`", ">="),
        "&&" => ("write `and`", "and"),
        "||" => ("write `or`", "or"),
        "!" => ("write `not`", "not "),
        ";" => (
            "write statements one after another, without a mark between them",
            "",
        ),
        "\u{201c}" | "\u{201d}" | "\u{201e}" | "\u{ab}" | "\u{bb}" => {
            ("write plain quotes: `\"Ring the bell\"`", "\"")
        }
        "'" | "\u{2018}" | "\u{2019}" | "`" => {
            return fault.help("write text in double quotes: `\"Ring the bell\"`");
        }
        "\u{2013}" | "\u{2014}" | "\u{2212}" => ("write a plain `-`", "-"),
        "\u{2264}" => ("write `<=`", "<="),
        "\u{2265}" => ("write `>=`", ">="),
        "\u{2260}" => ("write `is not`", "is not"),
        "\u{d7}" => ("write `*`", "*"),
        "//" => ("a comment begins with `#`", "#"),
        "/*" => return fault.help("a comment begins with `#` and ends at the end of the line"),
        "+=" | "++" => return fault.help("write `add 1 to NAME`"),
        "-=" => return fault.help("write `add - 1 to NAME`"),
        "*=" => return fault.help("write `set NAME to NAME * 2`"),
        "->" => {
            return fault.help(
                "write the type of the result after `:` in a `define`, and after `gives` in a `procedure`",
            );
        }
        "::" => return fault.help("for a name of another card or card set, write `OWNER/NAME`"),
        "%" => {
            return fault
                .help("there is no percent or remainder operator; write `*` or `/`, which rounds down");
        }
        "?" => return fault.help("write `if CONDITION then ONE else OTHER`"),
        _ => return fault,
    };
    fault.help(instead).fix(put)
}
