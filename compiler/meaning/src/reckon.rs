//! The evaluation of defaults: facts that the documents leave out, worked out from those that they give; and
//! whether an entry has facts that it may not have together.
//!
//! A small evaluator of typed trees. It knows only what facts are made of: numbers, words, rows and sets of them;
//! [`check`](crate::check) has refused whatever asks for more. It is not the interpreter, which needs a game.

use crate::check::{Compiler, Entry, FieldsOf, Refusal, Target};
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{CONST_SET, ConstSet, cell};
use cardwright_bytecode::registry::Core;
use cardwright_documents::codes;
use cardwright_documents::source::Location;
use cardwright_trees::{Body, Callee, Expr, ExprKind, Fold, Function, Node, Operation};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// How many defaults of rows may rest on one another.
const MOST_DEPTH: usize = 100;
/// How many parts of expressions are worked out for one entry.
const MOST_STEPS: u32 = 100_000;

/// A number, word, row or text as a number; or a set of them.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    One(i64),
    Set(Rc<[i64]>),
}

impl Value {
    fn number(&self) -> i64 {
        match self {
            Self::One(number) => *number,
            Self::Set(_) => 0,
        }
    }

    fn members(self) -> Rc<[i64]> {
        match self {
            Self::Set(members) => members,
            Self::One(_) => Rc::default(),
        }
    }
}

/// Why a default comes to nothing.
enum Stop {
    /// The default of a row rests on itself through other rows.
    Cycle,
    /// The evaluation takes too long, or rests on too many rows.
    TooMuch,
}

/// The progress with the default of one entry's field.
#[derive(Clone, Copy)]
enum Progress {
    Begun,
    Done(i64),
}

/// The names in reach of an expression that is evaluated.
struct Frame {
    /// The entry whose fields the first locals are, and how many these are.
    entry: Option<(usize, usize)>,
    locals: Vec<Value>,
}

/// The text before the words of a `refuse` that applies.
pub const REFUSAL: &str = "this is refused: ";

struct Reckoner<'c, 's> {
    compiler: &'c mut Compiler<'s>,
    entries: Vec<Entry>,
    by_target: HashMap<Target, usize>,
    known: HashMap<(usize, usize), Progress>,
    depth: usize,
    steps: u32,
}

impl Compiler<'_> {
    /// Fills in every fact that the documents leave to its default.
    pub fn reckon_defaults(&mut self) {
        let entries = std::mem::take(&mut self.defaults.entries);
        // Facts with errors would only give further ones.
        let is_idle = self.defaults.bodies.is_empty() && self.defaults.refusals.is_empty();
        if !self.diagnostics.is_empty() || is_idle {
            return;
        }
        let refusals = std::mem::take(&mut self.defaults.refusals);
        let by_target = entries.iter().enumerate().map(|(at, entry)| (entry.target, at));
        let mut reckoner = Reckoner {
            by_target: by_target.collect(),
            compiler: self,
            entries,
            known: HashMap::new(),
            depth: 0,
            steps: 0,
        };
        for entry in 0..reckoner.entries.len() {
            reckoner.fill(entry);
        }
        for refusal in &refusals {
            (0..reckoner.entries.len()).for_each(|entry| reckoner.hold(entry, refusal));
        }
        self.defaults.refusals = refusals;
    }
}

impl Reckoner<'_, '_> {
    fn fill(&mut self, entry: usize) {
        let owner = self.entries[entry].owner;
        for field in 0..self.entries[entry].given.len() {
            let Some(body) = self.default_of(entry, field) else {
                continue;
            };
            self.steps = 0;
            match self.field(entry, field) {
                Ok(value) => self.put(entry, field, value),
                Err(stop) => {
                    self.refuse(owner, body.place, &stop);
                    return;
                }
            }
        }
    }

    /// Holds an entry against what its facts may not be together.
    fn hold(&mut self, entry: usize, refusal: &Refusal) {
        let Entry {
            owner, given, place, ..
        } = &self.entries[entry];
        if *owner != refusal.owner {
            return;
        }
        let (place, given, condition) = (*place, given.clone(), &refusal.condition);
        let Body::Gives(expr) = &condition.body else {
            return;
        };
        self.steps = 0;
        let mut frame = Frame::of(condition, Some((entry, given.len())), Vec::new());
        match self.is_yes(expr, &mut frame) {
            Ok(false) => {}
            Ok(true) => {
                let asked = asked_facts(condition, given.len());
                let first = asked.iter().find_map(|&field| *given.get(field)?);
                let help = self.could_change(refusal.owner, &asked);
                let report = self.compiler.report_at(
                    codes::REFUSED_FACTS,
                    first.unwrap_or(place),
                    format!("{REFUSAL}{}", refusal.why),
                );
                report.related.push((condition.place, "here".to_owned()));
                report.help = help;
            }
            Err(stop) => self.refuse(refusal.owner, condition.place, &stop),
        }
    }

    /// The fields of which another one would do.
    fn could_change(&self, owner: FieldsOf, fields: &[usize]) -> Option<String> {
        let pack = &self.compiler.pack;
        let name = |&field: &usize| match owner {
            FieldsOf::Kind(kind) => format!("`{}`", pack.kinds[usize::from(kind)].fields[field].name),
            FieldsOf::Record(record) => format!("`{}`", pack.records[usize::from(record)].fields[field].name),
        };
        let names: Vec<String> = fields.iter().map(name).collect();
        match &names[..] {
            [] => None,
            [name] => Some(format!("change {name}")),
            _ => Some(format!(
                "the rule depends on {}: change one of them",
                names.join(", ")
            )),
        }
    }

    fn refuse(&mut self, owner: FieldsOf, place: Location, stop: &Stop) {
        let (code, message) = match stop {
            Stop::Cycle => (
                codes::RECURSION,
                "this default depends on itself, through rows that refer to one another".to_owned(),
            ),
            Stop::TooMuch => (
                codes::TOO_LARGE,
                format!("this default depends on more than {MOST_DEPTH} others, or on too many rows"),
            ),
        };
        let pack = &self.compiler.pack;
        let of = match owner {
            FieldsOf::Kind(kind) => &pack.kinds[usize::from(kind)].name,
            FieldsOf::Record(record) => &pack.records[usize::from(record)].name,
        };
        let help = format!("write the fact in the entries of `{of}` that need it");
        let earlier = &self.compiler.diagnostics;
        if earlier.iter().all(|known| known.place != place) {
            self.compiler.report_at(code, place, message).help = Some(help);
        }
    }

    /// The default of a field that the entry does not give.
    fn default_of(&self, entry: usize, field: usize) -> Option<Arc<Function>> {
        let Entry { owner, given, .. } = &self.entries[entry];
        let is_given = given.get(field).is_none_or(Option::is_some);
        let body = self.compiler.defaults.bodies.get(&(*owner, field));
        body.filter(|_| !is_given).cloned().flatten()
    }

    /// The value of a field of an entry, given or not.
    fn field(&mut self, entry: usize, field: usize) -> Result<i64, Stop> {
        let Some(body) = self.default_of(entry, field) else {
            return Ok(self.cell(self.entries[entry].target, field));
        };
        match self.known.get(&(entry, field)) {
            Some(Progress::Done(value)) => return Ok(*value),
            Some(Progress::Begun) => return Err(Stop::Cycle),
            None => {}
        }
        if self.depth >= MOST_DEPTH {
            return Err(Stop::TooMuch);
        }
        self.depth += 1;
        self.known.insert((entry, field), Progress::Begun);
        let fields = self.entries[entry].given.len();
        let mut frame = Frame::of(&body, Some((entry, fields)), Vec::new());
        let value = match &body.body {
            Body::Gives(expr) => self.eval(expr, &mut frame)?,
            _ => Value::One(0),
        };
        self.depth -= 1;
        let value = self.stored(value, body.result);
        self.known.insert((entry, field), Progress::Done(value));
        Ok(value)
    }

    /// A value as a cell holds it.
    fn stored(&mut self, value: Value, ty: Ty) -> i64 {
        match value {
            Value::One(number) => number,
            Value::Set(items) if items.is_empty() => 0,
            Value::Set(items) => {
                let items = items.to_vec();
                let sets = &mut self.compiler.pack.sets;
                sets.push(ConstSet { ty, items });
                CONST_SET + i64::try_from(sets.len() - 1).unwrap_or(0)
            }
        }
    }

    /// The value in a cell of the pack's tables.
    fn cell(&self, target: Target, field: usize) -> i64 {
        let pack = &self.compiler.pack;
        let held = match target {
            Target::Template(at) => pack.templates[at].cells.get(field).copied(),
            Target::Row(at) => pack.rows.get(at).and_then(|row| row.cells.get(field).copied()),
            Target::Entity(at) => {
                let entity = &pack.setup.entities[at];
                let number = cell::HEADER + field;
                let own = entity.cells.iter().find(|(cell, _)| usize::from(*cell) == number);
                let template = entity.template.and_then(|at| pack.templates.find(at));
                let printed = template.and_then(|template| template.cells.get(field).copied());
                own.map(|(_, value)| *value).or(printed)
            }
        };
        held.unwrap_or(0)
    }

    fn put(&mut self, entry: usize, field: usize, value: i64) {
        let target = self.entries[entry].target;
        let is_there = self.cell(target, field) == value;
        let pack = &mut self.compiler.pack;
        let cells = match target {
            Target::Template(at) => &mut pack.templates[at].cells,
            Target::Row(at) => &mut pack.rows[at].cells,
            Target::Entity(_) if is_there => return,
            Target::Entity(at) => {
                let number = u16::try_from(cell::HEADER + field).unwrap_or(u16::MAX);
                pack.setup.entities[at].cells.push((number, value));
                return;
            }
        };
        if let Some(cell) = cells.get_mut(field) {
            *cell = value;
        }
    }

    fn eval(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Value, Stop> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Stop::TooMuch);
        }
        Ok(match &expr.kind {
            ExprKind::Constant(value) => self.value(*value, expr.ty),
            ExprKind::Local(local) => match frame.entry {
                Some((entry, fields)) if *local < fields => {
                    let value = self.field(entry, *local)?;
                    self.value(value, expr.ty)
                }
                _ => frame.locals.get(*local).cloned().unwrap_or(Value::One(0)),
            },
            ExprKind::Cell(row, field) => {
                let row = usize::try_from(self.number(row, frame)?).unwrap_or(0);
                let value = self.cell_of_row(row, *field)?;
                self.value(value, expr.ty)
            }
            ExprKind::Not(inner) => flag(!self.is_yes(inner, frame)?),
            ExprKind::And(left, right) => flag(self.is_yes(left, frame)? && self.is_yes(right, frame)?),
            ExprKind::Or(left, right) => flag(self.is_yes(left, frame)? || self.is_yes(right, frame)?),
            ExprKind::If(condition, then, otherwise) => match self.is_yes(condition, frame)? {
                true => self.eval(then, frame)?,
                false => self.eval(otherwise, frame)?,
            },
            ExprKind::Operation(operation, left, right) => {
                let (left, right) = (self.number(left, frame)?, self.number(right, frame)?);
                Value::One(operate(*operation, left, right))
            }
            ExprKind::Call(callee, arguments) => {
                let arguments: Vec<Value> = arguments
                    .iter()
                    .map(|argument| self.eval(argument, frame))
                    .collect::<Result<_, _>>()?;
                self.call(*callee, arguments)?
            }
            _ => self.set(expr, frame)?,
        })
    }

    /// Evaluates an expression that asks about sets or gives one.
    fn set(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Value, Stop> {
        Ok(match &expr.kind {
            ExprKind::Rows(record) => {
                self.compiler.defaults.asks_for_rows = true;
                let rows = self.compiler.pack.rows.iter().enumerate().skip(1);
                let of_record = rows.filter(|(_, row)| row.record == *record);
                set(of_record.map(|(at, _)| i64::try_from(at).unwrap_or(0)))
            }
            ExprKind::List(members) => {
                let members: Vec<i64> = members
                    .iter()
                    .map(|member| self.number(member, frame))
                    .collect::<Result<_, _>>()?;
                set(once_each(members))
            }
            ExprKind::Filter {
                member,
                set: of,
                condition,
            } => {
                let kept = self.for_each((*member, of, condition), frame)?;
                set(kept
                    .into_iter()
                    .filter(|(_, keep)| *keep != 0)
                    .map(|(member, _)| member))
            }
            ExprKind::Fold {
                fold,
                member,
                set: of,
                value,
            } => {
                let numbers = self.for_each((*member, of, value), frame)?;
                let mut numbers = numbers.into_iter().map(|(_, number)| number);
                Value::One(match fold {
                    Fold::Lowest => numbers.min().unwrap_or(0),
                    Fold::Highest => numbers.max().unwrap_or(0),
                    Fold::Sum => numbers.by_ref().fold(0, i64::saturating_add),
                })
            }
            ExprKind::Sort { member, set: of, by } => {
                let mut members = self.for_each((*member, of, by), frame)?;
                members.sort_by_key(|(_, number)| *number);
                set(members.into_iter().map(|(member, _)| member))
            }
            ExprKind::Count(of) => Value::One(i64::try_from(self.members(of, frame)?.len()).unwrap_or(0)),
            ExprKind::First(of) => Value::One(self.members(of, frame)?.first().copied().unwrap_or(0)),
            ExprKind::FirstSome(count, of) => {
                let count = usize::try_from(self.number(count, frame)?).unwrap_or(0);
                let members = self.members(of, frame)?;
                set(members.iter().copied().take(count))
            }
            ExprKind::Union(left, right) => {
                let (left, right) = (self.members(left, frame)?, self.members(right, frame)?);
                set(once_each(left.iter().chain(right.iter()).copied().collect()))
            }
            ExprKind::Without(left, right) => {
                let (left, right) = (self.members(left, frame)?, self.members(right, frame)?);
                set(left.iter().copied().filter(|member| !right.contains(member)))
            }
            ExprKind::Has(of, member) => {
                let (members, member) = (self.members(of, frame)?, self.number(member, frame)?);
                flag(members.contains(&member))
            }
            // Whatever else there is asks for a game, and was refused.
            _ => Value::One(0),
        })
    }

    /// A number of each member of a set.
    fn for_each(
        &mut self,
        (member, of, what): (usize, &Expr, &Expr),
        frame: &mut Frame,
    ) -> Result<Vec<(i64, i64)>, Stop> {
        let members = self.members(of, frame)?;
        let mut numbers = Vec::new();
        for &one in members.iter() {
            if let Some(local) = frame.locals.get_mut(member) {
                *local = Value::One(one);
            }
            numbers.push((one, self.number(what, frame)?));
        }
        Ok(numbers)
    }

    fn call(&mut self, callee: Callee, arguments: Vec<Value>) -> Result<Value, Stop> {
        let number = |at: usize| arguments.get(at).map_or(0, Value::number);
        match callee {
            Callee::Core(Core::Abs) => Ok(Value::One(number(0).saturating_abs())),
            Callee::Core(Core::Remainder) => Ok(Value::One(remainder(number(0), number(1)))),
            Callee::Define(function) => {
                let function = self.compiler.program.functions[function.place()].clone();
                let mut frame = Frame::of(&function, None, arguments);
                match &function.body {
                    Body::Gives(expr) => self.eval(expr, &mut frame),
                    _ => Ok(Value::One(0)),
                }
            }
            _ => Ok(Value::One(0)),
        }
    }

    fn cell_of_row(&mut self, row: usize, field: usize) -> Result<i64, Stop> {
        match self.by_target.get(&Target::Row(row)) {
            Some(&entry) => self.field(entry, field),
            // It was worked out before; or it is the null row.
            None => Ok(self.cell(Target::Row(row), field)),
        }
    }

    /// The value of a cell.
    fn value(&self, number: i64, ty: Ty) -> Value {
        if !ty.set {
            return Value::One(number);
        }
        let at = usize::try_from(number.saturating_sub(CONST_SET)).ok();
        let members = at.and_then(|at| self.compiler.pack.sets.get(at));
        set(members
            .into_iter()
            .flat_map(|members| members.items.iter().copied()))
    }

    fn number(&mut self, expr: &Expr, frame: &mut Frame) -> Result<i64, Stop> {
        Ok(self.eval(expr, frame)?.number())
    }

    fn is_yes(&mut self, expr: &Expr, frame: &mut Frame) -> Result<bool, Stop> {
        Ok(self.number(expr, frame)? != 0)
    }

    fn members(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Rc<[i64]>, Stop> {
        Ok(self.eval(expr, frame)?.members())
    }
}

/// The fields that a condition asks for, in the order in which it does.
fn asked_facts(condition: &Function, fields: usize) -> Vec<usize> {
    let mut asked = Vec::new();
    condition.walk(&mut |node| {
        if let Node::Expr(Expr {
            kind: ExprKind::Local(field),
            ..
        }) = node
            && *field < fields
            && !asked.contains(field)
        {
            asked.push(*field);
        }
    });
    asked
}

impl Frame {
    fn of(function: &Function, entry: Option<(usize, usize)>, arguments: Vec<Value>) -> Self {
        let mut locals = arguments;
        locals.resize(function.locals.len(), Value::One(0));
        Self { entry, locals }
    }
}

fn flag(yes: bool) -> Value {
    Value::One(i64::from(yes))
}

fn set(members: impl IntoIterator<Item = i64>) -> Value {
    Value::Set(members.into_iter().collect())
}

fn once_each(members: Vec<i64>) -> Vec<i64> {
    let mut once = Vec::new();
    for member in members {
        if !once.contains(&member) {
            once.push(member);
        }
    }
    once
}

fn operate(operation: Operation, left: i64, right: i64) -> i64 {
    match operation {
        Operation::Add => left.saturating_add(right),
        Operation::Subtract => left.saturating_sub(right),
        Operation::Multiply => left.saturating_mul(right),
        Operation::Divide => divide(left, right),
        Operation::Min => left.min(right),
        Operation::Max => left.max(right),
        Operation::Equal => i64::from(left == right),
        Operation::NotEqual => i64::from(left != right),
        Operation::Less => i64::from(left < right),
        Operation::AtMost => i64::from(left <= right),
        Operation::More => i64::from(left > right),
        Operation::AtLeast => i64::from(left >= right),
    }
}

/// Rounded down; 0 when dividing by 0.
fn divide(left: i64, right: i64) -> i64 {
    if right == 0 {
        return 0;
    }
    let is_off = left.wrapping_rem(right) != 0 && (left < 0) != (right < 0);
    left.saturating_div(right) - i64::from(is_off)
}

/// The remainder of a division that rounds down; 0 when dividing by 0.
fn remainder(left: i64, right: i64) -> i64 {
    if right == 0 {
        return 0;
    }
    let rest = left.wrapping_rem(right);
    if rest != 0 && (rest < 0) != (right < 0) {
        rest + right
    } else {
        rest
    }
}
