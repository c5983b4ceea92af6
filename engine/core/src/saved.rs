//! Games as they are stored, and what identifies one.

use crate::border;
use crate::content::Content;
use crate::decision::Pending;
use crate::events::Log;
use crate::game::{Game, Open};
use crate::state::State;
use crate::viewer::Viewer;
use cardwright_bytecode::Pack;
use cardwright_vm::Machine;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How much room is made at once for what is hashed besides cells; more is made when it is needed.
const ROOM_FOR_THE_REST: usize = 2048;

/// A game as it is stored: with the same content it can be gone on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    content: [u8; 32],
    state: State,
    machine: Machine,
    open: Vec<Open>,
    pending: Option<Pending>,
}

impl Saved {
    /// Whether all that it names is there.
    fn is_whole(&self, pack: &Pack) -> bool {
        let Self {
            content: _,
            state,
            machine,
            open,
            pending,
        } = self;
        border::knows_state(pack, state)
            && border::knows_machine(pack, machine)
            && open.iter().all(|open| border::knows_open(pack, open))
            && pending
                .as_ref()
                .is_none_or(|pending| border::knows_question(pack, pending))
    }
}

/// Why a stored game cannot be gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// The game was played with other content.
    OtherContent,
    /// The game names things that its content does not have.
    Damaged,
}

impl std::fmt::Display for RestoreError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::OtherContent => "the game was played with different content",
            Self::Damaged => {
                "the stored game is damaged: it refers to things that do not exist in the \
             content"
            }
        })
    }
}

impl std::error::Error for RestoreError {}

impl Game {
    /// The identity of everything that can matter from now on, as a hash; the same on every machine.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        let mut bytes = Vec::with_capacity(self.state.cells.len() * 2 + ROOM_FOR_THE_REST);
        bytes.extend(self.content.hash());
        let state = self.state.write_cells(&mut bytes);
        let rest = (state, &self.machine, &self.open, &self.pending);
        // Writing plain data into memory cannot fail; should it ever, all such games share one hash.
        let bytes = postcard::to_extend(&rest, bytes).unwrap_or_default();
        *blake3::hash(&bytes).as_bytes()
    }

    /// The identity of all that a viewer may see, as a hash: two games that he cannot tell apart have the
    /// same. So nobody finds out what is hidden, or the seed, by playing other games until their hashes
    /// agree.
    #[must_use]
    pub fn hash_for(&self, viewer: Viewer) -> [u8; 32] {
        let mut bytes = self.content.hash().to_vec();
        bytes.extend(format!("{:?}", self.snapshot(viewer)).into_bytes());
        *blake3::hash(&bytes).as_bytes()
    }

    /// The game as it can be stored.
    #[must_use]
    pub fn save(&self) -> Saved {
        Saved {
            content: self.content.hash(),
            state: self.state.clone(),
            machine: self.machine.clone(),
            open: self.open.clone(),
            pending: self.pending.clone(),
        }
    }

    /// Goes on with a stored game, without the events so far.
    ///
    /// # Errors
    /// If it was played with other content, or names what that does not have.
    pub fn restore(content: &Arc<Content>, saved: Saved) -> Result<Self, RestoreError> {
        if saved.content != content.hash() {
            return Err(RestoreError::OtherContent);
        }
        if !saved.is_whole(&content.pack) {
            return Err(RestoreError::Damaged);
        }
        let Saved {
            state,
            machine,
            open,
            pending,
            ..
        } = saved;
        let content = Arc::clone(content);
        let mut game = Self {
            content,
            state,
            machine,
            open,
            pending,
            decision: None,
            log: Log::default(),
        };
        game.describe();
        Ok(game)
    }
}
