//! Who plays on the tables: somebody who lets the cards in hand act, and somebody who gives the answers of an earlier game.

use super::play::{Start, Table};
use crate::answers::find;
use cardwright_compiler::document::{JOINED_BY, NOTHING};
use cardwright_core::agents::{Agent, RandomAgent};
use cardwright_core::{Answer, Decision, DecisionKind, Game};

/// In so many of four cases the agent does what lets cards act, instead of anything.
const EAGERNESS: u64 = 3;

/// A row of numbers that look random, the same for the same seed.
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn of(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn one_of(&mut self, options: &[usize]) -> Option<usize> {
        let count = u64::try_from(options.len()).ok().filter(|count| *count > 0)?;
        options.get(usize::try_from(self.next() % count).ok()?).copied()
    }
}

/// An agent that prefers what comes from the cards in hand, then whatever is not declining, then anything. Where the game follows a
/// case, it gives the answers of that case in their order, as soon as each is offered.
pub(super) struct Eager<'a> {
    table: &'a Table,
    chance: Chance,
    random: RandomAgent,
    /// The answers of the case that were not given yet.
    due: std::slice::Iter<'a, String>,
}

impl<'a> Eager<'a> {
    pub(super) fn new(table: &'a Table, start: Start) -> Self {
        let due = if start.follows { table.answers() } else { &[] };
        Self {
            table,
            chance: Chance::of(start.seed),
            random: RandomAgent::new(start.seed),
            due: due.iter(),
        }
    }

    fn is_eager(&mut self) -> bool {
        self.chance.next() % 4 < EAGERNESS
    }

    /// The next answer of the case, if it is offered.
    fn due(&mut self, game: &Game, decision: &Decision) -> Option<Answer> {
        let answer = labelled(game, decision, self.due.as_slice().first()?)?;
        game.check(&answer).ok()?;
        self.due.next();
        Some(answer)
    }

    /// One of the options that come from cards in hand.
    fn favourite(&mut self, game: &Game, decision: &Decision) -> Option<Answer> {
        let favourites = 0..decision.options.len();
        let favourites = favourites.filter(|&option| self.table.is_favourite(game, decision, option));
        let favourites: Vec<usize> = favourites.collect();
        self.chance.one_of(&favourites).map(Answer::one)
    }

    /// One of the options that are not declining.
    fn acting(&mut self, game: &Game, decision: &Decision) -> Option<Answer> {
        let acts = |option: &usize| match decision.kind {
            DecisionKind::Ability(_) | DecisionKind::Offer(_) => game.rule_of_option(*option).is_some(),
            DecisionKind::YesNo(_) => decision.options[*option].value != 0,
            DecisionKind::Choose(_) | DecisionKind::Place(_) => decision.least == 0,
        };
        let acting: Vec<usize> = (0..decision.options.len()).filter(acts).collect();
        self.chance.one_of(&acting).map(Answer::one)
    }

    /// The answer that is wanted, if the mood is so.
    fn wanted(&mut self, game: &Game, decision: &Decision) -> Option<Answer> {
        let takes_one = decision.least <= 1 && decision.most >= 1 && decision.place.is_none();
        let is_eager = takes_one && self.is_eager();
        let follows = !self.due.as_slice().is_empty();
        // The cards that were put there act as often as they can, but not in the place of each answer that is due.
        if is_eager
            && (!follows || self.is_eager())
            && let Some(answer) = self.favourite(game, decision)
        {
            return Some(answer);
        }
        let due = self.due(game, decision);
        due.or_else(|| self.acting(game, decision).filter(|_| is_eager))
    }
}

/// The answer that a case writes so, if it is offered.
fn labelled(game: &Game, decision: &Decision, text: &str) -> Option<Answer> {
    if text == "default" {
        return Some(decision.default.clone());
    }
    if text == NOTHING {
        return (decision.least == 0).then(Answer::nothing);
    }
    if decision.place.is_some() {
        return Answer::place_in(text);
    }
    let option = |label: &str| match find(game, decision, label)[..] {
        [option] => Some(option),
        _ => None,
    };
    let options: Option<Vec<usize>> = text.split(JOINED_BY).map(option).collect();
    let mut options = options?;
    if !decision.ordered {
        options.sort_unstable();
    }
    Some(Answer::Options(options))
}

impl Agent for Eager<'_> {
    fn decide(&mut self, game: &Game, decision: &Decision) -> Answer {
        let wanted = self.wanted(game, decision);
        let answer = wanted.unwrap_or_else(|| self.random.decide(game, decision));
        match game.check(&answer) {
            Ok(()) => answer,
            Err(_) => decision.default.clone(),
        }
    }
}

/// An agent that gives answers that are known, and the default where one is not legal.
pub(super) struct Scripted<'a> {
    answers: std::slice::Iter<'a, Answer>,
}

impl<'a> Scripted<'a> {
    pub(super) fn new(answers: &'a [Answer]) -> Self {
        Self {
            answers: answers.iter(),
        }
    }
}

impl Agent for Scripted<'_> {
    fn decide(&mut self, game: &Game, decision: &Decision) -> Answer {
        let answer = self.answers.next().filter(|answer| game.check(answer).is_ok());
        answer.unwrap_or(&decision.default).clone()
    }
}
