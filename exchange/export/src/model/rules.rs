//! Declarations: all that rules can be about, the rules themselves, and how windows hang together.

use super::document::Head;
use super::tree::{Expression, Function, Statement};
use super::{Slot, Span, Type};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rules of a system with all its card sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The format.
    pub document: Head,
    /// The system.
    pub system: String,
    /// The declarations.
    pub declarations: Declarations,
}

/// Declarations, each list in the order of declaration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declarations {
    /// Pure questions.
    pub defines: Vec<Define>,
    /// Values, which rules may change.
    pub values: Vec<ValueDecl>,
    /// Permissions, which rules may give or deny.
    pub permissions: Vec<Hook>,
    /// Lists of options that rules fill.
    pub offers: Vec<Hook>,
    /// Procedures, which happen in steps.
    pub procedures: Vec<Procedure>,
    /// Timing windows.
    pub windows: Vec<Window>,
    /// Rules that last for a while.
    pub effects: Vec<Effect>,
    /// Ways to move on a board of spaces.
    pub movements: Vec<Movement>,
    /// The conditions under which the rules of the entities of a kind apply; they always do for kinds that
    /// are not here.
    pub active: Vec<Active>,
    /// How a game can end.
    pub outcomes: Vec<Outcome>,
    /// The rules. Their order is the order of declaration, which settles what nothing else does.
    pub rules: Vec<Rule>,
}

/// A define.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Define {
    /// Its id.
    pub id: String,
    /// The function that gives its answer.
    pub function: Function,
}

/// A value. `base`, then the replacement that wins, then factors and additions, then limits. All functions take its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValueDecl {
    /// Its id.
    pub id: String,
    /// Its parameters.
    pub parameters: Vec<Slot>,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Type,
    /// The value before any rule.
    pub base: Function,
    /// The choice among replacements that apply at once.
    pub policy: Policy,
    /// Whether factors come after the additions instead of before.
    pub factors_last: bool,
    /// The least that all additions together can come to.
    pub net_least: Option<Function>,
    /// The most that all additions together can come to.
    pub net_most: Option<Function>,
    /// The least it can be, after all modifiers.
    pub least: Option<Function>,
    /// The most it can be, after all modifiers.
    pub most: Option<Function>,
}

/// The choice among replacements of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// The one of the highest level; of these, the one declared last.
    Level,
    /// The one that began last, whatever its level; of those that began together, as by level.
    Latest,
    /// The highest number, or the last word of its type.
    Highest,
    /// The lowest number, or the first word.
    Lowest,
}

/// A permission or an offer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hook {
    /// Its id.
    pub id: String,
    /// Its parameters.
    pub parameters: Vec<Slot>,
}

/// A procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Procedure {
    /// Its id.
    pub id: String,
    /// The slots that rules in its windows see: its parameters, then its variables.
    pub slots: Vec<Slot>,
    /// The change that opens the windows of this procedure; null for a procedure that was written.
    pub watches: Option<Watched>,
    /// The function that carries it out.
    pub function: Function,
}

/// The change that a procedure watches. Nodes `change` run it; the rules at the change live in its windows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Watched {
    /// `field`, `tokens`, `holder`, `owner`, `face`, `place`, `in-play`, `effect`.
    pub reading: Reading,
    /// The kind of what is watched; null for effects.
    pub kind: Option<String>,
    /// The field, the sort of token or the effect; null for the others.
    pub of: Option<String>,
    /// The changes that count.
    pub way: Way,
}

/// The reading whose changes are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// A state field of a kind.
    Field,
    /// How many tokens of a sort lie on an entity of a kind.
    Tokens,
    /// The holder of an entity of a kind.
    Holder,
    /// The owner of an entity of a kind.
    Owner,
    /// Whether an entity of a kind lies face up.
    Face,
    /// The place of an entity of a kind on the board.
    Place,
    /// Whether an entity of a kind is in play.
    InPlay,
    /// Whether an effect runs.
    Effect,
}

/// The changes that are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Any.
    Any,
    /// It becomes more, or begins.
    Up,
    /// It becomes less, or ends.
    Down,
}

/// A timing window. When it opens, all its rules whose gates hold are used: those without a choice at once, those with one by
/// decision, player after player in the order of priority.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Its id: `before PROCEDURE.STEP`, `at PROCEDURE.STEP`, `after PROCEDURE`.
    pub id: String,
    /// The procedure.
    pub procedure: String,
    /// The step; the whole procedure if null.
    pub step: Option<String>,
    /// Before, at or after it.
    pub moment: Moment,
    /// Gives the players who come first here, in order; all others follow in the order of the system.
    pub priority: Option<Function>,
    /// Whether only those abilities come that `gather` found due before it opened.
    pub gathers: bool,
}

/// The moment of a step at which a window opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// Before the step.
    Before,
    /// When the step begins.
    At,
    /// After the step.
    After,
}

/// A lasting effect. Its rules are those whose home it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// Its id.
    pub id: String,
    /// Its parameters.
    pub parameters: Vec<Slot>,
    /// Whether an instance still lasts. While it gives no, the rules of the instance do not apply; if it gives no as any window
    /// opens, the instance ends for good.
    pub lasts: Option<Function>,
    /// The function that runs when an instance has ended.
    pub ended: Option<Function>,
}

/// A way to move on a board of spaces. Its functions take who moves, and two standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Its id.
    pub id: String,
    /// The kind of what moves.
    pub mover: String,
    /// Whether walls do not stop it, on squares.
    pub through_walls: bool,
    /// The cost of the step from the first standing to the second; below 0 if it is not allowed.
    pub cost: Function,
    /// Whether a move goes no farther after that step.
    pub stops: Function,
    /// Whether a move that began at the first standing may end at the second.
    pub ends: Function,
}

/// The condition under which the rules of the entities of a kind apply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Active {
    /// The kind.
    pub kind: String,
    /// Asked with the entity.
    pub condition: Function,
}

/// An outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// Its id.
    pub id: String,
    /// Its display name.
    pub title: String,
    /// The players who win: their ids, none for a draw; null, if `end` says who.
    pub winners: Option<Vec<String>>,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its id: whose it is, what it is about, and its own name if it has one: `fire-breath: offer attack: Fire Breath`. A second one
    /// that would be called so ends in `#2`. It stays the same as long as none of the same id is put before it.
    pub id: String,
    /// Its display name; a rule without a name of its own is called after its card and its subject.
    pub name: String,
    /// Its level: the rules that it wins against.
    pub level: Level,
    /// Its home, which says when it applies.
    pub home: Home,
    /// The work of the rule.
    pub does: RuleDoes,
    /// The rule in plain words, told from what it means; empty where there is nothing to tell.
    pub text: String,
    /// The file in which it is written.
    pub file: String,
    /// Its place in the file.
    pub at: Span,
}

/// The levels of rules: a scenario's rules win over a card's, and these over the system's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The system's rules.
    System,
    /// Rules of cards and pieces.
    Card,
    /// The scenario's rules.
    Scenario,
}

/// The home of a rule, which says when it applies; the rule's functions take the home's parameters first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Home {
    /// Always there; no parameters.
    Everywhere,
    /// With each active entity that is made from an entry; the parameter is that entity.
    Card {
        /// The entry.
        card: String,
    },
    /// With each running instance of an effect; the parameters are its arguments.
    Effect {
        /// The effect.
        effect: String,
    },
}

/// The work of a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RuleDoes {
    /// Does something in a window.
    Trigger(Box<Trigger>),
    /// Adds an option to an offer.
    Option(Box<OfferOption>),
    /// Changes a value.
    Modify(Box<Modify>),
    /// Gives or denies a permission. Of those that apply, the highest level counts; on one level `forbid` beats `allow`.
    Permit(Box<Permit>),
    /// Lets the rules of some entities apply to others too, as if they were printed on those.
    Lend(Box<Lend>),
    /// Says what must be true of the forces at the start. Without a home it is asked about each player.
    Build {
        /// Whether the forces keep it.
        condition: Box<Function>,
    },
}

/// A rule in a window. Parameters of its functions: the home's. Its names: the slots of the window's procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// The window.
    pub window: String,
    /// The gate: when, how often, at what cost, by whose leave.
    pub gate: Gate,
    /// The statements, without the cost.
    pub body: Function,
    /// The statements if the decider declines.
    pub otherwise: Option<Function>,
    /// The first rule of the same ability, if that lives in several windows: they share one limit.
    pub first: Option<String>,
    /// Whether it stands instead of the step: it can be used only if none other has replaced the step, and then sets the
    /// procedure's local `replaced`.
    pub replaces: bool,
}

/// An option of an offer. Parameters of its functions: the home's, then the offer's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferOption {
    /// The offer.
    pub offer: String,
    /// The gate: when, how often, at what cost.
    pub gate: Gate,
    /// The statements, without the cost.
    pub body: Function,
}

/// The one gate of every ability. Order: condition, limit, whether it is being
/// carried out already, whether the cost can be paid, whether the decider wants; then the cost
/// is paid, then the body runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Whether it can be used; without the cost.
    pub condition: Function,
    /// The changes that are meant, for a rule at a change that does not mean all of them; asked before the
    /// condition. Its locals are those of the condition.
    pub which: Option<Expression>,
    /// The cost, item by item.
    pub costs: Vec<Cost>,
    /// How often.
    pub limit: Option<Limit>,
    /// Whether it cannot be used while it is being carried out, from the same source.
    pub never_within: bool,
    /// Whether the decider may decline.
    pub optional: bool,
    /// The player who decides; if null, the one who decides for the entity that carries the rule.
    pub decider: Option<Function>,
}

/// An item of a cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Whether it can be paid. Its locals are those of the condition.
    pub payable: Expression,
    /// Paying it. Its locals are those of the body.
    pub pay: Statement,
}

/// How often a rule may be used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// How many times.
    pub times: u32,
    /// In each run of this procedure; in the whole game if null.
    pub per: Option<String>,
    /// Counted separately for the entity that this gives.
    pub apart: Option<Function>,
    /// Whether it is counted together for all entities of the same entry that one player owns.
    pub shared: bool,
}

/// A change of a value. Parameters of its functions: the home's, then the value's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modify {
    /// The value.
    pub value: String,
    /// The operation that applies the amount to the value.
    pub change: Change,
    /// Whether it applies.
    pub condition: Function,
    /// The amount to change by, or the new value.
    pub amount: Function,
    /// The lowest value to which this rule changes it.
    pub least: Option<Function>,
    /// The highest value to which this rule changes it.
    pub most: Option<Function>,
}

/// The operation with which a rule changes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The amount is the new value.
    Replace,
    /// The amount is added.
    Add,
    /// The value is multiplied by the amount.
    Multiply,
    /// The value is divided by the amount, and rounded up.
    DivideUp,
    /// The value is divided by the amount, and rounded down.
    Divide,
}

/// A rule about a permission. Parameters of its condition: the home's, then the permission's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Permit {
    /// The permission.
    pub permission: String,
    /// Whether it gives or denies.
    pub allow: bool,
    /// Whether it applies.
    pub condition: Function,
}

/// Lending. Only what is printed is lent, and only to entities of the same kind; lending itself is not lent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lend {
    /// The kind of both.
    pub kind: String,
    /// The entities whose rules are lent.
    pub from: Function,
    /// The entities to which they are lent.
    pub to: Function,
    /// Whether it applies.
    pub condition: Function,
}

/// A line of `rules.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleLine {
    /// The format.
    pub document: Head,
    /// The system.
    pub system: String,
    /// The rule.
    pub rule: Rule,
}

/// The window graph of a system: what runs what, and which rules live where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Windows {
    /// The format.
    pub document: Head,
    /// The system.
    pub system: String,
    /// Every procedure, in the order of declaration.
    pub procedures: Vec<Stage>,
    /// Every offer with the rules that add options to it.
    pub offers: Vec<Filled>,
    /// Every effect with the rules that live with it.
    pub effects: Vec<Filled>,
}

/// A procedure of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The procedure.
    pub procedure: String,
    /// Whether a game with all sets can reach it.
    pub reached: bool,
    /// The rules in its window `before`.
    pub before: Vec<String>,
    /// Its steps.
    pub steps: Vec<StageStep>,
    /// The rules in its window `after`.
    pub after: Vec<String>,
}

/// A step of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StageStep {
    /// Its name.
    pub step: String,
    /// The rules before it.
    pub before: Vec<String>,
    /// The rules as it begins.
    pub at: Vec<String>,
    /// The rules after it.
    pub after: Vec<String>,
    /// The procedures that its statements run.
    pub runs: Vec<String>,
    /// The offers that its statements make.
    pub offers: Vec<String>,
    /// The effects that its statements start.
    pub starts: Vec<String>,
}

/// An offer or effect, with the rules that belong to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Filled {
    /// The offer or effect.
    pub id: String,
    /// The rules.
    pub rules: Vec<String>,
}
