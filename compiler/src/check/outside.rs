//! Functions that stand outside all rules: a case's statements and expectations; and the check that no function
//! runs itself.

use super::scope::Scope;
use super::{Compiler, Unit};
use crate::codes;
use crate::graph::{Components, Graph};
use crate::source::Location;
use crate::tree::{self, Body, Callee, ExprKind, Node, Program, StatementKind};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, FunctionClass, Home, Pack, Rule, RuleKind, ValueDef};
use cardwright_dsl::ast::{Block, Expr, ItemKind, Span};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Makes a function from pieces of text.
pub(crate) struct FunctionMaker {
    scope: Scope,
    statements: Vec<tree::Statement>,
}

impl FunctionMaker {
    /// A function that may do everything.
    pub(crate) fn effect(name: &str) -> Self {
        let mut scope = Scope::new(name, FunctionClass::Effect, Ty::NOTHING);
        scope.is_line = true;
        Self {
            scope,
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
        scope.is_line = true;
        let value = compiler.typed(&mut scope, expr, ty);
        let function = compiler.giving(scope, value, expr.span);
        compiler.add_function(function)
    }
}

impl Compiler<'_> {
    /// Reports procedures, values, defines and rules that run themselves through others.
    pub(crate) fn refuse_recursion(&mut self, units: &[Unit]) {
        let calls = Calls::of(&self.pack, &self.program).components();
        // Of each cycle the first one is told.
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
                && let Some(cycle) = calls.cycle_of(function as usize)
                && told.insert(cycle)
            {
                let place = this.place(name.span);
                this.refuse_cycle(&name.text, place);
            }
        });
        for at in 0..self.pack.rules.len() {
            for function in asked_of(&self.pack.rules[at].kind).into_iter().flatten() {
                if let Some(cycle) = calls.cycle_of(function as usize)
                    && told.insert(cycle)
                {
                    let name = self.pack.rules[at].name.clone();
                    self.refuse_cycle(&name, self.program.rules[at].place);
                }
            }
        }
    }

    fn refuse_cycle(&mut self, name: &str, place: Location) {
        let message = format!("`{name}` runs itself, directly or through others");
        self.report_at(codes::RECURSION, place, message).help =
            Some("use `repeat` or `for each` over what is finite".to_owned());
    }
}

/// How many functions are worth a turn of their own on another core.
const FUNCTIONS_AT_ONCE: usize = 512;

/// What runs what: functions, then values, permissions and offers, each of which asks the rules about it.
struct Calls<'a> {
    pack: &'a Pack,
    program: &'a Program,
    edges: Vec<(usize, usize)>,
}

impl<'a> Calls<'a> {
    fn none(pack: &'a Pack, program: &'a Program) -> Self {
        Self {
            pack,
            program,
            edges: Vec::new(),
        }
    }

    fn of(pack: &'a Pack, program: &'a Program) -> Self {
        let mut calls = Self::none(pack, program);
        let functions = program.functions.par_iter().enumerate();
        let functions = functions.with_min_len(FUNCTIONS_AT_ONCE);
        let edges = functions.fold(Vec::new, |mut edges, (at, function)| {
            function.walk(&mut |node| edges.extend(calls.next(node).map(|next| (at, next))));
            edges
        });
        calls.edges = edges.collect::<Vec<_>>().concat();
        for (at, value) in pack.values.iter().enumerate() {
            let node = calls.value(at);
            calls.lead(node, functions_of(value));
        }
        for rule in &pack.rules {
            if let Some(node) = calls.about(&rule.kind) {
                calls.lead(node, asked_of(&rule.kind).into_iter().flatten());
                calls.whether_it_applies(node, rule);
            }
        }
        calls
    }

    /// Before a rule of a card or piece, it is asked what silences that, and what lends it.
    fn whether_it_applies(&mut self, node: usize, rule: &Rule) {
        let (Home::Template(template), Some(silence)) = (rule.home, self.pack.use_abilities) else {
            return;
        };
        let silence = self.permission(silence as usize);
        if node == silence {
            return;
        }
        self.edges.push((node, silence));
        let of = self
            .pack
            .templates
            .get(template as usize)
            .map(|template| template.kind);
        for lending in &self.pack.rules {
            if matches!(lending.kind, RuleKind::Lend { kind, .. } if Some(kind) == of) {
                self.lead(node, asked_of(&lending.kind).into_iter().flatten());
            }
        }
    }

    /// The node of what a rule is about.
    fn about(&self, rule: &RuleKind) -> Option<usize> {
        match *rule {
            RuleKind::Modify { value, .. } => Some(self.value(value as usize)),
            RuleKind::Permit { permission, .. } => Some(self.permission(permission as usize)),
            RuleKind::OfferOption { offer, .. } => Some(self.offer(offer as usize)),
            RuleKind::Trigger { .. } | RuleKind::Build { .. } | RuleKind::Lend { .. } => None,
        }
    }

    fn components(&self) -> Components {
        let nodes = self.offer(self.pack.offers.len());
        Graph::new(nodes, &self.edges).components(|_| false)
    }

    fn lead(&mut self, node: usize, functions: impl Iterator<Item = FuncId>) {
        self.edges
            .extend(functions.map(|function| (node, function as usize)));
    }

    fn value(&self, value: usize) -> usize {
        self.program.functions.len() + value
    }

    fn permission(&self, permission: usize) -> usize {
        self.value(self.pack.values.len()) + permission
    }

    fn offer(&self, offer: usize) -> usize {
        self.permission(self.pack.permissions.len()) + offer
    }

    /// The node that an expression or statement runs.
    fn next(&self, node: Node) -> Option<usize> {
        let pack = self.pack;
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

/// Whether one of the rules from `first` on asks for what it is itself about, through whatever rules that count. The
/// others do not.
pub(super) fn comes_back(
    pack: &Pack,
    program: &Program,
    first: usize,
    counts: impl Fn(usize) -> bool,
) -> bool {
    // Whom these concern is not said by what a rule is about.
    let concerns_rules = |rule: &RuleKind| match *rule {
        RuleKind::Lend { .. } => true,
        RuleKind::Permit { permission, .. } => Some(permission) == pack.use_abilities,
        _ => false,
    };
    let mut rules = pack.rules.iter().enumerate();
    if rules.any(|(at, rule)| (at >= first || counts(at)) && concerns_rules(&rule.kind)) {
        return true;
    }
    let calls = Calls::none(pack, program);
    let mut about: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, rule) in pack.rules.iter().enumerate().filter(|(at, _)| counts(*at)) {
        let node = calls.about(&rule.kind);
        node.into_iter()
            .for_each(|node| about.entry(node).or_default().push(at));
    }
    pack.rules[first..].iter().any(|rule| {
        let Some(goal) = calls.about(&rule.kind) else {
            return false;
        };
        let mut seen = BTreeSet::new();
        let asked = |rule: &RuleKind| {
            asked_of(rule)
                .into_iter()
                .flatten()
                .map(|function| function as usize)
        };
        let mut open: Vec<usize> = asked(&rule.kind).collect();
        while let Some(node) = open.pop() {
            if node == goal {
                return true;
            }
            if !seen.insert(node) {
                continue;
            }
            if let Some(function) = program.functions.get(node) {
                function.walk(&mut |part| open.extend(calls.next(part)));
                continue;
            }
            let value = pack.values.get(node - program.functions.len());
            open.extend(
                value
                    .into_iter()
                    .flat_map(functions_of)
                    .map(|function| function as usize),
            );
            let rules = about.get(&node).into_iter().flatten();
            rules.for_each(|&rule| open.extend(asked(&pack.rules[rule].kind)));
        }
        false
    })
}

/// The functions of a value.
fn functions_of(value: &ValueDef) -> impl Iterator<Item = FuncId> + use<> {
    let limits = [value.net_least, value.net_most, value.least, value.most];
    limits.into_iter().flatten().chain([value.base])
}

/// The pure functions of a rule that are asked whenever what it is about is asked for.
fn asked_of(rule: &RuleKind) -> [Option<FuncId>; 4] {
    match rule {
        RuleKind::Modify {
            condition,
            amount,
            least,
            most,
            ..
        } => [Some(*condition), Some(*amount), *least, *most],
        RuleKind::Lend {
            from, to, condition, ..
        } => [Some(*condition), Some(*from), Some(*to), None],
        RuleKind::Permit { condition, .. } | RuleKind::Build { condition } => {
            [Some(*condition), None, None, None]
        }
        RuleKind::Trigger { gate, .. } | RuleKind::OfferOption { gate, .. } => {
            let apart = gate.limit.and_then(|limit| limit.apart);
            [Some(gate.condition), gate.decider, apart, None]
        }
    }
}
