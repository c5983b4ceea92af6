//! The common policy of agents that look ahead: which answers they consider, and how they play imagined games
//! on.

use super::random::any_answer;
use crate::answer::Answer;
use crate::decision::{Decision, PASS, Pending};
use crate::game::Game;
use crate::state::{draw, shuffle};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// How many places, and how many sets of options, are drawn for one decision.
const DRAWN: usize = 24;

/// The answers worth a look: the default first, then others in random order.
pub(super) fn considered(rng: &mut ChaCha8Rng, game: &Game, decision: &Decision, most: usize) -> Vec<Answer> {
    let drawn = most.min(2 * DRAWN);
    let mut others: Vec<Answer> = (0..decision.options.len()).map(Answer::one).collect();
    shuffle(rng, &mut others);
    others.insert(0, Answer::nothing());
    others.insert(0, decision.default.clone());
    if decision.place.is_some() {
        others.extend((1..drawn.min(DRAWN)).filter_map(|_| game.drawn_place(rng)));
    }
    if decision.most > 1 {
        let all = Answer::Options((0..decision.most.min(decision.options.len())).collect());
        others.insert(1, all);
        others.truncate(drawn / 2);
        others.extend((0..drawn / 2).map(|_| any_answer(rng, game, decision)));
    }
    let mut answers: Vec<Answer> = Vec::new();
    for answer in others {
        if answers.len() < most && decision.check(&answer).is_ok() && !answers.contains(&answer) {
            answers.push(answer);
        }
    }
    answers
}

/// A quick answer: abilities and offers are mostly used, anything else is random. It comes from the luck of an imagined game and
/// the question alone: in games of one luck the same question gets the same answer, whatever was asked before, so that these
/// answers do not tell the games apart.
pub(super) fn quick_answer(luck: u64, game: &Game, decision: &Decision) -> Answer {
    let mark = game.pending.as_ref().map_or(0, Pending::mark);
    let rng = &mut ChaCha8Rng::seed_from_u64(luck ^ mark);
    let passes =
        decision.options.last().is_some_and(|option| option.value == PASS) && decision.options.len() > 1;
    if passes && draw(rng, 4) > 0 {
        return Answer::one(draw(rng, decision.options.len() as u64 - 1) as usize);
    }
    any_answer(rng, game, decision)
}
