//! The findings in one function, in the order of evaluation; questions that were asked on the way to an
//! answer stand inside of it.

use super::{Finding, Location};
use cardwright_bytecode::pack::SourceRef;

/// The most findings kept of one question; the rest is left out, and counted.
const MOST_FINDINGS: usize = 24;

/// A finding, and where it stands among others.
pub(super) struct Noted {
    pub(super) place: SourceRef,
    pub(super) is_question: bool,
    pub(super) finding: Finding,
}

/// The findings so far, in the order of evaluation.
#[derive(Default)]
pub(super) struct Found {
    noted: Vec<Noted>,
    left_out: usize,
}

impl Found {
    /// Adds what was found, as long as there is room; for what decides there is: what says no, or is hidden.
    pub(super) fn add(&mut self, noted: Noted) {
        if self.noted.len() >= MOST_FINDINGS {
            self.left_out += 1;
            let decides = |noted: &Noted| noted.finding.holds != Some(true);
            if !decides(&noted) || self.noted.last().is_some_and(decides) {
                return;
            }
            self.noted.pop();
        }
        self.noted.push(noted);
    }

    /// Puts what was asked on the way to a question's answer inside of it.
    pub(super) fn answer(&mut self, place: SourceRef, mut finding: Finding) {
        let is_part =
            |noted: &Noted| place.holds(&noted.place) && !(noted.is_question && noted.place == place);
        let first = self.noted.iter().rposition(|noted| !is_part(noted));
        let parts = self.noted.split_off(first.map_or(0, |at| at + 1));
        if !parts.is_empty() {
            let left_out = std::mem::take(&mut self.left_out);
            finding.inside.extend(more(left_out, &finding.at));
        }
        for Noted {
            place: at,
            finding: part,
            ..
        } in parts
        {
            if at == place {
                finding.inside.extend(part.inside);
                finding.statements.extend(part.statements);
                finding.value = part.value.or(finding.value);
            } else {
                finding.inside.push(part);
            }
        }
        self.add(Noted {
            place,
            is_question: true,
            finding,
        });
    }

    /// The findings, and a note if some were left out.
    pub(super) fn closed(self) -> Vec<Finding> {
        let last = self.noted.last().map(|noted| noted.finding.at.clone());
        let more = more(self.left_out, &last.unwrap_or_default());
        let findings = self.noted.into_iter().map(|noted| noted.finding);
        findings.chain(more).collect()
    }
}

fn more(left_out: usize, at: &Location) -> Option<Finding> {
    let text = || format!("{left_out} more questions");
    (left_out > 0).then(|| Finding::plain(text(), at.clone(), true))
}
