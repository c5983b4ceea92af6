//! A game of a series, and its result.

use super::cards::{Noticed, Watch};
use super::{MOST_DECISIONS, Seats, Series, UNFINISHED};
use crate::hex;
use cardwright_core::{Content, Game, Status, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The result of one game: a line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Its number in the series, from 0.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// The outcome's id.
    pub outcome: String,
    /// The ids of those who won.
    pub winners: Vec<String>,
    /// How many rounds began.
    pub rounds: i64,
    /// How many decisions were made.
    pub decisions: u64,
    /// The hash of its end.
    pub hash: String,
    /// The fault that ended it, if one did.
    pub fault: Option<String>,
    /// The id of the player who made the first decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// How well each player stood in the end, in seat order, if the content has a score.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i64>,
    /// How far cards and options came, if the series notices that: a text for each seat, a digit for each item of the header.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<String>,
}

/// The content with which a game is played.
pub(super) struct Table {
    pub(super) content: Arc<Content>,
    /// The cards that are noticed, if the series asks for it.
    pub(super) watch: Option<Watch>,
}

impl Table {
    pub(super) fn of(content: &Arc<Content>, series: &Series) -> Self {
        Self {
            content: Arc::clone(content),
            watch: series.cards.then(|| Watch::of(content)),
        }
    }
}

impl Played {
    /// Plays a game of a series; if the series says so once more, with the same seed. It is broken off when nobody wants it
    /// any more.
    pub(super) fn of(table: &Table, series: &Series, game: u64, is_over: &AtomicBool) -> Self {
        let mut first = Self::once(table, series, game, is_over);
        if series.twice && first.fault.is_none() {
            let second = Self::once(table, series, game, is_over);
            if second.hash != first.hash {
                first.fault = Some(format!("played again it ends as {}", second.hash));
            }
        }
        first
    }

    fn once(table: &Table, series: &Series, number: u64, is_over: &AtomicBool) -> Self {
        let content = &table.content;
        let seed = series.seed_of(number);
        let mut game = Game::new(content, seed);
        game.record(false);
        let mut seats = Seats::of(content, &series.lineup, number, seed);
        let mut noticed = table.watch.as_ref().map(|watch| Noticed::begin(watch, &mut game));
        let mut decisions = 0;
        let mut first = None;
        let fault = loop {
            let status = game.advance();
            if let Some(noticed) = &mut noticed {
                noticed.used(&mut game);
            }
            if matches!(status, Status::Over(_)) {
                break game.fault(Viewer::Judge);
            }
            let Some(decision) = game.decision().cloned() else {
                break Some("no player can decide".to_owned());
            };
            if is_over.load(Ordering::Relaxed) {
                break Some(UNFINISHED.1.to_owned());
            }
            if decisions == MOST_DECISIONS {
                break Some(format!("not over after {MOST_DECISIONS} decisions"));
            }
            first = first.or(Some(decision.by));
            if let Some(noticed) = &mut noticed {
                noticed.asked(&game, &decision);
            }
            let answer = seats.answer(&game, &decision);
            if let Err(error) = game.decide(&answer) {
                break Some(format!("an answer to `{}` was refused: {error}", decision.prompt));
            }
            decisions += 1;
        };
        let outcome = game.outcome().map_or(UNFINISHED.0, |outcome| outcome.id(content));
        let winners = game.winners().iter();
        let winners = winners.map(|&winner| game.id_of(winner)).collect();
        Self {
            game: number,
            seed,
            outcome: outcome.to_owned(),
            winners,
            rounds: game.rounds(),
            decisions: decisions as u64,
            hash: hex(&game.hash()),
            fault,
            first: first.map(|player| game.id_of(player)),
            scores: scores(&game),
            cards: noticed.map(|noticed| noticed.end(&game)).unwrap_or_default(),
        }
    }
}

/// How well each player stands; nothing if the content does not say.
fn scores(game: &Game) -> Vec<i64> {
    let scores = game.players().iter().map(|&player| game.score(player));
    scores.collect::<Option<_>>().unwrap_or_default()
}
