//! The timing of a system as a graph: which procedure runs which in which step, and what a game can reach.
//!
//! A procedure's steps follow each other; a step may run further procedures, open windows, make offers and start
//! effects; a rule in an open window, behind a made offer or of a started effect may do the same. What the main
//! procedure does not reach in this way never happens. The graph says what *can* be reached: conditions are not
//! looked at, so what it calls unreachable is so for certain.

use cardwright_bytecode::Op;
use cardwright_bytecode::pack::{FuncId, Home, Id, Moment, Pack, RuleKind};
use std::collections::{BTreeSet, HashMap};

/// The things that running code can reach from some function.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    functions: BTreeSet<FuncId>,
    windows: BTreeSet<u32>,
    offers: BTreeSet<u32>,
    effects: BTreeSet<u32>,
    outcomes: BTreeSet<u32>,
    rules: BTreeSet<usize>,
}

impl Reach {
    /// Everything that a game can reach.
    #[must_use]
    pub fn of_game(pack: &Pack) -> Self {
        Self::from(pack, [pack.main])
    }

    /// Everything that these functions can reach, with the rules on their way.
    #[must_use]
    pub fn from(pack: &Pack, functions: impl IntoIterator<Item = FuncId>) -> Self {
        let by_cause = by_cause(pack);
        let rules_of = |cause: Cause| by_cause.get(&cause).into_iter().flatten().copied();
        let mut reach = Self::default();
        let mut waiting: Vec<FuncId> = functions.into_iter().collect();
        let mut perhaps: Vec<usize> = rules_of(Cause::None).collect();
        // Each rule is looked at when what it waits for is reached: a chain of rules takes as long as it has rules.
        while !(waiting.is_empty() && perhaps.is_empty()) {
            while let Some(function) = waiting.pop() {
                if reach.functions.insert(function) {
                    let mut found = |cause| perhaps.extend(rules_of(cause));
                    reach.look_at(pack, function, &mut waiting, &mut found);
                }
            }
            for number in std::mem::take(&mut perhaps) {
                let rule = &pack.rules[number];
                if reach.applies(rule.home, &rule.kind) && reach.rules.insert(number) {
                    waiting.extend(bodies(&rule.kind));
                }
            }
        }
        reach
    }

    fn look_at(
        &mut self,
        pack: &Pack,
        function: FuncId,
        waiting: &mut Vec<FuncId>,
        found: &mut dyn FnMut(Cause),
    ) {
        let code = pack.functions.find(function).map_or(&[][..], |def| &def.code);
        for instr in code {
            let index = instr.imm as u32;
            match instr.op {
                Op::Call => waiting.push(Id::new(index)),
                Op::Window if self.windows.insert(index) => found(Cause::Window(index)),
                Op::Offer if self.offers.insert(index) => found(Cause::Offer(index)),
                Op::End | Op::EndWith => _ = self.outcomes.insert(index),
                Op::Start => {
                    let effect = pack.starts.get(index as usize).map(|start| start.effect);
                    let def = effect.and_then(|effect| pack.effects.find(effect));
                    // What starts can end.
                    waiting.extend(def.and_then(|def| def.ended));
                    let effect = effect.map(Id::number);
                    if let Some(effect) = effect.filter(|effect| self.effects.insert(*effect)) {
                        found(Cause::Effect(effect));
                    }
                }
                _ => {}
            }
        }
    }

    fn applies(&self, home: Home, kind: &RuleKind) -> bool {
        let started = match home {
            Home::Effect(effect) => self.effects.contains(&effect.number()),
            Home::Global | Home::Template(_) => true,
        };
        started
            && match kind {
                RuleKind::Trigger { window, .. } => self.windows.contains(&window.number()),
                RuleKind::OfferOption { offer, .. } => self.offers.contains(&offer.number()),
                RuleKind::Modify { .. }
                | RuleKind::Permit { .. }
                | RuleKind::Lend { .. }
                | RuleKind::Build { .. } => true,
            }
    }

    /// Whether a rule can ever apply.
    #[must_use]
    pub fn has_rule(&self, rule: usize) -> bool {
        self.rules.contains(&rule)
    }

    /// Whether a window ever opens.
    #[must_use]
    pub fn has_window(&self, window: u32) -> bool {
        self.windows.contains(&window)
    }

    /// Whether an offer is ever made.
    #[must_use]
    pub fn has_offer(&self, offer: u32) -> bool {
        self.offers.contains(&offer)
    }

    /// Whether an effect is ever started.
    #[must_use]
    pub fn has_effect(&self, effect: u32) -> bool {
        self.effects.contains(&effect)
    }

    /// Whether a function is ever run.
    #[must_use]
    pub fn has_function(&self, function: FuncId) -> bool {
        self.functions.contains(&function)
    }

    /// The outcomes with which something that is reached ends the game.
    #[must_use]
    pub fn outcomes(&self) -> &BTreeSet<u32> {
        &self.outcomes
    }

    /// The rules that can apply.
    pub fn rules(&self) -> impl Iterator<Item = usize> + '_ {
        self.rules.iter().copied()
    }
}

/// The cause that a rule waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cause {
    /// No cause: it applies from the beginning.
    None,
    Window(u32),
    Offer(u32),
    Effect(u32),
}

/// The rules by what they wait for, which may be two things.
fn by_cause(pack: &Pack) -> HashMap<Cause, Vec<usize>> {
    let mut rules: HashMap<Cause, Vec<usize>> = HashMap::new();
    for (number, rule) in pack.rules.iter().enumerate() {
        let by_home = match rule.home {
            Home::Effect(effect) => Some(Cause::Effect(effect.number())),
            Home::Global | Home::Template(_) => None,
        };
        let by_kind = match &rule.kind {
            RuleKind::Trigger { window, .. } => Some(Cause::Window(window.number())),
            RuleKind::OfferOption { offer, .. } => Some(Cause::Offer(offer.number())),
            RuleKind::Modify { .. }
            | RuleKind::Permit { .. }
            | RuleKind::Lend { .. }
            | RuleKind::Build { .. } => None,
        };
        let causes = [by_home, by_kind].into_iter().flatten();
        let causes: Vec<Cause> = causes.collect();
        let causes = if causes.is_empty() {
            vec![Cause::None]
        } else {
            causes
        };
        for cause in causes {
            rules.entry(cause).or_default().push(number);
        }
    }
    rules
}

/// The functions that run when a rule is used.
pub(crate) fn bodies(kind: &RuleKind) -> impl Iterator<Item = FuncId> + use<> {
    let (body, otherwise) = match kind {
        RuleKind::Trigger { body, otherwise, .. } => (Some(*body), *otherwise),
        RuleKind::OfferOption { body, .. } => (Some(*body), None),
        RuleKind::Modify { .. }
        | RuleKind::Permit { .. }
        | RuleKind::Lend { .. }
        | RuleKind::Build { .. } => (None, None),
    };
    body.into_iter().chain(otherwise)
}

/// A procedure of the graph.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The procedure's name.
    pub name: String,
    /// Whether a game reaches it.
    pub reached: bool,
    /// Its steps in order.
    pub steps: Vec<StageStep>,
}

/// A step of a procedure.
#[derive(Clone, Debug)]
pub struct StageStep {
    /// Its name.
    pub name: String,
    /// The number of rules before, at and after it.
    pub rules: [usize; 3],
    /// The procedures (indexes into the graph) that it runs itself.
    pub runs: BTreeSet<usize>,
}

/// Every procedure of a pack with its steps, in the order of declaration.
#[must_use]
pub fn stages(pack: &Pack) -> Vec<Stage> {
    let reach = Reach::of_game(pack);
    let stage = |(number, procedure): (usize, &cardwright_bytecode::pack::ProcedureDef)| {
        let runs = runs_by_step(pack, procedure.function);
        let step = |(step, name): (usize, &String)| StageStep {
            name: name.clone(),
            rules: [Moment::Before, Moment::At, Moment::After]
                .map(|moment| rules_in(pack, number, Some(step), moment)),
            runs: runs.iter().filter(|run| run.0 == step).map(|run| run.1).collect(),
        };
        let mut steps: Vec<StageStep> = procedure.steps.iter().enumerate().map(step).collect();
        if steps.is_empty() {
            // Most often what runs at a change.
            let rules = |moment| rules_in(pack, number, None, moment);
            steps.push(StageStep {
                name: "its rules".to_owned(),
                rules: [rules(Moment::Before), 0, rules(Moment::After)],
                runs: BTreeSet::new(),
            });
        }
        Stage {
            name: procedure.name.clone(),
            reached: reach.has_function(procedure.function),
            steps,
        }
    };
    pack.procedures.iter().enumerate().map(stage).collect()
}

fn rules_in(pack: &Pack, procedure: usize, step: Option<usize>, moment: Moment) -> usize {
    let here = |window: u32| {
        pack.windows.get(window as usize).is_some_and(|def| {
            (def.procedure.place(), def.step.map(|at| at as usize), def.moment) == (procedure, step, moment)
        })
    };
    let rules = pack.rules.iter();
    rules
        .filter(|rule| matches!(rule.kind, RuleKind::Trigger { window, .. } if here(window.number())))
        .count()
}

/// In which step a procedure's function runs which procedures.
fn runs_by_step(pack: &Pack, function: FuncId) -> BTreeSet<(usize, usize)> {
    let mut found = BTreeSet::new();
    let mut step = 0;
    let code = pack.functions.find(function).map_or(&[][..], |def| &def.code);
    for instr in code {
        let operand = instr.imm as u32;
        match instr.op {
            Op::Step => {
                let window = pack.windows.get(operand as usize);
                step = window
                    .and_then(|window| window.step)
                    .map_or(0, |step| step as usize);
            }
            Op::Call => {
                let callee = pack
                    .procedures
                    .iter()
                    .position(|other| other.function == Id::new(operand));
                found.extend(callee.map(|callee| (step, callee)));
            }
            _ => {}
        }
    }
    found
}
