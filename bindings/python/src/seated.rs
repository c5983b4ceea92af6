//! One game of a batch, with programs at some seats: it stands where a seat is asked that Python plays, or is over.

use crate::turn::{Size, Turn};
use cardwright::series::{Lineup, MOST_DECISIONS, Seats};
use cardwright::{Content, Decision, Game, Status};
use std::sync::Arc;

/// How many games are begun at most until one asks somebody whom Python plays.
const MOST_BEGUN: u64 = 1_000;

/// What all games of a batch share.
pub(crate) struct Rules {
    pub(crate) content: Arc<Content>,
    pub(crate) lineup: Lineup,
    /// For each seat, whether Python plays it.
    pub(crate) is_ours: Vec<bool>,
    /// How many numbered actions there are.
    pub(crate) size: Size,
    /// After how many actions a game is broken off.
    pub(crate) most_actions: u64,
    /// How far apart the seeds of one place's games are: as many as there are games.
    pub(crate) stride: u64,
}

/// Why a game of a batch has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It is over.
    Over,
    /// It was broken off.
    Late,
}

/// See the module.
pub(crate) struct Seated {
    pub(crate) game: Game,
    seats: Seats,
    pub(crate) turn: Turn,
    /// Its seed; the next game at this place has a higher one.
    pub(crate) seed: u64,
    /// How many decisions were made, by whomever.
    pub(crate) decisions: u64,
    actions: u64,
    /// The seat that acts, or acted last.
    pub(crate) seat: usize,
    pub(crate) end: Option<End>,
    /// For each action, whether it can be taken now.
    pub(crate) mask: Vec<u8>,
}

impl Seated {
    /// A game in which somebody is asked whom Python plays: the first such one from this seed on. `None` if there is none.
    pub(crate) fn begin(rules: &Rules, seed: u64) -> Option<Self> {
        let seeds = (0..MOST_BEGUN).map(|more| seed.wrapping_add(more.wrapping_mul(rules.stride)));
        let mut games = seeds.map(|seed| Self::new(rules, seed));
        games.find(|game| game.end.is_none())
    }

    fn new(rules: &Rules, seed: u64) -> Self {
        let mut game = Game::new(&rules.content, seed);
        game.record(false);
        let mut seated = Self {
            game,
            seats: Seats::of(&rules.content, &rules.lineup, 0, seed),
            turn: Turn::none(rules.size),
            seed,
            decisions: 0,
            actions: 0,
            seat: 0,
            end: None,
            mask: vec![0; rules.size.actions],
        };
        seated.go_on(rules);
        seated
    }

    /// The game that comes after this one at its place.
    pub(crate) fn next(&self, rules: &Rules) -> Option<Self> {
        Self::begin(rules, self.seed.wrapping_add(rules.stride))
    }

    /// Whether an action can be taken now.
    pub(crate) fn allows(&self, action: i64) -> bool {
        let allowed = usize::try_from(action)
            .ok()
            .and_then(|action| self.mask.get(action));
        allowed == Some(&1)
    }

    /// Takes an action that the mask allows, and plays on to the next question to a seat of Python's.
    pub(crate) fn act(&mut self, rules: &Rules, action: usize) {
        let Some(decision) = self.game.decision() else {
            return;
        };
        self.actions += 1;
        match self.turn.act(&self.game, decision, action) {
            None => self.turn.mask(decision, &mut self.mask),
            Some(answer) => {
                // The mask allows only legal answers; a place that chance has drawn is legal, too.
                if self.game.decide(&answer).is_err() {
                    self.stop(End::Late);
                    return;
                }
                self.decisions += 1;
                self.go_on(rules);
            }
        }
        if self.end.is_none() && self.actions >= rules.most_actions {
            self.stop(End::Late);
        }
    }

    fn stop(&mut self, end: End) {
        self.end = Some(end);
        self.mask.fill(0);
    }

    /// Plays on; programs answer for the seats that Python does not play.
    fn go_on(&mut self, rules: &Rules) {
        while let Status::Decision = self.game.advance() {
            let Some(decision) = self.game.decision() else {
                break;
            };
            let seat = seat_of(&self.game, decision);
            if rules.is_ours.get(seat) == Some(&true) {
                self.seat = seat;
                self.turn = Turn::new(decision, self.decisions, rules.size);
                self.turn.mask(decision, &mut self.mask);
                return;
            }
            let answer = self.seats.answer(&self.game, decision);
            if self.decisions >= MOST_DECISIONS as u64 || self.game.decide(&answer).is_err() {
                self.stop(End::Late);
                return;
            }
            self.decisions += 1;
        }
        self.stop(End::Over);
    }

    /// What the game is worth to a seat once it is over: 1 if it won, -1 if it lost, 0 if nobody won.
    pub(crate) fn worth(&self, seat: usize) -> f64 {
        let (winners, players) = (self.game.winners(), self.game.players());
        match players.get(seat) {
            Some(player) if winners.contains(player) => 1.0,
            Some(_) if !winners.is_empty() => -1.0,
            _ => 0.0,
        }
    }
}

fn seat_of(game: &Game, decision: &Decision) -> usize {
    let seat = game.players().iter().position(|&player| player == decision.by);
    seat.unwrap_or(0)
}
