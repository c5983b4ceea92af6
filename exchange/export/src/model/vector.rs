//! Conformance vectors, and the runner protocol.

use super::document::Head;
use super::play::{Answer, Chance, Decision, Entity, Entry, Event, Running};
use super::scenario::Play;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A conformance vector: a case or a game, step by step. An engine that plays alike comes to the same decisions, events and states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// The format.
    pub document: Head,
    /// Its system.
    pub system: String,
    /// Its id: `case/FOLDERS/NAME`, `game/SCENARIO`. Stable between versions.
    pub id: String,
    /// The game that is played, and its chance.
    pub start: Start,
    /// The steps, each up to and with an answer.
    pub steps: Vec<Step>,
}

/// The message that begins a vector: the game that a runner plays, and its chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Its system.
    pub system: String,
    /// The vector's id.
    pub id: String,
    /// The file of the case or scenario in the project.
    pub file: String,
    /// The ledger rules that it proves.
    pub proves: Vec<String>,
    /// The seed of all chance that is not forced.
    pub seed: u64,
    /// Faces that the next dice show, whatever the seed says.
    pub forced_dice: Vec<String>,
    /// The values of the next numbers drawn, whatever the seed says.
    pub forced_numbers: Vec<u32>,
    /// The results of chance in order: an engine that does not share the core's generator takes them from
    /// here.
    pub chance: Vec<Chance>,
    /// The rules about building that the forces break at the start, by their names.
    pub illegal: Vec<String>,
    /// The game that is played.
    pub play: Play,
}

/// A stretch of play: up to the next decision, or to the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The course of play since the last answer.
    pub comes: Comes,
    /// The answer that is given; null at the end.
    pub taken: Option<Answer>,
}

/// The course of play since the last answer, and the state that it leads to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Comes {
    /// The results of chance.
    pub chance: Vec<Chance>,
    /// The events. The first one tells the last answer.
    pub events: Vec<Event>,
    /// The changes of the state.
    pub changed: Changed,
    /// The hash of the whole state.
    pub hash: String,
    /// The next question; null at the end.
    pub decision: Option<Decision>,
}

/// The differences between two states.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Changed {
    /// Entities that are new or not as they were, whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<Entity>,
    /// The ids of those that left the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// The entries of all states with keys, if some of them changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<BTreeMap<String, Vec<Entry>>>,
    /// All effects that run, if that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effects: Option<Vec<Running>>,
    /// How many rounds have begun, if that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<i64>,
}

/// A line that a runner reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// The first line: who speaks, and which version of the protocol.
    Hello {
        /// The version of the protocol.
        protocol: u32,
    },
    /// A new game, in place of the one before.
    Start {
        /// The game that is played.
        start: Box<Start>,
    },
    /// An answer to the decision.
    Decide {
        /// The answer.
        answer: Answer,
    },
    /// No more: the runner ends.
    Bye,
}

/// The line that it answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "reply", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reply {
    /// The name of the runner.
    Hello {
        /// The version of the protocol that it speaks.
        protocol: u32,
        /// Its name, for people.
        runner: String,
    },
    /// The course of play after a start or an answer.
    Comes {
        /// The course of play.
        comes: Box<Comes>,
    },
    /// The runner does not play this one, or does not go on with it, and says why. Such vectors are counted
    /// apart, by their reasons.
    Skips {
        /// The reason.
        why: String,
    },
    /// The runner cannot go on.
    Fails {
        /// The reason.
        why: String,
    },
}
