//! Functions, and what their code refers to by number: choices, starts of effects, and what is looked for among those
//! that run.

use super::{EffectDef, FuncId, Id, PlaceDef, ProcedureDef, Question, WindowDef};
use crate::isa::Instr;
use crate::ty::Ty;
use serde::{Deserialize, Serialize};

/// The rights of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FunctionClass {
    /// Reads only, never stops: conditions, values, amounts.
    Pure,
    /// May change the state, ask and open windows.
    Effect,
}

/// A function. Its parameters are its first registers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Its name, for people.
    pub name: String,
    /// Its rights.
    pub class: FunctionClass,
    /// The number of parameters among the registers.
    pub params: u8,
    /// The type of its result.
    pub result: Ty,
    /// One fixed type for each register.
    pub registers: Vec<Ty>,
    /// The procedure whose slots it may read and write as context.
    pub context: Option<Id<ProcedureDef>>,
    /// Its code.
    #[serde(with = "crate::container::code")]
    pub code: Vec<Instr>,
    /// For each instruction, where it comes from.
    pub lines: Vec<SourceRef>,
    /// The questions that it answers, in the words of its text and in the order of the code; for explanations
    /// only.
    #[serde(skip)]
    pub questions: Vec<Question>,
}

/// The hash of a source file: whoever shows lines of it can tell whether it is still the one that was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileHash {
    /// Index of its name in [`Pack::texts`](super::Pack::texts).
    pub file: u32,
    /// The blake3 hash of its text, without a byte order mark.
    pub hash: [u8; 32],
}

/// A place in a source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SourceRef {
    /// Index of the file's name in [`Pack::texts`](super::Pack::texts).
    pub file: u32,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The line in which it ends.
    pub end_line: u32,
    /// The column behind its end.
    pub end_column: u32,
}

impl SourceRef {
    /// Whether another place is a part of this one.
    #[must_use]
    pub fn holds(&self, part: &Self) -> bool {
        let starts = (self.line, self.column) <= (part.line, part.column);
        let ends = (part.end_line, part.end_column) <= (self.end_line, self.end_column);
        self.file == part.file && starts && ends
    }
}

/// The most ends of one effect.
pub const MAX_ENDS: usize = 8;

/// A way in which code starts a lasting effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartDef {
    /// The effect.
    pub effect: Id<EffectDef>,
    /// The windows that end it; the first to open does. It lasts for good if there are none. Only the first
    /// entry can be counted.
    pub ends: Vec<Until>,
}

impl StartDef {
    /// Whether the openings are counted that end it.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.ends.first().is_some_and(|until| until.counted)
    }
}

/// The openings of a window that end a lasting effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Until {
    /// The window.
    pub window: Id<WindowDef>,
    /// Which openings count (the effect's arguments, the window's procedure as context); pure; all, if absent.
    pub condition: Option<FuncId>,
    /// Whether a number follows the effect's arguments: how many openings that count end it. Below 1 counts as 1.
    pub counted: bool,
    /// Whether only openings in runs of the window's procedure count that began after the effect started.
    pub next: bool,
}

/// The running instances of an effect that code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchDef {
    /// The effect.
    pub effect: Id<EffectDef>,
    /// Bit `n` is set if argument number `n` is not compared: any will do.
    pub any: u32,
}

/// The form of the question of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChoiceStyle {
    /// One member of a set.
    One,
    /// Any number of members up to the number in register a+1; so many, if the choice is not optional.
    Any,
    /// Any number of members, as above; the chosen ones stand in the order of choosing.
    Ordered,
    /// Yes or no; the default is no.
    YesNo,
    /// One of the labels; the set holds indexes into them.
    Branch,
    /// A pose on the flat table, of no set.
    Place,
}

impl ChoiceStyle {
    /// Whether several members can be chosen.
    #[must_use]
    pub fn is_of_many(self) -> bool {
        matches!(self, Self::Any | Self::Ordered)
    }
}

/// A choice that code asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceDef {
    /// The question, with values in braces.
    pub prompt: String,
    /// The functions that give these values, in their order: pure, and all with the same arguments.
    pub parts: Vec<FuncId>,
    /// The form of the question.
    pub style: ChoiceStyle,
    /// The type of the set's members.
    pub ty: Ty,
    /// Whether the decider may choose nothing, which is then the default.
    pub optional: bool,
    /// Whether only the decider learns the answer.
    pub secret: bool,
    /// Labels of the branches.
    pub labels: Vec<String>,
    /// The places to choose from, for a choice of a place.
    pub place: Option<PlaceDef>,
}

/// An expectation of a conformance case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckDef {
    /// The text of the expectation, as it is written.
    pub text: String,
    /// Pure, gives yes or no.
    pub function: FuncId,
}
