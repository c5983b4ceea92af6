//! The agent that looks ahead as far as it may think.
//!
//! ```text
//!   glance    each answer once, in one imagined game: where the player stands right after it
//!             the best go on, as many as there is time to play each of them further at least twice
//!   round     one more imagined game, played on from every answer that is left
//!   stage     some rounds; then the better half goes on
//!             it ends when one answer is left, when the budget is spent, or as soon as the answer is clear
//! ```
//!
//! This is sequential halving: thought goes to the answers that are hard to tell apart. In an imagined game hidden facts
//! and chance are drawn anew ([`Game::imagine`]), the same for all answers, so that luck does not decide between them; and
//! there is only one game, which goes back after each answer. It is played on for a few decisions by a quick policy, which
//! answers a question alike in all games of a round, and it is rated there by the content's score: the further an imagined
//! game goes, the more it tells of the quick policy and the less of the answer, and the fewer of them there is time for.
//! Winning is worth more than any difference of scores that was seen. What a player decides in secret, such as a course, does
//! nothing for a while: there the game goes on until it is shown.
//!
//! An answer is clear when no imagined game told any of them apart, or when the best one leads by several times what chance
//! makes of the difference. What is not spent is not saved for later.
//!
//! Nothing here knows a game: only decisions, options, scores and outcomes.

use super::Agent;
use super::budget::{Budget, Clock};
use super::policy::{considered, quick_answer};
use crate::answer::Answer;
use crate::decision::Decision;
use crate::game::Game;
use crate::undo::History;
use cardwright_bytecode::pack::EntityId;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The number of answers that it considers.
const ANSWERS: usize = 256;
/// How many decisions an imagined game goes on for, the answer among them. `docs/performance.md` has what others came to.
const HORIZON: u64 = 4;
/// An answer that is kept secret does nothing before it is shown: until then the game goes on, but no farther than this.
const HORIZON_OF_SECRETS: u64 = 24;
/// Answers that look best at a glance go on, and those that look as well as the last of these.
const SHORTLIST: usize = 12;
/// Glances may take so many thousandths of the budget.
const SHARE_OF_GLANCES: u64 = 250;
/// After so many rounds without any difference, none is expected.
const ROUNDS_ALIKE: usize = 2;
/// After so many rounds an answer may be clear.
const ROUNDS_CLEAR: usize = 3;
/// An answer is clear if it leads by so many standard errors.
const CLEAR_LEAD: f64 = 3.0;

/// Plays what did best in the games that it imagined.
#[derive(Clone, Debug)]
pub struct SearchAgent {
    rng: ChaCha8Rng,
    budget: Budget,
    /// The positions at which imagined games began; its buffers are used again and again.
    history: History,
    /// The game that was imagined last: what it remembers serves the next one.
    last: Option<Box<Game>>,
}

impl SearchAgent {
    /// An agent whose play comes from a seed and a budget; from them alone, if the budget is in decisions.
    #[must_use]
    pub fn new(seed: u64, budget: Budget) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            budget,
            history: History::new(),
            last: None,
        }
    }
}

impl Agent for SearchAgent {
    fn decide(&mut self, game: &Game, decision: &Decision) -> Answer {
        let answers = considered(&mut self.rng, game, decision, ANSWERS);
        if let [only] = &answers[..] {
            return only.clone();
        }
        let mut search = Search {
            game,
            player: decision.by,
            is_secret: decision.secret,
            clock: Clock::new(self.budget, answers.len()),
            rng: &mut self.rng,
            history: &mut self.history,
            last: &mut self.last,
            answers: answers.into_iter().map(Tried::new).collect(),
            seen: None,
        };
        search.glance();
        search.play_on();
        search.best().unwrap_or_else(|| decision.default.clone())
    }
}

/// An answer, and how well it did so far.
#[derive(Clone, Debug)]
struct Tried {
    answer: Answer,
    /// The standing of the player right after it.
    at_once: Standing,
    /// How he stood later, in each round.
    later: Vec<Standing>,
}

/// The standing of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Standing {
    score: i64,
    /// How many games are won, less those that are lost.
    won: i64,
}

impl Standing {
    fn plus(self, other: Self) -> Self {
        Self {
            score: self.score.saturating_add(other.score),
            won: self.won.saturating_add(other.won),
        }
    }

    /// One number, in which a victory counts so much.
    fn worth(self, victory: i64) -> i64 {
        self.won.saturating_mul(victory).saturating_add(self.score)
    }
}

impl Tried {
    fn new(answer: Answer) -> Self {
        Self {
            answer,
            at_once: Standing::default(),
            later: Vec::new(),
        }
    }

    /// The standing right after it, until it was played on from; then the sum of all rounds.
    fn standing(&self) -> Standing {
        let rounds = self.later.iter().copied().reduce(Standing::plus);
        rounds.unwrap_or(self.at_once)
    }
}

/// The search for an answer to one decision.
struct Search<'a> {
    game: &'a Game,
    player: EntityId,
    /// Whether the answer may be kept secret.
    is_secret: bool,
    clock: Clock,
    rng: &'a mut ChaCha8Rng,
    history: &'a mut History,
    last: &'a mut Option<Box<Game>>,
    /// The best first, as far as they are sorted.
    answers: Vec<Tried>,
    /// The least and the highest score that was seen.
    seen: Option<(i64, i64)>,
}

impl Search<'_> {
    /// Looks where each answer leads at once, and keeps the best: so many that playing each of them on takes no more than
    /// half of what is left.
    fn glance(&mut self) {
        let seed = self.rng.next_u64();
        let mut done = 0;
        self.imagine(seed, |search, imagined| {
            while done < search.answers.len() && (done < 2 || search.clock.used() < SHARE_OF_GLANCES) {
                let answer = search.answers[done].answer.clone();
                search.answers[done].at_once = search.after(imagined, &answer);
                search.history.rewind(imagined);
                done += 1;
            }
        });
        self.answers.truncate(done);
        self.sort();
        let affordable = self.clock.left() / 2 / HORIZON;
        let affordable = usize::try_from(affordable).unwrap_or(usize::MAX).max(2);
        self.answers.truncate(affordable);
        if let Some(last) = self.answers.get(SHORTLIST - 1).map(|tried| tried.at_once) {
            let equals = self.answers.iter().skip(SHORTLIST);
            let equals = equals.take_while(|tried| tried.at_once == last).count();
            self.answers.truncate(SHORTLIST + equals);
        }
    }

    /// Plays on from the answers, and keeps the better half of them in each stage.
    fn play_on(&mut self) {
        let stages = u64::from(self.answers.len().next_power_of_two().trailing_zeros());
        let begun = self.clock.used();
        for stage in 1..=stages {
            let until = begun + (1000_u64.saturating_sub(begun)) * stage / stages;
            loop {
                let is_whole = self.round();
                self.sort();
                if !is_whole || self.is_clear() {
                    return;
                }
                if self.clock.used() >= until {
                    break;
                }
            }
            let half = self.answers.len().div_ceil(2);
            self.answers.truncate(half);
            if half == 1 {
                return;
            }
        }
    }

    /// Plays one more imagined game on from each answer; whether there was time for all of them. Otherwise none counts. For the
    /// first round there always is: what looks best at once is often not best.
    fn round(&mut self) -> bool {
        let seed = self.rng.next_u64();
        let mut results = Vec::with_capacity(self.answers.len());
        self.imagine(seed, |search, imagined| {
            for at in 0..search.answers.len() {
                if search.clock.used() >= 1000 && !search.answers[at].later.is_empty() {
                    break;
                }
                let answer = search.answers[at].answer.clone();
                results.push(search.played_on(imagined, &answer, seed));
                search.history.rewind(imagined);
            }
        });
        if results.len() < self.answers.len() {
            return false;
        }
        for (tried, result) in self.answers.iter_mut().zip(results) {
            tried.later.push(result);
        }
        true
    }

    /// Whether more rounds would hardly change what is best: no game told the answers apart, or the best one leads clearly.
    fn is_clear(&self) -> bool {
        let [best, next, ..] = &self.answers[..] else {
            return true;
        };
        let rounds = best.later.len();
        if rounds >= ROUNDS_ALIKE && self.answers.iter().all(|tried| tried.later == best.later) {
            return true;
        }
        let victory = self.victory();
        let worths = |tried: &Tried| -> Vec<f64> {
            let worths = tried.later.iter().map(|standing| standing.worth(victory) as f64);
            worths.collect()
        };
        let (best, next) = (worths(best), worths(next));
        let leads: Vec<f64> = best.iter().zip(next).map(|(best, next)| best - next).collect();
        rounds >= ROUNDS_CLEAR && leads_clearly(&leads)
    }

    /// Does something in an imagined game, which has a mark where it begins.
    fn imagine(&mut self, seed: u64, act: impl FnOnce(&mut Self, &mut Game)) {
        let mut imagined = Box::new(self.game.imagine(self.player, seed));
        if let Some(last) = self.last.take() {
            imagined.remember_like(*last);
        }
        self.history.mark(&imagined);
        act(self, &mut imagined);
        self.history.keep();
        *self.last = Some(imagined);
    }

    /// The standing of the player right after an answer.
    fn after(&mut self, game: &mut Game, answer: &Answer) -> Standing {
        self.clock.spend(1);
        if game.decide(answer).is_ok() {
            game.advance();
        }
        self.standing(game)
    }

    /// How the player stands right after an answer, and twice how he stands some decisions later: what is had at once counts
    /// too, so that what can be had later as well is not put off.
    fn played_on(&mut self, game: &mut Game, answer: &Answer, luck: u64) -> Standing {
        let at_once = self.after(game, answer);
        let hidden = self.newly_hidden(game);
        let is_hidden = |game: &Game| hidden.iter().any(|field| game.is_hidden(*field));
        let mut decisions = 1;
        while decisions < HORIZON || (decisions < HORIZON_OF_SECRETS && is_hidden(game)) {
            let Some(decision) = game.decision().filter(|_| game.outcome().is_none()) else {
                break;
            };
            let next = quick_answer(luck, game, decision);
            if game.decide(&next).is_err() {
                break;
            }
            game.advance();
            self.clock.spend(1);
            decisions += 1;
        }
        let later = self.standing(game);
        at_once.plus(later).plus(later)
    }

    /// The secrets that the player keeps since his answer.
    fn newly_hidden(&self, game: &Game) -> Vec<(EntityId, u32)> {
        if !self.is_secret {
            return Vec::new();
        }
        let before = self.game.hidden_by(self.player);
        let mut hidden = game.hidden_by(self.player);
        hidden.retain(|field| !before.contains(field));
        hidden
    }

    /// How the player stands in a game that is thrown away afterwards. What his opponents' standing means for him is for
    /// the content's score to say.
    fn standing(&mut self, game: &mut Game) -> Standing {
        let won = match game.winners() {
            [] => 0,
            winners if winners.contains(&self.player) => 1,
            _ => -1,
        };
        let score = game.score_here(self.player);
        let (least, most) = self.seen.unwrap_or((score, score));
        self.seen = Some((least.min(score), most.max(score)));
        Standing { score, won }
    }

    /// Puts the answers in order, the best first; equals stay in theirs.
    fn sort(&mut self) {
        let victory = self.victory();
        self.answers
            .sort_by_cached_key(|tried| std::cmp::Reverse(tried.standing().worth(victory)));
    }

    /// The worth of a victory: more than any difference of scores that was seen.
    fn victory(&self) -> i64 {
        let (least, most) = self.seen.unwrap_or_default();
        most.saturating_sub(least).saturating_mul(2).saturating_add(1)
    }

    fn best(mut self) -> Option<Answer> {
        if self.answers.is_empty() {
            return None;
        }
        Some(self.answers.swap_remove(0).answer)
    }
}

/// Whether the mean of some differences is so far above 0 that chance hardly made it so.
fn leads_clearly(leads: &[f64]) -> bool {
    let count = leads.len() as f64;
    let mean = leads.iter().sum::<f64>() / count;
    let squares: f64 = leads.iter().map(|lead| (lead - mean) * (lead - mean)).sum();
    let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
    mean > 0.0 && mean > CLEAR_LEAD * error
}

#[cfg(test)]
mod tests {
    use super::leads_clearly;

    #[test]
    fn a_lead_is_clear_when_chance_hardly_makes_it() {
        assert!(leads_clearly(&[3.0, 3.0, 3.0]));
        assert!(leads_clearly(&[2.0, 3.0, 4.0, 3.0]));
        assert!(!leads_clearly(&[6.0, 0.0, 0.0]), "one game made it");
        assert!(!leads_clearly(&[0.0, 0.0, 0.0]));
        assert!(!leads_clearly(&[-2.0, -2.0, -2.0]));
    }
}
