//! From the compiler's typed tree to the exported one: numbers become names, and what hangs together stands together.
//!
//! | file | what lives there |
//! |---|---|
//! | `expression` | what is asked |
//! | `statement` | what happens |
//! | `declarations` | values, procedures, windows, rules |
//! | `graph` | what runs what |

mod declarations;
mod expression;
mod graph;
mod statement;

pub(crate) use declarations::declarations;
pub(crate) use graph::windows;

use crate::content::Played;
use crate::model::rules::Procedure;
use crate::model::tree::{Body, Function, Local, Step};
use crate::model::{Slot, Span};
use crate::names::{Known, Names, Sort, text};
use cardwright_bytecode::pack::{FuncId, Pack, SlotDef};
use cardwright_compiler::source::{FileId, Location};
use cardwright_compiler::tree::{ENDED, Node, REPLACED, StatementKind};
use cardwright_compiler::{Program, Sources, tree};
use std::collections::HashSet;

/// The input of lowering.
#[derive(Clone, Copy)]
pub(crate) struct Lowering<'a> {
    pub(crate) pack: &'a Pack,
    pub(crate) program: &'a Program,
    pub(crate) sources: &'a Sources,
    pub(crate) names: &'a Names,
    /// For a scenario or case: the part of it that is not its system's.
    pub(crate) own: Option<&'a Own<'a>>,
}

/// The own part of a scenario or case, which its system has not.
pub(crate) struct Own<'a> {
    /// Its own file.
    file: FileId,
    /// The names that its system has already.
    known: &'a Known,
    /// Functions of the system that are others here: they run procedures at changes that only this one watches, or procedures
    /// that only here can be ended or have a step replaced.
    changed: HashSet<FuncId>,
}

impl<'a> Own<'a> {
    pub(crate) fn of(file: FileId, known: &'a Known, system: &[Procedure], played: &Played) -> Self {
        let Played {
            content,
            program,
            names,
            ..
        } = played;
        let new: HashSet<usize> = (program.changes.keys().copied())
            .filter(|&at| !known.has(Sort::Procedure, &text(&names.procedures, at as u64)))
            .collect();
        let mut changed = steered_here(content.pack(), names, system);
        let functions: &[_] = if new.is_empty() { &[] } else { &program.functions };
        for (at, function) in (0..).map(FuncId::new).zip(functions) {
            function.walk(&mut |node| {
                if let Node::Statement(statement) = node
                    && let StatementKind::Run { procedure, .. } = statement.kind
                    && new.contains(&procedure)
                {
                    changed.insert(at);
                }
            });
        }
        Self { file, known, changed }
    }
}

/// The functions of procedures with a slot for `end` or `instead of` that the system's procedure has not: only rules of the
/// scenario or case set it.
fn steered_here(pack: &Pack, names: &Names, system: &[Procedure]) -> HashSet<FuncId> {
    let procedures = pack.procedures.iter().zip(&names.procedures);
    let steered = procedures.filter(|(def, id)| {
        let mut hidden = def.slots.iter().map(|slot| slot.name.as_str());
        hidden.any(|slot| {
            let known = || system.iter().find(|known| known.id == **id);
            let is_there = |known: &Procedure| known.slots.iter().any(|one| one.name == slot);
            [ENDED, REPLACED].contains(&slot) && !known().is_some_and(is_there)
        })
    });
    steered.map(|(def, _)| def.function).collect()
}

/// A function that is lowered.
#[derive(Clone, Copy)]
pub(crate) struct Within<'a> {
    pub(crate) all: Lowering<'a>,
    pub(crate) function: &'a tree::Function,
}

impl<'a> Lowering<'a> {
    /// Whether something is not known from the system: by its id, or because it is written in the file at hand.
    fn is_own(&self, sort: Sort, id: &str, functions: impl IntoIterator<Item = FuncId>) -> bool {
        let Some(own) = self.own else {
            return true;
        };
        !own.known.has(sort, id)
            || functions.into_iter().any(|at| {
                let function = self.program.function(at);
                own.changed.contains(&at) || function.is_some_and(|function| function.place.file == own.file)
            })
    }

    pub(crate) fn function(&self, id: FuncId) -> Function {
        let Some(function) = self.program.function(id) else {
            return self.nothing();
        };
        self.with_body(function, self.within(function).body(&function.body))
    }

    pub(crate) fn maybe(&self, id: Option<FuncId>) -> Option<Function> {
        id.map(|id| self.function(id))
    }

    pub(crate) fn within(&self, function: &'a tree::Function) -> Within<'a> {
        Within { all: *self, function }
    }

    /// A function with this body in place of its own.
    pub(crate) fn with_body(&self, function: &tree::Function, body: Body) -> Function {
        let local = |local: &tree::Local| Local {
            name: local.name.clone(),
            ty: self.names.ty(local.ty),
        };
        Function {
            locals: function.locals.iter().map(local).collect(),
            parameters: function.params,
            result: self.names.ty(function.result),
            context: function.context.map(|at| text(&self.names.procedures, at)),
            body,
            file: self.file(function.place),
            at: self.span(function.place, function.place.file),
        }
    }

    /// A function that does nothing, in place of one that is missing. A pack that was compiled misses none.
    fn nothing(&self) -> Function {
        Function {
            locals: Vec::new(),
            parameters: 0,
            result: self.names.ty(cardwright_bytecode::Ty::NOTHING),
            context: None,
            body: Body::Does {
                statements: Vec::new(),
            },
            file: String::new(),
            at: Span("1:1-1:1".to_owned()),
        }
    }

    pub(crate) fn file(&self, place: Location) -> String {
        self.sources.get(place.file).name.clone()
    }

    /// A span as it stands in something of this file.
    pub(crate) fn span(&self, place: Location, file: FileId) -> Span {
        let end = Location {
            start: place.end,
            ..place
        };
        let ((line, column), (last, end)) = (self.sources.line_column(place), self.sources.line_column(end));
        let at = format!("{line}:{column}-{last}:{end}");
        Span(match place.file == file {
            true => at,
            false => format!("{} {at}", self.file(place)),
        })
    }

    pub(crate) fn slots(&self, slots: &[SlotDef]) -> Vec<Slot> {
        let slot = |slot: &SlotDef| Slot {
            name: slot.name.clone(),
            ty: self.names.ty(slot.ty),
        };
        slots.iter().map(slot).collect()
    }
}

impl Within<'_> {
    pub(crate) fn body(&self, body: &tree::Body) -> Body {
        let names = self.all.names;
        match body {
            tree::Body::Gives(value) => Body::Gives {
                value: self.expression(value),
            },
            tree::Body::Does(block) => Body::Does {
                statements: self.block(block),
            },
            tree::Body::Steps {
                gives,
                ended,
                replaced,
                before,
                steps,
                after,
            } => Body::Steps {
                gives: *gives,
                ended: *ended,
                replaced: *replaced,
                before: text(&names.windows, *before),
                steps: steps.iter().map(|step| self.step(step)).collect(),
                after: text(&names.windows, *after),
            },
        }
    }

    fn step(&self, step: &tree::Step) -> Step {
        let [before, at, after] = step.windows.map(|window| text(&self.all.names.windows, window));
        let name = before.rsplit_once('.').map_or("", |(_, name)| name).to_owned();
        Step {
            name,
            before,
            at,
            after,
            gathers: self.block(&step.gathers),
            statements: self.block(&step.body),
        }
    }

    pub(crate) fn at(&self, place: Location) -> Span {
        self.all.span(place, self.function.place.file)
    }

    /// The name of a slot of the procedure whose window is open.
    pub(crate) fn slot(&self, slot: usize) -> String {
        self.slot_of(self.function.context.map(|at| at.place()), slot)
    }

    /// The name of a slot of a procedure.
    pub(crate) fn slot_of(&self, procedure: Option<usize>, slot: usize) -> String {
        let procedure = procedure.and_then(|at| self.all.pack.procedures.get(at));
        let slot = procedure.and_then(|procedure| procedure.slots.get(slot));
        slot.map(|slot| slot.name.clone()).unwrap_or_default()
    }
}
