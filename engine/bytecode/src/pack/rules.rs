//! The rules of a game, and the things that they are about: procedures and their windows, offers, values,
//! permissions, movements, effects and outcomes.

use super::{EntityId, FuncId, Id, Pack, SlotDef, SourceRef, TemplateDef};
use crate::ty::Ty;
use serde::{Deserialize, Serialize};

/// A procedure: a function whose first registers (parameters, then variables) rules in its windows can reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProcedureDef {
    /// Its name; `once per NAME` counts its runs.
    pub name: String,
    /// Its function.
    pub function: FuncId,
    /// Parameters and variables, in register order.
    pub slots: Vec<SlotDef>,
    /// Names of its steps.
    pub steps: Vec<String>,
    /// The slot that rules set to yes to end a run: then no other rule acts in the window that is open, unless it is the
    /// one after the procedure.
    pub ended: Option<u32>,
}

/// The position of a window relative to its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Moment {
    /// Before the step.
    Before,
    /// At the start of the step.
    At,
    /// After the step.
    After,
}

/// A timing window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowDef {
    /// The procedure whose slots its rules see.
    pub procedure: Id<ProcedureDef>,
    /// Index into its steps; the whole procedure if absent.
    pub step: Option<u32>,
    /// Before, at or after.
    pub moment: Moment,
    /// Gives the players who come first here, in order (a set of players, procedure as context); all others follow in
    /// the order of the pack.
    pub priority: Option<FuncId>,
    /// Whether only those abilities come that `gather` found due before it opened.
    pub gathers: bool,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OfferDef {
    /// Its name.
    pub name: String,
    /// Its parameters, which rules that add options see.
    pub params: Vec<SlotDef>,
}

/// A permission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PermissionDef {
    /// Its name.
    pub name: String,
    /// Its parameters, which rules about it see.
    pub params: Vec<SlotDef>,
}

/// Which one counts of the replacements of a value that apply at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Policy {
    /// The one of the highest level; of these, the one declared last.
    #[default]
    Level,
    /// The one that began last, whatever its level: an effect when it started, a rule of an entity when that came to
    /// where it lies, any other with the game; of those that began together, as by level.
    Latest,
    /// The highest number, or the last word in the order of declaration.
    Highest,
    /// The lowest number, or the first word.
    Lowest,
}

/// The operation of a rule on a value; factors in the order in which they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Adjustment {
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

impl Adjustment {
    /// Whether its amount is a number, whatever the value is.
    #[must_use]
    pub fn is_factor(self) -> bool {
        matches!(self, Self::Multiply | Self::DivideUp | Self::Divide)
    }
}

/// A value: base, then replacements, then modifiers, then limits. All its functions take its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueDef {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<SlotDef>,
    /// Its type. Only a number has modifiers that add, and limits.
    pub result: Ty,
    /// The value before any rule.
    pub base: FuncId,
    /// The replacement that counts.
    pub policy: Policy,
    /// Whether factors come after the additions instead of before.
    pub factors_last: bool,
    /// The least that all additions together can come to.
    pub net_least: Option<FuncId>,
    /// The most that all additions together can come to.
    pub net_most: Option<FuncId>,
    /// The least it can be, after all modifiers.
    pub least: Option<FuncId>,
    /// The most it can be, after all modifiers.
    pub most: Option<FuncId>,
}

/// A way to move on a board of spaces. Its functions are pure and take who moves, and two standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MovementDef {
    /// Its name.
    pub name: String,
    /// The kind (index into [`Pack::kinds`](super::Pack::kinds)) of what moves.
    pub mover: u16,
    /// Whether walls do not stop it, on squares.
    pub through_walls: bool,
    /// The cost of the step from the first standing to the second; below 0 if the step is not allowed.
    pub cost: FuncId,
    /// Whether a move goes no farther after that step.
    pub stops: FuncId,
    /// Whether a move that began at the first standing may end at the second.
    pub ends: FuncId,
}

impl MovementDef {
    /// All its functions.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> + use<> {
        [self.cost, self.stops, self.ends].into_iter()
    }
}

/// A lasting effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectDef {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<SlotDef>,
    /// Whether an instance (its arguments) still lasts; pure. While it gives no, the rules of the instance do not apply;
    /// if it gives no as any window opens, the instance ends for good.
    pub lasts: Option<FuncId>,
    /// The function that runs when an instance (its arguments) has ended: at once if a window ended it, else
    /// when the next one opens.
    pub ended: Option<FuncId>,
}

/// An outcome of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomeDef {
    /// Its id.
    pub id: String,
    /// The title for people.
    pub title: String,
    /// The winners.
    pub winners: Winners,
}

/// The winners with an outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Winners {
    /// These players; `end` names the outcome.
    Fixed(Vec<EntityId>),
    /// The players that the code names as it ends the game with `end-with`.
    Named,
}

/// Which rules win: a scenario's over a card's over the system's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// The system's rules.
    Core,
    /// Rules of cards and pieces.
    Card,
    /// The scenario's rules.
    Scenario,
}

/// The home of a rule: with what it lives. Its functions take the home's parameters first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Home {
    /// Always there; no parameters.
    Global,
    /// With each active entity of a template; the parameter is that entity.
    Template(Id<TemplateDef>),
    /// With each running instance of an effect; the parameters are its arguments.
    Effect(Id<EffectDef>),
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The name for people.
    pub name: String,
    /// The level, by which it wins against other rules.
    pub level: Level,
    /// The home: with what it lives.
    pub home: Home,
    /// The kind, with its functions.
    pub kind: RuleKind,
    /// The place in the source.
    pub source: SourceRef,
}

/// The kind of a rule, with its functions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RuleKind {
    /// Does something in a window.
    Trigger {
        /// The window.
        window: Id<WindowDef>,
        /// The gate: when, how often, by whose leave.
        gate: Gate,
        /// The body; home parameters, procedure as context.
        body: FuncId,
        /// The body to run if the decider declines.
        otherwise: Option<FuncId>,
        /// The first rule of the same ability, if that lives in several windows: they share one limit.
        first: Option<Id<Rule>>,
    },
    /// Adds an option to an offer.
    OfferOption {
        /// The offer.
        offer: Id<OfferDef>,
        /// The gate: when and how often.
        gate: Gate,
        /// The body; home parameters, then the offer's.
        body: FuncId,
    },
    /// Changes a value.
    Modify {
        /// The value.
        value: Id<ValueDef>,
        /// The operation.
        change: Adjustment,
        /// Whether it applies; home parameters, then the value's.
        condition: FuncId,
        /// The amount, or the new value; same parameters.
        amount: FuncId,
        /// The lower bound: this rule does not take the value below it; same parameters.
        least: Option<FuncId>,
        /// The upper bound: this rule does not take the value above it; same parameters.
        most: Option<FuncId>,
    },
    /// Gives or denies a permission.
    Permit {
        /// The permission.
        permission: Id<PermissionDef>,
        /// Whether it gives.
        allow: bool,
        /// Whether it applies; home parameters, then the permission's.
        condition: FuncId,
    },
    /// Lets the rules of some entities apply to others too, as if they were printed on those. It lends only what is
    /// printed, and only to entities of the same kind; lending itself is not lent.
    Lend {
        /// The kind (index into [`Pack::kinds`](super::Pack::kinds)) of both.
        kind: u16,
        /// The entities whose rules are lent: a set; home parameters.
        from: FuncId,
        /// The entities to which they are lent: a set; same parameters.
        to: FuncId,
        /// Whether it applies; same parameters.
        condition: FuncId,
    },
    /// Says what must be true of the forces at the start. It lives with a template, or everywhere: then it is asked
    /// about each player.
    Build {
        /// Whether the forces keep it; pure. Home parameters, or, without a home, one player.
        condition: FuncId,
    },
}

impl Pack {
    /// The rule as which a rule is counted: the first one of its ability.
    #[must_use]
    pub fn first_of(&self, rule: Id<Rule>) -> Id<Rule> {
        match self.rules[rule].kind {
            RuleKind::Trigger {
                first: Some(first), ..
            } => first,
            _ => rule,
        }
    }
}

/// The one gate of every ability: condition, limit, whose leave. Costs are part of the condition
/// (can they be paid?) and of the body (pay them first).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// Whether it can be used; pure.
    pub condition: FuncId,
    /// The limit of its uses.
    pub limit: Option<Limit>,
    /// Whether it cannot be used while it is being carried out, from the same source.
    pub never_within: bool,
    /// Whether the decider may decline.
    pub optional: bool,
    /// The player who decides (pure); if absent, whoever decides for the entity that carries the rule.
    pub decider: Option<FuncId>,
}

/// The limit of a rule's uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// The number of uses.
    pub times: u16,
    /// In each run of this procedure; in the whole game if absent.
    pub per: Option<Id<ProcedureDef>>,
    /// Counted separately for what this pure function gives (an entity).
    pub apart: Option<FuncId>,
    /// Whether it is counted together for all entities of the rule's template that one player owns; only rules that
    /// live with a template.
    pub shared: bool,
}
