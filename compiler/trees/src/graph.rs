//! A graph of numbered nodes, and its cycles: groups of nodes of which each leads to every other one and back.

/// A graph: for each node, the nodes to which it leads.
pub struct Graph {
    /// For each node, where its edges begin; they end where those of the next begin.
    starts: Vec<usize>,
    edges: Vec<usize>,
}

impl Graph {
    /// A graph of so many nodes; an edge is a node and one that it leads to.
    pub fn new(nodes: usize, edges: &[(usize, usize)]) -> Self {
        let mut starts = vec![0; nodes + 1];
        edges.iter().for_each(|&(from, _)| starts[from + 1] += 1);
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut sorted = vec![0; edges.len()];
        for &(from, to) in edges {
            sorted[next[from]] = to;
            next[from] += 1;
        }
        Self {
            starts,
            edges: sorted,
        }
    }

    /// The nodes to which a node leads, in the order in which its edges were given.
    pub fn next(&self, node: usize) -> &[usize] {
        &self.edges[self.starts[node]..self.starts[node + 1]]
    }

    /// Finds the components, as if the nodes that are `gone` were not there.
    pub fn components(&self, gone: impl Fn(usize) -> bool) -> Components {
        let count = self.starts.len() - 1;
        let mut search = Search {
            index: vec![NONE; count],
            low: vec![0; count],
            clock: 0,
            stack: Vec::new(),
            found: Components {
                of: vec![NONE; count],
                is_cycle: Vec::new(),
            },
        };
        for root in 0..count {
            if search.index[root] == NONE && !gone(root) {
                search.from(self, root, &gone);
            }
        }
        search.found
    }
}

/// No number.
const NONE: usize = usize::MAX;

/// The strongly connected components of a graph.
pub struct Components {
    /// For each node the number of its component.
    of: Vec<usize>,
    /// For each component, whether its nodes lead back to themselves.
    is_cycle: Vec<bool>,
}

impl Components {
    /// The number of a node's component; none, if the node is gone.
    pub(crate) fn of(&self, node: usize) -> Option<usize> {
        self.of.get(node).copied().filter(|&number| number != NONE)
    }

    /// The number of a node's component, if that node leads back to itself.
    pub fn cycle_of(&self, node: usize) -> Option<usize> {
        self.of(node).filter(|&number| self.is_cycle[number])
    }
}

/// The algorithm of Tarjan, with a stack of its own instead of recursion.
struct Search {
    /// The order in which nodes were first met.
    index: Vec<usize>,
    /// The earliest node on the stack that it leads to.
    low: Vec<usize>,
    clock: usize,
    /// Nodes whose component is not complete.
    stack: Vec<usize>,
    found: Components,
}

impl Search {
    fn from(&mut self, graph: &Graph, root: usize, gone: &impl Fn(usize) -> bool) {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((node, at)) = path.last_mut() {
            let node = *node;
            let Some(&next) = graph.next(node).get(*at) else {
                path.pop();
                if let Some(&(before, _)) = path.last() {
                    self.low[before] = self.low[before].min(self.low[node]);
                }
                self.leave(graph, node);
                continue;
            };
            *at += 1;
            if gone(next) {
                continue;
            }
            if self.index[next] == NONE {
                self.enter(next);
                path.push((next, 0));
            } else if self.found.of[next] == NONE {
                self.low[node] = self.low[node].min(self.index[next]);
            }
        }
    }

    fn enter(&mut self, node: usize) {
        (self.index[node], self.low[node]) = (self.clock, self.clock);
        self.clock += 1;
        self.stack.push(node);
    }

    /// Completes the component whose first node this is.
    fn leave(&mut self, graph: &Graph, node: usize) {
        if self.low[node] != self.index[node] {
            return;
        }
        let number = self.found.is_cycle.len();
        let first = self.stack.iter().rposition(|&other| other == node).unwrap_or(0);
        let several = self.stack.len() - first > 1;
        for other in self.stack.drain(first..) {
            self.found.of[other] = number;
        }
        self.found
            .is_cycle
            .push(several || graph.next(node).contains(&node));
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;

    #[test]
    fn a_cycle_is_what_leads_back_to_itself() {
        let graph = Graph::new(6, &[(0, 1), (1, 2), (2, 1), (3, 3), (4, 0), (4, 5)]);
        let all = graph.components(|_| false);
        let cycles = [0, 1, 2, 3, 4, 5].map(|node| all.cycle_of(node).is_some());
        assert_eq!(cycles, [false, true, true, true, false, false]);
        assert_eq!(all.of(1), all.of(2));
        assert_ne!(all.of(1), all.of(3));
    }

    #[test]
    fn what_is_gone_closes_no_cycle() {
        let graph = Graph::new(3, &[(0, 1), (1, 2), (2, 0)]);
        let some = graph.components(|node| node == 1);
        assert_eq!([0, 1, 2].map(|node| some.cycle_of(node)), [None; 3]);
        assert_eq!(some.of(1), None);
        assert!(graph.components(|_| false).cycle_of(0).is_some());
    }
}
