//! The ways through a rule or procedure that lead on round, and whether each of them ends a condition first.

use super::super::range::Ranges;
use super::Round;
use super::changes::{Change, Subject, Test, change, changes, ends_parameter, is_about, is_steady, tests};
use cardwright_bytecode::pack::{Home, Id, ProcedureDef, RuleKind};
use cardwright_trees::{Block, Body, Branch, Expr, ExprKind, Function, Node, Statement, StatementKind, Step};
use std::collections::BTreeSet;

/// The ways on round from the functions of one cycle.
pub(super) struct Ways<'a> {
    round: &'a Round<'a>,
    ranges: Ranges<'a>,
}

/// The tests and changes that are known at some place of a function.
#[derive(Clone, Default)]
struct Known<'a> {
    tests: Vec<Test>,
    changes: Vec<Change<'a>>,
}

/// A way through one function.
struct Way<'w, 'a> {
    ways: &'w Ways<'a>,
    function: &'a Function,
    /// The changes that it makes itself.
    own: Vec<Change<'a>>,
    /// The procedure whose parameters it sees.
    context: Option<&'a ProcedureDef>,
    /// Whether it is that procedure.
    is_itself: bool,
    /// The nodes to which a way was found.
    met: BTreeSet<usize>,
}

impl<'a> Ways<'a> {
    pub(super) fn of(round: &'a Round<'a>) -> Self {
        let ranges = round.scene.ranges();
        Self { round, ranges }
    }

    /// Whether a rule comes to an end: whatever leads on round ends a condition before.
    pub(super) fn end_in_rule(&mut self, rule: usize) -> bool {
        let scene = self.round.scene;
        let Some(def) = scene.pack.rules.get(rule) else {
            return false;
        };
        let (gate, body, otherwise) = match &def.kind {
            RuleKind::Trigger {
                gate,
                body,
                otherwise,
                ..
            } => (gate, *body, *otherwise),
            RuleKind::OfferOption { gate, body, .. } => (gate, *body, None),
            _ => return false,
        };
        let mut known = Known::default();
        self.learn(gate.condition.number(), &mut known);
        if let Home::Template(template) = def.home {
            let kind = scene
                .pack
                .templates
                .find(template)
                .map(|def| usize::from(def.kind));
            let active = kind
                .and_then(|kind| scene.pack.kinds.get(kind))
                .and_then(|kind| kind.active);
            active
                .into_iter()
                .for_each(|active| self.learn(active.number(), &mut known));
            known.tests.extend(self.lies_here(body.number()));
        }
        std::iter::once(body)
            .chain(otherwise)
            .all(|function| self.end_in(function.place(), known.clone()))
    }

    /// Whether a procedure, which has no condition of its own, comes to an end like a rule.
    pub(super) fn end_in_procedure(&mut self, function: usize) -> bool {
        let is_procedure = self.procedure(function).is_some();
        is_procedure && self.end_in(function, Known::default())
    }

    fn learn(&self, condition: u32, known: &mut Known<'a>) {
        if let Some(Body::Gives(expr)) = self
            .round
            .scene
            .program
            .function(Id::new(condition))
            .map(|def| &def.body)
        {
            tests(&self.ranges, expr, true, &mut known.tests);
        }
    }

    /// The tests of a condition, at its place.
    pub(super) fn asked_at(&self, condition: u32) -> Vec<Test> {
        let mut known = Known::default();
        self.learn(condition, &mut known);
        known.tests
    }

    /// The rules of a thing apply only while it is in the game.
    fn lies_here(&self, body: u32) -> Option<Test> {
        let function = self.round.scene.program.function(Id::new(body))?;
        let here = function.locals.first().filter(|_| function.params > 0)?;
        let of = Expr {
            ty: here.ty,
            kind: ExprKind::Local(0),
            place: here.place,
        };
        Some(Test {
            subject: Subject::Matter(super::Matter::InPlay, of, Vec::new()),
            asks: super::changes::Asks::Is(1),
        })
    }

    fn procedure(&self, function: usize) -> Option<&'a ProcedureDef> {
        let procedures = &self.round.scene.pack.procedures;
        procedures.iter().find(|def| def.function.place() == function)
    }

    fn end_in(&self, number: usize, known: Known<'a>) -> bool {
        let scene = self.round.scene;
        let Some(function) = scene.program.functions.get(number) else {
            return false;
        };
        let itself = self.procedure(number);
        let context = function.context.and_then(|at| scene.pack.procedures.find(at));
        let mut way = Way {
            ways: self,
            function,
            own: changes(&self.ranges, function),
            context: itself.or(context),
            is_itself: itself.is_some(),
            met: BTreeSet::new(),
        };
        let ends = match &function.body {
            Body::Gives(_) => false,
            Body::Does(block) => way.block(block, known),
            Body::Steps {
                before, steps, after, ..
            } => way.steps([*before, *after], steps, &known),
        };
        // What leads on round without a place in the text is not known.
        let leads = self.round.leads.next(number).iter();
        ends && leads
            .into_iter()
            .all(|next| !self.round.cycle.has(*next) || way.met.contains(next))
    }
}

impl<'a> Ways<'a> {
    /// The changes that a run of a procedure makes to its arguments in any case: those of its first steps, up
    /// to whatever may leave it.
    fn done_by(&self, procedure: usize, arguments: &'a [Expr]) -> Vec<Change<'a>> {
        let scene = self.round.scene;
        let def = scene.pack.procedures.get(procedure);
        let Some(function) = def.and_then(|def| scene.program.function(def.function)) else {
            return Vec::new();
        };
        let Body::Steps {
            ended: None, steps, ..
        } = &function.body
        else {
            return Vec::new();
        };
        let is_sure = |step: &Step| !self.is_replaced(step.windows[0]);
        let all = steps.iter().flat_map(|step| {
            step.body
                .statements
                .iter()
                .map(move |statement| (step, statement))
        });
        let all = all.take_while(|(_, statement)| !may_leave(statement));
        let sure = all
            .filter(|(step, _)| is_sure(step))
            .map(|(_, statement)| statement);
        let own = sure.filter_map(|statement| change(&self.ranges, plain(statement)));
        own.filter(|change| change.keys.is_empty())
            .filter_map(|change| match change.of.kind {
                ExprKind::Local(local) if local < function.params => Some(Change {
                    of: arguments.get(local)?,
                    ..change
                }),
                _ => None,
            })
            .collect()
    }

    /// Whether a rule in this window can stand instead of its step.
    fn is_replaced(&self, before: u32) -> bool {
        let round = self.round;
        let next = round.leads.next(round.leads.window(before));
        next.iter()
            .filter_map(|&node| round.leads.rule_of(node))
            .any(|rule| {
                let gate = round.scene.program.gate(round.scene.pack, rule);
                gate.is_none_or(|gate| gate.replaces)
            })
    }
}

/// The procedure that a statement runs first of all, and with what.
fn run(statement: &Statement) -> Option<(usize, &[Expr])> {
    match &statement.kind {
        StatementKind::Run { procedure, arguments } => Some((*procedure, arguments)),
        StatementKind::Let { value, .. } | StatementKind::Set { value, .. } => match &value.kind {
            ExprKind::Run { procedure, arguments } => Some((*procedure, arguments)),
            _ => None,
        },
        _ => None,
    }
}

/// A statement as it is written, where its change is watched.
fn plain(statement: &Statement) -> &Statement {
    match &statement.kind {
        StatementKind::Change {
            plain: Some(plain), ..
        } => plain,
        _ => statement,
    }
}

/// Whether a run may be left in a statement.
fn may_leave(statement: &Statement) -> bool {
    let mut leaves = false;
    statement.walk(&mut |node| {
        if let Node::Statement(inner) = node {
            leaves |= matches!(inner.kind, StatementKind::Stop);
        }
    });
    leaves
}

/// Whether each thing is marked for itself, so that new things go on unmarked.
fn is_marked(matter: super::Matter) -> bool {
    matches!(matter, super::Matter::Members(..) | super::Matter::State(_))
}

impl<'a> Way<'_, 'a> {
    /// Goes through the steps: the changes of one are known in the next ones, but not in the window after all
    /// of them, to which any step can skip.
    fn steps(&mut self, around: [u32; 2], steps: &'a [Step], known: &Known<'a>) -> bool {
        if !around.into_iter().all(|window| self.opens(window, known)) {
            return false;
        }
        let mut known = known.clone();
        steps.iter().all(|step| {
            let [before, at, after] = step.windows;
            let mut done = known.clone();
            let ends = self.opens(before, &known)
                && self.block(&step.gathers, known.clone())
                && self.opens(at, &known)
                && self.through(&step.body, &mut done);
            if !self.ways.is_replaced(before) {
                known = done;
            }
            ends && self.opens(after, &known)
        })
    }

    fn opens(&mut self, window: u32, known: &Known<'a>) -> bool {
        self.to(self.ways.round.leads.window(window), known)
    }

    fn through(&mut self, block: &'a Block, known: &mut Known<'a>) -> bool {
        block
            .statements
            .iter()
            .all(|statement| self.statement(statement, known))
    }

    fn block(&mut self, block: &'a Block, mut known: Known<'a>) -> bool {
        self.through(block, &mut known)
    }

    fn statement(&mut self, statement: &'a Statement, known: &mut Known<'a>) -> bool {
        if !self.asked(statement, known) {
            return false;
        }
        known.changes.extend(change(&self.ways.ranges, statement));
        if let Some((procedure, arguments)) = run(statement) {
            known.changes.extend(self.ways.done_by(procedure, arguments));
        }
        match &statement.kind {
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => self.branches(condition, then, otherwise.as_ref(), known),
            StatementKind::Change { plain, does } => self.lowered(plain.as_deref(), does, known),
            StatementKind::ChooseBranch { branches, .. } => {
                branches.iter().all(|branch| self.branch(branch, known.clone()))
            }
            _ => {
                let mut ends = true;
                statement.each_block(&mut |block| ends = ends && self.block(block, known.clone()));
                ends
            }
        }
    }

    /// A statement whose change is watched: it changes what its text says, and then what watches it comes.
    fn lowered(&mut self, plain: Option<&'a Statement>, does: &'a Block, known: &mut Known<'a>) -> bool {
        does.statements.iter().all(|statement| {
            let ends = self.statement(statement, known);
            if change(&self.ways.ranges, statement).is_some() {
                known
                    .changes
                    .extend(plain.and_then(|plain| change(&self.ways.ranges, plain)));
            }
            ends
        })
    }

    fn branch(&mut self, branch: &'a Branch, mut known: Known<'a>) -> bool {
        if let Some(when) = &branch.when {
            tests(&self.ways.ranges, when, true, &mut known.tests);
        }
        self.block(&branch.body, known)
    }

    fn branches(
        &mut self,
        condition: &'a Expr,
        then: &'a Block,
        otherwise: Option<&'a Block>,
        known: &mut Known<'a>,
    ) -> bool {
        let mut ends = true;
        for (block, holds) in [(Some(then), true), (otherwise, false)] {
            let Some(block) = block else { continue };
            let mut inside = known.clone();
            tests(&self.ways.ranges, condition, holds, &mut inside.tests);
            ends = ends && self.block(block, inside);
            if leaves(block) {
                tests(&self.ways.ranges, condition, !holds, &mut known.tests);
            }
        }
        ends
    }

    /// Whether the runs and offers of the statement itself, outside its blocks, all end.
    fn asked(&mut self, statement: &'a Statement, known: &Known<'a>) -> bool {
        let mut nodes = Vec::new();
        let (pack, leads) = (self.ways.round.scene.pack, self.ways.round.leads);
        let function = |procedure: usize| pack.procedures.get(procedure).map(|def| def.function.place());
        match &statement.kind {
            StatementKind::Run { procedure, .. } => nodes.extend(function(*procedure)),
            StatementKind::Offer(offer) => nodes.push(leads.offer(offer.offer)),
            _ => {}
        }
        statement.each_expression(&mut |expr| {
            expr.walk(&mut |node| match node {
                Node::Expr(Expr {
                    kind: ExprKind::Run { procedure, .. },
                    ..
                }) => nodes.extend(function(*procedure)),
                Node::Expr(Expr {
                    kind: ExprKind::Offer(offer),
                    ..
                }) => nodes.push(leads.offer(offer.offer)),
                _ => {}
            });
        });
        nodes.into_iter().all(|node| self.to(node, known))
    }

    /// Whether the way to a node, if it lies on the way round, ends a condition.
    fn to(&mut self, node: usize, known: &Known<'a>) -> bool {
        if !self.ways.round.cycle.has(node) {
            return true;
        }
        self.met.insert(node);
        known.tests.iter().any(|test| self.is_ended(test, known))
    }

    fn is_ended(&self, test: &Test, known: &Known<'a>) -> bool {
        let round = self.ways.round;
        match &test.subject {
            Subject::Matter(matter, of, keys) => {
                let most = match matter {
                    super::Matter::Tokens(token) => {
                        round.scene.pack.tokens.get(*token).and_then(|def| def.limit)
                    }
                    _ => None,
                };
                let ends =
                    |change: &Change<'_>| is_about(test, change) && test.asks.is_ended_by(change.how, most);
                round.spares(*matter, test.asks)
                    && known.changes.iter().any(ends)
                    && is_steady(self.function, of, &self.own)
                    && keys.iter().all(|key| is_steady(self.function, key, &self.own))
                    // Of what is made on the way round there is no end.
                    && !(round.makes && is_marked(*matter))
            }
            Subject::Slot(slot) => self.parameter_ends(*slot, test),
            Subject::Local(local) => self.is_itself && self.parameter_ends(*local, test),
        }
    }

    /// Whether each run on the way round gets the parameter so that the test fails, or comes nearer to it.
    fn parameter_ends(&self, slot: usize, test: &Test) -> bool {
        let (Some(context), round) = (self.context, self.ways.round) else {
            return false;
        };
        let program = &round.scene.program;
        let is_parameter = program
            .function(context.function)
            .is_some_and(|def| slot < def.params);
        let mut functions = round.cycle.functions(round.leads);
        is_parameter && functions.all(|number| self.calls_end(number, (context, slot), test))
    }

    /// Whether the runs that one function makes of the procedure end the test.
    fn calls_end(&self, number: usize, (context, slot): (&ProcedureDef, usize), test: &Test) -> bool {
        let round = self.ways.round;
        let Some(function) = round.scene.program.functions.get(number) else {
            return false;
        };
        let callee = round
            .scene
            .pack
            .procedures
            .iter()
            .position(|def| std::ptr::eq(def, context));
        let is_here = function.context.map(|at| at.place()) == callee;
        let is_itself = |expr: &Expr| is_here && expr.kind == ExprKind::Slot(slot);
        let (mut calls, mut ends) = (0, true);
        let mut look = |procedure: usize, arguments: &[Expr]| {
            if Some(procedure) == callee {
                calls += 1;
                let argument = arguments.get(slot);
                ends &= argument.is_some_and(|argument| {
                    ends_parameter(&self.ways.ranges, test.asks, argument, is_itself)
                });
            }
        };
        function.walk(&mut |node| match node {
            Node::Statement(Statement {
                kind: StatementKind::Run { procedure, arguments },
                ..
            }) => look(*procedure, arguments),
            Node::Expr(Expr {
                kind: ExprKind::Run { procedure, arguments },
                ..
            }) => look(*procedure, arguments),
            _ => {}
        });
        let leads_there = round.leads.next(number).contains(&(context.function.place()));
        ends && (calls > 0 || !leads_there)
    }
}

/// Whether what stands after a block comes only if the block does not.
fn leaves(block: &Block) -> bool {
    let last = block.statements.last();
    last.is_some_and(|last| {
        matches!(
            last.kind,
            StatementKind::Stop | StatementKind::Break | StatementKind::End { .. }
        )
    })
}
