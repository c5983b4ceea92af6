//! Questions: what a pure function asks in the words of its text, and where the answers lie. Whoever explains a decision
//! watches the code run and reads them off.

use super::{Function, SourceRef};
use crate::isa::Instr;
use crate::ty::Ty;
use std::sync::Arc;

/// The most questions of one function; the code behind them is not told.
pub const MOST_QUESTIONS: usize = 4_096;
/// The most names of one question whose values are told.
pub const MOST_NAMED: usize = 8;
/// The most bytes of a question's text; the rest is left out.
pub const MOST_QUOTED: usize = 160;

/// One condition as it is written: a part of an `and` or `or`, or a whole one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The instruction with which it begins: where that was passed over, nothing was asked.
    pub from: u32,
    /// The instruction at which the answer is there.
    pub at: u32,
    /// The place of the answer.
    pub answer: Answer,
    /// The source of the condition.
    pub place: SourceRef,
    /// The text of the condition, on one line.
    pub text: Arc<str>,
    /// The names in it that have values, in the order in which they are told.
    pub named: Vec<Named>,
}

/// The place where the answer of a question is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A register, as control arrives.
    Register(u8),
    /// In where control goes on: this is the answer if the instruction jumps.
    Jump(bool),
}

/// A name in a question, with the value that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its first byte in the question's text.
    pub start: u16,
    /// The byte behind its last.
    pub end: u16,
    /// The instruction at which the value is there.
    pub at: u32,
    /// The register of the value, as control arrives.
    pub register: u8,
}

impl Question {
    /// A name as the text has it.
    #[must_use]
    pub fn name(&self, named: Named) -> &str {
        let range = usize::from(named.start)..usize::from(named.end);
        self.text.get(range).unwrap_or_default()
    }
}

/// Whether everything exists that the questions of a function name.
///
/// # Errors
/// Says which part does not exist, or that the questions are too many or out of order.
pub fn check(function: &Function) -> Result<(), &'static str> {
    let questions = &function.questions;
    let mut last = 0;
    if questions.len() > MOST_QUESTIONS {
        return Err("more questions than a function may have");
    }
    for question in questions {
        if question.at < last || question.from > question.at {
            return Err("questions that are not in the order of the code");
        }
        last = question.at;
        check_one(function, question)?;
    }
    Ok(())
}

fn check_one(function: &Function, question: &Question) -> Result<(), &'static str> {
    let instr = |at: u32| function.code.get(at as usize).copied();
    let asked: Instr = instr(question.at).ok_or("a question behind the end of the code")?;
    let is_answered = match question.answer {
        Answer::Register(register) => function.registers.get(usize::from(register)) == Some(&Ty::BOOL),
        Answer::Jump(_) => asked.op.jumps(),
    };
    if !is_answered {
        return Err("a question without an answer");
    }
    if question.text.len() > MOST_QUOTED || question.named.len() > MOST_NAMED {
        return Err("a question that is too long");
    }
    let is_there = |named: &Named| {
        let range = usize::from(named.start)..usize::from(named.end);
        instr(named.at).is_some()
            && usize::from(named.register) < function.registers.len()
            && question.text.get(range).is_some()
    };
    match question.named.iter().all(is_there) {
        true => Ok(()),
        false => Err("a name in a question without a value"),
    }
}
