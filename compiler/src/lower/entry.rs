//! Functions that stand outside all rules: a case's statements and expectations; and the check that no function
//! runs itself.

use super::builder::Builder;
use super::{Compiler, Unit};
use crate::codes;
use cardwright_bytecode::pack::{FuncId, FunctionClass};
use cardwright_bytecode::{Op, Ty};
use cardwright_dsl::ast::{Block, Expr, ItemKind, Span};

/// Makes a function from pieces of text.
pub(crate) struct FunctionMaker {
    builder: Builder,
}

impl FunctionMaker {
    /// A function that may do everything.
    pub(crate) fn effect(name: &str) -> Self {
        Self {
            builder: Builder::new(name.to_owned(), FunctionClass::Effect, Ty::NOTHING),
        }
    }

    /// Adds statements; names of earlier ones stay known.
    pub(crate) fn statements(&mut self, compiler: &mut Compiler<'_>, block: &Block) {
        for statement in &block.statements {
            compiler.statement(&mut self.builder, statement);
        }
    }

    /// Ends the function.
    pub(crate) fn finish(self, compiler: &mut Compiler<'_>) -> FuncId {
        compiler.add_function(self.builder, None, Span::default())
    }

    /// A pure function of one expression.
    pub(crate) fn expression(compiler: &mut Compiler<'_>, name: &str, expr: &Expr, ty: Ty) -> FuncId {
        let mut builder = Builder::new(name.to_owned(), FunctionClass::Pure, ty);
        let val = compiler.typed(&mut builder, expr, ty);
        compiler.add_function(builder, val, expr.span)
    }
}

impl Compiler<'_> {
    /// Reports procedures, values and defines that run themselves through others.
    pub(crate) fn refuse_recursion(&mut self, units: &[Unit]) {
        let edges: Vec<Vec<usize>> = (0..self.pack.functions.len())
            .map(|at| self.callees(at))
            .collect();
        let mut named: Vec<usize> = Vec::new();
        self.each_item(units, |this, item| {
            let found = match &item.kind {
                ItemKind::Define { name, .. } => {
                    this.names.defines.get(&name.text).map(|sym| (name, sym.function))
                }
                ItemKind::Procedure { name, .. } => this
                    .names
                    .procedures
                    .get(&name.text)
                    .map(|sym| (name, sym.function)),
                ItemKind::Value { name, .. } => this
                    .names
                    .values
                    .get(&name.text)
                    .map(|sym| (name, this.pack.values[sym.index].base)),
                _ => None,
            };
            let Some((name, function)) = found else { return };
            if !reaches(&edges, function as usize, function as usize) {
                return;
            }
            // Another one of a circle that is already told.
            if named.iter().any(|&other| {
                reaches(&edges, other, function as usize) && reaches(&edges, function as usize, other)
            }) {
                return;
            }
            named.push(function as usize);
            let message = format!("`{}` runs itself, directly or through others", name.text);
            this.report(codes::RECURSION, name.span, message).help =
                Some("use `repeat` or `for each` over what is finite".to_owned());
        });
    }

    /// The functions that a function runs: by calls, and the bases of the values that it asks for.
    fn callees(&self, at: usize) -> Vec<usize> {
        let target = |op: Op, index: usize| match op {
            Op::Call => Some(index),
            Op::Value => self.pack.values.get(index).map(|value| value.base as usize),
            _ => None,
        };
        let code = self.pack.functions[at].code.iter();
        code.filter_map(|instr| target(instr.op, usize::try_from(instr.imm).ok()?))
            .collect()
    }
}

fn reaches(edges: &[Vec<usize>], start: usize, goal: usize) -> bool {
    let mut seen = vec![false; edges.len()];
    let mut open: Vec<usize> = edges[start].clone();
    while let Some(at) = open.pop() {
        if at == goal {
            return true;
        }
        if let Some(entry) = seen.get_mut(at)
            && !*entry
        {
            *entry = true;
            open.extend_from_slice(&edges[at]);
        }
    }
    false
}
