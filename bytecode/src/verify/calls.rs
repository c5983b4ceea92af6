//! Nothing calls itself, by whatever way.
//!
//! The graph has a node for each function, value, permission, offer, effect and kind. A function leads to what its
//! code calls or asks for; a value to its base, its bounds, and the conditions and amounts of the rules that modify it;
//! a permission to the conditions of the rules about it; an offer to the gates of the rules that add options; all
//! three, for rules that live with a template, also to its kind, whose `active` function says whether the rule
//! applies, and for rules that live with an effect, to the effect, which leads to its `lasts`. What windows lead to, and
//! what happens when an option is taken, is not in the graph: rules there may run procedures again, and a budget bounds
//! them at run time.

use super::error::{VerifyError, VerifyErrorKind as Kind};
use crate::isa::Op;
use crate::pack::{FuncId, Function, Gate, Home, Pack, Rule, RuleKind, ValueDef};

/// Checks that the graph has no ring.
pub(super) fn check(pack: &Pack, steps: &mut u64) -> Result<(), VerifyError> {
    let graph = Graph::of(pack);
    let ring = Walk::new(&graph.edges, steps).ring();
    match ring {
        None => Ok(()),
        Some(path) => {
            let path = path.into_iter().map(|node| graph.name(pack, node)).collect();
            Err(Kind::Recursion { path }.in_pack())
        }
    }
}

/// What leads to what; nodes are functions, then values, permissions, offers, effects and kinds.
struct Graph {
    values: usize,
    permissions: usize,
    offers: usize,
    effects: usize,
    kinds: usize,
    edges: Vec<Vec<usize>>,
}

impl Graph {
    fn of(pack: &Pack) -> Self {
        let values = pack.functions.len();
        let permissions = values + pack.values.len();
        let offers = permissions + pack.permissions.len();
        let effects = offers + pack.offers.len();
        let kinds = effects + pack.effects.len();
        let edges = vec![Vec::new(); kinds + pack.kinds.len()];
        let mut graph = Self {
            values,
            permissions,
            offers,
            effects,
            kinds,
            edges,
        };
        pack.functions
            .iter()
            .enumerate()
            .for_each(|(node, function)| graph.code(pack, node, function));
        for (index, value) in pack.values.iter().enumerate() {
            graph.leads(values + index, functions_of(value));
        }
        for (index, effect) in pack.effects.iter().enumerate() {
            graph.leads(effects + index, [effect.lasts]);
        }
        for (index, kind) in pack.kinds.iter().enumerate() {
            graph.leads(kinds + index, [kind.active]);
        }
        pack.rules.iter().for_each(|rule| graph.rule(pack, rule));
        graph
    }

    /// From a node to functions.
    fn leads(&mut self, node: usize, functions: impl IntoIterator<Item = Option<FuncId>>) {
        let functions = functions.into_iter().flatten();
        self.edges[node].extend(functions.map(|function| function as usize));
    }

    fn code(&mut self, pack: &Pack, node: usize, function: &Function) {
        for instr in &function.code {
            let index = instr.imm as usize;
            let next = match instr.op {
                Op::Call => index,
                Op::Value => self.values + index,
                Op::Can => self.permissions + index,
                Op::Options => self.offers + index,
                Op::Running => self.effects + pack.matches[index].effect as usize,
                _ => continue,
            };
            self.edges[node].push(next);
        }
    }

    fn rule(&mut self, pack: &Pack, rule: &Rule) {
        let (node, functions) = match &rule.kind {
            RuleKind::Modify {
                value,
                condition,
                amount,
                ..
            } => (
                self.values + *value as usize,
                [Some(*condition), Some(*amount), None],
            ),
            RuleKind::Permit {
                permission,
                condition,
                ..
            } => (
                self.permissions + *permission as usize,
                [Some(*condition), None, None],
            ),
            RuleKind::Choice { offer, gate, .. } => (self.offers + *offer as usize, functions_of_gate(gate)),
            RuleKind::Trigger { .. } | RuleKind::Build { .. } => return,
        };
        self.leads(node, functions);
        match rule.home {
            Home::Global => {}
            Home::Template(template) => {
                self.edges[node].push(self.kinds + usize::from(pack.templates[template as usize].kind));
            }
            Home::Effect(effect) => self.edges[node].push(self.effects + effect as usize),
        }
    }

    fn name(&self, pack: &Pack, node: usize) -> String {
        if node < self.values {
            format!("function `{}`", pack.functions[node].name)
        } else if node < self.permissions {
            format!("value `{}`", pack.values[node - self.values].name)
        } else if node < self.offers {
            format!("permission `{}`", pack.permissions[node - self.permissions].name)
        } else if node < self.effects {
            format!("offer `{}`", pack.offers[node - self.offers].name)
        } else if node < self.kinds {
            format!("effect `{}`", pack.effects[node - self.effects].name)
        } else {
            format!("kind `{}`", pack.kinds[node - self.kinds].name)
        }
    }
}

/// What working out a value may call.
fn functions_of(value: &ValueDef) -> [Option<FuncId>; 5] {
    let ValueDef {
        base,
        least,
        most,
        net_least,
        net_most,
        ..
    } = *value;
    [Some(base), least, most, net_least, net_most]
}

/// What asking whether a rule can be used may call.
fn functions_of_gate(gate: &Gate) -> [Option<FuncId>; 3] {
    let apart = gate.limit.and_then(|limit| limit.apart);
    [Some(gate.condition), gate.decider, apart]
}

/// How far a node has been looked at.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    OnPath,
    Done,
}

/// A walk through the graph, depth first, without recursion of its own.
struct Walk<'a> {
    edges: &'a [Vec<usize>],
    marks: Vec<Mark>,
    /// The way to here: each node and which of its edges comes next.
    path: Vec<(usize, usize)>,
    steps: &'a mut u64,
}

impl<'a> Walk<'a> {
    fn new(edges: &'a [Vec<usize>], steps: &'a mut u64) -> Self {
        Self {
            edges,
            marks: vec![Mark::New; edges.len()],
            path: Vec::new(),
            steps,
        }
    }

    /// A path whose last node is its first again.
    fn ring(mut self) -> Option<Vec<usize>> {
        for start in 0..self.edges.len() {
            if self.marks[start] == Mark::New {
                self.enter(start);
            }
            while let Some((node, edge)) = self.path.last_mut() {
                *self.steps += 1;
                let Some(&next) = self.edges[*node].get(*edge) else {
                    self.marks[*node] = Mark::Done;
                    self.path.pop();
                    continue;
                };
                *edge += 1;
                match self.marks[next] {
                    Mark::New => self.enter(next),
                    Mark::OnPath => return Some(self.ring_at(next)),
                    Mark::Done => {}
                }
            }
        }
        None
    }

    fn enter(&mut self, node: usize) {
        self.marks[node] = Mark::OnPath;
        self.path.push((node, 0));
    }

    fn ring_at(&self, node: usize) -> Vec<usize> {
        let nodes = self
            .path
            .iter()
            .map(|&(node, _)| node)
            .skip_while(|&other| other != node);
        nodes.chain([node]).collect()
    }
}
