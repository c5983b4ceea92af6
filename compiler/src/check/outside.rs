//! Functions that stand outside all rules: a case's statements and expectations; and the check that no function
//! runs itself.

use super::scope::Scope;
use super::{Compiler, Unit};
use crate::codes;
use crate::source::Place;
use crate::tree::{self, Body, Callee, ExprKind, Node, StatementKind};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, FunctionClass, Rule, RuleKind};
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
    /// Reports procedures, values, defines and rules that run themselves through others.
    pub(crate) fn refuse_recursion(&mut self, units: &[Unit]) {
        let edges: Vec<Vec<usize>> = (0..self.program.functions.len())
            .map(|at| self.callees(at))
            .collect();
        let mut told: Vec<usize> = Vec::new();
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
            if let Some((name, function)) = found {
                let place = this.place(name.span);
                this.refuse_ring(&edges, &mut told, function as usize, (&name.text, place));
            }
        });
        for at in 0..self.pack.rules.len() {
            let (name, place) = (self.pack.rules[at].name.clone(), self.program.rules[at].place);
            for function in asked_of(&self.pack.rules[at]) {
                self.refuse_ring(&edges, &mut told, function as usize, (&name, place));
            }
        }
    }

    /// Reports a function that reaches itself, unless another one of its ring was told.
    fn refuse_ring(
        &mut self,
        edges: &[Vec<usize>],
        told: &mut Vec<usize>,
        function: usize,
        (name, place): (&str, Place),
    ) {
        if !reaches(edges, function, function) {
            return;
        }
        let same_ring = |&other: &usize| reaches(edges, other, function) && reaches(edges, function, other);
        if told.iter().any(same_ring) {
            return;
        }
        told.push(function);
        let message = format!("`{name}` runs itself, directly or through others");
        self.report_at(codes::RECURSION, place, message).help =
            Some("use `repeat` or `for each` over what is finite".to_owned());
    }

    /// The functions that a function runs: by calls, and by asking for values, permissions, options and effects,
    /// whose rules are asked then.
    fn callees(&self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        self.program.functions[at].walk(&mut |node| self.callee(node, &mut found));
        found.into_iter().map(|function| function as usize).collect()
    }

    fn callee(&self, node: Node, found: &mut Vec<FuncId>) {
        let procedure = |procedure: usize| self.pack.procedures.get(procedure).map(|def| def.function);
        match node {
            Node::Expr(expr) => match &expr.kind {
                ExprKind::Call(Callee::Define(function), _) => found.push(*function),
                ExprKind::Call(Callee::Value(value), _) => {
                    let def = &self.pack.values[*value];
                    let limits = [def.net_least, def.net_most, def.least, def.most];
                    found.push(def.base);
                    found.extend(limits.into_iter().flatten());
                    let about = |kind: &RuleKind| matches!(kind, RuleKind::Modify { value: of, .. } if *of as usize == *value);
                    self.asked_of_rules(about, found);
                }
                ExprKind::Call(Callee::Permission(permission), _) => {
                    let about = |kind: &RuleKind| matches!(kind, RuleKind::Permit { permission: of, .. } if *of as usize == *permission);
                    self.asked_of_rules(about, found);
                }
                ExprKind::Options { offer, .. } => {
                    let about = |kind: &RuleKind| matches!(kind, RuleKind::Choice { offer: of, .. } if *of as usize == *offer);
                    self.asked_of_rules(about, found);
                }
                ExprKind::Running { matching, .. } => {
                    let effect = self.pack.matches[*matching].effect as usize;
                    found.extend(self.pack.effects[effect].lasts);
                }
                ExprKind::Run { procedure: of, .. } => found.extend(procedure(*of)),
                _ => {}
            },
            Node::Statement(statement) => {
                if let StatementKind::Run { procedure: of, .. } = &statement.kind {
                    found.extend(procedure(*of));
                }
            }
        }
    }

    fn asked_of_rules(&self, about: impl Fn(&RuleKind) -> bool, found: &mut Vec<FuncId>) {
        let rules = self.pack.rules.iter().filter(|rule| about(&rule.kind));
        found.extend(rules.flat_map(asked_of));
    }
}

/// The pure functions of a rule that are asked whenever what it is about is asked for.
fn asked_of(rule: &Rule) -> Vec<FuncId> {
    match &rule.kind {
        RuleKind::Modify {
            condition, amount, ..
        } => vec![*condition, *amount],
        RuleKind::Permit { condition, .. } | RuleKind::Build { condition } => vec![*condition],
        RuleKind::Trigger { gate, .. } | RuleKind::Choice { gate, .. } => {
            let apart = gate.limit.and_then(|limit| limit.apart);
            [Some(gate.condition), gate.decider, apart]
                .into_iter()
                .flatten()
                .collect()
        }
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
