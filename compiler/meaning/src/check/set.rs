//! Sets: `all`, `members`, questions and folds.

use super::Compiler;
use super::scope::Scope;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Fold, Name, SetQuestion, Span};
use cardwright_trees::{self as tree, Callee, Expr, ExprKind, Operation};

/// A number, a length or an angle.
const ANY_QUANTITY: Ty = Ty::one(Base::Quantity);

impl Compiler<'_> {
    /// `all other KIND NAME on EXPR where EXPR`
    pub(crate) fn all(
        &mut self,
        scope: &mut Scope,
        (of, templates, other): (&Name, bool, bool),
        name: Option<&Name>,
        (on, condition): (Option<&ast::Expr>, Option<&ast::Expr>),
        span: Span,
    ) -> Option<Expr> {
        let base = match of.text.as_str() {
            _ if templates => self.template_type(of)?,
            "player" => Base::Entity(cardwright_bytecode::ty::KIND_PLAYER),
            "deck" => Base::Entity(cardwright_bytecode::ty::KIND_DECK),
            "space" => Base::Space,
            other => match self.names.types.get(other) {
                Some(&ty) if matches!(ty.base, Base::Entity(_) | Base::Row(_)) => {
                    self.note_at(of, |names| names.types.place(other));
                    ty.base
                }
                _ if self.is_cursor(other) => {
                    self.see_table("kind", |this| &this.names.types);
                    return None;
                }
                _ => {
                    let known: Vec<String> = self.names.types.names().map(str::to_owned).collect();
                    self.unknown(codes::UNKNOWN_KIND, "kind or record", of, &known);
                    return None;
                }
            },
        };
        if base == Base::Space && !self.has_spaces() {
            let every = Name {
                text: "spaces".to_owned(),
                span: of.span,
            };
            self.refuse_other_board(&every);
            return None;
        }
        let spared = match other {
            true => Some(self.at_hand(scope, base, of.span)?),
            false => None,
        };
        let set = self.whole_set(scope, base, on, span)?;
        if condition.is_none() && spared.is_none() {
            return Some(set);
        }
        let member = name.map_or(("it", of.span), |name| (name.text.as_str(), name.span));
        self.filter(scope, set, member, (spared, condition), span)
    }

    fn whole_set(
        &mut self,
        scope: &mut Scope,
        base: Base,
        on: Option<&ast::Expr>,
        span: Span,
    ) -> Option<Expr> {
        let kind = match (base, on) {
            (Base::Entity(kind), None) => ExprKind::All(kind),
            (Base::Space, None) => ExprKind::Call(Callee::Core(Core::Spaces), Vec::new()),
            (Base::Entity(kind), Some(on)) => {
                let place = self.expr(scope, on, Some(Ty::THING))?;
                if place.ty == Ty::SPACE {
                    ExprKind::Standing(kind, Box::new(place))
                } else {
                    ExprKind::Held(kind, Box::new(self.fit(place, Ty::THING, on.span)?))
                }
            }
            (Base::Row(record), None) => ExprKind::Rows(record),
            (_, Some(holder)) => {
                self.report(
                    codes::WRONG_TYPE,
                    holder.span,
                    "rows and spaces are not on anything; remove `on`",
                );
                return None;
            }
            (_, None) => return None,
        };
        Some(self.node(Ty::set(base), kind, span))
    }

    fn filter(
        &mut self,
        scope: &mut Scope,
        set: Expr,
        name: (&str, Span),
        (spared, condition): (Option<Expr>, Option<&ast::Expr>),
        span: Span,
    ) -> Option<Expr> {
        let ty = set.ty;
        let member = (name, Ty::one(ty.base));
        let (member, condition) = self.for_member(scope, member, |this, scope, member| {
            let is_other = spared.map(|spared| this.operation(Operation::NotEqual, member, spared, span));
            let condition = match condition {
                Some(condition) => Some(this.typed(scope, condition, Ty::BOOL)?),
                None => None,
            };
            match (is_other, condition) {
                (Some(first), Some(second)) => {
                    let both = ExprKind::And(Box::new(first), Box::new(second));
                    Some(this.node(Ty::BOOL, both, span))
                }
                (one, other) => one.or(other),
            }
        })?;
        let (set, condition) = (Box::new(set), Box::new(condition));
        let kind = ExprKind::Filter {
            member,
            set,
            condition,
        };
        Some(self.node(ty, kind, span))
    }

    /// The expression for each member of a set, and the member's local.
    fn for_member(
        &mut self,
        scope: &mut Scope,
        ((name, span), ty): ((&str, Span), Ty),
        what: impl FnOnce(&mut Self, &mut Scope, Expr) -> Option<Expr>,
    ) -> Option<(tree::LocalId, Expr)> {
        // It is a name from here on, so that nothing else is said of it.
        self.hides_own(scope, name, span);
        let mark = scope.open();
        let member = scope.bind(name, ty, self.place(span));
        scope.enter_member(member);
        let this = self.node(ty, ExprKind::Local(member), span);
        let what = what(self, scope, this);
        scope.leave_member();
        scope.close(mark);
        Some((member, what?))
    }

    /// The quantity for each member of a set, and the member's local.
    fn quantity_of_member(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        (set, what): (Ty, &ast::Expr),
    ) -> Option<(tree::LocalId, Expr)> {
        let member = ((name.text.as_str(), name.span), Ty::one(set.base));
        self.for_member(scope, member, |this, scope, _| {
            this.typed(scope, what, ANY_QUANTITY)
        })
    }

    /// `other members NAME of EXPR where EXPR`
    pub(crate) fn members(
        &mut self,
        scope: &mut Scope,
        (name, other): (&Name, bool),
        (set, condition): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        let set = self.set_of(scope, set)?;
        let spared = match other {
            true => Some(self.at_hand(scope, set.ty.base, span)?),
            false => None,
        };
        self.filter(
            scope,
            set,
            (&name.text, name.span),
            (spared, Some(condition)),
            span,
        )
    }

    /// An expression that is a set.
    pub(crate) fn set_of(&mut self, scope: &mut Scope, set: &ast::Expr) -> Option<Expr> {
        let span = set.span;
        let set = self.expr(scope, set, None)?;
        self.want_set(set, span)
    }

    /// Reports what should be a set and is not.
    pub(crate) fn want_set(&mut self, value: Expr, span: Span) -> Option<Expr> {
        if value.ty.set {
            return Some(value);
        }
        let message = format!("expected a set, but this is a {}", self.type_name(value.ty));
        self.report(codes::WRONG_TYPE, span, message);
        None
    }

    /// `count of SET` and the like.
    pub(crate) fn question(
        &mut self,
        scope: &mut Scope,
        question: SetQuestion,
        set: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let set = self.set_of(scope, set)?;
        if question == SetQuestion::First {
            let member = Ty::one(set.ty.base);
            return Some(self.node(member, ExprKind::First(Box::new(set)), span));
        }
        let count = self.node(Ty::NUMBER, ExprKind::Count(Box::new(set)), span);
        let zero = self.constant(Ty::NUMBER, 0, span);
        Some(match question {
            SetQuestion::Any => self.operation(Operation::NotEqual, count, zero, span),
            SetQuestion::None => self.operation(Operation::Equal, count, zero, span),
            SetQuestion::Count | SetQuestion::First => count,
        })
    }

    /// `[a, b, c]`
    pub(crate) fn list(
        &mut self,
        scope: &mut Scope,
        members: &[ast::Expr],
        span: Span,
        wanted: Option<Ty>,
    ) -> Option<Expr> {
        let mut member = wanted.filter(|ty| ty.set).map(|ty| Ty::one(ty.base));
        let mut checked: Vec<Expr> = Vec::new();
        for written in members {
            let value = self.expr(scope, written, member)?;
            if value.ty.set || matches!(value.ty.base, Base::Nothing) {
                let message = format!("a {} cannot be a member of a set", self.type_name(value.ty));
                self.report(codes::WRONG_TYPE, written.span, message).help =
                    Some("write `+` between two sets".to_owned());
                return None;
            }
            let ty = *member.get_or_insert(value.ty);
            // Written zeros at the beginning take the dimension of what follows.
            let are_zeros = |mut all: std::slice::Iter<Expr>| all.all(|zero| zero.is_constant(0));
            if ty == Ty::NUMBER && value.ty.is_quantity() && are_zeros(checked.iter()) {
                checked = checked.into_iter().map(|zero| zero.zero_as(value.ty)).collect();
                member = Some(value.ty);
                checked.push(value);
                continue;
            }
            checked.push(self.fit(value, ty, written.span)?);
        }
        let Some(member) = member else {
            self.report(codes::WRONG_TYPE, span, "the type of this empty list is unknown")
                .help = Some("write `all KIND where no`, or remove the list".to_owned());
            return None;
        };
        let ty = Ty::set(member.base);
        Some(self.node(ty, ExprKind::List(checked), span))
    }

    /// `sort NAME in SET by EXPR`
    pub(crate) fn sort(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        (set, by): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        let set = self.set_of(scope, set)?;
        let (member, by) = self.quantity_of_member(scope, name, (set.ty, by))?;
        let ty = set.ty;
        let (set, by) = (Box::new(set), Box::new(by));
        Some(self.node(ty, ExprKind::Sort { member, set, by }, span))
    }

    /// `first EXPR of SET`
    pub(crate) fn first_some(
        &mut self,
        scope: &mut Scope,
        count: &ast::Expr,
        set: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let count = self.typed(scope, count, Ty::NUMBER);
        let set = self.set_of(scope, set)?;
        let ty = set.ty;
        let kind = ExprKind::FirstSome(Box::new(count?), Box::new(set));
        Some(self.node(ty, kind, span))
    }

    /// `lowest EXPR for NAME in SET` and the like; 0 for an empty set.
    pub(crate) fn fold(
        &mut self,
        scope: &mut Scope,
        fold: Fold,
        value: &ast::Expr,
        (name, set): (&Name, &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        let set = self.set_of(scope, set)?;
        let (member, value) = self.quantity_of_member(scope, name, (set.ty, value))?;
        let ty = value.ty;
        let fold = match fold {
            Fold::Lowest => tree::Fold::Lowest,
            Fold::Highest => tree::Fold::Highest,
            Fold::Sum => tree::Fold::Sum,
        };
        let (set, value) = (Box::new(set), Box::new(value));
        let kind = ExprKind::Fold {
            fold,
            member,
            set,
            value,
        };
        Some(self.node(ty, kind, span))
    }
}
