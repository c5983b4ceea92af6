//! Blocks and statements: what happens.

use super::{Expr, Item, Name, Phrase, Quoted, Span, When, Window};

/// `{ statements }`
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The braces and all between.
    pub span: Span,
    /// The statements.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The whole statement.
    pub span: Span,
    /// Its form and its parts.
    pub kind: StatementKind,
}

/// The thing that `set` or `add` changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A variable.
    Variable(Name),
    /// `FIELD of EXPR`
    Field(Name, Expr),
    /// `STATE(args)`
    Entry(Name, Vec<Expr>),
}

/// `until MOMENT next WINDOW EXPR times when EXPR`
#[derive(Clone, Debug, PartialEq)]
pub struct Until {
    /// The window: before, at or after.
    pub window: Window,
    /// Whether only runs count that begin later.
    pub next: bool,
    /// The number of openings that it takes; one if absent.
    pub times: Option<Expr>,
    /// Which openings count; it sees the effect's parameters and the window's procedure.
    pub when: Option<Expr>,
    /// `or MOMENT WINDOW when EXPR`: what else ends it, if that comes first. None of these has others.
    pub or: Vec<Until>,
}

impl Until {
    /// Every moment that ends it, as written.
    pub fn all(&self) -> impl Iterator<Item = &Until> {
        std::iter::once(self).chain(&self.or)
    }
}

/// The number of members that are chosen from a set.
#[derive(Clone, Debug, PartialEq)]
pub enum Many {
    /// `up to EXPR`
    UpTo(Expr),
    /// `any number`
    AnyNumber,
    /// This number; all if there are fewer.
    Exactly(Expr),
}

/// The region of the flat table in which a piece may be placed.
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// `inside the table`
    Table,
    /// `inside (X, Y, WIDTH, LENGTH)`
    Inside(Box<[Expr; 4]>),
    /// `within DISTANCE of EXPR`
    Within(Box<[Expr; 2]>),
}

/// `choose NAME for EXPR REGION facing EXPR where EXPR by EXPR "prompt" or none { } else { }`
#[derive(Clone, Debug, PartialEq)]
pub struct ChoosePlace {
    /// The name of the pose that was chosen.
    pub name: Name,
    /// For which piece.
    pub piece: Expr,
    /// The region in which the pose must lie.
    pub region: Region,
    /// `facing`, with what it may be; `None` is `any`.
    pub facing: (Span, Option<Expr>),
    /// The condition that the pose must meet.
    pub test: Option<Expr>,
    /// The player who chooses.
    pub by: Expr,
    /// The question.
    pub prompt: Phrase,
    /// `or none`
    pub optional: bool,
    /// The statements to carry out with the chosen pose.
    pub body: Block,
    /// The statements to carry out if no place was found, or none was chosen.
    pub otherwise: Block,
}

/// Arguments to compare with; `None` is `any`, which compares with nothing.
pub type Pattern = Vec<Option<Expr>>;

/// The form of a statement, with its parts. A tree has few statements, and a box would only hide the pattern.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `let NAME = EXPR`
    Let {
        /// The name.
        name: Name,
        /// Its value.
        value: Expr,
    },
    /// `set TARGET to EXPR`
    Set {
        /// The thing that changes.
        target: Target,
        /// The new value.
        value: Expr,
    },
    /// `add EXPR to TARGET`
    Add {
        /// The thing that changes.
        target: Target,
        /// The change.
        value: Expr,
    },
    /// `give EXPR TOKEN to EXPR`
    Give {
        /// The number of tokens.
        amount: Expr,
        /// The token.
        token: Name,
        /// The receiver.
        to: Expr,
    },
    /// `take EXPR TOKEN from EXPR`; no amount is `all`.
    Take {
        /// The number of tokens; all if absent.
        amount: Option<Expr>,
        /// The token.
        token: Name,
        /// The entity that loses them.
        from: Expr,
    },
    /// `take EXPR from TARGET`
    Remove {
        /// A member, or a set of them.
        value: Expr,
        /// The set.
        target: Target,
    },
    /// `if EXPR { } else { }`; `else if` is a nested `If` in a block.
    If {
        /// The condition.
        condition: Expr,
        /// The statements if the condition holds.
        then: Block,
        /// The statements if it does not hold.
        otherwise: Option<Block>,
    },
    /// `for each NAME in EXPR in order chosen by EXPR "prompt" { }`
    ForEach {
        /// The member.
        name: Name,
        /// The set.
        set: Expr,
        /// The player who picks the next member, and the question.
        order: Option<(Expr, Phrase)>,
        /// The statements to carry out for each member.
        body: Block,
    },
    /// `repeat EXPR times { }`
    Repeat {
        /// The number of times.
        times: Expr,
        /// The statements to repeat.
        body: Block,
    },
    /// `choose NAME from EXPR by EXPR "prompt" ...`
    Choose {
        /// The number of members; one if absent.
        many: Option<Many>,
        /// Whether those that are chosen stand in the order of choosing.
        ordered: bool,
        /// The name of what was chosen.
        name: Name,
        /// The set to choose from.
        from: Expr,
        /// The player who chooses.
        by: Expr,
        /// The question.
        prompt: Phrase,
        /// `or none`
        optional: bool,
        /// `secretly`
        secret: bool,
        /// The statements to carry out with the choice.
        body: Block,
        /// The statements to carry out if nothing was chosen.
        otherwise: Option<Block>,
    },
    /// `choose NAME for EXPR inside ...`
    ChoosePlace(Box<ChoosePlace>),
    /// `choose one by EXPR "prompt" { "Label" when EXPR { } ... }`
    ChooseOne {
        /// The player who chooses.
        by: Expr,
        /// The question.
        prompt: Phrase,
        /// The branches.
        branches: Vec<(Quoted, When, Block)>,
    },
    /// `may by EXPR "prompt" { } else { }`
    May {
        /// The player who decides.
        by: Expr,
        /// The question.
        prompt: Phrase,
        /// The statements if the player says yes.
        body: Block,
        /// The statements if the player says no.
        otherwise: Option<Block>,
    },
    /// `run PROCEDURE(args)`
    Run {
        /// The procedure.
        procedure: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `offer OFFER(args) to EXPR at most EXPR times`
    Offer {
        /// The offer.
        offer: Name,
        /// Its arguments.
        args: Vec<Expr>,
        /// The player to whom it is made.
        to: Expr,
        /// The number of times; once if absent.
        most: Option<Expr>,
    },
    /// `start EFFECT(args) until MOMENT PROCEDURE.STEP` or `until the game ends`
    Start {
        /// The effect.
        effect: Name,
        /// Its arguments.
        args: Vec<Expr>,
        /// The moment that ends it; absent for `until the game ends`.
        until: Option<Until>,
    },
    /// `until MOMENT PROCEDURE.STEP while EXPR { rules }` or `until the game ends { rules }`: an effect without a name.
    Lasting {
        /// The moment that ends it; absent for `until the game ends`.
        until: Option<Until>,
        /// The condition while which it lasts.
        lasts: Option<Expr>,
        /// Its rules.
        rules: Vec<Item>,
    },
    /// `reveal FIELD of EXPR`
    Reveal {
        /// The field.
        field: Name,
        /// The entity that has the field.
        of: Expr,
    },
    /// `end the game with OUTCOME won by EXPR`
    End {
        /// The outcome.
        outcome: Name,
        /// A player or a set of players, for an outcome `won by whoever`.
        winners: Option<Expr>,
    },
    /// `end PROCEDURE`, or `end EFFECT(args)` for all running instances that match.
    Finish {
        /// The procedure or effect.
        name: Name,
        /// The arguments that an effect must have to be ended; absent without parentheses.
        pattern: Option<Pattern>,
    },
    /// `break`
    Break,
    /// `stop`
    Stop,
    /// `create ...`: something is made, and nobody needs its name.
    Create(Expr),
    /// `turn ...`: dice are turned, and nobody needs to know how many.
    Turn(Expr),
    /// `CALL(args)`
    Call {
        /// The core call.
        call: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
}
