//! Changes on the way round, and the conditions that they end.

use super::super::range::{ANY, Range, Ranges, same};
use cardwright_bytecode::Base;
use cardwright_bytecode::registry::Core;
use cardwright_trees::{Callee, Expr, ExprKind, Function, Node, Operation, Statement, StatementKind, Target};

/// A part of the state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matter {
    /// A field of entities of some type.
    Field(Base, usize),
    /// Tokens of a sort.
    Tokens(usize),
    /// Whether something is in a field, which is a set, of entities of some type.
    Members(Base, usize),
    /// The value of a state of the game for a key.
    State(usize),
    /// The side of a thing that is up.
    FaceUp,
    /// Whether a thing is in the game.
    InPlay,
    Owner,
    Holder,
}

/// A change of something.
#[derive(Clone, Debug)]
pub(super) struct Change<'a> {
    pub(super) matter: Matter,
    /// The entity, or the first part of the key.
    pub(super) of: &'a Expr,
    /// Which member of the set, or the further parts of the key; nothing if that is not one alone.
    pub(super) keys: Vec<&'a Expr>,
    pub(super) how: How,
}

/// The change of a number; yes is 1, no is 0.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// The new value is one of these.
    To(Range),
    /// The difference is one of these.
    By(Range),
}

/// The test of a number in a condition.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asks {
    Is(i64),
    IsNot(i64),
    AtLeast(i64),
    AtMost(i64),
}

/// A condition on something that can change.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) subject: Subject,
    pub(super) asks: Asks,
}

/// The subject of a condition.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// A part of the state, the entity or first part of the key, and the member of a set or further parts of
    /// the key.
    Matter(Matter, Expr, Vec<Expr>),
    /// A parameter of the procedure at hand, as rules in its windows name it.
    Slot(usize),
    /// A parameter, as the procedure itself names it; or another local name.
    Local(usize),
}

impl Asks {
    /// Whether a number can answer it with yes.
    fn admits(self, range: Range) -> bool {
        match self {
            Self::Is(n) => range.least <= n && n <= range.most,
            Self::IsNot(n) => range.known() != Some(n),
            Self::AtLeast(n) => range.most >= n,
            Self::AtMost(n) => range.least <= n,
        }
    }

    /// Whether a change brings what fulfils it nearer to its end. `most`: what the number cannot pass.
    pub(super) fn is_ended_by(self, how: How, most: Option<i64>) -> bool {
        match (self, how) {
            (_, How::To(range)) => !self.admits(range),
            (Self::AtLeast(_), How::By(range)) => range.most < 0,
            (Self::AtMost(n), How::By(range)) => range.least > 0 && most.is_none_or(|most| most > n),
            (Self::Is(_) | Self::IsNot(_), How::By(_)) => false,
        }
    }

    /// The opposite test.
    pub(super) fn negated(self) -> Self {
        match self {
            Self::Is(n) => Self::IsNot(n),
            Self::IsNot(n) => Self::Is(n),
            Self::AtLeast(n) => Self::AtMost(n.saturating_sub(1)),
            Self::AtMost(n) => Self::AtLeast(n.saturating_add(1)),
        }
    }

    /// Whether no number answers both this and the other one with yes.
    pub(super) fn excludes(self, other: Self) -> bool {
        match (self, other) {
            (Self::AtLeast(least), Self::AtMost(most)) | (Self::AtMost(most), Self::AtLeast(least)) => {
                most < least
            }
            (Self::Is(n), other) | (other, Self::Is(n)) => !other.admits(Range::new(n, n)),
            _ => false,
        }
    }

    /// Whether it bounds a number from below.
    pub(super) fn is_least(&self) -> bool {
        matches!(self, Self::AtLeast(_) | Self::Is(_))
    }

    /// Whether it bounds a number from above.
    pub(super) fn is_most(&self) -> bool {
        matches!(self, Self::AtMost(_) | Self::Is(_))
    }

    /// Whether a change never leads away from its end.
    pub(super) fn is_spared_by(self, how: How) -> bool {
        match (self, how) {
            (_, How::To(range)) => !self.admits(range),
            (Self::AtLeast(_), How::By(range)) => range.most <= 0,
            (Self::AtMost(_), How::By(range)) => range.least >= 0,
            (Self::Is(_) | Self::IsNot(_), How::By(range)) => range.known() == Some(0),
        }
    }
}

/// The change that a statement makes, if it makes one.
pub(super) fn change<'a>(ranges: &Ranges<'_>, statement: &'a Statement) -> Option<Change<'a>> {
    let up_to = |amount: &Expr| {
        let range = ranges.of(amount);
        Range::new(range.least.max(0), range.most.max(0))
    };
    let (matter, of, how) = match &statement.kind {
        StatementKind::Set { target, value } if value.ty.set => {
            return membership(target, value, How::To(Range::new(0, 1)));
        }
        StatementKind::Add { target, value } if value.ty.set => {
            return membership(target, value, How::To(Range::new(1, 1)));
        }
        StatementKind::Remove { target, value } => {
            return membership(target, value, How::To(Range::new(0, 0)));
        }
        StatementKind::Set { target, value } => return held(target, How::To(ranges.of(value))),
        StatementKind::Add { target, value } => return held(target, How::By(ranges.of(value))),
        StatementKind::Give { amount, to, token } => (Matter::Tokens(*token), to, How::By(up_to(amount))),
        StatementKind::Take { amount, from, token } => {
            let taken = up_to(amount);
            let range = Range::new(taken.most.saturating_neg(), taken.least.saturating_neg());
            (Matter::Tokens(*token), from, How::By(range))
        }
        StatementKind::Do(Expr {
            kind: ExprKind::Call(Callee::Core(core), arguments),
            ..
        }) => moved(ranges, *core, arguments)?,
        _ => return None,
    };
    let keys = Vec::new();
    Some(Change {
        matter,
        of,
        keys,
        how,
    })
}

/// A change of what a field or a state of the game holds.
fn held(target: &Target, how: How) -> Option<Change<'_>> {
    let (matter, of, keys) = match target {
        Target::Field(of, field) => (Matter::Field(of.ty.base, *field), of, Vec::new()),
        Target::Entry(state, keys) => {
            let (of, keys) = keys.split_first()?;
            (Matter::State(*state), of, keys.iter().collect())
        }
        Target::Slot(_) | Target::Local(_) => return None,
    };
    Some(Change {
        matter,
        of,
        keys,
        how,
    })
}

/// A change of what is in a set that a field is. Which member it is, is known of one alone.
fn membership<'a>(target: &'a Target, members: &'a Expr, how: How) -> Option<Change<'a>> {
    let Target::Field(of, field) = target else {
        return None;
    };
    let keys = match (&members.kind, how) {
        (ExprKind::List(members), How::To(range)) if range.known().is_some() && members.len() == 1 => {
            members.iter().collect()
        }
        _ => Vec::new(),
    };
    let matter = Matter::Members(of.ty.base, *field);
    Some(Change {
        matter,
        of,
        keys,
        how,
    })
}

fn moved<'a>(ranges: &Ranges<'_>, core: Core, arguments: &'a [Expr]) -> Option<(Matter, &'a Expr, How)> {
    let of = arguments.first()?;
    let to = |n| How::To(Range::new(n, n));
    Some(match core {
        Core::Remove => (Matter::InPlay, of, to(0)),
        Core::ReturnToGame => (Matter::InPlay, of, to(1)),
        Core::Flip => (Matter::FaceUp, of, How::To(ranges.of(arguments.get(1)?))),
        Core::SetOwner => (Matter::Owner, of, How::To(ANY)),
        Core::MoveTo => (Matter::Holder, of, How::To(ANY)),
        _ => return None,
    })
}

/// All changes that a function makes itself.
pub(super) fn changes<'a>(ranges: &Ranges<'_>, function: &'a Function) -> Vec<Change<'a>> {
    let mut found = Vec::new();
    let mut guarded: Vec<(&Statement, Range)> = Vec::new();
    function.walk(&mut |node| {
        if let Node::Statement(statement) = node {
            guards(ranges, statement, &mut guarded);
            let known = guarded.iter().find(|(other, _)| std::ptr::eq(*other, statement));
            let change = change(ranges, statement).map(|change| match (change.how, known) {
                (How::By(range), Some((_, known))) => Change {
                    how: How::By(range.and(*known).unwrap_or(range)),
                    ..change
                },
                _ => change,
            });
            found.extend(change);
        }
    });
    found
}

/// `if hits > 0 { add hits to wounds of x }`: what the condition says of how much is added there.
fn guards<'a>(ranges: &Ranges<'_>, statement: &'a Statement, guarded: &mut Vec<(&'a Statement, Range)>) {
    let StatementKind::If { condition, then, .. } = &statement.kind else {
        return;
    };
    let bounds = ranges.bounds(condition);
    if bounds.is_empty() {
        return;
    }
    let mut adds: Vec<(&Statement, &Expr)> = Vec::new();
    let mut is_set = Vec::new();
    then.walk(&mut |node| {
        if let Node::Statement(inner) = node {
            match &inner.kind {
                StatementKind::Add {
                    target: Target::Field(..),
                    value,
                } => adds.push((inner, value)),
                StatementKind::Set { target, .. }
                | StatementKind::Add { target, .. }
                | StatementKind::Remove { target, .. } => is_set.push(target),
                _ => {}
            }
        }
    });
    let stays = |value: &Expr| match &value.kind {
        ExprKind::Local(local) => !is_set
            .iter()
            .any(|one| matches!(one, Target::Local(at) if at == local)),
        ExprKind::Slot(slot) => !is_set
            .iter()
            .any(|one| matches!(one, Target::Slot(at) if at == slot)),
        _ => false,
    };
    for (inner, value) in adds.into_iter().filter(|(_, value)| stays(value)) {
        let known = bounds.iter().filter(|(subject, _)| same(subject, value));
        let range = known.fold(None, |all: Option<Range>, (_, range)| match all {
            Some(all) => all.and(*range),
            None => Some(*range),
        });
        guarded.extend(range.map(|range| (inner, range)));
    }
}

/// The tests that must hold (or must not, if `holds` is no) for a condition to hold, as far as it can be told
/// in plain tests.
pub(super) fn tests(ranges: &Ranges<'_>, condition: &Expr, holds: bool, found: &mut Vec<Test>) {
    inlined(ranges, condition, holds, MOST_INLINED, found);
}

/// How deep defines in conditions are looked into.
const MOST_INLINED: usize = 4;

fn inlined(ranges: &Ranges<'_>, condition: &Expr, holds: bool, depth: usize, found: &mut Vec<Test>) {
    match &condition.kind {
        ExprKind::And(first, second) if holds => {
            inlined(ranges, first, holds, depth, found);
            inlined(ranges, second, holds, depth, found);
        }
        ExprKind::Or(first, second) if !holds => {
            inlined(ranges, first, holds, depth, found);
            inlined(ranges, second, holds, depth, found);
        }
        ExprKind::Not(inner) => inlined(ranges, inner, !holds, depth, found),
        ExprKind::Operation(operation, first, second) if operation.compares() => {
            compared(ranges, (*operation, first, second), holds, found);
        }
        ExprKind::Call(Callee::Define(define), arguments) if depth > 0 => {
            if let Some(whole) = ranges.inline(*define, arguments) {
                inlined(ranges, &whole, holds, depth - 1, found);
            }
        }
        _ => {
            let subject = subject(condition);
            let asks = Asks::Is(i64::from(holds));
            found.extend(subject.map(|subject| Test { subject, asks }));
        }
    }
}

fn subject(expr: &Expr) -> Option<Subject> {
    let of_one = |matter: Matter, of: &Expr| Subject::Matter(matter, of.clone(), Vec::new());
    Some(match &expr.kind {
        ExprKind::Field(of, field) => of_one(Matter::Field(of.ty.base, *field), of),
        ExprKind::Tokens(of, token) => of_one(Matter::Tokens(*token), of),
        ExprKind::Call(Callee::Core(Core::FaceUp), of) => of_one(Matter::FaceUp, of.first()?),
        ExprKind::Call(Callee::Core(Core::InPlay), of) => of_one(Matter::InPlay, of.first()?),
        ExprKind::Call(Callee::State(state), keys) if keys.iter().all(is_one_of_few) => {
            let (of, keys) = keys.split_first()?;
            Subject::Matter(Matter::State(*state), of.clone(), keys.to_vec())
        }
        ExprKind::Has(set, member) if is_one_of_few(member) => {
            let ExprKind::Field(of, field) = &set.kind else {
                return None;
            };
            let matter = Matter::Members(of.ty.base, *field);
            Subject::Matter(matter, of.as_ref().clone(), vec![member.as_ref().clone()])
        }
        ExprKind::Slot(slot) => Subject::Slot(*slot),
        ExprKind::Local(local) => Subject::Local(*local),
        _ => return None,
    })
}

/// Whether there are only so many things of its type: each of them can be marked only once.
fn is_one_of_few(key: &Expr) -> bool {
    let of_few = matches!(
        key.ty.base,
        Base::Bool | Base::Word(_) | Base::Row(_) | Base::Thing | Base::Entity(_)
    );
    of_few && !key.ty.set
}

/// The tests in a comparison: of its left side, and of its right.
fn compared(
    ranges: &Ranges<'_>,
    (operation, first, second): (Operation, &Expr, &Expr),
    holds: bool,
    found: &mut Vec<Test>,
) {
    let operation = if holds {
        operation
    } else {
        operation.opposite().unwrap_or(operation)
    };
    asked(ranges, first, operation, ranges.of(second), found);
    asked(ranges, second, operation.mirrored(), ranges.of(first), found);
}

/// `part OPERATION other`, where a number may be added to the part.
fn asked(ranges: &Ranges<'_>, part: &Expr, operation: Operation, other: Range, found: &mut Vec<Test>) {
    let shifted = |more: Range, other: Range| {
        Range::new(
            other.least.saturating_sub(more.most),
            other.most.saturating_sub(more.least),
        )
    };
    if let ExprKind::Operation(Operation::Add, first, second) = &part.kind {
        asked(ranges, first, operation, shifted(ranges.of(second), other), found);
        return asked(ranges, second, operation, shifted(ranges.of(first), other), found);
    }
    let Some(subject) = subject(part) else { return };
    let above = |n: i64| (n > i64::MIN).then_some(Asks::AtLeast(n));
    let below = |n: i64| (n < i64::MAX).then_some(Asks::AtMost(n));
    let asks = match operation {
        Operation::Equal => [other.known().map(Asks::Is), above(other.least), below(other.most)],
        Operation::NotEqual => [other.known().map(Asks::IsNot), not_none(part, other), None],
        Operation::Less => [
            below(other.most.saturating_sub(i64::from(other.most < i64::MAX))),
            None,
            None,
        ],
        Operation::AtMost => [below(other.most), None, None],
        Operation::More => [
            above(other.least.saturating_add(i64::from(other.least > i64::MIN))),
            None,
            None,
        ],
        Operation::AtLeast => [above(other.least), None, None],
        _ => return,
    };
    let subjects = asks.into_iter().flatten();
    found.extend(subjects.map(|asks| Test {
        subject: subject.clone(),
        asks,
    }));
}

/// Tokens that are not none are at least one.
fn not_none(part: &Expr, other: Range) -> Option<Asks> {
    let counted = matches!(part.kind, ExprKind::Tokens(..)) && other.known() == Some(0);
    counted.then_some(Asks::AtLeast(1))
}

/// Whether an expression names the same entity before and after changes.
pub(super) fn is_steady(function: &Function, of: &Expr, changes: &[Change<'_>]) -> bool {
    let mut steady = true;
    of.walk(&mut |node| {
        let Node::Expr(part) = node else { return };
        let read = match &part.kind {
            ExprKind::Constant(_) | ExprKind::As(..) | ExprKind::Cell(..) | ExprKind::Slot(_) => return,
            ExprKind::Local(local) => {
                steady &= !function.locals.get(*local).is_none_or(|local| local.variable);
                return;
            }
            ExprKind::Field(of, field) => Matter::Field(of.ty.base, *field),
            ExprKind::Call(Callee::Core(Core::Owner), _) => Matter::Owner,
            ExprKind::Call(Callee::Core(Core::Holder), _) => Matter::Holder,
            _ => return steady = false,
        };
        steady &= !changes.iter().any(|change| change.matter == read);
    });
    steady
}

/// Whether a test is about what a change changes.
pub(super) fn is_about(test: &Test, change: &Change<'_>) -> bool {
    match &test.subject {
        Subject::Matter(matter, of, keys) => {
            let mut both = keys.iter().zip(&change.keys);
            let is_key = keys.len() == change.keys.len() && both.all(|(key, other)| is_one(key, other));
            *matter == change.matter && is_one(of, change.of) && is_key
        }
        Subject::Slot(_) | Subject::Local(_) => false,
    }
}

/// Whether two expressions are the same entity, narrowed to a kind or not.
fn is_one(a: &Expr, b: &Expr) -> bool {
    same(bare(a), bare(b))
}

fn bare(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::As(inner, _) => bare(inner),
        _ => expr,
    }
}

/// Whether a number handed on in a call ends a test of the parameter that gets it: it is never so, or it steps
/// nearer to its end from what the parameter was.
pub(super) fn ends_parameter(
    ranges: &Ranges<'_>,
    asks: Asks,
    argument: &Expr,
    is_itself: impl Fn(&Expr) -> bool,
) -> bool {
    if !asks.admits(ranges.of(argument)) {
        return true;
    }
    let ExprKind::Operation(operation, first, second) = &argument.kind else {
        return false;
    };
    let by = ranges.of(second);
    let step = match operation {
        Operation::Add => by,
        Operation::Subtract => Range::new(by.most.saturating_neg(), by.least.saturating_neg()),
        _ => return false,
    };
    is_itself(first) && asks.is_ended_by(How::By(step), None)
}
