//! Functions that stand outside all rules: a case's statements and expectations; and the check that no function
//! runs itself.

use super::scope::Scope;
use super::{Compiler, Unit};
use crate::codes;
use crate::tree::{self, Body, Callee, ExprKind, Node, StatementKind};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, FunctionClass};
use cardwright_dsl::ast::{Block, Expr, ItemKind, Span};

/// Makes a function from pieces of text.
pub(crate) struct FunctionMaker {
    scope: Scope,
    statements: Vec<tree::Statement>,
}

impl FunctionMaker {
    /// A function that may do everything.
    pub(crate) fn effect(name: &str) -> Self {
        Self {
            scope: Scope::new(name, FunctionClass::Effect, Ty::NOTHING),
            statements: Vec::new(),
        }
    }

    /// Adds statements; names of earlier ones stay known.
    pub(crate) fn statements(&mut self, compiler: &mut Compiler<'_>, block: &Block) {
        let statements = compiler.statements(&mut self.scope, block);
        self.statements.extend(statements);
    }

    /// Ends the function.
    pub(crate) fn finish(self, compiler: &mut Compiler<'_>) -> FuncId {
        let body = Body::Does(tree::Block {
            statements: self.statements,
        });
        let function = self.scope.finish(body, compiler.place(Span::default()));
        compiler.add_function(function)
    }

    /// A pure function of one expression.
    pub(crate) fn expression(compiler: &mut Compiler<'_>, name: &str, expr: &Expr, ty: Ty) -> FuncId {
        let mut scope = Scope::new(name, FunctionClass::Pure, ty);
        let value = compiler.typed(&mut scope, expr, ty);
        let function = compiler.giving(scope, value, expr.span);
        compiler.add_function(function)
    }
}

impl Compiler<'_> {
    /// Reports procedures, values and defines that run themselves through others.
    pub(crate) fn refuse_recursion(&mut self, units: &[Unit]) {
        let edges: Vec<Vec<usize>> = (0..self.program.functions.len())
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
        let mut found = Vec::new();
        self.program.functions[at].walk(&mut |node| found.extend(self.callee(node)));
        found
    }

    fn callee(&self, node: Node) -> Option<usize> {
        let function = match node {
            Node::Expr(expr) => match &expr.kind {
                ExprKind::Call(Callee::Define(function), _) => *function,
                ExprKind::Call(Callee::Value(value), _) => self.pack.values.get(*value)?.base,
                _ => return None,
            },
            Node::Statement(statement) => match &statement.kind {
                StatementKind::Run { procedure, .. } => self.pack.procedures.get(*procedure)?.function,
                _ => return None,
            },
        };
        Some(function as usize)
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
