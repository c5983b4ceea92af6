//! Debug information, which can be cut off: the source places of code and rules, the hashes of the files, and
//! the questions of the code in their own words.

use super::error::ContainerError;
use super::places::{Numbering, Step, places, walk};
use crate::pack::question::{Answer, Named, Question, check};
use crate::pack::{FileHash, Function, Pack, SourceRef};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// The debug section after its hashes.
#[derive(Serialize, Deserialize)]
pub(super) struct DebugInfo {
    /// Every place, once.
    places: Vec<Step>,
    /// The lines of every function; none at all, or one for each instruction.
    lines: Vec<Vec<i64>>,
    /// The number of the source of every rule.
    rules: Vec<u32>,
    /// The hashes of the files.
    files: Vec<FileHash>,
    /// The texts that questions quote, each once.
    texts: Vec<String>,
    /// The questions of every function.
    questions: Vec<Vec<Written>>,
}

/// A question as it is written.
#[derive(Serialize, Deserialize)]
struct Written {
    /// The distance from the instruction of the question before it.
    ahead: u32,
    /// The distance from the instruction with which it begins.
    length: u32,
    answer: WrittenAnswer,
    place: u32,
    text: u32,
    /// For each name where it begins in the text and its length, how far its instruction lies before the question's, and
    /// its register.
    named: Vec<(u16, u16, u32, u8)>,
}

#[derive(Serialize, Deserialize)]
enum WrittenAnswer {
    Register(u8),
    JumpYes,
    JumpNo,
}

impl DebugInfo {
    /// The debug information in a pack.
    pub(super) fn of(pack: &Pack) -> Self {
        let mut places = Numbering::default();
        let mut texts = Texts::default();
        let functions = &pack.functions;
        let lines = functions.iter().map(|function| places.trail(&function.lines));
        let lines = lines.collect();
        let rules = pack.rules.iter().map(|rule| places.number(rule.source)).collect();
        let questions = functions
            .iter()
            .map(|function| written(function, &mut places, &mut texts))
            .collect();
        Self {
            places: places.steps(),
            lines,
            rules,
            files: pack.files.clone(),
            texts: texts.texts,
            questions,
        }
    }

    /// Puts it back.
    pub(super) fn attach(self, pack: &mut Pack) -> Result<(), ContainerError> {
        same("functions", self.lines.len(), pack.functions.len())?;
        same(
            "functions with questions",
            self.questions.len(),
            pack.functions.len(),
        )?;
        same("rules", self.rules.len(), pack.rules.len())?;
        let places = places(&self.places).ok_or(WRONG_PLACE)?;
        let texts: Vec<Arc<str>> = self.texts.into_iter().map(Arc::from).collect();
        let functions = pack.functions.iter_mut().zip(self.lines).zip(self.questions);
        for ((function, lines), questions) in functions {
            if !lines.is_empty() {
                same("lines", lines.len(), function.code.len())?;
            }
            function.lines = walk(&lines, &places).ok_or(WRONG_PLACE)?;
            function.questions = read(questions, &places, &texts).ok_or(WRONG_PLACE)?;
            check(function).map_err(|what| ContainerError::WrongDebug { what })?;
        }
        for (rule, source) in pack.rules.iter_mut().zip(self.rules) {
            rule.source = *places.get(source as usize).ok_or(WRONG_PLACE)?;
        }
        pack.files = self.files;
        Ok(())
    }
}

const WRONG_PLACE: ContainerError = ContainerError::WrongDebug {
    what: "a place that does not exist",
};

/// Texts, each once.
#[derive(Default)]
struct Texts<'a> {
    numbers: HashMap<&'a str, u32>,
    texts: Vec<String>,
}

impl<'a> Texts<'a> {
    fn number(&mut self, text: &'a str) -> u32 {
        let next = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(text).or_insert_with(|| {
            self.texts.push(text.to_owned());
            next
        })
    }
}

fn written<'a>(function: &'a Function, places: &mut Numbering, texts: &mut Texts<'a>) -> Vec<Written> {
    let mut last = 0;
    let questions = function.questions.iter().map(|question| {
        let before = std::mem::replace(&mut last, question.at);
        let named = |one: &Named| {
            let length = one.end.saturating_sub(one.start);
            (one.start, length, question.at.wrapping_sub(one.at), one.register)
        };
        Written {
            ahead: question.at.wrapping_sub(before),
            length: question.at.wrapping_sub(question.from),
            answer: match question.answer {
                Answer::Register(register) => WrittenAnswer::Register(register),
                Answer::Jump(true) => WrittenAnswer::JumpYes,
                Answer::Jump(false) => WrittenAnswer::JumpNo,
            },
            place: places.number(question.place),
            text: texts.number(&question.text),
            named: question.named.iter().map(named).collect(),
        }
    });
    questions.collect()
}

/// The questions of a function; nothing if a place or text does not exist.
fn read(questions: Vec<Written>, places: &[SourceRef], texts: &[Arc<str>]) -> Option<Vec<Question>> {
    let mut at = 0_u32;
    let questions = questions.into_iter().map(|question| {
        at = at.wrapping_add(question.ahead);
        let named = |(start, length, back, register): (u16, u16, u32, u8)| Named {
            start,
            end: start.saturating_add(length),
            at: at.wrapping_sub(back),
            register,
        };
        Some(Question {
            from: at.wrapping_sub(question.length),
            at,
            answer: match question.answer {
                WrittenAnswer::Register(register) => Answer::Register(register),
                WrittenAnswer::JumpYes => Answer::Jump(true),
                WrittenAnswer::JumpNo => Answer::Jump(false),
            },
            place: *places.get(question.place as usize)?,
            text: texts.get(question.text as usize)?.clone(),
            named: question.named.into_iter().map(named).collect(),
        })
    });
    questions.collect()
}

fn same(what: &'static str, found: usize, expected: usize) -> Result<(), ContainerError> {
    if found == expected {
        Ok(())
    } else {
        Err(ContainerError::DebugMismatch {
            what,
            found,
            expected,
        })
    }
}

/// Whether a pack has no debug information.
pub(super) fn is_bare(pack: &Pack) -> bool {
    let unknown = SourceRef::default();
    pack.files.is_empty()
        && pack.functions.iter().all(is_without_lines)
        && pack.rules.iter().all(|rule| rule.source == unknown)
}

fn is_without_lines(function: &Function) -> bool {
    function.lines.is_empty() && function.questions.is_empty()
}

/// The pack without debug information.
pub(super) fn strip(pack: &Pack) -> Pack {
    let mut bare = pack.clone();
    bare.files.clear();
    for function in bare.functions.iter_mut() {
        function.lines.clear();
        function.questions.clear();
    }
    bare.rules
        .iter_mut()
        .for_each(|rule| rule.source = SourceRef::default());
    bare
}
