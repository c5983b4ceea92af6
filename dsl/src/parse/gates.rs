//! Mistakes in the gate of a rule: a clause in the wrong place, and choices that belong in a body.

use super::Rule;
use super::fault::{Fault, FaultKind};
use super::spoken::Look;
use super::tokens::TokenKind;
use super::words::GATE_WORDS;
use crate::ast::Span;

/// The order of the clauses.
const ORDER: &str = "write the clauses of a gate in this order: `when …` or `always`, `choosing … from …`, \
`once per …`, `for …`, `never within itself`, `may`, `cost { … }`";

impl Look<'_> {
    /// A choice in a gate that stands in a body, or the other way round.
    pub(super) fn choice(&self) -> Option<Fault> {
        self.other_choice().or_else(|| self.choice_elsewhere())
    }

    /// `choosing up to 2 ...`: only one member of a set is chosen by a gate.
    fn other_choice(&self) -> Option<Fault> {
        let before = self.tokens.get(..self.at)?;
        let since = before
            .iter()
            .rposition(|token| matches!(self.text_of(token), "{" | "}" | "choosing"))
            .filter(|&at| self.text_of(&self.tokens[at]) == "choosing")?;
        let words: Vec<&str> = self.tokens[since + 1..=self.at]
            .iter()
            .filter(|token| token.kind != TokenKind::Comment)
            .map(|token| self.text_of(token))
            .collect();
        let is_number = self.tokens[self.at].kind == TokenKind::Number;
        let form = match words[..] {
            ["up", "to"] => "choose up to 2 some from SET by WHO \"Which?\" { … }",
            ["any"] => "choose any number some from SET by WHO \"Which?\" { … }",
            ["("] => "choose 2 some from SET by WHO \"Which?\" { … }",
            [_] if is_number => "choose 2 some from SET by WHO \"Which?\" { … }",
            ["one", "by"] => "choose one by WHO \"What?\" { \"This\" when … { … } }",
            [_, "for"] => "choose place for PIECE inside … by WHO \"Where?\" { … } else { … }",
            [.., "in"] | [.., "in", "order"] => "choose 2 some from SET in order by WHO \"Which?\" { … }",
            [.., "or"] | [.., "or", "none", _] => "choose one from SET by WHO \"Which?\" or none { … }",
            [.., "secretly"] => "choose one from SET by WHO \"Which?\" secretly { … }",
            _ => return None,
        };
        let form = form.replace("choose one from", &format!("choose {} from", words.first()?));
        let fault = Fault::at(
            self.tokens[self.at].span,
            "`choosing` always chooses exactly one member of a set",
        );
        Some(fault.help(format!(
            "write the choice in the body: `{form}`; in the gate, write `when any of SET`"
        )))
    }

    /// `choose` in a gate, `choosing` in a body.
    fn choice_elsewhere(&self) -> Option<Fault> {
        let wants_statement = self.positives.contains(&Rule::statement);
        let wants_clause = self.positives.contains(&Rule::choosing);
        let (message, put) = match self.text_of(&self.tokens[self.at]) {
            "choosing" if wants_statement => ("in the body of a rule, the word is `choose`", "choose"),
            "choose" if wants_clause && !wants_statement => (
                "in the gate of a rule, the word is \
             `choosing`",
                "choosing",
            ),
            _ => return None,
        };
        let fault = Fault::at(self.tokens[self.at].span, message).kind(FaultKind::UnknownKeyword);
        Some(fault.help(format!("write `{put}`")).fix(put))
    }

    /// `during` behind the label or in the gate: it belongs to the window.
    pub(super) fn during(&self) -> Option<Fault> {
        let procedure = self.tokens.get(self.at + 1)?;
        let is_it = self.text_of(&self.tokens[self.at]) == "during" && procedure.kind == TokenKind::Word;
        let gate = [Rule::when, Rule::block, Rule::p_open];
        if !is_it || !self.positives.iter().any(|rule| gate.contains(rule)) {
            return None;
        }
        let called = self.tokens.get(self.at + 2..self.at + 4).unwrap_or_default();
        let called = called
            .first()
            .filter(|word| self.text_of(word) == "as")
            .and(called.last());
        let (start, end) = (self.tokens[self.at].span, called.unwrap_or(procedure).span);
        let said = &self.source[start.start..end.end];
        let fault = Fault::at(start, "`during` belongs right after the window").kind(FaultKind::GateOrder);
        let label = self.at.checked_sub(1).map(|at| &self.tokens[at]);
        Some(match label.filter(|label| self.text_of(label).starts_with('"')) {
            Some(label) => {
                let put = format!("{said} {}", self.text_of(label));
                let mut fault = fault.help(format!("write `{put}`")).fix(put);
                fault.span = Span {
                    start: label.span.start,
                    end: end.end,
                };
                fault
            }
            None => fault.help(format!("write `after WINDOW {said} when …`")),
        })
    }

    /// A clause that stands behind one that it comes before.
    pub(super) fn out_of_order(&self) -> Option<Fault> {
        let wants = |rules: &[Rule]| self.positives.iter().any(|rule| rules.contains(rule));
        let text = self.text_of(&self.tokens[self.at]);
        let is_gate = wants(&[Rule::block, Rule::p_open]) && !wants(&[Rule::statement]);
        (GATE_WORDS.contains(&text) && is_gate).then(|| {
            let message = format!("`{text}` is in the wrong place in the gate");
            let fault = Fault::at(self.tokens[self.at].span, message).kind(FaultKind::GateOrder);
            match self.in_order() {
                Some((span, put)) => {
                    let mut fault = fault.help(format!("write `{}`", one_line(&put))).fix(put);
                    fault.span = span;
                    fault
                }
                None => fault.help(ORDER),
            }
        })
    }

    /// The gate with its clauses in their order; nothing if one of them is there twice or a comment lies between them.
    fn in_order(&self) -> Option<(Span, String)> {
        let (clauses, end) = self.clauses(self.first_clause()?)?;
        let ends = clauses.iter().skip(1).map(|clause| clause.1).chain([end]);
        let text = |(&(rank, start), end): (&(usize, usize), usize)| {
            (
                rank,
                &self.source[self.tokens[start].span.start..self.tokens[end - 1].span.end],
            )
        };
        let mut texts: Vec<(usize, &str)> = clauses.iter().zip(ends).map(text).collect();
        texts.sort_by_key(|text| text.0);
        if texts.windows(2).any(|two| two[0].0 == two[1].0) {
            return None;
        }
        // On one line or each on its own, as they stood.
        let second = clauses.get(1)?.1;
        let between = self.tokens[second - 1].span.end..self.tokens[second].span.start;
        let texts: Vec<&str> = texts.iter().map(|text| text.1).collect();
        let span = Span {
            start: self.tokens[clauses[0].1].span.start,
            end: self.tokens[end - 1].span.end,
        };
        Some((span, texts.join(&self.source[between])))
    }

    /// The first clause of the gate, which begins behind the head of its rule.
    fn first_clause(&self) -> Option<usize> {
        let (mut depth, mut first) = (0, None);
        for at in (0..=self.at).rev() {
            match self.text_of(&self.tokens[at]) {
                "}" | ")" => depth += 1,
                "{" | "(" if depth == 0 => break,
                "(" => depth -= 1,
                // The braces of a cost belong to the gate; others are the body of the rule before.
                "{" if self.is_cost(at) => depth -= 1,
                "{" => break,
                "after" | "before" | "instead" | "at" if depth == 0 => break,
                _ if depth == 0 && self.rank(at).is_some() => first = Some(at),
                _ => {}
            }
        }
        first
    }

    /// The clauses from the first one on, by rank and place, and where the body begins; nothing if a comment would be lost.
    fn clauses(&self, first: usize) -> Option<(Vec<(usize, usize)>, usize)> {
        let (mut depth, mut clauses) = (0, Vec::new());
        for at in first..self.tokens.len() {
            if self.tokens[at].kind == TokenKind::Comment {
                return None;
            }
            match self.text_of(&self.tokens[at]) {
                "{" if depth == 0 && !self.is_cost(at) => return Some((clauses, at)),
                "{" | "(" => depth += 1,
                "}" | ")" => depth -= 1,
                _ if depth == 0 => clauses.extend(self.rank(at).map(|rank| (rank, at))),
                _ => {}
            }
        }
        None
    }

    /// Whether a brace opens the list of a cost.
    fn is_cost(&self, brace: usize) -> bool {
        let before = brace.checked_sub(1).map(|at| self.text_of(&self.tokens[at]));
        before == Some("cost")
    }

    /// Which clause of a gate begins here, by its place in the order.
    fn rank(&self, at: usize) -> Option<usize> {
        let text = |at: usize| self.tokens.get(at).map_or("", |token| self.text_of(token));
        Some(match (text(at), text(at + 1)) {
            ("when" | "always", _) => 0,
            ("choosing", _) => 1,
            ("once" | "twice", "per") => 2,
            (_, "times") if text(at + 2) == "per" => 2,
            ("never", "within") => 3,
            ("may", _) => 4,
            ("cost", "{") => 5,
            _ => return None,
        })
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}
