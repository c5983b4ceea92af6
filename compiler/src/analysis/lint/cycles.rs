//! Rules that set each other off: one opens a window in which another one lives, which opens the first one's window
//! again. If nothing on the way runs out, a game can go round for ever, and only the core's nesting limit stops it.
//!
//! What runs out: a limit that does not start anew on the way round, a cost, or a condition on something that the rule
//! itself changes. Rules with one of these are taken out; what still goes round is reported, once for each cycle.

use super::Scene;
use super::windows::window_name;
use crate::analysis::timing::bodies;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::graph::{Components, Graph};
use crate::tree::{Callee, Expr, ExprKind, Function, Node, Operation, StatementKind, Target};
use cardwright_bytecode::pack::{Home, Rule, RuleKind};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Op, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// Finds them among the rules that a game reaches.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let leads = Leads::of(scene);
    let spent: BTreeSet<usize> = leads
        .cycles(&BTreeSet::new())
        .iter()
        .flat_map(|cycle| {
            cycle
                .iter()
                .copied()
                .filter(|&rule| runs_out(scene, &leads, rule, cycle))
        })
        .collect();
    for cycle in leads.cycles(&spent) {
        report(scene, &cycle, found);
    }
}

fn report(scene: &Scene<'_>, cycle: &[usize], found: &mut Vec<Diagnostic>) {
    let places: Vec<_> = cycle
        .iter()
        .filter_map(|&rule| scene.program.rules.get(rule))
        .collect();
    let Some((first, others)) = places.split_first() else {
        return;
    };
    if !places.iter().any(|rule| scene.is_own(rule.place)) {
        return;
    }
    let message = match others.len() {
        0 => "this rule sets itself off again without end".to_owned(),
        n => format!("this rule and {n} more set each other off without end"),
    };
    let mut diagnostic = Diagnostic::new(codes::TRIGGER_CYCLE, first.place, message)
        .help("let something run out on the way: `once per ...` of a procedure that goes on around all of it, or a cost");
    for (rule, number) in others.iter().zip(&cycle[1..]) {
        let window = match scene.pack.rules.get(*number).map(|rule| &rule.kind) {
            Some(RuleKind::Trigger { window, .. }) => window_name(scene.pack, *window),
            _ => "an option of it".to_owned(),
        };
        diagnostic = diagnostic.related(rule.place, window);
    }
    found.push(diagnostic);
}

/// Whether going round makes the rule unusable in the end.
fn runs_out(scene: &Scene<'_>, leads: &Leads, rule: usize, cycle: &[usize]) -> bool {
    let Some(def) = scene.pack.rules.get(rule) else {
        return true;
    };
    let (RuleKind::Trigger { gate, .. } | RuleKind::OfferOption { gate, .. }) = &def.kind else {
        return true;
    };
    let renewed = |per: u32| {
        let function = scene.pack.procedures.get(per as usize).map(|def| def.function);
        function.is_some_and(|function| leads.runs_in(function, cycle))
    };
    let limited = gate.limit.is_some_and(|limit| !limit.per.is_some_and(renewed));
    let costs = scene.program.rules.get(rule).is_some_and(|rule| rule.costs > 0);
    limited || costs || changes_what_it_asks(scene, def, gate.condition)
}

/// What a condition reads or a body writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Matter {
    Field(Base, usize),
    State(usize),
    Tokens(usize),
    Slot(usize),
    /// Where an entity lies, whether it is face up or in the game.
    Where,
}

/// Whether the rule, or a procedure that it runs, changes something on which its condition or the presence of its card
/// rests.
fn changes_what_it_asks(scene: &Scene<'_>, rule: &Rule, condition: u32) -> bool {
    let mut asks = Matters::default();
    asks.read_in(scene, condition);
    if matches!(rule.home, Home::Template(_)) {
        asks.found.insert(Matter::Where);
    }
    let mut changes = Matters::default();
    bodies(&rule.kind).for_each(|function| changes.written_in(scene, function));
    asks.picks || asks.found.intersection(&changes.found).next().is_some()
}

/// What functions read or write, with those that they call.
#[derive(Default)]
struct Matters {
    seen: BTreeSet<u32>,
    found: BTreeSet<Matter>,
    /// Whether only some runs of the procedure at hand are meant.
    picks: bool,
}

impl Matters {
    fn read_in(&mut self, scene: &Scene<'_>, function: u32) {
        if !self.seen.insert(function) {
            return;
        }
        let Some(def) = scene.program.function(function) else {
            return;
        };
        let mut called = Vec::new();
        def.walk(&mut |node| {
            let Node::Expr(expr) = node else { return };
            self.picks |= picks_a_case(def, expr);
            match &expr.kind {
                ExprKind::Field(of, field) => _ = self.found.insert(Matter::Field(of.ty.base, *field)),
                ExprKind::Tokens(_, token) => _ = self.found.insert(Matter::Tokens(*token)),
                ExprKind::Slot(slot) => _ = self.found.insert(Matter::Slot(*slot)),
                ExprKind::Call(Callee::Define(define), _) => called.push(*define),
                ExprKind::Call(Callee::State(state), _) => _ = self.found.insert(Matter::State(*state)),
                _ => {}
            }
        });
        called.into_iter().for_each(|define| self.read_in(scene, define));
    }

    fn written_in(&mut self, scene: &Scene<'_>, function: u32) {
        if !self.seen.insert(function) {
            return;
        }
        let Some(def) = scene.program.function(function) else {
            return;
        };
        let mut run = Vec::new();
        def.walk(&mut |node| {
            let ran = match node {
                Node::Statement(statement) => {
                    self.found.extend(written(&statement.kind));
                    match statement.kind {
                        StatementKind::Run { procedure, .. } => Some(procedure),
                        _ => None,
                    }
                }
                Node::Expr(expr) => match expr.kind {
                    ExprKind::Run { procedure, .. } => Some(procedure),
                    _ => None,
                },
            };
            let ran = ran.and_then(|procedure| scene.pack.procedures.get(procedure));
            run.extend(ran.map(|def| def.function));
        });
        run.into_iter()
            .for_each(|function| self.written_in(scene, function));
    }
}

/// A condition on a constant, a yes or no, or the card itself picks some runs of the procedure at hand; the runs on the
/// way round may be others.
fn picks_a_case(function: &Function, expr: &Expr) -> bool {
    let is_slot = |expr: &Expr| matches!(expr.kind, ExprKind::Slot(_));
    match &expr.kind {
        ExprKind::Slot(_) => expr.ty == Ty::BOOL,
        ExprKind::Operation(Operation::Equal | Operation::NotEqual, first, second) => {
            let here = |expr: &Expr| matches!(expr.kind, ExprKind::Local(0)) && function.params > 0;
            let known = |expr: &Expr| matches!(expr.kind, ExprKind::Constant(_)) || here(expr);
            is_slot(first) && known(second) || is_slot(second) && known(first)
        }
        _ => false,
    }
}

fn written(statement: &StatementKind) -> Option<Matter> {
    match statement {
        StatementKind::Set { target, .. }
        | StatementKind::Add { target, .. }
        | StatementKind::Remove { target, .. } => match target {
            Target::Field(of, field) => Some(Matter::Field(of.ty.base, *field)),
            Target::Slot(slot) => Some(Matter::Slot(*slot)),
            Target::Entry(state, _) => Some(Matter::State(*state)),
            Target::Local(_) => None,
        },
        StatementKind::Give { token, .. } | StatementKind::Take { token, .. } => Some(Matter::Tokens(*token)),
        StatementKind::Do(Expr {
            kind: ExprKind::Call(Callee::Core(core), _),
            ..
        }) => {
            let moves = matches!(core, Core::MoveTo | Core::Flip | Core::Remove | Core::SetOwner);
            moves.then_some(Matter::Where)
        }
        _ => None,
    }
}

/// What leads to what: functions, then windows, then offers, then rules. The pack is verified, so that every index
/// is in it.
struct Leads {
    graph: Graph,
    first_rule: usize,
    rules: usize,
    whole: Components,
}

impl Leads {
    fn of(scene: &Scene<'_>) -> Self {
        let pack = scene.pack;
        let windows = pack.functions.len();
        let offers = windows + pack.windows.len();
        let first_rule = offers + pack.offers.len();
        let mut edges = Vec::new();
        for (number, function) in pack.functions.iter().enumerate() {
            for instr in &function.code {
                let index = instr.imm as usize;
                match instr.op {
                    Op::Call => edges.push((number, index)),
                    Op::Window => edges.push((number, windows + index)),
                    Op::Offer => edges.push((number, offers + index)),
                    Op::FinishEffect => {
                        let effect = pack.matches[index].effect as usize;
                        edges.extend(pack.effects[effect].ended.map(|ended| (number, ended as usize)));
                    }
                    _ => {}
                }
            }
        }
        for start in &pack.starts {
            let ended = pack.effects[start.effect as usize].ended.zip(start.until);
            edges.extend(ended.map(|(ended, until)| (windows + until.window as usize, ended as usize)));
        }
        for (number, rule) in pack.rules.iter().enumerate() {
            if !scene.reach.has_rule(number) {
                continue;
            }
            let node = first_rule + number;
            match rule.kind {
                RuleKind::Trigger { window, .. } => edges.push((windows + window as usize, node)),
                RuleKind::OfferOption { offer, .. } => edges.push((offers + offer as usize, node)),
                RuleKind::Modify { .. }
                | RuleKind::Permit { .. }
                | RuleKind::Lend { .. }
                | RuleKind::Build { .. } => {}
            }
            edges.extend(bodies(&rule.kind).map(|function| (node, function as usize)));
        }
        let graph = Graph::new(first_rule + pack.rules.len(), &edges);
        Self {
            whole: graph.components(|_| false),
            graph,
            first_rule,
            rules: pack.rules.len(),
        }
    }

    /// The rules of each cycle that is left when some rules are taken out; in the order of declaration.
    fn cycles(&self, without: &BTreeSet<usize>) -> Vec<Vec<usize>> {
        let gone = |node: usize| {
            node.checked_sub(self.first_rule)
                .is_some_and(|rule| without.contains(&rule))
        };
        let left = self.graph.components(gone);
        let mut cycles: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for rule in 0..self.rules {
            if let Some(cycle) = left.cycle_of(self.first_rule + rule) {
                cycles.entry(cycle).or_default().push(rule);
            }
        }
        let mut cycles: Vec<Vec<usize>> = cycles.into_values().collect();
        cycles.sort();
        cycles
    }

    /// Whether a function runs again on the way round through these rules.
    fn runs_in(&self, function: u32, cycle: &[usize]) -> bool {
        let rule = cycle
            .first()
            .and_then(|rule| self.whole.of(self.first_rule + rule));
        rule.is_some() && rule == self.whole.of(function as usize)
    }
}
