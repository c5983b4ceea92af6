//! Statements that change what rules watch: each is made to look before and after, and to run the procedure of the
//! change if there was one.
//!
//! ```text
//!   give 1 berry to s   ->   let was = berry on s
//!                            give 1 berry to s
//!                            let now = berry on s
//!                            if now > was { run (berry on skiff rises)(s, was, now) }
//! ```
//!
//! Looking before and after makes no difference between a gift that a limit cuts off and one that was never made. What
//! a statement is made from is evaluated once, in the order of the text.

use super::Compiler;
use super::scope::Scope;
use cardwright_bytecode::pack::{FuncId, FunctionClass, Moment, Pack};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::source::Location;
use cardwright_trees::{
    Block, Body, Callee, Expr, ExprKind, Function, Local, LocalId, Operation, Reading, Statement,
    StatementKind, Target, Watched, Way,
};
use std::collections::BTreeMap;

/// The changes that rules watch, with the procedure of each.
type Changes = BTreeMap<Watched, usize>;

impl Compiler<'_> {
    /// Makes every statement that changes what is watched open its window, in the functions from `first` on. All rules are
    /// checked by now.
    pub fn lower_changes(&mut self, first: usize) {
        let changes = self.names.changes.clone();
        if changes.is_empty() {
            return;
        }
        let finished = self.finished;
        let new = |procedure: &usize| *procedure >= finished;
        for (watched, &procedure) in changes.iter().filter(|one| new(one.1)) {
            let function = self.without_steps(procedure);
            if let (Reading::Effect(effect), Way::Down) = (watched.reading, watched.way) {
                self.pack.effects[effect].ended = Some(function);
            }
        }
        let ended = self.names.ended;
        ended
            .iter()
            .filter(|procedure| new(procedure))
            .for_each(|&procedure| _ = self.without_steps(procedure));
        let (pack, is_plane) = (&self.pack, self.is_plane());
        for function in self.program.functions.tail_mut(first) {
            Lowering {
                pack,
                changes: &changes,
                ended,
                is_plane,
            }
            .function(function);
        }
    }

    /// Makes the function of a procedure without steps: its slots are what the rules at a change see.
    fn without_steps(&mut self, procedure: usize) -> FuncId {
        let def = self.pack.procedures[procedure].clone();
        let place = self.program.functions[def.function.place()].place;
        let mut scope = Scope::new(&def.name, FunctionClass::Effect, Ty::NOTHING);
        for slot in &def.slots {
            scope.param(&slot.name, slot.ty, place);
        }
        let body = Body::Steps {
            gives: None,
            ended: None,
            replaced: None,
            before: self.window_index(procedure, None, Moment::Before),
            steps: Vec::new(),
            after: self.window_index(procedure, None, Moment::After),
        };
        let function = scope.finish(body, place);
        self.define_function(def.function, function);
        def.function
    }
}

/// Finds the statements that change what is watched.
struct Lowering<'a> {
    pack: &'a Pack,
    changes: &'a Changes,
    /// The procedure that runs after effects are ended.
    ended: Option<usize>,
    is_plane: bool,
}

impl Lowering<'_> {
    fn function(&self, function: &mut Function) {
        let locals = &mut function.locals;
        match &mut function.body {
            Body::Gives(_) => {}
            Body::Does(block) => self.block(locals, block),
            Body::Steps { steps, .. } => {
                for step in steps {
                    self.block(locals, &mut step.gathers);
                    self.block(locals, &mut step.body);
                }
            }
        }
    }

    fn block(&self, locals: &mut Vec<Local>, block: &mut Block) {
        let mut made = None;
        let all = std::mem::take(&mut block.statements);
        let mut all = all.into_iter().peekable();
        while let Some(mut statement) = all.next() {
            self.within(locals, &mut statement.kind);
            made = made.or_else(|| self.makes(&statement));
            let goes_on = made.as_ref().is_some_and(|(local, _)| {
                let next = all.peek();
                next.is_some_and(|next| lays(next, *local))
            });
            if let Some(does) = self.lowered(locals, &statement) {
                let plain = Some(Box::new(statement.clone()));
                statement.kind = StatementKind::Change { plain, does };
            }
            let place = statement.place;
            block.statements.push(statement);
            if !goes_on && let Some((_, run)) = made.take() {
                let does = Block {
                    statements: vec![Statement { kind: run, place }],
                };
                let kind = StatementKind::Change { plain: None, does };
                block.statements.push(Statement { kind, place });
            }
        }
    }

    /// The blocks of a statement.
    fn within(&self, locals: &mut Vec<Local>, kind: &mut StatementKind) {
        match kind {
            StatementKind::If { then, otherwise, .. } | StatementKind::May { then, otherwise, .. } => {
                self.block(locals, then);
                otherwise.iter_mut().for_each(|block| self.block(locals, block));
            }
            StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => {
                self.block(locals, body);
            }
            StatementKind::Choose(choose) => {
                self.block(locals, &mut choose.body);
                let otherwise = choose.otherwise.iter_mut();
                otherwise.for_each(|block| self.block(locals, block));
            }
            StatementKind::ChoosePlace(choose) => {
                self.block(locals, &mut choose.body);
                self.block(locals, &mut choose.otherwise);
            }
            StatementKind::ChooseBranch { branches, .. } => {
                let bodies = branches.iter_mut().map(|branch| &mut branch.body);
                bodies.for_each(|block| self.block(locals, block));
            }
            _ => {}
        }
    }

    /// The entry into play of a new thing, if rules watch it: the local that holds the thing, and the
    /// statement that runs their procedure once it is in its place.
    fn makes(&self, statement: &Statement) -> Option<(LocalId, StatementKind)> {
        let StatementKind::Let { local, value } = &statement.kind else {
            return None;
        };
        let ExprKind::Make { kind, .. } = value.kind else {
            return None;
        };
        let (_, procedure) = self.of(Reading::InPlay(kind)).find(rises)?;
        let made = Expr {
            ty: value.ty,
            kind: ExprKind::Local(*local),
            place: value.place,
        };
        let arguments = vec![made];
        Some((*local, StatementKind::Run { procedure, arguments }))
    }

    /// The watched ways of a reading, with their procedures.
    fn of(&self, reading: Reading) -> impl Iterator<Item = (Way, usize)> {
        let watched = |way| Watched { reading, way };
        let range = self.changes.range(watched(Way::Either)..=watched(Way::Down));
        range.map(|(watched, &procedure)| (watched.way, procedure))
    }

    fn is_watched(&self, reading: Reading) -> bool {
        self.of(reading).next().is_some()
    }

    /// The statements in the place of one that changes something watched.
    fn lowered(&self, locals: &mut Vec<Local>, statement: &Statement) -> Option<Block> {
        let mut work = Work {
            locals,
            place: statement.place,
            statements: Vec::new(),
        };
        match &statement.kind {
            StatementKind::Set { target, value } => self.set(&mut work, target, value, false)?,
            StatementKind::Add { target, value } => self.set(&mut work, target, value, true)?,
            StatementKind::Give { amount, to, token } => {
                let reading = self.tokens(to, *token)?;
                let (amount, to) = (work.keep(amount), work.keep(to));
                let give = StatementKind::Give {
                    amount,
                    to: to.clone(),
                    token: *token,
                };
                self.around(&mut work, (&to, Turn::Up), &[reading], give);
            }
            StatementKind::Take { amount, from, token } => {
                let reading = self.tokens(from, *token)?;
                let (amount, from) = (work.keep(amount), work.keep(from));
                let take = StatementKind::Take {
                    amount,
                    from: from.clone(),
                    token: *token,
                };
                self.around(&mut work, (&from, Turn::Down), &[reading], take);
            }
            StatementKind::Start { start, arguments } => self.start(&mut work, *start, arguments)?,
            StatementKind::Finish { matching, arguments } => self.finish(&mut work, *matching, arguments)?,
            StatementKind::Do(expr) => self.core(&mut work, expr)?,
            _ => return None,
        }
        Some(Block {
            statements: work.statements,
        })
    }

    fn set(&self, work: &mut Work<'_>, target: &Target, value: &Expr, adds: bool) -> Option<()> {
        let Target::Field(of, field) = target else {
            return None;
        };
        let Base::Entity(kind) = of.ty.base else {
            return None;
        };
        let reading = Reading::Field(kind, *field);
        if !self.is_watched(reading) {
            return None;
        }
        let (of, value) = (work.keep(of), work.keep(value));
        let turn = match &value.kind {
            ExprKind::Constant(more) if adds && *more >= 0 => Turn::Up,
            ExprKind::Constant(_) if adds => Turn::Down,
            _ => Turn::Either,
        };
        let target = Target::Field(of.clone(), *field);
        let kind = match adds {
            true => StatementKind::Add { target, value },
            false => StatementKind::Set { target, value },
        };
        self.around(work, (&of, turn), &[reading], kind);
        Some(())
    }

    fn tokens(&self, on: &Expr, token: usize) -> Option<Reading> {
        let Base::Entity(kind) = on.ty.base else {
            return None;
        };
        let reading = Reading::Tokens(kind, token);
        self.is_watched(reading).then_some(reading)
    }

    fn start(&self, work: &mut Work<'_>, start: usize, arguments: &[Expr]) -> Option<()> {
        let effect = self.pack.starts.get(start)?.effect.place();
        let (_, procedure) = self.of(Reading::Effect(effect)).find(rises)?;
        let kept: Vec<Expr> = arguments.iter().map(|one| work.keep(one)).collect();
        let params = self.pack.effects[effect].params.len();
        let arguments = kept.iter().take(params).cloned().collect();
        work.add(StatementKind::Start {
            start,
            arguments: kept,
        });
        work.add(StatementKind::Run { procedure, arguments });
        Some(())
    }

    /// The core knows which instances end. It runs their procedures when the next window opens: at once.
    fn finish(&self, work: &mut Work<'_>, matching: usize, arguments: &[Expr]) -> Option<()> {
        let effect = self.pack.matches.get(matching)?.effect.place();
        self.pack.effects.get(effect)?.ended?;
        let procedure = self.ended?;
        let arguments = arguments.to_vec();
        work.add(StatementKind::Finish { matching, arguments });
        let arguments = Vec::new();
        work.add(StatementKind::Run { procedure, arguments });
        Some(())
    }

    /// A core call that changes something. Of a thing it shows only in play of which kind it is.
    fn core(&self, work: &mut Work<'_>, expr: &Expr) -> Option<()> {
        let ExprKind::Call(Callee::Core(call), arguments) = &expr.kind else {
            return None;
        };
        let read: fn(u16) -> Reading = match call {
            Core::Flip => Reading::Face,
            Core::MoveTo => Reading::Holder,
            Core::SetOwner => Reading::Owner,
            // Off the flat table a piece keeps its pose.
            Core::Lift if self.is_plane => return None,
            Core::Place | Core::Lift => Reading::Place,
            Core::Remove | Core::ReturnToGame => Reading::InPlay,
            _ => return None,
        };
        let it = arguments.first()?;
        // What is removed takes what it holds along, of whatever kind.
        let any = it.ty == Ty::THING || *call == Core::Remove;
        let kinds = (0..self.pack.kinds.len()).filter_map(|kind| u16::try_from(kind).ok());
        let kinds = kinds.filter(|&kind| any || it.ty.base == Base::Entity(kind));
        let readings: Vec<Reading> = kinds
            .map(read)
            .filter(|&reading| self.is_watched(reading))
            .collect();
        if readings.is_empty() {
            return None;
        }
        let kept: Vec<Expr> = arguments.iter().map(|one| work.keep(one)).collect();
        let it = kept.first()?.clone();
        let plain = StatementKind::Do(Expr {
            ty: expr.ty,
            kind: ExprKind::Call(Callee::Core(*call), kept),
            place: expr.place,
        });
        match call {
            Core::Remove => self.leaving(work, &readings, plain),
            Core::ReturnToGame => self.around(work, (&it, Turn::Up), &readings, plain),
            _ => self.around(work, (&it, Turn::Either), &readings, plain),
        }
        Some(())
    }

    /// Everything of these kinds that was in play before a statement, and is not after it, has left.
    fn leaving(&self, work: &mut Work<'_>, readings: &[Reading], plain: StatementKind) {
        let left = readings.iter().flat_map(|reading| {
            let falls = self.of(*reading).filter(|(way, _)| *way == Way::Down);
            falls.filter_map(|(_, procedure)| Some((reading.kind()?, procedure)))
        });
        let left: Vec<(u16, usize)> = left.collect();
        let all = |work: &Work<'_>, kind| work.expr(Ty::set(Base::Entity(kind)), ExprKind::All(kind));
        let before: Vec<Expr> = left
            .iter()
            .map(|&(kind, _)| work.keep(&all(work, kind)))
            .collect();
        work.add(plain);
        for (&(kind, procedure), before) in left.iter().zip(before) {
            let gone = ExprKind::Without(Box::new(before), Box::new(all(work, kind)));
            let set = work.expr(Ty::set(Base::Entity(kind)), gone);
            let (member, gone) = work.local(Ty::one(Base::Entity(kind)));
            let run = work.statement(StatementKind::Run {
                procedure,
                arguments: vec![gone],
            });
            work.add(StatementKind::ForEach {
                set,
                member,
                order: None,
                body: Block {
                    statements: vec![run],
                },
            });
        }
    }

    /// Reads before and after a statement, and runs what watches the difference.
    fn around(
        &self,
        work: &mut Work<'_>,
        (it, turn): (&Expr, Turn),
        readings: &[Reading],
        plain: StatementKind,
    ) {
        // Of a thing the same is read for each kind that it may be.
        let Some(&first) = readings.first() else { return };
        let was = self.read(work, it, first);
        work.add(plain);
        let now = self.read(work, it, first);
        let (Some(was), Some(now)) = (was, now) else {
            return;
        };
        for &reading in readings {
            let whom = work.whom(it, reading);
            for (way, procedure) in self.of(reading).filter(|(way, _)| turn.can_be(*way)) {
                let mut condition = work.differs(way, &was, &now);
                if it.ty == Ty::THING {
                    let nobody = work.expr(whom.ty, ExprKind::Constant(0));
                    let is_one = work.operation(Operation::NotEqual, whom.clone(), nobody);
                    let both = ExprKind::And(Box::new(is_one), Box::new(condition));
                    condition = work.expr(Ty::BOOL, both);
                }
                let known = self.pack.procedures[procedure].slots.len();
                let whom = (it.ty != Ty::GAME).then(|| whom.clone());
                let arguments = whom.into_iter().chain([was.clone(), now.clone()]);
                let run = work.statement(StatementKind::Run {
                    procedure,
                    arguments: arguments.take(known).collect(),
                });
                work.add(StatementKind::If {
                    condition,
                    then: Block {
                        statements: vec![run],
                    },
                    otherwise: None,
                });
            }
        }
    }

    /// The value of a reading now; `None` if the pack has no such thing.
    fn read(&self, work: &mut Work<'_>, it: &Expr, reading: Reading) -> Option<Expr> {
        let core = |call: Core| {
            (
                call.row().result,
                ExprKind::Call(Callee::Core(call), vec![it.clone()]),
            )
        };
        let (ty, kind) = match reading {
            Reading::Field(kind, field) => {
                let field_def = self.pack.kinds.get(usize::from(kind))?.fields.get(field)?;
                (field_def.ty, ExprKind::Field(Box::new(it.clone()), field))
            }
            Reading::Tokens(_, token) => (Ty::NUMBER, ExprKind::Tokens(Box::new(it.clone()), token)),
            Reading::Holder(_) => core(Core::Holder),
            Reading::Owner(_) => core(Core::Owner),
            Reading::Face(_) => core(Core::FaceUp),
            Reading::Place(_) if self.is_plane => core(Core::PoseOf),
            Reading::Place(_) => core(Core::SpacesOf),
            Reading::InPlay(_) => core(Core::InPlay),
            Reading::Effect(_) => return None,
        };
        let read = work.expr(ty, kind);
        Some(work.keep(&read))
    }
}

/// Whither a statement can change something.
#[derive(Clone, Copy)]
enum Turn {
    Either,
    Up,
    Down,
}

impl Turn {
    fn can_be(self, way: Way) -> bool {
        !matches!((self, way), (Self::Up, Way::Down) | (Self::Down, Way::Up))
    }
}

fn rises(watched: &(Way, usize)) -> bool {
    watched.0 == Way::Up
}

/// Whether a statement says where something lies or stands that was just made.
fn lays(statement: &Statement, made: LocalId) -> bool {
    let StatementKind::Do(Expr {
        kind: ExprKind::Call(Callee::Core(Core::MoveTo | Core::Place), arguments),
        ..
    }) = &statement.kind
    else {
        return false;
    };
    let it = arguments.first();
    it.is_some_and(|it| it.kind == ExprKind::Local(made))
}

/// The statements that come in the place of one.
struct Work<'a> {
    locals: &'a mut Vec<Local>,
    place: Location,
    statements: Vec<Statement>,
}

impl Work<'_> {
    fn statement(&self, kind: StatementKind) -> Statement {
        let place = self.place;
        Statement { kind, place }
    }

    fn add(&mut self, kind: StatementKind) {
        let statement = self.statement(kind);
        self.statements.push(statement);
    }

    fn expr(&self, ty: Ty, kind: ExprKind) -> Expr {
        let place = self.place;
        Expr { ty, kind, place }
    }

    fn operation(&self, operation: Operation, first: Expr, second: Expr) -> Expr {
        let kind = ExprKind::Operation(operation, Box::new(first), Box::new(second));
        self.expr(Ty::BOOL, kind)
    }

    /// A new local that no text can name.
    fn local(&mut self, ty: Ty) -> (LocalId, Expr) {
        self.locals.push(Local {
            name: "(kept)".to_owned(),
            ty,
            variable: false,
            place: self.place,
        });
        let local = self.locals.len() - 1;
        (local, self.expr(ty, ExprKind::Local(local)))
    }

    /// Evaluates an expression now, for whatever comes.
    fn keep(&mut self, value: &Expr) -> Expr {
        let is_fixed = match value.kind {
            ExprKind::Constant(_) => true,
            ExprKind::Local(local) => self.locals.get(local).is_some_and(|local| !local.variable),
            _ => false,
        };
        if is_fixed {
            return value.clone();
        }
        let (local, kept) = self.local(value.ty);
        let value = value.clone();
        self.add(StatementKind::Let { local, value });
        kept
    }

    /// The subject of a change, as an entity of the kind that is watched.
    fn whom(&self, it: &Expr, reading: Reading) -> Expr {
        match reading.kind() {
            Some(kind) if it.ty == Ty::THING => {
                let kind_of = ExprKind::As(Box::new(it.clone()), kind);
                self.expr(Ty::one(Base::Entity(kind)), kind_of)
            }
            _ => it.clone(),
        }
    }

    fn differs(&self, way: Way, was: &Expr, now: &Expr) -> Expr {
        let compare = |operation| self.operation(operation, now.clone(), was.clone());
        match way {
            // Spaces: some are on one side only.
            Way::Either if was.ty.set => {
                let more = |some: &Expr, other: &Expr| {
                    let rest = ExprKind::Without(Box::new(some.clone()), Box::new(other.clone()));
                    let count = ExprKind::Count(Box::new(self.expr(some.ty, rest)));
                    let none = self.expr(Ty::NUMBER, ExprKind::Constant(0));
                    self.operation(Operation::More, self.expr(Ty::NUMBER, count), none)
                };
                let either = ExprKind::Or(Box::new(more(now, was)), Box::new(more(was, now)));
                self.expr(Ty::BOOL, either)
            }
            Way::Either => compare(Operation::NotEqual),
            Way::Up if was.ty == Ty::BOOL => self.becomes(was, now),
            Way::Down if was.ty == Ty::BOOL => self.becomes(now, was),
            Way::Up => compare(Operation::More),
            Way::Down => compare(Operation::Less),
        }
    }

    /// The condition that `no` does not hold and `yes` does.
    fn becomes(&self, no: &Expr, yes: &Expr) -> Expr {
        let no = self.expr(Ty::BOOL, ExprKind::Not(Box::new(no.clone())));
        let both = ExprKind::And(Box::new(no), Box::new(yes.clone()));
        self.expr(Ty::BOOL, both)
    }
}
