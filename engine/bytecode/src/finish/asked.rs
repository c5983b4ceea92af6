//! Questions stay where their answers lie while the code around them changes. One whose answer lies nowhere any more is
//! left out, and so is a name without a value: they are told less, never something wrong.

use super::Code;
use super::flow::{Flow, only_writes};
use crate::pack::question::{Answer, Question};

/// Follows a moved result: the instruction before `at` now writes to register `to` instead of `from`.
pub(super) fn moved(code: &mut Code, at: usize, from: u8, to: u8) {
    for question in &mut code.questions {
        if question.at as usize == at && question.answer == Answer::Register(from) {
            question.answer = Answer::Register(to);
        }
        let named = question.named.iter_mut();
        named
            .filter(|one| one.at as usize == at && one.register == from)
            .for_each(|one| one.register = to);
    }
}

/// Forgets a write that was taken out: the instruction before `at` does not write the register any more.
pub(super) fn gone(code: &mut Code, at: usize, register: u8) {
    keep(&mut code.questions, |place, read| {
        place as usize != at || read != Some(register)
    });
}

/// Instructions at the start push all others back.
pub(super) fn shifted(code: &mut Code, by: usize) {
    let by = u32::try_from(by).unwrap_or(u32::MAX);
    for question in &mut code.questions {
        question.from = question.from.saturating_add(by);
        question.at = question.at.saturating_add(by);
        let named = question.named.iter_mut();
        named.for_each(|one| one.at = one.at.saturating_add(by));
    }
}

/// Useless instructions are about to be taken out.
pub(super) fn taken_out(code: &mut Code, flow: &Flow) {
    let Code {
        instrs, questions, ..
    } = code;
    questions.retain(|question| flow.reached.get(question.from as usize) == Some(&true));
    keep(questions, |at, read| {
        let at = at as usize;
        let is_reached = flow.reached.get(at) == Some(&true);
        let Some(register) = read else {
            // A jump is its own answer.
            return is_reached && !flow.useless[at];
        };
        let before = at.checked_sub(1);
        let is_written = before.is_none_or(|before| {
            let writes = only_writes(instrs[before]) && instrs[before].a == register;
            !(flow.useless[before] && writes)
        });
        is_reached && is_written
    });
    let place = |at: u32| flow.places.get(at as usize).map_or(at, |&place| place as u32);
    for question in questions {
        question.from = place(question.from);
        question.at = place(question.at);
        question.named.iter_mut().for_each(|one| one.at = place(one.at));
    }
}

/// Keeps the questions and names whose answers lie at an instruction that is fine: in a register, or in a jump.
fn keep(questions: &mut Vec<Question>, is_fine: impl Fn(u32, Option<u8>) -> bool) {
    questions.retain_mut(|question| {
        question.named.retain(|one| is_fine(one.at, Some(one.register)));
        let read = match question.answer {
            Answer::Register(register) => Some(register),
            Answer::Jump(_) => None,
        };
        is_fine(question.at, read)
    });
}
