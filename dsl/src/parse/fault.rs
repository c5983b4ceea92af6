//! Faults: what is wrong with a text, said to a designer.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::Rule;
use super::alphabet;
use super::habits::{HABITS, bad_mark, bad_number, habit, unseen_letter};
use super::spoken::{Look, foreign_unit};
use super::tokens::{Bad, Token, TokenKind, Tokens, kebab};
use super::words::{ITEM_WORDS, RESERVED, STATEMENT_WORDS, continues, describe};
use crate::ast::Span;

/// The most alternatives that a message lists.
const MOST_ALTERNATIVES: usize = 5;
/// The help for a rule without a condition.
const SAY_WHEN: &str = "say when it applies: `when …`, or `always`";

/// The kind of a fault; each has a page of its own for designers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FaultKind {
    /// Something stands where the grammar expects something else.
    #[default]
    Unexpected,
    /// A brace or parenthesis is never closed.
    Unclosed,
    /// A brace or parenthesis closes nothing.
    Stray,
    /// A quote has no end on its line.
    UnclosedQuote,
    /// A name with capitals, underscores or stray hyphens.
    BadName,
    /// A number with letters after it, too many digits, or decimals without a unit.
    BadNumber,
    /// A mark of other languages.
    ForeignMark,
    /// A word that begins no declaration, rule or statement.
    UnknownKeyword,
    /// A word of the language where a name is asked for.
    Reserved,
    /// A part of a gate in the wrong order.
    GateOrder,
    /// The text ends too early.
    CutShort,
    /// The text is nested too deep or too large.
    TooDeep,
    /// A rule that does not say when it applies.
    NoCondition,
    /// Dice rolled where no value can be kept.
    RollElsewhere,
    /// A part that may stand once stands twice.
    Twice,
}

/// A mistake in a text: its message, its place, and advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of mistake.
    pub kind: FaultKind,
    /// The bytes of the source that are at fault.
    pub span: Span,
    /// The message, in lower case.
    pub message: String,
    /// The advice, if it is clear.
    pub help: Option<String>,
    /// The text to write in place of the span, if that is certain to mend it.
    pub fix: Option<String>,
    /// The name that the declaration gives which could not be read.
    pub declares: Option<String>,
}

impl Fault {
    pub(crate) fn new(start: usize, end: usize, message: impl Into<String>) -> Fault {
        Fault::at(Span { start, end }, message)
    }

    pub(crate) fn at(span: Span, message: impl Into<String>) -> Fault {
        Fault {
            kind: FaultKind::Unexpected,
            span,
            message: message.into(),
            help: None,
            fix: None,
            declares: None,
        }
    }

    pub(crate) fn kind(mut self, kind: FaultKind) -> Fault {
        self.kind = kind;
        self
    }

    pub(super) fn fix(mut self, put: impl Into<String>) -> Fault {
        self.fix = Some(put.into());
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }
}

/// The fault that the grammar found in the text from token `from` on.
pub(super) fn from_grammar(tokens: &Tokens<'_>, from: usize, error: &Error<Rule>) -> Fault {
    let (InputLocation::Pos(place) | InputLocation::Span((place, _))) = error.location;
    let at = from + place / alphabet::BYTES;
    let (source, all) = (tokens.source, tokens.all.as_slice());
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        let start = tokens.code(from).map_or(0, |token| token.span.start);
        let fault = Fault::new(start, start, "this is nested too deeply").kind(FaultKind::TooDeep);
        return fault.help("move the inner part into a `define`");
    };
    let Some(first) = tokens.code(from) else {
        return at_the_end(source, &[], positives);
    };
    let place = |at: usize| tokens.code.get(at).copied();
    let unit = [from, at].into_iter().filter_map(place);
    if let Some(fault) = unit.into_iter().find_map(|at| foreign_unit(source, all, at)) {
        return fault;
    }
    match tokens.code(at) {
        None => at_the_end(source, &all[tokens.code[from]..], positives),
        Some(token) if token.kind == TokenKind::Bad(Bad::Quote) => unexpected(source, all, token, positives),
        Some(token) => unknown_start(source, first, token, positives).unwrap_or_else(|| {
            let likely = without_label(source, first, token, positives);
            unexpected(source, all, token, &likely)
        }),
    }
}

/// Any word could begin `NAME "Label" …`; after a word of the language a label is no likely way to go on.
fn without_label(source: &str, first: &Token, found: &Token, positives: &[Rule]) -> Vec<Rule> {
    let is_likely = !is_second(source, first, found) || !ITEM_WORDS.contains(&first.text(source));
    let others = positives
        .iter()
        .copied()
        .filter(|expected| *expected != Rule::quoted || is_likely);
    let others: Vec<Rule> = others.collect();
    if others.is_empty() {
        positives.to_vec()
    } else {
        others
    }
}

fn is_second(source: &str, first: &Token, found: &Token) -> bool {
    first.span.start < found.span.start && source[first.span.end..found.span.start].trim().is_empty()
}

/// `NAME` begins `NAME "Label" …`; if no label follows, it is more likely a misspelt word.
fn unknown_start(source: &str, first: &Token, found: &Token, positives: &[Rule]) -> Option<Fault> {
    let text = first.text(source);
    let is_second = is_second(source, first, found);
    if !is_second || !positives.contains(&Rule::quoted) || ITEM_WORDS.contains(&text) {
        return None;
    }
    let fault = Fault::at(
        first.span,
        format!("expected a declaration or a rule, found `{text}`"),
    )
    .kind(FaultKind::UnknownKeyword);
    if let Some((_, help)) = HABITS.iter().find(|(word, _)| *word == text) {
        return Some(fault.help(*help));
    }
    Some(match closest(text, &ITEM_WORDS) {
        Some(word) => fault.help(did_you_mean(word)),
        None => fault,
    })
}

/// The text ends too early: most often a brace was left open.
fn at_the_end(source: &str, read: &[Token], positives: &[Rule]) -> Fault {
    if let Some(open) = unclosed(source, read) {
        return never_closed(source, open);
    }
    let last = read.iter().rev().find(|token| token.kind != TokenKind::Comment);
    let span = last.map_or(
        Span {
            start: source.len(),
            end: source.len(),
        },
        |token| token.span,
    );
    let message = format!("the text ends here, but {} must follow", alternatives(positives));
    let fault = Fault::at(span, message);
    match positives.contains(&Rule::when) {
        true => fault.kind(FaultKind::NoCondition).help(SAY_WHEN),
        false => fault.kind(FaultKind::CutShort),
    }
}

/// The innermost brace or parenthesis that these tokens leave open.
pub(super) fn unclosed<'t>(source: &str, tokens: &'t [Token]) -> Option<&'t Token> {
    let mut open = Vec::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Mark) {
        match token.text(source) {
            "{" | "(" | "[" => open.push(token),
            "}" | ")" | "]" => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

pub(super) fn never_closed(source: &str, open: &Token) -> Fault {
    let text = open.text(source);
    let closing = match text {
        "{" => "}",
        "[" => "]",
        _ => ")",
    };
    let fault = Fault::at(open.span, format!("`{text}` is never closed")).kind(FaultKind::Unclosed);
    fault.help(format!("write `{closing}` where it ends"))
}

fn unexpected(source: &str, tokens: &[Token], token: &Token, positives: &[Rule]) -> Fault {
    let text = token.text(source);
    let look = tokens.iter().position(|other| other.span == token.span);
    let look = look.map(|at| Look {
        source,
        tokens,
        at,
        positives,
    });
    if let Some(fault) = look.as_ref().and_then(Look::changed) {
        return fault;
    }
    if let TokenKind::Bad(bad) = token.kind {
        return bad_token(token, text, bad);
    }
    if let Some(fault) = look.as_ref().and_then(Look::during) {
        return fault;
    }
    if let Some(fault) = look.as_ref().and_then(Look::choice) {
        return fault;
    }
    if let Some(fault) = habit(source, tokens, token, positives) {
        return fault;
    }
    if let Some(fault) = look.as_ref().and_then(Look::meant) {
        return fault;
    }
    if let Some(fault) = bare_call(source, tokens, token, positives) {
        return fault;
    }
    if let Some(fault) = look.as_ref().and_then(Look::out_of_order) {
        return fault;
    }
    let fault = Fault::at(
        token.span,
        format!("expected {}, found `{text}`", alternatives(positives)),
    );
    match advice(source, tokens, token, positives) {
        Some((kind, help)) => fault.kind(kind).help(help),
        None => fault,
    }
}

/// `remove here`, `run suffer me, 1`: what is given to a call stands without its parentheses.
fn bare_call(source: &str, tokens: &[Token], token: &Token, positives: &[Rule]) -> Option<Fault> {
    /// Words before a name with arguments, after which the grammar expects more than a call.
    const CALLS: [&str; 4] = ["can", "run", "start", "offer"];
    let found = tokens.iter().position(|other| other.span == token.span)?;
    let text = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at))
            .map_or("", |token| token.text(source))
    };
    let is_call = positives
        .iter()
        .all(|rule| matches!(rule, Rule::args | Rule::p_lparen));
    // Behind `run NAME` the first argument seems to begin another call.
    let is_later = is_call && CALLS.contains(&text(found.checked_sub(3)));
    let at = if is_later { found - 1 } else { found };
    let first = &tokens[at];
    let name = tokens[..at].last().filter(|name| name.kind == TokenKind::Word)?;
    let is_known = is_later || is_call || CALLS.contains(&text(at.checked_sub(2)));
    let is_misspelt = closest(name.text(source), &STATEMENT_WORDS).is_some();
    if !is_known || is_misspelt || first.breaks > 0 || !is_given(source, first) {
        return None;
    }
    let line = tokens[at + 1..].iter().take_while(|other| other.breaks == 0);
    let line = std::iter::once(first).chain(line);
    let given = line.scan(Given::default(), |given, other| {
        given.goes_on(source, other).then_some(other)
    });
    let end = given.last().map_or(first.span.end, |last| last.span.end);
    let span = Span {
        start: first.span.start,
        end,
    };
    let (name, given) = (
        name.text(source),
        source[span.start..end].trim_end_matches([',', ' ']),
    );
    let fault = Fault::at(span, format!("the arguments of `{name}` belong in parentheses"));
    let fault = fault.help(format!("write `{name}({given})`"));
    Some(fault.fix(format!("({given})")))
}

/// Whether something can be given to a call: a name or a number.
fn is_given(source: &str, token: &Token) -> bool {
    matches!(token.kind, TokenKind::Word | TokenKind::Number) && !RESERVED.contains(&token.text(source))
}

/// The progress of reading the arguments of a call.
#[derive(Default)]
struct Given {
    /// The number of open parentheses.
    depth: usize,
    /// Whether a value has been read, behind which another one belongs to something else.
    is_value: bool,
}

impl Given {
    /// Whether a token on the same line belongs to what is given.
    fn goes_on(&mut self, source: &str, token: &Token) -> bool {
        let text = token.text(source);
        match text {
            "(" => self.depth += 1,
            ")" if self.depth == 0 => return false,
            ")" => self.depth -= 1,
            "," | "of" => self.is_value = false,
            "}" => return false,
            _ if self.depth > 0 => {}
            _ => {
                let is_next = !self.is_value && is_given(source, token);
                self.is_value = true;
                return is_next;
            }
        }
        true
    }
}

fn bad_token(token: &Token, text: &str, bad: Bad) -> Fault {
    match bad {
        Bad::Quote => Fault::at(token.span, "this quote is never closed")
            .kind(FaultKind::UnclosedQuote)
            .help("write `\"` at the end of the text, on the same line"),
        Bad::Name => bad_name(token, text),
        Bad::Number => bad_number(token, text),
        Bad::Mark => bad_mark(token, text),
        Bad::Unseen => unseen_letter(token, text),
    }
}

/// Whether what stands wrong at token `next` goes on from what was read before it: that is only the half of something.
pub(super) fn joins(tokens: &Tokens<'_>, next: usize, fault: &Fault) -> bool {
    const OPERATORS: [&str; 11] = [
        "==", "!=", "<>", "&&", "||", "%", "\u{2260}", "\u{2264}", "\u{2265}", "\u{d7}", "?",
    ];
    tokens.code(next).is_some_and(|token| {
        let text = token.text(tokens.source);
        let is_end = matches!(text, "}" | ")" | "]");
        // It may begin with the number or name before.
        let is_here = fault.span.start <= token.span.start && token.span.start < fault.span.end;
        is_here && !is_end && (token.breaks == 0 || OPERATORS.contains(&text))
    })
}

fn bad_name(token: &Token, text: &str) -> Fault {
    let fault = Fault::at(token.span, format!("`{text}` is not a name")).kind(FaultKind::BadName);
    let suggestion = in_kebab(text);
    match kebab(&suggestion) == suggestion.len() && !suggestion.is_empty() {
        true => fault
            .help(format!(
                "names are written in lowercase letters, digits and `-`: `{suggestion}`"
            ))
            .fix(suggestion),
        false => fault.help(
            "names are written in lowercase letters and digits, with single `-` between \
        them",
        ),
    }
}

/// `hitPoints` and `hit_points` as `hit-points`.
fn in_kebab(text: &str) -> String {
    let mut kebab = String::new();
    for letter in text.chars() {
        let begins_part = letter == '_' || (letter.is_ascii_uppercase() && !kebab.is_empty());
        if begins_part && !kebab.ends_with('-') {
            kebab.push('-');
        }
        kebab.extend((letter != '_').then_some(letter.to_ascii_lowercase()));
    }
    // What was all in capitals has no parts.
    if kebab.split('-').all(|part| part.len() <= 1) {
        return text.to_ascii_lowercase().replace('_', "-");
    }
    kebab
}

/// The kind of the fault and the advice for a token in the wrong place, where they are clear.
fn advice(source: &str, tokens: &[Token], token: &Token, positives: &[Rule]) -> Option<(FaultKind, String)> {
    let text = token.text(source);
    let wants = |rule: Rule| positives.contains(&rule);
    let wants_name = wants(Rule::name) || wants(Rule::known);
    let before = tokens
        .iter()
        .rev()
        .find(|other| other.span.end <= token.span.start);
    if wants(Rule::item) || wants(Rule::rule_item) {
        let help = closest(text, &ITEM_WORDS).map(did_you_mean);
        return help.map(|help| (FaultKind::UnknownKeyword, help));
    }
    if text == "roll" {
        let help = "dice can be rolled only in `let … = roll …` and `set … to roll …`";
        return Some((FaultKind::RollElsewhere, help.to_owned()));
    }
    if text == "run" && !wants(Rule::statement) {
        let help = "give the result a name first: `let done = run NAME(…)`; then use the name: `if done { … \
        }`";
        return Some((FaultKind::Unexpected, help.to_owned()));
    }
    if let (".", Some(before)) = (text, before.filter(|other| other.kind == TokenKind::Word)) {
        let next = tokens.iter().find(|other| other.span.start >= token.span.end);
        let (of, field) = (
            before.text(source),
            next.map_or("FIELD", |next| next.text(source)),
        );
        let help = format!("to read a field, write `{field} of {of}`");
        return Some((FaultKind::Unexpected, help));
    }
    let decimals =
        before.is_some_and(|other| other.kind == TokenKind::Number && other.text(source).contains('.'));
    if text == "." || decimals {
        let help = "decimals need a unit: `2.5 inches`";
        return Some((FaultKind::BadNumber, help.to_owned()));
    }
    if wants(Rule::name) && text.contains('/') {
        let help = "declare the name without an owner; only other documents write `OWNER/NAME`";
        return Some((FaultKind::BadName, help.to_owned()));
    }
    if wants_name && let Some(help) = loose_amount(source, tokens, token) {
        return Some((FaultKind::Unexpected, help));
    }
    let rolled = || {
        let at = tokens.iter().position(|other| other.span == token.span)?;
        (tokens.get(at.checked_sub(2)?)?.text(source) == "roll").then_some(tokens.get(at - 1)?.text(source))
    };
    if wants_name && let Some(die) = rolled() {
        return Some((FaultKind::Unexpected, format!("say how many: `roll 1 {die}`")));
    }
    if wants_name && RESERVED.contains(&text) {
        let help = format!("`{text}` is a word of the language and cannot be a name");
        return Some((FaultKind::Reserved, help));
    }
    if let Some(help) = factor_or_bound(text, before.map(|before| before.text(source)), &wants) {
        return Some((FaultKind::Unexpected, help));
    }
    if wants(Rule::when) {
        return Some((FaultKind::NoCondition, SAY_WHEN.to_owned()));
    }
    let call = wants(Rule::args) || wants(Rule::p_lparen);
    let misspelt = before.filter(|other| other.kind == TokenKind::Word && call)?;
    let help = closest(misspelt.text(source), &STATEMENT_WORDS).map(did_you_mean)?;
    Some((FaultKind::UnknownKeyword, help))
}

/// `modify x * 2 + 1`, `modify x - 3 to a minimum of 1`
fn factor_or_bound(found: &str, before: Option<&str>, wants: &impl Fn(Rule) -> bool) -> Option<String> {
    if wants(Rule::k_at) && before == Some("to") {
        return Some("to limit a modifier, write `to at least 1` or `to at most 6`".to_owned());
    }
    let is_operator = ["+", "-", "*", "/"].contains(&found);
    (is_operator && wants(Rule::when) && wants(Rule::to_least)).then(|| {
        "write a factor of several parts in parentheses: `* (2 + 1)`; to multiply and also add, write two \
         rules"
            .to_owned()
    })
}

/// `give level of x ward to y`: what goes on after the amount belongs into parentheses with it.
fn loose_amount(source: &str, tokens: &[Token], found: &Token) -> Option<String> {
    const VERBS: [&str; 5] = ["give", "take", "spend", "place", "roll"];
    let goes_on = ["of", "on", "in", "+", "-", "*", "/"].contains(&found.text(source));
    let end = tokens.iter().position(|token| token.span == found.span)?;
    let verb = tokens[..end]
        .iter()
        .rposition(|token| VERBS.contains(&token.text(source)))?;
    let amount = tokens.get(verb + 1).filter(|_| goes_on && verb + 1 < end)?;
    let amount = &source[amount.span.start..tokens[end - 1].span.end];
    let verb = tokens[verb].text(source);
    let rest = found.text(source);
    (!amount.contains(['{', '}', '\n'])).then(|| {
        format!(
            "an amount is a number, a name, or an expression in parentheses: `{verb} ({amount} {rest} \
        …) …`"
        )
    })
}

fn did_you_mean(word: &str) -> String {
    format!("did you mean `{word}`?")
}

/// The things that the grammar expected, as a list for a sentence.
pub(super) fn alternatives(positives: &[Rule]) -> String {
    // What could go on an expression is noise where something else must come.
    let goes_on = positives.iter().all(|rule| continues(*rule));
    let mut words: Vec<String> = Vec::new();
    for rule in positives.iter().filter(|rule| goes_on || !continues(**rule)) {
        let word = describe(*rule);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.truncate(MOST_ALTERNATIVES);
    match words.split_last() {
        None => "something else".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// The word that `text` most likely stands for, if one is close enough.
pub(super) fn closest<'w>(text: &str, words: &[&'w str]) -> Option<&'w str> {
    let distances = words.iter().map(|word| (distance(text, word), *word));
    let (distance, word) = distances.min()?;
    (distance > 0 && distance <= word.len().div_ceil(4)).then_some(word)
}

/// How many letters to change, add or remove between two words.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, letter) in from.bytes().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, other) in to.bytes().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}
