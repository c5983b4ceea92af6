//! Sets: `all`, `members`, questions and folds. All are loops over finite sets.

use super::Compiler;
use super::builder::{Builder, Val};
use crate::codes;
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_dsl::ast::{Expr, Fold, Name, SetQuestion, Span};

impl Compiler<'_> {
    /// `all KIND NAME on EXPR where EXPR`
    pub(crate) fn all(
        &mut self,
        b: &mut Builder,
        of: &Name,
        name: Option<&Name>,
        on: Option<&Expr>,
        condition: Option<&Expr>,
    ) -> Option<Val> {
        let base = match of.text.as_str() {
            "player" => Base::Entity(cardwright_bytecode::ty::KIND_PLAYER),
            "deck" => Base::Entity(cardwright_bytecode::ty::KIND_DECK),
            other => match self.names.types.get(other) {
                Some(ty) if matches!(ty.base, Base::Entity(_) | Base::Row(_)) => ty.base,
                _ => {
                    let known: Vec<String> = self.names.types.names().map(str::to_owned).collect();
                    self.unknown(codes::UNKNOWN_KIND, "kind or record", of, &known);
                    return None;
                }
            },
        };
        let set = self.whole_set(b, base, on)?;
        let Some(condition) = condition else {
            return Some(set);
        };
        let member = name.map_or(("it", of.span), |name| (name.text.as_str(), name.span));
        self.filter(b, set, member, condition)
    }

    fn whole_set(&mut self, b: &mut Builder, base: Base, on: Option<&Expr>) -> Option<Val> {
        let ty = Ty::set(base);
        let reg = b.temp(ty);
        match (base, on) {
            (Base::Entity(kind), None) => b.emit_index(Op::All, reg, 0, 0, usize::from(kind)),
            (Base::Entity(kind), Some(holder)) => {
                let holder = self.typed(b, holder, Ty::THING)?;
                b.emit_index(Op::Held, reg, holder.reg, 0, usize::from(kind));
            }
            (Base::Row(record), None) => b.emit_index(Op::Rows, reg, 0, 0, usize::from(record)),
            (_, Some(holder)) => {
                self.report(
                    codes::WRONG_TYPE,
                    holder.span,
                    "rows lie on nothing; leave `on` away",
                );
                return None;
            }
            (_, None) => return None,
        }
        Some(Val { reg, ty })
    }

    fn filter(&mut self, b: &mut Builder, set: Val, name: (&str, Span), condition: &Expr) -> Option<Val> {
        let place = self.place(name.1);
        b.open_scope();
        let result = b.fresh(&[set.ty]);
        let mark = b.fresh(&[Ty::NUMBER]);
        b.emit(Op::ListNew, result, 0, 0, 0);
        b.emit(Op::Mark, mark, 0, 0, 0);
        let (head, item) = b.loop_over(set);
        b.bind(name.0, item, place);
        let condition = self.typed(b, condition, Ty::BOOL);
        b.emit(Op::Release, mark, 0, 0, 0);
        if let Some(condition) = condition {
            let skip = b.jump_if_not(condition.reg);
            b.emit(Op::ListPush, result, item.reg, 0, 0);
            b.arrive(skip);
        }
        b.again(&head);
        b.end_loop(head);
        b.close_scope();
        condition?;
        Some(Val {
            reg: result,
            ty: set.ty,
        })
    }

    /// `members NAME of EXPR where EXPR`
    pub(crate) fn members(
        &mut self,
        b: &mut Builder,
        name: &Name,
        set: &Expr,
        condition: &Expr,
    ) -> Option<Val> {
        let span = set.span;
        let set = self.expr(b, set, None)?;
        let set = self.want_set(set, span)?;
        self.filter(b, set, (&name.text, name.span), condition)
    }

    /// Reports what should be a set and is not.
    pub(crate) fn want_set(&mut self, val: Val, span: Span) -> Option<Val> {
        if val.ty.set {
            return Some(val);
        }
        let message = format!(
            "a set is asked for here, but this is a {}",
            self.type_name(val.ty)
        );
        self.report(codes::WRONG_TYPE, span, message);
        None
    }

    /// `count of SET` and the like.
    pub(crate) fn question(&mut self, b: &mut Builder, question: SetQuestion, set: &Expr) -> Option<Val> {
        let span = set.span;
        let set = self.expr(b, set, None)?;
        let set = self.want_set(set, span)?;
        if question == SetQuestion::First {
            let zero = self.constant(b, Ty::NUMBER, 0);
            return Some(self.op(b, Op::ListAt, set, zero, Ty::one(set.ty.base)));
        }
        let count = b.temp(Ty::NUMBER);
        b.emit(Op::ListLen, count, set.reg, 0, 0);
        let count = Val {
            reg: count,
            ty: Ty::NUMBER,
        };
        let zero = self.constant(b, Ty::NUMBER, 0);
        Some(match question {
            SetQuestion::Any => self.op(b, Op::Lt, zero, count, Ty::BOOL),
            SetQuestion::None => self.op(b, Op::Eq, count, zero, Ty::BOOL),
            SetQuestion::Count | SetQuestion::First => count,
        })
    }

    /// `lowest EXPR for NAME in SET` and the like; 0 for an empty set.
    pub(crate) fn fold(
        &mut self,
        b: &mut Builder,
        fold: Fold,
        value: &Expr,
        name: &Name,
        set: &Expr,
    ) -> Option<Val> {
        let span = set.span;
        let set = self.expr(b, set, None)?;
        let set = self.want_set(set, span)?;
        let place = self.place(name.span);
        let result = b.fresh(&[Ty::NUMBER]);
        let begun = b.fresh(&[Ty::BOOL]);
        let mark = b.fresh(&[Ty::NUMBER]);
        b.open_scope();
        b.emit(Op::Const, result, 0, 0, 0);
        b.emit(Op::Const, begun, 0, 0, 0);
        b.emit(Op::Mark, mark, 0, 0, 0);
        let (head, item) = b.loop_over(set);
        b.bind(&name.text, item, place);
        let value = self.typed(b, value, Ty::NUMBER);
        b.emit(Op::Release, mark, 0, 0, 0);
        if let Some(value) = value {
            match fold {
                Fold::Sum => b.emit(Op::Add, result, result, value.reg, 0),
                Fold::Lowest => best(b, Op::Min, result, begun, value.reg),
                Fold::Highest => best(b, Op::Max, result, begun, value.reg),
            }
        }
        b.again(&head);
        b.end_loop(head);
        b.close_scope();
        value?;
        Some(Val {
            reg: result,
            ty: Ty::NUMBER,
        })
    }
}

/// The first value as it is, every further one compared with the best so far.
fn best(b: &mut Builder, op: Op, result: u8, begun: u8, value: u8) {
    let to_first = b.jump_if_not(begun);
    b.emit(op, result, result, value, 0);
    let to_end = b.jump();
    b.arrive(to_first);
    b.emit(Op::Move, result, value, 0, 0);
    b.emit(Op::Const, begun, 0, 0, 1);
    b.arrive(to_end);
}
