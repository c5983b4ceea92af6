//! Functions that stand outside all rules: a case's statements and expectations; and the check that no function
//! runs itself.

use super::scope::Scope;
use super::{Compiler, Unit};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{FuncId, FunctionClass, Home, Pack, Rule, RuleKind, ValueDef};
use cardwright_documents::codes;
use cardwright_documents::source::Location;
use cardwright_dsl::ast::{Block, Expr, ItemKind, Span};
use cardwright_trees::graph::{Components, Graph};
use cardwright_trees::{self as tree, Body, Callee, ExprKind, Node, Program, StatementKind};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Makes a function from pieces of text.
pub struct FunctionMaker {
    scope: Scope,
    statements: Vec<tree::Statement>,
}

impl FunctionMaker {
    /// A function that may do everything.
    pub fn effect(name: &str) -> Self {
        let mut scope = Scope::new(name, FunctionClass::Effect, Ty::NOTHING);
        scope.is_line = true;
        Self {
            scope,
            statements: Vec::new(),
        }
    }

    /// Adds statements; names of earlier ones stay known.
    pub fn statements(&mut self, compiler: &mut Compiler<'_>, block: &Block) {
        let statements = compiler.statements(&mut self.scope, block);
        self.statements.extend(statements);
    }

    /// Ends the function.
    pub fn finish(self, compiler: &mut Compiler<'_>) -> FuncId {
        let body = Body::Does(tree::Block {
            statements: self.statements,
        });
        let function = self.scope.finish(body, compiler.place(Span::default()));
        compiler.add_function(function)
    }

    /// A pure function of one expression.
    pub fn expression(compiler: &mut Compiler<'_>, name: &str, expr: &Expr, ty: Ty) -> FuncId {
        let mut scope = Scope::new(name, FunctionClass::Pure, ty);
        scope.is_line = true;
        let value = compiler.typed(&mut scope, expr, ty);
        let function = compiler.giving(scope, value, expr.span);
        compiler.add_function(function)
    }
}

impl Compiler<'_> {
    /// Reports procedures, values, defines and rules that run themselves through others. The functions before `first` have been
    /// looked at.
    pub fn refuse_recursion(&mut self, units: &[Unit], first: usize) {
        let calls = match leads_to_new(&self.pack, first) {
            false => Calls::among_new(&self.pack, &self.program, first).cycles(),
            true => {
                let calls = Calls::of(&self.pack, &self.program, &self.calls, first);
                self.calls = Arc::new(calls.edges.clone());
                calls.with_rules().cycles()
            }
        };
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
                && let Some(cycle) = calls.cycle_of(function_node(function))
                && told.insert(cycle)
            {
                let place = this.place(name.span);
                this.refuse_cycle(&name.text, place);
            }
        });
        for at in 0..self.pack.rules.len() {
            for function in asked_of(&self.pack.rules[at].kind).into_iter().flatten() {
                if let Some(cycle) = calls.cycle_of(function_node(function))
                    && told.insert(cycle)
                {
                    self.refuse_asking_itself(at);
                }
            }
        }
    }

    /// A rule that asks, in its condition or amount, for what it changes.
    fn refuse_asking_itself(&mut self, rule: usize) {
        let (pack, place) = (&self.pack, self.program.rules[rule].place);
        let name = match pack.rules[rule].kind {
            RuleKind::Modify { value, .. } => pack.values[value].name.clone(),
            RuleKind::Permit { permission, .. } => pack.permissions[permission].name.clone(),
            _ => return self.refuse_cycle(&pack.rules[rule].name.clone(), place),
        };
        let message = format!(
            "this rule changes `{name}`, but its own condition or amount depends on \
        `{name}`"
        );
        self.report_at(codes::RECURSION, place, message).help = Some(format!(
            "use something that does not depend on `{name}`. Or store the earlier value: in a rule that \
             starts an effect, write `let kept = {name}(...)`, and use `kept` in the rule of the effect"
        ));
    }

    fn refuse_cycle(&mut self, name: &str, place: Location) {
        let message = format!("`{name}` calls itself, directly or through others");
        self.report_at(codes::RECURSION, place, message).help = Some(
            "remove the part that leads back to it. To add to a value, write a rule: `modify NAME + 1 when \
             ...`. To do something several times, write `repeat` or `for each`"
                .to_owned(),
        );
    }
}

/// Whether what was there before the function `first` can lead to what has come since: rules are asked about old values,
/// permissions and offers, and whom they lend to. Without that, no cycle goes through both.
fn leads_to_new(pack: &Pack, first: usize) -> bool {
    let is_new = |function: FuncId| function.place() >= first;
    let asked = |rule: &Rule| about(&rule.kind).is_some() || matches!(rule.kind, RuleKind::Lend { .. });
    let mut rules = pack.rules.iter().filter(|rule| asked(rule));
    first == 0 || rules.any(|rule| asked_of(&rule.kind).into_iter().flatten().any(is_new))
}

/// How many functions are worth a turn of their own on another core.
const FUNCTIONS_AT_ONCE: usize = 512;

/// A call from a node to one that it runs or asks.
pub(super) type Call = (usize, usize);

/// The number of sorts of nodes; the number of each node stays the same, however many others there are.
const SORTS: usize = 4;

fn function_node(function: FuncId) -> usize {
    function.place() * SORTS
}

fn value_node(value: usize) -> usize {
    value * SORTS + 1
}

fn permission_node(permission: usize) -> usize {
    permission * SORTS + 2
}

fn offer_node(offer: usize) -> usize {
    offer * SORTS + 3
}

/// The cycles of a graph, among the nodes that lead to others: a case adds few to thousands that lead to none
/// of its own.
struct Cycles {
    /// The nodes, in ascending order.
    nodes: Vec<usize>,
    /// The components of these nodes, by their places.
    components: Components,
}

impl Cycles {
    /// The number of the cycle that a node belongs to.
    fn cycle_of(&self, node: usize) -> Option<usize> {
        self.components.cycle_of(self.nodes.binary_search(&node).ok()?)
    }
}

/// The graph of calls: functions, values, permissions and offers, each of which asks the rules about it.
struct Calls<'a> {
    pack: &'a Pack,
    edges: Vec<Call>,
}

impl<'a> Calls<'a> {
    fn none(pack: &'a Pack) -> Self {
        Self {
            pack,
            edges: Vec::new(),
        }
    }

    /// `known` are the edges of the first functions.
    fn of(pack: &'a Pack, program: &Program, known: &[Call], first: usize) -> Self {
        let mut calls = Self::none(pack);
        let functions = program.functions.tail(first).par_iter().enumerate();
        let functions = functions.with_min_len(FUNCTIONS_AT_ONCE);
        let edges = functions.fold(Vec::new, |mut edges, (at, function)| {
            let node = (first + at) * SORTS;
            function.walk(&mut |part| edges.extend(calls.next(part).map(|next| (node, next))));
            edges
        });
        let new = edges.collect::<Vec<_>>().concat();
        calls.edges = [known, &new].concat();
        calls
    }

    /// The calls of new functions and values, where no old one leads to a new one.
    fn among_new(pack: &'a Pack, program: &Program, first: usize) -> Self {
        let mut calls = Self::of(pack, program, &[], first);
        let is_new = |function: &FuncId| function.place() >= first;
        for (at, value) in pack.values.iter().enumerate().filter(|one| is_new(&one.1.base)) {
            calls.lead(value_node(at), functions_of(value));
        }
        calls
    }

    /// Adds what values and rules lead to.
    fn with_rules(mut self) -> Self {
        let pack = self.pack;
        for (at, value) in pack.values.iter().enumerate() {
            self.lead(value_node(at), functions_of(value));
        }
        let lends = |rule: &&Rule| matches!(rule.kind, RuleKind::Lend { .. });
        let lendings: Vec<&Rule> = pack.rules.iter().filter(lends).collect();
        for rule in &pack.rules {
            if let Some(node) = about(&rule.kind) {
                self.lead(node, asked_of(&rule.kind).into_iter().flatten());
                self.whether_it_applies(node, rule, &lendings);
            }
        }
        self
    }

    /// Before a rule of a card or piece, it is asked what silences that, and what lends it.
    fn whether_it_applies(&mut self, node: usize, rule: &Rule, lendings: &[&Rule]) {
        let (Home::Template(template), Some(silence)) = (rule.home, self.pack.use_abilities) else {
            return;
        };
        let silence = permission_node(silence.place());
        if node == silence {
            return;
        }
        self.edges.push((node, silence));
        let of = self.pack.templates.find(template).map(|template| template.kind);
        for lending in lendings {
            if matches!(lending.kind, RuleKind::Lend { kind, .. } if Some(kind) == of) {
                self.lead(node, asked_of(&lending.kind).into_iter().flatten());
            }
        }
    }

    /// Finds what leads back to itself.
    fn cycles(&self) -> Cycles {
        let ends = self.edges.iter().flat_map(|&(from, to)| [from, to]);
        let mut nodes: Vec<usize> = ends.collect();
        nodes.sort_unstable();
        nodes.dedup();
        let place = |node: usize| nodes.partition_point(|&known| known < node);
        let edges: Vec<Call> = self
            .edges
            .iter()
            .map(|&(from, to)| (place(from), place(to)))
            .collect();
        let components = Graph::new(nodes.len(), &edges).components(|_| false);
        Cycles { nodes, components }
    }

    fn lead(&mut self, node: usize, functions: impl Iterator<Item = FuncId>) {
        self.edges
            .extend(functions.map(|function| (node, function_node(function))));
    }

    /// The node that an expression or statement runs.
    fn next(&self, node: Node) -> Option<usize> {
        let pack = self.pack;
        let run = |procedure: usize| Some(function_node(pack.procedures.get(procedure)?.function));
        match node {
            Node::Expr(expr) => match &expr.kind {
                ExprKind::Call(Callee::Define(function), _) => Some(function_node(*function)),
                ExprKind::Call(Callee::Value(value), _) => Some(value_node(*value)),
                ExprKind::Call(Callee::Permission(permission), _) => Some(permission_node(*permission)),
                ExprKind::Options { offer, .. } => Some(offer_node(*offer)),
                ExprKind::Running { matching, .. } => {
                    let effect = pack.matches[*matching].effect.place();
                    pack.effects[effect].lasts.map(function_node)
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

/// The node of what a rule is about.
fn about(rule: &RuleKind) -> Option<usize> {
    match *rule {
        RuleKind::Modify { value, .. } => Some(value_node(value.place())),
        RuleKind::Permit { permission, .. } => Some(permission_node(permission.place())),
        RuleKind::OfferOption { offer, .. } => Some(offer_node(offer.place())),
        RuleKind::Trigger { .. } | RuleKind::Build { .. } | RuleKind::Lend { .. } => None,
    }
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
