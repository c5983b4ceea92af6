//! The typed tree: what the text means, after every name is resolved and every type is checked.
//!
//! It stands between checking and emitting, and stays for whoever reads rules without running bytecode: static
//! checks, explanations, costs, and the naive evaluator of the tests. It has no text of its own: numbers in it are
//! indexes into the tables of the pack that was made with it (kinds, words, tokens, windows, choices, ...), and
//! [`Program::functions`] goes side by side with the pack's functions, so that `base: FuncId` of a value or
//! `condition: FuncId` of a rule finds the tree as well as the code.
//!
//! Never how a name is looked up, and never code: who makes trees is `cardwright-meaning`, and who makes code of them is
//! `cardwright-code`. Whoever reads them needs neither.
//!
//! Implicit parts of the text are written out here:
//!
//! - a name is a local number, a slot of the open procedure, a constant or a call;
//! - the default amount (`1` offer, all tokens) is a constant;
//! - a `thing` that must be of a kind is narrowed by [`ExprKind::As`];
//! - the three windows of a step and the two of a procedure are in the procedure's body;
//! - a rule's cost is a part of its condition (can it be paid?) and the first statements of its body (pay it);
//!   [`Program::gate`] takes them apart again.
//!
//! | file | what lives there |
//! |---|---|
//! | `expression` | what is asked |
//! | `statement` | what happens |
//! | `change` | what rules watch |
//! | `compiled` | a pack with its trees |
//! | `walk` | visiting all expressions and statements |
//! | [`graph`] | what leads to what, and its cycles |

mod change;
mod compiled;
mod expression;
pub mod graph;
mod statement;
mod walk;

pub use walk::Node;

pub use change::{Reading, WHOM, Watched, Way};
pub use compiled::Compiled;
pub use expression::{Callee, Expr, ExprKind, Fold, Offer, Operation};
pub use statement::{
    ANY_NUMBER, Block, Branch, Choose, ChoosePlace, Order, Statement, StatementKind, Step, Target,
};

use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, FunctionClass, Id, Pack, ProcedureDef, RuleKind, Table};
use cardwright_documents::source::Location;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Slots that rules set and the procedure asks; no name of a text can be written so.
pub const ENDED: &str = "(ended)";

/// The text before the name of a parameter in the name of the function that gives its default.
pub const USUAL: &str = "the usual ";
/// See [`ENDED`].
pub const REPLACED: &str = "(replaced)";

/// The number of a local name in [`Function::locals`].
pub type LocalId = usize;

/// The typed trees of a pack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The functions, one for each of the pack, in the same order.
    pub functions: Table<Function>,
    /// The rules, one for each of the pack, in the same order.
    pub rules: Vec<Rule>,
    /// The procedures (indexes into the pack's) that run at changes, with what each is about.
    pub changes: BTreeMap<usize, Watched>,
    /// The effects (indexes into the pack's) that have no name, since their rules stand where they start; with the card or
    /// piece (index into the pack's templates) on which that is.
    pub unnamed: BTreeMap<usize, Option<usize>>,
    /// The defines and procedures (their functions) that cards and sets declare for themselves: who knows the game does
    /// not know what they mean.
    pub own: BTreeSet<FuncId>,
    /// The defaults of parameters, one entry for each parameter of anything that has at least one default.
    pub defaults: BTreeMap<Callable, Arc<[Option<GivenDefault>]>>,
}

/// A thing that can have parameters with defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Callable {
    /// A define, by its function.
    Define(FuncId),
    /// An effect of the pack.
    Effect(usize),
    /// A value of the pack.
    Value(usize),
    /// A permission of the pack.
    Permission(usize),
    /// A procedure of the pack.
    Procedure(usize),
}

/// The default of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenDefault {
    /// The function that computes it; its name is that of the parameter behind [`USUAL`].
    pub function: FuncId,
    /// The earlier parameters that it asks for, by their places.
    pub asks: Vec<usize>,
}

impl GivenDefault {
    /// Whether it asks for any of these parameters, one bit each.
    #[must_use]
    pub fn rests_on(&self, some: u32) -> bool {
        self.asks.iter().any(|at| some & (1 << at) != 0)
    }
}

/// The facts about a rule beyond its entry in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The whole rule.
    pub place: Location,
    /// The number of items of its cost.
    pub costs: usize,
    /// Whether its condition begins with what says which changes are meant.
    pub which: bool,
}

/// A function: its parameters are its first locals.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name, for people.
    pub name: String,
    /// Its rights.
    pub class: FunctionClass,
    /// The number of parameters among the locals.
    pub params: usize,
    /// The type of its result.
    pub result: Ty,
    /// The procedure (index into the pack's) whose slots it can reach.
    pub context: Option<Id<ProcedureDef>>,
    /// Every name of the function, each with a number of its own: parameters, then the variables of a procedure,
    /// then whatever `let`, loops, choices and sets name, in the order of the text. A local that nothing has given
    /// a value yet is 0.
    pub locals: Vec<Local>,
    /// Its body.
    pub body: Body,
    /// The text from which it is made.
    pub place: Location,
}

/// A local name.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Whether `set` may change it: a variable of a procedure.
    pub variable: bool,
    /// The place where it is named.
    pub place: Location,
}

/// The body of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Gives the value of an expression.
    Gives(Expr),
    /// Does something; [`StatementKind::Stop`] leaves it.
    Does(Block),
    /// Runs the steps of a procedure; its first locals are the slots that rules in its windows can reach.
    Steps {
        /// The local that is the procedure's result.
        gives: Option<LocalId>,
        /// The local that a rule sets to yes to end this run: asked after every window but the last.
        ended: Option<LocalId>,
        /// The local that a rule sets to yes to stand instead of the step: no as each step begins, asked after its
        /// first window.
        replaced: Option<LocalId>,
        /// The window before the first step.
        before: u32,
        /// The steps.
        steps: Vec<Step>,
        /// The window after the last step; [`StatementKind::Stop`] goes on with it.
        after: u32,
    },
}

/// The gate and cost of a rule, taken apart: see [`Program::gate`].
#[derive(Clone, Debug, PartialEq)]
pub struct GateParts<'a> {
    /// Which changes are meant, in a window at a change that does not mean all of them.
    pub which: Option<&'a Expr>,
    /// `when ...`; a constant yes for `always`.
    pub when: &'a Expr,
    /// For each item of the cost, whether it can be paid.
    pub payable: Vec<&'a Expr>,
    /// For each item of the cost, paying it.
    pub payments: &'a [Statement],
    /// Whether it stands instead of a step.
    pub replaces: bool,
    /// The statements that are carried out after the cost is paid.
    pub effects: &'a [Statement],
}

impl Program {
    /// The function of this number.
    #[must_use]
    pub fn function(&self, id: FuncId) -> Option<&Function> {
        self.functions.get(id.place())
    }

    /// Whether this is the part of a condition that asks whether another rule stands instead of the step.
    fn asks_if_replaced(&self, pack: &Pack, condition: FuncId, part: &Expr) -> bool {
        let ExprKind::Not(slot) = &part.kind else {
            return false;
        };
        let ExprKind::Slot(slot) = slot.kind else {
            return false;
        };
        let context = self.function(condition).and_then(|function| function.context);
        let procedure = context.and_then(|at| pack.procedures.find(at));
        let slot = procedure.and_then(|procedure| procedure.slots.get(slot));
        slot.is_some_and(|slot| slot.name == REPLACED)
    }

    /// Condition, cost and effects of a rule that does something; none for modifiers and permissions.
    #[must_use]
    pub fn gate(&self, pack: &Pack, rule: usize) -> Option<GateParts<'_>> {
        let (RuleKind::Trigger { gate, body, .. } | RuleKind::OfferOption { gate, body, .. }) =
            &pack.rules.get(rule)?.kind
        else {
            return None;
        };
        let Rule { costs, which, .. } = *self.rules.get(rule)?;
        let (Body::Gives(when), Body::Does(block)) =
            (&self.function(gate.condition)?.body, &self.function(*body)?.body)
        else {
            return None;
        };
        let mut when = when;
        let mut payable = Vec::new();
        while payable.len() < costs
            && let ExprKind::And(rest, item) = &when.kind
        {
            payable.push(item.as_ref());
            when = rest;
        }
        payable.reverse();
        let (payments, mut effects) = block.statements.split_at_checked(costs)?;
        let replaces = match &when.kind {
            ExprKind::And(free, rest) if self.asks_if_replaced(pack, gate.condition, free) => {
                when = rest;
                effects = effects.get(1..)?;
                true
            }
            _ => false,
        };
        let which = match &when.kind {
            ExprKind::And(first, rest) if which => {
                when = rest;
                Some(first.as_ref())
            }
            _ => None,
        };
        Some(GateParts {
            replaces,
            which,
            when,
            payable,
            payments,
            effects,
        })
    }
}
