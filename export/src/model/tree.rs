//! The rules as a typed tree: an open intermediate representation.
//!
//! Every name in it is resolved: it is the id of a declaration of the same export. Every expression says its type. Parts of a
//! node are evaluated in the order of its fields, unless a node says otherwise.

use super::{Span, Type, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A function: names, and what is asked or done with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Function {
    /// All names of the function: its parameters first, then whatever it names itself. A local is meant by its place in this
    /// list, from 0; two can have the same name. What nothing has given a value yet is the null value of its type.
    pub locals: Vec<Local>,
    /// How many of the locals, the first ones, are parameters.
    pub parameters: usize,
    /// The type of its result; `nothing`, if it only does something.
    pub result: Type,
    /// The procedure whose slots it reads and sets with `slot`: the one whose window is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// What it gives or does.
    pub body: Body,
    /// The file in which it is written; spans without a file lie there.
    pub file: String,
    /// Where in the file.
    pub at: Span,
}

/// A local name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Local {
    /// The name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Type,
}

/// What a function gives or does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Body {
    /// Gives the value of an expression.
    Gives {
        /// The expression.
        value: Expression,
    },
    /// Does statements in order; `stop` leaves it.
    Does {
        /// The statements.
        statements: Vec<Statement>,
    },
    /// Runs the steps of a procedure. Its first locals are the slots that rules in its windows see. Order of a run: the window
    /// `before`; then, step by step, the step's window `before`, its `gathers`, its window `at`, its `statements`, its window
    /// `after`; then the window `after` of the procedure.
    Steps {
        /// The local that is the procedure's result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gives: Option<usize>,
        /// The local that a rule sets to yes to end this run: asked after every window but the last. Then the window `after` of
        /// the procedure opens at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ended: Option<usize>,
        /// The local that a rule sets to yes to stand instead of the step: no as each step begins, asked after its window
        /// `before`. Then the step's window `at` and its statements are passed over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaced: Option<usize>,
        /// The window before the first step.
        before: String,
        /// The steps in order.
        steps: Vec<Step>,
        /// The window after the last step; `stop` goes on with it.
        after: String,
    },
}

/// A step of a procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// The window before it.
    pub before: String,
    /// The window as it begins.
    pub at: String,
    /// The window after it.
    pub after: String,
    /// What gathers the abilities of its window `at` that are due, and orders the players; empty for most steps.
    pub gathers: Vec<Statement>,
    /// What it does.
    pub statements: Vec<Statement>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expression {
    /// What it is.
    pub is: Question,
    /// The type of its value.
    #[serde(rename = "type")]
    pub ty: Type,
    /// Where it is written.
    pub at: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// A value known from the text.
    Constant {
        /// The value, read by the type of the expression.
        value: Value,
    },
    /// What a local holds.
    Local {
        /// Its place among the locals of the function.
        local: usize,
    },
    /// What a slot of the procedure holds whose window is open.
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
    /// What a state of the game holds for a key; the null value if nothing was set.
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
        /// What is denied.
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
        /// Which.
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
        /// If yes.
        then: Box<Expression>,
        /// If no.
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
        /// What holds them.
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
        /// Which.
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
        /// What is left out.
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
    /// What the innermost run of a procedure that goes on holds by a name; nothing (0, no, nobody) if none goes on.
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
    /// Who decides.
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
    /// For each parameter what it must be; null where any will do.
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

/// What a fold gives.
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

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// What it does.
    pub does: Deed,
    /// Where it is written.
    pub at: Span,
}

/// What `set`, `add` and `remove` change.
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
    /// What a state of the game holds for a key.
    State {
        /// The state.
        state: String,
        /// The key.
        key: Vec<Expression>,
    },
}

/// What a statement does.
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
        /// What changes.
        target: Target,
        /// The new value.
        value: Expression,
    },
    /// Adds a number to a number, or the members of a set to a set. What it was is read before the value is worked out.
    Add {
        /// What changes.
        target: Target,
        /// By how much.
        value: Expression,
    },
    /// Takes the members of a set out of a set.
    Remove {
        /// What changes.
        target: Target,
        /// What is taken out.
        value: Expression,
    },
    /// Puts tokens on an entity, up to the sort's limit.
    Give {
        /// How many.
        amount: Expression,
        /// On what.
        to: Expression,
        /// Which sort.
        token: String,
    },
    /// Takes up to so many tokens from an entity.
    Take {
        /// How many.
        amount: Expression,
        /// From what.
        from: Expression,
        /// Which sort.
        token: String,
    },
    /// One block or the other.
    If {
        /// The condition.
        condition: Expression,
        /// If yes.
        then: Vec<Statement>,
        /// If no.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<Vec<Statement>>,
    },
    /// A block for each member of a set, as the set is at the start.
    ForEach {
        /// The set.
        set: Expression,
        /// Who says each time which member comes next; the order of the set, if absent. He is asked before each but the last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<Ordering>,
        /// The local that is the member.
        member: usize,
        /// What is done.
        statements: Vec<Statement>,
    },
    /// A block so many times; never if the number is not positive.
    Repeat {
        /// How often.
        times: Expression,
        /// What is done.
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
        /// Who.
        decider: Expression,
        /// The branches.
        branches: Vec<Branch>,
    },
    /// Somebody says yes or no; no by default.
    May {
        /// The question.
        prompt: String,
        /// Who.
        decider: Expression,
        /// If yes.
        then: Vec<Statement>,
        /// If no.
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
        /// What ends it; it lasts if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Box<Until>>,
    },
    /// Ends every running instance of an effect that matches.
    Finish(Matching),
    /// Shows a secret field of an entity to everyone.
    Reveal {
        /// The field.
        field: String,
        /// Whose.
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
    /// What changes something that rules watch, and then opens their window. `does` is all of it: an interpreter needs only
    /// that. `plain` is what was written.
    Change {
        /// The statement as it is written; none, if it stands before this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plain: Option<Box<Statement>>,
        /// What is done.
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

/// Who orders the members of a loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ordering {
    /// The question.
    pub prompt: String,
    /// Who.
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
    /// Who.
    pub decider: Expression,
    /// The local that is what was chosen: a member, or a set if several can be chosen.
    pub chosen: usize,
    /// What is done with it.
    pub statements: Vec<Statement>,
    /// What is done if there was nothing to choose, or nothing was chosen. A choice of several has none: its statements are
    /// done with the empty set.
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
    /// Where it may be.
    pub region: Region,
    /// Which way it may face.
    pub facing: Facing,
    /// What must hold besides; its last parameter is the pose, the others are given by `captured`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Function>,
    /// The first arguments of the test.
    pub captured: Vec<Expression>,
    /// Who.
    pub decider: Expression,
    /// The local that is the pose that was chosen.
    pub chosen: usize,
    /// What is done with it.
    pub statements: Vec<Statement>,
    /// What is done if no place was found, or none was chosen.
    pub otherwise: Vec<Statement>,
}

/// A part of the flat table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Region {
    /// All of it: the base lies wholly on it.
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
    /// The same, of a point.
    WithinOfPoint {
        /// The distance.
        distance: Expression,
        /// The point.
        of: Expression,
    },
}

/// Which ways a piece may face.
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
    /// What people call it.
    pub label: String,
    /// Whether it is open; always, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Expression>,
    /// What is done.
    pub statements: Vec<Statement>,
}

/// The openings of a window that end a lasting effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// The window.
    pub window: String,
    /// Which openings count (parameters: those of the effect); all, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Function>,
    /// How many openings that count end it; the first, if absent. Below 1 counts as 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Expression>,
    /// Whether only openings in runs of the window's procedure count that began after the effect started.
    pub next: bool,
}
