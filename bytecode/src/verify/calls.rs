//! Nothing calls itself, by whatever way.
//!
//! The graph has a node for each function, value, permission and kind. A function leads to what its code calls;
//! a value to its base, its bounds, and the conditions and amounts of the rules that modify it; a permission to
//! the conditions of the rules about it; both, for rules that live with a template, also to its kind, whose
//! `active` function says whether the rule applies. What windows and offers lead to is not in the graph:
//! rules there may run procedures again, and a budget bounds them at run time.

use super::error::{VerifyError, VerifyErrorKind as Kind};
use crate::isa::Op;
use crate::pack::{Function, Home, Pack, Rule, RuleKind};

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

/// What leads to what; nodes are functions, then values, permissions and kinds.
struct Graph {
    values: usize,
    permissions: usize,
    kinds: usize,
    edges: Vec<Vec<usize>>,
}

impl Graph {
    fn of(pack: &Pack) -> Self {
        let values = pack.functions.len();
        let permissions = values + pack.values.len();
        let kinds = permissions + pack.permissions.len();
        let edges = vec![Vec::new(); kinds + pack.kinds.len()];
        let mut graph = Self {
            values,
            permissions,
            kinds,
            edges,
        };
        pack.functions
            .iter()
            .enumerate()
            .for_each(|(node, function)| graph.code(node, function));
        for (index, value) in pack.values.iter().enumerate() {
            let functions = [Some(value.base), value.least, value.most].into_iter().flatten();
            graph.edges[values + index].extend(functions.map(|function| function as usize));
        }
        for (index, kind) in pack.kinds.iter().enumerate() {
            graph.edges[kinds + index].extend(kind.active.map(|function| function as usize));
        }
        pack.rules.iter().for_each(|rule| graph.rule(pack, rule));
        graph
    }

    fn code(&mut self, node: usize, function: &Function) {
        for instr in &function.code {
            let first = match instr.op {
                Op::Call => 0,
                Op::Value => self.values,
                Op::Can => self.permissions,
                _ => continue,
            };
            self.edges[node].push(first + instr.imm as usize);
        }
    }

    fn rule(&mut self, pack: &Pack, rule: &Rule) {
        let (node, functions) = match rule.kind {
            RuleKind::Modify {
                value,
                condition,
                amount,
                ..
            } => (self.values + value as usize, [Some(condition), Some(amount)]),
            RuleKind::Permit {
                permission,
                condition,
                ..
            } => (self.permissions + permission as usize, [Some(condition), None]),
            _ => return,
        };
        self.edges[node].extend(functions.into_iter().flatten().map(|function| function as usize));
        if let Home::Template(template) = rule.home {
            self.edges[node].push(self.kinds + usize::from(pack.templates[template as usize].kind));
        }
    }

    fn name(&self, pack: &Pack, node: usize) -> String {
        if node < self.values {
            format!("function `{}`", pack.functions[node].name)
        } else if node < self.permissions {
            format!("value `{}`", pack.values[node - self.values].name)
        } else if node < self.kinds {
            format!("permission `{}`", pack.permissions[node - self.permissions].name)
        } else {
            format!("kind `{}`", pack.kinds[node - self.kinds].name)
        }
    }
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
