//! Which functions of a pack have run, and how their conditions were answered: what never ran has changed nothing in a game.

use crate::pack::FuncId;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

const YES: u8 = 1;
const NO: u8 = 2;

/// Of each function of a pack, whether it has run; and how the questions in it were answered, if somebody wants to know.
#[derive(Clone, Debug)]
pub struct Seen {
    functions: Arc<[AtomicBool]>,
    answers: Option<Arc<[Box<[AtomicU8]>]>>,
}

/// The answers that a question got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Whether it was ever answered with yes.
    pub yes: bool,
    /// Whether it was ever answered with no.
    pub no: bool,
}

impl Seen {
    pub(super) fn of(count: usize) -> Self {
        Self {
            functions: (0..count).map(|_| AtomicBool::new(false)).collect(),
            answers: None,
        }
    }

    /// With the answers of questions; `questions` says of each function how many it has.
    pub(super) fn with_answers(questions: impl Iterator<Item = usize>) -> Self {
        let open = |count: usize| (0..count).map(|_| AtomicU8::new(0)).collect();
        let answers: Arc<[Box<[AtomicU8]>]> = questions.map(open).collect();
        Self {
            answers: Some(answers.clone()),
            ..Self::of(answers.len())
        }
    }

    /// A function begins.
    #[inline]
    pub fn note(&self, function: FuncId) {
        if let Some(seen) = self.functions.get(function.place()) {
            seen.store(true, Ordering::Relaxed);
        }
    }

    /// A question of a function is answered.
    pub fn answer(&self, function: FuncId, question: usize, is_yes: bool) {
        let answers = self.answers.as_ref();
        let answers = answers.and_then(|answers| answers.get(function.place()));
        if let Some(answer) = answers.and_then(|answers| answers.get(question)) {
            answer.fetch_or(if is_yes { YES } else { NO }, Ordering::Relaxed);
        }
    }

    /// Whether it is noted how questions are answered.
    #[inline]
    #[must_use]
    pub fn has_answers(&self) -> bool {
        self.answers.is_some()
    }

    /// Of each function, whether it has begun so far.
    #[must_use]
    pub fn functions(&self) -> Vec<bool> {
        let functions = self.functions.iter();
        functions.map(|seen| seen.load(Ordering::Relaxed)).collect()
    }

    /// Of each function, how each of its questions was answered so far; nothing if that is not noted.
    #[must_use]
    pub fn answers(&self) -> Vec<Vec<Answered>> {
        let read = |answer: &AtomicU8| {
            let answer = answer.load(Ordering::Relaxed);
            Answered {
                yes: answer & YES != 0,
                no: answer & NO != 0,
            }
        };
        let answers = self.answers.iter().flat_map(|answers| answers.iter());
        answers.map(|one| one.iter().map(read).collect()).collect()
    }
}
