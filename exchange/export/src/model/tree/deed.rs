//! Deeds: statements, and the choices of players in them.

use super::{Expression, Function, Matching, Offering};
use crate::model::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The deed.
    pub does: Deed,
    /// Its place in the file.
    pub at: Span,
}

/// The target of `set`, `add` and `remove`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Target {
    /// A variable of the procedure.
    Local {
        /// Its place among the locals of the function.
        local: usize,
    },
    /// A slot of the procedure whose window is open.
    Slot {
        /// The slot's name.
        slot: String,
    },
    /// A field of an entity; nothing happens if it is nobody.
    Field {
        /// The field.
        field: String,
        /// The entity.
        of: Expression,
    },
    /// The value of a state of the game for a key.
    State {
        /// The state.
        state: String,
        /// The key.
        key: Vec<Expression>,
    },
}

/// The deed of a statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Deed {
    /// Gives a local its value.
    Let {
        /// The local.
        local: usize,
        /// Its value.
        value: Expression,
    },
    /// Changes something to a value.
    Set {
        /// The target that changes.
        target: Target,
        /// The new value.
        value: Expression,
    },
    /// Adds a number to a number, or the members of a set to a set. What it was is read before the value is worked out.
    Add {
        /// The target that changes.
        target: Target,
        /// The number to add, or the members.
        value: Expression,
    },
    /// Takes the members of a set out of a set.
    Remove {
        /// The set that changes.
        target: Target,
        /// The members to take out.
        value: Expression,
    },
    /// Puts tokens on an entity, up to the sort's limit.
    Give {
        /// How many.
        amount: Expression,
        /// The entity.
        to: Expression,
        /// The sort of token.
        token: String,
    },
    /// Takes up to so many tokens from an entity.
    Take {
        /// How many.
        amount: Expression,
        /// From what.
        from: Expression,
        /// The sort of token.
        token: String,
    },
    /// One of two blocks.
    If {
        /// The condition.
        condition: Expression,
        /// The statements if yes.
        then: Vec<Statement>,
        /// The statements if no.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<Vec<Statement>>,
    },
    /// A block for each member of a set, as the set is at the start.
    ForEach {
        /// The set.
        set: Expression,
        /// The player who says each time which member comes next; the order of the set, if absent. He is
        /// asked before each but the last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<Ordering>,
        /// The local that is the member.
        member: usize,
        /// The statements for each member.
        statements: Vec<Statement>,
    },
    /// A block so many times; never if the number is not positive.
    Repeat {
        /// How often.
        times: Expression,
        /// The statements to repeat.
        statements: Vec<Statement>,
    },
    /// Somebody chooses from a set. Not asked, if there is exactly one member and nothing else can be chosen, or none.
    Choose(Box<Choosing>),
    /// Somebody chooses a place for a piece on the flat table.
    ChoosePlace(Box<ChoosingPlace>),
    /// Somebody chooses one of the branches that are open; nothing happens if none is.
    ChooseBranch {
        /// The question.
        prompt: String,
        /// The player who decides.
        decider: Expression,
        /// The branches.
        branches: Vec<Branch>,
    },
    /// Somebody says yes or no; no by default.
    May {
        /// The question.
        prompt: String,
        /// The player who decides.
        decider: Expression,
        /// The statements if yes.
        then: Vec<Statement>,
        /// The statements if no.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<Vec<Statement>>,
    },
    /// Runs a procedure.
    Run {
        /// The procedure.
        procedure: String,
        /// Its arguments.
        arguments: Vec<Expression>,
    },
    /// Offers a choice among rules.
    Offer(Box<Offering>),
    /// Starts a lasting effect.
    Start {
        /// The effect.
        effect: String,
        /// Its arguments.
        arguments: Vec<Expression>,
        /// The event that ends it; it lasts if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Box<Until>>,
    },
    /// Ends every running instance of an effect that matches.
    Finish(Matching),
    /// Shows a secret field of an entity to everyone.
    Reveal {
        /// The field.
        field: String,
        /// The entity.
        of: Expression,
    },
    /// Ends the game.
    End {
        /// The outcome.
        outcome: String,
        /// The players who win, if the outcome does not say so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winners: Option<Expression>,
    },
    /// A change of something that rules watch, which then opens their window. `does` is the whole change: an
    /// interpreter needs only that. `plain` is the statement that was written.
    Change {
        /// The statement as it is written; none, if it stands before this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plain: Option<Box<Statement>>,
        /// The statements that make the change and open the window.
        does: Vec<Statement>,
    },
    /// Leaves the innermost loop.
    Break,
    /// Leaves the procedure or rule.
    Stop,
    /// A core call or another expression with an effect; its result is not used.
    Do {
        /// The expression.
        what: Expression,
    },
}

/// The player who orders the members of a loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ordering {
    /// The question.
    pub prompt: String,
    /// The player who decides.
    pub decider: Expression,
}

/// A choice from a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choosing {
    /// The question.
    pub prompt: String,
    /// One member, several, or several in an order.
    pub style: Style,
    /// Whether nothing may be chosen, which is then the default. A choice of several that is not optional is one of exactly so
    /// many, or of all if there are fewer.
    pub optional: bool,
    /// Whether only the decider learns the answer.
    pub secret: bool,
    /// How many can be chosen; one, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Expression>,
    /// From what.
    pub options: Expression,
    /// The player who decides.
    pub decider: Expression,
    /// The local that is what was chosen: a member, or a set if several can be chosen.
    pub chosen: usize,
    /// The statements after a choice.
    pub statements: Vec<Statement>,
    /// The statements if there was nothing to choose, or nothing was chosen. A choice of several has none:
    /// its statements are done with the empty set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Vec<Statement>>,
}

/// How many members are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// One.
    One,
    /// Several.
    Several,
    /// Several; they stand in the order of choosing.
    Ordered,
}

/// A choice of a place for a piece on the flat table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoosingPlace {
    /// The question.
    pub prompt: String,
    /// Whether no place may be chosen, which is then the default.
    pub optional: bool,
    /// Whether only the decider learns the answer.
    pub secret: bool,
    /// The piece.
    pub piece: Expression,
    /// The region in which it may be.
    pub region: Region,
    /// The ways that it may face.
    pub facing: Facing,
    /// A further condition of the place; its last parameter is the pose, the others are given by `captured`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Function>,
    /// The first arguments of the test.
    pub captured: Vec<Expression>,
    /// The player who decides.
    pub decider: Expression,
    /// The local that is the pose that was chosen.
    pub chosen: usize,
    /// The statements after a choice.
    pub statements: Vec<Statement>,
    /// The statements if no place was found, or none was chosen.
    pub otherwise: Vec<Statement>,
}

/// A part of the flat table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Region {
    /// The whole table: the base lies wholly on it.
    Table,
    /// The base lies wholly inside a rectangle.
    Inside {
        /// Its west edge.
        x: Box<Expression>,
        /// Its south edge.
        y: Box<Expression>,
        /// From west to east.
        width: Box<Expression>,
        /// From south to north.
        length: Box<Expression>,
    },
    /// Some part of the base lies within a distance of another piece's base, and all of it on the table.
    WithinOfPiece {
        /// The distance.
        distance: Expression,
        /// The other piece.
        of: Expression,
    },
    /// Some part of the base lies within a distance of a point, and all of it on the table.
    WithinOfPoint {
        /// The distance.
        distance: Expression,
        /// The point.
        of: Expression,
    },
}

/// The ways that a piece may face.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Facing {
    /// Any way.
    Any,
    /// One angle.
    Angle {
        /// The angle.
        angle: Expression,
    },
    /// One of a set of angles.
    Angles {
        /// The angles.
        angles: Expression,
    },
    /// Towards a point.
    Point {
        /// The point.
        point: Expression,
    },
}

/// A branch of a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The text that people read.
    pub label: String,
    /// Whether it is open; always, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Expression>,
    /// The statements of the branch.
    pub statements: Vec<Statement>,
}

/// The openings of a window that end a lasting effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// The window.
    pub window: String,
    /// The condition under which an opening counts (parameters: those of the effect); all count, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Function>,
    /// How many openings that count end it; the first, if absent. Below 1 counts as 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Expression>,
    /// Whether only openings in runs of the window's procedure count that began after the effect started.
    pub next: bool,
    /// Another event that ends it, if that comes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or: Option<Box<Until>>,
}
