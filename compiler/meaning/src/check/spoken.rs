//! Phrases that say in a few words what could be said in many: `is yours`, `all other`, `dice in ... showing`, `turn`.
//! The typed tree has only what they stand for.

use super::Compiler;
use super::scope::Scope;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Name, Span};
use cardwright_trees::{Callee, Expr, ExprKind, Operation, StatementKind};

/// `turn AMOUNT FACE in POOL to FACE`
#[derive(Clone, Copy)]
pub(super) struct Turning<'a> {
    /// The highest number of dice; all if absent.
    pub(super) amount: Option<&'a ast::Expr>,
    /// The face to turn from, and the one to turn to.
    pub(super) faces: (&'a Name, &'a Name),
    /// The pool of the dice.
    pub(super) pool: &'a ast::Expr,
}

impl Compiler<'_> {
    /// `EXPR is yours`: it belongs to the player to whom the rule's own piece belongs.
    pub(super) fn is_yours(
        &mut self,
        scope: &mut Scope,
        (of, negated): (&ast::Expr, bool),
        span: Span,
    ) -> Option<Expr> {
        let whose = self.expr(scope, of, None)?;
        if whose.ty.set || whose.ty == Ty::PLAYER || !matches!(whose.ty.base, Base::Entity(_) | Base::Thing) {
            let message = format!(
                "this is {}, but only a piece, card or deck can be `yours`",
                self.a_type(whose.ty)
            );
            self.report(codes::WRONG_TYPE, of.span, message).help = Some(match whose.ty {
                Ty::PLAYER => "write `is owner of you`".to_owned(),
                _ => "test one thing at a time, for example `all KIND where it is yours`".to_owned(),
            });
            return None;
        }
        if scope.you.is_none() {
            let message = "`yours` can be used only in the rules of a card or piece";
            self.report(codes::UNKNOWN_NAME, span, message).help =
                Some("compare two owners: `owner of X is owner of Y`".to_owned());
            return None;
        }
        let you = self.name(scope, "you", span, None)?;
        let yours = match you.ty {
            Ty::PLAYER => you,
            _ => self.thing_call(Core::Owner, you, Ty::PLAYER, span),
        };
        let theirs = self.thing_call(Core::Owner, whose, Ty::PLAYER, span);
        let operation = match negated {
            true => Operation::NotEqual,
            false => Operation::Equal,
        };
        Some(self.operation(operation, theirs, yours, span))
    }

    /// The entity that `all other` leaves out: the member that is being asked about, else the rule's own
    /// piece or card.
    pub(super) fn at_hand(&mut self, scope: &mut Scope, base: Base, at: Span) -> Option<Expr> {
        let ty = Ty::one(base);
        let place = self.place(at);
        if let Some(member) = scope.member_of(ty) {
            let kind = ExprKind::Local(member);
            return Some(Expr { ty, kind, place });
        }
        let is_one = |value: &Expr| value.ty == ty;
        if scope.you.is_some()
            && let Some(you) = self.name(scope, "you", at, None).filter(is_one)
        {
            return Some(you);
        }
        if let Some(here) = scope.local_value("here", place).filter(is_one) {
            return Some(here);
        }
        let kind = self.type_name(ty);
        let message = format!("this does not say which {kind} `other` leaves out");
        self.report(codes::UNKNOWN_NAME, at, message).help = Some(format!(
            "write the condition in full: `where it is not ...`. `other` works only inside a `where` about \
             a {kind}, or in a rule of one"
        ));
        None
    }

    /// `dice in DICE showing FACE`
    pub(super) fn showing(
        &mut self,
        scope: &mut Scope,
        (dice, face): (&ast::Expr, &Name),
        span: Span,
    ) -> Option<Expr> {
        let ty = Ty::set(Base::Die);
        let some = self.expr(scope, dice, None);
        let face = self.face(scope, face);
        let some = match some? {
            pool if pool.ty == Ty::POOL => self.thing_call(Core::DiceOf, pool, ty, span),
            set => self.fit(set, ty, dice.span)?,
        };
        let member = scope.unnamed("it", Ty::DIE, self.place(span));
        let die = self.node(Ty::DIE, ExprKind::Local(member), span);
        let shown = self.thing_call(Core::FaceOf, die, Ty::FACE, span);
        let condition = self.operation(Operation::Equal, shown, face?, span);
        let kind = ExprKind::Filter {
            member,
            set: Box::new(some),
            condition: Box::new(condition),
        };
        Some(self.node(ty, kind, span))
    }

    /// `turn AMOUNT FACE in POOL to FACE`: how many were turned.
    pub(super) fn turned(&mut self, scope: &mut Scope, turning: Turning<'_>, span: Span) -> Option<Expr> {
        self.refuse_in_pure(scope, "turn", span)?;
        let pool = self.typed(scope, turning.pool, Ty::POOL);
        let from = self.face(scope, turning.faces.0);
        let to = self.face(scope, turning.faces.1);
        let amount = match turning.amount {
            Some(amount) => self.typed(scope, amount, Ty::NUMBER),
            None => pool
                .clone()
                .map(|pool| self.thing_call(Core::DiceIn, pool, Ty::NUMBER, span)),
        };
        let arguments = vec![pool?, from?, to?, amount?];
        let kind = ExprKind::Call(Callee::Core(Core::Convert), arguments);
        Some(self.node(Ty::NUMBER, kind, span))
    }

    /// A `turn` as a statement.
    pub(super) fn turn(&mut self, scope: &mut Scope, turn: &ast::Expr) -> Option<StatementKind> {
        self.expr(scope, turn, None).map(StatementKind::Do)
    }

    /// Reports the core call that `turn` makes.
    pub(super) fn refuse_convert(&mut self, args: &[ast::Expr], span: Span) {
        let [pool, from, to, most] = args else { return };
        let text = |expr: &ast::Expr| self.text_at(expr.span).to_owned();
        let (pool_text, most_text) = (text(pool), text(most));
        let amount = match &most.kind {
            _ if most_text == format!("dice-in({pool_text})") => "all".to_owned(),
            ast::ExprKind::Number(_) | ast::ExprKind::Name(_) | ast::ExprKind::Call(..) => most_text,
            _ => format!("({most_text})"),
        };
        let put = format!("turn {amount} {} in {pool_text} to {}", text(from), text(to));
        self.asked_otherwise(span, "dice are turned with `turn`".to_owned(), put);
    }
}
