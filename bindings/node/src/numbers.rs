//! A game by numbers: nothing is told of it, and nothing kept. For agents that play thousands.

use crate::Content;
use crate::border::thrown;
use cardwright::agents::{Agent, RandomAgent};
use cardwright::{Answer, Decision, Game as Core, hex};
use wasm_bindgen::prelude::*;

/// A game that is played by numbers. It always stands at a question, or is over.
#[wasm_bindgen]
pub struct Game {
    game: Core,
    /// The agent that chooses places, and answers wherever JavaScript leaves it to chance.
    chance: RandomAgent,
}

#[wasm_bindgen]
impl Game {
    /// A new game, played up to its first question.
    #[wasm_bindgen(constructor)]
    pub fn new(content: &Content, seed: u64) -> Self {
        let mut game = Core::new(&content.0, seed);
        game.record(false);
        game.advance();
        Self {
            game,
            chance: RandomAgent::new(seed),
        }
    }

    /// Whether the game is over.
    #[wasm_bindgen(getter, js_name = isOver)]
    pub fn is_over(&self) -> bool {
        self.game.decision().is_none()
    }

    /// The seat of the player who decides, from 0; -1 once the game is over.
    #[wasm_bindgen(getter)]
    pub fn seat(&self) -> i32 {
        let by = self.game.decision().map(|decision| decision.by);
        let seat = by.and_then(|by| self.game.players().iter().position(|&player| player == by));
        seat.and_then(|seat| i32::try_from(seat).ok()).unwrap_or(-1)
    }

    /// How many options there are. None where a place is asked for.
    #[wasm_bindgen(getter)]
    pub fn options(&self) -> u32 {
        self.count(|decision| decision.options.len())
    }

    /// How many options have to be chosen at least.
    #[wasm_bindgen(getter)]
    pub fn least(&self) -> u32 {
        self.count(|decision| decision.least)
    }

    /// How many can be chosen at most.
    #[wasm_bindgen(getter)]
    pub fn most(&self) -> u32 {
        self.count(|decision| decision.most)
    }

    /// Chooses one option, counted from 0.
    pub fn choose(&mut self, option: u32) -> Result<(), JsValue> {
        self.decide(&Answer::one(option as usize))
    }

    /// Chooses some options, in ascending order unless the order is the player's.
    #[wasm_bindgen(js_name = chooseAll)]
    pub fn choose_all(&mut self, options: &[u32]) -> Result<(), JsValue> {
        let options = options.iter().map(|&option| option as usize);
        self.decide(&Answer::Options(options.collect()))
    }

    /// Gives the answer of who does not care.
    #[wasm_bindgen(js_name = chooseDefault)]
    pub fn choose_default(&mut self) -> Result<(), JsValue> {
        let answer = self.game.decision().map(|decision| decision.default.clone());
        self.decide(&answer.unwrap_or_else(Answer::nothing))
    }

    /// Gives any legal answer: a place on the table, for one.
    #[wasm_bindgen(js_name = chooseAny)]
    pub fn choose_any(&mut self) -> Result<(), JsValue> {
        let Self { game, chance } = self;
        let answer = game.decision().map(|decision| chance.decide(game, decision));
        self.decide(&answer.unwrap_or_else(Answer::nothing))
    }

    /// The seats of those who have won, once the game is over.
    pub fn winners(&self) -> Vec<u32> {
        let players = self.game.players();
        let winners = self.game.winners().iter();
        let seats = winners.filter_map(|winner| players.iter().position(|player| player == winner));
        seats.filter_map(|seat| u32::try_from(seat).ok()).collect()
    }

    /// The hash of everything that can matter from now on; the same on every machine.
    pub fn hash(&self) -> String {
        hex(&self.game.hash())
    }

    fn count(&self, of: impl Fn(&Decision) -> usize) -> u32 {
        self.game
            .decision()
            .map_or(0, |decision| u32::try_from(of(decision)).unwrap_or(u32::MAX))
    }

    fn decide(&mut self, answer: &Answer) -> Result<(), JsValue> {
        let decided = self.game.decide(answer);
        decided.map_err(|why| thrown("illegal", &why.to_string()))?;
        self.game.advance();
        Ok(())
    }
}
