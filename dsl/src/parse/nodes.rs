//! The grammar's result as a flat list of nodes: cheap to walk, and counted in tokens.

use pest::Token;
use pest::iterators::Pairs;

use super::{Rule, alphabet};

/// A rule, the tokens that it read, and the number of the node after it and all within it.
#[derive(Clone, Copy, Debug)]
struct Node {
    rule: Rule,
    start: usize,
    end: usize,
    after: usize,
}

/// The nodes of one text, each before those within it.
#[derive(Debug, Default)]
pub(crate) struct Nodes(Vec<Node>);

impl Nodes {
    /// Takes what the grammar found in the text from token `from` on.
    pub(super) fn of(pairs: Pairs<'_, Rule>, from: usize) -> Nodes {
        let tokens = pairs.tokens();
        let mut nodes = Vec::with_capacity(tokens.len() / 2);
        let mut open = Vec::with_capacity(64);
        for token in tokens {
            match token {
                Token::Start { rule, pos } => {
                    open.push(nodes.len());
                    let start = from + pos.pos() / alphabet::BYTES;
                    nodes.push(Node {
                        rule,
                        start,
                        end: start,
                        after: 0,
                    });
                }
                Token::End { pos, .. } => {
                    let after = nodes.len();
                    if let Some(node) = open.pop().and_then(|at: usize| nodes.get_mut(at)) {
                        node.end = from + pos.pos() / alphabet::BYTES;
                        node.after = after;
                    }
                }
            }
        }
        Nodes(nodes)
    }

    /// The outermost nodes.
    pub(super) fn pairs(&self) -> Children<'_> {
        Children {
            nodes: &self.0,
            next: 0,
            end: self.0.len(),
        }
    }
}

/// A node with what is within it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'n> {
    nodes: &'n [Node],
    at: usize,
}

impl<'n> Pair<'n> {
    pub(crate) fn as_rule(self) -> Rule {
        self.nodes[self.at].rule
    }

    /// Its tokens, comments not counted.
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        let node = &self.nodes[self.at];
        node.start..node.end
    }

    /// Its first token, comments not counted.
    pub(super) fn first(self) -> usize {
        self.nodes[self.at].start
    }

    /// The nodes directly within it.
    pub(crate) fn into_inner(self) -> Children<'n> {
        Children {
            nodes: self.nodes,
            next: self.at + 1,
            end: self.nodes[self.at].after,
        }
    }
}

/// Nodes beside one another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Children<'n> {
    nodes: &'n [Node],
    next: usize,
    end: usize,
}

impl<'n> Children<'n> {
    /// The next one, which stays.
    pub(crate) fn peek(&self) -> Option<Pair<'n>> {
        let (nodes, at) = (self.nodes, self.next);
        (at < self.end).then_some(Pair { nodes, at })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.next >= self.end
    }
}

impl<'n> Iterator for Children<'n> {
    type Item = Pair<'n>;

    fn next(&mut self) -> Option<Pair<'n>> {
        let pair = self.peek()?;
        self.next = self.nodes[self.next].after;
        Some(pair)
    }
}
