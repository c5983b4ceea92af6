//! The oracle: a naive evaluator of typed trees.
//!
//! It walks the tree recursively with a plain environment. It knows no registers, jumps or frames; windows, offers
//! and choices are calls that return when they are done with. It shares with the machinery under test the tree,
//! the pack's tables, and the names of core calls, limits and events; and nothing that computes.

use crate::runs::Held;
use crate::table::Table;
use crate::value::Value;
use cardwright_bytecode::Base;
use cardwright_bytecode::pack::{EffectDef, OutcomeDef, ProcedureDef, Rule, WindowDef};
use cardwright_bytecode::pack::{FuncId, Id, Pack, Until, Winners, cell};
use cardwright_bytecode::registry::Core;
use cardwright_compiler::tree::{
    Block, Body, Callee, Choose, Expr, ExprKind, Fold, Function, Offer, Operation, Program, Statement,
    StatementKind, Step, Target,
};
use cardwright_core::limits::MAX_DICE;
use cardwright_core::{Answer, Event, Outcome, PlaceAsked};
use cardwright_vm::Bound;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// After so many nodes the oracle gives up: it is slow.
const MOST_STEPS: u64 = 1_000_000;

/// So often it looks whether an ability may act or an effect still lasts: each window looks at all of them, again after each use.
const MOST_LOOKS: u64 = 300_000;

/// Why evaluation ends early.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Halt {
    /// `stop`: the function is left.
    Stop,
    /// `break`: the loop is left.
    Break,
    /// The game is over.
    Over(Outcome),
    /// A core call that the oracle does not know.
    Unknown(Core),
    /// The player whom it asks gives no answer.
    Unanswered,
    /// It takes more than [`MOST_STEPS`] or [`MOST_LOOKS`].
    TooLong,
}

/// The result of evaluating something.
pub(crate) type Flow<T> = Result<T, Halt>;

/// A question to a player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    pub(crate) by: i64,
    /// The sort of question, and its index in the pack's table.
    pub(crate) kind: cardwright_core::DecisionKind,
    /// The values of the options; none for what is no plain number.
    pub(crate) options: Vec<Option<i64>>,
    pub(crate) least: usize,
    pub(crate) most: usize,
    pub(crate) default: Answer,
    pub(crate) secret: bool,
    pub(crate) ordered: bool,
    /// The places at which a piece can be put.
    pub(crate) place: Option<PlaceAsked>,
}

/// Answers what is asked; nothing if there is no answer.
pub(crate) trait Players {
    fn answer(&mut self, asked: &Asked) -> Option<Answer>;
}

/// The locals of a running function. Rules in a procedure's windows share its own.
pub(crate) type Locals = Rc<RefCell<Vec<Value>>>;

/// Abilities that were found due, by their rules.
pub(crate) type Due = Vec<(usize, cardwright_core::Source)>;

/// A running function.
pub(crate) struct Frame {
    pub(crate) locals: Locals,
    /// The locals of the procedure whose window is open.
    pub(crate) context: Option<Locals>,
    /// The player who chooses secretly in the block that is carried out; 0 outside of such blocks.
    chooser: Cell<i64>,
}

/// A lasting effect.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    pub(crate) number: u32,
    pub(crate) effect: Id<EffectDef>,
    pub(crate) arguments: Vec<Value>,
    /// The events that end it, each with the run whose end is meant, if that goes on as the effect starts and
    /// nothing says which runs count.
    pub(crate) ends: Vec<(Until, Option<u32>)>,
    /// How many openings of the first window are left until it ends.
    pub(crate) left: i64,
    /// The time at which it started.
    pub(crate) began: i64,
    /// How many runs of each procedure had begun then.
    pub(crate) runs_before: Vec<u32>,
}

/// The evaluator and its game.
pub(crate) struct Oracle<'a> {
    pub(crate) pack: &'a Pack,
    pub(crate) program: &'a Program,
    pub(crate) table: Table<'a>,
    pub(crate) players: &'a mut dyn Players,
    pub(crate) effects: Vec<Running>,
    /// The functions, with their arguments, that run when the next window opens, since effects have ended.
    pub(crate) ended: Vec<(FuncId, Vec<Value>)>,
    pub(crate) effects_started: u32,
    /// How often limited rules were used: rule, source, what they are counted apart for, the run of a procedure.
    pub(crate) uses: Vec<crate::rules::Use>,
    /// How many runs of each procedure began.
    pub(crate) runs: Vec<u32>,
    /// The runs that go on: procedure, number and locals, the innermost last.
    pub(crate) going_on: Vec<(Id<ProcedureDef>, u32, Locals)>,
    /// The states of the runs within which those that go on have begun.
    pub(crate) shelves: Vec<(Id<ProcedureDef>, Held)>,
    /// The runs that go on and whose window after the procedure has opened.
    pub(crate) closing: Vec<(Id<ProcedureDef>, u32)>,
    /// The abilities that are being carried out, the innermost last.
    pub(crate) carried_out: Vec<(Id<Rule>, cardwright_core::Source)>,
    /// How many windows and offers are open.
    pub(crate) open: usize,
    /// The abilities that were found due for windows that are not open yet, the innermost last.
    pub(crate) due: Vec<(Id<WindowDef>, Due)>,
    /// The winners, where the outcome does not name them.
    pub(crate) named: Vec<i64>,
    /// How many nodes of the tree were evaluated.
    pub(crate) steps: u64,
    /// How often it looked at an ability or an effect.
    pub(crate) looks: u64,
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(pack: &'a Pack, program: &'a Program, seed: u64, players: &'a mut dyn Players) -> Self {
        Self {
            pack,
            program,
            table: Table::new(pack, seed),
            players,
            effects: Vec::new(),
            ended: Vec::new(),
            effects_started: 0,
            due: Vec::new(),
            uses: Vec::new(),
            runs: vec![0; pack.procedures.len()],
            going_on: Vec::new(),
            shelves: Vec::new(),
            closing: Vec::new(),
            carried_out: Vec::new(),
            open: 0,
            named: Vec::new(),
            steps: 0,
            looks: 0,
        }
    }

    /// Counts a look at an ability or an effect.
    pub(crate) fn look(&mut self) -> Flow<()> {
        self.looks += 1;
        if self.looks > MOST_LOOKS {
            return Err(Halt::TooLong);
        }
        Ok(())
    }

    /// Plays the game; how it ended, or why the oracle cannot tell.
    pub(crate) fn play(&mut self) -> Result<Outcome, Halt> {
        let outcome = match self.run(self.pack.main, Vec::new(), None) {
            Ok(_) => Outcome::Finished,
            Err(Halt::Over(outcome)) => outcome,
            Err(halt) => return Err(halt),
        };
        let winners = match outcome {
            Outcome::Named(outcome) => self.winners(outcome),
            _ => Vec::new(),
        };
        self.table.events.push(Event::Ended { outcome, winners });
        Ok(outcome)
    }

    /// The winners of an outcome, in seat order.
    fn winners(&self, outcome: Id<OutcomeDef>) -> Vec<u32> {
        let players = self.table.players();
        let players = players.iter().map(|&player| player as u32);
        match &self.pack.outcomes[outcome].winners {
            Winners::Fixed(winners) => players.filter(|player| winners.contains(player)).collect(),
            Winners::Named => players
                .filter(|player| self.named.contains(&i64::from(*player)))
                .collect(),
        }
    }

    /// Runs a function to its end; what it gives.
    pub(crate) fn run(&mut self, id: FuncId, arguments: Vec<Value>, context: Option<&Locals>) -> Flow<Value> {
        let program = self.program;
        let function = &program.functions[id.place()];
        let frame = Frame {
            locals: Rc::new(RefCell::new(locals(function, arguments))),
            context: context.map(Rc::clone),
            chooser: Cell::new(0),
        };
        match &function.body {
            Body::Gives(expr) => return self.eval(expr, &frame),
            Body::Does(block) => _ = until_stop(self.block(block, &frame))?,
            Body::Steps {
                gives,
                ended,
                replaced,
                before,
                steps,
                after,
            } => {
                let (depth, closing) = (self.going_on.len(), self.closing.len());
                let shelves = self.shelves.len();
                self.window(Id::new(*before), &frame.locals)?;
                let is_ended =
                    |frame: &Frame| ended.is_some_and(|local| frame.locals.borrow()[local].is_yes());
                for step in steps {
                    if is_ended(&frame) || until_stop(self.step(step, *ended, *replaced, &frame))? {
                        break;
                    }
                }
                self.window(Id::new(*after), &frame.locals)?;
                self.going_on.truncate(depth);
                self.closing.truncate(closing);
                for (procedure, held) in self.shelves.drain(shelves..).rev() {
                    self.table.end_run(procedure, held);
                }
                if let Some(local) = gives {
                    return Ok(frame.locals.borrow()[*local].clone());
                }
            }
        }
        Ok(Value::Number(0))
    }

    fn step(
        &mut self,
        step: &Step,
        ended: Option<usize>,
        replaced: Option<usize>,
        frame: &Frame,
    ) -> Flow<()> {
        let says_yes =
            |local: Option<usize>| local.is_some_and(|local| frame.locals.borrow()[local].is_yes());
        let [before, at, after] = step.windows;
        let window = &self.pack.windows[at as usize];
        if let (procedure, Some(step)) = (window.procedure, window.step) {
            self.table.events.push(Event::StepBegan { procedure, step });
        }
        if let Some(local) = replaced {
            frame.locals.borrow_mut()[local] = Value::flag(false);
        }
        self.window(Id::new(before), &frame.locals)?;
        if says_yes(ended) || says_yes(replaced) {
            return Ok(());
        }
        self.block(&step.gathers, frame)?;
        self.window(Id::new(at), &frame.locals)?;
        if says_yes(ended) {
            return Ok(());
        }
        self.block(&step.body, frame)?;
        self.window(Id::new(after), &frame.locals)
    }

    pub(crate) fn block(&mut self, block: &Block, frame: &Frame) -> Flow<()> {
        block
            .statements
            .iter()
            .try_for_each(|statement| self.statement(statement, frame))
    }

    fn statement(&mut self, statement: &Statement, frame: &Frame) -> Flow<()> {
        self.steps += 1;
        match &statement.kind {
            StatementKind::Let { local, value } => {
                let value = self.eval(value, frame)?;
                frame.locals.borrow_mut()[*local] = value;
            }
            StatementKind::Set { target, value } => self.set(target, value, frame)?,
            StatementKind::Add { target, value } if value.ty.set => {
                self.change_members(target, value, frame, |before, those| {
                    let new = those.iter().filter(|member| !before.contains(member));
                    before.iter().chain(new).cloned().collect()
                })?;
            }
            StatementKind::Remove { target, value } => {
                self.change_members(target, value, frame, |before, those| {
                    let left = before.iter().filter(|member| !those.contains(member));
                    left.cloned().collect()
                })?;
            }
            StatementKind::Add { target, value } => self.add(target, value, frame)?,
            StatementKind::Give { amount, to, token } => {
                let (amount, entity) = (self.number(amount, frame)?, self.number(to, frame)?);
                self.table.change_tokens(entity, *token, amount.max(0));
            }
            StatementKind::Take { amount, from, token } => {
                let (amount, entity) = (self.number(amount, frame)?, self.number(from, frame)?);
                self.table.change_tokens(entity, *token, -amount.max(0));
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                if self.is_yes(condition, frame)? {
                    self.block(then, frame)?;
                } else if let Some(otherwise) = otherwise {
                    self.block(otherwise, frame)?;
                }
            }
            StatementKind::ForEach {
                set,
                order: Some(order),
                member,
                body,
            } => {
                let mut left = self.members(set, frame)?.to_vec();
                while !left.is_empty() {
                    let decider = self.number(&order.decider, frame)?;
                    let next = self.choose(order.choice, &left, decider, None)?.remove(0);
                    left.retain(|other| *other != next);
                    frame.locals.borrow_mut()[*member] = next;
                    self.steps += 1;
                    if until_break(self.block(body, frame))? {
                        break;
                    }
                }
            }
            StatementKind::ForEach {
                set, member, body, ..
            } => {
                for one in self.members(set, frame)?.iter() {
                    frame.locals.borrow_mut()[*member] = one.clone();
                    self.steps += 1;
                    if until_break(self.block(body, frame))? {
                        break;
                    }
                }
            }
            StatementKind::Repeat { times, body } => {
                for _ in 0..self.number(times, frame)?.max(0) {
                    self.steps += 1;
                    if until_break(self.block(body, frame))? {
                        break;
                    }
                }
            }
            StatementKind::Choose(choose) => {
                let most = choose
                    .most
                    .as_ref()
                    .map(|most| self.number(most, frame))
                    .transpose()?;
                let options = self.members(&choose.options, frame)?;
                let decider = self.number(&choose.decider, frame)?;
                let chosen = self.choose(choose.choice, &options, decider, most)?;
                let outer = frame.chooser.get();
                if self.pack.choices[choose.choice].secret {
                    frame.chooser.set(decider);
                }
                let flow = self.chosen(choose, chosen, frame);
                frame.chooser.set(outer);
                flow?;
            }
            StatementKind::ChoosePlace(choose) => self.choose_place(choose, frame)?,
            // What a question tells changes nothing.
            StatementKind::ChooseBranch {
                choice,
                decider,
                branches,
                told: _,
            } => {
                let decider = self.number(decider, frame)?;
                let mut open = Vec::new();
                for (at, branch) in (0..).zip(branches) {
                    if branch
                        .when
                        .as_ref()
                        .map_or(Ok(true), |when| self.is_yes(when, frame))?
                    {
                        open.push(Value::Number(at));
                    }
                }
                if let Some(branch) = self.choose(*choice, &open, decider, None)?.first() {
                    self.block(&branches[branch.number() as usize].body, frame)?;
                }
            }
            StatementKind::May {
                choice,
                decider,
                then,
                otherwise,
                told: _,
            } => {
                let decider = self.number(decider, frame)?;
                if self.may(*choice, decider)? {
                    self.block(then, frame)?;
                } else if let Some(otherwise) = otherwise {
                    self.block(otherwise, frame)?;
                }
            }
            StatementKind::Run { procedure, arguments } => {
                let arguments = self.all(arguments, frame)?;
                self.run(self.pack.procedures[*procedure].function, arguments, None)?;
            }
            StatementKind::Offer(offer) => _ = self.offered(offer, frame)?,
            StatementKind::Finish { matching, arguments } => {
                let arguments = self.all(arguments, frame)?;
                self.finish(*matching, &arguments);
            }
            StatementKind::Change { does, .. } => self.block(does, frame)?,
            StatementKind::Break => return Err(Halt::Break),
            StatementKind::Start { start, arguments } => {
                let arguments = self.all(arguments, frame)?;
                self.start(*start, arguments)?;
            }
            StatementKind::Reveal { of, field } => {
                let entity = self.number(of, frame)?;
                self.table.reveal(entity, *field);
            }
            StatementKind::End { outcome, winners } => {
                if let Some(winners) = winners {
                    let winners = self.members(winners, frame)?;
                    self.named = winners.iter().map(Value::number).collect();
                }
                return Err(Halt::Over(Outcome::Named(Id::new(*outcome as u32))));
            }
            StatementKind::Stop => return Err(Halt::Stop),
            StatementKind::Do(call) => _ = self.eval(call, frame)?,
        }
        Ok(())
    }

    /// Carries out the statements for a choice.
    fn chosen(&mut self, choose: &Choose, chosen: Vec<Value>, frame: &Frame) -> Flow<()> {
        let several = choose.most.is_some();
        if !several && chosen.is_empty() {
            return choose
                .otherwise
                .as_ref()
                .map_or(Ok(()), |block| self.block(block, frame));
        }
        let value = if several {
            Value::set(chosen)
        } else {
            chosen[0].clone()
        };
        frame.locals.borrow_mut()[choose.chosen] = value;
        self.block(&choose.body, frame)
    }

    fn set(&mut self, target: &Target, value: &Expr, frame: &Frame) -> Flow<()> {
        match target {
            Target::Local(local) => {
                let value = self.eval(value, frame)?;
                frame.locals.borrow_mut()[*local] = value;
            }
            Target::Slot(slot) => {
                let value = self.eval(value, frame)?;
                slots(frame).borrow_mut()[*slot] = value;
            }
            Target::Field(of, field) if value.ty.set => {
                let (entity, members) = (self.number(of, frame)?, self.members(value, frame)?);
                let chooser = frame.chooser.get();
                self.table.set_members(entity, *field, members.to_vec(), chooser);
            }
            Target::Field(of, field) => {
                let (entity, value) = (self.number(of, frame)?, self.number(value, frame)?);
                self.table.set_field(entity, *field, value, frame.chooser.get());
            }
            Target::Entry(state, key) => {
                let (key, value) = (self.all(key, frame)?, self.number(value, frame)?);
                self.table.set_entry(*state, &key, value);
            }
        }
        Ok(())
    }

    /// Changes the set in a variable or field.
    fn change_members(
        &mut self,
        target: &Target,
        value: &Expr,
        frame: &Frame,
        change: impl Fn(&[Value], &[Value]) -> Vec<Value>,
    ) -> Flow<()> {
        match target {
            Target::Local(local) => {
                let before = frame.locals.borrow()[*local].members();
                let those = self.members(value, frame)?;
                frame.locals.borrow_mut()[*local] = Value::set(change(&before, &those));
            }
            Target::Field(of, field) => {
                let entity = self.number(of, frame)?;
                let before = self.table.field(value.ty, entity, *field).members();
                let those = self.members(value, frame)?;
                let after = change(&before, &those);
                self.table.set_members(entity, *field, after, frame.chooser.get());
            }
            Target::Slot(_) | Target::Entry(..) => panic!("neither holds a set that changes"),
        }
        Ok(())
    }

    fn add(&mut self, target: &Target, value: &Expr, frame: &Frame) -> Flow<()> {
        match target {
            Target::Local(local) => {
                let before = frame.locals.borrow()[*local].number();
                let more = self.number(value, frame)?;
                frame.locals.borrow_mut()[*local] = Value::Number(before.saturating_add(more));
            }
            Target::Slot(slot) => {
                let before = slots(frame).borrow()[*slot].number();
                let more = self.number(value, frame)?;
                slots(frame).borrow_mut()[*slot] = Value::Number(before.saturating_add(more));
            }
            Target::Field(of, field) => {
                let entity = self.number(of, frame)?;
                let before = self.table.cell(entity, cell::HEADER + field);
                let more = self.number(value, frame)?;
                let sum = before.saturating_add(more);
                self.table.set_field(entity, *field, sum, frame.chooser.get());
            }
            Target::Entry(state, key) => {
                let key = self.all(key, frame)?;
                let before = self.table.entry(*state, &key);
                let more = self.number(value, frame)?;
                self.table.set_entry(*state, &key, before.saturating_add(more));
            }
        }
        Ok(())
    }

    /// The names of the innermost run of a procedure that goes on.
    fn run_of(&self, procedure: usize) -> Option<&Locals> {
        let run = self.going_on.iter().rev().find(|run| run.0.place() == procedure);
        run.map(|run| &run.2)
    }

    pub(crate) fn eval(&mut self, expr: &Expr, frame: &Frame) -> Flow<Value> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Halt::TooLong);
        }
        Ok(match &expr.kind {
            ExprKind::Constant(value) => match expr.ty {
                ty if ty.set || matches!(ty.base, Base::Pool | Base::Die) => Value::null(ty),
                _ => Value::Number(*value),
            },
            ExprKind::Local(local) => frame.locals.borrow()[*local].clone(),
            ExprKind::Slot(slot) => slots(frame).borrow()[*slot].clone(),
            ExprKind::InRun(procedure) => Value::Number(i64::from(self.run_of(*procedure).is_some())),
            ExprKind::RunSlot(procedure, slot) => match self.run_of(*procedure) {
                Some(locals) => locals.borrow()[*slot].clone(),
                None => Value::null(expr.ty),
            },
            ExprKind::Call(callee, arguments) => {
                let arguments = self.all(arguments, frame)?;
                self.call(*callee, arguments)?
            }
            ExprKind::Field(of, field) => {
                let entity = self.number(of, frame)?;
                self.table.field(expr.ty, entity, *field)
            }
            ExprKind::Tokens(of, token) => {
                let entity = self.number(of, frame)?;
                Value::Number(self.table.tokens(entity, *token))
            }
            ExprKind::Cell(of, field) => {
                let row = self.number(of, frame)?;
                let cells = &self.pack.rows[row as usize].cells;
                self.table.value(expr.ty, cells.get(*field).copied().unwrap_or(0))
            }
            ExprKind::Roll(count, die) => {
                let count = self.number(count, frame)?;
                few_dice(count)?;
                self.table.roll(*die, count)
            }
            ExprKind::As(thing, kind) => {
                let entity = self.number(thing, frame)?;
                let fits = self.table.kind(entity) == Some(usize::from(*kind));
                Value::Number(if fits { entity } else { 0 })
            }
            ExprKind::Not(inner) => Value::flag(!self.is_yes(inner, frame)?),
            ExprKind::And(first, second) => {
                Value::flag(self.is_yes(first, frame)? && self.is_yes(second, frame)?)
            }
            ExprKind::Or(first, second) => {
                Value::flag(self.is_yes(first, frame)? || self.is_yes(second, frame)?)
            }
            ExprKind::Operation(operation, left, right) => {
                let (left, right) = (self.eval(left, frame)?, self.eval(right, frame)?);
                operate(*operation, &left, &right)
            }
            ExprKind::If(condition, then, otherwise) => {
                let which = if self.is_yes(condition, frame)? {
                    then
                } else {
                    otherwise
                };
                self.eval(which, frame)?
            }
            ExprKind::All(kind) => Value::numbers(self.table.all(usize::from(*kind))),
            ExprKind::Held(kind, holder) => {
                let holder = self.number(holder, frame)?;
                Value::numbers(self.table.held(usize::from(*kind), holder))
            }
            // Boards of spaces are not the oracle's.
            ExprKind::Standing(..) => return Err(Halt::Unknown(Core::PiecesOn)),
            ExprKind::Rows(record) => {
                let rows = self.pack.rows.iter().enumerate().skip(1);
                Value::numbers(
                    rows.filter(|(_, row)| row.record == *record)
                        .map(|(at, _)| at as i64),
                )
            }
            ExprKind::List(members) => {
                let mut once: Vec<Value> = Vec::new();
                for member in self.all(members, frame)? {
                    if !once.contains(&member) {
                        once.push(member);
                    }
                }
                Value::set(once)
            }
            ExprKind::Filter {
                member,
                set,
                condition,
            } => {
                let mut kept = Vec::new();
                for one in self.members(set, frame)?.iter() {
                    frame.locals.borrow_mut()[*member] = one.clone();
                    if self.is_yes(condition, frame)? {
                        kept.push(one.clone());
                    }
                }
                Value::set(kept)
            }
            ExprKind::Fold {
                fold,
                member,
                set,
                value,
            } => {
                let mut numbers = Vec::new();
                for one in self.members(set, frame)?.iter() {
                    frame.locals.borrow_mut()[*member] = one.clone();
                    numbers.push(self.number(value, frame)?);
                }
                Value::Number(folded(*fold, &numbers))
            }
            ExprKind::Count(set) => Value::Number(self.members(set, frame)?.len() as i64),
            ExprKind::First(set) => {
                let set = self.members(set, frame)?;
                set.first().cloned().unwrap_or_else(|| Value::null(expr.ty))
            }
            ExprKind::FirstSome(count, set) => {
                let count = usize::try_from(self.number(count, frame)?).unwrap_or(0);
                let set = self.members(set, frame)?;
                Value::set(set.iter().take(count).cloned().collect())
            }
            ExprKind::Union(first, second) => {
                let (first, second) = (self.members(first, frame)?, self.members(second, frame)?);
                let new = second.iter().filter(|member| !first.contains(member));
                Value::set(first.iter().chain(new).cloned().collect())
            }
            ExprKind::Without(first, second) => {
                let (first, second) = (self.members(first, frame)?, self.members(second, frame)?);
                let left = first.iter().filter(|member| !second.contains(member));
                Value::set(left.cloned().collect())
            }
            ExprKind::Sort { member, set, by } => {
                let mut keyed = Vec::new();
                for one in self.members(set, frame)?.iter() {
                    frame.locals.borrow_mut()[*member] = one.clone();
                    keyed.push((self.number(by, frame)?, one.clone()));
                }
                keyed.sort_by_key(|(key, _)| *key);
                Value::set(keyed.into_iter().map(|(_, one)| one).collect())
            }
            ExprKind::Template(of) => {
                let of = self.number(of, frame)?;
                Value::Number(self.table.template_row(of))
            }
            ExprKind::Make {
                kind,
                template,
                owner,
            } => {
                let (template, owner) = (self.number(template, frame)?, self.number(owner, frame)?);
                let made = self.table.make(*kind, template, owner);
                Value::Number(made.ok_or(Halt::Over(Outcome::BoundReached(Bound::Entities)))?)
            }
            ExprKind::Pick(set) => {
                let set = self.members(set, frame)?;
                let count = [Value::Number(set.len() as i64)];
                let drawn = self
                    .table
                    .core(Core::Random, &count)
                    .map_or(0, |drawn| drawn.number());
                let place = usize::try_from(drawn - 1).ok();
                let member = place.and_then(|place| set.get(place)).cloned();
                member.unwrap_or_else(|| Value::null(expr.ty))
            }
            ExprKind::Run { procedure, arguments } => {
                let arguments = self.all(arguments, frame)?;
                self.run(self.pack.procedures[*procedure].function, arguments, None)?
            }
            ExprKind::Gather(window) => self.gather(Id::new(*window), &frame.locals)?,
            ExprKind::Offer(offer) => Value::Number(self.offered(offer, frame)?),
            ExprKind::Options {
                offer,
                decider,
                arguments,
            } => {
                let decider = self.number(decider, frame)?;
                let arguments = self.all(arguments, frame)?;
                Value::Number(self.count_options(*offer, decider, &arguments)?)
            }
            ExprKind::Running { matching, arguments } => {
                let arguments = self.all(arguments, frame)?;
                Value::flag(self.is_running(*matching, &arguments)?)
            }
            ExprKind::Has(set, item) => {
                let (set, item) = (self.members(set, frame)?, self.eval(item, frame)?);
                Value::flag(set.contains(&item))
            }
        })
    }

    /// Offers a choice; how many options were taken.
    fn offered(&mut self, offer: &Offer, frame: &Frame) -> Flow<i64> {
        let decider = self.number(&offer.decider, frame)?;
        let most = self.number(&offer.most, frame)?;
        let arguments = self.all(&offer.arguments, frame)?;
        self.offer(offer.offer, decider, most, &arguments)
    }

    fn call(&mut self, callee: Callee, arguments: Vec<Value>) -> Flow<Value> {
        match callee {
            Callee::Define(function) => self.run(function, arguments, None),
            Callee::Value(value) => Ok(Value::Number(self.value(value, &arguments)?)),
            Callee::Permission(permission) => Ok(Value::flag(self.can(permission, &arguments)?)),
            Callee::State(state) => Ok(Value::Number(self.table.entry(state, &arguments))),
            Callee::Core(call) => {
                if matches!(call, Core::AddFace | Core::AddTurnable | Core::AddDie) {
                    added_dice(&arguments)?;
                }
                self.table.core(call, &arguments).ok_or(Halt::Unknown(call))
            }
        }
    }

    pub(crate) fn all(&mut self, expressions: &[Expr], frame: &Frame) -> Flow<Vec<Value>> {
        expressions.iter().map(|expr| self.eval(expr, frame)).collect()
    }

    pub(crate) fn number(&mut self, expr: &Expr, frame: &Frame) -> Flow<i64> {
        Ok(self.eval(expr, frame)?.number())
    }

    fn is_yes(&mut self, expr: &Expr, frame: &Frame) -> Flow<bool> {
        Ok(self.eval(expr, frame)?.is_yes())
    }

    fn members(&mut self, expr: &Expr, frame: &Frame) -> Flow<Rc<Vec<Value>>> {
        Ok(self.eval(expr, frame)?.members())
    }
}

/// `stop` ends what it left, and nothing else; whether it did.
fn until_stop(flow: Flow<()>) -> Flow<bool> {
    match flow {
        Err(Halt::Stop) => Ok(true),
        other => other.map(|()| false),
    }
}

/// `break` ends the loop, and nothing else; whether it did.
fn until_break(flow: Flow<()>) -> Flow<bool> {
    match flow {
        Err(Halt::Break) => Ok(true),
        other => other.map(|()| false),
    }
}

/// The arguments, and a null value for every other local.
fn locals(function: &Function, arguments: Vec<Value>) -> Vec<Value> {
    assert_eq!(arguments.len(), function.params, "{}", function.name);
    let others = function.locals.iter().skip(arguments.len());
    let others: Vec<Value> = others.map(|local| Value::null(local.ty)).collect();
    arguments.into_iter().chain(others).collect()
}

fn slots(frame: &Frame) -> &Locals {
    frame.context.as_ref().expect("a slot is read in a window")
}

fn operate(operation: Operation, left: &Value, right: &Value) -> Value {
    match operation {
        Operation::Equal => return Value::flag(left == right),
        Operation::NotEqual => return Value::flag(left != right),
        _ => {}
    }
    let (left, right) = (i128::from(left.number()), i128::from(right.number()));
    Value::Number(saturated(match operation {
        Operation::Add => left + right,
        Operation::Subtract => left - right,
        Operation::Multiply => left * right,
        Operation::Divide if right == 0 => 0,
        Operation::Divide if right < 0 => (-left).div_euclid(-right),
        Operation::Divide => left.div_euclid(right),
        Operation::Min => left.min(right),
        Operation::Max => left.max(right),
        Operation::Less => i128::from(left < right),
        Operation::AtMost => i128::from(left <= right),
        Operation::More => i128::from(left > right),
        Operation::AtLeast => i128::from(left >= right),
        Operation::Equal | Operation::NotEqual => unreachable!("compared above"),
    }))
}

fn saturated(n: i128) -> i64 {
    i64::try_from(n).unwrap_or(if n < 0 { i64::MIN } else { i64::MAX })
}

fn folded(fold: Fold, numbers: &[i64]) -> i64 {
    match fold {
        Fold::Lowest => numbers.iter().copied().min().unwrap_or(0),
        Fold::Highest => numbers.iter().copied().max().unwrap_or(0),
        Fold::Sum => numbers.iter().fold(0, |sum: i64, &n| sum.saturating_add(n)),
    }
}

/// Arguments of an effect as events tell them.
pub(crate) fn plain(values: &[Value]) -> Vec<i64> {
    values
        .iter()
        .map(|value| match value {
            Value::Number(n) => *n,
            _ => 0,
        })
        .collect()
}

/// A pool of so many dice.
fn few_dice(count: i64) -> Flow<()> {
    if count > MAX_DICE as i64 {
        return Err(Halt::Over(Outcome::BoundReached(Bound::Dice)));
    }
    Ok(())
}

/// Checks that a pool has room for the dice that `add-face` and its like put in.
fn added_dice(arguments: &[Value]) -> Flow<()> {
    let Some(pool) = arguments[0].pool() else {
        return Ok(());
    };
    let before = pool.borrow().len() as i64;
    few_dice(arguments[2].number().max(0).saturating_add(before))
}
