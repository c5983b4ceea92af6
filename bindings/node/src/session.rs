//! A game by names: it always stands at a question, or is over.

use crate::border::{given, handed, measured, thrown};
use crate::{Content, MOST_TEXT};
use cardwright::{Replay, Reply, Viewer};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The open question.
    #[wasm_bindgen(typescript_type = "Asked | undefined")]
    pub type Asked;
    /// An answer.
    #[wasm_bindgen(typescript_type = "Reply")]
    pub type Answer;
    /// How the game stands.
    #[wasm_bindgen(typescript_type = "Snapshot")]
    pub type Snapshot;
    /// The events.
    #[wasm_bindgen(typescript_type = "Told[]")]
    pub type Events;
    /// Why a decision is as it is.
    #[wasm_bindgen(typescript_type = "Why | undefined")]
    pub type Why;
    /// How the game ended.
    #[wasm_bindgen(typescript_type = "Ended | undefined")]
    pub type Ended;
}

/// A game that is played by names.
#[wasm_bindgen]
pub struct Session(cardwright::Session);

#[wasm_bindgen]
impl Session {
    /// A new game, played up to its first question. The seed is all of its chance.
    #[wasm_bindgen(constructor)]
    pub fn new(content: &Content, seed: u64) -> Self {
        Self(cardwright::Session::new(&content.0, seed))
    }

    /// Goes on with a saved game: its decisions are made again, and checked. Throws `other-game` if it does not
    /// come to the same with this content.
    pub fn resume(content: &Content, saved: &str) -> Result<Self, JsValue> {
        measured(saved.len(), MOST_TEXT, "the saved game")?;
        let saved: Replay =
            serde_json::from_str(saved).map_err(|why| thrown("not-json", &why.to_string()))?;
        let session = cardwright::Session::resume(&content.0, &saved);
        session
            .map(Self)
            .map_err(|why| thrown("other-game", &why.to_string()))
    }

    /// The open question, as the player who is asked sees it; `undefined` once the game is over.
    pub fn asked(&self) -> Result<Asked, JsValue> {
        let asked = self.0.asked();
        let asked = asked.map_or(Ok(JsValue::UNDEFINED), |asked| handed(&asked))?;
        Ok(asked.unchecked_into())
    }

    /// Answers the question, and plays on to the next one or to the end. A reply that is not legal throws why, and
    /// nothing has changed.
    pub fn decide(&mut self, reply: &Answer) -> Result<(), JsValue> {
        let reply: Reply = given(reply, MOST_TEXT, "the answer")?;
        let decided = self.0.decide(&reply);
        decided.map_err(|why| thrown(why.code(), &why.to_string()))
    }

    /// How the game stands, as somebody may know it: a player's id, `judge`, or `public` (the default).
    pub fn snapshot(&self, viewer: Option<String>) -> Result<Snapshot, JsValue> {
        let snapshot = self.0.snapshot(self.viewer(viewer)?);
        Ok(handed(&snapshot)?.unchecked_into())
    }

    /// The events since the last decision, as a viewer may know them.
    pub fn events(&self, viewer: Option<String>) -> Result<Events, JsValue> {
        let events = self.0.events(self.viewer(viewer)?);
        Ok(handed(&events)?.unchecked_into())
    }

    /// Why the options are there, and why other rules are refused, as somebody may know it; who is asked, if nobody is named.
    /// `undefined` once the game is over.
    pub fn why(&self, viewer: Option<String>) -> Result<Why, JsValue> {
        let viewer = match (viewer, self.0.game().decision()) {
            (None, Some(decision)) => Viewer::Player(decision.by),
            (name, _) => self.viewer(name)?,
        };
        let why = self.0.why(viewer);
        let why = why.map_or(Ok(JsValue::UNDEFINED), |why| handed(&why))?;
        Ok(why.unchecked_into())
    }

    /// Takes the last decision back if that is fair: nothing was rolled, drawn or shown since. Throws `no-undo`.
    pub fn undo(&mut self) -> Result<(), JsValue> {
        let undone = self.0.undo();
        undone.map_err(|why| thrown("no-undo", &why.to_string()))
    }

    /// The game as it can be stored: what `run --replay` writes. It stays a text, since its numbers are larger than
    /// those of JavaScript.
    pub fn save(&self) -> Result<String, JsValue> {
        let saved = self
            .0
            .save()
            .map_err(|why| thrown(why.code(), &why.to_string()))?;
        serde_json::to_string(&saved).map_err(|why| thrown("not-json", &why.to_string()))
    }

    /// How the game ended; `undefined` while it goes on.
    pub fn ended(&self) -> Result<Ended, JsValue> {
        let ended = self.0.ended(Viewer::Public);
        let ended = ended.map_or(Ok(JsValue::UNDEFINED), |ended| handed(&ended))?;
        Ok(ended.unchecked_into())
    }

    /// The hash of everything that can matter from now on; the same on every machine.
    pub fn hash(&self) -> String {
        self.0.hash()
    }

    fn viewer(&self, name: Option<String>) -> Result<Viewer, JsValue> {
        let name = name.unwrap_or_else(|| "public".to_owned());
        let viewer = self.0.viewer(&name);
        viewer.ok_or_else(|| thrown("unknown-viewer", &format!("there is no viewer `{name}`")))
    }
}
