//! Tellings: the questions that can be asked about a game. Each is asked by somebody: no text comes about
//! without a [`Viewer`].
//!
//! Requests of `serve`, players that are programs and the drawings of `run` come through here. The law of the tests changes
//! all that a viewer may not see, and compares every telling of [`Telling::ALL`], word by word (`tests/chain/laws.rs`). So
//! whatever is added here is under the law at once, and what tells of a game belongs here.
//!
//! Not here: a game as it is saved, which holds its seed and is for nobody who plays.

use super::hex;
use cardwright_core::{Event, Game, Story, Viewer};
use serde_json::{Value, json};

/// A question that can be asked about a game.
///
/// ```
/// use cardwright::{Session, Telling, Viewer};
/// # let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples/good");
/// # let content = cardwright::Workshop::open(sample.as_ref()).content("duel")?;
/// let session = Session::new(&content, 7);
/// let why = Telling::Why.of(session.game(), session.raw_events(), Viewer::Public);
/// assert_eq!(why["options"], serde_json::json!([]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// The open question.
    Decision,
    /// How the game stands.
    Snapshot,
    /// The events.
    Events,
    /// The events, in the words of the players.
    Story,
    /// Why the options are there, and why other rules are refused.
    Why,
    /// The hash of all that the viewer may know.
    Hash,
    /// How the game ended.
    Outcome,
}

impl Telling {
    /// All tellings.
    pub const ALL: &'static [Self] = &[
        Self::Decision,
        Self::Snapshot,
        Self::Events,
        Self::Story,
        Self::Why,
        Self::Hash,
        Self::Outcome,
    ];

    /// Its name in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Snapshot => "snapshot",
            Self::Events => "events",
            Self::Story => "story",
            Self::Why => "why",
            Self::Hash => "hash",
            Self::Outcome => "outcome",
        }
    }

    /// The viewer if a host names nobody: for a question the player who is asked, for a hash the host itself,
    /// else the public.
    #[must_use]
    pub fn usual_viewer(self, game: &Game) -> Viewer {
        match self {
            Self::Decision | Self::Why => {
                let asked = game.decision().map(|decision| Viewer::Player(decision.by));
                asked.unwrap_or(Viewer::Public)
            }
            Self::Snapshot | Self::Events | Self::Story => Viewer::Public,
            Self::Hash | Self::Outcome => Viewer::Judge,
        }
    }

    /// The telling for a viewer of a game in which these events happened.
    #[must_use]
    pub fn of(self, game: &Game, events: &[Event], viewer: Viewer) -> Value {
        match self {
            Self::Decision => json!(game.asked(viewer)),
            Self::Snapshot => json!(game.snapshot(viewer)),
            Self::Events => json!(game.told(events, viewer)),
            Self::Story => json!(Story::of(game, events, viewer)),
            Self::Why => json!(game.why(viewer)),
            Self::Hash if viewer.sees_all() => json!(hex(&game.hash())),
            Self::Hash => json!(hex(&game.hash_for(viewer))),
            Self::Outcome => json!(game.ended(viewer)),
        }
    }
}
