//! Functions that stand outside all rules: a case's statements and expectations; and the check that no function
//! runs itself.

use super::scope::Scope;
use super::{Compiler, Unit};
use crate::codes;
use crate::graph::{Components, Graph};
use crate::source::Place;
use crate::tree::{self, Body, Callee, ExprKind, Node, StatementKind};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, FunctionClass, RuleKind};
use cardwright_dsl::ast::{Block, Expr, ItemKind, Span};
use rayon::prelude::*;
use std::collections::BTreeSet;

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
    /// Reports procedures, values, defines and rules that run themselves through others.
    pub(crate) fn refuse_recursion(&mut self, units: &[Unit]) {
        let calls = Calls::of(self).components();
        // Of each round the first one is told.
        let mut told: BTreeSet<usize> = BTreeSet::new();
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
            if let Some((name, function)) = found
                && let Some(round) = calls.round_of(function as usize)
                && told.insert(round)
            {
                let place = this.place(name.span);
                this.refuse_round(&name.text, place);
            }
        });
        for at in 0..self.pack.rules.len() {
            for function in asked_of(&self.pack.rules[at].kind).into_iter().flatten() {
                if let Some(round) = calls.round_of(function as usize)
                    && told.insert(round)
                {
                    let name = self.pack.rules[at].name.clone();
                    self.refuse_round(&name, self.program.rules[at].place);
                }
            }
        }
    }

    fn refuse_round(&mut self, name: &str, place: Place) {
        let message = format!("`{name}` runs itself, directly or through others");
        self.report_at(codes::RECURSION, place, message).help =
            Some("use `repeat` or `for each` over what is finite".to_owned());
    }
}

/// How many functions are worth a turn of their own on another core.
const FUNCTIONS_AT_ONCE: usize = 512;

/// What runs what: functions, then values, permissions and offers, each of which asks the rules about it.
struct Calls<'a> {
    compiler: &'a Compiler<'a>,
    edges: Vec<(usize, usize)>,
}

impl<'a> Calls<'a> {
    fn of(compiler: &'a Compiler<'a>) -> Self {
        let mut calls = Self {
            compiler,
            edges: Vec::new(),
        };
        let functions = compiler.program.functions.par_iter().enumerate();
        let functions = functions.with_min_len(FUNCTIONS_AT_ONCE);
        let edges = functions.fold(Vec::new, |mut edges, (at, function)| {
            function.walk(&mut |node| edges.extend(calls.next(node).map(|next| (at, next))));
            edges
        });
        calls.edges = edges.collect::<Vec<_>>().concat();
        for (at, value) in compiler.pack.values.iter().enumerate() {
            let limits = [value.net_least, value.net_most, value.least, value.most];
            let node = calls.value(at);
            calls.lead(node, limits.into_iter().flatten().chain([value.base]));
        }
        for rule in &compiler.pack.rules {
            let node = match rule.kind {
                RuleKind::Modify { value, .. } => calls.value(value as usize),
                RuleKind::Permit { permission, .. } => calls.permission(permission as usize),
                RuleKind::Choice { offer, .. } => calls.offer(offer as usize),
                RuleKind::Trigger { .. } | RuleKind::Build { .. } => continue,
            };
            calls.lead(node, asked_of(&rule.kind).into_iter().flatten());
        }
        calls
    }

    fn components(&self) -> Components {
        let nodes = self.offer(self.compiler.pack.offers.len());
        Graph::new(nodes, &self.edges).components(|_| false)
    }

    fn lead(&mut self, node: usize, functions: impl Iterator<Item = FuncId>) {
        self.edges
            .extend(functions.map(|function| (node, function as usize)));
    }

    fn value(&self, value: usize) -> usize {
        self.compiler.program.functions.len() + value
    }

    fn permission(&self, permission: usize) -> usize {
        self.value(self.compiler.pack.values.len()) + permission
    }

    fn offer(&self, offer: usize) -> usize {
        self.permission(self.compiler.pack.permissions.len()) + offer
    }

    /// The node that an expression or statement runs.
    fn next(&self, node: Node) -> Option<usize> {
        let pack = &self.compiler.pack;
        let run = |procedure: usize| Some(pack.procedures.get(procedure)?.function as usize);
        match node {
            Node::Expr(expr) => match &expr.kind {
                ExprKind::Call(Callee::Define(function), _) => Some(*function as usize),
                ExprKind::Call(Callee::Value(value), _) => Some(self.value(*value)),
                ExprKind::Call(Callee::Permission(permission), _) => Some(self.permission(*permission)),
                ExprKind::Options { offer, .. } => Some(self.offer(*offer)),
                ExprKind::Running { matching, .. } => {
                    let effect = pack.matches[*matching].effect as usize;
                    pack.effects[effect].lasts.map(|function| function as usize)
                }
                ExprKind::Run { procedure, .. } => run(*procedure),
                _ => None,
            },
            Node::Statement(statement) => match statement.kind {
                StatementKind::Run { procedure, .. } => run(procedure),
                _ => None,
            },
        }
    }
}

/// The pure functions of a rule that are asked whenever what it is about is asked for.
fn asked_of(rule: &RuleKind) -> [Option<FuncId>; 3] {
    match rule {
        RuleKind::Modify {
            condition, amount, ..
        } => [Some(*condition), Some(*amount), None],
        RuleKind::Permit { condition, .. } | RuleKind::Build { condition } => [Some(*condition), None, None],
        RuleKind::Trigger { gate, .. } | RuleKind::Choice { gate, .. } => {
            let apart = gate.limit.and_then(|limit| limit.apart);
            [Some(gate.condition), gate.decider, apart]
        }
    }
}
