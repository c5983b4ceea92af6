//! The graph of functions, windows, offers and rules: which leads to which.
//!
//! The pack is verified, so that every index is in it.

use super::Scene;
use crate::timing::bodies;
use cardwright_bytecode::Op;
use cardwright_bytecode::pack::RuleKind;
use cardwright_trees::graph::Graph;
use std::collections::{BTreeMap, BTreeSet};

/// The graph; its nodes are functions, then windows, then offers, then rules.
pub(super) struct Leads {
    graph: Graph,
    main: usize,
    first_window: usize,
    first_offer: usize,
    first_rule: usize,
    rules: usize,
}

/// Nodes that lead to each other and back.
pub(super) struct Cycle {
    nodes: BTreeSet<usize>,
    /// Its rules, in the order of declaration.
    pub(super) rules: Vec<usize>,
}

impl Cycle {
    pub(super) fn has(&self, node: usize) -> bool {
        self.nodes.contains(&node)
    }

    /// The functions on the way round.
    pub(super) fn functions(&self, leads: &Leads) -> impl Iterator<Item = usize> + '_ {
        self.nodes.range(..leads.first_window).copied()
    }
}

impl Leads {
    pub(super) fn of(scene: &Scene<'_>) -> Self {
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
                        let effect = pack.matches[index].effect.place();
                        edges.extend(pack.effects[effect].ended.map(|ended| (number, ended.place())));
                    }
                    _ => {}
                }
            }
        }
        for start in &pack.starts {
            if let Some(ended) = pack.effects[start.effect].ended {
                let ends = start.ends.iter();
                edges.extend(ends.map(|until| (windows + until.window.place(), ended.place())));
            }
        }
        for (number, rule) in pack.rules.iter().enumerate() {
            if !scene.reach.has_rule(number) {
                continue;
            }
            let node = first_rule + number;
            match rule.kind {
                RuleKind::Trigger { window, .. } => edges.push((windows + window.place(), node)),
                RuleKind::OfferOption { offer, .. } => edges.push((offers + offer.place(), node)),
                RuleKind::Modify { .. }
                | RuleKind::Permit { .. }
                | RuleKind::Lend { .. }
                | RuleKind::Build { .. } => {}
            }
            edges.extend(bodies(&rule.kind).map(|function| (node, function.place())));
        }
        Self {
            graph: Graph::new(first_rule + pack.rules.len(), &edges),
            main: pack.main.place(),
            first_window: windows,
            first_offer: offers,
            first_rule,
            rules: pack.rules.len(),
        }
    }

    pub(super) fn window(&self, window: u32) -> usize {
        self.first_window + window as usize
    }

    pub(super) fn offer(&self, offer: usize) -> usize {
        self.first_offer + offer
    }

    pub(super) fn rule(&self, rule: usize) -> usize {
        self.first_rule + rule
    }

    /// The window that a node is, if it is one.
    pub(super) fn window_of(&self, node: usize) -> Option<u32> {
        let window = node.checked_sub(self.first_window)?;
        u32::try_from(window).ok().filter(|_| node < self.first_offer)
    }

    /// The offer that a node is, if it is one.
    pub(super) fn offer_of(&self, node: usize) -> Option<usize> {
        let offer = node.checked_sub(self.first_offer)?;
        (node < self.first_rule).then_some(offer)
    }

    /// The rule that a node is, if it is one.
    pub(super) fn rule_of(&self, node: usize) -> Option<usize> {
        node.checked_sub(self.first_rule)
    }

    /// The nodes to which a node leads.
    pub(super) fn next(&self, node: usize) -> &[usize] {
        self.graph.next(node)
    }

    /// The cycles with rules that are left without some nodes, in the order of their first rules.
    pub(super) fn cycles(&self, gone: impl Fn(usize) -> bool) -> Vec<Cycle> {
        let left = self.graph.components(gone);
        let mut cycles: BTreeMap<usize, Cycle> = BTreeMap::new();
        for node in 0..self.first_rule + self.rules {
            if let Some(number) = left.cycle_of(node) {
                self.note(&mut cycles, number, node);
            }
        }
        let mut cycles: Vec<Cycle> = cycles.into_values().filter(|one| !one.rules.is_empty()).collect();
        cycles.sort_by(|a, b| a.rules.cmp(&b.rules));
        cycles
    }

    fn note(&self, cycles: &mut BTreeMap<usize, Cycle>, number: usize, node: usize) {
        let none = || Cycle {
            nodes: BTreeSet::new(),
            rules: Vec::new(),
        };
        let cycle = cycles.entry(number).or_insert_with(none);
        cycle.nodes.insert(node);
        cycle.rules.extend(self.rule_of(node));
    }

    /// All nodes to which some lead.
    pub(super) fn reached(
        &self,
        from: impl IntoIterator<Item = usize>,
        gone: impl Fn(usize) -> bool,
    ) -> BTreeSet<usize> {
        let mut waiting: Vec<usize> = from.into_iter().filter(|&node| !gone(node)).collect();
        let mut reached: BTreeSet<usize> = waiting.iter().copied().collect();
        while let Some(node) = waiting.pop() {
            for &next in self.next(node) {
                if !gone(next) && reached.insert(next) {
                    waiting.push(next);
                }
            }
        }
        reached
    }

    /// All nodes of a cycle, and all to which they lead.
    pub(super) fn around(&self, cycle: &Cycle, gone: impl Fn(usize) -> bool) -> BTreeSet<usize> {
        self.reached(cycle.nodes.iter().copied(), gone)
    }

    /// Whether a game comes to a cycle only inside a run of a function.
    pub(super) fn only_through(&self, function: usize, cycle: &Cycle) -> bool {
        let outside = self.reached([self.main], |node| node == function);
        cycle.nodes.is_disjoint(&outside)
    }
}
