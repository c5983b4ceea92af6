//! The rules as a typed tree: an open intermediate representation.
//!
//! Every name in it is resolved: it is the id of a declaration of the same export. Every expression says its type. Parts of a
//! node are evaluated in the order of its fields, unless a node says otherwise.
//!
//! Functions and their steps are here, what is asked in `question`, what is done in `deed`.

mod deed;
mod question;

pub use deed::{
    Branch, Choosing, ChoosingPlace, Deed, Facing, Ordering, Region, Statement, Style, Target, Until,
};
pub use question::{Expression, Fold, Matching, Offering, Operation, Question};

use super::{Span, Type};
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
    /// The body: an expression, statements, or steps.
    pub body: Body,
    /// The file in which it is written; spans without a file lie there.
    pub file: String,
    /// Its place in the file.
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

/// The body of a function.
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
        /// The local that a rule sets to yes to end this run: asked in and after every window but the last. Then no other rule of
        /// that window acts, and the window `after` of the procedure opens at once.
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
    /// The statements that gather the abilities of its window `at` that are due, and order the players; empty
    /// for most steps.
    pub gathers: Vec<Statement>,
    /// The statements of the step.
    pub statements: Vec<Statement>,
}
