//! Which numbers an expression can give, as far as declarations say: a count is never negative, a token's limit is
//! never passed, a value keeps between its least and most. Yes is 1, no is 0.

use cardwright_bytecode::pack::{FuncId, Pack};
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Ty};
use cardwright_trees::{Body, Callee, Expr, ExprKind, Fold, Operation, Program};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The range from the least value to the most, both possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: i64,
    pub(super) most: i64,
}

pub(super) const ANY: Range = Range::new(i64::MIN, i64::MAX);
const MAYBE: Range = Range::new(0, 1);

impl Range {
    pub(super) const fn new(least: i64, most: i64) -> Self {
        Self { least, most }
    }

    const fn only(n: i64) -> Self {
        Self::new(n, n)
    }

    /// The only number there is, if there is only one.
    pub(super) fn known(self) -> Option<i64> {
        (self.least == self.most).then_some(self.least)
    }

    fn or(self, other: Self) -> Self {
        Self::new(self.least.min(other.least), self.most.max(other.most))
    }

    /// Numbers in both; none if they share none.
    pub(super) fn and(self, other: Self) -> Option<Self> {
        let both = Self::new(self.least.max(other.least), self.most.min(other.most));
        (both.least <= both.most).then_some(both)
    }
}

/// The ranges of the expressions of a pack.
pub(super) struct Ranges<'a> {
    pub(super) pack: &'a Pack,
    pub(super) program: &'a Program,
}

impl Ranges<'_> {
    /// The numbers that an expression can give.
    pub(super) fn of(&self, expr: &Expr) -> Range {
        match &expr.kind {
            ExprKind::Constant(n) => Range::only(*n),
            ExprKind::Tokens(_, token) => {
                let limit = self.pack.tokens.get(*token).and_then(|token| token.limit);
                Range::new(0, limit.unwrap_or(i64::MAX))
            }
            ExprKind::Count(_) => Range::new(0, i64::MAX),
            ExprKind::Not(inner) => {
                let inner = self.of(inner);
                Range::new(1 - inner.most.clamp(0, 1), 1 - inner.least.clamp(0, 1))
            }
            ExprKind::And(..) => self.all_of(expr),
            ExprKind::Or(first, second) => match (self.of(first), self.of(second)) {
                (a, b) if a.least == 1 || b.least == 1 => Range::only(1),
                (a, b) if a.most == 0 && b.most == 0 => Range::only(0),
                _ => MAYBE,
            },
            ExprKind::If(condition, then, otherwise) => match self.of(condition).known() {
                Some(0) => self.of(otherwise),
                Some(_) => self.of(then),
                None => self.of(then).or(self.of(otherwise)),
            },
            ExprKind::Operation(operation, first, second) => self.operation(*operation, first, second),
            ExprKind::Call(callee, _) => self.call(*callee, expr.ty),
            ExprKind::Fold { fold, value, .. } if *fold == Fold::Sum => match self.of(value).least >= 0 {
                true => Range::new(0, i64::MAX),
                false => ANY,
            },
            _ => of_type(expr.ty),
        }
    }

    fn operation(&self, operation: Operation, first: &Expr, second: &Expr) -> Range {
        let (a, b) = (self.of(first), self.of(second));
        let equal = same(first, second);
        let answer = |always: bool, never: bool| match (always, never) {
            (true, _) => Range::only(1),
            (_, true) => Range::only(0),
            _ => MAYBE,
        };
        let apart = a.and(b).is_none();
        let one = a.known().is_some() && a == b;
        match operation {
            Operation::Add => Range::new(a.least.saturating_add(b.least), a.most.saturating_add(b.most)),
            Operation::Subtract => Range::new(a.least.saturating_sub(b.most), a.most.saturating_sub(b.least)),
            Operation::Multiply | Operation::Divide if a.least >= 0 && b.least >= 0 => {
                Range::new(0, i64::MAX)
            }
            Operation::Multiply | Operation::Divide => ANY,
            Operation::Min => Range::new(a.least.min(b.least), a.most.min(b.most)),
            Operation::Max => Range::new(a.least.max(b.least), a.most.max(b.most)),
            Operation::Equal => answer(equal || one, apart),
            Operation::NotEqual => answer(apart, equal || one),
            Operation::Less => answer(a.most < b.least, equal || a.least >= b.most),
            Operation::AtMost => answer(equal || a.most <= b.least, a.least > b.most),
            Operation::More => answer(a.least > b.most, equal || a.most <= b.least),
            Operation::AtLeast => answer(equal || a.least >= b.most, a.most < b.least),
        }
    }

    fn call(&self, callee: Callee, ty: Ty) -> Range {
        match callee {
            // What a define with one constant result says is a setting; it may be another one tomorrow.
            Callee::Define(function) => {
                let found = self.result(function);
                if found.known().is_some() {
                    of_type(ty)
                } else {
                    found
                }
            }
            Callee::Value(value) => {
                let Some(def) = self.pack.values.get(value) else {
                    return ANY;
                };
                let least = def.least.and_then(|function| self.result(function).known());
                let most = def.most.and_then(|function| self.result(function).known());
                Range::new(least.unwrap_or(i64::MIN), most.unwrap_or(i64::MAX))
            }
            Callee::Core(
                Core::DiceIn
                | Core::CountFace
                | Core::Abs
                | Core::Distance
                | Core::DistanceAt
                | Core::FarthestDistance,
            ) => Range::new(0, i64::MAX),
            Callee::Core(_) | Callee::Permission(_) | Callee::State(_) => of_type(ty),
        }
    }

    /// The expression of a define, with its arguments in place of its parameters; `None` if it names more
    /// than them.
    pub(super) fn inline(&self, define: FuncId, arguments: &[Expr]) -> Option<Expr> {
        let function = self.program.function(define)?;
        match &function.body {
            Body::Gives(expr) => filled(expr, arguments),
            _ => None,
        }
    }

    fn result(&self, function: FuncId) -> Range {
        match self.program.function(function).map(|function| &function.body) {
            Some(Body::Gives(expr)) => self.of(expr),
            _ => ANY,
        }
    }

    /// The range of conditions joined by `and`. All are looked at together: to ask each `and` within another
    /// takes ten seconds for sixty of them.
    fn all_of(&self, expr: &Expr) -> Range {
        let mut parts = Vec::new();
        conjuncts(expr, &mut parts);
        let mut always = true;
        for part in &parts {
            let range = self.of(part);
            if range.most == 0 {
                return Range::only(0);
            }
            always &= range.least == 1;
        }
        match always {
            true => Range::only(1),
            // `n > 3 and n < 2`, `c is red and c is green`, `x and not x`
            false if self.exclude_each_other(&parts) => Range::only(0),
            false => MAYBE,
        }
    }

    /// Whether conditions can never hold together.
    pub(super) fn exclude_each_other(&self, parts: &[&Expr]) -> bool {
        let mut conditions = Alike::default();
        let mut subjects: Alike<'_, Range> = Alike::default();
        parts.iter().any(|part| {
            let denied = conditions.at(shape_of_condition(part));
            if denied.iter().any(|(other, ())| denies(part, other)) {
                return true;
            }
            if !denied.iter().any(|(other, ())| same(part, other)) {
                denied.push((part, ()));
            }
            let Some((subject, range)) = self.bound(part) else {
                return false;
            };
            let known = subjects.at(shape(subject));
            match known.iter_mut().find(|(other, _)| same(subject, other)) {
                Some((_, left)) => match left.and(range) {
                    Some(both) => *left = both,
                    None => return true,
                },
                None => known.push((subject, range)),
            }
            false
        })
    }

    /// The bounds that a condition sets to the numbers in it, if it holds.
    pub(super) fn bounds<'e>(&self, condition: &'e Expr) -> Vec<(&'e Expr, Range)> {
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        parts.into_iter().filter_map(|part| self.bound(part)).collect()
    }

    /// The bounds that a comparison with a known number sets to its other side.
    fn bound<'e>(&self, expr: &'e Expr) -> Option<(&'e Expr, Range)> {
        let (operation, first, second) = comparison(expr)?;
        let (operation, subject, n) = match (self.of(first).known(), self.of(second).known()) {
            (_, Some(n)) => (operation, first, n),
            (Some(n), None) => (operation.mirrored(), second, n),
            (None, None) => return None,
        };
        let range = match operation {
            Operation::Equal => Range::only(n),
            Operation::Less => Range::new(i64::MIN, n.saturating_sub(1)),
            Operation::AtMost => Range::new(i64::MIN, n),
            Operation::More => Range::new(n.saturating_add(1), i64::MAX),
            Operation::AtLeast => Range::new(n, i64::MAX),
            _ => return None,
        };
        Some(self.without_summand(subject, range))
    }

    /// The bounds of `x` from those of `x + 2`. A sum that can saturate is left as it is.
    fn without_summand<'e>(&self, subject: &'e Expr, range: Range) -> (&'e Expr, Range) {
        let ExprKind::Operation(Operation::Add, inner, summand) = &subject.kind else {
            return (subject, range);
        };
        let small = |n: &i64| (-1_000_000..=1_000_000).contains(n);
        let (Some(n), true) = (self.of(summand).known().filter(small), small(&range.most)) else {
            return (subject, range);
        };
        let least = match range.least {
            i64::MIN => i64::MIN,
            least => least.saturating_sub(n),
        };
        (inner, Range::new(least, range.most - n))
    }
}

/// A comparison, also one that is denied: `not a < b` is `a >= b`.
fn comparison(expr: &Expr) -> Option<(Operation, &Expr, &Expr)> {
    let ExprKind::Not(inner) = &expr.kind else {
        return operands(expr);
    };
    let (operation, first, second) = comparison(inner)?;
    Some((operation.opposite()?, first, second))
}

/// Expressions with something that is known of each, by their shapes, so that only few are held against one another.
struct Alike<'e, T>(HashMap<u64, Vec<(&'e Expr, T)>>);

impl<T> Default for Alike<'_, T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<'e, T> Alike<'e, T> {
    /// The expressions of a shape.
    fn at(&mut self, shape: u64) -> &mut Vec<(&'e Expr, T)> {
        self.0.entry(shape).or_default()
    }
}

/// A number that is equal for expressions that are [`same`].
fn shape(expr: &Expr) -> u64 {
    let mut hasher = DefaultHasher::new();
    std::mem::discriminant(&expr.kind).hash(&mut hasher);
    match &expr.kind {
        ExprKind::Constant(n) => n.hash(&mut hasher),
        ExprKind::Local(local) => local.hash(&mut hasher),
        ExprKind::Slot(slot) | ExprKind::InRun(slot) => slot.hash(&mut hasher),
        ExprKind::Field(_, field) => field.hash(&mut hasher),
        ExprKind::Tokens(_, token) => token.hash(&mut hasher),
        _ => {}
    }
    match operands(expr) {
        // Either may stand first.
        Some((_, first, second)) => pair(first, second).hash(&mut hasher),
        None => expr.each_part(&mut |part| shape(part).hash(&mut hasher)),
    }
    hasher.finish()
}

fn operands(expr: &Expr) -> Option<(Operation, &Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Operation(operation, first, second) if operation.compares() => {
            Some((*operation, first, second))
        }
        _ => None,
    }
}

/// The shape of two operands, whichever stands first.
fn pair(first: &Expr, second: &Expr) -> u64 {
    shape(first).wrapping_add(shape(second))
}

/// A number that is equal for conditions one of which [`denies`] the other.
fn shape_of_condition(expr: &Expr) -> u64 {
    match (comparison(expr), &expr.kind) {
        (Some((_, first, second)), _) => pair(first, second),
        (None, ExprKind::Not(inner)) => shape_of_condition(inner),
        (None, _) => shape(expr),
    }
}

/// Whether one condition holds just when the other does not.
fn denies(one: &Expr, other: &Expr) -> bool {
    let is_not = |one: &Expr, other: &Expr| matches!(&one.kind, ExprKind::Not(inner) if same(inner, other));
    if is_not(one, other) || is_not(other, one) {
        return true;
    }
    let (Some((of_one, a, b)), Some((of_other, c, d))) = (comparison(one), comparison(other)) else {
        return false;
    };
    let contrary = of_one.opposite();
    let straight = contrary == Some(of_other) && same(a, c) && same(b, d);
    straight || contrary.map(Operation::mirrored) == Some(of_other) && same(a, d) && same(b, c)
}

/// A plain expression with arguments in place of parameters.
fn filled(expr: &Expr, arguments: &[Expr]) -> Option<Expr> {
    let part = |part: &Expr| filled(part, arguments).map(Box::new);
    let kind = match &expr.kind {
        ExprKind::Local(local) => return arguments.get(*local).cloned(),
        ExprKind::Constant(n) => ExprKind::Constant(*n),
        ExprKind::Slot(_) | ExprKind::InRun(_) | ExprKind::RunSlot(..) => expr.kind.clone(),
        ExprKind::Field(of, field) => ExprKind::Field(part(of)?, *field),
        ExprKind::Tokens(of, token) => ExprKind::Tokens(part(of)?, *token),
        ExprKind::As(of, kind) => ExprKind::As(part(of)?, *kind),
        ExprKind::Not(inner) => ExprKind::Not(part(inner)?),
        ExprKind::And(a, b) => ExprKind::And(part(a)?, part(b)?),
        ExprKind::Or(a, b) => ExprKind::Or(part(a)?, part(b)?),
        ExprKind::Operation(operation, a, b) => ExprKind::Operation(*operation, part(a)?, part(b)?),
        ExprKind::Call(callee, parts) => {
            let parts: Option<Vec<Expr>> = parts.iter().map(|part| filled(part, arguments)).collect();
            ExprKind::Call(*callee, parts?)
        }
        _ => return None,
    };
    let (ty, place) = (expr.ty, expr.place);
    Some(Expr { ty, kind, place })
}

fn of_type(ty: Ty) -> Range {
    if ty == Ty::one(Base::Bool) { MAYBE } else { ANY }
}

pub(super) fn conjuncts<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::And(first, second) => {
            conjuncts(first, parts);
            conjuncts(second, parts);
        }
        _ => parts.push(expr),
    }
}

/// Whether two expressions ask the same and so give the same, wherever they are written.
pub(super) fn same(a: &Expr, b: &Expr) -> bool {
    let head = match (&a.kind, &b.kind) {
        (ExprKind::Constant(a), ExprKind::Constant(b)) => a == b,
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::Slot(a), ExprKind::Slot(b)) | (ExprKind::InRun(a), ExprKind::InRun(b)) => a == b,
        (ExprKind::RunSlot(a, one), ExprKind::RunSlot(b, other)) => a == b && one == other,
        (ExprKind::Call(a, _), ExprKind::Call(b, _)) => a == b && is_pure(*a),
        (ExprKind::Field(_, a), ExprKind::Field(_, b))
        | (ExprKind::Tokens(_, a), ExprKind::Tokens(_, b))
        | (ExprKind::Cell(_, a), ExprKind::Cell(_, b)) => a == b,
        (ExprKind::As(_, a), ExprKind::As(_, b))
        | (ExprKind::All(a), ExprKind::All(b))
        | (ExprKind::Held(a, _), ExprKind::Held(b, _))
        | (ExprKind::Rows(a), ExprKind::Rows(b)) => a == b,
        (ExprKind::Operation(a, ..), ExprKind::Operation(b, ..)) => a == b,
        (ExprKind::Template(_), ExprKind::Template(_))
        | (ExprKind::Not(_), ExprKind::Not(_))
        | (ExprKind::And(..), ExprKind::And(..))
        | (ExprKind::Or(..), ExprKind::Or(..))
        | (ExprKind::If(..), ExprKind::If(..))
        | (ExprKind::Count(_), ExprKind::Count(_))
        | (ExprKind::First(_), ExprKind::First(_))
        | (ExprKind::Has(..), ExprKind::Has(..)) => true,
        _ => false,
    };
    if !head {
        return false;
    }
    let is_mutual = matches!(
        a.kind,
        ExprKind::Operation(Operation::Equal | Operation::NotEqual, ..)
    );
    let (a, b) = (a.parts(), b.parts());
    let alike = |a: &[&Expr], b: &[&Expr]| a.iter().zip(b).all(|(a, b)| same(a, b));
    let exchanged = || matches!((&a[..], &b[..]), ([c, d], [e, f]) if same(c, f) && same(d, e));
    a.len() == b.len() && (alike(&a, &b) || is_mutual && exchanged())
}

fn is_pure(callee: Callee) -> bool {
    match callee {
        Callee::Core(core) => Core::from_number(core as i32).is_some_and(|call| call.pure),
        Callee::Define(_) | Callee::Value(_) | Callee::Permission(_) | Callee::State(_) => true,
    }
}
