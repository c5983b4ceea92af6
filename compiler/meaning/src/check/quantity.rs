//! Quantities: numbers, lengths and angles, and which of them arithmetic makes of which.
//!
//! Sums, comparisons and the like want two of one dimension; a product has one factor that is a number; a length divided
//! by a length is a number. Zero is zero in every unit, so a written `0` may stand for any of them. To the machine they
//! are all numbers: what is not refused here is refused nowhere.

use super::Compiler;
use super::scope::Scope;
use cardwright_bytecode::Ty;
use cardwright_bytecode::ty::decimal;
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Span};
use cardwright_dsl::measure::Dimension;
use cardwright_trees::{Expr, ExprKind, Operation};

/// The longest length that is taken as meant, in inches: what is written larger is most likely in thousandths.
const LONGEST_MEANT: u64 = 999;
/// The largest angle that is taken as meant, in degrees.
const WIDEST_MEANT: u64 = 360;

/// The type of what is measured.
pub(crate) const fn measured(dimension: Dimension) -> Ty {
    match dimension {
        Dimension::Length => Ty::LENGTH,
        Dimension::Angle => Ty::ANGLE,
    }
}

/// A number that was written without a unit, in the unit that was most likely meant; nothing if no unit is wanted.
pub(crate) fn with_unit(n: i64, wanted: Ty) -> Option<Meant> {
    let (largest, in_rules, in_documents) = match wanted {
        Ty::LENGTH => (LONGEST_MEANT, "inches", "in"),
        Ty::ANGLE => (WIDEST_MEANT, "degrees", "deg"),
        _ => return None,
    };
    let whole = n.unsigned_abs() <= largest;
    let number = if whole { n.to_string() } else { decimal(n) };
    let in_rules = match (number.as_str(), wanted) {
        ("1" | "-1", Ty::LENGTH) => "inch",
        ("1" | "-1", _) => "degree",
        _ => in_rules,
    };
    Some(Meant {
        in_rules: match number.strip_prefix('-') {
            Some(number) => format!("- {number} {in_rules}"),
            None => format!("{number} {in_rules}"),
        },
        in_documents: format!("{number}{in_documents}"),
    })
}

/// The quantity that was most likely meant by a number without a unit.
pub(crate) struct Meant {
    pub(crate) in_rules: String,
    pub(crate) in_documents: String,
}

/// Whether a value of one type may stand where another is asked for. The machine asks less: to it quantities are one.
pub(crate) fn agrees(found: Ty, wanted: Ty) -> bool {
    found == wanted || found.fits(wanted) && !found.base.is_quantity()
}

/// Two quantities of one dimension, where a written `0` takes that of the other.
pub(crate) fn alike(left: Expr, right: Expr) -> (Expr, Expr) {
    let (first, second) = (left.ty, right.ty);
    (left.zero_as(second), right.zero_as(first))
}

impl Compiler<'_> {
    /// An expression that is a number, a length or an angle.
    pub(crate) fn quantity(&mut self, scope: &mut Scope, expr: &ast::Expr) -> Option<Expr> {
        let value = self.expr(scope, expr, None)?;
        if value.ty.is_quantity() {
            return Some(value);
        }
        self.fit(value, Ty::NUMBER, expr.span)
    }

    /// An operation on two quantities.
    pub(crate) fn quantities(
        &mut self,
        scope: &mut Scope,
        operation: Operation,
        (left, right): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        let first = self.quantity(scope, left);
        let second = self.quantity(scope, right);
        self.combined(operation, (first?, left.span), (second?, right.span), span)
    }

    /// An operation on two checked quantities, or the error that it makes no sense.
    pub(crate) fn combined(
        &mut self,
        operation: Operation,
        (left, left_span): (Expr, Span),
        (right, right_span): (Expr, Span),
        span: Span,
    ) -> Option<Expr> {
        let scales = operation == Operation::Multiply && (left.ty == Ty::NUMBER || right.ty == Ty::NUMBER)
            || operation == Operation::Divide && right.ty == Ty::NUMBER;
        if scales {
            return Some(self.operation(operation, left, right, span));
        }
        let (left, right) = alike(left, right);
        if left.ty == right.ty && operation != Operation::Multiply {
            return Some(self.operation(operation, left, right, span));
        }
        self.refuse_combination(operation, (&left, left_span), (&right, right_span), span);
        None
    }

    fn refuse_combination(
        &mut self,
        operation: Operation,
        (left, left_span): (&Expr, Span),
        (right, right_span): (&Expr, Span),
        span: Span,
    ) {
        let (one, other) = (self.a_type(left.ty), self.a_type(right.ty));
        let message = match operation {
            Operation::Multiply => format!("{one} cannot be multiplied by {other}"),
            Operation::Divide => format!("{one} cannot be divided by {other}"),
            Operation::Add => format!("{one} and {other} cannot be added"),
            Operation::Subtract => format!("{other} cannot be subtracted from {one}"),
            Operation::Min | Operation::Max => format!(
                "{one} and {other} cannot be compared with `max` or \
            `min`"
            ),
            _ => format!("{one} cannot be compared with {other}"),
        };
        let meant = match (&left.kind, &right.kind) {
            (ExprKind::Constant(n), _) if left.ty == Ty::NUMBER => {
                with_unit(*n, right.ty).map(|meant| (meant, left_span))
            }
            (_, ExprKind::Constant(n)) if right.ty == Ty::NUMBER => {
                with_unit(*n, left.ty).map(|meant| (meant, right_span))
            }
            _ => None,
        };
        let advice = match operation {
            Operation::Multiply => "one of the two must be a number without a unit".to_owned(),
            Operation::Divide => {
                "divide by a number, a length by a length, or an angle by an angle".to_owned()
            }
            _ => "both must be numbers, or both lengths, or both angles".to_owned(),
        };
        match meant {
            Some((meant, place)) => {
                let label = format!(
                    "in a place for {}",
                    self.a_type(if left.ty == Ty::NUMBER { right.ty } else { left.ty })
                );
                let diagnostic = self.report(codes::WRONG_TYPE, place, message);
                diagnostic.label = label;
                diagnostic.help = Some(format!("write `{}`", meant.in_rules));
                diagnostic.put(meant.in_rules, false);
            }
            None => self.report(codes::WRONG_TYPE, span, message).help = Some(advice),
        }
    }

    /// The advice where a quantity of one dimension stands in the place of another, with the text to write if
    /// it is certain; `None` if that is not known.
    pub(crate) fn other_quantity(value: &Expr, wanted: Ty) -> Option<(String, Option<String>)> {
        match (&value.kind, value.ty, wanted) {
            (ExprKind::Constant(n), Ty::NUMBER, _) => {
                let put = with_unit(*n, wanted)?.in_rules;
                Some((format!("write `{put}`"), Some(put)))
            }
            (ExprKind::Constant(n), Ty::LENGTH | Ty::ANGLE, Ty::NUMBER) => {
                let put = decimal(*n);
                let whole = !put.contains('.');
                whole.then(|| (format!("write `{put}`, without a unit"), Some(put)))
            }
            (_, Ty::NUMBER, Ty::LENGTH) => Some(("multiply it by a length: `... * 1 inch`".to_owned(), None)),
            (_, Ty::NUMBER, Ty::ANGLE) => {
                Some(("multiply it by an angle: `... * 1 degree`".to_owned(), None))
            }
            (_, Ty::LENGTH, Ty::NUMBER) => Some((
                "divide it by a length to get a number: `... / 1 inch`".to_owned(),
                None,
            )),
            (_, Ty::ANGLE, Ty::NUMBER) => Some((
                "divide it by an angle to get a number: `... / 1 degree`".to_owned(),
                None,
            )),
            _ => None,
        }
    }
}
