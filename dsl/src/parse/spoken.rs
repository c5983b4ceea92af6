//! Phrases of designers who have the words of a card in mind, or those of another language: their meaning,
//! and the way to write them here.

use super::Rule;
use super::fault::{Fault, FaultKind, closest};
use super::tokens::{Bad, Token, TokenKind};
use super::words::{ITEM_WORDS, RESERVED, STATEMENT_WORDS};
use crate::ast::Span;

/// The scale of numbers with decimals.
const THOUSAND: i64 = 1000;

/// A text at the place of a fault.
pub(super) struct Look<'a> {
    pub(super) source: &'a str,
    pub(super) tokens: &'a [Token],
    /// The token that does not fit.
    pub(super) at: usize,
    /// The grammar rules that would fit.
    pub(super) positives: &'a [Rule],
}

/// Units that rules do not have: their names, what to multiply with, in thousandths, and what the product is in.
const UNITS: [(&[&str], i64, &str); 7] = [
    (
        &["cm", "centimetre", "centimetres", "centimeter", "centimeters"],
        10_000,
        "mm",
    ),
    (&["m", "metre", "metres", "meter", "meters"], 1_000_000, "mm"),
    (
        &["millimetre", "millimetres", "millimeter", "millimeters"],
        1_000,
        "mm",
    ),
    (
        &["ft", "foot", "feet", "'", "\u{2032}", "\u{2019}"],
        12_000,
        "inches",
    ),
    (&["yd", "yard", "yards"], 36_000, "inches"),
    (&["in", "\"", "\u{2033}", "\u{201d}"], 1_000, "inches"),
    (&["deg", "\u{b0}"], 1_000, "degrees"),
];

/// The words of cards for a change, and the way to write it: `#` is the number, `T` the token, `X` the
/// holder.
const VERBS: [(&[&str], &str); 8] = [
    (
        &["reroll", "re-roll"],
        "`reroll(dice in rerollable(POOL))` for all dice of a pool, `reroll(dice in rerollable(POOL) showing FACE)` for some; \
         where a player picks them, `choose up to # d from dice in rerollable(POOL) by ... { reroll(d) }`",
    ),
    (
        &["subtract", "deduct"],
        "`add - # to T of X` for a number, `take # T from X` for tokens",
    ),
    (
        &["remove", "discard", "lose", "spend", "drop", "pay", "clear"],
        "`take # T from X`",
    ),
    (
        &["gain", "get", "receive", "put", "place", "assign", "grant"],
        "`give # T to X`",
    ),
    (
        &["deal", "inflict", "cause", "apply"],
        "`give # T to X` for tokens, `add # to T of X` for a number",
    ),
    (
        &["heal", "restore", "recover", "repair"],
        "`add - # to T of X` for a number, `take # T from X` for tokens",
    ),
    (
        &["move", "transfer"],
        "`take # T from ...` and then `give # T to ...`",
    ),
    (
        &["increase", "raise", "decrease", "reduce", "lower"],
        "`add # to T of X`, or `add - # to T of X`",
    ),
];

/// A number with the unit of other measures, or with a mark for one: at the unit.
pub(super) fn foreign_unit(source: &str, tokens: &[Token], at: usize) -> Option<Fault> {
    let (number, unit) = (tokens.get(at.checked_sub(1)?)?, tokens.get(at)?);
    let is_mark = matches!(unit.kind, TokenKind::Bad(Bad::Quote | Bad::Mark));
    let is_near = unit.breaks == 0 && (!is_mark || unit.span.start == number.span.end);
    if number.kind != TokenKind::Number || !is_near {
        return None;
    }
    let text = unit.text(source);
    let mark = text.chars().next().filter(|_| is_mark);
    let length = mark.map_or(text.len(), char::len_utf8);
    let put = in_other_unit(number.text(source), &text[..length])?;
    let span = Span {
        start: number.span.start,
        end: unit.span.start + length,
    };
    let message = format!(
        "`{}` is not a length or angle of this language",
        &source[span.start..span.end]
    );
    let fault = Fault::at(span, message).kind(FaultKind::BadNumber);
    Some(fault.help(format!("write `{put}`")).fix(put))
}

/// A number in a unit that rules have.
pub(super) fn in_other_unit(number: &str, unit: &str) -> Option<String> {
    let (_, factor, meant) = UNITS.iter().find(|(names, ..)| names.contains(&unit))?;
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let part: i64 = format!("{part:0<3}").get(..3)?.parse().ok()?;
    let number = whole
        .parse::<i64>()
        .ok()?
        .checked_mul(THOUSAND)?
        .checked_add(part)?;
    let thousandths = number.checked_mul(*factor)? / THOUSAND;
    let (whole, part) = (thousandths / THOUSAND, thousandths % THOUSAND);
    let decimals = format!("{part:03}");
    Some(match decimals.trim_end_matches('0') {
        "" => format!("{whole} {meant}"),
        decimals => format!("{whole}.{decimals} {meant}"),
    })
}

impl<'a> Look<'a> {
    /// The fault of a mark of another language, such as `'s` or `=`, with the form to write.
    pub(super) fn changed(&self) -> Option<Fault> {
        self.possessive().or_else(|| self.assigned())
    }

    /// The fault of words from a card, with the form to write, where the meaning is clear.
    pub(super) fn meant(&self) -> Option<Fault> {
        self.subject_first()
            .or_else(|| self.verb_of_a_card())
            .or_else(|| self.other_word())
    }

    /// `you gain 1 guard`
    fn subject_first(&self) -> Option<Fault> {
        let (_, pattern) = VERBS.iter().find(|(verbs, _)| verbs.contains(&self.found()))?;
        let amount = self.tokens.get(self.at + 1)?;
        let is_counted = amount.kind == TokenKind::Number || amount.text(self.source) == "all";
        let end = self.end_of_line();
        if !self.is_call() || !is_counted || amount.breaks > 0 || end < self.at + 2 {
            return None;
        }
        let (subject, what) = (self.before(1), self.written(self.span(self.at + 2, end)));
        let all = self.span(self.at - 1, end);
        let message = format!(
            "`{}` is not a statement: a statement begins with its verb",
            self.written(all)
        );
        let fault = Fault::at(all, message).kind(FaultKind::UnknownKeyword);
        let help = filled(pattern, amount.text(self.source), what, Some(subject));
        Some(fault.help(format!("write {help}")))
    }

    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text(self.source))
    }

    /// The text so many tokens before the fault.
    fn before(&self, count: usize) -> &'a str {
        self.at.checked_sub(count).map_or("", |at| self.text(at))
    }

    pub(super) fn text_of(&self, token: &Token) -> &'a str {
        token.text(self.source)
    }

    fn found(&self) -> &'a str {
        self.text(self.at)
    }

    fn wants(&self, rule: Rule) -> bool {
        self.positives.contains(&rule)
    }

    fn span(&self, from: usize, to: usize) -> Span {
        let end = |at: usize| self.tokens.get(at).map_or(0, |token| token.span.end);
        Span {
            start: self.tokens.get(from).map_or(0, |token| token.span.start),
            end: end(to),
        }
    }

    fn written(&self, span: Span) -> &'a str {
        self.source.get(span.start..span.end).unwrap_or_default()
    }

    /// `you's wounds`
    fn possessive(&self) -> Option<Fault> {
        let (of, mark, s, field) = (
            self.tokens.get(self.at.checked_sub(1)?)?,
            self.tokens.get(self.at)?,
            self.tokens.get(self.at + 1)?,
            self.tokens.get(self.at + 2)?,
        );
        let joined = of.span.end == mark.span.start && mark.span.end == s.span.start;
        let is_mark = matches!(mark.text(self.source), "'" | "\u{2019}" | "\u{2018}" | "`");
        let is_one = joined && is_mark && s.text(self.source) == "s" && field.kind == TokenKind::Word;
        is_one.then(|| {
            let span = self.span(self.at - 1, self.at + 2);
            let put = format!("{} of {}", field.text(self.source), of.text(self.source));
            let message = format!(
                "`{}` is not how the field of something is written",
                self.written(span)
            );
            let fault = Fault::at(span, message).kind(FaultKind::ForeignMark);
            fault.help(format!("write `{put}`")).fix(put)
        })
    }

    /// Whether a call is all that can begin with the name before the fault.
    fn is_call(&self) -> bool {
        let is_one = |rule: &Rule| matches!(rule, Rule::args | Rule::p_lparen);
        let named = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        self.positives.iter().all(is_one)
            && named.is_some_and(|name| name.kind == TokenKind::Word)
            && !RESERVED.contains(&self.before(1))
            && !["run", "can", "start", "offer", "running", "end"].contains(&self.before(2))
    }

    /// The last token of a statement that goes on from the fault on its line.
    fn end_of_line(&self) -> usize {
        let mut depth = 0_usize;
        let mut last = self.at;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            if at > self.at && token.breaks > 0 || token.kind == TokenKind::Comment {
                break;
            }
            match token.text(self.source) {
                "(" | "[" => depth += 1,
                ")" | "]" if depth > 0 => depth -= 1,
                ")" | "]" | "{" | "}" => break,
                _ => {}
            }
            last = at;
        }
        last
    }

    /// `hits = 0`, `wounds of you = 2`, `wounds of you += 1`
    fn assigned(&self) -> Option<Fault> {
        if !self.is_call() {
            return None;
        }
        let end = self.end_of_line();
        let sign = (self.at..=end).find(|&at| matches!(self.text(at), "=" | "+=" | "-="))?;
        let colon = usize::from(sign > self.at && self.text(sign - 1) == ":");
        let whose = self.span(self.at - 1, sign - 1 - colon);
        let (target, value) = (self.written(whose), self.written(self.span(sign + 1, end)));
        if sign == end {
            return None;
        }
        let target = match (self.found(), self.text(self.at + 1)) {
            (".", field) if sign == self.at + 2 => format!("{field} of {}", self.before(1)),
            _ => target.to_owned(),
        };
        let all = self.span(self.at - 1, end);
        let fault = |message: String| Fault::at(all, message);
        if let Some((token, on)) = target.split_once(" on ") {
            let fault = fault(format!(
                "the number of tokens cannot be set: `{}`",
                self.written(all)
            ));
            return Some(fault.help(format!(
                "give or take tokens: `give {value} {token} to {on}`, `take all {token} from {on}`"
            )));
        }
        let put = match self.text(sign) {
            "+=" => format!("add {value} to {target}"),
            "-=" => format!("add - {value} to {target}"),
            _ => format!("set {target} to {value}"),
        };
        let word = put.split(' ').next().unwrap_or_default();
        let message = format!("a statement that changes something begins with `{word}`");
        let kind = match self.text(sign) {
            "=" => FaultKind::Unexpected,
            _ => FaultKind::ForeignMark,
        };
        let fault = fault(message).kind(kind);
        Some(fault.help(format!("write `{put}`")).fix(put))
    }

    /// `subtract 1 from wounds of you`, `remove 1 guard from you`
    fn verb_of_a_card(&self) -> Option<Fault> {
        let end = self.end_of_line();
        let preposition = (self.at..=end).find(|&at| matches!(self.text(at), "from" | "to" | "on" | "by"));
        let given = self.tokens.get(self.at)?;
        let is_counted = given.kind == TokenKind::Number || given.text(self.source) == "all";
        let verb = self.before(1);
        let is_spoken = is_counted || preposition.is_some_and(|at| at > self.at);
        let is_misspelt = closest(verb, &STATEMENT_WORDS).is_some();
        let is_next_line = given.breaks > 0;
        if !self.is_call() || !is_spoken || is_misspelt || is_next_line {
            return None;
        }
        let last = preposition.map_or(end, |at| at.saturating_sub(1));
        let parts = (last + 1).saturating_sub(self.at);
        let amount = if is_counted { self.found() } else { "1" };
        let what = match (is_counted, parts) {
            (true, 1) => "",
            (true, _) => self.written(self.span(self.at + 1, last)),
            (false, _) => self.written(self.span(self.at, last)),
        };
        let whose = preposition
            .filter(|&at| at < end)
            .map(|at| self.written(self.span(at + 1, end)));
        let all = self.span(self.at - 1, end);
        let message = format!("`{}` is not a statement", self.written(all));
        let fault = Fault::at(all, message).kind(FaultKind::UnknownKeyword);
        let word = preposition.map_or("", |at| self.text(at));
        if let Some(put) = exactly(verb, amount, what, word, whose) {
            return Some(fault.help(format!("write `{put}`")).fix(put));
        }
        let known = VERBS.iter().find(|(verbs, _)| verbs.contains(&verb));
        let help = match known {
            Some((_, pattern)) => filled(pattern, amount, what, whose),
            None => format!(
                "`give 1 TOKEN to X` and `take 1 TOKEN from X` for tokens, `add 1 to FIELD of X` for a number, \
                 `run {verb}(...)` for a procedure"
            ),
        };
        Some(fault.help(format!("write {help}")))
    }

    /// The first word of the statement, declaration or rule that contains the fault.
    fn opening(&self) -> &'a str {
        let mut depth = 0_usize;
        for at in (0..self.at).rev() {
            match self.text(at) {
                "}" | ")" | "]" => depth += 1,
                "{" | "(" | "[" if depth == 0 => return "",
                "{" | "(" | "[" => depth -= 1,
                word if depth == 0 && (STATEMENT_WORDS.contains(&word) || ITEM_WORDS.contains(&word)) => {
                    return word;
                }
                _ => {}
            }
        }
        ""
    }

    /// Whether this stands among the words of `word NAME { }` or `extend word NAME { }`.
    fn lists_words(&self) -> bool {
        let open = (0..self.at).rev().find(|at| self.text(*at) == "{");
        let names_type = |open: usize| {
            let name = open - 1 - usize::from(self.text(open.saturating_sub(1)) == "open");
            self.text(name - 1) == "word"
        };
        open.is_some_and(|open| open > 2 && names_type(open))
    }

    /// A word that is another one here.
    fn other_word(&self) -> Option<Fault> {
        let (found, opening) = (self.found(), self.opening());
        let is_start = self.wants(Rule::item) || self.wants(Rule::rule_item);
        let in_cost = self.wants(Rule::k_spend) && self.wants(Rule::k_discard);
        let (help, put) = match found {
            "=" if self.wants(Rule::k_to) => ("write `to`: `set NAME to ...`".to_owned(), Some("to")),
            "to" if self.wants(Rule::p_equal) => ("write `=`: `let NAME = ...`".to_owned(), Some("=")),
            "if" if self.wants(Rule::when) => ("a condition begins with `when`".to_owned(), Some("when")),
            "," if self.lists_words() => (
                "write the words of a type without marks between them: `{ red blue }`".to_owned(),
                Some(""),
            ),
            "in" if self.before(1) == "not" && self.before(2) == "is" => {
                ("write `not X is in SET`".to_owned(), None)
            }
            _ => (self.advice(found, opening, is_start, in_cost)?, None),
        };
        let token = self.tokens.get(self.at)?;
        let expected = super::fault::alternatives(self.positives);
        let fault = Fault::at(token.span, format!("expected {expected}, found `{found}`")).help(help);
        Some(match put {
            Some(put) => fault.fix(put),
            None => fault,
        })
    }

    fn advice(&self, found: &str, opening: &str, is_start: bool, in_cost: bool) -> Option<String> {
        let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
        let help = match (opening, found) {
            _ if in_cost && (found == "," || self.before(2) == "and") => {
                "write the items of a cost one after another, without a mark or word between them: `cost { \
                 spend 1 TOKEN from you discard here }`"
            }
            _ if self.wants(Rule::rule_item)
                && !self.wants(Rule::item)
                && STATEMENT_WORDS.contains(&found)
                && !ITEM_WORDS.contains(&found) =>
            {
                "an effect contains rules, such as `modify VALUE + 1 always`; write a statement that \
                 happens at once before the effect, and one that happens later in a rule: `after NAME always { ... }`"
            }
            ("modify", _) if is_number(self.before(1)) && self.before(1).contains('.') => {
                "numbers are whole; only lengths and angles have decimals. For one and a half times, write \
                 `* 3` in this rule and `/ 2` in a second one"
            }
            ("modify", found) if self.wants(Rule::plus_minus) && found.starts_with('"') => {
                "remove the label: a modifier applies by itself, so nobody is asked"
            }
            ("modify", "to" | "by" | "=") if self.wants(Rule::plus_minus) => {
                return Some(self.modifier(self.text(self.at + 1)));
            }
            ("modify", number) if self.wants(Rule::plus_minus) && is_number(number) => {
                return Some(self.modifier(number));
            }
            ("set", "on") if self.wants(Rule::k_to) => {
                "give or take tokens: `give 1 TOKEN to X`, `take 1 TOKEN from X`, `take all TOKEN from X`"
            }
            ("add", "on") => "to give tokens, write `give 1 TOKEN to X`",
            ("add", name) if self.wants(Rule::k_to) && is_number(self.before(1)) => {
                return Some(format!(
                    "to give tokens, write `give {} {name} to X`",
                    self.before(1)
                ));
            }
            ("start", _) if self.wants(Rule::k_until) => {
                "say how long it lasts: `until after NAME`, or `until the game ends`"
            }
            ("start", "end") if self.wants(Rule::moment) || self.wants(Rule::k_game) => {
                "write `until after NAME`, with the name of a procedure or step; or `until the game ends`"
            }
            ("start", "next") if self.wants(Rule::moment) => "write `until after next NAME`",
            ("choose", "to") if self.wants(Rule::k_by) => {
                "a choice is made from a set: list the numbers, as in `from [1, 2, 3]`"
            }
            ("may", question)
                if self.wants(Rule::k_by) && question.starts_with('"') && question.len() < 60 =>
            {
                return Some(format!(
                    "add who decides: `may by owner of you {question} {{ ... }}`"
                ));
            }
            ("choose" | "may", _) if self.wants(Rule::k_by) && !self.wants(Rule::k_cost) => {
                "add who decides, and the question: `by owner of you \"Which one?\"`"
            }
            ("choose" | "may", "{") if self.wants(Rule::quoted) => {
                "write the question, in quotes: `\"Which one?\"`"
            }
            ("choose", "or") if self.before(1) == "secretly" => {
                "`or none` comes first: `... \"Which one?\" or none secretly { ... }`"
            }
            ("choose", "secretly") => {
                "only a choice from a set can be secret: `choose x from SET ... secretly`"
            }
            ("choose" | "for", _) if self.wants(Rule::k_else) => {
                "add what happens if there is no such place; if nothing happens, write `else { }`"
            }
            ("if", "then") => "leave `then` out: `if CONDITION { ... }`",
            ("if", _) if self.wants(Rule::p_open) || self.wants(Rule::block) => {
                "write the statements in braces: `if CONDITION { ... }`"
            }
            ("card", _) if self.wants(Rule::k_on) => {
                "add what holds the card: `card NAME on KIND { }`, for example `on player`"
            }
            (_, ".") if self.before(2) == "per" => {
                "a limit counts runs of a whole procedure, not of a step: write `once per NAME`"
            }
            ("after", _) if self.is_change() && self.asks() => {
                let (window, what) = (self.before(2), self.before(1));
                return Some(format!(
                    "a condition begins with `when`: `after {window} when {what} {found} ...`"
                ));
            }
            (_, "else") if is_start => {
                "remove `else`: only a rule with `may` can have one, for when the player declines"
            }
            (_, "once" | "twice" | "never" | "may" | "cost") if is_start => {
                "a rule with `modify`, `replace`, `forbid` or `allow` applies whenever its condition is \
                 true; for a limit, a cost or a choice, write an ability that starts an effect, and put this rule into the effect"
            }
            (_, "when" | "during" | "whenever" | "while" | "if") if is_start => {
                "a rule begins with its window: `after NAME when ...`; a rule that always applies begins \
                 with `modify`, `replace` or `forbid`"
            }
            _ => return None,
        };
        Some(help.to_owned())
    }

    /// Whether what changes could go on here.
    fn is_change(&self) -> bool {
        let changes = [
            Rule::change,
            Rule::change_of,
            Rule::whom,
            Rule::verb,
            Rule::passes,
        ];
        changes.into_iter().any(|rule| self.wants(rule))
    }

    /// Whether the fault is a word that only a condition has.
    fn asks(&self) -> bool {
        const QUESTIONS: [&str; 8] = ["is", "in", "=", ">", "<", ">=", "<=", "and"];
        QUESTIONS.contains(&self.found())
    }

    fn modifier(&self, amount: &str) -> String {
        let value = self.before(1);
        format!(
            "to add, write `modify {value} + {amount} when ...`; to set the value, write `replace {value} \
             with {amount} when ...`"
        )
    }
}

/// The statement to write, if all of its parts are certain.
fn exactly(verb: &str, amount: &str, what: &str, word: &str, whose: Option<&str>) -> Option<String> {
    let whose = whose?;
    match (verb, word, what) {
        ("subtract" | "deduct", "from", "") => Some(format!("add - {amount} to {whose}")),
        ("remove" | "lose" | "discard" | "spend" | "drop", "from", what) if is_name(what) => {
            Some(format!("take {amount} {what} from {whose}"))
        }
        ("put" | "place" | "assign" | "grant", "to" | "on", what) if is_name(what) => {
            Some(format!("give {amount} {what} to {whose}"))
        }
        ("increase" | "raise", "by", what) if !what.is_empty() => Some(format!("add {whose} to {what}")),
        ("decrease" | "reduce" | "lower", "by", what) if !what.is_empty() => {
            Some(format!("add - {whose} to {what}"))
        }
        _ => None,
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains(' ')
}

fn filled(pattern: &str, amount: &str, what: &str, whose: Option<&str>) -> String {
    let what = if is_name(what) { what } else { "TOKEN" };
    let filled = pattern.split('`').enumerate().map(|(at, part)| match at % 2 {
        0 => part.to_owned(),
        _ => part
            .split(' ')
            .map(|word| match word {
                "#" => amount,
                "T" => what,
                "X" => whose.unwrap_or("you"),
                other => other,
            })
            .collect::<Vec<_>>()
            .join(" "),
    });
    filled.collect::<Vec<_>>().join("`")
}
