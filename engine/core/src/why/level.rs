//! A function that is watched: which of its questions begin, are answered, and have values to be read at an instruction.

use super::found::Found;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{Function, Question, SourceRef};
use std::collections::BTreeMap;

/// The call for which a function is watched.
pub(super) struct Called {
    /// The caller's register that gets the result.
    pub(super) dest: u32,
    pub(super) place: SourceRef,
    /// The text of the question.
    pub(super) text: String,
    pub(super) result: Ty,
}

/// A function that is watched.
pub(super) struct Level<'w> {
    pub(super) function: &'w Function,
    /// The call; `None` for the first function.
    pub(super) called: Option<Called>,
    /// For each name in a question, in the order of the instructions before which their values are read: that instruction, the
    /// question, and the name's number in it.
    names: Vec<(u32, usize, usize)>,
    /// The values that were read.
    pub(super) values: BTreeMap<(usize, usize), i64>,
    /// For each question, the instruction with which it begins, in that order.
    begins: Vec<(u32, usize)>,
    /// Whether it was begun, and is not answered yet.
    pub(super) begun: Vec<bool>,
    pub(super) found: Found,
}

impl<'w> Level<'w> {
    /// A function of which nothing has run.
    pub(super) fn of(function: &'w Function, called: Option<Called>) -> Self {
        let questions = function.questions.iter().enumerate();
        let names = questions.flat_map(|(number, question)| {
            let named = question.named.iter().enumerate();
            named.map(move |(name, one)| (one.at, number, name))
        });
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        let begins = function.questions.iter().zip(0..);
        let mut begins: Vec<_> = begins.map(|(question, number)| (question.from, number)).collect();
        begins.sort_unstable();
        Self {
            function,
            called,
            names,
            values: BTreeMap::new(),
            begun: vec![false; begins.len()],
            begins,
            found: Found::default(),
        }
    }

    /// Begins the questions that begin at an instruction.
    pub(super) fn begin(&mut self, pc: u32) {
        let first = self.begins.partition_point(|&(from, _)| from < pc);
        let begins = self.begins[first..].iter().take_while(|&&(from, _)| from == pc);
        for &(_, question) in begins {
            self.begun[question] = true;
            self.values.retain(|&(of, _), _| of != question);
        }
    }

    /// The question that was begun last and is not answered.
    pub(super) fn unanswered(&self) -> Option<&'w Question> {
        let open = self
            .begins
            .iter()
            .rev()
            .find(|&&(_, question)| self.begun[question]);
        open.and_then(|&(_, question)| self.function.questions.get(question))
    }

    /// The questions that are answered at an instruction.
    pub(super) fn asked_at(&self, pc: u32) -> impl Iterator<Item = (usize, &'w Question)> + use<'w> {
        let questions = &self.function.questions;
        let first = questions.partition_point(|question| question.at < pc);
        let asked = questions.iter().enumerate().skip(first);
        asked.take_while(move |(_, question)| question.at == pc)
    }

    /// The names whose values are there at an instruction: question, name and register.
    pub(super) fn named_at(&self, pc: u32) -> Vec<(usize, usize, u8)> {
        let first = self.names.partition_point(|&(at, ..)| at < pc);
        let named = self.names[first..].iter().take_while(|&&(at, ..)| at == pc);
        let register = |question: usize, name: usize| {
            let question = self.function.questions.get(question)?;
            Some(question.named.get(name)?.register)
        };
        named
            .filter_map(|&(_, question, name)| Some((question, name, register(question, name)?)))
            .collect()
    }
}
