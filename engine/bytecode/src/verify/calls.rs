//! The graph of calls: nothing calls itself, by whatever way.
//!
//! The graph has a node for each function, value, permission, offer, effect and kind. A function leads to what its
//! code calls or asks for; a value to its base, its bounds, and the conditions and amounts of the rules that modify it;
//! a permission to the conditions of the rules about it; an offer to the gates of the rules that add options; all
//! three, for rules that live with a template, also to its kind, whose `active` function says whether the rule
//! applies, and for rules that live with an effect, to the effect, which leads to its `lasts`. A kind also leads to what
//! can silence its entities and to what lends them rules; what the rules that silence or lend live with leads only to its
//! own `active` function and, if they lend, to what silences. What windows lead to, and
//! what happens when an option is taken, is not in the graph: rules there may run procedures again, and a budget bounds
//! them at run time.

use super::error::{VerifyError, VerifyErrorKind as Kind};
use crate::isa::{Instr, Op};
use crate::pack::{FuncId, Gate, Home, MovementDef, Pack, Rule, RuleKind, ValueDef};
use crate::registry::{Core, CoreCall};

/// Checks that the graph has no ring; `code` are the calls that code makes.
pub(super) fn check(pack: &Pack, code: &[Call], steps: &mut u64) -> Result<(), VerifyError> {
    let graph = Graph::of(pack, code);
    let ring = Walk::new(&graph, steps).ring();
    match ring {
        None => Ok(()),
        Some(path) => {
            let path = path.into_iter().map(|node| graph.name(pack, node)).collect();
            Err(Kind::Recursion { path }.in_pack())
        }
    }
}

/// For each function of a proved pack, how many questions stand inside each other at most while it runs, itself included.
pub(crate) fn longest_chains(pack: &Pack) -> Vec<u32> {
    let code = pack.functions.iter().enumerate().flat_map(|(function, def)| {
        let calls = def.code.iter().filter(|instr| is_call(**instr));
        calls.map(move |&instr| Call { function, instr })
    });
    let graph = Graph::of(pack, &code.collect::<Vec<_>>());
    let mut chains = vec![1; graph.starts.len() - 1];
    let mut steps = 0;
    for node in Walk::new(&graph, &mut steps).inner_first() {
        let inner = graph.edges[graph.edges_of(node)].iter().map(|&next| chains[next]);
        chains[node] = 1 + inner.max().unwrap_or(0);
    }
    chains.truncate(graph.values);
    chains
}

/// A call in code: the function that it stands in, and the instruction.
#[derive(Clone, Copy)]
pub(super) struct Call {
    pub(super) function: usize,
    pub(super) instr: Instr,
}

/// Whether an instruction is a call or a question that the graph knows.
pub(super) fn is_call(instr: Instr) -> bool {
    matches!(
        instr.op,
        Op::Call | Op::Value | Op::Can | Op::Options | Op::Running | Op::ChoosePlace
    ) || asks_movements(instr)
}

fn asks_movements(instr: Instr) -> bool {
    instr.op == Op::Core && Core::from_number(instr.imm).is_some_and(CoreCall::asks_movements)
}

/// An edge from a node to a node.
type Edge = (usize, usize);

/// The graph of calls; nodes are functions, then values, permissions, offers, effects and kinds.
struct Graph {
    values: usize,
    permissions: usize,
    offers: usize,
    effects: usize,
    kinds: usize,
    /// For each node, where its edges begin; they end where those of the next begin.
    starts: Vec<usize>,
    edges: Vec<usize>,
}

impl Graph {
    fn of(pack: &Pack, code: &[Call]) -> Self {
        let values = pack.functions.len();
        let permissions = values + pack.values.len();
        let offers = permissions + pack.permissions.len();
        let effects = offers + pack.offers.len();
        let kinds = effects + pack.effects.len();
        let mut graph = Self {
            values,
            permissions,
            offers,
            effects,
            kinds,
            starts: vec![0; kinds + pack.kinds.len() + 1],
            edges: Vec::new(),
        };
        let mut edges = Vec::with_capacity(code.len() + 3 * pack.rules.len());
        code.iter().for_each(|call| graph.call(pack, *call, &mut edges));
        for (index, value) in pack.values.iter().enumerate() {
            leads(&mut edges, values + index, functions_of(value));
        }
        for (index, effect) in pack.effects.iter().enumerate() {
            leads(&mut edges, effects + index, [effect.lasts]);
        }
        for (index, kind) in pack.kinds.iter().enumerate() {
            leads(&mut edges, kinds + index, [kind.active]);
            edges.extend(graph.silence(pack).map(|silence| (kinds + index, silence)));
        }
        for rule in &pack.rules {
            graph.rule(pack, rule, &mut edges);
        }
        graph.sort(&edges);
        graph
    }

    /// Puts the edges of each node side by side, in the order in which they were found.
    fn sort(&mut self, edges: &[Edge]) {
        edges.iter().for_each(|&(from, _)| self.starts[from + 1] += 1);
        for node in 1..self.starts.len() {
            self.starts[node] += self.starts[node - 1];
        }
        let mut next = self.starts.clone();
        self.edges.resize(edges.len(), 0);
        for &(from, to) in edges {
            self.edges[next[from]] = to;
            next[from] += 1;
        }
    }

    fn call(&self, pack: &Pack, Call { function, instr }: Call, edges: &mut Vec<Edge>) {
        if asks_movements(instr) {
            // Which one is a number at run time; so it could be any.
            let functions = pack.movements.iter().flat_map(MovementDef::functions);
            return leads(edges, function, functions.map(Some));
        }
        let index = instr.imm as usize;
        if instr.op == Op::ChoosePlace {
            let place = pack.choices.get(index).and_then(|choice| choice.place);
            return leads(edges, function, [place.and_then(|place| place.test)]);
        }
        let next = match instr.op {
            Op::Value => self.values + index,
            Op::Can => self.permissions + index,
            Op::Options => self.offers + index,
            Op::Running => self.effects + pack.matches[index].effect.place(),
            _ => index,
        };
        edges.push((function, next));
    }

    /// The permission without which rules of entities do not apply.
    fn silence(&self, pack: &Pack) -> Option<usize> {
        pack.use_abilities
            .map(|permission| self.permissions + permission.place())
    }

    fn rule(&self, pack: &Pack, rule: &Rule, edges: &mut Vec<Edge>) {
        let (node, functions) = match &rule.kind {
            RuleKind::Modify {
                value,
                condition,
                amount,
                least,
                most,
                ..
            } => (
                self.values + value.place(),
                [Some(*condition), Some(*amount), *least, *most],
            ),
            RuleKind::Permit {
                permission,
                condition,
                ..
            } => (
                self.permissions + permission.place(),
                [Some(*condition), None, None, None],
            ),
            RuleKind::OfferOption { offer, gate, .. } => {
                (self.offers + offer.place(), functions_of_gate(gate))
            }
            RuleKind::Lend {
                kind,
                from,
                to,
                condition,
            } => (
                self.kinds + usize::from(*kind),
                [Some(*condition), Some(*from), Some(*to), None],
            ),
            RuleKind::Trigger { .. } | RuleKind::Build { .. } => return,
        };
        leads(edges, node, functions);
        let silences = Some(node) == self.silence(pack);
        let lends = matches!(rule.kind, RuleKind::Lend { .. });
        match rule.home {
            Home::Global => {}
            Home::Template(template) => {
                let kind = usize::from(pack.templates[template].kind);
                if silences || lends {
                    leads(edges, node, [pack.kinds[kind].active]);
                    edges.extend(
                        self.silence(pack)
                            .filter(|_| lends)
                            .map(|silence| (node, silence)),
                    );
                } else {
                    edges.push((node, self.kinds + kind));
                }
            }
            Home::Effect(effect) => edges.push((node, self.effects + effect.place())),
        }
    }

    /// The range of a node's edges.
    fn edges_of(&self, node: usize) -> std::ops::Range<usize> {
        self.starts[node]..self.starts[node + 1]
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

/// Adds edges from a node to functions.
fn leads(edges: &mut Vec<Edge>, node: usize, functions: impl IntoIterator<Item = Option<FuncId>>) {
    let functions = functions.into_iter().flatten();
    edges.extend(functions.map(|function| (node, function.place())));
}

/// The functions that the computation of a value may call.
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

/// The functions that a test of a gate may call.
fn functions_of_gate(gate: &Gate) -> [Option<FuncId>; 4] {
    let apart = gate.limit.and_then(|limit| limit.apart);
    [Some(gate.condition), gate.decider, apart, None]
}

/// The progress of the search at a node.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    OnPath,
    Done,
}

/// A walk through the graph, depth first, without recursion of its own.
struct Walk<'a> {
    graph: &'a Graph,
    marks: Vec<Mark>,
    /// The way to here: each node and its edges that are still to be followed.
    path: Vec<(usize, std::ops::Range<usize>)>,
    steps: &'a mut u64,
}

impl<'a> Walk<'a> {
    fn new(graph: &'a Graph, steps: &'a mut u64) -> Self {
        Self {
            graph,
            marks: vec![Mark::New; graph.starts.len() - 1],
            path: Vec::new(),
            steps,
        }
    }

    /// A path whose last node is its first again.
    fn ring(mut self) -> Option<Vec<usize>> {
        self.walk(|_| {})
    }

    /// The nodes, each behind those that it leads to.
    fn inner_first(mut self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.marks.len());
        self.walk(|node| order.push(node));
        order
    }

    /// Walks until there is a path whose last node is its first again; `done` sees each node when all it leads to is done.
    fn walk(&mut self, mut done: impl FnMut(usize)) -> Option<Vec<usize>> {
        for start in 0..self.marks.len() {
            if self.marks[start] == Mark::New {
                self.enter(start);
            }
            while let Some((node, edges)) = self.path.last_mut() {
                *self.steps += 1;
                let Some(edge) = edges.next() else {
                    self.marks[*node] = Mark::Done;
                    done(*node);
                    self.path.pop();
                    continue;
                };
                let next = self.graph.edges[edge];
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
        self.path.push((node, self.graph.edges_of(node)));
    }

    fn ring_at(&self, node: usize) -> Vec<usize> {
        let nodes = self
            .path
            .iter()
            .map(|(node, _)| *node)
            .skip_while(|&other| other != node);
        nodes.chain([node]).collect()
    }
}
