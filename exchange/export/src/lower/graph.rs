//! The window graph: what the steps of each procedure run, and which rules live where.

use super::Lowering;
use crate::model::document::WINDOWS;
use crate::model::rules::{Filled, Stage, StageStep, Windows};
use crate::names::{Ids, text};
use cardwright_bytecode::pack::{Home, Id, Moment, RuleKind};
use cardwright_compiler::analysis::Reach;
use cardwright_compiler::tree::{Block, Body, ExprKind, Node, StatementKind};
use std::collections::BTreeSet;

/// The window graph of a pack.
pub(crate) fn windows(all: &Lowering<'_>, system: &str) -> Windows {
    let reach = Reach::of_game(all.pack);
    let filled = |ids: &Ids, is: &dyn Fn(&cardwright_bytecode::pack::Rule, u32) -> bool| {
        let numbered = (0..).zip(ids);
        let one = |(at, id): (u32, &String)| Filled {
            id: id.clone(),
            rules: all.rules_that(|rule| is(rule, at)),
        };
        numbered.map(one).collect()
    };
    Windows {
        document: WINDOWS.head(),
        system: system.to_owned(),
        procedures: (0..all.pack.procedures.len())
            .map(|at| all.stage(at, &reach))
            .collect(),
        offers: filled(
            &all.names.offers,
            &|rule, at| matches!(rule.kind, RuleKind::OfferOption { offer, .. } if offer == Id::new(at)),
        ),
        effects: filled(&all.names.effects, &|rule, at| {
            rule.home == Home::Effect(Id::new(at))
        }),
    }
}

/// The procedures, offers and effects that statements run, make and start.
#[derive(Default)]
struct Leads {
    runs: BTreeSet<usize>,
    offers: BTreeSet<usize>,
    starts: BTreeSet<usize>,
}

impl Leads {
    fn of(blocks: &[&Block]) -> Self {
        let mut leads = Self::default();
        for block in blocks {
            block.walk(&mut |node| leads.look(node));
        }
        leads
    }

    fn look(&mut self, node: Node<'_>) {
        match node {
            Node::Statement(statement) => match &statement.kind {
                StatementKind::Run { procedure, .. } => _ = self.runs.insert(*procedure),
                StatementKind::Offer(offer) => _ = self.offers.insert(offer.offer),
                StatementKind::Start { start, .. } => _ = self.starts.insert(*start),
                _ => {}
            },
            Node::Expr(expr) => match &expr.kind {
                ExprKind::Run { procedure, .. } => _ = self.runs.insert(*procedure),
                ExprKind::Offer(offer) => _ = self.offers.insert(offer.offer),
                _ => {}
            },
        }
    }
}

impl Lowering<'_> {
    fn rules_that(&self, is: impl Fn(&cardwright_bytecode::pack::Rule) -> bool) -> Vec<String> {
        let rules = self.pack.rules.iter().zip(&self.names.rules);
        let found = rules.filter(|(rule, _)| is(rule));
        found.map(|(_, id)| id.clone()).collect()
    }

    fn rules_at(&self, procedure: usize, step: Option<usize>, moment: Moment) -> Vec<String> {
        let windows = self.pack.windows.iter();
        let found = windows.enumerate().find(|(_, window)| {
            (
                window.procedure.place(),
                window.step.map(|step| step as usize),
                window.moment,
            ) == (procedure, step, moment)
        });
        found.map_or_else(Vec::new, |(at, _)| {
            self.rules_that(
                |rule| matches!(rule.kind, RuleKind::Trigger { window, .. } if window.place() == at),
            )
        })
    }

    fn stage(&self, at: usize, reach: &Reach) -> Stage {
        let def = &self.pack.procedures[at];
        let body = self.program.function(def.function).map(|function| &function.body);
        let steps = match body {
            Some(Body::Steps { steps, .. }) => &steps[..],
            _ => &[],
        };
        let step = |(number, step): (usize, &cardwright_compiler::tree::Step)| {
            let leads = Leads::of(&[&step.gathers, &step.body]);
            let effect = |start: &usize| {
                let start = self.pack.starts.get(*start)?;
                Some(text(&self.names.effects, start.effect))
            };
            let starts: BTreeSet<String> = leads.starts.iter().filter_map(effect).collect();
            let run = |at: &usize| text(&self.names.procedures, *at as u64);
            let made = |at: &usize| text(&self.names.offers, *at as u64);
            StageStep {
                step: def.steps.get(number).cloned().unwrap_or_default(),
                before: self.rules_at(at, Some(number), Moment::Before),
                at: self.rules_at(at, Some(number), Moment::At),
                after: self.rules_at(at, Some(number), Moment::After),
                runs: leads.runs.iter().map(run).collect(),
                offers: leads.offers.iter().map(made).collect(),
                starts: starts.into_iter().collect(),
            }
        };
        Stage {
            procedure: self.names.procedures[at].clone(),
            reached: reach.has_function(def.function),
            before: self.rules_at(at, None, Moment::Before),
            steps: steps.iter().enumerate().map(step).collect(),
            after: self.rules_at(at, None, Moment::After),
        }
    }
}
