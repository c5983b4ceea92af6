//! What goes wrong in the gate of a rule: a clause in the wrong place, and choices that stand in a body.

use super::Rule;
use super::fault::{Fault, FaultKind};
use super::spoken::Look;
use super::tokens::TokenKind;
use super::words::GATE_WORDS;
use crate::ast::Span;

/// The order of the clauses.
const ORDER: &str = "a gate has one order: `when …` or `always`, `choosing … from …`, `once per …`, `for …`, \
                     `never within itself`, `may`, `cost { … }`";

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
            "`choosing` takes exactly one member of a set, and must take one",
        );
        Some(fault.help(format!(
            "write the choice in the body: `{form}`; the gate then asks `when any of SET`"
        )))
    }

    /// `choose` in a gate, `choosing` in a body.
    fn choice_elsewhere(&self) -> Option<Fault> {
        let wants_statement = self.positives.contains(&Rule::statement);
        let wants_clause = self.positives.contains(&Rule::choosing);
        let (message, put) = match self.text_of(&self.tokens[self.at]) {
            "choosing" if wants_statement => ("in a body the word is `choose`", "choose"),
            "choose" if wants_clause && !wants_statement => ("in a gate the word is `choosing`", "choosing"),
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
        let fault = Fault::at(start, "`during` stands right behind the window").kind(FaultKind::GateOrder);
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
            let message = format!("`{text}` does not belong here in the gate");
            let fault = Fault::at(self.tokens[self.at].span, message).kind(FaultKind::GateOrder);
            fault.help(ORDER)
        })
    }
}
