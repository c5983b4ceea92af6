//! Statements: what happens.
//!
//! Parts of a statement are evaluated in the order of the fields here.

use super::{Expr, LocalId, Offer};
use cardwright_documents::source::Location;

/// Statements in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The form, with its parts.
    pub kind: StatementKind,
    /// The place in the source.
    pub place: Location,
}

/// A step of a procedure: it begins, its windows `before` and `at` open, it does what it says, its window
/// `after` opens.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The windows (indexes into the pack's) before, at and after it.
    pub windows: [u32; 3],
    /// The statements that gather the abilities of its window `at` that are due, and order the players.
    pub gathers: Block,
    /// The statements of the step.
    pub body: Block,
    /// Its name.
    pub place: Location,
}

/// The thing that `set` or `add` changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A variable of the procedure.
    Local(LocalId),
    /// A slot of the procedure whose window is open.
    Slot(usize),
    /// A field of an entity.
    Field(Expr, usize),
    /// The value of a state (index into the pack's) for a key.
    Entry(usize, Vec<Expr>),
}

/// The form of a statement, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// Gives a local its value.
    Let {
        /// The local.
        local: LocalId,
        /// Its value.
        value: Expr,
    },
    /// Changes something to a value.
    Set {
        /// The thing that changes.
        target: Target,
        /// The new value.
        value: Expr,
    },
    /// Adds a number to a number, or the members of a set to a set; what it was is read after the target's entity and before
    /// the value.
    Add {
        /// The thing that changes.
        target: Target,
        /// The change.
        value: Expr,
    },
    /// Takes the members of a set out of a set; read in the same order.
    Remove {
        /// The set that changes.
        target: Target,
        /// The members that are taken out.
        value: Expr,
    },
    /// Puts tokens on an entity, up to the sort's limit.
    Give {
        /// The number of tokens.
        amount: Expr,
        /// The receiver.
        to: Expr,
        /// The sort of token.
        token: usize,
    },
    /// Takes up to so many tokens from an entity.
    Take {
        /// The number of tokens.
        amount: Expr,
        /// The entity that loses them.
        from: Expr,
        /// The sort of token.
        token: usize,
    },
    /// One block or the other.
    If {
        /// The condition.
        condition: Expr,
        /// The statements if the condition holds.
        then: Block,
        /// The statements if it does not hold.
        otherwise: Option<Block>,
    },
    /// A block for each member of a set, as the set is at the start.
    ForEach {
        /// The set.
        set: Expr,
        /// The choice of the next member, each time; the order of the set, if absent.
        order: Option<Order>,
        /// The member's name.
        member: LocalId,
        /// The statements for each member.
        body: Block,
    },
    /// A block so many times; never if the number is not positive.
    Repeat {
        /// The number of times.
        times: Expr,
        /// The statements to repeat.
        body: Block,
    },
    /// Somebody chooses from a set.
    Choose(Box<Choose>),
    /// Somebody chooses a place for a piece.
    ChoosePlace(Box<ChoosePlace>),
    /// Somebody chooses one of the branches that are open; nothing happens if none is.
    ChooseBranch {
        /// Index into the pack's choices.
        choice: usize,
        /// The player who decides.
        decider: Expr,
        /// The arguments from which the values in the question are made.
        told: Vec<Expr>,
        /// The branches.
        branches: Vec<Branch>,
    },
    /// Somebody says yes or no.
    May {
        /// Index into the pack's choices.
        choice: usize,
        /// The player who decides.
        decider: Expr,
        /// The arguments from which the values in the question are made.
        told: Vec<Expr>,
        /// The statements if the player says yes.
        then: Block,
        /// The statements if the player says no.
        otherwise: Option<Block>,
    },
    /// Runs a procedure.
    Run {
        /// Index into the pack's procedures.
        procedure: usize,
        /// Its arguments.
        arguments: Vec<Expr>,
    },
    /// Offers a choice among rules.
    Offer(Offer),
    /// Starts a lasting effect.
    Start {
        /// Index into the pack's starts.
        start: usize,
        /// The effect's arguments; then how many openings end it, if the start is counted.
        arguments: Vec<Expr>,
    },
    /// Ends every running instance of an effect that matches.
    Finish {
        /// Index into the pack's matches.
        matching: usize,
        /// The effect's arguments; those that are not compared are null values.
        arguments: Vec<Expr>,
    },
    /// Shows a secret field of an entity to everyone.
    Reveal {
        /// The entity that has the field.
        of: Expr,
        /// The field.
        field: usize,
    },
    /// Ends the game.
    End {
        /// Index into the pack's outcomes.
        outcome: usize,
        /// The players who win, if the outcome does not say so.
        winners: Option<Expr>,
    },
    /// A statement that changes something that rules watch, and then opens their window.
    Change {
        /// The statement as it is written; none, if it stands before this one.
        plain: Option<Box<Statement>>,
        /// The statements that are carried out in its place.
        does: Block,
    },
    /// Leaves the innermost loop.
    Break,
    /// Leaves the procedure or rule.
    Stop,
    /// A core call with an effect; its result, if any, is not used.
    Do(Expr),
}

/// The choice of the next member of a set. The player is asked before each member but the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Index into the pack's choices.
    pub choice: usize,
    /// The player who chooses.
    pub decider: Expr,
    /// The arguments from which the values in the question are made.
    pub told: Vec<Expr>,
}

/// A choice of any number of members is one of at most so many.
pub const ANY_NUMBER: i64 = i32::MAX as i64;

/// A choice from a set. The pack's choice says how it is asked: its style, whether nothing may be chosen (which is
/// then the default), whether it is secret.
#[derive(Clone, Debug, PartialEq)]
pub struct Choose {
    /// Index into the pack's choices.
    pub choice: usize,
    /// The number of members that can be chosen; one if absent.
    pub most: Option<Expr>,
    /// The set to choose from.
    pub options: Expr,
    /// The player who chooses.
    pub decider: Expr,
    /// The arguments from which the values in the question are made.
    pub told: Vec<Expr>,
    /// The name of what was chosen: a member, or a set if several can be chosen.
    pub chosen: LocalId,
    /// The statements to carry out with the choice.
    pub body: Block,
    /// The statements to carry out if there was nothing to choose, or nothing was chosen. A choice of several
    /// has none: its body is done with the empty set.
    pub otherwise: Option<Block>,
}

/// A choice of a place on the flat table. The pack's choice says in what sort of region, which way the piece may face, and
/// what must hold of the pose besides.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoosePlace {
    /// Index into the pack's choices.
    pub choice: usize,
    /// The piece, the region's arguments, the facing's, those of the test but for the pose, and what the values in the
    /// question are made from.
    pub arguments: Vec<Expr>,
    /// The player who chooses.
    pub decider: Expr,
    /// The name of the pose that was chosen.
    pub chosen: LocalId,
    /// The statements to carry out with the chosen place.
    pub body: Block,
    /// The statements to carry out if no place was found, or none was chosen.
    pub otherwise: Block,
}

/// A branch of a choice; its label stands in the pack's choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Whether it is open; always, if absent.
    pub when: Option<Expr>,
    /// The statements of the branch.
    pub body: Block,
}
