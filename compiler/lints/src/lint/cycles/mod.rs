//! Rules that set each other off: one opens a window in which another one lives, which opens the first one's window
//! again. If nothing on the way runs out, a game can go round for ever, and only the core's nesting limit stops it.
//!
//! A cycle is reported unless something on the way is proved to happen only so often, however long the game goes round.
//! Everything that is proved so is taken out, and the rest, if it still goes round, is looked at again. The
//! proofs:
//!
//! - a limit (`once per ...`) that does not start anew on the way round;
//! - `never within itself`;
//! - a condition that what it leads to brings to its end, before it goes round: tokens that are spent, a flag that is
//!   set, a card that is discarded. Nothing that happens on the way may lead back from that end;
//! - a condition on a parameter of a procedure that each run on the way round gets so that it fails, or one step
//!   nearer to failing;
//! - a rule at a change, if what it watches goes only one way round.
//!
//! The events on the way are all that *can* happen: also rules in windows that are opened in passing.
//!
//! | file | what lives there |
//! |---|---|
//! | `leads` | what leads to what |
//! | `changes` | what changes, and which changes end a condition |
//! | `one_way` | rules at changes that can come only so often |
//! | `told` | what is said of a cycle: the way on which it comes round |
//! | `ways` | the ways through a rule or procedure that lead on round |

mod changes;
mod leads;
mod one_way;
mod told;
mod ways;

use super::Scene;
use cardwright_bytecode::pack::{EffectDef, Home, Id, Limit, RuleKind};
use cardwright_documents::diagnostic::Diagnostic;
use cardwright_documents::source::Location;
use cardwright_trees::{ExprKind, Node, Statement, StatementKind};
use changes::{How, Matter, changes};
use leads::{Cycle, Leads};
use std::collections::{BTreeMap, BTreeSet};
use ways::Ways;

/// The most times that a limit may allow and still be something that runs out: a game does not nest deeper than this.
const MOST_TIMES: u16 = 64;

/// Finds them among the rules that a game reaches.
pub(super) fn check(scene: &Scene<'_>, found: &mut Vec<Diagnostic>) {
    let leads = Leads::of(scene);
    let search = Search { scene, leads: &leads };
    for cycle in leads.cycles(|_| false) {
        search.look_at(&cycle, &BTreeSet::new(), found);
    }
}

struct Search<'a> {
    scene: &'a Scene<'a>,
    leads: &'a Leads,
}

/// The events that can happen on the way round.
struct Round<'a> {
    scene: &'a Scene<'a>,
    leads: &'a Leads,
    cycle: &'a Cycle,
    /// The cycle, and all that it leads to.
    around: BTreeSet<usize>,
    /// The changes that happen there.
    changes: Vec<(Matter, How)>,
    /// The effects that start there, and where.
    starts: BTreeMap<Id<EffectDef>, Location>,
    /// Whether something new is made there.
    makes: bool,
}

impl Search<'_> {
    /// Takes out of a cycle what runs out, as long as something does; reports what is left.
    fn look_at(&self, cycle: &Cycle, gone: &BTreeSet<usize>, found: &mut Vec<Diagnostic>) {
        let round = Round::of(self.scene, self.leads, cycle, gone);
        let spent = round.spent();
        if spent.is_empty() {
            return self.report(&round, found);
        }
        let gone: BTreeSet<usize> = gone.union(&spent).copied().collect();
        let is_gone = |node: usize| !cycle.has(node) || gone.contains(&node);
        for left in self.leads.cycles(is_gone) {
            self.look_at(&left, &gone, found);
        }
    }
}

impl<'a> Round<'a> {
    fn of(scene: &'a Scene<'a>, leads: &'a Leads, cycle: &'a Cycle, gone: &BTreeSet<usize>) -> Self {
        let around = leads.around(cycle, |node| gone.contains(&node));
        let mut round = Round {
            scene,
            leads,
            cycle,
            around: BTreeSet::new(),
            changes: Vec::new(),
            starts: BTreeMap::new(),
            makes: false,
        };
        for number in &around {
            let Some(function) = scene.program.functions.get(*number) else {
                break;
            };
            let own = changes(&scene.ranges(), function);
            round
                .changes
                .extend(own.iter().map(|change| (change.matter, change.how)));
            function.walk(&mut |node| round.note(node));
        }
        round.around = around;
        round
    }

    fn note(&mut self, node: Node<'_>) {
        match node {
            Node::Statement(Statement {
                kind: StatementKind::Start { start, .. },
                place,
            }) => {
                if let Some(start) = self.scene.pack.starts.get(*start) {
                    self.starts.entry(start.effect).or_insert(*place);
                }
            }
            Node::Expr(expr) => self.makes |= matches!(expr.kind, ExprKind::Make { .. }),
            Node::Statement(_) => {}
        }
    }

    /// The nodes on the way round that are proved to come only so often.
    fn spent(&self) -> BTreeSet<usize> {
        let rules = self.around.iter().filter_map(|&node| self.leads.rule_of(node));
        let limited = rules.filter(|&rule| self.is_limited(rule));
        let mut spent: BTreeSet<usize> = limited.map(|rule| self.leads.rule(rule)).collect();
        let mut ways = Ways::of(self);
        spent.extend(
            self.cycle
                .rules
                .iter()
                .filter(|&&rule| self.goes_one_way(&ways, rule) || ways.end_in_rule(rule))
                .map(|&rule| self.leads.rule(rule)),
        );
        spent.extend(
            self.cycle
                .functions(self.leads)
                .filter(|&function| ways.end_in_procedure(function)),
        );
        spent
    }

    /// Whether a limit of its own stops a rule in the end.
    fn is_limited(&self, rule: usize) -> bool {
        let Some(def) = self.scene.pack.rules.get(rule) else {
            return false;
        };
        let (RuleKind::Trigger { gate, .. } | RuleKind::OfferOption { gate, .. }) = &def.kind else {
            return false;
        };
        // Each start of an effect has limits of its own.
        let is_new = matches!(def.home, Home::Effect(effect) if self.starts.contains_key(&effect));
        let runs_out = |limit: Limit| limit.times <= MOST_TIMES && !self.begins_anew(limit);
        // Once on the way round for each of the things that carry it, of which there are so many.
        !is_new && (gate.never_within || gate.limit.is_some_and(runs_out))
    }

    fn begins_anew(&self, limit: Limit) -> bool {
        let per = limit.per.and_then(|per| self.scene.pack.procedures.find(per));
        let Some(function) = per.map(|def| def.function.place()) else {
            return false;
        };
        // A run inside the way round is over before the limit of the one around it counts again.
        let encloses = !self.cycle.has(function) && self.leads.only_through(function, self.cycle);
        self.around.contains(&function) && !encloses
    }

    /// Whether no change on the way round leads back from the end of a test.
    fn spares(&self, matter: Matter, asks: changes::Asks) -> bool {
        let about = self.changes.iter().filter(|change| change.0 == matter);
        about.into_iter().all(|change| asks.is_spared_by(change.1))
    }
}
