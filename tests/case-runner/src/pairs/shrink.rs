//! A failure made small: fewer cards on the table, fewer answers, and these as plain as they can be.

use super::play::{Breach, Law, Played, Start, Table, played, played_again};
use super::table::{Setting, Tables};
use cardwright_core::Answer;

/// How many games are played with fewer cards before these cards count as needed.
const MOST_TRIES: u64 = 6;
/// How often a game is played again with plainer answers.
const MOST_AGAIN: usize = 48;

/// A game in which a law was broken.
#[derive(Clone, Debug)]
pub(super) struct Failing {
    pub(super) setting: Setting,
    pub(super) start: Start,
    pub(super) answers: Vec<Answer>,
    pub(super) breach: Breach,
}

impl Failing {
    /// The game as it was played, if it broke a law.
    pub(super) fn of(setting: &Setting, start: Start, played: &Played) -> Option<Self> {
        Some(Self {
            setting: setting.clone(),
            start,
            answers: played.answers.clone(),
            breach: played.breach.clone()?,
        })
    }

    /// The smallest game that was found in which the same law is broken.
    pub(super) fn shrunk(self, tables: &Tables<'_>, most: usize) -> Self {
        let fewer = self.with_fewer_cards(tables, most);
        fewer.with_plainer_answers(tables)
    }

    /// Leaves out one card after the other, as long as some game still fails.
    fn with_fewer_cards(mut self, tables: &Tables<'_>, most: usize) -> Self {
        let mut at = self.setting.hand.len();
        while at > 0 && self.setting.hand.len() > 1 {
            at -= 1;
            let Some(setting) = self.setting.without(at) else {
                continue;
            };
            if let Some(smaller) = fails(tables, &setting, (self.start, most), self.breach.law) {
                self = smaller;
            }
        }
        self
    }

    /// Puts the default in the place of answers, the last ones first, and leaves out what comes behind the failure.
    fn with_plainer_answers(mut self, tables: &Tables<'_>) -> Self {
        let Ok((_, table)) = tables.made(&self.setting) else {
            return self;
        };
        let mut at = self.answers.len();
        for _ in 0..MOST_AGAIN {
            if at == 0 {
                break;
            }
            at = (at - 1).min(self.answers.len());
            let Some(plain) = default_at(&table, self.start, &self.answers[..at.min(self.answers.len())])
            else {
                continue;
            };
            if self.answers.get(at).is_none_or(|answer| *answer == plain) {
                continue;
            }
            let mut answers = self.answers.clone();
            answers[at] = plain;
            let again = played_again(&table, self.start, &answers);
            if let Some(breach) = again.breach.filter(|breach| breach.law == self.breach.law) {
                self.answers = again.answers;
                self.breach = breach;
            }
        }
        self
    }
}

/// A game with these cards in which a law is broken, if one is soon found.
fn fails(tables: &Tables<'_>, setting: &Setting, (start, most): (Start, usize), law: Law) -> Option<Failing> {
    let (_, table) = tables.made(setting).ok()?;
    (0..MOST_TRIES).find_map(|number| {
        let start = Start {
            seed: start.seed.wrapping_add(number),
            ..start
        };
        let failing = Failing::of(setting, start, &played(&table, start, most))?;
        (failing.breach.law == law).then_some(failing)
    })
}

/// The default of the question behind some answers.
fn default_at(table: &Table, start: Start, answers: &[Answer]) -> Option<Answer> {
    let mut game = table.game(start);
    game.record(false);
    game.advance();
    for answer in answers {
        game.decide(answer).ok()?;
        game.advance();
    }
    game.decision().map(|decision| decision.default.clone())
}
