//! The form of a piece of code. The grammar tells it: no row has to say it.

use super::patched::Patched;
use super::piece::words;
use cardwright_documents::document::{At, Entries, Fact, from_yaml};
use cardwright_dsl::{is_reserved, parse_block, parse_expr, parse_items};
use serde::Serialize;

/// The form of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Complete rules.
    Rule,
    /// The head of a rule, whose braces are not written.
    Moment,
    /// Clauses between the head of a rule and its braces: `once per round`.
    Gate,
    /// A statement, or its head.
    Statement,
    /// A question; or a core call, which happens.
    Question,
    /// A name.
    Name,
    /// Facts of an entry, or named arguments.
    Facts,
    /// A word of the language.
    Word,
}

/// A piece of code with what makes it whole: rows leave out what a card adds.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pub(super) form: Form,
    pub(super) code: Patched,
}

/// The text in the place of a condition.
const ALWAYS: &str = " always";
/// The words with which a rule says when.
const ASKS_WHEN: [&str; 2] = ["when", "always"];
/// Text that may be left out behind the heads of rules, statements and choices.
const BEHIND_RULES: [&str; 2] = ["", ALWAYS];
const BEHIND_STATEMENTS: [&str; 4] = [
    "",
    " { }",
    " \"Which?\" { }",
    " by controller of you \"Which?\" { }",
];
const BEHIND_GATES: [&str; 3] = ["", " \"Which?\"", " by controller of you \"Which?\""];

impl Whole {
    /// The form of a code, and the code completed so that it parses; `None` if it is no code.
    pub(super) fn of(code: &Patched) -> Option<Self> {
        let start = code.text.len() - code.text.trim_start().len();
        let code = code.part(start..code.text.trim_end().len().max(start));
        if is_name(&code.text) {
            let form = if is_reserved(&code.text) {
                Form::Word
            } else {
                Form::Name
            };
            return Some(Self { form, code });
        }
        let whole = |form, code| Some(Self { form, code });
        let says_when = ASKS_WHEN.iter().any(|word| has_word(&code.text, word));
        let within = || always_within(&code).filter(|_| !says_when);
        if let Some(code) = within().or_else(|| first_that(&code, &BEHIND_RULES, reads_items)) {
            return whole(Form::Rule, code);
        }
        let bare = without_braces(&code);
        if facts(&bare.text).is_some() {
            return whole(Form::Facts, bare);
        }
        let behind = if says_when { " { }" } else { " always { }" };
        if let Some(code) = first_that(&code, &[behind], reads_items) {
            return whole(Form::Moment, code);
        }
        if parse_expr(&code.text).is_ok() {
            return whole(Form::Question, code);
        }
        let statement = |text: &str| {
            let (block, faults) = parse_block(text);
            !block.statements.is_empty() && faults.is_empty()
        };
        if let Some(code) = first_that(&bare, &BEHIND_STATEMENTS, statement) {
            return whole(Form::Statement, code);
        }
        let gate = |text: &str| reads_items(&format!("at a.b \"Name\" {text} {{ }}"));
        first_that(&code, &BEHIND_GATES, gate).and_then(|code| whole(Form::Gate, code))
    }
}

fn reads_items(text: &str) -> bool {
    let (items, faults) = parse_items(text);
    !items.is_empty() && faults.is_empty()
}

/// A code with the first of these endings with which it reads.
fn first_that(code: &Patched, behind: &[&str], reads: impl Fn(&str) -> bool) -> Option<Patched> {
    let place = code.place(0..code.text.len());
    let found = behind.iter().find(|end| reads(&format!("{}{end}", code.text)))?;
    let mut whole = code.clone();
    whole.instead(found, place);
    Some(whole)
}

/// Words that begin a rule that acts at a moment.
const AT_MOMENTS: [&str; 4] = ["at ", "before ", "after ", "instead of "];

/// A rule at a moment that leaves out its condition before its braces.
fn always_within(code: &Patched) -> Option<Patched> {
    let brace = code.text.find('{')?;
    AT_MOMENTS.iter().find(|word| code.text.starts_with(**word))?;
    let mut whole = code.part(0..brace);
    whole.instead(ALWAYS, code.place(0..code.text.len()));
    whole.join(&code.part(brace..code.text.len()));
    reads_items(&whole.text).then_some(whole)
}

fn without_braces(code: &Patched) -> Patched {
    let text = &code.text;
    let is_block = text.starts_with('{') && text.ends_with('}') && text.len() > 1;
    if is_block {
        code.part(1..text.len() - 1)
    } else {
        code.clone()
    }
}

fn has_word(code: &str, word: &str) -> bool {
    words(code).into_iter().any(|range| &code[range] == word)
}

/// The facts that a code gives.
pub(super) fn facts(code: &str) -> Option<Entries<At<Fact>>> {
    let key = code
        .trim()
        .split_once(':')
        .filter(|(_, value)| value.starts_with(char::is_whitespace));
    let is_key = key.is_some_and(|(key, _)| is_name(key) && !key.contains('.'));
    is_key.then(|| from_yaml(&format!("{{{code}}}")).ok()).flatten()
}

/// Whether a text is one name, or a step of a procedure.
fn is_name(text: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|letter: char| letter.is_ascii_lowercase())
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    text.split('.').count() <= 2 && text.split('.').all(is_part)
}

/// The mark for the code of rows in the rule of a setting.
pub(super) const MARK: &str = "CODE";

/// A piece in the rule of a setting, in each way in which it can stand there.
pub(super) fn around(piece: &Whole, rule: Option<&Patched>) -> Vec<Patched> {
    let code = &piece.code;
    match piece.form {
        Form::Rule | Form::Moment | Form::Facts => return vec![code.clone()],
        Form::Word => return Vec::new(),
        Form::Gate | Form::Statement | Form::Question | Form::Name => {}
    }
    let Some(rule) = rule else { return Vec::new() };
    let Some(mark) = rule.text.find(MARK) else {
        return Vec::new();
    };
    let (before, after) = (rule.part(0..mark), rule.part(mark + MARK.len()..rule.text.len()));
    let place = code.place(0..code.text.len());
    let within = |open: &str, close: &str| {
        let mut out = before.clone();
        out.instead(open, place.clone());
        out.join(code);
        out.instead(close, place.clone());
        out.join(&after);
        out
    };
    let is_block = before.text.trim_end().ends_with(['{', '}']);
    match (piece.form, is_block) {
        (Form::Statement, true) => vec![within("", "")],
        (Form::Question, true) => vec![within("let it = (", ")"), within("", "")],
        (Form::Name, true) => vec![within("let it = (", ")")],
        (Form::Question | Form::Name, false) => vec![within("(", ")")],
        (Form::Gate, true) => gated(code, &before).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A gate in the place of the braces of a rule.
fn gated(code: &Patched, before: &Patched) -> Option<Patched> {
    let place = code.place(0..code.text.len());
    let head = before.part(0..before.text.rfind('{')?);
    let bare = head.text.trim_end().strip_suffix(ALWAYS.trim());
    let mut out = Patched::default();
    // What may be declined has a name, behind the window.
    let behind = head
        .text
        .match_indices(' ')
        .nth(1)
        .map_or(head.text.len(), |(at, _)| at);
    let has_name = head.text.contains('"') || !has_word(&code.text, "may");
    out.join(&head.part(0..behind));
    if !has_name {
        out.instead(" \"Name\"", place.clone());
    }
    match code.text.strip_prefix("when ") {
        Some(rest) => {
            out.join(&head.part(behind..bare.map_or(head.text.len(), str::len).max(behind)));
            out.instead(if bare.is_some() { " when " } else { " and " }, place.clone());
            out.join(&code.part(code.text.len() - rest.len()..code.text.len()));
        }
        None => {
            out.join(&head.part(behind..head.text.len()));
            out.join(code);
        }
    }
    out.instead(" { }", place);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(code: &str) -> Patched {
        let mut text = Patched::default();
        text.same(code, 0);
        text
    }

    #[test]
    fn the_grammar_tells_what_a_piece_is() {
        let forms = [
            ("modify dice + 1 when attacker is you", Form::Rule),
            ("forbid act", Form::Rule),
            ("after attack { end attack }", Form::Rule),
            ("define far (c: goat): yes-no = c is not you", Form::Rule),
            ("after attack when attacker is you", Form::Moment),
            ("before round.graze", Form::Moment),
            ("once per round", Form::Gate),
            ("never within itself", Form::Gate),
            ("choosing s from everyone", Form::Gate),
            ("run suffer(c, 1)", Form::Statement),
            ("{ run suffer(c, 1) }", Form::Statement),
            ("until after attack { forbid act always }", Form::Statement),
            ("choose c from everyone", Form::Statement),
            ("range-between(you, c) = 1", Form::Question),
            ("attack-dice", Form::Name),
            ("attack.roll", Form::Name),
            ("may", Form::Word),
            ("slot: horn, also-fits: [monster, heroic]", Form::Facts),
        ];
        for (code, form) in forms {
            assert_eq!(Whole::of(&text(code)).map(|one| one.form), Some(form), "{code}");
        }
        for code in ["= 1", "is on-ground", "take 1 apple from"] {
            assert!(Whole::of(&text(code)).is_none(), "{code}");
        }
    }

    fn put(code: &str, rule: &str) -> Vec<String> {
        let whole = Whole::of(&text(code)).expect("it is code");
        around(&whole, Some(&text(rule)))
            .into_iter()
            .map(|one| one.text)
            .collect()
    }

    #[test]
    fn pieces_stand_where_their_form_can_stand() {
        let rule = "at attack.roll when attacker is you { CODE }";
        assert_eq!(
            put("end attack", rule),
            ["at attack.roll when attacker is you { end attack }"]
        );
        assert_eq!(
            put("hits > 0", rule)[0],
            "at attack.roll when attacker is you { let it = (hits > 0) }"
        );
        assert_eq!(
            put("when hits > 0 may", rule),
            ["at attack.roll \"Name\" when attacker is you  and hits > 0 may { }"]
        );
        let always = "at attack.roll always { CODE }";
        assert_eq!(
            put("when hits > 0", always),
            ["at attack.roll  when hits > 0 { }"]
        );
        assert_eq!(
            put("once per round", always),
            ["at attack.roll always once per round { }"]
        );
        let value = "modify dice + 1 when CODE";
        assert_eq!(put("a = b", value), ["modify dice + 1 when (a = b)"]);
        assert!(put("end attack", value).is_empty());
    }
}
