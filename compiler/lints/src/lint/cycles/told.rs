//! The message about rules that set each other off: which they are, and on which way the first one comes
//! round to itself.

use super::super::windows::window_name;
use super::leads::Cycle;
use super::{Round, Search};
use cardwright_bytecode::pack::{EffectDef, Home, Id, RuleKind};
use cardwright_documents::codes;
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::Location;
use cardwright_trees::{ExprKind, Node, StatementKind};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const HELP: &str = "limit it: write `once per ...` with a procedure that contains all of it, or `never \
within itself`. Or end it with a condition, such as a token that is spent or a field that is set each time, and that nothing along the way restores";

impl Search<'_> {
    /// Tells of a way round on which nothing runs out.
    pub(super) fn report(&self, round: &Round<'_>, found: &mut Vec<Diagnostic>) {
        let (scene, cycle) = (self.scene, round.cycle);
        let known = |&rule: &usize| Some((rule, scene.program.rules.get(rule)?.place));
        let places: Vec<(usize, Location)> = cycle.rules.iter().filter_map(known).collect();
        let Some(((first, place), others)) = places.split_first() else {
            return;
        };
        if !places.iter().any(|(_, place)| scene.is_own(*place)) {
            return;
        }
        let message = match others.len() {
            0 => "this rule may trigger itself again and again, without end".to_owned(),
            n => format!("this rule and {n} more may trigger each other again and again, without end"),
        };
        let mut diagnostic = Diagnostic::new(codes::TRIGGER_CYCLE, *place, message).help(HELP);
        let way = self.way_round(cycle, *first);
        if let Some(told) = self.told(&way) {
            diagnostic = diagnostic.related(self.leaves(&way).unwrap_or(*place), told);
        }
        for (effect, place) in self.started_again(round) {
            let told = format!("this starts `{effect}` again each time around, which resets its limits");
            diagnostic = diagnostic
                .related(place, told)
                .help(format!("limit the rule that starts `{effect}`: {HELP}"));
        }
        for (rule, place) in others {
            let window = match scene.pack.rules.get(*rule).map(|rule| &rule.kind) {
                Some(RuleKind::Trigger { window, .. }) => window_name(scene.pack, window.number()),
                _ => "an option that is part of it".to_owned(),
            };
            diagnostic = diagnostic.related(*place, window);
        }
        found.push(diagnostic);
    }

    /// The effects with rules on the way round that start again there, and where.
    fn started_again(&self, round: &Round<'_>) -> Vec<(&str, Location)> {
        let pack = self.scene.pack;
        let homes = round
            .cycle
            .rules
            .iter()
            .filter_map(|&rule| Some(pack.rules.get(rule)?.home));
        let effects: BTreeSet<Id<EffectDef>> = homes
            .filter_map(|home| match home {
                Home::Effect(effect) => Some(effect),
                _ => None,
            })
            .collect();
        let known = |effect| {
            Some((
                pack.effects.find(effect)?.name.as_str(),
                *round.starts.get(&effect)?,
            ))
        };
        effects.into_iter().filter_map(known).collect()
    }

    /// The shortest way from a rule back to itself: all nodes of the cycle on it, without the rule.
    fn way_round(&self, cycle: &Cycle, rule: usize) -> Vec<usize> {
        let start = self.leads.rule(rule);
        let mut before: BTreeMap<usize, usize> = BTreeMap::new();
        let mut waiting = VecDeque::from([start]);
        while let Some(node) = waiting.pop_front() {
            for &next in self.leads.next(node) {
                if cycle.has(next) && !before.contains_key(&next) {
                    before.insert(next, node);
                    waiting.push_back(next);
                }
            }
        }
        let step = |node: &usize| before.get(node).copied().filter(|&node| node != start);
        let mut way: Vec<usize> = std::iter::successors(step(&start), step).collect();
        way.reverse();
        way
    }

    /// The link that closes the circle, by the names of what is run and opens on the way.
    fn told(&self, way: &[usize]) -> Option<String> {
        let names: Vec<String> = way.iter().filter_map(|&node| self.name(node)).collect();
        let (last, before) = names.split_last()?;
        Some(match before {
            [] => format!("this leads back to the rule: `{last}`"),
            _ => format!(
                "this leads back to the rule: `{}`, then `{last}`",
                before.join("`, `")
            ),
        })
    }

    fn name(&self, node: usize) -> Option<String> {
        let (pack, leads) = (self.scene.pack, self.leads);
        if let Some(window) = leads.window_of(node) {
            return Some(window_name(pack, window));
        }
        if let Some(offer) = leads.offer_of(node) {
            return Some(format!("offer {}", pack.offers.get(offer)?.name));
        }
        let mut procedures = pack.procedures.iter();
        let procedure = procedures.find(|def| def.function.place() == node)?;
        Some(procedure.name.clone())
    }

    /// The statement of the rule from which the way goes on: what it runs or offers first.
    fn leaves(&self, way: &[usize]) -> Option<Location> {
        let body = self.scene.program.function(Id::at(*way.first()?))?;
        let next = *way.get(1)?;
        let function = |procedure: usize| {
            self.scene
                .pack
                .procedures
                .get(procedure)
                .map(|def| def.function.place())
        };
        let mut found = None;
        body.walk(&mut |node| {
            let (to, place) = match node {
                Node::Statement(statement) => match &statement.kind {
                    StatementKind::Run { procedure, .. } => (function(*procedure), statement.place),
                    StatementKind::Offer(offer) => (Some(self.leads.offer(offer.offer)), statement.place),
                    _ => return,
                },
                Node::Expr(expr) => match &expr.kind {
                    ExprKind::Run { procedure, .. } => (function(*procedure), expr.place),
                    ExprKind::Offer(offer) => (Some(self.leads.offer(offer.offer)), expr.place),
                    _ => return,
                },
            };
            if to == Some(next) {
                found.get_or_insert(place);
            }
        });
        found
    }
}
