//! What a function asks in the words of its text: noted while its code is emitted, for whoever explains a decision or wants to
//! know which answers cases have reached.
//!
//! A question is a condition that the text has: a part of an `and` or `or`, or a whole one, with the `not` in front of it. Its
//! names are told with their values: a local from its own register, anything else from where it was computed.

use super::code::Made;
use super::{FunctionEmitter, small};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::question::{MOST_NAMED, MOST_QUESTIONS, MOST_QUOTED};
use cardwright_bytecode::pack::{Answer, Named, Question};
use cardwright_documents::source::{Location, Sources};
use cardwright_trees::{Expr, ExprKind, LocalId};
use std::sync::Arc;

/// The end of a text that was cut.
const CUT: &str = "…";

/// A condition as it stands in the text.
#[derive(Clone, Copy)]
pub(super) struct Said<'e> {
    /// The condition with every `not` in front of it.
    whole: &'e Expr,
    /// The answer of the whole if the condition is yes.
    holds: bool,
}

impl<'e> Said<'e> {
    /// A condition as it is.
    pub(super) fn plainly(condition: &'e Expr) -> Self {
        Self {
            whole: condition,
            holds: true,
        }
    }

    /// The condition behind the `not`.
    pub(super) fn denied(self) -> Self {
        Self {
            holds: !self.holds,
            ..self
        }
    }
}

/// The beginning of a question.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    /// The number of values that were computed before.
    made: usize,
    /// Its first instruction.
    from: usize,
}

impl FunctionEmitter<'_, '_> {
    /// Here.
    pub(super) fn begun(&self) -> Begun {
        Begun {
            made: self.code.made.len(),
            from: self.code.body.instrs.len(),
        }
    }

    /// Notes that the jump emitted last is taken if a condition is (`yes`) or is not; its parts were computed since `begun`.
    pub(super) fn note_jump(&mut self, said: Said<'_>, yes: bool, begun: Begun) {
        let at = self.code.body.instrs.len().saturating_sub(1);
        self.note(said.whole, Answer::Jump(yes == said.holds), at, begun);
    }

    /// Notes that the value of an expression is there now; its parts were computed since `begun`.
    pub(super) fn note_value(&mut self, expr: &Expr, register: u8, begun: Begun) {
        let at = self.code.body.instrs.len();
        let has_parts = matches!(
            expr.kind,
            ExprKind::And(..)
                | ExprKind::Or(..)
                | ExprKind::If(..)
                | ExprKind::Constant(_)
                | ExprKind::Local(_)
        );
        if expr.ty == Ty::BOOL && !has_parts {
            self.note(expr, Answer::Register(register), at, begun);
        }
        self.code.made.push(Made {
            place: expr.place,
            register,
            at,
        });
    }

    fn note(&mut self, whole: &Expr, answer: Answer, at: usize, begun: Begun) {
        if self.code.body.questions.len() >= MOST_QUESTIONS {
            return;
        }
        let sources = self.shared.sources;
        let text = quoted(sources, whole.place);
        let mut names = Names {
            sources,
            registers: &self.registers,
            made: self.code.made.get(begun.made..).unwrap_or_default(),
            whole: (whole.place, &text, at),
            within: Vec::new(),
            found: Vec::new(),
        };
        whole.each_part(&mut |part| names.look_at(part));
        let named = names.found;
        let place = self.shared.source_ref(whole.place);
        self.code.body.questions.push(Question {
            from: small(begun.from),
            at: small(at),
            answer,
            place,
            text: Arc::from(text),
            named,
        });
    }
}

/// The text at a place: without comments, on one line, and not longer than a question may be.
fn quoted(sources: &Sources, place: Location) -> String {
    let text = &sources.get(place.file).text;
    let text = text.get(place.start..place.end).unwrap_or_default();
    let lines = text
        .lines()
        .map(|line| line.split(" #").next().unwrap_or_default());
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let mut text = words.join(" ");
    if text.len() > MOST_QUOTED {
        let most = MOST_QUOTED - CUT.len();
        let end = (0..=most).rev().find(|&end| text.is_char_boundary(end));
        text.truncate(end.unwrap_or(0));
        text.push_str(CUT);
    }
    text
}

/// Looks for the names in a question.
struct Names<'n> {
    sources: &'n Sources,
    /// The register of each local.
    registers: &'n [u8],
    /// The values that were computed for the question.
    made: &'n [Made],
    /// The place of the question, its text, and the instruction of its answer.
    whole: (Location, &'n str, usize),
    /// The members that loops around the place name: they have many values.
    within: Vec<LocalId>,
    found: Vec<Named>,
}

impl Names<'_> {
    /// Looks at a part and at its parts.
    fn look_at(&mut self, part: &Expr) {
        if let Some((register, at)) = self.value_of(part).filter(|_| part.place != self.whole.0) {
            self.add(part.place, register, at);
        }
        match &part.kind {
            ExprKind::Filter {
                member,
                set,
                condition: each,
                ..
            }
            | ExprKind::Fold {
                member,
                set,
                value: each,
                ..
            }
            | ExprKind::Sort {
                member,
                set,
                by: each,
            } => {
                self.look_at(set);
                self.within.push(*member);
                self.look_at(each);
                self.within.pop();
            }
            _ => part.each_part(&mut |part| self.look_at(part)),
        }
    }

    /// The register of what has a name, and the instruction before which it is there.
    fn value_of(&self, part: &Expr) -> Option<(u8, usize)> {
        match part.kind {
            ExprKind::Local(local) if self.within.contains(&local) => None,
            ExprKind::Local(local) => Some((*self.registers.get(local)?, self.whole.2)),
            ExprKind::Slot(_)
            | ExprKind::RunSlot(..)
            | ExprKind::Call(..)
            | ExprKind::Field(..)
            | ExprKind::Tokens(..)
            | ExprKind::Cell(..)
            | ExprKind::Template(_)
            | ExprKind::Fold { .. }
            | ExprKind::Count(_)
            | ExprKind::First(_)
                if self.within.is_empty() =>
            {
                let made = self.made.iter().rev().find(|made| made.place == part.place)?;
                Some((made.register, made.at))
            }
            _ => None,
        }
    }

    fn add(&mut self, place: Location, register: u8, at: usize) {
        let (name, text) = (quoted(self.sources, place), self.whole.1);
        let Some(start) = text.find(&name).filter(|_| !name.is_empty()) else {
            return;
        };
        let number = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
        let named = Named {
            start: number(start),
            end: number(start + name.len()),
            at: small(at),
            register,
        };
        let is_known = |known: &Named| (known.start, known.end) == (named.start, named.end);
        if self.found.len() < MOST_NAMED && !self.found.iter().any(is_known) {
            self.found.push(named);
        }
    }
}
