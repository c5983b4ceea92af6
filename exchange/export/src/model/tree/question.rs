//! Questions: expressions and their parts.

use crate::model::{Span, Type, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An expression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expression {
    /// The question.
    pub is: Question,
    /// The type of its value.
    #[serde(rename = "type")]
    pub ty: Type,
    /// Its place in the file.
    pub at: Span,
}

/// The question of an expression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// A value known from the text.
    Constant {
        /// The value, read by the type of the expression.
        value: Value,
    },
    /// The value of a local.
    Local {
        /// Its place among the locals of the function.
        local: usize,
    },
    /// The value of a slot of the procedure whose window is open.
    Slot {
        /// The slot's name.
        slot: String,
    },
    /// The answer of a define.
    Define {
        /// The define.
        define: String,
        /// Its arguments.
        arguments: Vec<Expression>,
    },
    /// A value: its base, then the replacement that wins, then its modifiers, then its limits.
    Value {
        /// The value.
        value: String,
        /// Its arguments.
        arguments: Vec<Expression>,
    },
    /// Whether a permission is given.
    Permission {
        /// The permission.
        permission: String,
        /// Its arguments.
        arguments: Vec<Expression>,
    },
    /// The value of a state of the game for a key; the null value if nothing was set.
    State {
        /// The state.
        state: String,
        /// The key.
        key: Vec<Expression>,
    },
    /// The result of a core call: `core-calls.json` says what each does.
    Core {
        /// The call.
        call: String,
        /// Its arguments.
        arguments: Vec<Expression>,
    },
    /// A printed or changing field of an entity; the null value if it is nobody.
    Field {
        /// The field.
        field: String,
        /// The entity.
        of: Box<Expression>,
    },
    /// How many tokens lie on an entity; 0 if it is nobody.
    Tokens {
        /// The sort of token.
        token: String,
        /// The entity.
        on: Box<Expression>,
    },
    /// The entry from which an entity is made; the null row if it is nobody.
    Template {
        /// The entity.
        of: Box<Expression>,
    },
    /// A new entity; nobody, if its template is the null row. Changes the game.
    Make {
        /// Its kind.
        kind: String,
        /// Its entry.
        template: Box<Expression>,
        /// The player whose it is.
        owner: Box<Expression>,
    },
    /// A field of a row; the null value for the null row.
    Cell {
        /// The field.
        field: String,
        /// The row.
        of: Box<Expression>,
    },
    /// A new pool of rolled dice. Changes the game.
    Roll {
        /// The sort of dice.
        die: String,
        /// How many.
        count: Box<Expression>,
    },
    /// The entity if it is of this kind, else nobody.
    Narrow {
        /// The kind.
        kind: String,
        /// The entity.
        what: Box<Expression>,
    },
    /// Not.
    Not {
        /// The denied expression.
        what: Box<Expression>,
    },
    /// And; the right side is asked only if the left is yes.
    And {
        /// Asked first.
        left: Box<Expression>,
        /// Asked then.
        right: Box<Expression>,
    },
    /// Or; the right side is asked only if the left is no.
    Or {
        /// Asked first.
        left: Box<Expression>,
        /// Asked then.
        right: Box<Expression>,
    },
    /// An operation on two values. Arithmetic saturates at 64 bits.
    Operation {
        /// The operation.
        operation: Operation,
        /// The first.
        left: Box<Expression>,
        /// The second.
        right: Box<Expression>,
    },
    /// One of two values; only that one is asked for.
    If {
        /// The condition.
        condition: Box<Expression>,
        /// The value if yes.
        then: Box<Expression>,
        /// The value if no.
        otherwise: Box<Expression>,
    },
    /// Every entity of a kind that is in play, in the order of the scenario.
    All {
        /// The kind.
        kind: String,
    },
    /// Every entity of a kind that an entity holds, top first.
    Held {
        /// The kind.
        kind: String,
        /// The holder.
        on: Box<Expression>,
    },
    /// Every entity of a kind that stands on a space.
    Standing {
        /// The kind.
        kind: String,
        /// The space.
        at: Box<Expression>,
    },
    /// Every row of a record.
    Rows {
        /// The record.
        record: String,
    },
    /// The set of these members, each once.
    List {
        /// The members.
        members: Vec<Expression>,
    },
    /// The members of a set for which the condition holds, in its order.
    Filter {
        /// The local that is the member in the condition.
        member: usize,
        /// The set.
        set: Box<Expression>,
        /// The condition.
        condition: Box<Expression>,
    },
    /// One number from a number of each member; 0 for the empty set.
    Fold {
        /// The sort of fold.
        fold: Fold,
        /// The local that is the member in the number.
        member: usize,
        /// The set.
        set: Box<Expression>,
        /// The number of each member.
        value: Box<Expression>,
    },
    /// How many members a set has.
    Count {
        /// The set.
        set: Box<Expression>,
    },
    /// The first member of a set; the null value if it is empty.
    First {
        /// The set.
        set: Box<Expression>,
    },
    /// The first so many members of a set.
    FirstSome {
        /// How many.
        count: Box<Expression>,
        /// The set.
        set: Box<Expression>,
    },
    /// The members of the left set, then those of the right that the left has not.
    Union {
        /// The first set.
        left: Box<Expression>,
        /// The second set.
        right: Box<Expression>,
    },
    /// The members of the left set that the right has not.
    Without {
        /// The set.
        left: Box<Expression>,
        /// The set of members to leave out.
        right: Box<Expression>,
    },
    /// The members of a set in ascending order of a number of each; those with the same number stay in order.
    Sort {
        /// The local that is the member in the number.
        member: usize,
        /// The set.
        set: Box<Expression>,
        /// The number of each member.
        by: Box<Expression>,
    },
    /// A member of a set, each as likely; the null value if it is empty. Draws a number from 1 to the count of members. Changes
    /// the game.
    Pick {
        /// The set.
        set: Box<Expression>,
    },
    /// Runs a procedure; its value is the procedure's result. Changes the game.
    Run {
        /// The procedure.
        procedure: String,
        /// Its arguments.
        arguments: Vec<Expression>,
    },
    /// Offers a choice among rules; its value is how many were taken. Changes the game.
    Offer(Box<Offering>),
    /// How many options of an offer are open to a player now.
    Options {
        /// The offer.
        offer: String,
        /// To whom.
        decider: Box<Expression>,
        /// Its arguments.
        arguments: Vec<Expression>,
    },
    /// Whether an instance of an effect is running that matches.
    Running(Matching),
    /// Whether a run of a procedure goes on around this.
    InRun {
        /// The procedure.
        procedure: String,
    },
    /// The value of a slot in the innermost run of a procedure that goes on; the null value (0, no, nobody)
    /// if none goes on.
    RunSlot {
        /// The procedure.
        procedure: String,
        /// The name of a parameter or variable.
        slot: String,
    },
    /// The players whose abilities are due in a window, which then has only those.
    Gather {
        /// The window.
        window: String,
    },
    /// Whether a set has a member.
    Has {
        /// The set.
        set: Box<Expression>,
        /// The member.
        member: Box<Expression>,
    },
}

/// An offer of a choice among rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offering {
    /// The offer.
    pub offer: String,
    /// The player who decides.
    pub decider: Expression,
    /// How often at most.
    pub most: Expression,
    /// Its arguments.
    pub arguments: Vec<Expression>,
}

/// Running instances of an effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Matching {
    /// The effect.
    pub effect: String,
    /// The value that each parameter must have; null where any will do.
    pub arguments: Vec<Option<Expression>>,
}

/// An operation on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient rounded down; 0 when dividing by 0.
    Divide,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// Whether they are the same.
    Equal,
    /// Whether they differ.
    NotEqual,
    /// Whether the first is less.
    Less,
    /// Whether the first is at most the second.
    AtMost,
    /// Whether the first is more.
    More,
    /// Whether the first is at least the second.
    AtLeast,
}

/// The result of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fold {
    /// The least.
    Lowest,
    /// The greatest.
    Highest,
    /// The sum, saturating after each member.
    Sum,
}
