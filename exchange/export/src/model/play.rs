//! A game by names: its state, its decisions, the results of chance, its events.

use super::{Pose, Value, Values};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The whole state of a game, hidden things included. Its hash is the SHA-256 of this with its entities sorted by id, as JSON without
/// blanks and with the keys of every object sorted (RFC 8785), as lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// How many rounds have begun.
    pub round: i64,
    /// How the game ended; null while it goes on.
    pub over: Option<Ending>,
    /// Everything in play, in the order of the scenario: that is the order of sets such as `all KIND`. What is made in play comes
    /// behind what there was of its kind.
    pub entities: Vec<Entity>,
    /// The entries of states with keys, by the ids of the states, in ascending order of the keys as the core
    /// orders them; states without entries are not here.
    pub states: BTreeMap<String, Vec<Entry>>,
    /// The effects that run, in the order in which they started.
    pub effects: Vec<Running>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The outcome's id; one that begins with `core-` is none of the content.
    pub outcome: String,
    /// The players who won, in seat order.
    pub winners: Vec<String>,
}

/// Something in play: a player, a piece, a card, a deck, or the game itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entity {
    /// Its id. What was made in play has that of its entry with a number.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// The entry from which it is made.
    pub template: Option<String>,
    /// The player whose it is.
    pub owner: Option<String>,
    /// The entity that holds it.
    pub holder: Option<String>,
    /// Its place among the things of its holder, from the top, from 0; null if nothing holds it.
    pub place: Option<u32>,
    /// Whether it lies face up.
    pub face_up: bool,
    /// How it stands on the board; null if it does not.
    pub at: Option<Pose>,
    /// Its state fields.
    pub fields: Values,
    /// How many tokens of each sort lie on it; sorts of which there is none are not here.
    pub tokens: BTreeMap<String, i64>,
}

/// The value of a state for a key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The key.
    pub key: Vec<Value>,
    /// The value.
    pub value: Value,
}

/// A running effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Running {
    /// Its number among all effects that ever started, from 1.
    pub number: u32,
    /// The effect.
    pub effect: String,
    /// Its arguments.
    pub arguments: Vec<Value>,
}

/// A question to a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The player who decides.
    pub by: String,
    /// The question, for people.
    pub asks: String,
    /// The sort of question.
    pub kind: DecisionKind,
    /// All legal options, in a fixed order; none for a place.
    pub options: Vec<Choice>,
    /// How many options have to be chosen at least.
    pub least: usize,
    /// How many can be chosen at most.
    pub most: usize,
    /// Whether the order matters in which options are chosen.
    pub ordered: bool,
    /// Whether only the player learns the answer.
    pub secret: bool,
    /// The answer that is taken if the player does not care.
    pub default: Answer,
    /// The piece and the region, if a place is asked for.
    pub place: Option<PlaceAsked>,
}

/// The sort of question that a decision is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionKind {
    /// Members of a set, or a branch.
    Choose,
    /// Yes or no.
    YesNo,
    /// The ability to use next in a window.
    Ability,
    /// The option of an offer to take.
    Offer,
    /// A place on the flat table.
    Place,
}

/// An option of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The text that people read.
    pub label: String,
    /// The meaning of the option.
    pub means: Means,
}

/// The meaning of an option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Means {
    /// A value: a member of the set, yes or no.
    Value {
        /// The value.
        value: Value,
    },
    /// A branch of a choice, by its label.
    Branch {
        /// The label.
        label: String,
    },
    /// A rule: an ability, or an option of an offer.
    Rule {
        /// The rule's id.
        rule: String,
        /// The entity that carries it, if one does.
        entity: Option<String>,
        /// The number of the running effect that carries it, if one does.
        effect: Option<u32>,
    },
    /// To pass.
    Pass,
    /// One die of a pool.
    Die {
        /// Its place in the pool, from 1.
        die: usize,
        /// The face that it shows.
        shows: String,
    },
}

/// A place that is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceAsked {
    /// The piece.
    pub piece: String,
    /// The region and the facing, in words. What else must hold, the rules say.
    pub region: String,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    /// Places of the chosen options in the decision's list, from 0; ascending, unless the order matters.
    Options {
        /// The places.
        options: Vec<usize>,
    },
    /// A place on the flat table.
    Place {
        /// The place.
        at: Pose,
    },
}

/// A result of chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Chance {
    /// A die was rolled.
    Die {
        /// Its sort.
        die: String,
        /// The face that it shows.
        face: String,
    },
    /// A number was drawn.
    Number {
        /// From 1 to this one.
        most: i64,
        /// The number.
        number: i64,
    },
    /// The things of a holder were put into random order.
    Order {
        /// The holder.
        holder: String,
        /// The things afterwards, top first.
        entities: Vec<String>,
    },
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A step of a procedure began.
    StepBegan {
        /// The procedure.
        procedure: String,
        /// The step.
        step: String,
    },
    /// A step of a procedure is over, or, without a step, the whole procedure.
    StepEnded {
        /// The procedure.
        procedure: String,
        /// The step.
        step: Option<String>,
    },
    /// A player decided.
    Decided {
        /// The player.
        player: String,
        /// The question.
        asks: String,
        /// The labels of what was chosen.
        chosen: Vec<String>,
    },
    /// A rule did what it says.
    AbilityUsed {
        /// The rule.
        rule: String,
        /// The entity that carries it.
        entity: Option<String>,
        /// The player who used it.
        player: Option<String>,
    },
    /// A count of tokens changed.
    Tokens {
        /// The entity with the tokens.
        entity: String,
        /// The sort.
        token: String,
        /// How many there were.
        before: i64,
        /// How many there are.
        after: i64,
    },
    /// A field changed.
    FieldSet {
        /// The entity with the field.
        entity: String,
        /// The field.
        field: String,
        /// The value before.
        before: Value,
        /// The value now.
        after: Value,
    },
    /// The members of a set changed, or their order.
    MembersSet {
        /// The entity with the field.
        entity: String,
        /// The field.
        field: String,
        /// The members that were added.
        came: Vec<Value>,
        /// The members that were removed.
        went: Vec<Value>,
    },
    /// The value of a state for a key changed.
    EntrySet {
        /// The state.
        state: String,
        /// The key.
        key: Vec<Value>,
        /// The value before.
        before: Value,
        /// The value now.
        after: Value,
    },
    /// An entity was made.
    Made {
        /// The entity.
        entity: String,
        /// The player whose it is.
        owner: Option<String>,
    },
    /// A piece was put on the board.
    Placed {
        /// The piece.
        entity: String,
        /// How it stands.
        to: Pose,
    },
    /// A piece on the board went elsewhere.
    Moved {
        /// The piece.
        entity: String,
        /// How it stood.
        from: Pose,
        /// How it stands.
        to: Pose,
    },
    /// A piece was taken off the board.
    Lifted {
        /// The piece.
        entity: String,
    },
    /// Dice were rolled.
    Rolled {
        /// The sort.
        die: String,
        /// The faces that they show.
        faces: Vec<String>,
    },
    /// Chance gave a number.
    Drawn {
        /// From 1 to this one.
        most: i64,
        /// The number; 0 if it is a secret.
        number: i64,
    },
    /// A pool was modified.
    DiceChanged {
        /// The sort of its dice.
        die: String,
        /// The faces that its dice show now.
        faces: Vec<String>,
    },
    /// Results of a pool can no longer be changed.
    DiceLocked {
        /// The faces that these dice show.
        faces: Vec<String>,
    },
    /// Dice of a pool can no longer be rolled again.
    DiceBarred {
        /// The faces that these dice show.
        faces: Vec<String>,
    },
    /// An entity was laid on another.
    CardMoved {
        /// The entity that was laid.
        entity: String,
        /// The entity that held it.
        from: Option<String>,
        /// The entity that holds it.
        to: Option<String>,
        /// Whether it lies face up.
        face_up: bool,
    },
    /// An entity was turned over.
    Flipped {
        /// The entity.
        entity: String,
        /// Whether it lies face up now.
        up: bool,
    },
    /// The things of a holder were put into random order.
    Shuffled {
        /// The holder.
        holder: String,
    },
    /// An entity left the game.
    Removed {
        /// The entity.
        entity: String,
    },
    /// An entity came back into the game.
    Returned {
        /// The entity.
        entity: String,
    },
    /// An entity was given to another player.
    OwnerChanged {
        /// The entity.
        entity: String,
        /// The new owner.
        owner: Option<String>,
    },
    /// A lasting effect started.
    EffectStarted {
        /// Its number.
        number: u32,
        /// The effect.
        effect: String,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// A lasting effect ended.
    EffectEnded {
        /// Its number.
        number: u32,
        /// The effect.
        effect: String,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// A secret field was shown to everyone.
    Revealed {
        /// The entity with the field.
        entity: String,
        /// The field.
        field: String,
        /// The value.
        value: Value,
    },
    /// The game ended.
    Ended {
        /// The outcome's id.
        outcome: String,
        /// The players who won, in seat order.
        winners: Vec<String>,
    },
}
